"""Which programs of a project run a function: what two scripts pass, or do, one run never does."""

from __future__ import annotations

from collections.abc import Collection
from functools import cached_property

from hybridize.inference.facts.facts import Facts
from hybridize.inference.facts.model import Context
from hybridize.program.memory import remembered
from hybridize.program.model import ModuleTree
from hybridize.program.places import Place, holds
from hybridize.program.syntax import starts_program

ANY: frozenset[str] = frozenset()
"""Any program, since not all callers are known, or the caller is imported."""


class Programs:
    """Finds the scripts from which a call is reached."""

    def __init__(self, facts: Facts) -> None:
        self._facts = facts
        self._of_tests: set[Context] = set()
        """What tests lead to, which may all be run by one process."""

    @remembered
    def of(self, context: Context) -> frozenset[str]:
        """The modules that nothing imports from whose bodies calls lead to a context; `ANY` where others do as well."""
        begin = self._facts.graph.callers.beginnings(context)
        entries = {each.start.entry for each in begin}
        if "test" in entries:
            # A test is no program.
            self._of_tests.add(context)
        paths = frozenset(each.module_path for each in begin if each.start.entry == "module")
        return paths if entries <= {"module", "test"} and paths.isdisjoint(self._imported) else ANY

    def shows_use(self, place: Place) -> bool:
        """Whether a place is in what a module does as a program, although others import it: it shows how it is used."""
        module = self._by_path.get(place.path)
        if module is None or place.path not in self._imported:
            return False
        return any(starts_program(each) and holds(each, place.path, place) for each in module.tree.body)

    def may_meet(self, other: Context, contexts: Collection[Context]) -> bool:
        """Whether a run that reaches some contexts may run the code of another one as well."""
        return self.may_load(other.module_path, contexts)

    def may_load(self, path: str, contexts: Collection[Context]) -> bool:
        """Whether a run that reaches some contexts may load a module."""
        program, tests = self._facts.program, self._facts.tests
        programs = [self.of(each) for each in contexts]
        paths = frozenset().union(*programs)
        if not self._of_tests.isdisjoint(contexts) or not paths.isdisjoint(tests):
            # One process runs them all: those of a project.
            loaded = {each.module_path for each in contexts}
            beside = frozenset().union(*map(program.projects_beside, loaded))
            paths = paths.union(*(self._tests_of.get(home, ()) for home in beside))
        if ANY in programs and any(path in program.together(each.module_path) for each in contexts):
            return True
        return any(path in program.loads(each) for each in paths)

    @cached_property
    def _tests_of(self) -> dict[str, set[str]]:
        """The modules of tests, by the folders of the projects that they belong to."""
        found: dict[str, set[str]] = {}
        for path in self._facts.tests:
            found.setdefault(self._facts.program.project.home(path), set()).add(path)
        return found

    @cached_property
    def _by_path(self) -> dict[str, ModuleTree]:
        return {module.file.relative: module for module in self._facts.program.modules}

    @cached_property
    def _imported(self) -> set[str]:
        """The modules that others of the project import."""
        return {path for module in self._facts.program.modules for path in self._facts.imports(module.file.relative)}
