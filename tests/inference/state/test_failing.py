"""The statements of a context at which Python raises."""

from __future__ import annotations

import astroid

from hybridize.inference.state.contexts import Summary

STATEMENTS = astroid.parse("a()\nb()\nc()\n").body


def test_they_stand_in_the_order_in_which_they_were_found() -> None:
    summary = Summary()
    for statement in reversed(STATEMENTS):
        summary.note_failing(statement, True)
    assert summary.failing == tuple(reversed(STATEMENTS))


def test_the_last_evaluation_knows_best() -> None:
    first, second, _ = STATEMENTS
    summary = Summary()
    summary.note_failing(first, True)
    summary.note_failing(second, True)
    summary.note_failing(second, True)
    summary.note_failing(first, False)
    assert summary.failing == (second,)
    summary.note_failing(first, True)
    assert summary.failing == (second, first)
