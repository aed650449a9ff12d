"""Containers and iteration: what is inside a value, by position and key, and what taking it out does."""

from __future__ import annotations

from astroid import nodes

from hybridize.inference.models import materialize
from hybridize.inference.python import attributes, calls, records
from hybridize.inference.python.arguments import Args
from hybridize.inference.python.frame import Frame
from hybridize.inference.domain.values import (
    BOTTOM,
    INT,
    STR,
    TENSOR,
    UNKNOWN_RESULT,
    Array,
    Atom,
    Box,
    ClassAtom,
    Dataset,
    ExternalInstance,
    Instance,
    IteratorAtom,
    NoneAtom,
    Opaque,
    Scalar,
    Tensor,
    TupleAtom,
    Unknown,
    Value,
    join,
)

MAX_POSITIONS = 24
"""Elements of a display that are kept apart; longer ones (tables, data) are joined."""


def index_field(index: int | str) -> str:
    """The heap field of one element: `#0` for positions, `=key` for keys."""
    return f"#{index}" if isinstance(index, int) else f"={index}"


def new_box(frame: Frame, kind: str, node: nodes.NodeNG, element: Value = BOTTOM) -> Box:
    """A container allocated at `node` by the running activation."""
    box = Box.of(kind, node, frame.owner)
    if element:
        frame.engine.write(box, "*", element)
    return box


def copy_box(frame: Frame, source: Box, target: Box) -> None:
    """Put the elements of a container into another one, each where it was."""
    for name in list(frame.engine.heap.fields(source)):
        frame.engine.write(target, name, frame.engine.read(source, name, frame.context))
    frame.engine.read(source, "*", frame.context)


def box_elements(frame: Frame, box: Box, named: bool = True) -> Value:
    """All elements of a list or set, all values of a dict."""
    heap, context = frame.engine.heap, frame.context
    # What is remembered of the fields changes with each of them, so a statement need not log one by one.
    fields = heap.fields(box)
    parts: list[Value] = []
    for name, cell in fields.items():
        if name == "*" or (named and name[0] in "#="):
            if context not in cell.readers:
                cell.read_by(context)
            parts.append(cell.value)
    if "*" not in fields:
        heap.cell(box, "*").read_by(context)
    return join(parts)


def box_keys(frame: Frame, box: Box) -> Value:
    """The keys of a dict."""
    keys = frame.engine.read(box, "%keys", frame.context)
    return keys


def elements(frame: Frame, value: Value, node: nodes.NodeNG, consume: bool = True) -> Value:
    """What iterating over `value` gives. `consume`: a Python iterator is used up, which is an effect on it."""
    return join([_elements(frame, atom, node, consume) for atom in value])


def _elements(frame: Frame, atom: Atom, node: nodes.NodeNG, consume: bool) -> Value:
    if isinstance(atom, Tensor):
        return Tensor.of("tensor", atom.origin).single
    if isinstance(atom, Array):
        return frame.array
    if isinstance(atom, TupleAtom):
        return join([*atom.items, atom.rest])
    if isinstance(atom, Box):
        return box_keys(frame, atom) if atom.type in ("dict", "defaultdict") else box_elements(frame, atom)
    if isinstance(atom, Dataset):
        return atom.element
    if isinstance(atom, IteratorAtom):
        if consume:
            frame.effect("iterator", node, "takes from a Python iterator", atom)
        return atom.element
    if isinstance(atom, Scalar):
        return {"str": STR, "bytes": INT}.get(atom.type, BOTTOM)
    if isinstance(atom, Instance):
        return _instance_elements(frame, atom, node)
    if isinstance(atom, ExternalInstance):
        return external_elements(frame, atom, node)
    if isinstance(atom, ClassAtom):
        return records.enum_members(frame, atom) if frame.engine.is_enum(atom) else UNKNOWN_RESULT
    if isinstance(atom, NoneAtom):
        return BOTTOM
    if isinstance(atom, Opaque):
        return atom.single
    if isinstance(atom, Unknown):
        return atom.single
    return UNKNOWN_RESULT


