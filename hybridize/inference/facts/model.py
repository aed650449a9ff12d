"""What results are made of, for readers who know nothing of the state of an analysis. Results never change."""

from __future__ import annotations

from hybridize.inference.state.assumptions import Assumption, Because, Use
from hybridize.inference.state.contexts import Context, by_serial, context_of
from hybridize.inference.state.events import HybridMark
from hybridize.inference.state.observations import EvaluatedPlace, ModelUse
from hybridize.inference.state.origins import (
    CONFIGURE,
    LEFT_BY_KERAS_3,
    MAY_RAISE,
    SEED_STATE,
    UNTIL_KERAS_3,
    WITH_KERAS_2,
    Certainty,
    Condition,
    DirectEffect,
    Origin,
)

__all__ = [
    "CONFIGURE", "LEFT_BY_KERAS_3", "MAY_RAISE", "SEED_STATE", "UNTIL_KERAS_3", "WITH_KERAS_2", "Assumption", "Because",
    "Certainty", "Condition", "Context", "DirectEffect", "EvaluatedPlace", "HybridMark", "ModelUse", "Origin", "Use",
    "by_serial", "context_of",
]  # fmt: skip
