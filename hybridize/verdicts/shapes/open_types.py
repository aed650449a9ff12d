"""Hybrid functions whose traces one `input_signature` would make one: tensors of several shapes arrive."""

from __future__ import annotations

from hybridize.frameworks.tensor_types.types import TensorKind, TensorType
from hybridize.inference.results.facts import Facts, FunctionFacts
from hybridize.inference.results.signatures import SignatureChecks, type_said
from hybridize.inference.results.structures import leaves, structure
from hybridize.program.expected import is_expected_to_fail
from hybridize.program.places import definition_place, place_of
from hybridize.verdicts.evidence.safety import OpenTypes
from hybridize.verdicts.model.parts import InputSignature, Step, StepKind


class OpenTypeSearch:
    """Finds the parameters whose shapes or dtypes differ between the calls of a graph."""

    def __init__(self, facts: Facts) -> None:
        self._facts = facts
        self._checks = SignatureChecks(facts.evaluator)

    def of(self, function: FunctionFacts, signature: InputSignature) -> list[OpenTypes]:
        """The parameters for which a function is traced anew, and the signature stops that."""
        here = definition_place(function.module.file.relative, function.node)
        out: list[OpenTypes] = []
        for name, _ in signature.specs:
            for part, found in self._types(function, name).items():
                if len(found) > 1 or any("?" in each for each in found):
                    out.append(OpenTypes(here, part, tuple(found), chain=tuple(found.values())))
        return out

    def _types(self, function: FunctionFacts, name: str) -> dict[str, dict[str, Step]]:
        """The types of a parameter, or of each of its members, as far as they tell calls apart; each with a call."""
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


def _plain(type: TensorType) -> TensorType:
    """Which dtype and shape it has: an array becomes a tensor of these."""
    return TensorType(TensorKind.TENSOR, type.dtype, type.shape)


def _is_known(type: TensorType) -> bool:
    """Whether each length is known, or has a name since it differs from tensor to tensor, as that of a batch."""
    return type.shape is not None and None not in type.shape
