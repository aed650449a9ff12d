# A layer is asked for its rate when it is called; what a checkpoint holds beside is nobody's input.
import tensorflow as tf

drop = tf.keras.layers.Dropout(0.0)
checkpoint = tf.train.Checkpoint(scale=tf.Variable(2.0))


def breaks(x):
    return tf.math.count_nonzero(drop(x, training=True)) > 500


def works(x):
    return x * checkpoint.scale


for i in range(3):
    print(bool(breaks(tf.ones(1000))), works(tf.ones(2)).numpy())
    drop.rate = 0.99
    checkpoint.best = tf.Variable(1.0 * i)
