"""Attributes: instance, class, MRO, properties, modules, and what frameworks say about theirs."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from astroid import nodes

from hybridize.frameworks.knowledge import KIND_CLASSES, Hook, Symbol
from hybridize.frameworks.tensor_types import dtypes
from hybridize.frameworks.tensor_types.arguments import Constant, DTypeObject, Items
from hybridize.inference.domain.fields import ANY_ATTRIBUTE, ANY_ELEMENT, KEYS, Key, Slot, attribute_for
from hybridize.inference.domain.literals import Literal
from hybridize.inference.domain.objects import (
    AbstractObject,
    Bound,
    ClassObject,
    Container,
    Dataset,
    Dispatcher,
    External,
    ExternalInstance,
    ExternalMethod,
    Function,
    Hybrid,
    Instance,
    IteratorObject,
    MethodKind,
    ModuleObject,
    NamedTupleClass,
    NamespaceObject,
    NoneObject,
    Opaque,
    Partial,
    PropertyObject,
    PythonScalar,
    Super,
    TupleObject,
    Unknown,
    Value,
    innermost,
)
from hybridize.inference.domain.queries import has, only, select
from hybridize.inference.domain.tensors import Array, Tensor
from hybridize.inference.domain.values import (
    BOTTOM,
    INT,
    NONE,
    OPAQUE,
    STR,
    UNKNOWN_ATTRIBUTE,
    UNKNOWN_EXTERNAL,
    UNKNOWN_FOREIGN,
    join,
    of_those_that_have,
    text_of,
)
from hybridize.inference.python import iteration, records, result_types, single_dispatch, symbolic, views
from hybridize.inference.python.arguments import Args
from hybridize.inference.python.frame import Frame
from hybridize.inference.state.assumptions import Because, Use
from hybridize.inference.state.origins import CONFIGURE


def kind_of(obj: AbstractObject) -> str:
    """The name under which `frameworks` describes the methods of a builtin or tensor-like value."""
    handler = _KINDS.get(type(obj))
    return handler(obj) if handler is not None else "python"


_KINDS: dict[type[AbstractObject], Callable[[Any], str]] = {
    Tensor: lambda obj: obj.kind,
    Array: lambda obj: "ndarray",
    PythonScalar: lambda obj: obj.type,
    Container: lambda obj: obj.type,
    TupleObject: lambda obj: "tuple",
    Dataset: lambda obj: "dataset" if obj.kind == "dataset" else "tensorflow.data.Iterator",
    IteratorObject: lambda obj: "iterator",
}


def get(frame: Frame, value: Value, name: str, node: nodes.NodeNG) -> Value:
    """`value.name`."""
    if len(value) == 1:
        (obj,) = value
        return _get(frame, obj, name, node)
    frame.analysis.budget.share.fan_out += frame.widening.size(value)
    out: list[Value] = []
    getters: dict[AbstractObject, list[AbstractObject]] = {}
    looked_up: dict[ClassObject, tuple[Value, list[PropertyObject]]] = {}
    lacking = _without_method(frame, value, name) if _is_called(node) else frozenset()
    for obj in value.difference(lacking):
        if type(obj) is Instance:
            found = looked_up.get(obj.cls)
            if found is None:
                raw = class_lookup(frame, obj.cls, name)
                properties = select(raw, PropertyObject)
                found = looked_up[obj.cls] = (raw, properties if len(properties) == len(raw) else [])
            raw, properties = found
            if properties:
                # One call for all receivers of a property.
                for each in properties:
                    getters.setdefault(each.getter, []).append(obj)
            else:
                out.append(_of_instance(frame, obj, name, node, raw))
        else:
            out.append(_get(frame, obj, name, node))
    for getter, receivers in getters.items():
        out.append(frame.evaluator.call(frame, getter.single, Args([frozenset(receivers)]), node))
    given = of_those_that_have(out) or join([_get(frame, obj, name, node) for obj in lacking])
    # Attributes of attributes of many objects would else be their product.
    return frame.widening.bounded_fan_out(given)


def _without_method(frame: Frame, value: Value, name: str) -> Value:
    """The builtin objects, arrays and tensors that lack a method which others may have: with them, the call raises."""
    lacking = frozenset(obj for obj in value if _lacks(frame, obj, name))
    return lacking if len(lacking) < len(value) else BOTTOM


def is_missing(frame: Frame, value: Value, name: str) -> bool:
    """Whether nothing that a value may be has the attribute, as far as the data tells."""
    named = any(obj.fields for obj in select(value, TupleObject))
    return bool(value) and not named and all(_lacks(frame, obj, name) for obj in value)


def _lacks(frame: Frame, obj: AbstractObject, name: str) -> bool:
    kind, knowledge = kind_of(obj), frame.analysis.knowledge
    if kind not in WITH_ALL_METHODS or (type(obj) is TupleObject and name in obj.fields):
        return False
    if knowledge.method(kind, name) is not None or knowledge.attribute(kind, name) is not None:
        return False
    # A program may have switched the behaviour of arrays on for its tensors.
    return type(obj) is not Tensor or knowledge.method("ndarray", name) is None


WITH_ALL_METHODS = frozenset(
    "bool bytes dataset dict float int iterator list ndarray ragged set sparse str tensor tuple".split()
)
"""Kinds of objects of which the framework data has every method."""


def _get(frame: Frame, obj: AbstractObject, name: str, node: nodes.NodeNG) -> Value:
    handler = _GOT.get(type(obj))
    return handler(frame, obj, name, node) if handler is not None else UNKNOWN_ATTRIBUTE


def _of_module(frame: Frame, obj: ModuleObject, name: str, node: nodes.NodeNG) -> Value:
    modules = frame.analysis.modules
    found = modules.attribute(obj, name, frame.context) or from_module_getattr(frame, obj, name, node)
    return found or frame.heap.missing(frame.context)


def _of_namespace(frame: Frame, obj: NamespaceObject, name: str, node: nodes.NodeNG) -> Value:
    return frame.analysis.modules.namespace_attribute(obj, name) or frame.heap.missing(frame.context)


def _of_unknown(frame: Frame, obj: Unknown, name: str, node: nodes.NodeNG) -> Value:
    if name == "numpy" and _is_called(node) and obj not in UNKNOWN_FOREIGN:
        # In a program that uses TensorFlow, only tensors have it.
        return frame.make(ExternalMethod, "tensor", name, obj).single
    if not _is_called(node):
        frame.evaluator.unseen(frame, Use.ATTRIBUTE, obj, node, name)
    return obj.single


def _of_opaque(frame: Frame, obj: Opaque, name: str, node: nodes.NodeNG) -> Value:
    if _is_called(node):
        return frame.make(ExternalMethod, "python", name, obj).single
    if name in ("rank", "ndims") and isinstance(obj.content, Items):
        return result_types.holding(frame, OPAQUE, Constant(len(obj.content.items)))
    # That of a dtype or device is a text, that of a spec may be None.
    return STR | NONE if name == "name" else OPAQUE


def _partial(frame: Frame, obj: Partial, name: str, node: nodes.NodeNG) -> Value:
    if type(obj.target) is Dispatcher:
        return _get(frame, obj.target, name, node)
    return _callable(frame, obj, name, node)


def from_module_getattr(frame: Frame, module: ModuleObject, name: str, node: nodes.NodeNG) -> Value:
    """What the `__getattr__` of a module (PEP 562) gives for a name that the module does not bind."""
    modules = frame.analysis.modules
    if name == "__getattr__" or not modules.binds(module, "__getattr__") or modules.binds(module, name):
        return BOTTOM
    getter = modules.attribute(module, "__getattr__", frame.context)
    return frame.evaluator.call(frame, getter, Args([frame.make.constant(name)]), node)


def _is_called(node: nodes.NodeNG) -> bool:
    return isinstance(node.parent, nodes.Call) and node.parent.func is node


def _instance(frame: Frame, obj: Instance, name: str, node: nodes.NodeNG) -> Value:
    return _of_instance(frame, obj, name, node, class_lookup(frame, obj.cls, name))


def _of_instance(frame: Frame, obj: Instance, name: str, node: nodes.NodeNG, found: Value) -> Value:
    """An attribute of an instance, with what its class has under the name."""
    analysis = frame.analysis
    if analysis.outside.hooks_reads and class_lookup(frame, obj.cls, "__getattribute__"):
        frame.evaluator.tracing.uncovered(frame, node, "an attribute of a class with `__getattribute__`")
    own = frame.heap.read(obj, name, frame.context)
    if own:
        # A function in an attribute is state as well: `self.activation = tf.tanh`.
        frame.context.summary.attributes.add_read(obj, name, node)
        if not found:
            return own
        # What the class has under the name is hidden: `activation: Callable = tf.nn.relu` of a data class.
        hidden = Value(select(found, External))
        return own | hidden | bind(frame, found.difference(hidden), obj, obj.cls, node)
    if found:
        value = bind(frame, found, obj, obj.cls, node)
        if value:
            _note_class_read(frame, obj.cls, name, found, node)
            return value
    if name == "__class__":
        return obj.cls.single
    if name == "__dict__":
        return dictionary(frame, obj, node, "dict")
    if name in ("value", "name") and analysis.classes.is_enum(obj.cls):
        return STR if name == "name" else INT
    held = contents(frame, obj)
    if held and analysis.knowledge.method(kind_of(next(iter(held))), name) is not None:
        return get(frame, held, name, node)
    for base in analysis.classes.external_bases(obj.cls):
        kind = analysis.knowledge.attribute(base, name)
        if kind is not None:
            made = frame.evaluator.materialize(frame, kind, node, None, obj)
            if name in _WEIGHT_LISTS or name in _LISTS_OF_PARTS:
                _note_tracked(frame, obj, node)
            if name in _WEIGHT_LISTS:
                analysis.events.objects.add_weight_lists(select(made, Container))
            return result_types.layer_dtype(frame, obj, name, made) if name in result_types.LAYER_DTYPES else made
        if analysis.knowledge.method(base, name) is not None:
            return frame.make(ExternalMethod, base, name, obj).single
    dynamic = frame.heap.read(obj, ANY_ATTRIBUTE, frame.context)
    if dynamic:
        return dynamic
    fallback = class_lookup(frame, obj.cls, "__getattr__") or class_lookup(frame, obj.cls, "__getattribute__")
    method = bind(frame, fallback, obj, obj.cls, node)
    if method:
        return frame.evaluator.call(frame, method, Args([frame.make.constant(name)]), node)
    waiting = frame.heap.missing(frame.context)
    if waiting:
        bases = analysis.classes.external_bases(obj.cls)
        if bases and _is_called(node):
            return frame.make(ExternalMethod, _unseen_owner(frame, bases), name, obj).single
        frame.evaluator.unseen(frame, Use.ATTRIBUTE, obj, node, name)
    return waiting


def _unseen_owner(frame: Frame, bases: list[str]) -> str:
    """The outside class that is taken to have a method that none is known to have: an undescribed one, if any."""
    return next((base for base in bases if frame.analysis.knowledge.lookup(base) is None), bases[0])


def dictionary(
    frame: Frame, obj: Instance | ExternalInstance | ModuleObject | Function | Partial, node: nodes.NodeNG, kind: str
) -> Value:
    """`x.__dict__`, `globals()`: a dictionary of the attributes; what is written to it is an attribute."""
    container = iteration.new_container(frame, kind, node)
    heap = frame.heap
    heap.namespaces[container] = obj
    fields = heap.fields(obj)
    if not heap.is_looked_through(container, fields, frame.context):
        for name in heap.attribute_names(obj):
            heap.write(container, Key(Literal(name)), heap.read(obj, name, frame.context))
            heap.write(container, KEYS, frame.make.constant(name))
        heap.look_through(container, fields, frame.context)
    if type(obj) is not ModuleObject:
        # Whoever has the dictionary may read each of the attributes in it.
        note_any_read(frame, obj, node)
        if not _is_asked_for_one(node):
            frame.evaluator.tracing.uncovered(frame, node, "it reads all attributes of an object")
    return container.single


def _is_asked_for_one(dictionary: nodes.NodeNG) -> bool:
    """Whether a dictionary of attributes is asked for one of them: `x.__dict__["a"]`, `x.__dict__.get("a")`."""
    parent = dictionary.parent
    if isinstance(parent, nodes.Attribute):
        return parent.attrname in _OF_ONE_KEY
    return isinstance(parent, (nodes.Subscript, nodes.Compare))


_OF_ONE_KEY = frozenset({"get", "setdefault", "pop", "update", "__getitem__", "__setitem__", "__contains__"})


def mirror(frame: Frame, container: Container, given: Args, node: nodes.NodeNG) -> None:
    """`x.__dict__.update(...)`: the keys of what is `given` become attributes of `x`."""
    owner = frame.heap.namespaces.get(container)
    if owner is None:
        return
    named: dict[str | Slot, Value] = dict(given.keywords.items())
    for value in given.positional:
        for obj in select(value, Container):
            for name in list(frame.heap.fields(obj)):
                attribute = attribute_for(name)
                if attribute is not None:
                    read = frame.heap.read(obj, name, frame.context)
                    named[attribute] = named.get(attribute, BOTTOM) | read
            frame.heap.read(obj, ANY_ELEMENT, frame.context)
    if given.double_star:
        named[ANY_ATTRIBUTE] = named.get(ANY_ATTRIBUTE, BOTTOM) | given.double_star
    for name, value in named.items():
        store(frame, owner, name, value, node, name if isinstance(name, str) else "")


def contents(frame: Frame, obj: AbstractObject) -> Value:
    """The container inside an object whose class derives from `list`, `dict` or the like."""
    if type(obj) is not Instance:
        return BOTTOM
    for base in frame.analysis.classes.external_bases(obj.cls):
        kind = _CONTAINERS.get(base)
        if kind is not None:
            return frame.make(Container, kind, obj.site, obj.owner).single
    return BOTTOM


_CONTAINERS = {
    "builtins.list": "list",
    "builtins.dict": "dict",
    "builtins.set": "set",
    "collections.OrderedDict": "dict",
    "collections.UserDict": "dict",
    "collections.UserList": "list",
    "collections.defaultdict": "dict",
    "collections.deque": "deque",
}


_WEIGHT_LISTS = frozenset(
    {"trainable_variables", "trainable_weights", "weights", "variables", "non_trainable_variables"}
)
_LISTS_OF_PARTS = frozenset({"layers", "losses", "metrics", "submodules"})
"""What layers, models and modules list of those that stand in their attributes."""

_KEPT = frozenset({PythonScalar, Array, NoneObject, Tensor, Container, Instance, ExternalInstance, TupleObject})
"""What a trace would keep as it found it in an attribute; methods and classes are no state."""


def _class(frame: Frame, obj: ClassObject, name: str, node: nodes.NodeNG) -> Value:
    analysis = frame.analysis
    if name == "__name__":
        return frame.make.constant(obj.node.name)
    if name in ("__qualname__", "__module__", "__doc__"):
        return STR
    if name == "__dict__":
        return _members(frame, obj, node)
    found = class_lookup(frame, obj, name)
    if found and analysis.classes.is_enum(obj):
        member = records.enum_member(frame, obj, name)
        if member is not None:
            return member
    if found:
        _note_class_read(frame, obj, name, found, node)
        return bind(frame, found, None, obj, node)
    if analysis.classes.is_named_tuple(obj):
        own = records.named_tuple_class_attribute(frame, obj, name)
        if own is not None:
            return own
    for base in analysis.classes.external_bases(obj):
        if analysis.knowledge.method(base, name) is not None:
            return external(frame, f"{base}.{name}", node)
    found = _of_metaclass(frame, obj, name, node)
    if found:
        return found
    missing = frame.heap.missing(frame.context)
    described = [base for base in analysis.classes.external_bases(obj) if analysis.knowledge.describes(base)]
    if missing and described and (_is_called(node) or isinstance(node.parent, nodes.Assign)):
        # It raises, or is missing in the data.
        return external(frame, f"{described[0]}.{name}", node)
    return missing


def _of_metaclass(frame: Frame, cls: ClassObject, name: str, node: nodes.NodeNG) -> Value:
    """An attribute that a class has because its own class has it."""
    metaclass = frame.analysis.classes.metaclass(cls)
    if type(metaclass) is ClassObject:
        return bind(frame, class_lookup(frame, metaclass, name), cls, metaclass, node)
    if type(metaclass) is External and frame.analysis.knowledge.method(metaclass.name, name) is not None:
        return external(frame, f"{metaclass.name}.{name}", node)
    return BOTTOM


def _note_tracked(frame: Frame, obj: Instance, node: nodes.NodeNG) -> None:
    """Note that the layers of an object are read, and its lists of layers or variables: `model.trainable_variables`.

    What is not known may be a layer, too, that somebody freezes between the calls.
    """
    for name in frame.heap.all_names(obj, frame.context):
        held = frame.heap.read(obj, name, frame.context)
        if has(held, Opaque, Unknown) and not frame.is_module:
            origins = frame.analysis.events.origins
            frame.assume(origins.assumption(Use.ATTRIBUTE, node, Because.UNKNOWN_OBJECT))
        # Of lists that are empty so far: what is put in later is read then.
        inside = join([iteration.container_elements(frame, each) for each in select(held, Container)])
        listed = has(inside, ExternalInstance, Instance) or _has_variable(inside)
        if listed or _has_variable(held) or any(_is_part(frame, each) for each in held):
            frame.context.summary.attributes.add_read(obj, name, node)


def _has_variable(value: Value) -> bool:
    return any(each.kind == "variable" for each in select(value, Tensor))


def _is_part(frame: Frame, obj: AbstractObject) -> bool:
    """Whether an object may be a layer or module, whose variables are also those of the object that has it."""
    if type(obj) is not Instance:
        return type(obj) is ExternalInstance
    packages = {base.partition(".")[0] for base in frame.analysis.classes.external_bases(obj.cls)}
    return not packages <= sys.stdlib_module_names


def note_any_read(frame: Frame, obj: AbstractObject, node: nodes.NodeNG) -> None:
    """Note that any attribute of an object may be read: by a name that is put together."""
    for name in frame.heap.all_names(obj, frame.context):
        if any(type(each) in _KEPT for each in frame.heap.read(obj, name, frame.context)):
            frame.context.summary.attributes.add_read(obj, name, node)


def _note_class_read(frame: Frame, cls: ClassObject, name: str, raw: Value, node: nodes.NodeNG) -> None:
    """Note that what can be changed in place is read off a class: whoever changes it changes it for all."""
    if has(raw, Array, Container, ExternalInstance, Instance, NamespaceObject, Partial, TupleObject):
        owner = frame.analysis.classes.binder(cls, name)
        if owner is not None:
            frame.context.summary.attributes.add_read(owner, name, node)


def _members(frame: Frame, cls: ClassObject, node: nodes.NodeNG) -> Value:
    """`vars(cls)`: what the body of a class binds, as functions and not as methods."""
    container = iteration.new_container(frame, "dict", node)
    for name in sorted(frame.analysis.scopes.names(cls.node).bound):
        frame.heap.write(container, Key(Literal(name)), frame.heap.read(cls, name, frame.context))
        frame.heap.write(container, KEYS, frame.make.constant(name))
    return container.single


def _super(frame: Frame, obj: Super, name: str, node: nodes.NodeNG) -> Value:
    analysis = frame.analysis
    cls = obj.receiver.project_class
    if cls is None:
        return UNKNOWN_ATTRIBUTE
    receiver = obj.receiver if obj.receiver is not cls else None
    mro = analysis.classes.mro(cls)
    after = mro[mro.index(obj.after) + 1 :] if obj.after in mro else analysis.classes.mro(obj.after)[1:]
    binding = (cls for cls in after if analysis.scopes.class_binds(cls, name))
    found = next((frame.heap.read(cls, name, frame.context) for cls in binding), BOTTOM)
    if found:
        return bind(frame, found, receiver, cls, node)
    held = contents(frame, receiver) if receiver is not None else BOTTOM
    if held and name not in ("__init__", "__new__", "__setattr__"):
        return get(frame, held, name, node)
    for base in analysis.classes.external_bases(cls):
        kind = analysis.knowledge.attribute(base, name)
        if kind is not None:
            return frame.evaluator.materialize(frame, kind, node, None, obj.receiver)
        if analysis.knowledge.method(base, name) is not None:
            return frame.make(ExternalMethod, base, name, obj.receiver).single
    bases = analysis.classes.external_bases(cls)
    owner = _unseen_owner(frame, bases) if bases else "builtins.object"
    return frame.make(ExternalMethod, owner, name, obj.receiver).single


def _external_instance(frame: Frame, obj: ExternalInstance, name: str, node: nodes.NodeNG) -> Value:
    analysis = frame.analysis
    own = frame.heap.read(obj, name, frame.context)
    if own:
        frame.context.summary.attributes.add_read(obj, name, node)
        return own
    kind = analysis.knowledge.attribute(obj.cls, name)
    if name == "__dict__" and obj.cls in _NAMESPACES and not _is_made_for(obj, node):
        shown = dictionary(frame, obj, node, "dict")
        if kind is not None:
            for container in select(shown, Container):
                frame.heap.write(container, ANY_ELEMENT, OPAQUE)
        return shown
    if kind is not None:
        made = frame.evaluator.materialize(frame, kind, node, None, obj)
        if name == "iterations" and has(made, Tensor):
            made = result_types.step_counter(frame)
        frame.evaluator.tracing.attribute(frame, obj.cls, name, node)
        if name in _WEIGHT_LISTS and _may_be_unbuilt(obj):
            analysis.events.objects.add_weight_lists(select(made, Container))
        if name == "losses":
            _regularize(frame, obj, node)
        if name in _PARTS_OF_MODELS:
            symbolic.taken_from(frame, obj)
            for container in select(made, Container) if name == "layers" else ():
                frame.heap.write(container, ANY_ELEMENT, symbolic.layers_of(frame, obj))
        # An array that a library's object shows is its own.
        return views.of_owner(frame, result_types.end_of_model(frame, obj, name, made), obj.owner)
    if analysis.knowledge.method(obj.cls, name) is not None or _is_called(node):
        return frame.make(ExternalMethod, obj.cls, name, obj).single
    if analysis.knowledge.describes(obj.cls):
        # It raises, or is missing in the data.
        frame.assume(analysis.events.origins.assumption(Use.ATTRIBUTE, node, Because.NO_ENTRY, obj.cls, name))
        return UNKNOWN_ATTRIBUTE
    frame.evaluator.unseen(frame, Use.ATTRIBUTE, obj, node, name)
    return frame.evaluator.given_by(frame, obj.cls)


def _regularize(frame: Frame, obj: ExternalInstance, node: nodes.NodeNG, depth: int = 4) -> None:
    """`model.losses` calls the regularizers of its layers."""
    variable = frame.make(Tensor, "variable", "").single
    frame.evaluator.call(frame, frame.heap.read(obj, Slot.WEIGHTS, frame.context), Args([variable]), node)
    for layer in select(symbolic.layers_of(frame, obj), ExternalInstance) if depth else ():
        _regularize(frame, layer, node, depth - 1)


_PARTS_OF_MODELS = frozenset({"input", "inputs", "layers", "output", "outputs"})
"""Attributes of models of which other models are made."""
_NAMESPACES = frozenset({"argparse.Namespace", "types.SimpleNamespace"})
"""Classes whose objects have the attributes that somebody gives them, and no others."""


def _is_made_for(obj: ExternalInstance, asking: nodes.NodeNG) -> bool:
    """Whether nobody else has an object that is asked for its dictionary: `vars(parser.parse_args())`."""
    return isinstance(asking, nodes.Call) and obj.site in asking.args


def _may_be_unbuilt(obj: ExternalInstance) -> bool:
    """Whether a layer may have no variables before its first call; a `Sequential` has them if it is told its input."""
    if obj.cls == "keras.Sequential":
        written = obj.site.as_string() if isinstance(obj.site, nodes.NodeNG) else ""
        return not any(word in written for word in ("Input", "input_shape", "input_dim"))
    return obj.cls.startswith("keras.layers.")


def _builtin(frame: Frame, obj: AbstractObject, name: str, node: nodes.NodeNG) -> Value:
    looked_into = frame.heap.read(obj, Slot.LOOKED_INTO, frame.context) if name in _OF_CHAIN_MAPS else BOTTOM
    if looked_into:
        if name == "parents":
            return obj.single
        maps = iteration.new_container(frame, "list", node, looked_into)
        frame.heap.write(maps, Slot.LOOKED_INTO, obj.single)
        return maps.single
    described = _described(frame, obj, name, node)
    if described is None and not frame.is_module:
        # It raises, is missing in the data, or is how something stands: whether a generator has ended.
        owner = KIND_CLASSES.get(kind_of(obj), kind_of(obj))
        origins = frame.analysis.events.origins
        frame.assume(origins.assumption(Use.ATTRIBUTE, node, Because.NO_RUN, f"{owner}.{name}"))
    return described or OPAQUE


_OF_CHAIN_MAPS = frozenset({"maps", "parents"})
"""Attributes of a `ChainMap`: the dictionaries that it looks into, and a `ChainMap` of all but the first of them."""


def _described(frame: Frame, obj: AbstractObject, name: str, node: nodes.NodeNG) -> Value | None:
    """What the framework data says of an attribute of a builtin or tensor-like object; None where it says nothing."""
    owner = kind_of(obj)
    knowledge = frame.analysis.knowledge
    kind = knowledge.attribute(owner, name)
    if kind is not None:
        frame.evaluator.tracing.attribute(frame, owner, name, node)
        return frame.evaluator.materialize(frame, kind, node, None, obj)
    if _is_called(node) or knowledge.method(owner, name) is not None:
        return frame.make(ExternalMethod, owner, name, obj).single
    return None


def _tensor(frame: Frame, obj: Tensor | Array, name: str, node: nodes.NodeNG) -> Value:
    described = _described(frame, obj, name, node)
    if described is None:
        frame.evaluator.tracing.attribute(frame, kind_of(obj), name, node)
    elif has(described, ExternalMethod) and not _is_called(node):
        _note_eager_method(frame, obj, name, node)
    found = result_types.of_attribute(frame, obj, name, described or UNKNOWN_ATTRIBUTE)
    return views.of_owner(frame, found, obj.owner) if type(obj) is Array and name in views.ATTRIBUTES else found


def _note_eager_method(frame: Frame, obj: Tensor | Array, name: str, node: nodes.NodeNG) -> None:
    """A method that only eager tensors have, taken without a call: `if x.numpy:` raises in a graph."""
    method = frame.analysis.knowledge.method(kind_of(obj), name) if type(obj) is Tensor else None
    if method is not None and "eager-only" in method.tags:
        frame.evaluator.tracing.uncovered(frame, node, f"only eager tensors have `{name}`")


def _tuple(frame: Frame, obj: TupleObject, name: str, node: nodes.NodeNG) -> Value:
    if name in obj.fields[: len(obj.items)]:
        return obj.items[obj.fields.index(name)]
    described = _described(frame, obj, name, node)
    if described is None and (obj.items or obj.rest):
        # Operations with several results give named tuples (`tf.math.top_k(x).values`), which the data has as tuples.
        return join([*obj.items, obj.rest])
    return described or OPAQUE


def _callable(frame: Frame, obj: AbstractObject, name: str, node: nodes.NodeNG) -> Value:
    own = frame.heap.read(obj, name, frame.context)
    if own:
        return own
    frame.evaluator.tracing.function_attribute(frame, obj, name, node)
    if name in ("__name__", "__doc__", "__qualname__", "__module__"):
        return STR
    if name in _PARTS:
        return _part(frame, obj, node)
    if name == _OF_GRAPHS:
        # On a plain function it raises: the program means to have a graph.
        frame.analysis.events.calls.add_handed_over(obj.single, frame.context.scope)
    special = _OF_CALLABLES.get(type(obj))
    return (special(frame, obj, name, node) if special is not None else None) or frame.heap.missing(frame.context)


_OF_GRAPHS = "get_concrete_function"
"""What only a `tf.function` has."""
_PARTS = frozenset({"__annotations__", "__kwdefaults__", "keywords"})
"""Dictionaries that callables hold: what is written to them arrives with the next call."""


def _part(frame: Frame, obj: AbstractObject, node: nodes.NodeNG) -> Value:
    """A dictionary inside a callable, which the whole program shares."""
    container = frame.make(Container, "dict", node, None)
    frame.analysis.events.objects.add_part(innermost(obj), container)
    return container.single


def _of_method_kind(frame: Frame, obj: MethodKind, name: str, node: nodes.NodeNG) -> Value:
    return _get(frame, obj.target, name, node)


def _of_function(frame: Frame, obj: Function, name: str, node: nodes.NodeNG) -> Value | None:
    if name == "__dict__":
        return dictionary(frame, obj, node, "dict")
    if name == "__globals__":
        return dictionary(frame, frame.make(ModuleObject, frame.analysis.scopes.path_of(obj.node)), node, "globals")
    return frame.make(ExternalMethod, "function", name, obj).single if name == "__get__" else None


def _of_hybrid(frame: Frame, obj: Hybrid, name: str, node: nodes.NodeNG) -> Value:
    if name in ("python_function", "__wrapped__"):
        return obj.target.single
    return frame.make(ExternalMethod, "tensorflow.function", name, obj).single


def _of_bound(frame: Frame, obj: Bound, name: str, node: nodes.NodeNG) -> Value | None:
    if name == "__self__":
        return obj.receiver.single
    return obj.function.single if name in _WRAPPED else None


def _of_partial(frame: Frame, obj: Partial, name: str, node: nodes.NodeNG) -> Value | None:
    if name == "__dict__":
        return dictionary(frame, obj, node, "dict")
    if name == "args":
        return frame.make(TupleObject, obj.positional, BOTTOM, "tuple").single
    return obj.target.single if name in _WRAPPED else None


def _of_property(frame: Frame, obj: PropertyObject, name: str, node: nodes.NodeNG) -> Value | None:
    accessors = {"fget": obj.getter, "fset": obj.setter}
    accessor = accessors.get(name)
    return accessor.single if accessor is not None else frame.make(ExternalMethod, "property", name, obj).single


_OPTIMIZER = "keras.optimizers.Optimizer"
_RATES = frozenset({"learning_rate", "lr"})
"""Attributes of an optimizer that set its variable."""
_CHOOSING_RATES = (ExternalInstance, Instance, Function, Bound, Partial)
"""What gives the rate of a step: schedules and functions."""
_WRAPPED = frozenset({"__func__", "func", "__wrapped__"})
"""Attributes that give what a callable wraps."""
_OF_CALLABLES: dict[type[AbstractObject], Callable[[Frame, Any, str, nodes.NodeNG], Value | None]] = {
    Function: _of_function,
    Hybrid: _of_hybrid,
    Bound: _of_bound,
    Partial: _of_partial,
    NamedTupleClass: lambda frame, obj, name, node: records.named_tuple_class_attribute(frame, obj, name),
    PropertyObject: _of_property,
}
"""What attributes callables have beside those that all have and those that the program sets."""


def _of_external(frame: Frame, obj: External, name: str, node: nodes.NodeNG) -> Value:
    """A member of a package, a module or a class; a described function has only what all functions have."""
    knowledge, full = frame.analysis.knowledge, f"{obj.name}.{name}"
    value = external(frame, full, node)
    symbol = knowledge.lookup(obj.name)
    if symbol is None or not symbol.known or symbol.role != "function" or name.startswith("__"):
        return value
    if symbol.name.startswith("numpy.") and knowledge.method("numpy.ufunc", name) is not None:
        return frame.make(ExternalMethod, "numpy.ufunc", name, obj).single
    if knowledge.describes(full):
        return value
    return value.difference(frame.make(External, knowledge.canonical(full)).single) or UNKNOWN_ATTRIBUTE


def external(frame: Frame, name: str, node: nodes.NodeNG) -> Value:
    """The value of a qualified name outside the project: a constant's kind, else the symbol itself."""
    analysis = frame.analysis
    known = analysis.outside.names.get(name)
    if known is None:
        known = analysis.outside.names[name] = _stands_for(frame, name)
    last, itself, constant = known
    # Most programs set no attribute of an outside module; then there is no cell to read, and none to depend on.
    replaced = analysis.scopes.may_set(last, frame.context.module_path)
    written = frame.heap.read(itself, Slot.VALUE, frame.context) if replaced else BOTTOM
    if constant is not None:
        made = frame.evaluator.materialize(frame, constant.returns, node, None, None)
        if made == OPAQUE and itself.name.startswith("tensorflow."):
            # `tf.float32`
            made = result_types.holding(frame, made, DTypeObject(dtypes.named(itself.name.removeprefix("tensorflow."))))
        elif itself.name in _TEXTS:
            made = frame.make.constant(_TEXTS[itself.name])
        # Containers such as `sys.path` are shared: no context that reads one owns it.
        containers = select(made, Container)
        return made.difference(containers).union([_shared(frame, each) for each in containers]) | written
    if written and not analysis.knowledge.describes(itself.name):
        # The package itself has no such name.
        return written
    return itself.single | written


