"""What the fixes of the rules on traced bodies make of a program; TensorFlow runs the result, which asserts itself."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path

import pytest

from hybridize.surfaces.cli import main
from tests.tensorflow_runs import TENSORFLOW_PYTHON, needs_tensorflow

RUNNER = Path(__file__).parent / "run_programs.py"
HEAD = "import random\n\nimport numpy as np\nimport tensorflow as tf\n\n\n@tf.function{arguments}\ndef f(x):\n"
REPAIRS = {
    "np.exp": ("    return np.exp(-x)\n", "    return tf.exp(-x)\n", "assert float(f(tf.constant(0.0))) == 1.0"),
    "np.log": ("    return np.log(x)\n", "    return tf.math.log(x)\n", "assert float(f(tf.constant(1.0))) == 0.0"),
    "max": (
        "    return max(x, tf.zeros_like(x))\n",
        "    return tf.maximum(x, tf.zeros_like(x))\n",
        "assert float(f(tf.constant(-1.0))) == 0.0",
    ),
    "np.random.uniform": (
        "    return x + np.random.uniform(1.0, 2.0, (3,))\n",
        "    return x + tf.random.uniform((3,), 1.0, 2.0)\n",
        "assert len({float(f(tf.constant(0.0))[0]) for _ in range(9)}) > 1",
    ),
    "np.random.normal with keywords": (
        "    return x + np.random.normal(loc=1.0, scale=2.0, size=(3,))\n",
        "    return x + tf.random.normal((3,), 1.0, 2.0)\n",
        "assert len({float(f(tf.constant(0.0))[0]) for _ in range(9)}) > 1",
    ),
    "np.random.rand": (
        "    return x + np.random.rand(2, 3)\n",
        "    return x + tf.random.uniform([2, 3])\n",
        "assert f(tf.constant(0.0)).shape == (2, 3)",
    ),
    "named random numbers": (
        "    r = np.random.rand(2, 3) + 1.0\n    return tf.add(x, r)\n",
        "    r = tf.random.uniform([2, 3]) + 1.0\n    return tf.add(x, r)\n",
        "assert f(tf.constant(0.0)).shape == [2, 3]",
    ),
    "random.random in a condition": (
        "    if random.random() < 0.5:\n        return -x\n    return x\n",
        "    if tf.random.uniform([]) < 0.5:\n        return -x\n    return x\n",
        "assert len({float(f(tf.constant(1.0))) for _ in range(30)}) == 2",
    ),
    "print of a value": (
        "    print('x', x)\n    return -x\n", "    tf.print('x', x)\n    return -x\n", "f(tf.constant(1.0))",
    ),
    "a length in a shape": (
        "    return tf.zeros((x.shape[0], 2))\n",
        "    return tf.zeros((tf.shape(x)[0], 2))\n",
        "assert f(tf.ones(3)).shape == (3, 2)",
    ),
    "a long loop": (
        "    for _ in range(600):\n        x = x + 1.0\n    return x\n",
        "    for _ in tf.range(600):\n        x = x + 1.0\n    return x\n",
        "assert float(f(tf.constant(0.0))) == 600.0",
    ),
    "a new name": (
        "    return x\n", "    return x\n", "assert f(tf.constant(1.0)) == 1.0",
    ),
}  # fmt: skip
ARGUMENTS = {
    "a length in a shape": ("(input_signature=[tf.TensorSpec([None], tf.float32)])",) * 2,
    "a new name": ("(experimental_relax_shapes=True)", "(reduce_retracing=True)"),
}
NO_REPAIRS = {
    "random numbers in a constant": "    return x * tf.constant(np.random.randn(2), dtype=tf.float32)\n",
    "named random numbers in a constant": "    r = np.random.rand(2)\n    return x * tf.constant(r, tf.float32)\n",
    "random numbers with a method of arrays": "    return x * np.random.randn(2).astype(np.float32)\n",
    "random numbers for NumPy": "    return x * np.sqrt(np.random.rand(2))\n",
    "a random index": "    return [x, -x][int(random.random() * 2)]\n",
    "random numbers beside doubles": "    y = tf.cast(x, tf.float64)\n    return y * np.random.rand(2)\n",
    "a random number beside doubles": "    y = tf.cast(x, tf.float64)\n    return y * (1.0 - random.random())\n",
    "random doubles": "    return tf.cast(x, tf.float64) * tf.convert_to_tensor(np.random.randn(2))\n",
    "a text that Python puts together": "    print(f'x {x}')\n    return x\n",
    "a constant text": "    print('traced now')\n    return x\n",
    "NumPy with keywords": "    return np.exp(-x, dtype=np.float64)\n",
    "a variable": "    v = tf.Variable(1.0)\n    return v * x\n",
}
each_repair = pytest.mark.parametrize("name", REPAIRS)


def repaired(folder: Path, name: str, body: str, end: str) -> str:
    """The text of a program after all fixes."""
    program = folder / "program.py"
    before = ARGUMENTS.get(name, ("", ""))[0]
    program.write_text(HEAD.format(arguments=before) + body + "\n\n" + end + "\n", "utf-8")
    main(["--fix", "--unsafe-fixes", "--preview", "--quiet", "--no-cache", "--root", str(folder), str(program)])
    return program.read_text("utf-8")


@each_repair
def test_what_the_fix_makes_of_the_body(name: str, tmp_path: Path) -> None:
    before, after, end = REPAIRS[name]
    written = repaired(tmp_path, name, before, end)
    assert written == HEAD.format(arguments=ARGUMENTS.get(name, ("", ""))[1]) + after + f"\n\n{end}\n"


@pytest.mark.parametrize("name", NO_REPAIRS)
def test_what_no_fix_changes(name: str, tmp_path: Path) -> None:
    body = NO_REPAIRS[name]
    assert body in repaired(tmp_path, name, body, "f(tf.constant(1.0))")


@needs_tensorflow
def test_tensorflow_runs_the_results(tmp_path: Path) -> None:
    programs = []
    for number, (name, (before, _, end)) in enumerate(REPAIRS.items()):
        folder = tmp_path / str(number)
        folder.mkdir()
        repaired(folder, name, before, end)
        programs.append(str(folder / "program.py"))
    environment = {**os.environ, "TF_CPP_MIN_LOG_LEVEL": "3", "CUDA_VISIBLE_DEVICES": "-1"}
    command = [TENSORFLOW_PYTHON, str(RUNNER), *programs]
    done = subprocess.run(command, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout.splitlines()[-1]) == {}
