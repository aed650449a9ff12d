"""Arrays that arrive are tensors in a graph: what asks such an array for its value asks a tensor there.

`if limit > 0:` with a NumPy number becomes a condition on a tensor, both sides of which are traced, and `f"{limit}"` is
another text: that may come to the same. `math.exp(limit)`, `round(limit)`, `a, b = limits` and `limits.size` raise. By
runs with 2.15 and 2.21 (the programs in the tests).

`asking` finds for an eager function what a graph may do otherwise; `ArraysInGraphs` finds in a graph what raises.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import Enum

from astroid import nodes

from hybridize.frameworks.knowledge import ASKING_ATTRIBUTES, Knowledge
from hybridize.inference.domain.objects import Container, NoneObject, TupleObject, Value
from hybridize.inference.domain.queries import has, only, select
from hybridize.inference.domain.tensors import Array, Tensor, dtype_name
from hybridize.inference.domain.values import BOTTOM
from hybridize.inference.facts.facts import Facts, FunctionFacts, ParameterFacts
from hybridize.inference.facts.model import Context
from hybridize.inference.facts.names import Callees
from hybridize.inference.facts.provenance import argument_of
from hybridize.inference.tracing.conditions import ARITHMETIC, CONSTANTS
from hybridize.inference.tracing.mixed import numbers_only
from hybridize.program.calls import call_of, called_name, taker_of
from hybridize.program.containers import OF_CONTAINERS
from hybridize.program.expected import is_passed_over
from hybridize.program.first_call_guards import is_for_debugging, tests_before
from hybridize.program.flow.names import is_as_it_came
from hybridize.program.inside import reads_of
from hybridize.program.lookup import assigned_values, builtin_called, name_for
from hybridize.program.places import place_of, source_of
from hybridize.program.syntax import DISPLAYS, compares_by, contains, last_name, members
from hybridize.program.writes import binds_names_alone, targets_of
from hybridize.verdicts.decide.traced_code import Path
from hybridize.verdicts.evidence.safety import ArrayAsTensor, ArrayMethod, ArrayToNumPy, ArrayUnusable, ArrayValues
from hybridize.verdicts.model.steps import call_steps
from hybridize.verdicts.values.parameters import runs_graph

_STATEMENTS = (nodes.If, nodes.While, nodes.IfExp, nodes.Assert)
_PYTHON = frozenset({"bool", "divmod", "enumerate", "isinstance", "round", "type", "zip"})
"""Builtins that AutoGraph leaves alone, and that give something else of a tensor."""
_NUMBERS = frozenset({"abs", "float", "int"})
_LACKING = frozenset({"T", "flat", "itemsize", "nbytes", "size", "strides"})
"""Attributes that tensors lack."""


def asking(
    knowledge: Knowledge, callees: Callees, uses: Iterable[nodes.NodeNG]
) -> Iterator[tuple[nodes.NodeNG, bool]]:
    """The places at which what is read is asked for its value, and whether a tensor of a graph is refused there.

    `uses` read an array or something made of it.
    """
    for use in uses:
        place = _asked_by(callees, use) or _taken_as_number(knowledge, callees, use)
        if place is not None:
            yield place, _is_refused(place)


def picked_of(use: nodes.NodeNG) -> Iterator[nodes.Subscript]:
    """The subscripts of what is read, and of what operators and further subscripts make of it."""
    node, parent = use, use.parent
    while _makes_tensor(parent, node):
        if isinstance(parent, nodes.Subscript):
            yield parent
        node, parent = parent, parent.parent


def _is_refused(place: nodes.NodeNG) -> bool:
    """Whether what asks for a value raises in a graph. What tells an array by its class may get on without one.

    A loop that fills a list with tensors of its body keeps what nothing outside of it may use.
    """
    if isinstance(place, nodes.Call):
        return builtin_called(place) not in _ASKING_KIND
    if isinstance(place.parent, nodes.Comprehension):
        return True
    if isinstance(place.parent, nodes.For):
        return any(map(_collects, place.parent.body))
    return isinstance(place, (nodes.Assign, nodes.Attribute, nodes.BinOp)) and not _shifts(place)


def makes_number(part: nodes.NodeNG) -> bool:
    """Whether an expression is what a builtin makes a number of: `int(n)`."""
    return builtin_called(part.parent) in _NUMBERS and part in part.parent.args


def _shifts(place: nodes.NodeNG) -> bool:
    return isinstance(place, nodes.BinOp) and place.op in ("<<", ">>")


def _collects(statement: nodes.NodeNG) -> bool:
    """Whether a statement of a loop hands something to a method, whose result it drops: `rows.append(x)`."""
    return any(called_name(each.value) in OF_CONTAINERS for each in statement.nodes_of_class(nodes.Expr))


def _asked_by(callees: Callees, use: nodes.NodeNG) -> nodes.NodeNG | None:
    node, parent = use, use.parent
    while _goes_up(parent, node):
        node, parent = parent, parent.parent
    if isinstance(parent, _STATEMENTS) and node is parent.test:
        return parent
    match parent:
        case nodes.For() if node is parent.iter:
            return None if all(map(_only_computes, parent.body)) and not parent.orelse else node
        case nodes.Comprehension() if node is parent.iter or node in parent.ifs:
            return node
        case nodes.BoolOp() | nodes.FormattedValue():
            return parent
        case nodes.Assign():
            return parent if isinstance(parent.targets[0], DISPLAYS) else None
        case nodes.Subscript():
            return parent if node is not use else None
        case nodes.BinOp():
            return parent if _shifts(parent) or isinstance(parent.left, DISPLAYS) else None
        case nodes.Attribute():
            return parent if parent.attrname in _LACKING else None
        case nodes.Call() if builtin_called(parent) == "range":
            return None if isinstance(parent.parent, nodes.For) and parent is parent.parent.iter else parent
        case nodes.Call() if node is not parent.func:
            of_math = callees.inside(parent, "math") or callees.inside(parent, "cmath")
            return parent if of_math or builtin_called(parent) in _PYTHON else None
    return None


def _taken_as_number(knowledge: Knowledge, callees: Callees, use: nodes.NodeNG) -> nodes.Call | None:
    """The call of TensorFlow that takes a number, and no tensor of a graph, for what is made of what is read.

    `tf.split(x, n)`, `tf.ensure_shape(x, (n, 3))`, `tf.nn.softmax(x, axis=n)`.
    """
    node, parent = use, use.parent
    while _goes_up(parent, node) or isinstance(parent, (*DISPLAYS, nodes.Keyword)):
        node, parent = parent, parent.parent
    if not isinstance(parent, nodes.Call) or node is parent.func:
        return None
    for parameter, position in numbers_only(knowledge, callees.of(parent)).items():
        if node.arg == parameter if isinstance(node, nodes.Keyword) else parent.args[position : position + 1] == [node]:
            return parent
    return None


def _only_computes(statement: nodes.NodeNG) -> bool:
    """Whether a statement of a loop gives names what operators make, which the loop of a graph carries."""
    if isinstance(statement, nodes.AugAssign):
        return isinstance(statement.target, nodes.AssignName)
    return binds_names_alone(statement) and isinstance(statement.value, nodes.BinOp)


def _goes_up(parent: nodes.NodeNG, node: nodes.NodeNG) -> bool:
    """Whether an expression gives something that is made of the array: a number, a Boolean, another array."""
    if isinstance(parent, nodes.BinOp):
        return not _shifts(parent) and not isinstance(parent.left, DISPLAYS)
    if isinstance(parent, nodes.Compare):
        return not compares_by(parent, "is", "is not")
    if isinstance(parent, nodes.Subscript):
        return node is parent.value
    if isinstance(parent, nodes.Call):
        return node is parent.func or builtin_called(parent) in _NUMBERS
    return isinstance(parent, nodes.UnaryOp) or (isinstance(parent, nodes.Attribute) and call_of(parent) is not None)


_LACKED = frozenset(
    "T all any argmax argmin argpartition argsort astype base byteswap choose clip compress conj conjugate copy ctypes "
    "cumprod cumsum data diagonal dot dump dumps fill flags flat flatten imag is_integer item itemsize max mean min "
    "nbytes nonzero partition prod put ravel real repeat reshape resize round searchsorted setflags size sort squeeze "
    "std strides sum swapaxes take tobytes tofile tolist trace transpose var view".split()
)
"""Attributes and methods of arrays that a tensor of a trace lacks (2.15 and 2.21)."""
_OF_NUMPY_DTYPES = frozenset("alignment byteorder char descr fields itemsize kind names num str subdtype type".split())
"""Attributes of NumPy's dtypes that TensorFlow's lack (2.15 and 2.21)."""
_EXHAUSTING = frozenset({"dict", "frozenset", "list", "max", "min", "round", "set", "sum", "tuple"})
"""Builtins that AutoGraph leaves alone, and that raise for one tensor of a trace."""
_COMPARING = frozenset({"==", "!=", "<", "<=", ">", ">="})
_ASKING_KIND = frozenset({"hasattr", "is_tensor", "isinstance", "issubclass", "type"})
"""The last words of what tells an array from a tensor."""
_TELLING = frozenset({"numpy.array_equal", "numpy.array_equiv"})
"""They give False where they find no arrays, and raise nothing."""
_BEHAVING = frozenset({"enable_numpy_behavior", "experimental_enable_numpy_behavior"})
"""Functions that give tensors the methods of arrays."""
TAKES_NO_POSITIONS = "takes no list or array as its index"
"""What is said of a tensor whose elements are picked by their positions."""
_DEEPEST = 5
"""Calls that an array is followed through."""
_Raising = tuple[Path, type[ArrayAsTensor], tuple[str, ...]]
"""The calls that lead to a place, with that as the last one; what is said of it, with its further fields."""


class ArraysInGraphs:
    """Finds what raises in a graph, since the arrays that its callers pass are tensors there."""

    def __init__(self, facts: Facts) -> None:
        self._facts = facts
        self._callees = facts.callees
        self._behaving = not _BEHAVING.isdisjoint(facts.analysis.scopes.mentioned)

    def of(self, function: FunctionFacts) -> list[ArrayAsTensor]:
        """The places, here or at the calls that lead to them; each of them raises where it is reached."""
        if self._behaving:
            return []
        found: dict[nodes.NodeNG, ArrayAsTensor] = {}
        for parameter in function.parameters if function.hybrids else ():
            if parameter.receiver or not self._certainly_array(function, parameter):
                continue
            for context in function.contexts:
                for path, kind, said in self._raising(context, function, parameter.name, parameter.value, 0):
                    place = place_of(path[0][0].module_path, path[0][1])
                    found.setdefault(path[-1][1], kind(place, parameter.name, *said, chain=call_steps(path[1:])))
        return list(found.values())

    def _certainly_array(self, function: FunctionFacts, parameter: ParameterFacts) -> bool:
        """Whether the program passes arrays to the graph, or structures of them, and nothing else."""
        if not self._is_array(parameter.value) and not self._holds_arrays(parameter.value):
            return False
        if any(map(_may_be_number, select(parameter.typed, Array))):
            return False
        incoming = [each for each in parameter.incoming if runs_graph(self._facts, function, each.node)]
        incoming = [each for each in incoming if not each.caller.of_tests] or incoming
        passed = [each for each in incoming if self._is_array(each.value) or self._holds_arrays(each.value)]
        shaped = all(each.type is not None and each.type.shape for each in select(parameter.typed, Array))
        if not shaped and any(self._is_drawn(argument_of(each.node, parameter, function)) for each in passed):
            return False
        return bool(passed) or (not parameter.incoming and bool(function.callers))

    def _is_drawn(self, argument: nodes.NodeNG | None) -> bool:
        """Whether NumPy draws it, which gives a number of Python where one is asked for."""
        written = [] if argument is None else [argument]
        written += assigned_values(argument) if isinstance(argument, nodes.Name) else []
        calls = (call for each in written for call in each.nodes_of_class(nodes.Call))
        bare = (call for call in calls if not isinstance(call.parent, (nodes.Attribute, nodes.Subscript)))
        return any(self._callees.of(call).startswith("numpy.random.") for call in bare)

    @staticmethod
    def _is_array(value: Value) -> bool:
        return has(value, Array) and only(value, Array, Tensor, NoneObject)

    def _holds_arrays(self, value: Value) -> bool:
        """Whether it is a list, tuple or dictionary of arrays and tensors, and of nothing else."""
        members = [each for each in self._facts.objects.members(value) if each]
        structures = bool(value) and only(value, Container, TupleObject)
        return structures and any(map(self._is_array, members)) and all(only(each, Array, Tensor) for each in members)

    def _raising(
        self, context: Context, function: FunctionFacts, parameter: str, value: Value, depth: int
    ) -> Iterator[_Raising]:
        """By the calls that lead there and the place itself, what raises of all that is done with an array."""
        for read in _reads(function.node, parameter, _Form.of(value)):
            top = _highest(read)
            if _may_be_told_apart(top):
                continue
            picking = (each for each in picked_of(read) if self._facts.picks(each, [context], certainly=True))
            picked = next(picking, None)
            found = self._refused(top) if picked is None else (picked, ArrayUnusable, (TAKES_NO_POSITIONS,))
            if found is not None:
                node, kind, said = found
                yield ((context, node),), kind, said
            elif depth < _DEEPEST:
                yield from self._raising_below(context, top, depth)

    def _raising_below(self, context: Context, argument: nodes.NodeNG, depth: int) -> Iterator[_Raising]:
        """The same of the function of the project that a call hands the array to."""
        call = taker_of(argument)
        if call is None or self._callees.of(call):
            return
        called = context.summary.called_at(call)
        below = self._facts.function_of(called[0].scope) if len({each.scope for each in called}) == 1 else None
        if below is None or below.hybrids:
            return
        for taken in below.parameters:
            value = called[0].arguments.get(taken.name, BOTTOM)
            if argument_of(call, taken, below) is argument and has(value, Array):
                for path, kind, said in self._raising(called[0], below, taken.name, BOTTOM, depth + 1):
                    yield ((context, call), *path), kind, said

    def _refused(self, top: nodes.NodeNG) -> tuple[nodes.NodeNG, type[ArrayAsTensor], tuple[str, ...]] | None:
        """What takes no tensor of all that an expression may stand in, with what is to be said of it."""
        node, parent = top, top.parent
        if isinstance(parent, nodes.Attribute):
            if parent.attrname in _LACKED:
                return parent, ArrayMethod, (parent.attrname,)
            of_dtype = parent.parent if parent.attrname == "dtype" else None
            if isinstance(of_dtype, nodes.Attribute) and of_dtype.attrname in _OF_NUMPY_DTYPES:
                return of_dtype, ArrayMethod, (f"dtype.{of_dtype.attrname}",)
            if of_dtype is None:
                return None
            # NumPy takes no dtype of TensorFlow.
            node, parent = parent, of_dtype
        in_display = False
        while isinstance(parent, (*DISPLAYS, nodes.Keyword)) and not _is_unpacked_to(parent):
            in_display = in_display or not isinstance(parent, nodes.Keyword)
            node, parent = parent, parent.parent
        if isinstance(parent, nodes.Call) and node is not parent.func:
            return self._refusing_call(parent, node, in_display)
        if in_display or node is not top:
            return None
        unusable = _unusable(node, parent)
        return None if unusable is None else (unusable[0], ArrayUnusable, (unusable[1],))

    def _refusing_call(
        self, call: nodes.Call, argument: nodes.NodeNG, in_display: bool
    ) -> tuple[nodes.NodeNG, type[ArrayAsTensor], tuple[str, ...]] | None:
        called = self._callees.of(call)
        if called.startswith("numpy."):
            silent = called in ASKING_ATTRIBUTES or called in _TELLING
            return None if silent else (call, ArrayToNumPy, ())
        takes = called.startswith(("math.", "cmath.")) and called not in ARITHMETIC
        takes = takes or (called in CONSTANTS and argument in call.args[:1])
        takes = takes or (builtin_called(call) in _EXHAUSTING and not in_display and call.args == [argument])
        return (call, ArrayValues, (source_of(call.func),)) if takes else None


class _Form(Enum):
    """What arrives: an array, or what holds several."""

    ARRAY = "array"
    SEQUENCE = "sequence"
    MAPPING = "mapping"

    @classmethod
    def of(cls, value: Value) -> _Form:
        """By what a parameter holds."""
        if not has(value, Container, TupleObject):
            return cls.ARRAY
        return cls.MAPPING if any(each.builtin_type == "dict" for each in value) else cls.SEQUENCE


def _reads(function: nodes.FunctionDef, parameter: str, form: _Form) -> Iterator[nodes.NodeNG]:
    """The expressions that read an array which arrives, or a part of it, wherever that is certain.

    Names are followed that nothing else is bound to.
    """
    pending: list[tuple[str, _Form, nodes.NodeNG]] = [(parameter, form, function)]
    for name, held, within in pending:
        for read in reads_of(function, name):
            if read.frame() is not function or not contains(within, read):
                continue
            if not is_as_it_came(read, function):
                continue
            if held is _Form.ARRAY:
                yield read
                pending += ((each, held, function) for each in _named(_highest(read), function))
                continue
            if isinstance(read.parent, nodes.Subscript) and read is read.parent.value:
                if held is _Form.MAPPING or not isinstance(read.parent.slice, nodes.Slice):
                    yield read.parent
                    pending += ((each, _Form.ARRAY, function) for each in _named(_highest(read.parent), function))
            pending += _bound_of(read, held, function)


def _may_be_number(array: Array) -> bool:
    """Whether an array may be a number of Python: `np.random.rand()` gives one."""
    return array.type is not None and array.type.shape == () and dtype_name(array) is None


def _named(value: nodes.NodeNG, function: nodes.FunctionDef) -> Iterator[str]:
    """The name to which a value is assigned, if nothing else is."""
    name = name_for(value)
    if len(function.locals.get(name, ())) == 1:
        yield name


def _bound_of(
    read: nodes.Name, form: _Form, function: nodes.FunctionDef
) -> Iterator[tuple[str, _Form, nodes.NodeNG]]:
    """The names that get the members of a structure, or it itself, each with where it stands for that."""
    taken, taker = read, read.parent
    if form is _Form.MAPPING and isinstance(taker, nodes.Attribute) and isinstance(taker.parent, nodes.Call):
        method, taken, taker = taker.attrname, taker.parent, taker.parent.parent
        items = isinstance(taker, (nodes.For, nodes.Comprehension)) and method in ("items", "values")
        target = taker.target if items else None
        target = target.elts[-1] if method == "items" and isinstance(target, nodes.Tuple) else target
    elif form is _Form.SEQUENCE and isinstance(taker, (nodes.For, nodes.Comprehension)) and taken is taker.iter:
        target = taker.target
    elif isinstance(taker, nodes.Assign) and len(taker.targets) == 1 and taken is taker.value:
        for each in members(taker.targets[0]) if form is _Form.SEQUENCE else ():
            yield from ((name, _Form.ARRAY, function) for name in _once(each, function))
        yield from ((name, form, function) for name in _once(taker.targets[0], function))
        return
    else:
        return
    if isinstance(taker, nodes.Comprehension) and isinstance(target, nodes.AssignName):
        yield target.name, _Form.ARRAY, taker.parent
    elif target is not None:
        yield from ((name, _Form.ARRAY, function) for name in _once(target, function))


def _once(target: nodes.NodeNG, function: nodes.FunctionDef) -> Iterator[str]:
    """The name that a target is, if nothing else in the function binds it."""
    if isinstance(target, nodes.AssignName) and len(function.locals.get(target.name, ())) == 1:
        yield target.name


def _highest(read: nodes.NodeNG) -> nodes.NodeNG:
    """The whole of what operators and indices make of a tensor: that is one, too."""
    node, parent = read, read.parent
    while _makes_tensor(parent, node):
        node, parent = parent, parent.parent
    return node


def _makes_tensor(parent: nodes.NodeNG, node: nodes.NodeNG) -> bool:
    if isinstance(parent, nodes.BinOp):
        text = isinstance(parent.left, nodes.Const) and isinstance(parent.left.value, (str, bytes))
        return not text and not _shifts(parent)
    if isinstance(parent, nodes.Compare):
        return len(parent.ops) == 1 and parent.ops[0][0] in _COMPARING
    if isinstance(parent, nodes.Subscript):
        return node is parent.value and not any(each is parent for each in targets_of(parent.parent))
    return isinstance(parent, nodes.UnaryOp) and parent.op != "not"


def _is_unpacked_to(display: nodes.NodeNG) -> bool:
    return isinstance(display.parent, (nodes.Assign, nodes.For, nodes.Comprehension, nodes.Subscript))


def _unusable(node: nodes.NodeNG, parent: nodes.NodeNG) -> tuple[nodes.NodeNG, str] | None:
    """The construct of Python that takes no tensor, with what it does."""
    if isinstance(parent, nodes.Assign) and node is parent.value:
        if isinstance(parent.targets[0], DISPLAYS):
            return parent, "cannot be unpacked"
    elif isinstance(parent, nodes.Subscript):
        if node is parent.value:
            return parent.parent, "takes no assignment to its items"
        if node is parent.slice and isinstance(parent.value, DISPLAYS):
            return parent, "is no index of a list"
    elif isinstance(parent, nodes.Starred):
        return parent, "cannot be unpacked"
    elif isinstance(parent, nodes.Comprehension):
        return node, "is gone through by no comprehension" if node is parent.iter else "has no truth in a comprehension"
    elif isinstance(parent, nodes.FormattedValue) and parent.format_spec is not None and node is parent.value:
        return parent, "takes no format"
    elif compares_by(parent, "in", "not in"):
        return parent, "cannot be searched by `in`"
    return None


def _may_be_told_apart(node: nodes.NodeNG) -> bool:
    """Whether a test before a place may find that there is no array, or an error is caught, or wanted by a flag."""
    calls = (call for single, _ in tests_before(node) for call in single.nodes_of_class(nodes.Call))
    asked = any(last_name(call.func) in _ASKING_KIND for call in calls)
    return asked or is_passed_over(node) or is_for_debugging(node)
