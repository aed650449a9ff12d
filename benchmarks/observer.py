"""Runs a program with TensorFlow in this process and writes down what its hybrid functions did.

    python observer.py RESULT.json [--eagerly NAME,NAME] PROGRAM [ARGUMENT ...]        (a file, or `-m MODULE`)

A script of its own: it is run by interpreters that have TensorFlow and need not have this project. RESULT.json tells
the exception that ended the program, for each hybrid function its traces, calls and seconds, and what the program cost.
Seconds are processor time. NAMEs are hybrid functions (`file:qualified name`) that run eagerly nevertheless.

So that eager and graph runs can be compared, random operations draw from one generator whose counter is a variable
(a graph would draw other numbers from the global seed), and unseeded shuffling of data sets is seeded. Python's and
NumPy's generators are seeded and otherwise stay what they are: a graph that froze their numbers must be noticed.
"""

from __future__ import annotations

import functools
import json
import os
import random
import runpy
import sys
import time
from collections.abc import Callable
from typing import Any

WARM = 2
"""Calls of a function that are not timed with the others: they trace."""
SEED = 20260101


class Observer:
    """Keeps book of every function that `tf.function` makes."""

    def __init__(self, eagerly: frozenset[str]) -> None:
        import tensorflow as tf

        self._tf = tf
        self._eagerly = eagerly
        self._made: list[tuple[Any, str]] = []
        self._seconds: dict[str, list[float]] = {}
        self._nested: dict[str, int] = {}
        """Calls by functions that are being traced."""
        self._running = 0
        self._warming: list[float] = []
        """What the first calls of functions took, of those that no other hybrid function called."""
        kind = type(tf.function(lambda: None))
        kind.__init__ = self._noting(kind.__init__)
        kind.__call__ = self._timing(kind.__call__)
        make_repeatable(tf)

    def _noting(self, original: Callable[..., None]) -> Callable[..., None]:
        @functools.wraps(original)
        def init(function: Any, python_function: Any, *arguments: Any, **keywords: Any) -> None:
            original(function, python_function, *arguments, **keywords)
            self._made.append((function, key(python_function)))

        return init

    def _timing(self, original: Callable[..., Any]) -> Callable[..., Any]:
        @functools.wraps(original)
        def call(function: Any, *arguments: Any, **keywords: Any) -> Any:
            if self._tf.inside_function():
                name = key(function.python_function)
                self._nested[name] = self._nested.get(name, 0) + 1
                return original(function, *arguments, **keywords)
            name = key(function.python_function)
            start = time.process_time()
            self._running += 1
            try:
                if name in self._eagerly:
                    return function.python_function(*arguments, **keywords)
                return original(function, *arguments, **keywords)
            finally:
                self._running -= 1
                calls = self._seconds.setdefault(name, [])
                calls.append(time.process_time() - start)
                if not self._running and len(calls) <= WARM:
                    self._warming.append(calls[-1])

        return call

    def warming(self) -> float:
        """What the program's first calls of hybrid functions took, tracing and all."""
        return sum(self._warming)

    def functions(self) -> dict[str, dict[str, float | int | None]]:
        """What is known of each hybrid function, by file and qualified name."""
        found: dict[str, dict[str, float | int | None]] = {}
        for function, name in self._made:
            entry = found.setdefault(name, {"objects": 0, "traces": 0, "calls": 0, "first": None, "later": None})
            entry["objects"] = (entry["objects"] or 0) + 1
            entry["traces"] = (entry["traces"] or 0) + function.experimental_get_tracing_count()
        for name, calls in self._nested.items():
            found[name]["calls"] = found[name]["nested"] = calls
        for name, seconds in self._seconds.items():
            later = sorted(seconds[WARM:])
            found[name] |= {"calls": len(seconds) + self._nested.get(name, 0), "first": seconds[0]}
            found[name]["later"] = later[len(later) // 2] if later else None
        return found


def key(python_function: Any) -> str:
    """`file:qualified name` of what was wrapped, the file without its folder."""
    while isinstance(python_function, functools.partial):
        python_function = python_function.func
    python_function = getattr(python_function, "__func__", python_function)
    # A method is wrapped again for each instance; the code is that of the method all the same.
    while hasattr(python_function, "__wrapped__"):
        python_function = python_function.__wrapped__
    code = getattr(python_function, "__code__", None)
    name = getattr(python_function, "__qualname__", type(python_function).__qualname__)
    return f"{os.path.basename(code.co_filename) if code else '?'}:{name.replace('.<locals>', '')}"


def make_repeatable(tf: Any) -> None:
    """Let the n-th draw be the same eagerly and in graphs."""
    import numpy

    random.seed(SEED)
    numpy.random.seed(SEED)
    tf.random.set_seed(SEED)
    generator = tf.random.Generator.from_seed(SEED)

    def seed() -> Any:
        return generator.make_seeds(1)[:, 0]

    def without_state(name: str, parameters: tuple[str, ...]) -> Callable[..., Any]:
        draw = getattr(tf.random, f"stateless_{name}")

        def replaced(shape: Any, *arguments: Any, **keywords: Any) -> Any:
            given = {**dict(zip(parameters, arguments)), **keywords}
            given.pop("seed", None)
            return draw(shape, seed=seed(), **given)

        return replaced

    tf.random.normal = without_state("normal", ("mean", "stddev", "dtype", "seed", "name"))
    tf.random.truncated_normal = without_state("truncated_normal", ("mean", "stddev", "dtype", "seed", "name"))
    tf.random.uniform = without_state("uniform", ("minval", "maxval", "dtype", "seed", "name"))

    def categorical(logits: Any, num_samples: Any, dtype: Any = None, *_: Any, **__: Any) -> Any:
        return tf.random.stateless_categorical(logits, num_samples, seed(), dtype or tf.int64)

    def shuffle(value: Any, *_: Any, **__: Any) -> Any:
        order = tf.argsort(tf.random.stateless_uniform(tf.shape(value)[:1], seed()))
        return tf.gather(value, order)

    def dropout(x: Any, rate: Any, noise_shape: Any = None, *_: Any, **__: Any) -> Any:
        return tf.nn.experimental.stateless_dropout(x, rate, seed(), noise_shape=noise_shape)

    tf.random.categorical, tf.random.shuffle, tf.nn.dropout = categorical, shuffle, dropout
    original = tf.data.Dataset.shuffle

    def shuffled(dataset: Any, buffer_size: Any, seed: Any = None, *rest: Any, **keywords: Any) -> Any:
        return original(dataset, buffer_size, SEED if seed is None else seed, *rest, **keywords)

    tf.data.Dataset.shuffle = shuffled


def main(arguments: list[str]) -> None:
    """The command; see the module's text."""
    result, *rest = arguments
    eagerly, program = (rest[1].split(","), rest[2:]) if rest[0] == "--eagerly" else ([], rest)
    observer = Observer(frozenset(eagerly))
    failure = None
    start = time.process_time()
    sys.path[0] = os.getcwd()
    try:
        if program[0] == "-m":
            sys.argv = program[1:]
            runpy.run_module(program[1], run_name="__main__", alter_sys=True)
        else:
            sys.argv = program
            sys.path[0] = os.path.dirname(os.path.abspath(program[0]))
            runpy.run_path(program[0], run_name="__main__")
    except SystemExit:
        raise
    except BaseException as error:
        failure = type(error).__name__
        raise
    finally:
        found = {"exception": failure, "seconds": time.process_time() - start, "warming": observer.warming()}
        with open(result, "w", encoding="utf-8") as file:
            json.dump(found | {"functions": observer.functions()}, file)


if __name__ == "__main__":
    main(sys.argv[1:])
