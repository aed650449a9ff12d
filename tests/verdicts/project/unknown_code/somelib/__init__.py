"""A package that the analysis does not see: whatever is done with it counts a tick."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator
from typing import Any

ticks = 0


def tick(*_: Any, **__: Any) -> int:
    """Count one more."""
    global ticks
    ticks += 1
    return ticks


def counted(function: Callable[..., Any]) -> Callable[..., Any]:
    """A decorator that counts the calls."""

    @functools.wraps(function)
    def wrapper(*args: Any, **kwargs: Any) -> Any:
        tick()
        return function(*args, **kwargs)

    return wrapper


def counting(**_: Any) -> Callable[..., Any]:
    """The same with arguments."""
    return counted


def counted_class(cls: type) -> type:
    """A class decorator that counts the calls of its methods."""
    for name, member in list(vars(cls).items()):
        if callable(member) and not name.startswith("__"):
            setattr(cls, name, counted(member))
    return cls


def make() -> Meter:
    """A meter that a function makes."""
    return Meter()


class Meter:
    """An object all of whose operations count."""

    def tick(self, *_: Any) -> int:
        return tick()

    __call__ = __add__ = __radd__ = __lshift__ = __getitem__ = __neg__ = __lt__ = __enter__ = tick
    __contains__ = __len__ = __eq__ = tick  # type: ignore[assignment]
    __hash__ = object.__hash__

    def __exit__(self, *_: Any) -> None:
        pass

    def __bool__(self) -> bool:
        return tick() > 0

    def __iadd__(self, other: Any) -> Meter:
        tick()
        return self

    def __iter__(self) -> Iterator[int]:
        yield tick()

    @property
    def level(self) -> int:
        return tick()


class Log:
    """A base class."""

    def log(self, *_: Any) -> int:
        return tick()

    @property
    def level(self) -> int:
        return tick()

    def __call__(self, *_: Any) -> int:
        return tick()

    def __len__(self) -> int:
        return tick()

    def __add__(self, other: Any) -> int:
        return tick()

    def __iter__(self) -> Iterator[int]:
        yield tick()

    def __enter__(self) -> int:
        return tick()

    def __exit__(self, *_: Any) -> None:
        pass


class Rates:
    """An object that counts what is made of it."""

    def __array__(self, *_: Any, **__: Any) -> Any:
        import numpy as np

        return np.asarray(tick(), np.float32)

    def __str__(self) -> str:
        return str(tick())

    __repr__ = __str__

    def __format__(self, _: str) -> str:
        return str(tick())

    def keys(self) -> list[str]:
        tick()
        return []

    def __index__(self) -> int:
        return min(tick(), 0)

    def __eq__(self, other: object) -> bool:
        return tick() > 0

    def __float__(self) -> float:
        return float(tick())

    __hash__ = __len__ = __int__ = __abs__ = __index__

    def __round__(self) -> int:
        return tick()

    __floor__ = __round__

    def __lt__(self, other: object) -> bool:
        return tick() > 0

    __gt__ = __lt__

    def __getattr__(self, name: str) -> int:
        if name.startswith("_"):
            raise AttributeError(name)
        return tick()


class Base:
    """A base class whose objects count what is made of them."""

    __array__, __str__, __repr__, __float__ = Rates.__array__, Rates.__str__, Rates.__repr__, Rates.__float__
