# A Python iterator gives a trace one value; those of a data set are read by operations.
import tensorflow as tf

numbers = iter([1.0, 2.0, 3.0, 4.0])
data = tf.data.Dataset.from_tensor_slices([1.0, 2.0, 3.0, 4.0])


def breaks(x):
    return x + next(numbers)


def works(x):
    for number in data:
        x += number
    return x


for _ in range(3):
    print(float(breaks(tf.constant(0.0))), float(works(tf.constant(0.0))))
