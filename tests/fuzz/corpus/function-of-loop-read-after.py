import tensorflow as tf

data = tf.data.Dataset.range(6)


def subject(x):
    for each in tf.range(3):  # refused: uncovered

        def plus(y):
            return y + 1.0

        x = plus(x)
    return plus(x)


for i in range(3):
    print(subject(tf.constant([1.0, 2.0]) + i).numpy())
