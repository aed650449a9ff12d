"""What needs the numbers of a static shape: where a trace has `None` among them, it raises or goes wrong.

By runs of TensorFlow 2.15 and 2.21 with a first axis that an `input_signature` leaves open. Names are followed that are
bound once, and parameters of the project's functions.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import IntEnum

from astroid import nodes

from hybridize.inference.facts.facts import Facts
from hybridize.inference.facts.provenance import Provenance, argument_of
from hybridize.program.calls import taker_of
from hybridize.program.containers import fills_container
from hybridize.program.flow.names import values_before
from hybridize.program.inside import reads_of
from hybridize.program.lookup import builtin_called, constant
from hybridize.program.syntax import DISPLAYS, compares_by, members, preceding, spelled, text_of

RANK = -1
"""Stands among open axes for a rank that is not known: then no axis is."""
Open = frozenset[int]
_TAKE_NONE = frozenset(
    "Input TensorShape TensorSpec assert_shapes ensure_shape placeholder print set_shape".split()
)
"""What takes an unknown length for what it is, or is looked at by others."""
_SHAPES = frozenset({"dense_shape", "dims", "new_shape", "noise_shape", "output_shape", "shape", "size"})
"""Parameters of TensorFlow's functions that take a whole shape."""
_LENGTHS = frozenset(
    "crop_size depth dims limit multiples num num_or_size_splits num_rows repeats shape size start stop target_height "
    "target_width".split()
)
"""Those that need a number, or some in a list."""
_COMPUTING = ("tensorflow.", "keras.backend.", "keras.ops.", "keras.random.")
"""How the names of functions begin that take shapes for what they make."""
_OF_TENSORS = ("tensorflow.", "keras.ops.", "keras.backend.")
_CONVERTING = frozenset({"cast", "constant", "convert_to_tensor", "range"})
"""Functions of TensorFlow that make a tensor of their first argument."""
_OF_NUMBERS = frozenset({"abs", "divmod", "float", "int", "max", "min", "pow", "range", "round", "sorted", "sum"})
"""Builtins that take no `None`."""
_OF_SEVERAL = frozenset({"max", "min", "sorted", "sum"})
"""Those of them that take the numbers of a shape."""
_STAYING = frozenset({"float", "int", "range"})
"""Those of them to which AutoGraph lets a tensor be passed."""
_NUMPY_SHAPED = frozenset({"broadcast_to", "empty", "full", "ones", "reshape", "zeros"})
_NUMPY_COUNTING = frozenset({"max", "min", "prod", "product", "sum", "cumprod"})
_ORDERING = frozenset({"<", ">", "<=", ">="})
_DEEPEST = 6
"""Names and functions that are followed, one from another."""


class Need(IntEnum):
    """What is needed of a length."""

    NOTHING = 0
    LENGTH = 1
    """A number, in whose place the tensor does that `tf.shape` gives."""
    NUMBER = 2
    """A number of Python."""


