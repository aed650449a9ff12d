# An array that is unpacked: no fix.
import numpy as np
import tensorflow as tf

w = tf.Variable([[0.5, 0.2], [0.1, 0.3]])


def body(x):
    for _ in range(3):
        x = tf.nn.tanh(tf.matmul(x, w) + 0.5)
    return tf.reduce_sum(x)


def subject(x, parts):
    a, b = parts  # numpy-on-tensor
    return body(x) * a * b


for _ in range(100):
    print(float(subject(tf.ones((2, 2)), np.ones(2, np.float32))))
