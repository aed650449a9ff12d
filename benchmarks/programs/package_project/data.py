"""Synthetic ratings."""

from __future__ import annotations

import numpy as np
import tensorflow as tf

from .config import Config


def ratings(config: Config) -> tuple[tf.data.Dataset, tf.data.Dataset]:  # expect: none - a configuration, no tensor
    """Batches (users, items, stars) for training and for testing."""
    random = np.random.RandomState(14)
    taste = random.normal(size=(config.users, 3))
    character = random.normal(size=(config.items, 3))
    users = random.randint(config.users, size=config.samples)
    items = random.randint(config.items, size=config.samples)
    affinity = np.sum(taste[users] * character[items], axis=1)
    stars = np.clip(3.0 + affinity + random.normal(scale=0.2, size=config.samples), 1.0, 5.0)
    everything = tf.data.Dataset.from_tensor_slices(
        (users.astype(np.int32), items.astype(np.int32), stars.astype(np.float32))
    )
    train = everything.take(config.train_samples).repeat().batch(config.batch_size)
    test = everything.skip(config.train_samples).batch(config.batch_size, drop_remainder=True)
    return train, test
