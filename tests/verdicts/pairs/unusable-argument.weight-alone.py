# A weight of Keras 3 that is passed by itself arrives as a tensor, without `assign`. What only computes with it works.
import tensorflow as tf

dense = tf.keras.layers.Dense(2, kernel_initializer="ones")
dense.build((None, 2))


def breaks(weight, x):
    weight.assign(0.5 * weight + tf.reduce_mean(tf.tanh(x)))
    return tf.reduce_sum(weight)


def works(weight, x):
    for _ in range(5):
        x = tf.tanh(tf.matmul(x, weight))
    return tf.reduce_sum(x)


for number in range(3):
    x = tf.fill((4, 2), float(number))
    print(round(float(breaks(dense.kernel, x)), 3), round(float(works(dense.kernel, x)), 3))
