"""What `tf.py_function` runs, it runs at each call of the graph; what stands beside it happens once for each trace."""

import tensorflow as tf

losses = []
traces = []


class Log:
    def __init__(self):
        self.lines = []


log = Log()


@tf.function
def kept(x):
    loss = tf.reduce_sum(x)
    tf.py_function(losses.append, [loss], [])
    tf.numpy_function(log.lines.append, [loss], [])
    return loss


@tf.function
def beside(x):
    traces.append(1)  # expect: HYB004 - once for each trace
    tf.py_function(losses.append, [tf.reduce_sum(x)], [])
    return x


for _ in range(3):
    kept(tf.ones(2))
    beside(tf.ones(2))
assert len(losses) == 6 and len(log.lines) == 3 and len(traces) == 1


class Counting:
    def __init__(self):
        self.calls = 0

    def __call__(self, x):
        self.calls += 1
        return x * 2.0


inside, outside = Counting(), Counting()


@tf.function
def counted(x):
    return tf.py_function(inside, [x], tf.float32)


@tf.function
def counted_once(x):
    return outside(x)  # expect: HYB004 - once for each trace


for _ in range(3):
    counted(tf.ones(2))
    counted_once(tf.ones(2))
assert (inside.calls, outside.calls) == (3, 1)
