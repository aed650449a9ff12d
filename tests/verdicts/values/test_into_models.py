"""What goes into an object that is used as a model counts as tensors, where nothing else says what it is."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.together import analysed

PROGRAM = """\
import tensorflow as tf
import somewhere


class Trainer:
    def __init__(self, model):
        self.model = model

    def step(self, batch):
        with tf.GradientTape() as tape:
            loss = {called}
        return tape.gradient(loss, {asked})


trainer = Trainer(somewhere.model())
{calls}
"""
CALLS = "for batch in somewhere.batches():\n    trainer.step(batch)"


@pytest.mark.parametrize(
    ("called", "asked", "calls", "evidence"),
    [
        ("self.model(batch)", "self.model.trainable_variables", CALLS, ("usage",)),
        ("self.model(batch, training=True)", "self.model.trainable_weights", CALLS, ("usage",)),
        ("self.model(batch)", "self.model.parts", CALLS, ()),
        ("self.model(1.0, batch)", "self.model.trainable_variables", CALLS, ()),
        ("self.loss(batch)", "self.model.trainable_variables", CALLS, ()),
        ("self.model(batch)", "self.model.trainable_variables", "", ()),
    ],
)
def test_input_of_a_model(tmp_path: Path, called: str, asked: str, calls: str, evidence: tuple[str, ...]) -> None:
    program = PROGRAM.format(called=called, asked=asked, calls=calls)
    report = analysed(tmp_path, program)
    (step,) = (each for each in report.functions if each.qualname == "Trainer.step")
    assert step.parameters[1].evidence == evidence
