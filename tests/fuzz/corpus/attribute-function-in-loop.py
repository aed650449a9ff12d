import tensorflow as tf
class K2:
    v = None


def subject(x, v, n):
    c2 = K2()
    c2.v = tf.sin
    i1 = tf.constant(0)
    while i1 < n:
        i1 += 1
        x = c2.v(x)
        c2.v = tf.cos if c2.v is tf.sin else tf.sin  # refused: autograph-limit
    return tf.reduce_sum(tf.stack([x * 1.0, tf.tanh(x), tf.sin(x) * tf.cos(x)]))


for k, (value, rounds) in enumerate([(0.75, 2), (0.25, 0), (-0.5, 1), (1.5, 3), (0.75, 2)]):
    print(subject(tf.constant(value), tf.constant([0.5, -0.25, 1.0]), tf.constant(rounds)).numpy())
