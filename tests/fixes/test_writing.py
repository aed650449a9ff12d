"""Files on disk are either old or new, and keep what they had."""

from __future__ import annotations

import os
import signal
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from hybridize.fixes import writing
from hybridize.fixes.apply import FixPlan, plan, remove_stale, write
from hybridize.rules.model import SAFE, AddDecorator, Fix

OLD = b"import tensorflow as tf\r\ndef f(x): return x"
NEW = b"import tensorflow as tf\r\n@tf.function\r\ndef f(x): return x"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """The file that `planned` changes, below the project root `tmp_path`."""
    path = tmp_path / "package" / "module.py"
    path.parent.mkdir()
    path.write_bytes(OLD)
    return path


@pytest.fixture
def planned() -> FixPlan:
    """A plan with one change."""
    return plan({"package/module.py": OLD}, [Fix(SAFE, "add", (AddDecorator("package/module.py", 2, "f"),))])


def test_writes_and_keeps_permissions(tmp_path: Path, file: Path, planned: FixPlan) -> None:
    file.chmod(0o640)
    result = write(tmp_path, planned)
    assert (result.written, result.failed) == (planned.changes, ())
    assert file.read_bytes() == NEW
    assert stat.S_IMODE(file.stat().st_mode) == 0o640
    assert os.listdir(file.parent) == ["module.py"]


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root may give files away")
def test_keeps_the_owner(tmp_path: Path, file: Path, planned: FixPlan) -> None:
    os.chown(file, 12345, 54321)
    assert write(tmp_path, planned).failed == ()
    assert (file.stat().st_uid, file.stat().st_gid) == (12345, 54321)


def test_follows_symbolic_links(tmp_path: Path, file: Path, planned: FixPlan) -> None:
    target = tmp_path / "elsewhere.py"
    file.rename(target)
    file.symlink_to(Path("..") / "elsewhere.py")
    assert write(tmp_path, planned).failed == ()
    assert file.is_symlink()
    assert target.read_bytes() == NEW


@pytest.mark.parametrize("problem", ["changed", "gone", "read-only", "hard link"])
def test_leaves_a_file_alone_that_is_not_as_it_should_be(
    tmp_path: Path, file: Path, planned: FixPlan, problem: str
) -> None:
    said = {
        "changed": "the file has changed since it was analysed",
        "gone": "No such file or directory",
        "read-only": "the file is read-only",
        "hard link": "the file has several hard links",
    }
    if problem == "changed":
        file.write_bytes(OLD + b"\n")
    elif problem == "gone":
        file.unlink()
    elif problem == "read-only":
        file.chmod(0o444)
    else:
        os.link(file, tmp_path / "second.py")
    before = file.read_bytes() if file.exists() else b""
    result = write(tmp_path, planned)
    assert result.written == ()
    assert [failure.reason for failure in result.failed] == [said[problem]]
    assert (file.read_bytes() if file.exists() else b"") == before
    assert len(os.listdir(file.parent)) == file.exists()


@pytest.mark.parametrize("call", ["fsync", "chmod", "replace"])
@pytest.mark.parametrize("error", [OSError(28, "No space left on device"), KeyboardInterrupt()], ids=["full", "ended"])
def test_an_interrupted_write_leaves_the_old_file_and_nothing_else(
    tmp_path: Path, file: Path, planned: FixPlan, monkeypatch: pytest.MonkeyPatch, call: str, error: BaseException
) -> None:
    def fail(*_: object) -> None:
        raise error

    with monkeypatch.context() as patch:
        patch.setattr(os, call, fail)
        if isinstance(error, OSError):
            assert write(tmp_path, planned).failed[0].reason == "No space left on device"
        else:
            with pytest.raises(KeyboardInterrupt):
                write(tmp_path, planned)
    assert file.read_bytes() == OLD
    assert os.listdir(file.parent) == ["module.py"]
    assert write(tmp_path, planned).failed == ()


def test_one_failure_does_not_keep_the_other_files(tmp_path: Path) -> None:
    names = ["a.py", "b.py", "c.py"]
    made = plan(dict.fromkeys(names, OLD), [Fix(SAFE, "add", (AddDecorator(name, 2, "f"),)) for name in names])
    for name in ("a.py", "c.py"):
        (tmp_path / name).write_bytes(OLD)
    result = write(tmp_path, made)
    assert [change.path for change in result.written] == ["a.py", "c.py"]
    assert [failure.change.path for failure in result.failed] == ["b.py"]
    assert (tmp_path / "c.py").read_bytes() == NEW


