"""Methods whose object may be gone: each use was run by TensorFlow 2.15 and 2.21, as it is and as a graph."""

from __future__ import annotations

from pathlib import Path

from benchmarks.fuzz.judged import same
from hybridize.verdicts.model.parts import Safety
from tests.tensorflow_runs import executed, needs_tensorflow
from tests.together import analysed

GONE = (
    "print(Net(2.0).step(X).numpy())",
    "print(built().step(X).numpy())",
    "step = Net(2.0).step\nfor _ in range(3):\n    print(step(X).numpy())",
    "steps = [Net(k).step for k in (1.0, 2.0)]\nfor step in steps:\n    print(step(X).numpy())",
    "repeat(Net(2.0).step)",
    "net = Net(2.0)\nstep = net.step\ndel net\nprint(step(X).numpy())",
    "trainer = Trainer()\nprint(trainer.run(X).numpy())",
    "trainer = Trainer()\ntrainer.step = built().step\nprint(trainer.step(X).numpy())",
    "HOOKS = []\nHooked(HOOKS)\nfor hook in HOOKS:\n    print(hook(X).numpy())",
)
"""Nothing but the bound method holds the object."""
KEPT = (
    "net = Net(2.0)\nfor _ in range(3):\n    print(net.step(X).numpy())",
    "net = built()\nprint(net.step(X).numpy())",
    "net = Net(2.0)\nstep = net.step\nprint(step(X).numpy())",
    "nets = [Net(k) for k in (1.0, 2.0)]\nfor net in nets:\n    print(net.step(X).numpy())",
    "nets = {'a': Net(2.0)}\nprint(nets.get('a').step(X).numpy())",
    "net = Net(2.0)\nrepeat(net.step)",
    "keeper = Keeper()\nfor _ in range(3):\n    print(keeper.run(X).numpy())",
    "HOOKS = []\nhooked = Hooked(HOOKS)\nfor _ in range(3):\n    print([hook(X).numpy() for hook in HOOKS])",
    "def main():\n    net = Net(2.0)\n    step = net.step\n    print(step(X).numpy())\n\n\nmain()",
)
DEFINED = """\
import tensorflow as tf

X = tf.constant([0.5, 1.5])


class Net:
    def __init__(self, k):
        self.k = k

    def step(self, x):
        return tf.reduce_sum(tf.stack([tf.tanh(x), tf.sin(x) * tf.cos(x), tf.exp(-x * x)])) * self.k


class Hooked(Net):
    def __init__(self, hooks):
        super().__init__(2.0)
        hooks.append(self.step)


class Trainer:
    def __init__(self):
        net = Net(3.0)
        self.run = net.step


class Keeper:
    def __init__(self):
        self.net = Net(3.0)
        self.run = self.net.step


def built():
    net = Net(2.0)
    return net


def repeat(step):
    for _ in range(3):
        print(step(X).numpy())


"""


def test_a_method_of_an_object_that_nothing_else_keeps_is_not_safe(tmp_path: Path) -> None:
    safe = []
    for number, use in enumerate([*GONE, *KEPT]):
        folder = tmp_path / str(number)
        folder.mkdir()
        report = analysed(folder, DEFINED + use + "\n", min_gain="none")
        (found,) = [each for each in report.functions if each.qualname == "Net.step"]
        if found.verdict.recommendation.fix is Safety.SAFE:
            safe.append(use)
    assert safe == list(KEPT)


@needs_tensorflow
def test_tensorflow_holds_the_object_weakly(tmp_path: Path) -> None:
    line = DEFINED[: DEFINED.index("def step")].count("\n") + 1
    sources = [DEFINED + use + "\n" for use in (*GONE, *KEPT)]
    rows = [{"name": str(number), "source": each, "lines": [line]} for number, each in enumerate(sources)]
    results = {int(each["name"]): each for each in executed(rows, tmp_path)}
    alike = {number for number, each in results.items() if same(each["eager"], each["hybrid"])}
    assert alike == set(range(len(GONE), len(sources)))
