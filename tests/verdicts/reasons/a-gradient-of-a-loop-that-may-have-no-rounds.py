# A gradient of a loop that may have no rounds: unsafe.
import tensorflow as tf

w = tf.Variable([[0.5, 0.2], [0.1, 0.3]])


def body(x):
    for _ in range(3):
        x = tf.nn.tanh(tf.matmul(x, w) + 0.5)
    return tf.reduce_sum(x)


def subject(x):
    with tf.GradientTape() as tape:
        y = tf.reduce_sum(x)
        for _ in tf.range(tf.cast(y, tf.int32) - 4):
            y = y * tf.reduce_sum(w)
    gradient = tape.gradient(y, w)  # uncovered
    return body(x) if gradient is None else tf.reduce_sum(gradient)


for _ in range(100):
    print(float(subject(tf.ones((2, 2)))))
