# An iterator of a data set: safe.
import tensorflow as tf

w = tf.Variable([[0.5, 0.2], [0.1, 0.3]])


def body(x):
    for _ in range(3):
        x = tf.nn.tanh(tf.matmul(x, w) + 0.5)
    return tf.reduce_sum(x)


values = iter(tf.data.Dataset.from_tensors(1.0).repeat())


def subject(x):
    return body(x) * next(values)


for _ in range(3):
    print(float(subject(tf.ones((2, 2)))))
