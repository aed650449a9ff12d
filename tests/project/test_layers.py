"""The shape of the code: imports point one way, and the map in docs/development.md shows every module."""

from __future__ import annotations

import subprocess
import sys

import grimp

from hybridize.inference.results.call_graph import strong_components
from tests.project.module_map import LAYERS, PAGE, ROOT, redrawn

LARGEST_CIRCLE = 3
"""Files that may import each other in a circle, for types or at run time."""
GENERATOR = "hybridize.frameworks.generate"


def test_imports_point_one_way() -> None:
    program = "import sys; from importlinter.cli import lint_imports_command; sys.exit(lint_imports_command())"
    done = subprocess.run([sys.executable, "-c", program, "--no-cache"], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


def test_circles_of_imports_are_small() -> None:
    """Imports that only type checkers see count as well."""
    graph = grimp.build_graph("hybridize", exclude_type_checking_imports=False, cache_dir=None)
    circles = strong_components(sorted(graph.modules), graph.find_modules_directly_imported_by)
    assert [sorted(circle) for circle in circles if len(circle) > LARGEST_CIRCLE] == []


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
