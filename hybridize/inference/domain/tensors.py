"""Tensors and arrays as abstract objects. What is known of their dtype and shape belongs here."""

from __future__ import annotations

from typing import Final, final

from hybridize.inference.domain.objects import AbstractObject, Activation


@final
class Tensor(AbstractObject):
    """A tensor-like object: `kind` is tensor, variable, sparse, ragged, keras or tensorarray.

    `origin` is empty for tensors that TensorFlow certainly made, else what made us believe it: `type-hint`, `usage`,
    `speculative`.
    """

    __slots__ = ("kind", "origin")

    def __init__(self, serial: int, kind: str, origin: str, /) -> None:
        self.kind: Final = kind
        self.origin: Final = origin
        super().__init__(serial)


@final
class Array(AbstractObject):
    """A NumPy array or scalar; `owner` is the context that made it, None for one that was passed in."""

    __slots__ = ("owner",)

    def __init__(self, serial: int, owner: Activation | None, /) -> None:
        self.owner: Final = owner
        super().__init__(serial)

    @property
    def group(self) -> object:
        return Array
