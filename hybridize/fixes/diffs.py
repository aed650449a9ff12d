"""A plan as a unified diff that `git apply` and `patch` understand."""

from __future__ import annotations

import difflib
import io
from collections.abc import Iterator

from hybridize.fixes.plans import FileChange, FixPlan

_ESCAPES = str.maketrans({"\\": "\\\\", '"': '\\"', "\n": "\\n", "\t": "\\t", "\r": "\\r"})


def diff(plan: FixPlan) -> str:
    """The changes of a plan as a unified diff.

    Bytes that are not UTF-8 become lone surrogates: encode the text with `surrogateescape` to print or keep it, and
    leave its line ends as they are.
    """
    return "".join(line for change in plan.changes for line in _file(change))


def _file(change: FileChange) -> Iterator[str]:
    names = (_label("a/" + change.path), _label("b/" + change.path))
    for line in difflib.unified_diff(_lines(change.before), _lines(change.after), *names):
        yield line if line.endswith("\n") else line + "\n\\ No newline at end of file\n"


def _lines(data: bytes) -> list[str]:
    """The lines as git counts them: a carriage return belongs to its line (BytesIO splits at line feeds only)."""
    return [line.decode("utf-8", "surrogateescape") for line in io.BytesIO(data)]


def _label(name: str) -> str:
    """A file name as git writes it: quoted if need be; a tab ends one with blanks."""
    escaped = name.translate(_ESCAPES)
    if escaped != name:
        return f'"{escaped}"'
    return name + "\t" * (" " in name)
