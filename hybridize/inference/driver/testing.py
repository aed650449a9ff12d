"""Tests as places where programs start: unittest, `tf.test`, absl and pytest, with fixtures and parameters."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import PurePosixPath

from astroid import nodes

from hybridize.inference.domain.objects import (
    AbstractObject,
    ClassObject,
    Function,
    Instance,
    IteratorObject,
    ModuleObject,
    Value,
    python_function,
)
from hybridize.inference.domain.queries import select
from hybridize.inference.domain.values import BOTTOM, UNKNOWN_PARAMETER, join
from hybridize.inference.python import attributes, iteration
from hybridize.inference.python.arguments import Args
from hybridize.inference.python.dispatch import evaluate
from hybridize.inference.python.evaluator import Evaluator
from hybridize.inference.python.fitting import fitting
from hybridize.inference.python.frame import Frame
from hybridize.program.scopes import parameter_names

_TEST_CASES = (
    "unittest.TestCase",
    "tensorflow.test.TestCase",
    "absl.testing.absltest.TestCase",
    "absl.testing.parameterized.TestCase",
)
_SET_UP = ("__init__", "setUpClass", "setup_class", "setUp", "setup_method")
_DEPTH = 5
"""Fixtures of fixtures that are followed."""


def run_tests(evaluator: Evaluator, path: str) -> None:
    """Run the unittest classes and pytest functions of a test module."""
    analysis = evaluator.analysis
    context = analysis.modules.context(path)
    frame = Frame(evaluator, context)
    module = frame.make(ModuleObject, path)
    for name in sorted(analysis.scopes.names(analysis.scopes.trees[path].tree).bound):
        found = analysis.heap.read(module, name, context)
        for cls in select(found, ClassObject):
            bases = analysis.classes.external_bases(cls)
            if any(base in _TEST_CASES or base.endswith("TestCase") for base in bases):
                _run_case(frame, cls)
            elif cls.node.name.startswith("Test"):
                _run_case(frame, cls)
        if name.startswith("test"):
            for test in select(map(python_function, found), Function):
                _call_test(frame, test, None)


def _run_case(frame: Frame, cls: ClassObject) -> None:
    instance = frame.make(Instance, cls, cls.node, frame.context)
    frame.analysis.classes.add_instance(instance)
    for name in _SET_UP:
        method = attributes.find_method(frame, instance, name)
        if method:
            frame.evaluator.call(frame, method, fitting(method, Args()), cls.node)
    names = frame.analysis.scopes.names
    bound = sorted({name for each in frame.analysis.classes.mro(cls) for name in names(each.node).bound})
    for name in bound:
        for fixture, decorator in _fixtures(attributes.find_method(frame, instance, name)):
            if any(each.arg == "autouse" for each in getattr(decorator, "keywords", ())):
                _give(frame, fixture, instance, _DEPTH)
    for name in bound:
        for obj in attributes.find_method(frame, instance, name) if name.startswith("test") else ():
            function = obj.project_function
            if function is not None:
                _call_test(frame, function, instance)


def _call_test(frame: Frame, function: Function, receiver: Instance | None) -> None:
    """Call a test with its parameters and fixtures."""
    given = _arguments(frame, function, receiver, _DEPTH)
    context = frame.analysis.contexts.for_arguments(function, given, of_tests=True)
    context.start.entry = context.start.entry or "test"
    frame.context.summary.add_call(function.node, context, True, False)
    frame.evaluator.result_of(context, frame.context)


def _arguments(frame: Frame, function: Function, receiver: Instance | None, depth: int) -> dict[str, Value]:
    names = parameter_names(function.node)
    own = names[1:] if receiver is not None else names
    given = _parametrized(frame, function.node, own)
    for name in own:
        if name not in given:
            given[name] = (_fixture(frame, name, receiver, depth) if depth else BOTTOM) or UNKNOWN_PARAMETER
    if receiver is not None and names:
        given[names[0]] = receiver.single
    return given


def _parametrized(frame: Frame, node: nodes.FunctionDef | nodes.Lambda, own: list[str]) -> dict[str, Value]:
    """What `pytest.mark.parametrize` and absl's `parameterized` pass."""
    out: dict[str, Value] = {}
    decorators = getattr(node, "decorators", None)
    for decorator in decorators.nodes if decorators is not None else ():
        if not isinstance(decorator, nodes.Call) or not isinstance(decorator.func, nodes.Attribute):
            continue
        how = decorator.func.attrname
        if how == "parametrize" and len(decorator.args) >= 2:
            stated = decorator.args[0]
            parts = stated.elts if isinstance(stated, (nodes.List, nodes.Tuple)) else [stated]
            texts = [part.value for part in parts if isinstance(part, nodes.Const) and isinstance(part.value, str)]
            names = [name.strip() for text in texts for name in text.split(",") if name.strip()]
            out.update(_unpacked(frame, names, _members(frame, decorator.args[1]), decorator))
        elif how in ("parameters", "named_parameters"):
            only, *more = decorator.args or [None]
            alone = isinstance(only, (nodes.Tuple, nodes.Dict, nodes.Const, nodes.Starred)) or _is_dictionary(only)
            listed = [only] if more or alone or only is None else getattr(only, "elts", [only])
            for each in [*more, *listed]:
                if each is not None:
                    _take_set(frame, each, own, how == "named_parameters", each is only and not (more or alone), out)
        elif how == "product":
            for keyword in decorator.keywords:
                out[keyword.arg or ""] = _members(frame, keyword.value)
    return {name: value for name, value in out.items() if name in own}


