"""The `input_signature` that the types of a function's parameters come to, and what one refuses or would bring."""

from __future__ import annotations

from collections.abc import Sequence

from astroid import nodes

from hybridize.frameworks.tensor_types.types import TensorKind
from hybridize.frameworks.tensor_types.types import TensorType as InferredType
from hybridize.inference.domain.queries import only
from hybridize.inference.domain.tensors import Array, Tensor
from hybridize.inference.facts.enumerations import Misfit
from hybridize.inference.facts.facts import Facts, FunctionFacts, ParameterFacts
from hybridize.inference.facts.signatures import SignatureChecks, SignatureRefusal, type_said
from hybridize.inference.facts.structures import Arriving, Leaf, leaves, structure
from hybridize.program.calls import called_by
from hybridize.program.expected import is_expected_to_fail
from hybridize.program.inside import nodes_inside
from hybridize.program.places import definition_place, place_of
from hybridize.program.scopes import default_of
from hybridize.program.syntax import is_name
from hybridize.verdicts.evidence.safety import OpenTypes, RefusedCall
from hybridize.verdicts.model.parts import (
    InputSignature,
    Parameter,
    SpecStructure,
    Step,
    StepKind,
    TensorSpec,
    TensorType,
)
from hybridize.verdicts.model.steps import step_of
from hybridize.verdicts.values.arrays import Arrays
from hybridize.verdicts.values.parameters import reported

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
_OF_SIGNATURE = frozenset({Misfit.UNSPECIFIED, Misfit.EXTRA})
"""What is wrong with a signature before anybody calls the function."""


class Signatures:
    """Infers signatures from the types that arrive."""

    def __init__(self, facts: Facts, arrays: Arrays) -> None:
        self._facts = facts
        self._arrays = arrays

    def of(self, function: FunctionFacts, parameters: Sequence[Parameter]) -> InputSignature | None:
        """The signature; None where some parameter has no specification.

        What is left to its default by all calls is left out, and so is everything behind it.
        """
        specs: list[tuple[str, TensorSpec | SpecStructure]] = []
        omitted = False
        for facts, parameter in zip(function.parameters, parameters, strict=True):
            if facts.receiver:
                continue
            if not facts.incoming and (facts.is_star or default_of(function.node, facts.name) is not None):
                omitted = True
                continue
            by_position = not omitted and parameter.kind == "positional-or-keyword"
            fits = by_position and not _needs_variable(function, facts.name)
            spec = self._spec(function, facts, parameter) if fits else None
            if spec is None:
                return None
            specs.append((facts.name, spec))
        return InputSignature(tuple(specs)) if specs and self._facts.has_all_types(function.node) else None

    def has_names(self, function: FunctionFacts, signature: InputSignature) -> bool:
        """Whether the file has names for what a signature needs: the module, or each symbol by itself."""
        if any(isinstance(called_by(mark.node), nodes.Attribute) for mark in function.hybrids):
            return True
        names: set[str] = set()
        for statement in function.module.tree.nodes_of_class((nodes.Import, nodes.ImportFrom)):
            if isinstance(statement, nodes.Import):
                names.update(name for name, _ in statement.names)
            elif statement.modname == "tensorflow":
                names.update(f"tensorflow.{name}" for name, _ in statement.names)
        whole = {"tensorflow", "tensorflow.*", "tensorflow.compat.v2"}
        return not names.isdisjoint(whole) or names >= {f"tensorflow.{symbol}" for symbol in signature.symbols}

    def _spec(
        self, function: FunctionFacts, facts: ParameterFacts, parameter: Parameter
    ) -> TensorSpec | SpecStructure | None:
        """The specification of everything that arrives at one parameter."""
        if parameter.literal or facts.unknown or not function.contexts:
            return None
        if not only(facts.typed, Tensor, Array):
            found = structure(self._facts.evaluator, function.contexts[0], facts.typed)
            return None if found is None else _of_structure(found)
        if not parameter.possible or not (parameter.tensor or parameter.array):
            return None
        return _of_types(parameter.possible, self._arrays.met_dtype(function, facts))


def _needs_variable(function: FunctionFacts, name: str) -> bool:
    """Whether the body uses a parameter as only a variable can be used."""
    attributes = nodes_inside(function.node, nodes.Attribute)
    return any(is_name(each.expr, name) and each.attrname.startswith(_OF_VARIABLES) for each in attributes)


def _of_structure(found: Arriving) -> TensorSpec | SpecStructure | None:
    if isinstance(found, Leaf):
        return _of_types(reported(found.types), None)
    members = [(key, _of_structure(each)) for key, each in found.members]
    known = tuple((key, each) for key, each in members if each is not None)
    return SpecStructure(found.type, known) if len(known) == len(members) else None


