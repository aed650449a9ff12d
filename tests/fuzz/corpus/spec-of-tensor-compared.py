import tensorflow as tf


def subject(x):
    total = tf.size(x)
    other = tf.size(x)
    return x * 2 if tf.TensorSpec.from_tensor(total) == tf.TensorSpec.from_tensor(other) else x  # refused: uncovered


for i in range(3):
    print(subject(tf.constant([1.0, 2.0, 3.0]) + i))
