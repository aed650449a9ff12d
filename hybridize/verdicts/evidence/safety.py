"""Safety conditions: what works eagerly, and fails or changes in a graph."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Any

from hybridize.inference.facts.enumerations import Misfit
from hybridize.program.position import shortened
from hybridize.verdicts.evidence.base import Evidence
from hybridize.verdicts.evidence.words import SHOWN_CHANGE, attribute_list, effect, listed, where
from hybridize.verdicts.model.parts import Effect, Place, WrittenCall


@dataclass(frozen=True, slots=True)
class Observed(Evidence):
    """What the inference saw: something that a trace does not do as Python does."""

    condition: str
    """Its kind."""
    said: str
    """What the statement does, as the inference says it."""
    guarded: bool = False
    """A test lets it happen once for all calls: variables that are made with the first one, and kept."""
    certain: bool = True
    """Nothing but tensors arrive there."""
    call: WrittenCall | None = None
    """The call at `place`, or the one whose result is unpacked there."""
    seen: bool = True
    """None of these is only taken for a tensor: they have known types."""
    mixed: bool = False
    """It is one for tensors alone, and something else arrives as well: there, or at the condition around it."""
    asks_for_mode: bool = False
    """It asks whether it runs eagerly, and does something else in a graph."""
    of_tests: bool = False
    """Only what tests pass leads there, and the program calls the function as well."""
    of_call: bool = False
    """The hazard is only that what a call in the function itself runs may raise."""
    of_another: bool = False
    """Calls are judged together, and it may belong to another one of them."""
    implementation: str = ""
    """The class whose method alone leads there, where that of another class may run in its place."""

    @property
    def kind(self) -> str:
        """The kind that the inference gave it."""
        return self.condition


@dataclass(frozen=True, slots=True)
class WithoutAutoGraph(Evidence):
    """A condition or loop on a tensor in a function whose decorator says `autograph=False`."""

    named = "autograph-limit"


@dataclass(frozen=True, slots=True)
class EffectHazard(Evidence):
    """A side effect that a graph freezes: the clock, a Python iterator."""

    effect: Effect

    @property
    def kind(self) -> str:
        """The kind of the effect."""
        return self.effect.what


@dataclass(frozen=True, slots=True)
class NotAFunction(Evidence):
    """It is no function that `tf.function` could trace."""

    named = "not-a-plain-function"


@dataclass(frozen=True, slots=True)
class Coroutine(NotAFunction):
    """An `async def`."""


@dataclass(frozen=True, slots=True)
class Generator(NotAFunction):
    """A function with `yield`."""


@dataclass(frozen=True, slots=True)
class CalledByPython(NotAFunction):
    """A special method whose result Python or Keras uses."""

    method: str
    caller: str = "Python"


@dataclass(frozen=True, slots=True)
class SymbolicArgument(Evidence):
    """A symbolic tensor of Keras arrives."""

    named = "keras-symbolic-argument"


@dataclass(frozen=True, slots=True)
class KerasBuildTrace(Evidence):
    """Keras 3 would trace it first while it builds a model."""

    named = "keras-build-trace"


@dataclass(frozen=True, slots=True)
class KerasCall(KerasBuildTrace):
    """It is the `call` of a layer or model."""


@dataclass(frozen=True, slots=True)
class CalledByKeras(KerasBuildTrace):
    """A `call` leads to it."""

    method: str


@dataclass(frozen=True, slots=True)
class UnusableReceiver(Evidence):
    """`tf.function` cannot hold its object weakly, or find it by hash."""

    named = "unusable-receiver"
    cls: str


@dataclass(frozen=True, slots=True)
class ReceiverWithoutHash(UnusableReceiver):
    """Objects of the class have no hash: it has an `__eq__` alone, or fields that have none."""


@dataclass(frozen=True, slots=True)
class ReceiverOfClass(UnusableReceiver):
    """Its class derives from one whose objects cannot be held weakly."""

    base: str


@dataclass(frozen=True, slots=True)
class ReceiverWithSlots(UnusableReceiver):
    """The class has `__slots__`."""


@dataclass(frozen=True, slots=True)
class ReceiverNotHeld(Evidence):
    """A method that is a graph is called, and nothing holds its object; `place` is the call."""

    named = "receiver-not-held"
    cls: str


class Unusable(Enum):
    """Why an object is no argument for a graph."""

    NO_HASH = "no-hash"
    ATTRS = "attrs"
    NAMED_TUPLE = "named-tuple"
    SUBCLASS = "subclass"
    MAPPING = "mapping"
    DATACLASS = "dataclass"
    EQUALITY = "equality"
    KEYS = "keys"
    VIEW = "view"
    WRAPPED = "wrapped"
    WEIGHT = "weight"


@dataclass(frozen=True, slots=True)
class UnusableArgument(Evidence):
    """An object arrives that `tf.function` does not take, or hands on as something else."""

    named = "unusable-argument"
    parameter: str
    cls: str
    why: Unusable
    method: str = ""
    """The method of the class that is in the way."""
    tensors: tuple[str, ...] = ()
    """The attributes of the object that are read and hold tensors or arrays, as far as they are known."""


@dataclass(frozen=True, slots=True)
class LateBinding(Evidence):
    """Python state that a graph would keep as it was while it was traced."""

    named = "late-binding"
    name: str


@dataclass(frozen=True, slots=True)
class TensorOfTrace(LateBinding):
    """A name in which a hybrid function leaves a tensor of its trace."""


@dataclass(frozen=True, slots=True)
class ReassignedName(LateBinding):
    """A free name that is assigned more than once."""


@dataclass(frozen=True, slots=True)
class ReassignedAttribute(LateBinding):
    """An attribute that is assigned again elsewhere."""

    joined: bool = False
    """The analysis has merged objects, or calls that assign: the assignment may be to another object."""


@dataclass(frozen=True, slots=True)
class ChangedObject(LateBinding):
    """An object that it captures, which is changed in place after its first call; `name` is what the code says."""

    joined: bool = False
    """The analysis has merged calls that change objects: the change may be to another object."""


@dataclass(frozen=True, slots=True)
class SameTensor(Evidence):
    """A call passes a tensor twice, or one that the object holds: in a trace these are two, without a gradient."""

    named = "same-tensor"
    parameter: str


@dataclass(frozen=True, slots=True)
class GradientBetweenResults(Evidence):
    """A caller asks for the gradient of one result with respect to another: between those of a graph there is none."""

    named = "gradient-between-results"


@dataclass(frozen=True, slots=True)
class ProcessState(LateBinding):
    """Something that belongs to the process or to a thread, and is set elsewhere; `name` is what is asked."""


@dataclass(frozen=True, slots=True)
class FrozenRead(LateBinding):
    """A graph reads what is changed after its first call; `place` is the read, and `name` what is read there."""

    change: str
    """The statement that changes it, as it is written."""
    written: Place

    @property
    def cause(self) -> Place:
        """The change: all that read it have the same cause."""
        return self.written


@dataclass(frozen=True, slots=True)
class UnseenChange(LateBinding):
    """Something happens between the calls that may change what is read: nobody can tell what it changes."""


@dataclass(frozen=True, slots=True)
class CachedTensor(Evidence):
    """What it calls keeps its result, which would be a tensor of the trace."""

    named = "side-effects"
    function: str


@dataclass(frozen=True, slots=True)
class FunctionInspected(Evidence):
    """Its attributes are read, which the object that `tf.function` makes does not have."""

    named = "not-a-plain-function"
    attribute: str


@dataclass(frozen=True, slots=True)
class CaughtInside(Evidence):
    """It catches what TensorFlow raises when an operation runs: a graph raises after it has been traced."""

    named = "eager-only-call"
    caught: str


@dataclass(frozen=True, slots=True)
class StaleVariables(Evidence):
    """A list of variables that may have been asked for before they existed."""

    named = "stale-variable-read"


@dataclass(frozen=True, slots=True)
class VariablesFromElsewhere(StaleVariables):
    """Such a list arrives."""


@dataclass(frozen=True, slots=True)
class EarlyVariables(StaleVariables):
    """The function asks for it before it calls what makes them."""

    asked: str
    model: str


@dataclass(frozen=True, slots=True)
class MakesVariables(Evidence):
    """Variables would be made in later traces."""

    named = "creates-variable"
    parameter: str


@dataclass(frozen=True, slots=True)
class OptimizerVariables(MakesVariables):
    """An optimizer makes some for each new variable that arrives."""


@dataclass(frozen=True, slots=True)
class ChangingObject(MakesVariables):
    """It is not always the same model or optimizer that arrives."""


@dataclass(frozen=True, slots=True)
class ChangingMetric(ChangingObject):
    """It is not always the same metric, which has its variables when it arrives: each is traced."""

    named = "retracing"


@dataclass(frozen=True, slots=True)
class SecondObject(MakesVariables):
    """More than one object arrives, and each makes its variables with its first call."""


@dataclass(frozen=True, slots=True)
class MadeInLaterTraces(Evidence):
    """What the first call makes and keeps, later traces make again for other arguments."""

    named = "creates-variable"


@dataclass(frozen=True, slots=True)
class ConflictingDtypes(Evidence):
    """An array meets a tensor of another dtype, which a graph does not convert."""

    named = "conflicting-dtypes"
    parameter: str
    dtype: str
    other: str


@dataclass(frozen=True, slots=True)
class ArrayRefused(Evidence):
    """An array of a known dtype is converted by an operation that takes no tensor of this dtype."""

    named = "conflicting-dtypes"
    parameter: str
    dtype: str
    operation: str


@dataclass(frozen=True, slots=True)
class ArrayMeetsNumber(Evidence):
    """An array meets a number of Python that a tensor of its dtype does not take, or Booleans are counted with."""

    named = "conflicting-dtypes"
    parameter: str
    dtype: str


@dataclass(frozen=True, slots=True)
class ArrayMeets(Evidence):
    """An array of no known dtype meets an operation, which converts it only where it runs eagerly."""

    named = "conflicting-dtypes"
    parameter: str


@dataclass(frozen=True, slots=True)
class WideArrayMeets(Evidence):
    """A 64-bit array meets a tensor of another dtype, which takes it as it is only where it runs eagerly."""

    named = "conflicting-dtypes"
    parameter: str
    dtype: str
    operation: str


@dataclass(frozen=True, slots=True)
class ArrayConverted(Evidence):
    """An array is made a tensor of another dtype, which only an array can be."""

    named = "conflicting-dtypes"
    parameter: str


@dataclass(frozen=True, slots=True)
class ArrayAsTensor(Evidence):
    """An array arrives, and the body needs an array."""

    named = "numpy-on-tensor"
    parameter: str


@dataclass(frozen=True, slots=True)
class ArrayToNumPy(ArrayAsTensor):
    """It is handed to NumPy."""


@dataclass(frozen=True, slots=True)
class UnknownToNumPy(ArrayAsTensor):
    """What is not known is handed to NumPy: arrays are tensors of a graph, and numbers are traced one by one."""


@dataclass(frozen=True, slots=True)
class ArrayInPlace(ArrayAsTensor):
    """It is changed in place: eagerly the caller's array changes, too."""


