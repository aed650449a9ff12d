"""A seed that is set while a function is traced is set once: eagerly each call begins the same sequence anew."""
import tensorflow as tf


def mask():
    tf.random.set_seed(3)
    return tf.random.uniform([3])


@tf.function
def through(x):
    return x * mask()  # expect: HYB011 - the second call goes on


@tf.function
def direct(x):
    tf.random.set_seed(3)  # expect: HYB011 - the second call goes on
    return x * tf.random.uniform([3])


@tf.function
def stateless(x):
    return x * tf.random.stateless_uniform([3], seed=[3, 0])


ones = tf.ones(3)
assert mask().numpy().tolist() == mask().numpy().tolist()
assert stateless(ones).numpy().tolist() == stateless(ones).numpy().tolist()
for drawn in (through, direct):
    assert drawn(ones).numpy().tolist() != drawn(ones).numpy().tolist()
