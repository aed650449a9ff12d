"""Make programs with loops, extract their blocks (HYB017), run them before and after: a safe fix must change nothing.

    python -m benchmarks.fuzz.loops [--programs 200] [--seed 1] [--python PYTHON ...] [--keep FOLDER] [--safe-only]

The operations are those of the other programs; here they stand in the rounds of a loop, beside a step of training or
some arithmetic, in a module, a function, a method, two loops, or a function that the loop calls. With `--safe-only`
programs whose blocks get an unsafe fix do not run.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
import textwrap
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import hybridize
from benchmarks.fuzz.grammar import REGIONS, Inner, Node, Operation, Writer
from benchmarks.fuzz.judged import TOGETHER, run_rows, same
from benchmarks.fuzz.operations import operations
from hybridize.fixes.apply import plan
from hybridize.rules.model import Fix

SHAPES = {
    "module": """{before}
for k in range(rounds):
{round1}
""",
    "function": """def run(x, v, n):
{before1}
    for k in range(rounds):
{round2}
    return x


print(run(x, v, n).numpy())
""",
    "epochs": """{before}
for epoch in range(2):
    for k in range(rounds):
{round2}
    print(epoch)
""",
    "method": """class Run:
    def __init__(self, rate):
        self.rate = rate

    def fit(self, x, v, n):
{before2}
        for k in range(rounds):
{round3}
            x = x * self.rate
        return x


print(Run(0.9).fit(x, v, n).numpy())
""",
    "called": """def one(k, x, v, n):
{before1}
{round1}
    return x


for k in range(rounds):
    x = one(k, x, v, n)
""",
}
"""Where the rounds stand; the digits say how far the text is indented."""
CORES = {
    "train": """with tf.GradientTape() as tape:
    y = tf.reduce_sum(tf.tanh(tf.matmul(tf.reshape(v, [1, 3]), w)) * x + tf.sin(x) * tf.cos(x))
g = tape.gradient(y, w)
w.assign_sub(0.01 * g)
x = x + 0.1 * y
""",
    "inside": """with tf.GradientTape() as tape:
    x = x + tf.reduce_sum(tf.tanh(tf.matmul(tf.reshape(v, [1, 3]), w)))
{rest}    y = tf.sin(x) * tf.cos(x) + x * 0.1
g = tape.gradient(y, w)
w.assign_sub(0.01 * g)
last = y
""",
    "arithmetic": """x = tf.reduce_sum(tf.stack([x * 0.5, tf.tanh(x), tf.sin(x) * tf.cos(x), tf.exp(-x * x)])) * 0.25
""",
    "counted": """y = tf.tanh(x) * 0.5 + tf.sin(x) * tf.cos(x) - tf.exp(-x * x) + 0.01 * k
