"""Evidence: why something holds of a function or does not, as a kind with typed fields and a place.

Each class is one thing that can be said; `sentences` writes it in words. `kind` is the word by which the report knows
it, and several classes may share one.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar

from hybridize.verdicts.model.parts import Place, Step


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
