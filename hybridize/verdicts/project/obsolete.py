"""Modules that are written for TensorFlow 1: they use names that are gone, or build graphs for sessions."""

from __future__ import annotations

import re
from collections.abc import Iterator, Set
from dataclasses import replace

from astroid import nodes

from hybridize.inference.facts.facts import Facts
from hybridize.program import ModuleTree
from hybridize.program.components import closure
from hybridize.program.estimators import line_of_estimator
from hybridize.program.memory import remembered
from hybridize.program.syntax import is_name
from hybridize.verdicts.evidence.retracing import DeferredProgram, OldProgram
from hybridize.verdicts.model.parts import Place

_TENSORFLOW = "tensorflow"
_IMPORT = re.compile(r"^\s*import\s+tensorflow(?:\s+as\s+(\w+))?\s*(?:#.*)?$", re.MULTILINE)
_GONE = frozenset({"contrib", "examples"})
"""Packages of TensorFlow 1 from which is imported."""
_FROM = re.compile(rf"^\s*(?:from|import)\s+tensorflow\.({'|'.join(sorted(_GONE))})\b", re.MULTILINE)
_VERSION_1 = re.compile(
    r"^\s*(?:import\s+tensorflow\.compat\.v1\s+as|from\s+tensorflow\.compat\s+import\s+v1\s+as)\s+(\w+)", re.MULTILINE
)
_DEFERRED = frozenset(
    {
        "GraphKeys", "InteractiveSession", "Session", "add_to_collection", "disable_eager_execution",
        "disable_v2_behavior", "get_collection", "get_variable", "global_variables", "global_variables_initializer",
        "gradients", "local_variables", "placeholder", "sparse_placeholder", "trainable_variables",
    }
)  # fmt: skip
"""Names of `tensorflow.compat.v1` that fail in eager execution, or find nothing there: a variable is made anew."""
_EAGER = frozenset({"enable_eager_execution", "enable_v2_behavior"})
_ASKING = ("hasattr", "__version__", "VERSION", "version")


_PRIVATE_KERAS = re.compile(r"^\s*(?:from|import)\s+tensorflow\.python\.keras\b", re.MULTILINE)
"""Imports of the Keras inside of TensorFlow, most parts of which are gone since 2.6."""


def programs_with(facts: Facts, paths: Set[str]) -> Set[str]:
    """Some modules, what imports them, and all that is imported there: one program runs all of these."""
    found: set[str] = set()
    for module in facts.program.modules if paths else ():
        imported = closure([module.file.relative], facts.imports)
        if not paths.isdisjoint(imported):
            found.update(imported)
    return found


def programs_of_private_keras(facts: Facts) -> Set[str]:
    """The modules of programs that run with an old TensorFlow alone, since they import what it keeps for itself."""
    importing = (each.file for each in facts.program.modules if _PRIVATE_KERAS.search(each.file.text))
    return programs_with(facts, {file.relative for file in importing})


class OldPrograms:
    """Finds the modules, each asked for once."""

    def __init__(self, facts: Facts) -> None:
        self._knowledge = facts.knowledge
        self._facts = facts

    def name_in(self, module: ModuleTree, place: Place) -> OldProgram | None:
        """The first name of TensorFlow 1 that a module uses, said of the function at `place`."""
        found = self._in(module)
        return None if found is None else replace(found, place=replace(place, line=found.place.line))

    def has(self, module: ModuleTree) -> bool:
        """Whether a module is written for TensorFlow 1: its data sets and models run in sessions."""
        return self._in(module) is not None

    @remembered
    def _in(self, module: ModuleTree) -> OldProgram | None:
        text, path = module.file.text, module.file.relative
        package = _FROM.search(text)
        if package is not None:
            line = text.count("\n", 0, package.start(1)) + 1
            return OldProgram(Place(path, line), f"{_TENSORFLOW}.{package[1]}")
        for alias in {match[1] or _TENSORFLOW for match in _IMPORT.finditer(text)}:
            used = set(re.findall(rf"\b{alias}\.(\w+)", text))
            names = {name: f"{_TENSORFLOW}.{name}" for name in used}
            known = self._knowledge.is_written_so
            old = {name for name, full in names.items() if not known(full) and not self._is_given(full, path)}
            for attribute in self._uses(module, alias) if old else ():
                if attribute.attrname in old and not _is_asked_for(attribute):
                    return OldProgram(Place(path, attribute.lineno or 1), f"tf.{attribute.attrname}")
        estimator = line_of_estimator(module)
        if estimator is not None:
            return DeferredProgram(Place(path, estimator), "tf.estimator")
        if _IMPORT.search(text) is None:
            for alias in {match[1] for match in _VERSION_1.finditer(text)}:
                found = self._deferred(module, alias)
                if found is not None:
                    return found
        return None

    def _is_given(self, full: str, path: str) -> bool:
        """Whether a program that loads a module gives TensorFlow this name itself."""
        own = full in self._facts.objects.replaced
        return own and self._facts.analysis.scopes.may_set(full.rpartition(".")[2], path)

    def _deferred(self, module: ModuleTree, alias: str) -> OldProgram | None:
        """What shows that a module builds graphs for sessions; `tensorflow.compat.v1` is all it knows of TensorFlow."""
        used = set(re.findall(rf"\b{alias}\.(\w+)", module.file.text))
        if not _EAGER.isdisjoint(used) or _DEFERRED.isdisjoint(used):
            return None
        for attribute in self._uses(module, alias):
            if attribute.attrname in _DEFERRED and not _is_asked_for(attribute):
                place = Place(module.file.relative, attribute.lineno or 1)
                return DeferredProgram(place, f"tf.{attribute.attrname}")
        return None

    def _uses(self, module: ModuleTree, alias: str) -> Iterator[nodes.Attribute]:
        for attribute in module.all_of(nodes.Attribute):
            if is_name(attribute.expr, alias):
                yield attribute


def _is_asked_for(attribute: nodes.NodeNG) -> bool:
    """Whether the program asks for the release, or for the name, before it uses it."""
    around = list(attribute.node_ancestors())
    tests = (each.test.as_string() for each in around if hasattr(each, "test"))
    return any(isinstance(each, nodes.Try) for each in around) or any(
        word in test for test in tests for word in _ASKING
    )
