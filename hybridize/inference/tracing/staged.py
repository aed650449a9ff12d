"""What reads a number, text or Boolean of Python that is a tensor in a graph: `not x`, `float(x)`, a counter of a loop.

TensorFlow converts numbers to the dtype of a tensor beside them, and no tensor to that of another one. So a tensor has
to be content where the number was: beside numbers, and beside tensors of its own dtype. A condition takes a Boolean
alone. Each entry follows runs of TensorFlow 2.15 and 2.21 (the programs in the tests); what is not here is uncovered.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from astroid import nodes

from hybridize.frameworks.knowledge import COMPUTING, Symbol
from hybridize.inference.domain.objects import AbstractObject, Container, PythonScalar, TupleObject, Value
from hybridize.inference.domain.queries import is_staged, select
from hybridize.inference.domain.tensors import Tensor
from hybridize.inference.domain.values import join
from hybridize.inference.python import iteration
from hybridize.inference.python.arguments import Args
from hybridize.inference.python.frame import Frame
from hybridize.inference.tracing.operands import bound_of_range, is_boolean, uncovered
from hybridize.inference.tracing.outcomes import DTYPES, dtype_of
from hybridize.inference.tracing.regions import is_range_of_tensor

BESIDE = {"int32": ("int", "bool"), "float32": ("int", "float", "bool"), "bool": ("bool",), "string": ("str",)}
"""The Python values of which TensorFlow makes a tensor of such a dtype."""
_ARITHMETIC = frozenset({"+", "-", "*", "//", "%"})
_ORDER = frozenset({"<", "<=", ">", ">="})
_EQUALITY = frozenset({"==", "!="})
_TAKING = {"builtins.abs": ("int32", "float32"), "builtins.range": ("int32",)}
"""Builtins that AutoGraph converts or that leave the work to the tensor, with the dtypes that they take."""
_CONVERTED = frozenset({"builtins.float", "builtins.int"})
"""Builtins that AutoGraph converts, whatever the dtype is."""
_GOING_THROUGH = frozenset("enumerate list max min reversed set sum tuple zip".split())
"""Builtins that raise for `range(tensor)`, which AutoGraph makes a tensor of."""
_OF_ANY_DTYPE = frozenset({"tensorflow.cast", "tensorflow.print"})
_WHAT = "a number or Boolean that is a tensor in a graph"


def combined(frame: Frame, operator: str, left: Value, right: Value, node: nodes.NodeNG) -> None:
    """`left operator right`, also as `left operator= right`."""
    if not (is_staged(left) or is_staged(right)):
        return
    dtype = _together(left | right)
    fine = dtype in ("int32", "float32") and (operator in _ARITHMETIC or (operator == "/" and dtype == "float32"))
    if not fine:
        _unfit(frame, operator, left | right, node)


def _unfit(frame: Frame, operator: str, value: Value, node: nodes.NodeNG) -> None:
    """An operator on such a number beside something else. Most tensors of unknown dtype are floats of 32 bits."""
    scalars = select(value, PythonScalar)
    numbers = {DTYPES.get(obj.type, "") for obj in scalars if obj.is_staged}
    beside = {dtype_of(tensor) or "float32" for tensor in select(value, Tensor)}
    beside.update("float32" for obj in scalars if obj.type == "float" and not obj.is_staged)
    if beside and "" not in numbers and numbers.isdisjoint(beside):
        text = f"`{operator}` of {_WHAT}, and of something that has another dtype"
        frame.condition("conflicting-dtypes", node, text, value)
    else:
        uncovered(frame, node, f"`{operator}` of {_WHAT}")


def compared(frame: Frame, operator: str, left: Value, right: Value, node: nodes.NodeNG) -> None:
    """`left operator right`; `is` and `in` are told elsewhere."""
    if not (is_staged(left) or is_staged(right)):
        return
    dtype = _together(left | right)
    ordered = operator in _ORDER and dtype in ("int32", "float32")
    if not ordered and not (operator in _EQUALITY and dtype):
        _unfit(frame, operator, left | right, node)


def signed(frame: Frame, operator: str, value: Value, node: nodes.NodeNG) -> None:
    """`-value`, `+value`, `~value`."""
    if is_staged(value) and (operator == "~" or _together(value) not in ("int32", "float32")):
        uncovered(frame, node, f"`{operator}` of {_WHAT}")


def tested(frame: Frame, value: Value, node: nodes.NodeNG) -> None:
    """A condition, an operand of `not`, `and` or `or`: in a graph, tensors that are not Boolean are refused."""
    numbers = any(obj.is_staged and obj.type != "bool" for obj in select(value, PythonScalar))
    numbers = numbers or is_range_of_tensor(value)
    tensors = select(value, Tensor)
    if numbers or any(dtype_of(tensor) not in ("", "bool") for tensor in tensors):
        text = "a condition on a tensor that is no Boolean is refused in a graph"
        frame.condition("conflicting-dtypes", node, text, value)
    elif tensors and not is_boolean(frame, _asked(node), value):
        uncovered(frame, node, "a condition on a tensor that may not be Boolean")


def _asked(node: nodes.NodeNG) -> nodes.NodeNG:
    """The expression that a condition or `not` asks; of `and` and `or` the operands are looked at elsewhere."""
    return getattr(node, "test", None) or getattr(node, "operand", node)


def decided(frame: Frame, operands: Sequence[Value], node: nodes.NodeNG) -> None:
    """`a and b`, `a or b`: in a graph all operands become Boolean tensors, or the first decides in Python."""
    whole = join(operands)
    if is_staged(whole) and any(obj.type != "bool" for obj in select(whole, PythonScalar)):
        uncovered(frame, node, f"`and` or `or` of {_WHAT}")
    elif is_staged(whole):
        tested(frame, whole, node)


def indexed(frame: Frame, index: Value, node: nodes.NodeNG) -> None:
    """An index of a tensor, or a bound of a slice."""
    if is_staged(index) and _together(index) != "int32":
        uncovered(frame, node, f"an index that is {_WHAT}")


def given(frame: Frame, symbol: Symbol, args: Args, node: nodes.NodeNG, receiver: AbstractObject | None) -> bool:
    """A call of something outside the project; whether no run covers that."""
    values = list(args.everything())
    builtin = symbol.name.startswith("builtins.")
    if builtin and not frame.is_module and any(map(is_range_of_tensor, values)):
        called = symbol.name.rpartition(".")[2]
        ranges = (bound_of_range(frame, each) for each in (node.args if isinstance(node, nodes.Call) else ()))
        bound = next(filter(None, ranges), None) if called in _GOING_THROUGH else None
        if bound is None:
            uncovered(frame, node, f"`{called}` of a range up to a tensor")
        else:
            text = f"`{called}` goes through a range up to a tensor, which is not converted to a graph"
            frame.condition("tensor-iteration", node, text, bound)
        return True
    if not any(map(is_staged, values)):
        inside = [held for value in values for held in _held(frame, value)]
        if not any(map(is_staged, inside)):
            return False
        values += inside
    if symbol.name in _CONVERTED or symbol.name in _OF_ANY_DTYPE:
        return False
    if receiver is not None:
        values.append(receiver.single)
    kept = join(values)
    counted = [scalar for scalar in select(kept, PythonScalar) if _counts(scalar)]
    tensors = frozenset([*counted, *select(kept, Tensor)])
    fits = _TAKING.get(symbol.name, ("int32", "float32") if symbol.name.startswith(COMPUTING) else ())
    if _together(tensors) in fits:
        return False
    uncovered(frame, node, f"`{symbol.name.rpartition('.')[2]}` of {_WHAT}")
    return True


def _counts(scalar: PythonScalar) -> bool:
    """Texts name things (a padding, a summary), and are converted to no dtype of another argument."""
    return scalar.is_staged or scalar.type not in ("str", "bytes")


def _held(frame: Frame, value: Value, depth: int = 2) -> Iterable[Value]:
    """The members of displays, as far as a call looks into them."""
    for obj in select(value, TupleObject, Container):
        for held in iteration.held(frame, obj):
            yield held
            if depth > 1:
                yield from _held(frame, held, depth - 1)


def _together(value: Value) -> str:
    """The dtype that a tensor beside a number has, and all that stands beside it takes; empty where there is none."""
    scalars = select(value, PythonScalar)
    dtypes = {DTYPES.get(obj.type, "") for obj in scalars if obj.is_staged}
    dtypes.update(dtype_of(tensor) for tensor in select(value, Tensor))
    dtype = dtypes.pop() if len(dtypes) == 1 else ""
    fits = len(scalars) + len(select(value, Tensor)) == len(value) and all(
        obj.is_staged or obj.type in BESIDE.get(dtype, ()) for obj in scalars
    )
    return dtype if fits else ""
