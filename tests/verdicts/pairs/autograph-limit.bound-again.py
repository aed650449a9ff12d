# AutoGraph carries a name out of a condition on a tensor where something reads it before it is bound again.
import tensorflow as tf

weights = [tf.Variable(1.0), tf.Variable(2.0)]
copies = [tf.Variable(0.0), tf.Variable(0.0)]


def breaks(step):
    if step % 2 == 0:
        for source, target in zip(weights, copies):
            target.assign(source)
    if step % 3 == 0:
        target.assign_add(1.0)
    return copies[0] + copies[1]


def works(step):
    if step % 2 == 0:
        for source, target in zip(weights, copies):
            target.assign(source)
    if step % 3 == 0:
        for source, target in zip(weights, copies):
            target.assign_add(source)
    return copies[0] + copies[1]


for step in (0, 2, 6, 4):
    print(breaks(tf.constant(step)).numpy(), works(tf.constant(step)).numpy())
