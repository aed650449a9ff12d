import tensorflow as tf

kept = tf.Variable([1.0, 2.0, 3.0])


def subject(x):
    return kept.gather_nd([[0], [1]], [5.0, 6.0]) * x[0]  # refused: invalid-name-argument


for i in range(3):
    print(subject(tf.constant([1.0, 2.0, 3.0]) + i))
