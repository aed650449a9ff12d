import tensorflow as tf

data = tf.data.Dataset.range(6)


def subject(x):
    found = {}
    for each in data.take(3):  # refused: uncovered
        found["last"] = x * tf.cast(each, tf.float32)
    return found["last"]


for i in range(3):
    print(subject(tf.constant([1.0, 2.0]) + i).numpy())
