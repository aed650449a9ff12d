"""Call patterns of hybrid functions: what HYB002 says, the traces that it expects, and those that TensorFlow made.

`retracing/` has a program for each pattern, whose first line says what is to be reported and why. `retracing.json` has
the traces that TensorFlow 2.15 and 2.21 counted; where TensorFlow is at hand (HYBRIDIZE_TENSORFLOW_PYTHON), they are
counted anew, and those of the programs after `--fix --unsafe-fixes` too.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

import hybridize
from hybridize.surfaces.report import FunctionReport
from tests.tensorflow_runs import TENSORFLOW_PYTHON, needs_tensorflow
from tests.together import Together

HERE = Path(__file__).parent
PROGRAMS = sorted((HERE / "retracing").glob("*.py"))
COUNTS: dict[str, int] = json.loads((HERE / "retracing.json").read_text("utf-8"))
NOT_KNOWN = {"batches_of_a_dataset"}
"""The last batch is smaller, which is not written in the program."""

each_program = pytest.mark.parametrize("program", PROGRAMS, ids=lambda path: path.stem)


SAID = Together({program: {program.name: program.read_text("utf-8")} for program in PROGRAMS})


def subject_of(program: Path) -> FunctionReport:
    """The verdict about `f`."""
    (subject,) = [each for each in SAID[program].functions if each.qualname.rpartition(".")[2] == "f"]
    return subject


def counted(programs: Sequence[Path]) -> dict[str, int]:
    """The traces in one process with TensorFlow."""
    command = [TENSORFLOW_PYTHON, str(HERE / "count_traces.py"), *map(str, programs)]
    environment = {**os.environ, "TF_CPP_MIN_LOG_LEVEL": "3", "CUDA_VISIBLE_DEVICES": "-1"}
    done = subprocess.run(command, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    result: dict[str, int] = json.loads(done.stdout)
    return result


@each_program
def test_what_is_reported(program: Path) -> None:
    expected = program.read_text("utf-8").partition(":")[0]
    assert ("# HYB002" if "HYB002" in subject_of(program).codes else "# silent") == expected


def test_there_are_many_patterns_and_few_that_are_not_known() -> None:
    assert set(COUNTS) == {program.stem for program in PROGRAMS}
    assert len(PROGRAMS) >= 40
    assert len(NOT_KNOWN) <= 0.05 * len(PROGRAMS)


@each_program
def test_the_estimate_is_what_tensorflow_counted(program: Path) -> None:
    count, estimate = COUNTS[program.stem], subject_of(program).verdict.retracing.traces
    right = count > 2 if estimate.unbounded else estimate.known == count
    assert right is (program.stem not in NOT_KNOWN)


@needs_tensorflow
def test_the_counts_are_those_of_tensorflow() -> None:
    assert counted(PROGRAMS) == COUNTS


@needs_tensorflow
def test_the_fixed_programs_are_traced_less_often(tmp_path: Path) -> None:
    """What the fixes edit still runs, and where numbers became tensors the function is traced once for them."""
    copies = [Path(shutil.copy(program, tmp_path)) for program in PROGRAMS]
    command = [sys.executable, "-m", "hybridize", "--fix", "--unsafe-fixes", "--select", "HYB002", "--no-cache"]
    subprocess.run([*command, "--root", str(tmp_path), str(tmp_path)], capture_output=True)
    changed = [copy for copy, program in zip(copies, PROGRAMS) if copy.read_text("utf-8") != program.read_text("utf-8")]
    wrapped = [copy for copy in changed if "@tf.function" in copy.read_text("utf-8")]
    counts = counted(wrapped)
    assert len(wrapped) >= 9
    assert {name: count for name, count in counts.items() if count >= COUNTS[name]} == {}


def test_numbers_for_a_range_become_tensors_safely() -> None:
    said = SAID[HERE / "retracing" / "two_numbers.py"]
    (finding,) = [each for each in said.findings if each.code == "HYB002"]
    assert finding.fix is not None
    assert (finding.fix.applicability, finding.fix.description) == ("safe", "Pass `n` as a tensor")


@pytest.mark.parametrize(
    ("body", "values", "applicability"),
    [
        ("return tf.cast(n, tf.float64)", "1 2", "safe"),
        ("return tf.cast(n, tf.float64)", "1 2.5", "safe"),
        ("return tf.cast(n, dtype='float32')", "1 2", "safe"),
        ("return tf.cast(n, tf.int32)", "1 2", "unsafe"),
        ("return tf.cast(n, x.dtype)", "1 2", "unsafe"),
        ("tf.print(n)", "1 2", "safe"),
        ("tf.print(n)", "0.5 1.5", "unsafe"),
        ("return tf.identity(n)", "0.5 1.5", "safe"),
        ("return tf.identity(n)", "1 2", "unsafe"),
        ("for _ in tf.range(n):\n        x = x + 1.0\n    return x", "1 2", "safe"),
        ("return x[: tf.range(n).shape[0]]", "1 2", "unsafe"),
        ("print('traced')\n    tf.print(n)", "1 2", "unsafe"),
        ("tf.print(n)\n    return x * np.random.rand()", "1 2", "unsafe"),
        ("return tf.cast(n, tf.float64)", "1 1.0 2", "display-only"),
        ("return tf.cast(n, tf.float64)", "0.0 -0.0 1.5", "display-only"),
        ("return x * n", "1 2", "display-only"),
        ("return x * n", "0.5 1.5", "unsafe"),
        ("return x[:, 0] if n > 3 else x", "1 2", "unsafe"),
        ("return x[:, 0] if n > x.ndim else x", "1 2", "display-only"),
        ("return x[:, 0] if n > x.ndim else x", "0.5 1.5", "unsafe"),
        ("return x if n in (1, 3) else -x", "1 2", "display-only"),
        ("return x if n in (0.5, 3) else -x", "0.5 1.5", "display-only"),
        ("return x if n not in (0.5, 3) else -x", "0.5 1.5", "display-only"),
        ("return x if n is SOME else -x", "0.5 1.5", "display-only"),
        ("return x if n is not SOME else -x", "0.5 1.5", "display-only"),
        ("return tf.reduce_sum(x, axis=n)", "1 2", "display-only"),
        ("return tf.concat([x] * n, 0)", "1 2", "display-only"),
        ("return x + len('x' * n)", "1 2", "display-only"),
        ("return {1: x, 2: x}[n]", "1 2", "display-only"),
        ("n = n + 1\n    return x * n", "1 2", "display-only"),
    ],
)
def test_the_body_decides_whether_a_tensor_may_come(
    body: str, values: str, applicability: str, tmp_path: Path
) -> None:
    program = tmp_path / "program.py"
    calls = "".join(f"f(tf.ones((2, 2)), {value})\n" for value in values.split())
    program.write_text(
        "import numpy as np\nimport tensorflow as tf\n\nSOME = 0.5\n\n\n"
        f"@tf.function(autograph=True)\ndef f(x, n):\n    {body}\n\n\n{calls}"
    )
    (finding,) = [each for each in hybridize.analyze(program, root=tmp_path).findings if each.code == "HYB002"]
    assert finding.fix is not None
    assert finding.fix.applicability == applicability
