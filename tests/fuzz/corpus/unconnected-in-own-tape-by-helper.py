import tensorflow as tf

w = tf.Variable(2.0)


def scaled(y, x):
    if x > 0.0:
        return y * w
    return y


def subject(x, v, n):
    with tf.GradientTape() as tape:
        y = scaled(tf.tanh(x) + tf.sin(x) * tf.cos(x), x)
    gradient = tape.gradient(y, w)  # refused: uncovered
    return y if gradient is None else gradient


for k, (value, rounds) in enumerate([(0.75, 2), (0.25, 0), (-0.5, 1), (1.5, 3), (0.75, 2)]):
    print(subject(tf.constant(value), tf.constant([0.5, -0.25, 1.0]), tf.constant(rounds)))
