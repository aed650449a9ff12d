"""The parsed project and its import graph."""

from __future__ import annotations

import sys
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path, PurePosixPath
from typing import TypeVar, cast

from astroid import nodes

from hybridize.program.calls import receiver_of
from hybridize.program.components import closure
from hybridize.program.containers import ADDING
from hybridize.program.inside import by_kind
from hybridize.program.syntax import last_name, spelled
from hybridize.sources.packages import INSTALLED
from hybridize.sources.project import Project, SourceError, SourceFile

N = TypeVar("N", bound=nodes.NodeNG)
_LOADING = frozenset({"__import__", "exec"})
_LOADERS = frozenset({"imp", "importlib", "runpy"})
_NO_LOADERS = ("importlib.metadata", "importlib.resources")
"""What loads modules by names that nobody sees: functions, and packages but for some of their modules."""


@dataclass(frozen=True, eq=False)
class ModuleTree:
    """One file of the project with its tree."""

    file: SourceFile
    tree: nodes.Module

    def all_of(self, kind: type[N]) -> Sequence[N]:
        """The nodes of the tree that are of one class, not of one that derives from it, in the order of the text."""
        return cast("Sequence[N]", self._by_kind.get(kind, ()))

    def calls_of(self, *names: str) -> Iterator[nodes.Call]:
        """The calls of what has one of some last names, in the order of the text."""
        # Most modules have none of the names, and need not be walked through.
        calls = self.all_of(nodes.Call) if any(name in self.file.text for name in names) else ()
        return (call for call in calls if last_name(call.func) in names)

    @cached_property
    def _by_kind(self) -> dict[type[nodes.NodeNG], list[nodes.NodeNG]]:
        # Many questions are asked of all trees of a project: they are walked through once for all of them.
        return by_kind(self.tree)

    @cached_property
    def extra_paths(self) -> tuple[str, ...]:
        """Folders that the module itself puts on `sys.path`, as far as constants tell, relative to the root.

        `sys.path.append("..")` and `sys.path.insert(0, os.path.join(os.path.dirname(__file__), ".."))` are what
        scripts write; only the constant parts count, tried below the script's folder and below the root.
        """
        found: list[str] = []
        if "sys.path" not in self.file.text:
            return ()
        for call in self.calls_of(*ADDING):
            if spelled(receiver_of(call) or call) != ("sys", "path") or not call.args:
                continue
            parts = [c.value for c in call.args[-1].nodes_of_class(nodes.Const) if isinstance(c.value, str)]
            # `dirname(__file__)` is the module's own folder, as `getcwd()` is taken to be.
            text = call.args[-1].as_string()
            ups = text.count("dirname") - ("getcwd" not in text)
            found.append("/".join([".."] * max(ups, 0) + parts) or ".")
        return tuple(found)


