"""What every rule has: a code, a name, its documentation, and a check of one verdict."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar, TypeVar

from hybridize.rules.model import ChangeArguments, Finding, Fix, Reason, Related, RemoveDecorator
from hybridize.settings import AnalysisOptions
from hybridize.verdicts.evidence import sentences, words
from hybridize.verdicts.evidence.assumptions import OF_ARGUMENTS, NoKnownCaller
from hybridize.verdicts.evidence.base import Evidence
from hybridize.verdicts.evidence.safety import Observed
from hybridize.verdicts.model.parts import (
    Action,
    Conversion,
    EagerSwitch,
    Effect,
    Mismatch,
    Place,
    Step,
    StepKind,
    Subject,
)
from hybridize.verdicts.model.verdict import JudgedBlock, Verdict

SECTIONS = (
    "What to do", "What it does", "Why is this bad?", "Example", "Use instead", "Fix safety", "Limits", "Options",
    "References",
)  # fmt: skip
"""The sections of a rule's documentation, in their order. `Limits` and `Options` may be missing."""
SHOWN = 5
"""Other functions that a finding names which lead to the same fault."""


@dataclass(frozen=True)
class RuleContext:
    """What a rule may look at besides the verdict."""

    options: AnalysisOptions
    verdicts: tuple[Verdict, ...] = ()
    """Those of the whole project."""
    switches: tuple[EagerSwitch, ...] = ()
    """What makes its graphs run eagerly."""
    mismatches: tuple[Mismatch, ...] = ()
    """Where shapes or dtypes do not fit."""
    blocks: tuple[JudgedBlock, ...] = ()
    """What could be functions, where that is asked for."""

    @cached_property
    def effects_in_traced_bodies(self) -> frozenset[Place]:
        """Where the statements with Python side effects stand that lie in the body of some traced function."""
        return frozenset(e.place for v in self.verdicts if v.mode.traced for e in v.computation.effects if e.direct)

    def is_told_elsewhere(self, effect: Effect) -> bool:
        """Whether an effect lies in the body of another traced function: it is told there, not at each call."""
        return not effect.direct and any(step.place in self.effects_in_traced_bodies for step in effect.chain[-1:])

    def first_to_reach(self, hazard: Evidence) -> Verdict | None:
        """The traced function that tells of a fault: whose body it stands in, else the nearest that leads there."""
        found = self._by_cause.get((hazard.kind, hazard.cause))
        return found[0][0] if found else None

    def also_reached(self, hazard: Evidence) -> list[Step]:
        """Where other traced functions lead to the same fault."""
        return steps_of_others(self._by_cause.get((hazard.kind, hazard.cause), []))

    def leading_to(self, effect: Effect) -> list[tuple[Verdict, Effect]]:
        """The traced functions that have an effect of which somebody takes notice, each once, the nearest first."""
        return self._by_effect.get((effect.what, effect.cause), [])

    @cached_property
    def _by_effect(self) -> dict[tuple[str, Place], list[tuple[Verdict, Effect]]]:
        return _nearest_first(
            ((effect.what, effect.cause), verdict, effect)
            for verdict in self.verdicts
            for effect in (verdict.computation.effects if verdict.mode.traced else ())
            if effect.why_not is None and not self.is_told_elsewhere(effect)
        )

    @cached_property
    def _by_cause(self) -> dict[tuple[str, Place], list[tuple[Verdict, Evidence]]]:
        """By fault: the traced functions that certainly lead to it, each once, the nearest first."""
        return _nearest_first(
            ((hazard.kind, hazard.cause), verdict, hazard)
            for verdict in self.verdicts
            for hazard in (verdict.faults if verdict.mode.traced else ())
            if is_certain(hazard)
        )


def is_certain(hazard: Evidence) -> bool:
    """Whether a hazard is a fault: what may as well work, or happens once, is none."""
    return not isinstance(hazard, Observed) or (
        hazard.certain and hazard.seen and not hazard.guarded and not hazard.of_tests
    )


_Found = TypeVar("_Found", Evidence, Effect)


def steps_of_others(found: Sequence[tuple[Verdict, _Found]]) -> list[Step]:
    """Where the functions behind the first one, which tells of it, lead to the same."""
    return [Step(each.place, StepKind.REACHED, verdict.qualname) for verdict, each in found[1 : SHOWN + 1]]


def _nearest_first(
    found: Iterable[tuple[tuple[str, Place], Verdict, _Found]],
) -> dict[tuple[str, Place], list[tuple[Verdict, _Found]]]:
    """By cause: the functions that lead there, each once, the nearest first."""
    by_cause: dict[tuple[str, Place], dict[Subject, tuple[Verdict, _Found]]] = {}
    for cause, verdict, each in found:
        by_cause.setdefault(cause, {}).setdefault(verdict.subject, (verdict, each))
    return {
        cause: sorted(by_function.values(), key=lambda pair: len(pair[1].chain))
        for cause, by_function in by_cause.items()
    }


