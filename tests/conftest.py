"""What holds for all tests: which of them are slow, and that nothing is kept from run to run."""

from __future__ import annotations

import gc
import os
from collections.abc import Generator, Iterable, Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from hybridize.compiling import is_compiled
from hybridize.surfaces.cache import VARIABLE
from tests import together
from tests.served import LINTERS, unprivileged
from tests.tensorflow_runs import served

ROOT = Path(__file__).resolve().parents[1]
SLOW = ("tests/adapters/", "tests/programs/")
"""Folders where other programs run: flake8, pylint, pre-commit; TensorFlow."""
# How long an example takes, or is looked for, depends on what else the machine does.
settings.register_profile("busy", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("busy")


def pytest_addoption(parser: pytest.Parser) -> None:
    """How many random trees of files are tried."""
    parser.addoption("--trees", type=int, help="how many random trees of files the tests called test_any_tree.py try")


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """All that is collected stays: looking through it for garbage while it grows takes a quarter of the time.

    Nor is it looked through while tests run.
    """
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
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


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: object) -> object:
    """One process runs all tests of a file, unless `--dist` says otherwise: they share what is analysed or started."""
    from xdist.scheduler import LoadFileScheduling

    return LoadFileScheduling(config, log) if config.getoption("dist") == "load" else None


def pytest_sessionfinish() -> None:
    """Look for garbage once: pytest looks five times more, through all that tests have left."""
    gc.collect()
    gc.freeze()


@pytest.fixture(autouse=True, scope="session")
def nothing_is_kept() -> Iterator[None]:
    """Every analysis is made anew, but for tests that are about what is kept."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(VARIABLE, "")
        yield


@pytest.fixture(autouse=True, scope="module")
def programs_of_one_module() -> Iterator[None]:
    """What was analysed together for the tests of a module is no longer needed after them."""
    yield
    together.KEPT.clear()


@pytest.fixture(scope="session")
def tensorflow() -> Iterator[None]:
    """A process that has imported TensorFlow, for tests that `needs_tensorflow` marks."""
    with served():
        yield


@pytest.fixture(scope="session")
def linters() -> Iterator[str]:
    """The path of what runs linters as Python does, in copies of a process that has imported them."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONHASHSEED": "0"}
    with LINTERS.served(environment, unprivileged() or ()):
        yield LINTERS.python
