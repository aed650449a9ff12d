# A name that the module binds between: no fix.
import tensorflow as tf

w = tf.Variable([[0.5, 0.2], [0.1, 0.3]])


def body(x):
    for _ in range(3):
        x = tf.nn.tanh(tf.matmul(x, w) + 0.5)
    return tf.reduce_sum(x)


scale = tf.ones(2)


def subject(x):
    return body(x * scale)


print(float(subject(tf.ones((2, 2)))))
scale = tf.zeros(2)  # late-binding
print(float(subject(tf.ones((2, 2)))))
