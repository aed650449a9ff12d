"""Activations and the heap: what the interpreter remembers while it runs, and what it leaves behind.

A `Context` is one way in which a function runs: the function with one tuple of abstract arguments. Evaluating it fills
in its summary - result, calls made, effects, operations, conditions - which later passes read without evaluating again.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from astroid import nodes

from hybridize.program.scopes import ScopeNames
from hybridize.inference.domain.values import (
    BOTTOM,
    AbstractObject,
    Bound,
    ClassObject,
    Function,
    MethodKind,
    ModuleObject,
    Partial,
    Value,
    grown,
)

if TYPE_CHECKING:
    from hybridize.inference.state.statement_cache import Record

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class DirectEffect:
    """A Python side effect of one statement; `target` is the object written to (None: the world outside)."""

    what: str
    node: nodes.NodeNG
    message: str
    target: AbstractObject | None


@dataclass(frozen=True, slots=True)
class Condition:
    """Something that works eagerly and fails, changes or is pointless under tracing, at one place."""

    kind: str
    node: nodes.NodeNG
    message: str


class CallEdge(NamedTuple):
    """How one context calls another."""

    effects: bool = True
    """False: the framework runs the callee once and apart (`build`), so its effects are not the caller's."""
    hybrid: bool = False
    """The framework traces the callee when called this way (`Dataset.map`, `fit`)."""


class Context:
    """One activation of a function, lambda, class body or module under one tuple of argument values."""

    __slots__ = (
        "arguments",
        "assumed",
        "attribute_reads",
        "calls",
        "cls",
        "conditions",
        "dependents",
        "effects",
        "element",
        "entry",
        "evaluated",
        "evaluations",
        "function",
        "implicit",
        "memory",
        "missing",
        "module",
        "module_path",
        "names",
        "operations",
        "owner",
        "parent",
        "result",
        "running",
        "scope",
        "serial",
        "wide",
    )

    def __init__(
        self, serial: int, scope: nodes.NodeNG, function: Function | None, parent: Context | None, module_path: str
    ) -> None:
        self.serial = serial
        self.owner: Context = self
        """What owns the objects that it allocates: itself, or the activation that stands for later ones."""
        self.scope = scope
        """The tree whose body runs: Module, ClassDef, FunctionDef or Lambda."""
        self.function = function
        self.cls: ClassObject | None = None
        """The class whose body this is."""
        self.parent = parent
        """The activation in which the scope was defined: where free names are looked up."""
        self.module_path = module_path
        self.module: ModuleObject
        """The module around the scope."""
        self.names: ScopeNames
        """The names of the scope."""
        self.arguments: dict[str, Value] = {}
        self.result: Value = BOTTOM
        self.element: Value = BOTTOM
        """What a generator yields."""
        self.calls: dict[tuple[nodes.NodeNG, Context], CallEdge] = {}
        self.effects: dict[tuple[nodes.NodeNG, str, AbstractObject | None], DirectEffect] = {}
        self.conditions: dict[tuple[str, nodes.NodeNG], Condition] = {}
        self.operations: dict[nodes.NodeNG, None] = {}
        """The expressions that TensorFlow computes."""
        self.implicit: dict[str, tuple[str, Value]] = {}
        """Free names read: name -> (closure or global, value)."""
        self.attribute_reads: dict[tuple[AbstractObject, str], None] = {}
        """Attributes of project objects that hold data (no functions, layers or variables) and are read here."""
        self.dependents: dict[Context, None] = {}
        self.memory: dict[nodes.NodeNG, Record] = {}
        """What its statements read and gave when they were last evaluated."""
        self.evaluated = False
        self.running = False
        self.evaluations = 0
        self.missing = False
        """It read something that nothing has written (yet)."""
        self.wide = False
        self.entry = ""
        """Why it runs when nobody calls it: `module`, `test`, `uncalled`, `framework` - else empty."""
        self.assumed = False
        """Its arguments were assumed, not seen."""

    def __lt__(self, other: Context) -> bool:
        return self.serial < other.serial

    def __repr__(self) -> str:
        return f"<context {self.serial} of {getattr(self.scope, 'name', 'lambda')}>"

    def edges(self) -> Iterator[tuple[nodes.NodeNG, Context, CallEdge]]:
        """All calls: the node that makes it, what is called, and how."""
        for (node, callee), edge in self.calls.items():
            yield node, callee, edge


