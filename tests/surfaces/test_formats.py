"""Each format says of each finding where it is and what it is, in the syntax of its reader."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest
from surfaces.conftest import Command

from hybridize.rules.model import DISPLAY_ONLY, SAFE, UNSAFE, Finding, Fix, Reason, Related
from hybridize.rules.registry import all_rules
from hybridize.sources.model import SourceError
from hybridize.surfaces.formats import FORMATS, renderer
from hybridize.surfaces.formats.view import View, fixable_kinds
from hybridize.verdicts.model.parts import Place, Subject, SubjectKind

LINES = {("pkg/a.py", 3): "\tx = f('é', y)", ("pkg/b,c.py", 7): "def g(a):"}


def subject(path: str, qualname: str) -> Subject:
    """A function, or what lies in none."""
    return Subject(SubjectKind.FUNCTION if qualname else SubjectKind.MODULE, path, "", qualname, Place(path, 1))


FINDINGS = (
    Finding(
        "HYB004", "hybrid-side-effect", "`f` prints 100% & <more>", Place("pkg/a.py", 3, 6, 3, 16),
        subject("pkg/a.py", "f"),
        fix=Fix(UNSAFE, "Print with `tf.print`"), assumptions=(Reason("kind", "all is well", Place("pkg/a.py", 1)),),
    ),
    Finding(
        "HYB005", "recursive-hybrid", "`g` calls itself", Place("pkg/b,c.py", 7), subject("pkg/b,c.py", "g"),
        severity="error",
        fix=Fix(SAFE, "Do it"), related=(Related(Place("pkg/a.py", 3), "here"),),
    ),
    Finding(
        "HYB005", "recursive-hybrid", "`g` again", Place("gone.py", 1), subject("gone.py", "g"),
        fix=Fix(DISPLAY_ONLY, "Think"),
    ),
)  # fmt: skip


@pytest.fixture
def view(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> View:
    """The findings as seen from the project's root."""
    monkeypatch.chdir(tmp_path)
    return View(FINDINGS, tmp_path, lambda path, line: LINES.get((path, line)))


@pytest.mark.parametrize("name", FORMATS)
def test_no_findings_are_a_valid_document(name: str, tmp_path: Path) -> None:
    text = renderer(name)(View((), tmp_path, lambda *_: None))
    assert text == "" or text.endswith("\n")
    if name in ("json", "gitlab"):
        assert json.loads(text) == []
    elif name == "rdjson":
        assert json.loads(text)["diagnostics"] == []
    elif name == "sarif":
        assert json.loads(text)["runs"][0]["results"] == []
    elif name == "junit":
        assert ElementTree.fromstring(text).get("tests") == "0"
    else:
        assert text == ""


def test_concise(view: View) -> None:
    assert renderer("concise")(view).splitlines() == [
        "pkg/a.py:3:6: HYB004 `f` prints 100% & <more>",
        "pkg/b,c.py:7:1: HYB005 [*] `g` calls itself",
        "gone.py:1:1: HYB005 `g` again",
    ]


def test_what_is_fixable_depends_on_the_option(view: View) -> None:
    unsafe = View(view.findings, view.root, view.line, fixable_kinds(True))
    assert "HYB004 [*]" in renderer("concise")(unsafe)


def test_text_points_at_the_place_whatever_the_characters(view: View) -> None:
    assert renderer("text")(view) == (
        "pkg/a.py:3:6: HYB004 `f` prints 100% & <more>\n"
        "  |\n"
        "3 | \tx = f('é', y)\n"
        "  | \t    ^^^^^^^^^\n"
        "  = assumed: pkg/a.py:1: all is well\n"
        "  = help: Print with `tf.print` (`--fix --unsafe-fixes`)\n"
        "\n"
        "pkg/b,c.py:7:1: HYB005 [*] `g` calls itself\n"
        "  |\n"
        "7 | def g(a):\n"
        "  | ^^^^^^^^^\n"
        "  = help: Do it (`--fix`)\n"
        "\n"
        "gone.py:1:1: HYB005 `g` again\n"
        "  = help: Think\n"
        "\n"
    )


def test_names_are_relative_to_the_current_folder_or_absolute(
    view: View, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "pkg").mkdir()
    monkeypatch.chdir(tmp_path / "pkg")
    first, _, last = renderer("concise")(view).splitlines()
    assert first.startswith("a.py:3:6:")
    assert last.startswith(f"{tmp_path / 'gone.py'}:1:1:")


