"""The worklist: sweeps from the first context to the last."""

from __future__ import annotations

from hybridize.inference.state.contexts import Context, by_serial
from hybridize.inference.state.worklist import Worklist
from tests.inference.state.parts import context


def _drained(worklist: Worklist) -> list[Context]:
    out = []
    while worklist:
        out.append(worklist.take())
    return out


def test_contexts_come_in_their_order_and_each_once() -> None:
    worklist = Worklist()
    contexts = [context(serial) for serial in (3, 1, 2)]
    for each in [*contexts, *contexts]:
        worklist.schedule(each)
    assert _drained(worklist) == by_serial(contexts)


def test_what_is_still_ahead_belongs_to_this_sweep_and_the_rest_to_the_next() -> None:
    worklist = Worklist()
    first, second, third = (context(serial) for serial in (1, 2, 3))
    worklist.schedule(first)
    worklist.schedule(second)
    assert worklist.take() is first
    assert worklist.take() is second
    worklist.schedule(first)
    worklist.schedule(second)
    worklist.schedule(third)
    assert _drained(worklist) == [third, first, second]


def test_a_context_that_was_taken_can_be_scheduled_again() -> None:
    worklist, only = Worklist(), context(1)
    worklist.schedule(only)
    assert worklist.take() is only and not worklist
    worklist.schedule(only)
    assert _drained(worklist) == [only]
