import tensorflow as tf

like = tf.ones([2, 1, 3])


def subject(x, shape):  # refused: retracing
    x = tf.reshape(x, shape)
    return tf.reduce_sum(tf.stack([x * 1.0, tf.tanh(x), tf.sin(x) * tf.cos(x)]))


for value in (0.75, 0.25, -0.5, 1.5, 0.75):
    print(subject(tf.constant([value, 1.0]), like.shape[:2]).numpy())
