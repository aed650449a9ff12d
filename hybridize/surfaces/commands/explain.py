"""`hybridize explain`: why a function got its verdict."""

from __future__ import annotations

import argparse
import sys

from hybridize.surfaces.arguments import UsageError
from hybridize.surfaces.commands.places import functions_at, functions_named, is_line_of_cell, warned_function
from hybridize.surfaces.output import status, tell_errors
from hybridize.surfaces.writing import write


def run(arguments: argparse.Namespace) -> int:
    """Print the explanation of one function: the innermost around a line, or the one that a warning names.

    At a line of no function, or of a block, print what is found there, or what alone holds the block back.
    """
    from hybridize.surfaces import near_misses
    from hybridize.surfaces.explain import explain
    from hybridize.surfaces.formats.text import render

    # A warning that was pasted without quotes comes as its words.
    text = " ".join(arguments.places)
    name = warned_function(text)
    if name is not None:
        asked = functions_named(arguments, name)
    elif len(arguments.places) != 1 and not is_line_of_cell(text):
        raise UsageError("explain needs one FILE:LINE, FILE::NAME or WARNING")
    else:
        asked = functions_at(arguments, text, or_findings=True)
    if asked.functions:
        write(arguments, explain(asked.view, asked.functions, tables=arguments.verbose))
    elif asked.regions:
        write(arguments, near_misses.render(asked.view, asked.regions))
    else:
        write(arguments, asked.other or render(asked.view, whole=True))
    sys.stdout.flush()
    tell_errors(asked.workspace.root, asked.report.errors, asked.report.elsewhere)
    return status(asked.report.errors, ())
