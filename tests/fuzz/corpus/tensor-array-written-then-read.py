import tensorflow as tf


def subject(x):
    rows = tf.TensorArray(tf.float32, 3, clear_after_read=False).unstack(x)
    more = rows.write(0, x[1])  # refused: autograph-limit
    return rows.stack() + more.stack()


for i in range(3):
    print(subject(tf.constant([1.0, 2.0, 3.0]) + i))
