"""The data sets of TensorFlow Datasets that programs load most: the dtypes and shapes of their features.

They were asked of release 4.9 (`tfds.builder(name).info.features`), and are those that all releases have.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from hybridize.frameworks.tensor_types import dtypes
from hybridize.frameworks.tensor_types.rules import read
from hybridize.frameworks.tensor_types.types import TensorKind, TensorType

FILE = "data_sets"
Features = Mapping[str, "TensorType | Features"]
"""By name; some are dictionaries of others."""


@dataclass(frozen=True, slots=True)
class DataSet:
    """What one element of a data set holds."""

    features: Features
    supervised: tuple[str, ...] = ()
    """The features of which `as_supervised=True` gives a tuple; empty where nothing is known of them."""


@lru_cache(maxsize=None)
def known(name: str) -> DataSet | None:
    """The data set of a name, of whatever version; None for those that are not known."""
    entry = read(FILE).get(name.partition(":")[0])
    return None if entry is None else DataSet(_features(entry["features"]), tuple(entry.get("supervised", ())))


def _features(entry: Mapping[str, Any]) -> Features:
    return {name: _features(each) if isinstance(each, dict) else _type(*each) for name, each in entry.items()}


def _type(dtype: str, shape: list[int | None]) -> TensorType:
    return TensorType(TensorKind.TENSOR, dtypes.named(dtype), tuple(shape))
