"""The control-flow graph of one scope: a function, a lambda, the body of a class or a module.

Every expression is in it, in the order in which Python evaluates it. What a lambda or an inner function does is a scope
of its own. A generator expression stands where it is written; where it runs is for `lazy_bodies` to say. Any statement
of a `try` may raise, at its beginning and at its end; elsewhere an exception leaves the scope.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Sequence
from functools import cached_property, reduce
from operator import or_
from typing import NamedTuple

from astroid import nodes

from hybridize.program.components import strong_components
from hybridize.program.memory import remembered
from hybridize.program.syntax import last_name

FRAMES = (nodes.FunctionDef, nodes.Lambda, nodes.ClassDef, nodes.Module)
"""Scopes that have a graph of their own; comprehensions belong to the scope around them."""
_CATCHING = ("raises", "suppress", "ignor", "expect")
"""Parts of the names of context managers that catch what their body raises."""
_LEAVING = frozenset({"exit", "quit", "_exit", "abort"})
"""Functions that end the program: `sys.exit`, `exit`, `os.abort`."""


_MANY = 400
"""Blocks from which on it pays to find out for all of them at once which may run later."""


class Span(NamedTuple):
    """The part of a graph in which a node is evaluated, from the block and step before it to those after it."""

    first: int
    start: int
    last: int
    end: int


class Flow:
    """A graph of blocks. Each block has steps, which run one after the other: the nodes in the order of evaluation."""

    def __init__(self) -> None:
        self.steps: list[list[nodes.NodeNG]] = []
        """The nodes of each block; a node comes behind those inside it."""
        self.after: list[list[int]] = []
        """The blocks that may run next."""
        self.rounds: dict[tuple[int, int], nodes.NodeNG] = {}
        """Those of these steps that begin another round, each with its loop or comprehension."""
        self.failing: set[tuple[int, int]] = set()
        """Those that are taken only where a statement raises that may as well not."""
        self.next_round: dict[nodes.NodeNG, int] = {}
        """The block of each loop from which its next round begins."""
        self.returned = self.block()
        """Where the scope has come to its end."""
        self.raised = self.block()
        """Where an exception has left it, or the program has ended."""
        self.entry = self.block()
        self._spans: dict[nodes.NodeNG, list[Span]] = {}
        self._ahead: dict[tuple[int, nodes.NodeNG | None, bool], int] = {}

    def block(self) -> int:
        """Make a block."""
        self.steps.append([])
        self.after.append([])
        return len(self.steps) - 1

    def spans(self, node: nodes.NodeNG) -> Sequence[Span]:
        """Where a node is evaluated: once, or once for each way through the `finally` in which it stands."""
        return self._spans.get(node, ())

    def note(self, node: nodes.NodeNG, span: Span) -> None:
        """Say where a node is evaluated."""
        self._spans.setdefault(node, []).append(span)

    def lead(
        self, block: int, following: int, *, loop: nodes.NodeNG | None = None, failing: bool = False
    ) -> None:
        """Let a block run after another one, be it in the next round of a loop."""
        if following not in self.after[block]:
            self.after[block].append(following)
            if loop is not None:
                self.rounds[block, following] = loop
            if failing:
                self.failing.add((block, following))

    @cached_property
    def before(self) -> list[list[int]]:
        """The blocks that may have run just before each block: of what no run reaches, only for what none does."""
        found: list[list[int]] = [[] for _ in self.steps]
        for block, following in enumerate(self.after):
            for each in following:
                if self.is_reached(block) or not self.is_reached(each):
                    found[each].append(block)
        return found

    def ahead(self, block: int, loops: Sequence[nodes.NodeNG] = (), failing: bool = True) -> int:
        """The blocks that may run later than a block, as a set of bits: without another round of some loops.

        `loops`: the loops around a place, from inside out. Not `failing`: as long as nothing raises that may not raise.
        """
        key = block, loops[0] if loops else None, failing
        found = self._ahead.get(key)
        if found is None:
            found = self._ahead[key] = self._reached(block, loops, failing)
        return found

    def is_reached(self, block: int) -> bool:
        """Whether a block can run at all: not what stands behind a `return`."""
        return block == self.entry or bool(self.ahead(self.entry) >> block & 1)

    def _reached(self, block: int, loops: Sequence[nodes.NodeNG], failing: bool) -> int:
        whole: Sequence[int] = ()
        if len(self.after) > _MANY:
            whole = self._all_ahead if failing else self._all_ahead_without_failing
            if not loops:
                return whole[block]
        again = reduce(or_, (self._ends_of_rounds.get(loop, 0) for loop in loops), 0)
        found, pending = 0, [block]
        while pending:
            each = pending.pop()
            for following in self.after[each]:
                step = each, following
                if found >> following & 1 or self.rounds.get(step) in loops:
                    continue
                if failing or step not in self.failing:
                    found |= 1 << following
                    if whole and not (1 << following | whole[following]) & again:
                        # Nothing that comes after it begins one of the rounds.
                        found |= whole[following]
                    else:
                        pending.append(following)
        return found

    @cached_property
    def _ends_of_rounds(self) -> dict[nodes.NodeNG, int]:
        """By loop: the bits of the blocks from which another round begins."""
        found: dict[nodes.NodeNG, int] = {}
        for (block, _), loop in self.rounds.items():
            found[loop] = found.get(loop, 0) | 1 << block
        return found

    @cached_property
    def _all_ahead(self) -> list[int]:
        return self._found_ahead(self.after)

    @cached_property
    def _all_ahead_without_failing(self) -> list[int]:
        steps, failing = enumerate(self.after), self.failing
        return self._found_ahead([[to for to in following if (each, to) not in failing] for each, following in steps])

    def _found_ahead(self, after: Sequence[Sequence[int]]) -> list[int]:
        """For each block those that may run later, by steps of some graph: sets of bits."""
        found = [0] * len(after)
        for circle in strong_components(range(len(after)), after.__getitem__):
            ahead = reduce(or_, (1 << to | found[to] for each in circle for to in after[each]), 0)
            for each in circle:
                found[each] = ahead
        return found

    @cached_property
    def dominators(self) -> list[int]:
        """For each block the blocks that have run wherever it is reached, itself among them: sets of bits."""
        everything = (1 << len(self.steps)) - 1
        found = [everything] * len(self.steps)
        found[self.entry] = 1 << self.entry
        order = [each for each in range(len(self.steps)) if self.is_reached(each) and each != self.entry]
        changed = True
        while changed:
            changed = False
            for block in order:
                common = everything
                for each in self.before[block]:
                    common &= found[each]
                common |= 1 << block
                if common != found[block]:
                    found[block], changed = common, True
        return found


@remembered
def flow_of(frame: nodes.NodeNG) -> Flow:
    """The graph of a function, lambda, class or module."""
    return _Builder().build(frame)


def flow_around(node: nodes.NodeNG) -> Flow:
    """The graph that has a node; an empty one where no scope is around it."""
    frame = frame_of(node)
    return Flow() if frame is None else flow_of(frame)


def frame_of(node: nodes.NodeNG) -> nodes.NodeNG | None:
    """The scope whose graph has a node: decorators and defaults of a function run in the scope around it."""
    child, around = node, node.parent
    while around is not None:
        if isinstance(around, FRAMES) and not _runs_outside(child, around):
            return around
        child, around = around, around.parent
    return None


def lifted(node: nodes.NodeNG, frame: nodes.NodeNG) -> nodes.NodeNG:
    """What makes a scope run a place that stands in it, or in an inner function: itself, or the definition of that."""
    around = frame_of(node)
    while around is not None and around is not frame:
        node, around = around, frame_of(around)
    return node


def _runs_outside(child: nodes.NodeNG, frame: nodes.NodeNG) -> bool:
    """Whether a part of a definition runs in the scope around it."""
    if isinstance(frame, nodes.ClassDef):
        return child not in frame.body
    return isinstance(child, (nodes.Decorators, nodes.Arguments)) or child is getattr(frame, "returns", None)


def swallows(statement: nodes.With) -> bool:
    """Whether a `with` may catch what its body raises."""
    names = [last_name(each.func if isinstance(each, nodes.Call) else each) or "" for each, _ in statement.items]
    return any(word in name.lower() for name in names for word in _CATCHING)


def raises_or_exits(statement: nodes.NodeNG) -> bool:
    """Whether a statement raises, or ends the program."""
    call = statement.value if isinstance(statement, nodes.Expr) else None
    leaves = isinstance(call, nodes.Call) and last_name(call.func) in _LEAVING
    return leaves or isinstance(statement, nodes.Raise)


def _fits_anything(pattern: nodes.NodeNG) -> bool:
    """Whether a case is for all that comes to it: `case _`, `case name`, `case 1 | _`."""
    if isinstance(pattern, nodes.MatchOr):
        return any(map(_fits_anything, pattern.patterns))
    return isinstance(pattern, nodes.MatchAs) and (pattern.pattern is None or _fits_anything(pattern.pattern))


def _catches_all(handler: nodes.ExceptHandler) -> bool:
    return handler.type is None or last_name(handler.type) in ("BaseException", "Exception")


class _Jumps(NamedTuple):
    """Where the jumps lead that may stand at a place."""

    returned: Callable[[], int]
    raised: Callable[[], Sequence[int]]
    """Where exceptions may go: to each of these."""
    broken: Callable[[], int] | None = None
    continued: Callable[[], int] | None = None
    caught: bool = False
    """An exception of any statement goes on in this scope."""


class _Builder:
    """Builds the graph of one scope."""

    def __init__(self) -> None:
        self._flow = Flow()
        self._now = self._flow.entry

    def build(self, frame: nodes.NodeNG) -> Flow:
        """The graph of a scope."""
        flow = self._flow
        jumps = _Jumps(lambda: flow.returned, lambda: (flow.raised,))
        if isinstance(frame, nodes.Lambda) and not isinstance(frame, nodes.FunctionDef):
            self._evaluate(frame.body)
        else:
            self._run(frame.body, jumps)
        flow.lead(self._now, flow.returned)
        return flow

    # Blocks ----------------------------------------------------------------------------------------------------------

    def _start(self, *before: int) -> int:
        """Go on in a new block that runs after some others."""
        block = self._flow.block()
        for each in before:
            self._flow.lead(each, block)
        self._now = block
        return block

    def _step(self, node: nodes.NodeNG) -> None:
        self._flow.steps[self._now].append(node)

    def _here(self) -> tuple[int, int]:
        return self._now, len(self._flow.steps[self._now])

    def _note(self, node: nodes.NodeNG, start: tuple[int, int]) -> None:
        self._flow.note(node, Span(*start, *self._here()))

    # Statements ------------------------------------------------------------------------------------------------------

    def _run(self, statements: Iterable[nodes.NodeNG], jumps: _Jumps) -> None:
        for statement in statements:
            if jumps.caught:
                # It may raise before it has done anything.
                self._fail(jumps)
                self._start(self._now)
            start = self._here()
            self._statement(statement, jumps)
            self._note(statement, start)
            if jumps.caught:
                self._fail(jumps)

    def _fail(self, jumps: _Jumps) -> None:
        for each in jumps.raised():
            self._flow.lead(self._now, each, failing=True)

    def _leave(self, target: int) -> None:
        """Jump; what stands behind is not reached from here."""
        self._flow.lead(self._now, target)
        self._start()

    def _statement(self, statement: nodes.NodeNG, jumps: _Jumps) -> None:
        match statement:
            case nodes.If():
                self._if(statement, jumps)
            case nodes.For() | nodes.While():
                self._loop(statement, jumps)
            case nodes.Try() | nodes.TryStar():
                self._try(statement, jumps)
            case nodes.With():
                self._with(statement, jumps)
            case nodes.Match():
                self._match(statement, jumps)
            case nodes.Return():
                self._parts(statement)
                self._step(statement)
                if jumps.caught:
                    # What it returns may raise.
                    self._fail(jumps)
                self._leave(jumps.returned())
            case nodes.Break() | nodes.Continue():
                self._step(statement)
                target = jumps.broken if isinstance(statement, nodes.Break) else jumps.continued
                # A jump outside of loops is a mistake that Python does not run.
                self._leave(target() if target is not None else self._flow.raised)
            case nodes.Assert():
                held, failed = self._test(statement.test)
                self._start(failed)
                if statement.fail is not None:
                    self._evaluate(statement.fail)
                for each in jumps.raised():
                    self._flow.lead(self._now, each)
                never = isinstance(statement.test, nodes.Const) and not statement.test.value
                self._start(*(() if never else (held,)))
                self._step(statement)
            case nodes.FunctionDef() | nodes.ClassDef():
                self._definition(statement)
                self._step(statement)
            case nodes.Assign():
                self._evaluate(statement.value)
                for target in statement.targets:
                    self._evaluate(target)
                self._step(statement)
            case nodes.AnnAssign():
                for part in (statement.value, statement.target) if statement.value is not None else ():
                    self._evaluate(part)
                self._step(statement)
            case nodes.AugAssign():
                self._evaluate(statement.value)
                self._evaluate(statement.target)
                self._step(statement)
            case _:
                self._parts(statement)
                self._step(statement)
                if raises_or_exits(statement):
                    for each in jumps.raised():
                        self._flow.lead(self._now, each)
                    self._start()

    def _definition(self, statement: nodes.FunctionDef | nodes.ClassDef) -> None:
        if statement.decorators is not None:
            self._evaluate(statement.decorators)
        if isinstance(statement, nodes.ClassDef):
            for part in (*statement.bases, *statement.keywords):
                self._evaluate(part)
        else:
            self._evaluate(statement.args)
            if statement.returns is not None:
                self._evaluate(statement.returns)

    def _if(self, statement: nodes.If, jumps: _Jumps) -> None:
        held, failed = self._test(statement.test)
        self._start(held)
        self._run(statement.body, jumps)
        end = self._now
        self._start(failed)
        self._run(statement.orelse, jumps)
        self._start(end, self._now)

    def _loop(self, loop: nodes.For | nodes.While, jumps: _Jumps) -> None:
        if isinstance(loop, nodes.For):
            self._evaluate(loop.iter)
        head = self._start(self._now)
        held, failed = self._test(loop.test) if isinstance(loop, nodes.While) else (head, head)
        behind = self._flow.block()
        self._start(held)
        if isinstance(loop, nodes.For):
            self._evaluate(loop.target)
        again = self._flow.next_round[loop] = self._flow.block()
        self._run(loop.body, jumps._replace(broken=lambda: behind, continued=lambda: again))
        self._flow.lead(self._now, again)
        self._flow.lead(again, head, loop=loop)
        endless = isinstance(loop, nodes.While) and isinstance(loop.test, nodes.Const) and bool(loop.test.value)
        self._start(*(() if endless else (failed,)))
        self._run(loop.orelse, jumps)
        self._flow.lead(self._now, behind)
        self._now = behind

    def _with(self, statement: nodes.With, jumps: _Jumps) -> None:
        for manager, target in statement.items:
            self._evaluate(manager)
            if target is not None:
                self._evaluate(target)
        if not swallows(statement):
            self._run(statement.body, jumps)
            return
        behind = self._flow.block()
        self._run(statement.body, jumps._replace(raised=lambda: (behind,), caught=True))
        self._flow.lead(self._now, behind)
        self._now = behind

    def _match(self, statement: nodes.Match, jumps: _Jumps) -> None:
        self._evaluate(statement.subject)
        ends: list[int] = []
        for case in statement.cases:
            start = self._here()
            self._evaluate(case.pattern)
            refused = [] if _fits_anything(case.pattern) else [self._now]
            held = self._now
            if case.guard is not None:
                self._start(held)
                held, failed = self._test(case.guard)
                refused.append(failed)
            self._start(held)
            self._run(case.body, jumps)
            ends.append(self._now)
            self._note(case, start)
            self._start(*refused)
        self._start(*ends, self._now)

    def _try(self, statement: nodes.Try | nodes.TryStar, jumps: _Jumps) -> None:
        outer = jumps
        if statement.finalbody:
            jumps = self._through(statement.finalbody, outer)
        handlers = [self._flow.block() for _ in statement.handlers]
        passed = () if any(map(_catches_all, statement.handlers)) else jumps.raised()
        self._run(statement.body, jumps._replace(raised=lambda: (*handlers, *passed), caught=True))
        self._start(self._now)
        self._run(statement.orelse, jumps)
        ends = [self._now]
        for number, (handler, block) in enumerate(zip(statement.handlers, handlers, strict=True)):
            self._now = block
            start = self._here()
            if handler.type is not None:
                self._evaluate(handler.type)
            if handler.name is not None:
                self._evaluate(handler.name)
            self._run(handler.body, jumps)
            self._note(handler, start)
            ends.append(self._now)
            if isinstance(statement, nodes.TryStar):
                # Of a group of exceptions each handler gets its part.
                for later in handlers[number + 1 :]:
                    self._flow.lead(self._now, later)
        self._start(*ends)
        self._run(statement.finalbody, outer)

    def _through(self, body: Sequence[nodes.NodeNG], jumps: _Jumps) -> _Jumps:
        """The jumps inside a `try` that ends with a `finally`: each runs that before it goes on."""

        def copied(targets: Callable[[], Iterable[int]]) -> Callable[[], int]:
            made: list[int] = []

            def entry() -> int:
                if not made:
                    now = self._now
                    made.append(self._start())
                    self._run(body, jumps)
                    for each in targets():
                        self._flow.lead(self._now, each)
                    self._now = now
                return made[0]

            return entry

        def after(target: Callable[[], int] | None) -> Callable[[], int] | None:
            return None if target is None else copied(lambda: (target(),))

        raised = copied(jumps.raised)
        returned = copied(lambda: (jumps.returned(),))
        return _Jumps(returned, lambda: (raised(),), after(jumps.broken), after(jumps.continued), caught=True)

    # Expressions -----------------------------------------------------------------------------------------------------

    def _parts(self, node: nodes.NodeNG) -> None:
        for part in node.get_children():
            self._evaluate(part)

    def _evaluate(self, node: nodes.NodeNG) -> None:
        start = self._here()
        match node:
            case nodes.IfExp():
                held, failed = self._test(node.test)
                self._start(held)
                self._evaluate(node.body)
                end = self._now
                self._start(failed)
                self._evaluate(node.orelse)
                self._start(end, self._now)
            case nodes.BoolOp():
                self._while_it_holds(node.values)
            case nodes.Compare():
                self._evaluate(node.left)
                self._while_it_holds([each for _, each in node.ops])
            case nodes.NamedExpr():
                self._evaluate(node.value)
                self._evaluate(node.target)
            case nodes.Lambda():
                self._evaluate(node.args)
            case nodes.Arguments():
                parts = [*(node.defaults or ()), *node.kw_defaults, *node.annotations, *node.kwonlyargs_annotations]
                for part in parts:
                    if part is not None:
                        self._evaluate(part)
            case nodes.ListComp() | nodes.SetComp() | nodes.DictComp() | nodes.GeneratorExp():
                self._comprehension(node)
            case _:
                self._parts(node)
        self._step(node)
        self._note(node, start)

    def _test(self, test: nodes.NodeNG) -> tuple[int, int]:
        """Evaluate a condition; the blocks behind which it holds, and does not: of `a and b` both do, or one fails."""
        start = self._here()
        if isinstance(test, nodes.UnaryOp) and test.op == "not":
            failed, held = self._test(test.operand)
        elif isinstance(test, nodes.BoolOp):
            held, failed = self._tests(test.values, test.op == "and")
        else:
            self._evaluate(test)
            return self._now, self._now
        for end in dict.fromkeys((held, failed)):
            self._now = end
            self._step(test)
            self._note(test, start)
        return held, failed

    def _tests(self, values: Sequence[nodes.NodeNG], outcome: bool) -> tuple[int, int]:
        """The blocks behind which conditions hold, and do not, of which one ends them that has not some outcome."""
        going_on, ends = self._now, list[int]()
        for each in values:
            if ends:
                self._start(going_on)
            held, failed = self._test(each)
            going_on, end = (held, failed) if outcome else (failed, held)
            ends.append(end)
        going_on, end = self._start(going_on), self._start(*ends)
        return (going_on, end) if outcome else (end, going_on)

    def _while_it_holds(self, values: Sequence[nodes.NodeNG]) -> None:
        """Evaluate the first value, and each later one only if those before it do not give the result."""
        self._evaluate(values[0])
        ends = [self._now]
        for each in values[1:]:
            self._start(self._now)
            self._evaluate(each)
            ends.append(self._now)
        if len(ends) > 1:
            self._start(*ends)

    def _comprehension(self, node: nodes.NodeNG) -> None:
        heads: list[int] = []
        for generator in node.generators:
            start = self._here()
            self._evaluate(generator.iter)
            heads.append(self._start(self._now))
            self._start(self._now)
            self._evaluate(generator.target)
            for condition in generator.ifs:
                held, failed = self._test(condition)
                self._flow.lead(failed, heads[-1], loop=node)
                self._start(held)
            self._note(generator, start)
        for part in (node.key, node.value) if isinstance(node, nodes.DictComp) else (node.elt,):
            self._evaluate(part)
        self._flow.lead(self._now, heads[-1], loop=node)
        for outer, inner in itertools.pairwise(heads):
            self._flow.lead(inner, outer, loop=node)
        self._start(heads[0])
