"""The heap: what attributes, container elements, globals and captured variables hold, and who has read it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from typing import TypeVar, cast

from hybridize.inference.domain.fields import NAMES, Field, is_element
from hybridize.inference.domain.objects import (
    AbstractObject,
    Bound,
    ClassObject,
    Container,
    ExternalInstance,
    Function,
    Instance,
    MethodKind,
    ModuleObject,
    Partial,
    Value,
    has_types,
)
from hybridize.inference.domain.values import BOTTOM, UNKNOWN_ATTRIBUTE
from hybridize.inference.domain.widening import Widening
from hybridize.inference.state.contexts import Context, StatementRecord, by_serial

K = TypeVar("K")
T = TypeVar("T")


class Cell:
    """One place in the heap; when it grows, its readers go back on the worklist."""

    __slots__ = ("growths", "late", "readers", "value")

    def __init__(self) -> None:
        self.value: Value = BOTTOM
        self.growths = 0
        """How often it has grown while types were in it."""
        self.late: tuple[Context, ...] = ()
        """The contexts that only ask for its types."""
        self.readers: Collection[Context] = ()
        """The contexts that read it: few for most cells, so a tuple until there are many."""

    def read_by(self, reader: Context) -> None:
        """Add a reader."""
        readers = self.readers
        if isinstance(readers, dict):
            readers[reader] = None
        elif len(readers) < _FEW:
            self.readers = (*readers, reader)
        else:
            self.readers = dict.fromkeys((*readers, reader))


_FEW = 6


class Versioned(dict[K, T]):
    """A dictionary with a version: `value` is another object after each change, so it can be logged like a cell."""

    __slots__ = ("value",)

    def __init__(self) -> None:
        super().__init__()
        self.value: object = None

    __hash__ = object.__hash__  # type: ignore[assignment]

    def changed(self) -> None:
        """Start a new version."""
        self.value = object()


class Fields(Versioned[Field, Cell]):
    """All cells of one object."""

    __slots__ = ()


class Defaults(Versioned[str, Value]):
    """The defaults of a function's parameters, by name."""

    __slots__ = ()


class ReadLog:
    """What one statement reads while it is evaluated: the key under which its outcome is cached."""

    __slots__ = ("bound", "cells", "done", "env", "fails", "names", "results", "volatile", "waits")

    def __init__(self, env: dict[str, Value]) -> None:
        self.env = env
        self.names: dict[str, Value | None] = {}
        self.cells: dict[Cell | Fields | Defaults, object] = {}
        self.results: list[tuple[Context, Value, Value]] = []
        self.bound: list[tuple[str, Value]] = []
        self.done: dict[object, object] = {}
        """What the statement has found out once and need not again: its reads are in the log already."""
        self.volatile = False
        """It read something that is not logged, so its outcome must not be cached."""
        self.waits = False
        """Its context waits for something: once that is settled it reads another value, without any other read."""
        self.fails = False
        """As far as is known Python raises here: nothing has set what it reads, or a call has no parameter for it."""

    def record(self, epoch: int, value: Value) -> StatementRecord:
        """What to keep of the statement, which gave `value`."""
        return StatementRecord(
            epoch, self.names.items(), self.cells.items(), self.results, self.bound, value, self.waits
        )

    def add(self, part: StatementRecord) -> None:
        """Note what a part of the statement reads: what counts is what is read first."""
        for known, read in ((self.cells, part.cells), (self.names, part.names)):
            pairs = iter(read)
            for what, seen in zip(pairs, pairs, strict=True):
                cast("dict[object, object]", known).setdefault(what, seen)
        self.results.extend(part.results)


