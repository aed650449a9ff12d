"""Descriptions that others write: their words are checked, and brought into the form of the shipped data.

A project describes its own helpers under `[tool.hybridize.models]`; a third party ships a file. Both say what an entry
of the shipped data says (docs/frameworks.md), and may write lists where the data has words between blanks, and
`pure = true` where the data has no `effect`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from hybridize.frameworks.kinds import parse_kind

EFFECT = re.compile(
    r"output|input|random|clock|environment|file|mutates-receiver|configures-receiver|mutates-argument:\w+|switch|"
    r"other|unknown"
)
"""The side effects that an entry can have."""
TAGS = frozenset(
    "calls-main chain compiles computes context context-manager creates-variable dataset-transformation "
    "decorator-factory deferred do-not-convert eager-only eager-only-until-2.15 eager-switch frozen-random graph-only "
    "hybridizes inspects-function iterates keeps-arguments makes-class partial passthrough-decorator py-function "
    "python-random runs-graph runs-once seed-state stateful static uses-function weightless".split()
)
"""The tags that an entry can have."""
_NAME = re.compile(r"[^\W\d]\w*(\.[^\W\d]\w*)*")
_PATTERN = re.compile(_NAME.pattern + r"(\.\*)?")
_KINDS = ("constant", "attribute", "returns")
_WORDS = ("class", "parameters", "tags")
_RELEASES = ("since", "until")
_CALLBACK = ("parameter", "arguments", "hybrid", "structure")


class DescriptionError(Exception):
    """What is wrong with a description, in a phrase that follows its name."""


def description(name: str, given: object) -> dict[str, Any]:
    """One described name in the form of the data; raises DescriptionError.

    `effect` is in the result exactly where something is said about side effects; "" means that there are none.
    """
    if not _PATTERN.fullmatch(name):
        raise DescriptionError("must be a name with dots, or such a name followed by `.*`")
    if not isinstance(given, Mapping):
        raise DescriptionError(f'must be a table as {{ returns = "tensor" }}, not {given!r}')
    known = [*_WORDS, *_KINDS, *_RELEASES, "effect", "pure", "callbacks"]
    for key in given:
        if key not in known:
            raise DescriptionError(f"has no key `{key}`; the keys are {', '.join(f'`{each}`' for each in known)}")
    out: dict[str, Any] = {key: _words(key, given[key]) for key in _WORDS if key in given}
    for key in (*_KINDS, *_RELEASES):
        if key in given:
            out[key] = _kind(key, given[key]) if key in _KINDS else _text(key, given[key])
    for tag in out.get("tags", "").split():
        if tag not in TAGS:
            raise DescriptionError(f"`tags`: there is no tag `{tag}`")
    for base in out.get("class", "").split():
        if not _NAME.fullmatch(base):
            raise DescriptionError(f"`class`: {base!r} is no name")
    if "callbacks" in given:
        out["callbacks"] = _callbacks(given["callbacks"])
    if "effect" in given or "pure" in given:
        out["effect"] = _effect(given)
    return out


def model(content: object) -> dict[str, Any]:
    """The content of a model that a third party ships, checked; raises DescriptionError."""
    if not isinstance(content, Mapping):
        raise DescriptionError("must hold one table")
    out: dict[str, Any] = {}
    for key, value in content.items():
        if key not in _SECTIONS:
            raise DescriptionError(f"has no section `{key}`; the sections are {', '.join(map(repr, _SECTIONS))}")
        if not isinstance(value, Mapping):
            raise DescriptionError(f"`{key}` must be a table")
        out[key] = dict(value)
    for section, keys in (("renamed", ()), ("aliases", ()), ("files", ()), ("kinds", ()), ("frameworks", _FRAMEWORK)):
        for name, value in out.get(section, {}).items():
            for text in value.values() if keys and isinstance(value, Mapping) else [value]:
                if not isinstance(text, str):
                    raise DescriptionError(f"`{section}`: {name!r} must be a string, not {text!r}")
            if keys and not (isinstance(value, Mapping) and set(value) <= set(keys)):
                raise DescriptionError(f"`{section}`: {name!r} must be a table with {' and '.join(map(repr, keys))}")
    out["symbols"] = {name: _named("symbols", name, given) for name, given in out.get("symbols", {}).items()}
    out["policies"] = {name: _policy(name, given) for name, given in out.get("policies", {}).items()}
    out["hooks"] = {name: _hook(name, given) for name, given in out.get("hooks", {}).items()}
    for name, places in out.get("moved", {}).items():
        if not isinstance(places, list) or not all(isinstance(place, str) for place in places):
            raise DescriptionError(f"`moved`: {name!r} must be a list of names")
    return out


_SECTIONS = (
    "symbols", "aliases", "hooks", "files", "renamed", "moved", "policies", "kinds", "frameworks",
)  # fmt: skip
_FRAMEWORK = ("title", "decorator")
_POLICY = ("function", "class", "constant", "function-tags", "class-tags", "effect", "text")


def _named(section: str, name: str, given: object) -> dict[str, Any]:
    try:
        if name.endswith("*"):
            raise DescriptionError("must be a name without `*`: what is said of a whole package is a policy")
        return description(name, given)
    except DescriptionError as error:
        raise DescriptionError(f"`{section}`: {name!r} {error}") from None


def _policy(name: str, given: object) -> dict[str, str]:
    if not isinstance(given, Mapping) or not all(isinstance(value, str) for value in given.values()):
        raise DescriptionError(f"`policies`: {name!r} must be a table of strings")
    for key in given:
        if key not in _POLICY:
            raise DescriptionError(f"`policies`: {name!r} has no key `{key}`")
    entry = {("returns" if key in ("function", "class", "constant") else key): given[key] for key in given}
    words = " ".join(given.get(key, "") for key in ("function-tags", "class-tags"))
    entry = {"tags": words, **({"effect": entry["effect"]} if entry.get("effect") else {})}
    for kind in ("function", "class", "constant"):
        _named("policies", name, {**entry, "returns": given.get(kind, "unknown")})
    return {"text": f"what `{name}` does without an entry of its own follows its policy", **given}


def _hook(name: str, given: object) -> dict[str, Any]:
    keys = ("parameters", "keywords", "invoked_by", "effects_discarded")
    if not isinstance(given, Mapping) or not set(given) <= set(keys):
        raise DescriptionError(f"`hooks`: {name!r} must be a table with {', '.join(map(repr, keys))}")
    keywords = given.get("keywords", {})
    if not isinstance(keywords, Mapping) or not isinstance(given.get("parameters", []), list):
        raise DescriptionError(f"`hooks`: {name!r}: `parameters` must be a list and `keywords` a table of kinds")
    for kind in (*given.get("parameters", ()), *keywords.values()):
        try:
            _kind("parameters", kind)
        except DescriptionError as error:
            raise DescriptionError(f"`hooks`: {name!r} {error}") from None
    return dict(given)


def _effect(given: Mapping[str, object]) -> str:
    pure, effect = given.get("pure"), given.get("effect")
    if not isinstance(pure, bool) and "pure" in given:
        raise DescriptionError(f"`pure` must be true or false, not {pure!r}")
    if effect is None:
        return "" if pure else "other"
    if not isinstance(effect, str) or effect and not EFFECT.fullmatch(effect):
        raise DescriptionError(f"`effect`: {effect!r} is no side effect that hybridize knows")
    if pure and effect:
        raise DescriptionError("cannot be pure and have an `effect`")
    return effect


def _callbacks(given: object) -> list[dict[str, Any]]:
    if not isinstance(given, list):
        raise DescriptionError("`callbacks` must be a list of tables")
    for each in given:
        if not isinstance(each, Mapping) or not set(each) <= set(_CALLBACK):
            raise DescriptionError(f"`callbacks`: each is a table with {', '.join(f'`{key}`' for key in _CALLBACK)}")
        if not isinstance(each.get("parameter"), (str, int)) or not isinstance(each.get("hybrid", False), bool):
            raise DescriptionError("`callbacks`: `parameter` is a name or a position, `hybrid` true or false")
        if not isinstance(each.get("arguments", []), list):
            raise DescriptionError("`callbacks`: `arguments` must be a list of kinds")
        for kind in each.get("arguments", ()):
            _kind("callbacks", kind)
    return [dict(each) for each in given]


def _words(key: str, value: object) -> str:
    if isinstance(value, list) and all(isinstance(word, str) for word in value):
        return " ".join(value)
    if isinstance(value, str):
        return value
    raise DescriptionError(f"`{key}` must be a list of strings, not {value!r}")


def _text(key: str, value: object) -> str:
    if isinstance(value, str):
        return value
    raise DescriptionError(f"`{key}` must be a string, not {value!r}")


def _kind(key: str, value: object) -> str:
    text = _text(key, value)
    try:
        parse_kind(text)
    except ValueError as error:
        raise DescriptionError(f"`{key}`: {error}") from None
    return text
