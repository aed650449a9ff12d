"""What functions ask of the process: settings of libraries, the environment, context variables."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from functools import cached_property

from astroid import nodes

from hybridize.inference.domain.objects import ExternalInstance
from hybridize.inference.domain.queries import select
from hybridize.inference.facts.changes import Changes
from hybridize.inference.facts.facts import Facts
from hybridize.inference.facts.model import Context
from hybridize.program.flow.order import may_run_before
from hybridize.program.inside import nodes_inside
from hybridize.program.loops import loops_around
from hybridize.program.memory import remembered
from hybridize.program.model import ModuleTree
from hybridize.program.places import place_of
from hybridize.program.syntax import Spelling, last_name, spelled
from hybridize.program.writes import changed_expression
from hybridize.verdicts.evidence.base import Evidence
from hybridize.verdicts.evidence.safety import ProcessState

_PRINTED = frozenset({"numpy.array2string", "numpy.array_repr", "numpy.array_str"})
"""Functions that follow what `set_printoptions` and `printoptions` say."""
_MANAGER = {"numpy.geterr": "numpy.errstate", **dict.fromkeys(_PRINTED, "numpy.printoptions")}
"""What asks the process for something that a context manager sets, which has another name."""
_ENVIRONMENT = "os.getenv"
_SETTINGS_OF_KERAS = ("set_dtype_policy", "set_epsilon", "set_floatx", "set_image_data_format")
"""What layers, losses and metrics ask for when they are made or called."""
_CHANGING_BY_THEMSELVES = frozenset({
    "threading.local", "weakref.WeakKeyDictionary", "weakref.WeakSet", "weakref.WeakValueDictionary",
})  # fmt: skip
"""Objects that hold something else in each thread, or until the last reference to it is gone."""


_Asked = tuple[list[tuple[Evidence, list[nodes.NodeNG]]], list[Evidence]]
"""What a context asks for and calls set elsewhere, each with these; and what else it asks for."""


class ProcessReads:
    """Finds what the program sets in the process, and functions ask for: a graph keeps the answer of its trace."""

    def __init__(self, facts: Facts, changes: Changes) -> None:
        self._facts = facts
        self._changes = changes
        self._setters: dict[tuple[str, str], list[nodes.NodeNG]] = {}
        """What the program calls by whose name something may be set, with the package, but first of all."""
        for call, name in facts.callees.naming("set"):
            if not self._is_first(call):
                self._setters.setdefault(_package_and_name(name), []).append(call)

    def of(self, context: Context, contexts: Collection[Context]) -> list[Evidence]:
        """What a context asks of the process or the thread, and the program sets elsewhere, but before all calls.

        `contexts` are those of the function whose calls lead there.
        """
        settings, others = self._asked_by(context)
        return [*(said for said, calls in settings if any(self._follows(each, contexts) for each in calls)), *others]

    def asks(self, context: Context) -> bool:
        """Whether a context asks the process or the thread for anything that may be set."""
        return any(self._asked_by(context))

    @remembered
    def _asked_by(self, context: Context) -> _Asked:
        return list(self._set_elsewhere(context)), list(self._of(context))

    def _follows(self, call: nodes.NodeNG, contexts: Collection[Context]) -> bool:
        """Whether a setting may be changed after the first call of a function, as far as is known."""
        setting = self._facts.contexts_of(call.frame())
        return not setting or any(self._changes.may_follow(call, each, contexts) for each in setting)

    def _set_elsewhere(self, context: Context) -> Iterator[tuple[Evidence, list[nodes.NodeNG]]]:
        for asked in sorted(self._facts.outside_calls(context.scope)):
            setters = [each for each in self._setters_of(asked) if self._is_beside(context, each)]
            if setters:
                yield ProcessState(place_of(context.module_path, context.scope), asked), setters

    def _of(self, context: Context) -> Iterator[Evidence]:
        called = self._facts.outside_calls(context.scope)
        for asked in sorted(called):
            managing = self._facts.callees.calls({_MANAGER[asked]}) if asked in _MANAGER else ()
            if any(self._is_beside(context, each) for each in managing):
                yield ProcessState(place_of(context.module_path, context.scope), asked)
        loaded = self._facts.program.together(context.module_path)
        sets_environment = not self._setting_environment.isdisjoint(loaded)
        if sets_environment and (_ENVIRONMENT in called or _reads_environment(context.scope)):
            yield ProcessState(place_of(context.module_path, context.scope), "os.environ")
        for asked in _attributes_in(context.scope) if self._changed_outside else ():
            if any(path in loaded for path in self._changed_outside.get(spelled(asked), ())):
                yield ProcessState(place_of(context.module_path, context.scope), asked.as_string())
        for read in self._facts.accesses.read_in(context):
            if any(each.cls in _CHANGING_BY_THEMSELVES for each in select(read.value, ExternalInstance)):
                yield ProcessState(place_of(context.module_path, context.scope), read.name)

    def _is_beside(self, context: Context, call: nodes.NodeNG) -> bool:
        """Whether one run may load the module of a call beside that of a context."""
        path = self._facts.analysis.scopes.path_of(call)
        return path in self._facts.program.together(context.module_path)

    def _setters_of(self, asked: str) -> list[nodes.NodeNG]:
        """The calls that set what a function asks for: `set_floatx` for `floatx`, `seterr` for `geterr`."""
        package, name = _package_and_name(asked)
        if package == "tensorflow":
            # Its generators and devices are what graphs use as well.
            return []
        if asked in _PRINTED:
            name = "get_printoptions"
        setters = {f"set_{name}", f"set{name.removeprefix('get')}" if name.startswith("get") else f"set{name}"}
        asked_by_name = [call for each in sorted(setters) for call in self._setters.get((package, each), ())]
        return asked_by_name + (self._changing_keras if package == "keras" else [])

    @cached_property
    def _changing_keras(self) -> list[nodes.NodeNG]:
        """The calls that change what Keras was told; a function that sets it once is taken to set up the program."""
        calls = (call for each in _SETTINGS_OF_KERAS for call in self._setters.get(("keras", each), ()))
        return [call for call in calls if call.frame() is call.root() or next(loops_around(call), None) is not None]

    def _is_first(self, call: nodes.NodeNG) -> bool:
        """Whether a call stands in the body of a module, before this calls any function of the program, or in a test.

        `tf.keras.backend.set_floatx("float64")` below the imports holds for all that runs later. A module that a
        function imports comes when others have run. What tests set is not set where the program runs.
        """
        module = call.root()
        if any(context.module_path in self._facts.tests for context in self._facts.contexts_of(module)):
            return True
        if call.frame() is not module or next(loops_around(call), None) is not None or module in self._imported_later:
            return False
        contexts = self._facts.contexts_of(module)
        return not any(may_run_before(each, call) for context in contexts for each, _, _ in context.summary.edges())

    @cached_property
    def _imported_later(self) -> frozenset[nodes.NodeNG]:
        """The modules that functions import."""
        program = self._facts.program
        found = (
            program.find(module, name, statement.level or 0 if isinstance(statement, nodes.ImportFrom) else 0)
            for module in program.modules
            for statement in (*module.all_of(nodes.Import), *module.all_of(nodes.ImportFrom))
            if isinstance(statement.frame(), nodes.FunctionDef)
            for name in _modules_of(statement)
        )
        return frozenset(each.tree for each in found if isinstance(each, ModuleTree))

    @cached_property
    def _changed_outside(self) -> dict[Spelling, set[str]]:
        """Lists and dictionaries of packages that modules change, as they write them: `sys.argv`."""
        found: dict[Spelling, set[str]] = {}
        for context in self._facts.graph.contexts:
            for effect in context.summary.effects.values():
                if effect.what in ("mutate", "write-item"):
                    name = spelled(changed_expression(effect.node))
                    bound = effect.node.root().locals.get(name[0], ()) if len(name) > 1 else ()
                    if any(isinstance(each, nodes.Import) for each in bound):
                        found.setdefault(name, set()).add(context.module_path)
        return found

    @cached_property
    def _setting_environment(self) -> frozenset[str]:
        """The modules that assign an item of `os.environ`."""
        return frozenset(
            module.file.relative
            for module in self._facts.program.modules
            if "environ[" in module.file.text
            for target in module.all_of(nodes.Subscript)
            if isinstance(target.parent, (nodes.Assign, nodes.AugAssign)) and target is not target.parent.value
            if last_name(target.value) == "environ"
        )


def _modules_of(statement: nodes.Import | nodes.ImportFrom) -> Iterator[str]:
    """The names that an import may import modules by, without the dots before them."""
    if isinstance(statement, nodes.Import):
        yield from (name for name, _ in statement.names)
    else:
        yield statement.modname
        yield from (f"{statement.modname}.{name}".lstrip(".") for name, _ in statement.names)


def _package_and_name(name: str) -> tuple[str, str]:
    return name.partition(".")[0], name.rpartition(".")[2]


def _attributes_in(scope: nodes.NodeNG) -> Iterator[nodes.Attribute]:
    """The attributes that a function itself asks for, in the order of the text."""
    return (each for each in nodes_inside(scope, nodes.Attribute) if _is_in_body(each, scope))


def _reads_environment(scope: nodes.NodeNG) -> bool:
    """Whether a function reads `os.environ`."""
    if not isinstance(scope, nodes.FunctionDef):
        return False
    reads = (*nodes_inside(scope, nodes.Attribute), *nodes_inside(scope, nodes.Name))
    return any(last_name(each) == "environ" and _is_in_body(each, scope) for each in reads)


def _is_in_body(node: nodes.NodeNG, scope: nodes.NodeNG) -> bool:
    """Whether a node of a function belongs to what a call runs: not to its decorators, defaults and annotations."""
    if not isinstance(scope, nodes.FunctionDef):
        return True
    around = node
    while around.parent is not scope:
        around = around.parent
    return bool(around.is_statement)