def _members(frame: Frame, node: nodes.NodeNG) -> Value:
    return iteration.elements(frame, evaluate(frame, node), node)


def _unpacked(frame: Frame, names: list[str], element: Value, node: nodes.NodeNG) -> dict[str, Value]:
    values = iteration.unpack(frame, element, len(names), None, node) if len(names) > 1 else [element]
    return dict(zip(names, (value or UNKNOWN_PARAMETER for value in values), strict=False))


def _is_dictionary(node: nodes.NodeNG | None) -> bool:
    """Whether a call is `dict(a=1)`."""
    return isinstance(node, nodes.Call) and not node.args and bool(node.keywords)


def _take_set(
    frame: Frame, node: nodes.NodeNG, own: list[str], named: bool, sets: bool, out: dict[str, Value]
) -> None:
    """One set of absl's parameters: a tuple, a dictionary (`dict(a=1)` or a display), or the only value.

    `sets`: it holds all sets, as what stands behind a star does.
    """
    if sets or isinstance(node, nodes.Starred):
        held = _members(frame, node.value if isinstance(node, nodes.Starred) else node)
        for name, value in _of_sets(frame, held, own, named, node):
            out[name] = out.get(name, BOTTOM) | value
        return
    if _is_dictionary(node):
        pairs = [(keyword.arg or "", keyword.value) for keyword in node.keywords]
    elif isinstance(node, nodes.Dict):
        pairs = [(str(key.value), value) for key, value in node.items if isinstance(key, nodes.Const)]
    elif isinstance(node, nodes.Tuple):
        pairs = list(zip(own, node.elts[1:] if named else node.elts, strict=False))
    else:
        pairs = [] if named else list(zip(own, [node], strict=False))
    for name, given in pairs:
        out[name] = out.get(name, BOTTOM) | evaluate(frame, given)


def _of_sets(
    frame: Frame, sets: Value, own: list[str], named: bool, node: nodes.NodeNG
) -> Iterator[tuple[str, Value]]:
    """What sets of parameters that are not written in the decorator give to each parameter."""
    for each in sets:
        fixed = iteration.positions(frame, each) if each.builtin_type == "tuple" else None
        if fixed is not None:
            yield from zip(own, fixed[1:] if named else fixed, strict=False)
        elif each.builtin_type == "dict":
            for name in own:
                yield name, frame.evaluator.item(frame, each.single, frame.make.constant(name), node)
        else:
            yield from ((name, UNKNOWN_PARAMETER if len(own) > 1 or named else each.single) for name in own)


def _fixtures(value: Value) -> Iterator[tuple[AbstractObject, nodes.NodeNG]]:
    """The functions in a value that are pytest fixtures, with the decorator."""
    for obj in value:
        function = python_function(obj)
        inner = function.project_function
        decorators = getattr(getattr(inner, "node", None), "decorators", None)
        for decorator in decorators.nodes if decorators is not None else ():
            written = decorator.func if isinstance(decorator, nodes.Call) else decorator
            if written.as_string().rpartition(".")[2] in ("fixture", "yield_fixture"):
                yield function, decorator


def _fixture(frame: Frame, name: str, receiver: Instance | None, depth: int) -> Value:
    """What the fixture of a name gives: one of the test's class, its module, or the nearest `conftest.py`."""
    if receiver is not None:
        own = attributes.find_method(frame, receiver, name)
        if own:
            return join([_give(frame, method, receiver, depth) for method, _ in _fixtures(own)])
    path = PurePosixPath(frame.context.module_path)
    for place in (path, *(parent / "conftest.py" for parent in path.parents)):
        if str(place) in frame.analysis.scopes.trees:
            module = frame.make(ModuleObject, str(place))
            names = [name, *_renamed(frame.analysis.scopes.trees[str(place)].tree, name)]
            found = join([frame.analysis.modules.attribute(module, each, frame.context) for each in names])
            if found:
                return join([_give(frame, python_function(obj), None, depth) for obj in found])
    return BOTTOM


def _renamed(module: nodes.Module, name: str) -> list[str]:
    """The functions of a module with `@pytest.fixture(name=...)`."""
    out = []
    for node in module.body:
        for decorator in node.decorators.nodes if isinstance(node, nodes.FunctionDef) and node.decorators else ():
            for keyword in decorator.keywords if isinstance(decorator, nodes.Call) else ():
                if keyword.arg == "name" and isinstance(keyword.value, nodes.Const) and keyword.value.value == name:
                    out.append(node.name)
    return out


def _give(frame: Frame, fixture: AbstractObject, receiver: Instance | None, depth: int) -> Value:
    """Call a fixture with the fixtures that it asks for; of a generator, what it yields."""
    function = fixture.project_function
    if function is None:
        return BOTTOM
    given = _arguments(frame, function, receiver, depth - 1)
    value = frame.evaluator.call(frame, function.single, Args([], given), function.node)
    iterators = select(value, IteratorObject)
    return join([value.difference(iterators), *[each.element for each in iterators]])
