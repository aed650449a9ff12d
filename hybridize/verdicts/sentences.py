"""Everything that verdicts say in words: a sentence for each kind of evidence, effect and step.

Nothing reads these sentences but people: what follows from evidence follows from its class and its fields.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from hybridize.inference.results.enumerations import Because, Misfit, Often, Use
from hybridize.program.position import shortened
from hybridize.verdicts import evidence as e
from hybridize.verdicts.evidence import Returned, Unusable
from hybridize.verdicts.model import Effect, Place, Step, StepKind, Verdict

SHOWN_VALUES = 4
"""Values that a sentence names."""
_SHOWN_CALL = 40
"""Characters of a call that a sentence shows."""
_SHOWN_CHANGE = 28
"""Characters of an assignment that a sentence shows."""


def message(evidence: e.Evidence) -> str:
    """What the evidence says."""
    said = _SENTENCES[type(evidence)]
    if not isinstance(said, str):
        return _shorter(said(evidence))
    loop = getattr(evidence, "loop", None)
    return _shorter(said.format(e=evidence, loop="" if loop is None else where(loop, evidence.place)))


def _shorter(text: str) -> str:
    """A text with the names that most programs have for the packages."""
    return text.replace("`tensorflow.", "`tf.").replace("`numpy.", "`np.")


def package(evidence: e.Evidence) -> tuple[object, ...]:
    """What is the same for all assumptions that are made of one package; empty for any other evidence."""
    if not isinstance(evidence, e.UnseenCode) or evidence.because not in _OF_PACKAGES or not evidence.name:
        return ()
    return evidence.because, evidence.name.partition(".")[0], evidence.policy


def together(found: Sequence[e.Evidence]) -> str:
    """What several assumptions of one package say, or the one that there is."""
    names = list(dict.fromkeys(f"`{_name(each)}`" for each in found if isinstance(each, e.UnseenCode)))
    first = found[0]
    if len(names) < 2 or not isinstance(first, e.UnseenCode):
        return message(first)
    more = f" and {len(names) - SHOWN_VALUES} more" if len(names) > SHOWN_VALUES else ""
    shown = ", ".join(names[:SHOWN_VALUES]) + more
    if first.because is Because.NO_RUN:
        return f"these are assumed to do the same in a graph: {shown}"
    return f"{first.policy} ({shown})"


def where(place: Place, near: Place) -> str:
    """A place as sentences name it: the file only where it is another one than that of what they speak of."""
    return f"line {place.line}" if place.path == near.path else f"{_file(place.path)}:{place.line}"


def _file(path: str) -> str:
    """The name of a file, with the folder of one that every package has."""
    parts = path.rsplit("/", 2)
    name = "/".join(parts[-2:] if parts[-1].startswith("__") else parts[-1:])
    return name if len(name) <= _LONGEST_FILE else f"…{name[1 - _LONGEST_FILE:]}"


_LONGEST_FILE = 28


def near_miss(evidence: e.Evidence) -> str:
    """What the evidence says where it stands, without the way that leads there."""
    if isinstance(evidence, (e.SideEffects, e.EffectHazard)):
        return done(evidence.effect)
    return message(evidence)


def remedy(evidence: e.Evidence) -> str:
    """What to do so that the evidence no longer speaks against a graph or a safe fix, as an order to the reader."""
    if isinstance(evidence, (e.SideEffects, e.EffectHazard)):
        return remedy_of_effect(evidence.effect)
    if isinstance(evidence, e.Observed):
        return _OF_CONDITIONS.get(evidence.condition, GENERAL_REMEDY)
    if isinstance(evidence, e.Retrace):
        return _OF_RETRACING[evidence.remedy]
    if isinstance(evidence, e.UnseenCode) and evidence.because is Because.NO_RUN:
        return "Run it both ways, and apply the fix if the results agree."
    if isinstance(evidence, e.RetracedArgument):
        return _OF_RETRACING[evidence.reason.remedy]
    for each in type(evidence).__mro__:
        said = _REMEDIES.get(each)
        if said is not None:
            return said.format(e=evidence)
    return GENERAL_REMEDY


def remedy_of_effect(found: Effect) -> str:
    """What to do in place of a side effect."""
    return _OF_EFFECTS.get(found.what, _KEEP_OUTSIDE)


_KEEP_OUTSIDE = "Return the value, and keep it where the function is called; or keep it in a `tf.Variable`."
GENERAL_REMEDY = "Do this where the function is called, or move the rest into a function of its own and decorate that."
"""Of what has none of its own."""
_TAKE_OUTSIDE = "Take the element where the function is called, and pass it."

_OF_EFFECTS: Mapping[str, str] = {
    "output": "Use `tf.print`, or print what the function returns where it is called.",
    "input": "Read it where the function is called, and pass it.",
    "random": "Draw it with `tf.random`, or draw it where the function is called and pass it.",
    "clock": "Read the clock where the function is called, and pass the time.",
    "file": "Read or write the file where the function is called.",
    "environment": "Read the environment once, before the first call.",
    "switch": "Set it once, at the start of the program.",
    "iterator": _TAKE_OUTSIDE,
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
    "iterator": _TAKE_OUTSIDE,
}
"""By what the analysis saw that a trace does not do as Python does."""

_OF_RETRACING: Mapping[e.Remedy, str] = {
    e.Remedy.MAKE_FUNCTION_ONCE: "Make the `tf.function` once, outside of the loop and of what is called again.",
    e.Remedy.MAKE_OBJECT_ONCE: "Make the object once, before the loop, and pass the same one each time.",
    e.Remedy.ONE_LENGTH: "Pass one tensor (`tf.stack`) in place of the list.",
    e.Remedy.RELAX_SHAPES: (
        "Pad the tensors to one shape, or write `@tf.function(reduce_retracing=True)` yourself."
    ),
    e.Remedy.ONE_DTYPE: "Pass tensors of one dtype: `tf.cast` where the function is called.",
}

_REMEDIES: Mapping[type[e.Evidence], str] = {
    e.Recursive: "Write the recursion as a loop.",
    e.UnknownParameter: "Annotate the parameter (`{e.parameter}: tf.Tensor`), or call the function in a test.",
    e.UnknownIterator: _TAKE_OUTSIDE,
    e.SymbolicArgument: "Call it in the `call` of a layer, and use that layer in the model.",
    e.UnusableReceiver: "Decorate a function outside of `{e.cls}` that takes what it needs, or give `{e.cls}` a hash.",
    e.ReceiverNotHeld: "Keep the object in a name or an attribute while its method is called: `obj = {e.cls}(…)`.",
    e.UnusableArgument: "Pass the tensors of the `{e.cls}` as parameters of their own.",
    e.TensorOfTrace: "Return the tensor there, and pass it here.",
    e.GradientBetweenResults: "Decorate the function that computes the gradient: its graph holds the tape as well.",
    e.SameTensor: "Let the function take what it needs from one argument.",
    e.ReassignedName: "Pass `{e.name}` as an argument, or make it a `tf.Variable` and assign to that.",
    e.ReassignedAttribute: "Make `{e.name}` a `tf.Variable` and assign to that, or pass it as an argument.",
    e.ChangedObject: "Pass what is read as an argument, or make it a `tf.Variable`.",
    e.ProcessState: "Ask it where the function is called, and pass the answer.",
    e.UnseenChange: "Apply the fix if it changes nothing that the function reads.",
    e.FrozenRead: "Pass `{e.name}` as an argument, or make it a `tf.Variable` and assign to that.",
    e.UnknownAxis: "Use `tf.shape` for the length.",
    e.OpenTypes: "Write an `input_signature` that says what all of them have in common.",
    e.RefusedCall: "Pass what the `input_signature` says, or let it say what arrives.",
    e.UnrolledLoop: "Loop over `tf.range`.",
    e.SwitchedOff: "Remove the switch.",
    e.CachedTensor: "Call `{e.function}` before the first call of this function, or take its cache away.",
    e.FunctionInspected: "Read it from `python_function` of the decorated one.",
    e.CaughtInside: "Catch the exception around the call of this function.",
    e.VariablesFromElsewhere: "Read the variables here, after the model was called.",
    e.EarlyVariables: "Read `{e.asked}` after `{e.model}` was called.",
    e.OptimizerVariables: "Build the optimizer with all variables before the first call (`optimizer.build`).",
    e.ChangingObject: "Write one function for each object that arrives at `{e.parameter}`, and decorate each.",
    e.SecondObject: (
        "Let what arrives at `{e.parameter}` make its variables before the first call (`build`), or write one function "
        "for each, and decorate both."
    ),
    e.MadeInLaterTraces: "Make it once, before the first call (in `__init__` or `build`).",
    e.ConflictingDtypes: (
        "Convert `{e.parameter}` where the function is called: `tf.constant({e.parameter}, tf.{e.other})`."
    ),
    e.ArrayMeetsNumber: "Cast `{e.parameter}` to the dtype of the result before the operation: `tf.cast`.",
    e.ArrayMeets: "Convert `{e.parameter}` to a tensor of the right dtype where the function is called.",
    e.ArrayRefused: "Convert `{e.parameter}` to a tensor of the right dtype where the function is called.",
    e.WideArrayMeets: "Convert `{e.parameter}` to a tensor of the right dtype where the function is called.",
    e.ArrayConverted: "Convert `{e.parameter}` to a tensor of that dtype where the function is called.",
    e.ArrayAsTensor: "Use the function of TensorFlow on `{e.parameter}`, or do this where the function is called.",
    e.AxisOfValues: "Use `tf.shape(…)` in place of `.shape`.",
    e.DifferingAxis: "Use `tf.shape({e.parameter})` in place of `{e.parameter}.shape`.",
    e.ResultType: "Return tensors only, and make the Python objects of them where the function is called.",
    e.ComparedResult: "Compare the values, not the objects.",
    e.ExceptionType: "Catch `ValueError`, too.",
    e.EndOfData: "Iterate over the data set with `for` where the function is called.",
    e.ErrorText: "Read only the class of the error.",
    e.ToldError: "Do not show the error, only that there was one.",
    e.ForEachVariable: "Decorate the step around the optimizer in its place.",
    e.MadeAnew: "Define it outside of `{e.outer}`, and pass what it takes from there.",
    e.GrowingTensors: "Pass one tensor (`tf.stack`), or keep the tensors in a `tf.TensorArray`.",
    e.ChangingValue: "Pass `{e.parameter}` as a tensor: `tf.constant({e.parameter})`.",
    e.ChangingPart: "Pass the number in `{e.parameter}` as a tensor: `tf.constant(n)` in place of `n`.",
    e.Counted: "Pass `{e.parameter}` as a tensor: `tf.constant({e.parameter})`, or decorate what does not count.",
    e.ManyTraces: "Pass tensors where Python values change from call to call: `tf.constant(n)` in place of `n`.",
    e.NoKnownCaller: "Call it in the project (a test counts), or say `--closed-world`.",
    e.OnlyTestsCall: "Call it in the project, or say `--closed-world`.",
    e.TakenForTensor: "Call it with a tensor for `{e.parameter}` in the project (a test counts).",
    e.NoSignOfTensor: "Annotate `{e.parameter}`, or call the function in a test.",
    e.NotSymbolic: "Annotate the parameter (`{e.parameter}: tf.Tensor`).",
    e.UnknownArgument: "Annotate `{e.parameter}` where the value comes from.",
    e.UnseenCode: "Describe the package in a model (`[tool.hybridize.models]`), or read the code and apply the fix.",
    e.ArrayDtype: "Pass a tensor for `{e.parameter}`: `tf.constant(…)` with the dtype that the function computes in.",
    e.FewValues: "Pass a tensor for `{e.parameter}` if its values are many; else apply the fix.",
    e.TakenForSequence: "Apply the fix if no tensor is unpacked or iterated over there.",
    e.PassedByTests: "Apply the fix if the tests pass with it.",
    e.TakenForPython: "Apply the fix if no tensor arrives there.",
    e.ReturnsTensors: "Apply the fix if it returns tensors only.",
    e.TakenForData: "Apply the fix if it is an iterator of a `tf.data.Dataset`.",
    e.WorksInBothModes: "Read what it does in a graph, and apply the fix.",
    e.UnnoticedEffect: "Apply the fix if it may happen once for all calls.",
    e.SameObjects: "Apply the fix if the function uses the same models and variables at each call.",
    e.TrainingStep: "Apply the fix if it runs in a loop.",
    e.DecoratorTakenOff: "Find out why it was taken off, and delete the comment or apply the fix.",
}


def effect(found: Effect, place: str = "") -> str:
    """What a function does to the world outside; `place` is where it does so, if that lies in what it calls."""
    through = "" if found.direct else f"{place} (through `{shortened(found.through, _SHOWN_CALL)}`)"
    return done(found) + through


def done(found: Effect) -> str:
    """What the statement does that has the effect."""
    return _shorter(found.said)


def traces_because(verdict: Verdict) -> str:
    """What makes the function be traced more than once, or would; empty where nothing does."""
    again = [found for found in verdict.decision.hazards if isinstance(found, e.WouldRetrace)]
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

_SELDOM = {
    Often.NEVER: "only graphs and Keras run it",
    Often.ONCE: "no loop calls it: tracing it takes longer than a few calls",
    Often.SELDOM: "it runs only in a few rounds of this loop",
    Often.TESTED: "only tests call it in the project: how often it runs is not known",
    Often.UNKNOWN: "nothing in the project is known to run it: how often it runs is not known",
}

_UNUSABLE = {
    Unusable.NO_HASH: "a `{e.cls}`, which `tf.function` does not take (it has no hash)",
    Unusable.ATTRS: "a `{e.cls}` of attrs, which the graph builds again with other values",
    Unusable.NAMED_TUPLE: "a `{e.cls}`, which the graph builds again from its fields, without its own `{e.method}`",
    Unusable.SUBCLASS: "a `{e.cls}`, which arrives in the graph as its base class",
    Unusable.MAPPING: "a `{e.cls}`, which the graph builds again from its items, without its own `{e.method}`",
    Unusable.DATACLASS: "the dataclass `{e.cls}`, which has no hash or only that of its fields",
    Unusable.KEYS: "a dictionary with keys that cannot be sorted",
    Unusable.VIEW: "a view of a dictionary",
    Unusable.EQUALITY: "a `{e.cls}`, which has `__eq__` without `__hash__`",
}

_RETURNED = {
    Returned.OBJECT: "a Python object",
    Returned.VARIABLE: "a variable",
    Returned.ARRAY: "a NumPy array",
    Returned.INTEGERS: "a list with Python integers",
    Returned.KEYS: "a dictionary with keys that cannot be sorted",
}

_TAKEN_FOR_TENSOR = {
    ("type-hint", False): "its annotation",
    ("type-hint", True): "its annotation",
    ("usage", False): "how the body uses it",
    ("usage", True): "how the body uses it",
    ("speculative", False): "the function's name",
    ("speculative", True): "what the function is for",
}
"""By evidence, and whether the function is hybrid."""


def _operations(found: e.FewOperations) -> str:
    return f"a graph of {counted(found.operations, f'{found.framework} operation')} is hardly faster"


def counted(number: int, noun: str) -> str:
    """`1 operation`, `2,000 operations`."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def _times(number: int) -> str:
    return "once" if number == 1 else f"{number:,} times"


