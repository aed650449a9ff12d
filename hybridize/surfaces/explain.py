"""`hybridize explain`: whether a function should be a graph, what speaks against it, what to do, and the evidence."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from hybridize.rules.model import Finding
from hybridize.settings import Gain
from hybridize.surfaces.formats.text import excerpt, what_to_do
from hybridize.surfaces.formats.view import View
from hybridize.surfaces.report import FunctionReport
from hybridize.verdicts.decide.near_misses import causes
from hybridize.verdicts.evidence import sentences, words
from hybridize.verdicts.evidence.base import Evidence
from hybridize.verdicts.evidence.gain import BENEFITS
from hybridize.verdicts.evidence.preconditions import SideEffects, Undetermined
from hybridize.verdicts.evidence.safety import EffectHazard
from hybridize.verdicts.model.parts import Action, Parameter, Place, Safety, Step
from hybridize.verdicts.model.verdict import Verdict

_MEANINGS = {
    "P1": "tensors arrive, no Python numbers or texts, no Python side effects, no recursion",
    "P2": "a graph, but no tensors arrive",
    "P3": "a graph, but Python numbers or texts arrive besides tensors",
    "P6": "a graph, but it computes nothing",
}
"""What the preconditions say, in short."""
_EVIDENCE = {
    "dataflow": "seen in the data flow",
    "type-hint": "by its annotation",
    "usage": "by what the body does with it",
    "speculative": "guessed from what the function is for",
}


_ADVICE = "HYB001"
"""The code whose finding is the answer itself."""


def explain(view: View, functions: Sequence[FunctionReport], *, tables: bool = False) -> str:
    """The explanation of some functions' verdicts; `tables`: with what the tables of the papers say."""
    return "\n".join("\n".join(_function(view, row, tables)) + "\n" for row in functions)


def _function(view: View, row: FunctionReport, tables: bool) -> Iterator[str]:
    verdict, place = row.verdict, row.verdict.place
    findings = [each for each in view.findings if each.subject == verdict.subject]
    yield f"{view.at(place)}: {verdict.qualname}"
    yield from _indented(excerpt(view, place))
    yield ""
    yield f"  {view.style(answer(verdict, row.codes), 'bold')}"
    yield f"  {'; '.join([_mode(verdict), *row.codes])}"
    for finding in findings:
        if finding.code != _ADVICE:
            yield from _finding(view, finding)
    yield from _blocking(view, verdict)
    yield from _assumed(view, verdict)
    yield ""
    for how in verdict.mode.hybridized_by:
        yield f"  a graph by {how.how}: {_at(view, how.place)}"
        yield from _quoted(view, how.place)
    if verdict.mode.tracer is not None:
        yield f"  traced by `{verdict.mode.tracer.name}`: {_at(view, verdict.mode.tracer.place)}"
        yield from _quoted(view, verdict.mode.tracer.place)
    for name, given in verdict.mode.arguments.items():
        yield f"    with {name} = {given.text}"
    for parameter in verdict.parameters:
        yield from _parameter(view, parameter)
    for implicit in verdict.implicit_parameters:
        what = {True: "a tensor", False: "no tensor", None: "perhaps a tensor"}[implicit.tensor]
        yield f"  `{implicit.name}` is read from its {implicit.scope}: {what}"
        for source in implicit.sources:
            yield from _quoted(view, source)
    yield ""
    yield from _conditions(view, verdict, shown={each.code for each in findings} >= {*row.codes})
    if tables:
        yield from _tables(view, verdict)


def answer(verdict: Verdict, codes: Sequence[str] = ()) -> str:
    """The advice in a sentence or two: whether the function should be a graph, and what to do."""
    return _of_graph(verdict, codes) if verdict.hybrid else _of_eager(verdict)


