"""Operators and comparisons: a tensor operand decides, else an array, else what the classes define."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from astroid import nodes

from hybridize.frameworks.tensor_types.arguments import Constant, Items, Number
from hybridize.frameworks.tensor_types.types import TensorType
from hybridize.inference.domain.fields import ANY_ELEMENT
from hybridize.inference.domain.literals import Literal
from hybridize.inference.domain.objects import (
    AbstractObject,
    ClassObject,
    Container,
    External,
    ExternalInstance,
    Instance,
    IteratorObject,
    NoneObject,
    Opaque,
    PythonScalar,
    TupleObject,
    Unknown,
    Value,
)
from hybridize.inference.domain.queries import has, is_staged, only, select
from hybridize.inference.domain.tensors import A_NUMBER, Array, Tensor, dtype_name
from hybridize.inference.domain.values import (
    BOOL,
    BOTTOM,
    FLOAT,
    INT,
    NONE,
    NONE_OBJECT,
    OPAQUE,
    STR,
    TENSOR,
    UNKNOWN_RESULT,
    join,
    text_of,
)
from hybridize.inference.python import iteration, protocols, raising, records, result_types, unfit
from hybridize.inference.python.arguments import Args
from hybridize.inference.python.frame import Frame
from hybridize.inference.state.assumptions import Use
from hybridize.inference.state.observations import Operands

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
    frame.analysis.observations.begin(node, frame.context)
    _ask_operands(frame, operator, left, right)
    if operator == "*" and only(left, PythonScalar) and only(right, Container):
        # `3 * [x]` is a new list as `[x] * 3` is, not the one that is repeated.
        left, right = right, left
    own, own_right = _instances(left), _instances(right)
    out: list[Value] = []
    refused_pairs: list[Value] = []
    if operator == "%":
        for template in filter(None, [text_of(obj.single) for obj in left]):
            protocols.interpolated(frame, template, right, node)
    if own or own_right:
        out.append(_overloaded(frame, operator, left, right, node))
        left, right = left - own, right - own_right
    # Tuples of tuples, added up again and again, would else be the product of all that they may hold.
    left, right = frame.widening.bounded_fan_out(left), frame.widening.bounded_fan_out(right)
    containers: list[Container] = []
    computing: list[AbstractObject] | None = None
    used, refused, pairs = False, len(frame.rules.refusals), 0
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
            before = len(frame.rules.refusals)
            made = _pair(frame, operator, one, other, node)
            raises = len(frame.rules.refusals) > before or _is_none_beside_tensor(one, other)
            (refused_pairs if raises else out).append(made)
            pairs += 1
    if containers:
        protocols.converted(frame, right, node)
    out += _not_made(frame, refused_pairs, out)
    if has(left, Tensor) or has(right, Tensor):
        frame.analysis.observations.compute(node, frame.context, Operands(operator, (left, right)))
    combines = bool(containers) and len(right) > len(computing or ())
    if frame.rules.refusals or frame.analysis.observations.operations:
        _observe(frame, node, refused, pairs if not (own or own_right or combines) else -1)
    if combines:
        out.append(_combined(frame, operator, containers, right, node))
    result = join(out)
    if result is INT and len(left) == 1 and len(right) == 1:
        return result_types.counted(frame, operator, left, right)
    return frame.widening.bounded_fan_out(result)


def _ask_operands(frame: Frame, operator: str, left: Value, right: Value) -> None:
    """Whether what stands beside a tensor or array is something else than operators take."""
    if operator in DUNDER and (has(left, Tensor, Array) or has(right, Tensor, Array)):
        if unfit.is_refused_by_operator(frame, DUNDER[operator], left, right):
            frame.heap.fail()


def _is_none_beside_tensor(one: AbstractObject, other: AbstractObject) -> bool:
    """An attribute that is `None` until something is built: with `None` no tensor or array computes."""
    return NONE_OBJECT in (one, other) and has((one, other), Tensor, Array)


def _not_made(frame: Frame, refused: list[Value], out: list[Value]) -> list[Value]:
    """What pairs that are refused would give, less what others give with a type: those are the ones that meet."""
    if not refused:
        return []
    plain = frame.widening.variants.plain_object
    given = {plain(obj) for obj in join(out) if obj.is_typed}
    return [frozenset([obj for obj in value if plain(obj) not in given]) for value in refused]


def _observe(frame: Frame, node: nodes.NodeNG, before: int, pairs: int) -> None:
    """Record whether an operator was refused for all pairs of objects on its two sides."""
    new = frame.rules.refusals[before:]
    del frame.rules.refusals[before:]
    if new and len(new) == pairs:
        frame.analysis.observations.refuse(node, frame.context, *new[0])
        frame.heap.fail()
    else:
        frame.analysis.observations.accept(node, frame.context)


_COMBINING = frozenset("+*|-&")
"""What gives a new container."""


def _combined(frame: Frame, operator: str, containers: list[Container], right: Value, node: nodes.NodeNG) -> Value:
    """The containers that an operator makes of containers on the left and anything on the right.

    There is one for each type of container, so each side is read once, not once for each pair.
    """
    added = select(right, Container)
    elements = join([iteration.container_elements(frame, other) for other in added])
    plain = not only(right, Container, Tensor, Array)
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
    if operator == "+" and len(containers) == 1 and len(right) == 1:
        both = [result_types.of_object(frame, each) for each in (containers[0], *right)]
        if any(result_types.has_content(frame, each) for each in (containers[0], *added)):
            lengths = [item for each in both if isinstance(each, Items) for item in each.items]
            known = all(isinstance(each, Items) for each in both)
            result_types.keep_content(frame, next(iter(made)), Items(tuple(lengths)) if known else None)
    return frozenset(made)


def _instances(value: Value) -> Value:
    return frozenset([obj for obj in value if type(obj) is Instance])


def _used(frame: Frame, operands: Iterable[AbstractObject], operator: str, node: nodes.NodeNG) -> None:
    for obj in operands:
        frame.evaluator.unseen(frame, Use.OPERATOR, obj, node, operator)


def _pair(frame: Frame, operator: str, one: AbstractObject, other: AbstractObject, node: nodes.NodeNG) -> Value:
    tensors = select((one, other), Tensor)
    if tensors or has((one, other), Array):
        _meet(frame, operator, one, other, node)
        _meet(frame, operator, other, one, node)
    if tensors:
        frame.computes(node)
        return _computed(frame, tensors, result_types.of_operator(frame, operator, one, other))
    if has((one, other), Array):
        type_ = result_types.of_operator(frame, operator, one, other)
        return frame.array if type_ is None else result_types.arrays(frame, frozenset((type_,)))
    handler = _LEFT.get(type(one))
    made = handler(frame, operator, one, other) if handler is not None else None
    if made is not None:
        return made
    if other.is_unknown:
        return other.single
    return _given_by(frame, one) or _given_by(frame, other) or UNKNOWN_RESULT


def _meet(frame: Frame, operator: str, one: AbstractObject, other: AbstractObject, node: nodes.NodeNG) -> None:
    """An operator combines an array, or what may be one, with something: a graph converts none that arrives."""
    own = dtype_name(one) if type(one) is Array else None
    partner: str | None
    if type(one) is not Array and type(other) in _KNOWN:
        return
    if own == "bool" and operator not in _OF_BOOLEANS:
        # NumPy counts with them, TensorFlow does not.
        partner = A_NUMBER
    elif type(other) is Array or type(other) is Tensor:
        partner = dtype_name(other)
    else:
        number = other.builtin_type if type(other) is PythonScalar else None
        fits = number == "int" or (number == "float" and own is not None and own.startswith("float"))
        partner = own if fits else A_NUMBER if number else None
    frame.analysis.observations.meet(node, frame.context, own, partner, refusing=True)


_OF_BOOLEANS = frozenset({"&", "|", "^", "==", "!="})
"""Operators that do the same with Booleans in NumPy and TensorFlow."""
_KNOWN = frozenset({Array, NoneObject, PythonScalar, Tensor})
"""Kinds of objects that are arrays, or are none and hold none."""


def _computed(frame: Frame, operands: list[Tensor], type_: TensorType | None) -> Value:
    """The tensor that an operation on one or two tensors gives."""
    origins = {a.origin for a in operands}
    origin = "" if "" in origins or len(origins) > 1 else origins.pop()
    return frame.widening.variants.tensor(_kind_of_result(operands), origin, type_).single


def _kind_of_result(operands: list[Tensor]) -> str:
    kinds = {each.kind for each in operands}
    return next((kind for kind in ("ragged", "sparse", "keras") if kind in kinds), "tensor")


def _given_by(frame: Frame, operand: AbstractObject) -> Value | None:
    """What an operator of something from outside the project gives; None where that is not what the operand is."""
    handler = _OUTSIDE.get(type(operand))
    return handler(frame, operand) if handler is not None else None


def _given_by_instance(frame: Frame, operand: ExternalInstance) -> Value | None:
    described = frame.analysis.knowledge.lookup(operand.cls) is not None
    return None if described else frame.evaluator.given_by(frame, operand.cls)


_OUTSIDE: dict[type[AbstractObject], Callable[[Frame, Any], Value | None]] = {
    External: lambda frame, operand: frame.evaluator.given_by(frame, operand.name),
    ExternalInstance: _given_by_instance,
}


def _scalar_with(frame: Frame, operator: str, one: PythonScalar, other: AbstractObject) -> Value | None:
    if one.type in ("str", "bytes"):
        return frame.make(PythonScalar, one.type, None).single
    handler = _SCALAR_WITH.get(type(other))
    return handler(frame, operator, one, other) if handler is not None else None


def _without_content(frame: Frame, obj: TupleObject) -> TupleObject:
    """A tuple that says no longer what lengths it holds."""
    return obj if obj.content is None else frame.make(TupleObject, obj.items, obj.rest, obj.type)


def _scalar_with_sequence(frame: Frame, operator: str, one: PythonScalar, other: AbstractObject) -> Value | None:
    return other.single if operator == "*" else None


def _tuple_with(frame: Frame, operator: str, one: TupleObject, other: AbstractObject) -> Value | None:
    if operator == "*":
        return frame.make(TupleObject, (), join([*one.items, one.rest]), "tuple").single
    if operator != "+" or not isinstance(other, TupleObject):
        return None
    if one.rest or len(one.items) + len(other.items) > MAX_TUPLE:
        held = join([*one.items, one.rest, *other.items, other.rest])
        left, right = result_types.of_object(frame, one), result_types.of_object(frame, other)
        if (one.content or other.content) and isinstance(left, Items) and isinstance(right, Items):
            return frame.make(TupleObject, (), held, "tuple", Items(left.items + right.items)).single
        return frame.make(TupleObject, (), held, "tuple").single
    return frame.make(TupleObject, (*one.items, *other.items), other.rest, "tuple").single


def _opaque_with(frame: Frame, operator: str, one: Opaque, other: AbstractObject) -> Value | None:
    if other.is_unknown:
        return None
    left, right = result_types.of_object(frame, one), result_types.of_object(frame, other)
    if operator == "+" and isinstance(left, Items) and isinstance(right, Items):
        return frame.make(Opaque, Items(left.items + right.items)).single
    if isinstance(left, (Constant, Number)) and isinstance(right, (Constant, Number)):
        numbers = [frame.make(PythonScalar, "int", None, each) for each in (left, right)]
        number = result_types.of_numbers(operator, *numbers)
        return result_types.holding(frame, OPAQUE, number) if number is not None else OPAQUE
    return OPAQUE


def _class_with(frame: Frame, operator: str, one: AbstractObject, other: AbstractObject) -> Value | None:
    """`Net | None`: a class in an annotation."""
    return one.single if operator == "|" and not other.is_unknown else None


def _numbers(frame: Frame, operator: str, one: PythonScalar, other: PythonScalar) -> Value:
    types = {one.type, other.type}
    if "str" in types:
        return STR
    if "complex" in types:
        return frame.make(PythonScalar, "complex", None).single
    return FLOAT if "float" in types or operator == "/" else INT


_SCALAR_WITH: dict[type[AbstractObject], Callable[[Frame, str, PythonScalar, Any], Value | None]] = {
    PythonScalar: _numbers,
    Container: _scalar_with_sequence,
    TupleObject: lambda frame, operator, one, other: _scalar_with_sequence(
        frame, operator, one, _without_content(frame, other)
    ),
    Opaque: lambda frame, operator, one, other: OPAQUE,
}
"""What a number on the left gives with an object of each kind."""
_LEFT: dict[type[AbstractObject], Callable[[Frame, str, Any, AbstractObject], Value | None]] = {
    PythonScalar: _scalar_with,
    TupleObject: _tuple_with,
    Unknown: lambda frame, operator, one, other: one.single,
    Opaque: _opaque_with,
    ClassObject: _class_with,
    External: _class_with,
}
"""What an operator gives by the object on its left; None where that depends on the right alone."""


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
        one: frame.evaluator.method(frame, one, _MIRRORED.get(operator, f"__r{name}__"))
        for one in select(right, Instance)
    }
    if left and any(reflected.values()):
        out.append(frame.evaluator.call(frame, join(reflected.values()), Args([left]), node))
    right = frozenset([one for one in right if not reflected.get(one)])
    # Neither side defines it.
    undefined: set[AbstractObject] = set()
    for one, others in ((left, right), (right, left)):
        _derived(frame, operator, one, others, node)
    for obj in (*left, *right):
        frame.evaluator.unseen(frame, Use.OPERATOR, obj, node, operator)
    if has(left, Instance):
        undefined |= right
    if has(right, Instance):
        undefined |= left
    if operator == "*" or has(undefined, Array, Tensor):
        # A text or list that is repeated asks for a number, a tensor for what can be added to it.
        protocols.converted(frame, left | right, node)
    if has(undefined, Tensor):
        frame.computes(node)
        out.append(TENSOR)
    if not only(undefined, Tensor):
        out.append(BOOL if operator in ("<", ">", "<=", ">=", "==", "!=") else UNKNOWN_RESULT)
    return join(out)


_MIRRORED = {
    "<": "__gt__", ">": "__lt__", "<=": "__ge__", ">=": "__le__", "==": "__eq__", "!=": "__ne__",
}  # fmt: skip
"""The method of the object on the right, where that is not named after the operator."""
_DERIVED = {
    "!=": ("__eq__",),
    **dict.fromkeys(("<", ">", "<=", ">="), ("__lt__", "__le__", "__gt__", "__ge__")),
}
"""The methods from which Python, or `functools.total_ordering`, derives a comparison that a class does not define."""


def _derived(frame: Frame, operator: str, objects: Value, others: Value, node: nodes.NodeNG) -> None:
    """Run what a comparison is derived from: it asks for the truth of the result, in code that is not converted."""
    for obj in select(objects, Instance):
        found = (frame.evaluator.method(frame, obj, name) for name in _DERIVED.get(operator, ()))
        method = next((each for each in found if each), None)
        if method is not None and has(frame.evaluator.call(frame, method, Args([others]), node), Tensor):
            frame.evaluator.tracing.uncovered(frame, node, "a comparison that is derived from another one")


def unary(frame: Frame, operator: str, value: Value, node: nodes.NodeNG) -> Value:
    """`-x`, `+x`, `~x`, `not x`."""
    if operator == "not":
        asked_for_truth(frame, value, node)
        return BOOL if value else BOTTOM
    raising.signed(frame, operator, value, node)
    if has(value, Tensor, Array) and unfit.is_refused_by_operator(frame, _UNARY[operator].strip("_"), value, None):
        frame.heap.fail()
    out: list[Value] = []
    for obj in value:
        frame.evaluator.unseen(frame, Use.OPERATOR, obj, node, operator)
        handler = _UNARY_OF.get(type(obj))
        out.append(handler(frame, operator, obj, node) if handler is not None else obj.single)
    return join(out)


def _unary_tensor(frame: Frame, operator: str, obj: Tensor, node: nodes.NodeNG) -> Value:
    frame.computes(node)
    type_ = result_types.of_sign(operator, obj.type)
    return frame.widening.variants.tensor(_kind_of_result([obj]), obj.origin, type_).single


def _unary_array(frame: Frame, operator: str, obj: Array, node: nodes.NodeNG) -> Value:
    return frame.widening.variants.array(obj.owner, result_types.of_sign(operator, obj.type)).single


def _unary_instance(frame: Frame, operator: str, obj: Instance, node: nodes.NodeNG) -> Value:
    method = frame.evaluator.method(frame, obj, _UNARY[operator])
    return frame.evaluator.call(frame, method, Args(), node) if method else UNKNOWN_RESULT


def _unary_scalar(frame: Frame, operator: str, obj: PythonScalar, node: nodes.NodeNG) -> Value:
    if obj.literal is not None:
        made = _UNARY_LITERALS[operator](obj.literal)
        return frame.make.literal(made) if made is not None else frame.make(PythonScalar, obj.type, None).single
    known = result_types.of_numbers("-", _ZERO, obj) if operator == "-" else None
    if known is not None:
        return frame.make(PythonScalar, "int", None, known).single
    return INT if obj.type == "bool" else frame.make(PythonScalar, obj.type, None).single


_ZERO = PythonScalar(0, "int", Literal(0))
_UNARY_LITERALS = {"-": Literal.negated, "+": Literal.positive, "~": Literal.inverted}
_UNARY_OF: dict[type[AbstractObject], Callable[[Frame, str, Any, nodes.NodeNG], Value]] = {
    Tensor: _unary_tensor,
    Array: _unary_array,
    Opaque: lambda frame, operator, obj, node: OPAQUE,
    Instance: _unary_instance,
    PythonScalar: _unary_scalar,
}
"""What `-x` and its like give; all others give themselves."""


def compare(frame: Frame, operator: str, left: Value, right: Value, node: nodes.NodeNG) -> Value:
    """`left operator right`, giving a tensor, an array or a bool."""
    if not left or not right:
        return BOTTOM
    frame.analysis.observations.begin(node, frame.context)
    raising.operated(frame, operator, left, right, node)
    _ask_operands(frame, operator, left, right)
    if operator in ("in", "not in"):
        _contains(frame, left, right, node)
    if operator in ("is", "is not", "in", "not in"):
        if operator in ("is", "is not") and right == NONE:
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
    protocols.equal(frame, left, right, node)
    refused_pairs: list[Value] = []
    refused = len(frame.rules.refusals)
    for one in left:
        for other in right:
            if has((one, other), Tensor, Array):
                if one is NONE_OBJECT or other is NONE_OBJECT:
                    out.append(BOOL)
                else:
                    _used(frame, (one, other), operator, node)
                    before = len(frame.rules.refusals)
                    made = _pair(frame, operator, one, other, node)
                    (out if len(frame.rules.refusals) == before else refused_pairs).append(made)
            else:
                _used(frame, (one, other), operator, node)
                out.append(_compared(frame, operator, one, other))
    if frame.rules.refusals or frame.analysis.observations.operations:
        _observe(frame, node, refused, len(left) * len(right) if not (own or own_right) else -1)
    if has(left, Tensor) or has(right, Tensor):
        frame.analysis.observations.compute(node, frame.context, Operands(operator, (left, right)))
    return join([*out, *_not_made(frame, refused_pairs, out)])


def _compared(frame: Frame, operator: str, one: AbstractObject, other: AbstractObject) -> Value:
    if operator in ("==", "!=") and one.literal is not None and other.literal is not None:
        return frame.make.constant(one.literal.python_equal(other.literal) is (operator == "=="))
    if operator in ("==", "!=") and {type(one), type(other)} in _NEVER_EQUAL:
        return frame.make.constant(operator == "!=")
    return BOOL


_NEVER_EQUAL = tuple({one, other} for one in (Container, TupleObject) for other in (PythonScalar, NoneObject))
"""Kinds of objects that are never equal: a number or text is no list, dictionary or tuple."""


def _contains(frame: Frame, left: Value, right: Value, node: nodes.NodeNG) -> None:
    protocols.compared(frame, right, left, node)
    if has(right, IteratorObject):
        iteration.elements(frame, right, node)
    for obj in right:
        method = frame.evaluator.method(frame, obj, "__contains__")
        if method:
            frame.evaluator.call(frame, method, Args([left]), node)
        else:
            frame.evaluator.unseen(frame, Use.OPERATOR, obj, node, "in")


def asked_for_truth(frame: Frame, value: Value, node: nodes.NodeNG) -> None:
    """A condition on objects of the project runs their `__bool__`, or else `__len__`."""
    for obj in value:
        method = frame.evaluator.method(frame, obj, "__bool__") or frame.evaluator.method(frame, obj, "__len__")
        if method:
            frame.evaluator.call(frame, method, Args(), node)
        else:
            frame.evaluator.unseen(frame, Use.OPERATOR, obj, node, "bool")


def _is_none(frame: Frame, value: Value, positive: bool) -> Value:
    if has(value, Unknown) or (NONE_OBJECT in value and len(value) > 1):
        return BOOL
    return frame.make.constant((value == NONE) is positive)


def note_assert(frame: Frame, test: Value, node: nodes.NodeNG) -> None:
    """An `assert` on a tensor raises at every trace (it is not converted by AutoGraph)."""
    if has(test, Tensor) or is_staged(test):
        frame.condition("autograph-limit", node, "`assert` on a tensor raises while it is traced", test)