_RESIZE = "tensorflow.image.ResizeMethod."
_TEXTS = {
    **{f"{_RESIZE}{each.upper()}": each for each in "area bicubic bilinear gaussian lanczos3 lanczos5".split()},
    f"{_RESIZE}MITCHELLCUBIC": "mitchellcubic",
    f"{_RESIZE}NEAREST_NEIGHBOR": "nearest",
}
"""Constants that decide of the type of a result, and the texts that they are."""


def _stands_for(frame: Frame, name: str) -> tuple[str, External, Symbol | None]:
    """The last part of the name as its package defines it, the symbol itself, and its description if a constant."""
    knowledge = frame.analysis.knowledge
    canonical = knowledge.canonical(name)
    symbol = knowledge.lookup(canonical)
    # `typing.Optional` and its like are constants, too, but their names are what annotations are about.
    constant = symbol is not None and symbol.role == "constant" and symbol.known and not canonical.startswith("typing")
    return canonical.rpartition(".")[2], frame.make(External, canonical), symbol if constant else None


def _shared(frame: Frame, container: Container) -> Container:
    out = frame.make(Container, container.type, container.site, None)
    frame.heap.write(out, ANY_ELEMENT, iteration.container_elements(frame, container))
    return out


def class_lookup(frame: Frame, cls: ClassObject, name: str) -> Value:
    """The raw attribute of the first class in the MRO of `cls` that has it."""
    analysis = frame.analysis
    owner = analysis.classes.binder(cls, name)
    if owner is not None:
        return frame.heap.read(owner, name, frame.context)
    if name in frame.heap.set_on_classes:
        for each in analysis.classes.mro(cls):
            if frame.heap.has(each, name):
                return frame.heap.read(each, name, frame.context)
    return BOTTOM


