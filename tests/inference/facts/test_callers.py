"""What `facts.callers` answers of small programs: who calls what, and what holds on the ways there."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Hashable, Iterable
from pathlib import Path

import pytest

from hybridize.inference import analyze
from hybridize.inference.facts.callers import Call, Callers, Place, Way
from hybridize.inference.state.contexts import Context
from hybridize.program import build
from hybridize.settings import AnalysisOptions
from hybridize.sources.project import load_project


class Program:
    """An analysed program whose contexts are asked for by the names of their functions; `main` is the module."""

    def __init__(self, folder: Path, code: str) -> None:
        (folder / ("test_main.py" if "def test_" in code else "main.py")).write_text(textwrap.dedent(code), encoding="utf-8")
        (folder / "setup.cfg").touch()
        settings = AnalysisOptions(include_tests=True)
        self._facts = analyze(build(load_project(folder, settings)), settings)
        assert not self._facts.errors

    @property
    def callers(self) -> Callers:
        return self._facts.graph.callers

    def contexts(self, *names: str) -> list[Context]:
        return [each for each in self._facts.graph.contexts if name_of(each) in names]

    def calls(self, name: str) -> list[Call]:
        return list(self.callers.of(*self.contexts(name)))


def all_places(program: Program) -> list[Place]:
    functions = program.contexts("base", "low", "mid", "other", "left", "right", "ping", "pong")
    return list(dict.fromkeys((call.caller, call.node) for call in program.callers.of(*functions)))


def name_of(context: Context) -> str:
    return str(getattr(context.scope, "name", "lambda"))


def names(contexts: Iterable[Context]) -> set[str]:
    return set(map(name_of, contexts))


@pytest.fixture
def program(tmp_path: Path) -> Callable[[str], Program]:
    return lambda code: Program(tmp_path, code)


STRAIGHT = """\
def low(x): return x
def mid(x): return low(x)
def other(x): return low(x)
mid(1)
other(1)
"""
UNUSED = """\
def low(x): return x
def mid(x): return low(x)
def idle(): return low(1)
mid(1)
"""
CIRCLE = """\
def low(x): return x
def ping(x): return low(x), pong(x)
def pong(x): return ping(x)
ping(1)
"""
CLOSED = """\
def low(x): return x
def ping(x): return low(x), pong(x)
def pong(x): return ping(x)
def mid(x): return low(x)
mid(1)
"""
LONG = "".join(
    ["def f0(x): return x\n", *(f"def f{n + 1}(x): return f{n}(x)\n" for n in range(60)), "f60(1)\n"]
)
DIAMOND = """\
def base(x): return x
def low(x): return base(x)
def left(x): return low(x)
def right(x): return low(x)
def top(x):
    left(x)
    right(x)
    return base(x)
top(1)
low(1)
"""
SET_UP = """\
class Low:
    def __init__(self):
        self.base()
        base()
    def base(self): pass
