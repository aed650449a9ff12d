"""Interpreters whose programs run in copies of one process that has imported what takes long to import."""

from __future__ import annotations

import os
import secrets
import shlex
import shutil
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from pathlib import Path

SERVER = Path(__file__).with_name("fork_server.py")
FORKS = hasattr(socket, "AF_UNIX") and hasattr(os, "fork")


class Served:
    """Runs what is handed to it as an interpreter would, as long as it is served."""

    def __init__(self, what: str, interpreter: str) -> None:
        """`what` is a key of `fork_server.IMPORTS`."""
        self._what = what
        self._interpreter = interpreter
        self._folder = Path(tempfile.gettempdir()) / f"hybridize-{secrets.token_hex(8)}"
        self.python = str(self._folder / "python") if FORKS else interpreter
        """Is there as long as it is served. Where processes cannot be forked, it is the interpreter itself."""

    @contextmanager
    def served(self, environment: Mapping[str, str], before: tuple[str, ...] = ()) -> Iterator[None]:
        """Have a server, with this environment while it imports; `before` is a command that starts its command."""
        if not FORKS:
            yield
            return
        self._folder.mkdir(mode=0o700)
        address, errors, python = self._folder / "socket", self._folder / "errors", Path(self.python)
        command = shlex.join([self._interpreter, "-I", "-S", str(SERVER), "run", str(address)])
        python.write_text(f'#!/bin/sh\nexec {command} "$@"\n', encoding="utf-8")
        python.chmod(0o700)
        with socket.socket(socket.AF_UNIX) as listener, errors.open("wb") as stream:
            listener.bind(str(address))
            listener.listen()
            server = subprocess.Popen(
                [*before, self._interpreter, str(SERVER), "serve", self._what, str(listener.fileno())],
                pass_fds=[listener.fileno()], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=stream,
                env=environment,
            )  # fmt: skip
        try:
            yield
        finally:
            server.communicate()
            said = errors.read_text("utf-8", errors="replace")
            shutil.rmtree(self._folder)
        assert server.returncode == 0, said


LINTERS = Served("linters", sys.executable)
"""Runs flake8, pylint and our command (`-m NAME ARGUMENT ...`), by a user who is refused what a file's permissions
refuse: for tests that use the fixture `linters`."""


@cache
def unprivileged() -> tuple[str, ...] | None:
    """What makes the superuser one who may be refused something; None where nothing does."""
    if not hasattr(os, "geteuid") or os.geteuid() != 0:
        return ()
    rights = "-dac_override,-dac_read_search"
    command = "setpriv", f"--bounding-set={rights}", f"--inh-caps={rights}"
    # In some containers the superuser may not give up rights either.
    works = shutil.which("setpriv") and not subprocess.run([*command, "true"], capture_output=True).returncode
    return command if works else None
