"""The command `hybridize`, as a process of its own."""

from __future__ import annotations

import gc
import sys

from hybridize.surfaces.cli import main


def run() -> int:
    """Run the command line and return the exit status, when nothing but the end of the process follows."""
    status = main()
    # Python would look through all that the analysis has made once more, which takes a twentieth of the time.
    gc.freeze()
    return status


if __name__ == "__main__":
    sys.exit(run())
