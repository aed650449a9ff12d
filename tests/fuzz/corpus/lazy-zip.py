import tensorflow as tf
st = {'n': 0.0}
class I:
    def __iter__(self):
        return self
    def __next__(self):
        st['n'] += 1.0  # refused: late-binding
        return 1
it = zip(I())


def subject(x, v, n):
    x = x + st['n']
    return tf.reduce_sum(tf.stack([x * 1.0, tf.tanh(x), tf.sin(x) * tf.cos(x)]))


for k, (value, rounds) in enumerate([(0.75, 2), (0.25, 0), (-0.5, 1), (1.5, 3), (0.75, 2)]):
    next(it)
    print(subject(tf.constant(value), tf.constant([0.5, -0.25, 1.0]), tf.constant(rounds)).numpy())
