"""Axes that differ between calls and that the body reads as Python numbers: `None` under an inferred signature."""

from __future__ import annotations

from collections.abc import Iterator

from astroid import nodes

from hybridize.inference.facts.facts import Facts, FunctionFacts, ParameterFacts
from hybridize.inference.facts.provenance import argument_of
from hybridize.program import statements
from hybridize.program.inside import reads_of
from hybridize.program.lookup import constant, made_by
from hybridize.program.places import place_of
from hybridize.program.scopes import parameter_names
from hybridize.program.syntax import members
from hybridize.verdicts.evidence.base import Evidence
from hybridize.verdicts.evidence.safety import DifferingAxis
from hybridize.verdicts.model.parts import InputSignature, SpecStructure, TensorSpec
from hybridize.verdicts.shapes.specs import Spec, Specs


def read_axes(facts: Facts, function: FunctionFacts, signature: InputSignature | None) -> list[Evidence]:
    """Where the function, or the `build` of a layer that it calls, reads such an axis."""
    specs = {} if signature is None else dict(signature.specs)
    for parameter in function.parameters:
        open_axes = _open_axes(Specs(facts.callees), parameter, function) | _unsaid(specs.get(parameter.name))
        if not open_axes:
            continue
        path = function.module.file.relative
        for read in _reads(function.node, f"{parameter.name}.shape", open_axes):
            return [DifferingAxis(place_of(path, read), parameter.name)]
        for build_path, build in _builds(facts, function):
            for read in _reads(build, parameter_names(build)[1], open_axes):
                return [DifferingAxis(place_of(build_path, read), parameter.name)]
    return []


def _builds(facts: Facts, function: FunctionFacts) -> Iterator[tuple[str, nodes.FunctionDef]]:
    """The `build` methods that a `call` leads to: its own, and those of the layers that it calls."""
    if function.node.name != "call" or function.site.owner is None:
        return
    reached = [(context.module_path, context.scope) for context in facts.graph.reached(function.contexts)]
    own = [(function.module.file.relative, each) for each in function.site.owner.locals.get("build", ())]
    for path, each in own + reached:
        if isinstance(each, nodes.FunctionDef) and each.name == "build" and len(parameter_names(each)) > 1:
            yield path, each


def _open_axes(known: Specs, parameter: ParameterFacts, function: FunctionFacts) -> set[int]:
    """The axes whose length differs between the calls, from the front and from the end; all where the rank does."""
    specs = set()
    for passed in parameter.incoming:
        argument = argument_of(passed.node, parameter, function)
        spec = None if argument is None else known.of(made_by(argument))
        if spec is not None:
            specs.add(spec)
    return _differing(specs)


def _unsaid(spec: TensorSpec | SpecStructure | None) -> set[int]:
    """The axes of which a signature says nothing, likewise."""
    if not isinstance(spec, TensorSpec):
        return set()
    if spec.shape is None:
        return {*range(-MOST_AXES, MOST_AXES), _RANK}
    return {each for axis in spec.open_axes for each in (axis, axis - len(spec.shape))}


def _differing(specs: set[Spec]) -> set[int]:
    ranks = {len(spec.shape) for spec in specs}
    if len(ranks) > 1:
        return set(range(-max(ranks), max(ranks))) | {_RANK}
    axes = [axis for axis, sizes in enumerate(zip(*(spec.shape for spec in specs))) if len({*sizes}) > 1]
    return {each for rank in ranks for axis in axes for each in (axis, axis - rank)}


MOST_AXES = 8
"""Axes of a tensor of unknown rank that may be read."""
_RANK = 1000
"""Stands among the axes for the number of axes."""


def _reads(function: nodes.FunctionDef, shape: str, axes: set[int]) -> Iterator[nodes.NodeNG]:
    """The expressions in which a function reads the axes of what is written `shape`."""
    for read in function.nodes_of_class(nodes.Subscript):
        if read.value.as_string() == shape and constant(read.slice) in axes:
            yield read
    for statement in statements(function):
        if isinstance(statement, nodes.For):
            if _RANK in axes and statement.iter.as_string() == shape:
                yield statement.iter
        elif isinstance(statement, nodes.Assign) and statement.value.as_string() == shape:
            names = (name for target in statement.targets for name in enumerate(members(target)))
            if any(reads_of(function, getattr(name, "name", "")) for axis, name in names if axis in axes):
                yield statement.value
