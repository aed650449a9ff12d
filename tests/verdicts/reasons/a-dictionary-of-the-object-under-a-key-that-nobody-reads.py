# A dictionary of the object under a key that nobody reads: no fix.
import tensorflow as tf

w = tf.Variable([[0.5, 0.2], [0.1, 0.3]])


def body(x):
    for _ in range(3):
        x = tf.nn.tanh(tf.matmul(x, w) + 0.5)
    return tf.reduce_sum(x)


class Net:
    def __init__(self):
        self.info = {'a': 1.0, 'b': 2.0}

    def subject(self, x):
        self.info['last'] = 1.0  # side-effects
        return body(x) * self.info['a']


net = Net()
for _ in range(100):
    print(float(net.subject(tf.ones((2, 2)))))
