"""Attributes: instance, class, MRO, properties, modules, and what frameworks say about theirs."""

from __future__ import annotations

from astroid import nodes

from hybridize.frameworks.knowledge import Knowledge, Symbol
from hybridize.inference.python import calls, iteration, records, single_dispatch
from hybridize.inference.python.arguments import Args
from hybridize.inference.python.frame import Frame
from hybridize.inference.models.materialize import materialize
from hybridize.inference.domain.values import (
    BOTTOM,
    INT,
    NONE,
    OPAQUE,
    STR,
    UNKNOWN_ATTRIBUTE,
    UNKNOWN_FOREIGN,
    Array,
    Atom,
    Bound,
    Box,
    ClassAtom,
    Dataset,
    Dispatcher,
    External,
    ExternalInstance,
    ExternalMethod,
    Function,
    Hybrid,
    Instance,
    IteratorAtom,
    MethodKind,
    ModuleAtom,
    NamespaceAtom,
    NoneAtom,
    Opaque,
    Partial,
    PropertyAtom,
    Scalar,
    Super,
    Tensor,
    TupleAtom,
    Unknown,
    Value,
    crowded,
    from_package,
    join,
    of_those_that_have,
)


def kind_of(atom: Atom) -> str:
    """The name under which `frameworks` describes the methods of a builtin or tensor-like value."""
    if isinstance(atom, Tensor):
        return atom.kind
    if isinstance(atom, Array):
        return "ndarray"
    if isinstance(atom, (Scalar, Box)):
        return atom.type
    if isinstance(atom, TupleAtom):
        return "tuple"
    if isinstance(atom, Dataset):
        return "dataset" if atom.kind == "dataset" else "tensorflow.data.Iterator"
    if isinstance(atom, IteratorAtom):
        return "iterator"
    return "python"


def get(frame: Frame, value: Value, name: str, node: nodes.NodeNG) -> Value:
    """`value.name`."""
    if len(value) == 1:
        (atom,) = value
        return _get(frame, atom, name, node)
    frame.engine.crowds += len(value)
    out: list[Value] = []
    getters: dict[Atom, list[Atom]] = {}
    for atom in value:
        if isinstance(atom, Instance):
            raw = class_lookup(frame, atom.cls, name)
            own = [each for each in raw if isinstance(each, PropertyAtom)]
            if own and len(own) == len(raw):
                # One call for all receivers of a property.
                for each in own:
                    getters.setdefault(each.getter, []).append(atom)
                continue
        out.append(_get(frame, atom, name, node))
    for getter, receivers in getters.items():
        out.append(calls.call(frame, getter.single, Args([frozenset(receivers)]), node))
    # Attributes of attributes of many objects would else be their product.
    return crowded(of_those_that_have(out))


def _get(frame: Frame, atom: Atom, name: str, node: nodes.NodeNG) -> Value:
    engine = frame.engine
    if isinstance(atom, Instance):
        return _instance(frame, atom, name, node)
    if isinstance(atom, ClassAtom):
        return _class(frame, atom, name, node)
    if isinstance(atom, External):
        return external(frame, f"{atom.name}.{name}", node)
    if isinstance(atom, ModuleAtom):
        found = engine.module_attribute(atom, name, frame.context) or from_module_getattr(frame, atom, name, node)
        return found or engine.missing(frame.context)
    if isinstance(atom, NamespaceAtom):
        return engine.namespace_attribute(atom, name) or engine.missing(frame.context)
    if isinstance(atom, Super):
        return _super(frame, atom, name, node)
    if isinstance(atom, ExternalInstance):
        return _external_instance(frame, atom, name, node)
    if isinstance(atom, (Tensor, Array, Scalar, Box, TupleAtom, Dataset, IteratorAtom)):
        return _builtin(frame, atom, name, node)
    if isinstance(atom, Partial) and isinstance(atom.target, Dispatcher):
        return _get(frame, atom.target, name, node)
    if isinstance(atom, (Function, Hybrid, Bound, Partial, PropertyAtom)):
        return _callable(frame, atom, name)
    if isinstance(atom, Dispatcher):
        return single_dispatch.attribute(frame, atom, name, node)
    if isinstance(atom, Unknown):
        if name == "numpy" and _is_called(node) and atom not in UNKNOWN_FOREIGN:
            # Only tensors have it, in TensorFlow's world.
            return ExternalMethod.of("tensor", name, atom).single
        return atom.single
    if isinstance(atom, Opaque):
        return ExternalMethod.of("python", name, atom).single if _is_called(node) else OPAQUE
    return BOTTOM if isinstance(atom, NoneAtom) else UNKNOWN_ATTRIBUTE


