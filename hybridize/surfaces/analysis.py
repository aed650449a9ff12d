"""The whole pipeline, once: from a root folder to verdicts and findings. Nothing is selected or suppressed here."""

from __future__ import annotations

import gc
import os
import sys
import time
import traceback
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, TypeVar

from hybridize.process import SharedSetting
from hybridize.rules.model import Finding
from hybridize.settings import AnalysisOptions
from hybridize.sources.model import Project, SourceError
from hybridize.sources.project import Exclusions, load_project
from hybridize.surfaces.noqa import unused_suppressions
from hybridize.verdicts.model.parts import EagerSwitch, Mismatch
from hybridize.verdicts.model.verdict import JudgedBlock, Verdict

if TYPE_CHECKING:
    from hybridize.inference import Extent, Facts
    from hybridize.program import Program

T = TypeVar("T")
SET_ASIDE, UNCONNECTED = "set_aside", "unconnected"


class Progress(Protocol):
    """What is told how an analysis goes on."""

    def __call__(self, layer: str, extent: Extent | None = None) -> None:
        """This layer is at work, and can be asked how far it has come."""


@dataclass
class Analysis:
    """What is known about a project: plain data, and on demand what it was made from."""

    project: Project
    options: AnalysisOptions
    decided: list[Verdict] | Callable[[], list[Verdict]] = field(default_factory=list)
    """The verdicts, or how to get at them."""
    findings: list[Finding] = field(default_factory=list)
    """Of every rule, by place: nothing is selected or suppressed, and several codes may stand at one place."""
    errors: list[SourceError] = field(default_factory=list)
    statistics: dict[str, int] = field(default_factory=dict)
    seconds: dict[str, float] = field(default_factory=dict)
    """How long each layer took."""
    queries: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    """The calls and the keys of each query of the verdicts in this process; none where the cache had the answer."""
    failed: bool = False
    """A layer failed: nothing is known of any file."""
    out_of_memory: bool = False
    """It failed since there was no more memory to be had."""
    own: frozenset[str] | None = None
    """The files whose findings are reported; the others are only read. None = all."""
    whole: bool = True
    """The verdicts are asked for as well; otherwise the findings alone, which costs less."""
    blocks: bool = False
    """What could be functions is looked for as well."""
    jobs: int = 1
    """How many processes may work on it at most."""
    regions: list[JudgedBlock] = field(default_factory=list)
    """What was found; where verdicts are asked for, with what one line alone holds back."""
    facts: Facts | None = None
    """The trees and all that the inference knows, where that was to be kept."""

    @property
    def verdicts(self) -> list[Verdict]:
        """One for each function, by path and line."""
        if callable(self.decided):
            self.decided = self.decided()
        return self.decided

    def asks_about(self, path: str) -> bool:
        """Whether findings in a file are reported."""
        return self.own is None or path in self.own

    @property
    def hidden_tests(self) -> frozenset[str]:
        """The test files, if findings in them are not asked for."""
        if self.options.include_tests:
            return frozenset()
        return frozenset(file.relative for file in self.project.files if file.is_test)


class Stopped(Exception):
    """A layer failed; the failure is noted already."""


def read_project(
    root: Path,
    options: AnalysisOptions,
    *,
    exclusions: Exclusions | None = None,
    paths: Sequence[Path] = (),
    overlay: Mapping[Path, str] | None = None,
    progress: Progress | None = None,
    whole: bool = True,
    blocks: bool = False,
    jobs: int = 1,
) -> Analysis:
    """The first layer: the files of the project at `root`. Parameters are those of `load_project` and of `Analysis`.

    Never raises: a failure of ours becomes an error of kind `internal-error`.
    """
    analysis = Analysis(Project(root, (), ()), options, whole=whole, blocks=blocks, jobs=jobs)
    layer = Layer(analysis, progress)
    try:
        analysis.project = layer(
            "sources", lambda: load_project(root, options, exclusions, paths=paths, overlay=overlay)
        )
        analysis.errors += analysis.project.errors
    except Stopped:
        analysis.errors.sort()
    return analysis


