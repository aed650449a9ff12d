"""Calls that the `input_signature` of a hybrid function refuses."""

from __future__ import annotations

from hybridize.inference.results.enumerations import Misfit
from hybridize.inference.results.facts import Facts, FunctionFacts
from hybridize.inference.results.signatures import SignatureChecks, SignatureRefusal
from hybridize.program.expected import is_expected_to_fail
from hybridize.program.places import definition_place
from hybridize.verdicts.evidence.safety import RefusedCall
from hybridize.verdicts.model.parts import Step, StepKind
from hybridize.verdicts.model.steps import step_of

OF_SIGNATURE = frozenset({Misfit.UNSPECIFIED, Misfit.EXTRA})
"""What is wrong with a signature before anybody calls the function."""


class RefusedCalls:
    """Finds the calls, but for those that are there to fail."""

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
    called = {each.node: each.context.module_path for each in refused if each.misfit not in OF_SIGNATURE}
    return tuple([step_of(path, call, StepKind.CALLED_AS) for call, path in called.items()])


def _order(found: SignatureRefusal) -> tuple[bool, str, int, int]:
    """What is wrong with the signature itself comes first."""
    return (
        found.misfit not in OF_SIGNATURE, found.context.module_path, found.node.lineno or 0, found.node.col_offset or 0,
    )  # fmt: skip
