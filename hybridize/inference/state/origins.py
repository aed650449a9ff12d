"""What callees hand on to their callers: effects, conditions and assumptions, each made once."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from astroid import nodes

from hybridize.inference.domain.objects import AbstractObject
from hybridize.inference.state.assumptions import Assumption, Because, Use

MAY_RAISE = "may raise under a condition on a tensor: tracing runs both sides"
"""How the message of a condition ends that says no more."""
UNTIL_KERAS_3 = "works only eagerly up to TensorFlow 2.15"
"""How the message of a condition ends that concerns releases up to 2.15 alone, which bring Keras 2."""
SEED_STATE = "makes a variable for its seed in Keras 3"
"""How the message of a condition ends that Keras 2 does not have."""
WITH_KERAS_2 = "needs the value of the tensor with Keras 2"
"""The same of functions that give an array and that a graph runs from Keras 3 on."""
LEFT_BY_KERAS_3 = "which Keras 3 does not let AutoGraph convert"
"""The same of conditions and loops on tensors below `call`, losses and metrics: Keras 2 converts those."""


CONFIGURE = "configure"
"""What `DirectEffect.what` says where a framework sets its own state anew: no side effect, but graphs keep the old."""


@dataclass(frozen=True, slots=True, eq=False)
class DirectEffect:
    """A Python side effect of one statement; `target` is the object written to (None: the world outside)."""

    what: str
    node: nodes.NodeNG
    message: str
    target: AbstractObject | None
    unguarded: DirectEffect | None = None
    """The same effect where no test stands before it; None where that is this one.

    A test lets a guarded effect happen once for all calls, or outside of graphs only: see `program.first_call_guards`.
    """
    stands_for_others: bool = False
    """It stands for all that a context has beyond a number, on objects that are no longer told apart."""
    certain: bool = True
    """False: what arrives at the statement may be something of which it is no effect, or tells nothing that changes."""
    name: str = ""
    """The attribute, global or captured name that gets a value; empty for items, for what is deleted and for calls."""


class Certainty(Enum):
    """How certain it is that what arrives somewhere is a tensor."""

    MIXED = "mixed"
    """Something else than tensors arrives as well, as far as is known: the values are not told apart."""
    DOUBTFUL = "doubtful"
    """Something may arrive with which it works."""
    UNSEEN = "unseen"
    """Nothing but tensors arrive as far as is known, but some are only taken for tensors, or have no known type."""
    SEEN = "seen"
    """Nothing but tensors arrive, of known dtypes or shapes; or there is nothing to ask."""


@dataclass(frozen=True, slots=True, eq=False)
class Condition:
    """Something that works eagerly and fails, changes or is pointless under tracing, at one place."""

    kind: str
    node: nodes.NodeNG
    message: str
    certainty: Certainty = Certainty.SEEN
    """How certain it is that tensors make it one."""


Origin = DirectEffect | Condition | Assumption
"""Where what arrives at a caller comes from."""


class Origins:
    """Makes the origins of one analysis.

    Several contexts of a function have the same ones, and every caller looks them up, so equal ones are one object and
    are compared by identity.
    """

    def __init__(self) -> None:
        self._effects: dict[tuple[str, nodes.NodeNG, str, AbstractObject | None, bool, str], DirectEffect] = {}
        self._conditions: dict[tuple[str, nodes.NodeNG, str, Certainty], Condition] = {}
        self._assumptions: dict[tuple[Use, nodes.NodeNG, Because, str, str], Assumption] = {}

    def effect(
        self, what: str, node: nodes.NodeNG, message: str, target: AbstractObject | None, certain: bool, name: str
    ) -> DirectEffect:
        """The side effect of these parts."""
        key = (what, node, message, target, certain, name)
        found = self._effects.get(key)
        if found is None:
            found = self._effects[key] = DirectEffect(what, node, message, target, certain=certain, name=name)
        return found

    def condition(
        self, kind: str, node: nodes.NodeNG, message: str, certainty: Certainty = Certainty.SEEN
    ) -> Condition:
        """The condition of these parts."""
        key = (kind, node, message, certainty)
        found = self._conditions.get(key)
        if found is None:
            found = self._conditions[key] = Condition(kind, node, message, certainty)
        return found

    def assumption(
        self, use: Use, node: nodes.NodeNG, because: Because, name: str = "", member: str = ""
    ) -> Assumption:
        """The assumption of these parts."""
        key = (use, node, because, name, member)
        found = self._assumptions.get(key)
        if found is None:
            found = self._assumptions[key] = Assumption(use, node, because, name, member)
        return found
