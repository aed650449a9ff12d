# A class that TensorFlow converts: unsafe.
import tensorflow as tf

w = tf.Variable([[0.5, 0.2], [0.1, 0.3]])


def body(x):
    for _ in range(3):
        x = tf.nn.tanh(tf.matmul(x, w) + 0.5)
    return tf.reduce_sum(x)


class Own:  # uncovered
    value = 2.0


tf.register_tensor_conversion_function(Own, lambda value, *rest, **more: tf.constant(value.value))
own = Own()


def subject(x):
    return body(x) + own.value


for _ in range(100):
    print(float(subject(tf.ones((2, 2)))))