@dataclass(frozen=True, slots=True)
class ArrayMethod(ArrayAsTensor):
    """A method is called that tensors lack."""

    method: str


@dataclass(frozen=True, slots=True)
class ArrayValues(ArrayAsTensor):
    """It is handed to a function that needs its numbers."""

    called: str


@dataclass(frozen=True, slots=True)
class ArrayUnusable(ArrayAsTensor):
    """A construct of Python takes it that takes no tensor."""

    said: str
    """What the tensor does not do."""


@dataclass(frozen=True, slots=True)
class ArrayHandedOn(ArrayAsTensor):
    """It is handed to a function that does one of these things with it."""

    needing: Place


@dataclass(frozen=True, slots=True)
class StaticAxis(Evidence):
    """The length of an axis is read as a Python number, and a trace does not know it."""

    named = "statically-read-axis"


@dataclass(frozen=True, slots=True)
class AxisOfValues(StaticAxis):
    """It depends on the values of a tensor."""

    read: str


@dataclass(frozen=True, slots=True)
class DifferingAxis(StaticAxis):
    """It differs between the calls, so that an inferred signature leaves it open."""

    parameter: str


class Returned(Enum):
    """What a function returns that a graph cannot return as such, besides Python numbers and texts."""

    OBJECT = "object"
    VARIABLE = "variable"
    ARRAY = "array"
    INTEGERS = "integers"
    """A list with Python integers."""
    KEYS = "keys"
    """A dictionary with keys that cannot be sorted."""
    HELD = "held"
    """Other numbers, texts or arrays in containers."""


