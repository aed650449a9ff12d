"""Runs a program with TensorFlow in this process and writes down which tensors and arrays its parameters get.

    python type_observer.py RESULT.json FOLDER SECONDS PROGRAM [ARGUMENT ...]

PROGRAM is a file, or `-m MODULE`. A script of its own: it is run by interpreters that have TensorFlow and need not
have this project. RESULT.json has a row for each parameter of a function in FOLDER that got a tensor or an array:
the file, the qualified name, the first line (that of a decorator, if there is one), the name, and what arrived, as
[kind, dtype, shape].

Everything runs eagerly, data sets too, so that tensors have values and whole shapes. What would be downloaded
(`load_data` of Keras) is replaced by random data of its dtypes and shapes, and modules that are not installed by
ones that do nothing. After SECONDS the program is ended; what was seen until then counts.
"""

from __future__ import annotations

import importlib.abc
import json
import os
import runpy
import signal
import sys
import threading
import unittest.mock
from collections.abc import Callable
from importlib.machinery import ModuleSpec
from types import CodeType, FrameType, ModuleType
from typing import Any

Row = tuple[str, str, int, str]
IMAGES = {
    "mnist": (60000, (28, 28), (), 10),
    "fashion_mnist": (60000, (28, 28), (), 10),
    "cifar10": (50000, (32, 32, 3), (1,), 10),
    "cifar100": (50000, (32, 32, 3), (1,), 100),
}
"""Of the data sets of images: how many there are to train, the shapes of an image and a label, how many labels."""
TESTS = 10000
"""Images to test with."""
ROWS = 400
"""Rows of all other data; of those to test with a quarter."""
TEXTS = {"imdb": 2, "reuters": 46}
"""Of the data sets of texts: the number of labels."""
KEPT = 40
"""Types that are kept of one parameter."""


class Observer:
    """Notes what arrives when functions below a folder are called."""

    def __init__(self, folder: str) -> None:
        self._folder = os.path.realpath(folder) + os.sep
        self._names: dict[CodeType, tuple[str, tuple[str, ...]] | None] = {}
        self.seen: dict[Row, set[tuple[str, str, tuple[int | None, ...]]]] = {}

    def __call__(self, frame: FrameType, event: str, argument: object) -> None:
        """A call of Python's profiler."""
        if event != "call":
            return
        code = frame.f_code
        if code not in self._names:
            self._names[code] = self._parameters(code)
        known = self._names[code]
        if known is None:
            return
        path, names = known
        for name in names:
            found = described(frame.f_locals.get(name))
            if found is not None:
                qualname = code.co_qualname.replace(".<locals>", "")
                types = self.seen.setdefault((path, qualname, code.co_firstlineno, name), set())
                if len(types) < KEPT:
                    types.add(found)

    def _parameters(self, code: CodeType) -> tuple[str, tuple[str, ...]] | None:
        """The file and the parameters of a function in the folder; None for other code, and for what has none."""
        path = os.path.realpath(code.co_filename)
        names = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
        if not path.startswith(self._folder) or not names or code.co_name.startswith("<"):
            return None
        return path[len(self._folder) :], names


def described(value: Any) -> tuple[str, str, tuple[int | None, ...]] | None:
    """Kind, dtype and shape of a tensor, variable or array; None for all else, and for what has no value yet."""
    kind = type(value).__name__
    if kind in ("EagerTensor", "ResourceVariable", "SyncOnReadVariable", "MirroredVariable", "UninitializedVariable"):
        return "tensor" if kind == "EagerTensor" else "variable", value.dtype.name, tuple(value.shape)
    module = type(value).__module__
    if module == "numpy" and hasattr(value, "dtype"):
        return "ndarray", "string" if value.dtype.kind in "US" else value.dtype.name, tuple(value.shape)
    if kind == "Variable" and module.startswith("keras."):
        return "variable", value.dtype, tuple(value.shape)
    if kind in ("RaggedTensor", "SparseTensor") and module.startswith("tensorflow."):
        return kind.removesuffix("Tensor").lower(), value.dtype.name, tuple(value.shape)
    return None


