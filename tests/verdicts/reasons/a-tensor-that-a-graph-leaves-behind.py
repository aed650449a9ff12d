# A tensor that a graph leaves behind: no fix.
import tensorflow as tf

w = tf.Variable([[0.5, 0.2], [0.1, 0.3]])


def body(x):
    for _ in range(3):
        x = tf.nn.tanh(tf.matmul(x, w) + 0.5)
    return tf.reduce_sum(x)


last = None


@tf.function
def subject(x):
    global last
    last = x * 2.0  # HYB004, side-effects
    return body(x)


for _ in range(3):
    print(float(subject(tf.ones((2, 2)))))
print(last)
