# A list that the body of `tf.while_loop` fills, and that is read afterwards; one that the body makes is its own.
import tensorflow as tf


def breaks(x):
    seen = []

    def body(i, y):
        seen.append(y * 0.5)
        return i + 1, y * 0.5

    tf.while_loop(lambda i, y: i < 3, body, [tf.constant(0), x])
    return tf.concat(seen, 0)


def works(x):
    def body(i, y):
        seen = [y, y * 0.5]
        return i + 1, tf.add_n(seen)

    return tf.while_loop(lambda i, y: i < 3, body, [tf.constant(0), x])[1]


for scale in (4.0, 8.0, 16.0):
    print(breaks(scale * tf.ones(2)).numpy(), works(scale * tf.ones(2)).numpy())
