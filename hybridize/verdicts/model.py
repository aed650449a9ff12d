"""What is decided about one function: the row of the report, as a typed object.

Everything a user sees - findings, report, explanation - is computed from these objects and from nothing else.
Lines and columns count from 1, paths are relative to the project root with forward slashes. `None` in a three-valued
field means undetermined, and then `failures` holds the reason. See CONTRACT.md, "The report".
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, order=True, slots=True)
class Place:
    """A place in the analysed code."""

    path: str
    line: int
    column: int = 1
    end_line: int | None = None
    end_column: int | None = None


@dataclass(frozen=True, order=True, slots=True)
class Step:
    """One link of a chain of evidence: what happened where (`called with 10`, `made by tf.constant`)."""

    place: Place
    text: str


@dataclass(frozen=True, order=True, slots=True)
class LiteralValue:
    """A literal that arrives at a parameter: its source text and the call site that passes it."""

    value: str
    place: Place
    inside: bool = False
    """It stands inside a container or in a field of an object that is passed, so that others may belong to it; or it
    is one of the things that may be passed, and some of these are not known."""
    loop: Place | None = None
    """The loop in whose rounds the value changes, here or around the calls that lead here."""
    rounds: int | None = None
    """How many rounds that are, where the program says so."""
    traced: bool = True
    """The call runs the graph, if the function has one; not where it is called as it was before `tf.function(f)`."""


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
    """The arguments to pass as tensors instead of numbers, and whether the body certainly does the same with them."""

    arguments: tuple[Argument, ...]
    safe: bool


@dataclass(frozen=True, slots=True)
class TensorType:
    """One possible type of a parameter; dtype None = unknown, shape None = unknown rank."""

    kind: str = "tensor"
    dtype: str | None = None
    shape: tuple[int | None, ...] | None = None
    ragged_rank: int | None = None


@dataclass(slots=True)
class Parameter:
    """One parameter of a function."""

    name: str
    index: int
    kind: str
    tensor: bool | None = False
    container: bool | None = False
    literal: bool | None = False
    evidence: tuple[str, ...] = ()
    assumed_plain: bool = False
    """`tensor` is False for want of any sign of one: what arrives is not known, and nothing else tells."""
    types: tuple[TensorType, ...] = ()
    literal_values: tuple[LiteralValue, ...] = ()
    conversion: Conversion | None = None
    """How a hybrid function can be given tensors instead of the literals."""
    sources: tuple[Place, ...] = ()
    chain: tuple[Step, ...] = ()
    """For `explain`: how the tensor (or literal) came here, nearest call first."""


@dataclass(slots=True)
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
class Reason:
    """A failure, hazard or assumption: its kind (CONTRACT.md lists them), a sentence, and where."""

    kind: str
    message: str
    place: Place
    chain: tuple[Step, ...] = ()
    """The calls that lead from the function to `place`, for transitive reasons; also extra evidence."""


@dataclass(frozen=True, slots=True)
class Effect:
    """A Python side effect that the function performs, directly or through a callee."""

    what: str
    """The kind: `output`, `input`, `write-global`, `write-attribute`, `write-item`, `mutate`, `random`, `clock`, …"""
    message: str
    place: Place
    """Where in *this* function's body it happens: the statement itself, or the call that leads to it."""
    direct: bool
    chain: tuple[Step, ...] = ()
    print_call: bool = False
    """The statement at `place` is a call of the builtin `print` (repairable with `tf.print`)."""
    makes_variable: bool = False
    """It keeps a variable that it makes in the first trace, under a test whether there is one: as it is meant to be."""


MADE_ANEW, NEW_OBJECTS, LENGTHS, SHAPES, DTYPES = "made-anew", "new-objects", "lengths", "shapes", "dtypes"
"""Kinds of the reasons in `Verdict.retraces`."""


@dataclass(frozen=True, slots=True)
class Traces:
    """How often a hybrid function is traced while its program runs once."""

    known: int | None
    """The traces that the program's constants tell."""
    unbounded: bool
    """There are more: one for each round of a loop whose rounds are not written in the program."""


