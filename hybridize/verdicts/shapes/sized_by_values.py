"""Static shapes that a trace does not know, of tensors as long as the values of tensors say.

Eagerly every shape is known. In a trace `tf.zeros([n]).shape[0]` is `None` where `n` is a tensor, and so is what is
computed from it, or from a variable whose shape is left open (`tf.Variable(x, shape=[None])`). Which axis that is, and
whether whoever reads it minds, is not looked at: that the graph does the same is then not shown. `DynamicShapes` knows
the reads that certainly fail.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterator, Set
from dataclasses import dataclass
from functools import cached_property

from astroid import nodes

from hybridize.inference.domain.values import BOTTOM
from hybridize.inference.facts.facts import Facts, FunctionFacts
from hybridize.inference.facts.model import Context
from hybridize.inference.facts.provenance import Position, Provenance, returned_values
from hybridize.program.calls import call_of, called_name, method_name, passed_as, passed_at, passed_by, receiver_of
from hybridize.program.inside import nodes_inside, reads_of
from hybridize.program.lookup import assignments, builtin_called, constant, name_for
from hybridize.program.places import place_of, source_of
from hybridize.program.scopes import parameter_names
from hybridize.program.syntax import DISPLAYS, is_constant, is_of_error, last_name, user_of
from hybridize.verdicts.evidence.assumptions import UnseenCode
from hybridize.verdicts.evidence.safety import AxisOfValues
from hybridize.verdicts.project.unknown_code import uncovered

_READS = frozenset({"shape", "get_shape"})
_FIXED_ATTRIBUTES = frozenset({"shape", "dtype", "name", "device", "op", "graph", "ndim"})
_FIXED_CALLS = frozenset(
    "shape size rank reduce_sum reduce_mean reduce_max reduce_min reduce_prod reduce_any reduce_all norm global_norm"
    " ensure_shape len int float get_shape numpy range print".split()
)
"""The last words of functions whose result has a shape of its own, or mostly."""
_REDUCING = frozenset(each for each in _FIXED_CALLS if each.startswith("reduce_")) | {"norm"}
"""Those of them that keep the other axes where they are told an axis."""
_LENGTHS = frozenset({"shape", "size", "rank", "len", "shape_n"})
DEEPEST = 60
"""Expressions, names and calls that are followed from a read, one from another."""
DEPTH = 3
"""Assignments to names that are followed to what says how long a tensor is."""
_HARMLESS = frozenset({"set_shape", "ensure_shape", "print", "TensorShape", "TensorSpec"})
_TAKE_LENGTH = frozenset({"cast", "convert_to_tensor", "float", "print", "range"})
"""What takes the tensor that `len` gives in a trace for a number."""
_SHAPED = frozenset({"fill", "ones", "range", "zeros", "random.normal", "random.uniform"})
"""Operations that take no `None` in a shape."""
_VARIABLES = frozenset(f"tensorflow.{each}" for each in ("Variable", "compat.v1.Variable", "compat.v1.get_variable"))
_RANK = frozenset({"rank", "ndims"})
_UNRANKED = frozenset(
    {"numpy_function", "py_function", "py_func", "decode_image", "parse_tensor", "squeeze", "lookup", "export"}
)
"""What may give tensors of which not even the rank is known."""
_ASSIGNING = frozenset({"assign", "assign_add", "assign_sub"})
WHAT = "the static shape of a tensor whose length depends on values"


@dataclass(frozen=True)
class _Trace:
    """The trace of one function."""

    begins: nodes.NodeNG
    """The function."""
    contexts: Set[Context]
    """What it runs."""


class SizedByValues:
    """Finds where functions read such shapes."""

    def __init__(self, facts: Facts, provenance: Provenance) -> None:
        self._facts = facts
        self._provenance = provenance
        self._made = facts.sized_by_values
        self._depth = 0
        self._trace: _Trace | None = None
        """The one that is asked about; None where that may be any."""
        calls = [node for node in self._made if isinstance(node, nodes.Call)]
        self._loses_rank = any(map(_may_lose_rank, calls))
        self._answers: dict[Hashable, bool] = {}
        """By function and name, and by function: whether what they hold or return is such a tensor."""
        self._reads: dict[tuple[nodes.NodeNG, bool], nodes.NodeNG | None] = {}

    def assumptions(self, function: FunctionFacts) -> list[UnseenCode]:
        """That the first such read in a function, or in what it calls, does the same in a graph."""
        if not self._lost:
            return []
        for context in self._facts.graph.reached(function.contexts):
            if context.scope in self._lost:
                read = self._read(context, context.scope is not function.node)
                if read is not None:
                    return [uncovered(context.module_path, read, WHAT)]
        return []

    def needed(self, function: FunctionFacts) -> AxisOfValues | None:
        """The first of them of which an operation, or a loop of Python, needs the number: `tf.zeros([x.shape[0]])`."""
        if not self._lost:
            return None
        # What is passed to the function itself is there before the trace begins, with its shape.
        outer, self._answers = self._answers, {}
        self._trace = _Trace(function.node, frozenset(self._facts.graph.reached(function.contexts)))
        try:
            return next(self._needing(function), None)
        finally:
            self._answers, self._trace = outer, None

    def _needing(self, function: FunctionFacts) -> Iterator[AxisOfValues]:
        for context in self._facts.graph.reached(function.contexts):
            if context.scope not in self._lost or self._facts.is_hybrid(context.scope):
                continue
            for read in nodes_inside(context.scope, nodes.Attribute):
                if read.attrname in _READS and self._needs_number(read) and self._is_sized(read.expr, context, True):
                    yield AxisOfValues(place_of(context.module_path, read), source_of(read.parent))

    def _needs_number(self, read: nodes.Attribute) -> bool:
        """Whether the length along an axis goes into a shape, or is counted to."""
        length = read.parent
        if not (isinstance(length, nodes.Subscript) and constant(length.slice) == 0 and _is_whole(read.expr, DEPTH)):
            return False
        return any(self._is_needed(use) for use in (length, *_uses_of(length)))

    def _is_needed(self, length: nodes.NodeNG) -> bool:
        taker = length.parent
        while isinstance(taker, (*DISPLAYS, nodes.Keyword)):
            taker = taker.parent
        if taker is call_of(length):
            return False
        return builtin_called(taker) == "range" or self._facts.callees.inside(taker, "tensorflow") in _SHAPED

    @cached_property
    def _lost(self) -> Set[nodes.NodeNG]:
        """The functions that read such a shape, some of them only if those are in the trace that call them."""
        contexts = (each for scope in self._readers for each in self._facts.contexts_of(scope))
        return {each.scope for each in contexts if self._read(each, True) is not None}

    @cached_property
    def _readers(self) -> Collection[nodes.NodeNG]:
        """The functions that ask for the static shape of something, in the order of the text."""
        if not self._made and not self._open_variables and not self._facts.ragged_rows:
            return ()
        asking: list[nodes.NodeNG] = []
        for module in self._facts.program.modules:
            asking += (read for read in module.all_of(nodes.Attribute) if read.attrname in _READS)
            asking += (call for call in module.calls_of("unstack", "len") if _takes_apart(call) or _counts(call))
            asking += filter(_assigns_weight, module.calls_of(*_ASSIGNING))
        return {node.frame(): None for node in asking}

    @cached_property
    def _open_variables(self) -> frozenset[str]:
        """The modules that make a variable which may get another shape: a trace knows nothing of what it holds."""
        path_of, made = self._facts.analysis.scopes.path_of, self._facts.callees.calls(_VARIABLES)
        return frozenset(path_of(each) for each in made if _leaves_shape_open(each))

    @cached_property
    def _squeezing(self) -> frozenset[str]:
        """The modules that drop the axes of a tensor that are of length one, whichever these are."""
        calls = self._facts.program.calls_of("squeeze")
        return frozenset(module.file.relative for module, call in calls if len(passed_by(call)) == len(call.args) < 2)

    def _is_unranked(self, context: Context) -> bool:
        """Whether the rank of what such a tensor becomes may hang on values, in a program that runs a context."""
        loaded = self._facts.program.together(context.module_path)
        return self._loses_rank or not self._squeezing.isdisjoint(loaded)

    def _read(self, context: Context, inner: bool) -> nodes.NodeNG | None:
        """The first read in a function; `inner`: its callers are in the trace, and pass it such tensors."""
        scope, key = context.scope, (context.scope, inner)
        if key not in self._reads:
            reads = (each for each in nodes_inside(scope, nodes.Attribute) if each.attrname in _READS)
            harmful = (each for each in reads if not self._is_harmless(each, context))
            read = next((each for each in harmful if self._is_sized(each.expr, context, inner)), None)
            asking = [_takes_apart, _counts, *([_assigns_weight] if self._is_unranked(context) else [])]
            calls = (call for call in nodes_inside(scope, nodes.Call) if any(asks(call) for asks in asking))
            self._reads[key] = read or next(
                (each for each in calls if self._is_sized(each.args[0], context, inner)), None
            )
        return self._reads[key]

    def _is_sized(self, value: nodes.NodeNG, context: Context, inner: bool) -> bool:
        if self._depth >= DEEPEST:
            # What is too far away to be followed is not known.
            return True
        self._depth += 1
        try:
            sized = self._is_expression_sized(value, context, inner)
        finally:
            self._depth -= 1
        if sized and not self._depth:
            # Some answers were given while those that they hang on were open, and taken for no.
            self._answers = {question: answer for question, answer in self._answers.items() if answer}
        return sized

    def _is_expression_sized(self, value: nodes.NodeNG, context: Context, inner: bool) -> bool:
        if value in self._made:
            return self._made[value] or self._is_of_values(value, context, inner, DEPTH)
        if isinstance(value, nodes.Name):
            return self._is_open_variable(value, context) or self._is_name_sized(value, context, inner)
        if isinstance(value, nodes.Attribute):
            if value.attrname in _FIXED_ATTRIBUTES:
                return False
            return self._is_open_variable(value, context) or self._is_sized(value.expr, context, inner)
        if isinstance(value, nodes.Call):
            return self._is_call_sized(value, context, inner)
        if isinstance(value, nodes.Subscript):
            return self._is_sized(value.value, context, inner)
        if isinstance(value, nodes.Lambda):
            return self._is_sized(value.body, context, inner)
        if isinstance(value, nodes.JoinedStr):
            return False
        return any(self._is_sized(child, context, inner) for child in value.get_children())

    def _is_open_variable(self, value: nodes.Name | nodes.Attribute, context: Context) -> bool:
        """Whether a variable of open shape may stand there, or something that holds one, which was made before."""
        if not self._open_variables or self._open_variables.isdisjoint(
            self._facts.program.together(context.module_path)
        ):
            return False
        name = value.name if isinstance(value, nodes.Name) else value.attrname
        found = [read.value for read in self._facts.accesses.read_in(context) if read.name == name]
        found.append(context.arguments.get(name, BOTTOM))
        return any("variable" in self._facts.objects.tensor_kinds(each) for each in found)

    def _is_of_values(self, value: nodes.NodeNG, context: Context, inner: bool, depth: int) -> bool:
        """Whether more than static lengths (`tf.shape(x)[0]`) may say how long a tensor is, or its parts are."""
        if isinstance(value, nodes.Name):
            found = [each.value for each in assignments(value.scope(), value.name)] if depth else []
            return not found or any(self._is_of_values(each, context, inner, depth - 1) for each in found)
        if isinstance(value, (nodes.Attribute, nodes.Const)):
            return value in self._made and self._is_of_values(value.expr, context, inner, depth)
        if isinstance(value, nodes.Subscript):
            return self._is_of_values(value.value, context, inner, depth)
        if not isinstance(value, nodes.Call):
            return any(self._is_of_values(child, context, inner, depth) for child in value.get_children())
        given = passed_by(value)
        if last_name(value.func) in _LENGTHS:
            return any(self._is_sized(each, context, inner) for each in given[:1])
        return any(self._is_of_values(each, context, inner, depth) for each in given)

    def _is_call_sized(self, call: nodes.Call, context: Context, inner: bool) -> bool:
        callee = self._provenance.callee(call)
        if callee is not None and isinstance(callee.scope, nodes.FunctionDef):
            return self._is_result_sized(callee)
        if last_name(call.func) in _FIXED_CALLS and not _keeps_axes(call):
            return False
        given = [*passed_by(call), receiver_of(call) or call.func]
        return any(self._is_sized(each, context, inner) for each in given)

    def _is_name_sized(self, name: nodes.Name, context: Context, inner: bool) -> bool:
        scope = name.scope()
        while not isinstance(scope, nodes.Module) and name.name not in scope.locals:
            scope = scope.parent.scope()
        if inner and self._is_row_of_ragged(name.name, scope, context):
            return True
        if not isinstance(scope, nodes.FunctionDef):
            return False
        inner = inner and (self._trace is None or scope is not self._trace.begins)
        key = (scope, name.name, inner)
        if key not in self._answers:
            # What is made of itself adds nothing by that.
            self._answers[key] = False
            found = [each.value for each in assignments(scope, name.name)]
            sized = any(self._is_sized(each, context, inner) for each in found)
            if not sized and inner and scope is context.scope:
                passed = self._provenance.passed(name.name, Position(context, name))
                sized = any(
                    self._is_sized(value, here.context, True)
                    for value, here in passed
                    if self._trace is None or here.context in self._trace.contexts
                )
            self._answers[key] = sized
        return self._answers[key]

    def _is_row_of_ragged(self, name: str, scope: nodes.NodeNG, context: Context) -> bool:
        """Whether a parameter gets the rows of a ragged tensor: `tf.map_fn(lambda row: row.shape[0], ragged)`."""
        rows = self._facts.ragged_rows
        if not rows or scope is not context.scope or not isinstance(scope, (nodes.FunctionDef, nodes.Lambda)):
            return False
        if name not in parameter_names(scope):
            return False
        return any(call in rows for _, call, _ in self._facts.graph.callers.of(context))

    def _is_result_sized(self, callee: Context) -> bool:
        if callee.scope not in self._answers:
            self._answers[callee.scope] = False
            results = returned_values(callee.scope)
            self._answers[callee.scope] = any(self._is_sized(each, callee, True) for each in results)
        return self._answers[callee.scope]

    def _is_harmless(self, read: nodes.Attribute, context: Context) -> bool:
        """Whether the shape only goes where `None` may stand in it, or only its rank is asked for, which is known."""
        value = call_of(read) or read
        if isinstance(value.parent, nodes.Attribute):
            return value.parent.attrname in _RANK and not self._is_unranked(context)
        called = called_name(user_of(value))
        if called == "len":
            return not self._is_unranked(context)
        return called in _HARMLESS or is_of_error(read)


def _uses_of(length: nodes.NodeNG) -> Iterator[nodes.NodeNG]:
    """Where a name is read that is bound to a length, and to nothing else."""
    scope, name = length.scope(), name_for(length)
    if len(scope.locals.get(name, ())) == 1:
        yield from reads_of(scope, name)


def _is_whole(value: nodes.NodeNG, depth: int) -> bool:
    """Whether a tensor is no part of another, as far as assignments tell: the first axis of it is not cut off."""
    if isinstance(value, nodes.Name):
        found = list(assignments(value.scope(), value.name)) if depth else []
        # `x, y = next(batches)` takes a batch apart, and no tensor.
        taken = any(each.member and builtin_called(each.value) != "next" for each in found)
        return not taken and all(_is_whole(each.value, depth - 1) for each in found)
    return not any(True for _ in value.nodes_of_class(nodes.Subscript))


def _keeps_axes(call: nodes.Call) -> bool:
    """`tf.reduce_sum(x, 1)`, `tf.norm(x, axis=-1)`, `tf.reduce_max(x, keepdims=True)`."""
    return last_name(call.func) in _REDUCING and passed_at(call, 1, "axis", "keepdims") is not None


def _may_lose_rank(call: nodes.Call) -> bool:
    """Whether not even the rank of a result is known: by what it is, or since a tensor says along which axes."""
    return last_name(call.func) in _UNRANKED or passed_as(call, "axes", "axis") is not None


def _takes_apart(call: nodes.Call) -> bool:
    """`tf.unstack(x)`, which asks for the static length; with a number it does not."""
    return last_name(call.func) == "unstack" and len(call.args) == 1 and not call.keywords


def _assigns_weight(call: nodes.Call) -> bool:
    """`self.total.assign(x)` in a layer or metric: a weight of Keras 3 compares its rank with that of the value."""
    if method_name(call) not in _ASSIGNING or not call.args:
        return False
    weight, cls = receiver_of(call), call.frame().parent
    if not isinstance(weight, nodes.Attribute) or not isinstance(cls, nodes.ClassDef):
        return False
    assigns = (each for method in cls.mymethods() for each in nodes_inside(method, nodes.Assign))
    made = (each.value for each in assigns if weight.attrname in [getattr(to, "attrname", "") for to in each.targets])
    return any(called_name(each) == "add_weight" for each in made)


def _counts(call: nodes.Call) -> bool:
    """`len(x)`, where more is done with it than a tensor of int32 does, which AutoGraph makes of it."""
    if builtin_called(call) != "len" or len(call.args) != 1:
        return False
    user = user_of(call)
    if isinstance(user, nodes.Compare):
        return not isinstance(user.parent, (nodes.If, nodes.While))
    return called_name(user) not in _TAKE_LENGTH


def _leaves_shape_open(call: nodes.Call) -> bool:
    """`tf.Variable(x, shape=[None])`, `tf.Variable(x, validate_shape=False)`."""
    shape, validates = passed_as(call, "shape"), passed_at(call, 2, "validate_shape")
    sizes = shape.elts if isinstance(shape, DISPLAYS) else [shape] if shape is not None else []
    known = all(isinstance(each, nodes.Const) and isinstance(each.value, int) for each in sizes)
    return not known or (validates is not None and not is_constant(validates, True))
