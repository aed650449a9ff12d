"""Shapes and dtypes that do not fit: statements that the framework refuses whatever the inferred types are.

Nothing is said where types were given up, where the program expects an error, and where a test of a shape or dtype
stands before the statement: what arrives there is other than what arrives at the test. Nor is anything said of a module
that is written for TensorFlow 1, whose operations the rules do not describe.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain

from astroid import nodes

from hybridize.frameworks.keras_shapes.releases import possible
from hybridize.frameworks.tensor_types.refusals import is_certain
from hybridize.inference.facts.facts import Facts
from hybridize.program.expected import awaiting_error
from hybridize.program.places import place_of, shorten
from hybridize.program.scopes import receiver_name
from hybridize.program.syntax import last_name, preceding, spelled, words_of
from hybridize.settings import AnalysisOptions
from hybridize.verdicts.model.parts import Mismatch, Mismatching, Step, StepKind
from hybridize.verdicts.model.steps import subject_of
from hybridize.verdicts.project.obsolete import OldPrograms
from hybridize.verdicts.shapes.model_shapes import ModelShapes, Problem

_ASKING = frozenset(
    "shape ndim rank dtype dims get_shape size len isinstance is_floating is_integer as_list hasattr issubdtype".split()
)
"""Names by which a test asks about shapes and dtypes."""


class Mismatches:
    """Finds what does not fit in a project."""

    def __init__(self, facts: Facts, options: AnalysisOptions) -> None:
        self._facts = facts
        self._releases = possible(options.target_tensorflow)
        self._modules = {module.tree: module for module in facts.program.modules}
        self._old = OldPrograms(facts)

    def found(self) -> tuple[Mismatch, ...]:
        """All of them, by place."""
        return self._meant(chain(self._operations(), ModelShapes(self._facts, self._releases).found()))

    def of_operations(self) -> tuple[Mismatch, ...]:
        """Those of single operations, by place; not those between a model and its data, its layers or its loss."""
        return self._meant(self._operations())

    def _meant(self, problems: Iterable[tuple[nodes.NodeNG, Problem]]) -> tuple[Mismatch, ...]:
        known = [(node, each) for node, each in problems if self._facts.has_all_types(node.root())]
        current = [(node, each) for node, each in known if not self._old.has(self._modules[node.root()])]
        meant = ((node, each) for node, each in current if _is_meant(node) and not self._is_of_another_kind(node))
        return tuple(sorted(self._made(node, each) for node, each in meant))

    def _is_of_another_kind(self, node: nodes.NodeNG) -> bool:
        """Whether a method runs for no object of the program, and its class calls it for objects of another kind.

        `if kind == "rows": self.shape = (n, 8); self.rows()`: who asks for it alone sees what the others have set.
        """
        method = node.frame()
        if not isinstance(method, nodes.FunctionDef) or not isinstance(method.parent, nodes.ClassDef):
            return False
        if self._facts.graph.callers.of(*self._facts.contexts_of(method)):
            return False
        calls = (call for call in method.parent.nodes_of_class(nodes.Call) if last_name(call.func) == method.name)
        others = (call for call in calls if call.frame() is not method)
        return any(spelled(call.func)[:-1] == (receiver_name(call.frame()),) for call in others)

    def _operations(self) -> Iterator[tuple[nodes.NodeNG, Problem]]:
        for node, refused in self._facts.refused_operations():
            if is_certain(refused.name, refused.refusal):
                what = Mismatching.DTYPES if refused.refusal.of_dtypes else Mismatching.SHAPES
                yield node, Problem(what, refused.refusal.reason)

    def _made(self, node: nodes.NodeNG, problem: Problem) -> Mismatch:
        file = self._modules[node.root()].file
        subject = subject_of(file, self._facts.function_of(node.frame()))
        related = tuple([self._step(*each) for each in problem.related])
        return Mismatch(place_of(file.relative, node), subject, problem.what, shorten(node), problem.reason, related)

    def _step(self, node: nodes.NodeNG, name: str) -> Step:
        return Step(place_of(self._modules[node.root()].file.relative, node), StepKind.MADE, name)


def _is_meant(node: nodes.NodeNG) -> bool:
    """Whether a statement is meant to run with what arrives: no error is expected, no test of shapes decides."""
    child, parent = node, node.parent
    while parent is not None and not isinstance(child, (nodes.FunctionDef, nodes.ClassDef)):
        if isinstance(parent, nodes.With) and awaiting_error(parent):
            return False
        if isinstance(parent, nodes.Try) and child in parent.body and parent.handlers:
            return False
        if isinstance(parent, (nodes.If, nodes.IfExp, nodes.While)) and _asks(parent.test):
            return False
        if isinstance(parent, nodes.BoolOp) and any(map(_asks, parent.values)):
            return False
        if any(map(_leaves, preceding(child))):
            return False
        child, parent = parent, parent.parent
    return True


def _leaves(statement: nodes.NodeNG) -> bool:
    """Whether a test of shapes may have left the block before: `if x.ndim != 3: return x`."""
    if isinstance(statement, nodes.Assert):
        return _asks(statement.test)
    if not isinstance(statement, nodes.If) or not _asks(statement.test):
        return False
    ends = (nodes.Return, nodes.Raise, nodes.Continue, nodes.Break)
    return any(True for block in (statement.body, statement.orelse) for each in block[-1:] if isinstance(each, ends))


def _asks(test: nodes.NodeNG) -> bool:
    """Whether a test hangs on a shape, rank, length or dtype, as far as its names and what they are assigned tell."""
    return not _ASKING.isdisjoint(words_of(test)) or any(map(_is_asked, test.nodes_of_class(nodes.Name)))


def _is_asked(name: nodes.Name) -> bool:
    """Whether a local name was assigned something that is asked of a shape."""
    for bound in name.scope().locals.get(name.name, ()):
        value = getattr(bound.statement(), "value", None)
        if isinstance(value, nodes.NodeNG) and not isinstance(value, nodes.Name):
            if not _ASKING.isdisjoint(words_of(value)):
                return True
    return False
