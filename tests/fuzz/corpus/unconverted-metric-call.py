import tensorflow as tf
class L(tf.keras.metrics.Metric):
    def __init__(self):
        super().__init__()
        self.t = self.add_weight(name='t', initializer='zeros', shape=())

    def update_state(self, a):
        if a > 0.0:
            self.t.assign(a)

    def result(self):
        return self.t + 0.0

l = L()


def subject(x, v, n):
    x = l(x)  # refused: uncovered
    return tf.reduce_sum(tf.stack([x * 1.0, tf.tanh(x), tf.sin(x) * tf.cos(x)]))


for k, (value, rounds) in enumerate([(0.75, 2), (0.25, 0), (-0.5, 1), (1.5, 3), (0.75, 2)]):
    print(subject(tf.constant(value), tf.constant([0.5, -0.25, 1.0]), tf.constant(rounds)).numpy())
