"""The program: syntax trees, functions, and how imports lead from one module to another."""

from __future__ import annotations

from hybridize.program.functions import FunctionSite, function_sites, statements
from hybridize.program.grafting import Graft
from hybridize.program.model import ModuleTree, Program
from hybridize.program.trees import build, parse

__all__ = ["FunctionSite", "Graft", "ModuleTree", "Program", "build", "function_sites", "parse", "statements"]
