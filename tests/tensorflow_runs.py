"""Tests that run programs with TensorFlow: in this interpreter, or in the one that an environment variable names."""

from __future__ import annotations

import importlib.util
import os
import sys
from collections.abc import Callable
from typing import Any

import pytest

TENSORFLOW_PYTHON = os.environ.get("HYBRIDIZE_TENSORFLOW_PYTHON", sys.executable)


def needs_tensorflow(test: Callable[..., Any]) -> Callable[..., Any]:
    """Mark a test that runs programs with TensorFlow: it is slow, and left out where there is none."""
    missing = TENSORFLOW_PYTHON == sys.executable and importlib.util.find_spec("tensorflow") is None
    reason = "TensorFlow is not installed here, and HYBRIDIZE_TENSORFLOW_PYTHON names no interpreter that has it"
    return pytest.mark.slow(pytest.mark.skipif(missing, reason=reason)(test))
