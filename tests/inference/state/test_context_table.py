"""The context table: one context for each tuple of arguments, and one for all once the limits are reached."""

from __future__ import annotations

from hybridize.inference.domain.objects import ParameterReference, Value
from hybridize.inference.domain.values import INT, TENSOR
from hybridize.inference.state.contexts import Context, by_serial
from hybridize.inference.state.limits import SMALL
from tests.inference.state.parts import MAKE, Source, external, number, source

CODE = "def f(x, y=None): pass\ndef g(): pass\ndef h(): pass\n"


def _call(made: Source, **arguments: Value) -> Context:
    return made.analysis.contexts.for_arguments(made.function("f"), arguments)


def test_equal_arguments_share_a_context() -> None:
    made = source(CODE)
    one = _call(made, x=TENSOR, y=number(1))
    assert _call(made, y=number(1), x=TENSOR) is one
    assert _call(made, x=TENSOR, y=number(2)) is not one
    assert one.arguments == {"x": TENSOR, "y": number(1)}
    assert (one.module_path, one.scope, one.parent) == ("main.py", made.tree["f"], None)
    assert by_serial(made.analysis.contexts) == made.analysis.contexts.by_scope[made.tree["f"]]


def test_past_the_first_limit_numbers_are_known_by_type() -> None:
    made = source(CODE)
    exact = [_call(made, x=number(value)) for value in range(SMALL.exact)]
    assert len(set(exact)) == SMALL.exact
    typed = _call(made, x=number(SMALL.exact))
    assert typed.arguments == {"x": INT} and typed not in exact
    assert _call(made, x=number(SMALL.exact + 1)) is typed
    assert not made.analysis.budget.hits


def test_past_the_second_limit_all_calls_share_a_widened_context() -> None:
    made = source(CODE)
    objects = [external(f"lib.C{value}").single for value in range(SMALL.contexts + 2)]
    apart = [_call(made, x=value) for value in objects[: SMALL.contexts]]
    assert len(set(apart)) == SMALL.contexts
    wide = _call(made, x=objects[-2])
    assert wide.wide and made.analysis.budget.hits == {made.tree["f"]: "contexts"}
    wide.progress.evaluated = True
    assert _call(made, x=objects[-1]) is wide
    assert wide.arguments == {"x": objects[-2] | objects[-1]}
    assert made.analysis.worklist.take() is wide


def test_a_call_that_adds_nothing_to_a_widened_context_schedules_nothing() -> None:
    made = source(CODE)
    objects = [external(f"lib.C{value}").single for value in range(SMALL.contexts + 1)]
    for value in objects:
        wide = _call(made, x=value)
    wide.progress.evaluated = True
    _call(made, x=objects[-1])
    assert wide.wide and not made.analysis.worklist


def test_what_tests_pass_is_joined_apart() -> None:
    made = source(CODE)
    for_arguments = made.analysis.contexts.for_arguments
    objects = [external(f"lib.C{value}").single for value in range(SMALL.contexts + 2)]
    tested = [for_arguments(made.function("f"), {"x": value}, of_tests=True) for value in objects]
    assert tested[-1].wide and all(each.of_tests for each in tested)
    # The program has its own for what a test has passed before; a test shares that of the program.
    own = _call(made, x=objects[0])
    assert own not in tested and not own.of_tests
    assert for_arguments(made.function("f"), {"x": objects[0]}, of_tests=True) is own
    for value in objects[1:]:
        wide = _call(made, x=value)
    assert wide.wide and wide.arguments == {"x": objects[-2] | objects[-1]} and not wide.of_tests


def test_functions_that_are_handed_over_are_told_apart() -> None:
    made = source(CODE)
    for handed in ("g", "h"):
        for value in range(SMALL.exact):
            found = _call(made, x=made.function(handed).single, y=number(value))
            assert found.arguments["y"] == number(value)


def test_what_many_contexts_allocate_belongs_to_one_of_them() -> None:
    made = source(CODE)
    contexts = [_call(made, x=number(value)) for value in range(SMALL.owners + 1)]
    assert [each.owner for each in contexts] == [*contexts[: SMALL.owners], contexts[SMALL.owners - 1]]


def test_in_the_end_a_widened_result_names_what_the_calls_passed() -> None:
    made = source(CODE)
    one = _call(made, x=TENSOR)
    one.wide = True
    one.summary.result = MAKE(ParameterReference, "x").single | number(1)
    one.progress.dependents[one] = None
    made.analysis.finish()
    assert one.summary.result == TENSOR | number(1)
    assert not one.progress.dependents
