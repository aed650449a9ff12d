"""Summaries and events: what is recorded of calls."""

from __future__ import annotations

from hybridize.inference.domain.objects import Bound
from hybridize.inference.domain.values import BOTTOM, TENSOR
from hybridize.inference.state.assumptions import Assumption, Because, Use
from hybridize.inference.state.contexts import CallEdge
from hybridize.inference.state.events import HybridMark
from tests.inference.state.parts import context, number, source


def test_of_several_ways_to_call_the_stronger_counts() -> None:
    caller, callee = context(1), context(2)
    node = caller.scope
    summary = caller.summary
    summary.add_call(node, callee, effects=False, hybrid=True)
    assert list(summary.edges()) == [(node, callee, CallEdge(effects=False, hybrid=True))]
    summary.add_call(node, callee, effects=True, hybrid=True)
    assert list(summary.edges()) == [(node, callee, CallEdge(effects=True, hybrid=True))]
    summary.add_call(node, callee, effects=False, hybrid=False)
    assert list(summary.edges()) == [(node, callee, CallEdge(effects=True, hybrid=False))]


def test_a_free_name_keeps_all_that_was_read() -> None:
    summary = context(1).summary
    summary.add_implicit_read("x", "global", number(1))
    summary.add_implicit_read("x", "global", number(1) | TENSOR)
    summary.add_implicit_read("x", "global", number(2))
    assert summary.implicit_reads == {"x": ("global", number(1) | number(2) | TENSOR)}


def test_arguments_by_call_site_and_the_defaults_of_those_left_out() -> None:
    made = source("def f(x, y=1): pass\n")
    events, function, caller = made.analysis.events, made.function("f"), context(1)
    site, other = made.tree["f"], made.tree
    names = ("x", "y")
    events.calls.add_arguments(function, names, {"x": number(1), "y": number(9)}, {"x"}, site, caller)
    events.calls.add_arguments(function, names, {"x": TENSOR, "y": number(9)}, {"x"}, site, caller)
    events.calls.add_arguments(function, names, {"x": TENSOR, "y": TENSOR}, {"x", "y"}, other, caller)
    recorded = events.calls.arguments[function.node]
    assert recorded.explicit == {(site, caller): (number(1) | TENSOR, None), (other, caller): (TENSOR, TENSOR)}
    assert recorded.default == {"y": number(9)}


def test_a_parameter_that_was_passed_once_stays_explicit() -> None:
    made = source("def f(x): pass\n")
    events, function, caller = made.analysis.events, made.function("f"), context(1)
    for explicit in ({"x"}, set[str](), {"x"}):
        events.calls.add_arguments(function, ("x",), {"x": TENSOR}, explicit, made.tree, caller)
    assert events.calls.arguments[function.node].explicit == {(made.tree, caller): (TENSOR,)}
    events.calls.add_arguments(function, ("x",), {"x": BOTTOM}, {"x"}, made.tree, caller)
    assert events.calls.arguments[function.node].explicit == {(made.tree, caller): (TENSOR,)}


def test_the_first_mark_of_a_place_counts() -> None:
    made = source("def f(x): pass\n")
    events, caller = made.analysis.events, context(1)
    first, second = (HybridMark(how, made.tree, None, caller) for how in ("decorator", "call"))
    events.graphs.add_hybrid(made.tree["f"], first)
    events.graphs.add_hybrid(made.tree["f"], second)
    assert events.graphs.hybrids == {made.tree["f"]: {made.tree: first}}


def test_the_use_of_a_hybrid_method_is_one_of_its_function() -> None:
    made = source("def f(x): pass\nclass C: pass\n")
    function, owner = made.function("f"), context(1)
    bound = made.analysis.make(Bound, function, made.instance("C", owner))
    made.analysis.events.graphs.add_object_use(made.analysis.make.hybrid(bound, made.tree))
    made.analysis.events.graphs.add_object_use(made.cls("C"))
    assert made.analysis.events.graphs.object_uses == {function.node}


def test_of_several_assumptions_at_a_place_one_with_a_name_counts() -> None:
    node = context(1).scope
    nameless = Assumption(Use.CALL, node, Because.UNKNOWN_OBJECT)
    named = Assumption(Use.CALL, node, Because.UNDESCRIBED, "somelib.run")
    later = Assumption(Use.CALL, node, Because.UNDESCRIBED, "zlib.run")
    other = Assumption(Use.ITERATION, node, Because.UNKNOWN_OBJECT)
    for order in ((nameless, later, named, other), (named, nameless, later, other)):
        caller = context(1)
        for each in order:
            caller.summary.add_assumption(each)
        assert list(caller.summary.assumptions.values()) == [named, other]


def test_each_decorator_of_a_function_is_assumed_once() -> None:
    made = source("def f(x): pass\n")
    function, events = made.tree["f"], made.analysis.events
    assumption = events.origins.assumption(Use.DECORATOR, made.tree, Because.UNDESCRIBED, "somelib.counted")
    events.calls.add_decorator(function, assumption)
    events.calls.add_decorator(function, assumption)
    assert events.calls.decorators == {function: {made.tree: assumption}}


def test_equal_origins_are_one_object() -> None:
    made = source("def f(x): pass\n")
    origins, node = made.analysis.events.origins, made.tree["f"]
    target = made.function("f")
    effect = origins.effect("write-attribute", node, "assigns", target, True, "a")
    assert effect is origins.effect("write-attribute", node, "assigns", target, True, "a")
    assert effect is not origins.effect("write-attribute", node, "assigns", None, True, "a")
    assert effect is not origins.effect("write-attribute", node, "assigns", target, True, "b")
    assert origins.condition("eager", node, "a") is origins.condition("eager", node, "a")
    assert origins.condition("eager", node, "a") is not origins.condition("eager", node, "b")
    assumed = origins.assumption(Use.CALL, node, Because.UNDESCRIBED, "somelib.run")
    assert assumed is origins.assumption(Use.CALL, node, Because.UNDESCRIBED, "somelib.run")
    assert assumed is not origins.assumption(Use.METHOD, node, Because.UNDESCRIBED, "somelib.run")
