"""What a finding is known by when the lines around it move."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Sequence

from hybridize.rules.model import Finding


def fingerprints(findings: Sequence[Finding], line: Callable[[str, int], str | None]) -> list[str]:
    """One text for each finding: of its code, file, function and line of code, and which of several alike it is."""
    seen: Counter[str] = Counter()
    out = []
    for finding in findings:
        code = (line(finding.place.path, finding.place.line) or "").strip()
        subject = "\n".join([finding.code, finding.place.path, finding.qualname, code])
        seen[subject] += 1
        out.append(hashlib.sha256(f"{subject}\n{seen[subject]}".encode("utf-8", "surrogatepass")).hexdigest())
    return out
