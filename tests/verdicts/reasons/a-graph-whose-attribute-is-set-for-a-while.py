# A graph whose attribute is set for a while: no fix.
import tensorflow as tf

w = tf.Variable([[0.5, 0.2], [0.1, 0.3]])


def body(x):
    for _ in range(3):
        x = tf.nn.tanh(tf.matmul(x, w) + 0.5)
    return tf.reduce_sum(x)


class Net:
    def __init__(self):
        self.scale = 1.0

    @tf.function
    def subject(self, x):
        return body(x) * self.scale

    def doubled(self, x):
        before = self.scale
        self.scale = 2.0
        try:
            return float(body(x))
        finally:
            self.scale = before


net = Net()
for k in range(3):
    print(float(net.subject(tf.ones((2, 2)))), net.doubled(tf.ones((2, 2))))