def _of_types(types: Sequence[TensorType], met: str | None) -> TensorSpec | None:
    """One specification for all types; arrays take the dtype of the tensors that they meet."""
    kinds = {each.kind for each in types}
    if not kinds <= _TENSORS and len(kinds) > 1 or not kinds <= _SPECS.keys():
        return None
    pinned = met if kinds == {"ndarray"} else None
    dtypes = {each.dtype for each in types} if pinned is None else {pinned}
    dtype = dtypes.pop()
    if dtypes or dtype is None or dtype == "object":
        return None
    shape, rank = _shape(types), None
    if "ragged" in kinds:
        ranks = {each.ragged_rank for each in types}
        rank = ranks.pop() if len(ranks) == 1 else None
        if rank is None or shape is None:
            return None
        rank = rank if rank != len(shape) - 1 else None
    return TensorSpec(_SPECS[sorted(kinds)[-1]], dtype, shape, rank)


def _shape(types: Sequence[TensorType]) -> tuple[int | None, ...] | None:
    """What the shapes have in common: None for a length that differs, or for all where the ranks do."""
    shapes = [each.shape for each in types]
    known = [shape for shape in shapes if shape is not None]
    if len(known) < len(shapes) or len({len(shape) for shape in known}) > 1:
        return None
    return tuple(lengths[0] if len(set(lengths)) == 1 else None for lengths in zip(*known))


class RefusedCalls:
    """Finds the calls that an `input_signature` refuses, but for those that are there to fail."""

    def __init__(self, facts: Facts) -> None:
        self._checks = SignatureChecks(facts.evaluator)

    def of(self, function: FunctionFacts) -> list[RefusedCall]:
        """What is refused, each with all calls that are refused for it."""
        found = [each for each in self._checks.refusals(function) if not is_expected_to_fail(each.node)]
        here = definition_place(function.module.file.relative, function.node)
        alike: dict[tuple[Misfit, str], list[SignatureRefusal]] = {}
        for each in sorted(found, key=_order):
            alike.setdefault((each.misfit, each.parameter), []).append(each)
        return [
            RefusedCall(here, first.misfit, first.parameter, first.given, first.wanted, chain=_calls([first, *others]))
            for first, *others in alike.values()
        ]


def _calls(refused: list[SignatureRefusal]) -> tuple[Step, ...]:
    """The calls that are refused, each once."""
    called = {each.node: each.context.module_path for each in refused if each.misfit not in _OF_SIGNATURE}
    return tuple([step_of(path, call, StepKind.CALLED_AS) for call, path in called.items()])


def _order(found: SignatureRefusal) -> tuple[bool, str, int, int]:
    """What is wrong with the signature itself comes first."""
    return (
        found.misfit not in _OF_SIGNATURE, found.context.module_path,
        found.node.lineno or 0, found.node.col_offset or 0,
    )  # fmt: skip


class OpenTypeSearch:
    """Finds parameters of graphs whose types differ between the calls: one signature would make their traces one."""

    def __init__(self, facts: Facts) -> None:
        self._facts = facts
        self._checks = SignatureChecks(facts.evaluator)

    def of(self, function: FunctionFacts, signature: InputSignature) -> list[OpenTypes]:
        """The parameters whose values would retrace a function without its signature."""
        here = definition_place(function.module.file.relative, function.node)
        out: list[OpenTypes] = []
        for name, _ in signature.specs:
            for part, found in self._types(function, name).items():
                if len(found) > 1 or any("?" in each for each in found):
                    out.append(OpenTypes(here, part, tuple(found), chain=tuple(found.values())))
        return out

    def _types(self, function: FunctionFacts, name: str) -> dict[str, dict[str, Step]]:
        """The types of a parameter, or of each of its members, that differ between calls; each with one call."""
        out: dict[str, dict[str, Step]] = {}
        for call, caller, value in self._checks.passed(function, name):
            if caller.module_path in self._facts.silent_about(function) or is_expected_to_fail(call):
                continue
            found = structure(self._facts.evaluator, caller, value)
            for part, leaf in leaves(found, name) if found is not None else ():
                for _, type in leaf.types:
                    if type is not None and _is_known(type):
                        said = type_said(_plain(type))
                        step = Step(place_of(caller.module_path, call), StepKind.SPEC, part, said)
                        out.setdefault(part, {}).setdefault(said, step)
        return out


def _plain(type: InferredType) -> InferredType:
    """Which dtype and shape it has: an array becomes a tensor of these."""
    return InferredType(TensorKind.TENSOR, type.dtype, type.shape)


def _is_known(type: InferredType) -> bool:
    """Whether each length is known, or has a name since it differs from tensor to tensor, as that of a batch."""
    return type.shape is not None and None not in type.shape
