import tensorflow as tf
a = tf.Variable(1.0)
b = tf.Variable(2.0)

def pick(q):
    if q > 0.5:
        return a
    return b


def subject(x, v, n):
    w = pick(x)  # refused: uncovered
    w.assign_add(x)
    return tf.reduce_sum(tf.stack([x * 1.0, tf.tanh(x), tf.sin(x) * tf.cos(x)]))


for k, (value, rounds) in enumerate([(0.75, 2), (0.25, 0), (-0.5, 1), (1.5, 3), (0.75, 2)]):
    print(subject(tf.constant(value), tf.constant([0.5, -0.25, 1.0]), tf.constant(rounds)).numpy())
    print(a.numpy(), b.numpy())
