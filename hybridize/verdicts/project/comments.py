"""What comments above a function say about it."""

from __future__ import annotations

import re

from astroid import nodes

from hybridize.program.functions import decorators_of
from hybridize.sources.model import SourceFile
from hybridize.verdicts.evidence.assumptions import DecoratorTakenOff
from hybridize.verdicts.model.parts import Place

_COMMENT = re.compile(r"[ \t\f]*#")
_DECORATOR = re.compile(
    r"[ \t\f]*#[#\s]*@\s*(?:\w+\s*\.\s*)*(?:partial\s*\(\s*(?:\w+\.)*)?(?:tf_)?function\b(?P<rest>.*)$"
)
_REST = re.compile(r"\s*(?:[(,#].*)?")
"""What may follow the decorator in a line that is no sentence about it."""
_AGAINST = re.compile(
    r"\b(?:not?|never|can ?not|wrong|slow\w*|nan|leaks?|memory|error\w*|\w*exception|fail\w*|rais\w+|crash\w*|"
    r"br[eo]ak\w*|bugs?|buggy|issues?|problem\w*|trouble\w*|hangs?|unsupported|incompatib\w*|impossible)\b|n['’]t\b",
    re.IGNORECASE,
)
"""Words by which people say why they do without it."""
_DEFINITION = re.compile(r"[ \t\f]*#[#\s]*(?:async\s+def|def|class)\s+\w+\s*[(:]")


def taken_off(file: SourceFile, node: nodes.FunctionDef) -> DecoratorTakenOff | None:
    """The decorator that somebody commented out above the function, or between its decorators and its `def`.

    Who takes off the decorators of functions side by side, and says why above one of them, says it of all.
    """
    own = _taken_off(file, node)
    if own is None or own.explained:
        return own
    beside = (each for each in node.parent.get_children() if isinstance(each, nodes.FunctionDef) and each is not node)
    found = (_taken_off(file, each) for each in beside)
    return next((each for each in found if each is not None and each.explained), own)


def _taken_off(file: SourceFile, node: nodes.FunctionDef) -> DecoratorTakenOff | None:
    name = node.position
    last = (name.lineno if name is not None else node.lineno) - 1
    first = min([last, *(decorator.lineno - 1 for decorator in decorators_of(node))])
    while first and _COMMENT.match(file.lines[first - 1]):
        first -= 1
    for number in reversed(range(first, last)):
        if _DEFINITION.match(file.lines[number]):
            break  # what stands above it was commented out together with it
        found = _DECORATOR.match(file.lines[number])
        explained = found is not None and _AGAINST.search(found["rest"]) is not None
        if found is not None and (explained or _REST.fullmatch(found["rest"])):
            return DecoratorTakenOff(Place(file.relative, number + 1, 1, number + 1, None), explained=explained)
    return None
