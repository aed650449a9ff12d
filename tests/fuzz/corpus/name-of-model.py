import tensorflow as tf

dense = tf.keras.layers.Dense(2, kernel_initializer="ones")
model = tf.keras.Sequential([tf.keras.Input((3,)), dense], name="my model")  # refused: invalid-name-argument


def subject(x):
    y = tf.nn.relu(x) + tf.sin(x)
    return model(y)


for k in range(5):
    print(float(tf.reduce_sum(subject(tf.ones((2, 3)) * float(k)))))
