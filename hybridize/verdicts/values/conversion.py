"""Whether the numbers that a parameter receives can be passed as tensors, which are not traced anew for each value."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from astroid import nodes

from hybridize.inference.domain.objects import PythonScalar
from hybridize.inference.domain.queries import select
from hybridize.inference.facts.facts import FunctionFacts, ParameterFacts
from hybridize.inference.facts.names import Callees
from hybridize.inference.facts.provenance import argument_of
from hybridize.program.calls import passed_at, taker_of
from hybridize.program.containers import fills_container
from hybridize.program.inside import reads_of
from hybridize.program.lookup import builtin_called
from hybridize.program.syntax import DISPLAYS, compares_by, contains, is_name, last_name, parts_around, text_of
from hybridize.verdicts.model.parts import Argument, Conversion

_FLOATS = ("float", "bfloat", "half", "double")
"""How the names of dtypes begin that no shape or index has."""
_STATIC = frozenset({"axis", "name", "dtype", "num", "depth", "num_or_size_splits", "perm", "padding", "training"})
"""Arguments of TensorFlow's functions that are often read while tracing."""


def conversion(callees: Callees, function: FunctionFacts, parameter: ParameterFacts) -> Conversion | None:
    """The arguments to wrap, and whether that is safe; None where the body needs numbers or a call is not written out.

    It is not safe where the dtype may matter: `x * 0.5` takes the dtype of `x`, `x * tf.constant(0.5)` is right only
    where that is float32, and `x * tf.constant(2)` fails for all floats.
    """
    values = select(parameter.value, PythonScalar)
    if _may_share_a_trace(values):
        return None
    fits = _fits(callees, function.node, parameter.name, frozenset(obj.type for obj in values))
    arguments = _arguments(function, parameter) if fits is not None else None
    return Conversion(tuple(arguments), fits is True) if arguments else None


def _may_share_a_trace(numbers: Sequence[PythonScalar]) -> bool:
    """Whether different numbers may arrive that TensorFlow takes for one: `1` and `1.0`, `0.0` and `-0.0`.

    They share a trace, and with it the dtype and the sign, of whichever comes first; as tensors they would not.
    """
    known = [number.literal for number in numbers if number.literal is not None]
    if len(known) < len(numbers):
        return len({number.type for number in numbers}) > 1
    return len({literal.trace_key for literal in known}) < len(known)


def _arguments(function: FunctionFacts, parameter: ParameterFacts) -> list[Argument] | None:
    found: dict[Argument, None] = {}
    for passed in parameter.incoming:
        numbers = select(passed.value, PythonScalar)
        if not numbers:
            continue
        call, argument = passed.node, argument_of(passed.node, parameter, function)
        if argument is None or any(number.type not in ("int", "float") for number in numbers):
            return None
        which: int | str = parameter.name
        for position, given in enumerate(call.args):
            which = position if given is argument else which
        at = call.func
        column = (at.col_offset or 0) + 1
        mixed = len(numbers) < len(passed.value)
        found[Argument(passed.caller.module_path, at.lineno, column, at.as_string(), which, mixed)] = None
    return list(found)


def _fits(callees: Callees, node: nodes.FunctionDef, name: str, types: frozenset[str]) -> bool | None:
    """Whether tensors fit wherever the parameter is used: certainly, perhaps (False), or not (None)."""
    if len(node.locals.get(name, ())) != 1:
        return None
    uses = _uses(node, name)
    fits = [_fits_here(callees, use, types) for use in uses]
    return None if None in fits or not uses else all(fits)


