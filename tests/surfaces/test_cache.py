"""What is kept from run to run: an unchanged project is answered from it, anything else is analysed."""

from __future__ import annotations

import hashlib
import io
import os
import pickle
import subprocess
import sys
from pathlib import Path

import pytest
from surfaces.conftest import STEP, Command

import hybridize
from hybridize.rules.model import Finding
from hybridize.settings import AnalysisOptions
from hybridize.surfaces import analysis, api, cache
from hybridize.surfaces.analysis import analyze_files, read_project
from hybridize.verdicts.model.parts import Safety

ROOT = Path(__file__).resolve().parents[2]
CASES = ROOT / "tests" / "cases" / "projects"


@pytest.fixture
def kept(project: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder in which results of the project are kept."""
    monkeypatch.delenv(cache.VARIABLE)
    return project / cache.FOLDER


@pytest.fixture
def analyses(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """Each analysis from here on."""
    made: list[object] = []

    def counted(*arguments: object, **options: object) -> object:
        made.append(arguments)
        return analyze_files(*arguments, **options)  # type: ignore[arg-type]

    for module in (api, analysis):
        monkeypatch.setattr(module, "analyze_files", counted)
    return made


def test_the_second_run_answers_the_same_without_an_analysis(
    kept: Path, command: Command, analyses: list[object]
) -> None:
    for arguments in (["--report", "json"], ["explain", "step.py::step"], ["--output-format", "sarif"]):
        assert command(*arguments).out
        assert len(analyses) == 1, "selection and formats are no part of what is kept"
    first = command("--preview")
    assert command("--preview") == first
    assert len(analyses) == 2, "blocks are judged only where somebody hears of them"
    assert (kept / ".gitignore").read_text(encoding="utf-8") == "*\n"
    assert (kept / "CACHEDIR.TAG").exists()
    fresh = command("--report", "json", "--no-cache")
    assert len(analyses) == 3
    assert [line for line in fresh.out.splitlines() if "seconds" not in line][:-20] == [
        line for line in command("--report", "json").out.splitlines() if "seconds" not in line
    ][:-20]


def test_findings_alone_are_kept_until_somebody_asks_for_the_report(
    kept: Path, command: Command, analyses: list[object]
) -> None:
    first = command()
    assert command() == first
    assert command("--output-format", "json").out
    assert len(analyses) == 1
    report = command("--report", "json").out
    assert len(analyses) == 2
    assert command() == first
    assert command("--report", "json").out == report
    assert len(analyses) == 2


@pytest.mark.parametrize("change", ["content", "new", "gone", "option", "version"])
def test_any_other_input_is_another_result(
    kept: Path, project: Path, command: Command, analyses: list[object], change: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    command()
    arguments = []
    if change == "content":
        (project / "step.py").write_text(STEP.replace("range(3)", "range(4)"), encoding="utf-8")
    elif change == "new":
        (project / "new.py").write_text("x = 1\n", encoding="utf-8")
    elif change == "gone":
        (project / "noisy.py").unlink()
    elif change == "option":
        arguments = ["--min-gain", "high"]
    else:
        monkeypatch.setattr(cache, "program_state", lambda anywhere: "another")
    command(*arguments)
    assert len(analyses) == 2
    command(*arguments)
    assert len(analyses) == 2


def test_fixing_uses_and_renews_what_is_kept(kept: Path, command: Command, analyses: list[object]) -> None:
    command()
    assert command("--fix").err.startswith("Fixed 1 finding.")
    made = len(analyses)
    assert command("--fix").status == 1
    assert command().status == 1
    assert len(analyses) == made, "nothing to fix: nothing to analyse"


@pytest.mark.parametrize("damage", ["empty", "cut", "foreign", "code", "code after the findings"])
def test_a_damaged_result_is_no_result(
    kept: Path, command: Command, analyses: list[object], damage: str, tmp_path: Path
) -> None:
    expected = command("--report", "csv")
    (path,) = kept.glob("*.result")
    data = path.read_bytes()
    evil = pickle.dumps(Evil(str(tmp_path / "run")))
    path.write_bytes(
        {
            "empty": b"",
            "cut": data[: len(data) // 2],
            "foreign": signed(pickle.dumps({"findings": 3})),
            "code": signed(evil),
            "code after the findings": signed(data[32 : pickled_end(data)] + evil),
        }[damage]
    )
    assert command("--report", "csv") == expected
    assert len(analyses) == 2
    assert not (tmp_path / "run").exists()


class Evil:
    """What would run a command if it were read as pickles are."""

    def __init__(self, path: str) -> None:
        self.path = path

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return (os.mkdir, (self.path,))


class Named:
    """What is pickled as an attribute: the members of enumerations are, in some releases of Python 3.11."""

    def __init__(self, owner: type, name: str) -> None:
        self.owner, self.name = owner, name

    def __reduce__(self) -> tuple[object, tuple[type, str]]:
        return (getattr, (self.owner, self.name))


def test_members_of_enumerations_are_read_however_they_are_named() -> None:
    assert read(Named(Safety, "SAFE")) is Safety.SAFE
    for owner, name in [(Safety, "__init_subclass__"), (Finding, "__init__"), (complex, "real")]:
        with pytest.raises((pickle.UnpicklingError, KeyError)):
            read(Named(owner, name))


def read(value: object) -> object:
    """What a result gives in which a value is kept."""
    return cache._Reader(io.BytesIO(pickle.dumps(value))).load()


def pickled_end(data: bytes) -> int:
    """Where the verdicts begin in a result, after the findings."""
    stream = io.BytesIO(data)
    stream.seek(32)
    pickle.load(stream)
    return stream.tell()


def signed(payload: bytes) -> bytes:
    return hashlib.sha256(payload).digest() + payload


@pytest.mark.parametrize("project_name", sorted(path.name for path in CASES.iterdir() if path.is_dir()))
def test_what_is_read_is_what_was_kept(project_name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(cache.VARIABLE, str(tmp_path))
    made = analyze_files(read_project(CASES / project_name, AnalysisOptions()))
    cache.remember(made)
    again = read_project(CASES / project_name, AnalysisOptions())
    monkeypatch.setattr(analysis, "verdicts_anew", lambda _: pytest.fail("the verdicts cannot be read"))
    assert cache.recall(again)
    assert (again.findings, again.verdicts, again.errors) == (made.findings, made.verdicts, made.errors)


def test_failures_are_not_kept(kept: Path, command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise RuntimeError("no such thing")

    with monkeypatch.context() as patch:
        patch.setattr("hybridize.verdicts.decide.verdicts.decide", fail)
        assert command().status == 3
    assert command().status == 1


def test_the_folder_is_bounded(kept: Path, command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    command()
    (first,) = kept.glob("*.result")
    os.utime(first, (1, 1))
    monkeypatch.setattr(cache, "MAX_BYTES", first.stat().st_size + 10)
    command("--closed-world")
    assert first not in list(kept.glob("*.result")) and len(list(kept.glob("*.result"))) == 1


def test_clean_removes_what_is_kept(kept: Path, command: Command) -> None:
    command()
    assert kept.exists()
    result = command("clean")
    assert (result.status, result.out) == (0, "")
    assert f"Removed the results for {kept.parent} in {kept}." in result.err
    assert not kept.exists()
    assert "no results to remove" in command("clean").err


@pytest.mark.parametrize("every", [False, True])
def test_clean_leaves_the_results_of_other_projects_in_a_shared_folder(
    project: Path, command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, every: bool
) -> None:
    shared = tmp_path / "shared"
    monkeypatch.setenv(cache.VARIABLE, str(shared))
    other = tmp_path / "other"
    other.mkdir()
    (other / "setup.cfg").touch()
    (other / "loss.py").write_text(STEP, encoding="utf-8")
    command()
    own = set(shared.glob("*.result"))
    command("--root", str(other), str(other))
    assert len(own) == 1 and len(set(shared.glob("*.result"))) == 2
    assert "shared" in command("clean", *(["--all"] if every else [])).err
    assert set(shared.glob("*.result")).isdisjoint(own)
    assert len(list(shared.glob("*.result"))) == (0 if every else 1)
    assert "no results to remove" in command("clean").err


def test_what_another_checkout_has_kept_goes_with_the_project_that_used_it(
    project: Path, command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, analyses: list[object]
) -> None:
    monkeypatch.setenv(cache.VARIABLE, str(tmp_path / "shared"))
    checkouts = [tmp_path / name / "project" for name in ("first", "second")]
    for checkout in checkouts:
        checkout.mkdir(parents=True)
        (checkout / "setup.cfg").touch()
        (checkout / "loss.py").write_text(STEP, encoding="utf-8")
        command("--root", str(checkout), str(checkout))
    assert len(analyses) == 1
    command("clean", str(checkouts[1]))
    command("--root", str(checkouts[1]), str(checkouts[1]))
    assert len(analyses) == 2


def test_another_folder_can_be_named(
    project: Path, command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HYBRIDIZE_CACHE_DIR", str(tmp_path / "elsewhere"))
    command()
    assert list((tmp_path / "elsewhere").glob("*.result"))
    assert not (project / cache.FOLDER).exists()


def test_a_folder_that_is_no_project_is_not_written_to(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(cache.VARIABLE)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "home"))
    (tmp_path / "script.py").write_text(STEP, encoding="utf-8")
    assert len(hybridize.analyze(tmp_path / "script.py").findings) == 1
    assert sorted(path.name for path in tmp_path.iterdir()) == ["home", "script.py"]


@pytest.mark.slow
def test_parallel_runs_do_each_other_no_harm(kept: Path, project: Path, linters: str) -> None:
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    command = [linters, "-m", "hybridize", "--output-format", "concise"]
    runs = [
        subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        for _ in range(3)
    ]
    outputs = {run.communicate() for run in runs}
    assert len(outputs) == 1
    assert {run.returncode for run in runs} == {1}
    assert len(list(kept.glob("*.result"))) == 1
    assert not list(kept.glob("*.part"))


@pytest.mark.slow
def test_a_second_run_imports_no_analysis(kept: Path, project: Path) -> None:
    code = (
        "import sys; from hybridize.surfaces.cli import main\n"
        "main(['--exit-zero'])\n"
        "heavy = {'astroid', 'libcst', 'rich', 'hybridize.inference.run'} & set(sys.modules)\n"
        "assert not heavy or sys.argv[1:] == ['first'], heavy"
    )
    for argument in ("first", "second"):
        done = subprocess.run(
            [sys.executable, "-c", code, argument], env={**os.environ, "PYTHONPATH": str(ROOT)}, capture_output=True,
            text=True,
        )  # fmt: skip
        assert (done.returncode, done.stderr.count("Traceback")) == (0, 0), done.stderr
        assert "HYB001" in done.stdout
