import tensorflow as tf
class K2:
    v = None


def subject(x, v, n):
    c2 = K2()
    c2.v = None
    if tf.reduce_sum(v) * x < 1.0:
        x = x - 0.25
    else:
        if c2.v is not None:
            x = x + c2.v
        c2.v = 2.5 if c2.v is None else None  # refused: autograph-limit, uncovered
    return tf.reduce_sum(tf.stack([x * 1.0, tf.tanh(x), tf.sin(x) * tf.cos(x)]))


for k, (value, rounds) in enumerate([(0.75, 2), (0.25, 0), (-0.5, 1), (1.5, 3), (0.75, 2)]):
    print(subject(tf.constant(value), tf.constant([0.5, -0.25, 1.0]), tf.constant(rounds)).numpy())
