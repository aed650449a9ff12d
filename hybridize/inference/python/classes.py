"""Class statements: bases, body, decorators; and the order in which attributes are looked up."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from astroid import nodes

from hybridize.inference.python import calls, definitions
from hybridize.inference.python.arguments import Args
from hybridize.inference.python.dispatch import evaluate
from hybridize.inference.python.frame import Frame
from hybridize.inference.domain.values import AbstractObject, ClassObject, External, Partial, Unknown, Value


def define_class(frame: Frame, node: nodes.ClassDef) -> Value:
    """The value that a `class` statement binds."""
    cls = ClassObject.of(node, definitions.closure_of(frame))
    engine = frame.engine
    bases: list[AbstractObject] = []
    for base in node.bases:
        value = evaluate(frame, base)
        chosen: list[AbstractObject] = [a for a in value if isinstance(a, (ClassObject, External))]
        # A class derived from what `collections.namedtuple` made derives from its fields.
        chosen += [item for a in value if isinstance(a, Partial) for items in a.positional for item in items]
        bases.extend(chosen[:1] or [a for a in value if isinstance(a, Unknown)][:1])
    engine.set_bases(cls, bases)
    keywords = {k.arg: evaluate(frame, k.value) for k in node.keywords if k.arg is not None}
    engine.run_class_body(frame, cls)
    keywords.pop("metaclass", None)
    for base in engine.mro(cls)[1:]:
        if engine.class_binds(base, "__init_subclass__"):
            hook = engine.read(base, "__init_subclass__", frame.context)
            calls.call(frame, hook, Args([cls.single], keywords), node)
            break
    value = cls.single
    if node.decorators:
        for decorator in reversed(node.decorators.nodes):
            made = evaluate(frame, decorator)
            named = made if not isinstance(decorator, nodes.Call) else evaluate(frame, decorator.func)
            if any(isinstance(obj, External) and obj.name in _DATACLASSES for obj in named):
                engine.dataclasses.add(cls)
                continue
            out = calls.call(frame, made, Args([value]), decorator)
            if any(isinstance(obj, ClassObject) for obj in out):
                value = frozenset(a for a in out if isinstance(a, ClassObject))
    return value


_DATACLASSES = frozenset(
    {"dataclasses.dataclass", "attr.s", "attr.attrs", "attr.dataclass", "attr.define", "attr.frozen", "attrs.define"}
    | {"attrs.frozen", "chex.dataclass", "flax.struct.dataclass"}
)
"""Decorators that make `__init__` from the annotated fields."""


class Field(NamedTuple):
    """A field of a dataclass, an attrs class or a named tuple, as its class states it."""

    name: str
    init: bool
    """`__init__` takes it."""
    keyword: bool
    """By name only."""
    stored: bool
    """It is an attribute of the object; an `InitVar` goes to `__post_init__` alone."""


def own_fields(node: nodes.ClassDef) -> list[Field]:
    """The fields that the body of a class states: annotated names, and names that `attr.ib()` is assigned to."""
    out: list[Field] = []
    keyword = any(
        _is_true(k) for d in (node.decorators.nodes if node.decorators else ()) for k in getattr(d, "keywords", ())
        if k.arg == "kw_only"
    )  # fmt: skip
    for statement in node.body:
        value = getattr(statement, "value", None)
        if isinstance(statement, nodes.AnnAssign):
            target, kind = statement.target, _last_name(statement.annotation)
        elif isinstance(statement, nodes.Assign) and isinstance(value, nodes.Call) and _is_attr(value.func):
            target, kind = statement.targets[0], ""
        else:
            continue
        if kind == "KW_ONLY":
            keyword = True
        elif kind != "ClassVar" and isinstance(target, nodes.AssignName):
            stated = {k.arg: k for k in value.keywords} if isinstance(value, nodes.Call) else {}
            init = "init" not in stated or _is_true(stated["init"])
            by_name = _is_true(stated["kw_only"]) if "kw_only" in stated else keyword
            out.append(Field(target.name, init, by_name, kind != "InitVar"))
    return out


def _is_true(keyword: nodes.Keyword) -> bool:
    return not isinstance(keyword.value, nodes.Const) or bool(keyword.value.value)


def _is_attr(function: nodes.NodeNG) -> bool:
    return function.as_string() in ("attr.ib", "attr.attrib", "attrib", "ib", "attr.field", "attrs.field")


def _last_name(annotation: nodes.NodeNG) -> str:
    """`ClassVar` of `typing.ClassVar[int]`, whether it is a string or not."""
    if isinstance(annotation, nodes.Const):
        return str(annotation.value).partition("[")[0].rpartition(".")[2].strip()
    while isinstance(annotation, nodes.Subscript):
        annotation = annotation.value
    return str(getattr(annotation, "attrname", getattr(annotation, "name", "")))


Bases = Mapping[ClassObject, Sequence[AbstractObject]]


def linearize(cls: ClassObject, bases: Bases) -> list[ClassObject]:
    """The MRO among the project's classes (C3; for inconsistent hierarchies depth first)."""
    return _linear(cls, bases, ())


def _linear(cls: ClassObject, bases: Bases, below: tuple[ClassObject, ...]) -> list[ClassObject]:
    if cls in below:
        return []
    parents = [b for b in bases.get(cls, []) if isinstance(b, ClassObject)]
    parts = [_linear(parent, bases, (*below, cls)) for parent in parents]
    merged = _merged([*parts, parents])
    if merged is None:
        merged = list(dict.fromkeys(c for part in parts for c in part))
    return [cls, *(c for c in merged if c is not cls)]


def _merged(sequences: list[list[ClassObject]]) -> list[ClassObject] | None:
    """What C3 makes of the MROs of the bases and the bases; None where they contradict each other."""
    out: list[ClassObject] = []
    sequences = [s for s in sequences if s]
    while sequences:
        for candidate in (s[0] for s in sequences):
            if not any(candidate in s[1:] for s in sequences):
                break
        else:
            return None
        out.append(candidate)
        sequences = [r for r in ([c for c in s if c is not candidate] for s in sequences) if r]
    return out
