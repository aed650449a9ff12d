"""The source of the checkout is read once, for all tests that look at it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from benchmarks.structure import nodes


@pytest.fixture(autouse=True, scope="package")
def source() -> Iterator[None]:
    """A million nodes are in the way of all other tests of a process: they are dropped when these are over."""
    yield
    nodes.cache_clear()
