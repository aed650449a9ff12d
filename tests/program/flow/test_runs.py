"""What the control-flow graph answers of small programs, compared with what all their runs do."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Sequence

import astroid
import pytest
from astroid import nodes

from hybridize.program.flow.names import bindings_reaching, binds_surely, is_carried, is_live_after, reads_first
from hybridize.program.flow.order import may_run_before, runs_before, surely_runs_before
from hybridize.program.loops import loops_around
from tests.program.flow.drawn import Drawing
from tests.program.flow.runs import ARGUMENT, Event, Position, Run, all_runs, source

PROGRAMS = {
    "statements": "a()\nb(c())\nx = d()",
    "parts of expressions": "a() + b()\nc() and d() and e()\ng() if h() else i()\na2 = [j(), k()]",
    "comparisons": "a() < b() < c()\nd()",
    "or": "(a() or b()) and c()\nd()",
    "if": "if a():\n    b()\nelif c():\n    d()\nelse:\n    e()\ng()",
    "return": "if a():\n    return b()\nc()\nreturn\nd()",
    "while": "while a():\n    b()\n    if c():\n        continue\n    d()\nelse:\n    e()\ng()",
    "break": "while a():\n    if b():\n        c()\n        break\n    d()\nelse:\n    e()\ng()",
    "for": "for i in a():\n    b()\n    for j in c():\n        d()\n    e()\nelse:\n    g()\nh()",
    "leaving two loops": (
        "for i in a():\n    for j in b():\n        if c():\n            break\n        d()\n    else:\n"
        "        continue\n    e()\n    break\ng()"
    ),
    "endless": "while True:\n    a()\n    if b():\n        break\n    c()\nelse:\n    d()\ne()",
    "without an end": "while 1:\n    a()\n    b()\nc()",
    "try": "a()\ntry:\n    b()\n    c()\nexcept A:\n    d()\nexcept B:\n    e()\nelse:\n    g()\nh()",
    "all exceptions": "try:\n    a()\nexcept Exception:\n    b()\nc()",
    "any exception": "try:\n    a()\n    b()\nexcept:\n    c()\n    raise\nd()",
    "finally": "try:\n    a()\nfinally:\n    b()\nc()",
    "all of a try": "try:\n    a()\nexcept A:\n    b()\nelse:\n    c()\nfinally:\n    d()\ne()",
    "return through finally": "try:\n    if a():\n        return b()\n    c()\nfinally:\n    d()\ne()",
    "return in a try": "try:\n    return a(b())\nexcept A:\n    c()\nd()",
    "break through finally": (
        "for i in a():\n    try:\n        if b():\n            break\n        if c():\n            continue\n"
        "        d()\n    finally:\n        e()\n    g()\nh()"
    ),
    "return in finally": "try:\n    a()\nfinally:\n    if b():\n        return\n    c()\nd()",
    "try in try": (
        "try:\n    try:\n        a()\n    except A:\n        b()\n    finally:\n        c()\n    d()\nexcept B:\n"
        "    e()\ng()"
    ),
    "try in handler": "try:\n    a()\nexcept A:\n    try:\n        b()\n    except B:\n        c()\n    d()\ne()",
    "raise": "try:\n    if a():\n        b()\n        raise error()\n    c()\nexcept A:\n    d()\ne()",
    "raise outside": "if a():\n    b()\n    raise error()\nc()",
    "try in loop": "while a():\n    try:\n        b()\n        break\n    except A:\n        continue\n    c()\nd()",
    "endless try": "while True:\n    try:\n        a()\n        break\n    except A:\n        b()\nc()",
    "with": "with a() as y, b():\n    c()\n    d()\ne()",
    "with in try": "try:\n    with a():\n        b()\n    c()\nexcept A:\n    d()",
    "with that catches": "with suppress(a()):\n    b()\n    c()\nd()",
    "return in with": "with a():\n    if b():\n        return c()\nd()",
    "match": "match a():\n    case 1:\n        b()\n    case 2 if c():\n        d()\n    case 3:\n        e()\ng()",
    "match with a rest": "match a():\n    case 1 if b():\n        c()\n    case _:\n        d()\ne()",
    "match with a name": "match a():\n    case y if b():\n        c()\n    case y:\n        d()\ne()",
    "match in loop": (
        "for i in a():\n    match b():\n        case 1:\n            continue\n        case 2:\n"
        "            break\n    c()\nd()"
    ),
    "comprehension": "y = [a() for i in b() if c() if d()]\ne()",
    "two generators": "y = {a(): b() for i in c() if d() for j in e()}\ng()",
    "comprehension in loop": "for i in a():\n    y = {b() for j in c()}\n    d()\ne()",
    "comprehension in comprehension": "y = [[a() for j in b()] for i in c()]\nd()",
    "assert": "assert a(), b()\nc()",
    "assert in try": "try:\n    a()\n    assert b(), c()\n    d()\nexcept A:\n    e()\ng()",
    "assert nothing": "a()\nassert False, b()\nc()",
    "assignments": "a().y = b()\nc()[d()] = e()\ng()",
    "walrus": "if (y := a()) and (z := b()):\n    c()\nd()",
    "inner function": "@a()\ndef g(y=b()):\n    c()\nd()",
    "lambda": "g = lambda y=a(): b()\nc()",
    "handlers of a group": "try:\n    a()\nexcept* A:\n    b()\nexcept* B:\n    c()\nelse:\n    d()\ne()",
    "if in loop": "for i in a():\n    if b():\n        c()\n    else:\n        d()",
    "loop in branch": "if a():\n    while b():\n        c()\nelse:\n    d()\ne()",
    "finally in finally": "try:\n    try:\n        a()\n    finally:\n        b()\nfinally:\n    c()\nd()",
}  # fmt: skip


class Answers:
    """The pairs of places between which something holds: in the runs of a program, and by its graph."""

    def __init__(self, body: str, most: int = 20_000) -> None:
        self.runs, self.whole = all_runs(body, most)
        function = astroid.parse(source(body)).body[0]
        calls = [each for each in function.nodes_of_class(nodes.Call) if len(getattr(each.func, "name", "")) == 1]
        self.calls = {each.func.name: each for each in calls if each.frame() is function}
        self.reached = {each.name for run in self.runs for each in run if each.kind == "reached"} & self.calls.keys()
        self._loops = {name: set(map(position, loops_around(call))) for name, call in self.calls.items()}

    def by_graph(self, question: Callable[[nodes.NodeNG, nodes.NodeNG], bool]) -> set[str]:
        pairs = itertools.product(self.calls.items(), repeat=2)
        return {one + other for (one, first), (other, second) in pairs if question(first, second)}

    def may_follow(self) -> set[str]:
        return {one + other for run in self.runs for one, other, _ in self._following(run)}

    def may_follow_in_round(self) -> set[str]:
        return {
            one + other
            for run in self.runs
            for one, other, rounds in self._following(run)
            if not rounds & self._loops[one] & self._loops[other]
        }

    def always_follow(self) -> set[str]:
        out = {one + other for one in self.calls for other in self.reached}
        for run in self.runs:
            ran: set[str] = set()
            for event in run:
                if event.kind == "ran":
                    ran.add(event.name)
                elif event.kind == "reached":
                    out -= {one + event.name for one in self.calls if one not in ran}
        return out

    def _following(self, run: Run) -> Iterator[tuple[str, str, set[Position]]]:
        """The calls that have run when others are reached, with the loops that began a round meanwhile."""
        since: list[tuple[str, set[Position]]] = []
        for event in run:
            if event.kind == "round":
                for _, rounds in since:
                    rounds.add(event.where)
            elif event.name in self.calls and event.kind == "ran":
                since.append((event.name, set()))
            elif event.name in self.calls and event.kind == "reached":
                yield from ((one, event.name, rounds) for one, rounds in since)


def position(node: nodes.NodeNG) -> Position:
    if isinstance(node.parent, nodes.ExceptHandler) and node is node.parent.name:
        node = node.parent
    return node.lineno, node.col_offset


class Names:
    """What becomes of the name `x`: in the runs of a program, and by its graph."""

    def __init__(self, body: str, most: int = 20_000) -> None:
        self.runs, self.whole = all_runs(body, most)
        self.function = astroid.parse(source(body)).body[0]
        blocks = [vars(each).get(part) for each in self.function.nodes_of_class(nodes.NodeNG) for part in _BLOCKS]
        lists = (each for each in blocks if isinstance(each, list) and each)
        self.blocks = [each for each in lists if each[0].parent.frame() is self.function]
        self.statements = {position(each): each for block in self.blocks for each in block}
        self.deleted = set(map(position, self.function.nodes_of_class(nodes.DelName)))
        self.begun = {each.where for run in self.runs for each in run if each.kind == "began"}
        self.read = {each.where for run in self.runs for each in run if each.kind == "read"}

    def bound(self) -> dict[Position, set[Position | None]]:
        """What has bound the name where it is read."""
        out: dict[Position, set[Position | None]] = {}
        for event in itertools.chain.from_iterable(self.runs):
            if event.kind == "read" and event.where not in self.deleted:
                out.setdefault(event.where, set()).add(event.found)
        return out

    def bound_by_graph(self) -> dict[Position, set[Position | None]]:
        out: dict[Position, set[Position | None]] = {}
        for each in self.function.nodes_of_class((nodes.Name, nodes.AssignName)):
            if position(each) in self.read and each.name == "x":
                found, past = bindings_reaching(each, "x")
                made = {None if isinstance(binding, nodes.DelName) else position(binding) for binding in found}
                out[position(each)] = made | {ARGUMENT} if past else made
        return out

    def live(self) -> set[Position]:
        """The statements after which the name is read before it is bound."""
        return {start.where for start, use in self._uses() if start.kind == "ended" and use.kind == "read"}

    def carried(self) -> set[Position]:
        """Also those of which another round does that."""
        again = {start.where for start, use in self._uses() if start.kind == "round" and use.kind == "read"}
        return self.live() | again & self.statements.keys()

    def _uses(self) -> Iterator[tuple[Event, Event]]:
        """Events, each with the first use of the name that follows it."""
        for run in self.runs:
            use = None
            for event in reversed(run):
                if event.kind in ("read", "bound"):
                    use = event
                elif use is not None:
                    yield event, use

    def passes(self, statements: Sequence[nodes.NodeNG]) -> Iterator[tuple[Run, bool]]:
        """The parts of the runs in which some statements run, each with whether it comes to their end."""
        first, last = position(statements[0]), position(statements[-1])
        for run in self.runs:
            begun: int | None = None
            for number, event in enumerate(run):
                if event.kind == "began" and event.where == first:
                    if begun is not None:
                        yield run[begun:number], False
                    begun = number
                elif event.kind == "ended" and event.where == last and begun is not None:
                    yield run[begun:number], True
                    begun = None
            if begun is not None:
                yield run[begun:], False

    def binds(self, statements: Sequence[nodes.NodeNG]) -> bool | None:
        """Whether some statements always bind the name; None where no run comes to their end."""
        ends = [
            next((each.where for each in reversed(run) if each.kind == "bound"), None)
            for run, ended in self.passes(statements)
            if ended
        ]
        return all(each is not None and each not in self.deleted for each in ends) if ends else None

    def reads(self, statements: Sequence[nodes.NodeNG]) -> bool:
        """Whether some statements may read the name before they bind it."""
        lines = range(statements[0].fromlineno, statements[-1].tolineno + 1)
        uses = (
            next((each for each in run if each.kind in ("read", "bound")), None) for run, _ in self.passes(statements)
        )
        return any(use is not None and use.kind == "read" and use.where[0] in lines for use in uses)


_BLOCKS = ("body", "orelse", "finalbody")


@pytest.mark.parametrize("body", PROGRAMS.values(), ids=PROGRAMS)
def test_order(body: str) -> None:
    asked = Answers(body)
    assert asked.by_graph(may_run_before) == asked.may_follow()
    assert asked.by_graph(runs_before) == asked.may_follow_in_round()
    assert asked.by_graph(surely_runs_before) == asked.always_follow()


@pytest.mark.parametrize("seed", range(25))
def test_order_in_drawn_programs(seed: int) -> None:
    asked = Answers(Drawing(seed).body(3), most=500)
    may, in_round, surely = map(asked.by_graph, (may_run_before, runs_before, surely_runs_before))
    # Not all runs show all that may happen; what they show does.
    assert asked.may_follow() <= may
    assert asked.may_follow_in_round() <= in_round
    assert {pair for pair in surely if pair[1] in asked.reached} <= asked.always_follow()
    if asked.whole:
        assert (may, in_round) == (asked.may_follow(), asked.may_follow_in_round())
        assert surely == asked.always_follow()


NAMES = {
    "once": "x = a()\nb(x)\nx = c()",
    "a branch": "if a():\n    x = b()\nc(x)",
    "both branches": "if a():\n    x = b()\nelse:\n    x = c()\nd(x)",
    "a loop": "for i in a():\n    b(x)\n    x = c()\nd(x)",
    "a loop variable": "for x in a():\n    b(x)\nelse:\n    c(x)\nd(x)",
    "the test of a loop": "while (x := a(x)):\n    b()\n    x = c()\nd(x)",
    "leaving a loop": "while True:\n    x = a()\n    if b(x):\n        break\n    x = c()\nd(x)",
    "another round": "while a():\n    if b():\n        x = c()\n        continue\n    d(x)",
    "in addition": "x += a()\nfor i in b():\n    x += c(x)\nd(x)",
    "deleted": "if a():\n    del x\nb(x)\nx = c()\ndel x",
    "a try": "try:\n    x = a()\n    b(x)\nexcept A:\n    c(x)\nelse:\n    d(x)\ne(x)",
    "an exception": (
        "try:\n    a()\nexcept A as x:\n    b(x)\n    x = c()\nexcept B:\n    x = d()\nelse:\n    x = e()\ng(x)"
    ),
    "finally": "try:\n    x = a()\n    if b(x):\n        return c()\nfinally:\n    d(x)\n    x = e()\ng(x)",
    "with": "with a(x) as x:\n    b(x)\nc(x)",
    "with that catches": "with suppress():\n    x = a()\n    b(x)\nc(x)",
    "match": (
        "match a(x):\n    case 1:\n        x = b()\n    case 2 if (x := c()):\n        d(x)\n    case _:\n"
        "        x = e()\ng(x)"
    ),
    "functions and classes": "def x(y=a(x)): pass\nb(x)\nclass x: pass\nc(x)",
    "a comprehension": "y = [a(x) for i in b(x) if c(x)]\nx = d()\ne(x)",
    "parts of expressions": "y = (x := a(x)) and (x := b(x))\nc(x)\nz = (x := d()) if e() else x\ng(x)",
    "behind a return": "if a(x):\n    return b(x)\n    x = c()\nd(x)",
    "all ways end": "if a():\n    x = b()\n    return x\nelse:\n    raise error()\nc(x)",
    "an assertion": "assert (x := a()), b(x)\nc(x)",
}  # fmt: skip


@pytest.mark.parametrize("body", NAMES.values(), ids=NAMES)
def test_names(body: str) -> None:
    asked = Names(body)
    assert asked.whole
    check_names(asked)


@pytest.mark.parametrize("seed", range(25))
def test_names_in_drawn_programs(seed: int) -> None:
    check_names(Names(Drawing(seed).body(3), most=500))


def check_names(wanted: Names) -> None:
    bound, bound_by_graph = wanted.bound(), wanted.bound_by_graph()
    assert bound.keys() == bound_by_graph.keys()
    assert all(found <= bound_by_graph[read] for read, found in bound.items())
    statements = {where: each for where, each in wanted.statements.items() if where in wanted.begun}
    live = {where for where, each in statements.items() if is_live_after(each, "x")}
    compound = {where for where, each in statements.items() if isinstance(each, (nodes.If, nodes.For, nodes.While))}
    carried = {where for where in compound if is_carried(statements[where], "x")}
    assert wanted.live() <= live
    assert wanted.carried() & compound <= carried
    if wanted.whole:
        assert (bound, live, carried) == (bound_by_graph, wanted.live(), wanted.carried() & compound)
    for block in wanted.blocks:
        for first, last in itertools.combinations(range(len(block) + 1), 2):
            part = block[first:last]
            if position(part[0]) in wanted.begun:
                binds, reads = wanted.binds(part), wanted.reads(part)
                assert binds is not False or not binds_surely(part, "x")
                assert not reads or reads_first(part, "x")
                assert not wanted.whole or reads_first(part, "x") is reads
                assert not wanted.whole or binds is None or binds_surely(part, "x") is binds
