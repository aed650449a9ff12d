import tensorflow as tf
import inspect

def h(a, d=[2.0]):
    return a * d[0]


def subject(x, v, n):
    x = h(x)
    return tf.reduce_sum(tf.stack([x * 1.0, tf.tanh(x), tf.sin(x) * tf.cos(x)]))


for k, (value, rounds) in enumerate([(0.75, 2), (0.25, 0), (-0.5, 1), (1.5, 3), (0.75, 2)]):
    inspect.signature(h).parameters['d'].default[0] = float(k)  # refused: late-binding
    print(subject(tf.constant(value), tf.constant([0.5, -0.25, 1.0]), tf.constant(rounds)).numpy())
