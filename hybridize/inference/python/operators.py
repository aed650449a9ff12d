"""Operators, comparisons, subscripts: tensors win, then arrays, then what the classes define."""

from __future__ import annotations

from collections.abc import Iterable

from astroid import nodes

from hybridize.inference.models import materialize
from hybridize.inference.python import attributes, calls, iteration, records
from hybridize.inference.python.arguments import Args
from hybridize.inference.python.frame import Frame
from hybridize.inference.domain.values import (
    BOOL,
    BOTTOM,
    FLOAT,
    INT,
    NONE,
    STR,
    TENSOR,
    UNKNOWN_RESULT,
    Array,
    Atom,
    Box,
    ClassAtom,
    Dataset,
    External,
    ExternalInstance,
    Instance,
    NoneAtom,
    Opaque,
    Scalar,
    Tensor,
    TupleAtom,
    Unknown,
    Value,
    crowded,
    from_package,
    join,
    of_those_that_have,
)

DUNDER = {
    "+": "add", "-": "sub", "*": "mul", "/": "truediv", "//": "floordiv", "%": "mod", "**": "pow", "@": "matmul",
    "&": "and", "|": "or", "^": "xor", "<<": "lshift", ">>": "rshift",
    "<": "lt", ">": "gt", "<=": "le", ">=": "ge", "==": "eq", "!=": "ne",
}  # fmt: skip
_UNARY = {"-": "__neg__", "+": "__pos__", "~": "__invert__"}
MAX_TUPLE = 32


def binary(frame: Frame, operator: str, left: Value, right: Value, node: nodes.NodeNG) -> Value:
    """`left operator right`."""
    if not left or not right:
        return BOTTOM
    own, own_right = _instances(left), _instances(right)
    out: list[Value] = []
    if own or own_right:
        out.append(_overloaded(frame, operator, left, right, node))
        left, right = left - own, right - own_right
    # Tuples of tuples, added up again and again, would else be the product of all that they may hold.
    left, right = crowded(left), crowded(right)
    boxes: list[Box] = []
    computing: list[Atom] | None = None
    for one in left:
        others: Iterable[Atom] = right
        if type(one) is Box and operator in _COMBINING:
            boxes.append(one)
            if computing is None:
                computing = [other for other in right if isinstance(other, (Tensor, Array))]
            others = computing
        for other in others:
            out.append(_pair(frame, operator, one, other, node))
    if boxes and len(right) > len(computing or ()):
        out.append(_combined(frame, operator, boxes, right, node))
    return crowded(join(out))


_COMBINING = frozenset("+*|-&")
"""What gives a new container."""


def _combined(frame: Frame, operator: str, boxes: list[Box], right: Value, node: nodes.NodeNG) -> Value:
    """The containers that an operator makes of containers on the left and anything on the right.

    There is one for each type of container, so each side is read once, not once for each pair.
    """
    added = [other for other in right if isinstance(other, Box)]
    elements = join([iteration.box_elements(frame, other) for other in added])
    plain = any(not isinstance(other, (Box, Tensor, Array)) for other in right)
    made: dict[Box, None] = {}
    for box in boxes:
        fresh = iteration.new_box(frame, box.type, node)
        if operator != "|" or box.type not in ("dict", "defaultdict"):
            frame.engine.write(fresh, "*", iteration.box_elements(frame, box) | elements)
        else:
            for each in (box, *(added if fresh not in made else ())):
                iteration.copy_box(frame, each, fresh)
            if plain:
                frame.engine.write(fresh, "*", UNKNOWN_RESULT)
        made[fresh] = None
    return frozenset(made)


def _instances(value: Value) -> Value:
    return frozenset([atom for atom in value if type(atom) is Instance])


