"""Calls that reach nobody knows what tell by their name how often a function runs, and nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest

import hybridize

AGENT = """\
import tensorflow as tf


class Agent:
    def __init__(self, model):
        self.model = model

    def step(self, observations, steps):
        return self._act(observations).numpy()

    def _act(self, observations):
        x = self.model(observations)
        for _ in range(3):
            x = tf.nn.tanh(x) * 0.5 + tf.reduce_mean(x)
        return x
"""
LOOP = """\
import sys


def run(agent, environment):
    observations = environment.start()
    for steps in range(1000):
        {call}


if __name__ == "__main__":
    run(eval(sys.argv[1]), eval(sys.argv[2]))
"""
MEANT = {
    "by the names of the arguments": "observations = environment.step(agent.step(observations, steps))",
    "by keywords": "agent.step(observations=environment.now(), steps=steps)",
    "by its class": "agent.step(environment.now(), 1)",
}
ANOTHER = {
    "other names, another object": "environment.step(environment.now(), 1)",
    "too few arguments": "agent.step(observations)",
    "too many arguments": "agent.step(observations, steps, None)",
    "a keyword that it does not take": "agent.step(observations, steps, train=True)",
    "another name": "agent.act(observations, steps)",
}


def found(folder: Path, call: str, agent: str = AGENT) -> list[str]:
    """The functions with HYB001, and whether a fix of them would be safe."""
    (folder / "agents.py").write_text(agent, encoding="utf-8")
    (folder / "main.py").write_text(LOOP.format(call=call), encoding="utf-8")
    report = hybridize.analyze(folder, root=folder)
    assert all(each.fix.applicability != "safe" for each in report.findings if each.fix)
    return [each.qualname for each in report.functions if "HYB001" in each.codes]


@pytest.mark.parametrize("call", MEANT.values(), ids=MEANT.keys())
def test_a_call_in_a_loop_seems_to_mean_a_method(tmp_path: Path, call: str) -> None:
    assert found(tmp_path, call) == ["Agent._act"]


@pytest.mark.parametrize("call", ANOTHER.values(), ids=ANOTHER.keys())
def test_a_call_of_something_else_says_nothing(tmp_path: Path, call: str) -> None:
    assert found(tmp_path, call) == []


def test_what_a_package_makes_by_a_configuration_may_be_an_object_of_the_project(tmp_path: Path) -> None:
    made = LOOP.replace("import sys", "import hydra").replace("eval(sys.argv[1])", "hydra.utils.instantiate(None)")
    (tmp_path / "agents.py").write_text(AGENT, encoding="utf-8")
    program = made.format(call=MEANT["by keywords"]).replace("eval(sys.argv[2])", "None")
    (tmp_path / "main.py").write_text(program, encoding="utf-8")
    functions = hybridize.analyze(tmp_path, root=tmp_path).functions
    assert [each.qualname for each in functions if "HYB001" in each.codes] == ["Agent._act"]


def test_a_call_of_what_is_known_says_nothing(tmp_path: Path) -> None:
    known = "known.step(observations, steps)"
    own = "class Known:\n    def step(self, observations, steps):\n        pass\n\n\ndef run("
    program = LOOP.replace("def run(", own)
    program = program.replace("    for steps", "    known = Known()\n    for steps")
    (tmp_path / "agents.py").write_text(AGENT, encoding="utf-8")
    (tmp_path / "main.py").write_text(program.format(call=known), encoding="utf-8")
    assert [each.qualname for each in hybridize.analyze(tmp_path, root=tmp_path).functions if each.codes] == []


def test_decorated_methods_take_what_they_take(tmp_path: Path) -> None:
    """A static method has no `self`; what another decorator is, need not be found out."""
    agent = AGENT.replace("    def step(self, observations, steps):\n        return self._act(observations)", "{0}")
    act = "        return self._act(observations)"
    static = "    @staticmethod\n    def step(observations, steps):\n" + act.replace("self", "Agent(tf.identity)")
    named = "    @tf.Module.with_name_scope\n    def step(self, observations, steps):\n" + act
    for each in (static, named):
        assert found(tmp_path, MEANT["by the names of the arguments"], agent.format(each)) == ["Agent._act"]


def test_no_loop_no_advice(tmp_path: Path) -> None:
    (tmp_path / "agents.py").write_text(AGENT, encoding="utf-8")
    once = LOOP.replace("for steps in range(1000):", "if environment:").format(call="agent.step(observations, steps)")
    (tmp_path / "main.py").write_text(once, encoding="utf-8")
    assert [each.qualname for each in hybridize.analyze(tmp_path, root=tmp_path).functions if each.codes] == []


def test_what_graphs_may_call_is_left_alone(tmp_path: Path) -> None:
    """Nothing tells that the caller runs eagerly."""
    in_graphs = AGENT.replace(".numpy()", "")
    assert found(tmp_path, MEANT["by the names of the arguments"], in_graphs) == []


@pytest.mark.parametrize(
    ("imports", "told"),
    [
        ("import tensorflow.compat.v1 as tf", []),
        ("from tensorflow.compat import v1 as tf", []),
        ("import tensorflow.compat.v1 as tf\nimport tensorflow as tf2", ["Agent._act"]),
        ("import tensorflow.compat.v1 as tf\ntf.enable_eager_execution()", ["Agent._act"]),
    ],
)
def test_a_loop_of_tensorflow_1_builds_a_graph(tmp_path: Path, imports: str, told: list[str]) -> None:
    program = LOOP.replace("import sys", f"import sys\n\n{imports}").format(call=MEANT["by keywords"])
    (tmp_path / "agents.py").write_text(AGENT, encoding="utf-8")
    (tmp_path / "main.py").write_text(program, encoding="utf-8")
    functions = hybridize.analyze(tmp_path, root=tmp_path).functions
    assert [each.qualname for each in functions if "HYB001" in each.codes] == told


def test_a_function_of_a_package_is_none_of_the_project(tmp_path: Path) -> None:
    called = "observations = environment.step(simulation.step(observations, steps))"
    assert found(tmp_path, "import simulation; " + called) == []
    assert found(tmp_path, "simulation = agent; " + called) == ["Agent._act"]


@pytest.mark.parametrize(("decorator", "told"), [("", ["Agent._act"]), ("@tf.function\n", [])])
def test_a_call_in_a_graph_says_that_graphs_alone_run_it(tmp_path: Path, decorator: str, told: list[str]) -> None:
    act = "def act(agent, observations, steps):\n    return agent.step(observations, steps)\n"
    (tmp_path / "agents.py").write_text(AGENT, encoding="utf-8")
    program = LOOP.format(call="observations = environment.step(act(agent, observations, steps))")
    begin = f"import sys\n\nimport tensorflow as tf\n\n\n{decorator}{act}"
    (tmp_path / "main.py").write_text(program.replace("import sys\n", begin), encoding="utf-8")
    functions = hybridize.analyze(tmp_path, root=tmp_path).functions
    assert [each.qualname for each in functions if "HYB001" in each.codes] == told


COUNTING = """\
import tensorflow as tf


