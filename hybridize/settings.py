"""The analysis options, one object for every surface (command line, flake8, pylint, Python).

The names are the command line's, with underscores; CONTRACT.md lists them. Reading them from files and from the
command line is the business of the surfaces: this module only says what exists and what the defaults are.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from enum import Enum


class Gain(str, Enum):
    """How much a function is expected to win by running as a graph."""

    NONE = "none"
    LOW = "low"
    MEDIUM = "medium"
    HIGH = "high"

    @property
    def rank(self) -> int:
        """Position in the order none < low < medium < high."""
        return list(Gain).index(self)


@dataclass(frozen=True)
class AnalysisOptions:
    """What changes the verdicts (not how they are printed)."""

    boolean_literals: bool = False
    """A Boolean argument counts as a literal argument (paper, section IV-A, Listing 6)."""
    follow_type_hints: bool = True
    """A parameter annotated as tensor(-like) is a tensor parameter (paper, section IV-C1)."""
    speculative: bool = True
    """Names and context decide where dataflow and annotations say nothing (paper, section IV-C2)."""
    test_entry_points: bool = True
    """pytest and unittest functions are callers."""
    include_tests: bool = False
    """Findings inside test files are reported too."""
    input_signatures: bool = False
    """Infer `input_signature` (P4)."""
    closed_world: bool = False
    """Nobody outside the project calls its functions."""
    min_gain: Gain = Gain.LOW
    """The least gain for which HYB001 speaks."""
    src: tuple[str, ...] = ()
    """Source roots for absolute imports, relative to the project root; empty = found."""
    target_tensorflow: str | None = None
    """The release whose rules apply, as `2.15`; None = only what holds on every supported release."""
    newest_tensorflow: str | None = None
    """The newest release that the project's requirements allow, if they allow several: nobody sets it."""
    models: Mapping[str, object] = field(default_factory=dict, hash=False)
    """The project's own helpers: descriptions by name (docs/frameworks.md), checked and as JSON writes them."""

    @property
    def before_keras_3(self) -> bool:
        """Whether only releases up to 2.15 count, which bring Keras 2."""
        return self.is_before(2, 16)

    def is_before(self, major: int, minor: int) -> bool:
        """Whether only releases of TensorFlow before this one count."""
        target = self.target_tensorflow or self.newest_tensorflow
        return target is not None and tuple(int(part) for part in target.split(".")) < (major, minor)

    def as_json(self) -> dict[str, object]:
        """The options as plain JSON values, for the report and for cache keys."""
        return {key: list(value) if isinstance(value, tuple) else value for key, value in asdict(self).items()}
