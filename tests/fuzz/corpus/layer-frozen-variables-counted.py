import tensorflow as tf
class Net(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.d = tf.keras.layers.Dense(1, kernel_initializer='ones')

    def call(self, q, training=False):
        return self.d(q)

net = Net()
net(tf.ones([1, 1]))


def subject(x, v, n):
    x = x * float(len(net.trainable_variables))
    return tf.reduce_sum(tf.stack([x * 1.0, tf.tanh(x), tf.sin(x) * tf.cos(x)]))


for k, (value, rounds) in enumerate([(0.75, 2), (0.25, 0), (-0.5, 1), (1.5, 3), (0.75, 2)]):
    net.d.trainable = k % 2 == 0  # refused: late-binding
    print(subject(tf.constant(value), tf.constant([0.5, -0.25, 1.0]), tf.constant(rounds)).numpy())
