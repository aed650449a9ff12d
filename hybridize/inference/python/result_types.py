"""Dtypes and shapes of results: what the rules of `frameworks.tensor_types` say of calls, operators and subscripts.

Values go in and come out; between them stand the arguments that rules read. What no rule says has no type.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache, reduce
from itertools import product
from math import prod
from typing import Any

from astroid import nodes

from hybridize.frameworks.tensor_types import dtypes
from hybridize.frameworks.tensor_types.arguments import (
    NONE,
    UNKNOWN,
    Argument,
    Constant,
    DTypeObject,
    Items,
    Number,
    Repeated,
    as_dtype,
    length,
)
from hybridize.frameworks.tensor_types.attributes import attribute as attribute_of
from hybridize.frameworks.tensor_types.attributes import element_of, length_of
from hybridize.frameworks.tensor_types.declared import SPEC_PARAMETERS, from_spec
from hybridize.frameworks.tensor_types.dimensions import Dimension, Refused
from hybridize.frameworks.tensor_types.dtype_rules import DEFAULT, Setting
from hybridize.frameworks.tensor_types.indexing import Dots, Index, Slice
from hybridize.frameworks.tensor_types.indexing import subscript as subscript_of
from hybridize.frameworks.tensor_types.interpreter import (
    Refusal,
    Result,
    Several,
    Types,
    any_lengths,
    apply,
    if_it_fitted,
)
from hybridize.frameworks.tensor_types.operators import binary, function_of, unary
from hybridize.frameworks.tensor_types.refusals import is_certain
from hybridize.frameworks.tensor_types.rules import reads, rule
from hybridize.frameworks.tensor_types.types import TensorKind, TensorType, Typed, join, ordered
from hybridize.inference.domain.fields import ANY_ELEMENT
from hybridize.inference.domain.objects import (
    AbstractObject,
    Container,
    External,
    ExternalInstance,
    Instance,
    NoneObject,
    Opaque,
    PythonScalar,
    TupleObject,
    Value,
    has_types,
)
from hybridize.inference.domain.queries import has, only, select
from hybridize.inference.domain.tensors import Array, Tensor, dtype_name
from hybridize.inference.domain.values import INT, OPAQUE
from hybridize.inference.domain.variants import KINDS
from hybridize.inference.python import iteration
from hybridize.inference.python.arguments import Args
from hybridize.inference.python.frame import Frame

ALTERNATIVES = 4
"""So many possibilities of one argument are told apart, and twice as many of all arguments together."""
DEPTH = 4
"""How deep lists in lists are read."""


# From values to what rules read


def alternatives(frame: Frame, value: Value, depth: int = DEPTH) -> Sequence[Argument]:
    """What an argument may be."""
    if len(value) == 1:
        (obj,) = value
        return _possible(frame, obj, depth)
    if not value or len(value) > 2 * ALTERNATIVES:
        return (UNKNOWN,)
    found: set[Argument] = set()
    for obj in value:
        found.update(_possible(frame, obj, depth))
    if len(found) > ALTERNATIVES:
        found = set(_by_dtype(found))
    return tuple(found) if len(found) <= ALTERNATIVES else (UNKNOWN,)


def _by_dtype(found: Collection[Argument]) -> Sequence[Argument]:
    """Fewer possibilities: of tensors one for each dtype."""
    kinds: dict[dtypes.DType | None, TensorType] = {}
    others: list[Argument] = []
    for each in found:
        if isinstance(each, TensorType) and each.kind in _DENSE:
            dense = replace(each, kind=TensorKind.TENSOR)
            known = kinds.get(each.dtype)
            kinds[each.dtype] = dense if known is None else join(known, dense)
        else:
            others.append(each)
    return [*others, *([reduce(join, kinds.values())] if None in kinds else kinds.values())]


def _possible(frame: Frame, obj: AbstractObject, depth: int) -> Sequence[Argument]:
    """What one object may be: of a list whose members may have several dtypes, the same list with each of these, of a
    list of one member a list with each that this may be.

    What computes with members of two dtypes refuses them, or gives the wider one, which is among these.
    """
    found = of_object(frame, obj, depth)
    held = found.items if isinstance(found, Items) else (found.item,) if isinstance(found, Repeated) else ()
    tensors = [(index, each) for index, each in enumerate(held) if isinstance(each, TensorType)]
    unsaid = [index for index, each in tensors if each.dtype is None]
    alone = isinstance(found, Items) and len(held) == 1 and any(each.shape is None for _, each in tensors)
    handler = _MEMBERS.get(type(obj)) if unsaid or alone else None
    members = handler(frame, obj) if handler is not None else ()
    if len(members) != len(held):
        return (found,)
    if alone:
        return [Items((each,)) for each in alternatives(frame, members[0], depth - 1)] if depth else (found,)
    possible = {_dtypes(members[index]) for index in unsaid}
    several = possible.pop() if len(possible) == 1 else None
    if several is None or not any(several <= family for family in _FAMILIES):
        return (found,)
    out: list[Argument] = []
    for dtype in sorted(several, key=lambda each: each.name):
        of_one = [
            replace(each, dtype=dtype) if index in unsaid and isinstance(each, TensorType) else each
            for index, each in enumerate(held)
        ]
        out.append(Items(tuple(of_one)) if isinstance(found, Items) else Repeated(of_one[0]))
    return out


_FAMILIES = tuple(
    frozenset(map(dtypes.named, each)) for each in (dtypes.FLOATS, ("int32", "int64"), ("int64", "float64"))
)
"""Dtypes of which two together give one of the two, where they give anything."""


def _dtypes(value: Value) -> frozenset[dtypes.DType] | None:
    """The dtypes of the tensors or arrays that a value may be; None where one is not known, or for what else it is."""
    found = [obj.type.dtype for obj in select(value, Tensor, Array) if obj.type is not None and obj.type.dtype]
    return frozenset(found) if len(found) == len(value) else None


def _members_of_list(frame: Frame, obj: Container) -> Sequence[Value]:
    heap = frame.heap
    outer, heap.for_types = heap.for_types, True
    fixed = iteration.positions(frame, obj)
    found = fixed if fixed is not None else [iteration.container_elements(frame, obj)]
    heap.for_types = outer
    return found


_MEMBERS: Mapping[type[AbstractObject], Callable[[Frame, Any], Sequence[Value]]] = {
    TupleObject: lambda frame, obj: (obj.rest,) if obj.rest else obj.items,
    Container: _members_of_list,
}
"""The members of lists and tuples, one by one or all together."""


def single(frame: Frame, value: Value, depth: int = DEPTH) -> Argument:
    """What all that an argument may be have in common.

    Where two have nothing, the others are not looked at: each may be a list of lists of many more.
    """
    if len(value) == 1:
        (obj,) = value
        return of_object(frame, obj, depth)
    if not value or len(value) > 2 * ALTERNATIVES:
        return UNKNOWN
    found: set[Argument] = set()
    for obj in value:
        found.add(of_object(frame, obj, depth))
        if UNKNOWN in found or len(found) > 1 and common(found) is UNKNOWN:
            return UNKNOWN
    return common(found) if len(found) > 1 else found.pop()


def common(found: Collection[Argument]) -> Argument:
    """One argument for several: of tensors of one kind the joined type, of numbers one whose value is unknown.

    Variables and Keras' symbolic tensors are tensors to whatever computes with them.
    """
    tensors = [each for each in found if isinstance(each, TensorType)]
    if _is_tensor_or_none(found):
        # An attribute that is `None` until something is built: whatever computes with `None` raises.
        found = tensors
    if len(tensors) == len(found):
        kinds = {each.kind for each in tensors}
        if len(kinds) == 1:
            return reduce(join, tensors)
        if kinds <= _DENSE:
            return reduce(join, [replace(each, kind=TensorKind.TENSOR) for each in tensors])
    numbers = {number_type(each) for each in found}
    only = numbers.pop() if len(numbers) == 1 else None
    return Number(only) if only is not None else UNKNOWN


_DENSE = frozenset({TensorKind.TENSOR, TensorKind.VARIABLE, TensorKind.KERAS})
"""Kinds of tensors that have a value for each place of their shape."""


def _is_tensor_or_none(found: Collection[Argument]) -> bool:
    """Whether it is `None` or a tensor."""
    if NONE not in found or len(found) < 2:
        return False
    return all(each == NONE or isinstance(each, TensorType) and each.kind in _DENSE for each in found)


def number_type(argument: Argument) -> dtypes.DType | None:
    """The weak type of a Python number; None for anything else."""
    if isinstance(argument, Number):
        return argument.dtype
    found = dtypes.of_python(argument.value) if isinstance(argument, Constant) else None
    return found if found is not None and found.weak else None


def of_object(frame: Frame, obj: AbstractObject, depth: int = DEPTH) -> Argument:
    """What one object is to a rule."""
    handler = _ARGUMENTS.get(type(obj))
    return handler(frame, obj, depth) if handler is not None else UNKNOWN


def _tensor(frame: Frame, obj: Tensor, depth: int) -> Argument:
    kind = KINDS.get(obj.kind)
    return UNKNOWN if kind is None else obj.type if obj.type is not None else _untyped(kind)


def _array(frame: Frame, obj: Array, depth: int) -> Argument:
    return obj.type if obj.type is not None else _untyped(TensorKind.NDARRAY)


@lru_cache(maxsize=None)
def _untyped(kind: TensorKind) -> TensorType:
    return TensorType(kind)


def _scalar(frame: Frame, obj: PythonScalar, depth: int) -> Argument:
    if obj.literal is not None:
        return Constant(obj.literal.value)
    if obj.content is not None:
        return obj.content
    dtype = _NUMBERS.get(obj.type)
    return Number(dtype) if dtype is not None else UNKNOWN


_NUMBERS = {each.name: each for each in dtypes.WEAK_ORDER}


def _tuple(frame: Frame, obj: TupleObject, depth: int) -> Argument:
    if obj.content is not None:
        return obj.content
    if not depth:
        return UNKNOWN
    if obj.rest:
        return Repeated(single(frame, obj.rest, depth - 1)) if not obj.items else UNKNOWN
    return Items(tuple([single(frame, item, depth - 1) for item in obj.items]))


CONTENT = "content"
"""In the heap, the lengths in a list that `shape.as_list()` gives lie with an owner of their own."""


def keep_content(frame: Frame, container: Container, content: Argument | None) -> None:
    """Note which lengths a new list holds; None: nothing is known of them, whatever was known at this place."""
    made = frame.make(Opaque, content).single if isinstance(content, Items) else OPAQUE
    frame.heap.write((CONTENT, container), CONTENT, made)


def keep_members(frame: Frame, container: Container, types: Typed) -> None:
    """Note the type of each member of a new list, where they are not all the same."""
    if isinstance(types, tuple) and len(set(types)) > 1:
        members = [next(iter(each)) for each in types if isinstance(each, frozenset) and len(each) == 1]
        if len(members) == len(types):
            keep_content(frame, container, Items(tuple(members)))


def has_content(frame: Frame, container: Container) -> bool:
    """Whether a list is made of lengths."""
    return (CONTENT, container) in frame.heap.cells


def content_of(frame: Frame, container: Container) -> Argument | None:
    """The lengths in a list; None where they are not known, or the list is changed."""
    heap = frame.heap
    if not has_content(frame, container):
        return None
    outer, heap.for_types = heap.for_types, True
    known = heap.read((CONTENT, container), CONTENT, frame.context)
    heap.for_types = outer
    contents = [obj.content for obj in select(known, Opaque)]
    return contents[0] if len(contents) == 1 else None


def _container(frame: Frame, obj: Container, depth: int) -> Argument:
    if obj.type != "list" or not depth:
        return UNKNOWN
    known = frame.rules.containers
    if known is None:
        frame.rules.containers = {}
        found = _inside(frame, obj, depth)
        frame.rules.containers = None
    else:
        # Lists that hold each other are many lists of lists, few of which are another one.
        if (obj, depth) not in known:
            known[obj, depth] = _inside(frame, obj, depth)
        found = known[obj, depth]
    return found


def _inside(frame: Frame, obj: Container, depth: int) -> Argument:
    """What a list is to a rule by what is in it."""
    heap = frame.heap
    outer, heap.for_types = heap.for_types, True
    try:
        content = content_of(frame, obj)
        if content is not None:
            return content
        fixed = iteration.positions(frame, obj)
        if fixed is not None:
            return Items(tuple([single(frame, item, depth - 1) for item in fixed]))
        if heap.read(obj, ANY_ELEMENT, frame.context):
            return Repeated(single(frame, iteration.container_elements(frame, obj), depth - 1))
        # `tf.zeros([])`: only who gets it there can put anything in, as `rows.append([])` lets everybody do.
        return Items(()) if _is_written_empty(obj.site) else UNKNOWN
    finally:
        heap.for_types = outer


def _is_written_empty(written: nodes.NodeNG) -> bool:
    """Whether a list is written `[]` in a call, and has no name."""
    in_call = isinstance(written.parent, (nodes.Call, nodes.Keyword))
    return in_call and isinstance(written, nodes.List) and not written.elts


def _external(frame: Frame, obj: External, depth: int) -> Argument:
    """A class that stands for a dtype."""
    package, _, name = obj.name.rpartition(".")
    if package == "builtins":
        return DTypeObject(_PYTHON_TYPES.get(name))
    return DTypeObject(dtypes.named(name)) if package in ("numpy", "tensorflow") else UNKNOWN


_PYTHON_TYPES = {
    "bool": dtypes.BOOL, "str": dtypes.STRING, "bytes": dtypes.STRING, "object": dtypes.OBJECT,
    "int": dtypes.WEAK_INT, "float": dtypes.WEAK_FLOAT, "complex": dtypes.WEAK_COMPLEX,
}  # fmt: skip
"""Python's types as dtypes; of numbers TensorFlow and NumPy make different ones."""
_ARGUMENTS: Mapping[type[AbstractObject], Callable[[Frame, Any, int], Argument]] = {
    Tensor: _tensor,
    Array: _array,
    PythonScalar: _scalar,
    NoneObject: lambda frame, obj, depth: NONE,
    TupleObject: _tuple,
    Container: _container,
    External: _external,
    Opaque: lambda frame, obj, depth: obj.content if obj.content is not None else UNKNOWN,
}
"""What an object of each kind is to a rule; all others may be anything."""


