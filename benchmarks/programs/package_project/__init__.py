"""Recommendations by matrix factorisation: a project of several files with a configuration object."""

from .config import Config
from .model import Factorization
from .trainer import Trainer

__all__ = ["Config", "Factorization", "Trainer"]
