"""Modules of the project at run time: their contexts, their globals, what they import."""

from __future__ import annotations

from collections.abc import Callable

from astroid import nodes

from hybridize.frameworks.knowledge import Knowledge
from hybridize.inference.domain.interning import Interner
from hybridize.inference.domain.objects import External, ModuleObject, NamespaceObject, Value
from hybridize.inference.domain.values import BOTTOM
from hybridize.inference.state.context_table import ContextTable
from hybridize.inference.state.contexts import Context
from hybridize.inference.state.heap import Heap
from hybridize.inference.state.scopes import Scopes
from hybridize.program import ModuleTree


class Modules:
    """What a name in a module means, evaluating the module's body first."""

    def __init__(
        self,
        make: Interner,
        scopes: Scopes,
        heap: Heap,
        contexts: ContextTable,
        knowledge: Knowledge,
        evaluate: Callable[[Context], None],
    ) -> None:
        self._make = make
        self.imports: dict[str, set[str]] = {}
        """The modules of the project that a module imports, by path."""
        self._scopes = scopes
        self._heap = heap
        self._contexts = contexts
        self._knowledge = knowledge
        self._evaluate = evaluate
        """Evaluates a context now."""
        self._by_path: dict[str, Context] = {}
        self._star_imports: dict[str, list[str]] = {}
        """The packages outside the project from which a module imports all names."""

    def context(self, path: str) -> Context:
        """The context of a module's body."""
        context = self._by_path.get(path)
        if context is None:
            context = self._contexts.new(self._scopes.trees[path].tree, None, None, path)
            context.start.entry = "module"
            self._by_path[path] = context
        return context

    def around(self, node: nodes.NodeNG) -> Context:
        """The context of the module that holds a node."""
        return self.context(self._scopes.path_of(node))

    def run(self, path: str) -> None:
        """Evaluate a module's body, unless that has been done or is being done; the packages around it come first."""
        context = self.context(path)
        progress = context.progress
        if progress.evaluated or progress.running:
            return
        for package in self._scopes.program.packages_around(self._scopes.trees[path]):
            self.run(package.file.relative)
        # A package may import its module.
        if not progress.evaluated and not progress.running:
            self._evaluate(context)

    def binds(self, module: ModuleObject, name: str) -> bool:
        """Whether the module binds a global of this name anywhere."""
        return name in self._scopes.names(self._scopes.trees[module.path].tree).bound or self._heap.has(module, name)

    def attribute(self, module: ModuleObject, name: str, reader: Context) -> Value:
        """A global of a module: what it binds, what its star imports bring, else a submodule."""
        path = module.path
        if reader.module is not module:
            self.run(path)
        value = self._heap.read(module, name, reader)
        if value:
            return value
        for package in self._star_imports.get(path, ()):
            symbol = self._knowledge.lookup(f"{package}.{name}")
            if symbol is not None and symbol.known:
                return self._make(External, self._knowledge.canonical(f"{package}.{name}")).single
        # A name that the module binds itself is awaited; what never comes may still be a submodule.
        if not reader.progress.settled and name in self._scopes.names(self._scopes.trees[path].tree).bound:
            return BOTTOM
        return self.submodule(module, name)

    def submodule(self, package: ModuleObject, name: str) -> Value:
        """A module or package inside a package."""
        child = self._scopes.program.child(self._scopes.trees[package.path], name)
        return self.value(child) if child is not None else BOTTOM

    def namespace_attribute(self, namespace: NamespaceObject, name: str) -> Value:
        """A submodule of a namespace package."""
        child = self._scopes.program.child(namespace.folder, name)
        return self.value(child) if child is not None else BOTTOM

    def value(self, found: ModuleTree | str) -> Value:
        """A module (evaluated first) or, given as its folder, a namespace package."""
        if isinstance(found, str):
            return self._make(NamespaceObject, found).single
        self.run(found.file.relative)
        return self._make(ModuleObject, found.file.relative).single

    def add_import(self, importer: ModuleTree, found: ModuleTree | str | None) -> None:
        """Record that a module imports another one of the project."""
        if isinstance(found, ModuleTree):
            self.imports.setdefault(importer.file.relative, set()).add(found.file.relative)

    def add_star_import(self, path: str, package: str) -> None:
        """Record that a module imports all names of a package outside the project."""
        packages = self._star_imports.setdefault(path, [])
        if package not in packages:
            packages.append(package)

    def pass_on_star_imports(self, path: str, importer: str) -> None:
        """Record that a module imports all names of a module of the project, which has star imports itself."""
        for package in tuple(self._star_imports.get(path, ())):
            self.add_star_import(importer, package)
