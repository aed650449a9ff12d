# silent: NumPy numbers are tensors to TensorFlow
import numpy as np
import tensorflow as tf


@tf.function
def f(x, scale):
    return x * scale


for scale in np.linspace(0.1, 1.0, 4, dtype=np.float32):
    f(tf.ones(3), scale)