@dataclass(slots=True)
class GainEstimate:
    """What hybridizing is expected to bring."""

    level: str = "none"
    operations: int = 0
    loops: tuple[Place, ...] = ()
    runs: int = 0
    """What the operations come to with the layers, loops and gradients among them, about: the level goes by it."""


def has_signature(arguments: Mapping[str, str] | None) -> bool:
    """Whether the written arguments of `tf.function` have an `input_signature`, which makes tensors of what arrives."""
    return (arguments or {}).get("input_signature", "None") != "None"


@dataclass(slots=True)
class Verdict:
    """One function of the report."""

    path: str
    module: str
    qualname: str
    place: Place
    """From the `def` keyword's line and column to the end of the signature line (`end_column` of the name)."""
    end_line: int
    hybrid: bool = False
    hybridized_by: tuple[Hybridization, ...] = ()
    tf_function_arguments: dict[str, str] | None = None
    parameters: list[Parameter] = field(default_factory=list)
    implicit_parameters: list[ImplicitParameter] = field(default_factory=list)
    has_side_effects: bool | None = False
    is_recursive: bool | None = False
    has_tensor_computation: bool | None = False
    covered_by_callers: bool | None = False
    gain: GainEstimate = field(default_factory=GainEstimate)
    precondition: str | None = None
    published_precondition: str | None = None
    transformation: str | None = None
    input_signature: str | None = None
    failures: list[Reason] = field(default_factory=list)
    hazards: list[Reason] = field(default_factory=list)
    assumptions: list[Reason] = field(default_factory=list)

    effects: list[Effect] = field(default_factory=list)
    recursion: tuple[Step, ...] = ()
    """The cycle of calls that makes the function recursive."""
    retraces: list[Reason] = field(default_factory=list)
    """Retracing that is not a literal parameter: made anew in a loop, objects made for each call, many shapes."""
    traces: Traces = Traces(None, False)
    """The estimate for a hybrid function, made of constants, calls and loops."""
    nested: bool = False
    """It is defined inside another function."""
    left_to_keras: bool = False
    """Keras alone runs it: nothing in the project calls it eagerly with tensors."""
    unprofitable: str = ""
    """Why a graph would not pay although the function could be one: too seldom run, or on other shapes each time."""
    loop: Place | None = None
    """A loop that leads to an eager call of it, however far up."""
    served_by: tuple[Step, ...] = ()
    """The callers that should become graphs, so that it need not: one decorator there serves both."""
    decorator: Place | None = None
    """The hybrid decorator to remove, if there is exactly one and nothing forbids its removal."""
    decorator_symbol: str | None = None
    called: bool = False
    """Some caller inside the project reaches the function (tests and module bodies included)."""
    proven: bool = False
    """Every premise of the precondition rests on dataflow from known callers."""
    framework: str = "TensorFlow"
    """The title of what would run it as a graph."""
    hybrid_decorator: str = "tensorflow.function"
    """The decorator with which that makes functions hybrid."""
    fixable: bool = False
    """An edit can be made at all (a plain `def`, nothing on the line that forbids it)."""
    codes: list[str] = field(default_factory=list)
    """Filled in by the rules."""

    @property
    def candidate(self) -> bool:
        """It is hybrid, or it has (or may have) a tensor-like parameter (paper, section V-B3)."""
        return self.hybrid or self.has_tensor_parameter is not False

    @property
    def has_tensor_parameter(self) -> bool | None:
        """Some explicit parameter receives tensors, alone or in a container."""
        return _any([p.tensor for p in self.parameters] + [p.container for p in self.parameters])

    @property
    def has_literal_parameter(self) -> bool | None:
        """Some explicit parameter receives a literal."""
        return _any([p.literal for p in self.parameters])

    @property
    def key(self) -> tuple[str, str, int]:
        """What identifies a function in a report: path, qualified name, line of `def`."""
        return (self.path, self.qualname, self.place.line)


def _any(values: list[bool | None]) -> bool | None:
    """Three-valued `any`."""
    if True in values:
        return True
    return None if None in values else False
