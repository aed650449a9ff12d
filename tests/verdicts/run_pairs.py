"""Runs programs with TensorFlow as they are and with a function decorated, all in this process; prints what happened.

    python run_pairs.py FUNCTION PROGRAM ... > RESULTS.json

For each program: `eager` and `hybrid`, the text or the exception that ended it, and `traces`, how often the decorated
function was traced. A script of its own: it is run by interpreters that have TensorFlow and need not have this project.
"""

from __future__ import annotations

import ast
import contextlib
import functools
import io
import json
import logging
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any


def decorated(source: str, name: str) -> str:
    """The program with `@tf.function` above each function of a name."""
    lines = source.split("\n")
    found = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.FunctionDef) and node.name == name]
    for node in sorted(found, key=lambda each: -each.lineno):
        lines.insert(node.lineno - 1, " " * node.col_offset + "@tf.function")
    return "\n".join(lines)


def run(path: Path, source: str) -> str:
    """What a program prints, and the type of the exception that ends it."""
    # AutoGraph reads the source again, from the file.
    path.write_text(source, encoding="utf-8")
    with contextlib.redirect_stdout(io.StringIO()) as said:
        try:
            exec(compile(source, str(path), "exec"), {"__name__": "__main__"})
        except Exception as error:
            return f"{said.getvalue()}{type(error).__name__}"
    return said.getvalue()


@contextlib.contextmanager
def counting(made: list[Any]) -> Iterator[None]:
    """Note the functions that are made hybrid."""
    import tensorflow as tf

    kind = type(tf.function(lambda: None))
    original = kind.__init__

    @functools.wraps(original)
    def init(function: Any, *arguments: Any, **keywords: Any) -> None:
        original(function, *arguments, **keywords)
        made.append(function)

    kind.__init__ = init
    try:
        yield
    finally:
        kind.__init__ = original


def main(name: str, programs: list[str], folder: Path) -> dict[str, dict[str, Any]]:
    """The results by program; the programs are copied to `folder`."""
    logging.getLogger("tensorflow").setLevel(logging.FATAL)
    results = {}
    for number, program in enumerate(programs):
        source, path = Path(program).read_text("utf-8"), Path(program)
        eager = run(folder / f"eager_{number}.py", source)
        made: list[Any] = []
        with counting(made):
            hybrid = run(folder / f"hybrid_{number}.py", decorated(source, name))
        own = [each for each in made if getattr(each.python_function, "__name__", "") == name]
        traces = sum(each.experimental_get_tracing_count() for each in own)
        results[path.stem] = {"eager": eager, "hybrid": hybrid, "traces": traces}
    return results


if __name__ == "__main__":
    import tempfile

    with tempfile.TemporaryDirectory() as scratch:
        print(json.dumps(main(sys.argv[1], sys.argv[2:], Path(scratch)), indent=1))
