# A metaclass with a method: unsafe.
import tensorflow as tf

w = tf.Variable([[0.5, 0.2], [0.1, 0.3]])


def body(x):
    for _ in range(3):
        x = tf.nn.tanh(tf.matmul(x, w) + 0.5)
    return tf.reduce_sum(x)


class Meta(type):
    def __len__(cls):  # changes-result-type, no-known-caller, no-tensor-computation, not-a-plain-function
        return 3


class Sized(metaclass=Meta):
    pass


def subject(x):
    return body(x) * float(len(Sized))  # uncovered


for _ in range(100):
    print(float(subject(tf.ones((2, 2)))))