class Heap:
    """Cells by object and field. Writes only ever add to a cell."""

    def __init__(
        self,
        widening: Widening,
        schedule: Callable[[Context], None],
        schedule_later: Callable[[Context], None],
        class_binds: Callable[[ClassObject, str], bool],
    ) -> None:
        self._widening = widening
        self._schedule = schedule
        """Puts a reader on the worklist."""
        self._schedule_later = schedule_later
        """The same where only types have grown."""
        self._class_binds = class_binds
        """Whether the body of a class binds a name."""
        self.cells: dict[object, Fields] = {}
        self.accesses = 0
        """Reads and writes of cells so far: what an analysis costs, whatever it is that multiplies in it."""
        self.log: ReadLog | None = None
        """The log of the statement that is being evaluated, when its outcome may be cached."""
        self.epoch = 0
        """Goes up when something changes that statements read and no log holds: the bases of a class in use."""
        self.for_types = False
        """What is read now says nothing but dtypes and shapes."""
        self.waiting: set[Context] = set()
        """Contexts that stand still at something that nothing has written so far."""
        self.set_on_classes: set[str] = set()
        """Names that are set on classes whose body does not bind them: `cls.count = 0`, `setattr(cls, ...)`."""
        self.namespaces: dict[Container, Instance | ExternalInstance | ModuleObject | Function | Partial] = {}
        """`x.__dict__`, `globals()`: dictionaries that stand for the attributes of an object, function or module."""
        self._looked_through: dict[tuple[object, Fields, Context], tuple[object, int]] = {}
        """By what for, whose fields and by which context: the version that it has looked through, and how many."""

    def read(self, owner: object, field: Field, reader: Context) -> Value:
        """The value of a cell; the reader is evaluated again when it grows."""
        self.accesses += 1
        try:
            cell = self.cells[owner][field]
        except KeyError:
            cell = self.cell(owner, field)
        if self.for_types:
            if reader not in cell.late:
                cell.late += (reader,)
        elif reader not in cell.readers:
            cell.read_by(reader)
        value = cell.value
        log = self.log
        if log is not None and cell not in log.cells:
            log.cells[cell] = value
        return value

    def is_looked_through(self, what_for: object, fields: Fields, reader: Context) -> bool:
        """Whether `reader` has read all `fields` for the same before, and they are what they were then."""
        return self._looked_through.get((what_for, fields, reader)) == (fields.value, len(fields))

    def look_through(self, what_for: object, fields: Fields, reader: Context) -> None:
        """Note that `reader` has read all `fields`, and need not do so again for the same until they change."""
        if not self.for_types:
            self._looked_through[what_for, fields, reader] = (fields.value, len(fields))

    def write(self, owner: object, field: Field, value: Value) -> None:
        """Add to a cell; its readers go on the worklist when it grows."""
        self.accesses += 1
        if not value:
            return
        fields = self.cells.get(owner)
        known = fields.get(field) if fields is not None else None
        if known is not None and value <= known.value:
            return
        new = known is None or not known.value
        cell, in_types = self._grow(owner, field, value)
        if cell is not None:
            for reader in cell.late:
                self._schedule_later(reader)
            if in_types:
                for reader in cell.readers:
                    self._schedule_later(reader)
                return
            if type(owner) is ClassObject and isinstance(field, str) and field not in self.set_on_classes:
                if not self._class_binds(owner, field):
                    self.set_on_classes.add(field)
                    self.epoch += 1
            for reader in by_serial(cell.readers):
                self._schedule(reader)
            if new and isinstance(field, str) and NAMES in self.cells[owner]:
                for reader in by_serial(self.cells[owner][NAMES].readers):
                    self._schedule(reader)

    def wait(self, context: Context) -> None:
        """Note that the context waits for a value that is not there yet."""
        if not context.progress.settled:
            self._await(context)

    def missing(self, context: Context) -> Value:
        """The value of something that nothing has written: nothing at first, unknown in a context that is settled."""
        if context.progress.settled:
            self.fail()
            return UNKNOWN_ATTRIBUTE
        self._await(context)
        return BOTTOM

    def fail(self) -> None:
        """The statement that is evaluated raises, as far as is known."""
        if self.log is not None:
            self.log.fails = True

    @contextmanager
    def expecting(self) -> Iterator[None]:
        """While what raises is caught: `getattr` with a default."""
        log = self.log
        fails = log is not None and log.fails
        yield
        if log is not None:
            log.fails = fails

    def _await(self, context: Context) -> None:
        self.waiting.add(context)
        if self.log is not None:
            self.log.waits = True

    def cell(self, owner: object, field: Field) -> Cell:
        """The cell, made empty when it does not exist."""
        fields = self.cells.get(owner)
        if fields is None:
            fields = self.cells[owner] = Fields()
        cell = fields.get(field)
        if cell is None:
            cell = fields[field] = Cell()
        return cell

    def _grow(self, owner: object, field: Field, value: Value) -> tuple[Cell | None, bool]:
        """Add to a cell; the cell when it has grown, and whether it has grown in types alone."""
        cell = self.cell(owner, field)
        if value <= cell.value:
            return None, False
        new = self._widening.grown(cell.value, value)
        if has_types(new):
            new = self._widening.variants.grown(new, cell.growths)
            cell.growths += 1
        if new == cell.value:
            return None, False
        in_types = self._widening.variants.same(new, cell.value)
        cell.value = new
        self.cells[owner].changed()
        return cell, in_types

    def has(self, owner: object, field: Field) -> bool:
        """Whether anything was ever written there."""
        fields = self.cells.get(owner)
        if fields is None:
            if self.log is None:
                return False
            fields = self.cells[owner] = Fields()
        cell = fields.get(field)
        if self.log is not None:
            # What counts is what the first read saw: what the statement itself adds later is news to that.
            if cell is None:
                self.log.cells.setdefault(fields, fields.value)
            else:
                self.log.cells.setdefault(cell, cell.value)
        return cell is not None and bool(cell.value)

    def elements(self, container: object) -> list[Value]:
        """What a container holds, by position, by key and at places that are not known."""
        return [cell.value for field, cell in self.fields(container).items() if is_element(field)]

    def finish(self) -> None:
        """Forget the readers and the cells that stayed empty; those of functions stay, decorating asks for them."""
        kept = set(self.callables())
        for owner, fields in list(self.cells.items()):
            if owner in kept:
                continue
            for name, cell in list(fields.items()):
                cell.readers = cell.late = ()
                if not cell.value:
                    del fields[name]
            if not fields:
                del self.cells[owner]
        self._looked_through.clear()

    def fields(self, owner: object) -> Fields:
        """All cells of an object."""
        fields = self.cells.get(owner)
        if fields is None:
            fields = self.cells[owner] = Fields()
        if self.log is not None:
            self.log.cells.setdefault(fields, fields.value)
        return fields

    def attribute_names(self, owner: object) -> list[str]:
        """The names of the attributes of an object that something has written, in the order of their first writes."""
        return [field for field in self.fields(owner) if isinstance(field, str)]

    def all_names(self, owner: object, reader: Context) -> list[str]:
        """The same; the reader is evaluated again when there is another one."""
        self.read(owner, NAMES, reader)
        return self.attribute_names(owner)

    def callables(self) -> list[AbstractObject]:
        """Functions, bound or wrapped, that have attributes."""
        return [owner for owner in self.cells if isinstance(owner, (Function, Bound, MethodKind, Partial))]
