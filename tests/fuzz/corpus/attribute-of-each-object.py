import tensorflow as tf


class Box:
    def __init__(self):
        self.v = tf.zeros(())


def subject(x, v, n):
    boxes = [Box(), Box()]
    for r in v:
        for box in boxes:
            box.v = box.v + tf.tanh(r) * x  # refused: autograph-limit
    x = boxes[0].v + 2.0 * boxes[1].v
    return tf.reduce_sum(tf.stack([x * 1.0, tf.tanh(x), tf.sin(x) * tf.cos(x)]))


for k, (value, rounds) in enumerate([(0.75, 2), (0.25, 0), (-0.5, 1), (1.5, 3), (0.75, 2)]):
    print(subject(tf.constant(value), tf.constant([0.5, -0.25, 1.0]), tf.constant(rounds)).numpy())
