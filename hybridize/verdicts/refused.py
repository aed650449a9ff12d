"""Calls that the `input_signature` of a hybrid function refuses."""

from __future__ import annotations

from astroid import nodes

from hybridize.inference.results.enumerations import Misfit
from hybridize.inference.results.facts import Facts, FunctionFacts
from hybridize.inference.results.signatures import Refusal, SignatureChecks
from hybridize.program.places import definition_place
from hybridize.program.syntax import last_name
from hybridize.verdicts.evidence import RefusedCall
from hybridize.verdicts.model import StepKind
from hybridize.verdicts.steps import step_of

_EXPECTING = frozenset({"assertRaises", "assertRaisesRegex", "raises"})
_CAUGHT = frozenset({"TypeError", "Exception", "BaseException"})
OF_SIGNATURE = frozenset({Misfit.UNSPECIFIED, Misfit.EXTRA})
"""What is wrong with a signature before anybody calls the function."""


class RefusedCalls:
    """Finds the calls, but for those that are there to fail."""

    def __init__(self, facts: Facts) -> None:
        self._checks = SignatureChecks(facts.evaluator)

    def of(self, function: FunctionFacts) -> list[RefusedCall]:
        """The first thing that is refused, with all calls that are."""
        found = [each for each in self._checks.refusals(function) if not _is_expected(each.node)]
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


def _order(found: Refusal) -> tuple[bool, str, int, int]:
    """What is wrong with the signature itself comes first."""
    return (
        found.misfit not in OF_SIGNATURE, found.context.module_path, found.node.lineno or 0, found.node.col_offset or 0,
    )  # fmt: skip


def _is_expected(node: nodes.NodeNG) -> bool:
    """Whether the code around a call waits for its failure."""
    below = node
    for block in node.node_ancestors():
        if isinstance(block, (nodes.FunctionDef, nodes.Lambda)):
            return False
        if isinstance(block, nodes.With):
            managers = (manager for manager, _ in block.items if isinstance(manager, nodes.Call))
            if any(last_name(each.func) in _EXPECTING for each in managers):
                return True
        if isinstance(block, nodes.Try) and below in block.body and any(map(_catches, block.handlers)):
            return True
        below = block
    return False


def _catches(handler: nodes.ExceptHandler) -> bool:
    if handler.type is None:
        return True
    return any(last_name(each) in _CAUGHT for each in handler.type.nodes_of_class((nodes.Attribute, nodes.Name)))
