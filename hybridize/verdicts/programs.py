"""Which programs of a project run a function: what two scripts pass is never passed by one run."""

from __future__ import annotations

from functools import cached_property

from hybridize.inference.results.facts import Facts
from hybridize.inference.results.model import Context

ANY: frozenset[str] = frozenset()
"""Any program, since not all callers are known, or the caller is imported."""
MOST = 500
"""Callers above a call that are followed."""


class Programs:
    """Finds the scripts from which a call is reached."""

    def __init__(self, facts: Facts) -> None:
        self._facts = facts
        self._found: dict[Context, frozenset[str]] = {}

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
            if each.entry == "test":
                # A test is no program.
                continue
            if each.entry == "module":
                if each.module_path in self._imported:
                    return ANY
                found.add(each.module_path)
                continue
            callers = [caller for caller, _, _ in self._facts.graph.callers.get(each, ())]
            if each.entry or not callers or len(seen) > MOST:
                return ANY
            queue += [caller for caller in dict.fromkeys(callers) if caller not in seen]
            seen.update(callers)
        return frozenset(found)

    @cached_property
    def _imported(self) -> set[str]:
        """The modules that others of the project import."""
        return {path for module in self._facts.program.modules for path in self._facts.imports(module.file.relative)}