class StaticUses:
    """Finds out what becomes of static shapes and of the numbers in them."""

    def __init__(self, facts: Facts, provenance: Provenance) -> None:
        self._facts = facts
        self._provenance = provenance

    def of_length(self, read: nodes.NodeNG, depth: int = 0) -> Need:
        """What an expression that is `None` is needed for."""
        parent, child = read.parent, read
        if depth > _DEEPEST or stands_behind_test(read):
            return Need.NOTHING
        names = _bound_to(read)
        if names is not None:
            return max((self.of_length(use, depth + 1) for use in _uses(read.frame(), names)), default=Need.NOTHING)
        if isinstance(parent, nodes.BinOp):
            text = parent.op == "%" and text_of(parent.left) is not None
            in_shape = parent.op == "+" and isinstance(parent.left, DISPLAYS)
            if text or in_shape:
                return Need.NOTHING
            other = parent.right if read is parent.left else parent.left
            # What `tf.shape` gives is an int32 tensor, with which no float is combined.
            combined = parent.op == "/" or type(constant(other)) is float or self._is_tensor(other, depth)
            return Need.NUMBER if combined or isinstance(other, DISPLAYS) else Need.LENGTH
        if isinstance(parent, nodes.AugAssign):
            return Need.LENGTH if read is parent.value else Need.NOTHING
        if isinstance(parent, nodes.Slice):
            # `y[:None]` is all of `y`: as long as that is only where it is what was measured.
            cut = next(each for each in parent.node_ancestors() if isinstance(each, nodes.Subscript))
            return Need.NOTHING if read is parent.step or _measured(read) == spelled(cut.value) else Need.LENGTH
        if isinstance(parent, nodes.UnaryOp):
            return Need.LENGTH if parent.op != "not" else Need.NOTHING
        if isinstance(parent, nodes.Compare):
            return Need.LENGTH if compares_by(parent, *_ORDERING) or _compares_with_number(parent) else Need.NOTHING
        while isinstance(parent, DISPLAYS):
            parent, child = parent.parent, parent
        if child is not read:
            return self._of_shape_in(child, depth)
        return self._of_argument(read, depth)

    def _is_tensor(self, operand: nodes.NodeNG, depth: int) -> bool:
        """Whether an operand is a tensor that TensorFlow or Keras computes, as far as names lead there."""
        if depth > _DEEPEST:
            return False
        if isinstance(operand, nodes.Call):
            return self._facts.callees.of(operand).startswith(_OF_TENSORS)
        if isinstance(operand, nodes.BinOp):
            return any(self._is_tensor(each, depth + 1) for each in (operand.left, operand.right))
        return isinstance(operand, nodes.Name) and any(
            self._is_tensor(each, depth + 1) for each in values_before(operand)
        )

    def _of_argument(self, length: nodes.NodeNG, depth: int) -> Need:
        """What a call needs a length for that is an argument of it."""
        call = taker_of(length)
        if call is None:
            return Need.NOTHING
        builtin = builtin_called(call)
        if builtin == "range" and fills_container(call.parent):
            # A loop over a tensor leaves no tensors behind in a list.
            return Need.NUMBER
        if builtin in _OF_NUMBERS:
            return Need.LENGTH if builtin in _STAYING else Need.NUMBER
        called = self._facts.callees.of(call)
        package, _, word = called.rpartition(".")
        if package == "math" or (package == "numpy" and word not in _NUMPY_SHAPED and length in call.args[:1]):
            return Need.NUMBER if package == "math" or word in ("arange", "sqrt", "log", "exp") else Need.NOTHING
        if called.startswith("tensorflow."):
            if word in _TAKE_NONE:
                return Need.NOTHING
            first = length in call.args[:1] and (word in _CONVERTING or package == "tensorflow.math")
            return Need.LENGTH if first or self._parameter(call, called, length) in _LENGTHS else Need.NOTHING
        return max((self.of_length(use, depth + 1) for use in self._below(call, length)), default=Need.NOTHING)

    def of_shape(self, shape: nodes.NodeNG, open_axes: Open, depth: int = 0) -> Iterator[tuple[nodes.NodeNG, Need]]:
        """What is read of a shape and needed: the expressions, each with what for."""
        if depth > _DEEPEST or stands_behind_test(shape):
            return
        parent = shape.parent
        if isinstance(parent, nodes.Subscript) and shape is parent.value:
            if isinstance(parent.slice, nodes.Slice):
                yield from self.of_shape(parent, _cut(open_axes, parent.slice), depth + 1)
            elif _is_open(parent.slice, open_axes):
                yield parent, self.of_length(parent)
        elif not open_axes:
            return
        elif isinstance(parent, nodes.Assign) and len(parent.targets) == 1 and shape is parent.value:
            names = _unpacked(parent, open_axes)
            lengths = [self.of_length(use, depth + 1) for use in _uses(shape.frame(), names)]
            yield shape, Need.NUMBER if max(lengths, default=Need.NOTHING) else Need.NOTHING
            for use in _uses(shape.frame(), _bound_to(shape) or ()):
                yield from self.of_shape(use, open_axes, depth + 1)
        elif isinstance(parent, nodes.For) and shape is parent.iter and isinstance(parent.target, nodes.AssignName):
            lengths = [self.of_length(use, depth + 1) for use in _uses(shape.frame(), [parent.target.name])]
            yield shape, Need.NUMBER if max(lengths, default=Need.NOTHING) else Need.NOTHING
        elif isinstance(parent, nodes.Starred) or (isinstance(parent, nodes.BinOp) and parent.op == "+"):
            yield shape, self._of_shape_in(parent.parent if isinstance(parent, nodes.Starred) else parent, depth)
        elif builtin_called(parent) in ("list", "tuple"):
            yield from self.of_shape(parent, open_axes, depth + 1)
        elif isinstance(parent, (nodes.Call, nodes.Keyword)):
            yield from self._of_shape_argument(shape, open_axes, depth)

    def _of_shape_argument(
        self, shape: nodes.NodeNG, open_axes: Open, depth: int
    ) -> Iterator[tuple[nodes.NodeNG, Need]]:
        call = taker_of(shape)
        if call is None:
            return
        needed = self._of_shape_in(shape, depth)
        if needed:
            yield shape, needed
            return
        for use in self._below(call, shape):
            below = [need for _, need in self.of_shape(use, open_axes, depth + 1)]
            if any(below):
                yield shape, Need.NUMBER
                return

    def _of_shape_in(self, shape: nodes.NodeNG, depth: int) -> Need:
        """What a shape is needed for, or a display of numbers: `tf.zeros((n, 2))`, `np.prod(x.shape)`."""
        parent = shape.parent
        if isinstance(parent, nodes.BinOp) and parent.op == "+" and depth <= _DEEPEST:
            return self._of_shape_in(parent, depth + 1)
        call = taker_of(shape)
        if call is None:
            return Need.NOTHING
        builtin = builtin_called(call)
        if builtin in ("list", "tuple") and depth <= _DEEPEST:
            return self._of_shape_in(call, depth + 1)
        if builtin in _OF_SEVERAL:
            return Need.NUMBER
        called = self._facts.callees.of(call)
        package, _, word = called.rpartition(".")
        if called == "math.prod" or (package == "numpy" and word in _NUMPY_SHAPED | _NUMPY_COUNTING):
            return Need.NUMBER
        if not called.startswith(_COMPUTING) or word in _TAKE_NONE:
            return Need.NOTHING
        parameter = self._parameter(call, called, shape)
        if isinstance(shape, DISPLAYS):
            return Need.LENGTH if shape in call.args or parameter in _LENGTHS else Need.NOTHING
        first = word in _CONVERTING and shape in call.args[:1]
        return Need.LENGTH if first or parameter in _SHAPES else Need.NOTHING

    def _parameter(self, call: nodes.Call, called: str, argument: nodes.NodeNG) -> str:
        """The name of the parameter of a framework's function that an argument is for."""
        if isinstance(argument.parent, nodes.Keyword):
            return str(argument.parent.arg or "")
        symbol = self._facts.knowledge.lookup(called)
        names = () if symbol is None else symbol.parameters
        position = call.args.index(argument) if argument in call.args else len(names)
        return names[position] if position < len(names) else ""

    def _below(self, call: nodes.Call, argument: nodes.NodeNG) -> Iterator[nodes.NodeNG]:
        """The places in a function of the project that read what a call passes to it."""
        callee = self._provenance.callee(call)
        below = self._facts.function_of(callee.scope) if callee is not None else None
        if below is not None and not below.hybrids:
            names = [each.name for each in below.parameters if argument_of(call, each, below) is argument]
            yield from _uses(below.node, names)


