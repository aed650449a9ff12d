import tensorflow as tf

layer = tf.keras.layers.Dense(2, kernel_initializer="ones", name="my layer")  # refused: invalid-name-argument


def subject(x):
    y = tf.nn.relu(x) + tf.sin(x)
    return layer(y)


for k in range(5):
    print(float(tf.reduce_sum(subject(tf.ones((2, 3)) * float(k)))))
