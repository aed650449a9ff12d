"""The engine: contexts, worklist, modules, classes, and the fixpoint over all of them.

Functions are evaluated on demand, once for each distinct tuple of abstract arguments; summaries are remembered. A read
of a heap cell makes the reader depend on it; a cell or a result that grows puts its readers back on the worklist. Every
quantity has a bound, and running into one is recorded, never hidden.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator
from dataclasses import dataclass, field

from astroid import nodes

from hybridize.frameworks.knowledge import Helper, Hook, Knowledge, Symbol
from hybridize.inference.domain import values
from hybridize.inference.python import attributes, classes, statements
from hybridize.inference.python.hints import Hint
from hybridize.inference.python.records import named_fields
from hybridize.inference.state.contexts import CallEdge, Context, Defaults, Heap
from hybridize.inference.python.dispatch import evaluate
from hybridize.inference.python.frame import Frame
from hybridize.inference.state.limits import (
    FAN_OUT_FREE,
    FAN_OUT_PER_FUNCTION,
    HUGE,
    HURRIED,
    SMALL,
    WORK_FREE,
    WORK_PER_FUNCTION,
    Limits,
    limits_for,
)
from hybridize.inference.state.statement_cache import Record
from hybridize.program.scopes import ScopeNames, Signature, scope_table
from hybridize.inference.domain.values import (
    BOTTOM,
    NONE,
    UNKNOWN_ATTRIBUTE,
    UNKNOWN_BUDGET,
    AbstractObject,
    Bound,
    ClassObject,
    Container,
    External,
    Function,
    Hybrid,
    Instance,
    IteratorObject,
    MethodKind,
    ModuleObject,
    NamespaceObject,
    Partial,
    Unknown,
    Value,
    grown,
    python_function,
    with_arguments,
    without_literals,
)
from hybridize.program import ModuleTree, Program

MAX_DEPTH = 90
"""Nested evaluations; deeper calls wait on the worklist."""
_HANDED = frozenset({Function, Hybrid, ClassObject})
_NOTHING_REMEMBERED: dict[nodes.NodeNG, Record] = {}
_NO_DEPENDENTS: dict[Context, None] = {}
_EDGES = {(effects, hybrid): CallEdge(effects, hybrid) for effects in (False, True) for hybrid in (False, True)}


@dataclass(slots=True)
class Arrivals:
    """What arrives at the parameters of a function."""

    explicit: dict[tuple[nodes.NodeNG, Context], tuple[Value | None, ...]] = field(default_factory=dict)
    """By call site and calling context, in the order of the signature; None for what a call leaves out."""
    default: dict[str, Value] = field(default_factory=dict)
    """What those parameters hold that some call leaves out."""


@dataclass(frozen=True, slots=True)
class HybridMark:
    """That a function is made hybrid, where and how."""

    how: str
    node: nodes.NodeNG
    arguments: nodes.Call | None
    """The call that carries the arguments of `tf.function`."""
    context: Context


class Engine:
    """All state of one analysis."""

    def __init__(self, program: Program, knowledge: Knowledge) -> None:
        self.program = program
        self.knowledge = knowledge
        self.heap = Heap()
        self.settled = False
        """After the first fixpoint: what is still missing is unknown, no longer awaited."""
        self.modules: dict[str, ModuleTree] = {m.file.relative: m for m in program.modules}
        self.defaults: dict[Function, Defaults] = {}
        self.annotated: dict[nodes.NodeNG, dict[str, Hint]] = {}
        self.definitions: dict[nodes.NodeNG, dict[Function, Context]] = {}
        self.contexts: dict[Function, dict[tuple[Value, ...], Context]] = {}
        self.by_node: dict[nodes.NodeNG, list[Context]] = {}
        self.wide: dict[tuple[Function, Value], Context] = {}
        self._used: dict[tuple[Function, Value], int] = {}
        self.arrivals: dict[nodes.NodeNG, Arrivals] = {}
        self.hybrids: dict[nodes.NodeNG, dict[nodes.NodeNG, HybridMark]] = {}
        self.object_uses: set[nodes.NodeNG] = set()
        """Functions whose `tf.function` object is used as such (`get_concrete_function`)."""
        self.attribute_writes: dict[tuple[AbstractObject, str], dict[nodes.NodeNG, Context]] = {}
        """Where attributes of project objects are assigned."""
        self.mutations: dict[AbstractObject, set[nodes.NodeNG]] = {}
        self.graph_calls: set[nodes.NodeNG] = set()
        """Calls of what `tf.function` or its kin gave."""
        """Where containers are changed in place."""
        self.weight_lists: set[Container] = set()
        """Lists of the variables of a subclassed model: what they hold depends on when they were asked for."""
        self.imports: dict[str, set[str]] = {}
        """The modules of the project that a module imports, by path."""
        self.operations: dict[nodes.NodeNG, str] = {}
        """What computes with tensors by its own name, and that name (operators have none)."""
        self.unknown_calls: dict[Context, dict[nodes.NodeNG, str]] = {}
        self.dataclasses: set[ClassObject] = set()
        self.instances: dict[ClassObject, dict[Instance, None]] = {}
        self.generators: dict[IteratorObject, set[Context]] = {}
        """The activations that run behind a generator of the project."""
        self.dictionaries: dict[Container, Instance | ModuleObject] = {}
        """`x.__dict__`, `globals()`: dictionaries that stand for the attributes of an object or a module."""
        self.budget_hits: dict[nodes.NodeNG, str] = {}
        self.failed: dict[nodes.NodeNG, str] = {}
        """Scopes in which the analysis itself failed, with the message."""
        self._serial = 0
        self._names: dict[nodes.NodeNG, ScopeNames] = {}
        self._tables: set[str] = set()
        self._bases: dict[ClassObject, list[AbstractObject]] = {}
        self._mro: dict[ClassObject, list[ClassObject]] = {}
        self._external_bases: dict[ClassObject, list[str]] = {}
        self.set_on_classes: set[str] = set()
        """Names that are set on classes which do not bind them: `cls.count = 0`, `setattr(cls, ...)`."""
        self._binders: dict[tuple[ClassObject, str], ClassObject | None] = {}
        self._hooks: dict[ClassObject, list[tuple[str, Hook]]] = {}
        self._fields: dict[nodes.ClassDef, list[classes.Field]] = {}
        self.watched: dict[str, tuple[Symbol, bool, bool]] = {}
        """Of each symbol that is called: whether it computes, and whether a trace has to do with it: see `calls`."""
        self.externals: dict[str, tuple[str, External, Symbol | None]] = {}
        """What a qualified name outside the project stands for, with the symbol where it is a constant."""
        self.tests: dict[tuple[nodes.NodeNG, bool], tuple[tuple[nodes.NodeNG, bool, nodes.NodeNG], ...]] = {}
        """The single tests of a condition that came out so, each with what it is about."""
        self.custom_gradients: set[nodes.NodeNG] = set()
        """Functions under `tf.custom_gradient`, which give a result and the function for its gradient."""
        self.keras_roles: dict[str, str] = {}
        """What sort of Keras object each described class makes: see `keras_objects`."""
        self._class_contexts: dict[ClassObject, Context] = {}
        self._module_contexts: dict[str, Context] = {}
        self._star_externals: dict[str, list[str]] = {}
        self._helpers: dict[nodes.NodeNG, Helper | None] = {}
        self.mentioned: set[str] = set()
        self.assigned: set[str] = set()
        """The attributes that some statement of the program sets, of whatever object."""
        """Names and attributes that some code refers to."""
        self._paths = {id(m.tree): m.file.relative for m in program.modules}
        self._classes: dict[nodes.ClassDef, list[ClassObject]] = {}
        self._signatures: dict[nodes.NodeNG, Signature] = {}
        self._function_count = 0
        self.limits = SMALL
        self._decorated: dict[nodes.NodeNG, set[AbstractObject]] = {}
        self._evaluations = 0
        self.fan_out = 0
        """Objects, over all calls of several and attributes read of several: what proxies of proxies multiply."""
        self._worklist: list[tuple[int, int, Context]] = []
        self._sweep = (0, 0)
        """The sweep over the contexts that is under way, and the serial number that it has come to."""
        self._queued: set[Context] = set()
        self._depth = 0

    # Contexts --------------------------------------------------------------------------------------------------------

    def _context(self, scope: nodes.NodeNG, function: Function | None, parent: Context | None, path: str) -> Context:
        self._serial += 1
        context = Context(self._serial, scope, function, parent, path)
        context.module = ModuleObject.of(path)
        context.names = self.names(scope)
        siblings = self.by_node.setdefault(scope, [])
        owners = self.limits.owners
        if len(siblings) >= owners and function is not None:
            context.owner = siblings[owners - 1]
        siblings.append(context)
        return context

    def _activation(self, function: Function) -> Context:
        parent = function.closure
        path = parent.module_path if parent is not None else self._path_of(function.node)
        return self._context(function.node, function, parent, path)

    def names(self, scope: nodes.NodeNG) -> ScopeNames:
        """The names of a scope."""
        found = self._names.get(scope)
        if found is None:
            module = scope.root()
            assert isinstance(module, nodes.Module)
            table = scope_table(module, self.mentioned, self.assigned)
            self._function_count += sum(isinstance(node, (nodes.FunctionDef, nodes.Lambda)) for node in table)
            self._names.update(table)
            found = self._names.get(scope) or ScopeNames()
            self._names[scope] = found
        return found

    def prepare(self) -> None:
        """Read the names of all modules, and fix the limits by how many functions there are."""
        for path in sorted(self.modules):
            self.names(self.modules[path].tree)
        self._limit(limits_for(self._function_count))

    def follows_decorator(self, decorator: Function, value: Value) -> bool:
        """Whether one more decorated function is followed into a decorator of the project."""
        known = self._decorated.setdefault(decorator.node, set())
        if value <= known:
            return True
        if len(known) >= self.limits.decorated:
            return False
        known |= value
        return True

    def cells(self, context: Context) -> AbstractObject:
        """The closure cells of an activation, as something that can be written to."""
        return Container.of("cells", context.scope, context.owner)

    def context_for(self, function: Function, values: dict[str, Value]) -> Context:
        """The context for these arguments; past the caps, the one that stands for all."""
        known = self.contexts.setdefault(function, {})
        order = self.signature(function.node).names
        key = tuple([values.get(name, BOTTOM) for name in order])
        context = known.get(key)
        if context is not None:
            return context
        # A function that is handed functions or classes (a decorator, a registry) is kept apart for each of them:
        # joining those would make every decorated function call every other.
        handed = frozenset([obj for value in values.values() for obj in value if type(obj) in _HANDED])
        used = self._used.get((function, handed), 0)
        limits = self.limits
        if used >= limits.exact:
            values = {name: without_literals(value, used >= 2 * limits.exact) for name, value in values.items()}
            key = tuple([values.get(name, BOTTOM) for name in order])
            context = known.get(key)
            if context is not None:
                return context
        if used >= limits.contexts or len(known) >= limits.handed:
            return self._widen(function, handed, values)
        self._used[function, handed] = used + 1
        context = known[key] = self._activation(function)
        context.arguments = values
        return context

    def defaults_of(self, function: Function) -> Defaults:
        """The defaults of a function's parameters, as far as they have been evaluated."""
        found = self.defaults.get(function)
        if found is None:
            found = self.defaults[function] = Defaults()
        if self.heap.log is not None:
            self.heap.log.cells.setdefault(found, found.value)
        return found

    def signature(self, node: nodes.FunctionDef | nodes.Lambda) -> Signature:
        """The parameters of a function."""
        found = self._signatures.get(node)
        if found is None:
            found = self._signatures[node] = Signature.of(node)
        return found

    def _evaluation_limit(self) -> int:
        """Evaluations that a context may have: few, once the work for the whole program is used up."""
        if self._evaluations > WORK_FREE + WORK_PER_FUNCTION * self._function_count:
            return HURRIED
        if self.fan_out > FAN_OUT_FREE + FAN_OUT_PER_FUNCTION * self._function_count:
            self._limit(HUGE)
            return HURRIED
        return self.limits.evaluations

    def _limit(self, limits: Limits) -> None:
        """Tell so much apart from now on."""
        self.limits = limits
        values.set_width(limits.objects, limits.kept, limits.callables)

    def _widen(self, function: Function, handed: Value, values: dict[str, Value]) -> Context:
        if len(self.contexts[function]) >= self.limits.handed:
            handed = BOTTOM
        wide = self.wide.get((function, handed))
        if wide is None:
            wide = self.wide[function, handed] = self._activation(function)
            wide.wide = True
            self.budget_hits.setdefault(function.node, "contexts")
        changed = False
        for name, value in values.items():
            old = wide.arguments.get(name, BOTTOM)
            new = grown(old, value)
            if new != old:
                wide.arguments[name] = new
                changed = True
        if changed and wide.evaluated:
            self.schedule(wide)
        return wide

    def _path_of(self, node: nodes.NodeNG) -> str:
        return self._paths.get(id(node.root()), "")

    def result_of(self, context: Context, caller: Context) -> Value:
        """The result of a context, evaluating it when it has not been; the caller depends on it."""
        context.dependents[caller] = None
        if not context.evaluated and not context.running:
            if self._depth < MAX_DEPTH:
                self._evaluate(context)
            else:
                self.schedule(context)
        log = self.heap.log
        if log is not None:
            log.results.append((context, context.result, context.element))
            # Nothing so far: whether that is for good shows when the callee has ended.
            log.volatile = log.volatile or not context.result
        if not context.result and context.evaluated and not context.running:
            # It never returns, or waits for something.
            return self.missing(caller)
        return context.result

    def schedule(self, context: Context) -> None:
        """Put a context on the worklist."""
        if context not in self._queued:
            self._queued.add(context)
            # In sweeps, from the first context to the last: what grows several times meanwhile is read once.
            ahead = context.serial > self._sweep[1]
            heapq.heappush(self._worklist, (self._sweep[0] + (not ahead), context.serial, context))

    def run(self) -> None:
        """Work until nothing changes; the first time, take what is missing then as unknown, and work again."""
        self._drain()
        if not self.settled:
            self.settled = True
            for context in sorted(c for contexts in self.by_node.values() for c in contexts if c.missing):
                self.schedule(context)
            self._drain()

    def finish(self) -> None:
        """Let go of what only further evaluation would need."""
        for contexts in self.by_node.values():
            for context in contexts:
                context.memory = _NOTHING_REMEMBERED
                if context.wide:
                    context.result = with_arguments(context.result, context.arguments)
                context.dependents = _NO_DEPENDENTS
        self.heap.finish()

    def _drain(self) -> None:
        while self._worklist:
            sweep, serial, context = heapq.heappop(self._worklist)
            self._sweep = (sweep, serial)
            self._queued.discard(context)
            if not context.running:
                self._evaluate(context)

    def _evaluate(self, context: Context) -> None:
        if context.evaluations >= self._evaluation_limit():
            self.budget_hits[context.scope] = "evaluations"
            return
        context.evaluations += 1
        self._evaluations += 1
        context.running = True
        self._depth += 1
        frame = Frame(self, context)
        before = (context.result, context.element)
        log, self.heap.log = self.heap.log, None
        try:
            self._body(frame, context)
        except statements.BudgetExceeded:
            self.budget_hits[context.scope] = "steps"
            frame.returned |= UNKNOWN_BUDGET
        except RecursionError:
            self.budget_hits[context.scope] = "nesting"
            frame.returned |= UNKNOWN_BUDGET
        except Exception as error:  # An error of ours costs this function's verdict, not the run.
            self.failed[context.scope] = f"{type(error).__name__}: {error}"
            frame.returned |= UNKNOWN_BUDGET
            if self.strict:
                raise
        finally:
            self.heap.log = log
            self._depth -= 1
            context.running = False
            context.evaluated = True
        if not frame.returned <= context.result:
            context.result = grown(context.result, frame.returned)
        if not frame.yielded <= context.element:
            context.element = grown(context.element, frame.yielded)
        if (context.result, context.element) != before:
            for dependent in sorted(context.dependents):
                if dependent is not context or context.evaluations < 4:
                    self.schedule(dependent)

    strict = False
    """Tests let errors of the analysis through."""

    def _body(self, frame: Frame, context: Context) -> None:
        scope = context.scope
        assert frame.env is not None
        if isinstance(scope, nodes.Lambda) and not isinstance(scope, nodes.FunctionDef):
            self._bind_parameters(frame, context)
            frame.returned = evaluate(frame, scope.body)
            return
        if isinstance(scope, nodes.FunctionDef):
            self._bind_parameters(frame, context)
        statements.execute(frame, list(scope.body))
        if frame.env is not None and isinstance(scope, nodes.FunctionDef):
            frame.returned |= NONE

    def _bind_parameters(self, frame: Frame, context: Context) -> None:
        assert frame.env is not None
        for name, value in context.arguments.items():
            if value:
                frame.bind(name, value)
            elif self.settled:
                frame.bind(name, UNKNOWN_ATTRIBUTE)
            else:
                context.missing = True

    def wait(self, context: Context) -> None:
        """The context waits for a value that is not there yet."""
        if not self.settled:
            self._waits(context)

    def _waits(self, context: Context) -> None:
        context.missing = True
        if self.heap.log is not None:
            # Once all is settled it will get something else without reading anything else.
            self.heap.log.volatile = True

    def missing(self, context: Context) -> Value:
        """The value of something that nothing has written: nothing yet, and unknown in the end."""
        if self.settled:
            return UNKNOWN_ATTRIBUTE
        self._waits(context)
        return BOTTOM

    # Heap ------------------------------------------------------------------------------------------------------------

    def read(self, owner: object, name: str, reader: Context) -> Value:
        """The value of a heap cell; the reader is run again when it grows."""
        heap = self.heap
        try:
            cell = heap.cells[owner][name]
        except KeyError:
            cell = heap.cell(owner, name)
        if reader not in cell.readers:
            cell.read_by(reader)
        value = cell.value
        log = heap.log
        if log is not None and cell not in log.cells:
            log.cells[cell] = value
        return value

    def write(self, owner: object, name: str, value: Value) -> None:
        """Add to a heap cell."""
        if not value:
            return
        cell = self.heap.grow(owner, name, value)
        if cell is not None:
            if type(owner) is ClassObject and name not in self.set_on_classes and not self.class_binds(owner, name):
                self.set_on_classes.add(name)
                self.heap.epoch += 1
            for reader in sorted(cell.readers):
                self.schedule(reader)

    # Modules ---------------------------------------------------------------------------------------------------------

    def module_context(self, path: str) -> Context:
        """The activation of a module's body."""
        context = self._module_contexts.get(path)
        if context is None:
            context = self._context(self.modules[path].tree, None, None, path)
            context.entry = "module"
            self._module_contexts[path] = context
        return context

    def module_around(self, node: nodes.NodeNG) -> Context:
        """The activation of the module that holds a node."""
        return self.module_context(self._path_of(node))

    def run_module(self, path: str) -> None:
        """Evaluate a module's body, unless that has been done or is being done; the packages around it come first."""
        context = self.module_context(path)
        if context.evaluated or context.running:
            return
        for package in self.program.packages_around(self.modules[path]):
            self.run_module(package.file.relative)
        # A package may import its module.
        if not context.evaluated and not context.running:
            self._evaluate(context)

    def binds(self, module: ModuleObject, name: str) -> bool:
        """Whether the module binds a global of this name anywhere."""
        return name in self.names(self.modules[module.path].tree).bound or self.heap.has(module, name)

    def module_attribute(self, module: ModuleObject, name: str, reader: Context) -> Value:
        """A global of a module: what it binds, what its star imports bring, else a submodule."""
        if reader.module_path != module.path:
            self.run_module(module.path)
        value = self.read(module, name, reader)
        if value:
            return value
        for package in self._star_externals.get(module.path, ()):
            symbol = self.knowledge.lookup(f"{package}.{name}")
            if symbol is not None and symbol.known:
                return External.of(self.knowledge.canonical(f"{package}.{name}")).single
        # A name that the module binds itself is awaited; what never comes may still be a submodule.
        if not self.settled and name in self.names(self.modules[module.path].tree).bound:
            return BOTTOM
        return self._submodule(module, name)

    def _submodule(self, package: ModuleObject, name: str) -> Value:
        child = self.program.child(self.modules[package.path], name)
        return self._module_value(child) if child is not None else BOTTOM

    def imported_name(self, frame: Frame, module: ModuleObject, name: str, node: nodes.ImportFrom) -> Value:
        """`from module import name`: an attribute, else a submodule, else what the module's `__getattr__` makes of it.

        While a package's own body runs it may not have bound the name yet: then the submodule is imported, by the very
        statement that binds the name (`from . import part` in `__init__`) or by a module that is imported meanwhile.
        """
        value = self.module_attribute(module, name, frame.context)
        if not value and self.module_context(module.path).running:
            value = self._submodule(module, name)
        return value or attributes.from_module_getattr(frame, module, name, node) or self.missing(frame.context)

    def namespace_attribute(self, namespace: NamespaceObject, name: str) -> Value:
        """A submodule of a namespace package."""
        child = self.program.child(namespace.folder, name)
        return self._module_value(child) if child is not None else BOTTOM

    def _module_value(self, found: ModuleTree | str) -> Value:
        if isinstance(found, str):
            return NamespaceObject.of(found).single
        self.run_module(found.file.relative)
        return ModuleObject.of(found.file.relative).single

    def import_module(self, frame: Frame, name: str, alias: str | None, node: nodes.Import) -> None:
        """`import name as alias`."""
        importer = self.modules[frame.context.module_path]
        first, _, rest = name.partition(".")
        top = self.program.find(importer, first)
        self._note_import(importer, self.program.find(importer, name))
        if top is None:
            frame.write_name(
                alias or first, External.of(self.knowledge.canonical(name if alias else first)).single, node
            )
            return
        value = self._module_value(top)
        found: ModuleTree | str | None = top
        dotted = first
        for part in rest.split(".") if rest else ():
            dotted += f".{part}"
            found = self.program.child(found, part) if found is not None else None
            found = found or self.program.find(importer, dotted)
            if found is not None and not isinstance(found, str):
                self.run_module(found.file.relative)
        if alias:
            value = self._module_value(found) if found is not None else UNKNOWN_ATTRIBUTE
        frame.write_name(alias or first, value, node)

    def module_named(self, frame: Frame, name: str, package: str | None) -> Value:
        """`importlib.import_module(name, package)`."""
        importer = self.modules[frame.context.module_path]
        level = len(name) - len(name.lstrip("."))
        dotted = name.lstrip(".")
        if level == 1 and package:
            dotted, level = f"{package}.{dotted}", 0
        found = self.program.find(importer, dotted, level)
        self._note_import(importer, found)
        if found is not None:
            return self._module_value(found)
        return UNKNOWN_ATTRIBUTE if level else External.of(self.knowledge.canonical(dotted)).single

    def _note_import(self, importer: ModuleTree, found: ModuleTree | str | None) -> None:
        if isinstance(found, ModuleTree):
            self.imports.setdefault(importer.file.relative, set()).add(found.file.relative)

    def import_names(self, frame: Frame, node: nodes.ImportFrom) -> None:
        """`from module import names`."""
        importer = self.modules[frame.context.module_path]
        found = self.program.find(importer, node.modname or "", node.level or 0)
        self._note_import(importer, found)
        for name, alias in node.names:
            if name == "*":
                self._import_star(frame, found, node)
                continue
            if found is None:
                value = self._external_name(frame, node, name)
            elif isinstance(found, str):
                value = self.namespace_attribute(NamespaceObject.of(found), name) or self.missing(frame.context)
            else:
                value = self.imported_name(frame, ModuleObject.of(found.file.relative), name, node)
            frame.write_name(alias or name, value, node)

    def _external_name(self, frame: Frame, node: nodes.ImportFrom, name: str) -> Value:
        if node.level:
            return self.missing(frame.context)
        return attributes.external(frame, f"{node.modname}.{name}", node)

    def _import_star(self, frame: Frame, found: ModuleTree | str | None, node: nodes.ImportFrom) -> None:
        if found is None:
            packages = self._star_externals.setdefault(frame.context.module_path, [])
            if node.modname not in packages and not node.level:
                packages.append(node.modname)
            return
        if isinstance(found, str):
            return
        path = found.file.relative
        self.run_module(path)
        module = ModuleObject.of(path)
        names = sorted(self.names(found.tree).bound | set(self.heap.fields(module)))
        exported = _exported(found.tree, names)
        for name in names:
            if name in exported if exported is not None else not name.startswith("_"):
                value = self.read(module, name, frame.context)
                if value:
                    frame.write_name(name, value, node)
        for name in sorted(exported or ()):
            # `__all__` of a package may name its submodules.
            child = self.program.child(found, name) if name not in names else None
            if child is not None:
                frame.write_name(name, self._module_value(child), node)
        here = self._star_externals.setdefault(frame.context.module_path, [])
        here.extend(p for p in self._star_externals.get(path, ()) if p not in here)

    # Classes ---------------------------------------------------------------------------------------------------------

    def set_bases(self, cls: ClassObject, bases: list[AbstractObject]) -> None:
        """Remember the bases of a class (the last evaluation that knows more wins)."""
        old = self._bases.get(cls)
        if old is None or len(bases) >= len(old):
            if old != bases:
                self.heap.epoch += any(cls in known for known in self._mro.values())
                self._mro.clear()
                self._external_bases.clear()
                self._binders.clear()
                self._hooks.clear()
            self._bases[cls] = bases

    def mro(self, cls: ClassObject) -> list[ClassObject]:
        """The classes of the project among which attributes are looked up."""
        found = self._mro.get(cls)
        if found is None:
            found = self._mro[cls] = classes.linearize(cls, self._bases)
        return found

    def external_bases(self, cls: ClassObject) -> list[str]:
        """The framework classes from which a class derives, nearest first."""
        out = self._external_bases.get(cls)
        if out is None:
            out = self._external_bases[cls] = []
            for each in self.mro(cls):
                helper = self.helper(each.node)
                if helper is not None and helper.symbol.role == "class":
                    out += [base for base in self.knowledge.bases(helper.symbol.name) if base not in out]
                out += [b.name for b in self._bases.get(each, ()) if isinstance(b, External) and b.name not in out]
        return out

    def helper(self, node: nodes.FunctionDef | nodes.Lambda | nodes.ClassDef) -> Helper | None:
        """What the configuration says of a function or class of the project."""
        if not self.knowledge.has_helpers or isinstance(node, nodes.Lambda) and not isinstance(node, nodes.FunctionDef):
            return None
        if node not in self._helpers:
            module = node.root()
            qualname = node.qname().removeprefix(f"{module.name}.")
            names = self.program.names(self.modules[self._path_of(node)])
            found = (self.knowledge.helper(f"{name}.{qualname}") for name in names)
            self._helpers[node] = next((each for each in found if each is not None), None)
        return self._helpers[node]

    def has_unknown_base(self, cls: ClassObject) -> bool:
        """Whether some base could not be resolved."""
        return any(isinstance(b, Unknown) for each in self.mro(cls) for b in self._bases.get(each, ()))

    def class_binds(self, cls: ClassObject, name: str) -> bool:
        """Whether the body of this very class binds the name."""
        return name in self.names(cls.node).bound

    def binder(self, cls: ClassObject, name: str) -> ClassObject | None:
        """The first class in the MRO of `cls` whose body binds the name."""
        key = (cls, name)
        if key not in self._binders:
            self._binders[key] = next((c for c in self.mro(cls) if self.class_binds(c, name)), None)
        return self._binders[key]

    def is_enum(self, cls: ClassObject) -> bool:
        """Whether the class is an enumeration."""
        return any(base.startswith("enum.") for base in self.external_bases(cls))

    def is_named_tuple(self, cls: ClassObject) -> bool:
        """Whether the class is a `typing.NamedTuple`."""
        bases = self.external_bases(cls)
        return "typing.NamedTuple" in bases or any(base.startswith("hybridize.namedtuple") for base in bases)

    def is_dataclass(self, cls: ClassObject) -> bool:
        """Whether `__init__` is made from the fields."""
        return any(each in self.dataclasses for each in self.mro(cls))

    def fields(self, cls: ClassObject) -> list[classes.Field]:
        """The fields of a dataclass or named tuple, bases first; one that is stated again keeps its place."""
        out: dict[str, classes.Field] = {}
        for base in self.external_bases(cls):
            if base.startswith("hybridize.namedtuple"):
                out.update((name, classes.Field(name, True, False, True)) for name in named_fields(base))
        for each in reversed(self.mro(cls)):
            stated = self._fields.get(each.node)
            if stated is None:
                stated = self._fields[each.node] = classes.own_fields(each.node)
            out.update((field.name, field) for field in stated)
        return list(out.values())

    def class_fields(self, cls: ClassObject) -> list[str]:
        """The names of the attributes among them."""
        return [field.name for field in self.fields(cls) if field.stored]

    def run_class_body(self, frame: Frame, cls: ClassObject) -> None:
        """Execute a class body; its names become attributes of the class."""
        context = self._class_contexts.get(cls)
        if context is None:
            context = self._class_contexts[cls] = self._context(
                cls.node, None, frame.context, frame.context.module_path
            )
            context.cls = cls
            self._classes.setdefault(cls.node, []).append(cls)
        self.add_edge(frame.context, cls.node, context, True, False)
        context.dependents[frame.context] = None
        if not context.running:
            self._evaluate_class(context)

    def _evaluate_class(self, context: Context) -> None:
        context.evaluations = 0
        self._evaluate(context)

    def class_around(self, scope: nodes.NodeNG, context: Context) -> ClassObject | None:
        """The class whose body holds the `def` of `scope` (what a bare `super()` refers to)."""
        parent = scope.parent
        while parent is not None and not isinstance(parent, (nodes.ClassDef, nodes.FunctionDef, nodes.Module)):
            parent = parent.parent
        if not isinstance(parent, nodes.ClassDef):
            return None
        classes = self._classes.get(parent, [])
        for cls in classes:
            owner = self._class_contexts[cls]
            if cls.closure is context.parent or owner.parent is context.parent:
                return cls
        return classes[0] if classes else None

    def classes_of(self, node: nodes.ClassDef) -> list[ClassObject]:
        """The classes that a `class` statement made."""
        return self._classes.get(node, [])

    def new_instance(self, cls: ClassObject, node: nodes.NodeNG, owner: Context) -> Instance:
        """An instance of a class of the project; of a class that is used in many places, later ones are one."""
        known = self.instances.get(cls)
        if known is not None and len(known) >= self.limits.instances:
            instance = Instance.of(cls, node, owner)
            return instance if instance in known else Instance.of(cls, cls.node, None)
        return Instance.of(cls, node, owner)

    def note_instance(self, instance: Instance) -> None:
        """Remember that a class is instantiated."""
        self.instances.setdefault(instance.cls, {})[instance] = None

    # Frameworks ------------------------------------------------------------------------------------------------------

    def hooks(self, frame: Frame, instance: Instance) -> Iterator[tuple[str, Value, Hook]]:
        """The methods of an instance's classes that its framework bases call."""
        found = self._hooks.get(instance.cls)
        if found is None:
            bases = self.external_bases(instance.cls)
            names = sorted({name for cls in self.mro(instance.cls) for name in self.names(cls.node).bound})
            pairs = ((name, self.hook_of(bases, name)) for name in names)
            found = self._hooks[instance.cls] = [(name, hook) for name, hook in pairs if hook is not None]
        for name, hook in found:
            method = attributes.find_method(frame, instance, name)
            if method:
                yield name, method, hook

    def hook_of(self, bases: list[str], name: str) -> Hook | None:
        """How the framework calls a method of this name of a class with these framework bases."""
        for base in bases:
            hook = self.knowledge.hook(base, name)
            if hook is not None:
                return hook
        return None

    # Records ---------------------------------------------------------------------------------------------------------

    def note_definition(self, function: Function, context: Context) -> None:
        """Remember every function object that a `def` makes."""
        self.definitions.setdefault(function.node, {})[function] = context

    def record_arrivals(
        self, function: Function, values: dict[str, Value], explicit: set[str], node: nodes.NodeNG, caller: Context
    ) -> None:
        """Remember what a call passes to each parameter."""
        arrivals = self.arrivals.get(function.node)
        if arrivals is None:
            arrivals = self.arrivals[function.node] = Arrivals()
        row: list[Value | None] = []
        for name in self.signature(function.node).names:
            value = values.get(name, BOTTOM)
            if name in explicit:
                row.append(value)
                continue
            row.append(None)
            old = arrivals.default.get(name, BOTTOM)
            if not value <= old:
                arrivals.default[name] = old | value if old else value
        key = (node, caller)
        known = arrivals.explicit.get(key)
        if known is not None:
            row = [b if not a or a == b else a | b if b else a for a, b in zip(known, row, strict=True)]
        arrivals.explicit[key] = tuple(row)

    def add_edge(self, caller: Context, node: nodes.NodeNG, callee: Context, effects: bool, hybrid: bool) -> None:
        """Remember a call."""
        key = (node, callee)
        edge = caller.calls.get(key)
        if edge is None:
            caller.calls[key] = _EDGES[effects, hybrid]
        elif edge.effects != effects or edge.hybrid != hybrid:
            caller.calls[key] = _EDGES[edge.effects or effects, edge.hybrid and hybrid]

    def note_hybrid(self, frame: Frame, obj: AbstractObject, node: nodes.NodeNG) -> None:
        """Remember that a function is made hybrid at `node`."""
        inner = obj
        while True:
            if isinstance(inner, (Hybrid, Partial, MethodKind)):
                inner = inner.target
            elif isinstance(inner, Bound):
                inner = inner.function
            elif isinstance(inner, Instance):
                found = attributes.find_method(frame, inner, "__call__") or attributes.find_method(frame, inner, "call")
                if not found:
                    return
                inner = sorted(found, key=lambda a: a.serial)[0]
            else:
                break
        if not isinstance(inner, Function):
            return
        decorators = getattr(inner.node, "decorators", None)
        if decorators is not None and node in decorators.nodes:
            how = "decorator"
        elif isinstance(node.parent, nodes.Decorators) or _is_wrapper(frame.context):
            how = "wrapper"
        else:
            how = "call"
        arguments = node if isinstance(node, nodes.Call) else None
        marks = self.hybrids.setdefault(inner.node, {})
        marks.setdefault(node, HybridMark(how, node, arguments, frame.context))
        written_on = node.parent.parent if isinstance(node.parent, nodes.Decorators) else None
        if isinstance(written_on, nodes.FunctionDef) and written_on is not inner.node:
            # Another decorator has put a function in its place; the decorator stands here all the same.
            marks = self.hybrids.setdefault(written_on, {})
            marks.setdefault(node, HybridMark("decorator", node, arguments, frame.context))

    def note_object_use(self, obj: AbstractObject) -> None:
        """The `tf.function` object itself is used: its decorator must stay."""
        inner = obj
        while isinstance(inner, (Hybrid, Bound)):
            inner = inner.target if isinstance(inner, Hybrid) else inner.function
        if isinstance(inner, Function):
            self.object_uses.add(inner.node)

    def note_unknown_call(self, context: Context, node: nodes.NodeNG) -> None:
        """A call of something unknown."""
        self.unknown_calls.setdefault(context, {}).setdefault(node, "")

    def note_unknown_package(self, context: Context, node: nodes.NodeNG, name: str) -> None:
        """A call into a package that nobody described."""
        self.unknown_calls.setdefault(context, {})[node] = name


