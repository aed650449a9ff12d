"""The fields of dataclasses, attrs classes and named tuples, as their source states them."""

from __future__ import annotations

from typing import NamedTuple

from astroid import nodes


class Field(NamedTuple):
    """A field of a dataclass, an attrs class or a named tuple, as its class states it."""

    name: str
    init: bool
    """`__init__` takes it."""
    keyword: bool
    """By name only."""
    stored: bool
    """It is an attribute of the object; an `InitVar` goes to `__post_init__` alone."""


def own_fields(node: nodes.ClassDef) -> list[Field]:
    """The fields that the body of a class states: annotated names, and names that `attr.ib()` is assigned to."""
    out: list[Field] = []
    keyword = any(
        _is_true(k) for d in (node.decorators.nodes if node.decorators else ()) for k in getattr(d, "keywords", ())
        if k.arg == "kw_only"
    )  # fmt: skip
    for statement in node.body:
        value = getattr(statement, "value", None)
        if isinstance(statement, nodes.AnnAssign):
            target, kind = statement.target, _last_name(statement.annotation)
        elif isinstance(statement, nodes.Assign) and isinstance(value, nodes.Call) and _is_attr(value.func):
            target, kind = statement.targets[0], ""
        else:
            continue
        if kind == "KW_ONLY":
            keyword = True
        elif kind != "ClassVar" and isinstance(target, nodes.AssignName):
            stated = {k.arg: k for k in value.keywords} if isinstance(value, nodes.Call) else {}
            init = "init" not in stated or _is_true(stated["init"])
            by_name = _is_true(stated["kw_only"]) if "kw_only" in stated else keyword
            out.append(Field(target.name, init, by_name, kind != "InitVar"))
    return out


def _is_true(keyword: nodes.Keyword) -> bool:
    return not isinstance(keyword.value, nodes.Const) or bool(keyword.value.value)


def _is_attr(function: nodes.NodeNG) -> bool:
    return function.as_string() in ("attr.ib", "attr.attrib", "attrib", "ib", "attr.field", "attrs.field")


def _last_name(annotation: nodes.NodeNG) -> str:
    """`ClassVar` of `typing.ClassVar[int]`, whether it is a string or not."""
    if isinstance(annotation, nodes.Const):
        return str(annotation.value).partition("[")[0].rpartition(".")[2].strip()
    while isinstance(annotation, nodes.Subscript):
        annotation = annotation.value
    return str(getattr(annotation, "attrname", getattr(annotation, "name", "")))
