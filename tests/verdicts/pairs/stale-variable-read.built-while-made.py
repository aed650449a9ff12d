# The weights of a layer that an object builds while it is made are there before the first call.
import tensorflow as tf


class Trainer:
    def __init__(self):
        self.dense = tf.keras.layers.Dense(1, kernel_initializer="ones")


class Late(Trainer):
    def breaks(self, x):
        weights = self.dense.trainable_variables
        return tf.reduce_sum(self.dense(x)) + 100.0 * len(weights)


class Early(Trainer):
    def __init__(self):
        self.dense = tf.keras.layers.Dense(1, kernel_initializer="ones")
        self.dense(tf.ones((2, 3)))

    def works(self, x):
        weights = self.dense.trainable_variables
        return tf.reduce_sum(self.dense(x)) + 100.0 * len(weights)


late, early = Late(), Early()
for _ in range(3):
    print(float(late.breaks(tf.ones((2, 3)))), float(early.works(tf.ones((2, 3)))))
