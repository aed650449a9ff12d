import tensorflow as tf

table = tf.lookup.experimental.DenseHashTable(tf.int64, tf.float32, -1.0, -1, -2)
table.insert(tf.constant([0, 1], tf.int64), tf.constant([1.0, 2.0]))


def subject(x):
    found = table[tf.cast(x, tf.int64)]
    return tf.ones(found.shape)  # refused: uncovered


for i in range(3):
    print(subject(tf.constant([1.0, 2.0, 3.0]) + i))
