import tensorflow as tf


class Layer(tf.keras.layers.Layer):
    def call(self, v):
        return v * 2.0


layer = Layer()


def subject(x, v, n):
    x = x + tf.reduce_sum(layer(v))
    return tf.reduce_sum(tf.stack([x * 1.0, tf.tanh(x), tf.sin(x) * tf.cos(x)]))

for k, (value, rounds) in enumerate([(0.75, 2), (0.25, 0), (-0.5, 1), (1.5, 3), (0.75, 2)]):
    print(subject(tf.constant(value), tf.constant([0.5, -0.25, 1.0]), tf.constant(rounds)).numpy())
    layer.call = lambda v, k=k: v * float(k)  # refused: late-binding
