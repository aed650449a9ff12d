import tensorflow as tf
def f(a):
    if tf.reduce_sum(a) > 0.0:
        a = a * 2.0
    return a

l = tf.keras.layers.Lambda(f)


def subject(x, v, n):
    x = tf.reduce_sum(l(tf.reshape(x, [1, 1])))  # refused: autograph-limit
    return tf.reduce_sum(tf.stack([x * 1.0, tf.tanh(x), tf.sin(x) * tf.cos(x)]))


for k, (value, rounds) in enumerate([(0.75, 2), (0.25, 0), (-0.5, 1), (1.5, 3), (0.75, 2)]):
    print(subject(tf.constant(value), tf.constant([0.5, -0.25, 1.0]), tf.constant(rounds)).numpy())
