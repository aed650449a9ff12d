"""Runs programs with TensorFlow, as they are and with functions decorated, and writes one line of JSON for each.

    python executed.py FOLDER < PROGRAMS > RESULTS

A program is `{"name", "source", "lines"}`: the lines of the `def` statements that get a decorator; or `{"name",
"source", "changed"}`: its text after some other edit. The result has
`eager` and `hybrid`, the printed text and the exception that ended it, and `traces` by function. Where the program
fails by itself, it shows nothing, and `hybrid` is None. A script of its own: it is run by interpreters that have
TensorFlow and need not have this project.
"""

from __future__ import annotations

import contextlib
import gc
import io
import json
import logging
import os
import signal
import sys
import warnings
from pathlib import Path
from typing import Any

SECONDS = 20
"""So much processor time may one program take: then the process ends, and whoever started it goes on with the next."""
WAITING = 600
"""So many seconds may one program take that does nothing."""


def decorated(source: str, lines: list[int]) -> str:
    """The program with `@tf.function` above the functions on these lines."""
    text = source.split("\n")
    for line in sorted(lines, reverse=True):
        definition = text[line - 1]
        text.insert(line - 1, definition[: len(definition) - len(definition.lstrip())] + "@tf.function")
    return "\n".join(text)


def run(path: Path, source: str) -> tuple[str, bool]:
    """What a program prints, and the type of the exception that ends it; and whether one does."""
    # AutoGraph reads the source again, from the file.
    path.write_text(source, encoding="utf-8")
    namespace: dict[str, Any] = {"__name__": path.stem, "__file__": str(path)}
    module = type(sys)(path.stem)
    module.__dict__.update(namespace)
    sys.modules[path.stem] = module
    environment = dict(os.environ)
    failed = False
    with contextlib.redirect_stdout(io.StringIO()) as said:
        try:
            exec(compile(source, str(path), "exec"), module.__dict__)
        except Exception as error:
            failed = True
            said.write(type(error).__name__)
        finally:
            del sys.modules[path.stem]
            os.environ.clear()
            os.environ.update(environment)
    return said.getvalue(), failed


def main(folder: Path) -> None:
    """Run what stands on the standard input."""
    import tensorflow as tf

    warnings.simplefilter("ignore")
    logging.getLogger("tensorflow").setLevel(logging.FATAL)
    tf.config.optimizer.set_experimental_options({"disable_meta_optimizer": True})
    kind = type(tf.function(lambda: None))
    made: list[Any] = []
    original = kind.__init__

    def init(function: Any, *arguments: Any, **keywords: Any) -> None:
        original(function, *arguments, **keywords)
        made.append(function)

    kind.__init__ = init
    for number, row in enumerate(map(json.loads, sys.stdin)):
        signal.setitimer(signal.ITIMER_PROF, SECONDS)
        signal.alarm(WAITING)
        tf.keras.backend.set_floatx("float32")
        eager, failed = run(folder / f"eager_{os.getpid()}_{number}.py", row["source"])
        tf.keras.backend.set_floatx("float32")
        made.clear()
        hybrid = None
        if not failed:
            path = folder / f"hybrid_{os.getpid()}_{number}.py"
            changed = row["changed"] if "changed" in row else decorated(row["source"], row["lines"])
            hybrid, _ = run(path, changed)
        traces = {each.python_function.__name__: each.experimental_get_tracing_count() for each in made}
        print(json.dumps({"name": row["name"], "eager": eager, "hybrid": hybrid, "traces": traces}), flush=True)
        made.clear()
        if number % 50 == 0:
            gc.collect()


if __name__ == "__main__":
    main(Path(sys.argv[1]))
