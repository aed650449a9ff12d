"""What steps of training run anyway, and definitions that stand on the other side of a test: no HYB001."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.together import analysed

HEAD = """\
import tensorflow as tf

weights = tf.Variable(tf.ones((3, 3)))


def body(x):
    for _ in range(9):
        x = tf.nn.tanh(tf.matmul(x, weights) + 0.5)
    return tf.reduce_sum(x)
"""
METRIC = """
class Total(tf.keras.metrics.Metric):
    def __init__(self):
        super().__init__()
        self.total = self.add_weight(name="total")

    def update_state(self, x):
        self.total.assign_add(tf.nn.tanh(tf.reduce_sum(x * x) + tf.reduce_mean(x)) * tf.exp(-tf.reduce_max(x)))

    def result(self):
        return self.total

total = Total()
for _ in range(100):
    total.update_state(tf.ones((2, 3)))
"""
SCHEDULE = """
class Schedule(tf.keras.optimizers.schedules.LearningRateSchedule):
    def __call__(self, step):
        x = tf.cast(step, tf.float32)
        return tf.exp(-x) * tf.cos(x) + tf.sin(x) * tf.sqrt(x) + tf.tanh(x) * 0.5 - tf.math.log(x + 1.0)

schedule = Schedule()
for i in range(100):
    print(schedule(tf.constant(i)))
"""
MODEL = """
class Model(tf.keras.Model):
    def train_step(self, data):
        with tf.GradientTape() as tape:
            loss = body(self(data))
        self.optimizer.apply_gradients(zip(tape.gradient(loss, self.trainable_variables), self.trainable_variables))
        return {"loss": loss}
"""
OTHER_SIDE = """
def fit(plain):
    if plain:
        @tf.function
        def step(x):
            return body(x)
    else:
        def step(x):
            return body(x) + 1.0
        @tf.function
        def both(x):
            return step(x) * 2.0
    for _ in range(100):
        if plain:
            print(step(tf.ones((2, 3))))
        else:
            print(both(tf.ones((2, 3))))

fit(True)
fit(False)
"""


def found(folder: Path, program: str, **options: str) -> list[str]:
    """The names of the functions with HYB001."""
    report = analysed(folder, HEAD + program, **options)
    return [each.qualname for each in report.functions if "HYB001" in each.codes and each.qualname != "body"]


OTHER_WORDS = OTHER_SIDE.replace("    if plain:\n        @", "    if plain is None:\n        @").replace(
    """        if plain:
            print(step(tf.ones((2, 3))))
        else:
            print(both(tf.ones((2, 3))))
""",
    """        if plain is not None:
            print(both(tf.ones((2, 3))))
        else:
            print(step(tf.ones((2, 3))))
""",
)


@pytest.mark.parametrize("program", [METRIC, SCHEDULE, MODEL, OTHER_SIDE, OTHER_WORDS])
def test_what_runs_in_the_graph_of_a_step_is_left_alone(tmp_path: Path, program: str) -> None:
    assert found(tmp_path, program, target_tensorflow="2.15") == []


HELPERS = MODEL.replace("def train_step(self, data):", "def _step(self, data):") + """
    def train_step(self, data):
        return {call}
"""


@pytest.mark.parametrize("call", ["self._step(data)", "self._step(data) if self.name == 'other' else {}"])
def test_what_only_the_steps_of_a_model_call_runs_in_their_graph(tmp_path: Path, call: str) -> None:
    program = HELPERS.replace("{call}", call)
    assert found(tmp_path, program, target_tensorflow="2.15") == []
    assert found(tmp_path, program.replace("train_step", "learn"), target_tensorflow="2.15") != []


def test_a_step_of_a_model_that_the_project_runs_itself_is_found(tmp_path: Path) -> None:
    program = MODEL + "\nmodel = Model()\nfor _ in range(100):\n    model.train_step(tf.ones((2, 3)))\n"
    assert found(tmp_path, program, target_tensorflow="2.15") == ["Model.train_step"]


def test_a_definition_under_another_test_is_found(tmp_path: Path) -> None:
    same, other = "        if plain:\n            print(step", "        if len(weights.shape):\n            print(step"
    program = OTHER_SIDE.replace(same, other)
    assert found(tmp_path, program) == ["fit.step"]


@pytest.mark.parametrize(
    ("loop", "own"),
    [
        ("def train(model, data):\n    for x in data:\n        model.train_step(x)\n", False),
        ("def train(model: Model, data):\n    for x in data:\n        model.train_step(x)\n", True),
        ("def train(data):\n    model = Model()\n    for x in data:\n        model.train_step(x)\n", True),
        ("class Other(Model):\n    def train_step(self, data):\n        return super().train_step(data)\n", False),
        ("", False),
    ],
    ids=["unknown", "annotated", "made there", "another step", "none"],
)
@pytest.mark.parametrize("hybrid", [False, True])
def test_a_loop_that_no_program_runs_tells_who_calls_a_step(
    tmp_path: Path, loop: str, own: bool, hybrid: bool
) -> None:
    """With it the step gains by a decorator, and its decorator is needed; without it Keras makes the graph."""
    model = MODEL.replace("    def train_step", "    @tf.function\n    def train_step") if hybrid else MODEL
    report = analysed(tmp_path, f"{HEAD}\n{model}\n\n{loop}", preview=True, select=["HYB001", "HYB008"])
    codes = [each.code for each in report.findings if each.qualname == "Model.train_step"]
    assert codes == (["HYB008"] if hybrid and not own else ["HYB001"] if own and not hybrid else [])
