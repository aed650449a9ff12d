"""Work that several processes share has the same results, whatever becomes of the processes."""

from __future__ import annotations

import errno
import io
import multiprocessing
import os
import pickle
import re
import select
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from hybridize import workers
from hybridize.process import MAX_JOBS, PROGRESS, usable_cores
from hybridize.surfaces.cache import _Reader
from hybridize.verdicts.decide.verdicts import _Judge
from hybridize.workers import SharedWork, may_fork

from .conftest import NOISY, RECURSIVE, STEP, Command

ROOT = Path(__file__).resolve().parents[2]
forking = pytest.mark.skipif(not hasattr(os, "fork"), reason="one process has to do")
PATIENCE = 600
"""Seconds that nothing here takes; a test that waits longer fails."""


def _is_over(pid: int) -> bool:
    """Whether a process has ended, and nothing is left of it."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return True
    return False


@pytest.fixture
def at_once(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Share also what one process would do in no time, and although pytest may have threads; all processes end."""
    monkeypatch.setattr(workers, "PATIENCE", 0.0)
    monkeypatch.setattr(workers, "may_fork", lambda: True)
    fork, made = getattr(os, "fork", None), list[int]()

    def noted() -> int:
        pid: int = fork()  # type: ignore[misc]
        made.append(pid)
        return pid

    monkeypatch.setattr(os, "fork", noted, raising=False)
    yield
    assert all(map(_is_over, made))


class Pair:
    """Two processes, each of which goes on once the other has begun."""

    def __init__(self, in_copy: Callable[[int], object] = lambda number: number * number) -> None:
        self._in_copy = in_copy
        self._here = os.getpid()
        self._begun, self._copied = os.pipe(), os.pipe()
        self.alone: list[int] = []
        """What was done here."""
        self.pid = 0
        """The other process."""

    def __call__(self, number: int) -> object:
        here = os.getpid() == self._here
        if not self.pid:
            mine, other = (self._begun, self._copied) if here else (self._copied, self._begun)
            os.write(mine[1], os.getpid().to_bytes(4, sys.byteorder))
            assert select.select([other[0]], [], [], PATIENCE)[0]
            self.pid = int.from_bytes(os.read(other[0], 4), sys.byteorder)
        if not here:
            return self._in_copy(number)
        self.alone.append(number)
        return number * number


SQUARES = {number: number * number for number in range(60)}
GROUPS = [range(start, start + 3) for start in range(0, 60, 3)]


@forking
@pytest.mark.usefixtures("at_once")
def test_two_processes_do_all_of_it_once() -> None:
    pair = Pair()
    work = SharedWork(pair, GROUPS, 2)
    assert work.results() == SQUARES
    assert work.done == 60
    assert 0 < len(pair.alone) < 60
    assert _is_over(pair.pid)


@forking
@pytest.mark.usefixtures("at_once")
def test_more_groups_than_a_pipe_holds_are_done() -> None:
    numbers = range(100_000)
    assert SharedWork(str, [[number] for number in numbers], 3).results() == {each: str(each) for each in numbers}


@forking
@pytest.mark.usefixtures("at_once")
@pytest.mark.parametrize("groups", [[], [[0, 1, 2]], [[0], [1], [2]]], ids=len)
def test_no_more_processes_are_made_than_there_are_groups(
    groups: list[list[int]], monkeypatch: pytest.MonkeyPatch
) -> None:
    fork, made = os.fork, list[int]()

    def counted() -> int:
        made.append(fork())
        return made[-1]

    monkeypatch.setattr(os, "fork", counted)
    numbers = [number for group in groups for number in group]
    assert SharedWork(str, groups, 10**9).results() == {number: str(number) for number in numbers}
    assert len(made) == max(len(groups) - 1, 0)


def _killed(number: int) -> int:
    os.kill(os.getpid(), signal.SIGKILL)
    return number


def _fails(number: int) -> int:
    raise KeyError(number)


class Fatal:
    """Kills the process that sends it."""

    def __reduce__(self) -> str:
        os.kill(os.getpid(), signal.SIGKILL)
        return "Fatal"


@forking
@pytest.mark.usefixtures("at_once")
@pytest.mark.parametrize(
    "in_copy", [_killed, _fails, lambda number: Fatal(), lambda number: threading.Lock()],
    ids=["killed", "fails", "killed while it answers", "no answer can be sent"],
)  # fmt: skip
def test_what_a_process_leaves_undone_is_done_here(in_copy: Callable[[int], object]) -> None:
    pair = Pair(in_copy)
    assert SharedWork(pair, GROUPS, 2).results() == SQUARES
    assert sorted(pair.alone) == sorted(SQUARES)
    assert _is_over(pair.pid)


