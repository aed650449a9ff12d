"""A small project with one finding of each kind, and runs of the real linters over it."""

from __future__ import annotations

import os
import re
import subprocess
import sysconfig
from collections.abc import Callable
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]

PROJECT = {
    "setup.cfg": "",
    "steps.py": (
        "import tensorflow as tf\n\n\ndef loss(x, y):\n"
        "    d = tf.square(tf.tanh(x) - tf.tanh(y)) + tf.abs(tf.sin(x) * tf.cos(y))\n"
        "    return tf.reduce_mean(d) + tf.reduce_max(d)\n"
    ),
    "graphs.py": (
        "import tensorflow as tf\n\n\n@tf.function\ndef double(x):\n    print(x)\n    return x * 2\n\n\n"
        "@tf.function\ndef repeat(x, n):\n    return x * n\n"
    ),
    "main.py": (
        "import tensorflow as tf\n\nfrom graphs import double, repeat\nfrom steps import loss\n\n"
        "for _ in range(3):\n    loss(tf.ones(3), tf.zeros(3))\n    double(tf.ones(3))\n"
        "repeat(tf.ones(3), 10)\nrepeat(tf.ones(3), 20)\n"
    ),
}
EXPECTED = {("graphs.py", 6, "HYB004"), ("graphs.py", 11, "HYB002"), ("steps.py", 4, "HYB001")}
"""Path, line and code of what is to be found in PROJECT."""

Run = Callable[..., "subprocess.CompletedProcess[str]"]


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """PROJECT on disk."""
    for name, text in PROJECT.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path


def in_project(command: Callable[[str], list[str]], project: Path, hook: Path) -> Run:
    """Run a program in the project by the command for its name; `hook` is for what Python imports as it starts.

    `analyses` of what comes back is how often the project was analysed.
    """
    log = hook / "analyses"
    (hook / "sitecustomize.py").write_text(
        "import os, sys\n"
        "import hybridize.surfaces.analysis as analysis\n"
        "original = analysis.analyze_files\n"
        "def counted(*args, **kwargs):\n"
        f"    with open({str(log)!r}, 'a') as file:\n"
        "        file.write('analysis\\n')\n"
        "    if os.environ.get('CRASH'):\n"
        "        raise RuntimeError('made to fail')\n"
        "    return original(*args, **kwargs)\n"
        "for module in [*sys.modules.values()]:\n"
        "    if getattr(module, 'analyze_files', None) is original:\n"
        "        module.analyze_files = counted\n"
        "method = os.environ.get('START_METHOD')\n"
        "if method:\n"
        "    import multiprocessing\n"
        "    multiprocessing.set_start_method(method, force=True)\n",
        encoding="utf-8",
    )

    def start(
        program: str, *args: str, stdin: str | None = None, **environment: str
    ) -> subprocess.CompletedProcess[str]:
        log.unlink(missing_ok=True)
        path = os.pathsep.join([str(hook), str(ROOT), os.environ.get("PYTHONPATH", "")])
        done = subprocess.run(
            [*command(program), *args],
            cwd=project, input=stdin, text=True, capture_output=True, timeout=600,
            env={**os.environ, "PYTHONPATH": path, "PYTHONHASHSEED": "0", **environment},
        )  # fmt: skip
        done.analyses = len(log.read_text().splitlines()) if log.exists() else 0  # type: ignore[attr-defined]
        return done

    return start


@pytest.fixture
def run(linters: str, project: Path, tmp_path_factory: pytest.TempPathFactory) -> Run:
    """Run a linter in the project, in a copy of a process that has imported it."""
    return in_project(lambda module: [linters, "-m", module], project, tmp_path_factory.mktemp("hook"))


@pytest.fixture
def run_installed(project: Path, tmp_path_factory: pytest.TempPathFactory) -> Run:
    """Run a linter in the project, as it is installed."""
    return in_project(lambda name: [installed(name)], project, tmp_path_factory.mktemp("hook"))


def installed(name: str) -> str:
    """A program that was installed beside this Python."""
    return os.path.join(sysconfig.get_path("scripts"), name)


def flake8_findings(output: str) -> set[tuple[str, int, str]]:
    """What flake8 printed."""
    return {
        (Path(m[1]).name, int(m[2]), m[3]) for m in re.finditer(r"^(.+?):(\d+):\d+: (HYB\d+) ", output, re.MULTILINE)
    }


def pylint_findings(output: str) -> set[tuple[str, int, str]]:
    """What pylint printed, with our codes in place of pylint's ids."""
    return {
        (Path(m[1]).name, int(m[2]), f"HYB0{m[3]}")
        for m in re.finditer(r"^(.+?):(\d+):\d+: W58(\d\d): ", output, re.MULTILINE)
    }
