"""A step that stands in its loop would be a graph if it were a function; what cannot move stays."""
import numpy as np
import tensorflow as tf

rng = np.random.default_rng(0)
first = tf.Variable(rng.normal(size=(6, 8)).astype("float32"))
second = tf.Variable(rng.normal(size=(8, 1)).astype("float32"))
optimizer = tf.keras.optimizers.SGD(0.01)
rows = rng.normal(size=(40, 10, 6)).astype("float32")
wanted = rows.sum(-1, keepdims=True)

seen = []
for turn in range(40):
    x, y = tf.constant(rows[turn]), tf.constant(wanted[turn])
    with tf.GradientTape() as tape:  # expect: HYB017 - up to the optimizer
        guess = tf.matmul(tf.nn.tanh(tf.matmul(x, first)), second)
        loss = tf.reduce_mean(tf.square(guess - y))
    slopes = tape.gradient(loss, [first, second])
    optimizer.apply_gradients(zip(slopes, [first, second]))
    seen.append(float(loss))
assert len(seen) == 40


def relaxed(grid, source):
    worst = 1.0
    while worst > 1e-3:
        padded = tf.pad(grid, [[1, 1], [1, 1]])  # expect: HYB017 - the grid goes from round to round
        around = padded[:-2, 1:-1] + padded[2:, 1:-1] + padded[1:-1, :-2] + padded[1:-1, 2:]
        smoother = 0.25 * (around + source)
        change = tf.reduce_max(tf.abs(smoother - grid))
        grid = smoother
        worst = float(change)
    return grid


assert relaxed(tf.zeros((5, 5)), tf.ones((5, 5))).shape == (5, 5)

for turn in range(3):  # too few rounds
    with tf.GradientTape() as tape:
        guess = tf.matmul(tf.nn.tanh(tf.matmul(rows[0], first)), second)
        loss = tf.reduce_mean(tf.square(guess - wanted[0]))
    first.assign_sub(0.01 * tape.gradient(loss, first))

for row in rows:  # a value decides in the middle
    with tf.GradientTape() as tape:
        guess = tf.matmul(tf.nn.tanh(tf.matmul(row, first)), second)
        if float(tf.reduce_max(guess)) > 100.0:
            break
        loss = tf.reduce_mean(tf.square(guess))
    first.assign_sub(0.01 * tape.gradient(loss, first))

for row in rows:  # an error of one round changes what it does
    try:
        guess = tf.matmul(tf.nn.tanh(tf.matmul(row, first)), second)
        loss = tf.reduce_mean(tf.square(guess)) + tf.reduce_sum(tf.abs(first)) + tf.reduce_sum(tf.abs(second))
    except tf.errors.InvalidArgumentError:
        pass


def reached():
    return tf.reduce_sum(product)


for row in rows:  # another function reads what the block binds
    product = tf.matmul(tf.nn.tanh(tf.matmul(row, first)), second)
    product = tf.nn.relu(product) * 2.0 + tf.reduce_mean(tf.abs(product)) - tf.reduce_max(tf.square(product))
    total = reached()
