"""Calls of what is not the project's: whether a run shows that they do in a trace what they do eagerly.

What no run shows is taken to be the same, which is an assumption; no fix that rests on one is safe.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from astroid import nodes

from hybridize.frameworks.knowledge import COMPUTING, KIND_CLASSES, OF_ARRAYS, Symbol
from hybridize.frameworks.traced import KEYWORDS, REST, SELF, Stage, Where
from hybridize.inference.domain.fields import Slot
from hybridize.inference.domain.objects import (
    AbstractObject,
    Bound,
    Container,
    Dataset,
    External,
    ExternalInstance,
    ExternalMethod,
    Function,
    Hybrid,
    Instance,
    IteratorObject,
    Partial,
    TupleObject,
    Value,
)
from hybridize.inference.domain.queries import has, select
from hybridize.inference.domain.tensors import Tensor
from hybridize.inference.domain.values import BOTTOM, literal_of
from hybridize.inference.python import iteration, protocols
from hybridize.inference.python.arguments import Args
from hybridize.inference.python.frame import Frame
from hybridize.inference.state.assumptions import Assumption, Because, Use
from hybridize.inference.tracing import lengths, naming, staged
from hybridize.program.inside import nodes_inside

_GIVING_ON = (
    nodes.BoolOp, nodes.Call, nodes.Compare, nodes.FormattedValue, nodes.If, nodes.IfExp, nodes.Subscript, nodes.While
)  # fmt: skip
"""Where the result of an operation that gives nothing matters."""
_NOTHING: frozenset[Where] = frozenset()


def call(frame: Frame, symbol: Symbol, args: Args, node: nodes.NodeNG, receiver: AbstractObject | None) -> None:
    """A call of something that the framework data describes: note what no run covers."""
    summary = frame.context.summary
    if (node, Use.CALL) in summary.assumptions and summary.has_assumption(_assumption(frame, symbol, node)):
        # There is nothing more to note, whatever it is given now.
        return
    if staged.given(frame, symbol, args, node, receiver):
        return
    name = symbol.name
    traced = frame.analysis.knowledge.traced
    covered = traced.covered(name)
    if protocols.handed_functions(frame, symbol, args) or _keeps_functions(frame, receiver):
        # A graph runs it once, when it is traced, if it is called at all.
        _assume(frame, symbol, node)
        return
    if name.startswith(COMPUTING):
        given_on = _gives_nothing(symbol, args) and _matters(frame, node)
        if given_on or (covered is None and not _is_operation(symbol)):
            _assume(frame, symbol, node)
        return
    knowledge = frame.analysis.knowledge
    if knowledge.framework(name) is not None or (knowledge.has_helpers and knowledge.helper(name) is not None):
        # Whoever describes another framework, or a helper, says what its functions do.
        return
    if name.startswith(OF_ARRAYS) or (symbol.effect and not symbol.effect.startswith("mutates")):
        # A side effect, or what needs values: it is told already.
        return
    given = list(_given(symbol, args, receiver))
    if name.startswith("itertools.") and any(has(value, Dataset) for _, value in given):
        # Only Python goes through it, which in a trace never comes to the end of a data set.
        _assume(frame, symbol, node)
        return
    if not traced.is_pure(name) or any(
        _uncovered(frame, where, values, covered or _NOTHING, node) for where, values in given
    ):
        _assume(frame, symbol, node)


def _gives_nothing(symbol: Symbol, args: Args) -> bool:
    """Whether an operation gives None eagerly: `v.assign(x, read_value=False)` does, too."""
    read = literal_of(args.get("read_value") or BOTTOM)
    return symbol.returns.name == "none" or (read is not None and read.value is False)


def _matters(frame: Frame, node: nodes.NodeNG) -> bool:
    """Whether somebody looks at the result of an operation: eagerly it is None, in a graph an operation.

    What a function returns its callers may look at.
    """
    frame.analysis.events.tensors.add_giving_nothing(node)
    uses = [node]
    if isinstance(node.parent, nodes.Assign):
        names = {target.name for target in node.parent.targets if isinstance(target, nodes.AssignName)}
        uses += (each for each in nodes_inside(frame.context.scope, nodes.Name) if each.name in names)
    return any(isinstance(use.parent, _GIVING_ON) for use in uses)


def _keeps_functions(frame: Frame, receiver: AbstractObject | None) -> bool:
    return type(receiver) is ExternalInstance and bool(frame.heap.read(receiver, Slot.KEPT, frame.context))


def attribute(frame: Frame, owner: str, name: str, node: nodes.NodeNG) -> None:
    """An attribute of an object that the framework data describes, by its class or kind."""
    naming.read(frame, KIND_CLASSES.get(owner, owner), name, node)
    if frame.is_module:
        return
    owner = KIND_CLASSES.get(owner, owner)
    traced = frame.analysis.knowledge.traced
    full = f"{owner}.{name}"
    if owner.startswith(_TENSORS):
        covered = full in traced.attributes
        lengths.part(frame, full, node)
    else:
        known = owner.startswith(OF_ARRAYS) or frame.analysis.knowledge.framework(owner) is not None
        # What a generator of random numbers shows of itself changes with each number that it gives.
        known = known and not owner.startswith("numpy.random.")
        covered = known or traced.is_pure(full)
    if not covered:
        origins = frame.analysis.events.origins
        frame.assume(origins.assumption(Use.ATTRIBUTE, node, Because.NO_RUN, full))


_TENSORS = ("tensorflow.Tensor", "tensorflow.Variable", "tensorflow.RaggedTensor", "tensorflow.sparse.SparseTensor")


def _assume(frame: Frame, symbol: Symbol, node: nodes.NodeNG) -> None:
    frame.assume(_assumption(frame, symbol, node))


def _assumption(frame: Frame, symbol: Symbol, node: nodes.NodeNG) -> Assumption:
    return frame.analysis.events.origins.assumption(Use.CALL, node, Because.NO_RUN, symbol.name)


def _is_operation(symbol: Symbol) -> bool:
    """Whether it takes tensors and gives tensors, as nearly all of a framework does."""
    return bool(symbol.tags & _TOLD)


_TOLD = frozenset(
    "computes hybridizes creates-variable eager-only eager-only-until-2.15 runs-graph deferred python-random "
    "frozen-random eager-switch".split()
)
"""Operations, and what has a condition of its own."""


def _given(symbol: Symbol, args: Args, receiver: AbstractObject | None) -> Iterator[tuple[Sequence[int | str], Value]]:
    """What is given, with the names under which a run may show it."""
    if receiver is not None:
        yield (SELF,), receiver.single
    names = symbol.parameters
    for position, value in enumerate(args.positional):
        named = (names[position],) if position < len(names) else ()
        yield (position, *named, REST), value
    for name, value in args.keywords.items():
        at = (names.index(name),) if name in names else ()
        yield (name, *at, KEYWORDS), value
    if args.star:
        yield (REST,), args.star
    if args.double_star:
        yield (REST, KEYWORDS), args.double_star


def _uncovered(
    frame: Frame, where: Sequence[int | str], value: Value, covered: frozenset[Where], node: nodes.NodeNG
) -> bool:
    """Whether a tensor comes in a way that no run shows."""
    shown = {stage for each, stage in covered if each in where}
    if has(value, Tensor) and Stage.ITSELF not in shown:
        return True
    if Stage.VALUES not in shown or Stage.INSIDE not in shown:
        mappings = {obj for obj in select(value, Container) if obj.type in _MAPPINGS}
        for stage, part in ((Stage.VALUES, mappings), (Stage.INSIDE, value - mappings)):
            if stage not in shown and _holds_tensor(frame, frozenset(part)):
                return True
        if Stage.INSIDE not in shown and any(_has_tensor_attribute(frame, obj) for obj in select(value, Instance)):
            return True
    return Stage.RESULT not in shown and has(value, *_CALLABLE) and _gives_tensor(frame, value, node)


_MAPPINGS = frozenset({"dict", "defaultdict", "OrderedDict", "Counter"})
_CALLABLE = (Function, Bound, Partial, Hybrid, External, ExternalMethod)


def _holds_tensor(frame: Frame, value: Value) -> bool:
    if any(has(each.element, Tensor) for each in select(value, IteratorObject)):
        return True
    return has(value, TupleObject, Container) and iteration.contains_tensor(frame, value, 2)


def _has_tensor_attribute(frame: Frame, obj: Instance) -> bool:
    """Whether an object of the project holds a tensor in an attribute, other than a variable."""
    heap, context = frame.heap, frame.context
    fields = heap.fields(obj)
    if heap.is_looked_through(_has_tensor_attribute, fields, context):
        return False
    values = (heap.read(obj, name, context) for name in heap.attribute_names(obj))
    if any(tensor.kind != "variable" for value in values for tensor in select(value, Tensor)):
        return True
    heap.look_through(_has_tensor_attribute, fields, context)
    return False


def _gives_tensor(frame: Frame, value: Value, node: nodes.NodeNG) -> bool:
    """Whether a function among the arguments is called there and gives a tensor."""
    for called, callee in frame.context.summary.calls:
        if called is node and has(callee.summary.result, Tensor):
            return True
    for outside in select(value, External):
        symbol = frame.analysis.knowledge.lookup(outside.name)
        if symbol is not None and "computes" in symbol.tags:
            return True
    return False
