"""An interpreter that has imported TensorFlow already: each program runs in a copy of one process.

    python tensorflow_server.py serve LISTENING-SOCKET      # until its standard input ends
    python tensorflow_server.py run ADDRESS ARGUMENT ...    # as `python ARGUMENT ...` would run

A program sees its own arguments, folder, environment and streams, and nothing that another one did. What TensorFlow
reads while it is imported is the server's. A script of its own: it is run by interpreters that have TensorFlow and need
not have this project.
"""

from __future__ import annotations

import json
import os
import runpy
import select
import signal
import socket
import sys
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
        signal.signal(-status, signal.SIG_DFL)
        os.kill(os.getpid(), -status)
    return status


def serve(listener: socket.socket) -> list[str] | None:
    """Let a copy run what each client asks for, one after the other. Comes back in a copy, with what it is to run."""
    while 0 not in select.select([listener, 0], [], [])[0]:
        connection, _ = listener.accept()
        with connection, connection.makefile("rb") as lines:
            streams = socket.recv_fds(connection, 1, 3)[1]
            request = json.loads(lines.readline())
            ends, held = os.pipe()
            process = os.fork()
            if not process:
                _become(request, streams)
                return list(request["arguments"])
            for each in (*streams, held):
                os.close(each)
            if ends not in select.select([ends, connection, 0], [], [], LONGEST)[0]:
                # The client was killed, all tests are over, or the program has no end.
                os.kill(process, signal.SIGKILL)
            os.close(ends)
            status = os.waitstatus_to_exitcode(os.waitpid(process, 0)[1])
            try:
                connection.sendall(f"{status}\n".encode())
            except BrokenPipeError:
                pass
    return None


def _become(request: dict[str, Any], streams: list[int]) -> None:
    """Take over what belongs to a process of its own."""
    for number, each in enumerate(streams):
        os.dup2(each, number)
        os.close(each)
    os.chdir(request["folder"])
    os.environ.clear()
    os.environ.update(request["environment"])
    sys.path[:0] = [each for each in os.environ.get("PYTHONPATH", "").split(os.pathsep) if each]
    # Python's own generator is seeded again after each fork.
    import numpy as np

    np.random.seed()


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


def _prepared(listener: socket.socket) -> list[str] | None:
    """Import TensorFlow, then serve. No operation has run in what is copied, so TensorFlow has no threads there."""
    import gc

    import tensorflow as tf

    tf.keras.Model  # noqa: B018 - it is imported when it is asked for
    gc.collect()
    gc.freeze()
    del sys.path[0]
    return serve(listener)


if __name__ == "__main__":
    if sys.argv[1] == "run":
        sys.exit(run(sys.argv[2], sys.argv[3:]))
    with socket.socket(fileno=int(sys.argv[2])) as given:
        asked = _prepared(given)
    if asked is not None:
        execute(asked)
