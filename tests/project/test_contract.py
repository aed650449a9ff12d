"""What users may rely on: each line has a test through each door, and the table in docs/contract.md says which."""

from __future__ import annotations

from tests.project.contract import PAGE, Line, lines, redrawn


def test_the_table_is_right() -> None:
    """Run `python tests/project/contract.py` where this fails."""
    text = PAGE.read_text("utf-8")
    assert redrawn(text) == text


def test_every_line_has_a_test_through_every_door() -> None:
    def missing(line: Line) -> list[str]:
        return [f"{line.section}: {line.name} ({door})" for door, test in line.tests.items() if test is None]

    found = lines()
    assert [each for line in found for each in missing(line)] == []
    assert {line.section for line in found} == {
        "commands", "options", "analysis options", "formats", "exit statuses", "errors", "codes"
    }  # fmt: skip


def test_a_line_without_a_test_is_seen() -> None:
    from tests.project import contract

    assert contract._named(["--no-such-" + "option"], ("tests/surfaces",)) is None
    assert contract._ends(0, ("tests/nowhere",)) is None
