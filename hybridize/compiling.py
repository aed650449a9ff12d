"""What modules must say that may be compiled, and whether they are; `building/compiled.py` says which ones."""

from __future__ import annotations

from importlib.util import find_spec
from typing import TypeVar

_C = TypeVar("_C", bound=type)
_COMPILED = "hybridize.inference.domain.objects"
"""One of them. They are all compiled, or none is."""


def interpreted(cls: _C) -> _C:
    """The class as it is: one of Python's own also where its module is compiled, with a `__dict__` or generic.

    mypyc makes structures in C of classes only where no other decorator may change them; methods are compiled anyway.
    """
    return cls


def slots(cls: type) -> tuple[str, ...]:
    """What objects of a class hold, by name, those of its bases among them.

    mypyc drops `__slots__`: it names what it has made of them elsewhere, with what stands in the class alone.
    """
    found = [vars(base).get("__slots__") or vars(base).get("__mypyc_attrs__", ()) for base in cls.__mro__]
    return tuple(sorted({name for names in found for name in names}))


def is_compiled() -> bool:
    """Whether the inner loops are machine code (`HYBRIDIZE_COMPILE=1 pip install .`) or Python."""
    found = find_spec(_COMPILED)
    return found is not None and not str(found.origin).endswith(".py")
