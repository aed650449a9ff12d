import tensorflow as tf

ticks = []


def ticked(value):
    ticks.append(1)
    return value


class Layer(tf.keras.layers.Layer):
    def call(self, inputs):
        return ticked(inputs)


start = tf.keras.Input((3,))
model = tf.keras.Model(start, Layer()(start))


def subject(x, v, n):
    x = x + tf.reduce_sum(model(v[None]))  # refused: side-effects
    return tf.reduce_sum(tf.stack([x * 1.0, tf.tanh(x), tf.sin(x) * tf.cos(x)]))


for k, (value, rounds) in enumerate([(0.75, 2), (0.25, 0), (-0.5, 1), (1.5, 3), (0.75, 2)]):
    print(subject(tf.constant(value), tf.constant([0.5, -0.25, 1.0]), tf.constant(rounds)).numpy(), len(ticks))