def _pair(frame: Frame, operator: str, one: Atom, other: Atom, node: nodes.NodeNG) -> Value:
    if isinstance(one, Tensor) or isinstance(other, Tensor):
        frame.computes(node)
        origins = {a.origin for a in (one, other) if isinstance(a, Tensor)}
        origin = "" if "" in origins or len(origins) > 1 else origins.pop()
        kinds = {a.kind for a in (one, other) if isinstance(a, Tensor)}
        kind = next((k for k in ("ragged", "keras") if k in kinds), "tensor")
        return Tensor.of(kind, origin).single
    if isinstance(one, Array) or isinstance(other, Array):
        return frame.array
    if isinstance(one, Scalar):
        if one.type in ("str", "bytes"):
            return Scalar.of(one.type, None).single
        if isinstance(other, Scalar):
            return _numbers(operator, one, other)
        if isinstance(other, (Box, TupleAtom)) and operator == "*":
            return other.single
        if isinstance(other, Opaque):
            return other.single
    if isinstance(one, TupleAtom):
        if isinstance(other, TupleAtom) and operator == "+":
            if one.rest or len(one.items) + len(other.items) > MAX_TUPLE:
                return TupleAtom.of((), join([*one.items, one.rest, *other.items, other.rest]), "tuple").single
            return TupleAtom.of((*one.items, *other.items), other.rest, "tuple").single
        if operator == "*":
            return TupleAtom.of((), join([*one.items, one.rest]), "tuple").single
    if isinstance(one, Unknown):
        return one.single
    if isinstance(other, Unknown):
        return other.single
    if isinstance(one, Opaque):
        return one.single
    if isinstance(one, (ClassAtom, External)) and operator == "|":
        return one.single
    for atom in (one, other):
        if isinstance(atom, External):
            return from_package(atom.name)
        if isinstance(atom, ExternalInstance) and frame.engine.knowledge.lookup(atom.cls) is None:
            return from_package(atom.cls)
    return UNKNOWN_RESULT


def _numbers(operator: str, one: Scalar, other: Scalar) -> Value:
    types = {one.type, other.type}
    if "str" in types:
        return STR
    if "complex" in types:
        return Scalar.of("complex", None).single
    return FLOAT if "float" in types or operator == "/" else INT


def _overloaded(frame: Frame, operator: str, left: Value, right: Value, node: nodes.NodeNG) -> Value:
    """What the pairs with an object of the project give: one call for each side that defines the operator."""
    name = DUNDER.get(operator, "")
    out: list[Value] = []
    methods: dict[Atom, Value] = {
        one: attributes.find_method(frame, one, f"__{name}__") for one in left if isinstance(one, Instance)
    }
    if any(methods.values()):
        out.append(calls.call(frame, join(methods.values()), Args([right]), node))
    left = frozenset([one for one in left if not methods.get(one)])
    reflected: dict[Atom, Value] = {
        one: attributes.find_method(frame, one, f"__r{name}__") for one in right if isinstance(one, Instance)
    }
    if left and any(reflected.values()):
        out.append(calls.call(frame, join(reflected.values()), Args([left]), node))
    right = frozenset([one for one in right if not reflected.get(one)])
    # Neither side defines it.
    undefined: set[Atom] = set()
    if any(isinstance(one, Instance) for one in left):
        undefined |= right
    if any(isinstance(one, Instance) for one in right):
        undefined |= left
    if any(isinstance(one, Tensor) for one in undefined):
        frame.computes(node)
        out.append(TENSOR)
    if any(not isinstance(one, Tensor) for one in undefined):
        out.append(BOOL if operator in ("<", ">", "<=", ">=", "==", "!=") else UNKNOWN_RESULT)
    return join(out)


def unary(frame: Frame, operator: str, value: Value, node: nodes.NodeNG) -> Value:
    """`-x`, `+x`, `~x`, `not x`."""
    if operator == "not":
        return BOOL if value else BOTTOM
    out: list[Value] = []
    for atom in value:
        if isinstance(atom, Tensor):
            frame.computes(node)
            out.append(Tensor.of("tensor", atom.origin).single)
        elif isinstance(atom, Instance):
            method = attributes.find_method(frame, atom, _UNARY[operator])
            out.append(calls.call(frame, method, Args(), node) if method else UNKNOWN_RESULT)
        elif isinstance(atom, Scalar) and atom.text is not None and operator == "-":
            out.append(Scalar.of(atom.type, f"-{atom.text}").single)
        else:
            out.append(atom.single)
    return join(out)