# Calls


def of_call(
    frame: Frame,
    name: str,
    parameters: Sequence[str],
    args: Args,
    receiver: AbstractObject | None,
    made: Mapping[str, Value] | None = None,
) -> Typed | Refusal:
    """The types of what a call gives, by the rule of that name. `made`: what the receiver was made with."""
    if rule(name) is None or args.star or args.double_star:
        return None
    values: dict[str, Value] = dict(made or {})
    values.update(args.keywords)
    known: dict[str, Sequence[Argument]] = {}
    for index, parameter in enumerate(parameters):
        if parameter.startswith("*"):
            if not parameter.startswith("**"):
                known[parameter[1:]] = _together(frame, args.positional[index:])
            break
        if index < len(args.positional):
            values[parameter] = args.positional[index]
    if receiver is not None:
        values["self"] = receiver.single
    kind = TensorKind.NDARRAY if name.startswith(_OF_ARRAYS) else TensorKind.TENSOR
    found = by_rule(frame, name, values, kind, known)
    if name.startswith(_DRAWING) and isinstance(found, frozenset):
        return frozenset([replace(each, dtype=None) if each.shape == () else each for each in found])
    return found


def _together(frame: Frame, values: Sequence[Value]) -> Sequence[Argument]:
    """What `*arguments` may be: each with each possibility of the others, while these are few."""
    each = [alternatives(frame, value) for value in values]
    if prod(map(len, each)) > 2 * ALTERNATIVES:
        each = [_by_dtype(one) for one in each]
    if prod(map(len, each)) <= 2 * ALTERNATIVES:
        return [Items(tuple(chosen)) for chosen in product(*each)]
    return (Items(tuple([single(frame, value) for value in values])),)