def bind(
    frame: Frame, raw: Value, receiver: Instance | AbstractObject | None, cls: ClassObject, node: nodes.NodeNG
) -> Value:
    """What a class attribute becomes when it is read through an instance (or, `receiver` None, through the class)."""
    if len(raw) == 1:
        (obj,) = raw
        handler = _BOUND.get(type(obj))
        return obj.single if handler is None else handler(frame, obj, receiver, cls, node)
    out: list[Value] = []
    for obj in raw:
        handler = _BOUND.get(type(obj))
        out.append(obj.single if handler is None else handler(frame, obj, receiver, cls, node))
    return join(out)


def _bind_property(
    frame: Frame, obj: PropertyObject, receiver: AbstractObject | None, cls: ClassObject, node: nodes.NodeNG
) -> Value:
    if receiver is None:
        return obj.single
    return frame.evaluator.call(frame, bind_one(frame, obj.getter, receiver).single, Args(), node)


def _bind_descriptor(
    frame: Frame, obj: Instance, receiver: AbstractObject | None, cls: ClassObject, node: nodes.NodeNG
) -> Value:
    if "__get__" not in frame.analysis.scopes.names(obj.cls.node).bound:
        return obj.single
    owner = receiver.single if receiver is not None else NONE
    return frame.evaluator.call(frame, find_method(frame, obj, "__get__"), Args([owner, cls.single]), node)


