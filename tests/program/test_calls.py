"""How calls are written, and which call takes an expression."""

from __future__ import annotations

from astroid import extract_node, nodes

from hybridize.program.calls import (
    call_of,
    called_by,
    called_name,
    constants_passed,
    is_written_out,
    method_name,
    passed_as,
    passed_at,
    passed_by,
    receiver_of,
    taker_of,
)


def _written(*expressions: nodes.NodeNG | None) -> list[str]:
    return [each.as_string() for each in expressions if each is not None]


def test_a_method_has_a_receiver_and_a_function_has_none() -> None:
    method, function, bare = extract_node("a.b.f(1) #@\ng(1) #@\na.b #@")
    assert (called_name(method), method_name(method), _written(receiver_of(method))) == ("f", "f", ["a.b"])
    assert (called_name(function), method_name(function), receiver_of(function)) == ("g", "", None)
    assert (called_name(bare), method_name(bare), receiver_of(bare)) == ("", "", None)
    assert _written(called_by(function), called_by(bare)) == ["g", "a.b"]


def test_an_argument_is_found_by_its_name_or_at_its_place() -> None:
    call = extract_node("f(a, b, size=c, deep=True, name='n')")
    assert _written(passed_at(call, 1, "deep"), passed_at(call, 1, "other")) == ["True", "b"]
    assert passed_at(call, 2, "other") is None
    assert _written(passed_as(call, "other", "size")) == ["c"]
    assert _written(*passed_by(call)) == ["a", "b", "c", "True", "'n'"]
    assert constants_passed(call) == {"deep": True, "name": "n"}
    assert (passed_by(call.func), constants_passed(call.func), passed_as(call.func, "size")) == ([], {}, None)


def test_what_is_unpacked_is_not_written_out() -> None:
    calls = extract_node("f(a, b=1) #@\nf(*a) #@\nf(**a) #@\nf #@")
    assert [is_written_out(each) for each in calls] == [True, False, False, False]


def test_a_call_takes_what_it_passes_and_not_what_it_calls() -> None:
    call = extract_node("f(a, b=c)")
    assert [taker_of(each) is call for each in (call.args[0], call.keywords[0].value, call.func)] == [True, True, False]
    assert [call_of(each) is call for each in (call.args[0], call.func)] == [False, True]
