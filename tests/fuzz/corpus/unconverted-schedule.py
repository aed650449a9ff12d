import tensorflow as tf


class Schedule(tf.keras.optimizers.schedules.LearningRateSchedule):
    def __call__(self, step):
        rate = tf.cast(step, tf.float32) * 0.01
        if rate < 0.05:
            rate = rate * 2.0
        return rate


w = tf.Variable(1.0)
opt = tf.keras.optimizers.SGD(Schedule())
opt.build([w])


def subject(x, v, n):
    opt.apply_gradients([(x, w)])  # refused: autograph-limit
    x = w * 1.0
    return tf.reduce_sum(tf.stack([x * 1.0, tf.tanh(x), tf.sin(x) * tf.cos(x)]))


for k, (value, rounds) in enumerate([(0.75, 2), (0.25, 0), (-0.5, 1), (1.5, 3), (0.75, 2)]):
    print(subject(tf.constant(value), tf.constant([0.5, -0.25, 1.0]), tf.constant(rounds)).numpy())