_OF_ARRAYS = ("numpy.", "sklearn.", "keras.utils.img_to_array", "keras.utils.pad_sequences")
"""Names, or how names begin, of functions that give arrays and take dtypes as NumPy does."""
_DRAWING = "numpy.random."
"""Functions that give a Python number where they are not told how many: a tensor of it has fewer bits."""


def by_rule(
    frame: Frame,
    name: str,
    values: Mapping[str, Value],
    kind: TensorKind,
    known: Mapping[str, Sequence[Argument]] | None = None,
) -> Typed | Refusal:
    """What a rule says for arguments by parameter; of some it is `known` what they may be.

    A refusal where the framework refuses whatever the arguments may be.
    """
    if known or any([has(values[each], *_CHANGING) for each in reads(name) if each in values]):
        return _by_rule(frame, name, values, kind, known or {})
    remembered = frame.analysis.outside.result_types
    key = (name, kind, _settings(frame), tuple([values.get(each) for each in reads(name)]))
    if key not in remembered:
        remembered[key] = _by_rule(frame, name, values, kind, {})
    return remembered[key]


def _settings(frame: Frame) -> tuple[Setting, ...]:
    return frame.analysis.outside.settings(frame.context.module_path)


_CHANGING = (Container, TupleObject)
"""What holds, or may hold, elements that change."""


