import tensorflow as tf

kept = tf.Variable([0.0, 2.0, 3.0])


def subject(x):
    if kept.gather_nd([1]):  # refused: uncovered
        return tf.sin(x)
    return tf.cos(x)


for i in range(3):
    print(subject(tf.constant([1.0, 2.0]) + i).numpy())
