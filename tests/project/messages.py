"""All messages in one page, docs/messages.md, made from examples that run: read them aloud.

`python -m tests.project.messages` writes it anew.
"""

from __future__ import annotations

import re
import tempfile
from collections.abc import Iterator
from pathlib import Path

import hybridize
from hybridize.rules.base import Rule
from hybridize.rules.registry import all_rules
from hybridize.verdicts.evidence import sentences
from tests.verdicts.evidence.test_sentences import SAID

PAGE = Path(__file__).parents[2] / "docs" / "messages.md"


def page() -> str:
    """The page."""
    return "".join(f"{line}\n" for line in _lines())


def _lines() -> Iterator[str]:
    yield from ("# All messages", "", "Made by `python -m tests.project.messages` from examples that run.", "")
    yield from ("## Findings", "", "What each rule says of the example on its page.", "")
    for rule in all_rules():
        for message in _messages(rule):
            yield f"* [{rule.code}](rules/{rule.code}.md): {message}"
    yield from ("", "## Reasons, and what to do", "", "What holds a function back, or is assumed, and the remedy.", "")
    yield from ("| reason | what to do |", "|---|---|")
    for said, evidence in SAID.items():
        remedy = sentences.remedy(evidence)
        yield f"| {_cell(said)} | {'' if remedy == sentences.GENERAL_REMEDY else _cell(remedy)} |"


def _messages(rule: Rule) -> list[str]:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name).resolve()
        for number, block in enumerate(re.findall(r"```python\n(.*?)```", rule.sections["Example"], re.DOTALL)):
            (folder / f"example_{number}.py").write_text(block, encoding="utf-8")
        report = hybridize.analyze(folder, root=folder, preview=True, input_signatures=True, no_cache=True)
    found = [finding.message for finding in report.findings]
    return list(dict.fromkeys([*found, *(f"{error.kind}: {error.message}" for error in report.errors)]))


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
