"""A part of a statement is done again only where something that it reads has changed."""

from __future__ import annotations

from hybridize.inference.domain.values import BOTTOM, TENSOR
from hybridize.inference.driver.interpreter import Interpreter
from hybridize.inference.python.caching import part
from hybridize.inference.python.frame import Frame
from hybridize.inference.state.heap import ReadLog
from tests.inference.state.parts import context, number, source

OWNER = "an object"


class _Statement:
    """A statement that is evaluated again and again; a part of it reads the cell `x` of an object."""

    def __init__(self) -> None:
        analysis = source("").analysis
        self.heap = analysis.heap
        self.heap.write(OWNER, "x", number(1))
        self.context = context(1)
        self.done = 0
        self.frame = Frame(Interpreter(analysis, lambda each: None, lambda each, caller: BOTTOM), self.context)

    def evaluate(self, waits: bool = False) -> ReadLog:
        """Evaluate it; what it has read, its part as well."""
        log = self.heap.log = ReadLog({})
        part(self.frame, "key", lambda: self._work(waits))
        self.heap.log = None
        return log

    def _work(self, waits: bool) -> None:
        self.done += 1
        self.heap.read(OWNER, "x", self.context)
        if waits:
            self.heap.missing(self.context)


def test_a_part_is_done_once_while_what_it_reads_stays() -> None:
    statement = _Statement()
    first = statement.evaluate()
    statement.heap.write(OWNER, "y", TENSOR)
    again = statement.evaluate()
    assert statement.done == 1
    assert first.cells == again.cells != {}


def test_a_part_is_done_again_when_what_it_reads_has_grown() -> None:
    statement = _Statement()
    statement.evaluate()
    statement.heap.write(OWNER, "x", TENSOR)
    statement.evaluate()
    assert statement.done == 2


def test_what_a_part_waits_for_its_statement_waits_for() -> None:
    statement = _Statement()
    assert statement.evaluate(waits=True).waits
    statement.heap.waiting.clear()
    statement.evaluate(waits=True)
    assert statement.done == 1
    assert statement.heap.waiting == {statement.context}
    statement.context.progress.settled = True
    statement.evaluate(waits=True)
    assert statement.done == 2


def test_a_part_that_reads_what_no_log_holds_is_not_kept() -> None:
    statement = _Statement()
    log = statement.heap.log = ReadLog({})

    def work() -> None:
        statement.done += 1
        assert statement.heap.log is not None
        statement.heap.log.volatile = True

    part(statement.frame, "key", work)
    part(statement.frame, "key", work)
    assert statement.done == 2 and log.volatile


def test_outside_of_a_logged_statement_a_part_is_always_done() -> None:
    statement = _Statement()
    statement.heap.log = None
    part(statement.frame, "key", lambda: statement._work(False))
    part(statement.frame, "key", lambda: statement._work(False))
    assert statement.done == 2
