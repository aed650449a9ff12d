"""The fuzzer's grammar: programs that Python can compile, the same for the same seed, and smaller ones of them."""

from __future__ import annotations

import pytest

from benchmarks.fuzz.grammar import DEPTH, Grammar, Inner, Node, Operation, Program
from benchmarks.fuzz.judged import same
from benchmarks.fuzz.operations import operations


@pytest.mark.slow
def test_each_operation_makes_a_program_in_a_region_and_in_a_helper() -> None:
    for operation in operations():
        program = Program("program", (Inner("if", (operation,)), Inner("helper", (operation,))))
        compile(program.source(), operation.name, "exec")


def test_operations_have_names_of_their_own() -> None:
    names = [operation.name for operation in operations()]
    assert len(set(names)) == len(names)


def test_a_seed_always_makes_the_same_program() -> None:
    first, second = Grammar(operations()), Grammar(operations())
    assert [first.program(seed).source() for seed in range(50)] == [second.program(seed).source() for seed in range(50)]


@pytest.mark.slow
def test_regions_and_places_stand_in_each_other_up_to_the_depth() -> None:
    def depth(node: Node) -> int:
        return 0 if isinstance(node, Operation) else 1 + max(map(depth, node.children))

    programs = [Grammar(operations()).program(seed) for seed in range(200)]
    assert {depth(node) for program in programs for node in program.nodes} == set(range(DEPTH + 1))


def test_smaller_programs_lose_one_thing_each() -> None:
    one, two = Operation("one", "x = x + 1.0"), Operation("two", "x = x + 2.0")
    program = Program("program", (Inner("if", (one,)), two))
    outlines = [each.outline() for each in program.smaller()]
    assert outlines == ["two", "one ; two", "if(one)"]


def test_numbers_agree_within_a_tolerance_and_all_else_exactly() -> None:
    assert same("1.0\n[2.5]", "1.00001\n[2.5]")
    assert not same("1.0", "1.1")
    assert not same("1.0\nTrue", "1.0\nFalse")
    assert not same("1.0", "1.0\n2.0")
