"""An old name of an argument says nothing of the other faults of its function."""
import tensorflow as tf


class Net(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.dense = tf.keras.layers.Dense(1)

    @tf.function(experimental_relax_shapes=True)  # expect: HYB015 - it has another name now
    def call(self, x):  # expect: HYB016 - Keras 3 keeps the initial weights
        return self.dense(x)


net = Net()
for _ in range(2):
    net(tf.ones((1, 2)))
