"""Every function runs as Python while the switch is on: the counter counts calls, not traces."""
import tensorflow as tf

tf.config.run_functions_eagerly(True)  # expect: HYB012 - nothing takes it back
calls = []


@tf.function
def total(x, n):
    # Without the switch once for each trace, as HYB012 says.
    calls.append(n)
    return tf.reduce_sum(x) * n


for number in range(4):
    total(tf.ones(3), number)
assert len(calls) == 4
