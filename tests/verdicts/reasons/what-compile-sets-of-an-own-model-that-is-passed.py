# What compile sets of an own model that is passed: no fix.
import tensorflow as tf

w = tf.Variable([[0.5, 0.2], [0.1, 0.3]])


def body(x):
    for _ in range(3):
        x = tf.nn.tanh(tf.matmul(x, w) + 0.5)
    return tf.reduce_sum(x)


class Net(tf.keras.Model):
    def call(self, x):  # keras-build-trace, no-known-caller, tensor-by-speculative
        return body(x)


model = Net()
model.compile('sgd', 'mse')


def subject(x, net=model):
    return body(x) * net.optimizer.learning_rate


for _ in range(3):
    print(float(subject(tf.ones((2, 2)), model)))
    model.compile('adam', 'mse')  # late-binding
