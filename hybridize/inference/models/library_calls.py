"""Callables of the standard library whose results depend on what is inside their arguments.

What a kind expression can say is in the data of `frameworks`; here are named tuples, dataclasses, partials, `operator`,
copies: whatever moves values between fields, elements and arguments.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from astroid import nodes

from hybridize.inference.domain.fields import ANY_ATTRIBUTE, ANY_ELEMENT, KEYS, Slot
from hybridize.inference.domain.literals import Literal
from hybridize.inference.domain.objects import (
    AbstractObject,
    Bound,
    ClassObject,
    Container,
    Dataset,
    External,
    ExternalInstance,
    Function,
    Hybrid,
    Instance,
    IteratorObject,
    MethodKind,
    Partial,
    TupleObject,
    Value,
)
from hybridize.inference.domain.queries import select
from hybridize.inference.domain.values import BOTTOM, NONE, TENSOR, UNKNOWN_RESULT, join, literal_of, text_of
from hybridize.inference.models import builtin_calls, builtin_methods, serialization, tensorflow_calls
from hybridize.inference.models.builtin_calls import Special, first
from hybridize.inference.python import (
    attributes,
    imports,
    iteration,
    managers,
    operators,
    records,
    single_dispatch,
    subscripts,
)
from hybridize.inference.python.arguments import Args
from hybridize.inference.python.evaluator import Method, Methods
from hybridize.inference.python.fitting import takes_fewer
from hybridize.inference.python.frame import Frame
from hybridize.inference.python.structures import are_unlike


def _passthrough_factory(frame: Frame, args: Args, node: nodes.NodeNG) -> Value | None:
    return frame.make(External, builtin_calls.PASSTHROUGH).single


def _partial(frame: Frame, args: Args, node: nodes.NodeNG) -> Value | None:
    if not args.positional:
        return None
    given, keywords = tuple(args.positional[1:]), tuple(sorted(args.keywords.items()))
    symbols = [frame.analysis.knowledge.lookup(obj.name) for obj in select(args.positional[0], External)]
    if any(symbol is not None and "hybridizes" in symbol.tags for symbol in symbols):
        frame.analysis.events.graphs.keep_arguments(keywords, node, frame.context)
    return join([frame.make(Partial, obj, given, keywords).single for obj in args.positional[0]])


def _partial_method(frame: Frame, args: Args, node: nodes.NodeNG) -> Value | None:
    made = _partial(frame, args, node) or BOTTOM
    return join([frame.make(MethodKind, "partial", obj).single for obj in made]) or None


def _cache(frame: Frame, args: Args, node: nodes.NodeNG) -> Value | None:
    """`lru_cache` with and without arguments."""
    callables = frozenset(select(first(args), Function, Hybrid, MethodKind))
    functions = (obj.project_function for obj in callables)
    frame.analysis.functions.keeping_results.update(each.node for each in functions if each is not None)
    return callables or frame.make(External, "functools.cache").single


def _save(frame: Frame, args: Args, node: nodes.NodeNG) -> None:
    """`tf.saved_model.save(module, path)`: what is loaded has those methods alone that are graphs."""
    pending = list(select(args.positional[0] if args.positional else args.keywords.get("obj", BOTTOM), Instance))
    for each in pending:
        owners = (each, *frame.analysis.classes.mro(each.cls))
        fields = [(owner, name) for owner in owners for name in list(frame.heap.fields(owner))]
        held = join([frame.heap.read(owner, name, frame.context) for owner, name in fields])
        for graph in select(held, Hybrid):
            frame.analysis.events.graphs.add_object_use(graph)
        pending += [part for part in select(held, Instance) if part not in pending]


def _zip_datasets(frame: Frame, args: Args, node: nodes.NodeNG) -> Value | None:
    """`Dataset.zip`: the structure of the argument, with elements in place of data sets."""

    made: dict[Value, Value] = {}

    def elements(value: Value) -> Value:
        known = made.get(value)
        if known is None:
            # Structures may hold each other in very many ways, also in a circle.
            made[value] = BOTTOM
            handled = ((obj, handlers.get(type(obj))) for obj in value)
            known = made[value] = join([TENSOR if each is None else each(obj) for obj, each in handled])
        return known

    def of_sequence(obj: AbstractObject) -> Value:
        fixed = iteration.positions(frame, obj)
        parts = [elements(v) for v in fixed] if fixed is not None else []
        rest = BOTTOM if fixed is not None else elements(join(iteration.held(frame, obj)))
        return frame.make(TupleObject, tuple(parts), rest, "tuple").single

    def of_container(obj: Container) -> Value:
        if obj.type != "dict":
            return of_sequence(obj)
        copy = iteration.new_container(frame, "dict", node)
        for name in list(frame.heap.fields(obj)):
            got = frame.heap.read(obj, name, frame.context)
            frame.heap.write(copy, name, got if name == KEYS else elements(got))
        return copy.single

    handlers: dict[type[AbstractObject], Callable[[Any], Value]] = {
        Dataset: lambda obj: obj.element,
        TupleObject: of_sequence,
        Container: of_container,
    }
    given = args.positional or [args.keywords.get("datasets", args.star)]
    if len(given) > 1:
        element = frame.make(TupleObject, tuple(elements(v) for v in given), BOTTOM, "tuple").single
    else:
        element = elements(given[0])
    return frame.make(Dataset, "dataset", element).single if element else BOTTOM


def _waiting(name: str) -> Special:
    """`operator.itemgetter(0)`: a callable that keeps what it was made with."""

    def make(frame: Frame, args: Args, node: nodes.NodeNG) -> Value | None:
        marker = frame.make(External, f"hybridize.{name}")
        kept = frame.make(TupleObject, tuple(args.positional), args.star, "tuple").single
        return frame.make(Partial, marker, (kept,), tuple(sorted(args.keywords.items()))).single

    return make


def _kept(args: Args) -> tuple[Value, ...]:
    (kept,) = select(args.positional[0], TupleObject)
    return kept.items


def _itemgetter(frame: Frame, args: Args, node: nodes.NodeNG) -> Value | None:
    got = [subscripts.item(frame, args.positional[1], index, node) for index in _kept(args)]
    return got[0] if len(got) == 1 else frame.make(TupleObject, tuple(got), BOTTOM, "tuple").single


def _attrgetter(frame: Frame, args: Args, node: nodes.NodeNG) -> Value | None:
    got: list[Value] = []
    for path in _kept(args):
        value = args.positional[1]
        for name in (text_of(path) or "").split("."):
            value = attributes.get(frame, value, name, node) if name else UNKNOWN_RESULT
        got.append(value)
    return got[0] if len(got) == 1 else frame.make(TupleObject, tuple(got), BOTTOM, "tuple").single


def _methodcaller(frame: Frame, args: Args, node: nodes.NodeNG) -> Value | None:
    name, *given = _kept(args)
    text = text_of(name)
    if text is None:
        return None
    method = attributes.get(frame, args.positional[1], text, node)
    return frame.evaluator.call(frame, method, Args(given, args.keywords), node)


def _operator(symbol: str) -> Special:
    def apply(frame: Frame, args: Args, node: nodes.NodeNG) -> Value | None:
        if len(args.positional) != 2:
            return None
        return operators.binary(frame, symbol, args.positional[0], args.positional[1], node)

    return apply


def _getitem(frame: Frame, args: Args, node: nodes.NodeNG) -> Value | None:
    return (
        subscripts.item(frame, args.positional[0], args.positional[1], node) if len(args.positional) == 2 else None
    )


def _method_type(frame: Frame, args: Args, node: nodes.NodeNG) -> Value | None:
    """`types.MethodType(function, receiver)`."""
    if len(args.positional) != 2:
        return None
    return join([attributes.bind_one(frame, f, r).single for f in args.positional[0] for r in args.positional[1]])


def _namespace(cls: str) -> Special:
    """`types.SimpleNamespace(a=1)`: keywords become attributes."""

    def make(frame: Frame, args: Args, node: nodes.NodeNG) -> Value | None:
        made = frame.make(ExternalInstance, cls, node, frame.owner)
        for name, value in args.keywords.items():
            frame.heap.write(made, name, value)
        return made.single

    return make


def _set_defaults(frame: Frame, receiver: AbstractObject, args: Args, node: nodes.NodeNG) -> Value | None:
    """`parser.set_defaults(run=train)`: what a sub-command calls. Other values may be given anew by the command line.

    The parsers of a program are not told apart, since what a sub-parser sets is found in what its parent gives.
    """
    parsers = frame.make(External, "argparse.ArgumentParser")
    for name, value in args.keywords.items():
        callables = frozenset(select(value, *_CALLABLE))
        if callables:
            frame.heap.write(parsers, name, callables)
            frame.heap.write(parsers, KEYS, frame.make.constant(name))
    return None


_CALLABLE = (Function, ClassObject, Bound, Partial, Hybrid)


def _parse_args(frame: Frame, receiver: AbstractObject, args: Args, node: nodes.NodeNG) -> Value | None:
    """`parser.parse_args()`: a namespace with the callables that are set by default."""
    parsers = frame.make(External, "argparse.ArgumentParser")
    namespace = frame.make(ExternalInstance, "argparse.Namespace", node, frame.owner)
    for obj in frame.heap.read(parsers, KEYS, frame.context):
        name = text_of(obj.single)
        if name is not None:
            frame.heap.write(namespace, name, frame.heap.read(parsers, name, frame.context))
    return None


def _chain_map(frame: Frame, args: Args, node: nodes.NodeNG) -> Value | None:
    """`collections.ChainMap(a, b)`, which reads the dictionaries that it is given."""
    return _looking_into(frame, join(args.positional), node) if args.positional else None


_DEFAULT_DICT = "collections.defaultdict"


def _default_dict(frame: Frame, args: Args, node: nodes.NodeNG) -> Value | None:
    """`collections.defaultdict(f)`, which calls `f` where a key is missing, and keeps what it gives."""
    symbol = frame.analysis.knowledge.lookup(_DEFAULT_DICT)
    if symbol is None or not args.positional:
        return None
    made = frame.evaluator.apply(frame, symbol, args, node, None)
    for each in select(made, Container):
        frame.heap.write(each, Slot.FACTORY, args.positional[0])
    return made


def _new_child(frame: Frame, receiver: Container, args: Args, node: nodes.NodeNG) -> Value | None:
    """`chain.new_child(a)`, which looks into what it is given and then where the other one looks."""
    looked_into = frame.heap.read(receiver, Slot.LOOKED_INTO, frame.context)
    return _looking_into(frame, join([*args.positional, receiver.single]), node) if looked_into else None


def _looking_into(frame: Frame, maps: Value, node: nodes.NodeNG) -> Value:
    inner = join([iteration.container_elements(frame, each) for each in select(maps, Container)])
    container = iteration.new_container(frame, "dict", node, inner)
    frame.heap.write(container, Slot.LOOKED_INTO, maps)
    return container.single


def _closing(frame: Frame, args: Args, node: nodes.NodeNG) -> Value | None:
    """`contextlib.closing(x)`: `x.close()` at the end of the block."""
    close = attributes.get(frame, first(args), "close", node)
    frame.evaluator.call(frame, close, Args(), node)
    return None


def _reference(frame: Frame, args: Args, node: nodes.NodeNG) -> Value | None:
    """`weakref.ref(x)`, which gives `x` when it is called."""
    return frame.make(Partial, frame.make(External, _REFERENT), tuple(args.positional[:1]), ()).single


_REFERENT = "hybridize.referent"


def _referent(frame: Frame, args: Args, node: nodes.NodeNG) -> Value | None:
    """The call of a weak reference: what it gives hangs on who else still holds the object."""
    frame.evaluator.tracing.uncovered(frame, node, "a weak reference")
    return first(args)


def _push(frame: Frame, args: Args, node: nodes.NodeNG) -> Value | None:
    """`heapq.heappush(heap, item)`; the data knows the rest."""
    if len(args.positional) == 2:
        for obj in select(args.positional[0], Container):
            frame.heap.write(obj, ANY_ELEMENT, args.positional[1])
    return None


def _new(frame: Frame, args: Args, node: nodes.NodeNG) -> Value | None:
    """`object.__new__(cls)`."""
    made = [frame.make(Instance, a, node, frame.owner) for a in select(first(args), ClassObject)]
    for instance in made:
        frame.analysis.classes.add_instance(instance)
        if frame.analysis.classes.is_named_tuple(instance.cls):
            records.fill(frame, instance, Args(args.positional[1:], args.keywords, args.star, args.double_star), node)
    return join([instance.single for instance in made]) or None


def _object_setattr(frame: Frame, args: Args, node: nodes.NodeNG) -> Value | None:
    """`object.__setattr__(self, name, value)`, which passes by the class's own."""
    if len(args.positional) == 3 and not attributes.handed_on(frame, node):
        name = text_of(args.positional[1])
        for obj in args.positional[0]:
            attributes.store(
                frame, obj, ANY_ATTRIBUTE if name is None else name, args.positional[2], node, name or "an attribute"
            )
    # Never None: the call would then be made as a method of the receiver, which leads back here without end.
    return NONE


