# A gradient by the caller of what hangs on a number: unsafe.
import tensorflow as tf

w = tf.Variable([[0.5, 0.2], [0.1, 0.3]])


def body(x):
    for _ in range(3):
        x = tf.nn.tanh(tf.matmul(x, w) + 0.5)
    return tf.reduce_sum(x)


def subject(x):
    y = body(x)
    return y * float(y)


for _ in range(100):
    with tf.GradientTape() as tape:
        y = subject(tf.ones((2, 2)))
    print(float(tf.reduce_sum(tape.gradient(y, w))))  # uncovered
