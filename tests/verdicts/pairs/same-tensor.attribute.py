# What an object holds is captured by its graph, and is another tensor than the argument that comes from there.
import tensorflow as tf


class Scene:
    def __init__(self, x):
        self.x = x

    def breaks(self, x):
        with tf.GradientTape() as tape:
            tape.watch(x)
            loss = tf.sin(self.x) * self.x
        slope = tape.gradient(loss, x)
        return tf.constant(-1.0) if slope is None else slope


class Field:
    def __init__(self, x):
        self.x = x

    def works(self, x):
        with tf.GradientTape() as tape:
            tape.watch(x)
            loss = tf.sin(self.x) * x
        slope = tape.gradient(loss, x)
        return tf.constant(-1.0) if slope is None else slope


scene, field = Scene(tf.constant(2.0)), Field(tf.constant(2.0))
for i in range(3):
    print(float(scene.breaks(scene.x)), float(field.works(tf.constant(float(i)))))
