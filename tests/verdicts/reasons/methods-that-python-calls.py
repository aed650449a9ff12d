# Methods that Python calls: safe.
import tensorflow as tf

w = tf.Variable([[0.5, 0.2], [0.1, 0.3]])


def body(x):
    for _ in range(3):
        x = tf.nn.tanh(tf.matmul(x, w) + 0.5)
    return tf.reduce_sum(x)


class Net:
    def __init__(self):
        self.size = 2.0

    def __len__(self):  # changes-result-type, no-tensor-computation, not-a-plain-function
        return int(self.size)

    def __call__(self, x):
        return body(x) * float(len(self))


net = Net()


def subject(x):
    return net(x)


for _ in range(100):
    print(float(subject(tf.ones((2, 2)))))
