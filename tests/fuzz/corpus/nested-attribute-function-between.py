import tensorflow as tf
class K1:
    v = tf.sin


c1 = K1()
c1.o = K1()


def subject(x, v, n):
    x = c1.o.v(x)
    return tf.reduce_sum(tf.stack([x * 1.0, tf.tanh(x), tf.sin(x) * tf.cos(x)]))


for k, (value, rounds) in enumerate([(0.75, 2), (0.25, 0), (-0.5, 1), (1.5, 3), (0.75, 2)]):
    c1.o.v = (tf.sin, tf.cos)[k % 2]  # refused: late-binding
    print(subject(tf.constant(value), tf.constant([0.5, -0.25, 1.0]), tf.constant(rounds)).numpy())
