# A setting that changes told: no fix.
import tensorflow as tf

w = tf.Variable([[0.5, 0.2], [0.1, 0.3]])


def body(x):
    for _ in range(3):
        x = tf.nn.tanh(tf.matmul(x, w) + 0.5)
    return tf.reduce_sum(x)


class Net:
    def __init__(self):
        self.size = 2

    @tf.function
    def subject(self, x):
        if self.size > 1:  # HYB013, late-binding
            print('large')  # HYB004, side-effects
        return body(x)

    def grow(self):
        self.size = 3


net = Net()
for _ in range(3):
    print(float(net.subject(tf.ones((2, 2)))))
    net.grow()