def _unusable(found: e.UnusableArgument) -> str:
    return f"`{found.parameter}` receives {_UNUSABLE[found.why].format(e=found)}"


def _results(found: e.ResultType) -> str:
    listed = ", ".join(_RETURNED[r] if isinstance(r, Returned) else f"a Python {r}" for r in found.results)
    return f"it returns {listed}, and a graph returns only tensors"


def _lengths(found: e.Lengths) -> str:
    return f"`{found.parameter}` has {_listed(tuple(map(str, found.lengths)))} members, and each length is traced"


def _shapes(found: e.ManyShapes) -> str:
    return f"`{found.parameter}` has {len(found.specs)} shapes or dtypes: {', '.join(found.specs)}"


_MISFITS: Mapping[Misfit, str] = {
    Misfit.TYPE: "`{e.parameter}` gets {e.given}; the `input_signature` says {e.wanted}",
    Misfit.DEFAULT: (
        "`{e.parameter}` gets {e.given}, and the `input_signature` leaves it out: it must be its default {e.wanted}"
    ),
    Misfit.TOO_MANY: "it gets more positional arguments ({e.given}) than the `input_signature` has ({e.wanted})",
    Misfit.MISSING: "it gets nothing for `{e.parameter}`, which has no default",
    Misfit.UNEXPECTED: "it gets the keyword `{e.parameter}`, which the `input_signature` does not have",
    Misfit.UNSPECIFIED: "the `input_signature` leaves out `{e.parameter}`, which has no default",
    Misfit.EXTRA: "the `input_signature` has more members ({e.given}) than the function has parameters ({e.wanted})",
}


