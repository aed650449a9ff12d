"""A convolutional network from raw TensorFlow operations, its weights in dictionaries."""

from __future__ import annotations

import argparse

import numpy as np
import tensorflow as tf

num_classes = 4
image_size = 16
batch_size = 16
learning_rate = 0.002
display_step = 10

random = np.random.RandomState(3)


def draw_images(count):  # expect: none - makes NumPy data, no tensor parameter
    """Bars of four directions on a noisy background."""
    labels = random.randint(num_classes, size=count)
    images = random.normal(scale=0.3, size=(count, image_size, image_size)).astype(np.float32)
    for image, label in zip(images, labels):
        position = random.randint(2, image_size - 2)
        if label == 0:
            image[position, :] += 1.0
        elif label == 1:
            image[:, position] += 1.0
        elif label == 2:
            image[np.arange(image_size), np.arange(image_size)] += 1.0
        else:
            image[np.arange(image_size), np.arange(image_size)[::-1]] += 1.0
    return images[..., np.newaxis], labels.astype(np.int32)


def initial(shape):  # expect: none - called with shapes, no tensor parameter
    """A weight variable with He's initialisation."""
    fan_in = int(np.prod(shape[:-1]))
    return tf.Variable(random.normal(scale=np.sqrt(2.0 / fan_in), size=shape).astype(np.float32))


weights = {
    "conv1": initial((3, 3, 1, 8)),
    "conv2": initial((3, 3, 8, 16)),
    "dense": initial((4 * 4 * 16, 32)),
    "out": initial((32, num_classes)),
}
biases = {
    "conv1": tf.Variable(tf.zeros([8])),
    "conv2": tf.Variable(tf.zeros([16])),
    "dense": tf.Variable(tf.zeros([32])),
    "out": tf.Variable(tf.zeros([num_classes])),
}
optimizer = tf.keras.optimizers.Adam(learning_rate)


def conv_block(x, kernel, bias, strides=1):  # expect: none - `conv_net` has it
    """Convolution, normalisation over the batch, activation."""
    x = tf.nn.conv2d(x, kernel, strides=[1, strides, strides, 1], padding="SAME")
    mean, variance = tf.nn.moments(x, axes=[0, 1, 2])
    x = (x - mean) * tf.math.rsqrt(variance + 1e-5)
    return tf.nn.relu(tf.nn.bias_add(x, bias))


def pool(x, k):  # expect: none - receives the literal 2
    """The maximum over windows of k times k."""
    return tf.nn.max_pool2d(x, ksize=k, strides=k, padding="SAME")


def conv_net(x):  # expect: none - `run_optimization` has it, and the test runs once
    """The logits."""
    x = pool(conv_block(x, weights["conv1"], biases["conv1"]), 2)
    x = pool(conv_block(x, weights["conv2"], biases["conv2"]), 2)
    x = tf.reshape(x, [-1, 4 * 4 * 16])
    x = tf.nn.relu(tf.matmul(x, weights["dense"]) + biases["dense"])
    return tf.matmul(x, weights["out"]) + biases["out"]


def cross_entropy_loss(logits, labels):  # expect: none - `run_optimization` has it
    """Cross entropy with a little label smoothing."""
    targets = tf.one_hot(labels, num_classes) * 0.95 + 0.05 / num_classes
    log_probabilities = tf.nn.log_softmax(logits, axis=-1)
    return -tf.reduce_mean(tf.reduce_sum(targets * log_probabilities, axis=-1))


def run_optimization(x, y):  # expect: HYB001 - the training step
    """One update; gives the loss."""
    with tf.GradientTape() as tape:
        loss = cross_entropy_loss(conv_net(x), y)
    trainable = list(weights.values()) + list(biases.values())
    gradients = tape.gradient(loss, trainable)
    optimizer.apply_gradients(zip(gradients, trainable))
    return loss


def confusion(logits, labels):  # expect: none - leaves TensorFlow through .numpy()
    """The confusion matrix as an array."""
    return tf.math.confusion_matrix(labels, tf.argmax(logits, axis=1), num_classes=num_classes).numpy()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--steps", type=int, default=60)
    options = parser.parse_args()

    train_images, train_labels = draw_images(512)
    test_images, test_labels = draw_images(128)
    dataset = tf.data.Dataset.from_tensor_slices((train_images, train_labels))
    dataset = dataset.repeat().batch(batch_size, drop_remainder=True)

    for number, (images, labels) in enumerate(dataset.take(options.steps), 1):
        step_loss = run_optimization(images, labels)
        if number % display_step == 0:
            print(f"step {number:4d}  loss {step_loss.numpy():.3f}")

    matrix = confusion(conv_net(tf.constant(test_images)), tf.constant(test_labels))
    print("test accuracy %.3f" % (np.trace(matrix) / matrix.sum()))
