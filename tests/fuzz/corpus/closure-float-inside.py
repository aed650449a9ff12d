import tensorflow as tf
def make1():
    c = 2.0

    def get():
        return c

    def put(v):
        nonlocal c
        c = v

    return get, put


get1, put1 = make1()


def subject(x, v, n):
    x = x * get1()
    put1(get1() + 1.0)  # refused: side-effects
    return tf.reduce_sum(tf.stack([x * 1.0, tf.tanh(x), tf.sin(x) * tf.cos(x)]))


for k, (value, rounds) in enumerate([(0.75, 2), (0.25, 0), (-0.5, 1), (1.5, 3), (0.75, 2)]):
    print(subject(tf.constant(value), tf.constant([0.5, -0.25, 1.0]), tf.constant(rounds)).numpy())
    print(get1())
