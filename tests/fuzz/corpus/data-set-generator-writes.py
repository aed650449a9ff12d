import tensorflow as tf
cfg = {'s': 1.0}


def g():
    cfg['s'] += 1.0  # refused: late-binding
    yield 1.0


ds = tf.data.Dataset.from_generator(g, output_signature=tf.TensorSpec((), tf.float32))


def subject(x, v, n):
    x = x * cfg['s']
    return tf.reduce_sum(tf.stack([x * 1.0, tf.tanh(x), tf.sin(x) * tf.cos(x)]))


for k, (value, rounds) in enumerate([(0.75, 2), (0.25, 0), (-0.5, 1), (1.5, 3), (0.75, 2)]):
    for e in ds:
        pass
    print(subject(tf.constant(value), tf.constant([0.5, -0.25, 1.0]), tf.constant(rounds)).numpy())
