# A gradient of what a branch leaves out: unsafe.
import tensorflow as tf

w = tf.Variable([[0.5, 0.2], [0.1, 0.3]])


def body(x):
    for _ in range(3):
        x = tf.nn.tanh(tf.matmul(x, w) + 0.5)
    return tf.reduce_sum(x)


def subject(x):
    with tf.GradientTape() as tape:
        if tf.reduce_sum(x) > 100.0:
            y = body(x)
        else:
            y = tf.constant(1.0)
    g = tape.gradient(y, w)  # uncovered
    return y if g is None else tf.reduce_sum(g)


for _ in range(100):
    print(float(subject(tf.ones((2, 2)))))
