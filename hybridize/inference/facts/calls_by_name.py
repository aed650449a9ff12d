"""Calls that seem to mean a function of the project, by its name, where what they reach is not known.

`agent.step(observations, steps)` in a loop, the agent being made by whatever the command line names: no data flow leads
to the `step(self, observations, steps)` of any class. Such calls tell how often a function runs, and nothing else.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from pathlib import PurePosixPath

from astroid import nodes

from hybridize.inference.facts.facts import Facts, FunctionFacts
from hybridize.inference.facts.model import Because, Context, Use
from hybridize.program.estimators import knows_version_1_alone
from hybridize.program.functions import decorators_of
from hybridize.program.scopes import parameter_names
from hybridize.program.syntax import last_name

_CALLS = frozenset({Use.CALL, Use.METHOD})
_UNKNOWN = frozenset({Because.UNKNOWN_OBJECT, Because.UNDESCRIBED})
"""What a package gives that nobody described may be an object of the project, which it makes by a configuration."""


class CallsByName:
    """The calls of methods and members of which nothing is known, by the name that is called."""

    def __init__(
        self, contexts: Iterable[Context], silent: Collection[str], functions: Iterable[FunctionFacts]
    ) -> None:
        """The calls in these contexts, but not those in the `silent` files; `functions`: those of the project."""
        self._folders = {each.node: PurePosixPath(each.module.file.relative).parent for each in functions}
        self._defined = {(folder, getattr(node, "name", "")) for node, folder in self._folders.items()}
        found: dict[nodes.NodeNG, str] = {}
        for context in contexts:
            for (node, use), said in context.summary.assumptions.items() if context.module_path not in silent else ():
                # `package.module.step` is a function of the package, whoever described it.
                named = said.name and not said.member
                if use in _CALLS and said.because in _UNKNOWN and not named:
                    found[node] = context.module_path
        self._calls: dict[str, list[tuple[nodes.Call, PurePosixPath]]] = {}
        for call, path in found.items():
            if isinstance(call, nodes.Call) and isinstance(call.func, nodes.Attribute):
                self._calls.setdefault(call.func.attrname, []).append((call, PurePosixPath(path).parent))

    @classmethod
    def of_program(cls, facts: Facts) -> CallsByName:
        """The calls in what the program runs, less tests and modules for sessions."""
        modules = filter(knows_version_1_alone, facts.program.modules)
        silent = facts.silent.union(module.file.relative for module in modules)
        return cls(facts.used, silent, facts.functions)

    def of(self, function: nodes.FunctionDef) -> Iterator[nodes.Call]:
        """The calls that seem to mean a method or a function of a module: they fit it, and speak of the same things."""
        around = function.parent
        if isinstance(around, (nodes.ClassDef, nodes.Module)):
            own = f"{around.name} {function.root().name}" if isinstance(around, nodes.ClassDef) else around.name
            skipped = int(isinstance(around, nodes.ClassDef) and not _is_static(function))
            for call, folder in self._calls.get(function.name, ()):
                if self._means_a_neighbour(function, folder):
                    continue
                if _fits(call, function, skipped) and _speaks_of(call, function, skipped, own.lower()):
                    yield call

    def _means_a_neighbour(self, function: nodes.FunctionDef, folder: PurePosixPath) -> bool:
        """Whether what is called in a folder is one of that folder: the same program may stand in several of them."""
        own = self._folders.get(function, folder)
        apart = own != folder and own not in folder.parents and folder not in own.parents
        return apart and (folder, function.name) in self._defined


def _is_static(function: nodes.FunctionDef) -> bool:
    return any(last_name(each) == "staticmethod" for each in decorators_of(function))


def _fits(call: nodes.Call, function: nodes.FunctionDef, skipped: int) -> bool:
    """Whether a function, less the `skipped` first of its parameters, takes the arguments of a call."""
    arguments = function.args
    plain = [each.name for each in (*arguments.posonlyargs, *arguments.args)]
    starred = any(isinstance(each, nodes.Starred) for each in call.args)
    names = {keyword.arg for keyword in call.keywords}
    if len(call.args) > len(plain) - skipped and not (arguments.vararg or starred):
        return False
    if not (names - {None} <= set(parameter_names(function)) or arguments.kwarg):
        return False
    needed = plain[skipped + len(call.args) : len(plain) - len(arguments.defaults or ())]
    return starred or None in names or names.issuperset(needed)


def _speaks_of(call: nodes.Call, function: nodes.FunctionDef, skipped: int, own: str) -> bool:
    """Whether a call names what it passes as the function does, or else the object as its class or module.

    `agent.learn()` means that of a class `DQNAgent`.
    """
    plain = (each for each in call.args if not isinstance(each, nodes.Starred))
    names = parameter_names(function)[skipped:]
    same = [last_name(argument).strip("_") == name.strip("_") for argument, name in zip(plain, names, strict=False)]
    same += [True for keyword in call.keywords if keyword.arg is not None]
    if any(same):
        return 2 * sum(same) >= len(same)
    receiver = last_name(call.func.expr).strip("_").lower()
    return len(receiver) >= _WORD and receiver in own


_WORD = 4
"""Letters of a name that says something."""
