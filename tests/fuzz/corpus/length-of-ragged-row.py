import tensorflow as tf

rows = tf.ragged.constant([[1.0, 2.0], [3.0]])


def subject(x):
    means = tf.map_fn(lambda row: tf.reduce_sum(row) / row.shape[0], rows, fn_output_signature=tf.float32)  # refused: uncovered
    return tf.sin(x) * tf.tanh(x) * means


for value in (0.75, 0.25, -0.5, 1.5, 0.75):
    print(subject(tf.constant(value)).numpy())
