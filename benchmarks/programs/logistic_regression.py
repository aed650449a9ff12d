"""Softmax regression on synthetic digits: a flat script over global variables, as in a first tutorial."""

from __future__ import annotations

import argparse

import numpy as np
import tensorflow as tf

NUM_CLASSES = 10
NUM_FEATURES = 64
BATCH_SIZE = 64
LEARNING_RATE = 0.5
DISPLAY_STEP = 25

parser = argparse.ArgumentParser(description=__doc__)
parser.add_argument("--steps", type=int, default=100)
arguments = parser.parse_args()


def make_digits(count, seed):  # expect: none - receives the integers 2048 and 0, no tensor
    """Noisy copies of one prototype per class."""
    random = np.random.RandomState(seed)
    prototypes = np.random.RandomState(42).uniform(0.0, 1.0, size=(NUM_CLASSES, NUM_FEATURES))
    labels = random.randint(0, NUM_CLASSES, size=count)
    images = prototypes[labels] + random.normal(0.0, 0.6, size=(count, NUM_FEATURES))
    return images.astype(np.float32), labels.astype(np.int64)


train_images, train_labels = make_digits(2048, 0)
test_images, test_labels = make_digits(512, 1)

feature_mean = tf.constant(train_images.mean(axis=0))
feature_deviation = tf.constant(train_images.std(axis=0))

train_data = tf.data.Dataset.from_tensor_slices((train_images, train_labels))
train_data = train_data.repeat().batch(BATCH_SIZE, drop_remainder=True).prefetch(1)

weights = tf.Variable(tf.zeros([NUM_FEATURES, NUM_CLASSES]), name="weights")
biases = tf.Variable(tf.zeros([NUM_CLASSES]), name="biases")
optimizer = tf.keras.optimizers.SGD(LEARNING_RATE)


def logistic_regression(x):  # expect: none - 6 operations: too few
    """The probability of each class."""
    normalised = (x - feature_mean) / (feature_deviation + 1e-6)
    return tf.nn.softmax(tf.matmul(normalised, weights) + biases)


def cross_entropy(predicted, labels):  # expect: none - 7 operations are too few
    """The mean negative log likelihood of the labels."""
    one_hot = tf.one_hot(labels, depth=NUM_CLASSES)
    clipped = tf.clip_by_value(predicted, 1e-9, 1.0)
    return tf.reduce_mean(-tf.reduce_sum(one_hot * tf.math.log(clipped), axis=1))


def weight_penalty():  # expect: none - no parameter: what it reads are globals
    """A small L2 penalty."""
    return 1e-4 * tf.reduce_sum(tf.square(weights))


def accuracy(predicted, labels):  # expect: none - converts the result with float()
    """The share of right answers."""
    correct = tf.equal(tf.argmax(predicted, axis=1), labels)
    return float(tf.reduce_mean(tf.cast(correct, tf.float32)))


def run_optimization(x, y):  # expect: HYB001 - the training step
    """One step of gradient descent on a batch."""
    with tf.GradientTape() as tape:
        loss = cross_entropy(logistic_regression(x), y) + weight_penalty()
    gradients = tape.gradient(loss, [weights, biases])
    optimizer.apply_gradients(zip(gradients, [weights, biases]))


for step, (batch_x, batch_y) in enumerate(train_data.take(arguments.steps), 1):
    run_optimization(batch_x, batch_y)
    if step % DISPLAY_STEP == 0:
        probabilities = logistic_regression(batch_x)
        batch_loss = cross_entropy(probabilities, batch_y)
        print("step: %i, loss: %.4f, accuracy: %.4f" % (step, batch_loss, accuracy(probabilities, batch_y)))

test_x, test_y = tf.constant(test_images), tf.constant(test_labels)
print("test accuracy: %.4f" % accuracy(logistic_regression(test_x), test_y))