def analyze_files(analysis: Analysis, progress: Progress | None = None, *, keep: bool = False) -> Analysis:
    """The other layers: verdicts and findings from the files that were read. `progress` is told which layer begins,
    and how to ask how far the inference has come.

    `keep` keeps the facts, for `reanalysis.with_decorators`: they are most of what the analysis needs of memory.

    Never raises for what the analysed code may be like: a failure of ours becomes an error of kind `internal-error`,
    and what was found out before it is kept.
    """
    # Imported late: asking for the version or for help should not wait for an interpreter of Python.
    from hybridize.inference import analyze

    if analysis.failed:
        return analysis
    layer = Layer(analysis, progress)
    try:
        needed = None if analysis.whole else layer("sources", lambda: leading_to_frameworks(analysis))
        if needed is not None and not needed:
            layer("sources", lambda: _answer_from_text(analysis))
            return analysis
        with WITHOUT_COLLECTOR:
            program = layer("program", lambda: _built(analysis.project, needed))
            analysis.errors += program.errors
            judge(analysis, layer("inference", lambda: analyze(program, analysis.options, layer.watch)), layer)
    except Stopped:
        analysis.errors.sort()
    if not keep:
        analysis.facts = None
    return analysis


def leading_to_frameworks(analysis: Analysis) -> frozenset[str]:
    """The paths of the files that lead to a framework that runs graphs: no rule speaks of code that is tied to none."""
    from hybridize.frameworks.knowledge import load

    knowledge = load(analysis.options.models)
    return frozenset(file.relative for file in analysis.project.files if knowledge.may_concern(file.text))


def _answer_from_text(analysis: Analysis) -> None:
    """Note the errors and unused suppressions of a project in which no file leads to a framework."""
    from hybridize.program.trees import syntax_errors

    files = analysis.project.files
    with WITHOUT_COLLECTOR:
        analysis.errors += syntax_errors(analysis.project)
    analysis.errors.sort()
    analysis.statistics = {SET_ASIDE: sum(analysis.asks_about(file.relative) for file in files)}
    analysis.findings = sorted(unused_suppressions(files, []), key=_by_place)
    analysis.decided = lambda: verdicts_anew(analysis)


def _built(project: Project, needed: frozenset[str] | None) -> Program:
    """The program of all files, or of those that ties connect with some."""
    from hybridize.program import build, build_connected

    if needed is None or len(needed) == len(project.files):
        return build(project)
    return build_connected(project, needed)


def judge(analysis: Analysis, facts: Facts, layer: Layer) -> None:
    """Fill in what follows from the facts: verdicts and findings."""
    from hybridize.program.memory import query_counts
    from hybridize.rules.registry import run
    from hybridize.verdicts.decide.verdicts import decide
    from hybridize.verdicts.model.parts import SubjectKind
    from hybridize.verdicts.model.steps import memoizing
    from hybridize.verdicts.project.budget_report import limited
    from hybridize.verdicts.project.switches import EagerSwitches
    from hybridize.verdicts.shapes.mismatches import Mismatches

    analysis.facts = facts
    analysis.errors += facts.errors
    program = facts.program
    known = {module.file.relative for module in program.modules} | {error.path for error in program.errors}
    paths = {file.relative for file in program.project.files if analysis.asks_about(file.relative)}
    unconnected = len(paths - known)
    analysis.statistics = facts.statistics | ({UNCONNECTED: unconnected} if unconnected else {})

    def verdicts() -> tuple[list[Verdict], tuple[EagerSwitch, ...], tuple[Mismatch, ...]]:
        switches = EagerSwitches(facts)
        decided = decide(
            facts, analysis.options, switches, analysis.errors,
            whole=analysis.whole, jobs=analysis.jobs, watch=layer.watch,
        )  # fmt: skip
        return decided, switches.found(), Mismatches(facts, analysis.options).found()

    with memoizing(separate=True):
        decided, switched, mismatches = layer("verdicts", verdicts)
        functions = [each for each in decided if each.subject.kind is SubjectKind.FUNCTION]
        analysis.decided = functions if analysis.whole else lambda: verdicts_anew(analysis)
        analysis.statistics |= limited(facts, [each for each in functions if analysis.asks_about(each.path)])
        if analysis.blocks:
            analysis.regions = layer("blocks", lambda: _blocks(analysis, facts, functions, mismatches))
        blocks = [each for each in analysis.regions if not each.block.obstructed]
        analysis.findings = layer(
            "rules", lambda: run(decided, analysis.options, analysis.errors, switched, mismatches, blocks)
        )
        analysis.queries = query_counts()
    analysis.findings += unused_suppressions(analysis.project.files, analysis.findings)
    analysis.errors.sort()
    analysis.findings.sort(key=_by_place)


