import tensorflow as tf
def h(a):
    return a * 2.0


def h2(a):
    return a * 3.0


codes = [h.__code__, h2.__code__]


def subject(x, v, n):
    x = h(x)
    return tf.reduce_sum(tf.stack([x * 1.0, tf.tanh(x), tf.sin(x) * tf.cos(x)]))


for k, (value, rounds) in enumerate([(0.75, 2), (0.25, 0), (-0.5, 1), (1.5, 3), (0.75, 2)]):
    h.__code__ = codes[k % 2]  # refused: late-binding
    print(subject(tf.constant(value), tf.constant([0.5, -0.25, 1.0]), tf.constant(rounds)).numpy())