def prepare() -> None:
    """Run everything eagerly, with stand-in data and nothing that waits for a window."""
    os.environ.setdefault("MPLBACKEND", "Agg")
    import numpy as np
    import tensorflow as tf

    tf.config.run_functions_eagerly(True)  # noqa: HYB012
    tf.data.experimental.enable_debug_mode()  # noqa: HYB012
    random = np.random.default_rng(0)

    def images(count: int, shape: tuple[int, ...], label: tuple[int, ...], labels: int) -> Callable[..., Any]:
        def part(rows: int) -> tuple[Any, Any]:
            data = random.integers(0, 256, (rows, *shape), dtype=np.uint8)
            return data, random.integers(0, labels, (rows, *label)).astype(np.uint8 if not label else np.int64)

        return lambda *arguments, **keywords: (part(count), part(TESTS))

    def texts(labels: int) -> Callable[..., Any]:
        def part(rows: int, words: int) -> tuple[Any, Any]:
            data = np.empty(rows, dtype=object)
            data[:] = [list(map(int, random.integers(1, words, random.integers(5, 60)))) for _ in range(rows)]
            return data, random.integers(0, labels, rows)

        return lambda *arguments, num_words=1000, **keywords: tuple(
            part(rows, num_words or 1000) for rows in (ROWS, ROWS // 4)
        )

    for name, described_images in IMAGES.items():
        getattr(tf.keras.datasets, name).load_data = images(*described_images)
    for name, labels in TEXTS.items():
        getattr(tf.keras.datasets, name).load_data = texts(labels)
    tf.keras.datasets.boston_housing.load_data = lambda **keywords: tuple(
        (random.normal(size=(rows, 13)), random.normal(size=rows)) for rows in (ROWS, ROWS // 4)
    )


class StandIns(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Makes modules that are not installed, for imports by files below a folder: whatever is asked of them is there."""

    def __init__(self, folder: str) -> None:
        self._folder = os.path.realpath(folder) + os.sep

    def find_spec(self, fullname: str, path: object = None, target: object = None) -> ModuleSpec | None:
        """A module for what nobody else found, if a file of the folder imports it."""
        frame: FrameType | None = sys._getframe(1)
        while frame is not None and "importlib" in frame.f_code.co_filename:
            frame = frame.f_back
        own = frame is not None and os.path.realpath(frame.f_code.co_filename).startswith(self._folder)
        return ModuleSpec(fullname, self, is_package=True) if own else None

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        """An empty module, which makes its attributes when they are asked for."""
        module = ModuleType(spec.name)
        module.__dict__["__getattr__"] = lambda name: unittest.mock.MagicMock(name=name)
        return module

    def exec_module(self, module: ModuleType) -> None:
        """There is nothing to run."""


def main(result: str, folder: str, seconds: str, program: str, *arguments: str) -> None:
    """Run the program under the observer."""
    prepare()
    observer = Observer(folder)
    sys.meta_path.append(StandIns(folder))

    def written(ended: str) -> None:
        sys.setprofile(None)
        threading.setprofile(None)
        signal.alarm(0)
        rows = [[*row, sorted(map(list, types), key=str)] for row, types in sorted(observer.seen.items())]
        with open(result, "w", encoding="utf-8") as file:
            json.dump({"ended": ended, "rows": rows}, file)
        sys.stdout.flush()
        # No exception ends a program for sure: test runners catch all of them.
        os._exit(0)

    signal.signal(signal.SIGALRM, lambda number, frame: written("time"))
    signal.alarm(int(seconds))
    ended = ""
    try:
        threading.setprofile(observer)
        sys.setprofile(observer)
        if program == "-m":
            sys.path.insert(0, os.getcwd())
            sys.argv = list(arguments)
            runpy.run_module(arguments[0], run_name="__main__", alter_sys=True)
        else:
            sys.path.insert(0, os.path.dirname(os.path.abspath(program)))
            sys.argv = [program, *arguments]
            runpy.run_path(program, run_name="__main__")
    except SystemExit:
        pass
    except BaseException as error:  # whatever a program raises is said of it
        ended = f"{type(error).__name__}: {error}".splitlines()[0][:200]
    written(ended)


if __name__ == "__main__":
    main(*sys.argv[1:])
