"""What can be set."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Config:
    """The sizes of the problem and of the model, and how to train it."""

    users: int = 80
    items: int = 50
    rank: int = 8
    samples: int = 4000
    batch_size: int = 64
    steps: int = 90
    learning_rate: float = 0.02
    weight_decay: float = 0.002
    report_every: int = 30

    @property
    def train_samples(self) -> int:  # expect: none - only integers
        """How many samples are for training."""
        return self.samples * 4 // 5
