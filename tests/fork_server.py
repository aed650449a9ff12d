"""An interpreter that has imported already what programs need: each program runs in a copy of one process.

    python fork_server.py serve WHAT LISTENING-SOCKET   # until its standard input ends
    python fork_server.py run ADDRESS ARGUMENT ...      # as `python ARGUMENT ...` would run

WHAT is `tensorflow` or `linters`. A program sees its own arguments, folder, environment and streams, and nothing that
another one did. What is read while modules are imported is the server's. A script of its own: it is run by interpreters
that have TensorFlow and need not have this project.
"""

from __future__ import annotations

import gc
import importlib
import json
import os
import pkgutil
import runpy
import select
import signal
import socket
import sys
import tempfile
from importlib.machinery import PathFinder
from importlib.util import module_from_spec
from typing import Any

LONGEST = 3600
"""Seconds that no program takes, however busy the machine is."""


def run(address: str, arguments: list[str]) -> int:
    """Let a copy of the server run something; its status, or the end by the same signal."""
    with socket.socket(socket.AF_UNIX) as server:
        server.connect(address)
        socket.send_fds(server, [b"3"], [0, 1, 2])
        request = {"arguments": arguments, "folder": os.getcwd(), "environment": dict(os.environ)}
        server.sendall(json.dumps(request).encode() + b"\n")
        status = int(server.makefile().readline() or 1)
    if status < 0:
        if -status != signal.SIGKILL:
            signal.signal(-status, signal.SIG_DFL)
        os.kill(os.getpid(), -status)
    return status


def serve(listener: socket.socket) -> list[str] | None:
    """Let copies run what clients ask for, several at a time. Comes back in a copy, with what it is to run."""
    running: dict[int, tuple[int, socket.socket]] = {}
    while True:
        clients = {client.fileno(): ends for ends, (_, client) in running.items()}
        ready = select.select([0, listener, *running, *clients], [], [])[0]
        if 0 in ready:
            # All tests are over.
            for process, _ in running.values():
                os.kill(process, signal.SIGKILL)
            return None
        for each in clients.keys() & ready:
            # The client was killed.
            os.kill(running[clients[each]][0], signal.SIGKILL)
        for ends in {clients.get(each, each) for each in ready} & running.keys():
            process, client = running.pop(ends)
            os.close(ends)
            with client:
                _answer(client, os.waitstatus_to_exitcode(os.waitpid(process, 0)[1]))
        if listener in ready:
            client, _ = listener.accept()
            with client.makefile("rb") as lines:
                streams = socket.recv_fds(client, 1, 3)[1]
                request = json.loads(lines.readline())
            ends, held = os.pipe()
            process = os.fork()
            if not process:
                for other, (_, its_client) in running.items():
                    os.close(other)
                    its_client.close()
                client.close()
                os.close(ends)
                _become(request, streams)
                return list(request["arguments"])
            for stream in (*streams, held):
                os.close(stream)
            running[ends] = (process, client)


def _answer(client: socket.socket, status: int) -> None:
    try:
        client.sendall(f"{status}\n".encode())
    except (BrokenPipeError, ConnectionResetError):
        pass


def _become(request: dict[str, Any], streams: list[int]) -> None:
    """Take over what belongs to a process of its own."""
    for number, each in enumerate(streams):
        os.dup2(each, number)
        os.close(each)
    # A program may have no end.
    signal.alarm(LONGEST)
    os.chdir(request["folder"])
    os.environ.clear()
    os.environ.update(request["environment"])
    path = [each for each in os.environ.get("PYTHONPATH", "").split(os.pathsep) if each]
    sys.path[:0] = path
    customized = PathFinder.find_spec("sitecustomize", path)
    if customized is not None and customized.loader is not None:
        customized.loader.exec_module(module_from_spec(customized))
    # Python's own generator is seeded again after each fork.
    if "numpy" in sys.modules:
        sys.modules["numpy"].random.seed()


def execute(arguments: list[str]) -> None:
    """Do what Python does with its arguments: a file, `-c TEXT` or `-m MODULE`."""
    sys.argv = arguments[1:] if arguments[0] in ("-c", "-m") else arguments
    if arguments[0] == "-m":
        sys.path.insert(0, os.getcwd())
        runpy.run_module(sys.argv[0], run_name="__main__", alter_sys=True)
    elif arguments[0] == "-c":
        sys.path.insert(0, "")
        _execute_text("<string>", sys.argv[0].encode())
    else:
        sys.path.insert(0, os.path.dirname(os.path.abspath(sys.argv[0])))
        with open(sys.argv[0], "rb") as file:
            text = file.read()
        _execute_text(sys.argv[0], text)


def _execute_text(name: str, text: bytes) -> None:
    main = type(sys)("__main__")
    main.__dict__.update({"__file__": name, "__builtins__": __builtins__})
    sys.modules["__main__"] = main
    exec(compile(text, name, "exec"), main.__dict__)


def _import_tensorflow() -> None:
    """No operation has run in what is copied, so TensorFlow has no threads there."""
    import tensorflow as tf

    tf.keras.Model  # noqa: B018 - it is imported when it is asked for


LINTERS = (
    "flake8.main.cli", "flake8.plugins.pycodestyle", "flake8.plugins.pyflakes", "flake8_hybridize", "mccabe",
    "pylint.lint", "pylint_hybridize", "pre_commit.main", "hybridize.surfaces.fixing", "hybridize.fixes.edits",
)  # fmt: skip
"""What flake8, pylint, pre-commit and our command import, some of it late; pylint's checkers come to it."""
PROGRAM = """
import tensorflow as tf


@tf.function
def f(x):
    return tf.tanh(x)


f(tf.ones(3))
"""


def _import_linters() -> None:
    """Read besides what every analysis reads."""
    for name in LINTERS:
        importlib.import_module(name)
    import hybridize
    import pylint.checkers

    for module in pkgutil.iter_modules(pylint.checkers.__path__):
        importlib.import_module(f"pylint.checkers.{module.name}")
    with tempfile.TemporaryDirectory() as folder:
        with open(os.path.join(folder, "main.py"), "w", encoding="utf-8") as file:
            file.write(PROGRAM)
        hybridize.analyze(folder, root=folder, no_cache=True).to_json()


IMPORTS = {"tensorflow": _import_tensorflow, "linters": _import_linters}


if __name__ == "__main__":
    if sys.argv[1] == "run":
        sys.exit(run(sys.argv[2], sys.argv[3:]))
    del sys.path[0]
    IMPORTS[sys.argv[2]]()
    gc.collect()
    gc.freeze()
    with socket.socket(fileno=int(sys.argv[3])) as given:
        asked = serve(given)
    if asked is not None:
        try:
            execute(asked)
        finally:
            # As it ends, Python would look through all that was copied.
            gc.freeze()