def _listed(words: tuple[str, ...]) -> str:
    """Some of the words, the last behind "or"."""
    shown = [*words[:SHOWN_VALUES], *(["others"] if len(words) > SHOWN_VALUES else [])]
    return shown[0] if len(shown) == 1 else f"{', '.join(shown[:-1])} or {shown[-1]}"


def _literals(found: e.LiteralParameter) -> str:
    values = list(dict.fromkeys(each.value for each in found.values))
    shown = ", ".join(f"`{value}`" for value in values[:SHOWN_VALUES])
    more = " …" if len(values) > SHOWN_VALUES else ""
    return f"`{found.parameter}` receives the Python {'value' if len(values) == 1 else 'values'} {shown}{more}"


def _unknown_parameter(found: e.UnknownParameter) -> str:
    reasons = ", ".join(found.reasons) or "nothing is known about it"
    return f"what arrives at `{found.parameter}` is not known: {reasons}"


def _taken_for_tensor(found: e.TakenForTensor) -> str:
    why = _TAKEN_FOR_TENSOR[found.evidence, found.hybrid]
    return f"`{found.parameter}` is assumed to be a tensor, because of {why}"


_UNSEEN: Mapping[Use, str] = {
    Use.CALL: "`{}` calls unknown code",
    Use.METHOD: "`{}` calls unknown code",
    Use.ATTRIBUTE: "reading `{}` may run unknown code",
    Use.OPERATOR: "`{}` may run unknown code",
    Use.ITERATION: "iterating over `{}` may run unknown code",
    Use.MANAGER: "entering `{}` may run unknown code",
    Use.PROTOCOL: "`{}` may run unknown special methods",
    Use.DECORATOR: "`{}` is unknown",
    Use.CONSTRUCT: "`{}` is unknown",
}


