"""Everything that verdicts say in words: a sentence for each kind of evidence, effect and step.

Nothing reads these sentences but people: what follows from evidence follows from its class and its fields.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
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


def message(evidence: e.Evidence) -> str:
    """What the evidence says."""
    said = _SENTENCES[type(evidence)]
    if not isinstance(said, str):
        return said(evidence)
    loop = getattr(evidence, "loop", None)
    return said.format(e=evidence, loop="" if loop is None else where(loop, evidence.place))


def where(place: Place, near: Place) -> str:
    """A place as sentences name it: the file only where it is another one than that of what they speak of."""
    return f"line {place.line}" if place.path == near.path else f"{place.path}:{place.line}"


def near_miss(evidence: e.Evidence) -> str:
    """What the evidence says where it stands, without the way that leads there."""
    if isinstance(evidence, (e.SideEffects, e.EffectHazard)):
        return evidence.effect.said
    return message(evidence)


def remedy(evidence: e.Evidence) -> str:
    """What to do so that the evidence no longer speaks against a graph or a safe fix, as an order to the reader."""
    if isinstance(evidence, (e.SideEffects, e.EffectHazard)):
        return _OF_EFFECTS.get(evidence.effect.what, _KEEP_OUTSIDE)
    if isinstance(evidence, e.Observed):
        return _OF_CONDITIONS.get(evidence.condition, GENERAL_REMEDY)
    if isinstance(evidence, e.Retrace):
        return _OF_RETRACING[evidence.remedy]
    if isinstance(evidence, e.RetracedArgument):
        return _OF_RETRACING[evidence.reason.remedy]
    for each in type(evidence).__mro__:
        said = _REMEDIES.get(each)
        if said is not None:
            return said.format(e=evidence)
    return GENERAL_REMEDY


_KEEP_OUTSIDE = "Return the value, and keep it where the function is called; or keep it in a `tf.Variable`."
GENERAL_REMEDY = "Do this where the function is called, or move the rest into a function of its own and decorate that."
"""Of what has none of its own."""
_TAKE_OUTSIDE = "Take from the iterator where the function is called, and pass what it gives."

_OF_EFFECTS: Mapping[str, str] = {
    "output": "Write it with `tf.print`, or write what the function returns where it is called.",
    "input": "Read it where the function is called, and pass it.",
    "random": "Draw it with `tf.random`, or draw it where the function is called and pass it.",
    "clock": "Read the clock where the function is called.",
    "file": "Read or write the file where the function is called.",
    "environment": "Read the environment once, before the first call.",
    "switch": "Set it once, at the start of the program.",
    "iterator": _TAKE_OUTSIDE,
}
"""By what a side effect does; all others change Python objects."""

_OF_CONDITIONS: Mapping[str, str] = {
    "eager-only-call": "Do this where the function is called, on what it returns.",
    "refused-rank": "Write a list: `[-1]` in place of `-1`.",
    "numpy-on-tensor": "Use the function of TensorFlow (`tf` or `tf.experimental.numpy`) in place of NumPy's.",
    "tensor-iteration": "Use `tf.unstack` where the length is known, else a `for` loop over the tensor.",
    "autograph-limit": (
        "Assign the value to a local name in both branches or before the loop, and return it; or use `tf.where`, "
        "`tf.cond` or `tf.while_loop`."
    ),
    "creates-variable": "Make it once, before the first call (in `__init__` or `build`), and use it here.",
    "python-random": "Draw it with `tf.random`, or draw it where the function is called and pass it.",
    "seed-sequence": "Set the seed once, at the start of the program.",
    "invalid-name-argument": "Give a text that is a valid name, or leave `name` away.",
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
        "Bring the tensors to one shape (padding), or write `@tf.function(reduce_retracing=True)` yourself."
    ),
    e.Remedy.ONE_DTYPE: "Pass tensors of one dtype: `tf.cast` where the function is called.",
}

_REMEDIES: Mapping[type[e.Evidence], str] = {
    e.Recursive: "Write the recursion as a loop.",
    e.UnknownParameter: "Annotate the parameter (`{e.parameter}: tf.Tensor`), or call the function in a test.",
    e.UnknownIterator: _TAKE_OUTSIDE,
    e.SymbolicArgument: "Call it in the `call` of a layer, and use that layer in the model.",
    e.UnusableReceiver: "Decorate a function outside of `{e.cls}` that takes what it needs, or give `{e.cls}` a hash.",
    e.UnusableArgument: "Pass the tensors of the `{e.cls}` as parameters of their own.",
    e.TensorOfTrace: "Return the tensor there, and pass it here.",
    e.GradientBetweenResults: "Let a graph hold the tape as well: decorate the function that asks for the gradient.",
    e.SameTensor: "Let the function take what it needs from one argument.",
    e.ReassignedName: "Pass `{e.name}` as an argument, or make it a `tf.Variable` and assign to that.",
    e.ReassignedAttribute: "Make `{e.name}` a `tf.Variable` and assign to that, or pass it as an argument.",
    e.ChangedObject: "Pass what is read as an argument, or make it a `tf.Variable`.",
    e.ProcessState: "Ask it where the function is called, and pass the answer.",
    e.UnseenChange: "Take the fix if it changes nothing that the function reads.",
    e.FrozenRead: "Pass `{e.name}` as an argument, or make it a `tf.Variable` and assign to that.",
    e.UnknownAxis: "Ask for the length with `tf.shape`.",
    e.OpenTypes: "Write an `input_signature` that says what all of them have in common.",
    e.RefusedCall: "Pass what the `input_signature` says, or let it say what arrives.",
    e.UnrolledLoop: "Go through `tf.range`.",
    e.SwitchedOff: "Remove the switch.",
    e.CachedTensor: "Call `{e.function}` before the first call of this function, or take its cache away.",
    e.FunctionInspected: "Read it from `python_function` of the decorated one.",
    e.CaughtInside: "Catch the exception around the call of this function.",
    e.VariablesFromElsewhere: "Ask for the variables here, after the model was called.",
    e.EarlyVariables: "Ask for `{e.asked}` after `{e.model}` was called.",
    e.OptimizerVariables: "Build the optimizer with all variables before the first call (`optimizer.build`).",
    e.ChangingObject: "Write one function for each object that arrives at `{e.parameter}`, and decorate each.",
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
    e.ErrorText: "Read no more of the error than its class.",
    e.ToldError: "Tell no more of the error than that there was one.",
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
    e.UnseenCode: "Describe the package in a model (`[tool.hybridize.models]`), or read the code and take the fix.",
    e.ArrayDtype: "Pass a tensor for `{e.parameter}`: `tf.constant(…)` with the dtype that the function computes in.",
    e.FewValues: "Pass a tensor for `{e.parameter}` if its values are many; else take the fix.",
    e.TakenForSequence: "Take the fix if no tensor is unpacked or iterated over there.",
    e.PassedByTests: "Take the fix if the tests pass with it.",
    e.TakenForPython: "Take the fix if no tensor arrives there.",
    e.ReturnsTensors: "Take the fix if it returns tensors only.",
    e.TakenForData: "Take the fix if it is an iterator of a `tf.data.Dataset`.",
    e.WorksInBothModes: "Read what it does in a graph, and take the fix.",
    e.UnnoticedEffect: "Take the fix if it may happen once for all calls.",
    e.SameObjects: "Take the fix if the function uses the same models and variables at each call.",
    e.TrainingStep: "Take the fix if it runs in a loop.",
    e.DecoratorTakenOff: "Find out why it was taken off, and delete the comment or take the fix.",
}


def effect(found: Effect, place: str = "") -> str:
    """What a function does to the world outside; `place` is where it does so, if that lies in what it calls."""
    return found.said if found.direct else f"{found.said}{place} (through `{shortened(found.through, _SHOWN_CALL)}`)"


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
    Often.ONCE: "no loop leads to its calls: tracing it costs more than some calls",
    Often.SELDOM: "it runs only every so many rounds of this loop",
    Often.TESTED: "how often it is called is not known: nobody but tests calls it in the project",
    Often.UNKNOWN: "how often it is called is not known: nobody calls it in the project, or what calls it",
}

_UNUSABLE = {
    Unusable.NO_HASH: "a `{e.cls}`, which `tf.function` does not take (it has no hash)",
    Unusable.ATTRS: "a `{e.cls}` of attrs, which is taken apart and made anew with other values in it",
    Unusable.NAMED_TUPLE: "a `{e.cls}`, which is made anew from its fields although it has a `{e.method}`",
    Unusable.SUBCLASS: "a `{e.cls}`, which the graph gets as what it derives from",
    Unusable.MAPPING: "a `{e.cls}`, which is made anew from its items although it has a `{e.method}`",
    Unusable.DATACLASS: "the dataclass `{e.cls}`, which has no hash, or that of its fields",
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
    one = found.operations == 1
    what = f"{found.operations} {found.framework} {'operation a call is' if one else 'operations a call are'}"
    return f"{what} too few for a graph to pay"


def _unusable(found: e.UnusableArgument) -> str:
    return f"at `{found.parameter}` arrives {_UNUSABLE[found.why].format(e=found)}"


def _results(found: e.ResultType) -> str:
    listed = ", ".join(_RETURNED[r] if isinstance(r, Returned) else f"a Python {r}" for r in found.results)
    return f"it returns {listed}, which a graph cannot return as such"


def _lengths(found: e.Lengths) -> str:
    return f"`{found.parameter}` has {', '.join(map(str, found.lengths))} members"


def _shapes(found: e.ManyShapes) -> str:
    return f"`{found.parameter}` has {len(found.specs)} shapes or dtypes: {', '.join(found.specs)}"


_MISFITS: Mapping[Misfit, str] = {
    Misfit.TYPE: "`{e.parameter}` gets {e.given}, and the `input_signature` says {e.wanted}",
    Misfit.DEFAULT: (
        "`{e.parameter}` gets {e.given}, and the `input_signature` leaves it out: it must be its default {e.wanted}"
    ),
    Misfit.TOO_MANY: "it gets {e.given} arguments by position, and the `input_signature` takes {e.wanted}",
    Misfit.MISSING: "`{e.parameter}` gets nothing, and has no default",
    Misfit.UNEXPECTED: "it gets a keyword `{e.parameter}`, which the `input_signature` does not take",
    Misfit.UNSPECIFIED: "the `input_signature` says nothing of `{e.parameter}`, which has no default",
    Misfit.EXTRA: "the `input_signature` has {e.given} members, and the function {e.wanted} parameters",
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
    Use.CALL: "what `{}` calls is not known",
    Use.METHOD: "what `{}` calls is not known",
    Use.ATTRIBUTE: "what reading `{}` runs is not known",
    Use.OPERATOR: "what `{}` runs is not known",
    Use.ITERATION: "what iterating over `{}` runs is not known",
    Use.MANAGER: "what entering `{}` runs is not known",
    Use.PROTOCOL: "which special methods `{}` runs is not known",
    Use.DECORATOR: "what `{}` makes of the function is not known",
    Use.CONSTRUCT: "what `{}` does is not known",
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
        taken = "it is taken to return the function as it is"
        if found.because is Because.NOT_FOLLOWED:
            return f"`{written}` decorates more functions than are followed; {taken}"
        what = f"`{found.name}` is not described" if found.name else _UNSEEN[found.use].format(written)
        return f"{what}; {taken}"
    if found.use is Use.METHOD and found.because is Because.NO_ENTRY:
        return f"no method `{found.member}` of `{found.name}` is known; it is taken to have no Python side effects"
    if found.because is Because.GIVEN_UP:
        return f"the analysis of `{found.name}` was not carried to the end: it is taken to do the same in a graph"
    if found.use is Use.CONSTRUCT:
        return f"no run shows that {found.name} does the same in a graph: `{written}`"
    if found.because is Because.NO_RUN:
        return f"no run shows that `{found.name}` does the same in a graph, given what it is given in `{written}`"
    if found.name:
        named = f"{found.name}.{found.member}" if found.use in (Use.METHOD, Use.ATTRIBUTE) else found.name
        return f"`{named}`: {found.policy}"
    return f"{_UNSEEN[found.use].format(written)}; it is taken to have no Python side effects"


_SENTENCES: Mapping[type[e.Evidence], str | Callable[[Any], str]] = {
    e.FewOperations: _operations,
    e.OnlyKeras: "only Keras runs it: while it builds models, and as a graph inside `fit`",
    e.PartOfModel: "it applies Keras layers and only tests call it: what trains a model runs it in a graph",
    e.SwitchedOff: "the program runs every function eagerly: it is switched here",
    e.FoundWanting: "somebody commented the decorator out here, and says why",
    e.SeldomRun: lambda found: _SELDOM[found.often],
    e.FewCalls: "it is called {e.calls} times in all, and a trace takes as long as many calls",
    e.OnePass: "the loop around its calls goes through something once, and a trace takes as long as many calls",
    e.LittleOfRound: "beside what else each round of the loop around its calls runs, nobody would notice a graph",
    e.LittleForDoubt: "a graph would gain little, and that it would be right rests on assumptions",
    e.OneCallObject: "the object that `{e.parameter}` receives is made for this call: each would be traced anew",
    e.VaryingShape: "`{e.parameter}` has another shape at nearly every call, and each is traced anew",
    e.NoTensorComputation: "{e.framework} computes nothing in it",
    e.NoSeenComputation: "nothing was found that {e.framework} computes in it, and not all that it calls is known",
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
    e.CalledByKeras: "it is called from the Keras method `{e.method}`, which Keras 3 traces while it builds",
    e.ReceiverWithoutHash: "objects of `{e.cls}` have no hash",
    e.ReceiverOfClass: "`{e.cls}` derives from `{e.base}`, whose objects `tf.function` cannot hold weakly",
    e.ReceiverWithSlots: "`{e.cls}` has `__slots__`",
    e.UnusableArgument: _unusable,
    e.TensorOfTrace: "it reads `{e.name}`, where a function that runs as a graph leaves a tensor of its own",
    e.ReassignedName: "it reads `{e.name}`, which is assigned more than once",
    e.SameTensor: (
        "`{e.parameter}` reaches it by a second way in this call: in a graph these are two tensors, and no gradient "
        "leads from one to the other"
    ),
    e.GradientBetweenResults: (
        "a gradient of one of its results with respect to another is asked for here, which is None between results "
        "of a graph"
    ),
    e.ReassignedAttribute: "it reads the attribute `{e.name}`, which is assigned again here",
    e.ChangedObject: "it reads what `{e.name}` changes here, after its first call",
    e.ProcessState: "`{e.name}` is asked while it is traced, and set elsewhere in the program",
    e.UnseenChange: "`{e.name}` may change what it reads, after its first call",
    e.FrozenRead: "`{e.change}` changes `{e.name}` after a trace has read it",
    e.CachedTensor: "`{e.function}` keeps its result for later calls, which would be a tensor of this graph",
    e.FunctionInspected: "its `{e.attribute}` is read here, which the object that `tf.function` makes does not have",
    e.CaughtInside: "it catches `{e.caught}` around operations, but a graph raises only when it runs",
    e.VariablesFromElsewhere: (
        "it gets a list of a model's variables that was asked for elsewhere, perhaps before they existed"
    ),
    e.EarlyVariables: ("`{e.asked}` is asked for before `{e.model}` is called, which may be what makes the variables"),
    e.OptimizerVariables: "the optimizer makes variables for each new variable that arrives at `{e.parameter}`",
    e.ChangingObject: "`{e.parameter}` is not always the same object: variables would be made in later traces",
    e.SecondObject: "more than one object arrives at `{e.parameter}`, and each makes variables with its first call",
    e.MadeInLaterTraces: "what it makes once is made for other arguments again, in later traces, which a graph refuses",
    e.ConflictingDtypes: (
        "the {e.dtype} array `{e.parameter}` meets a {e.other} tensor, which a graph does not convert"
    ),
    e.ArrayToNumPy: "a graph gets the array `{e.parameter}` as a tensor, which NumPy cannot take",
    e.UnknownToNumPy: (
        "NumPy gets what arrives at `{e.parameter}`, which is not known: of arrays a graph has no values, and numbers "
        "are traced one by one"
    ),
    e.ArrayMeetsNumber: (
        "NumPy makes another dtype of the {e.dtype} array `{e.parameter}` and a number, which a graph does not do"
    ),
    e.ArrayMeets: (
        "the array `{e.parameter}` meets a tensor, and its dtype is not known: a graph does not convert it"
    ),
    e.ArrayRefused: (
        "a graph gets the {e.dtype} array `{e.parameter}` as a tensor of its own dtype, which `{e.operation}` does not "
        "convert"
    ),
    e.WideArrayMeets: (
        "the {e.dtype} array `{e.parameter}` meets a tensor in `{e.operation}`: a graph does not convert it"
    ),
    e.ArrayConverted: (
        "a graph gets the array `{e.parameter}` as a tensor of its own dtype, which `convert_to_tensor` does not change"
    ),
    e.ArrayInPlace: "it changes the array `{e.parameter}` in place: a graph gets a tensor, and the caller's stays",
    e.ArrayValues: "a graph gets the array `{e.parameter}` as a tensor, which `{e.called}` cannot take",
    e.ArrayHandedOn: (
        "a graph gets the array `{e.parameter}` as a tensor, and {e.needing.path}:{e.needing.line} needs an array"
    ),
    e.ArrayMethod: "a graph gets the array `{e.parameter}` as a tensor without `{e.method}`",
    e.AxisOfValues: "`{e.read}` depends on the values of the tensor: it is not known while tracing",
    e.DifferingAxis: (
        "it reads the shape of `{e.parameter}` as Python numbers, which differs between calls: "
        "a signature has `None` there"
    ),
    e.OpenTypes: lambda found: (
        f"`{found.parameter}` is {_listed(found.types)}" + (" of several lengths" if len(found.types) == 1 else "")
    ),
    e.RefusedCall: lambda found: _MISFITS[found.misfit].format(e=found),
    e.UnknownAxis: "`{e.read}` is `None` where a number is needed",
    e.UnrolledLoop: "this Python loop has {e.rounds} rounds, and the graph holds the operations of each",
    e.ResultType: _results,
    e.ComparedResult: "the caller asks which object a result is, and a graph gives another one each time",
    e.ExceptionType: ("the caller expects `InvalidArgumentError` of an operation, where tracing raises `ValueError`"),
    e.EndOfData: "the caller waits for the `StopIteration` of `next`, where a graph raises `OutOfRangeError`",
    e.ErrorText: "the caller reads the text of an error that an operation raises, which is another one in a graph",
    e.ToldError: "a caller tells which error it catches, and a graph raises another one or with another text",
    e.MadeInLoop: "a new `tf.function` is made in each round of the loop at {loop}",
    e.MadeAtEachCall: "`{e.maker}` makes it anew at each call, and is called in a loop",
    e.NewObject: "`{e.parameter}` is an object made for each call in the loop at {loop}",
    e.NewFunction: "`{e.parameter}` is a function made for each call in the loop at {loop}",
    e.NewReceiver: "its object is made anew in the loop at {loop}",
    e.GrowingArgument: "`{e.parameter}` is a container that grows in the loop at {loop}",
    e.Lengths: _lengths,
    e.ManyShapes: _shapes,
    e.ManyDtypes: _shapes,
    e.ChangingShape: "`{e.parameter}` has another shape in each round of the loop at {loop}",
    e.LengthByValue: "`{e.parameter}` is as long as the values of a tensor happen to make it",
    e.LengthByFlag: "`{e.parameter}` is as long as a loop went on that a flag ends: another length for each call",
    e.RetracedArgument: lambda found: message(found.reason),
    e.ForEachVariable: "the optimizer calls it for each variable, and each would be a trace of its own",
    e.ChangingPart: (
        "`{e.parameter}` holds another Python value in the rounds of the loop at {loop}: each is traced anew"
    ),
    e.ChangingValue: (
        "`{e.parameter}` is another Python value in the rounds of the loop at {loop}: each is traced anew"
    ),
    e.Counted: (
        "`{e.parameter}` counts the calls, as `{e.test}` shows: a Python number is traced anew each time"
    ),
    e.ManyTraces: lambda found: (
        f"it would be traced {found.traces} times"
        + (f" in {found.calls} calls" if found.calls is not None else ", once for each combination of Python values")
    ),
    e.OldProgram: "its module is for TensorFlow 1: no supported release has `{e.name}`",
    e.WorksInGraphs: "`{e.name}` raises in eager execution: what calls the function is part of a graph already",
    e.DeferredProgram: "its module builds graphs for sessions, as in TensorFlow 1: it uses `{e.name}` of `compat.v1`",
    e.OtherFramework: "its module works with another framework, PyTorch say, and not with TensorFlow",
    e.HoldsTheLoop: "it holds the loop itself: the step inside is what gains as a graph",
    e.MadeAnew: ("`{e.outer}` would make a new `tf.function` of it at each call, and is called more than once"),
    e.GrowingTensors: "it gets a container of tensors that grows in a loop: each length is traced anew",
    e.NoTensorParameter: "no parameter receives a tensor",
    e.NoLiteralParameter: "no parameter receives a Python number or text",
    e.LiteralParameter: _literals,
    e.Recursive: "it calls itself",
    e.SideEffects: lambda found: effect(found.effect),
    e.Undetermined: "not everything that it does is known",
    e.AnalysisFailed: "the analysis failed here ({e.error})",
    e.OutOfBudget: "the analysis ran out of its budget ({e.budget})",
    e.NeverRuns: "no way was found in which it runs",
    e.UnknownParameter: _unknown_parameter,
    e.UnknownIterator: "`{e.written}` may take from a Python iterator, or from one of a data set",
    e.NoKnownCaller: "nobody in the project calls it: its arguments are known only by annotation, use or name",
    e.OnlyTestsCall: "who calls it outside of tests is not known: they are taken to call it as the tests do",
    e.TakenForTensor: _taken_for_tensor,
    e.NoSignOfTensor: "nothing tells whether a tensor arrives at `{e.parameter}`",
    e.NotSymbolic: ("what arrives at `{e.parameter}` is taken to be no symbolic Keras tensor, as one branch has it"),
    e.UnknownArgument: "some calls pass to `{e.parameter}` what is not known",
    e.UnseenCode: _unseen_code,
    e.ArrayDtype: ("`{e.parameter}` receives NumPy arrays: they are taken to have the dtype of the tensors they meet"),
    e.FewValues: "`{e.parameter}` is taken to have few values, each of which is a trace of its own",
    e.TakenForSequence: "what is taken apart here is taken to be a tuple or list, though a tensor may arrive as well",
    e.PassedByTests: "what a graph could not do happens here only with what tests pass",
    e.TakenForPython: "what a graph could not do with a tensor is done here with what is taken to be none",
    e.ReturnsTensors: "what it returns is taken for tensors, though something else may come back as well",
    e.TakenForData: "what it takes from with `next` is taken for an iterator of a data set",
    e.WorksInBothModes: "it asks here whether it runs eagerly: what it does in a graph is taken to come to the same",
    e.UnnoticedEffect: "{e.said}: only while it is traced, which nobody is taken to miss",
    e.SameObjects: "the models, variables and other objects that it uses are taken to be the same at each call",
    e.TrainingStep: "it computes gradients and applies them: it is taken to run again and again",
    e.DecoratorTakenOff: "somebody commented its `@tf.function` out",
}