def _bind_method_kind(
    frame: Frame, obj: MethodKind, receiver: AbstractObject | None, cls: ClassObject, node: nodes.NodeNG
) -> Value:
    if obj.kind == "static":
        return obj.target.single
    if obj.kind == "class":
        return bind_one(frame, obj.target, cls).single
    first = () if receiver is None else (receiver.single,)
    partials = select((obj.target,), Partial)
    return join([frame.make(Partial, p.target, (*first, *p.positional), p.keywords).single for p in partials])


def _bind_dispatcher(
    frame: Frame, obj: Dispatcher, receiver: AbstractObject | None, cls: ClassObject, node: nodes.NodeNG
) -> Value:
    return frame.make(Partial, obj, ((receiver or cls).single,), ()).single if obj.method else obj.single


def _bind_external(
    frame: Frame, obj: External, receiver: AbstractObject | None, cls: ClassObject, node: nodes.NodeNG
) -> Value:
    """`__getattr__ = dict.__getitem__` in a class body; `activation = tf.nn.relu` there becomes a method."""
    if receiver is None or not obj.name.startswith(BUILTIN_OWNERS):
        return obj.single if receiver is None else bind_one(frame, obj, receiver).single
    base, _, name = obj.name.rpartition(".")
    return frame.make(ExternalMethod, base.removeprefix("builtins."), name, receiver).single


