"""Which arguments come together in one trace, from options that are written by hand."""

from __future__ import annotations

import pytest
from astroid import extract_node

from hybridize.inference.domain.literals import Literal
from hybridize.inference.facts.repetition import Loop
from hybridize.verdicts.model.parts import Place
from hybridize.verdicts.retracing.traces import MOST, Option, _combinations, _enumerated, _without_joined

ONE, TWO = Option(("value", "1")), Option(("value", "2"))
LIST, PAIR = Option(("list", 1)), Option(("tuple", 2))
LOOP = Loop(Place("main.py", 3), 3, range(3))


def keys(*row: list[Option]) -> list[tuple[int, tuple[object, ...]]]:
    """The combinations of a row, by what the options say in the end."""
    return [(turn, tuple(option.key[-1] for option in options)) for turn, options in _combinations(row)]


def test_values_come_with_each_other() -> None:
    assert keys() == [(0, ())]
    assert keys([ONE]) == [(0, ("1",))]
    assert keys([ONE, TWO], [ONE, TWO]) == [(0, (a, b)) for a in "12" for b in "12"]


def test_structures_come_in_pairs() -> None:
    assert keys([LIST, PAIR], [LIST, PAIR]) == [(0, (1, 1)), (1, (2, 2))]
    assert keys([LIST, PAIR], [LIST]) == [(0, (1, 1)), (1, (2, 1))]
    assert keys([LIST, PAIR], [ONE, TWO]) == [(0, (1, "1")), (0, (1, "2")), (1, (2, "1")), (1, (2, "2"))]


def test_what_a_loop_makes_comes_with_each_structure() -> None:
    made = Option(("new", 3), (LOOP,))
    assert keys([LIST, made], [PAIR]) == [(0, (1, 2)), (0, (3, 2))]
    assert keys([LIST, PAIR, made], [PAIR]) == [(0, (1, 2)), (0, (3, 2)), (1, (2, 2)), (1, (3, 2))]


SOME, NUMBER, TEXT = ("some", "int"), ("value", Literal(1).trace_key), ("value", Literal("a").trace_key)
TENSOR = ("tensor", "")
JOINED = {
    "a number that is known is an example of one that is not": ([(SOME,), (NUMBER,)], [(NUMBER,)]),
    "a text is none": ([(SOME,), (TEXT,)], [(SOME,), (TEXT,)]),
    "a text from elsewhere is a mode of its own": ([(("some", "str"),), (TEXT,)], [(("some", "str"),), (TEXT,)]),
    "all is an example of what nobody knows": ([(("Unknown",),), (TENSOR,)], [(TENSOR,)]),
    "what stands beside it must be the same": ([(SOME, TENSOR), (NUMBER, NUMBER)], [(SOME, TENSOR), (NUMBER, NUMBER)]),
    "beside the same": ([(TENSOR, SOME), (TENSOR, NUMBER)], [(TENSOR, NUMBER)]),
    "each that is open needs one": ([(SOME, SOME), (NUMBER, TEXT)], [(SOME, SOME), (NUMBER, TEXT)]),
    "what is open itself is no example": ([(SOME,), (("Unknown",),)], [(SOME,), (("Unknown",),)]),
    "one of several": ([(SOME,), (TEXT,), (NUMBER,)], [(TEXT,), (NUMBER,)]),
}


@pytest.mark.parametrize(("given", "left"), JOINED.values(), ids=JOINED)
def test_arguments_that_others_are_an_example_of(given: list[tuple[object]], left: list[tuple[object]]) -> None:
    assert _without_joined(dict.fromkeys(given, 1)) == dict.fromkeys(left, 1)  # type: ignore[arg-type]


def numbers(row: list[list[Option]]) -> list[list[object]]:
    """What the options say, once loop variables are numbers."""
    return [[option.key[-1] for option in options] for options in _enumerated(row)]


def test_a_loop_variable_over_a_range_is_the_numbers_that_it_takes() -> None:
    variable = Option(("changes", "i"), (LOOP,), extract_node("i"))
    assert numbers([[variable, ONE]]) == [["0", "1", "2", "1"]]
    assert numbers([[variable], [variable]]) == [["i"], ["i"]]
    computed = Option(("changes", "i + 1"), (LOOP,), extract_node("i + 1"))
    assert numbers([[computed]]) == [["i + 1"]]
    endless = Option(("changes", "i"), (Loop(Place("main.py", 3), None),), extract_node("i"))
    assert numbers([[endless]]) == [["i"]]
    long = Option(("changes", "i"), (Loop(Place("main.py", 3), MOST + 1, range(MOST + 1)),), extract_node("i"))
    assert numbers([[long]]) == [["i"]]
    inner = Option(("changes", "i"), (LOOP, Loop(Place("main.py", 2), 2)), extract_node("i"))
    assert numbers([[inner]]) == [["i"]]