def compare(frame: Frame, operator: str, left: Value, right: Value, node: nodes.NodeNG) -> Value:
    """`left operator right`, giving a tensor, an array or a bool."""
    if not left or not right:
        return BOTTOM
    if operator in ("in", "not in"):
        _contains(frame, left, right, node)
    if operator in ("is", "is not", "in", "not in"):
        if operator in ("is", "is not") and right == frozenset(a for a in right if isinstance(a, NoneAtom)):
            return _is_none(left, operator == "is")
        same = records.same_member(frame, left, right) if operator in ("is", "is not") else None
        return BOOL if same is None else Scalar.of("bool", str(same is (operator == "is"))).single
    same = records.same_member(frame, left, right) if operator in ("==", "!=") else None
    if same is not None:
        return Scalar.of("bool", str(same is (operator == "=="))).single
    out: list[Value] = []
    own, own_right = _instances(left), _instances(right)
    if own or own_right:
        comparable, comparable_right = left - NONE, right - NONE
        if comparable and comparable_right:
            out.append(_overloaded(frame, operator, comparable, comparable_right, node))
        if comparable != left or comparable_right != right:
            out.append(BOOL)
        left, right = left - own, right - own_right
    for one in left:
        for other in right:
            if isinstance(one, (Tensor, Array)) or isinstance(other, (Tensor, Array)):
                if isinstance(one, NoneAtom) or isinstance(other, NoneAtom):
                    out.append(BOOL)
                else:
                    out.append(_pair(frame, operator, one, other, node))
            elif isinstance(one, Scalar) and isinstance(other, Scalar) and one.text and other.text:
                same = one.text == other.text
                if operator in ("==", "!="):
                    out.append(Scalar.of("bool", str(same if operator == "==" else not same)).single)
                else:
                    out.append(BOOL)
            else:
                out.append(BOOL)
    return join(out)


def _contains(frame: Frame, left: Value, right: Value, node: nodes.NodeNG) -> None:
    for atom in right:
        if isinstance(atom, Instance):
            calls.call(frame, attributes.find_method(frame, atom, "__contains__"), Args([left]), node)


def asked_for_truth(frame: Frame, value: Value, node: nodes.NodeNG) -> None:
    """A condition on objects of the project runs their `__bool__`, or else `__len__`."""
    for atom in value:
        if isinstance(atom, Instance):
            method = attributes.find_method(frame, atom, "__bool__") or attributes.find_method(frame, atom, "__len__")
            calls.call(frame, method, Args(), node)


def _is_none(value: Value, positive: bool) -> Value:
    answers = {isinstance(atom, NoneAtom) if not isinstance(atom, Unknown) else None for atom in value}
    if len(answers) == 1 and None not in answers:
        answer = answers.pop()
        return Scalar.of("bool", str(answer is positive)).single
    return BOOL


def subscript(frame: Frame, value: Value, index: Value, node: nodes.NodeNG) -> Value:
    """`value[index]`."""
    if len(value) == 1:
        (atom,) = value
        return _item(frame, atom, index, node)
    return of_those_that_have([_item(frame, atom, index, node) for atom in value])


def constant_index(index: Value) -> int | str | None:
    """The position or key that an index certainly is."""
    if len(index) == 1:
        (atom,) = index
        if isinstance(atom, Scalar) and atom.text is not None:
            if atom.type == "int":
                return int(atom.text)
            if atom.type == "str":
                return atom.text
    return None


def _is_slice(node: nodes.NodeNG) -> bool:
    return isinstance(node, nodes.Subscript) and isinstance(node.slice, nodes.Slice)


