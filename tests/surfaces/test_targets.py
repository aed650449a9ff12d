"""The analysis target by target: the plan, what workers do and how they end, and that the findings are the same."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from surfaces.conftest import NOISY, STEP, Command

from hybridize.inference.driver import fixpoint
from hybridize.inference.python.frame import Frame
from hybridize.inference.state import budget
from hybridize.surfaces import cache, executors, targets
from hybridize.surfaces.analysis import Analysis, analyze_files
from hybridize.surfaces.report import Found
from hybridize.surfaces.workspace import Workspace

ROOT = Path(__file__).resolve().parents[2]
CASES = ROOT / "tests" / "cases" / "projects"
LIBRARY = """\
import tensorflow as tf


@tf.function
def power(x, n):
    return x ** n


power(tf.ones(3), 3)
"""
FILES = {
    "app/train.py": "import tensorflow as tf\nfrom lib.net import power\nfor n in range(9): power(tf.ones(3), n)\n",
    "lib/__init__.py": "",
    "lib/net.py": LIBRARY,
    "noisy/noisy.py": NOISY,
    "plain/plain.py": "x = 1\n",
    "step/step.py": STEP,
    "step/test_step.py": "from step import step\n",
}


class Here(Executor):
    """Does the calls at once, in this process."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as error:
            future.set_exception(error)
        return future


