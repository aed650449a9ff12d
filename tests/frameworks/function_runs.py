"""Runs expressions with a function and with what `tf.function` makes of it, and tells which do not do the same.

    python function_runs.py < RUNS > RESULTS

RUNS is a JSON list of expressions about the function `g`; a result is `same`, or what happened. A script of its own: it
is run by interpreters that have TensorFlow and need not have this project.
"""

from __future__ import annotations

import importlib
import json
import logging
import sys
from typing import Any

MODULES = (
    "atexit collections copy dataclasses functools inspect itertools operator threading timeit types typing weakref"
).split()
"""What the expressions use."""


def plain(x: Any, y: Any = 1.0) -> Any:
    """The sum."""
    return x + y


def outcome(run: str, function: Any) -> str:
    """What an expression gives, as text, or how it fails."""
    names = {name: importlib.import_module(name) for name in MODULES}
    try:
        return repr(eval(run, {**names, "g": function}))
    except Exception as error:
        return f"fails with {type(error).__name__}"


def compared(run: str, graph: Any) -> str:
    """What happened with an expression."""
    one, other = outcome(run, plain), outcome(run, graph)
    return "same" if one == other and not one.startswith("fails") else f"{one} -> {other}"


if __name__ == "__main__":
    import tensorflow as tf

    logging.getLogger("tensorflow").setLevel(logging.FATAL)
    print(json.dumps([compared(run, tf.function(plain)) for run in json.load(sys.stdin)]))
