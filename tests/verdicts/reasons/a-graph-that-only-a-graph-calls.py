# A graph that only a graph calls: unsafe.
import tensorflow as tf

w = tf.Variable([[0.5, 0.2], [0.1, 0.3]])


def body(x):
    for _ in range(3):
        x = tf.nn.tanh(tf.matmul(x, w) + 0.5)
    return tf.reduce_sum(x)


@tf.function
def subject(x, by):  # HYB008, covered-by-callers
    return by * body(x)


@tf.function
def outer(x):
    return subject(x, 1.0) + subject(x, 0.5) + subject(x, 5.0) + subject(x, 6.0)


for k in range(5):
    print(float(outer(tf.ones((2, 2)))))
