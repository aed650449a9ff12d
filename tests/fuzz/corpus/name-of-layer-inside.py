import tensorflow as tf

inner = tf.keras.layers.Dense(2, kernel_initializer="ones", name="(inner)")  # refused: invalid-name-argument
model = tf.keras.Sequential([tf.keras.Input((3,)), inner])


def subject(x):
    y = tf.nn.relu(x) + tf.sin(x)
    return model(y)


for k in range(5):
    print(float(tf.reduce_sum(subject(tf.ones((2, 3)) * float(k)))))