@dataclass(frozen=True, slots=True)
class UnknownAxis(Evidence):
    """A graph has `None` where a number is needed: the length of an axis, or the rank."""

    named = "unknown-static-axis"
    read: str
    tensor: str = ""
    """What is asked, as it is written, where the graph can tell the length itself."""
    axis: str = ""


@dataclass(frozen=True, slots=True)
class UnknownAxes(UnknownAxis):
    """The same of a whole shape, whose numbers are needed, or of a rank."""


@dataclass(frozen=True, slots=True)
class UnrolledLoop(Evidence):
    """A Python loop of many rounds, each of which a graph holds."""

    named = "unrolled-loop"
    rounds: int
    operations: int
    """Those of one round, as the code has them."""
    ranges: Place | None = None
    """Where it says `range`, if that is all it goes through."""


@dataclass(frozen=True, slots=True)
class OpenTypes(Evidence):
    """A graph without a signature gets tensors of several shapes, or arrays of several dtypes, each a trace."""

    named = "retracing"
    parameter: str
    types: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RefusedCall(Evidence):
    """The `input_signature` refuses a call, or does not fit the function; the chain holds the calls."""

    named = "refused-call"
    misfit: Misfit
    parameter: str
    given: str
    """What arrives, or how many; empty where the way of the misfit says it."""
    wanted: str
    """What the signature says, or the default of the parameter."""


