"""What the class itself calls for objects of another kind sees what these have; what nobody calls may be wrong."""
import tensorflow as tf


class Net:
    def __init__(self, kind, length):
        if kind == "rows":
            self.input_shape = (length, 8)
            self.model = self.rows()
        else:
            self.input_shape = (length, 8, 8, 3)
            self.model = self.films()

    def rows(self):
        return tf.keras.Sequential([tf.keras.layers.Input(self.input_shape), tf.keras.layers.Conv1D(4, 2)])

    def films(self):
        model = tf.keras.Sequential()
        model.add(tf.keras.layers.Input(self.input_shape))
        model.add(tf.keras.layers.Conv3D(4, 2))
        return model

    def wrong(self):
        model = tf.keras.Sequential()
        model.add(tf.keras.layers.Input(self.input_shape))
        model.add(tf.keras.layers.Conv2D(4, 2))  # expect: HYB019 - three axes arrive, whatever calls it
        return model


net = Net("rows", 5)
assert net.model(tf.zeros((2, 5, 8))).shape == (2, 4, 4)
