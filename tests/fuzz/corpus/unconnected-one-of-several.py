import tensorflow as tf

w = tf.Variable(2.0)


def both(x):
    return x * 2.0, x * w


def subject(x, v, n):
    one, other = both(tf.tanh(x) + tf.sin(x) * tf.cos(x))
    return one, other


for k, (value, rounds) in enumerate([(0.75, 2), (0.25, 0), (-0.5, 1), (1.5, 3), (0.75, 2)]):
    with tf.GradientTape() as tape:
        one, other = subject(tf.constant(value), tf.constant([0.5, -0.25, 1.0]), tf.constant(rounds))
    print(tape.gradient(one, w))  # refused: uncovered