class Agent:
    def show(self, images, steps):
        mean = tf.reduce_mean(images, axis=0)
        for _ in range(3):
            mean = tf.nn.tanh(mean) * 0.5 + tf.reduce_mean(mean)
        tf.summary.image("mean", mean, step=steps)
"""


@pytest.mark.parametrize("argument", ["steps", "environment.limit"])
def test_a_counter_that_such_a_call_passes_is_a_trace_for_each_call(tmp_path: Path, argument: str) -> None:
    eager = "import tensorflow as tf; print(tf.zeros(1).numpy())"
    call = f"{eager}; agent.show(images=environment.now(), steps={argument})"
    assert found(tmp_path, call, COUNTING) == (["Agent.show"] if argument != "steps" else [])


HOOK = """\
import {package}
import tensorflow as tf


class Learner({base}):
    def __init__(self, model, optimizer):
        self.model = model
        self.optimizer = optimizer

    def {name}(self, batch, weights):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.square(self.model(batch)) * weights)
        gradients = tape.gradient(loss, self.model.trainable_variables)
        self.optimizer.apply_gradients(zip(gradients, self.model.trainable_variables))
        return loss
"""


@pytest.mark.parametrize(
    ("package", "base", "name", "codes"),
    [
        ("rllib_of_others", "rllib_of_others.Agent", "_train", set()),
        ("rllib_of_others", "rllib_of_others.Agent", "train", {"HYB001"}),
        ("abc", "abc.ABC", "_train", {"HYB001"}),
        ("abc", "tf.Module", "_train", {"HYB001"}),
    ],
)
def test_a_private_step_of_a_class_of_others_is_called_by_that_class(
    tmp_path: Path, package: str, base: str, name: str, codes: set[str]
) -> None:
    (tmp_path / "learner.py").write_text(HOOK.format(package=package, base=base, name=name), encoding="utf-8")
    functions = hybridize.analyze(tmp_path, root=tmp_path).functions
    assert {code for each in functions for code in each.codes} == codes


@pytest.mark.parametrize(
    ("own", "told"),
    [
        ("", ["Agent._act"]),
        ("class Other:\n    def step(self, observations, steps):\n        return observations\n", []),
        ("class Other:\n    def walk(self, observations, steps):\n        return observations\n", ["Agent._act"]),
    ],
)
def test_a_folder_that_has_its_own_means_that(tmp_path: Path, own: str, told: list[str]) -> None:
    for folder in ("first", "second"):
        (tmp_path / folder).mkdir()
    (tmp_path / "first" / "agents.py").write_text(AGENT, encoding="utf-8")
    (tmp_path / "second" / "own.py").write_text(own, encoding="utf-8")
    loop = LOOP.format(call="agent.step(observations, steps)")
    (tmp_path / "second" / "main.py").write_text(loop, encoding="utf-8")
    report = hybridize.analyze(tmp_path, root=tmp_path, select=["HYB001"])
    assert [finding.qualname for finding in report.findings] == told
