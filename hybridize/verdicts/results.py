"""What callers get from a function that becomes a graph: other types of results, other exceptions."""

from __future__ import annotations

from astroid import nodes

from hybridize.inference.results.facts import Facts, FunctionFacts
from hybridize.inference.results.objects import Objects
from hybridize.inference.domain.objects import (
    AbstractObject,
    ClassObject,
    Container,
    Dataset,
    ExternalInstance,
    Function,
    Hybrid,
    Instance,
    IteratorObject,
    Opaque,
    PythonScalar,
    TupleObject,
    Value,
)
from hybridize.inference.domain.queries import select
from hybridize.inference.domain.tensors import Array, Tensor
from hybridize.program.syntax import last_name
from hybridize.verdicts.evidence import EndOfData, Evidence, ExceptionType, ResultType, Returned
from hybridize.verdicts.model import Place
from hybridize.program.places import place_of

_RESULTS: dict[type[AbstractObject], Returned] = {
    **dict.fromkeys(
        (Instance, ExternalInstance, Function, Hybrid, ClassObject, Opaque, IteratorObject, Dataset),
        Returned.OBJECT,
    ),
    Array: Returned.ARRAY,
}
"""What a graph cannot return as such, by the kind of object."""
_INVALID, _STOP = "InvalidArgumentError", "StopIteration"
_EXPECTING = frozenset({"assertRaises", "assertRaisesRegex", "raises"})


def result_type(facts: Facts, function: FunctionFacts, here: Place) -> list[Evidence]:
    """Python numbers, arrays and variables come back as tensors; other objects raise.

    Where every call drops the result nobody sees what became of a number, and of a variable that is read at once nobody
    sees that it was a tensor.
    """
    found: dict[Returned | str, None] = {}
    for context in function.contexts:
        _python_results(facts.objects, context.summary.result, found, 3)
    calls = [call for _, call, _ in function.callers]
    if calls and all(_is_dropped(call) for call in calls):
        found = {what: None for what in found if what is Returned.OBJECT}
    elif calls and all(_is_dropped(call) or _is_read_at_once(facts, call) for call in calls):
        found.pop(Returned.VARIABLE, None)
    if not found:
        return []
    return [ResultType(here, tuple(found))]


def _python_results(objects: Objects, value: Value, found: dict[Returned | str, None], depth: int) -> None:
    for obj in sorted(value, key=lambda a: a.serial):
        said = _RESULTS.get(type(obj))
        if said is not None:
            found[said] = None
        elif type(obj) is PythonScalar:
            found[obj.type] = None
        elif type(obj) is Tensor and obj.kind == "variable":
            found[Returned.VARIABLE] = None
        elif type(obj) is TupleObject and depth:
            for item in (*obj.items, obj.rest):
                _python_results(objects, item, found, depth - 1)
        elif type(obj) is Container and obj.type == "list" and depth:
            numbers = (number for held in objects.held(obj) for number in select(held, PythonScalar))
            if any(number.type == "int" for number in numbers):
                found[Returned.INTEGERS] = None


def _is_dropped(call: nodes.NodeNG) -> bool:
    return isinstance(call.parent, nodes.Expr)


def _is_read_at_once(facts: Facts, call: nodes.NodeNG) -> bool:
    """`float(f(x))`, `2.0 * f(x)`, `tf.sqrt(f(x))`, `f(x).numpy()`."""
    parent = call.parent
    if isinstance(parent, nodes.Attribute):
        return bool(parent.attrname == "numpy")
    if isinstance(parent, nodes.Call) and call in parent.args:
        return bool(facts.callees.inside(parent, "tensorflow")) or getattr(parent.func, "name", "") in ("float", "int")
    return isinstance(parent, nodes.BinOp)


def expected_exception(facts: Facts, function: FunctionFacts) -> list[Evidence]:
    """Callers that expect an exception that a graph does not raise.

    `InvalidArgumentError`: tracing finds wrong shapes and dtypes first, with a `ValueError`. What `tf.debugging`
    asserts is raised by the operations of a graph, too. `StopIteration` of `next`: a graph raises `OutOfRangeError`.
    """
    for caller, call, _ in function.callers:
        expected = {name for each in call.statement().node_ancestors() for name in _expects(each)}
        place = place_of(caller.module_path, call)
        if _INVALID in expected and not _asserts(facts, function):
            return [ExceptionType(place)]
        if _STOP in expected and _takes_next(facts, function):
            return [EndOfData(place)]
    return []


def _takes_next(facts: Facts, function: FunctionFacts) -> bool:
    scopes = {context.scope for context in facts.graph.reached(function.contexts)}
    calls = (call for scope in scopes for call in scope.nodes_of_class(nodes.Call))
    return any(last_name(call.func) in ("next", "get_next") for call in calls)


def _asserts(facts: Facts, function: FunctionFacts) -> bool:
    scopes = {context.scope for context in facts.graph.reached(function.contexts)}
    calls = (call for scope in scopes for call in scope.nodes_of_class(nodes.Call))
    return any(facts.callees.of(call).startswith("tensorflow.debugging.") for call in calls)


def _expects(block: nodes.NodeNG) -> set[str]:
    """The exceptions that a statement handles."""
    if isinstance(block, nodes.With):
        managers = [manager for manager, _ in block.items if isinstance(manager, nodes.Call)]
        expecting = [each for each in managers if last_name(each.func) in _EXPECTING]
        return {name for manager in expecting for argument in manager.args[:1] for name in _named(argument)}
    if isinstance(block, nodes.Try):
        return {name for handler in block.handlers if handler.type is not None for name in _named(handler.type)}
    return set()


def _named(expression: nodes.NodeNG) -> set[str]:
    return {last_name(each) for each in expression.nodes_of_class((nodes.Attribute, nodes.Name))}
