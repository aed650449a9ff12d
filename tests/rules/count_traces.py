"""Runs programs with TensorFlow, all in this process, and prints how often each traced its functions named `f`.

    python count_traces.py PROGRAM ... > COUNTS.json

A script of its own: it is run by interpreters that have TensorFlow and need not have this project.
"""

from __future__ import annotations

import functools
import json
import runpy
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any


def count(programs: list[str]) -> dict[str, int]:
    """The traces by the name of the program."""
    import tensorflow as tf

    made: list[Any] = []
    kind = type(tf.function(lambda: None))

    def noting(original: Callable[..., None]) -> Callable[..., None]:
        @functools.wraps(original)
        def init(function: Any, *arguments: Any, **keywords: Any) -> None:
            original(function, *arguments, **keywords)
            made.append(function)

        return init

    # A method is wrapped again for each instance, by the same class.
    kind.__init__ = noting(kind.__init__)
    counts = {}
    for program in programs:
        made.clear()
        runpy.run_path(program, run_name="__main__")
        subjects = [each for each in made if getattr(each.python_function, "__name__", "") == "f"]
        counts[Path(program).stem] = sum(each.experimental_get_tracing_count() for each in subjects)
    return counts


if __name__ == "__main__":
    print(json.dumps(count(sys.argv[1:]), indent=0))
