"""HYB017: which lines are a block, what it takes and gives, how safe the edit is, and that programs stay the same."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

import hybridize
from hybridize.surfaces.cli import main
from hybridize.verdicts.decide import verdicts as judging
from tests.tensorflow_runs import TENSORFLOW_PYTHON, needs_tensorflow
from tests.together import analysed

HEAD = """import numpy as np
import tensorflow as tf

rng = np.random.default_rng(0)
rows = rng.normal(size=(40, 10, 6)).astype("float32")
a = tf.Variable(rng.normal(size=(6, 8)).astype("float32"))
b = tf.Variable(rng.normal(size=(8, 1)).astype("float32"))
x = tf.constant(rows[0])
"""
FORWARD = "y = tf.matmul(tf.nn.tanh(tf.matmul(x, a)), b)\n"
LOSS = "loss = tf.reduce_mean(tf.square(y)) + 0.1 * tf.reduce_sum(tf.abs(b))\n"
SHIFT = "a.assign_sub(0.01 * slopes[0])\nb.assign_sub(0.01 * slopes[1])\n"
ASKED = "slopes = tape.gradient(loss, [a, b])\n"


def _indented(text: str, by: int = 1) -> str:
    return "".join(f"{'    ' * by}{line}\n" for line in text.splitlines())


TAPE = "with tf.GradientTape() as tape:\n" + _indented(FORWARD + LOSS)
STEP = TAPE + ASKED + SHIFT
MOVE = (
    "move = y - tf.square(state) + tf.exp(-state) * 0.1\n"
    "move = tf.clip_by_value(move - tf.reduce_mean(move), -1.0, 1.0)\nstate = state * 0.9 + move * 0.1\n"
)
SHOWN = "print(round(float(loss), 4))\n"
FOUND = {
    "what is the same in each round is captured": (
        "for turn in range(400):\n" + _indented(STEP + SHOWN), (STEP, (), ("loss",), "unsafe"),
    ),
    "an argument of known shape": (
        "for row in range(400):\n" + _indented("x = tf.constant(rows[0])\n" + STEP + SHOWN),
        (STEP, ("x",), ("loss",), "safe"),
    ),
    "a batch may have another shape": (
        "batches = tf.data.Dataset.from_tensor_slices(np.concatenate(rows)).batch(32)\n"
        "for epoch in range(9):\n    for x in batches:\n" + _indented(STEP, 2) + _indented(SHOWN),
        (STEP, ("x",), ("loss",), "unsafe"),
    ),
    "a number that changes is passed as a tensor": (
        "rate = 0.1\nfor turn in range(400):\n"
        + _indented(TAPE + ASKED + "a.assign_sub(rate * slopes[0])\n" + "rate *= 0.9\n" + SHOWN),
        (TAPE + ASKED + "a.assign_sub(rate * slopes[0])\n", ("rate",), ("loss",), "unsafe"),
    ),
    "an array of another dtype is passed as a tensor": (
        "for turn in range(400):\n"
        + _indented("aims = rng.normal(size=(10, 1))\n" + STEP.replace("square(y)", "square(y - aims)") + SHOWN),
        (STEP.replace("square(y)", "square(y - aims)"), ("aims",), ("loss",), "unsafe"),
    ),
    "names go from round to round": (
        "state = tf.zeros((10, 1))\nfor turn in range(400):\n"
        + _indented(FORWARD + MOVE) + "print(round(float(tf.reduce_sum(state)), 3))\n",
        (FORWARD + MOVE, ("state",), ("state",), "safe"),
    ),
    "in the function around the loop": (
        "def train(rounds):\n    losses = []\n    for turn in range(rounds):\n"
        + _indented(STEP + "losses.append(float(loss))\n", 2)
        + "    return losses\n\n\nprint(round(train(400)[-1], 3))\n",
        (STEP, (), ("loss",), "unsafe"),
    ),
    "beside the function that a loop calls": (
        "def one(x):\n" + _indented(STEP + SHOWN) + "\n\nfor turn in range(400):\n    one(x)\n",
        (STEP, ("x",), ("loss",), "safe"),
    ),
    "under a condition": (
        "kept = []\nfor turn in range(500):\n    kept += [turn]\n    if len(kept) > 5:\n" + _indented(STEP + SHOWN, 2),
        (STEP, (), ("loss",), "unsafe"),
    ),
}  # fmt: skip
NOT_OFFERED = {
    "few rounds": "for turn in range(4):\n" + _indented(STEP),
    "few rounds of the callers": (
        "def train(rounds):\n    for turn in range(rounds):\n        for row in rows[:5]:\n" + _indented(STEP, 3)
        + "\n\ntrain(3)\n"
    ),
    "few rounds in each call": (
        "def train():\n    for turn in range(10):\n" + _indented(STEP, 2) + "\n\nfor turn in range(900):\n    train()\n"
    ),
    "few episodes": (
        "def play(episodes):\n    for episode in range(episodes):\n        done = False\n        while not done:\n"
        + _indented(STEP, 3) + "            done = rng.random() < 0.1\n\n\nplay(2)\n"
    ),
    "a test of a model": (
        "model = tf.keras.Sequential([tf.keras.layers.Dense(4), tf.keras.layers.Dense(1)])\n"
        "saved = tf.data.Dataset.from_tensor_slices(np.load('test.npy').astype('float32')).batch(8)\nfor x in saved:\n"
        "    y = model(x)\n" + _indented(MOVE.replace("state", "y")) + "    print(float(tf.reduce_sum(y)))\n"
    ),
    "small operations that take less than a trace": (
        "state = tf.zeros((10, 1))\nfor turn in range(150):\n" + _indented(FORWARD + MOVE)
    ),
    "a print in the middle of the tape": (
        "for turn in range(400):\n    with tf.GradientTape() as tape:\n" + _indented(FORWARD + LOSS + SHOWN, 2)
        + _indented(ASKED + SHIFT)
    ),
    "a value decides": (
        "for turn in range(400):\n    with tf.GradientTape() as tape:\n"
        + _indented(FORWARD, 2)
        + "        if float(tf.reduce_max(y)) > 3.0:\n            break\n"
        + _indented(LOSS, 2)
        + _indented(ASKED + SHIFT)
    ),
    "an error of a round": (
        "for turn in range(400):\n    try:\n" + _indented(STEP, 2) + "    except ValueError:\n        pass\n"
    ),
    "two operations": "for turn in range(400):\n    x = tf.nn.relu(x) * 0.5\n    print(float(x[0, 0]))\n",
    "the list grows": (
        "kept = [x]\nfor turn in range(400):\n    x = tf.stack(kept)\n" + _indented(FORWARD + LOSS)
        + "    kept.append(kept[0] * loss)\n"
    ),
    "the rounds of an episode": (
        "for turn in range(400):\n    kept, done = [], False\n    while not done:\n"
        "        kept.append(rng.normal(size=(8,)))\n        done = rng.random() < 0.1\n    aims = np.vstack(kept)\n"
        + _indented(STEP.replace("square(y)", "square(tf.reduce_sum(y) - aims)") + SHOWN)
    ),
    "a new model in each round": (
        "for turn in range(400):\n    layer = tf.keras.layers.Dense(3)\n    with tf.GradientTape() as tape:\n"
        + _indented("y = layer(x)\n" + LOSS, 2) + "    slopes = tape.gradient(loss, layer.trainable_variables)\n"
        "    layer.kernel.assign_sub(slopes[0] * 0.1)\n"
    ),
    "inside what is a graph": (
        "@tf.function\ndef one(x):\n    for turn in range(30):\n" + _indented(STEP, 2) + "    return loss\n\n\none(x)\n"
    ),
}  # fmt: skip


def findings(program: str, folder: Path) -> list[hybridize.Finding]:
    """What HYB017 finds in a program."""
    report = analysed(folder, HEAD + program, preview=True, select=["HYB017"])
    assert report.errors == ()
    return list(report.findings)


@pytest.mark.parametrize("name", FOUND)
def test_what_is_found(name: str, tmp_path: Path) -> None:
    program, (block, inputs, results, safety) = FOUND[name]
    (finding,) = findings(program, tmp_path)
    lines = (HEAD + program).splitlines()[finding.place.line - 1 : finding.place.end_line]
    margin = len(lines[0]) - len(lines[0].lstrip())
    assert "".join(f"{line[margin:]}\n" for line in lines) == block
    assert (finding.inputs, finding.results) == (inputs, results)
    assert finding.fix is not None and finding.fix.applicability == safety


@pytest.mark.parametrize("name", NOT_OFFERED)
def test_what_is_not_offered(name: str, tmp_path: Path) -> None:
    offered = [each.fix.applicability for each in findings(NOT_OFFERED[name], tmp_path) if each.fix]
    assert set(offered) <= {"display-only"}


ROUNDS = {
    "for turn in range(200):\n": 200,
    "size = 4\nfor part in range(len(rows) // size):\n    for turn in range(size * 5):\n": 200,
    "data = tf.data.Dataset.from_tensor_slices(rows)\ndata = data.shuffle(9).batch(7)\n"
    "for epoch in range(20):\n    for x in data:\n": 120,
    "data = tf.data.Dataset.from_tensor_slices((rows, rows)).take(30).repeat(4)\n"
    "for step, (x, _) in enumerate(data):\n": 120,
    "(images, labels), _ = tf.keras.datasets.mnist.load_data()\nimages = tf.cast(images, tf.float32) / 255.0\n"
    "data = tf.data.Dataset.from_tensor_slices((images[:-10000], labels[:-10000])).batch(500)\n"
    "for _ in data:\n": 100,
    "import argparse\nparser = argparse.ArgumentParser()\nparser.add_argument('--epochs', type=int, default=120)\n"
    "options = parser.parse_args()\nfor epoch in range(options.epochs):\n": 120,
    "for value in np.linspace(0.0, 1.0, 110):\n": 110,
    "for row in rows:\n    for other in rows[10:]:\n": 1200,
    "batches = [rows[0]]\nfor turn in range(9):\n    batches.append(rows[1])\nfor row in batches:\n": None,
    "for step in range(rng.integers(9)):\n": None,
    "while tf.reduce_sum(a) > 0.1:\n": None,
}
"""Loops, and how often they run in all."""


@pytest.mark.parametrize("loops", ROUNDS)
def test_how_often_the_lines_run(loops: str, tmp_path: Path) -> None:
    inner = loops.splitlines()[-1]
    program = loops + _indented(STEP + SHOWN, (len(inner) - len(inner.lstrip())) // 4 + 1)
    (finding,) = findings(program, tmp_path)
    found = re.search(r", ([\d,]+) times in all;", finding.message)
    assert (None if found is None else int(found[1].replace(",", ""))) == ROUNDS[loops]
    assert "run about 28 operations one by one in each round of the loop at line" in finding.message


def test_rounds_of_all_callers_are_added(tmp_path: Path) -> None:
    program = "def train(rounds):\n    for turn in range(rounds):\n" + _indented(STEP + SHOWN, 2)
    (finding,) = findings(program + "\n\ntrain(100)\nfor again in range(3):\n    train(60)\n", tmp_path)
    assert "280 times in all; as `train_step() -> loss` they could be one graph" in finding.message


def test_lists_of_numbers_are_in_the_way(tmp_path: Path) -> None:
    program = (
        "import pickle\nindex = pickle.load(open('words.pickle', 'rb'))\n\n\ndef numbers(batch):\n"
        "    return [[index.of[word] for word in line.split()] for line in batch]\n\n\n"
        "for line in open('text'):\n    x = numbers(line.split('.'))\n"
    )
    (finding,) = findings(program + _indented(STEP.replace("matmul(x", "matmul(tf.constant(x)") + SHOWN), tmp_path)
    assert finding.fix is not None and finding.fix.applicability == "display-only"
    assert "`x` is new lists of lists in each round" in finding.fix.description
    once = "x = [[float(n) for n in t] for t in open('t')]\nfor turn in range(100):\n"
    (finding,) = findings(once + _indented(STEP), tmp_path)
    assert finding.fix is not None and finding.fix.applicability == "unsafe"


def test_what_asks_a_tape_stays_with_what_it_records(tmp_path: Path) -> None:
    program = "def shift(tape, loss):\n" + _indented(ASKED + SHIFT + SHOWN) + "\n\nfor turn in range(400):\n"
    assert findings(program + _indented(TAPE) + "    shift(tape, loss)\n", tmp_path) == []


def test_nothing_is_looked_for_without_preview(tmp_path: Path) -> None:
    report = analysed(tmp_path, HEAD + FOUND["an argument of known shape"][0])
    assert [each.code for each in report.findings] == [] and "blocks" not in report.statistics.seconds


def fixed(program: str, folder: Path) -> str:
    """The program after all fixes."""
    path = folder / "program.py"
    path.write_text(HEAD + program, encoding="utf-8")
    asked = ["--fix", "--unsafe-fixes", "--preview", "--select", "HYB017,HYB001", "--no-cache"]
    main([*asked, "--root", str(folder), str(path)])
    return path.read_text("utf-8")


def test_a_second_run_finds_nothing_more(tmp_path: Path) -> None:
    program, _ = FOUND["an argument of known shape"]
    once = fixed(program, tmp_path)
    assert "@tf.function\ndef train_step(x):" in once or "@tf.function\ndef compute_step(x):" in once
    assert fixed(once.removeprefix(HEAD), tmp_path) == once


def test_other_fixes_go_together_with_blocks(tmp_path: Path) -> None:
    computed = "tf.reduce_sum(tf.exp(-z) * tf.cos(z) + tf.sin(z) * tf.tanh(z) - z * z * z)"
    helper = f"def energy(z):\n    return {computed}\n\n\n"
    program, _ = FOUND["an argument of known shape"]
    shown = "for turn in range(400):\n    print(round(float(energy(tf.constant(rows[turn]))), 3))\n"
    once = fixed(helper + program + shown, tmp_path)
    assert "@tf.function\ndef energy(z):" in once and "@tf.function\ndef train_step(x):" in once
    assert fixed(once.removeprefix(HEAD), tmp_path) == once


def test_a_step_that_calls_graphs(tmp_path: Path) -> None:
    program = (
        "@tf.function\ndef forward(x):\n    return tf.matmul(tf.nn.tanh(tf.matmul(x, a)), b)\n\n\n"
        "optimizer = tf.keras.optimizers.Adam(0.01)\nfor turn in range(400):\n"
        "    with tf.GradientTape() as tape:\n        loss = tf.reduce_mean(forward(x))\n"
        "    slopes = tape.gradient(loss, [a, b])\n    optimizer.apply_gradients(zip(slopes, [a, b]))\n"
        "    shown = forward(x)\n    print(round(float(shown[0, 0]), 4))\n"
    )
    (found,) = findings(program, tmp_path)
    first = (HEAD + program).splitlines().index("    with tf.GradientTape() as tape:") + 1
    assert (found.place.line, found.place.end_line) == (first, first + 3) and found.fix is not None


def test_elements_are_passed_to_a_step(tmp_path: Path) -> None:
    program = (
        "data = iter(tf.data.Dataset.from_tensor_slices(rows.reshape(400, 6)).batch(10, True).repeat())\n"
        "for turn in range(400):\n" + _indented("x = next(data)\n" + STEP + SHOWN)
    )
    (found,) = findings(program, tmp_path)
    assert (found.inputs, found.results) == (("x",), ("loss",))


METRIC = "mean = tf.keras.metrics.Mean()\nmodel = tf.keras.Sequential([tf.keras.layers.Dense(6)])\n"


def test_metrics_belong_to_what_they_measure(tmp_path: Path) -> None:
    alone = METRIC + "for turn in range(400):\n    mean(x)\n    mean.update_state(x)\n    print(turn)\n"
    assert findings(alone, tmp_path) == []
    measured = METRIC + "for turn in range(400):\n    y = model(model(x))\n    mean(y)\n    print(turn)\n"
    (found,) = findings(measured, tmp_path)
    assert found.results == () and "`evaluate_step()`" in found.message
    # One pass through a model, without a tape, saves little.
    assert findings(measured.replace("model(model(x))", "model(x)"), tmp_path) == []


def test_a_number_of_each_round_is_in_the_way(tmp_path: Path) -> None:
    program = (
        "import gym\nenv = gym.make('CartPole-v1')\n\n\ndef learn(x, reward):\n"
        + _indented(STEP.replace("square(y))", "square(y)) * reward") + SHOWN)
        + "\n\nfor turn in range(400):\n    reward = env.step(0)[1]\n    learn(x, reward)\n"
    )
    (finding,) = findings(program, tmp_path)
    assert finding.fix is not None and finding.fix.applicability == "display-only"
    assert finding.fix.description.endswith("and each value is a trace. Pass a tensor for `reward`.")


def _called_with_arrays(met: str, made: str) -> str:
    """A function that cannot be a graph as a whole, whose step takes an array that a loop makes."""
    return (
        "import gym\nenv = gym.make('CartPole-v1')\n\n\ndef learn(x, aims):\n"
        + _indented(STEP.replace("square(y)", met) + SHOWN + "return loss\n")
        + f"\n\nfor turn in range(400):\n    {made}\n    loss = learn(x, aims)\n"
        + _indented(SHOWN)
    )


def test_an_array_of_another_dtype_is_passed_as_a_tensor(tmp_path: Path) -> None:
    # The call of the function that holds the block is none itself.
    (finding,) = findings(_called_with_arrays("square(y - aims)", "aims = rng.normal(size=(10, 1))"), tmp_path)
    assert (finding.inputs, finding.results) == (("x", "aims"), ("loss",))
    assert finding.fix is not None and finding.fix.applicability == "unsafe"
    assert "array-as-tensor" in {each.kind for each in finding.assumptions}


def test_an_array_of_no_known_dtype_is_in_the_way(tmp_path: Path) -> None:
    program = (
        "import gym, random\nenv = gym.make('CartPole-v1')\nnet = tf.keras.Sequential([tf.keras.layers.Dense(1)])\n"
        "optimizer = tf.keras.optimizers.SGD(0.1)\nkept = []\nfor turn in range(400):\n"
        "    kept.append(env.step(0))\n    states, aims = map(np.array, zip(*random.sample(kept, 1)))\n"
        "    goals = aims + 0.5 * tf.reduce_max(net(states), axis=1) * (1 - aims)\n"
        "    with tf.GradientTape() as tape:\n        loss = tf.reduce_mean(tf.square(net(states)[:, 0] - goals))\n"
        "    slopes = tape.gradient(loss, net.variables)\n    optimizer.apply_gradients(zip(slopes, net.variables))\n"
    )
    (finding,) = findings(program, tmp_path)
    assert finding.fix is not None and finding.fix.applicability == "display-only"
    assert finding.fix.description.endswith("of the right dtype where the function is called.")


def test_a_block_of_a_function_that_runs_again_and_again_trains(tmp_path: Path) -> None:
    inner = FORWARD + MOVE
    program = (
        "def flow(state):\n    for turn in range(400):\n" + _indented(inner, 2)
        + "    return state\n\n\nfor turn in range(50):\n    print(flow(tf.zeros((10, 1)))[0])\n"
    )  # fmt: skip
    assert findings(program, tmp_path) == []


def _called_with(kinds: int, given: str) -> str:
    """A step that calls a function as others do, with objects of so many classes; for one class it writes to a list."""
    return (
        "".join(f"class Kind{number}:\n    pass\n\n\n" for number in range(kinds))
        + "class Kept:\n    pass\n\n\nseen = []\n\n\n"
        + "def forward(x, kind):\n    if isinstance(kind, Kept):\n        seen.append(tf.reduce_sum(x).numpy())\n"
        + _indented(FORWARD + "return y\n")
        + "\n\n"
        + "".join(f"forward(x, Kind{number}())\n" for number in range(kinds))
        + "forward(x, Kept())\nfor turn in range(400):\n    with tf.GradientTape() as tape:\n"
        + _indented(f"y = forward(x, {given}())\n" + LOSS, 2)
        + _indented(ASKED + SHIFT + SHOWN)
        + "print(seen)\n"
    )


def test_what_another_call_may_do_is_assumed_not_to_happen(tmp_path: Path) -> None:
    # These are more than the analysis tells apart.
    (finding,) = findings(_called_with(20, "Kind0"), tmp_path)
    assert (finding.results, finding.fix and finding.fix.applicability) == (("loss",), "unsafe")
    assert "done-elsewhere" in {each.kind for each in finding.assumptions}
    assert findings(_called_with(1, "Kept"), tmp_path) == []
    (finding,) = findings(_called_with(1, "Kind0"), tmp_path)
    assert "done-elsewhere" not in {each.kind for each in finding.assumptions}


HELD = "for turn in range(400):\n" + _indented(TAPE.replace("loss =", "print(y[0])\n    loss =") + ASKED + SHIFT)
"""One statement alone keeps the step from being a graph."""


def test_what_one_line_holds_back_is_a_near_miss(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "program.py"
    path.write_text(HEAD + HELD, encoding="utf-8")
    first, last = HEAD.count("\n") + 2, (HEAD + HELD).count("\n")
    report = hybridize.analyze(tmp_path, root=tmp_path, preview=True)
    assert [each.code for each in report.findings] == []
    (row,) = json.loads(json.dumps(report.to_json()["regions"]))
    assert (row["region"], row["name"], row["fix"]) == ([first, last], "train_step", "display-only")
    assert (row["near_miss"]["kind"], row["near_miss"]["line"]) == ("side-effects", first + 2)
    asked = ["--preview", "--no-cache", "--root", str(tmp_path)]
    main([*asked, "--near-misses", str(path)])
    said = capsys.readouterr().out
    assert f"program.py:{first + 2}: calls `print`" in said
    assert f"alone keeps lines {first}-{last} from being a graph" in said and "  = help: Use `tf.print`" in said
    main(["explain", f"{path}:{last}", *asked])
    assert f"alone keeps lines {first}-{last} from being a graph" in capsys.readouterr().out


def test_regions_are_rows_of_the_report(tmp_path: Path) -> None:
    report = analysed(tmp_path, HEAD + FOUND["an argument of known shape"][0], preview=True)
    (finding,) = report.findings
    (row,) = report.regions
    assert (row.place, row.inputs, row.results, row.fix) == (finding.place, ("x",), ("loss",), "safe")
    assert row.near_miss is None
    assert hybridize.analyze(tmp_path, root=tmp_path).regions == ()


def _notebook(folder: Path, *cells: str) -> Path:
    book = {
        "cells": [
            {"cell_type": "code", "source": text, "metadata": {}, "outputs": [], "execution_count": None}
            for text in cells
        ],
        "metadata": {}, "nbformat": 4, "nbformat_minor": 5,
    }  # fmt: skip
    path = folder / "book.ipynb"
    path.write_text(json.dumps(book), encoding="utf-8")
    return path


def test_a_block_of_a_notebook_stays_in_its_cell(tmp_path: Path) -> None:
    path = _notebook(tmp_path, HEAD, FOUND["an argument of known shape"][0], "print(1)\n")
    (row,) = hybridize.analyze(tmp_path, root=tmp_path, preview=True).to_json()["regions"]  # type: ignore[misc]
    assert (row["cell"], row["region"]) == (2, [3, 8])
    main(["--fix", "--preview", "--select", "HYB017", "--no-cache", "--root", str(tmp_path), str(path)])
    after = ["".join(cell["source"]) for cell in json.loads(path.read_text("utf-8"))["cells"]]
    assert after[0] == HEAD.rstrip("\n") or after[0] == HEAD
    assert after[1].startswith("@tf.function\ndef train_step(x):\n") and "    loss = train_step(x)\n" in after[1]


def test_a_line_of_a_block_is_explained(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "program.py").write_text(HEAD + FOUND["an argument of known shape"][0], encoding="utf-8")
    line = HEAD.count("\n") + 4
    main(["explain", f"{tmp_path}/program.py:{line}", "--preview", "--no-cache", "--root", str(tmp_path)])
    assert "as `train_step(x) -> loss` they can be one graph" in capsys.readouterr().out


def test_what_is_printed_of_a_cell_is_explained(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    path = _notebook(tmp_path, HEAD, FOUND["an argument of known shape"][0], "def f(x):\n    return x\n")
    monkeypatch.chdir(tmp_path)
    options = ["--preview", "--no-cache", "--root", str(tmp_path)]
    main(["--select", "HYB017", *options, str(path)])
    printed = capsys.readouterr().out
    where, _, _ = printed.partition(": HYB017")
    assert where == "book.ipynb:cell 2:3:5"
    for words in ([where], where.split(), ["book.ipynb:cell 2:4"]):
        main(["explain", *words, *options])
        assert capsys.readouterr().out.startswith(f"{where}: HYB017 lines 3-8 of cell 2 run about 28 operations")
    main(["explain", "book.ipynb:cell 3:2", *options])
    assert capsys.readouterr().out.startswith("book.ipynb:cell 3:1: f")
    main(["explain", "book.ipynb:cell 1:3", *options])
    said = "book.ipynb:cell 1:3: this is in no function, and no block around it would gain as a graph; the nearest is"
    assert capsys.readouterr().out == f"{said} `f` at line 1 of cell 3\n"
    with pytest.raises(SystemExit):
        main(["explain", "book.ipynb:cell 7:3", *options])
    assert "there is no line 3 in a code cell 7 of book.ipynb" in capsys.readouterr().err


def test_what_a_block_rests_on_is_shown_where_the_finding_says(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    made = "aims, _ = map(np.array, zip(*random.sample([env.step(0)], 1)))"
    program = HEAD + _called_with_arrays("square(aims + 0.5 * y)", made).replace("import gym", "import gym, random")
    (tmp_path / "my program.py").write_text(program, encoding="utf-8")
    main(["--preview", "--select", "HYB017", "--no-cache", "--root", str(tmp_path), str(tmp_path)])
    (said,) = (line for line in capsys.readouterr().out.splitlines() if "see hybridize explain" in line)
    options, _, place = said.partition("see hybridize explain ")[2].partition(" ")
    line = program.count("\n", 0, program.index("with")) + 1
    assert options == "--preview" and place == f"'{tmp_path}/my program.py:{line}'"
    main(["explain", place.strip("'"), options, "--no-cache", "--root", str(tmp_path)])
    assert len([line for line in capsys.readouterr().out.splitlines() if line.startswith("  = assumed: ")]) > 1


@needs_tensorflow
def test_programs_print_the_same_after_the_fix(tmp_path: Path) -> None:
    programs = {}
    for number, (program, _) in enumerate(FOUND.values()):
        folder = tmp_path / str(number)
        folder.mkdir()
        programs[number] = (HEAD + program, fixed(program, folder))
        assert programs[number][0] != programs[number][1]
    done = subprocess.run(
        [TENSORFLOW_PYTHON or sys.executable, "-c", _RUNNER], input=json.dumps(programs), capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    for eager, graph in json.loads(done.stdout.splitlines()[-1]).values():
        assert eager and eager == pytest.approx(graph, rel=2e-3, abs=2e-3)


_RUNNER = """
import contextlib, io, json, sys
shown = {}
for number, sources in json.load(sys.stdin).items():
    shown[number] = []
    for source in sources:
        out = io.StringIO()
        with contextlib.redirect_stdout(out):
            exec(compile(source, "program", "exec"), {"__name__": "__main__"})
        shown[number].append([float(line) for line in out.getvalue().split()])
print(json.dumps(shown))
"""


def test_a_step_that_cannot_be_judged_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    body = HEAD + "for turn in range(400):\n" + _indented(STEP + SHOWN)
    (tmp_path / "program.py").write_text(body, encoding="utf-8")
    (tmp_path / "setup.cfg").touch()

    def failing(*about: object) -> None:
        raise ZeroDivisionError("on purpose")

    monkeypatch.setattr(judging, "_computation", failing)
    report = hybridize.analyze(tmp_path, root=tmp_path, preview=True)
    line = body.splitlines().index("    with tf.GradientTape() as tape:") + 1
    assert [(each.path, each.kind, each.line) for each in report.errors] == [("program.py", "internal-error", line)]
    assert "on purpose" in report.errors[0].message and not report.findings
