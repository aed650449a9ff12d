"""The same through every door: the command, `[tool.hybridize]`, flake8, pylint and Python find the same."""

from __future__ import annotations

import json
import os
import re
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

import hybridize
from hybridize.rules.base import Rule
from hybridize.rules.registry import all_rules
from hybridize.surfaces.options import ANALYSIS_OPTIONS
from tests.served import LINTERS

pytestmark = pytest.mark.usefixtures("linters")
ROOT = Path(__file__).resolve().parents[2]
PYLINT = ["pylint", "--load-plugins=pylint_hybridize", "--disable=all", "--hybridize-preview=yes"]
NOT_FOUND_BY_ALL = {"HYB100", "HYB900"}
"""What is about the comments of flake8, and what is about files that each host reads for itself."""
Findings = set[tuple[str, int, str]]

TF = "import tensorflow as tf\n\n\n"
BODY = "    for _ in range(20):\n        x = tf.tanh(x * 2.0 + 1.0) - x\n    return x\n"
CALLED = "\n\nfor _ in range(9):\n    f(tf.ones(3))\n"
OPTIONS: dict[str, tuple[dict[str, str], object]] = {
    "boolean-literals": (
        {
            "main.py": f"{TF}@tf.function\ndef f(x, flag):\n    return x * 2 if flag else x\n\n\n"
            "for _ in range(9):\n    f(tf.ones(3), True)\n    f(tf.ones(3), False)\n"
        },
        True,
    ),
    "follow-type-hints": (
        {
            "main.py": f"{TF}def f(x: tf.Tensor):\n    total = tf.reduce_sum(x)\n    for row in x:\n"
            "        total += tf.reduce_sum(tf.square(row) + tf.abs(row) - tf.exp(row) + tf.sin(row) * tf.cos(row))\n"
            "    return total\n"
        },
        False,
    ),
    "speculative": (
        {"main.py": f"{TF}@tf.function\ndef train_step(images, n):\n    return train_step(images, n - 1)\n"}, False
    ),
    "test-entry-points": (
        {
            "lib.py": f"import numpy as np\n{TF}@tf.function\ndef f(x):\n    return np.exp(x)\n",
            "test_lib.py": f"import pytest\n{TF}from lib import f\n\n\n@pytest.mark.parametrize('x', [tf.ones(3)])\n"
            "def test_f(x):\n    f(x)\n",
        },
        False,
    ),
    "include-tests": (
        {
            "test_it.py": f"{TF}def f(x):\n{BODY}\n\ndef test_f():\n    for _ in range(30):\n        f(tf.ones(3))\n"
        },
        True,
    ),
    "input-signatures": (
        {
            "main.py": f"import numpy as np\n{TF}def f(x, y):\n    for _ in range(9):\n"
            "        y = tf.tanh(y) + x * tf.ones(3)\n    return y\n\n\n"
            "for _ in range(9):\n    f(np.ones(3), tf.ones(3))\n"
        },
        True,
    ),
    "closed-world": ({"main.py": f"{TF}@tf.function\ndef f(n: int):\n    return n\n"}, True),
    "min-gain": ({"main.py": f"{TF}def f(x):\n    return x + 1.0\n{CALLED}"}, "none"),
    "src": (
        {
            "a/helper.py": f"{TF}def f(x):\n{BODY}",
            "b/helper.py": f"{TF}def f(x):\n{BODY}",
            "main.py": f"{TF}from helper import f\n{CALLED}",
        },
        ["b"],
    ),
    "target-tensorflow": (
        {
            "main.py": f"{TF}class Net(tf.keras.Model):\n    def call(self, x):\n{BODY.replace('    ', '        ')}"
            "\n\nnet = Net()\nfor _ in range(9):\n    net(tf.ones(3))\n"
        },
        "2.15",
    ),
}
"""By option: a program whose findings it changes, and the value that does."""
SAID_BY_CONFIDENCE = {"closed-world"}
"""Options that change how sure a finding is: flake8 has no word for that."""


