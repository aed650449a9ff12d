"""What callers of `hybridize.analyze` give: options by name, checked and converted."""

from __future__ import annotations

from collections.abc import Mapping

from hybridize.surfaces.options import (
    ANALYSIS_OPTIONS,
    OptionError,
    as_flag,
    as_list,
    as_models,
    as_option,
    did_you_mean,
)
from hybridize.surfaces.selection import selectors

_FLAGS = ("preview", "force_exclude", "no_cache")
_SELECTORS = ("select", "ignore", "extend_select")
_PATTERNS = ("exclude", "extend_exclude")


def checked_values(options: Mapping[str, object]) -> dict[str, object]:
    """The values for `make_settings`; raises TypeError for an unknown option, ValueError for a wrong value."""
    known = {option.field: option for option in ANALYSIS_OPTIONS}
    values: dict[str, object] = {}
    for name, value in options.items():
        try:
            if name == "models" and value is not None:
                values[name] = as_models(value)
            elif name in known:
                values[name] = None if value is None else as_option(known[name], value)
            elif name in _SELECTORS:
                values[name] = None if value is None else selectors(as_list(value))
            elif name in _PATTERNS:
                values[name] = None if value is None else as_list(value)
            elif name in _FLAGS:
                values[name] = None if value is None else as_flag(value)
            elif name != "models":
                near = did_you_mean(name, [*known, *_SELECTORS, *_PATTERNS, *_FLAGS, "models"])
                raise TypeError(f"there is no option {name!r}{near}")
        except OptionError as error:
            raise ValueError(f"{name} {error}") from None
    return values
