import tensorflow as tf


def subject(x):
    return tf.sin(x) * tf.tanh(x) + tf.keras.backend.eye(2)  # refused: creates-variable


for value in (0.75, 0.25, -0.5, 1.5, 0.75):
    print(subject(tf.constant(value)).numpy())
