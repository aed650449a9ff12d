# The tape of the caller sees one operation where the graph is called: no gradient leads from one result to another.
import tensorflow as tf


def breaks(x):
    features = tf.sin(x) * 2.0
    return features, tf.reduce_sum(tf.square(features) * x)


def works(x):
    return tf.sin(x) * 2.0, tf.reduce_sum(tf.cos(x))


def head(features, x):
    return tf.reduce_sum(tf.square(features) * x)


for i in range(3):
    x = tf.constant([1.0, 2.0]) + float(i)
    with tf.GradientTape() as tape:
        tape.watch(x)
        features, score = breaks(x)
    slope = tape.gradient(score, features)
    print("none" if slope is None else slope.numpy().tolist())
    with tf.GradientTape(persistent=True) as tape:
        tape.watch(x)
        result = works(x)
        score = head(result[0], x)
    slopes = [tape.gradient(score, result[0]), tape.gradient(result[1], x)]
    print(["none" if slope is None else slope.numpy().round(4).tolist() for slope in slopes])
