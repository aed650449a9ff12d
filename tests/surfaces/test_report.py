"""The report has the shape that the contract gives it."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest
from surfaces.conftest import Command

import hybridize
from hybridize.inference.domain.literals import Literal
from hybridize.inference.state.assumptions import Because, Use
from hybridize.settings import AnalysisOptions, Gain
from hybridize.surfaces.report import FunctionReport
from hybridize.verdicts.evidence import sentences
from hybridize.verdicts.evidence.assumptions import TrainingStep, UnseenCode
from hybridize.verdicts.evidence.gain import FewOperations
from hybridize.verdicts.evidence.preconditions import Undetermined
from hybridize.verdicts.model.parts import (
    Action,
    Computation,
    GraphMode,
    Hybridization,
    ImplicitParameter,
    LiteralValue,
    Parameter,
    Place,
    Safety,
    Subject,
    SubjectKind,
    TensorType,
    Traces,
    WrittenArgument,
)
from hybridize.verdicts.model.verdict import Decision, GainEstimate, Recommendation, Verdict

HERE = Place("pkg/model.py", 12, 5, 12, 20)
CALL = Place("main.py", 24, 3)


def full_row() -> FunctionReport:
    """A function of which everything is filled in."""
    verdict = Verdict(
        Subject(SubjectKind.FUNCTION, "pkg/model.py", "pkg.model", "Net.call", HERE),
        30,
        parameters=(
            Parameter(
                "x",
                1,
                "positional-or-keyword",
                tensor=True,
                evidence=("dataflow",),
                types=(TensorType("tensor", "float32", (20, None)), TensorType("ragged", ragged_rank=1)),
                literal=True,
                literal_values=tuple(LiteralValue("int", Literal(value), CALL) for value in (10, 20)),
                sources=(CALL,),
            ),
        ),
        implicit_parameters=(ImplicitParameter("w", "closure", True, (CALL,)),),
        mode=GraphMode(
            (Hybridization("decorator", Place("pkg/model.py", 11)),),
            {"jit_compile": WrittenArgument("True", True, True)},
        ),
        computation=Computation(has_side_effects=None),
        gain=GainEstimate(Gain.HIGH, 14, (CALL,)),
        decision=Decision(
            "P3",
            "P3",
            "dehybridize",
            failures=(Undetermined(HERE),),
            hazards=(FewOperations(HERE, 1, "TensorFlow"),),
            assumptions=(UnseenCode(CALL, Use.CALL, Because.UNDESCRIBED, "lib.f", "", "f(x)", "it is pure"),),
        ),
        recommendation=Recommendation(
            Action.HYBRIDIZE, ("few-values",), Safety.UNSAFE, Traces(3), (TrainingStep(HERE),)
        ),
    )
    return FunctionReport.of(verdict, ("HYB002",))


def test_one_function() -> None:
    there = {"path": "main.py", "line": 24}
    here = {"path": "pkg/model.py", "line": 12}
    assert full_row().to_json() == {
        "path": "pkg/model.py", "module": "pkg.model", "qualname": "Net.call", "line": 12, "end_line": 30,
        "candidate": True,
        "hybrid": True,
        "hybridized_by": [{"how": "decorator", "path": "pkg/model.py", "line": 11}],
        "tf_function_arguments": {"jit_compile": "True"},
        "parameters": [
            {
                "name": "x", "index": 1, "kind": "positional-or-keyword", "tensor": True, "container": False,
                "literal": True, "array": False, "iterator": False, "evidence": ["dataflow"],
                "types": [
                    {"dtype": "float32", "shape": [20, None], "kind": "tensor"},
                    {"dtype": None, "shape": None, "kind": "ragged", "ragged_rank": 1},
                ],
                "literal_values": [{"value": "10", **there}, {"value": "20", **there}], "sources": [there],
            }
        ],
        "implicit_parameters": [{"name": "w", "scope": "closure", "tensor": True, "sources": [there]}],
        "has_tensor_parameter": True, "has_literal_parameter": True, "has_side_effects": None, "is_recursive": False,
        "has_tensor_computation": False, "covered_by_callers": False,
        "gain": {"level": "high", "operations": 14, "loops": [there]},
        "precondition": "P3", "published_precondition": "P3", "transformation": "dehybridize", "input_signature": None,
        "recommendation": {
            "action": "hybridize", "basis": ["few-values"], "traces": 3,
            "traces_because": "`x` has 2 values: `10`, `20`",
            "fix": "unsafe",
        },
        "failures": [{"kind": "undetermined", "message": "not everything that it does is known", **here}],
        "hazards": [
            {"kind": "low-gain", "message": "a graph of 1 TensorFlow operation is hardly faster", **here}
        ],
        "assumptions": [
            {"kind": "unknown-callee", "message": "`lib.f`: it is pure", **there},
            {"kind": "training-step", "message": sentences.message(TrainingStep(HERE)), **here},
        ],
        "codes": ["HYB002"],
        "near_miss": None,
    }  # fmt: skip


def test_the_whole(project: Path, command: Command) -> None:
    report = json.loads(command("--report", "json", "--min-gain", "none").out)
    assert list(report) == [
        "schema_version", "tool_version", "root", "options", "functions", "findings", "errors", "statistics"
    ]  # fmt: skip
    assert report["schema_version"] == 2
    assert report["tool_version"] == hybridize.__version__
    assert report["root"] == project.as_posix()
    assert set(report["options"]) == set(AnalysisOptions().as_json())
    assert report["options"]["min_gain"] == "none"
    assert [(f["path"], f["qualname"], f["codes"]) for f in report["functions"]] == [
        ("noisy.py", "noisy", ["HYB004"]),
        ("step.py", "step", ["HYB001"]),
    ]
    statistics = report["statistics"]
    assert set(statistics.pop("seconds")) == {"sources", "program", "inference", "verdicts", "rules"}
    assert statistics == {
        "files": 2, "lines": 21, "functions": 2, "candidates": 2, "undetermined": 0, "budgets_hit": 0
    }  # fmt: skip


def test_findings_are_those_after_selection_and_suppression_codes_those_before(
    project: Path, command: Command
) -> None:
    report = json.loads(command("--report", "json", "--ignore", "HYB004").out)
    assert [f["codes"] for f in report["functions"]] == [["HYB004"], ["HYB001"]]
    (finding,) = report["findings"]
    assert list(finding) == [
        "code", "name", "message", "severity", "confidence", "path", "line", "column", "end_line", "end_column", "cell",
        "fix", "assumptions", "inputs", "results", "related",
    ]  # fmt: skip
    assert (finding["code"], finding["path"], finding["line"], finding["column"]) == ("HYB001", "step.py", 4, 1)
    assert finding["fix"]["applicability"] == "safe"
    assert all(list(related) == ["path", "line", "message"] for related in finding["related"])


def test_every_function_of_the_paths_is_listed_nested_ones_too(project: Path, command: Command) -> None:
    (project / "more.py").write_text(
        "def outer():\n    def inner(): pass\n    class C:\n        def method(self): pass\nasync def last(): pass\n",
        encoding="utf-8",
    )
    report = json.loads(command("more.py", "--report", "json").out)
    names = [(function["qualname"], function["line"]) for function in report["functions"]]
    assert names == [("outer", 1), ("outer.inner", 2), ("outer.C.method", 4), ("last", 5)]


def test_the_table_has_a_row_for_each_function(project: Path, command: Command) -> None:
    rows = list(csv.DictReader(io.StringIO(command("--report", "csv").out)))
    assert [(row["path"], row["qualname"], row["codes"], row["precondition"]) for row in rows] == [
        ("noisy.py", "noisy", "HYB004", ""),
        ("step.py", "step", "HYB001", "P1"),
    ]
    assert rows[1]["tensor_parameters"] == "x w"
    assert (rows[0]["hybrid"], rows[1]["hybrid"]) == ("true", "false")


def test_the_same_in_python(project: Path, command: Command) -> None:
    from_command = json.loads(command("--report", "json", "--closed-world", "--select", "HYB001").out)
    from_python = hybridize.analyze(project, closed_world=True, select=["HYB001"]).to_json()
    for report in (from_command, from_python):
        del report["statistics"]["seconds"]
    assert json.loads(json.dumps(from_python)) == from_command


def test_wrong_arguments_in_python(project: Path) -> None:
    with pytest.raises(FileNotFoundError, match="nowhere"):
        hybridize.analyze(["step.py", "nowhere"])
    with pytest.raises(TypeError, match="colour"):
        hybridize.analyze("step.py", colour="blue")
    with pytest.raises(ValueError, match="min_gain must be one of"):
        hybridize.analyze("step.py", min_gain="huge")
    with pytest.raises(ValueError, match="E501"):
        hybridize.analyze("step.py", select="E501")
    with pytest.raises(AttributeError):
        _ = hybridize.nothing  # type: ignore[attr-defined]
