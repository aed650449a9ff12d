"""Tensors of another shape in each round: `train` is traced for each, or not."""
# codes: HYB002
import random
import numpy as np
import tensorflow as tf
rng = np.random.default_rng(0)
w = tf.Variable(tf.ones((4, 1)))
def inner(img):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(tf.matmul(img, w) - 1.0)) + 0.1 * tf.reduce_sum(tf.abs(w)) + tf.reduce_max(w)
    w.assign_sub(0.1 * tape.gradient(loss, w))
    return loss
# == generator hybrid
def clouds(count):
    for _ in range(count):
        yield rng.normal(size=(rng.integers(20, 60), 4)).astype("float32")
@tf.function
def train(points):  # expect: HYB002
    return inner(points)
for points in clouds(12):
    train(tf.constant(points))
# == generator of pairs
def graphs(count):
    for _ in range(count):
        n = random.randint(5, 30)
        yield np.ones((n, 4), "float32"), np.ones((n, n), "float32")
@tf.function
def train(x, a):  # expect: HYB002
    return inner(tf.matmul(a, x))
for x, a in graphs(40):
    train(tf.constant(x), tf.constant(a))
# == drawn in loop
@tf.function
def train(x):  # expect: HYB002
    return inner(x)
for _ in range(50):
    n = np.random.randint(5, 40)
    train(tf.random.normal((n, 4)))
# == drawn in helper
def sample():
    n = np.random.randint(5, 40)
    return tf.ones((n, 4))
@tf.function
def train(x):  # expect: HYB002
    return inner(x)
for _ in range(50):
    train(sample())
# == fixed size generator fine
def clouds(count):
    for _ in range(count):
        yield rng.normal(size=(32, 4)).astype("float32")
@tf.function
def train(points):
    return inner(points)
for points in clouds(12):
    train(tf.constant(points))
# == drawn once fine
n = np.random.randint(5, 40)
x = np.ones((n, 4), "float32")
@tf.function
def train(points):
    return inner(points)
for _ in range(12):
    train(tf.constant(x))
# == relaxed fine
@tf.function(reduce_retracing=True)
def train(x):
    return inner(x)
for _ in range(50):
    train(tf.random.normal((np.random.randint(5, 40), 4)))
# == signature fine
@tf.function(input_signature=[tf.TensorSpec([None, 4], tf.float32)])
def train(x):
    return inner(x)
for _ in range(50):
    train(tf.random.normal((np.random.randint(5, 40), 4)))
# == cut of random length
x = tf.ones((100, 4))
@tf.function
def train(x):  # expect: HYB002
    return inner(x)
for _ in range(50):
    train(x[: random.randint(3, 50)])
# == random start fixed length fine
x = tf.ones((100, 4))
@tf.function
def train(x):
    return inner(x)
for _ in range(50):
    i = random.randint(0, 50)
    train(x[i : i + 16])
# == random choice of fixed
x = tf.ones((100, 4))
@tf.function
def train(x):
    return inner(x)
for _ in range(50):
    train(tf.gather(x, np.random.randint(0, 100, 16)))
# == padded in generator fine
def clouds(count):
    for _ in range(count):
        n = rng.integers(20, 60)
        out = np.zeros((64, 4), "float32")
        out[:n] = rng.normal(size=(n, 4))
        yield out
@tf.function
def train(points):
    return inner(points)
for points in clouds(12):
    train(tf.constant(points))
# == as many rows as the batch fine
import os
@tf.function
def train(x):
    return inner(x)
def run(data):
    for batch, labels in data:
        batch = tf.transpose(batch, [0, 1])
        train(tf.random.normal(shape=[tf.shape(batch)[0], 4]))
rows = int(os.environ.get("ROWS", "32"))
run(tf.data.Dataset.range(100).map(lambda _: (tf.ones(4), 1)).repeat(4).batch(rows))
