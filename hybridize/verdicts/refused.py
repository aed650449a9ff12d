"""Calls that the `input_signature` of a hybrid function refuses."""

from __future__ import annotations

from hybridize.inference.results.enumerations import Misfit
from hybridize.inference.results.facts import Facts, FunctionFacts
from hybridize.inference.results.signatures import SignatureChecks, SignatureRefusal
from hybridize.program.expected import is_expected_to_fail
from hybridize.program.places import definition_place
from hybridize.verdicts.evidence import RefusedCall
from hybridize.verdicts.model import StepKind
from hybridize.verdicts.steps import step_of

OF_SIGNATURE = frozenset({Misfit.UNSPECIFIED, Misfit.EXTRA})
"""What is wrong with a signature before anybody calls the function."""


class RefusedCalls:
    """Finds the calls, but for those that are there to fail."""

    def __init__(self, facts: Facts) -> None:
        self._checks = SignatureChecks(facts.evaluator)

    def of(self, function: FunctionFacts) -> list[RefusedCall]:
        """The first thing that is refused, with all calls that are."""
        found = [each for each in self._checks.refusals(function) if not is_expected_to_fail(each.node)]
        if not found:
            return []
        found.sort(key=_order)
        first, here = found[0], definition_place(function.module.file.relative, function.node)
        calls = {
            each.node: step_of(each.context.module_path, each.node, StepKind.CALLED_AS)
            for each in found
            if each.misfit not in OF_SIGNATURE
        }
        chain = tuple(calls.values())
        return [RefusedCall(here, first.misfit, first.parameter, first.given, first.wanted, chain=chain)]


def _order(found: SignatureRefusal) -> tuple[bool, str, int, int]:
    """What is wrong with the signature itself comes first."""
    return (
        found.misfit not in OF_SIGNATURE, found.context.module_path, found.node.lineno or 0, found.node.col_offset or 0,
    )  # fmt: skip
