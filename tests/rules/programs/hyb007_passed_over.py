"""A value that is asked for in a `try` whose handler says nothing is for eager runs; where it is told, it fails."""
import tensorflow as tf


def loss_of(x):
    loss = tf.reduce_sum(x)
    try:
        print("loss", loss.numpy())
    except Exception:
        pass
    return loss


@tf.function
def passed_over(x):
    return loss_of(x) * 2.0


@tf.function
def told(x):
    loss = tf.reduce_sum(x)
    try:
        print("loss", loss.numpy())  # expect: HYB007 - each trace says that it cannot
    except Exception as error:
        print(error)
    return loss


@tf.function
def refused(x):
    loss = tf.reduce_sum(x)
    try:
        print("loss", loss.numpy())  # expect: HYB007 - nothing catches what it raises
    except ValueError:
        pass
    return loss


@tf.function
def shown(x):
    try:
        print("loss", x)  # expect: HYB004 - a trace can print a tensor, and does so once
    except Exception:
        pass
    return x


assert passed_over(tf.ones(2)).numpy() == 4.0
assert told(tf.ones(2)).numpy() == 2.0
assert shown(tf.ones(2)).numpy().tolist() == [1.0, 1.0]
try:
    refused(tf.ones(2))
except (AttributeError, NotImplementedError):
    pass
else:
    raise AssertionError("refused")