def _unseen_code(found: e.UnseenCode) -> str:
    end = found.chain[-1].place if found.chain and found.through else found.place
    where = f"at line {end.line}" if end.path == found.place.path else f"at {end.path}:{end.line}"
    if found.through:
        where += f", through `{shortened(found.through, _SHOWN_CALL)}`"
    if found.sites > 1:
        sites = "call sites" if found.use in (Use.CALL, Use.METHOD) else "places"
        where = f"{found.sites} {sites}, the first {where}"
    return f"{_unseen(found)} ({where})" if found.through or found.sites > 1 else _unseen(found)


def _unseen(found: e.UnseenCode) -> str:
    written = shortened(found.written, _SHOWN_CALL)
    if found.use is Use.DECORATOR:
        taken = "it is assumed to return the function as it is"
        if found.because is Because.NOT_FOLLOWED:
            return f"`{written}` decorates too many functions to follow; {taken}"
        what = _UNSEEN[found.use].format(found.name or written)
        return f"{what}; {taken}"
    if found.use is Use.METHOD and found.because is Because.NO_ENTRY:
        return f"no method `{found.member}` of `{found.name}` is known; it is assumed to have no Python side effects"
    if found.because is Because.GIVEN_UP:
        return f"`{found.name}` was not analysed to the end; it is assumed to do the same in a graph"
    if found.use is Use.CONSTRUCT:
        return f"`{written}` is assumed to do the same in a graph: {found.name.rstrip(',')}"
    if found.because is Because.NO_RUN:
        return f"`{found.name}` is assumed to do the same in a graph with the arguments of `{written}`"
    if found.name:
        return f"`{_name(found)}`: {found.policy}"
    return f"{_UNSEEN[found.use].format(written)}, which is assumed to have no Python side effects"