def external_elements(frame: Frame, atom: ExternalInstance, node: nodes.NodeNG) -> Value:
    """Iterating over an instance of a framework class."""
    knowledge = frame.engine.knowledge
    if "%elements" in frame.engine.heap.fields(atom):
        return frame.engine.read(atom, "%elements", frame.context)
    for name in ("__next__", "__iter__", "__getitem__"):
        symbol = knowledge.method(atom.cls, name)
        if symbol is not None:
            got = materialize.materialize(frame, symbol.returns, node, None, atom)
            return elements(frame, got, node, consume=False) if name == "__iter__" and atom not in got else got
    return UNKNOWN_RESULT


def _instance_elements(frame: Frame, atom: Instance, node: nodes.NodeNG) -> Value:
    method = attributes.find_method(frame, atom, "__iter__")
    if method:
        got = calls.call(frame, method, Args(), node)
        out: list[Value] = []
        for each in got:
            if isinstance(each, Instance):
                following = attributes.find_method(frame, each, "__next__")
                out.append(calls.call(frame, following, Args(), node) if following else UNKNOWN_RESULT)
            else:
                out.append(_elements(frame, each, node, consume=False))
        return join(out)
    method = attributes.find_method(frame, atom, "__getitem__")
    if method:
        return calls.call(frame, method, Args([INT]), node)
    if frame.engine.is_named_tuple(atom.cls):
        return join([frame.engine.read(atom, name, frame.context) for name in frame.engine.heap.fields(atom)])
    inherited = attributes.contents(frame, atom)
    return elements(frame, inherited, node) if inherited else UNKNOWN_RESULT


def unpack(frame: Frame, value: Value, count: int, star: int | None, node: nodes.NodeNG) -> list[Value]:
    """The values of `count` targets that unpack `value`; `star` is the position of the starred one, if any."""
    columns: list[list[Value]] = [[] for _ in range(count)]
    for atom in value:
        fixed = positions(frame, atom)
        if fixed is None or (star is None and len(fixed) != count) or (star is not None and len(fixed) < count - 1):
            each = _elements(frame, atom, node, consume=True)
            for column in columns:
                column.append(each)
            continue
        if star is None:
            for column, item in zip(columns, fixed, strict=True):
                column.append(item)
        else:
            after = count - star - 1
            middle = fixed[star : len(fixed) - after]
            for i in range(star):
                columns[i].append(fixed[i])
            columns[star].append(join(middle))
            for i in range(after):
                columns[star + 1 + i].append(fixed[len(fixed) - after + i])
    out = [join(column) for column in columns]
    if star is not None:
        out[star] = new_box(frame, "list", node, out[star]).single
    return out


def positions(frame: Frame, atom: Atom) -> list[Value] | None:
    """The elements by position, when their number is known."""
    if isinstance(atom, TupleAtom) and not atom.rest:
        return list(atom.items)
    if isinstance(atom, Box) and atom.type == "list" and not frame.engine.heap.has(atom, "*"):
        names = [name for name in frame.engine.heap.fields(atom) if name.startswith("#")]
        if names:
            frame.engine.read(atom, "*", frame.context)
            return [frame.engine.read(atom, index_field(i), frame.context) for i in range(len(names))]
    if isinstance(atom, Instance) and frame.engine.is_named_tuple(atom.cls):
        names = [n for n in frame.engine.class_fields(atom.cls)]
        return [frame.engine.read(atom, name, frame.context) for name in names] or None
    return None


class TensorsInside:
    """What structures hold of tensors; each is looked into once, so it may be kept while nothing grows any more."""

    def __init__(self) -> None:
        self._known: dict[tuple[Atom, int], frozenset[str]] = {}

    def of(self, frame: Frame, atom: Atom, depth: int = 3) -> frozenset[str]:
        """The origins of the tensors in the containers of `atom`, and in containers in these up to a depth.

        A tensor that is itself the atom is not counted: this is about what a structure holds.
        """
        if not isinstance(atom, (TupleAtom, Box, Instance)):
            return _NO_ORIGINS
        found = self._known.get((atom, depth))
        if found is None:
            origins: set[str] = set()
            for each in join(held(frame, atom)):
                if isinstance(each, Tensor):
                    origins.add(each.origin)
                elif depth:
                    origins |= self.of(frame, each, depth - 1)
            found = self._known[atom, depth] = frozenset(origins) if origins else _NO_ORIGINS
        return found