def _blocks(
    analysis: Analysis, facts: Facts, verdicts: Sequence[Verdict], mismatches: Sequence[Mismatch]
) -> list[JudgedBlock]:
    """What could be functions; where that fails, all else that was found out is kept."""
    from hybridize.surfaces.blocks import judged_blocks

    try:
        return judged_blocks(analysis, facts, verdicts, mismatches)
    except MemoryError:
        raise
    except Exception as error:
        analysis.errors.append(internal_error(error, "the search for steps in loops"))
        return []


def _by_place(finding: Finding) -> tuple[str, int, int, str]:
    return finding.place.path, finding.place.line, finding.place.column, finding.code


def verdicts_anew(analysis: Analysis) -> list[Verdict]:
    """The verdicts on the files of an analysis that has none of its own."""
    fresh = Analysis(analysis.project, analysis.options, errors=list(analysis.project.errors), jobs=analysis.jobs)
    return analyze_files(fresh).verdicts


def internal_error(error: BaseException, where: str) -> SourceError:
    """A failure of our own as an entry of the report; `HYBRIDIZE_DEBUG=1` shows where it comes from."""
    if os.environ.get("HYBRIDIZE_DEBUG") == "1":
        traceback.print_exception(error, file=sys.stderr)
    message = f"{where} failed: {type(error).__name__}: {error}".splitlines()[0]
    return SourceError(".", 1, "internal-error", f"{message} (please report this; HYBRIDIZE_DEBUG=1 shows more)")


class Layer:
    """Runs the layers of an analysis one by one; times them, and says which one begins."""

    def __init__(self, analysis: Analysis, progress: Progress | None) -> None:
        self._analysis = analysis
        self._progress = progress
        self._name = ""

    def watch(self, extent: Extent) -> None:
        """Hand on how to ask how far the layer has come that is at work."""
        if self._progress is not None:
            self._progress(self._name, extent)

    def __call__(self, name: str, work: Callable[[], T]) -> T:
        """Do the work of a layer; raises Stopped where it fails, with the failure noted."""
        started = time.perf_counter()
        self._name = name
        if self._progress is not None:
            self._progress(name)
        try:
            return work()
        except Exception as error:
            self._analysis.failed = True
            self._analysis.out_of_memory = isinstance(error, MemoryError)
            self._analysis.errors.append(internal_error(error, f"the analysis ({name})"))
            raise Stopped from None
        finally:
            self._analysis.seconds[name] = round(time.perf_counter() - started, 3)


def _rest_collector() -> Callable[[], None]:
    enabled = gc.isenabled()
    gc.disable()
    return _wake_collector if enabled else lambda: None


def _wake_collector() -> None:
    # Straight to the oldest generation: as the youngest, all of it would be looked through at once.
    gc.freeze()
    gc.unfreeze()
    gc.enable()


WITHOUT_COLLECTOR = SharedSetting(_rest_collector)
"""What an analysis makes is live until its end: looking for garbage while it grows costs a quarter of the time."""
