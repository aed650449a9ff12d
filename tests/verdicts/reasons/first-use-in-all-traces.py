# First use in all traces: no fix.
import tensorflow as tf

w = tf.Variable([[0.5, 0.2], [0.1, 0.3]])


def body(x):
    for _ in range(3):
        x = tf.nn.tanh(tf.matmul(x, w) + 0.5)
    return tf.reduce_sum(x)


class Net:
    def __init__(self):
        self.a = tf.keras.layers.Dense(2, kernel_initializer='ones')

    @tf.function
    def subject(self, x, second=None):
        return body(self.a(x))


net = Net()
for _ in range(3):
    print(float(net.subject(tf.ones((2, 2)))))
