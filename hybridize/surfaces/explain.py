"""`hybridize explain`: every condition of a function's verdict, with its evidence as a chain of places."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from hybridize.program.position import shortened
from hybridize.surfaces.formats.text import excerpt
from hybridize.surfaces.formats.view import View
from hybridize.surfaces.report import FunctionReport
from hybridize.verdicts import sentences
from hybridize.verdicts.evidence import BENEFITS, EffectHazard, Evidence, SideEffects, Undetermined
from hybridize.verdicts.model import Action, Parameter, Place, Safety, Step, Verdict
from hybridize.verdicts.near_misses import causes, origin

_MARKS = {True: "yes", False: "no", None: "?"}
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


def explain(view: View, functions: Sequence[FunctionReport]) -> str:
    """The explanation of some functions' verdicts."""
    return "\n".join("\n".join(_function(view, row.verdict, row.codes)) + "\n" for row in functions)


def _function(view: View, verdict: Verdict, codes: Sequence[str]) -> Iterator[str]:
    place = verdict.place
    yield f"{view.at(place)}: {verdict.qualname}"
    yield from _indented(excerpt(view, place))
    yield ""
    yield f"  {answer(verdict, codes)}"
    yield f"  {'; '.join([_mode(verdict), *codes])}"
    yield from _near_miss(view, verdict)
    yield from _advice(verdict)
    for how in verdict.mode.hybridized_by:
        yield f"  a graph by {how.how}: {_at(view, how.place)}"
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
        return f"Yes: add `@{decorator}`, if what this rests on holds (assumptions, below)."
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
        return f"it {sentences.effect(cause.effect)}; as a graph it would do so once, while it is traced."
    return f"{sentences.message(cause)}."


def _decorator(verdict: Verdict) -> str:
    return verdict.framework.decorator.replace("tensorflow.", "tf.")


def _mode(verdict: Verdict) -> str:
    if verdict.hybrid:
        return "it runs as a graph"
    return "it runs in the graphs of its callers" if verdict.callers.covered else "it runs eagerly"


def _published(verdict: Verdict) -> str:
    """What the tables of the papers say."""
    decision = verdict.decision
    passed = _precondition(decision.precondition) if decision.precondition else "no precondition holds"
    published = decision.published_precondition
    if published != decision.precondition:
        passed += f" ({_precondition(published)} by the published tables alone)" if published else ""
        passed += "" if published else " (by the published tables alone: none)"
    return passed


def _advice(verdict: Verdict) -> Iterator[str]:
    """What the advice is based on, how often the function is traced, and what that rests on."""
    advised = verdict.recommendation
    if advised.action is Action.HYBRIDIZE and verdict.decision.precondition is None:
        basis = ", ".join(word.replace("-", " ") for word in advised.basis)
        yield f"  it may be one although the tables say nothing: {basis}"
    if advised.traces is not None and not (verdict.hybrid and verdict.mode.has_signature):
        traces, why = advised.traces, sentences.traces_because(verdict)
        known = f"{traces.known} trace{'' if traces.known == 1 else 's'}"
        number = "no bounded number of traces" if traces.unbounded else known
        yield f"  estimated: {number}{f' ({why})' if why else ''}"
    for assumed in advised.granted:
        yield f"  it rests on this: {sentences.message(assumed)}"


def _precondition(name: str) -> str:
    return f"precondition {name} holds ({_MEANINGS[name]})" if name in _MEANINGS else f"precondition {name} holds"


def _near_miss(view: View, verdict: Verdict) -> Iterator[str]:
    """What alone keeps a function that would gain from being a graph, or its fix from being safe, and the remedy."""
    missed = verdict.near_miss
    if missed is None:
        return
    text = (view.line(origin(missed.cause).path, origin(missed.cause).line) or "").strip()
    held = "its fix is unsafe for one reason alone" if missed.from_safety else "one thing alone holds it back"
    quoted = f"`{shortened(text, _SHOWN)}`: " if text and origin(missed.cause) != verdict.place else ""
    yield f"  {held}: {quoted}{sentences.near_miss(missed.cause)} ({_at(view, origin(missed.cause))})"
    yield f"  what to do: {sentences.remedy(missed.cause)}"


_FEW = 2
_SHOWN = 50


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


def _conditions(view: View, verdict: Verdict) -> Iterator[str]:
    computation, decision = verdict.computation, verdict.decision
    yield "  conditions:"
    yield f"    [{_MARKS[verdict.has_tensor_parameter]}] it receives tensors"
    yield f"    [{_MARKS[verdict.has_literal_parameter]}] it receives Python numbers or texts"
    yield f"    [{_MARKS[computation.has_side_effects]}] it has Python side effects"
    for effect in computation.effects:
        yield f"      {_at(view, effect.place)}: {sentences.effect(effect)}"
        yield from _quoted(view, effect.place)
        yield from _chain(view, effect.chain)
    yield f"    [{_MARKS[computation.is_recursive]}] it calls itself"
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
    yield f"  [by the papers' tables: {_published(verdict)}]"


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
