# A closure that is bound again: no fix.
import tensorflow as tf

w = tf.Variable([[0.5, 0.2], [0.1, 0.3]])


def body(x):
    for _ in range(3):
        x = tf.nn.tanh(tf.matmul(x, w) + 0.5)
    return tf.reduce_sum(x)


def outer(data):
    scale = 1.0

    def subject(x):
        return body(x) * scale

    for k in range(3):
        scale = float(k)  # late-binding
        print(float(subject(data)))


outer(tf.ones((2, 2)))
