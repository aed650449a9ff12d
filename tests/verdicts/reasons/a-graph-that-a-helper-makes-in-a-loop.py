# A graph that a helper makes in a loop: no fix.
import tensorflow as tf

w = tf.Variable([[0.5, 0.2], [0.1, 0.3]])


def body(x):
    for _ in range(3):
        x = tf.nn.tanh(tf.matmul(x, w) + 0.5)
    return tf.reduce_sum(x)


def made():
    @tf.function
    def subject(x):  # HYB002
        return body(x)

    return subject


for k in range(5):
    print(float(made()(tf.ones((2, 2)))))
