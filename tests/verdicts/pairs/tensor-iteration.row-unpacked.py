# The row of a tensor is unpacked; eagerly that iterates over it.
import tensorflow as tf


def breaks(boxes):
    total = tf.constant(0.0)
    for low, high in boxes:
        total += high - low
    return total


def works(boxes):
    total = tf.constant(0.0)
    for box in boxes:
        total += box[1] - box[0]
    return total


for scale in (1.0, 2.0, 3.0):
    boxes = scale * tf.constant([[0.0, 1.0], [1.0, 3.0]])
    print(float(breaks(boxes)), float(works(boxes)))