def _bind_function(
    frame: Frame, obj: Function | Hybrid, receiver: AbstractObject | None, cls: ClassObject, node: nodes.NodeNG
) -> Value:
    return obj.single if receiver is None else bind_one(frame, obj, receiver).single


BUILTIN_OWNERS = ("builtins.dict.", "builtins.list.", "builtins.object.", "builtins.set.")
"""Builtin classes whose methods are taken over by their names, and called so."""


def bind_one(frame: Frame, obj: AbstractObject, receiver: AbstractObject) -> AbstractObject:
    """A function becomes a bound method; a hybrid function a hybrid bound method; anything else stays."""
    handler = _BOUND_ONE.get(type(obj))
    return handler(frame, obj, receiver) if handler is not None else obj


def _bind_hybrid(frame: Frame, obj: Hybrid, receiver: AbstractObject) -> AbstractObject:
    target = bind_one(frame, obj.target, receiver)
    return obj if target is obj.target else frame.make.hybrid(target, obj.site)


def _bind_one_external(frame: Frame, obj: External, receiver: AbstractObject) -> AbstractObject:
    """The functions of TensorFlow and Keras are functions of Python. Those in C, as `math.sin`, stay what they are."""
    knowledge = frame.analysis.knowledge
    symbol = knowledge.lookup(obj.name) if knowledge.framework(obj.name) is not None else None
    if symbol is None or symbol.role != "function":
        return obj
    return frame.make(Partial, obj, (receiver.single,), ())


