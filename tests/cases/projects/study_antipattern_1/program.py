"""Bug study, anti-pattern 1: a hybrid function inside another function is made, and traced, at each call."""

import tensorflow as tf


def equalize_anew(image):  # expect: HYB001 - one graph around it is what its authors chose in the end
    @tf.function
    # report: hybrid=true, tensor_parameters=channel
    def scale_channel(channel):  # expect: HYB002 - made anew for each image
        histogram = tf.histogram_fixed_width(channel, [0, 255], nbins=256)
        return tf.cast(tf.cumsum(histogram) * 255 // tf.reduce_sum(histogram), tf.uint8)

    return tf.stack([scale_channel(image[..., index]) for index in range(3)], axis=-1)


def make_equalizer():  # expect: none - makes it once, for its caller
    @tf.function
    # report: hybrid=true, tensor_parameters=image
    def equalize(image):  # expect: none - made once, returned and kept
        histogram = tf.histogram_fixed_width(image, [0, 255], nbins=256)
        return tf.cast(tf.cumsum(histogram) * 255 // tf.reduce_sum(histogram), tf.uint8)

    return equalize


equalizer = make_equalizer()
for _ in range(10):
    picture = tf.zeros([8, 8, 3], tf.int32)
    equalize_anew(picture)
    equalizer(picture)
