import tensorflow as tf

inputs = tf.keras.Input((4,))
dense = tf.keras.layers.Dense(2, kernel_initializer="ones")


def subject(x):  # refused: changes-result-type, keras-symbolic-argument
    return inputs[:, :2] + dense(x)


model = tf.keras.Model(inputs, subject(tf.ones((3, 4))))
print(float(tf.reduce_sum(model(tf.ones((3, 4))))))
