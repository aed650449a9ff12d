"""Class statements: bases, body, decorators; and the order in which attributes are looked up."""

from __future__ import annotations

from astroid import nodes

from hybridize.inference import calls, definitions
from hybridize.inference.expressions import evaluate
from hybridize.inference.frame import Frame
from hybridize.inference.values import Atom, ClassAtom, External, Unknown, Value


def define_class(frame: Frame, node: nodes.ClassDef) -> Value:
    """The value that a `class` statement binds."""
    cls = ClassAtom.of(node, definitions.closure_of(frame))
    engine = frame.engine
    bases: list[Atom] = []
    for base in node.bases:
        value = evaluate(frame, base)
        chosen = [a for a in value if isinstance(a, (ClassAtom, External))]
        bases.extend(chosen[:1] or [a for a in value if isinstance(a, Unknown)][:1])
    engine.set_bases(cls, bases)
    for keyword in node.keywords:
        evaluate(frame, keyword.value)
    engine.run_class_body(frame, cls)
    value = cls.single
    if node.decorators:
        for decorator in reversed(node.decorators.nodes):
            made = evaluate(frame, decorator)
            for atom in made:
                if isinstance(atom, External) and atom.name in (
                    "dataclasses.dataclass",
                    "attr.s",
                    "attr.define",
                    "attrs.define",
                ):
                    engine.dataclasses.add(cls)
                    break
            else:
                out = calls.call(frame, made, calls.Args([value]), decorator)
                for atom in made:
                    target = getattr(atom, "target", None)
                    if isinstance(target, External) and target.name == "dataclasses.dataclass":
                        engine.dataclasses.add(cls)
                if any(isinstance(atom, ClassAtom) for atom in out):
                    value = frozenset(a for a in out if isinstance(a, ClassAtom))
    return value


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
