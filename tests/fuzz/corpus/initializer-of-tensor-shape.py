import tensorflow as tf

initial = tf.keras.initializers.Identity()


def subject(x):
    return initial(tf.shape(tf.stack([x, x]))) * x  # refused: uncovered


for i in range(3):
    print(subject(tf.constant([1.0, 2.0, 3.0]) + i))
