# A list that the object fills first: safe.
import tensorflow as tf

w = tf.Variable([[0.5, 0.2], [0.1, 0.3]])


def body(x):
    for _ in range(3):
        x = tf.nn.tanh(tf.matmul(x, w) + 0.5)
    return tf.reduce_sum(x)


class Net:
    def __init__(self):
        self.parts = []
        self.grow()

    def subject(self, x):
        return body(x) * float(len(self.parts))

    def grow(self):
        self.parts.append(2.0)


net = Net()
for _ in range(3):
    print(float(net.subject(tf.ones((2, 2)))))
