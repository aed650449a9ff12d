"""The shape of the code: imports point one way, and the map in docs/development.md shows every module."""

from __future__ import annotations

import subprocess
import sys

from tests.project.module_map import LAYERS, PAGE, ROOT, redrawn

GENERATOR = "hybridize.frameworks.generate"


def test_imports_point_one_way() -> None:
    program = "import sys; from importlinter.cli import lint_imports_command; sys.exit(lint_imports_command())"
    done = subprocess.run([sys.executable, "-c", program, "--no-cache"], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


def test_linting_imports_neither_tensorflow_nor_numpy() -> None:
    program = (
        "import hybridize, sys; hybridize.analyze(sys.argv[1], root=sys.argv[1]);"
        "print(sorted({*sys.modules} & {*sys.argv[2:]}))"
    )
    folder = ROOT / "benchmarks" / "programs" / "package_project"
    command = [sys.executable, "-c", program, str(folder), "tensorflow", "keras", "numpy", "torch", GENERATOR]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=300)
    assert (done.stdout, done.stderr) == ("[]\n", "")


def test_the_map_is_right() -> None:
    """Run `python tests/project/module_map.py` where this fails."""
    text = PAGE.read_text("utf-8")
    assert redrawn(text) == text
    assert all(text.count(f"| `{layer}") >= 1 for layer in LAYERS)
