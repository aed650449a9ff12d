"""Words that sentences of several families use."""

from __future__ import annotations

from hybridize.program.position import shortened
from hybridize.verdicts.model.parts import Effect, Place

SHOWN_VALUES = 4
"""Values that a sentence names."""
SHOWN_ATTRIBUTES = 3
"""Attributes of an object that a sentence names."""
SHOWN_CALL = 40
"""Characters of a call that a sentence shows."""
SHOWN_CHANGE = 28
"""Characters of an assignment that a sentence shows."""


def shorter(text: str) -> str:
    """A text with the names that most programs have for the packages."""
    return text.replace("`tensorflow.", "`tf.").replace("`numpy.", "`np.")


def where(place: Place, near: Place) -> str:
    """A place as sentences name it: the file only where it is another one than that of what they speak of."""
    return f"line {place.line}" if place.path == near.path else f"{file(place.path)}:{place.line}"


def file(path: str) -> str:
    """The name of a file, with the folder of one that every package has."""
    parts = path.rsplit("/", 2)
    name = "/".join(parts[-2:] if parts[-1].startswith("__") else parts[-1:])
    return name if len(name) <= LONGEST_FILE else f"…{name[1 - LONGEST_FILE:]}"


LONGEST_FILE = 28
TAKE_OUTSIDE = "Take the element where the function is called, and pass it."


def effect(found: Effect, place: str = "") -> str:
    """What a function does to the world outside; `place` is where it does so, if that lies in what it calls."""
    through = "" if found.direct else f"{place} (through `{shortened(found.through, SHOWN_CALL)}`)"
    return done(found) + through


def done(found: Effect) -> str:
    """What the statement does that has the effect."""
    return shorter(found.said)


def counted(number: int, noun: str) -> str:
    """`1 operation`, `2,000 operations`."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def listed(words: tuple[str, ...]) -> str:
    """Some of the words, the last behind "or"."""
    shown = [*words[:SHOWN_VALUES], *(["others"] if len(words) > SHOWN_VALUES else [])]
    return shown[0] if len(shown) == 1 else f"{', '.join(shown[:-1])} or {shown[-1]}"


def attribute_list(parameter: str, attributes: tuple[str, ...], default: str) -> str:
    """`x.images`, `x.labels` and 2 more: attributes of a parameter; `default` if there are none."""
    shown = [f"`{parameter}.{each}`" for each in attributes[:SHOWN_ATTRIBUTES]]
    more = len(attributes) - len(shown)
    shown += [f"{more} more"] if more else []
    return f"{', '.join(shown[:-1])} and {shown[-1]}" if len(shown) > 1 else "".join(shown) or default