def _reduce(frame: Frame, args: Args, node: nodes.NodeNG) -> Value | None:
    """`functools.reduce`: the function on what there is so far and the next element."""
    if len(args.positional) < 2:
        return None
    element = iteration.elements(frame, args.positional[1], node)
    total = args.positional[2] if len(args.positional) > 2 else element
    for _ in range(2):
        total |= frame.evaluator.call(frame, args.positional[0], Args([total, element]), node)
    return total


def _chain(frame: Frame, args: Args, node: nodes.NodeNG) -> Value | None:
    given = [*args.positional, iteration.elements(frame, args.star, node)] if args.star else args.positional
    return frame.make(
        IteratorObject, join([iteration.elements(frame, v, node) for v in given]), node, frame.owner
    ).single


def _chain_nested(frame: Frame, args: Args, node: nodes.NodeNG) -> Value | None:
    outer = iteration.elements(frame, first(args), node)
    return frame.make(IteratorObject, iteration.elements(frame, outer, node), node, frame.owner).single


def _product(frame: Frame, args: Args, node: nodes.NodeNG) -> Value | None:
    parts = [iteration.elements(frame, value, node) for value in args.positional]
    rest = iteration.elements(frame, args.star, node) if args.star else BOTTOM
    literal = literal_of(args.keywords["repeat"]) if "repeat" in args.keywords else Literal(1)
    repeat = literal.index if literal is not None else None
    if repeat is None or repeat * len(parts) > operators.MAX_TUPLE:
        parts, rest, repeat = [], join([*parts, rest]), 1
    return frame.make(
        IteratorObject, frame.make(TupleObject, tuple(parts * repeat), rest, "tuple").single, node, frame.owner
    ).single


