"""A loss that `compile` is given runs in no graph where nothing trains the model with Keras."""

import tensorflow as tf


def loss(y, p):
    print("loss", y.numpy())
    return tf.reduce_mean(tf.square(y - p))


class Net(tf.keras.Model):
    def call(self, x):
        print("net", float(x.numpy()[0, 0]))
        return x * 2.0


net = Net()
net.compile("sgd", loss=loss)
for _ in range(3):
    x = tf.ones((1, 2))
    loss(x, net(x))
