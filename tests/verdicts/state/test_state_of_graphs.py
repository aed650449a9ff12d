"""What graphs read that is bound again or unfrozen between their calls, and objects that they lose: each program alone.

The files of `state_of_graphs` hold programs behind lines `### NAME`, or `### NAME/FILE` for projects of several files.
`# expect: HYB013` stands where the finding must be; other programs get none. Where TensorFlow is at hand
(HYBRIDIZE_TENSORFLOW_PYTHON), those with a finding print something else than with functions that run eagerly, and the
others print the same. They were run with TensorFlow 2.21 (Keras 3) and 2.15 (Keras 2).
"""

from __future__ import annotations

import json
import os
import re
import subprocess
from pathlib import Path

import pytest

import hybridize
from tests.tensorflow_runs import TENSORFLOW_PYTHON, needs_tensorflow

HERE = Path(__file__).parent / "state_of_graphs"
PROGRAMS: dict[str, dict[str, str]] = {}
for source in sorted(HERE.glob("*.txt")):
    parts = re.split(r"^### (\S+)\n", source.read_text("utf-8"), flags=re.MULTILINE)[1:]
    for heading, text in zip(parts[::2], parts[1::2]):
        folder, _, file = heading.rpartition("/")
        PROGRAMS.setdefault(f"{source.stem}.{folder or heading}", {})[file or heading] = text

RUN = """
import contextlib, io, json, pathlib, sys, tempfile
import tensorflow as tf

found = {}
for name, files in json.load(sys.stdin).items():
    folder = pathlib.Path(tempfile.mkdtemp())
    for file, text in files.items():
        (folder / file).write_text(text)
    main = folder / ("main.py" if len(files) > 1 else next(iter(files)))
    sys.path.insert(0, str(folder))
    printed = []
    for eagerly in (False, True):
        tf.config.run_functions_eagerly(eagerly)
        tf.keras.utils.set_random_seed(1)
        for file in files:
            sys.modules.pop(file.removesuffix(".py"), None)
        with contextlib.redirect_stdout(io.StringIO()) as out:
            try:
                exec(compile(main.read_text(), str(main), "exec"), {"__name__": "__main__"})
            except (AttributeError, ValueError) as error:
                print(error)
        printed.append(out.getvalue())
    sys.path.remove(str(folder))
    found[name] = printed[0] != printed[1]
print(json.dumps(found))
"""


def expected(files: dict[str, str]) -> set[tuple[str, int]]:
    """Where findings are expected."""
    return {
        (name, number)
        for name, text in files.items()
        for number, line in enumerate(text.splitlines(), 1)
        if "# expect: HYB0" in line
    }


@pytest.mark.parametrize("name", PROGRAMS)
def test_what_changes_between_the_calls_of_a_graph_is_found_and_nothing_else(name: str, tmp_path: Path) -> None:
    for file, text in PROGRAMS[name].items():
        (tmp_path / file).write_text(text, "utf-8")
    report = hybridize.analyze(tmp_path, root=tmp_path, preview=True, select=["HYB007", "HYB013"])
    assert {(each.place.path, each.place.line) for each in report.findings} == expected(PROGRAMS[name])
    assert len(report.findings) == len(expected(PROGRAMS[name]))


@needs_tensorflow
def test_tensorflow_goes_on_with_what_it_found_first() -> None:
    environment = {**os.environ, "TF_CPP_MIN_LOG_LEVEL": "3", "CUDA_VISIBLE_DEVICES": "-1"}
    command = [TENSORFLOW_PYTHON, "-c", RUN]
    done = subprocess.run(
        command, input=json.dumps(PROGRAMS), env=environment, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    differs: dict[str, bool] = json.loads(done.stdout.splitlines()[-1])
    assert differs == {name: bool(expected(files)) for name, files in PROGRAMS.items()}
