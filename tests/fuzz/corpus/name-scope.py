import tensorflow as tf


def subject(x):
    with tf.name_scope("my scope"):  # refused: invalid-name-argument
        y = tf.nn.relu(x) + tf.sin(x)
    return y * 2.0


for k in range(5):
    print(float(tf.reduce_sum(subject(tf.ones((2, 3)) * float(k)))))
