"""Steps that end with a line of a log or with `.numpy()`: a near miss, whose callers can do that."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.tensorflow_runs import needs_tensorflow

from hybridize.verdicts.evidence import sentences
from hybridize.verdicts.model.verdict import NearMiss
from tests.together import analysed
from tests.verdicts.decide.test_advice import HEAD, run

STEP = """
def step(x):
    with tf.GradientTape() as tape:
        loss = body(x)
    gradient = tape.gradient(loss, weights)
    weights.assign_sub(0.1 * gradient)
{end}

for i in range(100):
    print(float(step(tf.ones((2, 3)) * i)))
"""
LOG = "import logging\n" + STEP.replace("    print(float(step(tf.ones((2, 3)) * i)))", "    step(tf.ones((2, 3)))")
ENDS = {
    "    return loss.numpy()": "End it with `return loss`, and do what line 18 does where it is called.",
    "    value = loss.numpy()\n    return value": (
        "End it with `return loss`, and do what lines 18 to 19 do where it is called."
    ),
    '    print("loss", loss)\n    return loss': (
        "Use `tf.print`, or end it with `return loss` and do what line 18 does where it is called."
    ),
    '    print("%.2f" % loss)\n    return loss': (
        "End it with `return loss`, and do what line 18 does where it is called."
    ),
    "    norm = tf.norm(gradient)\n    print(loss.numpy(), norm.numpy())\n    return loss": (
        "End it with `return loss, norm`, and do what line 19 does where it is called."
    ),
    "    if x[0, 0] > 3.0:\n        print(loss.numpy())\n    return loss": (
        "End it with `return loss`, and do what lines 18 to 19 do where it is called."
    ),
}


def missed(folder: Path, program: str) -> NearMiss | None:
    """The near miss of the step."""
    report = analysed(folder, HEAD + program)
    return next(each.verdict.near_miss for each in report.functions if each.qualname == "step")


@pytest.mark.parametrize("end", ENDS)
def test_what_comes_last_is_left_to_the_callers(tmp_path: Path, end: str) -> None:
    found = missed(tmp_path, STEP.format(end=end))
    assert found is not None and not found.from_safety
    assert sentences.remedy(found.cause) == ENDS[end]


def test_what_several_lines_keep_is_named_as_well(tmp_path: Path) -> None:
    end = '    logging.info("loss %s", loss.numpy())\n    logging.info("%s", gradient)'
    found = missed(tmp_path, LOG.format(end=end))
    assert found is not None and sentences.near_miss(found.cause) == "calls `logging.info`"
    assert "return loss, gradient`, and do what lines 19 to 20 do" in sentences.remedy(found.cause)


@pytest.mark.parametrize(
    "end",
    [
        # What is computed of a number, what is done with it before the end, and what shows no result.
        "    rate = float(loss.numpy()) * 0.5\n    weights.assign_sub(rate * gradient)\n    return loss",
        "    for row in gradient.numpy():\n        weights.assign_sub(float(row.sum()) * gradient)\n    return loss",
        '    print("done")\n    return loss',
    ],
)
def test_what_the_step_needs_itself_stays(tmp_path: Path, end: str) -> None:
    found = missed(tmp_path, STEP.format(end=end))
    assert found is None or "End it with" not in sentences.remedy(found.cause)


@needs_tensorflow
def test_done_by_the_caller_the_same_is_shown(tmp_path: Path) -> None:
    path = tmp_path / "program.py"
    eager = HEAD + STEP.format(end="    print(loss.numpy(), tf.norm(gradient).numpy())\n    return loss.numpy()")
    graph = HEAD + STEP.format(end="    return loss, tf.norm(gradient)").replace("def step", "@tf.function\ndef step")
    graph = graph.replace(
        "    print(float(step(tf.ones((2, 3)) * i)))",
        "    loss, norm = step(tf.ones((2, 3)) * i)\n    print(loss.numpy(), norm.numpy())\n    print(float(loss))",
    )
    path.write_text(eager, encoding="utf-8")
    shown = run(path)
    path.write_text(graph, encoding="utf-8")
    assert run(path) == pytest.approx(shown, rel=1e-5)
