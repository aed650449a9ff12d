import tensorflow as tf
class D:
    def __get__(self, o, t=None):
        if o.a > 0.0:
            return o.a * 2.0
        return o.a

class C:
    b = D()

    def __init__(self, a):
        self.a = a


def subject(x, v, n):
    x = C(x).b  # refused: autograph-limit
    return tf.reduce_sum(tf.stack([x * 1.0, tf.tanh(x), tf.sin(x) * tf.cos(x)]))


for k, (value, rounds) in enumerate([(0.75, 2), (0.25, 0), (-0.5, 1), (1.5, 3), (0.75, 2)]):
    print(subject(tf.constant(value), tf.constant([0.5, -0.25, 1.0]), tf.constant(rounds)).numpy())
