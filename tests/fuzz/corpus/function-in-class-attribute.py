import tensorflow as tf


class Net:
    act = tf.sin


net = Net()


def subject(x, v, n):
    if tf.reduce_sum(v) * x < 1.0:
        x = x - 0.25
    else:
        # A function in a class becomes a method: it gets `net` as its first argument.
        x = net.act(x)  # refused: autograph-limit, invalid-name-argument
    return tf.reduce_sum(tf.stack([x * 1.0, tf.tanh(x), tf.sin(x) * tf.cos(x)]))


for k, (value, rounds) in enumerate([(-0.5, 3), (0.75, 0), (0.75, 1)]):
    print(subject(tf.constant(value), tf.constant([0.5, -0.25, 1.0]), tf.constant(rounds)).numpy())
