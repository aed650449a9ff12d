"""Everything that verdicts say in words: a sentence for each kind of evidence, effect and step.

Nothing reads these sentences but people: what follows from evidence follows from its class and its fields.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from hybridize.inference.facts.enumerations import Because
from hybridize.verdicts.evidence import assumptions, blocks, gain, preconditions, retracing, safety
from hybridize.verdicts.evidence.assumptions import UnseenCode, outside_name
from hybridize.verdicts.evidence.base import Evidence
from hybridize.verdicts.evidence.gain import VaryingShape
from hybridize.verdicts.evidence.preconditions import SideEffects
from hybridize.verdicts.evidence.retracing import NewObject, Remedy, Retrace, RetracedArgument, WouldRetrace
from hybridize.verdicts.evidence.safety import DoneLast, EffectHazard, Observed, ShownLast
from hybridize.verdicts.evidence.words import SHOWN_VALUES, TAKE_OUTSIDE, attribute_list, done, shorter, where
from hybridize.verdicts.model.parts import Effect, Step, StepKind
from hybridize.verdicts.model.verdict import Verdict


def message(evidence: Evidence) -> str:
    """What the evidence says."""
    said = SENTENCES[type(evidence)]
    if not isinstance(said, str):
        return shorter(said(evidence))
    loop = getattr(evidence, "loop", None)
    return shorter(said.format(e=evidence, loop="" if loop is None else where(loop, evidence.place)))


def package(evidence: Evidence) -> tuple[object, ...]:
    """What is the same for all assumptions that are made of one package; empty for any other evidence."""
    if not isinstance(evidence, UnseenCode) or evidence.because not in _OF_PACKAGES or not evidence.name:
        return ()
    return evidence.because, evidence.name.partition(".")[0], evidence.policy


def together(found: Sequence[Evidence]) -> str:
    """What several assumptions of one package say, or the one that there is."""
    names = list(dict.fromkeys(f"`{outside_name(each)}`" for each in found if isinstance(each, UnseenCode)))
    first = found[0]
    if len(names) < 2 or not isinstance(first, UnseenCode):
        return message(first)
    more = f" and {len(names) - SHOWN_VALUES} more" if len(names) > SHOWN_VALUES else ""
    shown = ", ".join(names[:SHOWN_VALUES]) + more
    if first.because is Because.NO_RUN:
        return f"these are assumed to do the same in a graph: {shown}"
    return f"{first.policy} ({shown})"


def near_miss(evidence: Evidence) -> str:
    """What the evidence says where it stands, without the way that leads there."""
    if isinstance(evidence, DoneLast):
        return near_miss(evidence.first)
    if isinstance(evidence, (SideEffects, EffectHazard)):
        return done(evidence.effect)
    return message(evidence)


def remedy(evidence: Evidence) -> str:
    """What to do so that the evidence no longer speaks against a graph or a safe fix, as an order to the reader."""
    if isinstance(evidence, (SideEffects, EffectHazard)):
        return remedy_of_effect(evidence.effect)
    if isinstance(evidence, Observed):
        return _OF_CONDITIONS.get(evidence.condition, GENERAL_REMEDY)
    if isinstance(evidence, Retrace):
        return _remedy_of_retrace(evidence)
    if isinstance(evidence, UnseenCode) and evidence.because is Because.NO_RUN:
        return "Run it both ways, and apply the fix if the results agree."
    if isinstance(evidence, RetracedArgument):
        return _remedy_of_retrace(evidence.reason)
    for each in type(evidence).__mro__:
        said = REMEDIES.get(each)
        if said is not None:
            return said.format(e=evidence) if isinstance(said, str) else said(evidence)
    return GENERAL_REMEDY


def _remedy_of_retrace(found: Retrace) -> str:
    if type(found) is NewObject and found.tensors:
        return f"Make the object once, before the loop, or pass {attribute_list(found.parameter, found.tensors, '')}."
    return _OF_RETRACING[found.remedy]


def remedy_of_effect(found: Effect) -> str:
    """What to do in place of a side effect."""
    if found.unused and found.what in ("clock", "random"):
        return "Do this where the function is called."
    return _OF_EFFECTS.get(found.what, _KEEP_OUTSIDE)


_KEEP_OUTSIDE = "Return the value, and keep it where the function is called; or keep it in a `tf.Variable`."
GENERAL_REMEDY = "Do this where the function is called, or move the rest into a function of its own and decorate that."
"""Of what has none of its own."""
_OF_EFFECTS: Mapping[str, str] = {
    "output": "Use `tf.print`, or print what the function returns where it is called.",
    "input": "Read it where the function is called, and pass it.",
    "random": "Draw it with `tf.random`, or draw it where the function is called and pass it.",
    "clock": "Read the clock where the function is called, and pass the time.",
    "file": "Read or write the file where the function is called.",
    "environment": "Read the environment once, before the first call.",
    "switch": "Set it once, at the start of the program.",
    "iterator": TAKE_OUTSIDE,
}
"""By what a side effect does; all others change Python objects."""
_OF_CONDITIONS: Mapping[str, str] = {
    "eager-only-call": "Do this where the function is called, on what it returns.",
    "refused-rank": "Write a list: `[-1]` in place of `-1`.",
    "conflicting-dtypes": (
        "Write a number of the dtype that it meets (`0.0` in place of `0`), or use `tf.cast`; compare (`x != 0`) where "
        "a Boolean is asked for."
    ),
    "keras-symbolic-argument": "Call it in the `call` of a layer, and use that layer in the model.",
    "numpy-on-tensor": "Use the function of TensorFlow (`tf` or `tf.experimental.numpy`) in place of NumPy's.",
    "tensor-iteration": "Use `tf.unstack` where the length is known, else a `for` loop over the tensor.",
    "autograph-limit": (
        "Assign to names that exist before the condition or loop, and collect tensors of a loop in a `tf.TensorArray`."
    ),
    "creates-variable": "Make it once, before the first call (in `__init__` or `build`), and use it here.",
    "python-random": "Draw it with `tf.random`, or draw it where the function is called and pass it.",
    "seed-sequence": "Set the seed once, at the start of the program.",
    "invalid-name-argument": "Give a valid name, or leave `name` out.",
    "deferred-execution": "Use what TensorFlow 2 has in its place.",
    "eager-switch": "Set it once, at the start of the program.",
    "iterator": TAKE_OUTSIDE,
}
"""By what the analysis saw that a trace does not do as Python does."""
_OF_RETRACING: Mapping[Remedy, str] = {
    Remedy.MAKE_FUNCTION_ONCE: "Make the `tf.function` once, outside of the loop and of what is called again.",
    Remedy.MAKE_OBJECT_ONCE: "Make the object once, before the loop, or pass the tensors that it holds.",
    Remedy.RESET_OBJECT: "Make the metric once, before the loop, and call its `reset_state` where it is made now.",
    Remedy.ONE_LENGTH: "Pass one tensor (`tf.stack`) in place of the list.",
    Remedy.RELAX_SHAPES: (
        "Pad the tensors to one shape, or write `@tf.function(reduce_retracing=True)` yourself."
    ),
    Remedy.ONE_DTYPE: "Pass tensors of one dtype: `tf.cast` where the function is called.",
    Remedy.PASS_TENSOR_INSIDE: "Put a tensor in its place: `tf.constant(n)` in place of `n`.",
    Remedy.PASS_TENSOR: "Pad the lists to one length, and pass a tensor of them: `tf.constant(…)`.",
}


def traces_because(verdict: Verdict) -> str:
    """What makes the function be traced more than once, or would; empty where nothing does."""
    again = [found for found in verdict.decision.hazards if isinstance(found, WouldRetrace)]
    said = [message(found) for found in (*verdict.retracing.reasons, *again)]
    for parameter in verdict.parameters:
        values = list(dict.fromkeys(value.value for value in parameter.literal_values))
        if len(values) > 1:
            shown = ", ".join(f"`{value}`" for value in values[:SHOWN_VALUES])
            said.append(f"`{parameter.name}` has {len(values)} values: {shown}{' …' * (len(values) > SHOWN_VALUES)}")
    return "; ".join(dict.fromkeys(said))


def step(link: Step) -> str:
    """What happened at a link of a chain."""
    return _STEPS[link.kind].format(s=link)


_STEPS: Mapping[StepKind, str] = {
    StepKind.CALL: "`{s.name}`",
    StepKind.CALLED_AS: "called as `{s.name}`",
    StepKind.SERVED: "`{s.name}` leads to it",
    StepKind.MADE: "`{s.name}` is made here",
    StepKind.REACHED: "`{s.name}` leads there as well",
    StepKind.TENSOR: "a tensor arrives at `{s.name}` here",
    StepKind.LITERAL: "`{s.name}` is {s.detail} here",
    StepKind.CHANGING: "`{s.name}` is `{s.detail}` here, which changes from call to call",
    StepKind.SPEC: "`{s.name}` is a {s.detail} here",
    StepKind.CALLING_LOOP: "called again and again in this loop",
    StepKind.CHANGE: "changed here, after the first call",
    StepKind.CALLER: "called here, in a graph",
    StepKind.LEADING_LOOP: "reached again and again from this loop",
    StepKind.ITERATOR: "called again and again by this call",
}
_OF_PACKAGES = frozenset({Because.UNDESCRIBED, Because.NO_ENTRY, Because.NO_RUN})
"""Reasons of assumptions that are made of a package, and not of one thing in it."""


SENTENCES: Mapping[type[Evidence], str | Callable[[Any], str]] = {
    **gain.SENTENCES,
    **safety.SENTENCES,
    **retracing.SENTENCES,
    **preconditions.SENTENCES,
    **assumptions.SENTENCES,
    **blocks.SENTENCES,
    RetracedArgument: lambda found: message(found.reason),
    DoneLast: lambda found: message(found.first),
    ShownLast: lambda found: message(found.first),
}
REMEDIES: Mapping[type[Evidence], str | Callable[[Any], str]] = {
    **gain.REMEDIES,
    VaryingShape: _OF_RETRACING[Remedy.RELAX_SHAPES],
    **safety.REMEDIES,
    **retracing.REMEDIES,
    **preconditions.REMEDIES,
    **assumptions.REMEDIES,
    **blocks.REMEDIES,
}
