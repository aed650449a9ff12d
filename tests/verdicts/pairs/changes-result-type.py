# A returned variable comes back as the tensor that it was; a Python object not at all.
import tensorflow as tf

total = tf.Variable(0.0)


def breaks(x):
    total.assign_add(x)
    return total


def works(x):
    total.assign_add(x)
    return total.read_value()


kept = [breaks(tf.constant(1.0)) for _ in range(3)]
read = [works(tf.constant(1.0)) for _ in range(3)]
print([float(each) for each in kept], [float(each) for each in read])