def _by_rule(
    frame: Frame,
    name: str,
    values: Mapping[str, Value],
    kind: TensorKind,
    found: Mapping[str, Sequence[Argument]],
) -> Typed | Refusal:
    given = [
        (each, found[each] if each in found else alternatives(frame, values[each]))
        for each in reads(name)
        if each in found or values.get(each)
    ]
    types = _of_given(frame, name, given, kind)
    if name not in _BOUNDING or not any(map(_are_integers, [each for _, each in given])):
        return types
    bounded = _of_given(frame, name, [(parameter, _numbers(each)) for parameter, each in given], kind)
    if not isinstance(types, frozenset) or not isinstance(bounded, frozenset):
        return types
    # The shapes are those of what is bounded, whatever the bounds may be.
    said = frozenset([each for each in types if each.dtype is not None])
    return said.union(replace(each, dtype=one.dtype) for each in types - said for one in bounded)


def _of_given(
    frame: Frame, name: str, given: Sequence[tuple[str, Sequence[Argument]]], kind: TensorKind
) -> Typed | Refusal:
    """What a rule says of a call, by what each of its arguments may be."""
    if prod([len(each) for _, each in given]) > 2 * ALTERNATIVES:
        given = [(parameter, _by_dtype(each)) for parameter, each in given]
    if prod([len(each) for _, each in given]) > 2 * ALTERNATIVES:
        given = [(parameter, (common(each),) if len(each) > 1 else each) for parameter, each in given]
    names = tuple([parameter for parameter, _ in given])
    maybe_none = [_is_tensor_or_none(each) and name.startswith(_REFUSING_NONE) for _, each in given]
    results: list[Typed] = []
    of_none: list[Typed] = []
    refusals: list[Refusal] = []
    unsaid = False
    for setting, *chosen in product(_settings(frame), *[each for _, each in given]):
        result = _applied(name, names, tuple(chosen), kind, setting)
        if isinstance(result, Refusal):
            refusals.append(result)
        elif any(maybe_none) and any(is_it and each == NONE for is_it, each in zip(maybe_none, chosen)):
            of_none.append(None if result is None else typed(result))
        elif result is None:
            unsaid = True
        else:
            results.append(typed(result))
    # A rule that says all of `None` knows what the function makes of it. Of another one's results that is no part.
    results += [each for each in of_none if _is_whole(each) or not (results or refusals)]
    if unsaid:
        # What is not known of one possibility stands beside what is known of the others.
        return reduce(together, [*results, frozenset((TensorType(kind),))]) if results else None
    if results or not refusals:
        return reduce(together, results) if results else None
    # Dtypes that go together say more than those that do not.
    fitting = [each for each in refusals if not each.of_dtypes] or refusals
    return replace(refusals[-1], instead=reduce(together, [each.instead for each in fitting]))


_BOUNDING = frozenset(
    ["numpy.clip", "numpy.ndarray.clip", "numpy.maximum", "numpy.minimum", "numpy.fmax", "numpy.fmin"]
)
"""Functions that bound the numbers of an array: of integers they make integers, or floats where a bound is one."""


def _are_integers(found: Sequence[Argument]) -> bool:
    """Whether an argument is an array of integers of 64 bits."""
    return all(isinstance(each, TensorType) and each.shape != () and each.dtype == dtypes.INT64 for each in found)


def _numbers(found: Sequence[Argument]) -> Sequence[Argument]:
    """What an argument may be: arrays, of one axis where nothing is known of them, and numbers of Python in place of
    what has no known dtype.
    """
    out: dict[Argument, None] = {}
    for each in found:
        unsaid = each == UNKNOWN or isinstance(each, TensorType) and each.dtype is None
        whole = replace(each, shape=(None,)) if isinstance(each, TensorType) and each.shape is None else each
        out |= dict.fromkeys((Number(dtypes.WEAK_INT), Number(dtypes.WEAK_FLOAT)) if unsaid else (whole,))
    return tuple(out)


