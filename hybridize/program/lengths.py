"""How many rounds a loop has, by what it goes through: arrays, data sets and numbers, read off the trees alone."""

from __future__ import annotations

from collections.abc import Callable

from astroid import nodes

from hybridize.program.calls import called_name, method_name, passed_as, passed_at, receiver_of
from hybridize.program.flow.names import bindings_reaching
from hybridize.program.lookup import Assignment, assigned_once, assignment_of, bindings, constant
from hybridize.program.loops import may_grow, range_of
from hybridize.program.syntax import DISPLAYS, axes_of, last_name

Number = Callable[[nodes.NodeNG], object]
"""What an expression is known to be: a constant, what callers pass; None where that is not known."""

_DEPTH = 12
"""Names and calls that are followed from a loop to where its data is made."""
_KEEPING = frozenset(
    {
        "as_numpy_iterator", "astype", "cache", "cast", "constant", "convert_to_tensor", "copy", "array", "asarray",
        "enumerate", "from_tensor_slices", "iter", "list", "make_one_shot_iterator", "map", "numpy", "prefetch",
        "shuffle", "sorted", "reversed", "tqdm", "track", "with_options",
    }
)  # fmt: skip
"""Functions and methods that give as many elements as they are given."""
_BATCHING = frozenset({"batch", "padded_batch"})
_BY_SHAPE = frozenset(
    {
        "empty", "normal", "ones", "random", "random_sample", "standard_normal", "truncated_normal", "uniform", "zeros",
    }
)  # fmt: skip
"""Functions that make an array of the shape that is passed first, or as `size` or `shape`."""
_BY_LENGTH = frozenset({"rand", "randn"})
"""Functions that make an array as long as their first argument says."""
_LOADED: dict[str, tuple[int, int]] = {
    "boston_housing": (404, 102),
    "california_housing": (16512, 4128),
    "cifar10": (50000, 10000),
    "cifar100": (50000, 10000),
    "fashion_mnist": (60000, 10000),
    "imdb": (25000, 25000),
    "mnist": (60000, 10000),
    "reuters": (8982, 2246),
}
"""The data sets that Keras loads: examples to train with, and to test with."""


def rounds_of(loop: nodes.NodeNG, number: Number = constant) -> int | None:
    """How many rounds a `for` loop has; None where that is not known, as that of a `while` loop never is."""
    return _Lengths(number).of(loop.iter, _DEPTH) if isinstance(loop, nodes.For) else None


