import tensorflow as tf
class C:
    def __init__(self, a):
        self.a = a
        self.i = 0

    def __iter__(self):
        return self

    def __next__(self):
        self.i += 1
        if self.i > 2:
            raise StopIteration
        if self.a > 0.0:
            return self.a * 2.0
        return self.a


def subject(x, v, n):
    for y in C(x):  # refused: autograph-limit
        x = x + y
    return tf.reduce_sum(tf.stack([x * 1.0, tf.tanh(x), tf.sin(x) * tf.cos(x)]))


for k, (value, rounds) in enumerate([(0.75, 2), (0.25, 0), (-0.5, 1), (1.5, 3), (0.75, 2)]):
    print(subject(tf.constant(value), tf.constant([0.5, -0.25, 1.0]), tf.constant(rounds)).numpy())
