"""Which codes are on."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from hybridize.rules.names import rule_names
from hybridize.surfaces.options import OptionError, did_you_mean

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
        patterns = [each for each, codes in self.per_file_ignores.items() if longest(code, codes) is not None]
        if not patterns:
            return True
        # Imported late: most projects ignore nothing by file.
        from pathspec import GitIgnoreSpec

        return not any(GitIgnoreSpec.from_lines([pattern]).match_file(path) for pattern in patterns)


def selectors(texts: Iterable[str]) -> tuple[str, ...]:
    """Codes and beginnings of codes from lists with commas, in which names stand for codes and `ALL` for every code.

    Raises OptionError for what fits no rule.
    """
    return tuple(_selector(part) for each in texts for part in re.split(r"[,\s]+", each) if part)


def _selector(text: str) -> str:
    names = rule_names()
    code = ALL if text.upper() == "ALL" else text.upper()
    if any(each.startswith(code) for each in names):
        return code
    named = {name: each for each, name in names.items()}
    if text.lower() in named:
        return named[text.lower()]
    near = did_you_mean(text, [*names, *named])
    raise OptionError(f"{text!r} is no code or name of a rule, nor the beginning of a code{near}")


def longest(code: str, beginnings: Iterable[str]) -> int | None:
    """The length of the longest beginning that fits a code; None = none does."""
    return max((len(b) for b in beginnings if code.startswith(b)), default=None)
