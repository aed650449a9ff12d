import tensorflow as tf


def subject(x, v, n):  # refused: returned-tensors
    y = tf.reduce_sum(tf.stack([x * 1.0, tf.tanh(x), tf.sin(x) * tf.cos(x)]))
    return {"loss": y, "terms": 3}


for k, (value, rounds) in enumerate([(0.75, 2), (0.25, 0), (-0.5, 1), (1.5, 3), (0.75, 2)]):
    r = subject(tf.constant(value), tf.constant([0.5, -0.25, 1.0]), tf.constant(rounds))
    print(float(r["loss"]), r["terms"])