def _of_graph(verdict: Verdict, codes: Sequence[str]) -> str:
    decorator = _decorator(verdict)
    if verdict.recommendation.action is Action.DEHYBRIDIZE:
        why = {
            "P2": "no tensor arrives, so it only costs time",
            "P3": "it is compiled again for every new Python number; better still, pass tensors in their place",
        }.get(verdict.recommendation.basis[0], f"it only costs time: it has no {verdict.framework.title} operations")
        return f"Remove `@{decorator}`: {why}."
    if codes:
        return f"Keep `@{decorator}`, and repair what {' and '.join(codes)} {'say' if len(codes) > 1 else 'says'}."
    return f"Keep `@{decorator}`: nothing speaks against it."


def _of_eager(verdict: Verdict) -> str:
    advised, decision, decorator = verdict.recommendation, verdict.decision, _decorator(verdict)
    if advised.action is Action.HYBRIDIZE:
        if advised.fix is Safety.SAFE:
            return f"Yes: add `@{decorator}`. Nothing speaks against it."
        return f"Yes: add `@{decorator}`, if the assumptions below hold."
    if verdict.callers.covered:
        return "No need: it runs in the graphs of its callers already."
    if advised.served_by:
        named = " and ".join(f"`{step.name}`" for step in advised.served_by[:_FEW])
        return f"No need: `@{decorator}` on {named} serves it, too."
    computes = verdict.computation.has_tensor_computation
    if computes is False:
        return f"No: {verdict.framework.title} computes nothing in it."
    found = causes(decision, verdict.computation)
    if not found:
        idle = next((each for each in decision.hazards if isinstance(each, BENEFITS)), None)
        if idle is not None:
            return f"No: it would not pay; {sentences.message(idle)}."
        if not verdict.callers.called:
            return "Not known: nobody in the project calls it, and what arrives is a guess."
        failure = next(iter(decision.failures), None)
        return f"No: {sentences.message(failure)}." if failure is not None else "No: it would not pay."
    first = found[0]
    others = "1 other thing speaks" if len(found) == 2 else f"{len(found) - 1} other things speak"
    told = f"{_blocked(first)}{f' And {others} against it (below).' if len(found) > 1 else ''}"
    return f"Not known: {told}" if isinstance(first, Undetermined) else f"No: {told}"


def _blocked(cause: Evidence) -> str:
    """What keeps a function from being a graph, and what would happen."""
    if isinstance(cause, (SideEffects, EffectHazard)):
        return f"it {words.effect(cause.effect)}; as a graph it would do so once, while it is traced."
    return f"{sentences.message(cause)}."


def _decorator(verdict: Verdict) -> str:
    return verdict.framework.decorator.replace("tensorflow.", "tf.")


def _mode(verdict: Verdict) -> str:
    if verdict.hybrid:
        return "it runs as a graph"
    return "it runs in the graphs of its callers" if verdict.callers.covered else "it runs eagerly"


def _finding(view: View, finding: Finding) -> Iterator[str]:
    """What is found in the function, on which way, and what to do."""
    yield ""
    yield f"  {view.mark(False)} {finding.code} at {_at(view, finding.place)}: {finding.message}"
    yield from _quoted(view, finding.place)
    for each in finding.related:
        yield f"      {_at(view, each.place)}: {each.message}"
    said = what_to_do(finding)
    if said:
        yield f"    what to do: {said}"


def _blocking(view: View, verdict: Verdict) -> Iterator[str]:
    """What keeps the function from being a graph, one thing for each place, and what to do about it."""
    decision, missed = verdict.decision, verdict.near_miss
    if verdict.hybrid or verdict.callers.covered or verdict.recommendation.served_by:
        return
    advised = verdict.recommendation.action is Action.HYBRIDIZE
    found = () if advised else causes(decision, verdict.computation)
    idle = () if advised else tuple(each for each in decision.hazards if isinstance(each, BENEFITS))
    if found or idle:
        yield ""
        yield "  what blocks it:"
    for each in (*found, *idle):
        yield f"    {view.mark(False)} {sentences.message(each)} ({_at(view, each.place)})"
        yield from _quoted(view, each.place)
        yield from _chain(view, each.chain)
    if missed is not None and not missed.from_safety:
        yield "  what to do, since nothing else blocks it:"
        yield f"    {sentences.remedy(missed.cause)}"
    elif found:
        yield "  what to do:"
        for said in dict.fromkeys(map(sentences.remedy, found)):
            yield f"    {said}"


