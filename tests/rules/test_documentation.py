"""Documentation: every rule is documented everywhere, nothing stale is, and the examples are true."""

from __future__ import annotations

import importlib
import re
import shutil
from dataclasses import fields
from pathlib import Path

import pytest

import hybridize
from hybridize.rules import document
from hybridize.rules.base import SECTIONS, Rule
from hybridize.rules.registry import all_rules
from hybridize.settings import AnalysisOptions

ROOT = Path(__file__).parents[2]
PAGES = ROOT / "docs" / "rules"
each_rule = pytest.mark.parametrize("rule", all_rules(), ids=lambda rule: rule.code)


@each_rule
def test_a_rule_has_all_sections_in_order(rule: Rule) -> None:
    optional = {"Limits", "Options"} - rule.sections.keys()
    assert list(rule.sections) == [section for section in SECTIONS if section not in optional]
    assert all(rule.sections.values())


@each_rule
def test_a_rule_is_named_after_its_module_and_has_a_summary(rule: Rule) -> None:
    module = type(rule).__module__.rpartition(".")[2]
    assert module == f"{rule.code.lower()}_{rule.name.replace('-', '_')}"
    assert re.fullmatch(r"HYB\d{3}", rule.code)
    assert rule.summary.endswith(".") and "\n\n" in rule.documentation


@each_rule
def test_the_options_that_a_rule_names_exist(rule: Rule) -> None:
    known = {field.name.replace("_", "-") for field in fields(AnalysisOptions)}
    named = re.findall(r"`([^`]+)`", rule.sections.get("Options", ""))
    assert set(named) <= known
    assert ("Options" in rule.sections) == bool(named)


@each_rule
def test_the_example_fires_and_what_to_use_instead_does_not(rule: Rule, tmp_path: Path) -> None:
    found = {}
    for section in ("Example", "Use instead"):
        folder = tmp_path / section.replace(" ", "_")
        folder.mkdir()
        blocks = re.findall(r"```python\n(.*?)```", rule.sections[section], re.DOTALL)
        assert blocks
        for number, block in enumerate(blocks):
            (folder / f"example_{number}.py").write_text(block, encoding="utf-8")
        report = hybridize.analyze(folder, root=folder, preview=True, input_signatures=True)
        assert {error.kind for error in report.errors} <= {"syntax-error"}
        found[section] = [finding.code for finding in report.findings] + ["HYB900" for _ in report.errors]
    assert rule.code in found["Example"] and set(found["Example"]) == {rule.code}
    assert found["Use instead"] == []


def test_the_pages_are_those_of_the_rules(tmp_path: Path) -> None:
    """Run `python -m hybridize.rules.document docs/rules` where this fails."""
    document.write(tmp_path)
    assert {path.name for path in PAGES.iterdir()} == {path.name for path in tmp_path.iterdir()}
    for path in tmp_path.iterdir():
        assert (PAGES / path.name).read_text("utf-8") == path.read_text("utf-8"), path.name


def test_writing_pages_removes_stale_ones(tmp_path: Path) -> None:
    (tmp_path / "HYB999.md").write_text("of a rule that is no more", encoding="utf-8")
    assert document.main([str(tmp_path)]) == 0
    assert not (tmp_path / "HYB999.md").exists()
    assert (tmp_path / "index.md").exists()
    shutil.rmtree(tmp_path)
    assert document.main([str(tmp_path)]) == 0


def test_writing_pages_needs_a_folder(capsys: pytest.CaptureFixture[str]) -> None:
    assert document.main([]) == 2
    assert "usage" in capsys.readouterr().err


def test_the_readme_lists_each_rule_and_no_other() -> None:
    text = (ROOT / "README.md").read_text("utf-8")
    rows = re.findall(r"^\| \[?(HYB\d{3})\]?(?:\([^)]*\))? \| ([\w-]+) \| (\w+) \|", text, re.MULTILINE)
    assert rows == [(rule.code, rule.name, "preview" if rule.preview else "on") for rule in all_rules()]


def test_each_rule_has_a_message_of_pylint_and_no_other() -> None:
    plugin = importlib.import_module("pylint_hybridize")
    from pylint.lint import PyLinter

    linter = PyLinter()
    plugin.register(linter)
    own = [message for message in linter.msgs_store.messages if message.msgid[1:3] == "58"]
    numbers = {"HYB100": "W5899", "HYB900": "F5800"}
    assert sorted((message.msgid, message.symbol) for message in own) == sorted(
        (numbers.get(rule.code, f"W58{rule.code[-2:]}"), rule.name) for rule in all_rules()
    )
