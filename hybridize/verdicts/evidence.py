"""Evidence: why something holds of a function or does not, as a kind with typed fields and a place.

Each class is one thing that can be said; `sentences` writes it in words. `kind` is the word by which the report knows
it, and several classes may share one.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import ClassVar

from hybridize.inference.results.enumerations import Because, Misfit, Often, Use
from hybridize.verdicts.model import Effect, LiteralValue, Place, Step, WrittenCall


@dataclass(frozen=True, slots=True)
class Evidence:
    """Something that is said of a function, and where that shows."""

    named: ClassVar[str] = ""

    place: Place
    chain: tuple[Step, ...] = field(default=(), kw_only=True)
    """The calls that lead from the function to `place`; also what else shows it."""

    @property
    def kind(self) -> str:
        """The word by which the report knows it."""
        return self.named

    @property
    def cause(self) -> Place:
        """What is the same for all that suffer from it: where it is, however many calls lead there."""
        return self.chain[-1].place if self.chain else self.place


# Benefit conditions: the function could become a graph, and would not gain -------------------------------------------


@dataclass(frozen=True, slots=True)
class LowGain(Evidence):
    """A graph would not pay."""

    named = "low-gain"


@dataclass(frozen=True, slots=True)
class FewOperations(LowGain):
    """A call runs too few operations."""

    operations: int
    framework: str


@dataclass(frozen=True, slots=True)
class OnlyKeras(LowGain):
    """Keras alone runs the function."""


@dataclass(frozen=True, slots=True)
class PartOfModel(LowGain):
    """It applies layers, and only tests call it."""


@dataclass(frozen=True, slots=True)
class SwitchedOff(LowGain):
    """The program runs all functions eagerly, decorated or not."""


@dataclass(frozen=True, slots=True)
class FoundWanting(LowGain):
    """Somebody tried the decorator, commented it out, and says beside it what was wrong."""


@dataclass(frozen=True, slots=True)
class SeldomRun(LowGain):
    """It runs too seldom for a trace to pay."""

    often: Often


@dataclass(frozen=True, slots=True)
class FewCalls(LowGain):
    """A module just shows how it is used, a few times, which is too seldom for a trace to pay."""

    calls: int


@dataclass(frozen=True, slots=True)
class OnePass(LowGain):
    """The loop around its calls goes once through something, and nothing tells that this is long."""


@dataclass(frozen=True, slots=True)
class LittleOfRound(LowGain):
    """It runs little beside what else a round of the loop runs that calls it."""


@dataclass(frozen=True, slots=True)
class LittleForDoubt(LowGain):
    """It runs few operations, and that it may be a graph rests on assumptions."""


@dataclass(frozen=True, slots=True)
class OneCallObject(LowGain):
    """A parameter gets an object that is made for the call."""

    parameter: str


@dataclass(frozen=True, slots=True)
class VaryingShape(LowGain):
    """A parameter has another shape at nearly every call."""

    parameter: str


@dataclass(frozen=True, slots=True)
class NoTensorComputation(Evidence):
    """The framework computes nothing in the function."""

    named = "no-tensor-computation"
    framework: str


@dataclass(frozen=True, slots=True)
class NoSeenComputation(NoTensorComputation):
    """No operation was found in it, and not everything that it calls is known."""


@dataclass(frozen=True, slots=True)
class CoveredByCallers(Evidence):
    """All callers run as graphs already."""

    named = "covered-by-callers"


BENEFITS = (LowGain, NoTensorComputation, CoveredByCallers)
"""What says that a graph would not pay, and nothing about whether it would be right."""


# Safety conditions: what works eagerly, and fails or changes in a graph ----------------------------------------------


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


@dataclass(frozen=True, slots=True)
class UnusableArgument(Evidence):
    """An object arrives that `tf.function` does not take, or hands on as something else."""

    named = "unusable-argument"
    parameter: str
    cls: str
    why: Unusable
    method: str = ""
    """The method of the class that is in the way."""


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


@dataclass(frozen=True, slots=True)
class ChangedObject(LateBinding):
    """An object that it captures, which is changed in place after its first call; `name` is what the code says."""


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


# Retracing -----------------------------------------------------------------------------------------------------------


class Remedy(Enum):
    """What helps against retracing; the value is the word for the cause."""

    MAKE_FUNCTION_ONCE = "made-anew"
    MAKE_OBJECT_ONCE = "new-objects"
    ONE_LENGTH = "lengths"
    RELAX_SHAPES = "shapes"
    ONE_DTYPE = "dtypes"


@dataclass(frozen=True, slots=True)
class Retrace(Evidence):
    """Why a graph is traced again, where no number or text says so."""

    remedy: ClassVar[Remedy]

    @property
    def kind(self) -> str:
        """The word for the cause."""
        return self.remedy.value


@dataclass(frozen=True, slots=True)
class MadeInLoop(Retrace):
    """A loop makes a `tf.function` in each round."""

    remedy = Remedy.MAKE_FUNCTION_ONCE
    loop: Place


@dataclass(frozen=True, slots=True)
class MadeAtEachCall(Retrace):
    """A function makes one at each call, and is called in a loop."""

    remedy = Remedy.MAKE_FUNCTION_ONCE
    maker: str


@dataclass(frozen=True, slots=True)
class NewObject(Retrace):
    """An object is made for each call."""

    remedy = Remedy.MAKE_OBJECT_ONCE
    parameter: str
    loop: Place


@dataclass(frozen=True, slots=True)
class NewFunction(NewObject):
    """A function is made for each call."""


@dataclass(frozen=True, slots=True)
class NewReceiver(Retrace):
    """The object of a method is made for each call."""

    remedy = Remedy.MAKE_OBJECT_ONCE
    loop: Place


@dataclass(frozen=True, slots=True)
class GrowingArgument(Retrace):
    """A container grows between the calls."""

    remedy = Remedy.ONE_LENGTH
    parameter: str
    loop: Place


@dataclass(frozen=True, slots=True)
class Lengths(Retrace):
    """`*values` has many lengths."""

    remedy = Remedy.ONE_LENGTH
    parameter: str
    lengths: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ManyShapes(Retrace):
    """Tensors of more shapes than usual arrive."""

    remedy = Remedy.RELAX_SHAPES
    parameter: str
    specs: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ManyDtypes(ManyShapes):
    """Tensors of more dtypes than usual arrive."""

    remedy = Remedy.ONE_DTYPE


@dataclass(frozen=True, slots=True)
class ChangingShape(Retrace):
    """A loop changes the shape of a tensor."""

    remedy = Remedy.RELAX_SHAPES
    parameter: str
    loop: Place


@dataclass(frozen=True, slots=True)
class LengthByValue(Retrace):
    """A tensor is as long as the values of another one happen to make it."""

    remedy = Remedy.RELAX_SHAPES
    parameter: str


@dataclass(frozen=True, slots=True)
class LengthByFlag(Retrace):
    """An array or list is as long as a loop went on until a flag ended it."""

    remedy = Remedy.RELAX_SHAPES
    parameter: str


@dataclass(frozen=True, slots=True)
class WouldRetrace(Evidence):
    """An eager function would be traced again and again."""

    named = "retracing"


@dataclass(frozen=True, slots=True)
class RetracedArgument(WouldRetrace):
    """For a reason that hybrid functions have, too."""

    reason: Retrace


@dataclass(frozen=True, slots=True)
class ForEachVariable(WouldRetrace):
    """An optimizer calls it for each variable."""


@dataclass(frozen=True, slots=True)
class MadeAnew(WouldRetrace):
    """It is defined inside a function that is called more than once."""

    outer: str


@dataclass(frozen=True, slots=True)
class GrowingTensors(WouldRetrace):
    """It gets a container of tensors that grows."""


@dataclass(frozen=True, slots=True)
class ChangingValue(WouldRetrace):
    """Python values arrive that change from call to call."""

    parameter: str
    loop: Place


@dataclass(frozen=True, slots=True)
class ChangingPart(ChangingValue):
    """They arrive within a tuple, list or dictionary."""


@dataclass(frozen=True, slots=True)
class Counted(WouldRetrace):
    """What arrives is not known, and the body does something every so many calls, which counters decide."""

    parameter: str
    test: str


@dataclass(frozen=True, slots=True)
class ManyTraces(WouldRetrace):
    """It would be traced often for the calls that there are."""

    traces: int | None
    """None where the program does not say how many: a loop of unknown rounds passes another value in each."""
    calls: int | None
    """None where the program does not say how many."""


@dataclass(frozen=True, slots=True)
class OldProgram(Evidence):
    """Its module is written for TensorFlow 1: it uses what no supported release has."""

    named = "deferred-execution"
    name: str


@dataclass(frozen=True, slots=True)
class WorksInGraphs(Evidence):
    """It asks for what raises in eager execution: whoever calls it is part of a graph."""

    named = "deferred-execution"
    name: str


@dataclass(frozen=True, slots=True)
class DeferredProgram(OldProgram):
    """Its module builds graphs that sessions run: it uses what does nothing in eager execution, or fails."""


@dataclass(frozen=True, slots=True)
class OtherFramework(LowGain):
    """Its module works with another framework: what is there of TensorFlow is another half of the project."""


@dataclass(frozen=True, slots=True)
class HoldsTheLoop(LowGain):
    """It is the loop that trains or goes through the data: the step inside is what should be a graph."""


# Preconditions that do not hold --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class NoTensorParameter(Evidence):
    """No parameter receives a tensor."""

    named = "no-tensor-parameter"


@dataclass(frozen=True, slots=True)
class NoLiteralParameter(Evidence):
    """No parameter receives a literal."""

    named = "no-literal-parameter"


@dataclass(frozen=True, slots=True)
class LiteralParameter(Evidence):
    """A parameter receives literals."""

    named = "literal-parameter"
    parameter: str
    values: tuple[LiteralValue, ...]


@dataclass(frozen=True, slots=True)
class Recursive(Evidence):
    """It calls itself."""

    named = "recursive"


@dataclass(frozen=True, slots=True)
class SideEffects(Evidence):
    """It has side effects, of which this is the first."""

    named = "side-effects"
    effect: Effect


@dataclass(frozen=True, slots=True)
class Undetermined(Evidence):
    """Not everything that it does is known."""

    named = "undetermined"


@dataclass(frozen=True, slots=True)
class AnalysisFailed(Undetermined):
    """The analysis of the function failed."""

    error: str


@dataclass(frozen=True, slots=True)
class OutOfBudget(Undetermined):
    """The analysis of the function took too long."""

    budget: str


@dataclass(frozen=True, slots=True)
class NeverRuns(Undetermined):
    """No way was found in which it runs."""


@dataclass(frozen=True, slots=True)
class UnknownParameter(Undetermined):
    """What arrives at a parameter is not known."""

    parameter: str
    reasons: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class UnknownIterator(Undetermined):
    """It takes from what may be a Python iterator, or one of a data set."""

    written: str


# Assumptions ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class NoKnownCaller(Evidence):
    """Nobody in the project calls it."""

    named = "no-known-caller"


@dataclass(frozen=True, slots=True)
class OnlyTestsCall(Evidence):
    """Only tests call it, and other people may."""

    named = "no-known-caller"


@dataclass(frozen=True, slots=True)
class TakenForTensor(Evidence):
    """A parameter is taken for a tensor although no tensor was seen on its way to it."""

    parameter: str
    evidence: str
    """`type-hint`, `usage` or `speculative`."""
    hybrid: bool
    """Somebody made the function a graph."""

    @property
    def kind(self) -> str:
        """By what it is taken for one."""
        return f"tensor-by-{self.evidence}"


@dataclass(frozen=True, slots=True)
class NoSignOfTensor(Evidence):
    """A parameter is taken for no tensor for want of any sign of one."""

    named = "no-sign-of-tensor"
    parameter: str


@dataclass(frozen=True, slots=True)
class NotSymbolic(Evidence):
    """A parameter is taken to receive no symbolic tensor of Keras."""

    named = "keras-symbolic-argument"
    parameter: str


@dataclass(frozen=True, slots=True)
class UnknownArgument(Evidence):
    """Some calls pass what is not known."""

    named = "unknown-argument"
    parameter: str


OF_ARGUMENTS = (NoSignOfTensor, TakenForTensor, UnknownArgument)
"""What is assumed of arguments."""


@dataclass(frozen=True, slots=True)
class UnseenCode(Evidence):
    """Code runs that the analysis cannot see, in the function itself or below."""

    use: Use
    because: Because
    name: str
    """The qualified name of the function, or of the object's class; empty where it is not known."""
    member: str
    """The method, attribute or operator; empty where the thing itself is used."""
    written: str
    """The use as it is written."""
    policy: str
    """What is assumed of names like this one."""
    through: str = ""
    """The call that leads to it, as it is written; empty where the function itself uses it."""
    sites: int = 1
    """How many places use it, in the function and below; this is the first."""

    @property
    def kind(self) -> str:
        """The word by which the report knows it."""
        return UNCOVERED if self.because in (Because.NO_RUN, Because.GIVEN_UP) else UNSEEN_KINDS[self.use]


