"""Work that is shared among copies of this process, which see all that it has in memory and send plain data back."""

from __future__ import annotations

import gc
import mmap
import os
import pickle
import signal
import sys
import threading
import time
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Generic, NoReturn, TypeVar

from hybridize.process import PROGRESS, WARNINGS_IGNORED

T = TypeVar("T")
PATIENCE = 0.25
"""How many seconds one process works alone: what it has done by then is shared, and most projects need no others."""
_NUMBER = 4
"""The bytes of a number in a pipe."""


class SharedWork(Generic[T]):
    """What `work` gives for each number of some groups, which must be plain data where `jobs` is more than one.

    A process takes one group at a time. Whether others help, or die, makes no difference to the results.
    """

    def __init__(self, work: Callable[[int], T], groups: Sequence[Collection[int]], jobs: int) -> None:
        self._work = work
        self._groups = groups
        self._jobs = max(min(jobs, len(groups)), 1)
        self._done = memoryview(mmap.mmap(-1, 4 * self._jobs)).cast("I")
        """By process, in memory that they share."""
        self.at = 0
        """The number that this process works on."""

    @property
    def done(self) -> int:
        """How many numbers all processes have done so far."""
        return sum(self._done)

    def results(self) -> dict[int, T]:
        """Do the work; the results by number. Raises what `work` raises."""
        results: dict[int, T] = {}
        until = time.monotonic() + PATIENCE
        for taken, group in enumerate(self._groups):
            if self._jobs > 1 and time.monotonic() >= until:
                if may_fork():
                    results |= self._together(taken)
                break
            results |= self._of(group)
        # What is left: of processes that have died, and where there was none.
        return results | self._of(set().union(*self._groups) - results.keys())

    def _of(self, numbers: Collection[int], process: int = 0) -> dict[int, T]:
        results: dict[int, T] = {}
        for self.at in sorted(numbers):
            results[self.at] = self._work(self.at)
            self._done[process] += 1
        return results

    def _together(self, taken: int) -> dict[int, T]:
        """The results of the groups from one on, as far as processes have lived to tell them."""
        queue = _filled_pipe(range(taken, len(self._groups)))
        workers: list[_Worker[dict[int, T]]] = []
        try:
            with _signals_held() as held, suppress(OSError):
                # Where there is no memory for another process, those that there are do.
                for process in range(1, min(self._jobs, len(self._groups) - taken)):
                    workers.append(_Worker(lambda: self._queued(queue, process), held))
            results = self._queued(queue)
            for worker in workers:
                results |= worker.answer() or {}
            return results
        finally:
            os.close(queue)
            for worker in workers:
                worker.end()

    def _queued(self, queue: int, process: int = 0) -> dict[int, T]:
        """The results of the groups that this process finds in the queue."""
        results: dict[int, T] = {}
        parent = os.getppid()
        while index := os.read(queue, _NUMBER):
            results |= self._of(self._groups[int.from_bytes(index, sys.byteorder)], process)
            if process and os.getppid() != parent:
                # Nobody waits for an answer any more.
                break
        return results


class _Worker(Generic[T]):
    """A copy of this process that does some work and sends what comes of it."""

    def __init__(self, work: Callable[[], T], held: Collection[int]) -> None:
        """Raises OSError where there can be no other process. `held` are the signals that were held back before."""
        self._answer, answer = os.pipe()
        try:
            with WARNINGS_IGNORED:
                # `may_fork` knows which other threads there are.
                self._pid = os.fork()
            if not self._pid:
                _work_and_end(work, answer, held)
        except OSError:
            os.close(self._answer)
            raise
        finally:
            os.close(answer)

    def answer(self) -> T | None:
        """What came of the work; None if it failed, or the process died."""
        with suppress(Exception), open(self._answer, "rb", closefd=False) as stream:
            answer: T = pickle.load(stream)
            return answer
        return None

    def end(self) -> None:
        """End the process, whatever it is at."""
        os.close(self._answer)
        # Where the program ignores the end of its children, there is nothing to wait for.
        with suppress(ProcessLookupError, ChildProcessError):
            os.kill(self._pid, signal.SIGKILL)
            os.waitpid(self._pid, 0)


def _work_and_end(work: Callable[[], object], answer: int, held: Collection[int]) -> NoReturn:
    """In the copy: nothing of the program around must run here, neither what it does at its end nor on signals."""
    try:
        gc.disable()
        for number in _SIGNALS:
            signal.signal(number, signal.SIG_DFL)
        signal.pthread_sigmask(signal.SIG_SETMASK, held)
        with open(answer, "wb") as stream:
            pickle.dump(work(), stream, protocol=5)
    finally:
        os._exit(0)


_SIGNALS = (signal.SIGINT, signal.SIGTERM)


@contextmanager
def _signals_held() -> Iterator[Collection[int]]:
    """Hold back the signals that end programs: none must come to a process before it knows that it is a copy."""
    held = signal.pthread_sigmask(signal.SIG_BLOCK, _SIGNALS)
    try:
        yield held
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, held)


def _filled_pipe(numbers: Sequence[int]) -> int:
    """Where several processes can read some numbers, each of them once, as far as they find room."""
    read, write = os.pipe()
    os.set_blocking(write, False)
    with suppress(BlockingIOError):
        for number in numbers:
            os.write(write, number.to_bytes(_NUMBER, sys.byteorder))
    os.close(write)
    return read


def may_fork() -> bool:
    """Whether this process can be copied: a copy has one thread, and locks stay locked that others held.

    The libraries of macOS have threads of their own. A process that another one has made for work has its share.
    """
    # Imported late: most runs are over before anybody asks.
    from multiprocessing import parent_process

    if not hasattr(os, "fork") or sys.platform == "darwin" or parent_process() is not None:
        return False
    # The one that shows the progress shares no lock with what is worked on here.
    others = [each for each in threading.enumerate() if each is not threading.current_thread()]
    return all(each.name == PROGRESS for each in others)


__all__ = ["SharedWork", "may_fork"]
