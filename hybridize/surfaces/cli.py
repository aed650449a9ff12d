"""The command `hybridize`: which command is meant, and with which status it ends."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from importlib import import_module

from hybridize.surfaces.arguments import UsageError, make_parser, split_command
from hybridize.surfaces.commands import FOUND, INTERNAL, INTERRUPTED


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; returns the exit status. Never raises but for SystemExit (help, version, wrong usage)."""
    for stream in (sys.stdout, sys.stderr):
        # File names and quoted code may hold what the terminal's encoding lacks.
        with suppress(AttributeError, ValueError, OSError):
            stream.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]
    command, rest = split_command(sys.argv[1:] if arguments is None else arguments)
    parser = make_parser(command)
    try:
        # Intermixed: `check --fix a.py`, `a.py --preview b.py`.
        namespace = parser.parse_intermixed_args(rest)
        status: int = import_module(f"hybridize.surfaces.commands.{command}").run(namespace)
        sys.stdout.flush()
        return status
    except UsageError as error:
        parser.error(str(error))
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        # The reader has seen enough. Python would complain once more when it flushes at exit.
        with suppress(OSError, ValueError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return FOUND
    except Exception as error:
        from hybridize.surfaces.analysis import internal_error

        print(f"hybridize: {internal_error(error, 'hybridize').message}", file=sys.stderr)
        return INTERNAL
