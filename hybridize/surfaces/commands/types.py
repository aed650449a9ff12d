"""`hybridize types`: functions with the types that arrive at them."""

from __future__ import annotations

import argparse
import sys

from hybridize.surfaces.arguments import UsageError
from hybridize.surfaces.commands.places import functions_at
from hybridize.surfaces.output import status, tell_errors
from hybridize.surfaces.writing import write


def run(arguments: argparse.Namespace) -> int:
    """Print the functions of a file, the one at a line, or those of a name."""
    from hybridize.surfaces.types import typed

    if len(arguments.places) != 1:
        raise UsageError("types needs one FILE, FILE:LINE or FILE::NAME")
    asked = functions_at(arguments, arguments.places[0], whole_files=True)
    write(arguments, typed(asked.view, asked.functions))
    sys.stdout.flush()
    tell_errors(asked.workspace.root, asked.report.errors, asked.report.elsewhere)
    return status(asked.report.errors, ())