KILLED = """
import os, signal, sys
from pathlib import Path
from hybridize.fixes.apply import plan, write
from hybridize.rules.model import SAFE, AddDecorator, Fix
root = Path(sys.argv[1])
data = (root / "a.py").read_bytes()
real = getattr(os, sys.argv[2])
def die(*arguments, **keywords):
    setattr(os, sys.argv[2], real)
    if sys.argv[3] == "after":
        real(*arguments, **keywords)
    os.kill(os.getpid(), getattr(signal, sys.argv[4]))
    if sys.argv[3] == "before":
        real(*arguments, **keywords)
setattr(os, sys.argv[2], die)
write(root, plan({"a.py": data}, [Fix(SAFE, "add", (AddDecorator("a.py", 2, "f"),))]))
"""


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGKILL")
@pytest.mark.parametrize(
    ("call", "when", "left"),
    [("fsync", "before", OLD), ("replace", "before", OLD), ("replace", "after", NEW)],
)
def test_a_killed_run_leaves_the_file_old_or_new(tmp_path: Path, call: str, when: str, left: bytes) -> None:
    (tmp_path / "a.py").write_bytes(OLD)
    command = [sys.executable, "-c", KILLED, str(tmp_path), call, when, "SIGKILL"]
    done = subprocess.run(command, check=False, timeout=600)
    assert done.returncode == -9
    assert (tmp_path / "a.py").read_bytes() == left
    assert len(os.listdir(tmp_path)) == (2 if when == "before" else 1)
    remove_stale([tmp_path / "a.py"])
    assert os.listdir(tmp_path) == ["a.py"]
    assert (tmp_path / "a.py").read_bytes() == left


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGSTOP")
@pytest.mark.parametrize("call", ["fsync", "chmod", "replace"])
def test_what_a_run_is_writing_is_not_stale(tmp_path: Path, call: str) -> None:
    (tmp_path / "a.py").write_bytes(OLD)
    run = subprocess.Popen([sys.executable, "-c", KILLED, str(tmp_path), call, "before", "SIGSTOP"])
    try:
        assert os.WIFSTOPPED(os.waitpid(run.pid, os.WUNTRACED)[1])
        assert len(os.listdir(tmp_path)) == 2
        remove_stale([tmp_path / "a.py"])
        assert len(os.listdir(tmp_path)) == 2
        run.send_signal(signal.SIGCONT)
        assert run.wait(timeout=600) == 0
    finally:
        run.kill()
        run.wait()
    assert os.listdir(tmp_path) == ["a.py"]
    assert (tmp_path / "a.py").read_bytes() == NEW


def test_only_what_is_named_as_ours_is_stale(tmp_path: Path) -> None:
    ours = {".a.py.12_4abcd.hybridize"}
    others = {"a.py", ".b.py.abcdefgh.hybridize", ".a.py.abcdefg.hybridize", ".a.py.hybridize", ".a.py.ABCDEFGH.swp"}
    for name in ours | others:
        (tmp_path / name).write_bytes(OLD)
    (tmp_path / ".a.py.abcdefgh.hybridize").symlink_to("a.py")
    (tmp_path / ".a.py.01234567.hybridize").mkdir()
    kept = set(os.listdir(tmp_path)) - ours
    remove_stale([tmp_path / "a.py", tmp_path / "gone" / "a.py"])
    assert set(os.listdir(tmp_path)) == kept


def test_a_new_file_that_was_taken_for_stale_is_made_again(
    tmp_path: Path, file: Path, planned: FixPlan, monkeypatch: pytest.MonkeyPatch
) -> None:
    taken: list[str] = []

    def take(handle: int, wait: bool = False) -> bool:
        if wait and not taken:
            taken.extend(each for each in os.listdir(file.parent) if each != file.name)
            os.unlink(file.parent / taken[0])
        return True

    monkeypatch.setattr(writing, "_lock", take)
    assert write(tmp_path, planned).failed == ()
    assert len(taken) == 1
    assert file.read_bytes() == NEW
    assert os.listdir(file.parent) == ["module.py"]


LIMITED = """
import resource, signal, sys
from pathlib import Path
from hybridize.fixes.apply import plan, write
from hybridize.rules.model import SAFE, AddDecorator, Fix
root = Path(sys.argv[1])
data = (root / "a.py").read_bytes()
made = plan({"a.py": data}, [Fix(SAFE, "add", (AddDecorator("a.py", 2, "f"),))])
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (len(data), len(data)))
(failure,) = write(root, made).failed
print(failure.reason)
"""


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no limits of this kind")
def test_a_file_that_finds_no_room_stays_old(tmp_path: Path) -> None:
    data = OLD + b"\r\n" + b"# much text\r\n" * 10_000
    (tmp_path / "a.py").write_bytes(data)
    done = subprocess.run([sys.executable, "-c", LIMITED, str(tmp_path)], check=True, capture_output=True, timeout=600)
    assert b"File too large" in done.stdout
    assert (tmp_path / "a.py").read_bytes() == data
    assert os.listdir(tmp_path) == ["a.py"]


RACING = """
import sys
from pathlib import Path
from hybridize.fixes.apply import plan, write
from hybridize.rules.model import SAFE, AddDecorator, Fix
root = Path(sys.argv[1])
names = [f"{number}.py" for number in range(40)]
data = (root / "0.py").read_bytes()
made = plan(dict.fromkeys(names, data), [Fix(SAFE, "add", (AddDecorator(name, 2, "f"),)) for name in names])
print("ready", flush=True)
sys.stdin.readline()
result = write(root, made)
print(len(result.written), *{failure.reason for failure in result.failed}, sep="|")
"""


@pytest.mark.slow
def test_two_runs_at_once_leave_each_file_new(tmp_path: Path) -> None:
    names = [f"{number}.py" for number in range(40)]
    for name in names:
        (tmp_path / name).write_bytes(OLD)
    command = [sys.executable, "-c", RACING, str(tmp_path)]
    runs = [subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) for _ in range(3)]
    for run in runs:
        assert run.stdout is not None and run.stdout.readline() == "ready\n"
    for run in runs:
        assert run.stdin is not None
        run.stdin.write("\n")
        run.stdin.flush()
    said = [run.communicate(timeout=600)[0].strip().split("|") for run in runs]
    assert {(tmp_path / name).read_bytes() for name in names} == {NEW}
    assert sorted(os.listdir(tmp_path)) == sorted(names)
    # Who comes too late says so; between two that come at the same time nobody can tell, and both wrote the same.
    assert sum(int(written) for written, *_ in said) >= len(names)
    assert {reason for _, *reasons in said for reason in reasons} <= {"the file has changed since it was analysed"}
