"""Which files an analysis for findings needs: those that some tie connects with one that leads to a framework.

A file is tied to what it imports, and to what imports it: either may hand the other a tensor, call it, derive from it,
or change what it holds. Two files that import a third one are tied by it, since what one makes of it the other meets.
So an analysis of the files that are tied together finds what one of all files finds there.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterable, Iterator, Set
from functools import cached_property
from pathlib import PurePosixPath

from astroid import nodes

from hybridize.program.components import closure
from hybridize.program.model import ModuleTree, Program

_BLOCKS = ("body", "orelse", "finalbody", "handlers", "cases")
_FIXTURES = "conftest.py"
_LOADERS = ("import_module", "__import__")
_DOTTED = re.compile(r"[\w.]+")
_WORD = re.compile(r"\w+")


class Ties:
    """The ties between the files of a project.

    The trees of the program need hold no more than imports (`outline`); `parsed` gives those of `ast` by path.
    """

    def __init__(self, program: Program, parsed: Callable[[str], ast.Module]) -> None:
        self._program = program
        self._modules = {module.file.relative: module for module in program.modules}
        self._parsed = parsed
        self._named_in: dict[str, set[str]] = {path: set() for path in self._modules}
        """By path: what a file may import, load or ask of a package that it imports; of a test its fixtures."""
        self._naming: dict[str, set[str]] = {path: set() for path in self._modules}
        """The reverse."""
        self._needed: dict[str, set[str]] = {}
        self._loading: list[str] = []
        """The modules that load others by names of which not even the beginning is written there."""
        self._texts: dict[str, frozenset[str]] = {}
        for path, module in self._modules.items():
            for other in {*self._imported(module), *self._loaded(module)}:
                self._tie(path, other)
            for test in self._fixtures(module):
                self._tie(test, path)

    def _tie(self, path: str, other: str) -> None:
        self._named_in[path].add(other)
        self._naming[other].add(path)

    def connected(self, paths: Iterable[str]) -> Set[str]:
        """Some files, and all that ties connect with them, with the packages that Python imports before these."""
        for path in self._loading:
            self._tie_by_texts(path)
        return self._component(paths)

    def _component(self, paths: Iterable[str]) -> Set[str]:
        # A package is there for its modules; these are tied by it if it does something with them.
        return set(closure(paths, lambda path: self._named_in[path] | self._naming[path] | self._around(path)))

    def needs(self, path: str) -> Set[str]:
        """The files that Python loads for one, step by step: what it imports, and the packages around.

        What code may ask of a package that it imports is loaded by that package, or by someone else.
        """
        if path in self._modules and path not in self._needed:
            module = self._modules[path]
            imported = {each.file.relative for each in self._program.imports(module)}
            stars = {other for each in self._starred(module) for other in self._whole(each)}
            fixtures = {each for each in self._named_in[path] if PurePosixPath(each).name == _FIXTURES}
            loaded = {*self._loaded(module), *self._named_to_loaders.get(path, ())}
            self._needed[path] = imported | stars | fixtures | loaded | self._around(path)
        return self._needed.get(path, set())

    def importers(self, path: str) -> Set[str]:
        """The files that import or load one, or the package that it lies in as a whole."""
        return self._naming.get(path, set())

    @cached_property
    def _named_to_loaders(self) -> dict[str, set[str]]:
        """By path: what the texts of a file name, where a module that loads others by their names is in its reach."""
        reaching = closure(self._loading, lambda path: self._naming[path])
        return {path: self._named_by_texts([path]) - {path} for path in reaching}

    def _around(self, path: str) -> Set[str]:
        return {each.file.relative for each in self._program.packages_around(self._modules[path])}

    def _imported(self, module: ModuleTree) -> Iterator[str]:
        for statement in module.all_of(nodes.Import):
            for name, alias in statement.names:
                yield from self._named(module, name, 0)
                if alias is None:
                    yield from self._named(module, name.partition(".")[0], 0)
        for statement in module.all_of(nodes.ImportFrom):
            level, base = statement.level or 0, statement.modname or ""
            for name, _ in statement.names:
                member = self._program.find(module, f"{base}.{name}" if base else name, level)
                found = member or self._program.find(module, base, level)
                if member is not None or name == "*":
                    yield from self._whole(found)
                elif isinstance(found, ModuleTree):
                    yield found.file.relative

    def _starred(self, module: ModuleTree) -> Iterator[ModuleTree | str | None]:
        """The packages whose `__all__` may name modules, which Python loads then."""
        for statement in module.all_of(nodes.ImportFrom):
            if statement.names[0][0] == "*":
                yield self._program.find(module, statement.modname or "", statement.level or 0)

    def _named(self, module: ModuleTree, name: str, level: int) -> Iterator[str]:
        return self._whole(self._program.find(module, name, level))

    def _whole(self, found: ModuleTree | str | None) -> Iterator[str]:
        """The path of a module. Of a package the paths of all its modules: code may read them as its attributes."""
        if found is None:
            return
        if isinstance(found, ModuleTree):
            yield found.file.relative
            if not found.file.is_package:
                return
        folder = found if isinstance(found, str) else str(PurePosixPath(found.file.relative).parent)
        yield from self._below(folder)

    def _below(self, folder: str) -> Iterator[str]:
        return (path for path in self._modules if folder == "." or path.startswith(f"{folder}/"))

    def _loaded(self, module: ModuleTree) -> Iterator[str]:
        """What a module loads by names that are values, as far as these are written there."""
        if not any(name in module.file.text for name in _LOADERS):
            return
        for call in ast.walk(self._parsed(module.file.relative)):
            if not isinstance(call, ast.Call) or not call.args or _last_name(call.func) not in _LOADERS:
                continue
            name, complete = _beginning(call.args[0])
            dotted = name.lstrip(".")
            if complete:
                for level in {0, len(name) - len(dotted)}:
                    yield from self._named(module, dotted, level)
            elif "." in dotted:
                yield from self._named(module, dotted.rpartition(".")[0], len(name) - len(dotted))
            elif module.file.relative not in self._loading:
                self._loading.append(module.file.relative)

    def _tie_by_texts(self, path: str) -> None:
        """Tie a module to those whose names stand as texts in what is tied to it: these may reach its call."""
        more: Set[str] = {path}
        while more:
            component = self._component([path])
            more = self._named_by_texts(component) - component
            for other in more:
                self._tie(path, other)

    def _named_by_texts(self, paths: Iterable[str]) -> set[str]:
        texts = {text for path in paths for text in self._last_parts(path)}
        return {other for other in self._modules if _stem(other) in texts}

    def _last_parts(self, path: str) -> frozenset[str]:
        """The last parts of the dotted names that stand as texts in a module."""
        if path not in self._texts:
            constants = (each.value for each in ast.walk(self._parsed(path)) if isinstance(each, ast.Constant))
            names = (value for value in constants if isinstance(value, str) and _DOTTED.fullmatch(value))
            self._texts[path] = frozenset(name.rpartition(".")[2] for name in names)
        return self._texts[path]

    def _fixtures(self, module: ModuleTree) -> Iterator[str]:
        """The tests below a `conftest.py` that name one of its functions."""
        path = PurePosixPath(module.file.relative)
        if path.name != _FIXTURES:
            return
        names = {word for each in self._parsed(str(path)).body for word in _provided(each)}
        for other in self._below(str(path.parent)):
            file = self._modules[other].file
            if file.is_test and not names.isdisjoint(_WORD.findall(file.text)):
                yield other


def _stem(path: str) -> str:
    """The last part of the name of a module."""
    found = PurePosixPath(path)
    return found.parent.name if found.stem == "__init__" else found.stem


def outline(parsed: ast.Module) -> ast.Module:
    """A module with the imports of another one alone."""
    return ast.Module(list(_imports(parsed)), [])


def function_count(parsed: ast.Module, text: str) -> int:
    """How many functions and lambdas a module has."""
    nodes_of = ast.walk(parsed) if "lambda" in text else _statements(parsed)
    return sum(isinstance(each, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)) for each in nodes_of)


def _statements(node: ast.AST) -> Iterator[ast.AST]:
    """All statements, with what else holds blocks of them."""
    for block in _BLOCKS:
        for each in getattr(node, block, ()):
            yield each
            yield from _statements(each)


def _imports(node: ast.AST) -> Iterator[ast.stmt]:
    for block in _BLOCKS:
        for each in getattr(node, block, ()):
            if isinstance(each, (ast.Import, ast.ImportFrom)):
                yield each
            else:
                yield from _imports(each)


def _last_name(function: ast.expr) -> str:
    return function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")


def _beginning(name: ast.expr) -> tuple[str, bool]:
    """How a text begins that is put together, and whether that is all of it."""
    if isinstance(name, ast.Constant) and isinstance(name.value, str):
        return name.value, True
    if isinstance(name, ast.JoinedStr) and name.values:
        return _beginning(name.values[0])[0], False
    if isinstance(name, ast.BinOp) and isinstance(name.op, ast.Add):
        return _beginning(name.left)[0], False
    return "", False


def _provided(statement: ast.stmt) -> Iterator[str]:
    """The names under which tests may ask for what a function gives."""
    if isinstance(statement, (ast.FunctionDef, ast.AsyncFunctionDef)):
        yield statement.name
        for decorator in statement.decorator_list:
            yield from (str(each.value) for each in ast.walk(decorator) if isinstance(each, ast.Constant))
