"""Where the documentation is read."""

from __future__ import annotations

DOCUMENTATION = "https://hybridize.readthedocs.io/en/stable"


def rule_address(code: str) -> str:
    """The page of a rule."""
    return f"{DOCUMENTATION}/rules/{code}/"