UNSEEN_KINDS: Mapping[Use, str] = {
    Use.CALL: "unknown-callee",
    Use.METHOD: "unknown-callee",
    Use.ATTRIBUTE: "unknown-attribute",
    Use.OPERATOR: "unknown-operator",
    Use.ITERATION: "unknown-iteration",
    Use.MANAGER: "unknown-context-manager",
    Use.PROTOCOL: "unknown-special-method",
    Use.DECORATOR: "unknown-decorator",
}
"""The words for assumptions about unseen code, by what is done with it."""
UNCOVERED = "uncovered"
"""The word for what is known, but was not run in a trace with what it is given."""


@dataclass(frozen=True, slots=True)
class ArrayDtype(Evidence):
    """Arrays that arrive are taken to have the dtype of the tensors that they meet."""

    named = "conflicting-dtypes"
    parameter: str


@dataclass(frozen=True, slots=True)
class DecoratorTakenOff(Evidence):
    """Somebody commented the decorator out."""

    named = "decorator-taken-off"
    explained: bool = False
    """The comment says what speaks against it."""


@dataclass(frozen=True, slots=True)
class FewValues(Evidence):
    """The Python values of a parameter are taken to be few: each is a trace of its own."""

    named = "few-values"
    parameter: str


@dataclass(frozen=True, slots=True)
class SameObjects(Evidence):
    """What the function reads from outside, or gets as objects, is taken to stay the same from call to call."""

    named = "captured-tensors"


