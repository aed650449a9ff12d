import tensorflow as tf

w = tf.Variable(2.0)


def subject(x, v, n):
    x = tf.tanh(x) + tf.sin(x) * tf.cos(x)
    return x + tf.reduce_sum(v), x * w



for k, (value, rounds) in enumerate([(0.75, 2), (0.25, 0), (-0.5, 1), (1.5, 3), (0.75, 2)]):
    with tf.GradientTape() as tape:
        result, other = subject(tf.constant(value), tf.constant([0.5, -0.25, 1.0]), tf.constant(rounds))
    print(tape.gradient(result, w))  # refused: uncovered