def _assumed(view: View, verdict: Verdict) -> Iterator[str]:
    """What the advice rests on, how often the function would be traced, and what makes the fix safe."""
    advised, decision, missed = verdict.recommendation, verdict.decision, verdict.near_miss
    if advised.action is Action.HYBRIDIZE and decision.precondition is None:
        yield ""
        yield f"  why it may be a graph: {', '.join(word.replace('-', ' ') for word in advised.basis)}"
    if advised.traces is not None and not (verdict.hybrid and verdict.mode.has_signature):
        traces, why = advised.traces, sentences.traces_because(verdict)
        number = "no bounded number of traces" if traces.unbounded else _counted(traces.known, "trace")
        yield f"  estimated: {number}{f' ({why})' if why else ''}"
    assumptions = (*decision.assumptions, *advised.granted)
    if not assumptions or _would_not_pay(verdict):
        return
    yield ""
    yield "  it rests on this:"
    for each in assumptions:
        yield f"    {view.mark(None)} {sentences.message(each)} ({_at(view, each.place)})"
        yield from _quoted(view, each.place)
        yield from _chain(view, each.chain)
    if missed is not None and missed.from_safety:
        yield "  what to do, since this alone keeps the fix from being safe:"
        yield f"    {sentences.remedy(missed.cause)}"


def _would_not_pay(verdict: Verdict) -> bool:
    """Whether an eager function is left alone although a graph would be right."""
    left = not verdict.hybrid and verdict.recommendation.action is None and verdict.computation.has_tensor_computation
    return left is True and not causes(verdict.decision, verdict.computation)


_FEW = 2


def _parameter(view: View, parameter: Parameter) -> Iterator[str]:
    facts = []
    if parameter.tensor:
        facts.append("receives tensors")
    if parameter.container:
        facts.append("receives tensors in containers")
    if parameter.literal:
        facts.append("receives Python numbers or texts")
    if None in (parameter.tensor, parameter.container, parameter.literal):
        facts.append("not all that it receives is known")
    evidence = ", ".join(_EVIDENCE.get(each, each) for each in parameter.evidence)
    shown = ", ".join(facts) or "receives neither tensors nor Python numbers or texts"
    yield f"  `{parameter.name}` {shown}{f' ({evidence})' if evidence else ''}"
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


def _conditions(view: View, verdict: Verdict, *, shown: bool) -> Iterator[str]:
    """What a graph needs, and whether it is so; `shown`: the findings above say what is wrong with a graph."""
    computation, framework = verdict.computation, verdict.framework.title
    yield "  conditions:"
    yield f"    {_of_tensors(view, verdict)}"
    yield f"    {_of_literals(view, verdict)}"
    effects = {
        True: "it has Python side effects",
        False: "it has no Python side effects",
        None: "whether it has Python side effects is not known",
    }
    yield f"    {_condition(view, computation.has_side_effects, effects, good=False)}"
    for effect in computation.effects:
        yield f"      {_at(view, effect.place)}: {words.effect(effect)}"
        yield from _quoted(view, effect.place)
        yield from _chain(view, effect.chain)
        if effect.why_not is not None:
            yield f"        which may not matter: {effect.why_not.value}"
    calls = {True: "it calls itself", False: "it does not call itself", None: "whether it calls itself is not known"}
    yield f"    {_condition(view, computation.is_recursive, calls, good=False)}"
    yield from _chain(view, computation.recursion)
    computes = {
        True: f"{framework} computes something in it",
        False: f"{framework} computes nothing in it",
        None: f"whether {framework} computes something in it is not known",
    }
    yield f"    {_condition(view, computation.has_tensor_computation, computes)}"
    gain = verdict.gain
    count = f"{_counted(gain.operations, 'operation')} a call"
    if gain.runs > gain.operations:
        count += f", which run about {gain.runs} with layers, loops and gradients"
    mark = "" if verdict.hybrid else f"{view.mark(gain.level is not Gain.NONE)} "
    yield f"    {mark}gain as a graph: {gain.level.value} ({count})"
    for loop in gain.loops:
        yield f"      called in a loop: {_at(view, loop)}"
        yield from _quoted(view, loop)
    if verdict.recommendation.served_by:
        yield "  callers whose decorator serves it:"
        yield from _chain(view, verdict.recommendation.served_by)
    if verdict.hybrid and not shown:
        hazards = [each for each in verdict.decision.hazards if not isinstance(each, BENEFITS)]
        yield from _reasons(view, "what is unsafe in a graph", hazards)
        yield from _reasons(view, "why it is traced again and again", verdict.retracing.reasons)