@dataclass(frozen=True, slots=True)
class ResultType(Evidence):
    """Callers would get other types of results."""

    named = "changes-result-type"
    results: tuple[Returned | str, ...]
    """In the order in which they were found; a text is the type of a Python number or text."""
    mixed: bool = False
    """Each of them comes back where a tensor may come back as well, as far as is known."""


@dataclass(frozen=True, slots=True)
class DoneLast(Evidence):
    """Its last statements alone do what a graph cannot; its callers can, with what it computes."""

    first: Evidence
    """What is done there, or the first of it."""
    results: tuple[str, ...]
    """The names that hold what it computes."""
    line: int
    end_line: int

    @property
    def kind(self) -> str:
        """The kind of what is done."""
        return self.first.kind

    @property
    def lines(self) -> str:
        """The lines, with what they do."""
        return f"line {self.line} does" if self.line == self.end_line else f"lines {self.line} to {self.end_line} do"

    @property
    def returned(self) -> str:
        """What to return."""
        return ", ".join(self.results)


@dataclass(frozen=True, slots=True)
class ShownLast(DoneLast):
    """All that is done there is to show results."""


@dataclass(frozen=True, slots=True)
class ComparedResult(Evidence):
    """A caller asks which object a result is."""

    named = "changes-result-type"


@dataclass(frozen=True, slots=True)
class ExceptionType(Evidence):
    """A caller expects an exception that tracing does not raise."""

    named = "changes-exception-type"


@dataclass(frozen=True, slots=True)
class EndOfData(ExceptionType):
    """It waits for the end of an iterator."""


@dataclass(frozen=True, slots=True)
class ToldError(ExceptionType):
    """It tells which error it has caught, and goes on."""


@dataclass(frozen=True, slots=True)
class ErrorText(ExceptionType):
    """It reads the text of what an operation raises, which is longer in a graph."""


