import tensorflow as tf

a = tf.keras.layers.Dense(2, kernel_initializer="ones")
b = tf.keras.layers.Dense(2, kernel_initializer="zeros")


def subject(x, first):  # refused: uncovered
    y = a(x) if first else b(x)
    z = tf.nn.relu(y) + tf.sin(y)
    return tf.reduce_sum(z * z)


for k in range(6):
    print(k, float(subject(tf.ones((2, 3)), k % 2 == 0)))
