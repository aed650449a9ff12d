"""Each rule by itself, on verdicts made by hand."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

import hybridize
from hybridize.inference.state.assumptions import Because, Use
from hybridize.rules.model import AddDecorator, RemoveDecorator, ReplaceCallee
from hybridize.settings import AnalysisOptions, Gain
from hybridize.verdicts.evidence.assumptions import DecoratorTakenOff, UnseenCode
from hybridize.verdicts.evidence.retracing import MadeInLoop
from hybridize.verdicts.model.parts import Decorator, Effect, Parameter, Place, Safety, Step, StepKind, WrittenArgument
from hybridize.verdicts.model.verdict import GainEstimate
from tests.rules.fakes import DECORATOR, DEFINITION, check, counted, eager, effect, hybrid, needless, number

ASSUMPTION = UnseenCode(
    Place("model.py", 14), Use.CALL, Because.UNDESCRIBED, "lib.helper", "", "helper(x)", "it is not known"
)


# HYB001 --------------------------------------------------------------------------------------------------------------


def test_a_function_that_passes_p1_is_reported_with_its_gain_and_a_safe_fix() -> None:
    (finding,) = check("HYB001", eager())
    assert finding.message == (
        "`step` runs eagerly and can be a graph: 14 operations a call, in the loop at main.py:40"
    )
    assert (finding.place, finding.confidence, finding.name) == (DEFINITION, "proven", "should-hybridize")
    assert finding.fix is not None and finding.fix.applicability == "safe"
    assert finding.fix.edits == (AddDecorator("model.py", 12, "step"),)
    assert [step.place.line for step in finding.related] == [5, 40]


def test_one_operation_is_no_plural() -> None:
    (finding,) = check("HYB001", eager(gain=GainEstimate(Gain.LOW, 1)))
    assert finding.message == "`step` runs eagerly and can be a graph: 1 operation a call"


def test_few_operations_say_what_they_run() -> None:
    (finding,) = check("HYB001", eager(gain=GainEstimate(Gain.HIGH, 4, (), 36)))
    assert finding.message.endswith("a graph: 4 operations a call (about 36 in the graph)")
    (finding,) = check("HYB001", eager(gain=GainEstimate(Gain.HIGH, 20, (), 36)))
    assert finding.message.endswith("a graph: 20 operations a call")


def test_an_assumption_makes_the_fix_unsafe_and_is_shown() -> None:
    (finding,) = check("HYB001", eager(assumptions=(ASSUMPTION,), proven=False, fix=Safety.UNSAFE))
    assert finding.fix is not None and finding.fix.applicability == "unsafe"
    assert finding.confidence == "assumed"
    assert [(each.kind, each.message, each.place) for each in finding.assumptions] == [
        ("unknown-callee", "`lib.helper`: it is not known", ASSUMPTION.place)
    ]
    assert "could be a graph" in finding.message


def test_the_fix_is_as_safe_as_the_verdict_says() -> None:
    (finding,) = check("HYB001", eager(fix=Safety.UNSAFE))
    assert finding.fix is not None and finding.fix.applicability == "unsafe"
    (finding,) = check("HYB001", eager(fix=None))
    assert finding.fix is None


def test_nothing_is_said_where_nothing_is_advised() -> None:
    assert check("HYB001", eager(action=None)) == []
    assert check("HYB001", needless("P2")) == []


def test_a_decorator_that_was_commented_out_is_named() -> None:
    (finding,) = check("HYB001", eager(assumptions=(DecoratorTakenOff(Place("model.py", 11)),)))
    assert finding.message.endswith("; somebody commented its `@tf.function` out (line 11)")


def test_a_loop_further_up_is_named_where_none_is_around_the_calls() -> None:
    (finding,) = check("HYB001", eager(gain=GainEstimate(Gain.HIGH, 9, (), 9, leading_loop=Place("main.py", 7))))
    assert finding.message.endswith("9 operations a call, reached from the loop at main.py:7")
    assert [each.message for each in finding.related] == [
        "a tensor arrives at `x` here", "reached again and again from this loop"
    ]  # fmt: skip


# HYB002 --------------------------------------------------------------------------------------------------------------


def test_a_value_that_changes_is_named_as_it_is_written() -> None:
    (finding,) = check("HYB002", hybrid(parameters=(counted("n", "epoch", 9),)))
    assert [each.message for each in finding.related] == ["`n` is `epoch` here, which changes from call to call"]


def test_two_values_of_a_parameter_are_named_with_their_call_sites() -> None:
    (finding,) = check("HYB002", hybrid(parameters=(number("num_steps", (10, 30), (20, 31)),)))
    assert finding.message == (
        "`step` is traced again for each new Python number in `num_steps` (10 at line 30, 20 at line 31)"
    )
    assert [(each.place.line, each.message) for each in finding.related] == [
        (30, "`num_steps` is 10 here"),
        (31, "`num_steps` is 20 here"),
    ]
    assert finding.fix is not None
    assert (finding.fix.applicability, finding.fix.edits) == ("display-only", ())
    assert finding.fix.description == "Pass `num_steps` as a tensor"


def test_p3_offers_removal_as_an_unsafe_fix() -> None:
    (finding,) = check("HYB002", needless("P3", parameters=(number("n", (1, 30), (2, 31)),)))
    assert finding.fix is not None and finding.fix.applicability == "unsafe"
    assert finding.fix.edits == (RemoveDecorator("model.py", 12, "step", 11),)


def test_many_values_are_cut_and_files_are_named_where_they_differ() -> None:
    values = [(value, 40 + value) for value in range(6)]
    (finding,) = check("HYB002", hybrid(parameters=(number("n", *values, path="main.py"),)))
    assert finding.message.endswith(
        "`n` (0 at main.py:40, 1 at main.py:41 and 4 more)"
    )
    assert len(finding.related) == 6


def test_several_parameters_make_one_finding() -> None:
    parameters = (number("n", (1, 30), (2, 31)), number("k", (3, 30), (4, 31)))
    (finding,) = check("HYB002", hybrid(parameters=parameters))
    assert "in `n` and `k` (`n`: 1, 2; `k`: 3, 4)" in finding.message


@pytest.mark.parametrize(
    "parameter",
    [
        pytest.param(counted("n", "i", 30), id="changes from call to call"),
        pytest.param(number("n", (2, 30), (4, 31), inside=True), id="different containers"),
        pytest.param(number("n", (2, 30), (2, 31), (3, 31), inside=True), id="containers that overlap"),
    ],
)
def test_other_ways_to_vary(parameter: Parameter) -> None:
    assert len(check("HYB002", hybrid(parameters=(parameter,)))) == 1


@pytest.mark.parametrize(
    "parameter",
    [
        pytest.param(number("n"), id="none"),
        pytest.param(number("n", (10, 30)), id="one"),
        pytest.param(number("n", (10, 30), (10, 31)), id="one, twice"),
        pytest.param(number("n", (10, 30), (int, 31)), id="one, and one that may be the same"),
        pytest.param(number("n", (28, 30), (3, 30), inside=True), id="two numbers in one container"),
        pytest.param(number("n", (8, 30), (3, 30), (8, 31), (3, 31), inside=True), id="equal containers"),
        pytest.param(number("n", ("and so on …", 30)), id="text that ends with dots"),
    ],
)
def test_a_literal_that_does_not_vary_is_silent(parameter: Parameter) -> None:
    assert check("HYB002", hybrid(parameters=(parameter,))) == []


def test_a_function_made_anew_is_reported_where_it_is_made() -> None:
    link = Step(Place("main.py", 3), StepKind.CALL, "f()")
    made = MadeInLoop(Place("model.py", 50), Place("model.py", 49), chain=(link,))
    (finding,) = check("HYB002", hybrid(reasons=(made,)))
    assert (finding.place, [(each.place, each.message) for each in finding.related]) == (
        made.place, [(link.place, "`f()`")]
    )  # fmt: skip
    assert finding.message == (
        "`step` is traced again and again: a new `tf.function` is made in each round of the loop at line 49"
    )


def test_made_anew_and_varying_are_two_findings() -> None:
    parameters = (number("n", (1, 30), (2, 31)),)
    elsewhere = MadeInLoop(Place("model.py", 50), Place("model.py", 49))
    here = MadeInLoop(DEFINITION, Place("model.py", 49))
    assert len(check("HYB002", hybrid(parameters=parameters, reasons=(elsewhere,)))) == 2
    assert len(check("HYB002", hybrid(parameters=parameters, reasons=(here,)))) == 2


def test_eager_functions_are_not_traced() -> None:
    assert check("HYB002", eager(parameters=(number("n", (1, 30), (2, 31)),))) == []


# HYB003 --------------------------------------------------------------------------------------------------------------


def test_no_tensor_and_no_computation_are_told_apart() -> None:
    (no_tensor,) = check("HYB003", hybrid(precondition="P2"))
    (no_computation,) = check("HYB003", hybrid(precondition="P6", has_tensor_computation=False))
    assert no_tensor.message == (
        "`@tf.function` on `step` is not needed: no tensor comes to it, as an argument or otherwise"
    )
    assert no_computation.message == "`@tf.function` on `step` only costs time: it has no TensorFlow operations"


def test_p3_without_computation_is_needless_too() -> None:
    assert len(check("HYB003", hybrid(precondition="P3", has_tensor_computation=False))) == 1
    assert check("HYB003", hybrid(precondition="P3")) == []


def test_removal_is_unsafe_and_only_where_the_verdict_allows_it() -> None:
    (finding,) = check("HYB003", needless("P2"))
    assert finding.fix is not None and finding.fix.applicability == "unsafe"
    assert finding.fix.description == "Remove `@tf.function`"
    assert finding.fix.edits == (RemoveDecorator("model.py", 12, "step", DECORATOR.line),)
    (finding,) = check("HYB003", hybrid(precondition="P2"))
    assert finding.fix is None


def test_a_hybrid_function_with_work_to_do_is_needed() -> None:
    assert check("HYB003", hybrid()) == []


def test_a_signature_makes_tensors_of_numbers() -> None:
    signature = {"input_signature": WrittenArgument("[tf.TensorSpec([], tf.float32)]")}
    numbers = {"precondition": "P2", "parameters": (number("n", (1, 30)),), "has_tensor_computation": False}
    compiled = {"jit_compile": WrittenArgument("True", True, True)}
    assert len(check("HYB003", hybrid(**numbers, arguments=compiled))) == 1
    assert len(check("HYB003", hybrid(**numbers, arguments={"input_signature": WrittenArgument("None", True)}))) == 1
    assert check("HYB003", hybrid(**numbers, arguments=signature)) == []
    idle = hybrid(precondition="P6", has_tensor_computation=False, arguments=signature)
    assert check("HYB003", idle) == []


# HYB004 --------------------------------------------------------------------------------------------------------------


def test_each_statement_with_an_effect_is_reported() -> None:
    first, second = check("HYB004", hybrid(effects=(effect(14, print_call=True), effect(15, "write-attribute"),)))
    assert first.message == "`step` is a `tf.function`: it calls `print` only while tracing, not at each call"
    assert (first.place.line, second.place.line) == (14, 15)
    assert first.fix is not None and first.fix.applicability == "unsafe"
    assert first.fix.edits == (ReplaceCallee("model.py", 14, 5, "print", "tensorflow.print"),)
    assert second.fix is None


def test_two_effects_of_one_statement_are_one_finding() -> None:
    assert len(check("HYB004", hybrid(effects=(effect(14, "output"), effect(14, "clock"),)))) == 1


def test_an_effect_through_a_call_is_reported_at_the_call() -> None:
    (finding,) = check("HYB004", hybrid(effects=(effect(14, via=Place("helpers.py", 3)),)))
    assert finding.place == Place("model.py", 14, 5)
    assert [step.place.path for step in finding.related] == ["helpers.py"]


def test_what_lies_in_another_hybrid_function_is_told_there_only() -> None:
    inner = hybrid(effects=(effect(4),))
    outer = hybrid(effects=(effect(14, via=Place("model.py", 4, 5)),))
    assert [finding.place.line for finding in check("HYB004", inner, outer)] == [4]


def test_effects_of_eager_functions_are_their_own_business() -> None:
    assert check("HYB004", eager(effects=(effect(14),))) == []


def test_a_change_of_what_is_passed_is_said_to_raise() -> None:
    (finding,) = check("HYB004", hybrid(effects=(_change_of_argument(),)))
    assert finding.message == (
        "`step` is a `tf.function`: it changes a dict with `pop`, which its caller passes: TensorFlow raises "
        "`ValueError`"
    )


@pytest.mark.parametrize(
    ("argument", "target", "found"),
    [
        ("experimental_relax_shapes", None, 1),
        ("experimental_relax_shapes", "2.9", 1),
        ("experimental_relax_shapes", "2.8", 0),
        ("experimental_compile", "2.5", 1),
        ("experimental_compile", "2.4", 0),
        ("experimental_follow_type_hints", "2.15", 1),
        ("experimental_follow_type_hints", "2.14", 0),
    ],
)
def test_an_argument_has_a_new_name_only_where_the_target_knows_it(
    argument: str, target: str | None, found: int
) -> None:
    """By the signature of `tf.function` in 2.4, 2.5, 2.8 and 2.9, and in 2.15."""
    step = hybrid(arguments={argument: WrittenArgument("True", True, True)})
    assert len(check("HYB015", step, options=AnalysisOptions(target_tensorflow=target))) == found


def test_an_old_program_keeps_the_old_name_of_an_argument(tmp_path: Path) -> None:
    """No release has both: run on 2.15 and 2.21, `tensorflow.python.keras.applications` is gone."""
    step = "import tensorflow as tf\n\n\n@tf.function(experimental_relax_shapes=True)\ndef step(x):\n    return x + 1\n"
    (tmp_path / "steps.py").write_text(step, encoding="utf-8")
    (tmp_path / "main.py").write_text("import nets\nimport steps\n\nsteps.step(nets.x)\n", encoding="utf-8")
    for keras, found in (("tensorflow.python.keras", 0), ("tensorflow.keras", 1)):
        text = f"import tensorflow as tf\nfrom {keras}.applications import ResNet50\n\nx = tf.ones(2)\n"
        (tmp_path / "nets.py").write_text(text, encoding="utf-8")
        report = hybridize.analyze(tmp_path, root=tmp_path)
        assert sum(each.code == "HYB015" for each in report.findings) == found


@pytest.mark.parametrize("here", [True, False])
def test_an_argument_is_renamed_only_where_it_stands(here: bool) -> None:
    """Not at `@relaxed` after `relaxed = tf.function(experimental_relax_shapes=True)`."""
    arguments = {"experimental_relax_shapes": WrittenArgument("True", True, True)}
    step = hybrid()
    mode = replace(step.mode, arguments=arguments, decorator=Decorator(DECORATOR, "relaxed", here))
    (finding,) = check("HYB015", replace(step, mode=mode))
    assert (finding.fix is not None) == here


@pytest.mark.parametrize(("target", "found"), [(None, 1), ("2.15", 0), ("2.16", 1)])
def test_what_keras_passes_to_a_step_must_not_be_changed_since_keras_3(target: str | None, found: int) -> None:
    verdict = eager(effects=(_change_of_argument(),), traced_by_framework=True)
    step = replace(verdict, subject=replace(verdict.subject, qualname="Model.train_step"))
    findings = check("HYB004", step, options=AnalysisOptions(target_tensorflow=target))
    assert [finding.message.count("Keras 3 raises") for finding in findings] == [1] * found
    assert check("HYB004", verdict) == []


def _change_of_argument() -> Effect:
    said = "changes a dict with `pop`"
    return Effect("mutate", said, Place("model.py", 14, 5), on_arguments=True, refused=True)


# HYB005 --------------------------------------------------------------------------------------------------------------


def test_recursion_is_reported_with_its_way() -> None:
    way = (
        Step(Place("model.py", 14), StepKind.CALL, "other(x)"), Step(Place("other.py", 3), StepKind.CALL, "step(x - 1)")
    )  # fmt: skip
    (finding,) = check("HYB005", hybrid(is_recursive=True, recursion=way))
    assert finding.message == (
        "`step` is a `tf.function` and calls itself (`other(x)` at line 14 -> `step(x - 1)` at other.py:3): "
        "tracing it may not end"
    )
    assert ([each.place for each in finding.related], finding.fix) == ([each.place for each in way], None)


def test_recursion_without_tensors_or_without_a_graph_is_silent() -> None:
    assert check("HYB005", hybrid(is_recursive=True, parameters=())) == []
    assert check("HYB005", hybrid(is_recursive=None)) == []
    assert check("HYB005", eager(is_recursive=True)) == []
