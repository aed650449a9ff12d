"""A metric that is made for each call is traced each time; one that is made once, and reset, never again."""
import tensorflow as tf

ROUNDS = 30


@tf.function
def measured(x, mean):  # expect: HYB002 - a new metric in each round
    mean.update_state(tf.reduce_sum(x))


@tf.function
def measured_again(x, mean):
    mean.update_state(tf.reduce_sum(x))


results = []
for number in range(ROUNDS):
    new = tf.keras.metrics.Mean()
    measured(tf.ones(3) * number, new)
    results.append(float(new.result()))

kept = tf.keras.metrics.Mean()
for number in range(ROUNDS):
    kept.reset_state()
    measured_again(tf.ones(3) * number, kept)
    assert float(kept.result()) == results[number]

assert measured.experimental_get_tracing_count() >= ROUNDS
assert measured_again.experimental_get_tracing_count() <= 2
