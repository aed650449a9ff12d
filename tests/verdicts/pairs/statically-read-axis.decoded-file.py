# How much a file holds is no Python number while tracing.
import tensorflow as tf


def breaks(text):
    sound = tf.squeeze(tf.audio.decode_wav(text).audio)
    return tf.reduce_sum(sound) / sound.shape[0]


def works(text):
    sound = tf.squeeze(tf.audio.decode_wav(text).audio)
    return tf.reduce_sum(sound) / tf.cast(tf.shape(sound)[0], tf.float32)


for length in (3.0, 5.0):
    written = tf.audio.encode_wav(tf.fill([int(length), 1], 0.5), 44100)
    print(round(float(breaks(written)), 2), round(float(works(written)), 2))
