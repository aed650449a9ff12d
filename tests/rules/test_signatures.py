"""HYB014: which calls of a function with a signature are reported, and which TensorFlow refuses.

`signatures.json` has calls of functions with signatures, and whether TensorFlow 2.15 and 2.21, which agree on each,
raise `TypeError`. Where TensorFlow is at hand (HYBRIDIZE_TENSORFLOW_PYTHON), they are called anew.
"""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path

import pytest

import hybridize
from hybridize.surfaces.cli import main
from tests.tensorflow_runs import TENSORFLOW_PYTHON, needs_tensorflow

HERE = Path(__file__).parent
CASES: list[tuple[str, str, str, bool]] = json.loads((HERE / "signatures.json").read_text("utf-8"))
PROGRAM = """\
import numpy as np
import tensorflow as tf


def f({parameters}):
    return 1


g = tf.function(f, input_signature={signature})
g({arguments})
"""
NOT_KNOWN = {
    # What is in a list matters only where it becomes a tensor.
    ("[tf.TensorSpec([], tf.float32)]", "x", "[1.0]"),
}
"""Calls that TensorFlow refuses, and the analysis does not report."""


def reported(folder: Path) -> list[bool]:
    """For each case whether there is a finding, analysed together."""
    for number, (signature, parameters, arguments, _) in enumerate(CASES):
        text = PROGRAM.format(signature=signature, parameters=parameters, arguments=arguments)
        (folder / f"case_{number}.py").write_text(text, encoding="utf-8")
    report = hybridize.analyze(folder, root=folder, select=["HYB014"], no_cache=True)
    found = {finding.place.path for finding in report.findings}
    return [f"case_{number}.py" in found for number in range(len(CASES))]


def test_what_is_reported_is_what_tensorflow_refuses(tmp_path: Path) -> None:
    found = reported(tmp_path)
    wrong = [case for case, said in zip(CASES, found) if said is not case[3]]
    assert {(a, b, c) for a, b, c, _ in wrong} == NOT_KNOWN


def test_there_are_many_calls_of_both_kinds() -> None:
    assert sum(refused for *_, refused in CASES) > 60
    assert sum(not refused for *_, refused in CASES) > 40


