"""What the known types of a parameter say of the unknown ones: nearly every function is given the same by all callers.

Some callers pass what is known, others what the analysis lost on its way. Where the known ones agree, the unknown
ones are taken to be like them in dtype and rank; nothing is said of their lengths. This is for those who read: whatever
changes a program or finds a fault in it stands on `Parameter.possible`, where the unknown ones are unknown.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import product

from hybridize.frameworks.tensor_types.dtypes import FLOATS
from hybridize.verdicts.model.parts import TensorType

_ALIKE = 2
"""So many dtypes, or ranks, are still agreement: a function that is given more of them may be given any."""
_DENSE = frozenset({"tensor", "variable", "keras"})
_Shape = tuple[int | None, ...] | None


def agreed(types: Sequence[TensorType]) -> tuple[TensorType, ...]:
    """The types with what is taken to be known of each; as they are where they do not agree."""
    tensors = [each for each in types if each.kind != "ndarray"]
    if len({"" if each.kind in _DENSE else each.kind for each in tensors}) > 1:
        return tuple(types)
    dtypes = _dtypes(tensors)
    if not dtypes:
        # Where even dtypes differ, ranks do.
        return tuple(types)
    shapes = _shapes(tensors)
    found = {each for each in types if each.kind == "ndarray"}
    for each in tensors:
        of_one = (each.dtype,) if each.dtype is not None else dtypes
        shaped = (each.shape,) if each.shape is not None else shapes
        found.update(TensorType(each.kind, dtype, shape, each.ragged_rank) for dtype, shape in product(of_one, shaped))
    return tuple(each for each in found if not any(other != each and _includes(other, each) for other in found))


def _dtypes(types: Iterable[TensorType]) -> Sequence[str | None]:
    """The dtypes of those of which none is known; none of them where the others do not agree."""
    known = {each.dtype for each in types}
    if None not in known:
        return (None,)
    known.remove(None)
    return sorted(filter(None, known)) if len(known) <= _ALIKE or known <= frozenset(FLOATS) else ()


def _shapes(types: Iterable[TensorType]) -> Sequence[_Shape]:
    """The shapes of those of which none is known.

    A scalar tells nothing of them: what computes with numbers one by one takes tensors of all ranks.
    """
    ranks = {len(each.shape) for each in types if each.shape is not None}
    if not ranks or len(ranks) > _ALIKE or 0 in ranks:
        return (None,)
    return [(None,) * rank for rank in sorted(ranks)]


def _includes(general: TensorType, special: TensorType) -> bool:
    """Whether everything of one type is of the other: lengths differ alone."""
    same = (general.kind, general.dtype, general.ragged_rank) == (special.kind, special.dtype, special.ragged_rank)
    if not same or general.shape is None or special.shape is None or len(general.shape) != len(special.shape):
        return False
    return all(one is None or one == other for one, other in zip(general.shape, special.shape))
