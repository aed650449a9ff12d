"""Which programs of a project run a function: what two scripts pass, or do, one run never does."""

from __future__ import annotations

from collections.abc import Collection, Set
from functools import cached_property

from astroid import nodes

from hybridize.inference.results.facts import Facts
from hybridize.inference.results.model import Context
from hybridize.program.model import ModuleTree
from hybridize.program.places import Place
from hybridize.program.syntax import starts_program

ANY: frozenset[str] = frozenset()
"""Any program, since not all callers are known, or the caller is imported."""
MOST = 500
"""Callers above a call that are followed."""
_LOADING = ("__import__", "exec(", "importlib", "imp.load", "runpy")
"""Words in the text of modules that may load others by names that nobody sees."""


class Programs:
    """Finds the scripts from which a call is reached."""

    def __init__(self, facts: Facts) -> None:
        self._facts = facts
        self._found: dict[Context, frozenset[str]] = {}
        self._of_tests: set[Context] = set()
        """What tests lead to, which may all be run by one process."""
        self._modules: dict[str, Set[str]] = {}

    def of(self, context: Context) -> frozenset[str]:
        """The modules that nothing imports from whose bodies calls lead to a context; `ANY` where others do as well."""
        found = self._found.get(context)
        if found is None:
            found = self._found[context] = self._look(context)
        return found

    def _look(self, context: Context) -> frozenset[str]:
        queue, seen = [context], {context}
        found: set[str] = set()
        for each in queue:
            if each.start.entry == "test":
                # A test is no program.
                self._of_tests.add(context)
                continue
            if each.start.entry == "module":
                if each.module_path in self._imported:
                    return ANY
                found.add(each.module_path)
                continue
            callers = [caller for caller, _, _ in self._facts.graph.callers.get(each, ())]
            if each.start.entry or not callers or len(seen) > MOST:
                return ANY
            queue += [caller for caller in dict.fromkeys(callers) if caller not in seen]
            seen.update(callers)
        return frozenset(found)

    def shows_use(self, place: Place) -> bool:
        """Whether a place is in what a module does as a program, although others import it: it shows how it is used."""
        module = self._by_path.get(place.path)
        if module is None or place.path not in self._imported:
            return False
        return any(
            starts_program(each) and each.lineno <= place.line <= (each.end_lineno or 0) for each in module.tree.body
        )

    def may_meet(self, other: Context, contexts: Collection[Context]) -> bool:
        """Whether a run that reaches some contexts may run the code of another one as well."""
        return self.may_load(other.module_path, contexts)

    def may_load(self, path: str, contexts: Collection[Context]) -> bool:
        """Whether a run that reaches some contexts may load a module."""
        programs = [self.of(each) for each in contexts]
        if ANY in programs or not self._of_tests.isdisjoint(contexts):
            return True
        paths = frozenset().union(*programs)
        return not paths.isdisjoint(self._facts.tests) or any(path in self._loaded(each) for each in paths)

    def _loaded(self, path: str) -> Set[str]:
        """The modules that a program imports, and they in turn; all modules where one of them hides what it imports."""
        found = self._modules.get(path)
        if found is None:
            found = self._modules[path] = self._load(path)
        return found

    def _load(self, path: str) -> Set[str]:
        program = self._facts.program
        found, queue = {path}, [path]
        for each in queue:
            module = self._by_path[each]
            if self._hides_imports(module):
                return self._by_path.keys()
            imported = [*self._facts.imports(each), *(one.file.relative for one in program.packages_around(module))]
            queue += [one for one in imported if one not in found]
            found.update(imported)
        return found

    def _hides_imports(self, module: ModuleTree) -> bool:
        notebook = module.file.notebook
        if notebook is not None and "%run" in notebook.text or any(word in module.file.text for word in _LOADING):
            return True
        imported = {name for each in module.all_of(nodes.Import) for name, _ in each.names}
        imported |= {each.modname or "" for each in module.all_of(nodes.ImportFrom) if not each.level}
        return any(
            name.partition(".")[0] in self._names and self._facts.program.find(module, name) is None
            for name in imported
        )

    @cached_property
    def _names(self) -> Set[str]:
        """The words in the names of the modules of the project: a path that is set at run time may begin at any."""
        program = self._facts.program
        return {word for module in program.modules for name in program.names(module) for word in name.split(".")}

    @cached_property
    def _by_path(self) -> dict[str, ModuleTree]:
        return {module.file.relative: module for module in self._facts.program.modules}

    @cached_property
    def _imported(self) -> set[str]:
        """The modules that others of the project import."""
        return {path for module in self._facts.program.modules for path in self._facts.imports(module.file.relative)}