def from_module_getattr(frame: Frame, module: ModuleAtom, name: str, node: nodes.NodeNG) -> Value:
    """What the `__getattr__` of a module (PEP 562) gives for a name that the module does not bind."""
    engine = frame.engine
    if name == "__getattr__" or not engine.binds(module, "__getattr__") or engine.binds(module, name):
        return BOTTOM
    getter = engine.module_attribute(module, "__getattr__", frame.context)
    return calls.call(frame, getter, Args([Scalar.of("str", repr(name)).single]), node)


def _is_called(node: nodes.NodeNG) -> bool:
    return isinstance(node.parent, nodes.Call) and node.parent.func is node


def _instance(frame: Frame, atom: Instance, name: str, node: nodes.NodeNG) -> Value:
    engine = frame.engine
    own = engine.read(atom, name, frame.context)
    found = class_lookup(frame, atom.cls, name)
    value = own | bind(frame, found, atom, atom.cls, node)
    if own and any(_is_data(each) for each in own):
        frame.context.attribute_reads[atom, name] = None
    if value:
        return value
    if name == "__class__":
        return atom.cls.single
    if name == "__dict__":
        return dictionary(frame, atom, node, "dict")
    if engine.is_enum(atom.cls) and name in ("value", "name"):
        return STR if name == "name" else INT
    held = contents(frame, atom)
    if held and engine.knowledge.method(kind_of(next(iter(held))), name) is not None:
        return get(frame, held, name, node)
    for base in engine.external_bases(atom.cls):
        kind = engine.knowledge.attribute(base, name)
        if kind is not None:
            made = materialize(frame, kind, node, None, atom)
            if name in _WEIGHT_LISTS:
                engine.weight_lists.update(each for each in made if isinstance(each, Box))
            return made
        if engine.knowledge.method(base, name) is not None:
            return ExternalMethod.of(base, name, atom).single
    dynamic = engine.read(atom, "*", frame.context)
    if dynamic:
        return dynamic
    fallback = class_lookup(frame, atom.cls, "__getattr__") or class_lookup(frame, atom.cls, "__getattribute__")
    method = bind(frame, fallback, atom, atom.cls, node)
    if method:
        return calls.call(frame, method, Args([Scalar.of("str", repr(name)).single]), node)
    waiting = engine.missing(frame.context)
    if waiting and engine.external_bases(atom.cls) and _is_called(node):
        return ExternalMethod.of(engine.external_bases(atom.cls)[0], name, atom).single
    return waiting


def dictionary(frame: Frame, atom: Instance | ModuleAtom, node: nodes.NodeNG, kind: str) -> Value:
    """`x.__dict__`, `globals()`: a dictionary of the attributes; what is written to it is an attribute."""
    engine = frame.engine
    box = iteration.new_box(frame, kind, node)
    engine.dictionaries[box] = atom
    for name in list(engine.heap.fields(atom)):
        if name[0] not in "%*":
            engine.write(box, iteration.index_field(repr(name)), engine.read(atom, name, frame.context))
            engine.write(box, "%keys", Scalar.of("str", repr(name)).single)
    return box.single


def mirror(frame: Frame, box: Box, given: Args, node: nodes.NodeNG) -> None:
    """`x.__dict__.update(...)`: the keys of what is `given` become attributes of `x`."""
    owner = frame.engine.dictionaries.get(box)
    if owner is None:
        return
    named = dict(given.keywords)
    for value in given.positional:
        for atom in value:
            for name in list(frame.engine.heap.fields(atom)) if isinstance(atom, Box) else ():
                if name[0] in "=*":
                    named[name.lstrip("=").strip("'\"")] = frame.engine.read(atom, name, frame.context)
            frame.engine.read(atom, "*", frame.context)
    if given.double_star:
        named["*"] = given.double_star
    for name, value in named.items():
        store(frame, owner, name, value, node, f"{name}")


