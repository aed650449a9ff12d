"""The analysis of a project target by target: the plan, each target in a worker, and what comes of all of them."""

from __future__ import annotations

import gc
import json
import pickle
import zlib
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from contextlib import nullcontext
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from hybridize.inference.state.limits import rounded
from hybridize.process import memory_bounded
from hybridize.sources.model import SourceError
from hybridize.surfaces.analysis import (
    SET_ASIDE,
    UNCONNECTED,
    Analysis,
    Progress,
    analyze_files,
    leading_to_frameworks,
    verdicts_anew,
)
from hybridize.surfaces.api import WHOLE, Run
from hybridize.surfaces.cache import key, packed, program_state, recall, remember, unpack
from hybridize.surfaces.report import TargetReport
from hybridize.verdicts.model.parts import Place

if TYPE_CHECKING:
    from hybridize.program.targets import Target

SECONDS, SECONDS_OF_TEXT = 0.7, 0.02
"""What a thousand lines take: as GPflow does, and where no file names a framework (docs/engine.md)."""
_MIB = 1024 * 1024


@dataclass
class Planned:
    """A target of a run, with the analysis of its closure: begun, or recalled from an earlier run."""

    target: Target
    analysis: Analysis
    cached: bool
    """The analysis was recalled."""
    keeps: bool
    """What comes of it is kept for later runs."""
    failure: str = ""
    """Why it could not be analysed."""

    @property
    def hash(self) -> str:
        """Another one whenever the results may be."""
        return key(self.analysis)

    @property
    def name(self) -> str:
        """The first of the folders in which its files lie."""
        return self.target.folders[0]

    @property
    def lines(self) -> int:
        """How many lines its own files have."""
        return sum(file.line_count for file in self.analysis.project.files if self.analysis.asks_about(file.relative))

    @property
    def lines_read(self) -> int:
        """How many lines the files of its closure have."""
        return sum(file.line_count for file in self.analysis.project.files)

    @property
    def estimated_seconds(self) -> float:
        """What its analysis will take of one processor, by its lines."""
        from hybridize.frameworks.knowledge import load

        knowledge = load(self.analysis.options.models)
        concerned = any(knowledge.may_concern(file.text) for file in self.analysis.project.files)
        return round((SECONDS if concerned else SECONDS_OF_TEXT) * self.lines_read / 1000, 1)


@dataclass
class Plan:
    """The targets of a run that have something in its scope."""

    run: Run
    targets: list[Planned]
    errors: list[SourceError]
    """Of files that cannot be parsed."""

    @staticmethod
    def of(run: Run) -> Plan:
        """Cut the project of a run, and look up what earlier runs know of its targets."""
        from hybridize.program.targets import cut, part_of

        begun = run.begun
        if begun.failed:
            return Plan(run, [], [])
        targets, sizes, errors = cut(begun.project, begin=None if begun.whole else leading_to_frameworks(begun))
        project = replace(begun.project, sizes={home: rounded(size) for home, size in sizes.items()})
        planned = []
        for target in targets:
            if any(map(run.scope.has_file, target.files)):
                part = Analysis(
                    part_of(project, target), begun.options,
                    whole=begun.whole, blocks=begun.blocks, own=frozenset(target.files),
                )  # fmt: skip
                caches = run.settings.cached
                planned.append(Planned(target, part, caches and recall(part), caches and not run.overlay))
        return Plan(run, planned, errors)

    def merged(self) -> Analysis:
        """The analysis of the whole project, as its targets give it."""
        begun = self.run.begun
        parts = [each.analysis for each in self.targets if not each.failure]
        failures = [
            SourceError(".", 1, "internal-error", f"the target {each.name} was not analysed: {each.failure}")
            for each in self.targets
            if each.failure
        ]
        statistics = sum((Counter(part.statistics) for part in parts), Counter[str]())
        if statistics[SET_ASIDE] != len(begun.project.files):
            statistics[UNCONNECTED] += statistics.pop(SET_ASIDE, 0)
        seconds = Counter(begun.seconds)
        for part in parts:
            seconds.update(part.seconds)
        # Each file belongs to one target, which has put in order what is said of it.
        out = replace(
            begun,
            findings=sorted((each for part in parts for each in part.findings), key=lambda each: each.place.path),
            regions=sorted((each for part in parts for each in part.regions), key=lambda each: each.block.place.path),
            errors=sorted({*begun.errors, *self.errors, *failures, *(each for part in parts for each in part.errors)}),
            statistics=dict(statistics),
            seconds={layer: round(value, 3) for layer, value in seconds.items()},
            failed=bool(begun.failed or failures),
        )
        out.decided = lambda: (
            sorted((each for part in parts for each in part.verdicts), key=lambda each: each.path)
            if out.whole
            else verdicts_anew(out)
        )
        return out

    def reports(self) -> tuple[TargetReport, ...]:
        """What the report says of the targets."""
        return tuple(
            TargetReport(each.name, tuple(Place(path, 1) for path in each.target.imported_by)) for each in self.targets
        )