_REFUSING_NONE = ("tensorflow.", "keras.")
"""How the names of functions begin that make no tensor of `None`."""


def _is_whole(types: Typed) -> bool:
    """Whether dtype and rank of a result are known."""
    if isinstance(types, tuple):
        return all(map(_is_whole, types))
    return types is not None and all(each.is_whole for each in types)


@lru_cache(maxsize=20_000)
def _applied(
    name: str, names: tuple[str, ...], given: tuple[Argument, ...], kind: TensorKind, setting: Setting = DEFAULT
) -> Result:
    """The rule is a pure function, so its answers are remembered over analyses."""
    found = rule(name)
    if found is None:
        return None
    arguments = dict(zip(names, given))
    result = apply(found, arguments, setting, kind)
    if isinstance(result, Refusal) and is_certain(name, result):
        fitting = if_it_fitted(result, found, arguments, setting, kind)
        return result if fitting is None or isinstance(fitting, Refusal) else replace(result, instead=typed(fitting))
    return result


def typed(types: Types) -> Typed:
    """One result as a possibility; of a list the type of its members."""
    if isinstance(types, Several):
        return frozenset((types.each,))
    return tuple(map(typed, types)) if isinstance(types, tuple) else frozenset((types,))


def together(one: Typed, other: Typed) -> Typed:
    """Two possibilities of one result."""
    if isinstance(one, frozenset) and isinstance(other, frozenset):
        return one | other
    if isinstance(one, tuple) and isinstance(other, tuple) and len(one) == len(other):
        return tuple(map(together, one, other))
    return None


def flat(types: Typed) -> Typed:
    """The types of all members of a list."""
    if not isinstance(types, tuple):
        return types
    return reduce(together, map(flat, types)) if types else None


def tensors(frame: Frame, kind: str, origin: str, types: Typed) -> Value:
    """The tensors of these types, or one without a type."""
    variants = frame.widening.variants
    if not isinstance(types, frozenset) or not types:
        return variants.tensor(kind, origin, None).single
    return variants.settled(frozenset([variants.tensor(kind, origin, each) for each in ordered(types)]))


def arrays(frame: Frame, types: Typed) -> Value:
    """The arrays of these types that this activation makes, or one without a type."""
    if not isinstance(types, frozenset) or not types:
        return frame.array
    variants = frame.widening.variants
    return variants.settled(frozenset([variants.array(frame.context.owner, each) for each in ordered(types)]))


MADE_WITH = "made with"
"""In the heap, what the constructor of an object of the outside was given lies with an owner of its own."""


def made_with(frame: Frame, obj: Instance | ExternalInstance) -> dict[str, Value]:
    """What the constructor of an object of the outside was given, by parameter."""
    heap = frame.heap
    outer, heap.for_types = heap.for_types, True
    try:
        given = (MADE_WITH, obj)
        return {name: heap.read(given, name, frame.context) for name in heap.attribute_names(given)}
    finally:
        heap.for_types = outer


def as_tensor(argument: Argument) -> TensorType | None:
    """The type of the tensor that an argument becomes."""
    found = _applied("tensorflow.convert_to_tensor", ("value",), (argument,), TensorKind.TENSOR)
    return found if isinstance(found, TensorType) else None


def with_tensors(frame: Frame, args: Args, unsaid: TensorType | None = None) -> Args:
    """Arguments with a tensor in the place of each array, as a graph takes arrays that arrive.

    `unsaid`: the type that tensors of no known dtype are taken to have.
    """

    def tensors(value: Value) -> Value:
        arrays = select(value, Array)
        others = [each for each in select(value, Tensor) if unsaid is not None and dtype_name(each) is None]
        made = {frame.widening.variants.tensor(each.kind, each.origin, unsaid) for each in others}
        return value.difference(arrays, others) | {_made_tensor(frame, each) for each in arrays} | made

    keywords = {name: tensors(value) for name, value in args.keywords.items()}
    return Args([*map(tensors, args.positional)], keywords, args.star, args.double_star)


def _made_tensor(frame: Frame, array: Array) -> AbstractObject:
    made = None if array.type is None else as_tensor(array.type)
    return frame.widening.variants.tensor("tensor", "", made)


def _leaf(frame: Frame, change: Callable[[TensorType], Typed]) -> Callable[[AbstractObject], Value]:
    """Makes tensors of arrays, numbers and lists, with what `change` makes of their types."""

    def leaf(obj: AbstractObject) -> Value:
        found = as_tensor(of_object(frame, obj))
        kept = isinstance(obj, Tensor) and obj.kind in ("ragged", "sparse")
        return tensors(frame, "tensor", "", None if found is None or kept else change(found))

    return leaf


def converted(frame: Frame) -> Callable[[AbstractObject], Value]:
    """Tensors of the same type."""
    return _leaf(frame, typed)


def sliced(frame: Frame) -> Callable[[AbstractObject], Value]:
    """Slices along the first axis: the elements of `from_tensor_slices`."""

    def change(found: TensorType) -> Typed:
        element = element_of(found)
        return None if element is None else typed(element)

    return _leaf(frame, change)


