"""`# noqa` comments: those that suppress nothing (HYB100), and those that `--add-noqa` writes."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from hybridize.rules.model import SAFE, ChangeComment, Finding, Fix
from hybridize.rules.names import rule_names
from hybridize.sources.model import SourceFile
from hybridize.surfaces.suppression import Suppressions
from hybridize.verdicts.model.parts import Place, Subject, SubjectKind

UNUSED = "HYB100"
_OURS = re.compile(r"HYB\d+", re.IGNORECASE)


def unused_suppressions(files: Iterable[SourceFile], findings: Iterable[Finding]) -> list[Finding]:
    """A finding for each comment with codes of ours that no finding needs, before anything is selected."""
    spoken: dict[tuple[str, int], set[str]] = {}
    for finding in findings:
        spoken.setdefault((finding.place.path, finding.place.line), set()).add(finding.code)
    out: list[Finding] = []
    for file in files:
        if _OURS.search(file.text):
            out += _unused(file, spoken)
    return out


def _unused(file: SourceFile, spoken: Mapping[tuple[str, int], set[str]]) -> Iterator[Finding]:
    suppressions = Suppressions(file)
    for comment in suppressions.comments():
        needed = {code for line in comment.lines for code in spoken.get((file.relative, line), ())}
        unused = [
            code for code in comment.codes if _OURS.fullmatch(code) and not any(n.startswith(code) for n in needed)
        ]
        if not unused:
            continue
        kept = [code for code in comment.codes if code not in unused]
        new = f"# noqa: {', '.join(kept)}" if kept else ""
        old = comment.text if kept else comment.gap + comment.text
        names = ", ".join(unused)
        place = Place(file.relative, comment.line, comment.column)
        yield Finding(
            UNUSED,
            rule_names()[UNUSED],
            f"`# noqa: {names}` suppresses nothing on this line",
            place,
            Subject(SubjectKind.MODULE, file.relative, file.module, "", place),
            fix=Fix(SAFE, f"Remove {names} from the comment", (ChangeComment(file.relative, comment.line, old, new),)),
        )


def added_comments(findings: Sequence[Finding], suppressions: Mapping[str, Suppressions]) -> list[Fix]:
    """The comments that would suppress some findings, one change for each line."""
    codes: dict[tuple[str, int], set[str]] = {}
    for finding in findings:
        path = finding.place.path
        line = suppressions[path].last_line(finding.place.line)
        codes.setdefault((path, line), set()).add(finding.code)
    out = []
    for (path, line), wanted in codes.items():
        names = ", ".join(sorted(wanted))
        comment = suppressions[path].comment_at(line)
        if comment is None:
            edit = ChangeComment(path, line, "", f"  # noqa: {names}")
        else:
            edit = ChangeComment(path, line, comment.text, f"{comment.text}, {names}")
        out.append(Fix(SAFE, f"Suppress {names}", (edit,)))
    return out