def _is_wrapper(context: Context) -> bool:
    """Whether code runs inside a function of the project that is handed the function to wrap."""
    if not isinstance(context.scope, nodes.FunctionDef):
        return False
    return any(isinstance(python_function(a), (Function, Bound)) for v in context.arguments.values() for a in v)


def _exported(module: nodes.Module, names: list[str]) -> set[str] | None:
    """The names in `__all__`, None without one; where it is put together from others', all public names, too."""
    found: set[str] | None = None
    for statement in module.body:
        if isinstance(statement, nodes.Assign):
            parts = [statement.value] if any(_is_all(target) for target in statement.targets) else []
        elif isinstance(statement, nodes.AugAssign):
            parts = [statement.value] if _is_all(statement.target) else []
        elif isinstance(statement, nodes.Expr) and isinstance(statement.value, nodes.Call):
            function = statement.value.func
            changes = isinstance(function, nodes.Attribute) and _is_all(function.expr)
            parts = list(statement.value.args) if changes else []
        else:
            continue
        for part in parts:
            found = found or set()
            found |= {c.value for c in part.nodes_of_class(nodes.Const) if isinstance(c.value, str)}
            if any(True for _ in part.nodes_of_class((nodes.Name, nodes.Attribute))):
                found |= {name for name in names if not name.startswith("_")}
    return found


def _is_all(node: nodes.NodeNG) -> bool:
    return isinstance(node, (nodes.AssignName, nodes.Name)) and node.name == "__all__"
