"""What functions demand of the tensors that arrive: of all dtypes and ranks, the one that their bodies take.

What a body does in every call that comes to its end says it: a convolution takes images, `x @ w` what has the dtype of
`w`. That is known of tensors alone, since Python numbers and arrays are converted.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from astroid import nodes

from hybridize.frameworks.keras_shapes.layers import Layer, demand
from hybridize.frameworks.keras_shapes.releases import Keras
from hybridize.frameworks.tensor_types import demands
from hybridize.frameworks.tensor_types.arguments import NONE, UNKNOWN, Argument, Constant, Items
from hybridize.frameworks.tensor_types.demands import NOTHING_KNOWN, RANKS, UNCHANGED, Effect, Slot, either, taking
from hybridize.frameworks.tensor_types.dtypes import DType
from hybridize.frameworks.tensor_types.indexing import Dots, Index, Slice
from hybridize.frameworks.tensor_types.interpreter import any_lengths
from hybridize.frameworks.tensor_types.types import TensorType
from hybridize.inference.domain.objects import AbstractObject, ExternalInstance, Value
from hybridize.inference.domain.queries import has, select
from hybridize.inference.domain.tensors import Tensor
from hybridize.inference.domain.variants import KINDS
from hybridize.inference.facts.call_graph import CallGraph
from hybridize.inference.models.layer_types import MODELS
from hybridize.inference.python import result_types
from hybridize.inference.python.evaluator import Evaluator
from hybridize.inference.python.frame import Frame
from hybridize.inference.state.contexts import Context
from hybridize.inference.state.observations import EvaluatedPlace, Operands
from hybridize.program import always
from hybridize.program.expected import is_caught
from hybridize.program.lookup import constant
from hybridize.program.memory import remembered
from hybridize.program.syntax import last_name

_CONTEXTS = 24
"""So many contexts of a function are asked; where there are more, some of them will say nothing."""
_DEPTH = 6
"""Calls that are followed."""


class _Origin(NamedTuple):
    """A parameter from which a value comes."""

    parameter: str
    effect: Effect = UNCHANGED
    """What was made of it."""


_Origins = tuple[_Origin, ...]


class Demands:
    """Asks the bodies of functions what they take."""

    def __init__(self, evaluator: Evaluator, graph: CallGraph) -> None:
        self._evaluator = evaluator
        self._graph = graph
        self._known: dict[Context, Mapping[str, Effect]] = {}
        self._depth = 0

    def of(self, context: Context) -> Mapping[str, Effect]:
        """What a context demands, by parameter."""
        known = self._known.get(context)
        if known is None:
            if self._depth >= _DEPTH:
                return {}
            known = self._known[context] = {}
            self._depth += 1
            try:
                known = _Body(self, self._evaluator, context).demands(_steps(context.scope))
            except MemoryError:
                raise
            except Exception as error:  # A fault of ours in one function must not cost the others.
                self._evaluator.analysis.events.add_failure(context.scope, f"{type(error).__name__}: {error}")
            self._depth -= 1
            self._known[context] = known
        return known

    def filled(self, context: Context, name: str, value: Value) -> Value:
        """What arrives, with what is demanded of the tensors of which nothing is known."""
        unknown = [each for each in select(value, Tensor) if _is_unknown(each)]
        if not unknown or self._is_caught(context):
            return value
        dtype, rank = _demanded(self.of(context).get(name, NOTHING_KNOWN))
        if dtype is None and rank is None:
            return value
        variants = self._evaluator.analysis.widening.variants
        made = [
            variants.tensor(each.kind, each.origin, demands.fill(each.type, KINDS[each.kind], dtype, rank))
            for each in unknown
        ]
        return value.difference(unknown) | frozenset(made)

    def _is_caught(self, context: Context) -> bool:
        """Whether a call may be given what it does not take, or there are too many to look at all of them."""
        many = len(self._evaluator.analysis.contexts.by_scope.get(context.scope, ())) > _CONTEXTS
        return many or any(is_caught(call.node) for call in self._graph.callers.of(context))


@remembered
def _steps(scope: nodes.NodeNG) -> Sequence[always.Step]:
    return always.steps(scope) if isinstance(scope, (nodes.FunctionDef, nodes.Lambda)) else ()


def _demanded(taken: Effect) -> tuple[DType | None, int | None]:
    """The only dtype and the only rank that are not refused."""
    dtypes, ranks = taken.dtypes.taken, taken.ranks.taken
    return next(iter(dtypes)) if len(dtypes) == 1 else None, next(iter(ranks)) if len(ranks) == 1 else None


def _is_unknown(tensor: Tensor) -> bool:
    type = tensor.type
    dense = tensor.kind in _DENSE and not tensor.origin
    return dense and (type is None or type.dtype is None or type.shape is None)


_DENSE = frozenset({"tensor", "variable", "keras"})
"""Kinds of tensors of which operations demand the same."""


class _Body:
    """One context of a function, step by step."""

    def __init__(self, asked: Demands, evaluator: Evaluator, context: Context) -> None:
        self._asked = asked
        self._context = context
        self._analysis = evaluator.analysis
        self._frame = Frame(evaluator, context)
        self._operands = self._analysis.observations.operands.get(context, {})
        self._names: dict[str, _Origins] = {name: (_Origin(name),) for name in context.arguments}
        self._values: dict[nodes.NodeNG, _Origins] = {}
        self._found: dict[str, Effect] = {}
        self._settings = self._analysis.outside.settings(context.module_path)
        self._callees: dict[nodes.NodeNG, list[Context]] = {}
        for node, callee, _ in context.summary.edges():
            self._callees.setdefault(node, []).append(callee)

    def demands(self, steps: Sequence[always.Step]) -> Mapping[str, Effect]:
        """What is demanded of each parameter."""
        for step in steps:
            if isinstance(step, always.Bound):
                self._names[step.name] = () if step.value is None else self._of(step.value)
            elif isinstance(step, always.Unpacked):
                self._take(self._shaped(step.value), taking((step.count,)))
            elif isinstance(step, always.Demanded):
                rank = constant(step.right)
                if type(rank) is int:
                    self._take(self._ranked(step.left), taking((rank,)))
            else:
                self._use(step.node)
        return self._found

    def _of(self, node: nodes.NodeNG | None) -> _Origins:
        if isinstance(node, (nodes.Name, nodes.AssignName)):
            return self._names.get(node.name, ())
        return self._values.get(node, ()) if node is not None else ()

    def _take(self, origins: _Origins, effect: Effect, made: nodes.NodeNG | None = None) -> None:
        """Something takes values that come from parameters, and makes something of them."""
        for each in origins:
            whole = each.effect.then(effect)
            before = self._found.get(each.parameter, NOTHING_KNOWN)
            ranks, dtypes = whole.ranks.taken & before.ranks.taken, whole.dtypes.taken & before.dtypes.taken
            self._found[each.parameter] = taking(ranks, dtypes)
            if made is not None:
                self._values[made] = (*self._values.get(made, ()), _Origin(each.parameter, whole))

    # Ranks that the text tells

    def _shaped(self, node: nodes.NodeNG) -> _Origins:
        """Of what an expression is the shape: `x.shape`, `tf.shape(x)`, `x.get_shape().as_list()`."""
        if isinstance(node, nodes.Attribute) and node.attrname == "shape":
            return self._of(node.expr)
        if not isinstance(node, nodes.Call):
            return ()
        name = last_name(node.func)
        if isinstance(node.func, nodes.Attribute) and not node.args:
            if name == "get_shape":
                return self._of(node.func.expr)
            return self._shaped(node.func.expr) if name == "as_list" else ()
        if len(node.args) != 1 or node.keywords:
            return ()
        if name in _SHAPES:
            return self._of(node.args[0])
        return self._shaped(node.args[0]) if name in _LISTS else ()

    def _ranked(self, node: nodes.NodeNG) -> _Origins:
        """Of what an expression is the rank: `len(x.shape)`, `x.shape.rank`, `K.ndim(x)`."""
        if isinstance(node, nodes.Attribute) and node.attrname in ("rank", "ndims", "ndim"):
            return self._shaped(node.expr) or (self._of(node.expr) if node.attrname == "ndim" else ())
        if isinstance(node, nodes.Call) and len(node.args) == 1:
            name = last_name(node.func)
            if name == "len":
                return self._shaped(node.args[0])
            return self._of(node.args[0]) if name == "ndim" else ()
        return ()

    # Operations

    def _use(self, node: nodes.NodeNG) -> None:
        if isinstance(node, nodes.Call):
            self._call(node)
        elif isinstance(node, nodes.UnaryOp):
            if node.op in ("-", "+"):
                self._values[node] = self._of(node.operand)
        elif isinstance(node, nodes.Subscript):
            indices = _indices(node.slice)
            if indices is not None:
                self._take(self._of(node.value), demands.of_subscript(indices), node)
        else:
            self._operator(node)

    def _operator(self, node: nodes.NodeNG) -> None:
        operands = self._operands.get(node)
        if operands is None or len(operands.values) != 2:
            return
        written = _operands(node)
        for place, other in ((0, 1), (1, 0)):
            origins = self._of(written[place])
            if origins and has(operands.values[place], Tensor):
                beside = any_lengths(result_types.single(self._frame, operands.values[other]))
                first = place == 0
                effect = either(demands.of_operator(operands.name, beside, first, each) for each in self._settings)
                self._take(origins, effect, node)

    def _call(self, node: nodes.Call) -> None:
        if any(isinstance(each, nodes.Starred) for each in node.args) or any(not each.arg for each in node.keywords):
            return
        operands = self._operands.get(node)
        if operands is not None:
            self._function(node, operands)
            return
        used = self._analysis.observations.models.get(EvaluatedPlace(node, self._context))
        if used is not None and not self._callees.get(node):
            self._layer(node, used)
            return
        self._project(node, self._callees.get(node, []))

    def _function(self, node: nodes.Call, operands: Operands) -> None:
        """A function of the framework."""
        calls = self._analysis.events.calls
        if len(calls.callees.get(node, ())) != 1 or calls.called_functions.get(node) or calls.called_methods.get(node):
            return
        keywords = {each.arg: each.value for each in node.keywords}
        if len(node.args) != len(operands.values) or keywords.keys() != operands.keywords.keys():
            return
        arguments: dict[str, Argument] = {}
        slots: list[tuple[Slot, nodes.NodeNG]] = []
        for index, (written, value) in enumerate(zip(node.args, operands.values)):
            parameter = operands.parameters[index] if index < len(operands.parameters) else ""
            if parameter.startswith("*"):
                rest = list(zip(node.args[index:], operands.values[index:]))
                found = Items(tuple([result_types.single(self._frame, each) for _, each in rest]))
                arguments[parameter[1:]] = any_lengths(found)
                given = [(Slot(parameter[1:], at), *each) for at, each in enumerate(rest)]
                slots += [(slot, written) for slot, written, each in given if self._of(written) and has(each, Tensor)]
                break
            if not parameter:
                return
            self._argument(arguments, slots, parameter, written, value)
        for name, value in operands.keywords.items():
            self._argument(arguments, slots, name, keywords[name], value)
        for slot, written in slots:
            origins = self._of(written)
            effect = either(demands.of_call(operands.name, arguments, slot, each) for each in self._settings)
            self._take(origins, effect, node)

    def _argument(
        self,
        arguments: dict[str, Argument],
        slots: list[tuple[Slot, nodes.NodeNG]],
        parameter: str,
        written: nodes.NodeNG,
        value: Value,
    ) -> None:
        found = any_lengths(result_types.single(self._frame, value)) if value else UNKNOWN
        arguments[parameter] = found
        if self._of(written) and has(value, Tensor):
            slots.append((Slot(parameter), written))
        elif isinstance(written, (nodes.List, nodes.Tuple)) and isinstance(found, Items):
            for index, each in enumerate(written.elts if len(written.elts) == len(found.items) else ()):
                if self._of(each) and isinstance(found.items[index], TensorType):
                    slots.append((Slot(parameter, index), each))

    def _layer(self, node: nodes.Call, used: Collection[AbstractObject]) -> None:
        """A layer of Keras, which casts floats and demands a rank."""
        written = node.args[0] if node.args else None
        origins = self._of(written)
        layers = select(used, ExternalInstance)
        # Models take tensors with an axis more or less than those that they were made for.
        if origins and len(layers) == len(used) and not any(obj.cls in MODELS for obj in layers):
            self._take(origins, either(map(self._of_layer, layers)), node)

    def _of_layer(self, obj: ExternalInstance) -> Effect:
        made = result_types.made_with(self._frame, obj)
        given = {name: result_types.single(self._frame, value) for name, value in made.items()}
        ranks = demands.of_call(obj.cls, given, Slot("inputs")).ranks.by_value
        taken = _ranks_of(Layer(obj.cls))
        kept = demands.Images({each: image for each, image in ranks.items() if each in taken}, RANKS)
        return Effect(kept, NOTHING_KNOWN.dtypes)

    def _project(self, node: nodes.Call, callees: Sequence[Context]) -> None:
        """Functions of the project: what all that may be called demand."""
        calls = self._analysis.events.calls
        if not callees or calls.callees.get(node):
            return
        through = not calls.called_functions.get(node)
        written: dict[int | str, nodes.NodeNG] = dict(enumerate(node.args))
        written.update({each.arg: each.value for each in node.keywords})
        if through and any(getattr(each.scope, "name", "") != "call" for each in callees):
            return
        for place, argument in written.items():
            origins = self._of(argument)
            if origins:
                found = either(self._of_callee(node, each, place, through) for each in callees)
                # What calls the `call` of a layer casts floats.
                self._take(origins, taking(found.ranks.taken) if through else found)

    def _of_callee(self, call: nodes.Call, callee: Context, place: int | str, through: bool) -> Effect:
        scope = callee.scope
        if not isinstance(scope, (nodes.FunctionDef, nodes.Lambda)):
            return NOTHING_KNOWN
        if isinstance(place, int):
            filled = self._analysis.scopes.signature(scope).positional[1:] if through else self._filled(call, scope)
            place = filled[place] if place < len(filled) else ""
        return self._asked.of(callee).get(place, NOTHING_KNOWN)

    def _filled(self, call: nodes.Call, scope: nodes.FunctionDef | nodes.Lambda) -> Sequence[str]:
        """The parameters that get what stands in a call by position: a bound method gets its receiver before that.

        None of them where `*arguments` get some of it.
        """
        signature = self._analysis.scopes.signature(scope)
        passed = self._analysis.events.calls.arguments[scope].explicit.get((call, self._context), ())
        keywords = {each.arg for each in call.keywords}
        given = {name for name, value in zip(signature.names, passed) if value is not None and name not in keywords}
        by_place = [name for name in signature.positional if name in given]
        return by_place[len(by_place) - len(call.args) :] if signature.vararg not in given else ()


def _operands(node: nodes.NodeNG) -> tuple[nodes.NodeNG, nodes.NodeNG]:
    """What an operator combines, as it is written."""
    if isinstance(node, nodes.Compare):
        return node.left, node.ops[0][1]
    if isinstance(node, nodes.AugAssign):
        return node.target, node.value
    return node.left, node.right


def _ranks_of(layer: Layer) -> Collection[int]:
    """The ranks that a layer takes by the newest release; older ones take more axes of batches at most."""
    found = demand(layer, Keras.THREE)
    return RANKS if found is None or len(found.ranks) > 1 else found.ranks


def _indices(written: nodes.NodeNG) -> tuple[Index, ...] | None:
    """What stands between brackets, where that is written out."""
    found = [_index(each) for each in (written.elts if isinstance(written, nodes.Tuple) else [written])]
    return None if None in found else tuple([each for each in found if each is not None])


def _index(written: nodes.NodeNG) -> Index | None:
    if isinstance(written, nodes.Slice):
        return Slice(UNKNOWN, UNKNOWN, UNKNOWN)
    if isinstance(written, nodes.Const) and written.value is Ellipsis:
        return Dots()
    if isinstance(written, nodes.Const) and written.value is None or last_name(written) == "newaxis":
        return NONE
    number = constant(written)
    return Constant(number) if type(number) is int else None


_SHAPES = frozenset({"shape", "int_shape"})
"""Functions that give the shape of a tensor, by their last names."""
_LISTS = frozenset({"unstack", "list", "tuple"})
