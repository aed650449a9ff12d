"""`hybridize rule`: the documentation of the rules."""

from __future__ import annotations

import argparse

from hybridize.surfaces.arguments import UsageError
from hybridize.surfaces.commands import CLEAN
from hybridize.surfaces.options import did_you_mean
from hybridize.surfaces.writing import write


def run(arguments: argparse.Namespace) -> int:
    """Print the pages of the rules that are named, or the list of all."""
    from hybridize.rules.document import page
    from hybridize.rules.names import rule_names
    from hybridize.rules.registry import all_rules, rule

    rules = []
    for code in arguments.codes:
        found = rule(code)
        if found is None:
            names = rule_names()
            raise UsageError(f"there is no rule {code!r}{did_you_mean(code, [*names, *names.values()])}")
        rules.append(found)
    if arguments.all:
        rules = list(all_rules())
    if rules:
        text = "\n".join(page(each) for each in rules)
    else:
        state = {True: "preview", False: ""}
        text = "".join(f"{each.code}  {each.name:24} {state[each.preview]:8} {each.summary}\n" for each in all_rules())
    write(arguments, text)
    return CLEAN
