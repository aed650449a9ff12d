# A list that grows in the loop is unpacked into the call: one more tensor each time. Behind the loop it stays as it is.
import tensorflow as tf


def breaks(*images):
    total = tf.zeros_like(images[0])
    for image in images:
        total += tf.tanh(image) * tf.sigmoid(image)
    return tf.reduce_mean(total)


def works(*images):
    total = tf.zeros_like(images[0])
    for image in images:
        total += tf.tanh(image) * tf.sigmoid(image)
    return tf.reduce_mean(total)


stack = []
for number in range(12):
    stack.append(tf.fill((3, 3), float(number)))
    print(round(float(breaks(*stack)), 3))
for _ in range(12):
    print(round(float(works(*stack)), 3))
