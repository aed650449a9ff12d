"""Calls as they are written, for repairs."""

from __future__ import annotations

import pytest
from astroid import extract_node

from hybridize.inference.facts.names import Callees
from hybridize.verdicts.model.written_calls import written_call


def test_the_arguments_are_written_as_python_prints_them() -> None:
    call = written_call(extract_node("f((3,), name = 'a')"), Callees({}))
    assert call is not None
    assert (call.positional, call.keywords) == (("(3,)",), (("name", "'a'"),))


@pytest.mark.parametrize("text", ["f(*a)", "f(**a)", "f({**(a or {})})", "f(x={**(a or {})})", "f.a"])
def test_what_cannot_be_written_again_is_left_alone(text: str) -> None:
    assert written_call(extract_node(text), Callees({})) is None
