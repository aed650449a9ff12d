"""The program: syntax trees, functions, and how imports lead from one module to another."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hybridize.program.functions import FunctionSite, function_sites, statements
    from hybridize.program.grafting import Graft
    from hybridize.program.model import ModuleTree, Program
    from hybridize.program.trees import build, build_connected, parse

__all__ = [
    "FunctionSite", "Graft", "ModuleTree", "Program", "build", "build_connected", "function_sites", "parse",
    "statements",
]  # fmt: skip

_HOMES = {
    "FunctionSite": "functions",
    "Graft": "grafting",
    "ModuleTree": "model",
    "Program": "model",
    "build": "trees",
    "build_connected": "trees",
    "function_sites": "functions",
    "parse": "trees",
    "statements": "functions",
}


def __getattr__(name: str) -> object:
    """Import the library for trees when a tree is asked for: places are read and printed without it."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