_UNUSABLE = {
    Unusable.NO_HASH: "a `{e.cls}`, which `tf.function` does not take (it has no hash)",
    Unusable.ATTRS: "a `{e.cls}` of attrs, which the graph builds again with other values",
    Unusable.NAMED_TUPLE: "a `{e.cls}`, which the graph builds again from its fields, without its own `{e.method}`",
    Unusable.SUBCLASS: "a `{e.cls}`, which arrives in the graph as its base class",
    Unusable.MAPPING: "a `{e.cls}`, which the graph builds again from its items, without its own `{e.method}`",
    Unusable.DATACLASS: "the dataclass `{e.cls}`, which has no hash or only that of its fields",
    Unusable.KEYS: "a dictionary with keys that cannot be sorted",
    Unusable.VIEW: "a view of a dictionary",
    Unusable.WRAPPED: "a decorated function (`{e.cls}`), which a graph gets without its decorator",
    Unusable.WEIGHT: "weights of Keras, which arrive in a graph as tensors with Keras 3: they cannot be changed there",
    Unusable.EQUALITY: "a `{e.cls}`, which has `__eq__` without `__hash__`",
}
_RETURNED = {
    Returned.OBJECT: "a Python object",
    Returned.VARIABLE: "a variable",
    Returned.ARRAY: "a NumPy array",
    Returned.INTEGERS: "a list with Python integers",
    Returned.KEYS: "a dictionary with keys that cannot be sorted",
}


def _unusable(found: UnusableArgument) -> str:
    return f"`{found.parameter}` receives {_UNUSABLE[found.why].format(e=found)}"


def _without_unusable(found: UnusableArgument) -> str:
    if found.why is Unusable.WEIGHT:
        return "Take the weights of the model inside the function: `model.trainable_variables`."
    if found.why is Unusable.WRAPPED:
        return "Call the function by its name instead of passing it, or pass one without a decorator."
    said = attribute_list(found.parameter, found.tensors, f"the tensors of the `{found.cls}`")
    return f"Pass {said} as parameters of their own."


def _results(found: ResultType) -> str:
    listed = ", ".join(_RETURNED[r] if isinstance(r, Returned) else f"a Python {r}" for r in found.results)
    return f"it returns {listed}, and a graph returns only tensors"


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


