import tensorflow as tf


def subject(x, v, n):
    s = [tf.zeros(()), tf.zeros((3,))]
    for r in tf.data.Dataset.from_tensor_slices(tf.ones((5, 3))):  # refused: autograph-limit
        s = [s[0] + tf.reduce_sum(r) * x, s[1] + r]
    x = s[0] + tf.reduce_sum(s[1])
    return tf.reduce_sum(tf.stack([x * 1.0, tf.tanh(x), tf.sin(x) * tf.cos(x)]))


for k, (value, rounds) in enumerate([(0.75, 2), (0.25, 0), (-0.5, 1), (1.5, 3), (0.75, 2)]):
    print(subject(tf.constant(value), tf.constant([0.5, -0.25, 1.0]), tf.constant(rounds)).numpy())
