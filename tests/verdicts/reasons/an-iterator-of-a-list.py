# An iterator of a list: no fix.
import tensorflow as tf

w = tf.Variable([[0.5, 0.2], [0.1, 0.3]])


def body(x):
    for _ in range(3):
        x = tf.nn.tanh(tf.matmul(x, w) + 0.5)
    return tf.reduce_sum(x)


values = iter([1.0, 2.0, 3.0])


def subject(x):
    return body(x) * next(values)  # iterator, side-effects


for _ in range(3):
    print(float(subject(tf.ones((2, 2)))))
