"""An object of which nothing is known and that is called with tensors computes, as far as anybody knows.

So the function is not without computation. Where it runs again and again it may become a graph, on the assumption that
names the object. `globals()[…]` stands for whatever the analysis cannot follow.
"""

from __future__ import annotations

from pathlib import Path

import pytest

import hybridize
from hybridize.surfaces.report import FunctionReport
from tests.tensorflow_runs import needs_tensorflow
from tests.together import Together
from tests.verdicts.test_pairs import executed

PROGRAM = """import tensorflow as tf
def dense():
    kernel = tf.Variable(tf.ones((4, 4)) / 7.0)
    def run(x):
        y = tf.nn.tanh(tf.matmul(x, kernel) + 0.5)
        return tf.nn.softmax(tf.matmul(y, kernel) - tf.reduce_mean(y))
    return run
made = "den" + "se"
class Agent:
    def __init__(self, net):
        self.net = net
    def act(self, x):
        return {act}
agent = Agent(globals()[made]())
for i in range(100):
    {given}
    result = agent.act(x)
print(result)
"""
NET = ("self.net(x)", "x = tf.ones((2, 4)) * i")
USES = {
    "a net": NET,
    "a net, and few operations": ("tf.reduce_sum(self.net(x) * 2.0)", NET[1]),
    "a net by keyword beside a tensor": ("self.net(x, **{})", NET[1]),
}
OTHERS = {
    "a method": ("self.net.__call__(x)", NET[1]),
    "no tensor": ("self.net(x)", "x = [[1.0 * i] * 4] * 2"),
    "no argument": ("self.net and x", NET[1]),
}
"""What the object is not called with tensors for, or not at all."""

SAID = Together({name: PROGRAM.format(act=act, given=given) for name, (act, given) in {**USES, **OTHERS}.items()})


def act(name: str) -> FunctionReport:
    return SAID[name].of("Agent.act")


def kinds(row: FunctionReport) -> set[str]:
    return {each.kind for each in (*row.failures, *row.hazards)}


@pytest.mark.parametrize("name", USES)
def test_what_calls_an_unknown_net_is_advised_on_an_assumption_that_names_it(name: str) -> None:
    row = act(name)
    assert row.codes == ("HYB001",)
    assert str(row.recommendation.fix) == "unsafe"
    (assumed,) = [each for each in row.assumptions if each.kind == "taken-for-net"]
    assert assumed.message == "`self.net` is assumed to compute with the tensors that it gets"
    assert "no-tensor-computation" not in kinds(row)


@pytest.mark.parametrize("name", OTHERS)
def test_what_is_not_called_like_a_net_is_not_advised(name: str) -> None:
    row = act(name)
    assert "HYB001" not in row.codes
    assert "taken-for-net" not in {each.kind for each in row.assumptions}


def test_a_method_of_something_unknown_leaves_it_open_whether_anything_is_computed() -> None:
    row = act("a method")
    assert row.has_tensor_computation is None
    assert "no-seen-computation" in kinds(row)
    assert "no-tensor-computation" not in kinds(row)


def test_the_work_of_the_net_is_counted_with_the_operations() -> None:
    (finding,) = [each for each in SAID["a net"].findings if each.code == "HYB001"]
    assert "1 operation a call (about 8 in the graph)" in finding.message


ABSTRACT = """import tensorflow as tf
class Policy:
    def forward(self, x):
        raise NotImplementedError
    def apply(self, x):
        return self.forward(x)
policy = Policy()
for i in range(100):
    policy.apply({argument})
"""
OTHER_PROGRAMS = {
    "a parameter": """import tensorflow as tf
def apply(net, x):
    return net(x)
for i in range(100):
    apply(globals()[input()](), tf.ones((2, 4)) * i)
""",
    "an abstract method": ABSTRACT.format(argument="tf.ones((2, 4)) * i"),
    "an abstract method without tensors": ABSTRACT.format(argument="'a'"),
}
SAID_OF_OTHERS = Together(OTHER_PROGRAMS)


@pytest.mark.parametrize(
    ("name", "qualname", "kind"),
    [
        # Each function that is passed would be traced, so nobody can tell what a graph gains.
        ("a parameter", "apply", "no-seen-computation"),
        ("an abstract method", "Policy.apply", "no-seen-computation"),
        ("an abstract method without tensors", "Policy.apply", "no-tensor-computation"),
    ],
)
def test_what_others_write_or_pass_is_left_open(name: str, qualname: str, kind: str) -> None:
    row = SAID_OF_OTHERS[name].of(qualname)
    assert kind in kinds(row)
    assert row.codes == ()


GRAPH = """import tensorflow as tf
@tf.function
def draw(n):
    return tf.identity(globals()[input()](n))
for i in range(3):
    draw(2)
"""


def test_a_graph_that_is_given_something_unknown_may_be_given_a_tensor(tmp_path: Path) -> None:
    """HYB003 does not say that no tensor comes to it."""
    (tmp_path / "main.py").write_text(GRAPH, encoding="utf-8")
    report = hybridize.analyze(tmp_path, root=tmp_path, preview=True)
    assert "HYB003" not in {each.code for each in report.findings}


@needs_tensorflow
def test_tensorflow_does_the_same_with_the_function_as_a_graph(tmp_path: Path) -> None:
    for number, (act, given) in enumerate(USES.values()):
        (tmp_path / f"{number}.py").write_text(PROGRAM.format(act=act, given=given), encoding="utf-8")
    for each in executed("act", sorted(tmp_path.glob("*.py"))).values():
        assert each["eager"] == each["hybrid"]
        assert each["traces"] == 1
