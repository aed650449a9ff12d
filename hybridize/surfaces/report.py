"""The report: what CONTRACT.md describes under that name, as a typed object, as JSON, and as a table."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path

from hybridize.rules.base import in_words
from hybridize.rules.model import Finding, Reason
from hybridize.settings import AnalysisOptions
from hybridize.sources.model import UNCHECKED_KINDS, SourceError
from hybridize.sources.notebooks import Notebook
from hybridize.surfaces.regions import RegionReport, region_json
from hybridize.verdicts.decide.near_misses import origin
from hybridize.verdicts.evidence import sentences
from hybridize.verdicts.model.parts import Hybridization, ImplicitParameter, Parameter, Place, TensorType
from hybridize.verdicts.model.verdict import NearMiss, Verdict
from hybridize.version import __version__

SCHEMA_VERSION = 2


@dataclass(frozen=True)
class Statistics:
    """Counts over what is reported; `budgets_hit` and `seconds` over the whole project."""

    files: int
    lines: int
    functions: int
    candidates: int
    undetermined: int
    budgets_hit: int
    seconds: Mapping[str, float]

    def to_json(self) -> dict[str, object]:
        """As plain JSON values."""
        return {**vars(self), "seconds": dict(self.seconds)}


@dataclass(frozen=True)
class Hidden:
    """How many findings are not shown, and why."""

    in_tests: int = 0
    """They lie in test files, and `include-tests` is off."""
    suppressed: int = 0
    """A comment silences them."""
    baseline: int = 0
    """They were there when the baseline was written."""
    unchanged: int = 0
    """They lie outside the lines that `--diff-only` is about."""

    def __add__(self, other: Hidden) -> Hidden:
        """The sums."""
        return Hidden(*(getattr(self, each.name) + getattr(other, each.name) for each in fields(self)))


@dataclass(frozen=True)
class Limited:
    """How many functions of the whole project ran into limits of the analysis."""

    joined: int = 0
    """They have tensor parameters or are graphs, and so many calls that some were judged together."""
    given_up: int = 0
    """They were not analysed to the end."""
    types_given_up: int = 0
    """Projects in which types of tensors were not followed to the end."""
    set_aside: int = 0
    """Files that were parsed and not analysed, in projects of which no file leads to a framework that runs graphs."""
    unconnected: int = 0
    """Files that were parsed and not analysed, since no import connects them with one that leads to a framework."""

    def __add__(self, other: Limited) -> Limited:
        """The sums."""
        return Limited(*(getattr(self, each.name) + getattr(other, each.name) for each in fields(self)))


@dataclass(frozen=True)
class TargetReport:
    """A part of a project that was analysed alone, with what it imports."""

    path: str
    """The folder that it is named by."""
    imported_by: tuple[Place, ...]
    """The files that import it and were not read for it: their calls are not known there."""

    def to_json(self) -> dict[str, object]:
        """As plain JSON values."""
        return {"folder": self.path, "imported_by": [place.path for place in self.imported_by]}


@dataclass(frozen=True)
class GainReport:
    """What hybridizing is expected to bring."""

    level: str
    operations: int
    loops: tuple[Place, ...]


@dataclass(frozen=True)
class RecommendationReport:
    """What is advised."""

    action: str | None
    basis: tuple[str, ...]
    traces: int | None
    """The estimated number of traces in one run of the program; None where it is not bounded, or nobody asked."""
    traces_because: str
    fix: str | None

    @classmethod
    def of(cls, verdict: Verdict) -> RecommendationReport:
        """That of a verdict."""
        advised = verdict.recommendation
        traces = advised.traces
        return cls(
            None if advised.action is None else advised.action.value,
            advised.basis,
            None if traces is None or traces.unbounded else traces.known,
            sentences.traces_because(verdict),
            None if advised.fix is None else advised.fix.value,
        )

    def to_json(self) -> dict[str, object]:
        """As plain JSON values."""
        return {**vars(self), "basis": list(self.basis)}


@dataclass(frozen=True)
class FunctionReport:
    """One function of the report, in the words of the contract; `verdict` holds all that is known of it."""

    path: str
    module: str
    qualname: str
    place: Place
    end_line: int
    candidate: bool
    hybrid: bool
    hybridized_by: tuple[Hybridization, ...]
    tf_function_arguments: Mapping[str, str] | None
    parameters: tuple[Parameter, ...]
    implicit_parameters: tuple[ImplicitParameter, ...]
    has_tensor_parameter: bool | None
    has_literal_parameter: bool | None
    has_side_effects: bool | None
    is_recursive: bool | None
    has_tensor_computation: bool | None
    covered_by_callers: bool
    gain: GainReport
    precondition: str | None
    published_precondition: str | None
    transformation: str | None
    recommendation: RecommendationReport
    failures: tuple[Reason, ...]
    hazards: tuple[Reason, ...]
    assumptions: tuple[Reason, ...]
    codes: tuple[str, ...]
    """Those of all findings about it, before selection and suppression."""
    verdict: Verdict

    @classmethod
    def of(cls, verdict: Verdict, codes: tuple[str, ...] = ()) -> FunctionReport:
        """The row of a verdict, with the codes of the findings about it."""
        mode, computation, decision, gain = verdict.mode, verdict.computation, verdict.decision, verdict.gain
        return cls(
            path=verdict.path,
            module=verdict.subject.module,
            qualname=verdict.qualname,
            place=verdict.place,
            end_line=verdict.end_line,
            candidate=verdict.candidate,
            hybrid=verdict.hybrid,
            hybridized_by=mode.hybridized_by,
            tf_function_arguments={name: given.text for name, given in mode.arguments.items()} if mode.hybrid else None,
            parameters=verdict.parameters,
            implicit_parameters=verdict.implicit_parameters,
            has_tensor_parameter=verdict.has_tensor_parameter,
            has_literal_parameter=verdict.has_literal_parameter,
            has_side_effects=computation.has_side_effects,
            is_recursive=computation.is_recursive,
            has_tensor_computation=computation.has_tensor_computation,
            covered_by_callers=verdict.callers.covered,
            gain=GainReport(gain.level.value, gain.operations, gain.loops),
            precondition=decision.precondition,
            published_precondition=decision.published_precondition,
            transformation=decision.transformation,
            recommendation=RecommendationReport.of(verdict),
            failures=in_words(decision.failures),
            hazards=in_words(decision.hazards),
            assumptions=in_words((*decision.assumptions, *verdict.recommendation.granted)),
            codes=codes,
            verdict=verdict,
        )

    def to_json(self) -> dict[str, object]:
        """As plain JSON values."""
        return {
            "path": self.path,
            "module": self.module,
            "qualname": self.qualname,
            "line": self.place.line,
            "end_line": self.end_line,
            "candidate": self.candidate,
            "hybrid": self.hybrid,
            "hybridized_by": [{"how": each.how, **_place(each.place)} for each in self.hybridized_by],
            "tf_function_arguments": None if self.tf_function_arguments is None else dict(self.tf_function_arguments),
            "parameters": [_parameter(parameter) for parameter in self.parameters],
            "implicit_parameters": [
                {"name": p.name, "scope": p.scope, "tensor": p.tensor, "sources": [_place(each) for each in p.sources]}
                for p in self.implicit_parameters
            ],
            "has_tensor_parameter": self.has_tensor_parameter,
            "has_literal_parameter": self.has_literal_parameter,
            "has_side_effects": self.has_side_effects,
            "is_recursive": self.is_recursive,
            "has_tensor_computation": self.has_tensor_computation,
            "covered_by_callers": self.covered_by_callers,
            "gain": {
                "level": self.gain.level,
                "operations": self.gain.operations,
                "loops": [_place(loop) for loop in self.gain.loops],
            },
            "precondition": self.precondition,
            "published_precondition": self.published_precondition,
            "transformation": self.transformation,
            "input_signature": signature_text(self.verdict),
            "recommendation": self.recommendation.to_json(),
            "failures": _reasons(self.failures),
            "hazards": _reasons(self.hazards),
            "assumptions": _reasons(self.assumptions),
            "codes": list(self.codes),
            "near_miss": None if self.verdict.near_miss is None else near_miss_json(self.verdict.near_miss),
        }


@dataclass(frozen=True, kw_only=True)
class Found:
    """What is told of the files and folders that were asked about when only findings are asked for."""

    root: Path
    options: AnalysisOptions
    findings: tuple[Finding, ...]
    """What is selected and not suppressed, by place."""
    errors: tuple[SourceError, ...]
    """What went wrong in the files that were asked about, with the configuration, and with the analysis as a whole."""
    elsewhere: tuple[SourceError, ...] = ()
    """What went wrong in other files of the project."""
    checked: tuple[str, ...] = ()
    """The paths of the files that were asked about and read."""
    hidden: Hidden = Hidden()
    limited: Limited = Limited()
    targets: tuple[TargetReport, ...] = ()
    """What was analysed alone, where the project was analysed in such parts."""
    notebooks: Mapping[str, Notebook] = field(default_factory=dict)
    """By path. In typed objects lines of a notebook are those of the program that its cells make."""


@dataclass(frozen=True, kw_only=True)
class Report(Found):
    """Functions, findings and errors of the files and folders that were asked about."""

    functions: tuple[FunctionReport, ...]
    """Every function definition, by path and line."""
    statistics: Statistics
    regions: tuple[RegionReport, ...] = ()
    """Runs of statements that could be functions, by place, where they were looked for."""
    parts: tuple[Report, ...] = ()
    """The reports of the single projects, if there are several."""

    @classmethod
    def of(
        cls,
        found: Found,
        functions: tuple[FunctionReport, ...],
        statistics: Statistics,
        regions: tuple[RegionReport, ...] = (),
        parts: tuple[Report, ...] = (),
    ) -> Report:
        """Findings, with all that is known besides."""
        known = {each.name: getattr(found, each.name) for each in fields(Found)}
        return cls(**known, functions=functions, statistics=statistics, regions=regions, parts=parts)

    def functions_outside(self, paths: Collection[str]) -> tuple[FunctionReport, ...]:
        """The functions in all files but some."""
        return tuple(row for row in self.functions if row.path not in paths)

    def to_json(self) -> dict[str, object]:
        """As plain JSON values, by schema version 2."""
        parts = [
            {"root": part.root.relative_to(self.root).as_posix(), "options": part.options.as_json()}
            for part in self.parts
        ]
        regions = [
            region_json(each, each.near_miss and near_miss_json(each.near_miss), self.notebooks)
            for each in self.regions
        ]
        content = {
            "schema_version": SCHEMA_VERSION,
            "tool_version": __version__,
            "root": self.root.as_posix(),
            "options": self.options.as_json(),
            **({"projects": parts} if parts else {}),
            **({"targets": [target.to_json() for target in self.targets]} if self.targets else {}),
            "functions": [function.to_json() for function in self.functions],
            **({"regions": regions} if regions else {}),
            "findings": [finding_json(finding) for finding in self.findings],
            "errors": [vars(error) for error in self.errors],
            "statistics": self.statistics.to_json(),
        }
        return {key: in_cells(value, self.notebooks) for key, value in content.items()} if self.notebooks else content

    def to_csv(self) -> str:
        """One row for each function; what is undetermined is empty."""
        out = io.StringIO()
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow(_COLUMNS)
        writer.writerows(
            [_cell(value(row, self.notebooks.get(row.path))) for value in _COLUMNS.values()]
            for row in self.functions
        )
        return out.getvalue()


def in_cells(value: object, notebooks: Mapping[str, Notebook]) -> object:
    """JSON with lines counted in the cells of notebooks, which are named beside them."""
    if isinstance(value, list):
        return [in_cells(each, notebooks) for each in value]
    if not isinstance(value, dict):
        return value
    out = {key: in_cells(each, notebooks) for key, each in value.items()}
    notebook, line, end, message = notebooks.get(str(out.get("path"))), *map(out.get, ("line", "end_line", "message"))
    if isinstance(message, str):
        out["message"] = message = told_in_cells(message, notebooks)
    if notebook is None or out.get("kind") in UNCHECKED_KINDS:
        return out
    if isinstance(line, int):
        place = notebook.locate(line)
        out |= {"line": place.line, "cell": place.cell}
    if isinstance(end, int):
        out["end_line"] = notebook.locate(end).line
    if isinstance(message, str):
        out["message"] = notebook.in_cells(message)
    return out


def told_in_cells(message: str, notebooks: Mapping[str, Notebook]) -> str:
    """A sentence with the cells of the notebooks that it names."""
    for path, notebook in notebooks.items():
        message = notebook.seen_from_outside(message, path)
    return message


def dump(value: object) -> str:
    """JSON text, in ASCII so that every terminal and every pipe can take it."""
    return json.dumps(value, indent=2)


def signature_text(verdict: Verdict) -> str | None:
    """The inferred signature, if there is one."""
    return None if verdict.input_signature is None else verdict.input_signature.text


def finding_json(finding: Finding) -> dict[str, object]:
    """One entry of `findings`."""
    place, fix = finding.place, finding.fix
    return {
        "code": finding.code,
        "name": finding.name,
        "message": finding.message,
        "severity": finding.severity,
        "confidence": finding.confidence,
        "path": place.path,
        "line": place.line,
        "column": place.column,
        "end_line": place.end_line or place.line,
        "end_column": place.end_column or place.column,
        "cell": None,
        "fix": None if fix is None else {"applicability": fix.applicability, "description": fix.description},
        "assumptions": _reasons(finding.assumptions),
        "inputs": None if finding.inputs is None else list(finding.inputs),
        "results": None if finding.results is None else list(finding.results),
        "related": [{**_place(each.place), "message": each.message} for each in finding.related],
    }


def near_miss_json(missed: NearMiss) -> dict[str, object]:
    """What alone holds a function back: from being a graph, or from a safe fix."""
    place = origin(missed.cause)
    return {
        "holds_back": "safe-fix" if missed.from_safety else "graph",
        "kind": missed.cause.kind,
        "message": sentences.near_miss(missed.cause),
        "remedy": sentences.remedy(missed.cause),
        **_place(place),
    }


def _parameter(parameter: Parameter) -> dict[str, object]:
    return {
        "name": parameter.name,
        "index": parameter.index,
        "kind": parameter.kind,
        "tensor": parameter.tensor,
        "container": parameter.container,
        "literal": parameter.literal,
        "array": parameter.array,
        "iterator": parameter.iterator,
        "evidence": list(parameter.evidence),
        "types": [_type(each) for each in parameter.types],
        "literal_values": [{"value": each.value, **_place(each.place)} for each in parameter.literal_values],
        "sources": [_place(source) for source in parameter.sources],
    }


def _type(each: TensorType) -> dict[str, object]:
    out: dict[str, object] = {
        "dtype": each.dtype,
        "shape": None if each.shape is None else list(each.shape),
        "kind": each.kind,
    }
    return out | {"ragged_rank": each.ragged_rank} if each.kind == "ragged" else out


def _place(place: Place) -> dict[str, object]:
    return {"path": place.path, "line": place.line}


def _reasons(reasons: Iterable[Reason]) -> list[dict[str, object]]:
    return [{"kind": reason.kind, "message": reason.message, **_place(reason.place)} for reason in reasons]


def _cell(value: object) -> object:
    """A cell of the table: JSON's words for truth values, blanks between the items of a list."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return " ".join(value) if isinstance(value, list) else value


