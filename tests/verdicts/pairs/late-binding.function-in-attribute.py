# A function that an attribute holds, of the program or of TensorFlow, and a method that an object hides.
import tensorflow as tf


def doubled(x):
    return x * 2.0


class Changing:
    def __init__(self):
        self.activation = tf.tanh

    def turned(self, x):
        return -x

    def breaks(self, x):
        return self.turned(self.activation(x))


class Fixed:
    def __init__(self):
        self.activation = tf.tanh

    def works(self, x):
        return self.activation(x)


changing, fixed = Changing(), Fixed()
for i in range(3):
    print(float(changing.breaks(tf.constant(2.0))), float(fixed.works(tf.constant(2.0))))
    changing.activation = tf.sigmoid
    changing.turned = doubled
