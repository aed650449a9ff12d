import tensorflow as tf
class C:
    def __init__(self, s):
        self.s = s  # refused: late-binding


o = C(1.0)


def subject(x, v, n):
    x = x * o.s
    return tf.reduce_sum(tf.stack([x * 1.0, tf.tanh(x), tf.sin(x) * tf.cos(x)]))


for k, (value, rounds) in enumerate([(0.75, 2), (0.25, 0), (-0.5, 1), (1.5, 3), (0.75, 2)]):
    o.__init__(float(k))
    print(subject(tf.constant(value), tf.constant([0.5, -0.25, 1.0]), tf.constant(rounds)).numpy())
