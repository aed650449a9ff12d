"""What comments above a function say about it."""

from __future__ import annotations

import re

from astroid import nodes

from hybridize.program.functions import decorators_of
from hybridize.sources.model import SourceFile
from hybridize.verdicts.evidence import DecoratorTakenOff
from hybridize.verdicts.model import Place

_COMMENT = re.compile(r"[ \t\f]*#")
_DECORATOR = re.compile(
    r"[ \t\f]*#[#\s]*@\s*(?:\w+\s*\.\s*)*(?:partial\s*\(\s*(?:\w+\.)*)?(?:tf_)?function\b\s*(?:[(,#].*)?$"
)
_DEFINITION = re.compile(r"[ \t\f]*#[#\s]*(?:async\s+def|def|class)\s+\w+\s*[(:]")


def taken_off(file: SourceFile, node: nodes.FunctionDef) -> DecoratorTakenOff | None:
    """The decorator that somebody commented out above the function, or between its decorators and its `def`."""
    name = node.position
    last = (name.lineno if name is not None else node.lineno) - 1
    first = min([last, *(decorator.lineno - 1 for decorator in decorators_of(node))])
    while first and _COMMENT.match(file.lines[first - 1]):
        first -= 1
    for number in reversed(range(first, last)):
        if _DEFINITION.match(file.lines[number]):
            break  # what stands above it was commented out together with it
        if _DECORATOR.match(file.lines[number]):
            return DecoratorTakenOff(Place(file.relative, number + 1, 1, number + 1, None))
    return None
