"""Tensors and arrays as abstract objects, with what is known of their dtype and shape."""

from __future__ import annotations

from typing import Final, final

from hybridize.frameworks.tensor_types.types import TensorType
from hybridize.inference.domain.objects import AbstractObject, Activation


@final
class Tensor(AbstractObject):
    """A tensor-like object: `kind` is tensor, variable, sparse, ragged, keras or tensorarray.

    `origin` is empty for tensors that TensorFlow certainly made, else what made us believe it: `type-hint`, `usage`,
    `speculative`. `type` is None where neither dtype nor shape is known.
    """

    __slots__ = ("is_typed", "kind", "origin", "type")

    def __init__(self, serial: int, kind: str, origin: str, type: TensorType | None = None, /) -> None:
        self.kind: Final = kind
        self.origin: Final = origin
        self.type: Final = type
        self.is_typed = type is not None
        super().__init__(serial)


@final
class Array(AbstractObject):
    """A NumPy array or scalar; `owner` is the context that made it, None for one that was passed in."""

    __slots__ = ("is_typed", "owner", "type")

    def __init__(self, serial: int, owner: Activation | None, type: TensorType | None = None, /) -> None:
        self.owner: Final = owner
        self.type: Final = type
        self.is_typed = type is not None
        super().__init__(serial)

    @property
    def made_by(self) -> Activation | None:
        return self.owner

    @property
    def group(self) -> object:
        return Array


A_NUMBER = "a number"
"""What an array meets that has no dtype: such an operation is another one for a tensor of the array's dtype."""


def dtype_name(obj: Array | Tensor) -> str | None:
    """The name of the dtype of a tensor or array, where it is known."""
    dtype = obj.type.dtype if obj.type is not None else None
    return None if dtype is None or dtype.weak else dtype.name
