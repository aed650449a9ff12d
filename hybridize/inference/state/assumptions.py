"""What is taken for granted of code that cannot be seen, at one place of the program."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from astroid import nodes


class Use(Enum):
    """What the program does with something that cannot be seen."""

    CALL = "call"
    METHOD = "method"
    ATTRIBUTE = "attribute"
    OPERATOR = "operator"
    """Comparisons, subscripts and tests of truth are operators, too."""
    ITERATION = "iteration"
    MANAGER = "context-manager"
    PROTOCOL = "protocol"
    """It is converted, compared, hashed, measured or printed, which its special methods do."""
    DECORATOR = "decorator"
    CONSTRUCT = "construct"
    """A construct of the language itself."""

    # Members are single: their identity is cheaper than what `Enum` hashes.
    __hash__ = object.__hash__


class Because(Enum):
    """Why something cannot be seen."""

    UNDESCRIBED = "undescribed"
    """Nobody described its package."""
    NO_ENTRY = "no-entry"
    """Its package is described, but not this name of it."""
    UNKNOWN_EFFECT = "unknown-effect"
    """The description says that it may do anything (`eval`)."""
    UNKNOWN_OBJECT = "unknown-object"
    """Which object it is could not be found out."""
    NO_RUN = "no-run"
    """It is described, but no run shows that it does the same in a trace, given what it is given here."""
    NOT_FOLLOWED = "not-followed"
    """It is the project's own, and used so often that it is not followed."""
    GIVEN_UP = "given-up"
    """It is the project's own, and its analysis was not carried to the end."""

    __hash__ = object.__hash__


@dataclass(frozen=True, slots=True, eq=False)
class Assumption:
    """That a use of something unseen changes nothing that anybody can observe. `Origins` makes each once."""

    use: Use
    node: nodes.NodeNG
    because: Because
    name: str = ""
    """The qualified name of the function, or of the object's class; empty where it is not known."""
    member: str = ""
    """The method, attribute or operator; empty where the thing itself is used."""
