"""Runs a program with TensorFlow in this process and writes down what its hybrid functions did.

    python observer.py RESULT.json [--eagerly NAME,NAME] [--alongside NAME,NAME] PROGRAM [ARGUMENT ...]

PROGRAM is a file, or `-m MODULE`.

A script of its own: it is run by interpreters that have TensorFlow and need not have this project. RESULT.json tells
the exception that ended the program, for each hybrid function its traces, calls and seconds, and what the program cost.
Seconds are processor time. NAMEs are hybrid functions (`file:qualified name`) that run eagerly nevertheless, or whose
calls are run again as graphs and eagerly, from one state and with the same arguments, to compare what they do.

So that eager and graph runs can be compared, random operations draw from one generator whose counter is a variable
(a graph would draw other numbers from the global seed), and unseeded shuffling of data sets is seeded. Python's and
NumPy's generators are seeded and otherwise stay what they are: a graph that froze their numbers must be noticed.
"""

from __future__ import annotations

import functools
import gc
import json
import os
import random
import runpy
import sys
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

WARM = 2
"""Calls of a function that are not timed with the others: they trace."""
SEED = 20260101


class Observer:
    """Keeps book of every function that `tf.function` makes."""

    def __init__(self, eagerly: frozenset[str], alongside: frozenset[str] = frozenset()) -> None:
        import tensorflow as tf

        self._tf = tf
        self._eagerly = eagerly
        self._alongside = Alongside(tf, alongside)
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
            if self._alongside.running:
                return original(function, *arguments, **keywords)
            if name in self._alongside.names:
                return self._alongside.call(name, original, function, arguments, keywords)
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
        for name, compared in self._alongside.found.items():
            found[name] |= {"calls": (found[name]["calls"] or 0) + compared["all"], **compared}
        return found


