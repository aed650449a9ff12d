import tensorflow as tf

mean = tf.keras.metrics.Mean()


def note(x):
    mean.update_state(x)


def subject(x):
    with tf.control_dependencies([note(x)]):  # refused: eager-only-call
        return mean.result() + x


for i in range(3):
    print(subject(tf.constant([1.0, 2.0, 3.0]) + i))