def contents(frame: Frame, atom: Instance) -> Value:
    """The container inside an object whose class derives from `list`, `dict` or the like."""
    for base in frame.engine.external_bases(atom.cls):
        kind = _CONTAINERS.get(base)
        if kind is not None:
            return Box.of(kind, atom.site, atom.owner).single
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


def _is_data(atom: Atom) -> bool:
    """A Python value that a trace would freeze."""
    if isinstance(atom, Tensor):
        return atom.kind != "variable"
    return isinstance(atom, (Scalar, Array, NoneAtom))


def _class(frame: Frame, atom: ClassAtom, name: str, node: nodes.NodeNG) -> Value:
    engine = frame.engine
    if name in ("__name__", "__qualname__", "__module__", "__doc__"):
        return STR
    found = class_lookup(frame, atom, name)
    if found and engine.is_enum(atom):
        member = records.enum_member(frame, atom, name)
        if member is not None:
            return member
    if found:
        return bind(frame, found, None, atom, node)
    for base in engine.external_bases(atom):
        if engine.knowledge.method(base, name) is not None:
            return external(frame, f"{base}.{name}", node)
    return engine.missing(frame.context)


def _super(frame: Frame, atom: Super, name: str, node: nodes.NodeNG) -> Value:
    engine = frame.engine
    cls = atom.receiver.cls if isinstance(atom.receiver, Instance) else atom.receiver
    if not isinstance(cls, ClassAtom):
        return UNKNOWN_ATTRIBUTE
    mro = engine.mro(cls)
    after = mro[mro.index(atom.after) + 1 :] if atom.after in mro else engine.mro(atom.after)[1:]
    receiver = atom.receiver if isinstance(atom.receiver, Instance) else None
    found = next((engine.read(c, name, frame.context) for c in after if engine.class_binds(c, name)), BOTTOM)
    if found:
        return bind(frame, found, receiver, cls, node)
    held = contents(frame, receiver) if receiver is not None else BOTTOM
    if held and name not in ("__init__", "__new__", "__setattr__"):
        return get(frame, held, name, node)
    for base in engine.external_bases(cls):
        kind = engine.knowledge.attribute(base, name)
        if kind is not None:
            return materialize(frame, kind, node, None, atom.receiver)
        if engine.knowledge.method(base, name) is not None:
            return ExternalMethod.of(base, name, atom.receiver).single
    bases = engine.external_bases(cls)
    return ExternalMethod.of(bases[0] if bases else "builtins.object", name, atom.receiver).single


def _external_instance(frame: Frame, atom: ExternalInstance, name: str, node: nodes.NodeNG) -> Value:
    engine = frame.engine
    own = engine.read(atom, name, frame.context)
    if own:
        return own
    kind = engine.knowledge.attribute(atom.cls, name)
    if kind is not None:
        made = materialize(frame, kind, node, None, atom)
        if name in _WEIGHT_LISTS and _may_be_unbuilt(atom):
            engine.weight_lists.update(each for each in made if isinstance(each, Box))
        return made
    if engine.knowledge.method(atom.cls, name) is not None or _is_called(node):
        return ExternalMethod.of(atom.cls, name, atom).single
    return UNKNOWN_ATTRIBUTE if is_described(frame, atom.cls) else from_package(atom.cls)


def _may_be_unbuilt(atom: ExternalInstance) -> bool:
    """Whether a layer may have no variables before its first call; a `Sequential` has them if it is told its input."""
    if atom.cls == "keras.Sequential":
        written = atom.site.as_string() if isinstance(atom.site, nodes.NodeNG) else ""
        return not any(word in written for word in ("Input", "input_shape", "input_dim"))
    return atom.cls.startswith("keras.layers.")


def is_described(frame: Frame, cls: str) -> bool:
    """Whether the data has a class of a package, and with it what its objects have by themselves."""
    symbol = frame.engine.knowledge.lookup(cls)
    return symbol is not None and symbol.known


def _builtin(frame: Frame, atom: Atom, name: str, node: nodes.NodeNG) -> Value:
    owner = kind_of(atom)
    if isinstance(atom, TupleAtom) and "(" in atom.type:
        fields = atom.type.partition("(")[2].rstrip(")").split(",")
        if name in fields and fields.index(name) < len(atom.items):
            return atom.items[fields.index(name)]
    knowledge = frame.engine.knowledge
    kind = knowledge.attribute(owner, name)
    if kind is not None:
        return materialize(frame, kind, node, None, atom)
    if _is_called(node) or knowledge.method(owner, name) is not None:
        return ExternalMethod.of(owner, name, atom).single
    if isinstance(atom, TupleAtom) and (atom.items or atom.rest):
        # Operations with several results give named tuples (`tf.math.top_k(x).values`), which the data knows as tuples.
        return join([*atom.items, atom.rest])
    return UNKNOWN_ATTRIBUTE if isinstance(atom, (Tensor, Array)) else OPAQUE


