"""Class statements: bases, body, decorators; and the order in which attributes are looked up."""

from __future__ import annotations

from astroid import nodes

from hybridize.inference import calls, definitions
from hybridize.inference.arguments import Args
from hybridize.inference.dispatch import evaluate
from hybridize.inference.frame import Frame
from hybridize.inference.values import Atom, ClassAtom, External, Partial, Unknown, Value


def define_class(frame: Frame, node: nodes.ClassDef) -> Value:
    """The value that a `class` statement binds."""
    cls = ClassAtom.of(node, definitions.closure_of(frame))
    engine = frame.engine
    bases: list[Atom] = []
    for base in node.bases:
        value = evaluate(frame, base)
        chosen: list[Atom] = [a for a in value if isinstance(a, (ClassAtom, External))]
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
            if any(isinstance(atom, External) and atom.name in _DATACLASSES for atom in named):
                engine.dataclasses.add(cls)
                continue
            out = calls.call(frame, made, Args([value]), decorator)
            if any(isinstance(atom, ClassAtom) for atom in out):
                value = frozenset(a for a in out if isinstance(a, ClassAtom))
    return value


_DATACLASSES = frozenset(
    {"dataclasses.dataclass", "attr.s", "attr.attrs", "attr.dataclass", "attr.define", "attr.frozen", "attrs.define"}
    | {"attrs.frozen", "chex.dataclass", "flax.struct.dataclass"}
)
"""Decorators that make `__init__` from the annotated fields."""


def linearize(cls: ClassAtom, bases: dict[ClassAtom, list[Atom]]) -> list[ClassAtom]:
    """The MRO among the project's classes (C3; for inconsistent hierarchies depth first)."""

    def merge(sequences: list[list[ClassAtom]]) -> list[ClassAtom] | None:
        out: list[ClassAtom] = []
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

    def visit(current: ClassAtom, path: tuple[ClassAtom, ...]) -> list[ClassAtom]:
        if current in path:
            return []
        parents = [b for b in bases.get(current, []) if isinstance(b, ClassAtom)]
        parts = [visit(p, (*path, current)) for p in parents]
        merged = merge([*parts, parents])
        if merged is None:
            merged = list(dict.fromkeys(c for part in parts for c in part))
        return [current, *(c for c in merged if c is not current)]

    return visit(cls, ())
