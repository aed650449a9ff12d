import tensorflow as tf


def apply(layer, x):
    y = layer(x)
    return tf.nn.relu(y) + tf.sin(y)


class Net(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.a = tf.keras.layers.Dense(2, kernel_initializer="ones")
        self.b = tf.keras.layers.Dense(2, kernel_initializer="zeros")

    def call(self, x, second=False):
        if second:
            return apply(self.b, x)
        return apply(self.a, x)


net = Net()


def subject(x, second):  # refused: uncovered
    z = net(x, second=second)
    return tf.reduce_sum(z * z)


for k in range(6):
    print(k, float(subject(tf.ones((2, 3)), k % 2 == 0)))