def test_github_escapes_what_its_commands_reserve(view: View) -> None:
    first, second, _ = renderer("github")(view).splitlines()
    assert first == (
        "::warning title=hybridize (HYB004),file=pkg/a.py,line=3,col=6,endLine=3,endColumn=16"
        "::pkg/a.py:3:6: HYB004 `f` prints 100%25 & <more>"
    )
    assert second.startswith("::error title=hybridize (HYB005),file=pkg/b%2Cc.py,line=7,col=1,endLine=7::")


def test_json_has_the_findings_of_the_report(view: View) -> None:
    first, second, _ = json.loads(renderer("json")(view))
    assert (first["code"], first["path"], first["line"], first["end_column"]) == ("HYB004", "pkg/a.py", 3, 16)
    assert second["related"] == [{"path": "pkg/a.py", "line": 3, "message": "here"}]


def test_gitlab_tells_findings_apart(view: View) -> None:
    issues = json.loads(renderer("gitlab")(View((*FINDINGS, FINDINGS[2]), view.root, view.line)))
    assert len({issue["fingerprint"] for issue in issues}) == 4
    assert issues[0]["location"] == {"path": "pkg/a.py", "lines": {"begin": 3, "end": 3}}
    assert [issue["severity"] for issue in issues[:2]] == ["minor", "major"]


def test_gitlab_knows_a_finding_again_when_the_code_moves(view: View) -> None:
    def fingerprints(line: int) -> list[str]:
        finding = Finding("HYB005", "recursive-hybrid", "", Place("a.py", line), subject("a.py", "g"))
        issues = json.loads(renderer("gitlab")(View((finding,), view.root, view.line)))
        return [issue["fingerprint"] for issue in issues]

    assert fingerprints(3) == fingerprints(4)


