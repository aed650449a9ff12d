"""What rules produce: findings, and the edits that would repair them.

Edits are declarations ("give this function that decorator"); how they become text is the business of `fixes`.
"""

from __future__ import annotations

from dataclasses import dataclass

from hybridize.verdicts.model.parts import Place, Safety, Subject


@dataclass(frozen=True)
class AddDecorator:
    """Put `@symbol` (spelled as the file spells it) on the function defined at `line` of `path`.

    `arguments` are keywords with values, written as those of `ChangeArguments` are.
    """

    path: str
    line: int
    qualname: str
    symbol: str = "tensorflow.function"
    arguments: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class RemoveDecorator:
    """Take the decorator that stands at `decorator_line` off the function defined at `line`."""

    path: str
    line: int
    qualname: str
    decorator_line: int


@dataclass(frozen=True)
class ReplaceCallee:
    """Replace the called expression at (line, column), written `old`, by `symbol` in the file's spelling."""

    path: str
    line: int
    column: int
    old: str
    symbol: str


@dataclass(frozen=True)
class ChangeArguments:
    """Change arguments of the call whose callee stands at (line, column) and is written `callee`.

    A decorator without parentheses counts as a call without arguments. An argument is named by its position (from 0)
    or its keyword. In the values of `put`, `{}` stands for what the argument was, `{tensorflow.constant}` for that
    symbol in the file's spelling, `{{` and `}}` for braces. `put` adds a keyword that the call does not have.
    """

    path: str
    line: int
    column: int
    callee: str
    put: tuple[tuple[int | str, str], ...] = ()
    rename: tuple[tuple[str, str], ...] = ()
    """Keywords: old name, new name."""
    remove: tuple[int | str, ...] = ()


@dataclass(frozen=True)
class Unwrap:
    """Replace the call whose callee stands at (line, column), written `callee`, by what it wraps.

    That is its first argument, or its argument `func`: `g = tf.function(f, jit_compile=True)` becomes `g = f`.
    """

    path: str
    line: int
    column: int
    callee: str


@dataclass(frozen=True)
class ReplaceExpression:
    """Replace the expression at (line, column), written `old`, by `new`.

    In `new`, `{tensorflow.shape}` stands for that symbol in the file's spelling, `{{` and `}}` for braces.
    """

    path: str
    line: int
    column: int
    old: str
    new: str


@dataclass(frozen=True)
class RemoveStatement:
    """Take the statement away that stands at (line, column) and is written `written`.

    It is one that binds no name: a call, or the assignment of an attribute or item.
    """

    path: str
    line: int
    column: int
    written: str


@dataclass(frozen=True)
class ExtractFunction:
    """Make a function of the statements from `line` to `end_line`, and call it in their place.

    The function goes before the statement that begins at `anchor`: a loop around the statements, or the `def` around
    them. It takes `inputs` and returns `results`; with a `receiver` it is a method, called on that.
    """

    path: str
    line: int
    end_line: int
    anchor: int
    name: str
    inputs: tuple[str, ...] = ()
    results: tuple[str, ...] = ()
    receiver: str = ""
    numbers: tuple[tuple[str, str], ...] = ()
    """Inputs for which the call passes a tensor of their value, with its dtype."""
    symbol: str = "tensorflow.function"
    """The decorator; empty for none."""


@dataclass(frozen=True)
class ChangeComment:
    """Put `new` in the place of `old`, the last text like it on the line, or at its end where `old` is empty.

    Only comments may change by it.
    """

    path: str
    line: int
    old: str
    new: str


Edit = (
    AddDecorator | RemoveDecorator | ReplaceCallee | ReplaceExpression | ChangeArguments | Unwrap | RemoveStatement
    | ExtractFunction | ChangeComment
)  # fmt: skip

SAFE = Safety.SAFE.value
UNSAFE = Safety.UNSAFE.value
DISPLAY_ONLY = Safety.DISPLAY_ONLY.value


@dataclass(frozen=True)
class Fix:
    """A repair: `applicability` is safe, unsafe or display-only; `description` is an imperative phrase."""

    applicability: str
    description: str
    edits: tuple[Edit, ...] = ()


@dataclass(frozen=True)
class Reason:
    """A failure, hazard or assumption in words: its kind (CONTRACT.md lists them), a sentence, and where."""

    kind: str
    message: str
    place: Place


@dataclass(frozen=True)
class Related:
    """Another place that a finding is about, and what is there."""

    place: Place
    message: str


@dataclass(frozen=True)
class Finding:
    """One line of output."""

    code: str
    name: str
    message: str
    place: Place
    subject: Subject
    severity: str = "warning"
    """`warning` or `error`."""
    confidence: str = "proven"
    """`proven`, or `assumed` when it rests on an assumption."""
    fix: Fix | None = None
    assumptions: tuple[Reason, ...] = ()
    related: tuple[Related, ...] = ()
    origin: Place | None = None
    """Where that stands which is wrong, if not at `place`: behind a call, say."""
    remedy: str = ""
    """What to do, as an order in one sentence; empty where only the fix says it."""
    inputs: tuple[str, ...] | None = None
    """Of a block that could be a function: the names that it would take."""
    results: tuple[str, ...] | None = None
    """The names that it would return."""

    @property
    def cause(self) -> Place:
        """Where that stands which is wrong: one cause gets one code, the most specific of those that speak of it."""
        return self.origin or self.place

    @property
    def qualname(self) -> str:
        """The function that it is about, or in which its subject lies; empty where that lies in no function."""
        return self.subject.qualname
