"""Which codes are on."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from pathspec import GitIgnoreSpec

from hybridize.surfaces.options import OptionError

ALL = "HYB"


@dataclass(frozen=True)
class Selection:
    """Codes by their beginnings. The longest that fits a code decides; `ignore` wins a tie.

    Rules in preview are on only with `preview`, whatever is selected: they may change without notice.
    """

    select: tuple[str, ...] = (ALL,)
    ignore: tuple[str, ...] = ()
    preview: bool = False
    per_file_ignores: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Patterns as in .gitignore, relative to the root."""

    def allows(self, code: str, in_preview: bool, path: str = "") -> bool:
        """Whether findings of `code` are shown (in the file `path`)."""
        if in_preview and not self.preview:
            return False
        on, off = longest(code, self.select), longest(code, self.ignore)
        if on is None or (off is not None and off >= on):
            return False
        return not any(
            longest(code, codes) is not None and GitIgnoreSpec.from_lines([pattern]).match_file(path)
            for pattern, codes in self.per_file_ignores.items()
        )

    def unknown(self, codes: Iterable[str]) -> list[str]:
        """The selectors that fit none of `codes`."""
        known = list(codes)
        named = [*self.select, *self.ignore, *(c for each in self.per_file_ignores.values() for c in each)]
        return [s for s in dict.fromkeys(named) if not any(code.startswith(s) for code in known)]


def selectors(texts: Iterable[str]) -> tuple[str, ...]:
    """Codes and beginnings of codes from lists with commas; `ALL` means every code. Raises OptionError."""
    out = []
    for text in (part for each in texts for part in re.split(r"[,\s]+", each) if part):
        code = ALL if text.upper() == "ALL" else text.upper()
        if not (ALL.startswith(code) or re.fullmatch(rf"{ALL}\d{{0,3}}", code)):
            raise OptionError(f"{text!r} is no code of hybridize, nor the beginning of one")
        out.append(code)
    return tuple(out)


def longest(code: str, beginnings: Iterable[str]) -> int | None:
    """The length of the longest beginning that fits a code; None = none does."""
    return max((len(b) for b in beginnings if code.startswith(b)), default=None)
