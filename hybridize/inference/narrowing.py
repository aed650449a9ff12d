"""What a condition tells about the names in it: `x is None`, `isinstance(x, T)`, `x`, `not`, `and`, `or`."""

from __future__ import annotations

from collections.abc import Callable

from astroid import nodes

from hybridize.inference import type_tests
from hybridize.inference.dispatch import evaluate
from hybridize.inference.frame import Frame
from hybridize.inference.values import (
    Atom,
    ClassAtom,
    External,
    ExternalInstance,
    NoneAtom,
    Scalar,
    TupleAtom,
    Unknown,
)


def assume(frame: Frame, test: nodes.NodeNG, outcome: bool) -> None:
    """Narrow the environment, knowing that `test` came out as `outcome`."""
    if frame.env is None:
        return
    if isinstance(test, nodes.UnaryOp) and test.op == "not":
        assume(frame, test.operand, not outcome)
    elif isinstance(test, nodes.BoolOp) and (test.op == "and") is outcome:
        for part in test.values:
            assume(frame, part, outcome)
    elif isinstance(test, nodes.Name):
        _keep(frame, test.name, lambda atom: _may_be(atom, outcome))
    elif isinstance(test, nodes.Compare) and len(test.ops) == 1:
        operator, right = test.ops[0]
        if _is_type_of_name(test.left) and operator in _SAME:
            classes = _types(frame, right)
            if classes is not None:
                exactly = _test_of(type_tests.is_exactly, frame, classes, outcome is (operator in ("is", "==", "in")))
                _keep(frame, test.left.args[0].name, exactly)
        elif isinstance(test.left, nodes.Name) and isinstance(right, nodes.Const):
            same = operator in ("is", "==")
            if right.value is None and operator in ("is", "is not", "==", "!="):
                _keep(frame, test.left.name, lambda atom: _may_be_none(atom, same is outcome))
            elif operator in ("==", "!=") and isinstance(right.value, (str, bool)):
                text = repr(right.value)
                _keep(frame, test.left.name, lambda atom: _may_equal(atom, text, same is outcome))
    elif isinstance(test, nodes.NamedExpr):
        _keep(frame, test.target.name, lambda atom: _may_be(atom, outcome))
    elif isinstance(test, nodes.Call) and test.args and isinstance(test.args[0], nodes.Name):
        name = test.args[0].name
        if isinstance(test.func, nodes.Name) and test.func.name == "isinstance" and len(test.args) == 2:
            types = _types(frame, test.args[1])
            if types is not None:
                _keep(frame, name, _test_of(type_tests.is_instance, frame, types, outcome))
                if outcome and len(types) == 1 and isinstance(types[0], External):
                    _specialize(frame, name, types[0].name)
        elif isinstance(test.func, nodes.Name) and test.func.name == "hasattr" and len(test.args) == 2:
            wanted = test.args[1]
            if isinstance(wanted, nodes.Const) and isinstance(wanted.value, str):
                text = wanted.value
                _keep(frame, name, lambda atom: type_tests.has_attribute(frame, atom, text) in (outcome, None))
        elif len(test.args) == 1:
            predicate = next((p for f in _function_names(frame, test.func) if (p := _PREDICATES.get(f))), None)
            if predicate is not None:
                _keep(frame, name, lambda atom: predicate(frame, atom) in (outcome, None))


def _function_names(frame: Frame, node: nodes.NodeNG) -> list[str]:
    """The names of the functions outside the project that are called, when they are only these."""
    value = evaluate(frame, node)
    return [a.name for a in value if isinstance(a, External)] if len(value) == 1 else []


_PREDICATES: dict[str, Callable[[Frame, Atom], bool | None]] = {
    "tensorflow.is_tensor": type_tests.is_tensor,
    "builtins.callable": type_tests.is_callable,
}
"""Functions of one argument that tell what it is."""


def _keep(frame: Frame, name: str, allowed: Callable[[Atom], bool]) -> None:
    assert frame.env is not None
    value = frame.env.get(name)
    if not value:
        return
    kept = frozenset(atom for atom in value if allowed(atom))
    if not kept:
        # The branch cannot be taken with what is known so far.
        frame.env = None
    elif len(kept) < len(value):
        frame.env[name] = kept


def _specialize(frame: Frame, name: str, cls: str) -> None:
    """An object known by a base class (`get_layer` gives a layer) is one of the class that the test names."""
    value = frame.env.get(name) if frame.env is not None else None
    if frame.env is None or not value or not any(isinstance(atom, ExternalInstance) for atom in value):
        return
    below = frame.engine.knowledge.is_subclass
    frame.env[name] = frozenset(
        (
            ExternalInstance.of(cls, atom.site, atom.owner)
            if isinstance(atom, ExternalInstance) and atom.cls != cls and below(cls, atom.cls)
            else atom
        )
        for atom in value
    )


def _may_be(atom: Atom, outcome: bool) -> bool:
    if isinstance(atom, NoneAtom):
        return not outcome
    if isinstance(atom, Scalar) and atom.text is not None:
        return (atom.text not in ("False", "0", "0.0", "''", "b''")) is outcome
    return True


def _may_be_none(atom: Atom, none: bool) -> bool:
    if isinstance(atom, Unknown):
        return True
    return isinstance(atom, NoneAtom) is none


def _may_equal(atom: Atom, text: str, equal: bool) -> bool:
    if isinstance(atom, Scalar) and atom.text is not None:
        return (atom.text == text) is equal
    if isinstance(atom, NoneAtom):
        return not equal
    return True


def _types(frame: Frame, node: nodes.NodeNG) -> list[Atom] | None:
    value = evaluate(frame, node)
    out: list[Atom] = []
    for atom in value:
        if isinstance(atom, TupleAtom):
            for item in atom.items:
                out.extend(item)
        else:
            out.append(atom)
    return out if out and all(isinstance(a, (ClassAtom, External)) for a in out) else None


def _test_of(
    test: Callable[[Frame, Atom, Atom], bool | None], frame: Frame, types: list[Atom], outcome: bool
) -> Callable[[Atom], bool]:
    """Which possibilities are left when a test for one of `types` came out as `outcome`."""

    def allowed(atom: Atom) -> bool:
        answers = [test(frame, atom, each) for each in types]
        if True in answers:
            return outcome
        return None in answers or not outcome

    return allowed


def _is_type_of_name(node: nodes.NodeNG) -> bool:
    """`type(x)`."""
    called = isinstance(node, nodes.Call) and isinstance(node.func, nodes.Name) and node.func.name == "type"
    return called and len(node.args) == 1 and isinstance(node.args[0], nodes.Name)


_SAME = frozenset({"is", "is not", "==", "!=", "in", "not in"})