def chooses(node: nodes.FunctionDef | nodes.Lambda, name: str) -> bool:
    """Whether Python chooses by a parameter what runs: by a test before calls, or as the index of something.

    A tensor there makes a condition of the graph, in which all sides are traced, or raises.
    """
    for child, parent in (each for use in _uses(node, name) for each in parts_around(use)):
        if isinstance(parent, (nodes.If, nodes.IfExp, nodes.While)) and child is parent.test:
            sides = [each for each in parent.get_children() if each is not parent.test]
            if any(True for each in sides for _ in each.nodes_of_class(nodes.Call)):
                return True
        if isinstance(parent, nodes.Subscript) and child is parent.slice:
            return True
    return False


def _uses(node: nodes.FunctionDef | nodes.Lambda, name: str) -> list[nodes.Name]:
    """Where the body reads a name: what decorators and defaults read is another one."""
    body = node.body if isinstance(node.body, list) else [node.body]
    return [each for each in reads_of(node, name) if any(contains(part, each) for part in body)]


def _fits_here(callees: Callees, use: nodes.Name, types: frozenset[str]) -> bool | None:
    parent, floats = use.parent, types == {"float"}
    if isinstance(parent, nodes.Keyword):
        if parent.arg is None or parent.arg in _STATIC:
            return None
        parent = parent.parent
    if isinstance(parent, nodes.Call) and use is not parent.func:
        function = callees.inside(parent, "tensorflow")
        if function:
            return function in _AS_WELL and _AS_WELL[function](parent, types)
        # A loop over a tensor leaves no tensors behind in a list.
        return False if is_name(parent.func, "range") and not fills_container(parent.parent) else None
    if _is_computed_by_python(callees, parent):
        return None
    if isinstance(parent, nodes.BinOp):
        other = parent.left if parent.right is use else parent.right
        text = isinstance(other, nodes.Const) and isinstance(other.value, (str, bytes))
        held = text or isinstance(other, (*DISPLAYS, nodes.JoinedStr))
        return False if floats and not held else None
    if isinstance(parent, nodes.Compare):
        numbers = all(isinstance(each, nodes.Const) for each in parent.get_children() if each is not use)
        plain = not compares_by(parent, "in", "not in", "is", "is not")
        return False if plain and (floats or numbers) else None
    return False if isinstance(parent, (nodes.UnaryOp, nodes.Return)) else None


def _is_computed_by_python(callees: Callees, computed: nodes.NodeNG) -> bool:
    """Whether a function that needs numbers is given what is computed of one: `math.exp(-t)`, `np.sqrt(2.0 * t)`."""
    while isinstance(computed.parent, (nodes.BinOp, nodes.UnaryOp)):
        computed = computed.parent
    call = taker_of(computed) if isinstance(computed, (nodes.BinOp, nodes.UnaryOp)) else None
    if call is None:
        return False
    return callees.of(call).startswith(("math.", "numpy.")) or builtin_called(call) in ("float", "int", "round")


def _is_run_over(call: nodes.Call, types: frozenset[str]) -> bool:
    """Whether what a call gives serves a loop alone, or leaves the function at once."""
    around = call.parent
    return isinstance(around, nodes.Return) or (isinstance(around, nodes.For) and around.iter is call)


def _makes_float(call: nodes.Call, types: frozenset[str]) -> bool:
    """Whether a cast gives a float, which is no shape and no index."""
    dtype = passed_at(call, 1, "dtype")
    return dtype is not None and (text_of(dtype) or last_name(dtype)).startswith(_FLOATS)


_AS_WELL: dict[str, Callable[[nodes.Call, frozenset[str]], bool]] = {
    "range": _is_run_over,
    "cast": _makes_float,
    "print": lambda call, types: types == {"int"},
    "identity": lambda call, types: types == {"float"},
}
"""TensorFlow's functions that take a number or the tensor that `tf.constant` makes of it, and when nobody can tell.

While it traces, TensorFlow knows the value of a number and what follows from it: the length of a range, a shape that a
cast integer is used for. So the result must be no shape, or go nowhere else in the trace. And `tf.print` writes `1.0`
for the number, and `1` for the tensor. All of it was run on 2.15 and 2.21.
"""
