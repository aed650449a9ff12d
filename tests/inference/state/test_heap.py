"""The heap: writes add, readers are scheduled when a cell grows, reads are logged."""

from __future__ import annotations

from hybridize.inference.domain.values import BOTTOM, TENSOR, UNKNOWN_ATTRIBUTE
from hybridize.inference.domain.widening import Widening, Width
from hybridize.inference.state.contexts import Context, StatementRecord
from hybridize.inference.state.heap import Heap, ReadLog
from tests.inference.state.parts import MAKE, context, number, source

OWNER = "an object"


def _heap() -> tuple[Heap, list[Context]]:
    scheduled: list[Context] = []
    widening = Widening(MAKE, Width(32, 4, 24))
    return Heap(widening, scheduled.append, scheduled.append, lambda cls, name: False), scheduled


def test_a_cell_that_grows_schedules_its_readers_in_order() -> None:
    heap, scheduled = _heap()
    early, late = context(1), context(2)
    assert heap.read(OWNER, "x", late) == heap.read(OWNER, "x", early) == BOTTOM
    heap.write(OWNER, "x", TENSOR)
    assert scheduled == [early, late]
    assert heap.read(OWNER, "x", early) == TENSOR


def test_a_write_that_adds_nothing_schedules_nobody() -> None:
    heap, scheduled = _heap()
    heap.write(OWNER, "x", TENSOR | number(1))
    heap.read(OWNER, "x", context(1))
    heap.write(OWNER, "x", number(1))
    heap.write(OWNER, "x", BOTTOM)
    heap.write(OWNER, "y", TENSOR)
    assert scheduled == []


def test_each_of_many_readers_is_scheduled_once() -> None:
    heap, scheduled = _heap()
    readers = [context(serial) for serial in range(20)]
    for reader in [*readers, *readers]:
        heap.read(OWNER, "x", reader)
    heap.write(OWNER, "x", TENSOR)
    assert scheduled == readers


def test_what_nothing_has_written_is_awaited_and_in_the_end_unknown() -> None:
    heap, _ = _heap()
    reader = context(1)
    log = heap.log = ReadLog({})
    assert heap.missing(reader) == BOTTOM
    assert heap.waiting == {reader} and log.waits
    settled = context(2)
    settled.progress.settled = True
    assert heap.missing(settled) == UNKNOWN_ATTRIBUTE
    heap.wait(settled)
    assert heap.waiting == {reader}


def test_a_statement_is_cached_until_a_cell_that_it_read_grows() -> None:
    heap, _ = _heap()
    heap.write(OWNER, "x", number(1))
    log = heap.log = ReadLog({})
    value = heap.read(OWNER, "x", context(1))
    heap.log = None
    record = StatementRecord(heap.epoch, log.names.items(), log.cells.items(), log.results, log.bound, value)
    heap.write(OWNER, "y", TENSOR)
    assert record.holds(heap.epoch, {})
    assert not record.holds(heap.epoch + 1, {})
    heap.write(OWNER, "x", TENSOR)
    assert not record.holds(heap.epoch, {})


def test_asking_for_a_field_that_is_not_there_depends_on_the_fields() -> None:
    heap, _ = _heap()
    log = heap.log = ReadLog({})
    assert not heap.has(OWNER, "x")
    ((fields, version),) = log.cells.items()
    heap.log = None
    heap.write(OWNER, "x", TENSOR)
    assert fields.value is not version
    assert heap.has(OWNER, "x")


def test_what_a_context_has_looked_through_it_need_not_read_again_until_it_changes() -> None:
    heap, _ = _heap()
    one, other = context(1), context(2)
    heap.write(OWNER, "x", TENSOR)
    fields = heap.fields(OWNER)
    assert not heap.is_looked_through("this", fields, one)
    heap.look_through("this", fields, one)
    assert heap.is_looked_through("this", fields, one)
    assert not heap.is_looked_through("that", fields, one) and not heap.is_looked_through("this", fields, other)
    heap.read(OWNER, "y", other)
    assert not heap.is_looked_through("this", fields, one), "there is a cell that it has not read"
    heap.look_through("this", fields, one)
    heap.write(OWNER, "y", TENSOR)
    assert not heap.is_looked_through("this", fields, one)
    heap.for_types = True
    heap.look_through("this", fields, one)
    assert not heap.is_looked_through("this", fields, one), "it is no reader yet, but asks for types"


def test_the_first_thing_that_a_statement_reads_counts() -> None:
    heap, _ = _heap()
    log = heap.log = ReadLog({})
    fields = heap.fields(OWNER)
    heap.write(OWNER, "x", TENSOR)
    assert heap.has(OWNER, "x") and heap.fields(OWNER) is fields
    record = StatementRecord(heap.epoch, log.names.items(), log.cells.items(), log.results, log.bound, BOTTOM)
    assert not record.holds(heap.epoch, {})


def test_a_cached_statement_depends_on_names_and_results() -> None:
    callee = context(1)
    names = {"x": number(1)}
    record = StatementRecord(0, names.items(), (), [(callee, BOTTOM, BOTTOM)], [], TENSOR)
    assert record.holds(0, {"x": number(1)})
    assert not record.holds(0, {"x": number(2)})
    assert not record.holds(0, {})
    callee.summary.result = TENSOR
    assert not record.holds(0, {"x": number(1)})


def test_of_a_statement_in_a_loop_the_last_records_are_kept() -> None:
    records = [StatementRecord(0, {"x": number(each)}.items(), (), [], [], number(each)) for each in range(4)]
    for last, record in zip(records, records[1:], strict=False):
        record.keep(last, 3)
    kept = records[-1]
    assert kept.earlier is records[2] and records[2].earlier is records[1] and records[1].earlier is None
    assert [each.holds(0, {"x": number(2)}) for each in records] == [False, False, True, False]


def test_names_set_on_classes_that_do_not_bind_them() -> None:
    made = source("class C:\n    bound = 1\n")
    heap, cls = made.analysis.heap, made.cls("C")
    heap.write(cls, "bound", TENSOR)
    assert (heap.set_on_classes, heap.epoch) == (set(), 0)
    heap.write(cls, "count", TENSOR)
    heap.write(cls, "count", number(1))
    assert (heap.set_on_classes, heap.epoch) == ({"count"}, 1)


def test_in_the_end_only_functions_keep_their_readers() -> None:
    made = source("def f(): pass\n")
    heap, function, reader = made.analysis.heap, made.function("f"), context(1)
    heap.read(OWNER, "asked", reader)
    heap.write(OWNER, "x", TENSOR)
    heap.read(OWNER, "x", reader)
    heap.read(function, "cache", reader)
    heap.finish()
    assert set(heap.fields(OWNER)) == {"x"} and not heap.cell(OWNER, "x").readers
    assert list(heap.cell(function, "cache").readers) == [reader]
