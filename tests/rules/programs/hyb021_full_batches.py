"""Where all batches of a program are full, Keras hands losses tensors whose first axis is known."""
import tensorflow as tf


class Spread(tf.keras.losses.Loss):
    def call(self, y_true, y_pred):
        weights = tf.tile([[1.0]], [y_pred.shape[0] // 2, 1])
        return tf.reduce_mean(tf.square(y_true - y_pred)) * tf.reduce_sum(weights)


data = tf.data.Dataset.from_tensor_slices((tf.ones((5, 2)), tf.ones((5, 1)))).batch(2, drop_remainder=True)
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile("sgd", Spread())
model.fit(data, verbose=0)