def base(): pass
def mid(low): low.__init__()
mid(Low())
"""
TRACED = """\
import tensorflow as tf
def low(x): return x + 1
def by_hand(x): return low(x)
tf.data.Dataset.range(3).map(low)
by_hand(tf.constant(1))
"""


@pytest.mark.parametrize(
    ("code", "name", "expected"),
    [
        (STRAIGHT, "low", [("mid", 2, False), ("other", 3, False)]),
        (STRAIGHT, "mid", [("main", 4, False)]),
        (UNUSED, "low", [("idle", 3, False), ("mid", 2, False)]),
        (UNUSED, "idle", []),
        (CIRCLE, "ping", [("main", 4, False), ("pong", 3, False)]),
        (TRACED, "low", [("by_hand", 3, False), ("main", 4, True)]),
    ],
)
def test_calls(program: Callable[[str], Program], code: str, name: str, expected: list[tuple[str, int, bool]]) -> None:
    calls = {(name_of(caller), node.lineno, traced) for caller, node, traced in program(code).calls(name)}
    assert sorted(calls) == expected


@pytest.mark.parametrize(
    ("code", "name", "expected"),
    [
        (STRAIGHT, "low", {"low", "mid", "other", "main"}),
        (STRAIGHT, "mid", {"mid", "main"}),
        (UNUSED, "low", {"low", "mid", "idle", "main"}),
        (UNUSED, "idle", {"idle"}),
        (CIRCLE, "low", {"low", "ping", "pong", "main"}),
        (CIRCLE, "pong", {"ping", "pong", "main"}),
        (LONG, "f0", {"main", *(f"f{n}" for n in range(61))}),
    ],
)
def test_all_that_lead_to_a_function(
    program: Callable[[str], Program], code: str, name: str, expected: set[str]
) -> None:
    asked = program(code)
    assert names(asked.callers.leading_to(asked.contexts(name))) == expected
    # The calls by which they do lead to one that does.
    calls = asked.callers.calls_leading_to(asked.contexts(name))
    lines = code.splitlines()
    above = {each for call in asked.calls(name) for each in names(asked.callers.leading_to([call.caller]))}
    assert names(calls) == above
    for context, places in calls.items():
        assert len(places) == len(set(places))
        assert all(any(f"{each}(" in lines[place.lineno - 1] for each in expected) for place in places), context


def test_calls_that_do_not_count_lead_nowhere(program: Callable[[str], Program]) -> None:
    asked = program(STRAIGHT)
    calls = asked.callers.calls_leading_to(asked.contexts("low"), lambda caller, call: name_of(caller) != "other")
    assert {name_of(each): [call.lineno for call in found] for each, found in calls.items()} == {"mid": [2], "main": [4]}


@pytest.mark.parametrize(
    ("code", "name", "above", "lines"),
    [
        (STRAIGHT, "low", "main", {4, 5}),
        (STRAIGHT, "low", "mid", {2}),
        (STRAIGHT, "mid", "other", set()),
        (CIRCLE, "low", "main", {4}),
        (CIRCLE, "low", "pong", {3}),
        (CIRCLE, "pong", "ping", {2}),
        (LONG, "f0", "main", {62}),
    ],
)
def test_places_of_a_function_that_lead_to_another(
    program: Callable[[str], Program], code: str, name: str, above: str, lines: set[int]
) -> None:
    asked = program(code)
    (scope,) = {each.scope for each in asked.contexts(above)}
    places = {place for each in asked.contexts(name) for place in asked.callers.places(each, scope)}
    assert {place.lineno for place in places} == lines


@pytest.mark.parametrize(
    ("code", "one", "other", "shared"),
    [
        (STRAIGHT, "mid", "other", True),
        (STRAIGHT, "low", "main", True),
        (UNUSED, "mid", "idle", False),
        (UNUSED, "low", "idle", True),
        (CIRCLE, "ping", "pong", True),
        (CLOSED, "mid", "pong", False),
        (CLOSED, "low", "ping", True),
    ],
)
def test_what_leads_to_two_functions(
    program: Callable[[str], Program], code: str, one: str, other: str, shared: bool
) -> None:
    asked = program(code)
    roots = [[asked.callers.roots[context] for context in asked.contexts(name)] for name in (one, other)]
    assert any(mine & others for mine in roots[0] for others in roots[1]) is shared
    above = asked.callers.leading_to(asked.contexts(one)) & asked.callers.leading_to(asked.contexts(other))
    assert bool(above) is shared


@pytest.mark.parametrize(
    ("code", "name", "expected"),
    [
        (STRAIGHT, "low", {"main"}),
        (UNUSED, "idle", {"idle"}),
        (UNUSED, "low", {"main", "idle"}),
        (CIRCLE, "low", {"main"}),
        (LONG, "f0", {"main"}),
        # The module leads to the test, which runs by itself.
        ("def test_it(): helper()\ndef helper(): pass\n", "helper", {"test_it"}),
    ],
)
def test_where_ways_begin(program: Callable[[str], Program], code: str, name: str, expected: set[str]) -> None:
    asked = program(code)
    assert {name_of(each) for context in asked.contexts(name) for each in asked.callers.beginnings(context)} == expected


MUST, MAY, NO = "must", "may", "no"


@pytest.mark.parametrize(
    ("code", "name", "by", "expected"),
    [
        (STRAIGHT, "low", "main", MUST),
        (STRAIGHT, "low", "mid", MAY),
        (STRAIGHT, "mid", "other", NO),
        (UNUSED, "low", "main", MAY),
        (UNUSED, "low", "idle", MAY),
        (UNUSED, "mid", "main", MUST),
        (UNUSED, "mid", "idle", NO),
        # Whoever goes round has come from somewhere.
        (CIRCLE, "low", "main", MUST),
        (CIRCLE, "low", "ping", MUST),
        (CIRCLE, "low", "pong", MAY),
        # Nobody comes from outside into a circle that nothing else calls.
        (CLOSED, "low", "main", MAY),
        (CLOSED, "pong", "main", NO),
        (LONG, "f0", "main", MUST),
        (LONG, "f0", "f59", MUST),
        (LONG, "f59", "f0", NO),
    ],
)
def test_whether_ways_come_by_a_function(
    program: Callable[[str], Program], code: str, name: str, by: str, expected: str
) -> None:
    asked = program(code)

    def comes_by(way: Way) -> bool | None:
        return True if name_of(way.caller) == by else None

    ends = list(asked.callers.ends(asked.calls(name), comes_by, root=False))
    assert ends
    assert (MUST if all(ends) else MAY if any(ends) else NO) == expected


@pytest.mark.parametrize("code", [STRAIGHT, UNUSED, CIRCLE, CLOSED, TRACED, DIAMOND])
@pytest.mark.parametrize("line", range(1, 11))
def test_what_was_found_out_before_changes_no_answer(program: Callable[[str], Program], code: str, line: int) -> None:
    asked = program(code)
    callers, places = asked.callers, all_places(asked)

    def comes_by(way: Way) -> bool | None:
        if way.traced and way.below is not None:
            return False
        return True if way.node.lineno == line else None if callers.of(way.caller) else False

    def answers(order: Iterable[Place], shared: bool) -> dict[Place, tuple[bool, bool]]:
        some: dict[Hashable, bool] = {}
        every: dict[Hashable, bool] = {}
        return {
            place: (
                callers.some(place, comes_by, some if shared else {}),
                callers.every(place, comes_by, every if shared else {}),
            )
            for place in order
        }

    alone = answers(places, False)
    for number in range(len(places)):
        assert answers(places[number:] + places[:number], True) == alone
        assert answers((places[number:] + places[:number])[::-1], True) == alone
    for place, found in alone.items():
        ends = list(callers.ends([Call(*place)], comes_by))
        assert found == (any(ends), all(ends))


def test_what_was_found_out_is_not_asked_again(program: Callable[[str], Program]) -> None:
    asked = program(DIAMOND)
    judged: list[Place] = []
    known: dict[Hashable, bool] = {}
    for place in all_places(asked):
        asked.callers.some(place, lambda way: judged.append((way.caller, way.node)), known)
    # Once as the place that is asked about, and no more than once as one above another.
    assert max(map(judged.count, judged)) <= 2


def test_places_may_be_told_apart_within_a_function(program: Callable[[str], Program]) -> None:
    """The judge goes on from one kind of place by other calls than from the rest."""
    asked = program(SET_UP)

    def of_receiver(way: Way) -> bool:
        return way.node.as_string().startswith("self.")

    def comes_by(way: Way) -> bool | None:
        if way.below is not None and of_receiver(way.below):
            return name_of(way.caller) == "mid"
        return True if name_of(way.caller) == "main" else None

    places = [(call.caller, call.node) for call in asked.calls("base") if name_of(call.caller) == "__init__"]
    kinds = {place[1].as_string(): place for place in places if place[1].as_string().endswith("base()")}
    for order in (("base()", "self.base()"), ("self.base()", "base()")):
        known: dict[Hashable, bool] = {}
        said = {
            each: asked.callers.some(kinds[each], comes_by, known, lambda way: (way.caller, of_receiver(way)))
            for each in order
        }
        assert said == {"base()": True, "self.base()": True}


@pytest.mark.parametrize(
    ("code", "name", "down"),
    [
        (STRAIGHT, "low", ["main:4", "mid:2"]),
        (CIRCLE, "low", ["main:4", "ping:2"]),
        (LONG, "f57", ["main:62", "f60:61", "f59:60", "f58:59"]),
        ("def low(): pass\ndef mid(): low()\ndef top(): mid()\ntop()\nmid()\n", "low", ["main:5", "mid:2"]),
    ],
)
def test_the_shortest_way_down(program: Callable[[str], Program], code: str, name: str, down: list[str]) -> None:
    asked = program(code)
    ends = asked.callers.ends(asked.calls(name), lambda way: way if name_of(way.caller) == "main" else None)
    way = next(ends)
    assert [f"{name_of(each.caller)}:{each.node.lineno}" for each in way.down()] == down
    assert [each.level for each in way.down()] == list(range(len(down), 0, -1))
    assert [name_of(each.callee) if each.callee else "" for each in way.down()] == [
        *(each.partition(":")[0] for each in down[1:]), ""
    ]  # fmt: skip


def test_each_call_is_judged_once(program: Callable[[str], Program]) -> None:
    asked = program(CIRCLE)
    judged: list[tuple[str, int]] = []
    list(asked.callers.ends(asked.calls("low"), lambda way: judged.append((name_of(way.caller), way.node.lineno))))
    assert sorted(set(judged)) == [("main", 4), ("ping", 2), ("pong", 3)]
    contexts = len(asked.contexts("ping", "pong", "main"))
    assert len(judged) <= contexts + len(asked.calls("low"))
