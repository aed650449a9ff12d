import numpy as np
import tensorflow as tf

rows = np.arange(12.0, dtype="float32").reshape(4, 3)
norm = tf.keras.layers.Normalization()
norm.adapt(rows)


def subject(layer, x):
    y = layer(x)
    z = tf.nn.relu(y) + tf.sin(y)
    return tf.reduce_sum(z * z)


for k in range(6):
    if k == 3:
        norm.adapt(rows * 5.0)  # refused: late-binding
    print(k, float(subject(norm, tf.ones((2, 3)))))