@forking
@pytest.mark.usefixtures("at_once")
@pytest.mark.parametrize("error", [KeyboardInterrupt, ValueError])
def test_where_this_process_stops_the_others_end(error: type[BaseException]) -> None:
    def until_killed(number: int) -> None:
        while True:
            signal.pause()

    pair = Pair(until_killed)

    def work(number: int) -> object:
        pair(number)
        raise error

    with pytest.raises(error):
        SharedWork(work, GROUPS, 2).results()
    assert pair.alone
    assert _is_over(pair.pid)


@forking
@pytest.mark.usefixtures("at_once")
def test_a_signal_for_this_program_ends_a_copy_without_a_word() -> None:
    """What the program does on it is not done twice."""

    def interrupted(number: int) -> None:
        os.kill(os.getpid(), signal.SIGINT)

    noted: list[int] = []
    before = signal.signal(signal.SIGINT, lambda *_: noted.append(os.getpid()))
    try:
        assert SharedWork(Pair(interrupted), GROUPS, 2).results() == SQUARES
        assert noted == []
        signal.raise_signal(signal.SIGINT)
        assert noted == [os.getpid()]
    finally:
        signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("at_once")
def test_without_memory_for_another_process_one_does(monkeypatch: pytest.MonkeyPatch) -> None:
    def refused() -> int:
        raise OSError(errno.ENOMEM, "no")

    opened = len(os.listdir("/proc/self/fd")) if os.path.isdir("/proc/self/fd") else 0
    monkeypatch.setattr(os, "fork", refused, raising=False)
    assert SharedWork(lambda number: number * number, GROUPS, 3).results() == SQUARES
    if opened:
        assert len(os.listdir("/proc/self/fd")) == opened


def _never() -> int:
    pytest.fail("one process was to do")


