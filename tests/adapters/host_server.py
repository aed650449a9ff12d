"""Runs flake8, pylint and hybridize again and again, each time in a process forked from one that has imported them.

Starting Python and importing takes longer than checking a few small files. The requests come on standard input, a JSON
object a line; the answers go to standard output. What a run prints goes to files.
"""

from __future__ import annotations

import json
import os
import runpy
import sys

import flake8.main.cli
import pylint.lint

import hybridize.inference
import hybridize.verdicts.decide
import pylint_hybridize
from hybridize.rules.registry import all_rules

IMPORTED = (flake8.main.cli, pylint.lint, hybridize.inference, hybridize.verdicts.decide, pylint_hybridize)


def serve() -> list[str]:
    """Answer until the input ends; returns, in a forked process, the module that is to run and its arguments."""
    all_rules()
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
