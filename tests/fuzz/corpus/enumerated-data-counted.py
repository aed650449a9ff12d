import tensorflow as tf

data = tf.data.Dataset.range(6)


def subject(x):
    count = 0
    for at, each in enumerate(data.take(3)):
        count += 1
    return x * count  # refused: conflicting-dtypes, uncovered


for i in range(3):
    print(subject(tf.constant([1.0, 2.0]) + i).numpy())
