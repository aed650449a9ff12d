import tensorflow as tf


def subject(x):
    return tf.reduce_sum(tf.stack([x * 1.0, tf.tanh(x), tf.sin(x) * tf.cos(x)]), axis=0)


layer = tf.keras.layers.Dense(2, activation=subject, kernel_initializer="ones")  # refused: uncovered
layer.build((None, 2))
for value in (0.75, 0.25, -0.5, 1.5):
    print(subject(tf.constant([[value, 1.0]])).numpy())
print(str(layer.get_config()["activation"]).count("polymorphic"))
