"""Some programs of the fuzzer, always the same ones: no safe fix changes what one does.

`python -m benchmarks.fuzz` makes as many as there is time for.
"""

from __future__ import annotations

from benchmarks.fuzz.grammar import Grammar
from benchmarks.fuzz.judged import judge_and_run
from benchmarks.fuzz.operations import operations
from tests.tensorflow_runs import TENSORFLOW_PYTHON, needs_tensorflow

FIRST = 500
PROGRAMS = 40
"""How many seeds, from the first on."""


@needs_tensorflow
def test_no_safe_fix_changes_a_random_program() -> None:
    grammar = Grammar(operations())
    results = judge_and_run([grammar.program(seed) for seed in range(FIRST, FIRST + PROGRAMS)], [TENSORFLOW_PYTHON])
    holes = [each.program.outline() for each in results if each.is_hole]
    assert holes == []
    # The programs show something: some get safe fixes, some break as graphs, and nearly all run by themselves.
    assert sum(each.verdict == "safe" for each in results) >= PROGRAMS // 10
    assert sum(each.changed for each in results) >= PROGRAMS // 4
    assert sum(each.is_broken for each in results) <= PROGRAMS // 4
