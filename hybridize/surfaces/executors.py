"""Where targets are analysed: in processes of this machine, or by the workers of a Dask cluster."""

from __future__ import annotations

import multiprocessing
import os
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")


class ClusterError(Exception):
    """A cluster that is not there, in a sentence that says so."""


class FreshProcesses(Executor):
    """Does each call in a process of its own: one that dies takes no other with it, and its memory goes with it."""

    def __init__(self, jobs: int) -> None:
        """`jobs`: how many processes there are at once."""
        self._waiting = ThreadPoolExecutor(jobs)
        # Not by copying this process: it has threads.
        self._context = multiprocessing.get_context("spawn" if sys.platform == "win32" else "forkserver")
        if sys.platform != "win32":
            self._context.set_forkserver_preload(["hybridize.inference", "hybridize.surfaces.targets"])

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Do a call as soon as there is a process for it. It raises BrokenProcessPool where that dies."""

        def alone() -> T:
            with ProcessPoolExecutor(1, self._context, _end_with_parent) as pool:
                return pool.submit(fn, *args, **kwargs).result()

        return self._waiting.submit(alone)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Begin no more calls, and wait for those that were begun."""
        self._waiting.shutdown(wait, cancel_futures=cancel_futures)


def _end_with_parent() -> None:
    """In a worker: leave nothing behind where the process that waits for it is killed."""
    parent = multiprocessing.parent_process()
    assert parent is not None

    def end() -> None:
        parent.join()
        os._exit(1)

    threading.Thread(target=end, daemon=True).start()


@contextmanager
def executor(name: str, jobs: int, scheduler: str | None = None) -> Iterator[Executor]:
    """The one of a name (`arguments.EXECUTORS`), with a number of processes; `scheduler` is the address of Dask's.

    Without one, Dask's own configuration names it, or a cluster is made of processes here. Raises ClusterError
    where there is no such cluster.
    """
    if name == "process":
        others = multiprocessing.active_children()
        with FreshProcesses(jobs) as processes:
            try:
                yield processes
            except BaseException:
                processes.shutdown(wait=False, cancel_futures=True)
                for each in set(multiprocessing.active_children()).difference(others):
                    each.kill()
                raise
        return
    import dask
    from distributed import Client, LocalCluster

    address = scheduler or dask.config.get("scheduler-address", None)
    # `targets` tries a target again. A worker that dies has one at most: the others are not to blame.
    ours = {"distributed.scheduler.allowed-failures": 0, "distributed.scheduler.worker-saturation": 1.0}
    with dask.config.set(ours), ExitStack() as stack:
        try:
            cluster = address or stack.enter_context(
                LocalCluster(jobs, threads_per_worker=1, memory_limit=0, dashboard_address=None)
            )
            client = stack.enter_context(Client(cluster))
        except (OSError, ValueError) as error:
            raise ClusterError(f"there is no Dask cluster at {address!r}: {error}") from None
        yield client.get_executor(pure=False)
