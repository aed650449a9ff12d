"""Steps that go through one data set at a call, with what belongs to it: a name, a number of steps."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.tensorflow_runs import needs_tensorflow

from hybridize.surfaces.cli import main
from tests.verdicts.decide.test_advice import found, run

DISTRIBUTED = """
strategy = tf.distribute.get_strategy()
sums = {"test": tf.Variable(0.0), "other": tf.Variable(0.0)}
sets = {}
for kind in range(len(sums) + 1):
    data = tf.data.Dataset.from_tensors(tf.fill((2, 3), float(kind))).repeat(4)
    sets["set {}".format(kind)] = strategy.experimental_distribute_dataset(data)
steps = {name: 4 for name in sets}

def evaluate(iterator, split, name, number):
    def step(x):
        total = body(x) + body(x + 1.0)
        sums[split].assign_add(total if name.endswith("1") else total * 2.0)

    for _ in tf.range(number):
        strategy.run(step, args=(next(iterator),))

for epoch in range(30):
    for name, data in sets.items():
        iterator = iter(data)
        evaluate(iterator, "test", name, 4)
    for name in sets:
        evaluate(iter(sets[name]), "other", f"the {name}", steps[name])
for each in sums.values():
    print(float(each))
"""
OF_AN_UNKNOWN_SET = "import loaders\n" + DISTRIBUTED.replace("_dataset(data)", "_dataset(loaders.load(kind))")
A_NUMBER_FOR_EACH_ROUND = DISTRIBUTED.replace('"test", name, 4)', '"test", f"{epoch}", 4)')
A_SET_FOR_EACH_ROUND = """
def evaluate(iterator, number):
    return body(next(iterator)) + body(next(iterator)) * number

for epoch in range(30):
    print(float(evaluate(iter(tf.data.Dataset.from_tensors(tf.fill((2, 3), float(epoch))).repeat(4)), epoch)))
"""
COUNTS_THE_SETS = (
    DISTRIBUTED.replace("        iterator = iter(data)\n", "        iterator = iter(data)\n        done += 1\n")
    .replace("for epoch", "done = 0\nfor epoch")
    .replace("name, 4)", "f'{name} {done}', 4)")
)


@pytest.mark.parametrize("program", [DISTRIBUTED, OF_AN_UNKNOWN_SET], ids=["known", "unknown"])
def test_what_belongs_to_a_data_set_has_few_values(tmp_path: Path, program: str) -> None:
    step = found(tmp_path, program)["evaluate"]
    assert step.recommendation.fix == "unsafe"
    assert "few-values" in {each.kind for each in step.assumptions}


@pytest.mark.parametrize(
    "program", [A_NUMBER_FOR_EACH_ROUND, A_SET_FOR_EACH_ROUND, COUNTS_THE_SETS], ids=["epoch", "set", "counter"]
)
def test_what_counts_the_rounds_has_not(tmp_path: Path, program: str) -> None:
    assert "evaluate" not in found(tmp_path, program)


@needs_tensorflow
def test_the_fixed_program_computes_the_same(tmp_path: Path) -> None:
    assert "evaluate" in found(tmp_path, DISTRIBUTED)
    path = tmp_path / "program.py"
    before = run(path)
    assert main(["--fix", "--unsafe-fixes", "--select", "HYB001", "--quiet", "--root", str(tmp_path), str(path)]) == 0
    assert "@tf.function\ndef evaluate" in path.read_text("utf-8")
    assert run(path) == pytest.approx(before, rel=1e-5)
