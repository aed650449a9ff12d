"""Axes and ranks that a graph does not know, used as Python numbers there.

A graph has `None` where an `input_signature` says so, on the first axis of what Keras hands to losses, metrics and
models under `fit`, on that of the batches of a data set, and where the length hangs on the values of a tensor.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from functools import cached_property

from astroid import nodes

from hybridize.inference.results.facts import Facts, FunctionFacts
from hybridize.inference.results.model import Context
from hybridize.inference.results.provenance import argument_of
from hybridize.program.functions import decorators_of
from hybridize.program.inside import nodes_inside
from hybridize.program.lookup import Assignment, assignments, builtin_name, constant, made_by
from hybridize.program.loops import loops_around
from hybridize.program.order import values_before
from hybridize.program.places import source_of
from hybridize.program.scopes import parameter_names
from hybridize.program.syntax import last_name, preceding
from hybridize.verdicts.arrays import computed_default
from hybridize.verdicts.dynamic_shapes import DynamicShapes
from hybridize.verdicts.evidence import UnknownAxis
from hybridize.verdicts.joined import runs_several
from hybridize.verdicts.traced_code import traced_code

_RANK = -1
"""Stands among open axes for a rank that is not known: then no axis is."""
Open = frozenset[int]
_CLOSED: Open = frozenset()
_FIRST: Open = frozenset({0})
_SAME_SHAPE = frozenset(
    "cast clip_by_value convert_to_tensor identity math.abs math.exp math.l2_normalize math.log math.sigmoid math.sqrt "
    "math.square math.tanh nn.relu nn.softmax stop_gradient".split()
)
"""Functions whose result has the shape of their first argument, by their canonical names."""
_TAKE_NONE = frozenset({"set_shape", "TensorShape", "ensure_shape", "TensorSpec", "placeholder", "Input", "print"})
"""What takes an unknown length for what it is."""
_TAKE_NUMBER = frozenset({"range", "eye", "zeros", "ones", "fill", "cast", "constant", "convert_to_tensor", "one_hot"})
"""Functions of TensorFlow that need a number where it is their first argument, or in the shape that is."""
_KERAS = ("keras.losses.Loss", "keras.layers.Layer", "keras.metrics.Metric")
_OF_WEIGHTS = ("keras.regularizers.Regularizer", "keras.constraints.Constraint", "keras.initializers.Initializer")
"""What Keras calls for a weight."""
_REGISTERING = "keras.saving.register_keras_serializable"
_ORDERING = frozenset({"<", ">", "<=", ">="})


class StaticAxes:
    """Finds the places in traced code that need a number where the graph has `None`."""

    def __init__(self, facts: Facts, dynamic: DynamicShapes, graphs: Collection[nodes.NodeNG]) -> None:
        """`graphs`: the functions that run in graphs only, or are graphs."""
        self._facts = facts
        self._dynamic = dynamic
        self._graphs = graphs
        self._parameters: dict[tuple[nodes.NodeNG, str], Open] = {}
        self._names: dict[tuple[nodes.NodeNG, str, int, bool], Open] = {}
        self._found: dict[nodes.NodeNG, tuple[nodes.NodeNG, ...]] = {}
        self._batched = any("batch(" in module.file.text for module in facts.program.modules)

    def of(self, function: FunctionFacts) -> list[UnknownAxis]:
        """The places in a function that is traced, and in what runs in its graph."""
        out = []
        for reached in traced_code(self._facts.graph, function.contexts):
            for read in self._in(reached.context):
                where = self._replaced(read, reached.context)
                out.append(UnknownAxis(reached.place(read), source_of(read), *where, chain=reached.chain(read)))
        return out

    def _in(self, context: Context) -> tuple[nodes.NodeNG, ...]:
        scope = context.scope
        if not isinstance(scope, (nodes.FunctionDef, nodes.Lambda)):
            return ()
        if scope not in self._found:
            self._found[scope] = tuple(self._find(scope))
        return self._found[scope]

    def _find(self, scope: nodes.FunctionDef | nodes.Lambda) -> Iterator[nodes.NodeNG]:
        """The reads of open axes, and of unknown ranks, that are used as numbers."""
        for shape, owner in _shapes(scope):
            open_axes = self._open(owner, scope)
            if not open_axes:
                continue
            parent = shape.parent
            if isinstance(parent, nodes.Subscript) and parent.value is shape:
                if self._is_open(parent.slice, open_axes) and self._needs_number(parent, scope):
                    yield parent
            elif isinstance(parent, nodes.Assign) and parent.value is shape:
                if any(self._needs_numbers(name, scope) for name in _unpacked(parent, open_axes)):
                    yield shape
        for rank, owner in _ranks(scope):
            if _RANK in self._open(owner, scope) and _is_compared(rank):
                yield rank

    @staticmethod
    def _replaced(read: nodes.NodeNG, context: Context) -> tuple[str, str]:
        """What a graph can ask instead, where that is simple: the tensor as it is written, and the axis."""
        if not isinstance(read, nodes.Subscript):
            return "", ""
        owner = next((owner for shape, owner in _shapes(context.scope) if shape is read.value), None)
        return ("", "") if owner is None else (source_of(owner), source_of(read.slice))

    # Which axes are open ---------------------------------------------------------------------------------------------

    @staticmethod
    def _is_open(index: nodes.NodeNG, open_axes: Open) -> bool:
        number = constant(index)
        return _RANK in open_axes or (isinstance(number, int) and number in open_axes)

    def _open(self, tensor: nodes.NodeNG, scope: nodes.NodeNG, traced: bool = True) -> Open:
        """The axes of an expression in a function whose length is not known in a trace.

        `traced`: the function runs in graphs only, or the trace is what is asked about. Else nothing is open but what
        arrives so: eagerly the length of what a function computes is known.
        """
        if isinstance(tensor, nodes.Name):
            return self._of_name(tensor, scope, traced)
        if isinstance(tensor, nodes.Call):
            if self._facts.callees.inside(tensor, "tensorflow") in _SAME_SHAPE and tensor.args:
                return self._open(tensor.args[0], scope, traced)
        return _FIRST if traced and self._dynamic.gives(scope, tensor) else _CLOSED

    def _of_name(self, read: nodes.Name, scope: nodes.NodeNG, traced: bool) -> Open:
        """What is open whichever way the name was bound before it is read."""
        name, own = read.name, read.name in parameter_names(scope)
        bound = list(assignments(scope, name))
        if len(bound) + own != len(scope.locals.get(name, ())):
            return _CLOSED
        before = [each for each in bound if _may_come_before(each.node, read)]
        key = (scope, name, len(before), traced)
        if key not in self._names:
            # What is made of itself changes nothing.
            self._names[key] = _CLOSED
            found = [self._of_parameter(scope, name)] if own else []
            found += [self._of_assignment(each, scope, traced) for each in before if not _is_made_of(each, name)]
            self._names[key] = frozenset.intersection(*found) if found else _CLOSED
        return self._names[key]

    def _of_assignment(self, found: Assignment, scope: nodes.NodeNG, traced: bool) -> Open:
        if not found.plain:
            return _CLOSED
        if not found.member:
            return self._open(found.value, scope, traced)
        data = isinstance(found.value, nodes.Name) and getattr(scope, "name", "") in ("train_step", "test_step")
        function = self._facts.function_of(scope)
        return _FIRST if data and function is not None and self._runs_under_fit(function) else _CLOSED

    def _of_parameter(self, scope: nodes.NodeNG, name: str) -> Open:
        key = (scope, name)
        if key not in self._parameters:
            self._parameters[key] = _CLOSED
            function = self._facts.function_of(scope)
            if function is not None:
                self._parameters[key] = self._arriving(function, name)
        return self._parameters[key]

    def _arriving(self, function: FunctionFacts, name: str) -> Open:
        parameter = next((each for each in function.parameters if each.name == name), None)
        if parameter is None or parameter.receiver:
            return _CLOSED
        stated = self._stated(function, name)
        if stated is not None:
            return stated
        if self._facts.derives(function.bases, *_OF_WEIGHTS):
            # Weights are variables, of which a graph knows the shape.
            return _CLOSED
        if self._runs_under_fit(function):
            # What has a default is an option, not data.
            return _CLOSED if computed_default(function.node, name) is not None else _FIRST
        out: Open = _CLOSED
        for caller, call, traced in function.callers:
            if runs_several(caller, call):
                continue
            if traced:
                out |= _FIRST if self._batched and _maps_batches(call) else _CLOSED
            elif isinstance(caller.scope, nodes.FunctionDef):
                argument = argument_of(call, parameter, function)
                if argument is not None:
                    out |= self._open(argument, caller.scope, caller.scope in self._graphs)
        return out

    def _runs_under_fit(self, function: FunctionFacts) -> bool:
        """Whether Keras calls it with batches, whose last one may be smaller."""
        if self._are_full:
            return False
        of_keras = self._facts.derives(function.bases, *_KERAS)
        if of_keras and any(traced for _, _, traced in function.callers):
            return True
        decorators = decorators_of(function.node)
        # A function that is registered so is a loss, a metric or an activation: Keras finds it by its name.
        return not function.bases and any(self._facts.callees.of(each) == _REGISTERING for each in decorators)

    @cached_property
    def _are_full(self) -> bool:
        """Whether the program makes batches, and drops what is left over of all, or leaves that to a setting."""
        calls = [call for module in self._facts.program.modules for call in module.all_of(nodes.Call)]
        calls = [call for call in calls if last_name(call.func) in _BATCHING]
        return bool(calls) and not any(map(_leaves_rest, calls))

    def _stated(self, function: FunctionFacts, name: str) -> Open | None:
        """What an `input_signature` leaves open of a parameter; None without one."""
        names = [each.name for each in function.parameters if not each.receiver]
        for mark in function.hybrids:
            call = mark.arguments
            written = [k.value for k in call.keywords if k.arg == "input_signature"] if call is not None else []
            signature = made_by(written[0]) if written else None
            if isinstance(signature, (nodes.List, nodes.Tuple)):
                position = names.index(name)
                return self._of_spec(signature.elts[position]) if position < len(signature.elts) else _CLOSED
            if written:
                return _CLOSED
        return None

    def _of_spec(self, spec: nodes.NodeNG) -> Open:
        """The open axes of `tf.TensorSpec(shape)`."""
        made = made_by(spec)
        if not isinstance(made, nodes.Call) or self._facts.callees.of(made) != "tensorflow.TensorSpec":
            return _CLOSED
        written = [keyword.value for keyword in made.keywords if keyword.arg == "shape"] + made.args[:1]
        shape = made_by(written[0]) if written else None
        if isinstance(shape, nodes.Const) and shape.value is None:
            return frozenset({_RANK})
        if not isinstance(shape, (nodes.List, nodes.Tuple)):
            return _CLOSED
        missing = [isinstance(each, nodes.Const) and each.value is None for each in shape.elts]
        return frozenset(axis for axis, is_none in enumerate(missing) if is_none)

    # Which reads need a number ---------------------------------------------------------------------------------------

    def _needs_numbers(self, name: str, scope: nodes.FunctionDef) -> bool:
        """Whether a name that is bound once is used as a number."""
        if len(scope.locals.get(name, ())) != 1:
            return False
        uses = (each for each in nodes_inside(scope, nodes.Name) if each.name == name)
        return any(self._needs_number(each, scope) for each in uses)

    def _needs_number(self, read: nodes.NodeNG, scope: nodes.FunctionDef) -> bool:
        """Whether an expression fails, or goes wrong, where it is `None`."""
        parent, child = read.parent, read
        if isinstance(parent, nodes.Assign) and parent.value is read and len(parent.targets) == 1:
            target = parent.targets[0]
            return isinstance(target, nodes.AssignName) and self._needs_numbers(target.name, scope)
        if _stands_behind_test(read):
            return False
        if isinstance(parent, nodes.BinOp):
            text = parent.op == "%" and isinstance(parent.left, nodes.Const) and isinstance(parent.left.value, str)
            in_shape = parent.op == "+" and isinstance(parent.left, (nodes.List, nodes.Tuple))
            return not text and not in_shape
        if isinstance(parent, nodes.Compare):
            return any(operator in _ORDERING for operator, _ in parent.ops)
        while isinstance(parent, (nodes.Tuple, nodes.List)):
            parent, child = parent.parent, parent
        if not isinstance(parent, nodes.Call) or child not in parent.args:
            return isinstance(parent, nodes.Keyword) and parent.arg == "shape" and self._is_shape_of(parent.parent)
        if child is read and builtin_name(parent.func) in ("range", "int", "float"):
            return True
        called = self._facts.callees.inside(parent, "tensorflow")
        if not called or last_name(parent.func) in _TAKE_NONE:
            return False
        if child is not read:
            # In a shape: `tf.zeros((n, 2))`, `tf.reshape(x, (n, -1))`.
            return True
        return called.rpartition(".")[2] in _TAKE_NUMBER and child is parent.args[0]

    def _is_shape_of(self, call: nodes.NodeNG) -> bool:
        called = self._facts.callees.inside(call, "tensorflow")
        return bool(called) and called.rpartition(".")[2] not in _TAKE_NONE


def _shapes(scope: nodes.NodeNG) -> Iterator[tuple[nodes.NodeNG, nodes.NodeNG]]:
    """The expressions in a function that give a static shape, each with the tensor that it is asked of."""
    for node in nodes_inside(scope, nodes.Attribute):
        if node.attrname == "shape":
            asked = node
        elif node.attrname == "get_shape" and isinstance(node.parent, nodes.Call) and node.parent.func is node:
            asked = node.parent
        else:
            continue
        listed = asked.parent
        if isinstance(listed, nodes.Attribute) and listed.attrname == "as_list":
            asked = listed.parent
        if node.scope() is scope:
            yield asked, node.expr


def _ranks(scope: nodes.NodeNG) -> Iterator[tuple[nodes.NodeNG, nodes.NodeNG]]:
    """The expressions in a function that give a static rank, each with the tensor."""
    for shape, owner in _shapes(scope):
        parent = shape.parent
        if isinstance(parent, nodes.Attribute) and parent.attrname in ("rank", "ndims"):
            yield parent, owner
        elif isinstance(parent, nodes.Call) and builtin_name(parent.func) == "len":
            yield parent, owner


def _is_compared(rank: nodes.NodeNG) -> bool:
    """Whether a rank is compared, or counted with: with `None` that is wrong, or raises."""
    parent = rank.parent
    none = isinstance(parent, nodes.Compare) and any(operator in ("is", "is not") for operator, _ in parent.ops)
    return isinstance(parent, (nodes.Compare, nodes.BinOp)) and not none and not _stands_behind_test(rank)


def _stands_behind_test(read: nodes.NodeNG) -> bool:
    """Whether a test for `None` of the same thing stands before it: `n if n is not None else tf.shape(x)[0]`.

    It may have left the block before: `if n is None: raise ValueError(…)`.
    """
    written, around = read.as_string(), read.parent
    while around is not None and not isinstance(around, nodes.FunctionDef):
        if isinstance(around, (nodes.If, nodes.IfExp, nodes.BoolOp)):
            test = around.test.as_string() if not isinstance(around, nodes.BoolOp) else around.as_string()
            if written in test and ("None" in test or isinstance(around, nodes.BoolOp)):
                return True
        if around.is_statement and any(_refuses_none(each, written) for each in preceding(around)):
            return True
        around = around.parent
    return False


def _refuses_none(statement: nodes.NodeNG, written: str) -> bool:
    """Whether a statement lets nobody pass for whom something is `None`."""
    if not isinstance(statement, (nodes.Assert, nodes.If)):
        return False
    test = statement.test.as_string()
    if written not in test or "None" not in test:
        return False
    leaves = (nodes.Raise, nodes.Return, nodes.Continue, nodes.Break)
    return isinstance(statement, nodes.Assert) or isinstance(statement.body[-1], leaves)


def _unpacked(assignment: nodes.Assign, open_axes: Open) -> list[str]:
    """The names to which open axes are unpacked."""
    target = assignment.targets[0]
    names = target.elts if isinstance(target, (nodes.Tuple, nodes.List)) else []
    axes = range(len(names)) if _RANK in open_axes else [axis for axis in open_axes if axis < len(names)]
    return [names[axis].name for axis in axes if isinstance(names[axis], nodes.AssignName)]


def _is_made_of(found: Assignment, name: str) -> bool:
    """Whether a name is assigned a value of the same shape: `x = tf.cast(x, tf.float32)`."""
    call = found.value
    same = isinstance(call, nodes.Call) and call.args and isinstance(call.args[0], nodes.Name)
    return bool(same and found.plain and not found.member and call.args[0].name == name) and (
        last_name(call.func) in {each.rpartition(".")[2] for each in _SAME_SHAPE}
    )


def _may_come_before(statement: nodes.NodeNG, read: nodes.NodeNG) -> bool:
    """Whether a statement may have run when a name is read: it stands before, or in the same loop."""
    if statement.parent_of(read):
        return any(loop.parent_of(statement) for loop in loops_around(read))
    earlier = (statement.lineno or 0) < (read.lineno or 0)
    return earlier or any(loop.parent_of(statement) for loop in loops_around(read))


def _maps_batches(call: nodes.NodeNG) -> bool:
    """Whether a transformation goes over batches of which the last may be smaller: `data.batch(8).map(f)`."""
    called = isinstance(call, nodes.Call) and isinstance(call.func, nodes.Attribute)
    return called and _gives_batches(call.func.expr)


def _gives_batches(data: nodes.NodeNG) -> bool:
    """Whether a data set has such batches, as it is written: itself, or what is assigned to its name before."""
    if isinstance(data, nodes.Name):
        held = values_before(data)
        return bool(held) and all(map(_gives_batches, held))
    if not isinstance(data, nodes.Call) or not isinstance(data.func, nodes.Attribute):
        return False
    if data.func.attrname in _BATCHING:
        return _leaves_rest(data)
    return data.func.attrname in _KEEPING_ELEMENTS and _gives_batches(data.func.expr)


_BATCHING = {"batch": 1, "padded_batch": 3}
"""What makes batches, and the position at which it is told to drop what is left over."""
_KEEPING_ELEMENTS = frozenset(
    {"cache", "filter", "prefetch", "repeat", "shard", "shuffle", "skip", "take", "take_while", "with_options"}
)
"""What makes a data set of some elements of another one, each as it is."""


def _leaves_rest(batch: nodes.Call) -> bool:
    """Whether a call of `batch` makes a last batch of what is left over."""
    position = _BATCHING[last_name(batch.func)]
    written = batch.args[position : position + 1]
    whole = [each.value for each in batch.keywords if each.arg == "drop_remainder"] + written
    return not whole or (isinstance(whole[0], nodes.Const) and whole[0].value is False)
