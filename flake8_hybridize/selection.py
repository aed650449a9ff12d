"""Which codes flake8 would show. Its classes that know are internal: where they have changed, the answer is yes."""

from __future__ import annotations

from argparse import Namespace
from functools import cached_property
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from flake8.style_guide import DecisionEngine, StyleGuideManager


class Selection:
    """What flake8's options select, `per-file-ignores` among them."""

    def __init__(self, options: Namespace) -> None:
        self._options = options

    def allows(self, code: str) -> bool:
        """Whether a code is shown in some file."""
        try:
            from flake8.style_guide import DecisionEngine

            return _selects(DecisionEngine(self._options), code)
        except (ImportError, AttributeError):
            return True

    def allows_in(self, filename: str, code: str) -> bool:
        """Whether a code is shown in a file, which is named as flake8 names it."""
        try:
            return _selects(self._guides.style_guide_for(filename).decider, code)
        except (ImportError, AttributeError, TypeError):
            return True

    @cached_property
    def _guides(self) -> StyleGuideManager:
        from flake8.formatting.base import BaseFormatter
        from flake8.style_guide import StyleGuideManager

        return StyleGuideManager(self._options, BaseFormatter(self._options))


def _selects(engine: DecisionEngine, code: str) -> bool:
    from flake8.style_guide import Decision

    return bool(engine.decision_for(code) is Decision.Selected)
