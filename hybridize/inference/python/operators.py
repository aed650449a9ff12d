"""Operators, comparisons, subscripts: tensors win, then arrays, then what the classes define."""

from __future__ import annotations

from collections.abc import Iterable

from astroid import nodes

from hybridize.inference.python import attributes, iteration, records
from hybridize.inference.python.arguments import Args
from hybridize.inference.python.frame import Frame
from hybridize.inference.domain.fields import ANY_ELEMENT, Index, Slot
from hybridize.inference.domain.literals import Literal
from hybridize.inference.state.assumptions import Use
from hybridize.inference.domain.objects import (
    AbstractObject,
    ClassObject,
    Container,
    Dataset,
    External,
    ExternalInstance,
    Instance,
    NoneObject,
    Opaque,
    PythonScalar,
    TupleObject,
    Unknown,
    Value,
)
from hybridize.inference.domain.queries import has, select
from hybridize.inference.domain.tensors import Array, Tensor
from hybridize.inference.domain.values import (
    BOOL,
    BOTTOM,
    FLOAT,
    INT,
    NONE,
    STR,
    TENSOR,
    UNKNOWN_RESULT,
    join,
    literal_of,
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
    left, right = frame.widening.bounded_fan_out(left), frame.widening.bounded_fan_out(right)
    containers: list[Container] = []
    computing: list[AbstractObject] | None = None
    used = False
    for one in left:
        others: Iterable[AbstractObject] = right
        if type(one) is Container and operator in _COMBINING:
            containers.append(one)
            if computing is None:
                computing = select(right, Tensor, Array)
            others = computing
        else:
            _used(frame, (one,) if used else (one, *right), operator, node)
            used = True
        for other in others:
            out.append(_pair(frame, operator, one, other, node))
    if containers and len(right) > len(computing or ()):
        out.append(_combined(frame, operator, containers, right, node))
    return frame.widening.bounded_fan_out(join(out))


_COMBINING = frozenset("+*|-&")
"""What gives a new container."""


def _combined(frame: Frame, operator: str, containers: list[Container], right: Value, node: nodes.NodeNG) -> Value:
    """The containers that an operator makes of containers on the left and anything on the right.

    There is one for each type of container, so each side is read once, not once for each pair.
    """
    added = select(right, Container)
    elements = join([iteration.container_elements(frame, other) for other in added])
    plain = any(not isinstance(other, (Container, Tensor, Array)) for other in right)
    made: dict[Container, None] = {}
    for container in containers:
        fresh = iteration.new_container(frame, container.type, node)
        if operator != "|" or container.type not in ("dict", "defaultdict"):
            frame.heap.write(fresh, ANY_ELEMENT, iteration.container_elements(frame, container) | elements)
        else:
            for each in (container, *(added if fresh not in made else ())):
                iteration.copy_container(frame, each, fresh)
            if plain:
                frame.heap.write(fresh, ANY_ELEMENT, UNKNOWN_RESULT)
        made[fresh] = None
    return frozenset(made)


def _instances(value: Value) -> Value:
    return frozenset([obj for obj in value if type(obj) is Instance])


def _used(frame: Frame, operands: Iterable[AbstractObject], operator: str, node: nodes.NodeNG) -> None:
    for obj in operands:
        frame.evaluator.unseen(frame, Use.OPERATOR, obj, node, operator)


def _pair(frame: Frame, operator: str, one: AbstractObject, other: AbstractObject, node: nodes.NodeNG) -> Value:
    if isinstance(one, Tensor) or isinstance(other, Tensor):
        frame.computes(node)
        origins = {a.origin for a in select((one, other), Tensor)}
        origin = "" if "" in origins or len(origins) > 1 else origins.pop()
        kinds = {a.kind for a in select((one, other), Tensor)}
        kind = next((k for k in ("ragged", "keras") if k in kinds), "tensor")
        return frame.make(Tensor, kind, origin).single
    if isinstance(one, Array) or isinstance(other, Array):
        return frame.array
    if isinstance(one, PythonScalar):
        if one.type in ("str", "bytes"):
            return frame.make(PythonScalar, one.type, None).single
        if isinstance(other, PythonScalar):
            return _numbers(frame, operator, one, other)
        if isinstance(other, (Container, TupleObject)) and operator == "*":
            return other.single
        if isinstance(other, Opaque):
            return other.single
    if isinstance(one, TupleObject):
        if isinstance(other, TupleObject) and operator == "+":
            if one.rest or len(one.items) + len(other.items) > MAX_TUPLE:
                return frame.make(
                    TupleObject, (), join([*one.items, one.rest, *other.items, other.rest]), "tuple"
                ).single
            return frame.make(TupleObject, (*one.items, *other.items), other.rest, "tuple").single
        if operator == "*":
            return frame.make(TupleObject, (), join([*one.items, one.rest]), "tuple").single
    if isinstance(one, Unknown):
        return one.single
    if isinstance(other, Unknown):
        return other.single
    if isinstance(one, Opaque):
        return one.single
    if isinstance(one, (ClassObject, External)) and operator == "|":
        return one.single
    for obj in (one, other):
        if isinstance(obj, External):
            return frame.evaluator.given_by(frame, obj.name)
        if isinstance(obj, ExternalInstance) and frame.analysis.knowledge.lookup(obj.cls) is None:
            return frame.evaluator.given_by(frame, obj.cls)
    return UNKNOWN_RESULT


def _numbers(frame: Frame, operator: str, one: PythonScalar, other: PythonScalar) -> Value:
    types = {one.type, other.type}
    if "str" in types:
        return STR
    if "complex" in types:
        return frame.make(PythonScalar, "complex", None).single
    return FLOAT if "float" in types or operator == "/" else INT


def _overloaded(frame: Frame, operator: str, left: Value, right: Value, node: nodes.NodeNG) -> Value:
    """What the pairs with an object of the project give: one call for each side that defines the operator."""
    name = DUNDER.get(operator, "")
    out: list[Value] = []
    methods: dict[AbstractObject, Value] = {
        one: frame.evaluator.method(frame, one, f"__{name}__") for one in select(left, Instance)
    }
    if any(methods.values()):
        out.append(frame.evaluator.call(frame, join(methods.values()), Args([right]), node))
    left = frozenset([one for one in left if not methods.get(one)])
    reflected: dict[AbstractObject, Value] = {
        one: frame.evaluator.method(frame, one, f"__r{name}__") for one in select(right, Instance)
    }
    if left and any(reflected.values()):
        out.append(frame.evaluator.call(frame, join(reflected.values()), Args([left]), node))
    right = frozenset([one for one in right if not reflected.get(one)])
    # Neither side defines it.
    undefined: set[AbstractObject] = set()
    for obj in (*left, *right):
        frame.evaluator.unseen(frame, Use.OPERATOR, obj, node, operator)
    if has(left, Instance):
        undefined |= right
    if has(right, Instance):
        undefined |= left
    if has(undefined, Tensor):
        frame.computes(node)
        out.append(TENSOR)
    if any(not isinstance(one, Tensor) for one in undefined):
        out.append(BOOL if operator in ("<", ">", "<=", ">=", "==", "!=") else UNKNOWN_RESULT)
    return join(out)


def unary(frame: Frame, operator: str, value: Value, node: nodes.NodeNG) -> Value:
    """`-x`, `+x`, `~x`, `not x`."""
    if operator == "not":
        asked_for_truth(frame, value, node)
        return BOOL if value else BOTTOM
    out: list[Value] = []
    for obj in value:
        frame.evaluator.unseen(frame, Use.OPERATOR, obj, node, operator)
        if isinstance(obj, Tensor):
            frame.computes(node)
            out.append(frame.make(Tensor, "tensor", obj.origin).single)
        elif isinstance(obj, Instance):
            method = frame.evaluator.method(frame, obj, _UNARY[operator])
            out.append(frame.evaluator.call(frame, method, Args(), node) if method else UNKNOWN_RESULT)
        elif isinstance(obj, PythonScalar):
            out.append(_unary_scalar(frame, operator, obj))
        else:
            out.append(obj.single)
    return join(out)


def _unary_scalar(frame: Frame, operator: str, obj: PythonScalar) -> Value:
    if obj.literal is not None:
        made = _UNARY_LITERALS[operator](obj.literal)
        return frame.make.literal(made) if made is not None else frame.make(PythonScalar, obj.type, None).single
    return INT if obj.type == "bool" else obj.single


_UNARY_LITERALS = {"-": Literal.negated, "+": Literal.positive, "~": Literal.inverted}


def compare(frame: Frame, operator: str, left: Value, right: Value, node: nodes.NodeNG) -> Value:
    """`left operator right`, giving a tensor, an array or a bool."""
    if not left or not right:
        return BOTTOM
    if operator in ("in", "not in"):
        _contains(frame, left, right, node)
    if operator in ("is", "is not", "in", "not in"):
        if operator in ("is", "is not") and right == frozenset(select(right, NoneObject)):
            return _is_none(frame, left, operator == "is")
        same = records.same_member(frame, left, right) if operator in ("is", "is not") else None
        return BOOL if same is None else frame.make.constant(same is (operator == "is"))
    same = records.same_member(frame, left, right) if operator in ("==", "!=") else None
    if same is not None:
        return frame.make.constant(same is (operator == "=="))
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
                if isinstance(one, NoneObject) or isinstance(other, NoneObject):
                    out.append(BOOL)
                else:
                    _used(frame, (one, other), operator, node)
                    out.append(_pair(frame, operator, one, other, node))
            else:
                _used(frame, (one, other), operator, node)
                out.append(_compared(frame, operator, one, other))
    return join(out)


def _compared(frame: Frame, operator: str, one: AbstractObject, other: AbstractObject) -> Value:
    if isinstance(one, PythonScalar) and isinstance(other, PythonScalar) and operator in ("==", "!="):
        if one.literal is not None and other.literal is not None:
            return frame.make.constant(one.literal.python_equal(other.literal) is (operator == "=="))
    return BOOL


def _contains(frame: Frame, left: Value, right: Value, node: nodes.NodeNG) -> None:
    for obj in right:
        method = frame.evaluator.method(frame, obj, "__contains__") if isinstance(obj, Instance) else BOTTOM
        if method:
            frame.evaluator.call(frame, method, Args([left]), node)
        else:
            frame.evaluator.unseen(frame, Use.OPERATOR, obj, node, "in")


def asked_for_truth(frame: Frame, value: Value, node: nodes.NodeNG) -> None:
    """A condition on objects of the project runs their `__bool__`, or else `__len__`."""
    for obj in value:
        if isinstance(obj, Instance):
            method = frame.evaluator.method(frame, obj, "__bool__") or frame.evaluator.method(frame, obj, "__len__")
            if method:
                frame.evaluator.call(frame, method, Args(), node)
                continue
        frame.evaluator.unseen(frame, Use.OPERATOR, obj, node, "bool")


def _is_none(frame: Frame, value: Value, positive: bool) -> Value:
    answers = {isinstance(obj, NoneObject) if not isinstance(obj, Unknown) else None for obj in value}
    if len(answers) == 1 and None not in answers:
        answer = answers.pop()
        return frame.make.constant(answer is positive)
    return BOOL


def subscript(frame: Frame, value: Value, index: Value, node: nodes.NodeNG) -> Value:
    """`value[index]`."""
    if len(value) == 1:
        (obj,) = value
        return _item(frame, obj, index, node)
    return of_those_that_have([_item(frame, obj, index, node) for obj in value])


def _is_slice(node: nodes.NodeNG) -> bool:
    return isinstance(node, nodes.Subscript) and isinstance(node.slice, nodes.Slice)


def _item(frame: Frame, obj: AbstractObject, index: Value, node: nodes.NodeNG) -> Value:
    key = literal_of(index)
    position = key.index if key is not None else None
    if isinstance(obj, (Container, TupleObject)) and has(index, Tensor):
        frame.condition("eager-only-call", node, "a tensor is used as the index of a Python container")
    if isinstance(obj, Tensor):
        frame.computes(node)
        return frame.make(Tensor, "ragged" if obj.kind == "ragged" else "tensor", obj.origin).single
    if isinstance(obj, Array):
        return frame.array
    if isinstance(obj, TupleObject):
        if _is_slice(node):
            return _tuple_slice(frame, obj, node)
        if position is not None and not obj.rest and -len(obj.items) <= position < len(obj.items):
            return obj.items[position]
        return join([*obj.items, obj.rest])
    if isinstance(obj, Container):
        return _container_item(frame, obj, key, index, node)
    if isinstance(obj, PythonScalar):
        return frame.make(PythonScalar, obj.type, None).single if obj.type in ("str", "bytes") else BOTTOM
    if isinstance(obj, Instance):
        method = frame.evaluator.method(frame, obj, "__getitem__")
        if method:
            return frame.evaluator.call(frame, method, Args([index]), node)
        if frame.analysis.classes.is_named_tuple(obj.cls):
            fields = iteration.positions(frame, obj) or []
            if position is not None and -len(fields) <= position < len(fields):
                return fields[position]
            return iteration.elements(frame, obj.single, node, consume=False)
        inherited = attributes.contents(frame, obj)
        if not inherited:
            frame.evaluator.unseen(frame, Use.OPERATOR, obj, node, "[]")
            return UNKNOWN_RESULT
        absent = frame.evaluator.method(frame, obj, "__missing__")
        made = frame.evaluator.call(frame, absent, Args([index]), node) if absent else BOTTOM
        return subscript(frame, inherited, index, node) | made
    if isinstance(obj, ExternalInstance):
        symbol = frame.analysis.knowledge.method(obj.cls, "__getitem__")
        if symbol is not None:
            frame.evaluator.note_effect(frame, symbol, Args([index]), node, obj)
            return frame.evaluator.materialize(frame, symbol.returns, node, Args([index]), obj)
        held = frame.heap.read(obj, Slot.ELEMENTS, frame.context)
        if not held:
            frame.evaluator.unseen(frame, Use.OPERATOR, obj, node, "[]")
        return held or UNKNOWN_RESULT
    if isinstance(obj, Opaque):
        # `x.shape[0]`: an element of a shape is a Python int (or None).
        return INT
    frame.evaluator.unseen(frame, Use.OPERATOR, obj, node, "[]")
    if isinstance(obj, Unknown):
        return obj.single
    if isinstance(obj, ClassObject) and frame.analysis.classes.is_enum(obj):
        member = records.enum_member(frame, obj, key.text) if key is not None and key.text is not None else None
        return member or records.enum_members(frame, obj)
    if isinstance(obj, (ClassObject, External)):
        # `Optional[int]`
        return obj.single
    if isinstance(obj, Dataset):
        return UNKNOWN_RESULT
    return UNKNOWN_RESULT if not isinstance(obj, NoneObject) else BOTTOM


def _tuple_slice(frame: Frame, obj: TupleObject, node: nodes.NodeNG) -> Value:
    bounds = _constant_bounds(node)
    if bounds is None or obj.rest:
        return frame.make(TupleObject, (), join([*obj.items, obj.rest]), "tuple").single
    return frame.make(TupleObject, tuple(obj.items[bounds]), BOTTOM, "tuple").single


def _list_slice(frame: Frame, container: Container, node: nodes.NodeNG) -> Value:
    """A new list: of the elements at its positions where these are known, else of any."""
    bounds, positions = _constant_bounds(node), iteration.positions(frame, container)
    if bounds is None or positions is None:
        elements = iteration.container_elements(frame, container)
        return iteration.new_container(frame, container.type, node, elements).single
    made = iteration.new_container(frame, container.type, node)
    for position, value in enumerate(positions[bounds]):
        frame.heap.write(made, Index(position), value)
    return made.single


def _constant_bounds(node: nodes.NodeNG) -> slice | None:
    """The bounds of a subscript that is a slice between written numbers."""
    assert isinstance(node, nodes.Subscript) and isinstance(node.slice, nodes.Slice)
    bounds: list[int | None] = []
    for part in (node.slice.lower, node.slice.upper, node.slice.step):
        if part is None:
            bounds.append(None)
            continue
        negative = isinstance(part, nodes.UnaryOp) and part.op == "-"
        number = part.operand if negative else part
        if not isinstance(number, nodes.Const) or not isinstance(number.value, int):
            return None
        bounds.append(-number.value if negative else number.value)
    return slice(*bounds) if bounds[2] != 0 else None


def _container_item(frame: Frame, container: Container, key: Literal | None, index: Value, node: nodes.NodeNG) -> Value:
    if container.type not in ("dict", "defaultdict") and _is_slice(node):
        return _list_slice(frame, container, node)
    own = iteration.element_field(container, key)
    if own is ANY_ELEMENT and key is not None and key.index is not None:
        # From the end of a list, whose length is known if no element stands at an unknown place.
        position = iteration.count_positions(frame, container) + key.index
        if position >= 0 and not frame.heap.has(container, ANY_ELEMENT):
            own = Index(position)
    if own is not ANY_ELEMENT:
        joined = frame.heap.read(container, ANY_ELEMENT, frame.context)
        if frame.heap.has(container, own) or joined:
            return frame.heap.read(container, own, frame.context) | joined
        if container.type == "dict" or isinstance(own, Index):
            return frame.heap.read(container, own, frame.context) or frame.heap.missing(frame.context)
    if container.type == "globals":
        # Any global at all: of no use.
        return UNKNOWN_RESULT
    value = iteration.container_elements(frame, container)
    return value or frame.heap.missing(frame.context)


def note_assert(frame: Frame, test: Value, node: nodes.NodeNG) -> None:
    """An `assert` on a tensor raises at every trace (it is not converted by AutoGraph)."""
    if has(test, Tensor):
        frame.condition("autograph-limit", node, "an `assert` on a tensor raises when it is traced")