class Program:
    """The project as trees, with look-up of modules by the names that imports use."""

    def __init__(self, project: Project, modules: Iterable[ModuleTree], errors: Iterable[SourceError]) -> None:
        self.project = project
        self.modules: tuple[ModuleTree, ...] = tuple(modules)
        self.errors: tuple[SourceError, ...] = tuple(errors)
        self._by_stem: dict[str, ModuleTree] = {}
        self._folders: set[str] = set()
        for module in self.modules:
            # Notebooks import modules and are imported by none.
            if module.file.notebook is None:
                self._enter(module.file.relative, module)
        by_path = {module.file.relative: module for module in self.modules}
        for link, target in project.links.items():
            if target in by_path:
                self._enter(link, by_path[target])
        self._roots = [_relative(root, project.root) for root in project.source_roots]
        self._packages = {name: _join(folder) for name, folder in project.packages.items() if name}
        self._around: dict[str, list[str]] = {}
        self._loaded: dict[str, Set[str]] = {}
        self._together: dict[str, Set[str]] = {}
        self._beside: dict[str, Set[str]] = {}
        self._all_beside: dict[str, Set[str]] = {}
        self._by_path = by_path
        self._resolved: dict[tuple[str, str], ModuleTree | str | None] = {}

    def _enter(self, relative: str, module: ModuleTree) -> None:
        """Let a module be found by one of its paths."""
        path = PurePosixPath(relative)
        stem = path.with_suffix("")
        if stem.name == "__init__":
            stem = stem.parent
        self._by_stem.setdefault(_join(str(stem)), module)
        self._folders.update(_join(str(parent)) for parent in path.parents)

    def calls_of(self, *names: str) -> Iterator[tuple[ModuleTree, nodes.Call]]:
        """The calls of the program of what has one of some last names, each with its module."""
        return ((module, call) for module in self.modules for call in module.calls_of(*names))

    def find(self, importer: ModuleTree, dotted: str, level: int = 0) -> ModuleTree | str | None:
        """The module that `import dotted` (or `from ...dotted import`, `level` dots) means in `importer`.

        Returns the module, or for a namespace package its folder, or None for what lies outside the project.
        """
        key = (importer.file.relative, "." * level + dotted)
        if key not in self._resolved:
            self._resolved[key] = self._find(importer, dotted, level)
        return self._resolved[key]

    def names(self, module: ModuleTree) -> list[str]:
        """The dotted names that a module may be imported by: below each source root, and below the project's root."""
        path = PurePosixPath(module.file.relative)
        stem = path.parent if path.stem == "__init__" else path.with_suffix("")
        found = []
        for root in dict.fromkeys([*self._roots, "."]):
            if stem.is_relative_to(root):
                found.append(".".join(stem.relative_to(root).parts))
        for name, folder in self._packages.items():
            if stem.is_relative_to(folder):
                found.append(".".join((name, *stem.relative_to(folder).parts)))
        return [name for name in dict.fromkeys(found) if name]

    def packages_around(self, module: ModuleTree) -> list[ModuleTree]:
        """The packages that Python imports before the module, the outermost first."""
        folder = PurePosixPath(module.file.relative).parent
        if module.file.is_package:
            if not folder.name:
                return []
            folder = folder.parent
        found: list[ModuleTree] = []
        while (package := self._by_stem.get(str(folder))) is not None and package.file.is_package:
            found.append(package)
            if not folder.name:
                break
            folder = folder.parent
        return found[::-1]

    def imports(self, module: ModuleTree) -> Iterator[ModuleTree]:
        """The modules of the project that import statements of a module load, and the packages around them."""
        for statement in module.all_of(nodes.Import):
            for name, _ in statement.names:
                yield from self._loaded_by(module, name, 0)
        for statement in module.all_of(nodes.ImportFrom):
            level = statement.level or 0
            yield from self._loaded_by(module, statement.modname or "", level)
            for name, _ in statement.names:
                dotted = f"{statement.modname}.{name}" if statement.modname else name
                yield from self._loaded_by(module, dotted, level)

    def _loaded_by(self, importer: ModuleTree, dotted: str, level: int) -> Iterator[ModuleTree]:
        found = self.find(importer, dotted, level)
        if isinstance(found, ModuleTree):
            yield from (*self.packages_around(found), found)

    def loads(self, path: str) -> Set[str]:
        """The modules that are there once one is loaded: what it imports, and that in turn, itself among them.

        All modules of its project, and of those beside, where one of these hides what it imports.
        """
        if path not in self._loaded:
            self._loaded[path] = self._closed([path])
        return self._loaded[path]

    def together(self, path: str) -> Set[str]:
        """The modules that one run may load beside another one, as the imports have it: of both, or of a third."""
        if path not in self._together:
            above = [path]
            for each in above:
                above += self._importers.get(each, set()).difference(above)
            self._together[path] = self._closed(above)
        return self._together[path]

    def projects_beside(self, path: str) -> Set[str]:
        """The folders of the projects of which one run may load something beside a module, likewise."""
        return self._projects_beside(self.project.home(path))

    def _projects_beside(self, home: str) -> Set[str]:
        if home not in self._beside:
            above = closure([home], lambda each: self._projects_importing.get(each, ()))
            self._beside[home] = frozenset(closure(above, lambda each: self._projects_imported.get(each, ())))
        return self._beside[home]

    @cached_property
    def _projects_imported(self) -> Mapping[str, Set[str]]:
        """By the folder of a project: those of the projects of which it imports something."""
        found: dict[str, set[str]] = {}
        for path, imported in self._imported.items() if self.project.nested else ():
            found.setdefault(self.project.home(path), set()).update(map(self.project.home, imported))
        return found

    @cached_property
    def _projects_importing(self) -> Mapping[str, Set[str]]:
        found: dict[str, set[str]] = {}
        for home, others in self._projects_imported.items():
            for each in others:
                found.setdefault(each, set()).add(home)
        return found

    def _closed(self, paths: Iterable[str]) -> Set[str]:
        queue = list(paths)
        found = set(queue)
        for each in queue:
            if each in self._hiding:
                # What led here is of a project that imports this one: it is among them.
                return self._of_projects_beside(self.project.home(each))
            new = self._imported[each] - found
            found |= new
            queue += new
        return found

    def _of_projects_beside(self, home: str) -> Set[str]:
        """The modules of a project and of those that imports connect with it: what a hidden import may load."""
        if home not in self._all_beside:
            beside = self._projects_beside(home)
            self._all_beside[home] = frozenset(path for each in beside for path in self._of_projects.get(each, ()))
        return self._all_beside[home]

    @cached_property
    def _of_projects(self) -> Mapping[str, Sequence[str]]:
        """By the folder of a project: the paths of its modules."""
        found: dict[str, list[str]] = {}
        for path in self._by_path:
            found.setdefault(self.project.home(path), []).append(path)
        return found

    @cached_property
    def _imported(self) -> dict[str, set[str]]:
        """By the path of a module: those of the modules that it loads, with the packages around it."""
        return {
            path: {each.file.relative for each in (*self.imports(module), *self.packages_around(module))}
            for path, module in self._by_path.items()
        }

    @cached_property
    def _importers(self) -> dict[str, set[str]]:
        found: dict[str, set[str]] = {}
        for path, imported in self._imported.items():
            for each in imported:
                found.setdefault(each, set()).add(path)
        return found

    @cached_property
    def _hiding(self) -> frozenset[str]:
        """The paths of the modules that may load others by names that nobody sees."""
        # A path that is set at run time may begin at any folder.
        hiding: list[str] = []
        for home, own in self._of_projects.items():
            names = (name for path in self._of_projects_beside(home) for name in self.names(self._by_path[path]))
            words = {word for name in names for word in name.split(".")}
            hiding += (path for path in own if self._hides_imports(self._by_path[path], words))
        return frozenset(hiding)

    def _hides_imports(self, module: ModuleTree, words: Collection[str]) -> bool:
        notebook = module.file.notebook
        if notebook is not None and "%run" in notebook.text:
            return True
        if any(each.name in _LOADING for each in module.all_of(nodes.Name)):
            return True
        absolute = [each for each in module.all_of(nodes.ImportFrom) if not each.level]
        plain = {name for each in module.all_of(nodes.Import) for name, _ in each.names}
        members = {f"{each.modname}.{name}" for each in absolute for name, _ in each.names}
        if any(each.partition(".")[0] in _LOADERS and not each.startswith(_NO_LOADERS) for each in plain | members):
            return True
        sources = plain.union(each.modname for each in absolute)
        return any(name.partition(".")[0] in words and self.find(module, name) is None for name in sources)

    def child(self, package: ModuleTree | str, name: str) -> ModuleTree | str | None:
        """The submodule `name` of a package (or namespace folder)."""
        if isinstance(package, str):
            base = package
        elif package.file.is_package:
            base = str(PurePosixPath(package.file.relative).parent)
        else:
            return None
        return self._at(_join(base, name))

    def _find(self, importer: ModuleTree, dotted: str, level: int) -> ModuleTree | str | None:
        here = _parent(importer.file.relative)
        tail = dotted.replace(".", "/")
        if level:
            base = here
            for _ in range(level - 1):
                base = _parent(base)
            return self._at(_join(base, tail))
        first = dotted.partition(".")[0]
        places = self._places(importer, here, first)
        namespace: str | None = None
        for place in dict.fromkeys(places):
            found = self._at(_join(place, tail))
            if isinstance(found, ModuleTree):
                # A package may import itself (`from pkg import part` in its `__init__`); `import random` in random.py
                # means the other one.
                itself = importer.file.is_package and dotted not in sys.stdlib_module_names
                return found if found is not importer or itself or "." in dotted else namespace
            namespace = namespace or found
        if first in INSTALLED or first in sys.stdlib_module_names:
            # A folder without `__init__.py` gives way to a package of its name, wherever that lies; not so one that
            # lies in a package of the project.
            return namespace if namespace is not None and self._lies_in_package(namespace) else None
        # Scripts lower down are often started from a folder in between: `from utils import x` in a/b/c.py, a/utils.py.
        while here != ".":
            here = _parent(here)
            found = self._at(_join(here, tail))
            if isinstance(found, ModuleTree) and found is not importer:
                return found
        return namespace or self._in_named_package(dotted)

    def _places(self, importer: ModuleTree, here: str, first: str) -> list[str]:
        """The folders in which a module, which lies in the folder `here`, looks for what it imports, in that order.

        `first`: the first part of the name. Packages that are installed are imported by their names nearly everywhere:
        of the folders that only guesses make source roots none is asked for those.
        """
        own = [_join(here, extra) for extra in importer.extra_paths]
        package = self._by_stem.get(here)
        in_package = package is not None and package.file.is_package
        sure = self._roots[: self._roots.index(".") + 1] if "." in self._roots else []
        if first in INSTALLED:
            return [*([] if in_package else [here]), *sure, *own]
        around = self._roots_around(here)
        if in_package:
            # A module of a package is not run as a script: absolute imports come before its neighbours. A folder of
            # scripts elsewhere is on nobody's path but theirs. `import json` is Python's own, whatever lies beside it.
            beside = [] if first in sys.stdlib_module_names else [here]
            return [*around, *sure, *beside, *own, *self._roots, *importer.extra_paths]
        return [here, *around, *own, *self._roots, *importer.extra_paths]

    def _in_named_package(self, dotted: str) -> ModuleTree | str | None:
        """What a name means below a folder that is imported under another name than its own."""
        for name, folder in self._packages.items():
            if dotted == name:
                return self._by_stem.get(folder, folder)
            if dotted.startswith(f"{name}."):
                return self._at(_join(folder, dotted[len(name) + 1 :].replace(".", "/")))
        return None

    def _roots_around(self, folder: str) -> list[str]:
        """The source roots that a folder lies in, the innermost first.

        Of several programs in one checkout each has its own `utils`: what lies around the importer comes first.
        """
        found = self._around.get(folder)
        if found is None:
            within = [root for root in self._roots if root == "." or f"{folder}/".startswith(f"{root}/")]
            found = self._around[folder] = sorted(within, key=lambda root: 0 if root == "." else -1 - root.count("/"))
        return found

    def _lies_in_package(self, folder: str) -> bool:
        """Whether a folder without `__init__.py` lies in one that has it."""
        while folder != ".":
            folder = _parent(folder)
            package = self._by_stem.get(folder)
            if package is not None and package.file.is_package:
                return True
        return False

    def _at(self, stem: str) -> ModuleTree | str | None:
        module = self._by_stem.get(stem)
        if module is not None:
            return module
        return stem if stem in self._folders and stem != "." else None


def _parent(path: str) -> str:
    return path.rpartition("/")[0] or "."


def _join(*parts: str) -> str:
    """`a/./b/../c` -> `a/c`; a path that climbs out of the root keeps its leading `..` and matches nothing."""
    out: list[str] = []
    for part in "/".join(parts).split("/"):
        if part == ".." and out and out[-1] != "..":
            out.pop()
        elif part not in ("", "."):
            out.append(part)
    return "/".join(out) or "."


def _relative(path: Path, root: Path) -> str:
    try:
        return _join(path.relative_to(root).as_posix())
    except ValueError:
        return ".."