_BOUND_ONE: dict[type[AbstractObject], Callable[[Frame, Any, AbstractObject], AbstractObject]] = {
    Function: lambda frame, obj, receiver: frame.make(Bound, obj, receiver),
    Hybrid: _bind_hybrid,
    External: _bind_one_external,
}


def find_method(frame: Frame, obj: AbstractObject, name: str) -> Value:
    """The project's method `name` of an object, bound; BOTTOM when no class of the project defines it."""
    if type(obj) is not Instance:
        return BOTTOM
    found = class_lookup(frame, obj.cls, name)
    return bind(frame, found, obj, obj.cls, obj.site) if found else BOTTOM


def hooks(frame: Frame, obj: AbstractObject) -> Iterator[tuple[str, Value, Hook]]:
    """The methods of the project that the framework bases of an object's class call."""
    cls = obj.project_class
    for name, hook in frame.analysis.classes.hooks(cls) if cls is not None else ():
        method = find_method(frame, obj, name)
        if method:
            yield name, method, hook


def defined(frame: Frame, obj: AbstractObject) -> set[str]:
    """The names of the attributes that the project gives an object, its class or a module."""
    scopes, classes = frame.analysis.scopes, frame.analysis.classes
    found = set(frame.heap.attribute_names(obj))
    if isinstance(obj, ModuleObject):
        found |= scopes.names(scopes.trees[obj.path].tree).bound
    cls = obj.project_class
    for each in classes.mro(cls) if cls is not None else ():
        found |= scopes.names(each.node).bound
    return found