def _callable(frame: Frame, atom: Atom, name: str) -> Value:
    engine = frame.engine
    own = engine.read(atom, name, frame.context)
    if own:
        return own
    if name in ("__name__", "__doc__", "__qualname__", "__module__"):
        return STR
    if isinstance(atom, Hybrid):
        if name in ("python_function", "__wrapped__"):
            return atom.target.single
        return ExternalMethod.of("tensorflow.function", name, atom).single
    if isinstance(atom, Bound) and name == "__self__":
        return atom.receiver.single
    if isinstance(atom, (Bound, Partial)) and name in ("__func__", "func", "__wrapped__"):
        return (atom.function if isinstance(atom, Bound) else atom.target).single
    if isinstance(atom, Partial):
        made = records.class_attribute(frame, atom, name)
        if made is not None:
            return made
        if name == "args":
            return TupleAtom.of(atom.positional, BOTTOM, "tuple").single
    if isinstance(atom, PropertyAtom):
        return ExternalMethod.of("property", name, atom).single
    if isinstance(atom, Function) and name == "__get__":
        return ExternalMethod.of("function", name, atom).single
    return engine.missing(frame.context)


def external(frame: Frame, name: str, node: nodes.NodeNG) -> Value:
    """The value of a qualified name outside the project: a constant's kind, else the symbol itself."""
    engine = frame.engine
    known = engine.externals.get(name)
    if known is None:
        known = engine.externals[name] = _stands_for(engine.knowledge, name)
    last, itself, constant = known
    # Most programs set no attribute of another's module at all: there is nothing to read then, and to read again.
    replaced = last in engine.assigned or "setattr" in engine.mentioned
    written = engine.read(itself, "%value", frame.context) if replaced else BOTTOM
    if constant is not None:
        made = materialize(frame, constant.returns, node, None, None)
        # What `sys.path` and the like hold belongs to nobody who reads it.
        return frozenset(_shared(frame, a) if isinstance(a, Box) else a for a in made) | written
    return itself.single | written if written else itself.single


def _stands_for(knowledge: Knowledge, name: str) -> tuple[str, External, Symbol | None]:
    """The last part of the name as its package defines it, the symbol itself, and its description if a constant."""
    canonical = knowledge.canonical(name)
    symbol = knowledge.lookup(canonical)
    # `typing.Optional` and its like are constants, too, but their names are what annotations are about.
    constant = symbol is not None and symbol.role == "constant" and symbol.known and not canonical.startswith("typing")
    return canonical.rpartition(".")[2], External.of(canonical), symbol if constant else None


def _shared(frame: Frame, box: Box) -> Box:
    out = Box.of(box.type, box.site, None)
    frame.engine.write(out, "*", iteration.box_elements(frame, box))
    return out


def class_lookup(frame: Frame, cls: ClassAtom, name: str) -> Value:
    """The raw attribute of the first class in the MRO of `cls` that has it."""
    engine = frame.engine
    owner = engine.binder(cls, name)
    if owner is not None:
        return engine.read(owner, name, frame.context)
    if name in engine.set_on_classes:
        for each in engine.mro(cls):
            if engine.heap.has(each, name):
                return engine.read(each, name, frame.context)
    return BOTTOM


