import tensorflow as tf
class C:
    @property
    def b(self):
        return self.a

    @b.setter
    def b(self, a):
        if a > 0.0:
            a = a * 2.0
        self.a = a


def subject(x, v, n):
    c = C()
    c.b = x  # refused: autograph-limit
    x = c.b
    return tf.reduce_sum(tf.stack([x * 1.0, tf.tanh(x), tf.sin(x) * tf.cos(x)]))


for k, (value, rounds) in enumerate([(0.75, 2), (0.25, 0), (-0.5, 1), (1.5, 3), (0.75, 2)]):
    print(subject(tf.constant(value), tf.constant([0.5, -0.25, 1.0]), tf.constant(rounds)).numpy())