class _Lengths:
    """Answers for what stands in one function, in which some numbers are known."""

    def __init__(self, number: Number) -> None:
        self._number = number

    def of(self, value: nodes.NodeNG, depth: int) -> int | None:
        """How many elements a value has."""
        if depth <= 0:
            return None
        match value:
            case nodes.List() | nodes.Tuple() | nodes.Set():
                return None if any(isinstance(each, nodes.Starred) for each in value.elts) else len(value.elts)
            case nodes.Name():
                return self._of_name(value, depth - 1)
            case nodes.BinOp():
                found = [self.of(each, depth - 1) for each in (value.left, value.right)]
                return next((each for each in found if each is not None), None)
            case nodes.Subscript():
                return self._part(value, depth - 1)
            case nodes.Call():
                return self._made(value, depth - 1)
        return None

    def _of_name(self, name: nodes.Name, depth: int) -> int | None:
        """The length that all assignments give which a name may have where it is read."""
        found = _assignments(name)
        lengths = {None if each is None else self._assigned(name, each, depth) for each in found}
        return lengths.pop() if len(lengths) == 1 else None

    def _assigned(self, name: nodes.Name, found: Assignment, depth: int) -> int | None:
        if not found.plain:
            return None
        if found.member:
            return _loaded(found.value, found.member)
        grows = isinstance(found.value, (nodes.List, nodes.Set)) and may_grow(name)
        return None if grows else self.of(found.value, depth)

    def _part(self, value: nodes.Subscript, depth: int) -> int | None:
        index = axes_of(value)[0]
        whole = self.of(value.value, depth)
        if isinstance(index, nodes.Const) and index.value is Ellipsis:
            return whole
        if not isinstance(index, nodes.Slice):
            return None
        ends = [None if each is None else self._integer(each) for each in (index.lower, index.upper, index.step)]
        written = (index.lower, index.upper, index.step)
        if any(given is not None and end is None for given, end in zip(written, ends, strict=True)) or ends[2] == 0:
            return None
        if whole is not None:
            return len(range(*slice(*ends).indices(whole)))
        upper = ends[1]
        # As many as there are, which are hardly fewer.
        return upper if upper is not None and upper > 0 and ends[0] is None and ends[2] is None else None

    def _made(self, call: nodes.Call, depth: int) -> int | None:
        name, given = last_name(call.func), _arguments(call)
        first = given[0] if given else None
        if name in ("range", "arange") and 0 < len(given) <= 3:
            numbers = range_of(self._integer(each, depth) for each in given)
            return None if numbers is None else len(numbers)
        if name == "zip":
            known = [each for each in (self.of(value, depth) for value in given) if each is not None]
            return min(known, default=None)
        if name in _BATCHING or name in ("repeat", "take", "skip"):
            return self._taken(call, name, depth)
        if name == "linspace":
            return self._integer(passed_at(call, 2, "num"))
        if name in _BY_LENGTH and first is not None:
            return self._integer(first)
        if name in _BY_SHAPE:
            return self._shaped(passed_as(call, "size", "shape") or first)
        if name not in _KEEPING:
            return None
        method = receiver_of(call)
        if first is None or (name in ("map", "prefetch", "shuffle", "cache", "astype", "copy") and method is not None):
            return None if method is None else self.of(method, depth)
        if isinstance(first, nodes.Tuple) and name == "from_tensor_slices":
            first = first.elts[0] if first.elts else first
        return self.of(first, depth)

    def _taken(self, call: nodes.Call, name: str, depth: int) -> int | None:
        """What a method of a data set makes of its elements."""
        data = receiver_of(call)
        whole = None if data is None else self.of(data, depth)
        count = self._integer(passed_at(call, 0, "batch_size", "count"))
        if name == "take" and count is not None and count >= 0:
            return count if whole is None else min(count, whole)
        if whole is None or count is None or count <= 0:
            return None
        if name in _BATCHING:
            return -(-whole // count)
        return whole * count if name == "repeat" else max(whole - count, 0)

    def _shaped(self, shape: nodes.NodeNG | None) -> int | None:
        if isinstance(shape, DISPLAYS):
            return self._integer(shape.elts[0]) if shape.elts else None
        return self._integer(shape)

    def _integer(self, written: nodes.NodeNG | None, depth: int = _DEPTH) -> int | None:
        """What number an expression is: a constant, a length, or what is computed of these."""
        if written is None or depth <= 0:
            return None
        known = self._number(written)
        if isinstance(known, int):
            return known
        match written:
            case nodes.Name():
                value = assigned_once(written)
                return None if value is None else self._integer(value, depth - 1)
            case nodes.BinOp(op="+" | "-" | "*" | "//" | "/"):
                left, right = (self._integer(each, depth - 1) for each in (written.left, written.right))
                return None if left is None or right is None else _computed(written.op, left, right)
            case nodes.Call() if called_name(written) in ("int", "len") and len(written.args) == 1:
                asked = self.of if called_name(written) == "len" else self._integer
                return asked(written.args[0], depth - 1)
            case nodes.Subscript(value=nodes.Attribute(attrname="shape"), slice=nodes.Const(value=0)):
                return self.of(written.value.expr, depth - 1)
        return None


def _computed(operator: str, left: int, right: int) -> int | None:
    if operator in ("//", "/"):
        return left // right if right > 0 else None
    return {"+": left + right, "-": left - right, "*": left * right}[operator]


def _assignments(name: nodes.Name) -> list[Assignment | None]:
    """What the name may have been assigned last where it is read."""
    if name.name not in name.scope().locals:
        # A function around it, or the module, whose last word it is.
        return [assignment_of(each) for each in bindings(name)[-1:]]
    found, past = bindings_reaching(name, name.name)
    return [None] if past else [assignment_of(each) for each in found]


def _loaded(value: nodes.NodeNG, member: tuple[int, ...]) -> int | None:
    """How long an array is that `(x, y), (x_test, y_test) = mnist.load_data()` unpacks."""
    sizes = _LOADED.get(last_name(receiver_of(value))) if method_name(value) == "load_data" else None
    return sizes[member[0]] if sizes is not None and member[0] < len(sizes) else None


def _arguments(call: nodes.Call) -> list[nodes.NodeNG]:
    return [] if any(isinstance(each, nodes.Starred) for each in call.args) else list(call.args)


__all__ = ["Number", "rounds_of"]
