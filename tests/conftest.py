"""What holds for all tests: which of them are slow."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

SLOW = ("tests/adapters/", "tests/programs/")
"""Folders where other programs run: flake8, pylint, pre-commit; TensorFlow."""


def pytest_collection_modifyitems(items: Iterable[pytest.Item]) -> None:
    """Mark what lies in such a folder; single tests elsewhere carry the mark themselves."""
    for item in items:
        if item.nodeid.startswith(SLOW):
            item.add_marker(pytest.mark.slow)
