"""A tensor as long as values say is another shape for each call, whoever of the callers made it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.together import analysed

PROGRAM = """\
import tensorflow as tf


def network(x):
    for _ in range(4):
        x = tf.tanh(x * 2.0 + 1.0)
    return tf.reduce_sum(x)


def handed(rows):
    print("a call")
    return network(rows)


def changed(rows):
    print("a call")
    rows = tf.zeros((3, 2))
    return network(rows)


for batch in tf.data.Dataset.from_tensor_slices(tf.ones((100, 8, 2))).batch(10):
    {calls}
"""
FUNCTION = """\
def kept(batch):
    print("a step")
    rows = tf.boolean_mask(batch, batch[..., 0] > 0.0)
    flat = tf.reshape(rows, {shape})
    return {called}(flat)


for"""


def hazards(folder: Path, called: str, shape: str) -> list[str]:
    """The hazards of `network`."""
    text = PROGRAM.replace("for batch", FUNCTION.format(shape=shape, called=called) + " batch", 1)
    report = analysed(folder, text.format(calls="kept(batch)"))
    (network,) = [verdict for verdict in report.functions if verdict.qualname == "network"]
    return [reason.kind for reason in network.hazards]


@pytest.mark.parametrize("called", ["network", "handed"])
@pytest.mark.parametrize("shape", ["(-1, 2)", "[-1]"])
def test_each_call_has_another_length(tmp_path: Path, called: str, shape: str) -> None:
    assert "retracing" in hazards(tmp_path, called, shape)


@pytest.mark.parametrize(("called", "shape"), [("network", "(4, 2)"), ("handed", "(4, -1)"), ("changed", "(-1, 2)")])
def test_the_neighbours_have_one(tmp_path: Path, called: str, shape: str) -> None:
    assert "retracing" not in hazards(tmp_path, called, shape)


ROWS = """\
tf.map_fn(lambda row: network({argument}), batch)
    tf.square(batch)
"""


@pytest.mark.parametrize(("argument", "retraced"), [("tf.boolean_mask(row, row > 0.5)", True), ("row * 2.0", False)])
def test_what_is_called_for_each_row_is_no_graph_for_that(tmp_path: Path, argument: str, retraced: bool) -> None:
    """Eagerly `tf.map_fn` calls the function for one row after the other."""
    text = PROGRAM.format(calls=ROWS.format(argument=argument))
    report = analysed(tmp_path, text)
    (network,) = [verdict for verdict in report.functions if verdict.qualname == "network"]
    assert ("retracing" in [reason.kind for reason in network.hazards]) is retraced


EPISODE = """\
import numpy as np
import tensorflow as tf
import gymlike


def network(x):
    for _ in range(4):
        x = tf.tanh(x * 2.0 + 1.0)
    return tf.reduce_sum(x)


def learn(rows):
    print("a call")
    return network(tf.convert_to_tensor(rows))


def episode(env):
    rows, done, count = [], False, 0
    {loop}
        row, done = env.step()
        rows.append(row)
        count += 1
        {last}
    {after}


env = gymlike.make()
for _ in range(100):
    episode(env)
"""


@pytest.mark.parametrize(
    ("loop", "last"),
    [
        ("while not done:", "pass"),
        ("while not done and count < 500:", "pass"),
        ("for _ in range(500):", "if done:\n            break"),
        ("while True:", "if done or env.over:\n            break"),
    ],
)
@pytest.mark.parametrize(
    "after",
    [
        "network(np.array(rows))",
        "network(tf.stack(rows))",
        "states = np.vstack(rows)\n    network(states)",
        "learn(rows)",
        "learn(np.asarray(rows))",
    ],
)
def test_an_episode_is_as_long_as_a_flag_says(tmp_path: Path, loop: str, last: str, after: str) -> None:
    assert "retracing" in episode_hazards(tmp_path, loop, last, after)


def test_what_runs_as_the_loop_ends_gets_all_of_its_rounds(tmp_path: Path) -> None:
    last = "if done:\n            network(np.array(rows))\n            break"
    assert "retracing" in episode_hazards(tmp_path, "while True:", last, "pass")


@pytest.mark.parametrize(
    ("loop", "last", "after"),
    [
        ("while count < 32:", "pass", "network(np.array(rows))"),
        ("for _ in range(32):", "done = env.reset()", "network(np.array(rows))"),
        ("while True:", "if count == 32:\n            break", "network(np.array(rows))"),
        ("while not done:", "pass", "network(np.array(rows)[:32])"),
        ("while not done:", "pass", "network(np.array(rows[:32]))"),
        ("while not done:", "if len(rows) == 32:\n            network(np.array(rows))\n            rows = []", "pass"),
        ("while not done:", "pass", "network(tf.ones((3, 2)))"),
    ],
)
def test_a_number_of_rounds_is_none_of_a_flag(tmp_path: Path, loop: str, last: str, after: str) -> None:
    assert "retracing" not in episode_hazards(tmp_path, loop, last, after)


def episode_hazards(folder: Path, loop: str, last: str, after: str) -> list[str]:
    """The hazards of `network` in a program that collects the rows of an episode."""
    text = EPISODE.format(loop=loop, last=last, after=after)
    report = analysed(folder, text)
    (network,) = [verdict for verdict in report.functions if verdict.qualname == "network"]
    return [reason.kind for reason in network.hazards]


MEMORY = """\
import numpy as np
import tensorflow as tf

import gymlike


class Memory:
    def __init__(self):
        self.rows = []

    def store(self, row):
        self.rows.append(row)


class Agent:
    def __init__(self):
        self.memory = Memory()

    def learn(self):
        rows = np.vstack(self.memory.rows)
        network(tf.convert_to_tensor(rows))
        self.memory.rows = []


def network(x):
    for _ in range(4):
        x = tf.tanh(x * 2.0 + 1.0)
    return tf.reduce_sum(x)


env = gymlike.make()
agent = Agent()
for _ in range(100):
    count = 0
    while True:
        row, done = env.step()
        agent.memory.store(row)
        count += 1
        {last}
            agent.learn()
            {then}
"""


@pytest.mark.parametrize(
    ("last", "then", "varies"),
    [
        ("if done:", "break", True),
        ("if done or env.over:", "break", True),
        ("if count % 32 == 0:", "pass", False),
        ("if count == 32:", "break", False),
    ],
)
def test_an_episode_is_kept_in_an_attribute(tmp_path: Path, last: str, then: str, varies: bool) -> None:
    report = analysed(tmp_path, MEMORY.format(last=last, then=then))
    (network,) = [verdict for verdict in report.functions if verdict.qualname == "network"]
    assert ("retracing" in [reason.kind for reason in network.hazards]) is varies