def _map_structure(frame: Frame, args: Args, node: nodes.NodeNG) -> Value | None:
    """`tf.nest.map_structure`: the first structure, with what the function makes of the leaves."""
    # `map_structure(f, *structures)` takes all of one list.
    structures = args.positional[1:] or ([args.star] if args.star else [])
    if not (args.positional and structures):
        return None
    if not args.star and (are_unlike(frame, structures) or takes_fewer(args.positional[0], len(structures))):
        frame.heap.fail()
    given = Args([iteration.leaves(frame, value) for value in structures])
    if args.star:
        given.star = iteration.leaves(frame, args.star)
    made = frame.evaluator.call(frame, args.positional[0], given, node)
    return iteration.tensors_like(frame, structures[0], node, leaf=made)


def _flatten(frame: Frame, args: Args, node: nodes.NodeNG) -> Value | None:
    return iteration.new_container(frame, "list", node, iteration.leaves(frame, first(args))).single


def _import_module(frame: Frame, args: Args, node: nodes.NodeNG) -> Value | None:
    name = text_of(first(args))
    package = text_of(args.positional[1]) if len(args.positional) > 1 else None
    return imports.module_named(frame, name, package) if name else None


def _import(frame: Frame, args: Args, node: nodes.NodeNG) -> Value | None:
    """`__import__("a.b")` gives `a`."""
    name = text_of(first(args))
    return imports.module_named(frame, name.partition(".")[0], None) if name else None


