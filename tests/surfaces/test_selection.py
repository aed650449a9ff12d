"""Which codes are on."""

from __future__ import annotations

import pytest

from hybridize.rules.model import Fix
from hybridize.surfaces.options import OptionError
from hybridize.surfaces.safety import Safety
from hybridize.surfaces.selection import Selection, selectors


@pytest.mark.parametrize(
    ("select", "ignore", "on"),
    [
        ("HYB", "", True),
        ("HYB001", "", True),
        ("HYB002", "", False),
        ("HYB", "HYB001", False),
        ("HYB001", "HYB", True),
        ("HYB00", "HYB0", True),
        ("HYB001", "HYB001", False),
        ("", "", False),
    ],
)
def test_the_longest_selector_decides(select: str, ignore: str, on: bool) -> None:
    selection = Selection(selectors([select]), selectors([ignore]))
    assert selection.allows("HYB001", in_preview=False) is on


def test_rules_in_preview_are_off_whatever_is_selected() -> None:
    assert not Selection(("HYB003",)).allows("HYB003", in_preview=True)
    assert Selection(("HYB003",), preview=True).allows("HYB003", in_preview=True)
    assert not Selection(("HYB001",), preview=True).allows("HYB003", in_preview=True)


@pytest.mark.parametrize(
    ("path", "on"), [("scripts/a.py", False), ("pkg/scripts/a.py", False), ("b.py", False), ("pkg/b.py", True)]
)
def test_ignores_for_files_are_patterns_as_in_gitignore(path: str, on: bool) -> None:
    selection = Selection(per_file_ignores={"scripts/": ("HYB00",), "/b.py": ("HYB001",)})
    assert selection.allows("HYB001", in_preview=False, path=path) is on
    assert selection.allows("HYB012", in_preview=False, path=path)


@pytest.mark.parametrize(
    ("safe", "unsafe", "applicability"),
    [
        ("", "", "unsafe"),
        ("HYB", "", "safe"),
        ("HYB004", "HYB", "safe"),
        ("HYB", "HYB004", "unsafe"),
        ("HYB00", "HYB00", "unsafe"),
        ("HYB001", "", "unsafe"),
    ],
)
def test_the_longest_selector_decides_on_safety(safe: str, unsafe: str, applicability: str) -> None:
    safety = Safety(selectors([safe]), selectors([unsafe]))
    judged = safety.judged("HYB004", Fix("unsafe", "Do it"))
    assert judged == Fix(applicability, "Do it")
    shown = Fix("display-only", "Look at it")
    assert safety.judged("HYB004", shown) is shown
    assert safety.judged("HYB004", None) is None


def test_selectors_are_lists_in_any_case() -> None:
    assert selectors(["hyb001,HYB002 HYB1", "ALL", "H"]) == ("HYB001", "HYB002", "HYB1", "HYB", "H")
    for wrong in ("E501", "HYB0001", "HYB00x", "should-hybridize"):
        with pytest.raises(OptionError, match=wrong):
            selectors([wrong])


def test_selectors_without_a_rule_are_known() -> None:
    selection = Selection(("HYB001", "HYB9"), ("HYB8",), per_file_ignores={"a.py": ("HYB7",)})
    assert selection.unknown(["HYB001"]) == ["HYB9", "HYB8", "HYB7"]
