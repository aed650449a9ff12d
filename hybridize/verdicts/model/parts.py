"""Parts of what is decided about one function that name no evidence."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import Enum

from hybridize.inference.domain.literals import Literal
from hybridize.program.position import Place as Place


class SubjectKind(Enum):
    """What a finding may be about."""

    FUNCTION = "function"
    LAMBDA = "lambda"
    MODULE = "module"


@dataclass(frozen=True, slots=True)
class Subject:
    """What a verdict or a finding is about."""

    kind: SubjectKind
    path: str
    module: str
    qualname: str
    """The function that it is, or in which it lies; empty for what lies in no function."""
    place: Place
    """Where a finding about the whole of it stands: for a function from its `def` to the end of its name."""


class StepKind(Enum):
    """What happened at one link of a chain of evidence."""

    CALL = "call"
    CALLED_AS = "called-as"
    SERVED = "served"
    TENSOR = "tensor"
    LITERAL = "literal"
    CHANGING = "changing"
    SPEC = "spec"
    CALLING_LOOP = "calling-loop"
    LEADING_LOOP = "leading-loop"
    ITERATOR = "iterator"
    CALLER = "caller"
    CHANGE = "change"
    MADE = "made"
    REACHED = "reached"

    # Members are single: their identity is cheaper than what `Enum` hashes.
    __hash__ = object.__hash__


@dataclass(frozen=True, slots=True)
class Step:
    """One link of a chain of evidence: what happened where."""

    place: Place
    kind: StepKind
    name: str = ""
    """The code at the place, or the name of what it is about."""
    detail: str = ""


@dataclass(frozen=True, slots=True)
class LiteralValue:
    """A literal that arrives at a parameter, and the call site that passes it."""

    type: str
    """The type of the value, as `int`."""
    literal: Literal | None
    """Its type and value; None where only the type is known."""
    place: Place
    inside: bool = False
    """It stands inside a container or in a field of an object that is passed, so that others may belong to it; or it
    is one of the things that may be passed, and some of these are not known."""
    changing: str = ""
    """The argument as it is written, where its value changes from call to call."""
    loop: Place | None = None
    """The loop in whose rounds the value changes, here or around the calls that lead here."""
    rounds: int | None = None
    """How many rounds that are, where the program says so."""
    alternatives: bool = False
    """The loop goes through what is written out in the program, and does not count: those are all that there are."""
    collected: bool = False
    """It changes, and stands in a list or another container that holds what the rounds of a loop bring."""
    traced: bool = True
    """It counts for the traces of a graph: the call runs the graph, no test passes the value, nor does another graph
    while it is traced (once), and no object of a plain class holds it.

    A function may be called as it was before `tf.function(f)`. A test shows what may be passed, not what is.
    """
    programs: frozenset[str] = frozenset()
    """The scripts that pass it, by their paths; empty where any program may."""

    @property
    def value(self) -> str:
        """As reports show it: the literal, cut where it is long, the type, or the argument that changes."""
        if self.changing:
            return f"{self.changing} = …"
        return self.type if self.literal is None else self.literal.display()

    @property
    def is_text(self) -> bool:
        """It is a string or bytes."""
        return self.type in ("str", "bytes")

    @property
    def trace_key(self) -> tuple[object, ...]:
        """Equal for two values if one trace of a `tf.function` serves both, as far as is known."""
        if self.literal is not None:
            return ("value", self.literal.trace_key)
        return ("some", self.type, self.changing)


@dataclass(frozen=True, slots=True)
class Argument:
    """An argument of a call whose callee stands at (line, column) and is written `callee`."""

    path: str
    line: int
    column: int
    callee: str
    which: int | str
    """Its position (from 0) or keyword."""
    mixed: bool
    """Tensors arrive there too."""


@dataclass(frozen=True, slots=True)
class Conversion:
    """The arguments to pass as tensors instead of numbers."""

    arguments: tuple[Argument, ...]
    same: bool
    """The body certainly does the same with the tensors."""


@dataclass(frozen=True, slots=True)
class TensorType:
    """One possible type of a parameter; dtype None = unknown, shape None = unknown rank."""

    kind: str = "tensor"
    dtype: str | None = None
    shape: tuple[int | None, ...] | None = None
    ragged_rank: int | None = None


@dataclass(frozen=True, slots=True)
class TensorSpec:
    """The specification of one tensor in an `input_signature`."""

    cls: str
    """`TensorSpec`, `RaggedTensorSpec` or `SparseTensorSpec`."""
    dtype: str
    shape: tuple[int | None, ...] | None
    ragged_rank: int | None = None
    """Where it is not the usual one: all axes but the first."""

    def written(self, prefix: str) -> str:
        """The call that makes it; `prefix` is a template for a symbol of TensorFlow, with `{}` for its name."""
        rank = "" if self.ragged_rank is None else f", ragged_rank={self.ragged_rank}"
        dtype = prefix.format(self.dtype)
        return f"{prefix.format(self.cls)}(shape={self.shape!r}, dtype={dtype}{rank})"

    @property
    def symbols(self) -> frozenset[str]:
        """The names of TensorFlow in it."""
        return frozenset({self.cls, self.dtype})

    @property
    def is_closed(self) -> bool:
        """Whether it says each length."""
        return self.shape is not None and None not in self.shape

    @property
    def open_axes(self) -> frozenset[int]:
        """The axes of which it says no length."""
        return frozenset(axis for axis, length in enumerate(self.shape or ()) if length is None)


@dataclass(frozen=True, slots=True)
class SpecStructure:
    """A tuple, list or dictionary of specifications."""

    type: str
    members: tuple[tuple[str, TensorSpec | SpecStructure], ...]
    """By position, or by the key as it is written."""

    def written(self, prefix: str) -> str:
        """The display that makes it."""
        inside = [(key, each.written(prefix)) for key, each in self.members]
        if self.type == "dict":
            return f"{{{', '.join(f'{key}: {each}' for key, each in inside)}}}"
        text = ", ".join(each for _, each in inside)
        return f"[{text}]" if self.type == "list" else f"({text},)" if len(inside) == 1 else f"({text})"

    @property
    def is_closed(self) -> bool:
        """Whether it says each length."""
        return all(each.is_closed for _, each in self.members)

    @property
    def symbols(self) -> frozenset[str]:
        """The names of TensorFlow in it."""
        return frozenset[str]().union(*[each.symbols for _, each in self.members])


@dataclass(frozen=True, slots=True)
class InputSignature:
    """What the types that arrive come to, by parameter; parameters that all calls leave out are left out."""

    specs: tuple[tuple[str, TensorSpec | SpecStructure], ...]

    @property
    def text(self) -> str:
        """As the report has it: a list, without prefixes of modules."""
        return SpecStructure("list", self.specs).written("{}")

    @property
    def template(self) -> str:
        """As fixes write it: a tuple, with `{tensorflow.TensorSpec}` for the symbols and `{{` for braces."""
        written = SpecStructure("tuple", self.specs).written("\0{}\1").replace("{", "{{").replace("}", "}}")
        return written.replace("\0", "{tensorflow.").replace("\1", "}")

    @property
    def is_closed(self) -> bool:
        """Whether it says each length."""
        return SpecStructure("tuple", self.specs).is_closed

    @property
    def symbols(self) -> frozenset[str]:
        """The names of TensorFlow in it."""
        return SpecStructure("tuple", self.specs).symbols


@dataclass(frozen=True, slots=True)
class Parameter:
    """One parameter of a function."""

    name: str
    index: int
    kind: str
    tensor: bool | None = False
    container: bool | None = False
    literal: bool | None = False
    array: bool | None = False
    """NumPy arrays or scalars arrive."""
    iterator: bool | None = False
    """Data sets of `tf.data`, or iterators over them, arrive."""
    evidence: tuple[str, ...] = ()
    assumed_plain: bool = False
    """`tensor` is False for want of any sign of one: what arrives is not known, and nothing else tells."""
    types: tuple[TensorType, ...] = ()
    """What arrives, where callers of which nothing is known are taken to pass what the others do."""
    possible: tuple[TensorType, ...] = ()
    """What may arrive: the types that are known, and an unknown one for what is not."""
    literal_values: tuple[LiteralValue, ...] = ()
    conversion: Conversion | None = None
    """How a hybrid function can be given tensors instead of the literals."""
    sources: tuple[Place, ...] = ()
    chain: tuple[Step, ...] = ()
    """For `explain`: how the tensor (or literal) came here, nearest call first."""


@dataclass(frozen=True, slots=True)
class ImplicitParameter:
    """What the body reads from a closure or a global (Listing 7 of the paper)."""

    name: str
    scope: str
    tensor: bool | None
    sources: tuple[Place, ...] = ()


@dataclass(frozen=True, slots=True)
class Hybridization:
    """How a function became hybrid."""

    how: str
    """`decorator`, `call` (`tf.function(f)`) or `wrapper` (a project's own decorator around it)."""
    place: Place


@dataclass(frozen=True, slots=True)
class WrittenArgument:
    """An argument of `tf.function` as it is written."""

    text: str
    constant: bool = False
    """It is a constant, and `value` is that; else `value` is None and says nothing."""
    value: object = None

    @property
    def is_none(self) -> bool:
        """Whether `None` is written."""
        return self.constant and self.value is None

    @property
    def is_true(self) -> bool:
        """Whether `True` is written."""
        return self.value is True


@dataclass(frozen=True, slots=True)
class Decorator:
    """A decorator that makes its function hybrid."""

    place: Place
    symbol: str
    """As it is written, without arguments."""
    has_arguments: bool = True
    """Whether what is said to `tf.function` stands here: not that of `@jitted` after `jitted = tf.function(…)`."""


@dataclass(frozen=True, slots=True)
class GraphMode:
    """Whether a function is hybrid, and by what."""

    hybridized_by: tuple[Hybridization, ...] = ()
    arguments: Mapping[str, WrittenArgument] = field(default_factory=dict)
    """What is written of the arguments of `tf.function`, by name."""
    decorator: Decorator | None = None
    """The hybrid decorator, where it is the only thing that makes the function hybrid."""
    served: bool = False
    """Somebody uses the object that `tf.function` gives: it is exported, served or inspected as a graph."""
    traced_by_framework: bool = False
    """TensorFlow or Keras traces it: it is handed to `dataset.map` or its kin, or `fit` calls it."""
    tracer: Step | None = None
    """The call that hands it to TensorFlow or Keras, which traces it; None where no such call is known."""
    perhaps: bool = False
    """Whatever makes a function hybrid may be given another one in its place: nothing is certain of this one."""
    of_old_program: bool = False
    """Its program runs with an old TensorFlow alone, which knows the old names of arguments."""

    @property
    def hybrid(self) -> bool:
        """The function runs as a graph by itself."""
        return bool(self.hybridized_by)

    @property
    def traced(self) -> bool:
        """Its body is traced: it is hybrid, or TensorFlow or Keras calls it where they make a graph."""
        return self.hybrid or self.traced_by_framework

    @property
    def has_signature(self) -> bool:
        """An `input_signature` is written, which makes tensors of whatever arrives."""
        signature = self.arguments.get("input_signature")
        return signature is not None and not signature.is_none

    @property
    def relaxes_shapes(self) -> bool:
        """`tf.function` is told to relax shapes instead of tracing anew."""
        written = self.arguments.get("reduce_retracing", self.arguments.get("experimental_relax_shapes"))
        return written is not None and written.is_true


@dataclass(frozen=True, slots=True)
class WrittenCall:
    """A call as it is written, for repairs that write another one."""

    name: str
    """The qualified name of what is called; empty for several things, and for what the project defines."""
    text: str
    callee: str
    positional: tuple[str, ...] = ()
    keywords: tuple[tuple[str, str], ...] = ()


class WhyNot(Enum):
    """Why a side effect may not matter, in the order of precedence: the first that holds is the reason."""

    GUARDED = "a test lets it happen once for all calls, or outside of graphs only"
    """And it leaves no tensor of a trace."""
    MEMO = "it stores what a memo lacks, which later calls find there"
    """A tensor, under a key; a test before it keeps later calls from it."""
    OTHER_CLASS = "the method of another class may run in its place, and does not do it"
    OTHER_CALLS = "it lies behind calls that are analysed together, and may belong to others of them"
    OPTION_OFF = "it stands behind an option that the calls leading there do not turn on"
    EAGER_CALLS = "only calls that run eagerly have it, and a graph is made of others"
    OF_TEST = "a test alone leads there, or has made what it changes"
    """As a double that counts its calls."""
    TRACE_OUTPUT = "it tells of the trace, or is of no interest a second time"
    """A text with "tracing", a log entry or warning of constants alone, a file that is read."""
    CONSTRUCTS = "it sets up a new object, each of which is traced by itself"
    WITHIN_TRACE = "nothing reads it but what follows in the same trace, or what was there is put back"
    PERHAPS_OWN = "what it changes may be the function's own"
    """The object is not known, or one abstract object stands for several."""
    UNCERTAIN = "what arrives there may be something of which it is no side effect"
    UNNAMED = "it sets an attribute whose name is computed, so that its readers are not known"
    PERHAPS_TENSOR = "the array that it changes may be a tensor in a graph, which is not changed in place"
    SETTING = "it asks the process for something, or sets what stays as the first trace has set it"
    OF_GRAPH = "it changes the graph that is being made, and ends with it"
    DEBUGGING = "it stands behind a flag for debugging"
    NOT_AS_GRAPH = "it stands behind a flag with which the function is no graph"
    TIDIES = "it brings what is there into a form that it keeps"
    VARIABLE = "a variable lets it happen once, in a graph, too"
    FILE = "it writes a file that is missing, or else reads it"
    NO_VALUES = "a trace fails before it, and a `try` passes that over"
    FIRST_VALUES = "it draws nothing but the first values of variables"
    OWN_ITERATOR = "each call makes the iterator that it passes"
    FOR_GOOD = "it says something once for all, which nobody takes back"
    UNREAD = "nothing reads it, or a flag that is turned off for good stands before it"
    READ_IN_TRACE = "the same trace alone reads what it stores under a key"
    SETTING_UP = "it happens only as long as its object is being set up"
    """A flag that is turned for good stands before it."""

    @property
    def is_elsewhere(self) -> bool:
        """The calls that lead there may do without it."""
        return self in (WhyNot.OTHER_CLASS, WhyNot.OTHER_CALLS, WhyNot.OPTION_OFF)


@dataclass(frozen=True, slots=True)
class Effect:
    """A Python side effect that the function performs, directly or through a callee."""

    what: str
    """The kind: `output`, `input`, `write-global`, `write-attribute`, `write-item`, `mutate`, `random`, `clock`, …"""
    said: str
    """What the statement does, as the inference says it."""
    place: Place
    """Where in *this* function's body it happens: the statement itself, or the call that leads to it."""
    through: str = ""
    """The call that leads to it, as it is written; empty where the function does it itself."""
    chain: tuple[Step, ...] = ()
    print_call: bool = False
    """The statement at `place` is a call of the builtin `print` that shows what runs change: `tf.print` can do so."""
    why_not: WhyNot | None = None
    """Why it may not matter; None where it does."""
    implementation: str = ""
    """The class whose method alone has it, where that is why."""
    on_arguments: bool = False
    """It changes a list, dictionary or other object that the caller passes."""
    refused: bool = False
    """What it changes there is a list or a dictionary: `tf.function` compares them before and after the trace."""
    call: WrittenCall | None = None
    """The call at `place` that does it."""
    seeds: bool = False
    """It sets the seed of all random numbers that TensorFlow draws."""
    leaves_tensor: bool = False
    """What it changes may hold a tensor of the graph afterwards."""
    unused: bool = False
    """It is a statement of its own: nothing computes with what it gives, if it gives anything."""

    @property
    def direct(self) -> bool:
        """The function does it itself."""
        return not self.through

    @property
    def cause(self) -> Place:
        """Where the statement stands that does it."""
        return self.chain[-1].place if self.chain else self.place


@dataclass(frozen=True, slots=True)
class Computation:
    """What a call of the function does."""

    has_side_effects: bool | None = False
    effects: tuple[Effect, ...] = ()
    is_recursive: bool | None = False
    recursion: tuple[Step, ...] = ()
    """The cycle of calls that makes the function recursive."""
    has_tensor_computation: bool | None = False
    perhaps_recursive: bool = False
    """The cycle may lead elsewhere, back to the method of another object, or down into a structure that ends."""
    may_be_needed: bool = False
    """That it computes nothing of tensors is no reason to do without a graph.

    The body, or a method that it calls, does nothing or raises: somebody else is to write it. Or, of what is a graph,
    each run writes a summary, draws random numbers or runs Python code, or what arrives may hold tensors.
    """


@dataclass(frozen=True, slots=True)
class Callers:
    """Who runs the function."""

    called: bool = False
    """Some caller inside the project reaches the function (tests and module bodies included)."""
    covered: bool = False
    """All its callers run as graphs already."""
    only_keras: bool = False
    """Keras alone runs it: nothing in the project calls it eagerly with tensors."""
    handed_over: bool = False
    """Unseen code is handed it, and may call it."""
    looped: bool = False
    """A function of the project that cannot be a graph runs it in a loop, whoever calls that function.

    A step of training may run with every so many rounds only.
    """
    nested: bool = False
    """It is defined inside another function."""
    hook: bool = False
    """A class that nobody described calls it, as its own method, and may make a graph of it."""
    redundant: Redundancy | None = None
    """It need not be hybrid."""
    switched_off: Place | None = None
    """The switch by which it runs eagerly, decorated or not, in every program that calls it."""
    perhaps_eager: bool = False
    """Such a switch hangs on a flag in some of these programs, so that what fails in graphs may never be one."""


KERAS_STEPS = frozenset({"train_step", "test_step", "predict_step"})
"""Methods of a model that Keras itself makes graphs of."""
CALLED_BY_KERAS = KERAS_STEPS | {"call", "update_state", "result", "__call__"}
"""Methods that Keras calls in graphs."""


class TracedBy(Enum):
    """What makes the graph in which a function runs anyway."""

    CALLERS = "callers"
    """All its callers are graphs."""
    FRAMEWORK = "framework"
    """TensorFlow traces it itself, as what is handed to `dataset.map`."""
    KERAS = "keras"
    """It is a method that Keras calls from its own graphs."""


@dataclass(frozen=True, slots=True)
class Redundancy:
    """A hybrid function would be part of a graph without its decorator, too."""

    by: TracedBy
    calls: tuple[Step, ...] = ()
    made_in_trace: str = ""
    """What each trace of the graph around makes again: the function itself, or the parameter that gets an object."""
    handed_on: frozenset[str] = frozenset()
    """The parameters for which a caller passes what it is passed itself: there may be more than is seen."""
    hides: bool = False
    """Keras calls it, perhaps under a strategy or to run eagerly, which the graph does not let through."""


class Switched(Enum):
    """What a statement makes run eagerly."""

    FUNCTIONS = "functions"
    """Every `tf.function` of the process."""
    MODEL = "model"
    """What Keras runs of one model."""
    DATASETS = "datasets"
    """What `tf.data` runs."""


@dataclass(frozen=True, order=True, slots=True)
class EagerSwitch:
    """A statement that makes what should be a graph run eagerly, and that nothing takes back."""

    place: Place
    subject: Subject = field(compare=False)
    """The function or module in which it stands."""
    what: Switched = field(compare=False)
    written: str = field(compare=False)
    callee: str = field(default="", compare=False)
    """Of a call that does more than that: what is called, as it is written."""
    alone: bool = field(default=False, compare=False)
    """It is a whole statement that does nothing else."""
    needed: Place | None = field(default=None, compare=False)
    """What it makes run eagerly and a graph would not do, if there is such a place."""
    gains: bool = field(default=True, compare=False)
    """Something that it makes run eagerly would run as a graph."""


class Mismatching(Enum):
    """What does not fit."""

    DTYPES = "dtypes"
    SHAPES = "shapes"
    BROADCAST = "broadcast"
    """The shapes, and nothing is raised."""


@dataclass(frozen=True, order=True, slots=True)
class Mismatch:
    """A statement that the framework refuses whatever arrives there, or that computes something else than is meant."""

    place: Place
    subject: Subject = field(compare=False)
    """The function or module in which it stands."""
    what: Mismatching = field(compare=False)
    written: str = field(compare=False)
    """The call or operation."""
    reason: str = field(compare=False)
    """Why, in the framework's words as far as it has any."""
    related: tuple[Step, ...] = field(default=(), compare=False)


class Safety(Enum):
    """Whether a repair may be made without asking."""

    SAFE = "safe"
    """Every premise is proven: the program does the same afterwards."""
    UNSAFE = "unsafe"
    """It rests on an assumption, or changes something that somebody may notice."""
    DISPLAY_ONLY = "display-only"
    """No edit can be made: it is for people to do."""


@dataclass(frozen=True, slots=True)
class Traces:
    """How often a hybrid function is traced while its program runs once."""

    known: int | None = None
    """The traces that the program's constants tell."""
    unbounded: bool = False
    """There are more: one for each round of a loop whose rounds are not written in the program."""
    of_one_object: int | None = None
    """Of a method, the most that one object has; None where that is not asked, or as many as there are."""


@dataclass(frozen=True, slots=True)
class Block:
    """A run of statements in an eager loop, or in a function that a loop calls, and the function that it would be."""

    subject: Subject
    """The function or module in which it stands."""
    place: Place
    """From the beginning of its first statement to the end of its last one."""
    anchor: int
    """The line of the statement before which the function goes: the outermost loop, or the `def` around the block."""
    loop: Place
    """The loop that runs it in each round."""
    name: str
    inputs: tuple[str, ...] = ()
    results: tuple[str, ...] = ()
    receiver: str = ""
    """The name of `self`, where the function is a method; else empty."""
    numbers: tuple[tuple[str, str], ...] = ()
    """The inputs that are Python numbers which change with the rounds, or arrays of another dtype than the tensors that
    they meet, with the dtype of the tensors to pass instead.
    """
    augmented: tuple[str, ...] = ()
    """The inputs that are changed by `+=` and the like, which arrays are in place."""
    trains: bool = False
    """It asks a tape for gradients."""
    obstructed: bool = False
    """One line in it does what no graph keeps: it is a near miss."""
    rounds: int | None = None
    """How often one run of the program runs it; None where that is not known."""
    traced: int | None = None
    """How many of these rounds one trace serves: those in one call of the function around it, if calls trace anew."""
    enough: int = 0
    """Rounds that take as long as its trace, about."""

    @property
    def qualname(self) -> str:
        """The name of the function with the classes and functions around it."""
        around = self.subject.qualname
        if self.anchor == self.subject.place.line and around:
            around = around.rpartition(".")[0]
        return f"{around}.{self.name}" if around else self.name

    @property
    def signature(self) -> str:
        """The function as messages show it: `train_step(x, y) -> loss`."""
        return f"{self.name}({', '.join(self.inputs)})" + (f" -> {', '.join(self.results)}" if self.results else "")


class Action(Enum):
    """What may be recommended."""

    HYBRIDIZE = "hybridize"
    DEHYBRIDIZE = "dehybridize"
    RECONFIGURE = "reconfigure"


def has_tensor(parameters: Iterable[Parameter]) -> bool | None:
    """Whether some parameter receives tensors, alone or in a container."""
    return _any([found for p in parameters for found in (p.tensor, p.container)])


def has_literal(parameters: Iterable[Parameter]) -> bool | None:
    """Whether some parameter receives a literal."""
    return _any([p.literal for p in parameters])


def _any(values: list[bool | None]) -> bool | None:
    """Three-valued `any`."""
    if True in values:
        return True
    return None if None in values else False
