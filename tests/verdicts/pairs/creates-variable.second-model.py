# The second model that arrives makes its variables in the second trace, where a graph may make none.
import tensorflow as tf


def made():
    layer = tf.keras.layers.Dense(2, kernel_initializer="ones")
    return tf.keras.Sequential([layer])


def breaks(model, x):
    y = model(x)
    return tf.nn.relu(y) * 0.5 + tf.tanh(y)


def works(model, x):
    y = model(x)
    return tf.nn.relu(y) * 0.5 + tf.tanh(y)


first, second, third = made(), made(), made()
for step in range(4):
    x = tf.constant([[1.0, -2.0, 0.5 * step]])
    print(breaks(first, x).numpy(), breaks(second, x).numpy(), works(third, x).numpy())
