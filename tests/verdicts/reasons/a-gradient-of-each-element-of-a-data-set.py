# A gradient of each element of a data set: safe.
import tensorflow as tf

w = tf.Variable([[0.5, 0.2], [0.1, 0.3]])


def body(x):
    for _ in range(3):
        x = tf.nn.tanh(tf.matmul(x, w) + 0.5)
    return tf.reduce_sum(x)


def subject(x):
    total = tf.constant(0.0)
    for each in tf.data.Dataset.range(3):
        with tf.GradientTape() as tape:
            y = body(x) * tf.cast(each + 1, tf.float32)
        total = total + tf.reduce_sum(tape.gradient(y, w))
    return total


for _ in range(100):
    print(float(subject(tf.ones((2, 2)))))