def run(project: Path, *arguments: str) -> str:
    """Run a linter in a project, with this checkout and nothing kept."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "HYBRIDIZE_CACHE_DIR": ""}
    done = subprocess.run(
        [LINTERS.python, "-m", *arguments], cwd=project, env=environment, capture_output=True, text=True
    )
    assert done.stderr == "" or arguments[0] == "hybridize", done.stderr
    return done.stdout


def of_command(project: Path, *arguments: str) -> Findings:
    """What the command finds."""
    found = json.loads(run(project, "hybridize", "--preview", "--output-format", "json", *arguments, "."))
    return {(each["path"], each["line"], each["code"] + each["confidence"]) for each in found}


def of_python(project: Path, **options: object) -> Findings:
    """What the function finds."""
    found = hybridize.analyze(project, root=project, preview=True, **options).findings
    return {(each.place.path, each.place.line, each.code + each.confidence) for each in found}


def of_flake8(project: Path, *arguments: str) -> Findings:
    """What flake8 finds, which has no word for confidence."""
    out = run(project, "flake8", "--select", "HYB", "--hybridize-preview", *arguments, ".")
    rows = re.findall(r"^(?:\./)?(.+?):(\d+):\d+: (HYB\d{3}) ", out, re.MULTILINE)
    return {(path, int(line), code) for path, line, code in rows}


def of_pylint(project: Path, *arguments: str) -> Findings:
    """What pylint finds: confidence INFERENCE is ours for `proven`."""
    files = sorted(path.relative_to(project).as_posix() for path in project.rglob("*.py"))
    names = ",".join(rule.name for rule in all_rules() if rule.code not in NOT_FOUND_BY_ALL)
    codes = {rule.name: rule.code for rule in all_rules()}
    out = run(project, *PYLINT, f"--enable={names}", "--output-format=json2", *arguments, *files)
    sure = {"INFERENCE": "proven", "INFERENCE_FAILURE": "assumed"}
    return {
        (each["path"], each["line"], codes[each["symbol"]] + sure.get(each["confidence"], each["confidence"]))
        for each in json.loads(out)["messages"]
    }


def without_confidence(found: Findings) -> Findings:
    """The findings as flake8 has them."""
    return {(path, line, code[:6]) for path, line, code in found}


def write(project: Path, files: dict[str, str]) -> None:
    """Make a project."""
    (project / "setup.cfg").touch()
    for name, text in files.items():
        (project / name).parent.mkdir(exist_ok=True)
        (project / name).write_text(text, encoding="utf-8")


def test_every_option_is_tried() -> None:
    assert set(OPTIONS) == {option.name for option in ANALYSIS_OPTIONS}


@pytest.mark.parametrize("name", OPTIONS)
def test_an_analysis_option_is_the_same_through_every_door(name: str, tmp_path: Path) -> None:
    files, value = OPTIONS[name]
    write(tmp_path, files)
    before = of_python(tmp_path)
    expected = of_python(tmp_path, **{name.replace("-", "_"): value})
    assert before != expected
    if isinstance(value, bool):
        flag = f"{'' if value else 'no-'}{name}"
        host = "yes" if value else "no"
    else:
        host = value if isinstance(value, str) else ",".join(value)  # type: ignore[arg-type]
        flag = f"{name}={host}"
    assert of_command(tmp_path, f"--{flag}") == expected
    assert of_pylint(tmp_path, f"--hybridize-{name}={host}") == expected
    found = of_flake8(tmp_path, f"--hybridize-{flag}")
    assert found == without_confidence(expected)
    assert name in SAID_BY_CONFIDENCE or found != of_flake8(tmp_path)
    (tmp_path / "pyproject.toml").write_text(f"[tool.hybridize]\n{name} = {json.dumps(value)}\n", encoding="utf-8")
    doors: list[Callable[[Path], Findings]] = [of_command, of_python, of_pylint]
    assert [door(tmp_path) for door in doors] == [expected] * 3
    assert of_flake8(tmp_path) == without_confidence(expected)


def example(rule: Rule) -> dict[str, str]:
    """The programs of a rule's page."""
    blocks = re.findall(r"```python\n(.*?)```", rule.sections["Example"], re.DOTALL)
    return {f"{rule.code.lower()}_{number}.py": block for number, block in enumerate(blocks)}


def test_every_code_is_found_through_every_door(tmp_path: Path) -> None:
    """Each rule's example is a project of its own, in one call of each door."""
    rules = [rule for rule in all_rules() if rule.code not in NOT_FOUND_BY_ALL]
    for rule in rules:
        folder = tmp_path / rule.code
        folder.mkdir()
        write(folder, example(rule))
        (folder / "pyproject.toml").write_text("[tool.hybridize]\npreview = true\n", encoding="utf-8")
    found = without_confidence(of_command(tmp_path, "--input-signatures"))
    assert {(Path(path).parent.name, code) for path, _, code in found} == {(rule.code,) * 2 for rule in rules}
    assert without_confidence(of_python(tmp_path, input_signatures=True)) == found
    assert of_flake8(tmp_path, "--hybridize-input-signatures") == found
    assert without_confidence(of_pylint(tmp_path, "--hybridize-input-signatures=yes")) == found


def test_a_comment_that_suppresses_nothing(tmp_path: Path) -> None:
    write(tmp_path, {"main.py": "x = 1  # noqa: HYB001\n"})
    expected = {("main.py", 1, "HYB100")}
    assert without_confidence(of_command(tmp_path)) == without_confidence(of_python(tmp_path)) == expected
    assert of_flake8(tmp_path) == expected
    assert without_confidence(of_pylint(tmp_path, "--enable=unused-suppression")) == expected
