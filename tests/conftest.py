"""What holds for all tests: which of them are slow, and that nothing is kept from run to run."""

from __future__ import annotations

import gc
from collections.abc import Generator, Iterable, Iterator

import pytest

from hybridize.compiling import is_compiled
from hybridize.surfaces.cache import VARIABLE
from tests.tensorflow_runs import served

SLOW = ("tests/adapters/", "tests/programs/")
"""Folders where other programs run: flake8, pylint, pre-commit; TensorFlow."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """How many random trees of files are tried."""
    parser.addoption("--trees", type=int, help="how many random trees of files the tests called test_any_tree.py try")


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """All that is collected stays: looking through it for garbage while it grows takes a quarter of the time."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.enable()


def pytest_collection_modifyitems(items: Iterable[pytest.Item]) -> None:
    """Mark what lies in such a folder, and skip what wants Python where hybridize is compiled.

    Single tests elsewhere carry the mark themselves.
    """
    for item in items:
        if item.nodeid.startswith(SLOW):
            item.add_marker(pytest.mark.slow)
        pure = item.get_closest_marker("pure")
        if pure is not None and is_compiled():
            item.add_marker(pytest.mark.skip(reason=f"hybridize is compiled: {pure.args[0]}"))


@pytest.fixture(autouse=True)
def nothing_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every analysis is made anew, but for tests that are about what is kept."""
    monkeypatch.setenv(VARIABLE, "")


@pytest.fixture(scope="session")
def tensorflow() -> Iterator[None]:
    """A process that has imported TensorFlow, for tests that `needs_tensorflow` marks."""
    with served():
        yield