def _measured(length: nodes.NodeNG) -> tuple[object, ...]:
    """What a length is one of, as it is written: `x` of `x.shape[0]`, and of a name for that."""
    values = values_before(length) if isinstance(length, nodes.Name) else [length]
    shape = values[0].value if len(values) == 1 and isinstance(values[0], nodes.Subscript) else None
    return spelled(shape.expr) if isinstance(shape, nodes.Attribute) else ()


def _compares_with_number(test: nodes.Compare) -> bool:
    """`n == 1`, which is false for `None`, whatever the length is."""
    sides = (test.left, *(side for _, side in test.ops))
    return compares_by(test, "==", "!=") and any(type(constant(each)) is int for each in sides)


def stands_behind_test(read: nodes.NodeNG) -> bool:
    """Whether a test for `None` of the same thing stands before it: `n if n is not None else tf.shape(x)[0]`.

    It may have left the block before: `if n is None: raise ValueError(…)`.
    """
    written, around = read.as_string(), read.parent
    while around is not None and not isinstance(around, nodes.FunctionDef):
        if isinstance(around, (nodes.If, nodes.IfExp, nodes.BoolOp)):
            test = around.test.as_string() if not isinstance(around, nodes.BoolOp) else around.as_string()
            if written in test and (_asks_for_none(test) or isinstance(around, nodes.BoolOp)):
                return True
        if around.is_statement and any(_refuses_none(each, written) for each in preceding(around)):
            return True
        around = around.parent
    return False