SENTENCES: Mapping[type[Evidence], str | Callable[[Any], str]] = {
    Observed: "{e.said}",
    WithoutAutoGraph: "`autograph=False` leaves this condition or loop on a tensor to Python",
    EffectHazard: lambda found: effect(found.effect),
    Coroutine: "a coroutine cannot be traced",
    Generator: "a generator cannot be traced",
    CalledByPython: "{e.caller} calls `{e.method}` itself and expects a Python result",
    SymbolicArgument: "it receives a symbolic Keras tensor, which `tf.function` does not take",
    KerasCall: (
        "Keras 3 traces `call` while it builds the model: a graph made there keeps its initial weights for ever"
    ),
    CalledByKeras: "the Keras method `{e.method}` calls it, which Keras 3 traces while it builds the model",
    ReceiverWithoutHash: "objects of `{e.cls}` have no hash, which `tf.function` needs",
    ReceiverOfClass: "`{e.cls}` derives from `{e.base}`: `tf.function` cannot refer weakly to its objects",
    ReceiverWithSlots: "`{e.cls}` has `__slots__`: `tf.function` cannot refer weakly to its objects",
    ReceiverNotHeld: (
        "nobody holds the object of `{e.cls}` at this call; `tf.function` holds it weakly, so that `self` is None"
    ),
    UnusableArgument: _unusable,
    TensorOfTrace: "it reads `{e.name}`, where another graph leaves one of its tensors",
    ReassignedName: "it reads `{e.name}`, which is assigned more than once: a graph keeps one value",
    SameTensor: (
        "this call passes `{e.parameter}` in two ways: in a graph these are two tensors, and no gradient leads from "
        "one to the other"
    ),
    GradientBetweenResults: (
        "here one of its results is differentiated by another, which gives None if both come out of a graph"
    ),
    ReassignedAttribute: (
        "it reads the attribute `{e.name}`, which is assigned again here: a graph keeps the old value"
    ),
    ChangedObject: "it reads what `{e.name}` changes here after its first call: a graph keeps the old value",
    ProcessState: "it asks `{e.name}` only while it is traced, and the program sets that elsewhere",
    UnseenChange: "`{e.name}` may change what it reads after its first call: a graph would keep the old value",
    FrozenRead: lambda found: (
        f"`{shortened(found.change, SHOWN_CHANGE)}` changes `{found.name}` later"
    ),
    CachedTensor: "`{e.function}` caches its result, which would be a tensor of this graph, for later calls",
    FunctionInspected: "its `{e.attribute}` is read here, and a `tf.function` has none",
    CaughtInside: "it catches `{e.caught}` around operations, but a graph raises only when it runs",
    VariablesFromElsewhere: (
        "it gets a list of a model's variables that was made elsewhere, perhaps before the variables existed"
    ),
    EarlyVariables: "`{e.asked}` is read before `{e.model}` is called, and that call may make the variables",
    OptimizerVariables: "the optimizer makes variables for each new variable that arrives at `{e.parameter}`",
    ChangingMetric: "`{e.parameter}` is another metric again and again, and each would be traced",
    ChangingObject: "`{e.parameter}` is not always the same object: variables would be made in later traces",
    SecondObject: "`{e.parameter}` receives more than one object, and each makes its variables with its first call",
    MadeInLaterTraces: (
        "what it makes once would be made again in the traces for other arguments, which a graph refuses"
    ),
    ConflictingDtypes: (
        "the {e.dtype} array `{e.parameter}` meets a {e.other} tensor: a graph does not convert it"
    ),
    ArrayToNumPy: "a graph gets the array `{e.parameter}` as a tensor, which NumPy cannot take",
    UnknownToNumPy: (
        "NumPy computes with `{e.parameter}`, of which nothing is known: in a graph an array has no value, and each "
        "number is traced"
    ),
    ArrayMeetsNumber: (
        "the {e.dtype} array `{e.parameter}` meets a number: NumPy changes the dtype, and a graph does not"
    ),
    ArrayMeets: "the array `{e.parameter}`, whose dtype is not known, meets a tensor: a graph does not convert it",
    ArrayRefused: "`{e.operation}` does not convert the {e.dtype} array `{e.parameter}` in a graph",
    WideArrayMeets: (
        "the {e.dtype} array `{e.parameter}` meets a tensor in `{e.operation}`: a graph does not convert it"
    ),
    ArrayConverted: "`convert_to_tensor` does not convert the array `{e.parameter}` in a graph, where it is a tensor",
    ArrayInPlace: (
        "it changes the array `{e.parameter}` in place: a graph gets a tensor, and the array stays as it was"
    ),
    ArrayValues: "a graph gets the array `{e.parameter}` as a tensor, which `{e.called}` cannot take",
    ArrayUnusable: "a graph gets the array `{e.parameter}` as a tensor, which {e.said}",
    ArrayHandedOn: lambda found: (
        f"a graph gets the array `{found.parameter}` as a tensor, and an array is needed at "
        f"{where(found.needing, found.place)}"
    ),
    ArrayMethod: "a graph gets the array `{e.parameter}` as a tensor, which has no `{e.method}`",
    AxisOfValues: "`{e.read}` depends on the values of the tensor: it is not known while tracing",
    DifferingAxis: (
        "it reads the shape of `{e.parameter}` as Python numbers, but calls differ in it: a signature has `None` there"
    ),
    OpenTypes: lambda found: (
        f"`{found.parameter}` is {listed(found.types)}" + (" of several lengths" if len(found.types) == 1 else "")
    ),
    RefusedCall: lambda found: _MISFITS[found.misfit].format(e=found),
    UnknownAxes: "`{e.read}` has `None` in it where numbers are needed",
    UnknownAxis: "`{e.read}` is `None` where a number is needed",
    UnrolledLoop: "this Python loop has {e.rounds} rounds, and the graph holds the operations of each",
    ResultType: _results,
    ComparedResult: "the caller compares a result by `is`, and a graph returns a new object each time",
    ExceptionType: "the caller expects `InvalidArgumentError`, and tracing raises `ValueError`",
    EndOfData: "the caller waits for the `StopIteration` of `next`, and a graph raises `OutOfRangeError`",
    ErrorText: "the caller reads the text of an error, which is another text in a graph",
    ToldError: "a caller shows the error that it catches, and a graph raises another error or text",
}