class Alongside:
    """Compares calls of hybrid functions with what they do eagerly; the program itself goes on with its own call.

    Calls that make variables are not compared. What is written besides variables and the states of Python's and NumPy's
    generators (a list that grows) happens once more for each run.
    """

    def __init__(self, tf: Any, names: frozenset[str]) -> None:
        self._tf = tf
        self.names = names
        self.running = False
        self.found: dict[str, dict[str, float]] = {}
        """By name: `all` calls and those `compared`; how many are `unlike` (structure, types, shapes, or what is not a
        decimal number); how far `outputs`, `variables` and `gradients` are apart at most."""

    def call(self, name: str, original: Callable[..., Any], function: Any, arguments: Any, keywords: Any) -> Any:
        """The program's own call, and the comparison."""
        zeros = dict.fromkeys(("all", "compared", "unlike", "outputs", "variables", "gradients"), 0.0)
        found = self.found.setdefault(name, zeros)
        found["all"] += 1
        self.running = True
        try:
            variables, before = self._variables(), self._generators()
            values = self._read(variables)
            result = original(function, *arguments, **keywords)
            if len(self._variables()) != len(variables):
                return result
            own, after = self._read(variables), self._generators()
            runs = []
            for eagerly in (False, True):
                self._restore(variables, values, before)
                run = functools.partial(original, function, *arguments, **keywords)
                self._tf.config.run_functions_eagerly(eagerly)
                # The program's own gradient tapes belong to its thread.
                with ThreadPoolExecutor(1) as thread:
                    runs.append(thread.submit(self._observed, run, (arguments, keywords), variables).result())
            self._tf.config.run_functions_eagerly(False)
            self._restore(variables, own, after)
            self._compare(found, *runs)
            return result
        finally:
            self._tf.config.run_functions_eagerly(False)
            self.running = False

    def _observed(self, run: Callable[[], Any], given: Any, variables: Sequence[Any]) -> tuple[Any, list[list[Any]]]:
        """What a run returns, and then by value: outputs, variables, gradients (of one number made of all outputs)."""
        tf = self._tf
        sources = [each for each in tf.nest.flatten(given) if isinstance(each, tf.Tensor) and each.dtype.is_floating]
        with tf.GradientTape() as tape:
            tape.watch(sources)
            try:
                returned = run()
            except Exception as error:  # whatever the program raises: the other run must raise it, too
                return type(error).__name__, [[], [], []]
            outputs = tf.nest.flatten(returned, expand_composites=True)
            floats = [each for each in outputs if tf.is_tensor(each) and each.dtype.is_floating]
            # No two elements have the same weight, so that no two can be exchanged unnoticed.
            weights = [tf.cos(tf.range(tf.size(each), dtype=tf.float32)) for each in floats]
            numbers = [tf.cast(tf.reshape(each, [-1]), tf.float32) for each in floats]
            total = tf.add_n([tf.reduce_sum(a * b) for a, b in zip(numbers, weights)]) if floats else tf.zeros([])
        trained = [each for each in variables if each.trainable and each.dtype.is_floating]
        zero = tf.UnconnectedGradients.ZERO
        try:
            gradients = tape.gradient(total, sources + trained, unconnected_gradients=zero)
        except LookupError:  # an operation without a gradient
            gradients = []
        arrays = [tf.convert_to_tensor(each).numpy() for each in gradients]
        values = [each.numpy() if tf.is_tensor(each) else each for each in outputs]
        return returned, [values, self._read(variables), arrays]

    def _compare(self, found: dict[str, float], graph: Any, eager: Any) -> None:
        found["compared"] += 1
        alike = True
        try:
            self._tf.nest.assert_same_structure(graph[0], eager[0], expand_composites=True)
        except (TypeError, ValueError):
            alike = False
        for kind, old, new in zip(("outputs", "variables", "gradients"), eager[1], graph[1]):
            # A gradient that is zero but for rounding says nothing by itself: the largest of the call is the measure.
            measure = max(map(_size, old), default=0.0) if kind == "gradients" else 0.0
            apart = [_apart(a, b, measure) for a, b in zip(old, new)]
            alike = alike and len(old) == len(new) and None not in apart
            found[kind] = max([found[kind], *(each for each in apart if each is not None)])
        found["unlike"] += not alike

    def _variables(self) -> list[Any]:
        """The variables that exist now and have values, each once."""
        found = {}
        for each in gc.get_objects():
            if issubclass(type(each), self._tf.Variable) and hasattr(getattr(each, "handle", None), "numpy"):
                found[id(each.handle)] = each
        return list(found.values())

    def _read(self, variables: Sequence[Any]) -> list[Any]:
        """The values; no tape notices that they are read."""
        read = self._tf.raw_ops.ReadVariableOp
        return [read(resource=each.handle, dtype=each.dtype).numpy() for each in variables]

    def _restore(self, variables: Sequence[Any], values: Sequence[Any], generators: tuple[Any, Any]) -> None:
        for each, value in zip(variables, values):
            new = self._tf.constant(value, each.dtype)
            self._tf.raw_ops.AssignVariableOp(resource=each.handle, value=new)
        import numpy

        random.setstate(generators[0])
        numpy.random.set_state(generators[1])

    @staticmethod
    def _generators() -> tuple[Any, Any]:
        import numpy

        return random.getstate(), numpy.random.get_state()


def _apart(a: Any, b: Any, measure: float = 0.0) -> float | None:
    """How far decimal numbers are apart at most, as a part of the largest; None for what must be equal and is not."""
    import numpy

    a, b = numpy.asarray(a), numpy.asarray(b)
    if a.dtype != b.dtype or a.shape != b.shape:
        return None
    if a.dtype.kind not in "fc":
        return 0.0 if numpy.array_equal(a, b) else None
    if not numpy.array_equal(a[~numpy.isfinite(a)], b[~numpy.isfinite(b)], equal_nan=True):
        return None
    finite = numpy.isfinite(a) & numpy.isfinite(b)
    difference = _size((a[finite] - b[finite]))
    return difference / max(measure, _size(a[finite]), _size(b[finite])) if difference else 0.0


def _size(array: Any) -> float:
    """The largest absolute value."""
    return float(abs(array).max()) if array.size else 0.0


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
    result, *program = arguments
    named: dict[str, frozenset[str]] = {"--eagerly": frozenset(), "--alongside": frozenset()}
    while program[0] in named:
        named[program[0]] = frozenset(program[1].split(","))
        program = program[2:]
    observer = Observer(named["--eagerly"], named["--alongside"])
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
