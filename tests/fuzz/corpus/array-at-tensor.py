import numpy as np
import tensorflow as tf

data = np.arange(8.0, dtype="float32").reshape(4, 2)


def subject(x, n):
    return x + data[n]  # refused: uncovered


for i in range(3):
    print(subject(tf.constant([1.0, 2.0]), tf.constant(i)).numpy())
