"""What the fix of a single finding changes, line by line, for formats that hand fixes on."""

from __future__ import annotations

import re
from collections.abc import Callable
from difflib import SequenceMatcher

from hybridize.rules.model import Finding
from hybridize.sources.notebooks import parse_notebook
from hybridize.surfaces.formats.view import Replacement
from hybridize.surfaces.workspace import Workspace

_LINE = re.compile(r"[^\n]*\n|[^\n]+")


def replacements_of(workspace: Workspace) -> Callable[[Finding], list[Replacement]]:
    """What the fixes of findings would replace; nothing where a fix cannot be made."""

    def replacements(finding: Finding) -> list[Replacement]:
        # Imported late: most formats show no fixes.
        from hybridize.fixes.apply import plan

        if finding.fix is None or not finding.fix.edits:
            return []
        paths = {edit.path for edit in finding.fix.edits}
        texts = {path: workspace.text(path) for path in paths}
        sources = {path: text.encode("utf-8", "surrogatepass") for path, text in texts.items()}
        return [
            each
            for change in plan(sources, [finding.fix]).changes
            for each in _replaced(workspace, change.path, texts[change.path], change.after.decode("utf-8"))
        ]

    return replacements


def _replaced(workspace: Workspace, path: str, before: str, after: str) -> list[Replacement]:
    notebook = workspace.found.notebooks.get(path)
    if notebook is not None:
        before, after = notebook.text, parse_notebook(notebook.text).rewritten(after)
    old, new = _LINE.findall(before), _LINE.findall(after)
    return [
        Replacement(path, start + 1, end + 1, "".join(new[low:high]))
        for kind, start, end, low, high in SequenceMatcher(None, old, new, autojunk=False).get_opcodes()
        if kind != "equal"
    ]
