import tensorflow as tf

table = tf.lookup.experimental.MutableHashTable(tf.int64, tf.float32, -1.0)
table.insert(tf.constant([0, 1], tf.int64), tf.constant([1.0, 2.0]))


def subject(x):
    if table[0]:  # refused: uncovered
        return x * 2
    return x


for i in range(3):
    print(subject(tf.constant([1.0, 2.0, 3.0]) + i))
