import tensorflow as tf


class Options:
    def __init__(self):
        self.__dict__["values"] = {"scale": 1.5}

    def get(self, name):
        return self.__dict__["values"][name]

    def put(self, name, value):
        self.__dict__["values"][name] = value  # refused: late-binding


options = Options()


def subject(x, v, n):
    x = x + tf.reduce_sum(v * options.get("scale"))
    return tf.reduce_sum(tf.stack([x * 1.0, tf.tanh(x), tf.sin(x) * tf.cos(x)]))


for k, (value, rounds) in enumerate([(0.75, 2), (0.25, 0), (-0.5, 1), (1.5, 3), (0.75, 2)]):
    options.put("scale", 0.5 * k)
    print(subject(tf.constant(value), tf.constant([0.5, -0.25, 1.0]), tf.constant(rounds)).numpy())