def _name(found: e.UnseenCode) -> str:
    """The function or object that cannot be seen, with its method or attribute."""
    return f"{found.name}.{found.member}" if found.use in (Use.METHOD, Use.ATTRIBUTE) else found.name


_OF_PACKAGES = frozenset({Because.UNDESCRIBED, Because.NO_ENTRY, Because.NO_RUN})
"""Reasons of assumptions that are made of a package, and not of one thing in it."""


_SENTENCES: Mapping[type[e.Evidence], str | Callable[[Any], str]] = {
    e.FewOperations: _operations,
    e.OnlyKeras: "only Keras runs it: while it builds models, and as a graph inside `fit`",
    e.PartOfModel: (
        "it applies Keras layers, and only tests call it: the step that trains a model holds it in its graph"
    ),
    e.SwitchedOff: "the program runs every `tf.function` eagerly: it is switched here",
    e.FoundWanting: "somebody commented the decorator out here, and says why",
    e.SeldomRun: lambda found: _SELDOM[found.often],
    e.FewCalls: lambda found: f"it runs {_times(found.calls)} in all, and tracing it takes as long as many calls",
    e.OnePass: "the loop that calls it goes through its data once, and tracing it takes as long as many calls",
    e.LittleOfRound: "it is a small part of each round of the loop that calls it: a graph would not be noticed",
    e.LittleForDoubt: "a graph would gain little, and would be right only under assumptions",
    e.OneCallObject: "`{e.parameter}` receives an object that is made for this call: each new object would be traced",
    e.VaryingShape: "`{e.parameter}` has another shape at nearly every call, and each shape would be traced",
    e.NoTensorComputation: "{e.framework} computes nothing in it",
    e.NoSeenComputation: "no {e.framework} operation was found in it, and some of what it calls is not known",
    e.CoveredByCallers: "all its callers run as graphs already",
    e.Observed: "{e.said}",
    e.WithoutAutoGraph: "`autograph=False` leaves this condition or loop on a tensor to Python",
    e.EffectHazard: lambda found: effect(found.effect),
    e.Coroutine: "a coroutine cannot be traced",
    e.Generator: "a generator cannot be traced",
    e.CalledByPython: "{e.caller} calls `{e.method}` itself and expects a Python result",
    e.SymbolicArgument: "it receives a symbolic Keras tensor, which `tf.function` does not take",
    e.KerasCall: (
        "Keras 3 traces `call` while it builds the model: a graph made there keeps its initial weights for ever"
    ),
    e.CalledByKeras: "the Keras method `{e.method}` calls it, which Keras 3 traces while it builds the model",
    e.ReceiverWithoutHash: "objects of `{e.cls}` have no hash, which `tf.function` needs",
    e.ReceiverOfClass: "`{e.cls}` derives from `{e.base}`: `tf.function` cannot refer weakly to its objects",
    e.ReceiverWithSlots: "`{e.cls}` has `__slots__`: `tf.function` cannot refer weakly to its objects",
    e.ReceiverNotHeld: (
        "nobody holds the object of `{e.cls}` at this call; `tf.function` holds it weakly, so that `self` is None"
    ),
    e.UnusableArgument: _unusable,
    e.TensorOfTrace: "it reads `{e.name}`, where another graph leaves one of its tensors",
    e.ReassignedName: "it reads `{e.name}`, which is assigned more than once: a graph keeps one value",
    e.SameTensor: (
        "this call passes `{e.parameter}` in two ways: in a graph these are two tensors, and no gradient leads from "
        "one to the other"
    ),
    e.GradientBetweenResults: (
        "here one of its results is differentiated by another, which gives None if both come out of a graph"
    ),
    e.ReassignedAttribute: (
        "it reads the attribute `{e.name}`, which is assigned again here: a graph keeps the old value"
    ),
    e.ChangedObject: "it reads what `{e.name}` changes here after its first call: a graph keeps the old value",
    e.ProcessState: "it asks `{e.name}` only while it is traced, and the program sets that elsewhere",
    e.UnseenChange: "`{e.name}` may change what it reads after its first call: a graph would keep the old value",
    e.FrozenRead: lambda found: (
        f"`{shortened(found.change, _SHOWN_CHANGE)}` changes `{found.name}` later"
    ),
    e.CachedTensor: "`{e.function}` caches its result, which would be a tensor of this graph, for later calls",
    e.FunctionInspected: "its `{e.attribute}` is read here, and a `tf.function` has none",
    e.CaughtInside: "it catches `{e.caught}` around operations, but a graph raises only when it runs",
    e.VariablesFromElsewhere: (
        "it gets a list of a model's variables that was made elsewhere, perhaps before the variables existed"
    ),
    e.EarlyVariables: "`{e.asked}` is read before `{e.model}` is called, and that call may make the variables",
    e.OptimizerVariables: "the optimizer makes variables for each new variable that arrives at `{e.parameter}`",
    e.ChangingObject: "`{e.parameter}` is not always the same object: variables would be made in later traces",
    e.SecondObject: "`{e.parameter}` receives more than one object, and each makes its variables with its first call",
    e.MadeInLaterTraces: (
        "what it makes once would be made again in the traces for other arguments, which a graph refuses"
    ),
    e.ConflictingDtypes: (
        "the {e.dtype} array `{e.parameter}` meets a {e.other} tensor: a graph does not convert it"
    ),
    e.ArrayToNumPy: "a graph gets the array `{e.parameter}` as a tensor, which NumPy cannot take",
    e.UnknownToNumPy: (
        "NumPy computes with `{e.parameter}`, of which nothing is known: in a graph an array has no value, and each "
        "number is traced"
    ),
    e.ArrayMeetsNumber: (
        "the {e.dtype} array `{e.parameter}` meets a number: NumPy changes the dtype, and a graph does not"
    ),
    e.ArrayMeets: "the array `{e.parameter}`, whose dtype is not known, meets a tensor: a graph does not convert it",
    e.ArrayRefused: "`{e.operation}` does not convert the {e.dtype} array `{e.parameter}` in a graph",
    e.WideArrayMeets: (
        "the {e.dtype} array `{e.parameter}` meets a tensor in `{e.operation}`: a graph does not convert it"
    ),
    e.ArrayConverted: "`convert_to_tensor` does not convert the array `{e.parameter}` in a graph, where it is a tensor",
    e.ArrayInPlace: (
        "it changes the array `{e.parameter}` in place: a graph gets a tensor, and the array stays as it was"
    ),
    e.ArrayValues: "a graph gets the array `{e.parameter}` as a tensor, which `{e.called}` cannot take",
    e.ArrayUnusable: "a graph gets the array `{e.parameter}` as a tensor, which {e.said}",
    e.ArrayHandedOn: lambda found: (
        f"a graph gets the array `{found.parameter}` as a tensor, and an array is needed at "
        f"{where(found.needing, found.place)}"
    ),
    e.ArrayMethod: "a graph gets the array `{e.parameter}` as a tensor, which has no `{e.method}`",
    e.AxisOfValues: "`{e.read}` depends on the values of the tensor: it is not known while tracing",
    e.DifferingAxis: (
        "it reads the shape of `{e.parameter}` as Python numbers, but calls differ in it: a signature has `None` there"
    ),
    e.OpenTypes: lambda found: (
        f"`{found.parameter}` is {_listed(found.types)}" + (" of several lengths" if len(found.types) == 1 else "")
    ),
    e.RefusedCall: lambda found: _MISFITS[found.misfit].format(e=found),
    e.UnknownAxes: "`{e.read}` has `None` in it where numbers are needed",
    e.UnknownAxis: "`{e.read}` is `None` where a number is needed",
    e.UnrolledLoop: "this Python loop has {e.rounds} rounds, and the graph holds the operations of each",
    e.ResultType: _results,
    e.ComparedResult: "the caller compares a result by `is`, and a graph returns a new object each time",
    e.ExceptionType: "the caller expects `InvalidArgumentError`, and tracing raises `ValueError`",
    e.EndOfData: "the caller waits for the `StopIteration` of `next`, and a graph raises `OutOfRangeError`",
    e.ErrorText: "the caller reads the text of an error, which is another text in a graph",
    e.ToldError: "a caller shows the error that it catches, and a graph raises another error or text",
    e.MadeInLoop: "a new `tf.function` is made in each round of the loop at {loop}",
    e.MadeAtEachCall: "`{e.maker}` makes a new `tf.function` at each call, and a loop calls it",
    e.NewObject: "`{e.parameter}` is a new object in each round of the loop at {loop}",
    e.NewFunction: "`{e.parameter}` is a new function in each round of the loop at {loop}",
    e.NewReceiver: "its object is a new one in each round of the loop at {loop}",
    e.GrowingArgument: "`{e.parameter}` is a container that grows in the loop at {loop}",
    e.Lengths: _lengths,
    e.ManyShapes: _shapes,
    e.ManyDtypes: _shapes,
    e.ChangingShape: "`{e.parameter}` has another shape in each round of the loop at {loop}",
    e.LengthByValue: "the length of `{e.parameter}` depends on the values of a tensor, and each length is traced",
    e.LengthByFlag: "`{e.parameter}` holds the rounds of a loop that a flag ends, and each number of rounds is traced",
    e.RetracedArgument: lambda found: message(found.reason),
    e.ForEachVariable: "the optimizer calls it for each variable, and each variable would be traced",
    e.ChangingPart: (
        "`{e.parameter}` holds another Python value in each round of the loop at {loop}, and each is traced"
    ),
    e.ChangingValue: "`{e.parameter}` is another Python value in each round of the loop at {loop}, and each is traced",
    e.Counted: "`{e.parameter}` counts the calls (`{e.test}`), and each number is traced",
    e.ManyTraces: lambda found: (
        ("it would be traced again and again" if found.traces is None else f"it would be traced {found.traces} times")
        + (f" in {found.calls} calls" if found.calls is not None else ", once for each combination of Python values")
    ),
    e.OldProgram: "its module is for TensorFlow 1: no supported release has `{e.name}`",
    e.WorksInGraphs: "`{e.name}` works only in graphs: a graph calls the function already",
    e.DeferredProgram: "its module builds graphs for sessions, as in TensorFlow 1 (`{e.name}` of `compat.v1`)",
    e.OtherFramework: "its module works with another framework, such as PyTorch, and not with TensorFlow",
    e.HoldsTheLoop: "it contains the training loop: the step inside the loop is what gains as a graph",
    e.MadeAnew: ("`{e.outer}` would make a new `tf.function` of it at each call, and is called more than once"),
    e.GrowingTensors: "it gets a list of tensors that grows in a loop, and each length would be traced",
    e.NoTensorParameter: "no parameter receives a tensor",
    e.NoLiteralParameter: "no parameter receives a Python number or text",
    e.LiteralParameter: _literals,
    e.Recursive: "it calls itself",
    e.SideEffects: lambda found: effect(found.effect),
    e.Undetermined: "not everything that it does is known",
    e.AnalysisFailed: "the analysis failed here ({e.error})",
    e.OutOfBudget: "the analysis ran out of its budget ({e.budget})",
    e.NeverRuns: "nothing was found that runs it",
    e.UnknownParameter: _unknown_parameter,
    e.UnknownIterator: "`{e.written}` may take from a Python iterator, or from one of a data set",
    e.NoKnownCaller: "nobody in the project calls it: its arguments are known only by annotation, use or name",
    e.OnlyTestsCall: "only tests call it: others are assumed to call it as the tests do",
    e.TakenForTensor: _taken_for_tensor,
    e.NoSignOfTensor: "nothing shows whether `{e.parameter}` is a tensor",
    e.NotSymbolic: "`{e.parameter}` is assumed to be no symbolic Keras tensor, though the function tests for one",
    e.UnknownArgument: "some calls pass an unknown value for `{e.parameter}`",
    e.UnseenCode: _unseen_code,
    e.ArrayDtype: "`{e.parameter}` receives NumPy arrays, which are assumed to have the dtype of the tensors they meet",
    e.FewValues: "`{e.parameter}` is assumed to have few values, each of which is traced once",
    e.TakenForSequence: "what is unpacked here is assumed to be a tuple or list, though it may be a tensor",
    e.PassedByTests: "only tests pass here what a graph cannot handle",
    e.TakenForPython: "this works in a graph only if no tensor arrives here, which is assumed",
    e.ReturnsTensors: "it is assumed to return tensors only",
    e.TakenForData: "`next` is assumed to take from an iterator of a data set",
    e.WorksInBothModes: "it asks whether it runs eagerly; both ways are assumed to do the same",
    e.UnnoticedEffect: "it {e.said} only while it is traced, which is assumed not to matter",
    e.SameObjects: "the models, variables and other objects that it uses are assumed to be the same at each call",
    e.TrainingStep: "it computes gradients and applies them, so it is assumed to run many times",
    e.DecoratorTakenOff: "somebody commented its `@tf.function` out",
    e.NumberAsTensor: "`{e.parameter}` is a Python number that changes: a tensor of {e.dtype} is passed in its place",
    e.OpenShape: "the shape of `{e.parameter}` is not known: each shape, as that of a smaller last batch, is a trace",
    e.ChangedInPlace: "`{e.parameter}` may be an array, which is changed in place eagerly and not by a graph",
    e.FewRounds: "nothing tells that the loop has many rounds, and the first one takes as long as many others",
}