SPECIAL: dict[str, Special] = {
    **builtin_calls.SPECIAL,
    **tensorflow_calls.SPECIAL,
    **serialization.SPECIAL,
    "functools.partial": _partial,
    "functools.partialmethod": _partial_method,
    "functools.lru_cache": _cache,
    "functools.cache": _cache,
    **single_dispatch.SPECIAL,
    **managers.SPECIAL,
    **records.SPECIAL,
    "tensorflow.data.Dataset.zip": _zip_datasets,
    "tensorflow.saved_model.save": _save,
    "functools.wraps": _passthrough_factory,
    "typing.cast": lambda frame, args, node: args.positional[1] if len(args.positional) > 1 else None,
    "functools.reduce": _reduce,
    "itertools.chain": _chain,
    "itertools.chain.from_iterable": _chain_nested,
    "itertools.product": _product,
    "tensorflow.nest.map_structure": _map_structure,
    "tensorflow.nest.flatten": _flatten,
    "keras.tree.map_structure": _map_structure,
    "keras.tree.flatten": _flatten,
    "importlib.import_module": _import_module,
    "builtins.__import__": _import,
    "operator.itemgetter": _waiting("itemgetter"),
    "operator.attrgetter": _waiting("attrgetter"),
    "operator.methodcaller": _waiting("methodcaller"),
    "operator.getitem": _getitem,
    **{f"operator.{name}": _operator(symbol) for symbol, name in operators.DUNDER.items()},
    "operator.and_": _operator("&"),
    "operator.or_": _operator("|"),
    "hybridize.itemgetter": _itemgetter,
    "hybridize.attrgetter": _attrgetter,
    "hybridize.methodcaller": _methodcaller,
    "types.MethodType": _method_type,
    "collections.ChainMap": _chain_map,
    _DEFAULT_DICT: _default_dict,
    "contextlib.closing": _closing,
    _REFERENT: _referent,
    "weakref.ref": _reference,
    "weakref.WeakMethod": _reference,
    **dict.fromkeys(("heapq.heappush", "heapq.heappushpop", "heapq.heapreplace"), _push),
    "types.SimpleNamespace": _namespace("types.SimpleNamespace"),
    "argparse.Namespace": _namespace("argparse.Namespace"),
    "builtins.object.__new__": _new,
    "builtins.object.__setattr__": _object_setattr,
    "builtins.type.__setattr__": _object_setattr,
}
"""What calls of these names do, those of `builtin_calls` and `tensorflow_calls` included."""
METHODS: Methods = {
    **builtin_methods.METHODS,
    **tensorflow_calls.METHODS,
    **single_dispatch.METHODS,
    **managers.METHODS,
    **records.METHODS,
    ("dict", "new_child", Container): _new_child,
    ("argparse.ArgumentParser", "set_defaults", AbstractObject): _set_defaults,
    **{
        ("argparse.ArgumentParser", name, AbstractObject): _parse_args
        for name in ("parse_args", "parse_intermixed_args", "parse_known_args")
    },
}
"""The same for methods."""


def method(owner: str, name: str, receiver: AbstractObject) -> Method | None:
    """The handler of a method that the project does not define, if it has one."""
    kind = type(receiver)
    own = METHODS.get((owner, name, kind)) or METHODS.get((owner, name, AbstractObject))
    return own or METHODS.get(("", name, kind)) or METHODS.get(("", name, AbstractObject))
