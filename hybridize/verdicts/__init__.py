"""Preconditions P1-P6, safety and benefit conditions: one `Verdict` per function, with reasons and places."""

from __future__ import annotations

from hybridize.verdicts.decide import decide
from hybridize.verdicts.model import Verdict

__all__ = ["Verdict", "decide"]
