"""The fuzzer's programs with loops: Python compiles them, before and after their blocks are functions."""

from __future__ import annotations

import random

import pytest

from benchmarks.fuzz.grammar import Inner, Operation
from benchmarks.fuzz.loops import CORES, SHAPES, LoopProgram, extract, program
from benchmarks.fuzz.operations import operations

KNOWN = operations()


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("core", CORES)
def test_each_core_in_each_shape_makes_a_program(shape: str, core: str) -> None:
    dice = random.Random(f"{shape} {core}")
    nodes = (dice.choice(KNOWN), Inner("if", (dice.choice(KNOWN),)))
    for first in (False, True):
        compile(LoopProgram("program", nodes, shape, core, first).source(), shape, "exec")


def test_a_seed_always_makes_the_same_program() -> None:
    assert [program(seed, KNOWN) for seed in range(50)] == [program(seed, KNOWN) for seed in range(50)]


def test_smaller_programs_lose_one_thing_each() -> None:
    one, two = Operation("one", "x = x + 1.0"), Operation("two", "x = x + 2.0")
    whole = LoopProgram("program", (Inner("if", (one,)), two), "module", "train")
    assert [each.nodes for each in whole.smaller()] == [(two,), (one, two), (Inner("if", (one,)),)]


def test_a_plain_step_is_extracted_in_each_shape() -> None:
    found = extract([LoopProgram(shape, (), shape, "train") for shape in SHAPES])
    for each in found:
        assert each.safety != "none" and "@tf.function" in each.changed, each.program.shape
        compile(each.changed, each.program.shape, "exec")