def set_any_attribute(frame: Frame, obj: AbstractObject, value: Value, node: nodes.NodeNG) -> None:
    """`setattr(obj, name, value)` with a name that is not known."""
    obj = obj.attribute_owner
    method = find_method(frame, obj, "__setattr__")
    if method:
        frame.evaluator.call(frame, method, Args([STR, value]), node)
    else:
        store(frame, obj, ANY_ATTRIBUTE, value, node, "")


def set_attribute(
    frame: Frame, obj: AbstractObject, name: str, value: Value, node: nodes.NodeNG, target: nodes.NodeNG | None = None
) -> None:
    """`obj.name = value`."""
    written = target.as_string() if target is not None else f"{name}"
    obj = obj.attribute_owner
    cls = obj.project_class
    if cls is obj:
        metaclass = frame.analysis.classes.metaclass(cls)
        cls = metaclass.project_class if metaclass is not None else None
    held = class_lookup(frame, cls, name) if cls is not None else BOTTOM
    if held & UNKNOWN_FOREIGN or held & UNKNOWN_EXTERNAL:
        # It may be a descriptor, which does with the value what it likes.
        frame.assume(frame.analysis.events.origins.assumption(Use.ATTRIBUTE, node, Because.UNKNOWN_EFFECT, "", name))
    for accessor in select(held, PropertyObject):
        if accessor.setter is not None:
            frame.evaluator.call(frame, bind_one(frame, accessor.setter, obj).single, Args([value]), node)
            return
    if isinstance(obj, Instance):
        method = find_method(frame, obj, "__setattr__")
        if method:
            frame.evaluator.call(frame, method, Args([frame.make.constant(name), value]), node)
            return
        for descriptor in select(class_lookup(frame, obj.cls, name), Instance):
            setter = find_method(frame, descriptor, "__set__")
            if setter:
                frame.evaluator.call(frame, setter, Args([obj.single, value]), node)
                return
    store(frame, obj, name, value, node, written)


def set_as_given(frame: Frame, method: nodes.NodeNG, given: list[Value], node: nodes.NodeNG) -> None:
    """What calling a method `__setattr__` of the project sets, where it hands on what it is given.

    That is known best where it is called. The method itself is evaluated with all names and values together, past the
    first of them: done there, each attribute would hold what any of them does.
    """
    scopes = frame.analysis.scopes
    if not scopes.handing_on(method) or handed_on(frame, node):
        return
    receivers, names, value = given
    texts = [text_of(each.single) for each in names]
    for obj in receivers:
        for text in texts:
            store(frame, obj.attribute_owner, text or ANY_ATTRIBUTE, value, node, text or "")


def handed_on(frame: Frame, node: nodes.NodeNG) -> bool:
    """Whether a call hands on what the method `__setattr__` around it was given: that is set where this was called."""
    return isinstance(node, nodes.Call) and node in frame.analysis.scopes.handing_on(node.scope())


def store(frame: Frame, obj: AbstractObject, name: str | Slot, value: Value, node: nodes.NodeNG, written: str) -> None:
    """`obj.name = value` past properties, descriptors and `__setattr__`; `written` is what the source says.

    The name may be ANY_ATTRIBUTE; then nothing is written.
    """
    handler = _STORED.get(type(obj))
    if handler is not None:
        said = f"assigns `{written}`" if written else "assigns an attribute whose name is computed"
        handler(frame, obj, name, value, node, said)


def _store_own(frame: Frame, obj: Instance, name: str | Slot, value: Value, node: nodes.NodeNG, message: str) -> None:
    bases = frame.analysis.classes.external_bases(obj.cls)
    if _is_rate(frame, bases, name, value, node):
        return
    if isinstance(name, str):
        frame.context.summary.attributes.add_assigned(obj, name, node)
    _store(frame, obj, name, value, node, message, _kind_of_write(frame, bases, name, value))
    if name in _KEPT_AS and frame.analysis.classes.is_enum(obj.cls):
        # `value` of a member gives `_value_`.
        _store_own(frame, obj, _KEPT_AS[name], value, node, message)