@needs_tensorflow
def test_tensorflow_refuses_these() -> None:
    environment = {**os.environ, "TF_CPP_MIN_LOG_LEVEL": "3", "CUDA_VISIBLE_DEVICES": "-1"}
    command = [TENSORFLOW_PYTHON, str(HERE / "bind_signatures.py"), str(HERE / "signatures.json")]
    done = subprocess.run(command, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == [refused for *_, refused in CASES]


# What is written -----------------------------------------------------------------------------------------------------

TENSORFLOW = "import tensorflow as tf\n"
WRITTEN = {
    "an alias": (
        TENSORFLOW,
        "@tf.function\ndef g(x):\n    return tf.reduce_sum(x, axis=1)\n",
        "assert g(tf.ones((4, 3))).shape == (4,)\nassert float(g(tf.ones((2, 3)))[1]) == 3.0\nassert traces(g) == 1\n",
        "@tf.function(input_signature=(tf.TensorSpec(shape=(None, 3), dtype=tf.float32),))",
    ),
    "the whole name": (
        "import tensorflow\n",
        "@tensorflow.function()\ndef g(x):\n    return x + 1\n",
        "assert int(g(tensorflow.constant([1, 2]))[1]) == 3\nassert g(tensorflow.constant([1])).shape == (1,)\n"
        "assert traces(g) == 1\n",
        "@tensorflow.function(input_signature=(tensorflow.TensorSpec(shape=(None,), dtype=tensorflow.int32),))",
    ),
    "names of their own": (
        TENSORFLOW.replace("import tensorflow as tf", "from tensorflow import TensorSpec, float32, function, ones"),
        "@function\ndef g(x):\n    return x * 2.0\n",
        "assert float(g(ones(3))[2]) == 2.0\nassert float(g(ones(2))[1]) == 2.0\nassert traces(g) == 1\n",
        "@function(input_signature=(TensorSpec(shape=(None,), dtype=float32),))",
    ),
    "other arguments": (
        TENSORFLOW,
        "@tf.function(jit_compile=False)\ndef g(x, scale=2.0):\n    return x * scale\n",
        "assert float(g(tf.ones((2, 1)))[1, 0]) == 2.0\nassert float(g(tf.ones((1, 1)))[0, 0]) == 2.0\n"
        "assert traces(g) == 1\n",
        "@tf.function(jit_compile=False, input_signature=(tf.TensorSpec(shape=(None, 1), dtype=tf.float32),))",
    ),
    "structures": (
        TENSORFLOW,
        '@tf.function\ndef g(pair, named):\n    return pair[0] + pair[1][0] + named["a"]\n',
        'assert float(g((tf.ones(2), [tf.ones(2)]), {"a": tf.ones(2)})[0]) == 3.0\n'
        'assert float(g((tf.ones(4), [tf.ones(4)]), {"a": tf.ones(4)})[3]) == 3.0\nassert traces(g) == 1\n',
        "@tf.function(input_signature=((tf.TensorSpec(shape=(None,), dtype=tf.float32), "
        "[tf.TensorSpec(shape=(None,), dtype=tf.float32)]), {'a': tf.TensorSpec(shape=(None,), dtype=tf.float32)}))",
    ),
    "ragged and sparse": (
        TENSORFLOW,
        "@tf.function\ndef g(rows, table):\n    return tf.reduce_sum(rows) + tf.sparse.reduce_sum(table)\n",
        "assert float(g(tf.ragged.constant([[1.0], [2.0, 3.0]]), tf.SparseTensor([[0, 0]], [1.0], [2, 3]))) == 7.0\n"
        "assert float(g(tf.ragged.constant([[1.0]]), tf.SparseTensor([[0, 0]], [1.0], [4, 3]))) == 2.0\n"
        "assert traces(g) == 1\n",
        "@tf.function(input_signature=(tf.RaggedTensorSpec(shape=(None, None), dtype=tf.float32), "
        "tf.SparseTensorSpec(shape=(None, 3), dtype=tf.float32)))",
    ),
    "a method": (
        TENSORFLOW,
        "class Model:\n    @tf.function\n    def g(self, x):\n        return tf.reduce_sum(x)\n\n\nmodel = Model()\n",
        "assert float(model.g(tf.ones((3, 2)))) == 6.0\nassert float(model.g(tf.ones((2, 2)))) == 4.0\n"
        "assert traces(model.g) == 1\n",
        "@tf.function(input_signature=(tf.TensorSpec(shape=(None, 2), dtype=tf.float32),))",
    ),
    "the batches of a data set": (
        TENSORFLOW,
        "@tf.function\ndef g(x):\n    return tf.reduce_sum(x)\n",
        "for batch in tf.data.Dataset.from_tensor_slices(tf.ones((5, 2))).batch(2):\n"
        "    assert float(g(batch)) in (4.0, 2.0)\nassert traces(g) == 1\n",
        "@tf.function(input_signature=(tf.TensorSpec(shape=(None, 2), dtype=tf.float32),))",
    ),
    "several ranks": (
        TENSORFLOW,
        "@tf.function\ndef g(x):\n    return tf.reduce_sum(x)\n",
        "assert float(g(tf.ones(2))) == 2.0\nassert float(g(tf.ones((2, 3)))) == 6.0\nassert traces(g) == 1\n",
        "@tf.function(input_signature=(tf.TensorSpec(shape=None, dtype=tf.float32),))",
    ),
}
COUNT = "\n\ndef traces(function):\n    return function.experimental_get_tracing_count()\n\n\n"
LEFT = {
    "an axis that is read": "@tf.function\ndef g(x):\n    return tf.zeros((x.shape[0], 1))\n",
    "relaxed shapes": "@tf.function(reduce_retracing=True)\ndef g(x):\n    return x * 2.0\n",
    "a Python number": "@tf.function\ndef g(x, n=1):\n    return x * n\n\n\ng(tf.ones((2, 3)), 2)\n",
    "an effect": "seen = []\n\n\n@tf.function\ndef g(x):\n    seen.append(1)\n    return x * 2.0\n",
    "one shape": "@tf.function\ndef f(x):\n    return x * 2.0\n\n\ndef g(x):\n    return f(tf.ones(3))\n",
}


def written(folder: Path, program: str) -> str:
    """The program after the fix."""
    path = folder / "program.py"
    path.write_text(program, encoding="utf-8")
    command = ["--fix", "--unsafe-fixes", "--preview", "--input-signatures", "--select", "HYB009", "--no-cache"]
    main([*command, "--root", str(folder), str(folder)])
    return path.read_text("utf-8")


@pytest.mark.parametrize("name", WRITTEN)
def test_the_fix_writes_the_signature(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    imports, definition, calls, expected = WRITTEN[name]
    program = f"{imports}\n\n{definition}{COUNT}{calls}"
    decorator = next(line for line in definition.splitlines() if "function" in line)
    assert written(tmp_path, program) == program.replace(decorator.strip(), expected)


@needs_tensorflow
def test_tensorflow_runs_the_fixed_programs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    programs = []
    for number, (imports, definition, calls, _) in enumerate(WRITTEN.values()):
        folder = tmp_path / str(number)
        folder.mkdir()
        written(folder, f"{imports}\n\n{definition}{COUNT}{calls}")
        programs.append(str(folder / "program.py"))
    environment = {**os.environ, "TF_CPP_MIN_LOG_LEVEL": "3", "CUDA_VISIBLE_DEVICES": "-1"}
    command = [TENSORFLOW_PYTHON, str(HERE / "run_programs.py"), *programs]
    done = subprocess.run(command, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout.splitlines()[-1]) == {}


@pytest.mark.parametrize("name", LEFT)
def test_what_no_signature_helps_is_left(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    program = f"{TENSORFLOW}\n\n{LEFT[name]}\n\ng(tf.ones((4, 3)))\ng(tf.ones((2, 3)))\n"
    assert written(tmp_path, program) == program


def test_a_new_graph_gets_the_signature_with_the_decorator(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    body = "def f(x):\n    for _ in range(20):\n        x = tf.exp(tf.sin(x) + tf.cos(x))\n    return x\n"
    program = f"{TENSORFLOW}\n\n{body}\n\nfor _ in range(1000):\n    f(tf.ones((2, 3)))\n"
    path = tmp_path / "program.py"
    path.write_text(program, encoding="utf-8")
    main(["--fix", "--input-signatures", "--no-cache", "--root", str(tmp_path), str(tmp_path)])
    decorator = "@tf.function(input_signature=(tf.TensorSpec(shape=(2, 3), dtype=tf.float32),))\n"
    assert path.read_text("utf-8") == program.replace("def f", f"{decorator}def f")
