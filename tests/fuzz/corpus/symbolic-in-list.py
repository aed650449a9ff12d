import tensorflow as tf

inputs = tf.keras.Input((4,))
dense = tf.keras.layers.Dense(2, kernel_initializer="ones")


def subject(x):  # refused: keras-symbolic-argument
    return dense(x[0]) + dense(x[1])


model = tf.keras.Model(inputs, subject([inputs, inputs]))
print(float(tf.reduce_sum(model(tf.ones((3, 4))))))
