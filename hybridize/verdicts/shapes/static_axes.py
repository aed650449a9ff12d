"""Axes and ranks that a graph does not know, used as Python numbers there.

A graph has `None` where an `input_signature` says so, on the first axis of what Keras hands to losses, metrics and
models under `fit`, on that of the batches of a data set, and where the length hangs on the values of a tensor.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterator
from dataclasses import dataclass
from functools import cached_property

from astroid import nodes

from hybridize.inference.facts.facts import Facts, FunctionFacts
from hybridize.inference.facts.model import Context
from hybridize.inference.facts.provenance import Provenance, argument_of
from hybridize.program.calls import call_of, called_name, method_name, passed_as, passed_at, receiver_of
from hybridize.program.flow.names import values_before
from hybridize.program.flow.order import may_run_before
from hybridize.program.functions import decorators_of
from hybridize.program.inside import nodes_inside
from hybridize.program.lookup import Assignment, assignments, builtin_called, made_by
from hybridize.program.memory import remembered
from hybridize.program.places import source_of
from hybridize.program.recursion import Recursive
from hybridize.program.scopes import parameter_names
from hybridize.program.syntax import compares_by, is_constant, is_name, last_name, members
from hybridize.verdicts.decide.traced_code import traced_where
from hybridize.verdicts.evidence.safety import UnknownAxes, UnknownAxis
from hybridize.verdicts.project.merged_contexts import runs_several
from hybridize.verdicts.shapes.dynamic_shapes import DynamicShapes
from hybridize.verdicts.shapes.static_uses import RANK, Need, Open, StaticUses, stands_behind_test
from hybridize.verdicts.values.arrays import computed_default

_CLOSED: Open = frozenset()
_FIRST: Open = frozenset({0})
_PICTURES = (
    "adjust_brightness adjust_contrast adjust_hue adjust_saturation convert_image_dtype flip_left_right flip_up_down "
    "random_brightness random_contrast random_flip_left_right random_flip_up_down random_hue random_saturation"
)
_SAME_SHAPE = frozenset(
    "cast clip_by_value convert_to_tensor identity math.abs math.exp math.l2_normalize math.log math.sigmoid math.sqrt "
    "math.square math.tanh nn.relu nn.softmax stop_gradient".split()
) | {f"image.{name}" for name in _PICTURES.split()}
"""Functions whose result has the shape of their first argument, by their canonical names."""
_DECODING = {
    f"io.decode_{name}": frozenset(axes)
    for name, axes in {
        "and_crop_jpeg": (0, 1), "bmp": (0, 1), "gif": (0, 1, 2), "image": (RANK,), "jpeg": (0, 1), "png": (0, 1),
    }.items()
}  # fmt: skip
"""What reads a picture, and the axes of which only the file says how long they are."""
_LAYER = "keras.layers.Layer.__call__"
_COMPILING = frozenset({"compile", "evaluate", "fit", "add_loss"})
"""Methods of models that are handed losses and metrics."""
_KERAS = ("keras.losses.Loss", "keras.layers.Layer", "keras.metrics.Metric")
_OF_WEIGHTS = ("keras.regularizers.Regularizer", "keras.constraints.Constraint", "keras.initializers.Initializer")
"""What Keras calls for a weight."""
_REGISTERING = "keras.saving.register_keras_serializable"


@dataclass(frozen=True, slots=True)
class _Read:
    """A read of an open axis, of a shape with one, or of a rank."""

    node: nodes.NodeNG
    whole: bool = False
    """It is a shape, in which several numbers stand."""
    tensor: str = ""
    """What a graph can ask instead, where that is simple: the tensor as it is written, and the axis."""
    axis: str = ""


class StaticAxes:
    """Finds the places in traced code that need a number where the graph has `None`."""

    def __init__(
        self,
        facts: Facts,
        provenance: Provenance,
        dynamic: DynamicShapes,
        graphs: Collection[nodes.NodeNG],
        switched: bool = False,
    ) -> None:
        """`graphs`: the functions that run in graphs only, or are graphs. `switched`: asked as if no switch made
        what Keras runs eager.
        """
        self._facts = facts
        self._dynamic = dynamic
        self._graphs = graphs
        self._switched = switched
        self._answers: Recursive[Hashable, Open] = Recursive(_CLOSED)
        """By function and parameter, and by function, name and the assignments that may have run."""
        self._uses = StaticUses(facts, provenance)

    def of(self, function: FunctionFacts) -> list[UnknownAxis]:
        """The places in a function that is traced, and in what runs in its graph."""
        out = []
        for reached in traced_where(self._facts.graph, function.contexts, self._reads_some):
            for read in self._in(reached.context):
                place, chain = reached.place(read.node), reached.chain(read.node)
                kind = UnknownAxes if read.whole else UnknownAxis
                out.append(kind(place, source_of(read.node), read.tensor, read.axis, chain=chain))
        return out

    def _reads_some(self, context: Context) -> bool:
        return bool(self._in(context))

    def _in(self, context: Context) -> tuple[_Read, ...]:
        scope = context.scope
        if not isinstance(scope, (nodes.FunctionDef, nodes.Lambda)):
            return ()
        return self._reads_of(scope)

    @remembered
    def _reads_of(self, scope: nodes.FunctionDef | nodes.Lambda) -> tuple[_Read, ...]:
        return tuple({read.node: read for read in self._find(scope)}.values())

    def _find(self, scope: nodes.FunctionDef | nodes.Lambda) -> Iterator[_Read]:
        """The reads of open axes, and of unknown ranks, that are used as numbers."""
        for shape, owner in _shapes(scope):
            for read, need in self._uses.of_shape(shape, self._open(owner, scope)):
                if need is Need.NOTHING:
                    continue
                axis = read.slice if isinstance(read, nodes.Subscript) and read.value is shape else None
                whole = read is shape and isinstance(shape.parent, (nodes.Call, nodes.Keyword))
                replaced = need is Need.LENGTH and (axis is not None or whole)
                tensor = source_of(owner) if replaced else ""
                yield _Read(read, axis is None, tensor, source_of(axis) if replaced and axis is not None else "")
        for rank, owner in _ranks(scope):
            if RANK in self._open(owner, scope) and _is_compared(rank):
                yield _Read(rank)

    # Which axes are open ---------------------------------------------------------------------------------------------

    def _open(self, tensor: nodes.NodeNG, scope: nodes.NodeNG, traced: bool = True) -> Open:
        """The axes of an expression in a function whose length is not known in a trace.

        `traced`: the function runs in graphs only, or the trace is what is asked about. Else nothing is open but what
        arrives so: eagerly the length of what a function computes is known.
        """
        if isinstance(tensor, nodes.Name):
            return self._of_name(tensor, scope, traced)
        if isinstance(tensor, nodes.Call):
            called = self._facts.callees.inside(tensor, "tensorflow")
            if called in _SAME_SHAPE and tensor.args:
                return self._open(tensor.args[0], scope, traced)
            if called in _DECODING and traced:
                # `tf.io.decode_image(text, expand_animations=False)` gives three axes.
                still = is_constant(passed_as(tensor, "expand_animations"), False)
                return _DECODING["io.decode_png" if still else called]
            if self._facts.operation(tensor) == _LAYER and tensor.args:
                # Layers keep the batch as it is.
                return self._open(tensor.args[0], scope, traced) & _FIRST
        if isinstance(tensor, nodes.BinOp):
            return self._of_operator(tensor, scope, traced)
        return _FIRST if traced and self._dynamic.gives(scope, tensor) else _CLOSED

    def _of_operator(self, operation: nodes.BinOp, scope: nodes.NodeNG, traced: bool) -> Open:
        """Of a tensor and a number as that of the tensor; of two tensors, what both leave open."""
        left, right = operation.left, operation.right
        if isinstance(right, nodes.Const) or isinstance(left, nodes.Const):
            return self._open(left if isinstance(right, nodes.Const) else right, scope, traced)
        return self._open(left, scope, traced) & self._open(right, scope, traced)

    def _of_name(self, read: nodes.Name, scope: nodes.NodeNG, traced: bool) -> Open:
        """What is open whichever way the name was bound before it is read."""
        name, own = read.name, read.name in parameter_names(scope)
        bound = list(assignments(scope, name))
        if len(bound) + own != len(scope.locals.get(name, ())):
            return _CLOSED
        before = [each for each in bound if may_run_before(each.node, read) or _is_of_round(each, read)]

        def is_open() -> Open:
            found = [self._of_parameter(scope, name)] if own else []
            # What is made of itself changes nothing.
            found += [self._of_assignment(each, scope, traced) for each in before if not _is_made_of(each, name)]
            return frozenset.intersection(*found) if found else _CLOSED

        return self._answers.of((scope, name, tuple(each.node for each in before), traced), is_open)

    def _of_assignment(self, found: Assignment, scope: nodes.NodeNG, traced: bool) -> Open:
        if found.iterated and isinstance(found.node, nodes.For) and traced:
            batches = self._are_batches(found.value, scope)
            return _FIRST if batches and self._batches(self._facts.analysis.scopes.path_of(scope)) else _CLOSED
        if not found.plain:
            return _CLOSED
        if not found.member:
            return self._open(found.value, scope, traced)
        function = self._facts.function_of(scope)
        arrived = isinstance(found.value, nodes.Name) and found.value.name in parameter_names(scope)
        if function is None or not arrived:
            return _CLOSED
        # What Keras hands over at once: the data of a step, the inputs of a layer.
        under_fit = self._runs_under_fit(function)
        return _FIRST if under_fit else self._of_passed_member(function, found.value.name, found.member[0])

    def _of_passed_member(self, function: FunctionFacts, name: str, position: int) -> Open:
        """What is open of a member of the list that a call writes for a parameter: `layer([mean, deviation])`."""
        parameter = next(each for each in function.parameters if each.name == name)
        out: Open = _CLOSED
        for caller, call, traced in function.callers:
            written = None if traced else argument_of(call, parameter, function)
            for member in members(written)[position : position + 1]:
                out |= self._open(member, caller.scope, caller.scope in self._graphs)
        return out

    def _are_batches(self, data: nodes.NodeNG, scope: nodes.NodeNG) -> bool:
        """Whether a loop goes over batches of which the last may be smaller; also those that all callers pass."""
        if _gives_batches(data):
            return True
        function = self._facts.function_of(scope)
        if function is None or not isinstance(data, nodes.Name) or len(scope.locals.get(data.name, ())) != 1:
            return False
        for each in function.parameters:
            if each.name == data.name and each.incoming:
                passed = [argument_of(call.node, each, function) for call in each.incoming]
                return all(argument is not None and _gives_batches(argument) for argument in passed)
        return False

    def _of_parameter(self, scope: nodes.NodeNG, name: str) -> Open:
        function = self._facts.function_of(scope)
        return _CLOSED if function is None else self._answers.of((scope, name), lambda: self._arriving(function, name))

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
                out |= _FIRST if _maps_batches(call) and self._batches(caller.module_path) else _CLOSED
            elif isinstance(caller.scope, nodes.FunctionDef):
                argument = argument_of(call, parameter, function)
                if argument is not None:
                    out |= self._open(argument, caller.scope, caller.scope in self._graphs)
        return out

    def _runs_under_fit(self, function: FunctionFacts) -> bool:
        """Whether Keras calls it with batches, whose last one may be smaller."""
        if self._are_full(function.module.file.relative):
            return False
        of_keras = self._facts.derives(function.bases, *_KERAS)
        traced = [call for _, call, traced in function.callers if traced or self._switched]
        if of_keras and traced:
            return True
        if not function.bases and any(called_name(call) in _COMPILING for call in traced):
            return True
        decorators = decorators_of(function.node)
        # A function that is registered so is a loss, a metric or an activation: Keras finds it by its name.
        return not function.bases and any(self._facts.callees.of(each) == _REGISTERING for each in decorators)

    def _batches(self, path: str) -> list[nodes.Call]:
        """The calls by which a program that loads a module makes batches."""
        loaded = self._facts.program.together(path)
        return [call for each, calls in self._batching.items() if each in loaded for call in calls]

    @cached_property
    def _batching(self) -> dict[str, list[nodes.Call]]:
        modules = [each for each in self._facts.program.modules if "batch" in each.file.text]
        return {
            each.file.relative: [call for call in each.all_of(nodes.Call) if last_name(call.func).endswith("batch")]
            for each in modules
        }

    def _are_full(self, path: str) -> bool:
        """Whether the program makes batches, and drops what is left over of all, or leaves that to a setting."""
        calls = [call for call in self._batches(path) if last_name(call.func) in _BATCHING]
        return bool(calls) and not any(map(_leaves_rest, calls))

    def _stated(self, function: FunctionFacts, name: str) -> Open | None:
        """What an `input_signature` leaves open of a parameter; None without one."""
        names = [each.name for each in function.parameters if not each.receiver]
        for mark in function.hybrids:
            written = passed_as(mark.arguments, "input_signature")
            if written is not None:
                specs, position = members(made_by(written)), names.index(name)
                return self._of_spec(specs[position]) if position < len(specs) else _CLOSED
        return None

    def _of_spec(self, spec: nodes.NodeNG) -> Open:
        """The open axes of `tf.TensorSpec(shape)`."""
        made = made_by(spec)
        if not isinstance(made, nodes.Call) or self._facts.callees.of(made) != "tensorflow.TensorSpec":
            return _CLOSED
        written = passed_at(made, 0, "shape")
        shape = made_by(written) if written is not None else None
        if is_constant(shape, None):
            return frozenset({RANK})
        return frozenset(axis for axis, each in enumerate(members(shape)) if is_constant(each, None))


def _shapes(scope: nodes.NodeNG) -> Iterator[tuple[nodes.NodeNG, nodes.NodeNG]]:
    """The expressions in a function that give a static shape, each with the tensor that it is asked of."""
    for node in nodes_inside(scope, nodes.Attribute):
        if node.attrname == "shape":
            asked = node
        elif node.attrname == "get_shape" and (call := call_of(node)) is not None:
            asked = call
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
        elif builtin_called(parent) == "len":
            yield parent, owner


def _is_compared(rank: nodes.NodeNG) -> bool:
    """Whether a rank is compared, or counted with: with `None` that is wrong, or raises."""
    none = compares_by(rank.parent, "is", "is not")
    return isinstance(rank.parent, (nodes.Compare, nodes.BinOp)) and not none and not stands_behind_test(rank)


def _is_made_of(found: Assignment, name: str) -> bool:
    """Whether a name is assigned a value of the same shape: `x = tf.cast(x, tf.float32)`, `x = x / 255.0`."""
    call = found.value
    if isinstance(call, nodes.BinOp) and isinstance(call.right, nodes.Const):
        return is_name(call.left, name) and found.plain and not found.member
    same = isinstance(call, nodes.Call) and call.args and is_name(call.args[0], name)
    return bool(same and found.plain and not found.member) and (
        last_name(call.func) in {each.rpartition(".")[2] for each in _SAME_SHAPE}
    )


def _is_of_round(found: Assignment, read: nodes.NodeNG) -> bool:
    """Whether a loop around a read binds the name."""
    return found.iterated and bool(found.node.parent_of(read))


def _maps_batches(call: nodes.NodeNG) -> bool:
    """Whether a transformation goes over batches of which the last may be smaller: `data.batch(8).map(f)`."""
    data = receiver_of(call)
    return data is not None and _gives_batches(data)


def _gives_batches(data: nodes.NodeNG) -> bool:
    """Whether a data set has such batches, as it is written: itself, or what is assigned to its name before."""
    if isinstance(data, nodes.Name):
        held = values_before(data)
        return bool(held) and all(map(_gives_batches, held))
    if isinstance(data, nodes.Call) and method_name(data) in _BATCHING:
        return _leaves_rest(data)
    return method_name(data) in _KEEPING_ELEMENTS and _maps_batches(data)


_BATCHING = {"batch": 1, "padded_batch": 3}
"""What makes batches, and the position at which it is told to drop what is left over."""
_KEEPING_ELEMENTS = frozenset(
    {"cache", "filter", "prefetch", "repeat", "shard", "shuffle", "skip", "take", "take_while", "with_options"}
)
"""What makes a data set of some elements of another one, each as it is."""


def _leaves_rest(batch: nodes.Call) -> bool:
    """Whether a call of `batch` makes a last batch of what is left over."""
    drops = passed_at(batch, _BATCHING[last_name(batch.func)], "drop_remainder")
    return drops is None or is_constant(drops, False)
