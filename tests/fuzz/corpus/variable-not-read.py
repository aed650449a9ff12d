import tensorflow as tf

w = tf.Variable(1.0)


def subject(x, v, n):
    result = w.assign_add(0.5, read_value=False)  # refused: uncovered
    x = x * (2.0 if result is None else 3.0)
    return tf.reduce_sum(tf.stack([x * 1.0, tf.tanh(x), tf.sin(x) * tf.cos(x)]))


for k, (value, rounds) in enumerate([(0.75, 2), (0.25, 0), (-0.5, 1), (1.5, 3), (0.75, 2)]):
    print(subject(tf.constant(value), tf.constant([0.5, -0.25, 1.0]), tf.constant(rounds)).numpy(), w.numpy())