@dataclass(frozen=True, slots=True)
class TakenForSequence(Evidence):
    """A statement that takes the parts of a tuple or list, where a tensor may arrive as well as far as is known."""

    named = "unpacked-sequence"


@dataclass(frozen=True, slots=True)
class TakenForPython(Evidence):
    """What would not be converted if it were a tensor is taken to be none: something else arrives there as well."""

    named = "perhaps-no-tensor"


@dataclass(frozen=True, slots=True)
class PassedByTests(Evidence):
    """What a graph could not do happens with what tests pass alone."""

    named = "seen-in-tests"


@dataclass(frozen=True, slots=True)
class ReturnsTensors(Evidence):
    """What a function returns is taken for tensors, where something else may come back as well as far as is known."""

    named = "returned-tensors"


@dataclass(frozen=True, slots=True)
class TakenForData(Evidence):
    """What `next` takes from is taken for an iterator of a data set, which a graph takes from at each call."""

    named = "taken-for-data-set"


@dataclass(frozen=True, slots=True)
class WorksInBothModes(Evidence):
    """Code that asks whether it runs eagerly is taken to come to the same in a graph."""

    named = "asks-for-mode"


@dataclass(frozen=True, slots=True)
class UnnoticedEffect(Evidence):
    """Nobody is taken to miss a side effect that a graph has while it is traced alone."""

    named = "unnoticed-effect"
    said: str


@dataclass(frozen=True, slots=True)
class TrainingStep(Evidence):
    """Nobody tells how often it runs: it is taken for a step of training, which runs again and again."""

    named = "training-step"


# What a block that would be a function takes for granted beside that -------------------------------------------------


@dataclass(frozen=True, slots=True)
class NumberAsTensor(Evidence):
    """A Python number that changes with the rounds is passed as a tensor."""

    named = "number-as-tensor"
    parameter: str
    dtype: str


@dataclass(frozen=True, slots=True)
class OpenShape(Evidence):
    """The shape of what arrives is not known to be the same in each round."""

    named = "open-shape"
    parameter: str


@dataclass(frozen=True, slots=True)
class ChangedInPlace(Evidence):
    """What arrives may be an array, which the block changes in place."""

    named = "array-in-place"
    parameter: str


@dataclass(frozen=True, slots=True)
class FewRounds(Evidence):
    """The loop runs once through something, and nothing tells that this is long."""

    named = "few-rounds"