def batched(frame: Frame) -> Callable[[AbstractObject], Value]:
    """Batches of what `fit` is given, of a size that nobody knows; floats have Keras' default dtype."""

    def change(found: TensorType) -> Typed:
        shape = (None, *found.shape[1:]) if found.shape else None
        return _by_policy(frame, TensorType(TensorKind.TENSOR, found.dtype, shape))

    return _leaf(frame, change)


def told(frame: Frame, dtype: Value) -> Value:
    """The tensor that a function gives which is told a dtype."""
    found = as_dtype(single(frame, dtype))
    return tensors(frame, "tensor", "", frozenset([TensorType(TensorKind.TENSOR, found)]))


def step_counter(frame: Frame) -> Value:
    """`optimizer.iterations`: a variable of int64 without axes (2.15 and 2.21)."""
    return tensors(frame, "variable", "", frozenset([TensorType(TensorKind.VARIABLE, dtypes.INT64, ())]))


def default_float(frame: Frame, plain: Value) -> Value:
    """The name of Keras' default type."""
    kinds = {each.floatx for each in _settings(frame)}
    known = kinds.pop() if len(kinds) == 1 else None
    return plain if known is None else frame.make(PythonScalar, "str", None, DTypeObject(known)).single


def layer_dtype(frame: Frame, obj: Instance | ExternalInstance, name: str, plain: Value) -> Value:
    """`layer.dtype` and its like: what the layer was told, or what the program has set.

    Where a class hands on its keywords, one object may have been told a dtype and another one not.
    """
    given = made_with(frame, obj).get("dtype")
    kinds = {as_dtype(each) for each in alternatives(frame, given) if each != NONE} if given else set()
    for each in _settings(frame):
        kinds.add(each.policy)
        if name != "compute_dtype":
            # A mixed policy computes with few bits, and keeps what it computes with in many.
            kinds.add(each.floatx)
    return plain if None in kinds else _named(frame, frozenset(filter(None, kinds)))


LAYER_DTYPES = frozenset({"dtype", "compute_dtype", "variable_dtype"})
"""Attributes of layers and metrics that name a dtype."""


def _named(frame: Frame, kinds: frozenset[dtypes.DType]) -> Value:
    return frozenset([frame.make(PythonScalar, "str", None, DTypeObject(each)) for each in kinds])


def end_of_model(frame: Frame, obj: ExternalInstance, name: str, plain: Value) -> Value:
    """`model.input`, `model.output`: the symbolic tensors that a model was made with."""
    given = made_with(frame, obj).get(f"{name}s") if name in _ENDS and obj.cls == "keras.Model" else None
    return given if given and only(given, Tensor) else plain


_ENDS = frozenset({"input", "output"})
"""Where a model begins and ends."""


def in_loop(frame: Frame) -> Callable[[AbstractObject], Value]:
    """State of a loop: it keeps its dtype and its rank."""

    def change(found: TensorType) -> Typed:
        shape = None if found.shape is None else (None,) * len(found.shape)
        return typed(TensorType(found.kind, found.dtype, shape))

    return _leaf(frame, change)


def stacked(frame: Frame, count: Dimension) -> Callable[[AbstractObject], Value]:
    """So many results along a new first axis."""

    def change(found: TensorType) -> Typed:
        shape = None if found.shape is None else (count, *found.shape)
        return typed(TensorType(found.kind, found.dtype, shape))

    return _leaf(frame, change)


def compared(frame: Frame, labels: Value, predicted: Value) -> tuple[Value, Value]:
    """What a loss or metric gets of the labels and predictions of one batch.

    Keras 3 makes floats of all labels, Keras 2 only of floats. Labels with one axis less get it, or predictions lose
    it.
    """
    one, other = single(frame, labels), single(frame, predicted)
    if not (isinstance(one, TensorType) and isinstance(other, TensorType)):
        return tensors(frame, "tensor", "", None), predicted
    number = one.dtype is not None and one.dtype != dtypes.STRING
    kinds: set[dtypes.DType | None]
    kinds = {one.dtype, *[each.floatx for each in _settings(frame)]} if number else {None}
    if one.dtype is not None and one.dtype.name in dtypes.FLOATS and other.dtype is not None:
        kinds = {other.dtype}
    shapes = {one.shape, (*one.shape, 1)} if one.shape is not None and len(one.shape) == 1 else {one.shape}
    types = frozenset([TensorType(TensorKind.TENSOR, kind, shape) for kind in kinds for shape in shapes])
    less = other.shape is not None and one.shape is not None and len(other.shape) == len(one.shape) + 1
    squeezed = {other.shape, other.shape[:-1]} if less and other.shape else {other.shape}
    given = frozenset([TensorType(TensorKind.TENSOR, other.dtype, shape) for shape in squeezed])
    return tensors(frame, "tensor", "", types), tensors(frame, "tensor", "", given)


def cast_to_policy(frame: Frame) -> Callable[[AbstractObject], Value]:
    """What a layer's `call` gets: floats are cast to the dtype in which layers compute."""

    def cast(obj: AbstractObject) -> Value:
        found = as_tensor(of_object(frame, obj))
        made = None if found is None else _by_policy(frame, replace(found, elements=None))
        kind, origin = (obj.kind, obj.origin) if isinstance(obj, Tensor) else ("tensor", "")
        return tensors(frame, kind, origin, made)

    return cast


