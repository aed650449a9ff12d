"""What is decided about one function, as frozen objects that are built once.

A verdict holds kinds, names, numbers and places, and no sentences: those are written in `sentences`. Findings, fixes,
the report and the explanation are made from verdicts and from nothing else. Lines and columns count from 1, paths are
relative to the project root with forward slashes. `None` in a three-valued field means undetermined; then
`Decision.failures` holds the reason.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from hybridize.frameworks.framework import TENSORFLOW, Framework
from hybridize.program.position import Place
from hybridize.settings import Gain
from hybridize.verdicts.model.parts import (
    Action,
    Block,
    Callers,
    Computation,
    Conversion,
    GraphMode,
    ImplicitParameter,
    InputSignature,
    Parameter,
    Safety,
    Step,
    Subject,
    Traces,
    has_literal,
    has_tensor,
)

if TYPE_CHECKING:
    from hybridize.verdicts.evidence.base import Evidence
    from hybridize.verdicts.evidence.retracing import Retrace


@dataclass(frozen=True, slots=True)
class Retracing:
    """How often a hybrid function is traced, and why."""

    traces: Traces = Traces()
    reasons: tuple[Retrace, ...] = ()
    """Retracing that is not a literal parameter: made anew in a loop, objects made for each call, many shapes."""
    changing: tuple[str, ...] = ()
    """The parameters for whose Python numbers and texts it is traced again."""
    passing_tensors: Safety = Safety.DISPLAY_ONLY
    """How safe it is to pass tensors there instead."""


@dataclass(frozen=True, slots=True)
class JudgedBlock:
    """A block, and what is decided about the function that it would be."""

    block: Block
    safety: Safety
    operations: int
    """The expressions that compute in one round."""
    runs: int
    """What these come to in a graph, about."""
    framework: Framework = TENSORFLOW
    assumptions: tuple[Evidence, ...] = ()
    obstacle: Evidence | None = None
    """What has to be changed first; then the edit alone does not do."""

    @property
    def near_miss(self) -> NearMiss | None:
        """What alone keeps it from being a graph, or its fix from being safe."""
        if self.obstacle is not None:
            return NearMiss(self.obstacle)
        alone = self.safety is Safety.UNSAFE and len(self.assumptions) == 1
        return NearMiss(self.assumptions[0], from_safety=True) if alone else None


@dataclass(frozen=True, slots=True)
class GainEstimate:
    """What hybridizing is expected to bring."""

    level: Gain = Gain.NONE
    operations: int = 0
    loops: tuple[Place, ...] = ()
    """The loops around the calls of the function."""
    runs: int = 0
    """What the operations come to with the layers, loops and gradients among them, about: the level goes by it."""
    leading_loop: Place | None = None
    """A loop that leads to an eager call of the function, however far up."""
    iterator: str = ""
    """What goes through its rounds, where it is a call of code outside of the project: `scipy.optimize.minimize`."""
    assumed: tuple[Evidence, ...] = ()
    """What is not known, and is taken to compute with tensors: without that there is no gain."""
    unprofitable: Evidence | None = None
    """Why a graph would not pay although the function could be one: too seldom run, or on other shapes each time."""


@dataclass(frozen=True, slots=True)
class Decision:
    """Which preconditions hold, and what keeps the others from it."""

    precondition: str | None = None
    """The one that holds by the published conditions and ours."""
    published_precondition: str | None = None
    """The one that holds by the published conditions alone."""
    transformation: str | None = None
    """`hybridize` or `dehybridize`."""
    failures: tuple[Evidence, ...] = ()
    hazards: tuple[Evidence, ...] = ()
    assumptions: tuple[Evidence, ...] = ()
    proven: bool = False
    """Every premise of the precondition rests on dataflow from known callers: there are no assumptions."""


@dataclass(frozen=True, slots=True)
class Advice:
    """Whether an eager function may become a graph by what TensorFlow does, not by the papers' tables."""

    basis: tuple[str, ...] = ()
    """Why it may: `P1` where the papers' precondition holds, else what is converted and what is traced few times."""
    obstacles: tuple[Evidence, ...] = ()
    """Why it may not although none of the papers' conditions, nor a hazard, says so."""
    assumptions: tuple[Evidence, ...] = ()
    """What the advice takes for granted beyond the assumptions of the analysis."""
    traces: Traces | None = None
    """How often it would be traced; None where nobody asked."""
    training: bool = False
    """It computes gradients and applies them: what is run again and again, if it is run at all."""
    updates: bool = False
    """It changes variables: what a loop runs every so many rounds belongs to what the loop computes."""
    conversions: tuple[tuple[str, Conversion], ...] = ()
    """The parameters whose numbers change from call to call, with the calls that must pass tensors in their place."""
    mended: tuple[Evidence, ...] = ()
    """The obstacles that this takes away."""

    @property
    def possible(self) -> bool:
        """The function may become a graph."""
        return bool(self.basis) and not self.obstacles


