"""Colours: whether they are wanted, and the texts that have them."""

from __future__ import annotations

import os
import sys

from hybridize.surfaces.formats.view import Style


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
