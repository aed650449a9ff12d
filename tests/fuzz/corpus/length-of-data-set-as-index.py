import tensorflow as tf

data = tf.data.Dataset.range(3)


def subject(x):
    return tf.sin(x) * tf.tanh(x) * [1.0, 2.0, 3.0, 4.0][len(data)]  # refused: eager-only-call


for value in (0.75, 0.25, -0.5, 1.5, 0.75):
    print(subject(tf.constant(value)).numpy())
