# A file that is opened by its mode: no fix.
import tensorflow as tf

w = tf.Variable([[0.5, 0.2], [0.1, 0.3]])


def body(x):
    for _ in range(3):
        x = tf.nn.tanh(tf.matmul(x, w) + 0.5)
    return tf.reduce_sum(x)


@tf.function
def subject(x):
    with open(__file__, mode='rb') as file:  # side-effects
        size = len(file.read())
    return body(x) * float(size > 0)


for _ in range(100):
    print(float(subject(tf.ones((2, 2)))))
