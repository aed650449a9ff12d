import tensorflow as tf
store = {'a': 1.0}

class M(type):
    @property
    def v(cls):
        return 1.0

    @v.setter
    def v(cls, q):
        store['a'] = q  # refused: late-binding

class C(metaclass=M):
    pass


def subject(x, v, n):
    x = x * store['a']
    return tf.reduce_sum(tf.stack([x * 1.0, tf.tanh(x), tf.sin(x) * tf.cos(x)]))


for k, (value, rounds) in enumerate([(0.75, 2), (0.25, 0), (-0.5, 1), (1.5, 3), (0.75, 2)]):
    C.v = float(k)
    print(subject(tf.constant(value), tf.constant([0.5, -0.25, 1.0]), tf.constant(rounds)).numpy())
