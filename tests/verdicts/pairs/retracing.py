# An object made for each call is another argument each time.
import tensorflow as tf


class Options:
    def __init__(self, rate):
        self.rate = rate


def breaks(x, options):
    return x * options.rate


def works(x, options):
    return x * options.rate


rate = tf.constant(0.5)
same = Options(rate)
for i in range(5):
    options = Options(rate)
    print(float(breaks(tf.constant(float(i)), options)), float(works(tf.constant(float(i)), same)))
