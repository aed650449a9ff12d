import tensorflow as tf
a = tf.keras.layers.Dense(1)
b = tf.keras.layers.Dense(1)
a.build((1, 1))
b.build((1, 1))


def subject(x, v, n):
    l = a if x > 0.0 else b  # refused: autograph-limit
    x = tf.reduce_sum(l(tf.reshape(x, [1, 1])))*0.0 + x
    return tf.reduce_sum(tf.stack([x * 1.0, tf.tanh(x), tf.sin(x) * tf.cos(x)]))


for k, (value, rounds) in enumerate([(0.75, 2), (0.25, 0), (-0.5, 1), (1.5, 3), (0.75, 2)]):
    print(subject(tf.constant(value), tf.constant([0.5, -0.25, 1.0]), tf.constant(rounds)).numpy())
