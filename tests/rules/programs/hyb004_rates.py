"""The rate of an optimizer is a variable: to set it to a tensor is an operation, which each run repeats."""
import json

import tensorflow as tf

optimizer = tf.keras.optimizers.SGD(0.1)
rate = tf.Variable(0.5)
weight = tf.Variable(1.0)


class Holder:
    learning_rate = 0.0
    lr = None


def slower(step):
    return 0.1


holder = Holder()
unknown = json.loads('{"optimizer": null}')["optimizer"] or optimizer


@tf.function
def step():
    with tf.GradientTape() as tape:
        loss = weight * weight
    optimizer.learning_rate = rate.read_value()
    unknown.learning_rate = rate.read_value()
    holder.learning_rate = rate.read_value()  # expect: HYB004 - the tensor of the trace stays behind
    holder.lr = slower  # expect: HYB004 - an attribute of that name, and no rate of an optimizer
    optimizer.apply_gradients([(tape.gradient(loss, weight), weight)])
    return loss


for each in (0.5, 0.25):
    rate.assign(each)
    step()
    assert holder.lr is (slower if each == 0.5 else None)
    holder.lr = None
    assert float(optimizer.learning_rate.numpy()) == each
print(holder.learning_rate)