def _item(frame: Frame, atom: Atom, index: Value, node: nodes.NodeNG) -> Value:
    key = constant_index(index)
    if isinstance(atom, (Box, TupleAtom)) and any(isinstance(each, Tensor) for each in index):
        frame.condition("eager-only-call", node, "a tensor is used as the index of a Python container")
    if isinstance(atom, Tensor):
        frame.computes(node)
        return Tensor.of("ragged" if atom.kind == "ragged" else "tensor", atom.origin).single
    if isinstance(atom, Array):
        return frame.array
    if isinstance(atom, TupleAtom):
        if _is_slice(node):
            return _tuple_slice(atom, node)
        if isinstance(key, int) and not atom.rest and -len(atom.items) <= key < len(atom.items):
            return atom.items[key]
        return join([*atom.items, atom.rest])
    if isinstance(atom, Box):
        return _box_item(frame, atom, key, index, node)
    if isinstance(atom, Scalar):
        return Scalar.of(atom.type, None).single if atom.type in ("str", "bytes") else BOTTOM
    if isinstance(atom, Instance):
        method = attributes.find_method(frame, atom, "__getitem__")
        if method:
            return calls.call(frame, method, Args([index]), node)
        if frame.engine.is_named_tuple(atom.cls):
            fields = iteration.positions(frame, atom) or []
            if isinstance(key, int) and -len(fields) <= key < len(fields):
                return fields[key]
            return iteration.elements(frame, atom.single, node, consume=False)
        inherited = attributes.contents(frame, atom)
        if not inherited:
            return UNKNOWN_RESULT
        absent = attributes.find_method(frame, atom, "__missing__")
        made = calls.call(frame, absent, Args([index]), node) if absent else BOTTOM
        return subscript(frame, inherited, index, node) | made
    if isinstance(atom, ExternalInstance):
        symbol = frame.engine.knowledge.method(atom.cls, "__getitem__")
        if symbol is not None:
            return materialize.materialize(frame, symbol.returns, node, Args([index]), atom)
        return frame.engine.read(atom, "%elements", frame.context) or UNKNOWN_RESULT
    if isinstance(atom, Opaque):
        # `x.shape[0]`: an element of a shape is a Python int (or None).
        return INT
    if isinstance(atom, Unknown):
        return atom.single
    if isinstance(atom, ClassAtom) and frame.engine.is_enum(atom):
        member = records.enum_member(frame, atom, str(key)[1:-1]) if isinstance(key, str) else None
        return member or records.enum_members(frame, atom)
    if isinstance(atom, (ClassAtom, External)):
        # `Optional[int]`
        return atom.single
    if isinstance(atom, Dataset):
        return UNKNOWN_RESULT
    return UNKNOWN_RESULT if not isinstance(atom, NoneAtom) else BOTTOM


def _tuple_slice(atom: TupleAtom, node: nodes.NodeNG) -> Value:
    assert isinstance(node, nodes.Subscript) and isinstance(node.slice, nodes.Slice)
    bounds: list[int | None] = []
    for part in (node.slice.lower, node.slice.upper, node.slice.step):
        if part is None:
            bounds.append(None)
        elif isinstance(part, nodes.Const) and isinstance(part.value, int):
            bounds.append(part.value)
        elif isinstance(part, nodes.UnaryOp) and part.op == "-" and isinstance(part.operand, nodes.Const):
            bounds.append(-part.operand.value)
        else:
            return TupleAtom.of((), join([*atom.items, atom.rest]), "tuple").single
    if atom.rest:
        return TupleAtom.of((), join([*atom.items, atom.rest]), "tuple").single
    return TupleAtom.of(tuple(atom.items[slice(*bounds)]), BOTTOM, "tuple").single


def _box_item(frame: Frame, box: Box, key: int | str | None, index: Value, node: nodes.NodeNG) -> Value:
    engine = frame.engine
    if box.type not in ("dict", "defaultdict") and _is_slice(node):
        return iteration.new_box(frame, box.type, node, iteration.box_elements(frame, box)).single
    if isinstance(key, int) and key < 0:
        count = sum(1 for name in engine.heap.fields(box) if name.startswith("#"))
        key = key + count if not engine.heap.has(box, "*") and count + key >= 0 else None
    if key is not None:
        own = iteration.index_field(key)
        joined = engine.read(box, "*", frame.context)
        if engine.heap.has(box, own) or joined:
            return engine.read(box, own, frame.context) | joined
        if box.type == "dict" or isinstance(key, int):
            return engine.read(box, own, frame.context) or engine.missing(frame.context)
    if box.type == "globals":
        # Any global at all: of no use.
        return UNKNOWN_RESULT
    value = iteration.box_elements(frame, box)
    return value or engine.missing(frame.context)


def note_assert(frame: Frame, test: Value, node: nodes.NodeNG) -> None:
    """An `assert` on a tensor raises at every trace (it is not converted by AutoGraph)."""
    if any(isinstance(atom, Tensor) for atom in test):
        frame.condition("autograph-limit", node, "an `assert` on a tensor raises when it is traced")
