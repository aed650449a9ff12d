import tensorflow as tf

rows = tf.ragged.constant([[1.0], [2.0, 3.0]])


def subject(x):
    if rows == x:  # refused: uncovered
        return tf.sin(x)
    return tf.cos(x)


for i in range(3):
    print(subject(tf.constant([1.0, 2.0, 3.0]) + i).numpy())
