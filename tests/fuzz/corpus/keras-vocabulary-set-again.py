import tensorflow as tf

lookup = tf.keras.layers.StringLookup(vocabulary=["a", "b"])


def subject(words):
    y = tf.cast(lookup(words), tf.float32)
    z = tf.nn.relu(y) + tf.sin(y)
    return tf.reduce_sum(z * z)


for k in range(6):
    if k == 3:
        lookup.set_vocabulary(["b", "c", "a"])  # refused: late-binding
    print(k, float(subject(tf.constant(["a", "b", "c"]))))
