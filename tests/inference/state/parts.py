"""The parts of an analysis's state, made from a few lines of source without a project on the disk."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import astroid
from astroid import nodes

from hybridize.frameworks.knowledge import load
from hybridize.inference.domain.literals import Literal
from hybridize.inference.domain.objects import (
    ClassObject,
    External,
    Function,
    Instance,
    ModuleObject,
    PythonScalar,
    Value,
)
from hybridize.inference.domain.values import new_interner
from hybridize.inference.state.analysis import Analysis
from hybridize.inference.state.contexts import Context
from hybridize.program import ModuleTree, Program
from hybridize.program.scopes import ScopeNames
from hybridize.sources.model import Project, SourceFile, text_digest

PATH = "main.py"
MAKE = new_interner()
"""Makes the objects that belong to no analysis."""


class Source(NamedTuple):
    """One module and the state of its analysis; nothing in it is evaluated."""

    tree: nodes.Module
    analysis: Analysis

    def function(self, name: str) -> Function:
        """The function object of a `def` at the top level."""
        return self.analysis.make(Function, self.tree[name], None)

    def cls(self, name: str) -> ClassObject:
        """The class object of a `class` at the top level."""
        return self.analysis.make(ClassObject, self.tree[name], None)

    def instance(self, name: str, owner: Context) -> Instance:
        """An instance of such a class, allocated at its own `class` statement."""
        return self.analysis.make(Instance, self.cls(name), self.tree[name], owner)


def source(code: str) -> Source:
    """The state in which the analysis of a module begins."""
    tree = astroid.parse(code)
    file = SourceFile(Path("/", PATH), PATH, code, text_digest(code), "main", False, "utf-8", False)
    program = Program(Project(Path("/"), (file,), (Path("/"),)), [ModuleTree(file, tree)], [])
    return Source(tree, Analysis(program, load(), lambda context: None))


def context(serial: int) -> Context:
    """A context of some function."""
    return Context(serial, astroid.parse("def f(): pass")["f"], None, None, MAKE(ModuleObject, PATH), ScopeNames())


def number(value: int) -> Value:
    """A Python integer."""
    return MAKE(PythonScalar, "int", Literal(value)).single


def external(name: str) -> External:
    """A function or class outside the project."""
    return MAKE(External, name)
