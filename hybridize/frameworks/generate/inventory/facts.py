"""The facts about one object: its signature, its annotation, what its docstring and its body say."""

from __future__ import annotations

import inspect
import re
from typing import Any, Dict, List, Optional

from .bodies import body
from .names import full_name, role, type_name

SECTION = re.compile(r"^\s*(Returns?|Yields?)\s*:?\s*$|^\s*(Returns?|Yields?):(.*)$")


def signature(value: Any) -> Optional[List[List[str]]]:
    """`[name, kind, default]` of every parameter, without self; None where Python cannot tell."""
    try:
        parameters = list(inspect.signature(value).parameters.values())
    except (TypeError, ValueError):
        return None
    found = []
    for each in parameters:
        default = "" if each.default is each.empty else re.sub(r" at 0x[0-9a-f]+", "", repr(each.default))[:60]
        found.append([each.name, each.kind.name, default])
    return found


def annotation(value: Any) -> str:
    """The return annotation as text."""
    try:
        found = inspect.signature(value).return_annotation
    except (TypeError, ValueError):
        return ""
    if found is inspect.Signature.empty:
        return ""
    if isinstance(found, str):
        return found
    if isinstance(found, type) and not isinstance(found, type(List[int])):
        return "{}.{}".format(found.__module__, found.__qualname__)
    return re.sub(r"typing\.|NoneType", lambda m: "None" if m[0] == "NoneType" else "", str(found))


def returns_section(value: Any) -> str:
    """The text under `Returns:` (or `Yields:`) of a docstring, in one line."""
    lines = (inspect.getdoc(value) or "").splitlines()
    for number, line in enumerate(lines):
        match = SECTION.match(line)
        if match is None:
            continue
        if set("".join(lines[number + 1 : number + 2]).strip()) == {"-"}:
            return underlined(lines[number + 2 :])
        indent = len(line) - len(line.lstrip())
        text = [match.group(3) or ""]
        for following in lines[number + 1 :]:
            here = len(following) - len(following.lstrip())
            if following.strip() and here <= indent:
                break
            text.append(following)
        words = " ".join(" ".join(text).split())
        return ("Yields: " if (match.group(1) or match.group(2)).startswith("Y") else "") + words[:400]
    return ""


def underlined(lines: List[str]) -> str:
    """The types in NumPy's form of the section: `out : ndarray` at its margin; several are separated by `; `."""
    found = []
    for number, line in enumerate(lines):
        if set("".join(lines[number + 1 : number + 2]).strip()) == {"-"}:
            break
        if line.strip() and not line.startswith(" "):
            found.append(line.strip())
    return "; ".join(found)[:400]


def summary(value: Any) -> str:
    """The first paragraph of a docstring, in one line."""
    return " ".join((inspect.getdoc(value) or "").partition("\n\n")[0].split())[:200]


def deprecation(value: Any) -> str:
    """What the docstring says about deprecation."""
    words = inspect.getdoc(value) or ""
    match = re.search(r"(?:\(deprecated[^)]*\)|Deprecated[:.])[^\n]*(?:\n[^\n]+)*", words)
    if match is None:  # In NumPy's form, and of the thing itself: arguments are told of below the first headline.
        match = re.search(r"\.\. deprecated::[^\n]*", re.split(r"\n-{3,}\n", words)[0])
    if match is None:
        return ""
    text = re.search(r"(?:THIS FUNCTION IS|SOME ARGUMENTS ARE) DEPRECATED[^\n]*\n?[^\n]*", words)
    return " ".join((text or match)[0].split())[:200]


def describe(value: Any) -> Dict[str, Any]:
    """The facts about one object."""
    facts: Dict[str, Any] = {"role": role(value), "path": full_name(value)}
    if facts["role"] == "constant":
        facts["type"] = type_name(type(value))
        return facts
    for key, found in (
        ("signature", signature(value)),
        ("annotation", annotation(value) if facts["role"] != "class" else ""),
        ("returns", returns_section(value) if facts["role"] != "class" else ""),
        ("summary", summary(value)),
        ("deprecated", deprecation(value)),
        ("body", body(value) if facts["role"] != "class" else []),
        ("context", is_context_manager(value)),
    ):
        if found not in (None, "", False, []):
            facts[key] = found
    return facts


def is_context_manager(value: Any) -> bool:
    """Made by `contextlib.contextmanager`, or a class that can stand in a `with` statement."""
    if inspect.isclass(value):
        return hasattr(value, "__enter__")
    inner = getattr(value, "__wrapped__", None)
    code = getattr(value, "__code__", None)
    return inner is not None and code is not None and code.co_filename.endswith("contextlib.py")


def describe_member(raw: Any, value: Any) -> Dict[str, Any]:
    if isinstance(raw, (staticmethod, classmethod)) and not inspect.isclass(value):
        facts = describe(value)
        facts["role"] = "method"
        facts["static"] = True
        return facts
    if isinstance(raw, property) or inspect.isdatadescriptor(raw) or type(raw).__name__ == "cached_property":
        getter = getattr(raw, "fget", None) or getattr(raw, "func", None)
        facts = {"role": "property", "path": full_name(getter) if getter else ""}
        for key, found in (
            ("body", body(getter) if getter else []),
            ("annotation", annotation(getter) if getter else ""),
            ("returns", returns_section(raw) or (returns_section(getter) if getter else "")),
            ("summary", summary(raw)),
        ):
            if found:
                facts[key] = found
        return facts
    if inspect.isclass(raw) or inspect.isclass(value):
        return {"role": "attribute", "type": "builtins.type", "path": type_name(raw)}
    if callable(value):
        facts = describe(value)
        facts["role"] = "method"
        if facts.get("signature"):
            facts["signature"] = facts["signature"][1:]
        return facts
    return {"role": "attribute", "type": type_name(type(value)), "path": ""}