class Rule:
    """A rule. The docstring of a subclass is its documentation: a summary line, then SECTIONS headed `## `."""

    code: ClassVar[str]
    name: ClassVar[str]
    """Reads as "allow NAME"."""
    preview: ClassVar[bool] = False
    severity: ClassVar[str] = "warning"
    of_lambdas: ClassVar[bool] = False
    """It speaks of lambdas as well as of functions."""
    of_what_is_written: ClassVar[bool] = False
    """It speaks of the text of `tf.function`, whichever function is a graph in the end."""
    yields_to: ClassVar[tuple[str, ...]] = ()
    """Codes of more specific rules: where one of these has a finding on the same cause, this rule is silent."""

    def check(self, verdict: Verdict, context: RuleContext) -> Iterator[Finding]:
        """The findings about one function."""
        return iter(())

    def check_project(self, context: RuleContext) -> Iterator[Finding]:
        """The findings about what lies in no function, or about several of them together."""
        return iter(())

    @property
    def summary(self) -> str:
        """One line: what the rule finds."""
        return self.documentation.partition("\n")[0]

    @cached_property
    def remedy(self) -> str:
        """What to do, in one sentence: the first of the section that says so."""
        said = " ".join(self.sections.get("What to do", "").split())
        return re.split(r"(?<=\.) (?=[A-Z])", said, maxsplit=1)[0]

    @property
    def documentation(self) -> str:
        """The whole page, as Markdown below the title."""
        return inspect.cleandoc(type(self).__doc__ or "")

    @property
    def sections(self) -> dict[str, str]:
        """The documentation by section."""
        parts = re.split(r"^## (.+)$", self.documentation, flags=re.MULTILINE)
        return {title.strip(): body.strip() for title, body in zip(parts[1::2], parts[2::2], strict=True)}

    def finding(
        self,
        subject: Subject,
        message: str,
        *,
        place: Place | None = None,
        fix: Fix | None = None,
        related: Iterable[Step] = (),
        assumptions: Iterable[Evidence] = (),
        origin: Place | None = None,
        remedy: str = "",
    ) -> Finding:
        """A finding about a subject, at its own place unless `place` says otherwise; `assumed` with assumptions.

        `origin` is where that stands which is wrong, if not at the place. What to do is what the rule says, unless
        `remedy` says more.
        """
        assumed = by_package(assumptions)
        return Finding(
            self.code,
            self.name,
            message,
            place or subject.place,
            subject,
            self.severity,
            "assumed" if assumed else "proven",
            fix,
            assumed,
            tuple(Related(step.place, sentences.step(step)) for step in related),
            origin,
            remedy or self.remedy,
        )


def passing_tensors(conversions: Iterable[Conversion]) -> tuple[ChangeArguments, ...]:
    """The edits by which calls pass tensors in the place of numbers."""
    calls: dict[tuple[str, int, int, str], list[tuple[int | str, str]]] = {}
    for conversion in conversions:
        for each in conversion.arguments:
            maker = "{tensorflow.convert_to_tensor}({})" if each.mixed else "{tensorflow.constant}({})"
            calls.setdefault((each.path, each.line, each.column, each.callee), []).append((each.which, maker))
    return tuple(ChangeArguments(*call, put=tuple(put)) for call, put in calls.items())


def in_words(evidence: Iterable[Evidence]) -> tuple[Reason, ...]:
    """Evidence as findings and reports show it."""
    return tuple(Reason(each.kind, sentences.message(each), each.place) for each in evidence)


def by_package(assumptions: Iterable[Evidence]) -> tuple[Reason, ...]:
    """Assumptions as findings show them: those about the names of one package are one.

    Of a function that nobody calls, its arguments are no further ones.
    """
    found = tuple(assumptions)
    if any(isinstance(each, NoKnownCaller) for each in found):
        # What its arguments are is not known, for that reason alone.
        found = tuple(each for each in found if not isinstance(each, OF_ARGUMENTS))
    groups: dict[object, list[Evidence]] = {}
    for number, each in enumerate(found):
        groups.setdefault(sentences.package(each) or number, []).append(each)
    return tuple(Reason(each[0].kind, sentences.together(each), each[0].place) for each in groups.values())


def removal(verdict: Verdict) -> Fix | None:
    """Taking the decorator off, where the verdict says that this can be done."""
    advised, decorator = verdict.recommendation, verdict.mode.decorator
    if advised.action is not Action.DEHYBRIDIZE or advised.fix is None or decorator is None:
        return None
    edit = RemoveDecorator(verdict.path, verdict.place.line, verdict.qualname, decorator.place.line)
    return Fix(advised.fix.value, f"Remove `@{decorator.symbol}`", (edit,))


def named(verdict: Verdict) -> str:
    """A function as messages name it: by the end of its qualified name, where that is long."""
    whole = verdict.qualname
    return f"`{whole if len(whole) <= _LONGEST_NAME else whole.rpartition('.')[2]}`"


_LONGEST_NAME = 36


def at_the_end(chain: Iterable[Step], near: Place) -> str:
    """Where a chain of calls ends, as the end of a clause; nothing where there is none."""
    steps = list(chain)
    return f" at {words.where(steps[-1].place, near)}" if steps else ""