def _by_policy(frame: Frame, found: TensorType) -> Typed:
    """Floats with each dtype in which the program's layers may compute; all else as it is."""
    if found.dtype is None or found.dtype.name not in dtypes.FLOATS:
        return typed(found)
    return frozenset([replace(found, dtype=each.policy) for each in _settings(frame)])


def specification(frame: Frame, name: str, plain: Value, args: Args) -> Value:
    """`tf.TensorSpec(...)`, which says the type of a tensor."""
    if args.star or args.double_star:
        return plain
    given = {**dict(zip(SPEC_PARAMETERS, args.positional)), **args.keywords}
    return holding(frame, plain, from_spec(name, {key: single(frame, value) for key, value in given.items()}))


# Operators, subscripts, attributes


@lru_cache(maxsize=20_000)
def _binary(operator: str, left: Argument, right: Argument) -> Result:
    return binary(operator, left, right)


def of_operator(frame: Frame, operator: str, one: AbstractObject, other: AbstractObject) -> TensorType | None:
    """The type of `one operator other`, of which one is a tensor or array."""
    if not one.is_typed and not other.is_typed:
        return None
    left, right = of_object(frame, one), of_object(frame, other)
    left, right = _beside(one, left, right), _beside(other, right, left)
    if left is UNKNOWN or right is UNKNOWN or operator in ("<<", ">>"):
        return None
    found = _binary(operator, left, right)
    if isinstance(found, Refusal):
        frame.rules.refusals.append((function_of(operator), found))
        found = _fitting(operator, found, left, right)
    return found if isinstance(found, TensorType) else None


def _fitting(operator: str, refusal: Refusal, left: Argument, right: Argument) -> Result:
    """What an operator that is refused would give if its operands fitted: nothing comes of it."""
    tensors = [each for each in (left, right) if isinstance(each, TensorType)]
    if refusal.of_dtypes or not any(each.kind in _DENSE for each in tensors):
        return None
    return _binary(operator, any_lengths(left), any_lengths(right))


def _beside(obj: AbstractObject, argument: Argument, other: Argument) -> Argument:
    """An operand; of what nothing is known TensorFlow makes a tensor of the other one's dtype, or refuses it."""
    if argument is UNKNOWN and (obj.is_unknown or obj in OPAQUE) and isinstance(other, TensorType):
        if other.kind is TensorKind.TENSOR and other.dtype is not None:
            return TensorType(TensorKind.TENSOR, other.dtype)
    return argument


def in_place(frame: Frame, left: Value, made: Value) -> Value:
    """What `left += right` gives, where `left + right` gives `made`: an array keeps its dtype and shape."""
    arrays_left = select(left, Array)
    if len(arrays_left) != len(left) or len(select(made, Array)) != len(made):
        return made
    types = frozenset([obj.type for obj in arrays_left if obj.type is not None])
    return arrays(frame, types if len(types) == len(arrays_left) else None)


def of_sign(operator: str, operand: TensorType | None) -> TensorType | None:
    """The type of `-x`, `~x` or `+x`."""
    if operand is None or operator == "+":
        return operand
    found = unary(operator, operand)
    return found if isinstance(found, TensorType) else None


def of_item(frame: Frame, tensor: TensorType | None, index: Value, node: nodes.NodeNG) -> TensorType | None:
    """The type of `x[index]`."""
    if tensor is None:
        return None
    try:
        return subscript_of(tensor, indices(frame, index, node))
    except Refused:
        frame.rules.items += 1
        return None


def indices(frame: Frame, index: Value, node: nodes.NodeNG) -> Sequence[Index]:
    """What stands between the brackets, item by item."""
    written = node.slice if isinstance(node, nodes.Subscript) else None
    if isinstance(written, nodes.Tuple) and len(index) == 1:
        (obj,) = index
        items = obj.items if isinstance(obj, TupleObject) and len(obj.items) == len(written.elts) else None
        if items is not None:
            return [_index(frame, item, each) for item, each in zip(items, written.elts)]
    if written is None or isinstance(written, nodes.Tuple):
        found = single(frame, index)
        return found.items if isinstance(found, Items) and _are_tuples(index) else (found,)
    return (_index(frame, index, written),)


def _are_tuples(index: Value) -> bool:
    return only(index, TupleObject)


def _index(frame: Frame, value: Value, node: nodes.NodeNG) -> Index:
    if isinstance(node, nodes.Slice):
        parts = [_bound(frame, each) for each in (node.lower, node.upper, node.step)]
        return Slice(*parts)
    if isinstance(node, nodes.Const) and node.value is Ellipsis:
        return Dots()
    return single(frame, value)


def _bound(frame: Frame, node: nodes.NodeNG | None) -> Argument:
    return NONE if node is None else single(frame, frame.evaluator.evaluate(frame, node))


def of_attribute(frame: Frame, obj: Tensor | Array, name: str, plain: Value) -> Value:
    """What an attribute of a tensor or array holds, where `plain` is what it holds without types."""
    type = obj.type
    if type is None:
        # Of a sparse tensor some attributes have a type, whatever its own is.
        if getattr(obj, "kind", "") != "sparse":
            return plain
        type = _untyped(TensorKind.SPARSE)
    found = attribute_of(type, name)
    return plain if found is None else holding(frame, plain, found)