def _asks_for_none(test: str) -> bool:
    return "None" in test or "is_fully_defined" in test


def _refuses_none(statement: nodes.NodeNG, written: str) -> bool:
    """Whether a statement lets nobody pass for whom something is `None`."""
    if not isinstance(statement, (nodes.Assert, nodes.If)):
        return False
    test = statement.test.as_string()
    if written not in test or not _asks_for_none(test):
        return False
    leaves = (nodes.Raise, nodes.Return, nodes.Continue, nodes.Break)
    return isinstance(statement, nodes.Assert) or isinstance(statement.body[-1], leaves)


def _uses(scope: nodes.NodeNG, names: Iterable[str]) -> Iterator[nodes.NodeNG]:
    """The places that read names of a function which nothing else is bound to."""
    for name in names:
        if len(scope.locals.get(name, ())) == 1:
            yield from reads_of(scope, name)


def _bound_to(value: nodes.NodeNG) -> list[str] | None:
    """The name to which a value is assigned as it is; None where it is not."""
    statement = value.parent
    if not (isinstance(statement, nodes.Assign) and statement.value is value and len(statement.targets) == 1):
        if isinstance(statement, DISPLAYS):
            return _beside(value, statement)
        return None
    target = statement.targets[0]
    return [target.name] if isinstance(target, nodes.AssignName) else []


def _beside(value: nodes.NodeNG, display: nodes.Tuple | nodes.List) -> list[str] | None:
    """`h, w = x.shape[0], x.shape[1]`."""
    statement = display.parent
    target = statement.targets[0] if isinstance(statement, nodes.Assign) and statement.value is display else None
    if not isinstance(target, DISPLAYS) or len(target.elts) != len(display.elts):
        return None
    bound = target.elts[display.elts.index(value)]
    return [bound.name] if isinstance(bound, nodes.AssignName) else []


def _is_open(index: nodes.NodeNG, open_axes: Open) -> bool:
    number = constant(index)
    return RANK in open_axes or (isinstance(number, int) and number in open_axes)


def _cut(open_axes: Open, cut: nodes.Slice) -> Open:
    """The axes that are open in a part of a shape; where it begins is known only from the front."""
    lower, upper = (0 if each is None else constant(each) for each in (cut.lower, cut.upper))
    if RANK in open_axes:
        return open_axes
    if cut.step is not None or not isinstance(lower, int) or not isinstance(upper, int) or lower < 0:
        return frozenset()
    end = upper if cut.upper is not None and upper >= 0 else None
    return frozenset(axis - lower for axis in open_axes if axis >= lower and (end is None or axis < end))


def _unpacked(assignment: nodes.Assign, open_axes: Open) -> list[str]:
    """The names to which open axes are unpacked."""
    target = assignment.targets[0]
    names = members(target)
    axes = range(len(names)) if RANK in open_axes else [axis for axis in open_axes if axis < len(names)]
    return [names[axis].name for axis in axes if isinstance(names[axis], nodes.AssignName)]
