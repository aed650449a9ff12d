# A gradient beside a number: safe.
import tensorflow as tf

w = tf.Variable([[0.5, 0.2], [0.1, 0.3]])


def body(x):
    for _ in range(3):
        x = tf.nn.tanh(tf.matmul(x, w) + 0.5)
    return tf.reduce_sum(x)


def subject(x):
    with tf.GradientTape() as tape:
        y = body(x)
    scale = float(y)
    return tf.reduce_sum(tape.gradient(y, w)) * scale


for _ in range(100):
    print(float(subject(tf.ones((2, 2)))))
