"""What the analysis costs, beside building the astroid trees alone.

    python -m benchmarks.cost FOLDER [FOLDER ...] [--repeat 3]

Each measurement runs in a process of its own, without a result cache, after a tiny project has warmed that process up.
KLOC are thousands of lines that bear a token.
The trees are built as plainly as astroid allows (no transforms, garbage collection as it is by default).
"""

from __future__ import annotations

import argparse
import io
import multiprocessing
import sys
import tempfile
import time
import tokenize
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

INVISIBLE = frozenset(
    {
        tokenize.COMMENT,
        tokenize.NL,
        tokenize.NEWLINE,
        tokenize.INDENT,
        tokenize.DEDENT,
        tokenize.ENCODING,
        tokenize.ENDMARKER,
    }
)


@dataclass(frozen=True)
class Cost:
    """Processor seconds of the fastest run, and the largest memory of any in MiB."""

    seconds: float
    memory: float


def lines_of_code(files: Sequence[Path]) -> int:
    """How many lines bear a token; files that are no Python count nothing."""
    total = 0
    for path in files:
        try:
            tokens = list(tokenize.tokenize(io.BytesIO(path.read_bytes()).readline))
        except (SyntaxError, UnicodeDecodeError, tokenize.TokenError):
            continue
        lines: set[int] = set()
        for token in tokens:
            if token.type not in INVISIBLE:
                lines.update(range(token.start[0], token.end[0] + 1))
        total += len(lines)
    return total


def build_trees(folder: Path) -> None:
    """Read and parse every file of a folder with astroid."""
    from astroid.builder import AstroidBuilder
    from astroid.exceptions import AstroidSyntaxError
    from astroid.manager import AstroidManager

    builder = AstroidBuilder(AstroidManager(), apply_transforms=False)
    trees = []
    for number, path in enumerate(sorted(folder.rglob("*.py"))):
        try:
            trees.append(builder.string_build(path.read_text("utf-8"), modname=f"m{number}", path=str(path)))
        except (AstroidSyntaxError, UnicodeDecodeError):
            continue


def check(folder: Path) -> None:
    """The findings in a folder, as the command and the plug-ins find them."""
    from hybridize.surfaces.workspace import Workspace

    workspace = Workspace.of([str(folder)], lambda _: {"no_cache": True}, root=folder, whole=False)
    assert workspace.found.checked


def analyse(folder: Path) -> None:
    """The whole report on a folder, as `hybridize.analyze` makes it."""
    import hybridize

    hybridize.analyze([folder], root=folder, no_cache=True)


def _timed(work: Callable[[Path], None], folder: Path, answer: multiprocessing.SimpleQueue[Cost]) -> None:
    """In the child: do the work and send what it cost, without what happens once a process (imports, loading data)."""
    with tempfile.TemporaryDirectory() as small:
        Path(small, "small.py").write_text(
            "import tensorflow as tf\n\n\ndef f(x):\n    return tf.abs(x)\n\n\nf(tf.ones(1))\n"
        )
        work(Path(small))
    start = time.process_time()
    work(folder)
    seconds = time.process_time() - start
    answer.put(Cost(seconds, peak_memory()))


def peak_memory() -> float:
    """The memory of this process at its largest so far, in MiB."""
    import resource

    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / (2**20 if sys.platform == "darwin" else 2**10)


def in_a_process(work: Callable[..., None], *arguments: object) -> tuple[int | None, Any]:
    """The exit status of `work(*arguments, answer)` in a fresh process and, if that is 0, what it put into `answer`."""
    context = multiprocessing.get_context("spawn")
    answer: multiprocessing.SimpleQueue[Any] = context.SimpleQueue()
    process = context.Process(target=work, args=(*arguments, answer))
    process.start()
    process.join()
    return process.exitcode, answer.get() if process.exitcode == 0 else None


def cost(work: Callable[[Path], None], folder: Path, repeat: int) -> Cost:
    """Measure some work on a folder in fresh processes; raises RuntimeError when a process fails."""
    costs: list[Cost] = []
    for _ in range(repeat):
        status, found = in_a_process(_timed, work, folder)
        if status != 0:
            raise RuntimeError(f"{work.__name__} of {folder} ended with status {status}")
        costs.append(found)
    return Cost(min(c.seconds for c in costs), max(c.memory for c in costs))


def main(arguments: Sequence[str] | None = None) -> int:
    """The command; see the module's text."""
    parser = argparse.ArgumentParser(prog="benchmarks.cost", description=(__doc__ or "").split("\n\n")[0])
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("--repeat", type=int, default=1, help="runs of each kind, of which the fastest counts")
    options = parser.parse_args(arguments)
    print(
        f"{'folder':30}{'KLOC':>8}{'trees s':>9}{'findings s':>12}{'ratio':>7}{'report s':>10}{'ratio':>7}"
        f"{'MiB trees':>11}{'MiB':>7}{'ratio':>7}"
    )
    for folder in (path.resolve() for path in options.folders):
        thousands = lines_of_code(sorted(folder.rglob("*.py"))) / 1000
        if not thousands:
            print(f"no Python in {folder}", file=sys.stderr)
            return 2
        trees, findings, analysis = (cost(work, folder, options.repeat) for work in (build_trees, check, analyse))
        print(
            f"{folder.name:30}{thousands:8.1f}{trees.seconds:9.2f}"
            f"{findings.seconds:12.2f}{findings.seconds / trees.seconds:6.1f}x"
            f"{analysis.seconds:10.2f}{analysis.seconds / trees.seconds:6.1f}x"
            f"{trees.memory:11.0f}{analysis.memory:7.0f}{analysis.memory / trees.memory:6.1f}x",
            flush=True,
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
