"""Which codes are on."""

from __future__ import annotations

import pytest

from hybridize.rules.model import Fix
from hybridize.rules.names import rule_names
from hybridize.rules.registry import all_rules
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


def test_selectors_are_lists_of_codes_and_names_in_any_case() -> None:
    assert selectors(["hyb001,HYB002 HYB0", "ALL", "H"]) == ("HYB001", "HYB002", "HYB0", "HYB", "H")
    assert selectors(["should-hybridize,Retracing-Risk"]) == ("HYB001", "HYB002")


@pytest.mark.parametrize(
    ("text", "meant"),
    [("E501", ""), ("HYB0001", "HYB001"), ("HYB999", "HYB900"), ("should-hybridise", "should-hybridize")],
)
def test_what_fits_no_rule_is_refused(text: str, meant: str) -> None:
    with pytest.raises(OptionError, match=text) as refused:
        selectors([text])
    assert (f"did you mean {meant!r}?" in str(refused.value)) == bool(meant)


def test_the_names_of_rules_are_those_of_their_classes() -> None:
    assert rule_names() == {rule.code: rule.name for rule in all_rules()}
