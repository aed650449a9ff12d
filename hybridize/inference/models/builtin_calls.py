"""Builtins whose results depend on what is inside their arguments; `builtin_methods` has the methods.

Everything that a kind expression can say is in the data of `frameworks`; here is only what it cannot: making
containers of the elements of others, `super`, `getattr`, `next` and the like.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from astroid import nodes

from hybridize.inference.domain.fields import ANY_ELEMENT, KEYS, Index, Key
from hybridize.inference.domain.literals import Literal
from hybridize.inference.domain.objects import (
    AbstractObject,
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
    ModuleObject,
    Opaque,
    PropertyObject,
    PythonScalar,
    Super,
    TupleObject,
    Unknown,
    Value,
)
from hybridize.inference.domain.queries import has, is_staged, only, select
from hybridize.inference.domain.tensors import Array, Tensor
from hybridize.inference.domain.values import (
    BOTTOM,
    INT,
    NONE,
    NONE_TYPE,
    OPAQUE,
    TENSOR,
    UNKNOWN_ATTRIBUTE,
    UNKNOWN_RESULT,
    join,
    text_of,
)
from hybridize.inference.models import policy
from hybridize.inference.python import attributes, iteration, operators, protocols, result_types, unfit
from hybridize.inference.python.arguments import Args
from hybridize.inference.python.frame import Frame
from hybridize.inference.python.type_tests import BUILTIN_TYPES
from hybridize.inference.state.assumptions import Use
from hybridize.program.syntax import affixes

PASSTHROUGH = "hybridize.passthrough"
"""A decorator that gives back what it gets."""

Special = Callable[[Frame, Args, nodes.NodeNG], "Value | None"]


def _super(frame: Frame, args: Args, node: nodes.NodeNG) -> Value | None:
    if args.positional:
        classes = select(args.positional[0], ClassObject)
        receivers = args.positional[1] if len(args.positional) > 1 else BOTTOM
    else:
        scope = frame.context
        while scope.parent is not None and not isinstance(scope.scope, nodes.FunctionDef):
            scope = scope.parent
        classes = [c for c in [frame.analysis.classes.around(scope.scope, scope)] if c is not None]
        function = scope.scope
        first = (
            [*function.args.posonlyargs, *(function.args.args or [])] if isinstance(function, nodes.FunctionDef) else []
        )
        receivers = scope.arguments.get(first[0].name, BOTTOM) if first else BOTTOM
        if scope.wide:
            # The arguments of a context that stands for many may still grow.
            frame.unlogged()
    out = [frame.make(Super, c, r).single for c in classes for r in select(receivers, Instance, ClassObject)]
    return join(out) or None


def _texts(value: Value) -> list[str]:
    """The strings that a value may be, when all of them are known and they are few."""
    texts = [text_of(obj.single) for obj in sorted(value, key=lambda a: a.serial)]
    return [t for t in texts if t is not None] if None not in texts and len(texts) <= 8 else []


def _getattr(frame: Frame, args: Args, node: nodes.NodeNG) -> Value | None:
    if len(args.positional) < 2:
        return None
    names = _texts(args.positional[1])
    if not names:
        for obj in select(args.positional[0], Instance):
            attributes.note_any_read(frame, obj, node)
        chosen = _chosen(frame, args.positional[0], node) or UNKNOWN_RESULT
        return join([chosen, *args.positional[2:]])
    if len(args.positional) < 3:
        return join([attributes.get(frame, args.positional[0], name, node) for name in names])
    with frame.heap.expecting():
        found = join([attributes.get(frame, args.positional[0], name, node) for name in names])
    # What the project sets nowhere is what the default is for.
    return (found - UNKNOWN_ATTRIBUTE) | args.positional[2]


def _chosen(frame: Frame, value: Value, node: nodes.NodeNG) -> Value:
    """`getattr(self, "visit_" + kind)`: what the project itself defines under names that may be meant."""
    if not isinstance(node, nodes.Call) or len(node.args) < 2:
        return BOTTOM
    begin, end = affixes(node.args[1])
    if not begin and not end:
        return BOTTOM
    out: list[Value] = []
    for obj in value:
        names = {name for name in attributes.defined(frame, obj) if name.startswith(begin) and name.endswith(end)}
        out += [attributes.get(frame, obj.single, name, node) for name in sorted(names)]
    return join(out)


def _setattr(frame: Frame, args: Args, node: nodes.NodeNG) -> Value | None:
    if len(args.positional) == 3:
        names = _texts(args.positional[1])
        for obj in args.positional[0]:
            for name in names:
                attributes.set_attribute(frame, obj, name, args.positional[2], node)
            if not names:
                attributes.set_any_attribute(frame, obj, args.positional[2], node)
        return NONE
    return None


def first(args: Args) -> Value:
    return args.positional[0] if args.positional else args.star


def _fixed(frame: Frame, value: Value) -> list[Value] | None:
    """The elements by position when there is one container of known length."""
    if len(value) == 1:
        (obj,) = value
        return iteration.positions(frame, obj) if has(value, TupleObject, Container) else None
    return None


def _note_tensors(frame: Frame, args: Args, node: nodes.NodeNG, what: str) -> None:
    tensors = [value for value in args.positional if has(value, Tensor) and not has(value, Unknown)]
    if tensors:
        text = f"AutoGraph does not convert `{what}` over a tensor"
        taken = what == "zip" and _are_perhaps_several(frame, args, node)
        frame.condition("tensor-iteration", node, text, OPAQUE if taken else join(tensors))


def _are_perhaps_several(frame: Frame, args: Args, node: nodes.NodeNG) -> bool:
    """Whether each argument of a call that is taken for a tensor may as well be a tuple or list of these."""
    written = node.args if isinstance(node, nodes.Call) and len(node.args) == len(args.positional) else ()
    tensors = [pair for pair in zip(written, args.positional, strict=False) if has(pair[1], Tensor)]
    return bool(tensors) and all(iteration.may_be_several(frame, each, value) for each, value in tensors)


def _list(kind: str) -> Special:
    def make(frame: Frame, args: Args, node: nodes.NodeNG) -> Value | None:
        source = first(args)
        if _has_no_iterator(source):
            return frame.heap.missing(frame.context)
        container = iteration.new_container(frame, kind, node)
        _note_tensors(frame, args, node, kind)
        fixed = _fixed(frame, source) if kind == "list" else None
        if fixed is not None:
            for position, value in enumerate(fixed):
                frame.heap.write(container, Index(position), value)
        else:
            frame.heap.write(container, ANY_ELEMENT, iteration.elements(frame, source, node))
        return container.single

    return make


def _has_no_iterator(source: Value) -> bool:
    """Whether nothing of a value can be iterated: numbers and `None`, which raise; something else is to arrive yet."""
    scalars = select(source, PythonScalar)
    return bool(source) and all(obj in NONE or obj in scalars and obj.type not in ("str", "bytes") for obj in source)


def _tuple(frame: Frame, args: Args, node: nodes.NodeNG) -> Value | None:
    source = first(args)
    if _has_no_iterator(source):
        return frame.heap.missing(frame.context)
    _note_tensors(frame, args, node, "tuple")
    fixed = _fixed(frame, source)
    if fixed is not None and len(fixed) <= operators.MAX_TUPLE:
        return frame.make(TupleObject, tuple(fixed), BOTTOM, "tuple").single
    return frame.make(TupleObject, (), iteration.elements(frame, source, node), "tuple").single


def _dict(frame: Frame, args: Args, node: nodes.NodeNG) -> Value | None:
    container = iteration.new_container(frame, "dict", node)
    copied = [obj for obj in select(first(args), Container) if obj.type == "dict"]
    for original in copied:
        iteration.copy_container(frame, original, container)
    for obj in first(args).difference(copied):
        pair = iteration.unpack(frame, iteration.elements(frame, obj.single, node), 2, None, node)
        frame.evaluator.tracing.hashed(frame, pair[0], node)
        frame.heap.write(container, KEYS, pair[0])
        frame.heap.write(container, ANY_ELEMENT, pair[1])
    for name, value in args.keywords.items():
        frame.heap.write(container, Key(Literal(name)), value)
        frame.heap.write(container, KEYS, frame.make.constant(name))
    if args.double_star:
        frame.heap.write(container, ANY_ELEMENT, args.double_star)
    return container.single


def _from_keys(frame: Frame, args: Args, node: nodes.NodeNG) -> Value | None:
    """`dict.fromkeys(keys, value)`."""
    container = iteration.new_container(frame, "dict", node, args.positional[1] if len(args.positional) > 1 else NONE)
    frame.heap.write(container, KEYS, iteration.elements(frame, first(args), node))
    return container.single


def _divmod(frame: Frame, args: Args, node: nodes.NodeNG) -> Value | None:
    """Of numbers a quotient and a rest, which are other numbers than the ones divided."""
    if len(args.positional) != 2 or not all(only(value, PythonScalar) for value in args.positional):
        return None
    left, right = args.positional
    parts = tuple([operators.binary(frame, operator, left, right, node) for operator in ("//", "%")])
    return frame.make(TupleObject, parts, BOTTOM, "tuple").single


def _zip(frame: Frame, args: Args, node: nodes.NodeNG) -> Value | None:
    _note_tensors(frame, args, node, "zip")
    of_data = [has(value, Dataset) for value in args.positional]
    if any(of_data) and not all(of_data):
        frame.evaluator.tracing.uncovered(frame, node, "`zip` of a data set and something else")
    parts = tuple(iteration.elements(frame, value, node) for value in args.positional)
    rest = iteration.elements(frame, args.star, node) if args.star else BOTTOM
    if isinstance(node, nodes.Call) and "fillvalue" in args.keywords:
        parts = tuple(part | args.keywords["fillvalue"] for part in parts)
    return frame.make(IteratorObject, frame.make(TupleObject, parts, rest, "tuple").single, node, frame.owner).single


def _enumerate(frame: Frame, args: Args, node: nodes.NodeNG) -> Value | None:
    _note_tensors(frame, args, node, "enumerate")
    # AutoGraph counts the elements of a data set with a tensor.
    index = INT if frame.is_module or not has(first(args), Dataset) else frame.make.staged(INT)
    pair = frame.make(TupleObject, (index, iteration.elements(frame, first(args), node)), BOTTOM, "tuple")
    return frame.make(IteratorObject, pair.single, node, frame.owner).single


def _map(frame: Frame, args: Args, node: nodes.NodeNG) -> Value | None:
    if len(args.positional) < 2:
        return None
    given = [iteration.elements(frame, value, node) for value in args.positional[1:]]
    return frame.make(
        IteratorObject, frame.evaluator.call(frame, args.positional[0], Args(given), node), node, frame.owner
    ).single


def _filter(frame: Frame, args: Args, node: nodes.NodeNG) -> Value | None:
    if len(args.positional) != 2:
        return None
    element = iteration.elements(frame, args.positional[1], node)
    if NONE <= args.positional[0]:
        frame.evaluator.tracing.filtered(frame, element, node)
        operators.asked_for_truth(frame, element, node)
    frame.evaluator.call(frame, args.positional[0], Args([element]), node)
    return frame.make(IteratorObject, element, node, frame.owner).single


def _sorted(frame: Frame, args: Args, node: nodes.NodeNG) -> Value | None:
    _note_tensors(frame, args, node, "sorted")
    element = iteration.elements(frame, first(args), node)
    if "key" in args.keywords:
        key = frame.evaluator.call(frame, args.keywords["key"], Args([element]), node)
        _note_tensors(frame, Args([key]), node, "sorted")
        protocols.ordered(frame, key, node)
    else:
        protocols.ordered(frame, element, node)
    return iteration.new_container(frame, "list", node, element).single


def _reversed(frame: Frame, args: Args, node: nodes.NodeNG) -> Value | None:
    element = [_backwards(frame, obj, node) for obj in first(args)]
    return frame.make(IteratorObject, join(element), node, frame.owner).single


def _backwards(frame: Frame, obj: AbstractObject, node: nodes.NodeNG) -> Value:
    method = frame.evaluator.method(frame, obj, "__reversed__")
    source = frame.evaluator.call(frame, method, Args(), node) if method else obj.single
    return iteration.elements(frame, source, node, consume=not method)


def _range(frame: Frame, args: Args, node: nodes.NodeNG) -> Value | None:
    # Eagerly the numbers are Python's, whatever the bounds are; AutoGraph makes `tf.range` of it.
    bounds = join(args.positional)
    converted = (has(bounds, Tensor) or is_staged(bounds)) and not frame.is_module
    return frame.make(TupleObject, (), TENSOR | INT if converted else INT, "range").single


def _len(frame: Frame, args: Args, node: nodes.NodeNG) -> Value | None:
    for obj in first(args):
        method = frame.evaluator.method(frame, obj, "__len__")
        if method:
            frame.evaluator.call(frame, method, Args(), node)
        else:
            policy.met(frame, Use.OPERATOR, obj, node, "len")
    if not first(args):
        return BOTTOM
    known = result_types.length_of_value(frame, first(args))
    return INT if known is None else result_types.holding(frame, INT, known)


def next_of(frame: Frame, args: Args, node: nodes.NodeNG) -> Value | None:
    out: list[Value] = list(args.positional[1:2])
    if out and has(first(args), Dataset):
        frame.evaluator.tracing.uncovered(frame, node, "`next` with a default, at the end of a data set")
    unsure = has(first(args), Unknown)
    for obj in first(args):
        handler = _NEXT.get(type(obj))
        if unsure and isinstance(obj, IteratorObject):
            # What is not known may be the iterator of a data set: so may all of it.
            out.append(obj.element)
            continue
        out.append(iteration.elements(frame, obj.single, node) if handler is None else handler(frame, obj, node))
    return join(out)


def _next_of_iterator(frame: Frame, obj: IteratorObject, node: nodes.NodeNG) -> Value:
    if obj.element:
        # What gives nothing, as far as is known, stands for what is not known yet.
        frame.effect("iterator", node, "takes from a Python iterator with `next`", obj)
    return obj.element


def _next_of_dataset(frame: Frame, obj: Dataset, node: nodes.NodeNG) -> Value:
    frame.computes(node)
    frame.evaluator.tracing.taken_from(frame, obj.single, node)
    return obj.element


def _next_of_instance(frame: Frame, obj: Instance, node: nodes.NodeNG) -> Value:
    method = frame.evaluator.method(frame, obj, "__next__")
    return frame.evaluator.call(frame, method, Args(), node) if method else UNKNOWN_RESULT


def _next_of_unknown(frame: Frame, obj: Unknown, node: nodes.NodeNG) -> Value:
    # An iterator of a data set advances in a graph, too; one of Python is left as it was.
    frame.condition("iterator", node, "takes with `next` from a Python iterator, perhaps")
    policy.met(frame, Use.ITERATION, obj, node)
    return UNKNOWN_RESULT


def _next_of_opaque(frame: Frame, obj: Opaque, node: nodes.NodeNG) -> Value:
    frame.effect("iterator", node, "takes from an iterator with `next`", obj)
    return UNKNOWN_RESULT


_NEXT: dict[type[AbstractObject], Callable[[Frame, Any, nodes.NodeNG], Value]] = {
    IteratorObject: _next_of_iterator,
    Dataset: _next_of_dataset,
    Instance: _next_of_instance,
    ExternalInstance: iteration.external_elements,
    Unknown: _next_of_unknown,
    Opaque: _next_of_opaque,
}
"""What `next` gives; of all others it gives what iterating over them gives."""


def _iter(frame: Frame, args: Args, node: nodes.NodeNG) -> Value | None:
    if len(args.positional) == 2:
        # `iter(read, sentinel)`
        element = frame.evaluator.call(frame, first(args), Args(), node)
        return frame.make(IteratorObject, element, node, frame.owner).single
    given = first(args)
    if _has_no_iterator(given):
        return frame.heap.missing(frame.context)
    # `None` has no iterator: where something else may arrive, it is that of which one is made.
    iterated = given.difference(NONE)
    return join([(_ITER.get(type(obj)) or _new_iterator)(frame, obj, node) for obj in iterated])


def _new_iterator(frame: Frame, obj: AbstractObject, node: nodes.NodeNG) -> Value:
    return frame.make(IteratorObject, iteration.elements(frame, obj.single, node), node, frame.owner).single


def _iter_of_instance(frame: Frame, obj: Instance, node: nodes.NodeNG) -> Value:
    method = frame.evaluator.method(frame, obj, "__iter__")
    if method:
        return frame.evaluator.call(frame, method, Args(), node)
    made = _new_iterator(frame, obj, node)
    knowledge = frame.analysis.knowledge
    unseen = [base for base in frame.analysis.classes.external_bases(obj.cls) if knowledge.lookup(base) is None]
    return policy.given_by(frame, unseen[0]) if unseen else made


def _iter_of_external(frame: Frame, obj: ExternalInstance, node: nodes.NodeNG) -> Value:
    held = iteration.external_elements(frame, obj, node)
    if frame.analysis.knowledge.canonical(obj.cls).startswith("tensorflow."):
        return frame.make(Dataset, "tf-iterator", held).single
    if frame.analysis.knowledge.lookup(obj.cls) is None:
        # It may well be a data set: what it gives is as unknown as itself.
        return policy.given_by(frame, obj.cls)
    return frame.make(IteratorObject, held, node, frame.owner).single


_ITER: dict[type[AbstractObject], Callable[[Frame, Any, nodes.NodeNG], Value]] = {
    Dataset: lambda frame, obj, node: frame.make(Dataset, "tf-iterator", obj.element).single,
    **dict.fromkeys((IteratorObject, Unknown, Tensor), lambda frame, obj, node: obj.single),
    ExternalInstance: _iter_of_external,
    Instance: _iter_of_instance,
    Opaque: lambda frame, obj, node: UNKNOWN_RESULT,
}
"""What `iter` gives; of all others it makes a Python iterator."""


def _bool(frame: Frame, args: Args, node: nodes.NodeNG) -> Value | None:
    operators.asked_for_truth(frame, first(args), node)
    return None


def _fold(name: str) -> Special:
    """`sum`, `min`, `max`: of the elements, or of the arguments themselves."""

    def fold(frame: Frame, args: Args, node: nodes.NodeNG) -> Value | None:
        # What `sum` begins with may be a tensor.
        _note_tensors(frame, Args(args.positional[:1]) if name == "sum" else args, node, name)
        if len(args.positional) == 1 or name == "sum":
            out = iteration.elements(frame, first(args), node) | join(args.positional[1:])
        else:
            out = join(args.positional) | args.star
        if "key" in args.keywords:
            frame.evaluator.call(frame, args.keywords["key"], Args([out]), node)
        elif name == "sum":
            protocols.added(frame, out, node)
        else:
            protocols.ordered(frame, out, node)
        if "default" in args.keywords:
            out |= args.keywords["default"]
        if name == "sum":
            return _combined(frame, out, node)
        if has(out, Tensor):
            # Several tensors compared by Python need their values; one tensor is unpacked, see `_note_tensors`.
            if len(args.positional) > 1 or not only(first(args), Tensor):
                text = f"`{name}` of several tensors needs their values, and a graph has none"
                frame.condition("eager-only-call", node, text, out)
        return frame.of_any_value(out)

    return fold


def _product(frame: Frame, args: Args, node: nodes.NodeNG) -> Value | None:
    """`math.prod([x, y])` and `math.sumprod(p, q)`, which multiply whatever there is: tensors give a tensor."""
    out = join([*[iteration.elements(frame, each, node) for each in args.positional], *args.keywords.values()])
    return _combined(frame, out, node)


def _combined(frame: Frame, out: Value, node: nodes.NodeNG) -> Value:
    """What adding or multiplying values gives: with a tensor among them, TensorFlow computes it."""
    if has(out, Tensor):
        frame.computes(node)
        return TENSOR
    return frame.array if has(out, Array) else frame.of_any_value(out)


def _absolute(frame: Frame, args: Args, node: nodes.NodeNG) -> Value | None:
    value = first(args)
    if unfit.is_refused_by_operator(frame, "abs", value, None):
        frame.heap.fail()
    return join([(_ABSOLUTE.get(type(obj)) or _as_with_plus)(frame, obj, node) for obj in value])


def _as_with_plus(frame: Frame, obj: AbstractObject, node: nodes.NodeNG) -> Value:
    return operators.unary(frame, "+", obj.single, node)


def _absolute_of_instance(frame: Frame, obj: Instance, node: nodes.NodeNG) -> Value:
    method = frame.evaluator.method(frame, obj, "__abs__")
    return frame.evaluator.call(frame, method, Args(), node) if method else UNKNOWN_RESULT


def _absolute_of_scalar(frame: Frame, obj: PythonScalar, node: nodes.NodeNG) -> Value:
    value = obj.literal.value if obj.literal is not None else ""
    if obj.is_staged:
        return frame.make.of_any_value(obj).single
    if isinstance(value, (str, bytes)):
        return _as_with_plus(frame, obj, node)
    return frame.make.constant(abs(value))


_ABSOLUTE: dict[type[AbstractObject], Callable[[Frame, Any, nodes.NodeNG], Value]] = {
    Instance: _absolute_of_instance,
    PythonScalar: _absolute_of_scalar,
}
"""`abs` of an object; of all others it gives what `+` gives."""


def _type(frame: Frame, args: Args, node: nodes.NodeNG) -> Value | None:
    return join([_class_of(frame, obj) for obj in first(args)]) if len(args.positional) == 1 else None


def _class_of(frame: Frame, obj: AbstractObject) -> Value:
    if type(obj) is Instance:
        return obj.cls.single
    if obj in NONE:
        return NONE_TYPE
    kind = obj.builtin_type
    return frame.make(External, f"builtins.{kind}").single if kind in BUILTIN_TYPES else OPAQUE


def _property(frame: Frame, args: Args, node: nodes.NodeNG) -> Value | None:
    setters = args.positional[1] if len(args.positional) > 1 else args.keywords.get("fset", BOTTOM)
    setter = next(iter(select(sorted(setters, key=lambda a: a.serial), Function, Hybrid)), None)
    getters = select(args.keywords.get("fget", first(args)), Function, Hybrid)
    return join([frame.make(PropertyObject, obj, setter).single for obj in getters])


def _method_kind(kind: str) -> Special:
    def wrap(frame: Frame, args: Args, node: nodes.NodeNG) -> Value | None:
        return join([frame.make(MethodKind, kind, obj).single for obj in first(args)])

    return wrap


def _passthrough(frame: Frame, args: Args, node: nodes.NodeNG) -> Value | None:
    return first(args)


def _vars(frame: Frame, args: Args, node: nodes.NodeNG) -> Value | None:
    if args.positional:
        return attributes.get(frame, args.positional[0], "__dict__", node)
    if frame.is_module:
        return _globals(frame, args, node)
    return iteration.new_container(frame, "dict", node, UNKNOWN_RESULT).single


def _globals(frame: Frame, args: Args, node: nodes.NodeNG) -> Value | None:
    return attributes.dictionary(frame, frame.make(ModuleObject, frame.context.module_path), node, "globals")


def _eval(frame: Frame, args: Args, node: nodes.NodeNG) -> Value | None:
    """`eval` of texts that are known, in the scope of the call."""
    if len(args.positional) != 1 or args.keywords or args.star or args.double_star:
        return None
    found: list[Value] = []
    for obj in args.positional[0]:
        text = text_of(obj.single)
        expression = frame.analysis.scopes.expression(node, text) if text is not None else None
        if expression is None:
            return None
        found.append(frame.evaluator.evaluate(frame, expression))
    return join(found)


def _test_each(frame: Frame, args: Args, node: nodes.NodeNG) -> Value | None:
    """`any` and `all` look at elements, one after another; the data knows what they give."""
    operators.asked_for_truth(frame, frozenset(select(iteration.elements(frame, first(args), node), Instance)), node)
    return None


def _hasattr(frame: Frame, args: Args, node: nodes.NodeNG) -> Value | None:
    """`hasattr` looks for an attribute, which may be set later, and runs properties; the data knows what it gives."""
    if len(args.positional) == 2:
        for name in _texts(args.positional[1]):
            for obj in select(args.positional[0], ExternalInstance, Instance):
                frame.context.summary.attributes.add_read(obj, name, node)
            for obj in select(args.positional[0], Instance):
                if has(attributes.class_lookup(frame, obj.cls, name), PropertyObject):
                    attributes.get(frame, obj.single, name, node)
    return None


SPECIAL: dict[str, Special] = {
    "builtins.any": _test_each,
    "builtins.all": _test_each,
    "builtins.hasattr": _hasattr,
    "builtins.eval": _eval,
    "builtins.super": _super,
    "builtins.getattr": _getattr,
    "builtins.setattr": _setattr,
    "builtins.dict.fromkeys": _from_keys,
    "builtins.list": _list("list"),
    "builtins.set": _list("set"),
    "builtins.frozenset": _list("frozenset"),
    "collections.deque": _list("deque"),
    "builtins.tuple": _tuple,
    "builtins.dict": _dict,
    "collections.OrderedDict": _dict,
    "builtins.divmod": _divmod,
    "builtins.zip": _zip,
    "itertools.zip_longest": _zip,
    "builtins.enumerate": _enumerate,
    "builtins.map": _map,
    "builtins.filter": _filter,
    "builtins.sorted": _sorted,
    "builtins.reversed": _reversed,
    "builtins.range": _range,
    "builtins.len": _len,
    "builtins.bool": _bool,
    "builtins.next": next_of,
    "builtins.iter": _iter,
    "builtins.sum": _fold("sum"),
    "builtins.min": _fold("min"),
    "builtins.max": _fold("max"),
    "math.prod": _product,
    "math.sumprod": _product,
    "builtins.abs": _absolute,
    "builtins.type": _type,
    "builtins.vars": _vars,
    "builtins.locals": _vars,
    "builtins.globals": _globals,
    "builtins.property": _property,
    "functools.cached_property": _property,
    "cached_property.cached_property": _property,
    "cached_property.threaded_cached_property": _property,
    "abc.abstractproperty": _property,
    "builtins.staticmethod": _method_kind("static"),
    "builtins.classmethod": _method_kind("class"),
    "contextlib.contextmanager": _passthrough,
    "abc.abstractmethod": _passthrough,
    "typing.overload": _passthrough,
    "typing.no_type_check": _passthrough,
    PASSTHROUGH: _passthrough,
}