REMEDIES: Mapping[type[Evidence], str | Callable[[Any], str]] = {
    SymbolicArgument: "Call it in the `call` of a layer, and use that layer in the model.",
    UnusableReceiver: "Decorate a function outside of `{e.cls}` that takes what it needs, or give `{e.cls}` a hash.",
    ReceiverNotHeld: "Keep the object in a name or an attribute while its method is called: `obj = {e.cls}(…)`.",
    UnusableArgument: _without_unusable,
    TensorOfTrace: "Return the tensor there, and pass it here.",
    GradientBetweenResults: "Decorate the function that computes the gradient: its graph holds the tape as well.",
    SameTensor: "Let the function take what it needs from one argument.",
    ReassignedName: "Pass `{e.name}` as an argument, or make it a `tf.Variable` and assign to that.",
    ReassignedAttribute: "Make `{e.name}` a `tf.Variable` and assign to that, or pass it as an argument.",
    ChangedObject: "Pass what is read as an argument, or make it a `tf.Variable`.",
    ProcessState: "Ask it where the function is called, and pass the answer.",
    UnseenChange: "Apply the fix if it changes nothing that the function reads.",
    FrozenRead: "Pass `{e.name}` as an argument, or make it a `tf.Variable` and assign to that.",
    UnknownAxis: "Use `tf.shape` for the length.",
    OpenTypes: "Write an `input_signature` that says what all of them have in common.",
    RefusedCall: "Pass what the `input_signature` says, or let it say what arrives.",
    UnrolledLoop: "Loop over `tf.range`.",
    CachedTensor: "Call `{e.function}` before the first call of this function, or take its cache away.",
    FunctionInspected: "Read it from `python_function` of the decorated one.",
    CaughtInside: "Catch the exception around the call of this function.",
    VariablesFromElsewhere: "Read the variables here, after the model was called.",
    EarlyVariables: "Read `{e.asked}` after `{e.model}` was called.",
    OptimizerVariables: "Build the optimizer with all variables before the first call (`optimizer.build`).",
    ChangingMetric: "Make `{e.parameter}` once, before the loop, and call its `reset_state` where it is made now.",
    ChangingObject: "Write one function for each object that arrives at `{e.parameter}`, and decorate each.",
    SecondObject: (
        "Let what arrives at `{e.parameter}` make its variables before the first call (`build`), or write one function "
        "for each, and decorate both."
    ),
    MadeInLaterTraces: "Make it once, before the first call (in `__init__` or `build`).",
    ConflictingDtypes: (
        "Convert `{e.parameter}` where the function is called: `tf.constant({e.parameter}, tf.{e.other})`."
    ),
    ArrayMeetsNumber: "Cast `{e.parameter}` to the dtype of the result before the operation: `tf.cast`.",
    ArrayMeets: "Convert `{e.parameter}` to a tensor of the right dtype where the function is called.",
    ArrayRefused: "Convert `{e.parameter}` to a tensor of the right dtype where the function is called.",
    WideArrayMeets: "Convert `{e.parameter}` to a tensor of the right dtype where the function is called.",
    ArrayConverted: "Convert `{e.parameter}` to a tensor of that dtype where the function is called.",
    ArrayAsTensor: "Use the function of TensorFlow on `{e.parameter}`, or do this where the function is called.",
    AxisOfValues: "Use `tf.shape(…)` in place of `.shape`.",
    DifferingAxis: "Use `tf.shape({e.parameter})` in place of `{e.parameter}.shape`.",
    ShownLast: "Use `tf.print`, or end it with `return {e.returned}` and do what {e.lines} where it is called.",
    DoneLast: "End it with `return {e.returned}`, and do what {e.lines} where it is called.",
    ResultType: "Return tensors only, and make the Python objects of them where the function is called.",
    ComparedResult: "Compare the values, not the objects.",
    ExceptionType: "Catch `ValueError`, too.",
    EndOfData: "Iterate over the data set with `for` where the function is called.",
    ErrorText: "Read only the class of the error.",
    ToldError: "Do not show the error, only that there was one.",
}
