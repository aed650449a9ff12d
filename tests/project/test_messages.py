"""The page of all messages is what the examples give."""

from __future__ import annotations

from tests.project.messages import PAGE, page


def test_the_page_is_right() -> None:
    """Run `python -m tests.project.messages` where this fails."""
    assert PAGE.read_text("utf-8") == page()
