"""An LSTM written out gate by gate, classifying sequences by unrolling over time."""

import argparse

import numpy as np
import tensorflow as tf

TIMESTEPS = 12
NUM_INPUT = 6
NUM_HIDDEN = 24
NUM_CLASSES = 3
BATCH_SIZE = 32


def sequences(count, seed):  # expect: none - NumPy only, no tensor parameter
    """Sine waves of three frequencies in noise."""
    random = np.random.RandomState(seed)
    labels = random.randint(NUM_CLASSES, size=count)
    time = np.arange(TIMESTEPS)[np.newaxis, :, np.newaxis]
    phase = random.uniform(0, 2 * np.pi, size=(count, 1, NUM_INPUT))
    frequency = (0.3 + 0.5 * labels)[:, np.newaxis, np.newaxis]
    waves = np.sin(time * frequency + phase) + random.normal(scale=0.4, size=(count, TIMESTEPS, NUM_INPUT))
    return waves.astype(np.float32), labels.astype(np.int32)


class LSTMCell(tf.Module):
    """One step of a long short-term memory."""

    def __init__(self, inputs, units, seed, name=None):  # expect: none - a constructor, receives integers
        super().__init__(name=name)
        random = np.random.RandomState(seed)
        scale = 1.0 / np.sqrt(inputs + units)
        self.kernel = tf.Variable(random.normal(scale=scale, size=(inputs + units, 4 * units)).astype(np.float32))
        self.bias = tf.Variable(np.repeat([0.0, 1.0, 0.0, 0.0], units).astype(np.float32))

    def __call__(self, x, hidden, cell):  # expect: none - `SequenceClassifier.logits` has it
        gates = tf.matmul(tf.concat([x, hidden], axis=1), self.kernel) + self.bias
        write, forget, candidate, output = tf.split(gates, 4, axis=1)
        cell = tf.sigmoid(forget) * cell + tf.sigmoid(write) * tf.tanh(candidate)
        return tf.sigmoid(output) * tf.tanh(cell), cell


class SequenceClassifier(tf.Module):
    """The cell unrolled over time, and a linear layer on its last state."""

    def __init__(self, name=None):  # expect: none - a constructor, no tensor parameter
        super().__init__(name=name)
        random = np.random.RandomState(5)
        self.cell = LSTMCell(NUM_INPUT, NUM_HIDDEN, seed=4)
        self.output = tf.Variable(random.normal(scale=0.2, size=(NUM_HIDDEN, NUM_CLASSES)).astype(np.float32))
        self.bias = tf.Variable(tf.zeros([NUM_CLASSES]))

    def logits(self, batch):  # expect: none - `train_step` has it, else it runs every 20 steps
        """The scores of each class."""
        hidden = tf.zeros([tf.shape(batch)[0], NUM_HIDDEN])
        cell = tf.zeros_like(hidden)
        for x in tf.unstack(batch, TIMESTEPS, axis=1):
            hidden, cell = self.cell(x, hidden, cell)
        return tf.matmul(hidden, self.output) + self.bias


classifier = SequenceClassifier()
optimizer = tf.keras.optimizers.Adam(0.01)


def clipped(gradients):  # expect: none - `train_step` has it
    """The gradients, scaled down to norm one together."""
    norm = tf.sqrt(tf.add_n([tf.reduce_sum(tf.square(gradient)) for gradient in gradients]))
    factor = 1.0 / tf.maximum(norm, 1.0)
    return [gradient * factor for gradient in gradients]


def train_step(batch, labels):  # expect: HYB001 - the training step
    """One update; gives the loss."""
    with tf.GradientTape() as tape:
        scores = classifier.logits(batch)
        loss = tf.reduce_mean(tf.nn.sparse_softmax_cross_entropy_with_logits(labels=labels, logits=scores))
    gradients = clipped(tape.gradient(loss, classifier.trainable_variables))
    optimizer.apply_gradients(zip(gradients, classifier.trainable_variables))
    return loss


def evaluate(batch, labels):  # expect: none - converts the result with float()
    """The accuracy on a batch."""
    hits = tf.equal(tf.argmax(classifier.logits(batch), axis=1, output_type=tf.int32), labels)
    return float(tf.reduce_mean(tf.cast(hits, tf.float32)))


def main():  # expect: none - no parameter, and it prints
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--steps", type=int, default=60)
    steps = parser.parse_args().steps

    train_x, train_y = sequences(640, 0)
    test_x, test_y = sequences(160, 1)
    data = tf.data.Dataset.from_tensor_slices((train_x, train_y)).repeat().batch(BATCH_SIZE, drop_remainder=True)
    total = 0.0
    for step, (batch, labels) in enumerate(data.take(steps), 1):
        total += float(train_step(batch, labels))
        if step % 20 == 0:
            print("Step %d, mean loss %.3f" % (step, total / 20))
            total = 0.0
    print("Test accuracy %.3f" % evaluate(tf.constant(test_x), tf.constant(test_y)))


if __name__ == "__main__":
    main()