class Cell:
    """One place in the heap; a cell that grows puts its readers back on the worklist."""

    __slots__ = ("readers", "value")

    def __init__(self) -> None:
        self.value: Value = BOTTOM
        self.readers: Collection[Context] = ()
        """Those who read it: few for most cells, so a tuple until there are many."""

    def read_by(self, reader: Context) -> None:
        """One more reads it."""
        readers = self.readers
        if isinstance(readers, dict):
            readers[reader] = None
        elif len(readers) < _FEW:
            self.readers = (*readers, reader)
        else:
            self.readers = dict.fromkeys((*readers, reader))


_FEW = 6


class Stamped(dict[str, T]):
    """A dictionary that tells of changes: `value` is another one then, so that it can be logged like a cell."""

    __slots__ = ("value",)

    def __init__(self) -> None:
        super().__init__()
        self.value: object = None

    __hash__ = object.__hash__  # type: ignore[assignment]

    def changed(self) -> None:
        """Say that something in it has changed."""
        self.value = object()


class Fields(Stamped[Cell]):
    """All cells of one object."""

    __slots__ = ()


class Defaults(Stamped[Value]):
    """The defaults of a function's parameters, by name."""

    __slots__ = ()


class Log:
    """What a statement reads while it is evaluated: see `memory`."""

    __slots__ = ("bound", "cells", "env", "names", "results", "volatile")

    def __init__(self, env: dict[str, Value]) -> None:
        self.env = env
        self.names: dict[str, Value | None] = {}
        self.cells: dict[Cell | Fields | Defaults, object] = {}
        self.results: list[tuple[Context, Value, Value]] = []
        self.bound: list[tuple[str, Value]] = []
        self.volatile = False
        """It read something that is not logged."""


class Heap:
    """Attributes, container elements, globals and closure variables, by object and field. Writes only ever add."""

    def __init__(self) -> None:
        self.cells: dict[object, Fields] = {}
        self.log: Log | None = None
        """Of the statement that is being evaluated, if it is one that may be remembered."""
        self.epoch = 0
        """Goes up when something changes that statements read and no log holds: the bases of a class in use."""

    def cell(self, owner: object, field_name: str) -> Cell:
        """The cell, made empty when it does not exist."""
        fields = self.cells.get(owner)
        if fields is None:
            fields = self.cells[owner] = Fields()
        cell = fields.get(field_name)
        if cell is None:
            cell = fields[field_name] = Cell()
        return cell

    def grow(self, owner: object, field_name: str, value: Value) -> Cell | None:
        """Add to a cell; the cell when it has grown."""
        cell = self.cell(owner, field_name)
        if value <= cell.value:
            return None
        new = grown(cell.value, value)
        if new == cell.value:
            return None
        cell.value = new
        self.cells[owner].changed()
        return cell

    def has(self, owner: object, field_name: str) -> bool:
        """Whether anything was ever written there."""
        fields = self.cells.get(owner)
        if fields is None:
            if self.log is None:
                return False
            fields = self.cells[owner] = Fields()
        cell = fields.get(field_name)
        if self.log is not None:
            if cell is None:
                self.log.cells[fields] = fields.value
            else:
                self.log.cells[cell] = cell.value
        return cell is not None and bool(cell.value)

    def elements(self, container: object) -> list[Value]:
        """What a container holds, by position, by key and at places that are not known."""
        return [cell.value for name, cell in self.fields(container).items() if name[0] in "#=*"]

    def finish(self) -> None:
        """Forget who reads what, and what was only asked for; of functions, `amended` wants to know it."""
        for owner, fields in list(self.cells.items()):
            if isinstance(owner, (Function, Bound, MethodKind, Partial)):
                continue
            for name, cell in list(fields.items()):
                cell.readers = ()
                if not cell.value:
                    del fields[name]
            if not fields:
                del self.cells[owner]

    def fields(self, owner: object) -> Fields:
        """All cells of an object."""
        fields = self.cells.get(owner)
        if fields is None:
            fields = self.cells[owner] = Fields()
        if self.log is not None:
            self.log.cells[fields] = fields.value
        return fields

    def owners(self) -> Iterator[object]:
        """All objects with cells."""
        return iter(self.cells)