def analyse(
    runs: Sequence[Run],
    executor: Executor,
    memory: int | None = None,
    progress: Progress | None = None,
    *,
    elsewhere: bool = False,
) -> None:
    """Analyse some projects target by target, where an executor does it.

    `memory` is what each target may need, in MiB. `elsewhere`: the workers may have another program.
    """
    if progress is not None:
        progress("plan")
    plans = [Plan.of(run) for run in runs]
    unparsed = {error.path for plan in plans for error in plan.errors}
    left = [each for plan in plans for each in plan.targets if not each.cached]
    program = _state_anywhere() if elsewhere else None
    for done, (planned, answer) in enumerate(_answers(left, executor, memory, program), 1):
        planned.failure = answer if isinstance(answer, str) else _taken(planned, answer, unparsed, memory)
        if progress is not None:
            progress(f"{done} of {len(left)} targets")
    for plan in plans:
        plan.run.adopt(plan.merged(), plan.reports())


def _answers(
    left: Sequence[Planned], executor: Executor, memory: int | None, program: str | None
) -> Iterator[tuple[Planned, bytes | str]]:
    """What comes of targets, in the order in which they are done; a worker that dies has one successor."""

    def begin(planned: Planned) -> Future[bytes | str]:
        return executor.submit(analyse_alone, task_of(planned.analysis), memory, program)

    # The longest first: the others fill the gaps.
    waiting = {begin(planned): planned for planned in sorted(left, key=lambda each: -each.lines_read)}
    again: list[Planned] = []
    while waiting:
        for future in wait(waiting, return_when=FIRST_COMPLETED).done:
            planned = waiting.pop(future)
            try:
                answer = future.result()
            except Exception as error:
                if planned not in again:
                    again.append(planned)
                    waiting[begin(planned)] = planned
                    continue
                answer = f"its worker ended twice without an answer ({type(error).__name__}: {error})"
            yield planned, answer


def task_of(analysis: Analysis) -> bytes:
    """An analysis that is begun, for a worker."""
    return zlib.compress(pickle.dumps(analysis, protocol=5), 1)


def analyse_alone(task: bytes, memory: int | None, program: str | None) -> bytes | str:
    """In a worker: the results of an analysis that was packed, or why there are none."""
    if program not in (None, _state_anywhere()):
        return "its worker has another release of hybridize, of Python, or of a plug-in"
    answer = _answer(task, memory)
    if program is not None:
        # The worker goes on, and what an analysis leaves behind is full of circles.
        gc.collect()
    return answer


def _answer(task: bytes, memory: int | None) -> bytes | str:
    try:
        with nullcontext() if memory is None else memory_bounded(memory * _MIB):
            analysis: Analysis = pickle.loads(zlib.decompress(task))
            analyze_files(analysis)
            if not analysis.failed:
                _forget_others(analysis)
                return packed(analysis)
            if not analysis.out_of_memory:
                return next(each.message for each in analysis.errors if each.path == WHOLE)
    except MemoryError:
        pass
    return _too_large(memory)


def _state_anywhere() -> str:
    return json.dumps(program_state(True))


def _too_large(memory: int | None) -> str:
    return f"it needs more than {memory:,} MiB of memory (`--max-memory`)" if memory else "there is no memory for it"


def _forget_others(analysis: Analysis) -> None:
    """Keep only the results about the target's own files."""
    analysis.findings = [each for each in analysis.findings if analysis.asks_about(each.place.path)]
    analysis.regions = [each for each in analysis.regions if analysis.asks_about(each.block.place.path)]
    analysis.errors = [each for each in analysis.errors if each.path == WHOLE or analysis.asks_about(each.path)]
    if analysis.whole:
        analysis.decided = [each for each in analysis.verdicts if analysis.asks_about(each.path)]


def _taken(planned: Planned, answer: bytes, unparsed: Collection[str], memory: int | None) -> str:
    """Take the results of a target; why they are none, if so."""
    unpack(planned.analysis, answer)
    failed = {each.path for each in planned.analysis.errors if each.kind == "syntax-error"}.difference(unparsed)
    if failed:
        # Python's parser says so where there is no memory.
        return _too_large(memory)
    if planned.keeps:
        remember(planned.analysis, answer)
    return ""
