import tensorflow as tf
def make3():
    c = "a"

    def get():
        return c

    def put(v):
        nonlocal c
        c = v

    return get, put


get3, put3 = make3()


def h1(x, v, n):
    x = x + (1.0 if x == 0.75 else 2.0)
    x = x + (1.0 if get3() == "a" else 2.0)
    put3(get3() + "b")
    return x


def subject(x, v, n):
    x = tf.reduce_sum(tf.map_fn(lambda e: h1(e, v, n), v)) * 0.1 + x  # refused: side-effects
    return tf.reduce_sum(tf.stack([x * 1.0, tf.tanh(x), tf.sin(x) * tf.cos(x)]))


for k, (value, rounds) in enumerate([(0.75, 2), (0.25, 0), (-0.5, 1), (1.5, 3), (0.75, 2)]):
    print(subject(tf.constant(value), tf.constant([0.5, -0.25, 1.0]), tf.constant(rounds)).numpy())
    print(get3())
