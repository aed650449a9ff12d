"""`hybridize explain`: why a function got its verdict."""

from __future__ import annotations

import argparse
import sys

from hybridize.surfaces.arguments import UsageError
from hybridize.surfaces.commands.check import findings_of, make_workspace
from hybridize.surfaces.output import Progress, status, tell_errors
from hybridize.surfaces.writing import write


def run(arguments: argparse.Namespace) -> int:
    """Print the explanation of one function, the innermost around a line."""
    from hybridize.surfaces.explain import explain
    from hybridize.surfaces.formats.view import View

    if len(arguments.places) != 1:
        raise UsageError("explain needs one FILE:LINE or FILE::QUALNAME")
    path, line = arguments.places[0], None
    if "::" not in path and path.rpartition(":")[2].isdecimal():
        path, _, number = path.rpartition(":")
        line = int(number)
    elif "::" not in path:
        raise UsageError(f"explain needs FILE:LINE or FILE::QUALNAME, not {path!r}")
    with Progress() as progress:
        workspace = make_workspace(arguments, [path], progress)
        findings_of(workspace)
        report = workspace.report
    functions = report.functions
    if line is not None:
        # The innermost one begins last.
        around = [v for v in functions if v.place.line <= line <= v.end_line]
        functions = tuple(around[-1:])
        if not functions and not report.errors:
            raise UsageError(f"there is no function at line {line} of {path}")
    view = View((), workspace.root, workspace.line, frozenset(), notebooks=report.notebooks)
    write(arguments, explain(view, functions))
    sys.stdout.flush()
    tell_errors(workspace.root, report.errors, report.elsewhere)
    return status(report.errors, ())