@dataclass(frozen=True, slots=True)
class Recommendation:
    """What is advised."""

    action: Action | None = None
    basis: tuple[str, ...] = ()
    """Why it may be done: the precondition that holds, or what is converted and what is traced few times."""
    fix: Safety | None = None
    """How safe the edit is that does it; None where there is none."""
    traces: Traces | None = None
    """How often the function is traced, or would be; None where nobody asked."""
    granted: tuple[Evidence, ...] = ()
    """What is taken for granted beyond the assumptions of the analysis."""
    served_by: tuple[Step, ...] = ()
    """The callers that should become graphs, so that it need not: one decorator there serves both."""
    conversions: tuple[tuple[str, Conversion], ...] = ()
    """The parameters for which the calls must pass tensors in the place of numbers, and these calls."""


@dataclass(frozen=True, slots=True)
class NearMiss:
    """What alone holds an eager function back that would gain as a graph."""

    cause: Evidence
    from_safety: bool = False
    """It is advised to be a graph, and the cause alone keeps the fix from being safe."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """One function, and what is decided about it."""

    subject: Subject
    end_line: int
    """The last line of the body."""
    parameters: tuple[Parameter, ...] = ()
    implicit_parameters: tuple[ImplicitParameter, ...] = ()
    mode: GraphMode = GraphMode()
    computation: Computation = Computation()
    callers: Callers = Callers()
    retracing: Retracing = Retracing()
    gain: GainEstimate = GainEstimate()
    decision: Decision = Decision()
    recommendation: Recommendation = Recommendation()
    faults: tuple[Evidence, ...] = ()
    """What goes wrong in it since it is traced; nothing where it is not."""
    framework: Framework = TENSORFLOW
    """What would run it as a graph."""
    near_miss: NearMiss | None = None
    """The one thing that holds it back, if it is one."""
    input_signature: InputSignature | None = None
    """With `--input-signatures`: what would pin the types that arrive, of a function that is or may become a graph."""

    @property
    def path(self) -> str:
        """The file that holds it."""
        return self.subject.path

    @property
    def qualname(self) -> str:
        """Its name, with the classes and functions around it."""
        return self.subject.qualname

    @property
    def place(self) -> Place:
        """Where findings about the whole function stand."""
        return self.subject.place

    @property
    def hybrid(self) -> bool:
        """It runs as a graph by itself."""
        return self.mode.hybrid

    @property
    def candidate(self) -> bool:
        """It is hybrid, or it has (or may have) a tensor-like parameter (paper, section V-B3)."""
        return self.hybrid or self.has_tensor_parameter is not False

    @property
    def has_tensor_parameter(self) -> bool | None:
        """Some explicit parameter receives tensors, alone or in a container."""
        return has_tensor(self.parameters)

    @property
    def has_literal_parameter(self) -> bool | None:
        """Some explicit parameter receives a literal."""
        return has_literal(self.parameters)
