"""What has no room for labels and predictions is called by no training, whatever `compile` is handed."""
import numpy as np
import tensorflow as tf


def warped(row):
    return row * np.random.rand()


def doubled(labels, predictions):
    factor = np.random.rand()  # expect: HYB011 - Keras calls it in its graph
    return tf.reduce_mean(tf.abs(labels - predictions)) * factor


class Task:
    def __init__(self, augmentations, metrics):
        self.parts = [*augmentations, *metrics]


def train(task):
    model = tf.keras.Sequential([tf.keras.Input((2,)), tf.keras.layers.Dense(1)])
    model.compile(loss="mse", metrics=[part for part in task.parts if part.__code__.co_argcount > 1])
    model.fit(tf.ones((4, 2)), tf.ones((4, 1)), verbose=0)


train(Task([warped], [doubled]))
print(warped(np.ones(2)))
