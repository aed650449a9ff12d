"""Preconditions P1-P6, safety and benefit conditions: one `Verdict` per function, with reasons and places."""

from __future__ import annotations