@pytest.mark.parametrize(("jobs", "patience"), [(1, 0.0), (3, 3600.0)])
def test_one_process_does_what_is_little_or_not_to_be_shared(
    jobs: int, patience: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(workers, "PATIENCE", patience)
    monkeypatch.setattr(workers, "may_fork", lambda: True)
    monkeypatch.setattr(os, "fork", _never, raising=False)
    assert SharedWork(lambda number: number * number, GROUPS, jobs).results() == SQUARES


@pytest.fixture
def one_thread(monkeypatch: pytest.MonkeyPatch) -> list[threading.Thread]:
    """The threads that there are, as far as anybody knows: this one, of a program on Linux."""
    threads = [threading.current_thread()]
    monkeypatch.setattr(threading, "enumerate", lambda: threads)
    monkeypatch.setattr(os, "fork", _never, raising=False)
    monkeypatch.setattr(sys, "platform", "linux")
    return threads


def test_a_program_of_one_thread_can_be_copied(one_thread: list[threading.Thread]) -> None:
    assert may_fork()
    one_thread.append(threading.Thread(name=PROGRESS))
    assert may_fork()


def test_no_program_with_other_threads_is_copied(one_thread: list[threading.Thread]) -> None:
    one_thread.append(threading.Thread())
    assert not may_fork()


def test_no_program_is_copied_where_that_is_not_safe(
    one_thread: list[threading.Thread], monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(sys, "platform", "darwin")
        assert not may_fork()
    monkeypatch.delattr(os, "fork")
    assert not may_fork()
    monkeypatch.setattr(workers, "PATIENCE", 0.0)
    assert SharedWork(lambda number: number * number, GROUPS, 3).results() == SQUARES


def _tell_whether_it_may(answer: int) -> None:
    os._exit(answer if may_fork() else 0)


@pytest.mark.parametrize("method", sorted({"fork", "spawn"} & {*multiprocessing.get_all_start_methods()}))
def test_processes_that_were_made_for_work_make_none(method: str) -> None:
    process = multiprocessing.get_context(method).Process(target=_tell_whether_it_may, args=(7,), daemon=True)
    process.start()
    process.join(PATIENCE)
    assert process.exitcode == 0


def test_each_core_that_may_be_used_has_a_process(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: {0, 3, 5}, raising=False)
    assert usable_cores() == 3
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: set(range(64)))
    assert usable_cores() == MAX_JOBS
    monkeypatch.delattr(os, "sched_getaffinity")
    monkeypatch.setattr(os, "cpu_count", lambda: None)
    assert usable_cores() == 1


MODULE = """\
import tensorflow as tf

from helpers import scaled

seen = []


class Net{n}(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.dense = tf.keras.layers.Dense({n} + 1)
        self.calls = 0

    def call(self, x):
        self.calls += 1
        return tf.nn.relu(self.dense(x)) * scaled(x, {n})


net = Net{n}()
optimizer = tf.keras.optimizers.SGD()


def train_{n}(x, y):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean((net(x) - y) ** 2)
    optimizer.apply_gradients(zip(tape.gradient(loss, net.trainable_weights), net.trainable_weights))
    return loss


@tf.function
def noted_{n}(x, k):
    seen.append(k)
    if x > 0:
        x = x + k
    return x, [f(x) for f in (lambda v: v * k, tf.abs)]


step = tf.function(lambda x: (print(x), x + {n})[1])
for i in range(10):
    train_{n}(tf.ones((3, 3)), tf.ones((3, 1)))
    noted_{n}(tf.constant(1.0), i)
    step(tf.constant(1.0))
"""
HELPERS = "import tensorflow as tf\n\n\ndef scaled(x, k):\n    return tf.reduce_sum(tf.tanh(x) * k)\n"


@pytest.fixture
def large(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project of many files; the current folder."""
    root = tmp_path / "large"
    root.mkdir()
    (root / "setup.cfg").touch()
    files = {"helpers.py": HELPERS, "step.py": STEP, "noisy.py": NOISY, "power.py": RECURSIVE, "broken.py": "def f(:\n"}
    files |= {f"module_{n}.py": MODULE.format(n=n) for n in range(8)}
    for name, text in files.items():
        (root / name).write_text(text, encoding="utf-8")
    monkeypatch.chdir(root)
    return root


@pytest.fixture
def answers(monkeypatch: pytest.MonkeyPatch, at_once: None) -> list[bool]:
    """Whether each process that has ended answered, in plain data: what a result that is kept may hold."""
    answered: list[bool] = []
    inner = workers._Worker.answer

    def answer(self: workers._Worker[object]) -> object:
        found = inner(self)
        answered.append(found is not None)
        return found

    monkeypatch.setattr(workers._Worker, "answer", answer)
    monkeypatch.setattr(pickle, "load", lambda stream: _Reader(io.BytesIO(stream.read())).load())
    return answered


def _untimed(text: str) -> str:
    """A report without the seconds, which differ each time."""
    return re.sub(r'"seconds": \{[^}]*\}|^seconds: .*', "", text, flags=re.MULTILINE)


WAYS = (
    ("--jobs", "2", "--preview", "--statistics", "--include-tests"),
    ("--jobs", "2", "--diff", "--unsafe-fixes"),
    ("--jobs", "3", "--report", "json"),
    ("--jobs", "3", "--output-format", "sarif", "--input-signatures"),
)


@forking
@pytest.mark.parametrize("way", WAYS, ids=" ".join)
def test_several_processes_say_what_one_says(
    way: tuple[str, ...], large: Path, command: Command, answers: list[bool]
) -> None:
    several = command(".", "--no-cache", *way)
    assert answers
    assert all(answers)
    count = len(answers)
    alone = command(".", "--no-cache", *way, "--jobs", "1")
    assert len(answers) == count
    assert alone.out
    assert (several.status, _untimed(several.out), several.err) == (alone.status, _untimed(alone.out), alone.err)


@forking
def test_an_explanation_is_the_same(large: Path, command: Command, answers: list[bool]) -> None:
    alone = command("explain", "module_3.py::noted_3", "-v", "--no-cache", "--jobs", "1")
    assert command("explain", "module_3.py::noted_3", "-v", "--no-cache", "--jobs", "3").out == alone.out
    assert answers == [True, True]


@forking
def test_the_same_is_repaired(large: Path, command: Command, answers: list[bool]) -> None:
    before = {path: path.read_bytes() for path in large.glob("*.py")}
    fixed = []
    for jobs in ("1", "2"):
        told = command(".", "--no-cache", "--fix", "--unsafe-fixes", "--jobs", jobs)
        fixed.append((told, {path: path.read_bytes() for path in large.glob("*.py")}))
        for path, text in before.items():
            path.write_bytes(text)
    assert fixed[0] == fixed[1]
    assert fixed[0][1] != before
    assert answers and all(answers)


@forking
def test_verdicts_that_fail_are_told_in_the_same_way(
    large: Path, command: Command, answers: list[bool], monkeypatch: pytest.MonkeyPatch
) -> None:
    inner = _Judge.draft

    def draft(self: _Judge, function: object) -> object:
        name = function.site.qualname  # type: ignore[attr-defined]
        if name in ("train_2", "noted_7", "scaled"):
            raise RuntimeError(f"lost at {name}")
        return inner(self, function)  # type: ignore[arg-type]

    monkeypatch.setattr(_Judge, "draft", draft)
    told = [command(".", "--no-cache", "--jobs", jobs) for jobs in ("1", "2", "3")]
    assert told[0].status == 3
    assert all(f"lost at {name}" in told[0].err for name in ("train_2", "noted_7", "scaled"))
    assert told[0] == told[1] == told[2]
    assert all(answers)


@forking
@pytest.mark.slow
def test_programs_with_every_kind_of_finding_are_judged_alike(command: Command, answers: list[bool]) -> None:
    folder = str(ROOT / "benchmarks" / "programs")
    reports = [
        command(folder, "--root", folder, "--no-cache", "--report", "json", "--jobs", jobs).out
        for jobs in ("1", "3")
    ]
    assert _untimed(reports[0]) == _untimed(reports[1])
    assert answers == [True, True]