_COLUMNS: dict[str, Callable[[FunctionReport, Notebook | None], object]] = {
    "path": lambda v, _: v.path,
    "module": lambda v, _: v.module,
    "qualname": lambda v, _: v.qualname,
    "cell": lambda v, notebook: notebook and notebook.locate(v.place.line).cell,
    "line": lambda v, notebook: notebook.locate(v.place.line).line if notebook else v.place.line,
    "end_line": lambda v, notebook: notebook.locate(v.end_line).line if notebook else v.end_line,
    "candidate": lambda v, _: v.candidate,
    "hybrid": lambda v, _: v.hybrid,
    "hybridized_by": lambda v, _: [each.how for each in v.hybridized_by],
    "tf_function_arguments": lambda v, _: list(v.tf_function_arguments or {}),
    "parameters": lambda v, _: [p.name for p in v.parameters],
    "tensor_parameters": lambda v, _: [p.name for p in v.parameters if p.tensor],
    "container_parameters": lambda v, _: [p.name for p in v.parameters if p.container],
    "literal_parameters": lambda v, _: [p.name for p in v.parameters if p.literal],
    "implicit_tensor_parameters": lambda v, _: [p.name for p in v.implicit_parameters if p.tensor],
    "has_tensor_parameter": lambda v, _: v.has_tensor_parameter,
    "has_literal_parameter": lambda v, _: v.has_literal_parameter,
    "has_side_effects": lambda v, _: v.has_side_effects,
    "is_recursive": lambda v, _: v.is_recursive,
    "has_tensor_computation": lambda v, _: v.has_tensor_computation,
    "covered_by_callers": lambda v, _: v.covered_by_callers,
    "gain_level": lambda v, _: v.gain.level,
    "gain_operations": lambda v, _: v.gain.operations,
    "precondition": lambda v, _: v.precondition,
    "published_precondition": lambda v, _: v.published_precondition,
    "transformation": lambda v, _: v.transformation,
    "recommendation": lambda v, _: v.recommendation.action,
    "recommendation_basis": lambda v, _: list(v.recommendation.basis),
    "recommendation_traces": lambda v, _: v.recommendation.traces,
    "recommendation_fix": lambda v, _: v.recommendation.fix,
    "input_signature": lambda v, _: signature_text(v.verdict),
    "failures": lambda v, _: [reason.kind for reason in v.failures],
    "hazards": lambda v, _: [reason.kind for reason in v.hazards],
    "assumptions": lambda v, _: [reason.kind for reason in v.assumptions],
    "codes": lambda v, _: list(v.codes),
}
