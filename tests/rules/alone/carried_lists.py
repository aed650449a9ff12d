"""What a loop over a data set carries: what is read before it is bound, in whatever round, and on whatever way."""
# codes: HYB007
import tensorflow as tf
DATA = tf.data.Dataset.from_tensor_slices(tf.ones((4, 3))).batch(2)
def step(x, state=None):
    return x * 2.0, [x] if state is None else [state[0] + x]
# == read under another condition than it is bound
@tf.function
def f(data):
    total = 0.0
    for x in data:  # expect: HYB007
        for i in range(3):
            if i == 0:
                y, state = step(x)
            else:
                y, state = step(x, state)
        total += tf.reduce_sum(y)
    return total
f(DATA)
# == bound before it is read fine
@tf.function
def f(data):
    total = 0.0
    for x in data:
        y, state = step(x)
        for i in range(3):
            y, state = step(x, state)
        total += tf.reduce_sum(y)
    return total
f(DATA)
# == bound and read under one condition fine
@tf.function
def f(data, longer=True):
    total = 0.0
    for x in data:
        if longer:
            y, state = step(x)
            y, state = step(y, state)
            total += tf.reduce_sum(state[0])
    return total
f(DATA)
# == read by a comprehension of its own fine
@tf.function
def f(data):
    total = 0.0
    for x in data:
        y, state = step(x)
        total += tf.reduce_sum(y)
    return total, [state for state in range(3)]
f(DATA)