@pytest.fixture
def monorepo(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A root with some packages; the current folder. What is kept lies in it."""
    monkeypatch.delenv(cache.VARIABLE)
    for name, text in FILES.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    (tmp_path / "pyproject.toml").touch()
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def here(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, ...]]:
    """`--executor process` does all of it in this process; the files of each target that is analysed."""
    analysed: list[tuple[str, ...]] = []

    def noted(analysis: Analysis) -> Analysis:
        analysed.append(tuple(sorted(analysis.own or ())))
        return analyze_files(analysis)

    monkeypatch.setattr(executors, "FreshProcesses", lambda jobs: Here())
    monkeypatch.setattr(targets, "analyze_files", noted)
    return analysed


def plan(command: Command, *arguments: str) -> dict[str, dict[str, Any]]:
    result = command("--plan", "--output-format", "json", *arguments)
    assert result.status == 0
    return {each["folders"][0]: each for each in json.loads(result.out)["targets"]}


def test_the_plan_in_words(monorepo: Path, command: Command) -> None:
    result = command("--plan")
    assert result.status == 0
    assert re.sub(r"[0-9a-f]{12}, ", "#, ", result.out) == (
        "app: 1 file, 3 lines\n  reads 2 more files, 9 lines\n  #, about 0 s\n"
        "lib: 2 files, 9 lines\n  imported by app/train.py\n  #, about 0 s\n"
        "noisy: 1 file, 10 lines\n  #, about 0 s\n"
        "plain: 1 file, 1 line\n  #, about 0 s\n"
        "step: 2 files, 12 lines\n  #, about 0 s\n"
    )
    assert result.err == "5 targets, 0 cached; about 0 s for the others.\n"
    (monorepo / "lib" / "net.py").write_text("from app import train\n", encoding="utf-8")
    assert "app: 3 files, 4 lines\n  in a circle with lib\n" in command("--plan").out


def test_the_plan_as_json(monorepo: Path, command: Command) -> None:
    found = plan(command)
    assert list(found) == ["app", "lib", "noisy", "plain", "step"]
    app = found["app"]
    assert (app["files"], app["reads"]) == (["app/train.py"], ["lib/__init__.py", "lib/net.py"])
    assert (app["lines"], app["lines_read"], app["cached"]) == (3, 12, False)
    assert found["lib"]["imported_by"] == ["app/train.py"]
    assert plan(command) == found
    # Lines count, whatever stands on them.
    (monorepo / "big.py").write_text("import keras\n" + "# x\n" * 19_999, encoding="utf-8")
    (monorepo / "plain" / "big.py").write_text("# x\n" * 20_000, encoding="utf-8")
    found = plan(command)
    assert (found["."]["estimated_seconds"], found["plain"]["estimated_seconds"]) == (14.0, 0.4)


def test_hashes_change_with_what_is_read(monorepo: Path, command: Command) -> None:
    def changed(edit: Callable[[], object]) -> set[str]:
        before = plan(command)
        edit()
        return {name for name, each in plan(command).items() if name in before and each["hash"] != before[name]["hash"]}

    def append(name: str) -> Callable[[], object]:
        path = monorepo / name
        return lambda: path.write_text(path.read_text("utf-8") + "# a comment\n", encoding="utf-8")

    assert changed(append("step/step.py")) == {"step"}
    assert changed(append("lib/net.py")) == {"app", "lib"}
    assert changed(lambda: (monorepo / "plain" / "more.py").write_text("def f(): pass\n", "utf-8")) == {"plain"}
    assert changed(lambda: (monorepo / "new" / "deep").mkdir(parents=True)) == set()
    assert changed(lambda: (monorepo / "new" / "deep" / "new.py").touch()) == set()
    assert changed((monorepo / "noisy" / "setup.cfg").touch) == {"noisy"}
    everything = "[tool.hybridize]\nclosed-world = true\n"
    assert changed(lambda: (monorepo / "pyproject.toml").write_text(everything, encoding="utf-8")) == {*plan(command)}


def test_only_what_is_asked_about_is_planned_and_analysed(
    monorepo: Path, command: Command, here: list[tuple[str, ...]]
) -> None:
    assert list(plan(command, "app", "step/step.py")) == ["app", "step"]
    result = command("step/step.py::step", "--executor", "process", "--output-format", "concise")
    assert result.out.startswith("step/step.py:4:") and here == [("step/step.py", "step/test_step.py")]
    result = command("step/step.py::stop", "--executor", "process")
    assert result.status == 2 and "there is no function 'stop' in step/step.py" in result.err


def test_a_syntax_error_is_planned_and_told(monorepo: Path, command: Command, here: list[tuple[str, ...]]) -> None:
    (monorepo / "step" / "broken.py").write_text("def f(:\n", encoding="utf-8")
    result = command("--plan", "--quiet")
    assert result.status == 0 and result.err.count("step/broken.py:1: syntax-error: ") == 1
    whole = command("--no-cache", "step")
    by_targets = command("--no-cache", "--executor", "process", "step")
    assert (by_targets.status, by_targets.out) == (whole.status, whole.out)
    assert by_targets.err.count("step/broken.py:1: syntax-error: ") == 1


@pytest.mark.usefixtures("here")
def test_the_callers_that_are_not_seen_are_named(monorepo: Path, command: Command) -> None:
    whole = command("--no-cache", "--output-format", "concise")
    result = command("--executor", "process", "--output-format", "concise")
    lost = set(whole.out.splitlines()).symmetric_difference(result.out.splitlines())
    assert lost and all(line.startswith("lib/net.py:5:") for line in lost)
    assert "Not seen: the calls of 1 file that imports a target from outside: app/train.py." in result.err
    report = json.loads(command("--executor", "process", "--report", "json").out)
    assert {each["folder"]: each["imported_by"] for each in report["targets"] if each["imported_by"]} == {
        "lib": ["app/train.py"]
    }
    assert "targets" not in json.loads(command("--report", "json").out)


@pytest.mark.usefixtures("here")
def test_outputs_are_those_of_the_whole(monorepo: Path, command: Command) -> None:
    (monorepo / "app" / "train.py").unlink()
    for arguments in (["--output-format", "sarif"], ["--preview"], ["--include-tests"], ["--near-misses"], ["--quiet"]):
        whole = command("--no-cache", *arguments)
        assert command("--no-cache", "--executor", "process", *arguments) == whole
    report, by_targets = (
        json.loads(command("--no-cache", "--report", "json", *more).out) for more in ([], ["--executor", "process"])
    )
    assert by_targets.pop("targets") and by_targets["statistics"].pop("seconds") and report["statistics"].pop("seconds")
    assert by_targets == report
    html = [command("--no-cache", "--report", "html", *more).out for more in ([], ["--executor", "process"])]
    assert html[0] == html[1]
    command("--write-baseline", "known.json", "--executor", "process")
    result = command("--baseline", "known.json", "--executor", "process")
    assert result.status == 0 and "in the baseline." in result.err
    assert command("--executor", "process", "--statistics").out.count("HYB") > 2


def findings(folder: Path, *, by_targets: bool) -> Found:
    workspace = Workspace.of([str(folder)], lambda _: {"preview": True, "no_cache": True}, whole=False)
    if by_targets:
        targets.analyse(workspace.runs, Here())
    return workspace.found


def test_findings_of_many_projects_equal_those_of_the_whole(tmp_path: Path) -> None:
    """The projects of tests/cases, each a folder of a monorepo, but for those with a configuration of their own."""
    for project in CASES.iterdir():
        if not (project / "pyproject.toml").exists():
            shutil.copytree(project, tmp_path / project.name)
    (tmp_path / "pyproject.toml").touch()
    whole, apart = (findings(tmp_path, by_targets=each) for each in (False, True))
    assert len(apart.targets) > 10 and len(whole.findings) > 20
    assert not any(each.imported_by for each in apart.targets)
    assert apart.findings == whole.findings
    assert (apart.errors, apart.checked) == (whole.errors, whole.checked)
    assert apart.limited.unconnected == whole.limited.unconnected


POWERS = """\
import tensorflow as tf


@tf.function
def power(x, n):
    return x ** n


def step(x, n):
    return power(x, n)


for image in range(100):
    step(tf.ones(3), 1)
    step(tf.ones(3), 2)
    step(tf.ones(3), 3)
    step(tf.ones(3), 4)
"""
"""A program with a finding that counts what a small program tells apart, and a larger one does not."""
MANY = "import tensorflow as tf\n" + "".join(f"def f{number}(x):\n    return x\n" for number in range(300))


@pytest.mark.parametrize("are_projects", [True, False])
def test_a_target_has_the_limits_that_it_has_in_the_whole(tmp_path: Path, are_projects: bool) -> None:
    """Those of its project: the large one next to it counts if both are folders of one project, and only then."""
    (tmp_path / "pyproject.toml").touch()
    for name, text in (("large", MANY), ("small", POWERS)):
        (tmp_path / name).mkdir()
        (tmp_path / name / f"{name}.py").write_text(text, encoding="utf-8")
        if are_projects:
            (tmp_path / name / "setup.cfg").touch()
    whole, apart = (findings(tmp_path, by_targets=each) for each in (False, True))
    assert len(apart.targets) == 2 and apart.findings == whole.findings
    (found,) = whole.findings
    assert f"{4 if are_projects else 2} times in all" in found.message


def test_what_one_project_uses_up_another_still_has(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No limit is reached by the number of functions, but by the work for one of two projects."""
    grown = "pool = []\ndef f(x):\n    pool.append(x)\n    return [f(y) for y in pool]\n"
    texts = {"busy": f"import tensorflow as tf\n{grown}" + "f(object())\n" * 60, "other": POWERS}
    for name, text in texts.items():
        (tmp_path / name).mkdir()
        (tmp_path / name / "setup.cfg").touch()
        (tmp_path / name / f"{name}.py").write_text(text, encoding="utf-8")
    (tmp_path / "pyproject.toml").touch()
    before = findings(tmp_path, by_targets=False)
    assert [each.place.path for each in before.findings] == ["other/other.py"]
    monkeypatch.setattr(budget, "ACCESSES_FREE", 100)
    monkeypatch.setattr(budget, "ACCESSES_PER_FUNCTION", 0)
    whole, apart = (findings(tmp_path, by_targets=each) for each in (False, True))
    assert whole.findings == apart.findings == before.findings
    (tmp_path / "busy" / "setup.cfg").unlink()
    (tmp_path / "other" / "setup.cfg").unlink()
    assert findings(tmp_path, by_targets=False).findings != before.findings


def test_projects_side_by_side_share_the_workers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: Command, here: list[tuple[str, ...]]
) -> None:
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "setup.cfg").touch()
        (tmp_path / name / "step.py").write_text(STEP, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    result = command("one", "two", "--executor", "process", "--output-format", "concise")
    assert [line.partition(":")[0] for line in result.out.splitlines()] == ["one/step.py", "two/step.py"]
    assert here == [("step.py",), ("step.py",)]
    assert list(plan(command, "one", "two")) == ["one", "two"]


def test_unchanged_targets_are_not_analysed_again(
    monorepo: Path, command: Command, here: list[tuple[str, ...]]
) -> None:
    first = command("--executor", "process")
    assert len(here) == 5
    assert command("--executor", "process") == first and len(here) == 5
    assert all(each["cached"] for each in plan(command).values())
    with open(monorepo / "lib" / "net.py", "a", encoding="utf-8") as file:
        file.write("# a comment\n")
    assert command("--executor", "process").out == first.out
    assert set(here[5:]) == {("app/train.py",), ("lib/__init__.py", "lib/net.py")}
    command("--executor", "process", "--no-cache")
    assert len(here) == 12
    for path in (monorepo / cache.FOLDER).glob("*.result"):
        path.write_bytes(path.read_bytes()[:-1])
    assert command("--executor", "process").out == first.out and len(here) == 17


def test_results_can_be_shared_by_machines(
    monorepo: Path, command: Command, here: list[tuple[str, ...]], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Another checkout, with a program that was installed at another time."""
    monkeypatch.setenv(cache.VARIABLE, str(tmp_path / "shared"))
    first = command("--executor", "process")
    other = shutil.copytree(monorepo, tmp_path / "other", ignore=shutil.ignore_patterns("shared"))
    monkeypatch.chdir(other)
    assert command("--executor", "process") == first and len(here) == 5
    modes = {path.stat().st_mode & 0o777 for path in (tmp_path / "shared").glob("*.result")}
    assert sys.platform == "win32" or modes == {(tmp_path / "shared").stat().st_mode & 0o666}
    (one, two) = (tmp_path / "one.py", tmp_path / "two.py")
    for path, time in ((one, 1), (two, 2)):
        path.write_text("x = 1\n", encoding="utf-8")
        os.utime(path, (time, time))
    assert cache._state(str(one), True) == cache._state(str(two), True) != cache._state(str(two), False)


def test_machines_may_write_the_same_result_at_once(monorepo: Path, command: Command) -> None:
    workspace = Workspace.of(["step"], lambda _: {})
    planned = targets.Plan.of(workspace.runs[0]).targets[0]
    answer = targets.analyse_alone(targets.task_of(planned.analysis), None, None)
    assert isinstance(answer, bytes)

    def write_and_read(_: int) -> bool:
        again = targets.Plan.of(workspace.runs[0]).targets[0].analysis
        cache.remember(again, answer)
        return cache.recall(again)

    with ThreadPoolExecutor(4) as threads:
        assert all(threads.map(write_and_read, range(40)))
    assert [path.suffix for path in (monorepo / cache.FOLDER).glob("*.*") if path.suffix == ".part"] == []


@pytest.mark.usefixtures("here")
@pytest.mark.pure("puts another function in the place of one of a compiled module")
@pytest.mark.skipif(sys.platform != "linux", reason="nothing bounds the memory of a process")
def test_a_target_that_needs_too_much_memory_is_told_and_hides_no_other(
    monorepo: Path, command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = command("--no-cache", "--output-format", "concise", "noisy", "step")
    body = fixpoint._body

    def greedy(frame: Frame) -> None:
        # Below, whatever fails is taken for a fault of one function.
        if frame.context.scope.root().file.endswith("net.py"):
            bytearray(64 << 30)
        body(frame)

    monkeypatch.setattr(fixpoint, "_body", greedy)
    result = command("--executor", "process", "--max-memory", "16000", "--output-format", "concise")
    assert (result.status, result.out) == (3, whole.out)
    for name in ("app", "lib"):
        told = f"internal-error: the target {name} was not analysed: it needs more than 16,000 MiB of memory"
        assert result.err.count(told) == 1


@pytest.mark.skipif(sys.platform != "linux", reason="nothing bounds the memory of a process")
def test_a_bound_that_nothing_fits_into(monorepo: Path, command: Command) -> None:
    result = command("--executor", "process", "--max-memory", "1", "noisy")
    assert (result.status, result.out) == (3, "")
    assert result.err.count("the target noisy was not analysed: it needs more than 1 MiB of memory") == 1


@pytest.mark.usefixtures("here")
def test_where_the_parser_has_no_memory_the_code_is_not_wrong(
    monorepo: Path, command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    def without_memory(*_: object) -> object:
        raise MemoryError

    def in_worker(analysis: Analysis) -> Analysis:
        with monkeypatch.context() as patched:
            patched.setattr("hybridize.program.trees.ast.parse", without_memory)
            return analyze_files(analysis)

    monkeypatch.setattr(targets, "analyze_files", in_worker)
    result = command("--executor", "process", "noisy")
    assert (result.status, result.out) == (3, "")
    assert "the target noisy was not analysed: it needs more than 2,048 MiB" in result.err
    assert "syntax-error" not in result.err and not list((monorepo / cache.FOLDER).glob("*.result"))


@pytest.mark.usefixtures("here")
def test_a_layer_that_fails_costs_one_target(
    monorepo: Path, command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(analysis: Analysis) -> Analysis:
        if "step/step.py" in (analysis.own or ()):
            monkeypatch.setattr("hybridize.inference.analyze", None)
        return analyze_files(analysis)

    monkeypatch.setattr(targets, "analyze_files", fail)
    (monorepo / "step" / "broken.py").write_text("def f(:\n", encoding="utf-8")
    result = command("--executor", "process", "step", "--output-format", "concise")
    assert (result.status, result.out) == (3, "")
    assert "the target step was not analysed: the analysis (inference) failed: TypeError" in result.err


def test_a_worker_with_another_program_analyses_nothing(monorepo: Path) -> None:
    workspace = Workspace.of(["noisy"], lambda _: {"no_cache": True})
    task = targets.task_of(targets.Plan.of(workspace.runs[0]).targets[0].analysis)
    told = "its worker has another release of hybridize, of Python, or of a plug-in"
    assert targets.analyse_alone(task, None, "another") == told
    targets.analyse(workspace.runs, Here(), elsewhere=True)
    assert workspace.found.errors == () and len(workspace.found.findings) == 1


DYING = """\
import os, signal
import hybridize.surfaces.targets as targets

analyze_files, home = targets.analyze_files, os.environ["HOME_OF_TEST"]


def noted(analysis):
    with open(os.path.join(home, "analysed"), "a") as file:
        file.write(f"{os.getpid()} {min(analysis.own)}\\n")
    if min(analysis.own).startswith(os.environ["DIES"]):
        try:
            os.close(os.open(os.path.join(home, "died"), os.O_CREAT | os.O_EXCL))
        except FileExistsError:
            if os.environ["OFTEN"]:
                os.kill(os.getpid(), signal.SIGKILL)
        else:
            os.kill(os.getpid(), signal.SIGKILL)
    return analyze_files(analysis)


targets.analyze_files = noted
"""
"""Python runs it as it starts: a worker that analyses a target dies, the first time or each time."""


@pytest.fixture
def run_dying(monorepo: Path, tmp_path_factory: pytest.TempPathFactory) -> Callable[..., tuple[Any, list[list[str]]]]:
    """The command in a process of its own; its result, and by whom each target was begun."""
    home = tmp_path_factory.mktemp("home")
    (home / "sitecustomize.py").write_text(DYING, encoding="utf-8")

    def run(*arguments: str, dies: str, often: bool = False) -> tuple[Any, list[list[str]]]:
        environment = {
            **os.environ, "PYTHONPATH": os.pathsep.join([str(home), str(ROOT)]), "HOME_OF_TEST": str(home),
            "DIES": dies, "OFTEN": "1" * often,
        }  # fmt: skip
        result = subprocess.run(
            [sys.executable, "-m", "hybridize", "--no-cache", "--output-format", "concise", *arguments],
            env=environment, capture_output=True, text=True, check=False,
        )  # fmt: skip
        return result, [line.split() for line in (home / "analysed").read_text().splitlines()]

    return run


@pytest.mark.slow
@pytest.mark.parametrize("name", ["process", "dask"])
def test_what_a_dead_worker_had_begun_is_done_by_another(
    name: str, run_dying: Callable[..., tuple[Any, list[list[str]]]], command: Command
) -> None:
    expected = command("--no-cache", "--executor", "process", "--output-format", "concise")
    result, begun = run_dying("--executor", name, "--jobs", "2", dies="noisy")
    assert (result.returncode, result.stdout) == (1, expected.out)
    paths = [path for _, path in begun]
    assert len({*paths}) == 5
    # Dask's workers hold what they have found until somebody fetches it: that, too, is done again.
    assert name == "dask" or len(paths) == 6
    dead, successor = (pid for pid, path in begun if path == "noisy/noisy.py")
    assert dead != successor and len({pid for pid, _ in begun}) > 1


@pytest.mark.slow
@pytest.mark.parametrize("name", ["process", "dask"])
def test_what_ends_two_workers_is_told_and_hides_no_other(
    name: str, run_dying: Callable[..., tuple[Any, list[list[str]]]], command: Command
) -> None:
    others = command("--no-cache", "--executor", "process", "--output-format", "concise", "app", "lib", "plain", "step")
    result, begun = run_dying("--executor", name, "--jobs", "2", dies="noisy", often=True)
    assert (result.returncode, result.stdout) == (3, others.out)
    assert result.stderr.count("the target noisy was not analysed: its worker ended twice without an answer") == 1
    paths = [path for _, path in begun]
    assert paths.count("noisy/noisy.py") == 2 and len({*paths}) == 5


WAITING = """\
import os
import hybridize.surfaces.targets as targets


def waiting(analysis):
    os.write(os.open(os.environ["PIPE"], os.O_WRONLY), b"begun")
    while True:
        os.read(os.pipe()[0], 1)


targets.analyze_files = waiting
"""


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="nothing tells that a process has ended")
@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGINT])
def test_a_command_that_is_ended_leaves_no_process(number: signal.Signals, monorepo: Path, tmp_path: Path) -> None:
    (tmp_path / "home").mkdir()
    (tmp_path / "home" / "sitecustomize.py").write_text(WAITING, encoding="utf-8")
    os.mkfifo(tmp_path / "pipe")
    path = os.pathsep.join([str(tmp_path / "home"), str(ROOT)])
    command = [sys.executable, "-m", "hybridize", "--no-cache", "--executor", "process", "noisy"]
    environment = {**os.environ, "PYTHONPATH": path, "PIPE": str(tmp_path / "pipe")}
    # What a shell runs in the background ignores the signal of the keyboard, and so does all that it starts.
    heeding = partial(signal.signal, signal.SIGINT, signal.SIG_DFL)
    with subprocess.Popen(command, env=environment, preexec_fn=heeding) as process:
        with open(tmp_path / "pipe", "rb", buffering=0) as pipe:
            assert pipe.read(5) == b"begun"
            process.send_signal(number)
            assert pipe.read(1) == b"", "the worker has the other end until it ends"
    assert process.returncode == (-number if number == signal.SIGKILL else 130)


@pytest.mark.slow
def test_a_cluster_can_be_named(monorepo: Path, command: Command) -> None:
    dask, distributed = pytest.importorskip("dask"), pytest.importorskip("distributed")
    arguments = ("--no-cache", "--output-format", "concise", "noisy", "step", "--executor", "dask")
    with distributed.LocalCluster(1, threads_per_worker=1, dashboard_address=None) as cluster:
        named = command(*arguments, "--scheduler", cluster.scheduler_address)
        with dask.config.set({"scheduler-address": cluster.scheduler_address}):
            configured = command(*arguments)
    assert named == configured and named.status == 1
    assert named.out == command("--no-cache", "--output-format", "concise", "noisy", "step").out
    with dask.config.set({"distributed.comm.timeouts.connect": "1s"}):
        result = command(*arguments, "--scheduler", cluster.scheduler_address)
    assert result.status == 2 and f"there is no Dask cluster at {cluster.scheduler_address!r}" in result.err


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("--executor", "process", "--fix"), "--executor: not allowed with --fix, --fix-only and --diff"),
        (("--executor", "process", "--diff"), "--executor: not allowed with --fix, --fix-only and --diff"),
        (("--executor", "dask", "--watch"), "--executor: not allowed with --watch"),
        (("--executor", "process", "-"), "--executor: not allowed with `-`"),
        (("--executor", "process", "--report", "callgraph"), "--executor: not allowed with --report callgraph"),
        (("--executor", "cluster"), "invalid choice: 'cluster'"),
        (("--executor", "process", "--scheduler", "tcp://one:1"), "--scheduler: only with `--executor dask`"),
        (("--plan", "--fix"), "--plan: not allowed with --fix"),
        (("--plan", "--report", "json"), "--report: not allowed with --plan"),
        (("--plan", "--output-format", "sarif"), "--plan: prints text, or with `--output-format json` JSON"),
        (("--executor", "process", "--max-memory", "0"), "must be a whole number above 0, not '0'"),
        (("explain", "step/step.py:4", "--executor", "process"), "unrecognized arguments: --executor"),
    ],
)
def test_what_makes_no_sense_is_wrong_usage(
    arguments: tuple[str, ...], told: str, monorepo: Path, command: Command
) -> None:
    result = command(*arguments)
    assert result.status == 2 and told in result.err and result.out == ""


def test_processes_do_what_this_one_would(monorepo: Path, command: Command) -> None:
    # The stack that is reserved for deep recursion is larger than that, and does not count.
    first = command("--executor", "process", "--jobs", "2", "app", "step", "--max-memory", "500")
    assert first.status == 1 and "HYB001" in first.out
    assert command("--executor", "process", "--jobs", "2", "app", "step") == first
