"""Steps that get another number at each call: the calls pass a tensor of it, and the step becomes a graph."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.tensorflow_runs import needs_tensorflow

from hybridize.surfaces.cli import main
from tests.verdicts.decide.test_advice import found, run

DECAYS = """
def step(x, rate):
    with tf.GradientTape() as tape:
        loss = body(x)
    weights.assign_sub(rate * tape.gradient(loss, weights))
    return loss

rate = 0.1
for i in range(100):
    print(float(step(tf.ones((2, 3)), rate)))
    rate = rate * 0.99
"""
BY_THE_ROUND = DECAYS.replace("rate)))", "0.1 / (i + 1))))")
DECAYS_TO_A_LEAST = DECAYS.replace("rate = rate * 0.99", "rate = max(0.001, rate * 0.99)")
BY_NAME = DECAYS.replace("rate)))", "rate=rate)))").replace("rate = rate * 0.99", "rate *= 0.99")
CLIPS = DECAYS.replace("rate * tape", "0.1 * tape").replace("body(x)", "body(tf.clip_by_value(x, -rate, rate))")
OF_TWO_PLACES = (
    DECAYS
    + """
for other in (tf.constant(0.5), 0.25):
    print(float(step(tf.ones((2, 3)), other)))
"""
)

COUNTS = DECAYS.replace("rate)))", "i)))")
CHOOSES = DECAYS.replace("    return loss", "    if rate > 0.05:\n        loss = body(loss * x)\n    return loss")
HANDS_ON = DECAYS.replace("loss = body(x)", "loss = body(x, rate)")
IN_DOUBLE = DECAYS.replace("rate)))", "rate, tf.ones((2, 3), tf.float64))))").replace("(x, rate):", "(x, rate, y):")
DOUBLES = DECAYS.replace("rate = rate * 0.99", "rate = rate / 2")
MEANT_FOR_A_TEXT = DECAYS.replace("    return loss", '    return {"%.2f" % rate: loss}').replace(
    "float(step(tf.ones((2, 3)), rate))", "list(step(tf.ones((2, 3)), rate).values())"
)


@pytest.mark.parametrize("program", [DECAYS, BY_THE_ROUND, DECAYS_TO_A_LEAST, BY_NAME, CLIPS, OF_TWO_PLACES])
def test_the_calls_are_to_pass_a_tensor(tmp_path: Path, program: str) -> None:
    step = found(tmp_path, program)["step"]
    assert step.recommendation.fix == "unsafe" and "numbers-as-tensors" in step.recommendation.basis
    kinds = {each.kind for each in step.assumptions}
    assert "number-as-tensor" in kinds and "few-values" not in kinds


@pytest.mark.parametrize("program", [COUNTS, CHOOSES, HANDS_ON, IN_DOUBLE, MEANT_FOR_A_TEXT])
def test_what_a_tensor_cannot_replace_stays(tmp_path: Path, program: str) -> None:
    assert "step" not in found(tmp_path, program)


def test_a_number_that_soon_has_no_new_values_stays_one(tmp_path: Path) -> None:
    step = found(tmp_path, DOUBLES)["step"]
    assert "numbers-as-tensors" not in step.recommendation.basis


@needs_tensorflow
@pytest.mark.parametrize("program", [DECAYS_TO_A_LEAST, CLIPS, OF_TWO_PLACES])
def test_the_fixed_program_computes_the_same_with_one_trace(tmp_path: Path, program: str) -> None:
    assert "step" in found(tmp_path, program)
    path = tmp_path / "program.py"
    before = run(path)
    assert main(["--fix", "--unsafe-fixes", "--select", "HYB001", "--quiet", "--root", str(tmp_path), str(path)]) == 0
    fixed = path.read_text("utf-8")
    assert "@tf.function\ndef step" in fixed and "tf.constant(" in fixed
    assert "step" not in found_again(tmp_path, fixed)
    path.write_text(fixed + "print(step.experimental_get_tracing_count())\n", encoding="utf-8")
    *after, traces = run(path)
    assert after == pytest.approx(before, rel=1e-5) and traces == 1


def found_again(folder: Path, program: str) -> set[str]:
    """What HYB001 and HYB002 still say of a program."""
    return {*found(folder, program), *found(folder, program, "HYB002")}
