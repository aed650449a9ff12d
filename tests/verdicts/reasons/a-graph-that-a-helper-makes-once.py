# A graph that a helper makes once: no fix.
import tensorflow as tf

w = tf.Variable([[0.5, 0.2], [0.1, 0.3]])


def body(x):
    for _ in range(3):
        x = tf.nn.tanh(tf.matmul(x, w) + 0.5)
    return tf.reduce_sum(x)


def made():
    @tf.function
    def subject(x):
        return body(x)

    return subject


step = made()
for k in range(5):
    print(float(step(tf.ones((2, 2)))))
