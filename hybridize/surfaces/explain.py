"""`hybridize explain`: every condition of a function's verdict, with its evidence as a chain of places."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from hybridize.program.places import shortened
from hybridize.surfaces.formats.text import excerpt
from hybridize.surfaces.formats.view import View
from hybridize.surfaces.report import FunctionReport
from hybridize.verdicts import sentences
from hybridize.verdicts.evidence import BENEFITS, Evidence, SideEffects, Undetermined
from hybridize.verdicts.model import Action, Parameter, Place, Step, Verdict

_MARKS = {True: "yes", False: "no", None: "?"}
_MEANINGS = {
    "P1": "tensors arrive, no literals, no Python side effects, no recursion",
    "P2": "hybrid, but no tensors arrive",
    "P3": "hybrid, but literals arrive besides tensors",
    "P6": "hybrid, but it computes nothing",
}
"""What the preconditions say, in short."""
_EVIDENCE = {
    "dataflow": "seen in the data flow",
    "type-hint": "by its annotation",
    "usage": "by what the body does with it",
    "speculative": "guessed from what the function is for",
}
_CHANGES = {
    "hybridize": "it should become a graph (`@{decorator}`)",
    "dehybridize": "it should run eagerly (without `@{decorator}`)",
    "reconfigure": "its `{decorator}` should be given other arguments",
}


def explain(view: View, functions: Sequence[FunctionReport]) -> str:
    """The explanation of some functions' verdicts."""
    return "\n".join("\n".join(_function(view, row.verdict, row.codes)) + "\n" for row in functions)


def _function(view: View, verdict: Verdict, codes: Sequence[str]) -> Iterator[str]:
    place = verdict.place
    yield f"{view.at(place)}: {verdict.qualname}"
    yield from _indented(excerpt(view, place))
    yield ""
    yield f"  {_summary(verdict, codes)}"
    yield from _advice(verdict)
    yield from _near_miss(view, verdict)
    for how in verdict.mode.hybridized_by:
        yield f"  hybrid by {how.how}: {_at(view, how.place)}"
        yield from _quoted(view, how.place)
    for name, given in verdict.mode.arguments.items():
        yield f"    with {name} = {given.text}"
    yield ""
    for parameter in verdict.parameters:
        yield from _parameter(view, parameter)
    for implicit in verdict.implicit_parameters:
        what = {True: "a tensor", False: "no tensor", None: "perhaps a tensor"}[implicit.tensor]
        yield f"  `{implicit.name}` is read from its {implicit.scope}: {what}"
        for source in implicit.sources:
            yield from _quoted(view, source)
    yield ""
    yield from _conditions(view, verdict)


def _summary(verdict: Verdict, codes: Sequence[str]) -> str:
    mode = "it runs as a graph" if verdict.hybrid else "it runs eagerly"
    decision = verdict.decision
    if verdict.callers.covered and not verdict.hybrid:
        mode = "it runs in the graphs of its callers"
    passed = _precondition(decision.precondition) if decision.precondition else "no precondition holds"
    published = decision.published_precondition
    if published != decision.precondition:
        passed += f" ({_precondition(published)} by the published tables alone)" if published else ""
        passed += "" if published else " (by the published tables alone: none)"
    decorator = verdict.framework.decorator.replace("tensorflow.", "tf.")
    change = f"; {_CHANGES[decision.transformation].format(decorator=decorator)}" if decision.transformation else ""
    silent = _silent(verdict) if not codes else ""
    if silent:
        change = f"; it could become a graph (`@{decorator}`), but {silent}"
    said = f"; {', '.join(codes)}" if codes else ""
    return f"{mode}; {passed}{change}{said}"


def _advice(verdict: Verdict) -> Iterator[str]:
    """What is advised beyond the papers' tables, how often the function is traced, and what the advice rests on."""
    advised = verdict.recommendation
    if advised.action is Action.HYBRIDIZE and verdict.decision.precondition is None:
        decorator = verdict.framework.decorator.replace("tensorflow.", "tf.")
        named = ", ".join(word.replace("-", " ") for word in advised.basis)
        yield f"  advice: it should become a graph all the same (`@{decorator}`): {named}"
    if advised.traces is not None and not (verdict.hybrid and verdict.mode.has_signature):
        traces, why = advised.traces, sentences.traces_because(verdict)
        known = f"{traces.known} trace{'' if traces.known == 1 else 's'}"
        number = "no bounded number of traces" if traces.unbounded else known
        yield f"  estimated: {number}{f' ({why})' if why else ''}"
    for assumed in advised.granted:
        yield f"  it rests on this: {sentences.message(assumed)}"


def _precondition(name: str) -> str:
    return f"precondition {name} holds ({_MEANINGS[name]})" if name in _MEANINGS else f"precondition {name} holds"


def _silent(verdict: Verdict) -> str:
    """Why a function that could become a graph is not reported, if that can be said."""
    if verdict.decision.transformation != "hybridize":
        return ""
    for hazard in verdict.decision.hazards:
        if isinstance(hazard, BENEFITS):
            return f"it would not pay: {sentences.message(hazard)}"
    if verdict.recommendation.served_by:
        return "a decorator on its callers serves it, too"
    return "" if verdict.callers.called else "nobody in the project calls it, and what arrives is a guess"


