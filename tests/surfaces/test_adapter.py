"""The door for hosts gives plain tables and keeps quiet."""

from __future__ import annotations

import json
import pickle
from pathlib import Path

import pytest
from surfaces.conftest import STEP

from hybridize.rules.registry import all_rules
from hybridize.surfaces import adapter


def only(tables: list[adapter.Table]) -> dict[str, adapter.FileFindings]:
    """The files of the one table."""
    (table,) = tables
    return table.files


def test_findings_lie_by_absolute_path_with_columns_from_0(project: Path) -> None:
    table = only(adapter.tables({}, ["step.py"]))
    assert set(table) == {str(project / "noisy.py"), str(project / "step.py")}
    found = table[str(project / "step.py")]
    assert found.digest == adapter.text_digest(STEP)
    (finding,) = found.findings
    assert finding[:4] == (4, 0, "HYB001", "should-hybridize")
    assert finding.confidence == "proven"
    assert (finding.end_line, finding.end_column) == (4, len("def step"))


def test_tables_travel_between_processes(project: Path) -> None:
    tables = adapter.tables(adapter.checked({"closed_world": True}))
    assert pickle.loads(pickle.dumps(tables)) == tables
    assert json.loads(json.dumps(tables))[0][0] == str(project)


def test_the_host_wins_over_pyproject(project: Path) -> None:
    (project / "pyproject.toml").write_text(
        '[tool.hybridize]\nmin-gain = "high"\npreview = true\n', encoding="utf-8"
    )
    step = str(project / "step.py")
    assert only(adapter.tables(adapter.checked({})))[step].findings == ()
    given = adapter.checked({"min_gain": "low", "preview": False, "src": None})
    (finding,) = only(adapter.tables(given))[step].findings
    assert finding.code == "HYB001"


def test_what_pyproject_selects_holds(project: Path) -> None:
    (project / "pyproject.toml").write_text(
        '[tool.hybridize]\nper-file-ignores = { "step.py" = ["HYB001"] }\n', encoding="utf-8"
    )
    found = only(adapter.tables({}))
    assert [each.code for file in found.values() for each in file.findings] == ["HYB004"]
    (project / "pyproject.toml").write_text('[tool.hybridize]\nselect = ["HYB001"]\n', encoding="utf-8")
    found = only(adapter.tables({}))
    assert [each.code for file in found.values() for each in file.findings] == ["HYB001"]


def test_wrong_values_are_named_as_the_host_names_them(project: Path) -> None:
    with pytest.raises(adapter.OptionError, match="hybridize-min-gain must be one of"):
        adapter.checked({"min_gain": "huge"})


def test_rules_in_preview_and_findings_in_tests_need_the_option(project: Path) -> None:
    (project / "idle.py").write_text(
        "import tensorflow as tf\n\n\n@tf.function\ndef idle(n=1):\n    return n\n\n\nidle()\n", encoding="utf-8"
    )
    (project / "step.py").rename(project / "test_step.py")

    def codes(name: str, **given: object) -> list[str]:
        table = only(adapter.tables(adapter.checked(given)))
        return [finding.code for finding in table[str(project / name)].findings]

    assert codes("idle.py") == []
    assert codes("idle.py", preview=True) == ["HYB003"]
    assert codes("test_step.py") == []
    assert codes("test_step.py", include_tests=True) == ["HYB001"]


def test_overlays_and_excluded_files(project: Path) -> None:
    (project / "build").mkdir()
    (project / "build" / "made.py").write_text(STEP, encoding="utf-8")
    assert str(project / "build" / "made.py") not in only(adapter.tables({}))
    table = only(adapter.tables({}, ["build/made.py"], {"step.py": "x = 1\n"}))
    assert len(table[str(project / "build" / "made.py")].findings) == 1
    assert table[str(project / "step.py")] == (adapter.text_digest("x = 1\n"), ())


def test_failures_are_told_in_one_line_on_stderr(
    project: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (project / "broken.py").write_text("def f(:\n", encoding="utf-8")

    def fail(*_: object) -> None:
        raise RuntimeError("no such thing")

    monkeypatch.setattr(type(all_rules()[1]), "check", fail)
    table = only(adapter.tables({}))
    assert [each.code for each in table[str(project / "step.py")].findings] == ["HYB900", "HYB001"]
    (broken,) = table[str(project / "broken.py")].findings
    assert (broken.code, broken.line) == ("HYB900", 1)
    assert broken.message.startswith("was not checked: syntax-error: cannot be parsed")
    captured = capsys.readouterr()
    assert captured.out == ""
    assert "no such thing" in captured.err
    assert "syntax-error" not in captured.err, "hosts tell these themselves"
    assert "Traceback" not in captured.err


def test_a_wrong_configuration_is_refused(project: Path) -> None:
    (project / "pyproject.toml").write_text("[tool.hybridize]\nselct = ['HYB001']\n", encoding="utf-8")
    with pytest.raises(adapter.OptionError, match="pyproject.toml:2: .*did you mean 'select'"):
        adapter.tables({})


def test_rules_are_described() -> None:
    assert [(rule.code, rule.name, rule.preview) for rule in adapter.rules()] == [
        (rule.code, rule.name, rule.preview) for rule in all_rules()
    ]
    assert all(rule.summary for rule in adapter.rules())
