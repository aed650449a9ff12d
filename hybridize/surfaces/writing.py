"""Results go to stdout or into a file, everything else to stderr."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from hybridize.surfaces.arguments import UsageError


def write(arguments: argparse.Namespace, text: str) -> None:
    """Write text to stdout or to `--output-file`; raises UsageError if the file cannot be written."""
    target = arguments.output_file
    if target is None:
        sys.stdout.write(text)
        return
    try:
        Path(target).write_bytes(text.encode("utf-8", "surrogateescape"))
    except OSError as error:
        raise UsageError(f"argument --output-file: {target}: {error.strerror or error}") from None


def write_exactly(arguments: argparse.Namespace, text: str) -> None:
    """Write text whose line ends and undecodable bytes must arrive as they are."""
    stream = getattr(sys.stdout, "buffer", None)
    if arguments.output_file is None and stream is not None:
        sys.stdout.flush()
        stream.write(text.encode("utf-8", "surrogateescape"))
        stream.flush()
    else:
        write(arguments, text)


def tell(text: str) -> None:
    """Say something that is no result."""
    print(text, file=sys.stderr)
