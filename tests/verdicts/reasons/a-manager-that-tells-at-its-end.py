# A manager that tells at its end: unsafe.
import tensorflow as tf

w = tf.Variable([[0.5, 0.2], [0.1, 0.3]])


def body(x):
    for _ in range(3):
        x = tf.nn.tanh(tf.matmul(x, w) + 0.5)
    return tf.reduce_sum(x)


class Quiet:
    def __enter__(self):
        return self

    def __exit__(self, kind, error, trace):
        print(error)
        return True


def subject(x):
    return body(x)


def other(x):
    with Quiet():  # changes-exception-type
        return subject(x)


for _ in range(100):
    print(float(subject(tf.ones((2, 2)))))
