import tensorflow as tf

loss = tf.keras.losses.MeanSquaredError(name="my loss")  # refused: invalid-name-argument


def subject(x):
    y = tf.nn.relu(x) + tf.sin(x)
    return loss(x, y)


for k in range(5):
    print(float(tf.reduce_sum(subject(tf.ones((2, 3)) * float(k)))))
