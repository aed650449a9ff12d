"""Types beside the rest of what is known: the same object with and without a type, and values with few types.

An object that says a dtype, a shape or a length is a *variant* of the object that says none (`plain`). What the
analysis tells apart - contexts, the size of values, when one is widened - hangs on plain objects alone, so that
knowing types changes no other answer. A value holds at most `MOST` types of a tensor or array, and one variant of
everything else.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence, Set
from functools import reduce

from hybridize.frameworks.tensor_types.arguments import DTypeObject
from hybridize.frameworks.tensor_types.types import MOST, TensorKind, TensorType, bounded, covers, join, ordered
from hybridize.inference.domain.interning import Interner
from hybridize.inference.domain.objects import (
    AbstractObject,
    Activation,
    Dataset,
    ExternalMethod,
    IteratorObject,
    Opaque,
    Partial,
    PythonScalar,
    TupleObject,
    Value,
    has_types,
)
from hybridize.inference.domain.queries import select
from hybridize.inference.domain.tensors import Array, Tensor

_ALIKE = 2
"""So many dtypes stand beside what is unknown: of more nothing follows for it."""
GROWTHS = ((8, MOST), (16, 2), (24, 1))
"""So often what one place holds may grow while so many types are in it; then it holds none, so that this ends."""
REMEMBERED = 4000
"""Values whose plain or settled form is remembered; then all are forgotten."""
KINDS = {kind.value: kind for kind in TensorKind}


class Variants:
    """Makes and compares the variants of one analysis."""

    __slots__ = ("_make", "_plain", "_settled", "_together")

    def __init__(self, make: Interner) -> None:
        self._make = make
        make.plain = self.plain_object
        self._plain: dict[Value, Value] = {}
        self._settled: dict[Value, Value] = {}
        self._together: dict[tuple[Value, int], Value] = {}

    # Making

    def tensor(self, kind: str, origin: str, type: TensorType | None) -> Tensor:
        """The tensor of a type, which takes the kind that is given; of no type where nothing is known of it."""
        said = _saying(type, KINDS.get(kind))
        return self._make(Tensor, kind, origin) if said is None else self._make(Tensor, kind, origin, said)

    def array(self, owner: Activation | None, type: TensorType | None) -> Array:
        """The array of a type."""
        said = _saying(type, TensorKind.NDARRAY)
        return self._make(Array, owner) if said is None else self._make(Array, owner, said)

    # Without types

    def plain(self, value: Value) -> Value:
        """The value without types."""
        if not has_types(value):
            return value
        found = self._plain.get(value)
        if found is None:
            if len(self._plain) >= REMEMBERED:
                self._plain.clear()
            found = self._plain[value] = frozenset(map(self.plain_object, value))
        return found

    def same(self, one: Value, other: Value) -> bool:
        """Whether two values, which are not the same, differ in types alone."""
        if not has_types(one) and not has_types(other):
            return False
        return self.plain(one) == self.plain(other)

    def plain_object(self, obj: AbstractObject) -> AbstractObject:
        """The object without types."""
        return _PLAIN[type(obj)](self, obj) if obj.is_typed else obj

    # With few types

    def settled(self, value: Value) -> Value:
        """The value with at most `MOST` types of a tensor or array, and one variant of everything else."""
        if len(value) < 2 or not has_types(value):
            return value
        found = self._settled.get(value)
        if found is None:
            if len(self._settled) >= REMEMBERED:
                self._settled.clear()
            found = self._settled[value] = self._of(value, MOST)
        return found

    def sure(self, value: Value) -> Value:
        """The value with the types that are all there are: where one tensor or array is unknown, so are all.

        For signatures, which have to do for all of them.
        """
        if len(value) < 2 or not has_types(value):
            return value
        groups: dict[AbstractObject, list[Tensor | Array]] = {}
        for obj in select(value, Tensor, Array):
            groups.setdefault(self.plain_object(obj), []).append(obj)
        out = value
        for plain, members in groups.items():
            types = {each.type for each in members if each.type is not None}
            if len(types) < len(members):
                out = out.difference(members) | plain.single
            elif len(types) > 1:
                out = out.difference(members) | frozenset(self._typed(members[0], _fewest(types, MOST)))
        return out

    def widened(self, value: Value) -> Value:
        """The value with one type of each tensor or array: what differs becomes unknown."""
        return self._of(value, 1) if has_types(value) else value

    def grown(self, new: Value, growths: int) -> Value:
        """What a place holds that has grown so often while types were in it."""
        if growths < GROWTHS[0][0]:
            return self.settled(new)
        few = next((most for bound, most in GROWTHS if growths < bound), None)
        return self.plain(new) if few is None else self._of(new, few)

    def refined(self, plain: Value, known: Value) -> Value:
        """The value with the variants in `known` in place of the plain objects of which they are variants."""
        groups: dict[AbstractObject, list[AbstractObject]] = {}
        for obj in known:
            groups.setdefault(self.plain_object(obj), []).append(obj)
        out: list[AbstractObject] = []
        for obj in plain:
            out += groups.get(obj, (obj,))
        found = frozenset(out)
        return found if found != plain else plain

    def not_less_said(self, value: Value, known: Value) -> Value:
        """The value without tensors and arrays that are known ones of which less is said."""
        if not (has_types(value) and has_types(known)):
            return value
        less = [each for each in value if each.is_typed and self._is_less_said(each, known)]
        return value.difference(less) if less else value

    def _is_less_said(self, obj: AbstractObject, known: Value) -> bool:
        found = getattr(obj, "type", None)
        if not isinstance(found, TensorType):
            return False
        plain = self.plain_object(obj)
        others = [getattr(each, "type", None) for each in known if each.is_typed and self.plain_object(each) is plain]
        return any(other is not None and other != found and covers(found, other) for other in others)

    def finish(self) -> None:
        """Let go of what only further evaluation needs."""
        self._plain.clear()
        self._settled.clear()
        self._together.clear()

    def _of(self, value: Value, most: int) -> Value:
        groups: dict[AbstractObject, list[AbstractObject]] = {}
        for obj in value:
            groups.setdefault(self.plain_object(obj), []).append(obj)
        if len(groups) == len(value) and most > 1:
            return value
        out: list[AbstractObject] = []
        for plain, variants in groups.items():
            if len(variants) > 1 or most == 1 and variants[0].is_typed:
                handler = _MERGED.get(type(plain))
                out += handler(self, plain, variants, most) if handler is not None else variants
            else:
                out += variants
        found = frozenset(out)
        return found if found != value else value

    def _all(self, values: list[Value], most: int) -> Value:
        """What several values are together, of tuples within tuples the same ones again and again."""
        together = frozenset[AbstractObject]().union(*values)
        if len(together) < 2 or not has_types(together):
            return self._of(together, most) if most == 1 and together else together
        found = self._together.get((together, most))
        if found is None:
            if len(self._together) >= REMEMBERED:
                self._together.clear()
            found = self._together[together, most] = self._of(together, most)
        return found

    # One handler for each kind

    def plain_tuple(self, obj: TupleObject) -> AbstractObject:
        """Its elements without types."""
        return self._make(TupleObject, tuple(map(self.plain, obj.items)), self.plain(obj.rest), obj.type)

    def plain_partial(self, obj: Partial) -> AbstractObject:
        """Its arguments without types."""
        keywords = tuple((name, self.plain(value)) for name, value in obj.keywords)
        return self._make(Partial, obj.target, tuple(map(self.plain, obj.positional)), keywords)

    def plain_iterator(self, obj: IteratorObject) -> AbstractObject:
        """Its elements without types."""
        return self._make(IteratorObject, self.plain(obj.element), obj.site, obj.owner)

    def merged_tensors(
        self, plain: Tensor | Array, variants: Sequence[Tensor | Array], most: int
    ) -> list[AbstractObject]:
        """The types that say something which no other one includes, and not too many of them.

        What is known in whole stands beside what is known in part and what is unknown: these say less, and take
        nothing of it away.
        """
        types = {each.type for each in variants if each.type is not None}
        unknown = len(types) < len(variants)
        if most == 1:
            few = [] if unknown else _fewest(types, most)
        else:
            whole = {each for each in types if each.is_whole}
            few = [*_fewest(whole, most), *_fewest(types - whole, most)]
            few = [*bounded(few, most)] if len(few) > most else few
            if unknown and len({each.dtype for each in few}) > _ALIKE:
                few = []
        return ([plain] if unknown else []) + self._typed(plain, few)

    def _typed(self, obj: Tensor | Array, types: Collection[TensorType]) -> list[AbstractObject]:
        """The tensor or array with each of these types."""
        if isinstance(obj, Tensor):
            return [self.tensor(obj.kind, obj.origin, each) for each in ordered(types)]
        return [self.array(obj.owner, each) for each in ordered(types)]

    def merged_tuples(self, plain: TupleObject, variants: list[TupleObject], most: int) -> list[AbstractObject]:
        """One tuple of all elements at each place."""
        items = tuple([self._all([each.items[i] for each in variants], most) for i in range(len(plain.items))])
        rest = self._all([each.rest for each in variants], most)
        contents = {each.content for each in variants}
        content = contents.pop() if len(contents) == 1 else None
        if content is None:
            return [self._make(TupleObject, items, rest, plain.type)]
        return [self._make(TupleObject, items, rest, plain.type, content)]

    def merged_partials(self, plain: Partial, variants: list[Partial], most: int) -> list[AbstractObject]:
        """One with all arguments at each place."""
        count = len(plain.positional)
        positional = tuple([self._all([each.positional[i] for each in variants], most) for i in range(count)])
        keywords = tuple(
            (name, self._all([each.keywords[i][1] for each in variants], most))
            for i, (name, _) in enumerate(plain.keywords)
        )
        return [self._make(Partial, plain.target, positional, keywords)]


def _fewest(types: Set[TensorType], most: int) -> Sequence[TensorType]:
    """The types that no other one includes, and not too many of them."""
    kept = [each for each in types if not any(_includes(other, each) for other in types if other is not each)]
    return [*bounded(kept, most)] if len(kept) > most else kept


def _saying(type: TensorType | None, kind: TensorKind | None) -> TensorType | None:
    """The type with this kind; None where it says nothing."""
    if type is None or kind is None or type.dtype is None and type.shape is None:
        return None
    if type.kind is kind:
        return type
    return TensorType(kind, type.dtype, type.shape, type.ragged_rank, type.elements)


def _includes(general: TensorType, special: TensorType) -> bool:
    return covers(general, special) and general.elements in (None, special.elements)


def _are_dtypes(contents: list[Opaque] | list[PythonScalar]) -> bool:
    """Whether there is one content alone, or each is a dtype: `x.dtype` is one of several as `x` is."""
    said = [each.content for each in contents]
    return len(said) == 1 or all(isinstance(each, DTypeObject) and each.dtype is not None for each in said)


def joined(types: list[TensorType]) -> TensorType:
    """What all of them may be, whatever their kinds are."""
    first = types[0]
    return reduce(join, (each if each.kind is first.kind else _with_kind(each, first.kind) for each in types))


def _with_kind(each: TensorType, kind: TensorKind) -> TensorType:
    return TensorType(kind, each.dtype, each.shape, each.ragged_rank, each.elements)


_PLAIN: Mapping[type[AbstractObject], Callable[..., AbstractObject]] = {
    Tensor: lambda variants, obj: variants._make(Tensor, obj.kind, obj.origin),
    Array: lambda variants, obj: variants._make(Array, obj.owner),
    PythonScalar: lambda variants, obj: variants._make(PythonScalar, obj.type, None),
    Opaque: lambda variants, obj: variants._make(Opaque),
    TupleObject: Variants.plain_tuple,
    Dataset: lambda variants, obj: variants._make(Dataset, obj.kind, variants.plain(obj.element)),
    IteratorObject: Variants.plain_iterator,
    Partial: Variants.plain_partial,
    ExternalMethod: lambda variants, obj: variants._make(
        ExternalMethod, obj.owner, obj.name, variants.plain_object(obj.receiver)
    ),
}
"""The same without types."""
_MERGED: Mapping[type[AbstractObject], Callable[..., list[AbstractObject]]] = {
    Tensor: Variants.merged_tensors,
    Array: Variants.merged_tensors,
    PythonScalar: lambda variants, plain, all, most: all if _are_dtypes(all) and len(all) <= most else [plain],
    Opaque: lambda variants, plain, all, most: all if _are_dtypes(all) and len(all) <= most else [plain],
    TupleObject: Variants.merged_tuples,
    Dataset: lambda variants, plain, all, most: [
        variants._make(Dataset, plain.kind, variants._all([each.element for each in all], most))
    ],
    IteratorObject: lambda variants, plain, all, most: [
        variants._make(IteratorObject, variants._all([each.element for each in all], most), plain.site, plain.owner)
    ],
    Partial: Variants.merged_partials,
}
"""One variant for several, or a few."""
