"""A one-block transformer that learns to reverse short sequences, with Keras layers and a custom step."""

from __future__ import annotations

import argparse

import numpy as np
import tensorflow as tf

VOCABULARY = 12
LENGTH = 8
DEPTH = 32
HEADS = 4
BATCH = 32


def dense(units: int, seed: int, activation: str | None = None) -> tf.keras.layers.Layer:  # expect: none - no tensor
    """A dense layer with reproducible weights."""
    initializer = tf.keras.initializers.GlorotUniform(seed=seed)
    return tf.keras.layers.Dense(units, activation=activation, kernel_initializer=initializer)


def positional_encoding(length: int, depth: int) -> tf.Tensor:  # expect: none - receives integers, called once
    """The sinusoids of "Attention is all you need"."""
    position = np.arange(length)[:, np.newaxis]
    rate = 1.0 / np.power(10000.0, 2 * (np.arange(depth)[np.newaxis, :] // 2) / depth)
    angles = position * rate
    angles[:, 0::2] = np.sin(angles[:, 0::2])
    angles[:, 1::2] = np.cos(angles[:, 1::2])
    return tf.constant(angles[np.newaxis], dtype=tf.float32)


def look_ahead_mask(size: int) -> tf.Tensor:  # expect: none - receives an integer
    """One where a position must not look."""
    return 1.0 - tf.linalg.band_part(tf.ones((size, size)), -1, 0)


def split_heads(x: tf.Tensor) -> tf.Tensor:  # expect: none - `train_step` has it
    """(batch, length, depth) -> (batch, heads, length, depth / heads)."""
    shape = tf.shape(x)
    parts = tf.reshape(x, tf.stack([shape[0], shape[1], HEADS, shape[2] // HEADS]))
    return tf.transpose(parts, perm=[0, 2, 1, 3])


def scaled_dot_product_attention(q, k, v, mask):  # expect: none - `train_step` has it, else it runs twice
    """The attention of `q` over `k`, applied to `v`."""
    scores = tf.matmul(q, k, transpose_b=True) / tf.math.sqrt(tf.cast(tf.shape(k)[-1], tf.float32))
    scores += mask * -1e9
    return tf.matmul(tf.nn.softmax(scores, axis=-1), v)


class SelfAttention(tf.keras.layers.Layer):
    """Multi-head attention of a sequence over itself."""

    def __init__(self, **kwargs):  # expect: none - a constructor
        super().__init__(**kwargs)
        self.wq = dense(DEPTH, 1)
        self.wk = dense(DEPTH, 2)
        self.wv = dense(DEPTH, 3)
        self.wo = dense(DEPTH, 4)

    def call(self, x, mask):  # expect: none - a Keras call with sub-layers that it builds itself
        """The mixed sequence."""
        q, k, v = split_heads(self.wq(x)), split_heads(self.wk(x)), split_heads(self.wv(x))
        mixed = tf.transpose(scaled_dot_product_attention(q, k, v, mask), perm=[0, 2, 1, 3])
        return self.wo(tf.reshape(mixed, (-1, LENGTH, DEPTH)))


class Reverser(tf.keras.Model):
    """Embedding, one block, logits for each position."""

    def __init__(self):  # expect: none - a constructor
        super().__init__()
        uniform = tf.keras.initializers.RandomUniform(-0.5, 0.5, seed=9)
        self.embedding = tf.keras.layers.Embedding(VOCABULARY, DEPTH, embeddings_initializer=uniform)
        self.positions = positional_encoding(LENGTH, DEPTH)
        self.attention = SelfAttention()
        self.norm1 = tf.keras.layers.LayerNormalization(epsilon=1e-6)
        self.norm2 = tf.keras.layers.LayerNormalization(epsilon=1e-6)
        self.expand = dense(64, 5, "relu")
        self.shrink = dense(DEPTH, 6)
        self.scores = dense(VOCABULARY, 7)

    def call(self, tokens, mask):  # expect: none - a Keras call with sub-layers that it builds itself
        """Logits of shape (batch, length, vocabulary)."""
        x = self.embedding(tokens) + self.positions
        x = self.norm1(x + self.attention(x, mask))
        x = self.norm2(x + self.shrink(self.expand(x)))
        return self.scores(x)


model = Reverser()
optimizer = tf.keras.optimizers.Adam(0.01, beta_2=0.98, epsilon=1e-7)
no_mask = 0.0 * look_ahead_mask(LENGTH)


def loss_function(real: tf.Tensor, logits: tf.Tensor) -> tf.Tensor:  # expect: none - 7 operations are too few
    """Cross entropy over the positions that are not padding (token 0)."""
    losses = tf.nn.sparse_softmax_cross_entropy_with_logits(labels=real, logits=logits)
    weight = tf.cast(tf.math.not_equal(real, 0), losses.dtype)
    return tf.reduce_sum(losses * weight) / tf.reduce_sum(weight)


def train_step(tokens: tf.Tensor, targets: tf.Tensor) -> tf.Tensor:  # expect: HYB001 - the training step
    """One update; gives the loss."""
    with tf.GradientTape() as tape:
        loss = loss_function(targets, model(tokens, no_mask))
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    return loss


def main() -> None:  # expect: none - no parameter, and it prints
    """Train on random sequences and print loss and accuracy."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--steps", type=int, default=60)
    steps = parser.parse_args().steps
    random = np.random.RandomState(2)
    tokens = random.randint(1, VOCABULARY, size=(64 * BATCH, LENGTH)).astype(np.int32)
    tokens[:, -1] = np.where(random.uniform(size=len(tokens)) < 0.3, 0, tokens[:, -1])
    data = tf.data.Dataset.from_tensor_slices((tokens, tokens[:, ::-1])).batch(BATCH).repeat()
    model(tf.constant(tokens[:1]), no_mask)
    for step, (batch, targets) in enumerate(data.take(steps), 1):
        loss = train_step(batch, targets)
        if step % 15 == 0:
            print(f"step {step}: loss {float(loss):.3f}")
    predicted = tf.argmax(model(tf.constant(tokens[:256]), no_mask), axis=-1).numpy()
    print("accuracy %.2f" % (predicted == tokens[:256, ::-1]).mean())


if __name__ == "__main__":
    main()
