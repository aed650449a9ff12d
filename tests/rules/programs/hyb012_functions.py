"""Every function runs as Python while the switch is on: the counter counts calls, not traces."""
import tensorflow as tf

tf.config.run_functions_eagerly(True)  # expect: HYB012 - nothing takes it back
calls = []


@tf.function
def total(x, n):
    calls.append(n)  # expect: HYB004 - once for each trace, without the switch
    return tf.reduce_sum(x) * n


for number in range(4):
    total(tf.ones(3), number)
assert len(calls) == 4
