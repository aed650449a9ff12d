"""The pages of the rules, as `docs/rules` holds them and `hybridize rule` prints them.

`python -m hybridize.rules.document docs/rules` writes them anew.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from hybridize.rules.base import Rule
from hybridize.rules.registry import all_rules


def page(rule: Rule) -> str:
    """The documentation of a rule, in Markdown."""
    state = "On only with `--preview`." if rule.preview else "On by default."
    return f"# {rule.name} ({rule.code})\n\n{rule.documentation}\n\n---\n{state}\n"


def index() -> str:
    """The table of all rules, in Markdown."""
    lines = ["# Rules", "", "| code | name | default | finds |", "|---|---|---|---|"]
    for rule in all_rules():
        default = "preview" if rule.preview else "on"
        lines.append(f"| [{rule.code}]({rule.code}.md) | {rule.name} | {default} | {rule.summary} |")
    return "\n".join([*lines, ""])


def write(folder: Path) -> None:
    """Write all pages into a folder, and remove those of rules that are no more."""
    folder.mkdir(parents=True, exist_ok=True)
    pages = {f"{rule.code}.md": page(rule) for rule in all_rules()} | {"index.md": index()}
    for stale in folder.glob("HYB*.md"):
        if stale.name not in pages:
            stale.unlink()
    for name, text in pages.items():
        (folder / name).write_text(text, encoding="utf-8")


def main(arguments: Sequence[str]) -> int:
    """Write the pages into the folder that the command line names."""
    if len(arguments) != 1:
        print("usage: python -m hybridize.rules.document FOLDER", file=sys.stderr)
        return 2
    write(Path(arguments[0]))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
