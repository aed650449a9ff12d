# A gradient by the caller through a loop over a data set: unsafe.
import tensorflow as tf

w = tf.Variable([[0.5, 0.2], [0.1, 0.3]])


def body(x):
    for _ in range(3):
        x = tf.nn.tanh(tf.matmul(x, w) + 0.5)
    return tf.reduce_sum(x)


def subject(x):
    y = body(x)
    for each in tf.data.Dataset.range(3):
        y = y * tf.cast(each + 1, tf.float32)
    return y


for _ in range(100):
    with tf.GradientTape() as tape:  # HYB017
        y = subject(tf.ones((2, 2)))
    gradient = tape.gradient(y, w)  # uncovered
    print("none" if gradient is None else float(tf.reduce_sum(gradient)))
