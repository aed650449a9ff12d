"""The model."""

from __future__ import annotations

import numpy as np
import tensorflow as tf

from .config import Config


class Factorization(tf.Module):
    """Stars as a product of user and item vectors, plus biases."""

    def __init__(self, config: Config, name: str | None = None) -> None:  # expect: none - a constructor
        super().__init__(name=name)
        random = np.random.RandomState(15)
        self.user_vectors = self._table(random, config.users, config.rank)
        self.item_vectors = self._table(random, config.items, config.rank)
        self.user_bias = tf.Variable(tf.zeros([config.users]))
        self.item_bias = tf.Variable(tf.zeros([config.items]))
        self.mean = tf.Variable(3.0)

    @staticmethod
    def _table(random: np.random.RandomState, rows: int, columns: int) -> tf.Variable:  # expect: none - no tensor
        """A table of small random vectors."""
        return tf.Variable(random.normal(scale=0.4, size=(rows, columns)).astype(np.float32))

    def __call__(self, users: tf.Tensor, items: tf.Tensor) -> tf.Tensor:  # expect: none - `Trainer.train_step` has it
        vectors = tf.gather(self.user_vectors, users) * tf.gather(self.item_vectors, items)
        bias = tf.gather(self.user_bias, users) + tf.gather(self.item_bias, items)
        return tf.reduce_sum(vectors, axis=1) + bias + self.mean
