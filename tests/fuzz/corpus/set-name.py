import tensorflow as tf
state = {'n': 1.0}

class D:
    def __set_name__(self, owner, name):
        state['n'] += 1.0  # refused: late-binding


def subject(x, v, n):
    x = x * state['n']
    return tf.reduce_sum(tf.stack([x * 1.0, tf.tanh(x), tf.sin(x) * tf.cos(x)]))


for k, (value, rounds) in enumerate([(0.75, 2), (0.25, 0), (-0.5, 1), (1.5, 3), (0.75, 2)]):
    type('E', (), {'d': D()})
    print(subject(tf.constant(value), tf.constant([0.5, -0.25, 1.0]), tf.constant(rounds)).numpy())
