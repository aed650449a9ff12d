"""Training and testing."""

from __future__ import annotations

import numpy as np
import tensorflow as tf

from . import losses
from .config import Config
from .model import Factorization


class Trainer:
    """Fits a model and keeps a log."""

    def __init__(self, model: Factorization, config: Config) -> None:  # expect: none - a constructor
        self.model = model
        self.config = config
        self.optimizer = tf.keras.optimizers.Adam(config.learning_rate)
        self.log: list[str] = []

    def train_step(self, users, items, stars):  # expect: HYB001 - the training step
        """One update; gives the loss."""
        with tf.GradientTape() as tape:
            loss = losses.huber(stars, self.model(users, items))
            tables = [self.model.user_vectors, self.model.item_vectors]
            total = loss + losses.decay(tables, self.config.weight_decay)
        variables = self.model.trainable_variables
        gradients = [tf.convert_to_tensor(gradient) for gradient in tape.gradient(total, variables)]
        self.optimizer.apply_gradients(zip(gradients, variables))
        return loss

    def test_step(self, users, items, stars):  # expect: HYB001 - tensors only, called for each test batch
        """The error on one batch."""
        predicted = self.model(users, items)
        return losses.rmse(stars, predicted)

    def report(self, step: int, loss: tf.Tensor, error: float) -> None:  # expect: none - prints and appends to the log
        """Say how it goes."""
        line = f"step {step}: loss {float(loss):.4f}, test error {error:.4f}"
        self.log.append(f"{step} steps")
        print(line)

    def fit(self, train: tf.data.Dataset, test: tf.data.Dataset) -> None:  # expect: none - it reports
        """Train for the configured number of steps."""
        for step, (users, items, stars) in enumerate(train.take(self.config.steps), 1):
            loss = self.train_step(users, items, stars)
            if step % self.config.report_every == 0:
                errors = [float(self.test_step(*batch)) for batch in test]
                self.report(step, loss, float(np.mean(errors)))
