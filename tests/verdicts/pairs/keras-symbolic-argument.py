# `tf.function` takes no symbolic tensor of Keras; its tensors are those of a step outside of the model.
import tensorflow as tf

inputs = tf.keras.Input((3,))
dense = tf.keras.layers.Dense(2, kernel_initializer="ones")


def breaks(x):
    return dense(x)


model = tf.keras.Model(inputs, breaks(inputs))


def works(x):
    return 2.0 * model(x)


print(works(tf.ones((1, 3))).numpy())