def _near_miss(view: View, verdict: Verdict) -> Iterator[str]:
    """What alone keeps a function with a tensor parameter from becoming a graph: one or two things, by their lines."""
    if verdict.hybrid or verdict.decision.transformation or not verdict.has_tensor_parameter:
        return
    effects = [SideEffects(effect.place, effect) for effect in verdict.computation.effects]
    others = [failure for failure in verdict.decision.failures if not isinstance(failure, SideEffects)]
    hazards = [hazard for hazard in verdict.decision.hazards if not isinstance(hazard, BENEFITS)]
    found = {reason.place.line: reason for reason in reversed([*effects, *others, *hazards])}
    if 0 < len(found) <= _FEW and not any(isinstance(each, Undetermined) for each in found.values()):
        named = " and ".join(_named(view, verdict, found[line]) for line in sorted(found))
        yield f"  it would be hybridized but for {named}"


_FEW = 2
_SHOWN = 50


def _named(view: View, verdict: Verdict, reason: Evidence) -> str:
    """The code at the place of a reason, or the reason in words where it concerns the whole function."""
    place = reason.place
    text = (view.line(place.path, place.line) or "").strip()
    if not text or place.line == verdict.place.line:
        return f"this: {sentences.message(reason)}"
    where = f"line {place.line}" if place.path == verdict.path else _at(view, place)
    return f"`{shortened(text, _SHOWN)}` in {where} ({sentences.message(reason)})"


def _parameter(view: View, parameter: Parameter) -> Iterator[str]:
    facts = []
    if parameter.tensor:
        facts.append("receives tensors")
    if parameter.container:
        facts.append("receives tensors in containers")
    if parameter.literal:
        facts.append("receives literals")
    if None in (parameter.tensor, parameter.container, parameter.literal):
        facts.append("not all that it receives is known")
    evidence = ", ".join(_EVIDENCE.get(each, each) for each in parameter.evidence)
    shown = f"{', '.join(facts) or 'receives neither tensors nor literals'}{f' ({evidence})' if evidence else ''}"
    yield f"  `{parameter.name}` {shown}"
    if not facts:
        return
    for literal in parameter.literal_values:
        yield f"    {literal.value} from {_at(view, literal.place)}"
        yield from _quoted(view, literal.place)
    literals = {literal.place for literal in parameter.literal_values}
    yield from _chain(view, [step for step in parameter.chain if step.place not in literals])
    told = literals | {step.place for step in parameter.chain}
    for source in parameter.sources:
        if source not in told:
            yield f"    from {_at(view, source)}"
            yield from _quoted(view, source)


def _conditions(view: View, verdict: Verdict) -> Iterator[str]:
    computation, decision = verdict.computation, verdict.decision
    yield "  conditions:"
    yield f"    [{_MARKS[verdict.has_tensor_parameter]}] it has a tensor parameter"
    yield f"    [{_MARKS[verdict.has_literal_parameter]}] it has a literal parameter"
    yield f"    [{_MARKS[computation.has_side_effects]}] it has Python side effects"
    for effect in computation.effects:
        yield f"      {_at(view, effect.place)}: {sentences.effect(effect)}"
        yield from _quoted(view, effect.place)
        yield from _chain(view, effect.chain)
    yield f"    [{_MARKS[computation.is_recursive]}] it is recursive"
    yield from _chain(view, computation.recursion)
    yield f"    [{_MARKS[computation.has_tensor_computation]}] {verdict.framework.title} computes something in it"
    yield f"    [{_MARKS[verdict.callers.covered]}] its callers run as graphs already"
    gain = verdict.gain
    count = f"{gain.operations} {'operation' if gain.operations == 1 else 'operations'} a call"
    if gain.runs > gain.operations:
        count += f", which run about {gain.runs} with layers, loops and gradients"
    yield f"    gain as a graph: {gain.level.value} ({count})"
    for loop in gain.loops:
        yield f"      called in a loop: {_at(view, loop)}"
        yield from _quoted(view, loop)
    hazards = [hazard for hazard in decision.hazards if not isinstance(hazard, BENEFITS)]
    benefits = [hazard for hazard in decision.hazards if isinstance(hazard, BENEFITS)]
    yield from _reasons(view, "preconditions that do not hold", decision.failures)
    yield from _reasons(view, "what is unsafe under tracing", hazards)
    yield from _reasons(view, "why it would not pay", benefits)
    if verdict.recommendation.served_by:
        yield "  callers whose decorator serves it:"
        yield from _chain(view, verdict.recommendation.served_by)
    yield from _reasons(view, "why it is traced again and again", verdict.retracing.reasons)
    yield from _reasons(view, "assumptions", decision.assumptions)


def _reasons(view: View, title: str, reasons: Sequence[Evidence]) -> Iterator[str]:
    if reasons:
        yield f"  {title}:"
    for reason in reasons:
        yield f"    {reason.kind}: {sentences.message(reason)} ({_at(view, reason.place)})"
        yield from _quoted(view, reason.place)
        yield from _chain(view, reason.chain)


def _chain(view: View, chain: Iterable[Step]) -> Iterator[str]:
    for step in dict.fromkeys(chain):
        yield f"      {_at(view, step.place)}: {sentences.step(step)}"
        yield from _quoted(view, step.place)


def _at(view: View, place: Place) -> str:
    return view.at(place)


def _quoted(view: View, place: Place) -> Iterator[str]:
    text = view.line(place.path, place.line)
    if text is not None and text.strip():
        yield f"        | {text.strip()}"


def _indented(lines: Iterable[str]) -> Iterator[str]:
    return (f"  {line}" for line in lines)
