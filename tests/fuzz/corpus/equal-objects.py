import tensorflow as tf


class Scale:
    def __init__(self, name, by):
        self.name, self.by = name, by

    def __eq__(self, other):
        return self.name == other.name

    def __hash__(self):
        return hash(self.name)


def subject(x, scale):  # refused: captured-tensors, few-values, uncovered
    y = tf.sin(x) * scale.by + tf.cos(x)
    return tf.reduce_sum(y * y)


scales = [Scale("a", 1.0), Scale("a", 5.0)]
for k in range(6):
    print(k, float(subject(tf.ones((2, 3)) * float(k), scales[k % 2])))  # refused: literal-parameter
