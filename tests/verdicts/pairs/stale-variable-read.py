# The weights of a model that the first call builds: asked for before, the trace has none.
import tensorflow as tf


class Net(tf.Module):
    def __init__(self):
        super().__init__()
        self.dense = tf.keras.layers.Dense(1, kernel_initializer="ones")

    def __call__(self, x):
        return self.dense(x)


first, second = Net(), Net()


def breaks(x):
    weights = first.dense.trainable_variables
    return tf.reduce_sum(first(x)) + 100.0 * len(weights)


def works(x):
    result = tf.reduce_sum(second(x))
    return result + 100.0 * len(second.dense.trainable_variables)


for _ in range(3):
    print(float(breaks(tf.ones((2, 3)))), float(works(tf.ones((2, 3)))))
