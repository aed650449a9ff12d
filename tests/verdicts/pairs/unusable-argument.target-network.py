# Keras 3: weights of networks that are passed in lists arrive as tensors. Variables of the program arrive as such.
import tensorflow as tf

net = tf.keras.Sequential([tf.keras.Input((2,)), tf.keras.layers.Dense(2, kernel_initializer="ones")])
slow = tf.keras.Sequential([tf.keras.Input((2,)), tf.keras.layers.Dense(2, kernel_initializer="zeros")])
means = [tf.Variable(tf.ones((2, 2))) for _ in range(4)]


def breaks(targets, sources):
    for target, source in zip(targets, sources):
        target.assign(0.9 * target + 0.1 * tf.tanh(source))


def works(targets, x):
    for target in targets:
        target.assign(0.9 * target + 0.1 * tf.tanh(x))


for _ in range(100):
    breaks(slow.trainable_variables, net.trainable_variables)
    works(means, tf.ones((2, 2)))
print([round(float(tf.reduce_sum(each)), 3) for each in (*slow.trainable_variables, *means)])
