"""How processor time grows when a project doubles, in four shapes: it must not grow as its square.

    python -m benchmarks.growth [--functions 1000 2000 4000] [--shape chain ...] [--report]

The functions call each other in a chain; a loop calls all of them; they are the methods of classes, called through the
base of these; they lie in one list, which a loop goes through. Each run is a process of its own, for findings only or
for the report of all functions.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

_IN_A_FILE = 50
_RUN = """\
import os, sys, resource
sys.argv[0] = "hybridize"
from hybridize.surfaces.cli import main
with open(os.devnull, "w") as out:
    kept, sys.stdout, sys.stderr = sys.stdout, out, out
    main(["--no-cache", "--jobs", "1", *sys.argv[1:]])
    sys.stdout = kept
used = resource.getrusage(resource.RUSAGE_SELF)
print(used.ru_utime + used.ru_stime)
"""


def _chain(number: int) -> Iterator[tuple[str, str]]:
    """Each function calls the next one."""
    yield from _modules(number, lambda i: f"def f{i}(x):\n    y = tf.tanh(x) + {i}.0\n    return f{i + 1}(y)\n", True)
    last = f"def f{number}(x):\n    return x\n"
    yield "main.py", f"import tensorflow as tf\nfrom m0 import f0\n\n\n{last}\n\nf0(tf.ones(3))\n"


def _star(number: int) -> Iterator[tuple[str, str]]:
    """A loop calls all of them."""
    yield from _modules(number, lambda i: f"def f{i}(x):\n    return tf.tanh(x) * {i}.0 + tf.exp(x)\n")
    calls = "".join(f"    x = f{i}(x)\n" for i in range(number))
    yield "main.py", f"{_imports(number)}\nx = tf.ones(3)\nfor _ in range(100):\n{calls}"


def _base(number: int) -> Iterator[tuple[str, str]]:
    """They are the methods of classes, and what calls them knows the base alone."""
    run = "    def run(self, x):\n        return self.call(x)\n"
    yield "base.py", f"class Base:\n    def call(self, x):\n        raise NotImplementedError\n\n{run}"
    method = "class C{i}(Base):\n    def call(self, x):\n        return tf.tanh(x) * {i}.0 + tf.exp(x)\n"
    for name, text in _modules(number, lambda i: method.format(i=i)):
        yield name, f"from base import Base\n{text}"
    made = "".join(f"for _ in range(100):\n    C{i}().run(x)\n" for i in range(number))
    yield "main.py", f"{_imports(number, 'C')}\nx = tf.ones(3)\n{made}"


def _container(number: int) -> Iterator[tuple[str, str]]:
    """They lie in one list, which a loop goes through."""
    yield from _modules(number, lambda i: f"def f{i}(x):\n    return tf.tanh(x) * {i}.0 + tf.exp(x)\n")
    listed = ", ".join(f"f{i}" for i in range(number))
    called = f"    for f in [{listed}]:\n        x = f(x)\n"
    yield "main.py", f"{_imports(number)}\nx = tf.ones(3)\nfor _ in range(100):\n{called}"


SHAPES: Mapping[str, Callable[[int], Iterator[tuple[str, str]]]] = {
    "chain": _chain, "star": _star, "base": _base, "container": _container
}  # fmt: skip


def _modules(number: int, text: Callable[[int], str], chained: bool = False) -> Iterator[tuple[str, str]]:
    """Files of so many functions each; `chained`: the last one of a file calls the first one of the next."""
    for start in range(0, number, _IN_A_FILE):
        end = min(start + _IN_A_FILE, number)
        following = f"from {'main' if end == number else f'm{end}'} import f{end}\n" if chained else ""
        yield f"m{start}.py", f"import tensorflow as tf\n{following}\n\n" + "\n\n".join(map(text, range(start, end)))


def _imports(number: int, kind: str = "f") -> str:
    starts = range(0, number, _IN_A_FILE)
    names = (", ".join(f"{kind}{i}" for i in range(start, min(start + _IN_A_FILE, number))) for start in starts)
    return "import tensorflow as tf\n" + "".join(f"from m{start} import {each}\n" for start, each in zip(starts, names))


def seconds(shape: str, number: int, *options: str) -> float:
    """Processor seconds for a project of a shape with so many functions; `options` go to the command."""
    with tempfile.TemporaryDirectory() as folder:
        for name, text in SHAPES[shape](number):
            (Path(folder) / name).write_text(text, encoding="utf-8")
        done = subprocess.run(
            [sys.executable, "-c", _RUN, *options, "--root", folder, folder],
            capture_output=True, text=True, check=True,
        )
    return float(done.stdout)


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the seconds of each size, and how often they were those of the size before."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--functions", type=int, nargs="+", default=[1000, 2000, 4000])
    parser.add_argument("--shape", nargs="+", choices=SHAPES, default=list(SHAPES))
    parser.add_argument("--report", action="store_true", help="report on all functions, not only on findings")
    asked = parser.parse_args(arguments)
    options = ("--report", "json") if asked.report else ()
    for shape in asked.shape:
        found = [seconds(shape, number, *options) for number in asked.functions]
        grown = ["", *(f" x{later / before:.2f}" for before, later in zip(found, found[1:]))]
        said = ", ".join(f"{n}: {s:.1f} s{by}" for n, s, by in zip(asked.functions, found, grown))
        print(f"{shape}: {said}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
