"""Which reads of an attribute a test stands before: `if self.x is None`, `isinstance(self.x, int)`, an early return.

What a test tells of a local name lives in the environment (`narrowing`). Attributes live in the heap, where values only
grow, so a read is narrowed where it stands: one pass over a function that tests attributes says which tests hold at
which reads. A test no longer holds after an assignment to an attribute of that name, a method of the same object, a
call that is handed the object, or a pause of the function.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from astroid import nodes

from hybridize.program.calls import passed_by, receiver_of
from hybridize.program.syntax import is_constant, spelled


class Guard(NamedTuple):
    """A test that came out as `outcome`; without a test: the attribute has been assigned something that is not None."""

    test: nodes.NodeNG | None
    outcome: bool


Guards = dict[nodes.NodeNG, frozenset[Guard]]
"""By the attribute that is read."""
_ASSIGNED = Guard(None, True)
_Facts = dict[str, frozenset[Guard]]
_MADE = (nodes.Call, nodes.BinOp, nodes.List, nodes.Dict, nodes.Tuple, nodes.Set, nodes.ListComp, nodes.JoinedStr)
_SCOPES = (nodes.FunctionDef, nodes.Lambda, nodes.ClassDef)


def parts(test: nodes.NodeNG, outcome: bool) -> Iterator[Guard]:
    """The single tests that are known, when a condition came out as `outcome`.

    Where it is known that one of several tests came out so, and all are about the same, they count as a single one.
    """
    if isinstance(test, nodes.UnaryOp) and test.op == "not":
        yield from parts(test.operand, not outcome)
    elif isinstance(test, nodes.BoolOp):
        if (test.op == "and") is outcome:
            for part in test.values:
                yield from parts(part, outcome)
        elif _common_subject(test) is not None:
            yield Guard(test, outcome)
    else:
        yield Guard(test, outcome)


def subject(test: nodes.NodeNG) -> nodes.NodeNG:
    """What a single test is about: `x` in `x`, `x is None`, `isinstance(x, T)`, `type(x) is T`, or several of these."""
    if isinstance(test, nodes.BoolOp):
        return _common_subject(test) or test
    if isinstance(test, nodes.Compare):
        test = test.left
        if isinstance(test, nodes.Call) and isinstance(test.func, nodes.Name) and test.func.name != "type":
            return test
    if isinstance(test, nodes.Call):
        return test.args[0] if test.args else test
    return test.target if isinstance(test, nodes.NamedExpr) else test


def _common_subject(test: nodes.BoolOp) -> nodes.NodeNG | None:
    """What all parts of `isinstance(x, A) or isinstance(x, B)` are about; None where they are about several things."""
    subjects = [subject(each) for part in test.values for each, _ in parts(part, True) if each is not None]
    names = {spelled(each) for each in subjects}
    return subjects[0] if len(names) == 1 and () not in names and len(subjects) == len(test.values) else None


def tests_attribute(test: nodes.NodeNG) -> bool:
    """Whether some part of a condition is about an attribute."""
    both = (*parts(test, True), *parts(test, False))
    return any(isinstance(subject(each), nodes.Attribute) for each, _ in both if each is not None)


def of_body(body: Sequence[nodes.NodeNG], bound: set[str]) -> Guards:
    """The guards of all reads in a function (or module) body, whose names are `bound`."""
    walk = _Walk(bound)
    walk.block(body, {})
    return walk.found


def _path(node: nodes.NodeNG) -> str:
    """`self.a.b` as a text, empty for what is no chain of names."""
    parts = spelled(node)
    names = [each for each in parts if isinstance(each, str)]
    return ".".join(names) if len(names) == len(parts) else ""


def _excludes_none(guard: Guard) -> bool:
    test, outcome = guard
    if isinstance(test, nodes.Compare):
        operator, right = test.ops[0]
        negative = operator in ("is not", "!=")
        return is_constant(right, None) and negative is outcome
    if isinstance(test, nodes.BoolOp):
        return all(any(map(_excludes_none, parts(part, outcome))) for part in test.values)
    return outcome


class _Walk:
    """`facts`: the guards that hold, by path. They are never changed in place."""

    def __init__(self, bound: set[str]) -> None:
        self.bound = bound
        self.found: Guards = {}
        self.facts: _Facts = {}

    # What ends a fact ------------------------------------------------------------------------------------------------

    def _drop(self, lost: set[str]) -> None:
        if lost:
            self.facts = {path: guards for path, guards in self.facts.items() if path not in lost}

    def _below(self, prefix: str) -> set[str]:
        return {path for path in self.facts if path.startswith(f"{prefix}.")}

    def _of_attribute(self, name: str) -> set[str]:
        return {path for path in self.facts if name in path.split(".")[1:]}

    def _ends(self, node: nodes.NodeNG) -> None:
        """Forget what one node, by itself, may change."""
        if not self.facts:
            return
        if isinstance(node, nodes.Call):
            lost = {path for path in self.facts if path.partition(".")[0] not in self.bound}
            receiver = receiver_of(node)
            lost |= self._below(_path(receiver) or " ") if receiver is not None else set()
            for argument in passed_by(node):
                lost |= self._below(_path(getattr(argument, "value", argument)) or " ")
            self._drop(lost)
        elif isinstance(node, (nodes.AssignAttr, nodes.DelAttr)):
            self._drop(self._of_attribute(node.attrname))
        elif isinstance(node, (nodes.AssignName, nodes.DelName)):
            self._drop(self._below(node.name))
        elif isinstance(node, (nodes.Yield, nodes.YieldFrom, nodes.Await)):
            self.facts = {}

    def _ends_inside(self, inside: Sequence[nodes.NodeNG]) -> None:
        """Forget what may be changed anywhere in some statements: they run in any order, or more than once."""
        stack = list(inside)
        while stack and self.facts:
            node = stack.pop()
            self._ends(node)
            if not isinstance(node, _SCOPES):
                stack.extend(node.get_children())

    # Statements ------------------------------------------------------------------------------------------------------

    def block(self, body: Sequence[nodes.NodeNG], facts: _Facts) -> _Facts | None:
        """Walk statements; what is known after them, None where control does not get there."""
        self.facts = facts
        for statement in body:
            if not self._statement(statement):
                return None
        return self.facts

    def _statement(self, node: nodes.NodeNG) -> bool:
        """Whether control goes on behind the statement."""
        if isinstance(node, nodes.If):
            self._expression(node.test)
            before = self.facts
            ends = [self.block(node.body, self._with(before, node.test, True))]
            ends.append(self.block(node.orelse, self._with(before, node.test, False)))
            return self._meet(ends)
        if isinstance(node, (nodes.For, nodes.While)):
            self._expression(node.iter if isinstance(node, nodes.For) else node.test)
            self._ends_inside([node])
            before = self.facts
            self.block(node.body, self._with(before, node.test, True) if isinstance(node, nodes.While) else before)
            self.block(node.orelse, before)
            self.facts = before
        elif isinstance(node, (nodes.Try, nodes.TryStar)):
            return self._try(node)
        elif isinstance(node, nodes.With):
            for manager, target in node.items:
                self._expression(manager)
                if target is not None:
                    self._expression(target)
            return self._meet([self.block(node.body, self.facts)])
        elif isinstance(node, nodes.Match):
            self._expression(node.subject)
            before = self.facts
            ends = [before]
            for case in node.cases:
                self.facts = before
                self._ends_inside([case.pattern])
                if case.guard is not None:
                    self._expression(case.guard)
                    self.facts = self._with(self.facts, case.guard, True)
                ends.append(self.block(case.body, self.facts))
            return self._meet(ends)
        elif isinstance(node, nodes.Assert):
            self._expression(node.test)
            self.facts = self._with(self.facts, node.test, True)
        elif isinstance(node, nodes.Assign):
            self._expression(node.value)
            for target in node.targets:
                self._target(target, node.value)
        elif not isinstance(node, _SCOPES):
            self._expression(node)
            return not isinstance(node, (nodes.Return, nodes.Raise, nodes.Break, nodes.Continue))
        return True

    def _target(self, target: nodes.NodeNG, value: nodes.NodeNG) -> None:
        path = _path(target)
        tested = path in self.facts
        self._expression(target)
        if tested and isinstance(target, nodes.AssignAttr) and isinstance(value, _MADE):
            self.facts = {**self.facts, path: frozenset({_ASSIGNED})}

    def _try(self, node: nodes.Try | nodes.TryStar) -> bool:
        before = self.facts
        end = self.block(node.body, before)
        if end is not None and node.orelse:
            end = self.block(node.orelse, end)
        self.facts = before
        self._ends_inside(node.body)
        at_handlers = self.facts
        ends = [end, *(self.block(handler.body, at_handlers) for handler in node.handlers)]
        goes_on = self._meet(ends)
        if node.finalbody:
            after = self.facts if goes_on else at_handlers
            goes_on = self.block(node.finalbody, after) is not None and goes_on
        return goes_on

    def _with(self, facts: _Facts, test: nodes.NodeNG, outcome: bool) -> _Facts:
        """`facts`, and what a condition tells."""
        out = facts
        for guard in parts(test, outcome):
            path = _path(subject(guard.test)) if guard.test is not None else ""
            if "." in path:
                out = {**out, path: out.get(path, frozenset()) | {guard}}
        return out

    def _meet(self, ends: Sequence[_Facts | None]) -> bool:
        """Go on with what holds at the end of all paths that arrive; whether any does."""
        arriving = [end for end in ends if end is not None]
        if not arriving:
            return False
        first, *rest = arriving
        met: _Facts = {}
        for path, guards in first.items():
            others = [end.get(path, frozenset()) for end in rest]
            common = guards.intersection(*others)
            if all(any(map(_excludes_none, each)) for each in (guards, *others)):
                common |= {_ASSIGNED}
            if common:
                met[path] = common
        self.facts = met
        return True

    # Expressions -----------------------------------------------------------------------------------------------------

    def _expression(self, node: nodes.NodeNG) -> None:
        if isinstance(node, nodes.Attribute):
            guards = self.facts.get(_path(node)) if self.facts else None
            if guards:
                self.found[node] = guards
            self._expression(node.expr)
        elif isinstance(node, nodes.BoolOp):
            self._under(node.values, [(value, node.op == "and") for value in node.values])
        elif isinstance(node, nodes.IfExp):
            self._expression(node.test)
            for part, outcome in ((node.body, True), (node.orelse, False)):
                self._under([part], [], self._with(self.facts, node.test, outcome))
        elif isinstance(node, nodes.ComprehensionScope):
            for clause in node.generators:
                self._expression(clause.iter)
            self._ends_inside([clause.target for clause in node.generators])
            tests = [test for clause in node.generators for test in clause.ifs]
            parts_of = [node.key, node.value] if isinstance(node, nodes.DictComp) else [node.elt]
            self._under([*tests, *parts_of], [(test, True) for test in tests])
        elif not isinstance(node, _SCOPES):
            for child in node.get_children():
                self._expression(child)
            self._ends(node)

    def _under(
        self, inside: Sequence[nodes.NodeNG], tests: Sequence[tuple[nodes.NodeNG, bool]], facts: _Facts | None = None
    ) -> None:
        """Walk expressions, each where the tests before it came out as stated; then forget these."""
        before = self.facts
        self.facts = before if facts is None else facts
        for position, node in enumerate(inside):
            self._expression(node)
            if position < len(tests):
                self.facts = self._with(self.facts, *tests[position])
        self.facts = before
        self._ends_inside(inside)
