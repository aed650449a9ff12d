"""`hybridize types`: the source of functions, with what arrives at each parameter as comments."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from hybridize.surfaces.formats.view import View
from hybridize.surfaces.report import FunctionReport
from hybridize.verdicts.model.parts import Parameter, TensorType

_KINDS = {"tensor": "", "ndarray": "NumPy array of ", "keras": "symbolic ", "variable": "variable of "}
SHOWN = 4
"""Types and values of one parameter that are named."""


def typed(view: View, functions: Iterable[FunctionReport]) -> str:
    """Each function with its types, separated by blank lines. A function inside another is shown with that alone."""
    shown: list[FunctionReport] = []
    for row in functions:
        if not any(row.path == each.path and row.end_line <= each.end_line for each in shown[-1:]):
            shown.append(row)
    inner = {(row.path, row.place.line): row for row in functions}
    return "\n".join("".join(f"{line}\n" for line in _function(view, row, inner)) for row in shown)


def _function(view: View, row: FunctionReport, inner: dict[tuple[str, int], FunctionReport]) -> Iterator[str]:
    yield f"# {view.at(row.place)}: {row.qualname}"
    for number in range(row.place.line, row.end_line + 1):
        text = view.line(row.path, number) or ""
        found = inner.get((row.path, number))
        if found is not None:
            margin = text[: len(text) - len(text.lstrip())]
            for parameter in found.parameters:
                yield f"{margin}# {parameter.name}: {said(parameter)}"
        yield text


def said(parameter: Parameter) -> str:
    """What arrives at a parameter, in words."""
    parts = [type_text(each) for each in parameter.types[:SHOWN]]
    if len(parameter.types) > SHOWN:
        parts.append("…")
    if parameter.container:
        parts.append("tensors in a container")
    elif parameter.tensor and not parts:
        parts.append("a tensor")
    if parameter.array and not any(each.kind == "ndarray" for each in parameter.types):
        parts.append("NumPy array")
    if parameter.iterator:
        parts.append("a data set or its iterator")
    values = list(dict.fromkeys(each.value for each in parameter.literal_values))
    parts += values[:SHOWN] + ["…"] * (len(values) > SHOWN)
    if parts:
        return " | ".join(parts)
    return "not known" if parameter.tensor is None else "no tensor"


def type_text(each: TensorType) -> str:
    """A type as `float32[20, ?]`: `?` for what is not known, `[…]` for an unknown rank."""
    shape = "…" if each.shape is None else ", ".join("?" if length is None else str(length) for length in each.shape)
    kind = _KINDS.get(each.kind, f"{each.kind} ")
    return f"{kind}{each.dtype or '?'}[{shape}]"
