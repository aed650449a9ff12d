"""What linting reads and imports: only the data that is asked for, and nothing of the frameworks."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import hybridize
from hybridize.frameworks.knowledge import Knowledge, _read
from hybridize.settings import AnalysisOptions
from hybridize.surfaces.analysis import analyze_files, read_project

PACKAGE = Path(hybridize.__file__).parent
DATA = PACKAGE / "frameworks" / "data"


class Reading:
    """The data files that a Knowledge reads."""

    def __init__(self) -> None:
        self.files: list[str] = []
        self.knowledge = Knowledge(read=self._note)

    def _note(self, file: str) -> dict[str, object]:
        self.files.append(file)
        return _read(file)


@pytest.mark.parametrize(
    ("names", "files"),
    [
        ((), set()),
        (("print", "somewhere.else"), set()),
        (("builtins.print", "os.path.join"), {"builtins", "stdlib"}),
        (("numpy.zeros",), {"numpy"}),
        (("tensorflow.matmul",), {"tensorflow"}),
        (("tensorflow.keras.layers.Dense",), {"keras"}),
        (("tensorflow.compat.v1.placeholder",), {"tensorflow_v1"}),
        (("scipy.stats.norm.pdf", "pandas.DataFrame"), {"scipy", "pandas", "numpy"}),
        (("ssl.SSLContext",), {"stdlib_rare"}),
    ],
)
def test_only_the_files_that_are_asked_about_are_read(names: tuple[str, ...], files: set[str]) -> None:
    reading = Reading()
    for name in names:
        reading.knowledge.lookup(name)
    assert set(reading.files) - {"index"} <= files
    assert len(reading.files) == len(set(reading.files)), "nothing is read twice"


def test_the_raw_operations_are_not_read_for_the_others() -> None:
    reading = Reading()
    for name in ("tensorflow.nn.relu", "tensorflow.python.ops.math_ops.add", "tensorflow.nowhere.function"):
        reading.knowledge.lookup(name)
    assert "tensorflow_raw_ops" not in reading.files


def test_the_data_is_small() -> None:
    assert sum(path.stat().st_size for path in DATA.glob("*.json")) <= 3 * 2**20


def test_a_file_without_tensorflow_reads_nothing_about_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "main.py").write_text(
        "import os\ndef f(x):\n    return os.path.join(x, 'a')\nf('b')\n", encoding="utf-8"
    )
    reading = Reading()
    monkeypatch.setattr("hybridize.inference.run.load", lambda helpers: reading.knowledge)
    made = analyze_files(read_project(tmp_path, AnalysisOptions()))
    assert not made.errors and len(made.verdicts) == 1
    # `traced` says of the standard library as well what may stand in a graph.
    assert set(reading.files) <= {"index", "builtins", "stdlib", "traced"}


@pytest.mark.slow
def test_no_module_that_lints_imports_a_framework() -> None:
    """The generator's own subprocesses do: they run in the interpreter that has the framework."""
    generate = PACKAGE / "frameworks" / "generate"
    scripts = {generate / "probe.py", *(generate / "inventory").glob("*.py"), *(generate / "calls").glob("*.py")}
    frameworks = {"tensorflow", "keras", "tf_keras", "numpy", "torch"}
    for path in sorted(set(PACKAGE.rglob("*.py")) - scripts):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            assert not {name.partition(".")[0] for name in names} & frameworks, path