def _condition(view: View, holds: bool | None, words: Mapping[bool | None, str], *, good: bool = True) -> str:
    """A condition in words, marked; `good`: what it has to be."""
    return f"{view.mark(None if holds is None else holds is good)} {words[holds]}"


def _of_tensors(view: View, verdict: Verdict) -> str:
    holds = verdict.has_tensor_parameter
    if holds is False and _may_be_graph(verdict):
        return f"{view.mark(True)} no parameter receives a tensor, and it computes with those that it reads elsewhere"
    words = {
        True: "it receives tensors",
        False: "no parameter receives a tensor",
        None: "whether it receives tensors is not known",
    }
    return _condition(view, holds, words)


def _of_literals(view: View, verdict: Verdict) -> str:
    holds = verdict.has_literal_parameter
    if holds and _may_be_graph(verdict) and not verdict.retracing.changing:
        return f"{view.mark(True)} it receives few Python numbers or texts, each of which is traced once"
    words = {
        True: "it receives Python numbers or texts, each of which is traced",
        False: "it receives no Python numbers or texts",
        None: "whether it receives Python numbers or texts is not known",
    }
    return _condition(view, holds, words, good=False)


def _may_be_graph(verdict: Verdict) -> bool:
    """Whether it is advised to be one, or is one that nothing speaks against."""
    action = verdict.recommendation.action
    return action is Action.HYBRIDIZE or (verdict.hybrid and action is not Action.DEHYBRIDIZE)


def _tables(view: View, verdict: Verdict) -> Iterator[str]:
    """What the tables of the papers say, and every reason with its kind, as the report has it."""
    decision = verdict.decision
    yield ""
    yield f"  by the papers' tables: {_published(verdict)}"
    yield from _reasons(view, "preconditions that do not hold", decision.failures)
    yield from _reasons(view, "further conditions that do not hold", decision.hazards)


def _counted(number: int | None, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"


def _published(verdict: Verdict) -> str:
    """What the tables of the papers say."""
    decision = verdict.decision
    passed = _precondition(decision.precondition) if decision.precondition else "no precondition holds"
    published = decision.published_precondition
    if published != decision.precondition:
        passed += f" ({_precondition(published)} by the published tables alone)" if published else ""
        passed += "" if published else " (by the published tables alone: none)"
    return passed


def _precondition(name: str) -> str:
    return f"precondition {name} holds ({_MEANINGS[name]})" if name in _MEANINGS else f"precondition {name} holds"


def _reasons(view: View, title: str, reasons: Sequence[Evidence]) -> Iterator[str]:
    if reasons:
        yield f"  {title}:"
    for reason in reasons:
        yield f"    {view.mark(False)} {reason.kind}: {sentences.message(reason)} ({_at(view, reason.place)})"
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
