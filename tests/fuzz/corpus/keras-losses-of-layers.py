import tensorflow as tf

layer = tf.keras.layers.Dense(2, kernel_initializer="ones", activity_regularizer="l2")
model = tf.keras.Sequential([tf.keras.Input((3,)), layer])


def subject(x):  # refused: uncovered
    y = model(x)
    z = tf.nn.relu(y) + tf.sin(y)
    return tf.reduce_sum(z * z)


for k in range(5):
    print(k, float(subject(tf.ones((2, 3)) * float(k))), float(sum(model.losses)))