_KEPT_AS: dict[str | Slot, str] = {"_value_": "value", "_name_": "name"}
"""The attributes of a member of an enumeration, with the properties that read them."""


def _store(
    frame: Frame, obj: AbstractObject, name: str | Slot, value: Value, node: nodes.NodeNG, message: str,
    kind: str = "write-attribute",
) -> None:  # fmt: skip
    frame.heap.write(obj, name, value)
    frame.effect(kind, node, message, obj, name=_stated(name))


def _stated(name: str | Slot) -> str:
    """The name of an attribute; empty where the program computes it."""
    return name if isinstance(name, str) else ""


def _store_in_library(
    frame: Frame, obj: ExternalInstance, name: str | Slot, value: Value, node: nodes.NodeNG, message: str
) -> None:
    functions = frozenset([each for each in value if each.project_function is not None])
    frame.heap.write(obj, Slot.KEPT, functions)
    if obj.cls in _NAMESPACES and isinstance(name, str):
        frame.context.summary.attributes.add_assigned(obj, name, node)
    if not _is_rate(frame, [obj.cls], name, value, node):
        _store(frame, obj, name, value, node, message, _kind_of_write(frame, [obj.cls], name, value))


def _kind_of_write(frame: Frame, bases: Iterable[str], name: str | Slot, value: Value) -> str:
    """An optimizer assigns a number to the variable of its rate; a schedule takes its place, which a trace has read."""
    replaces = _is_rate_of_optimizer(frame, bases, name) and any(type(each) in _CHOOSING_RATES for each in value)
    return CONFIGURE if replaces else "write-attribute"


def _is_rate(frame: Frame, bases: Iterable[str], name: str | Slot, value: Value, node: nodes.NodeNG) -> bool:
    """Whether the rate of an optimizer is set to a tensor: a graph does so at each call, since it is a variable.

    Releases up to 2.10 keep the tensor itself, which is as well for the step that reads it then, and not for who reads
    it later.
    """
    if not only(value, Tensor) or not _is_rate_of_optimizer(frame, bases, name):
        return False
    frame.assume(frame.analysis.events.origins.assumption(Use.ATTRIBUTE, node, Because.UNKNOWN_EFFECT, "", str(name)))
    return True


def _is_rate_of_optimizer(frame: Frame, bases: Iterable[str], name: str | Slot) -> bool:
    return name in _RATES and any(frame.analysis.knowledge.is_subclass(base, _OPTIMIZER) for base in bases)


def _store_shared(
    frame: Frame, obj: AbstractObject, name: str | Slot, value: Value, node: nodes.NodeNG, message: str
) -> None:
    frame.heap.write(obj, name, value)
    if isinstance(name, str):
        frame.context.summary.attributes.add_assigned(obj, name, node)
    frame.effect("write-attribute", node, f"{message}, which everything shares", None, name=_stated(name))


def _store_outside(
    frame: Frame, obj: External, name: str | Slot, value: Value, node: nodes.NodeNG, message: str
) -> None:
    if isinstance(name, str):
        symbol = frame.make(External, frame.analysis.knowledge.canonical(f"{obj.name}.{name}"))
        frame.heap.write(symbol, Slot.VALUE, value)
    frame.effect("write-attribute", node, message, None, name=_stated(name))


def _store_unseen(
    frame: Frame, obj: AbstractObject, name: str | Slot, value: Value, node: nodes.NodeNG, message: str
) -> None:
    # What is not known and gets a rate may be an optimizer, which keeps a tensor by an operation.
    certain = name not in _RATES or has(value, PythonScalar)
    frame.effect("write-attribute", node, message, obj, certain, _stated(name))


_GOT: dict[type[AbstractObject], Callable[[Frame, Any, str, nodes.NodeNG], Value]] = {
    Instance: _instance,
    ClassObject: _class,
    External: _of_external,
    ModuleObject: _of_module,
    NamespaceObject: _of_namespace,
    Super: _super,
    ExternalInstance: _external_instance,
    **dict.fromkeys((PythonScalar, Container, Dataset, IteratorObject), _builtin),
    **dict.fromkeys((Tensor, Array), _tensor),
    TupleObject: _tuple,
    **dict.fromkeys((Function, Hybrid, Bound, PropertyObject, NamedTupleClass), _callable),
    Partial: _partial,
    MethodKind: _of_method_kind,
    Dispatcher: lambda frame, obj, name, node: single_dispatch.attribute(frame, obj, name, node),
    Unknown: _of_unknown,
    Opaque: _of_opaque,
    NoneObject: lambda frame, obj, name, node: BOTTOM,
}
"""What an attribute of an object of each kind is; those of all others are unknown."""
_BOUND: dict[
    type[AbstractObject], Callable[[Frame, Any, AbstractObject | None, ClassObject, nodes.NodeNG], Value]
] = {
    PropertyObject: _bind_property,
    Instance: _bind_descriptor,
    MethodKind: _bind_method_kind,
    Dispatcher: _bind_dispatcher,
    External: _bind_external,
    Function: _bind_function,
    Hybrid: _bind_function,
}
"""What a class attribute becomes when it is read; all others stay what they are."""


def _store_on_tensor(
    frame: Frame, obj: Tensor, name: str | Slot, value: Value, node: nodes.NodeNG, message: str
) -> None:
    """What a graph gives back, or gets, is another tensor than the one of the trace.

    A variable is the same in both, and a trace keeps what it reads of it: `variable._trainable = False`.
    """
    frame.evaluator.tracing.uncovered(frame, node, "it sets an attribute of a tensor")
    if obj.kind == "variable":
        origins = frame.analysis.events.origins
        frame.assume(origins.assumption(Use.ATTRIBUTE, node, Because.UNKNOWN_EFFECT, "", str(name)))


_STORED: dict[type[AbstractObject], Callable[[Frame, Any, str | Slot, Value, nodes.NodeNG, str], None]] = {
    Instance: _store_own,
    ExternalInstance: _store_in_library,
    **dict.fromkeys((Function, Hybrid, Bound, Partial, NamedTupleClass), _store),
    **dict.fromkeys((ClassObject, ModuleObject), _store_shared),
    External: _store_outside,
    **dict.fromkeys((Unknown, Opaque, Array), _store_unseen),
    Tensor: _store_on_tensor,
}
"""What the assignment of an attribute to an object of each kind does; all others take none."""
