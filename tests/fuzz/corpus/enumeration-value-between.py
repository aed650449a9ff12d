import enum
import tensorflow as tf


class Mode(enum.Enum):
    A = 1.0


def subject(x):
    y = tf.sin(x) * Mode.A.value
    return tf.reduce_sum(tf.exp(-y) + tf.math.log1p(y * y) + tf.cos(y) * tf.tanh(y))


for i in range(5):
    print(subject(tf.ones((4, 4))).numpy())
    Mode.A._value_ = float(i)  # refused: late-binding
