"""Arguments that a function of a framework never takes: of a kind that it refuses, a word that it does not know."""

from __future__ import annotations

from hybridize.frameworks.knowledge import Symbol
from hybridize.frameworks.tensor_types.arguments_taken import Taken, taken
from hybridize.inference.domain.objects import AbstractObject, Value
from hybridize.inference.domain.queries import select
from hybridize.inference.domain.tensors import Array, Tensor, dtype_name
from hybridize.inference.domain.values import NONE_OBJECT
from hybridize.inference.python.arguments import Args


def is_refused(symbol: Symbol, args: Args) -> bool:
    """Whether a call raises, whichever of the possible objects each argument is."""
    found = taken(symbol.name)
    if found is None or symbol.role != "function" or args.star or args.double_star:
        return False
    if not found.binds(len(args.positional), args.keywords, symbol.parameters):
        return True
    given = {**dict(zip(symbol.parameters, args.positional, strict=False)), **args.keywords}
    return any(_refuses(found, name, value) for name, value in given.items())


def _refuses(found: Taken, name: str, value: Value) -> bool:
    return name in found.refused and bool(value) and all(_is_unfit(found, name, obj) for obj in value)


def _is_unfit(found: Taken, name: str, obj: AbstractObject) -> bool:
    for each in select(obj.single, Array, Tensor):
        return found.refuses(name, dtype_name(each) or "")
    kind, written = obj.builtin_type, obj.literal
    if obj is NONE_OBJECT:
        kind = "None"
    elif kind == "int":
        number = written.index if written is not None else None
        signs = ["int", "minus"] if number is None else ["minus" if number < 0 else "int"]
        return all(found.refuses(name, each) for each in signs)
    return bool(kind) and found.refuses(name, kind, written.text if written is not None else None)
