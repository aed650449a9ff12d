"""The `input_signature` that the types of a function's parameters come to."""

from __future__ import annotations

from collections.abc import Sequence

from astroid import nodes

from hybridize.inference.results.facts import FunctionFacts, ParameterFacts
from hybridize.verdicts.model import Parameter, TensorType

_SPECS = {
    "tensor": "TensorSpec",
    "variable": "TensorSpec",
    "ndarray": "TensorSpec",
    "keras": "TensorSpec",
    "ragged": "RaggedTensorSpec",
    "sparse": "SparseTensorSpec",
}
"""The specification of each kind. A variable arrives as a tensor, so none fits where the body assigns to it."""
_TENSORS = frozenset({"tensor", "variable", "ndarray", "keras"})
_OF_VARIABLES = ("assign", "scatter_", "batch_scatter", "load", "initial", "trainable", "handle")
"""How the names of attributes begin that only variables have."""


def inferred(function: FunctionFacts, parameters: Sequence[Parameter]) -> str | None:
    """The signature as text, without prefixes of modules; None where some parameter has none.

    What is left to its default by all calls is left out, and so is everything behind it.
    """
    specs: list[str] = []
    omitted = False
    for facts, parameter in zip(function.parameters, parameters, strict=True):
        if facts.receiver:
            continue
        if not facts.incoming and _is_optional(function, facts):
            omitted = True
            continue
        fits = not omitted and parameter.kind == "positional-or-keyword" and not _needs_variable(function, facts.name)
        spec = _spec(facts, parameter) if fits else None
        if spec is None:
            return None
        specs.append(spec)
    return f"[{', '.join(specs)}]" if specs else None


def _needs_variable(function: FunctionFacts, name: str) -> bool:
    """Whether the body uses a parameter as only a variable can be used."""
    return any(
        isinstance(each.expr, nodes.Name) and each.expr.name == name and each.attrname.startswith(_OF_VARIABLES)
        for each in function.node.nodes_of_class(nodes.Attribute)
    )


def _is_optional(function: FunctionFacts, facts: ParameterFacts) -> bool:
    """Whether a call may leave the parameter out."""
    if facts.kind in ("var-positional", "var-keyword"):
        return True
    arguments = function.node.args
    if facts.kind == "keyword-only":
        given = zip(arguments.kwonlyargs, arguments.kw_defaults, strict=False)
        return any(name.name == facts.name and default is not None for name, default in given)
    required = len(arguments.posonlyargs) + len(arguments.args or ()) - len(arguments.defaults or ())
    return facts.index >= required


def _spec(facts: ParameterFacts, parameter: Parameter) -> str | None:
    """The specification of everything that arrives at one parameter."""
    types = parameter.types
    if not types or parameter.tensor is not True or parameter.container or parameter.literal or facts.unknown:
        return None
    kinds = {each.kind for each in types}
    dtypes = {each.dtype for each in types}
    if not kinds <= _TENSORS and len(kinds) > 1 or not kinds <= _SPECS.keys() or len(dtypes) > 1:
        return None
    (dtype,) = dtypes
    if dtype is None or dtype == "object":
        return None
    shape = _shape(types)
    extra = ""
    if "ragged" in kinds:
        ranks = {each.ragged_rank for each in types}
        rank = ranks.pop() if len(ranks) == 1 else None
        if rank is None or shape is None:
            return None
        extra = f", ragged_rank={rank}" if rank != len(shape) - 1 else ""
    return f"{_SPECS[sorted(kinds)[-1]]}(shape={shape!r}, dtype={dtype}{extra})"


def _shape(types: Sequence[TensorType]) -> tuple[int | None, ...] | None:
    """What the shapes have in common: None for a length that differs, or for all where the ranks do."""
    shapes = [each.shape for each in types]
    known = [shape for shape in shapes if shape is not None]
    if len(known) < len(shapes) or len({len(shape) for shape in known}) > 1:
        return None
    return tuple(lengths[0] if len(set(lengths)) == 1 else None for lengths in zip(*known))
