"""Colours: whether they are wanted, and the texts that have them."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping

from hybridize.surfaces.formats.view import MARKS, MARKS_IN_WORDS, Style


def marks(when: str, to_file: bool) -> Mapping[bool | None, str]:
    """What stands before that which is good or bad: signs where texts are coloured and can show them, else words."""
    try:
        "".join(MARKS.values()).encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        return MARKS_IN_WORDS
    return MARKS if _is_coloured(when, to_file) else MARKS_IN_WORDS


def styler(when: str, to_file: bool) -> Style:
    """What puts texts in styles, by `--color WHEN`, NO_COLOR and FORCE_COLOR, and by where stdout leads."""
    if not _is_coloured(when, to_file):
        return lambda text, _: text
    # Imported late: most runs are not coloured.
    from rich.color import ColorSystem
    from rich.style import Style as RichStyle

    def styled(text: str, style: str) -> str:
        return RichStyle.parse(style).render(text, color_system=ColorSystem.STANDARD)

    return styled


def _is_coloured(when: str, to_file: bool) -> bool:
    if when != "auto":
        return when == "always"
    if os.environ.get("NO_COLOR"):
        return False
    if os.environ.get("FORCE_COLOR"):
        return True
    return not to_file and sys.stdout.isatty() and os.environ.get("TERM") != "dumb"