def bind(frame: Frame, raw: Value, receiver: Instance | Atom | None, cls: ClassAtom, node: nodes.NodeNG) -> Value:
    """What a class attribute becomes when it is read through an instance (or, `receiver` None, through the class)."""
    out: list[Value] = []
    for atom in raw:
        if isinstance(atom, PropertyAtom):
            if receiver is None:
                out.append(atom.single)
            else:
                out.append(calls.call(frame, bind_one(atom.getter, receiver).single, Args(), node))
        elif isinstance(atom, Instance) and "__get__" in frame.engine.names(atom.cls.node).bound:
            owner = receiver.single if receiver is not None else NONE
            method = find_method(frame, atom, "__get__")
            out.append(calls.call(frame, method, Args([owner, cls.single]), node))
        elif isinstance(atom, MethodKind) and atom.kind == "partial":
            first = () if receiver is None else (receiver.single,)
            inner = atom.target
            if isinstance(inner, Partial):
                out.append(Partial.of(inner.target, (*first, *inner.positional), inner.keywords).single)
        elif isinstance(atom, Dispatcher) and atom.method:
            out.append(Partial.of(atom, ((receiver or cls).single,), ()).single)
        elif isinstance(atom, MethodKind):
            out.append(atom.target.single if atom.kind == "static" else bind_one(atom.target, cls).single)
        elif isinstance(atom, External) and receiver is not None and atom.name.startswith(BUILTIN_OWNERS):
            # `__getattr__ = dict.__getitem__` in a class body.
            base, _, method_name = atom.name.rpartition(".")
            out.append(ExternalMethod.of(base.removeprefix("builtins."), method_name, receiver).single)
        elif receiver is not None:
            out.append(bind_one(atom, receiver).single)
        else:
            out.append(atom.single)
    return join(out)


BUILTIN_OWNERS = ("builtins.dict.", "builtins.list.", "builtins.object.", "builtins.set.")
"""Builtin classes whose methods are taken over by their names, and called so."""


def bind_one(atom: Atom, receiver: Atom) -> Atom:
    """A function becomes a bound method; a hybrid function a hybrid bound method; anything else stays."""
    if isinstance(atom, Function):
        return Bound.of(atom, receiver)
    if isinstance(atom, Hybrid) and isinstance(atom.target, Function):
        return Hybrid.of(Bound.of(atom.target, receiver), atom.site)
    return atom


def find_method(frame: Frame, atom: Instance, name: str) -> Value:
    """The project's method `name` for an instance, bound; BOTTOM when no class of the project defines it."""
    found = class_lookup(frame, atom.cls, name)
    return bind(frame, found, atom, atom.cls, atom.site) if found else BOTTOM


def set_attribute(
    frame: Frame, atom: Atom, name: str, value: Value, node: nodes.NodeNG, target: nodes.NodeNG | None = None
) -> None:
    """`atom.name = value`."""
    written = target.as_string() if target is not None else f"{name}"
    if isinstance(atom, Super):
        atom = atom.receiver
    if isinstance(atom, Instance):
        for raw in class_lookup(frame, atom.cls, name):
            if isinstance(raw, PropertyAtom) and raw.setter is not None:
                calls.call(frame, bind_one(raw.setter, atom).single, Args([value]), node)
                return
        method = find_method(frame, atom, "__setattr__")
        if method:
            calls.call(frame, method, Args([Scalar.of("str", repr(name)).single, value]), node)
            return
        for raw in class_lookup(frame, atom.cls, name):
            setter = find_method(frame, raw, "__set__") if isinstance(raw, Instance) else BOTTOM
            if setter:
                calls.call(frame, setter, Args([atom.single, value]), node)
                return
    store(frame, atom, name, value, node, written)


def store(frame: Frame, atom: Atom, name: str, value: Value, node: nodes.NodeNG, written: str) -> None:
    """`atom.name = value` past properties, descriptors and `__setattr__`; `written` is what the source says."""
    engine = frame.engine
    if isinstance(atom, Instance):
        engine.write(atom, name, value)
        engine.attribute_writes.setdefault((atom, name), {})[node] = frame.context
        frame.effect("write-attribute", node, f"assigns `{written}`", atom)
    elif isinstance(atom, (ExternalInstance, Function, Hybrid, Bound, Partial)):
        engine.write(atom, name, value)
        frame.effect("write-attribute", node, f"assigns `{written}`", atom)
    elif isinstance(atom, (ClassAtom, ModuleAtom)):
        engine.write(atom, name, value)
        frame.effect("write-attribute", node, f"assigns `{written}`, which everything shares", None)
    elif isinstance(atom, External):
        engine.write(External.of(engine.knowledge.canonical(f"{atom.name}.{name}")), "%value", value)
        frame.effect("write-attribute", node, f"assigns `{written}`", None)
    elif isinstance(atom, (Unknown, Opaque, Array)):
        frame.effect("write-attribute", node, f"assigns `{written}`", atom)
