import tensorflow as tf


class Held:
    def __init__(self, data):
        self.data = data

    def __len__(self):
        return len(self.data)


held = Held(tf.data.Dataset.range(3))


def subject(x):
    return tf.sin(x) * tf.tanh(x) / len(held)  # refused: uncovered


for value in (0.75, 0.25, -0.5, 1.5, 0.75):
    print(subject(tf.constant(value)).numpy())
