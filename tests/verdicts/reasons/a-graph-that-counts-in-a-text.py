# A graph that counts in a text: unsafe.
import tensorflow as tf

w = tf.Variable([[0.5, 0.2], [0.1, 0.3]])


def body(x):
    for _ in range(3):
        x = tf.nn.tanh(tf.matmul(x, w) + 0.5)
    return tf.reduce_sum(x)


@tf.function
def subject(x, name):  # HYB002
    return body(x) * float(len(name))


for k in range(5):
    print(float(subject(tf.ones((2, 2)), f'name {k}')))
