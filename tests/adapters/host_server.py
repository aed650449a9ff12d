"""Runs flake8, pylint and hybridize again and again, each time in a process forked from one that has imported them.

Starting Python and importing takes longer than checking a few small files. The requests come on standard input, a JSON
object a line; the answers go to standard output. What a run prints goes to files.
"""

from __future__ import annotations

import gc
import importlib
import json
import os
import pkgutil
import runpy
import sys
import tempfile
from pathlib import Path

import flake8.main.cli
import flake8.plugins.pycodestyle
import flake8.plugins.pyflakes
import mccabe
import pylint.checkers
import pylint.lint

import flake8_hybridize
import hybridize
import hybridize.fixes.edits
import hybridize.surfaces.fixing
import pylint_hybridize

IMPORTED = (
    flake8.main.cli, flake8.plugins.pycodestyle, flake8.plugins.pyflakes, flake8_hybridize, mccabe, pylint.lint,
    pylint_hybridize, hybridize.fixes.edits, hybridize.surfaces.fixing,
)  # fmt: skip
"""What the programs import, some of it late."""
PROGRAM = """
import tensorflow as tf


@tf.function
def f(x):
    return tf.tanh(x)


f(tf.ones(3))
"""


def warm() -> None:
    """Read what every analysis reads, once for all processes."""
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "main.py").write_text(PROGRAM, encoding="utf-8")
        hybridize.analyze(folder, root=folder, no_cache=True).to_json()
    for module in pkgutil.iter_modules(pylint.checkers.__path__):
        importlib.import_module(f"pylint.checkers.{module.name}")
    gc.collect()
    gc.freeze()


def serve() -> list[str]:
    """Answer until the input ends; returns, in a forked process, the module that is to run and its arguments."""
    warm()
    for line in sys.stdin:
        request = json.loads(line)
        sys.stdout.flush()
        child = os.fork()
        if child == 0:
            os.chdir(request["folder"])
            os.environ.update(request["environment"])
            for stream, name in ((1, "out"), (2, "err")):
                os.dup2(os.open(request[name], os.O_WRONLY | os.O_CREAT | os.O_TRUNC), stream)
            os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
            return list(request["arguments"])
        _, status = os.waitpid(child, 0)
        print(json.dumps(os.waitstatus_to_exitcode(status)), flush=True)
    return []


if __name__ == "__main__":
    sys.argv = serve()
    if sys.argv:
        sys.stdin, sys.stdout, sys.stderr = open(0), open(1, "w", closefd=False), open(2, "w", closefd=False)
        # The current folder is where modules are looked for first, as with `python -m`.
        sys.path[0] = os.getcwd()
        runpy.run_module(sys.argv[0], run_name="__main__", alter_sys=True)
