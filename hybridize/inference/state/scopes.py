"""The source of the program as the analysis reads it: trees by path, names by scope, signatures."""

from __future__ import annotations

from collections import Counter
from collections.abc import Set

from astroid import nodes

from hybridize.inference.domain.objects import ClassObject
from hybridize.program import ModuleTree, Program
from hybridize.program.overwritten import assigned_name, overwritten_items
from hybridize.program.scopes import ScopeNames, Signature, scope_table
from hybridize.program.setters import handing_on
from hybridize.program.trees import expression_at


class AutoGraphReading:
    """What the rooms of tracing have read of functions, conditions and loops, each once."""

    def __init__(self) -> None:
        self.unconverted: dict[nodes.NodeNG, str] = {}
        """What in a function keeps AutoGraph from converting it: see `tracing.regions`."""
        self.limits: dict[nodes.If, tuple[tuple[nodes.NodeNG, str], ...]] = {}
        """What AutoGraph cannot convert of an `if` on a tensor, with the place: see `tracing.conditions`."""
        self.carried: dict[tuple[nodes.NodeNG, str], bool] = {}
        """Whether the value that a name has after an `if` or loop is read, likewise."""
        self.assigned_in: dict[nodes.NodeNG, tuple[str, ...]] = {}
        """The names that an `if` or loop on a tensor assigns."""


_SETTING = frozenset({"setattr"})


class Scopes:
    """Trees, names and signatures: what the text of the program says, looked up once."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.trees: dict[str, ModuleTree] = {m.file.relative: m for m in program.modules}
        """The modules by path."""
        self.mentioned: set[str] = set()
        """Names and attributes that some code refers to."""
        self._mentioned: dict[str, set[str]] = {}
        """The same by the path of the module."""
        self._assigning: dict[str, set[str]] = {}
        """By attribute: the paths of the modules in which some statement sets it, of whatever object."""
        self.tests: dict[tuple[nodes.NodeNG, bool], tuple[tuple[nodes.NodeNG, bool, nodes.NodeNG], ...]] = {}
        """The single tests of a condition that came out so, each with what it is about."""
        self.autograph = AutoGraphReading()
        """What the text of conditions and loops is to AutoGraph."""
        self.functions: Counter[str] = Counter()
        """How many functions and lambdas the projects have, by their folders."""
        self._paths = {id(m.tree): m.file.relative for m in program.modules}
        self._sets_by_name: dict[str, bool] = {}
        """By the path of a module: whether code beside it sets attributes by names that the text does not show."""
        self._names: dict[nodes.NodeNG, ScopeNames] = {}
        self._expressions: dict[tuple[nodes.NodeNG, str], nodes.NodeNG | None] = {}
        """What is given to `eval` as a text, by call and text."""
        self._overwritten: dict[nodes.NodeNG, frozenset[nodes.NodeNG]] = {}
        self._signatures: dict[nodes.NodeNG, Signature] = {}
        self._handing_on: dict[nodes.NodeNG, frozenset[nodes.NodeNG]] = {}

    def replace(self, program: Program) -> None:
        """Go on with another version of the program that has the same trees."""
        self.program = program
        self.trees = {module.file.relative: module for module in program.modules}

    def prepare(self) -> None:
        """Read the names of all modules."""
        for path in sorted(self.trees):
            self.names(self.trees[path].tree)

    def path_of(self, node: nodes.NodeNG) -> str:
        """The path of the module that holds a node; empty for a tree that is no module of the program."""
        return self._paths.get(id(node.root()), "")

    def home(self, node: nodes.NodeNG) -> str:
        """The folder of the project that a node is written in."""
        return self.program.project.home(self.path_of(node))

    def in_tests(self, node: nodes.NodeNG) -> bool:
        """Whether a node stands in a file of tests."""
        tree = self.trees.get(self.path_of(node))
        return tree is not None and tree.file.is_test

    def names(self, scope: nodes.NodeNG) -> ScopeNames:
        """The names of a scope."""
        found = self._names.get(scope)
        if found is None:
            module = scope.root()
            assert isinstance(module, nodes.Module)
            path = self.path_of(module)
            mentioned = self._mentioned.setdefault(path, set())
            assigned: set[str] = set()
            table = scope_table(module, mentioned, assigned)
            for attribute in assigned:
                self._assigning.setdefault(attribute, set()).add(path)
            self.mentioned |= mentioned
            functions = sum(isinstance(node, (nodes.FunctionDef, nodes.Lambda)) for node in table)
            self.functions[self.program.project.home(path)] += functions
            self._names.update(table)
            found = self._names.get(scope) or ScopeNames()
            self._names[scope] = found
        return found

    def mentions(self, names: Set[str], path: str) -> bool:
        """Whether code that one run may load beside a module refers to any of some names."""
        return not self.mentioned.isdisjoint(names) and any(
            not names.isdisjoint(self._mentioned.get(each, ())) for each in self.program.together(path)
        )

    def may_set(self, attribute: str, path: str) -> bool:
        """Whether code that one run may load beside a module may set an attribute of this name, of whatever object."""
        if path not in self._sets_by_name:
            self._sets_by_name[path] = self.mentions(_SETTING, path)
        together = self.program.together(path)
        return self._sets_by_name[path] or any(each in together for each in self._assigning.get(attribute, ()))

    def expression(self, call: nodes.NodeNG, text: str) -> nodes.NodeNG | None:
        """The expression that a call of `eval` evaluates when it is given this text; None if it is none."""
        key = (call, text)
        if key not in self._expressions:
            self._expressions[key] = expression_at(text, call)
        return self._expressions[key]

    def overwritten(self, display: nodes.Dict | nodes.List) -> frozenset[nodes.NodeNG]:
        """The items of a display that are replaced before anything can read them."""
        found = self._overwritten.get(display)
        if found is None:
            outermost = display
            while isinstance(outermost.parent, (nodes.Dict, nodes.List)):
                outermost = outermost.parent
            name, scope = assigned_name(outermost), outermost.scope()
            names = self.names(scope)
            private = name is not None and name.name in names.bound - names.captured
            private = private and isinstance(scope, nodes.FunctionDef) and not names.is_generator
            found = self._overwritten[display] = overwritten_items(outermost, private)
        return found

    def handing_on(self, method: nodes.NodeNG) -> frozenset[nodes.NodeNG]:
        """The calls in a method `__setattr__` that hand on what it was given, as it was given."""
        found = self._handing_on.get(method)
        if found is None:
            found = self._handing_on[method] = handing_on(method)
        return found

    def class_binds(self, cls: ClassObject, name: str) -> bool:
        """Whether the body of this very class binds the name."""
        return name in self.names(cls.node).bound

    def signature(self, node: nodes.FunctionDef | nodes.Lambda) -> Signature:
        """The parameters of a function."""
        found = self._signatures.get(node)
        if found is None:
            found = self._signatures[node] = Signature.of(node)
        return found
