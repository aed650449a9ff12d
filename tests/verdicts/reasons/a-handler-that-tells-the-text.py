# A handler that tells the text: unsafe.
import tensorflow as tf

w = tf.Variable([[0.5, 0.2], [0.1, 0.3]])


def body(x):
    for _ in range(3):
        x = tf.nn.tanh(tf.matmul(x, w) + 0.5)
    return tf.reduce_sum(x)


def subject(x):
    return body(x)


def other(x):
    try:  # changes-exception-type
        return subject(x)
    except ValueError as error:
        print(error)


for _ in range(100):
    print(float(subject(tf.ones((2, 2)))))
