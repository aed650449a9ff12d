"""The commands, one module each, with a function `run` that returns the exit status."""

from __future__ import annotations

CLEAN, FOUND, USAGE, INTERNAL = 0, 1, 2, 3
"""Exit statuses, as CONTRACT.md lists them."""
INTERRUPTED = 130
