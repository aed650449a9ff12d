import tensorflow as tf


class C1:
    def __enter__(self):
        return self

    def __exit__(self, kind, error, trace):
        return kind is not None and kind.__name__ == "InvalidArgumentError"


def subject(x, v, n):
    with C1():  # refused: uncovered
        x = x + float(tf.reshape(v, [2, 2])[0, 0])  # refused: uncovered
    return tf.reduce_sum(tf.stack([x * 1.0, tf.tanh(x), tf.sin(x) * tf.cos(x)]))


for k, (value, rounds) in enumerate([(0.75, 2), (0.25, 0), (-0.5, 1), (1.5, 3), (0.75, 2)]):
    print(subject(tf.constant(value), tf.constant([0.5, -0.25, 1.0]), tf.constant(rounds)).numpy())