x = y * 0.5 + tf.square(y) * 0.1
""",
}
"""What is worth a graph, with what else stands in the round among it or after it."""
HEAD = """rounds = int(os.environ.get("ROUNDS", "24"))
w = tf.Variable([[0.5, -0.25], [0.1, 0.3], [0.2, 0.4]])
x = tf.constant(0.75)
v = tf.constant([0.5, -0.25, 1.0])
n = tf.constant(2)
"""
"""What each program begins with. How many rounds it has the text does not say: for so few no function would pay."""


@dataclass(frozen=True, slots=True)
class LoopProgram:
    """A loop, what its rounds hold, and where it stands."""

    name: str
    nodes: tuple[Node, ...]
    shape: str
    core: str
    first: bool = False
    """The operations come before the core."""
    carried: bool = True
    """`x` goes from round to round."""

    def source(self) -> str:
        """The text of the program."""
        writer = Writer()
        before: list[str] = []
        after: list[str] = []
        rest = "".join(f"{line}\n" for node in self.nodes for line in writer.statements(node, before, after))
        rest += "".join(f"{text}\n" for text in after)
        core = CORES[self.core]
        within = "{rest}" in core
        core = core.replace("{rest}", textwrap.indent(rest, "    "))
        parts = [core] if within else [rest, core] if self.first else [core, rest]
        lines = list(writer.between)
        lines += [] if self.carried else ["x = tf.constant([0.75, 0.25, -0.5, 1.5][k % 4])"]
        lines += [*parts, "print(x.numpy())", *(f"print({text})" for text in writer.shown)]
        whole = "\n".join(line.rstrip("\n") for line in lines)
        begun = "\n".join(sorted(before, key=lambda text: not text.startswith("global ")))
        if self.shape in ("module", "epochs"):
            begun = "\n".join(line for line in begun.splitlines() if not line.startswith("global "))
        texts = {f"{name}{depth or ''}": textwrap.indent(text, "    " * depth)
                 for name, text in (("round", whole), ("before", begun)) for depth in range(4)}  # fmt: skip
        body = SHAPES[self.shape].format(**texts)
        return "\n".join(["import os", "", "import tensorflow as tf", *writer.module, "", HEAD, "", body])

    def outline(self) -> str:
        """The program on one line."""
        order = "before" if self.first else "after"
        names = ", ".join(f"{each.kind}(…)" if isinstance(each, Inner) else each.name for each in self.nodes)
        return f"{self.shape}: {names} {order} {self.core}{'' if self.carried else ', x anew'}"

    def smaller(self) -> Iterator[LoopProgram]:
        """Programs with one operation less, or without the region around one."""
        for position, node in enumerate(self.nodes):
            rest = self.nodes[:position], self.nodes[position + 1:]
            yield replace(self, nodes=(*rest[0], *rest[1]))
            if isinstance(node, Inner):
                yield replace(self, nodes=(*rest[0], *node.children, *rest[1]))


def program(seed: int, known: Sequence[Operation]) -> LoopProgram:
    """The program of a seed: none to three operations, some of them in a region."""
    dice = random.Random(seed)
    nodes: list[Node] = [dice.choice(known) for _ in range(dice.choice((0, 1, 1, 1, 2, 2, 3)))]
    nodes = [Inner(dice.choice(list(REGIONS)), (each,)) if dice.random() < 0.25 else each for each in nodes]
    shape, core = dice.choice(list(SHAPES)), dice.choice(list(CORES))
    return LoopProgram(f"l{seed}", tuple(nodes), shape, core, dice.random() < 0.5, dice.random() < 0.7)


@dataclass(frozen=True)
class Extracted:
    """A program, and the same with its blocks as functions."""

    program: LoopProgram
    safety: str
    """`safe` where each fix is; `unsafe`, or `none` where there is none."""
    changed: str
    runs: tuple[tuple[str | None, str | None], ...] = ()
    """What it prints before and after, by interpreter."""

    @property
    def outcome(self) -> str:
        """The verdict and what happened."""
        if not self.runs:
            return f"{self.safety} and not run"
        if any(before is None for before, _ in self.runs) or any(after is None for _, after in self.runs):
            return "fail by themselves"
        different = any(not same(before or "", after or "") for before, after in self.runs)
        return f"{self.safety} and {'different' if different else 'the same'}"


def extract(programs: Sequence[LoopProgram]) -> list[Extracted]:
    """The programs with the fixes of HYB017: the safe ones alone, where there are any."""
    found: list[Extracted] = []
    for start in range(0, len(programs), TOGETHER):
        some = programs[start:start + TOGETHER]
        sources = {f"program_{number}.py": each.source() for number, each in enumerate(some)}
        with tempfile.TemporaryDirectory() as folder:
            for name, text in sources.items():
                Path(folder, name).write_text(text, encoding="utf-8")
            report = hybridize.analyze([folder], root=folder, preview=True, select=["HYB017"])
        fixes: dict[str, list[Fix]] = {}
        for finding in report.findings:
            if finding.fix is not None and finding.fix.edits:
                fixes.setdefault(finding.place.path, []).append(finding.fix)
        for name, each in zip(sources, some, strict=True):
            offered = fixes.get(name, [])
            safe = [fix for fix in offered if fix.applicability == "safe"]
            made = plan({name: sources[name].encode()}, safe or offered).changes
            safety = "safe" if safe else "unsafe" if offered else "none"
            found.append(Extracted(each, safety, made[0].after.decode() if made else ""))
    return found


def judge_and_run(programs: Sequence[LoopProgram], pythons: Sequence[str], safe_only: bool) -> list[Extracted]:
    """Extract the blocks, and run before and after what has some."""
    found = extract(programs)
    chosen = [at for at, each in enumerate(found) if each.changed and (each.safety == "safe" or not safe_only)]
    rows = [
        {"name": each.program.name, "source": each.program.source(), "changed": each.changed}
        for each in (found[at] for at in chosen)
    ]
    runs = [run_rows(rows, python) for python in pythons]
    for at, *each in zip(chosen, *runs, strict=True):
        found[at] = replace(found[at], runs=tuple((run["eager"], run["hybrid"]) for run in each))
    return found


def shrunk(hole: Extracted, pythons: Sequence[str]) -> Extracted:
    """The smallest program that still has the hole."""
    while True:
        results = judge_and_run(list(hole.program.smaller()), pythons, safe_only=True)
        less = next((each for each in results if each.outcome == hole.outcome), None)
        if less is None:
            return hole
        hole = less


def main() -> int:
    """The command: its exit status says whether there are holes."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.fuzz.loops", description=__doc__.partition("\n")[0])
    parser.add_argument("--programs", type=int, default=200, help="how many (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="the first seed (default: %(default)s)")
    parser.add_argument("--python", action="append", help="an interpreter that has TensorFlow (may be repeated)")
    parser.add_argument("--keep", type=Path, help="a folder for the programs with holes, before and after")
    parser.add_argument("--safe-only", action="store_true", help="run no program that gets an unsafe fix")
    options = parser.parse_args()
    pythons = options.python or [sys.executable]
    known = operations()
    programs = [program(seed, known) for seed in range(options.seed, options.seed + options.programs)]
    results = judge_and_run(programs, pythons, options.safe_only)
    counts = Counter(each.outcome for each in results)
    print(", ".join(f"{number} {outcome}" for outcome, number in sorted(counts.items())))
    different = [each for each in results if each.outcome.endswith("different")]
    for each in different:
        hole = shrunk(each, pythons) if each.safety == "safe" else each
        print(f"{each.outcome}: {each.program.name}: {hole.program.outline()}")
        if options.keep:
            options.keep.mkdir(parents=True, exist_ok=True)
            for kind, text in (("before", hole.program.source()), ("after", hole.changed)):
                (options.keep / f"{each.safety}_{each.program.name}_{kind}.py").write_text(text, encoding="utf-8")
    return 1 if any(each.safety == "safe" for each in different) else 0


if __name__ == "__main__":
    sys.exit(main())
