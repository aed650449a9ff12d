# A loop on a tensor carries no attribute of what it binds itself; one of a member with a literal index it carries.
import tensorflow as tf


class Box:
    def __init__(self):
        self.value = tf.zeros(())


def breaks(x):
    boxes = [Box(), Box()]
    for row in x:
        for box in boxes:
            box.value = box.value + tf.tanh(row)
    return boxes[0].value + boxes[1].value


def works(x):
    boxes = [Box(), Box()]
    for row in x:
        boxes[0].value = boxes[0].value + tf.tanh(row)
    return boxes[0].value + boxes[1].value


for scale in (1.0, 2.0, 3.0):
    print(breaks(scale * tf.ones(2)).numpy(), works(scale * tf.ones(2)).numpy())