def test_sarif(view: View) -> None:
    (run,) = json.loads(renderer("sarif")(view))["runs"]
    assert [rule["id"] for rule in run["tool"]["driver"]["rules"]] == ["HYB004", "HYB005"]
    assert run["originalUriBaseIds"]["ROOT"]["uri"].endswith("/")
    first, second, _ = run["results"]
    assert (first["ruleId"], first["level"], second["level"]) == ("HYB004", "warning", "error")
    region = first["locations"][0]["physicalLocation"]["region"]
    assert region == {"startLine": 3, "startColumn": 6, "endLine": 3, "endColumn": 15}, "in characters, not in bytes"
    assert second["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] == "pkg/b%2Cc.py"
    assert second["relatedLocations"][0]["message"] == {"text": "here"}


def test_junit(view: View) -> None:
    suites = ElementTree.fromstring(renderer("junit")(view))
    assert (suites.get("tests"), suites.get("failures")) == ("3", "3")
    assert [suite.get("name") for suite in suites] == ["pkg/a.py", "pkg/b,c.py", "gone.py"]
    failure = suites.find("testsuite/testcase/failure")
    assert failure is not None
    assert failure.get("message") == "`f` prints 100% & <more>"


ERRORS = (
    SourceError("broken.py", 3, "syntax-error", "cannot be parsed"),
    SourceError("pyproject.toml", 2, "config-error", "is wrong"),
)


@pytest.fixture
def failed(view: View) -> View:
    """The same, and two files that were not checked."""
    return View(view.findings, view.root, view.line, errors=ERRORS)


@pytest.mark.parametrize("name", [name for name in FORMATS if name not in ("text", "concise", "grouped")])
def test_machines_hear_of_files_that_were_not_checked(name: str, failed: View) -> None:
    text = renderer(name)(failed)
    assert "broken.py" in text and "cannot be parsed" in text


def test_errors_where_the_format_has_a_place_for_them(failed: View) -> None:
    (run,) = json.loads(renderer("sarif")(failed))["runs"]
    (invocation,) = run["invocations"]
    (unchecked,) = invocation["toolExecutionNotifications"]
    assert unchecked["descriptor"] == {"id": "syntax-error"}
    assert unchecked["locations"][0]["physicalLocation"]["region"] == {"startLine": 3}
    assert len(invocation["toolConfigurationNotifications"]) == 1
    assert len(run["results"]) == len(FINDINGS)
    suites = ElementTree.fromstring(renderer("junit")(failed))
    assert (suites.get("tests"), suites.get("failures"), suites.get("errors")) == ("5", "3", "2")
    assert suites.find("testsuite[@name='broken.py']/testcase/error") is not None
    assert "::error title=hybridize (HYB900),file=broken.py,line=3" in renderer("github")(failed)
    issues = json.loads(renderer("gitlab")(failed))
    assert [issue["severity"] for issue in issues] == ["minor", "major", "minor", "critical", "critical"]
    rows = [json.loads(line) for line in renderer("json-lines")(failed).splitlines()]
    assert [row["code"] for row in rows] == ["HYB004", "HYB005", "HYB005", "HYB900", "HYB900"]


def test_grouped(view: View) -> None:
    assert renderer("grouped")(view).splitlines()[:4] == [
        "pkg/a.py:", "  3:6: HYB004 `f` prints 100% & <more>", "", "pkg/b,c.py:"
    ]  # fmt: skip


def test_fixes_are_handed_on(project: Path, command: Command) -> None:
    (project / "broken.py").write_text("def f(:\n", encoding="utf-8")
    log = command("--output-format", "sarif").out
    (run,) = json.loads(log)["runs"]
    fixed = {result["ruleId"]: result["fixes"][0]["artifactChanges"][0] for result in run["results"]}
    (replacement,) = fixed["HYB001"]["replacements"]
    assert replacement["insertedContent"] == {"text": "@tf.function\n"}
    assert replacement["deletedRegion"] == {"startLine": 4, "startColumn": 1, "endLine": 4, "endColumn": 1}
    assert all(rule["helpUri"].endswith(f"/{rule['id']}/") for rule in run["tool"]["driver"]["rules"])
    marks = [result["partialFingerprints"]["hybridize/v1"] for result in run["results"]]
    text = (project / "step.py").read_text(encoding="utf-8")
    (project / "step.py").write_text(f"# one line more\n{text}", encoding="utf-8")
    (run,) = json.loads(command("--output-format", "sarif").out)["runs"]
    assert [result["partialFingerprints"]["hybridize/v1"] for result in run["results"]] == marks
    found = json.loads(command("step.py", "--output-format", "rdjson").out)["diagnostics"]
    assert found[0]["suggestions"][0]["text"] == "@tf.function\n"
    assert found[0]["code"]["value"] == "HYB001"


def test_a_long_way_is_named_by_its_ends(project: Path, command: Command) -> None:
    calls = "".join(f"def {name}(x):\n    return {next_one}(x)\n\n\n" for name, next_one in ("ba", "cb", "dc", "ed"))
    (project / "noisy.py").write_text(
        "import tensorflow as tf\n\n\ndef a(x):\n    print(x)\n    return x\n\n\n"
        f"{calls}@tf.function\ndef f(x):\n    return e(x) + 1\n\n\nf(tf.ones(3))\n",
        encoding="utf-8",
    )
    lines = command("noisy.py").out.splitlines()
    assert lines[0].startswith("noisy.py:27:12: HYB004 `f` is a `tf.function`: it calls `print` at line 5 only")
    assert lines[4:] == [
        "  = help: Use `tf.print`, or print what the function returns where it is called", "",
    ]  # fmt: skip
    (finding,) = json.loads(command("noisy.py", "--output-format", "json").out)
    assert [each["line"] for each in finding["related"]] == [22, 18, 14, 10, 5]


ASSUMING = """\
import somelib
import tensorflow as tf


def step(x):
    for _ in range(9):
        x = tf.tanh(2.0 * x)
    {calls}
    return x


for _ in range(99):
    step(tf.ones(3))
"""


@pytest.mark.parametrize(
    "calls, said",
    [
        (
            "somelib.tick(x)",
            "step.py:8: `somelib.tick`: `somelib` is unknown; its calls are assumed to have no Python side effects",
        ),
        (
            "somelib.tick(x); somelib.tock(x)",
            "step.py:8: `somelib` is unknown; its calls are assumed to have no Python side effects (`somelib.tick`, "
            "`somelib.tock`)",
        ),
        ("somelib.tick(x); hook(x)", "2 assumptions, see hybridize explain step.py:5"),
    ],
)
def test_assumptions_are_one_line(project: Path, command: Command, calls: str, said: str) -> None:
    (project / "step.py").write_text(ASSUMING.format(calls=calls), encoding="utf-8")
    lines = command("step.py").out.splitlines()
    assert [line for line in lines if "assumed" in line] == [f"  = assumed: {said}"]
    assert "hybridize explain" not in said or "assum" in command("explain", "step.py:5").out


def test_a_rule_says_what_to_do_in_one_line() -> None:
    for rule in all_rules():
        assert rule.remedy.endswith(".") and len(rule.remedy) <= 130, rule.code