def length_of_value(frame: Frame, value: Value) -> Argument | None:
    """`len(x)` of one tensor, array, tuple or list; None where it is not known."""
    if len(value) != 1:
        return None
    (obj,) = value
    if isinstance(obj, (Tensor, Array)):
        return None if obj.type is None else length_of(obj.type)
    found = of_object(frame, obj, 1) if isinstance(obj, (TupleObject, Container, Opaque)) else None
    return Constant(len(found.items)) if isinstance(found, Items) else None


def holding(frame: Frame, plain: Value, content: Argument) -> Value:
    """The same value, where it is one object, with what it is known to hold."""
    if len(plain) != 1 or not _says(content):
        return plain
    (obj,) = plain
    handler = _HOLDING.get(type(obj))
    return handler(frame, obj, content) if handler is not None else plain


def _says(content: Argument) -> bool:
    """Whether it says anything beside being a number or a list."""
    if isinstance(content, DTypeObject):
        return content.dtype is not None
    if isinstance(content, TensorType):
        return content.dtype is not None or content.shape is not None
    if isinstance(content, Number):
        return content.length is not None
    return isinstance(content, (Constant, Items))


def _holding_scalar(frame: Frame, obj: PythonScalar, content: Argument) -> Value:
    fits = isinstance(content, (Number, Items)) or isinstance(content, Constant) and type(content.value) is int
    return frame.make(PythonScalar, obj.type, None, content).single if fits and obj.literal is None else obj.single


def _holding_array(frame: Frame, obj: Array, content: Argument) -> Value:
    return frame.widening.variants.array(obj.owner, content).single if isinstance(content, TensorType) else obj.single


def _holding_tensor(frame: Frame, obj: Tensor, content: Argument) -> Value:
    found = frozenset((content,)) if isinstance(content, TensorType) else None
    return tensors(frame, obj.kind, obj.origin, found)


_HOLDING: Mapping[type[AbstractObject], Callable[[Frame, Any, Argument], Value]] = {
    PythonScalar: _holding_scalar,
    Opaque: lambda frame, obj, content: frame.make(Opaque, content).single,
    TupleObject: lambda frame, obj, content: frame.make(TupleObject, obj.items, obj.rest, obj.type, content).single,
    Array: _holding_array,
    Tensor: _holding_tensor,
}
"""An object of each kind with what it holds."""


# Lengths


def element_of_content(frame: Frame, content: Argument | None, index: Value, node: nodes.NodeNG) -> Argument | None:
    """`shape[i]`, `shape[1:]`: what is taken of lengths; None where it is not known."""
    if not isinstance(content, Items):
        return None
    found = indices(frame, index, node)
    if len(found) != 1:
        return None
    only, count = found[0], len(content.items)
    if isinstance(only, Constant) and type(only.value) is int:
        if -count <= only.value < count:
            return content.items[only.value]
        frame.rules.items += 1
    if isinstance(only, Slice):
        ends = [each.value for each in (only.start, only.stop, only.step) if isinstance(each, Constant)]
        numbers = [each for each in ends if each is None or type(each) is int]
        if len(numbers) == 3 and numbers[2] != 0:
            start, stop, step = numbers
            return Items(content.items[start:stop:step])
    return None


def of_numbers(operator: str, one: PythonScalar, other: PythonScalar) -> Argument | None:
    """What an operator on two ints gives; None where it is not known, or no length."""
    left, right = length_of_scalar(one), length_of_scalar(other)
    if isinstance(left, int) and isinstance(right, int):
        work = _ARITHMETIC.get(operator)
        return Constant(work(left, right)) if work is not None and (operator not in ("//", "%") or right) else None
    if operator == "*" and 1 in (left, right) or operator == "+" and 0 in (left, right):
        kept = right if left in (0, 1) else left
        return length(kept) if kept is not None else None
    return None


def as_int(frame: Frame, plain: Value, value: Value) -> Value:
    """`int(x)` of a length, which stays what it is."""
    found = single(frame, value) if has_types(value) else UNKNOWN
    whole = isinstance(found, Number) or isinstance(found, Constant) and type(found.value) is int
    return holding(frame, plain, found) if whole else plain


def counted(frame: Frame, operator: str, left: Value, right: Value) -> Value:
    """An int that follows from two others, with the length that it is where that is known."""
    numbers = select((*left, *right), PythonScalar)
    known = of_numbers(operator, *numbers) if len(numbers) == 2 else None
    return INT if known is None else holding(frame, INT, known)


_ARITHMETIC: Mapping[str, Callable[[int, int], int]] = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "//": lambda a, b: a // b,
    "%": lambda a, b: a % b,
}


def length_of_scalar(obj: PythonScalar) -> Dimension:
    """The int that is known of a Python number, whether a literal says it or a shape."""
    if obj.literal is not None:
        return obj.literal.value if type(obj.literal.value) is int else None
    content = obj.content
    if isinstance(content, Constant) and type(content.value) is int:
        return content.value
    return content.length if isinstance(content, Number) else None


def unpacked(frame: Frame, value: Value, parts: list[Value]) -> list[Value]:
    """The values that names take of a shape, with the length that each of them is."""
    content = of_object(frame, next(iter(value)), 1) if len(value) == 1 and has(value, *_SHAPES) else None
    if not isinstance(content, Items) or len(content.items) != len(parts):
        return parts
    return [holding(frame, part, each) for part, each in zip(parts, content.items)]


_SHAPES = (Opaque, TupleObject, Container)
"""What may hold lengths."""