_NO_ORIGINS: frozenset[str] = frozenset()


def contains_tensor(frame: Frame, value: Value, depth: int = 3) -> bool:
    """Whether the containers of `value` hold a tensor; one that is itself the value does not count."""
    inside = TensorsInside()
    return any(inside.of(frame, atom, depth) for atom in value)


def held(frame: Frame, atom: Atom) -> list[Value]:
    """The values that a structure holds: elements of containers (not attributes of objects)."""
    if isinstance(atom, TupleAtom):
        return [*atom.items, atom.rest]
    if isinstance(atom, Box):
        return frame.engine.heap.elements(atom)
    if isinstance(atom, Instance) and frame.engine.external_bases(atom.cls):
        if frame.engine.is_named_tuple(atom.cls):
            return [cell.value for cell in frame.engine.heap.fields(atom).values()]
        return [value for box in attributes.contents(frame, atom) for value in held(frame, box)]
    return []


def leaves(frame: Frame, value: Value, depth: int = 3) -> Value:
    """What stands at the ends of nested lists, tuples and dicts."""
    out: list[Value] = []
    for atom in value:
        if isinstance(atom, (TupleAtom, Box)) and depth:
            out += [leaves(frame, inner, depth - 1) for inner in read_all(frame, atom)]
        else:
            out.append(atom.single)
    return join(out)


def read_all(frame: Frame, atom: TupleAtom | Box) -> list[Value]:
    """All elements (of a dict: values) of a container."""
    return [*atom.items, atom.rest] if isinstance(atom, TupleAtom) else [box_elements(frame, atom)]


def tensors_like(
    frame: Frame, value: Value, node: nodes.NodeNG, depth: int = 3, lists: bool = True, leaf: Value = TENSOR
) -> Value:
    """The same structure with a tensor (or `leaf`) in place of each leaf: `slices:N`, `structure:N` of `frameworks`.

    `lists` False: a list is a leaf, too, as `tf.data` has it.
    """
    return _Likeness(frame, lists, leaf).of(value, node, depth)


class _Likeness:
    """Makes structures of tensors; each container of the original is copied once."""

    def __init__(self, frame: Frame, lists: bool, leaf: Value) -> None:
        self.frame = frame
        self.lists = lists
        self.leaf = leaf
        self.known: dict[tuple[Value, int], Value] = {}

    def of(self, value: Value, node: nodes.NodeNG, depth: int) -> Value:
        found = self.known.get((value, depth))
        if found is None:
            found = self.known[value, depth] = join([self._like(atom, node, depth) for atom in value])
        return found

    def _like(self, atom: Atom, node: nodes.NodeNG, depth: int) -> Value:
        if isinstance(atom, TupleAtom):
            items = tuple(self.of(item, node, depth - 1) for item in atom.items) if depth else ()
            rest = (self.of(atom.rest, node, depth - 1) if depth else self.leaf) if atom.rest else BOTTOM
            return TupleAtom.of(items, rest, atom.type).single
        if not isinstance(atom, Box) or not depth or (not self.lists and atom.type in ("list", "set")):
            return atom.single if isinstance(atom, NoneAtom) else self.leaf
        engine = self.frame.engine
        copy = new_box(self.frame, atom.type, node)
        for name, cell in list(engine.heap.fields(atom).items()):
            if name == "%keys":
                engine.write(copy, name, cell.value)
            elif value := engine.read(atom, name, self.frame.context):
                # What stands inside is a copy made where the original was, or it would be its own element.
                engine.write(copy, name, self.of(value, atom.site, depth - 1))
        return copy.single
