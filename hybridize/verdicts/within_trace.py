"""Attributes that a trace sets and reads itself: each trace does both, and nobody sees that runs do neither."""

from __future__ import annotations

from functools import cached_property

from astroid import nodes

from hybridize.inference.domain.queries import select
from hybridize.inference.domain.tensors import Tensor
from hybridize.inference.domain.values import BOTTOM
from hybridize.inference.results.call_graph import Propagated
from hybridize.inference.results.facts import Facts, FunctionFacts
from hybridize.inference.results.model import Context, DirectEffect
from hybridize.verdicts.traced_code import Path, Reached, traced_code


class WithinTrace:
    """Tells such assignments from those whose value something else reads."""

    def __init__(self, facts: Facts) -> None:
        self._facts = facts
        self._code: dict[tuple[Context, ...], dict[nodes.NodeNG, Reached]] = {}

    def stays(self, function: FunctionFacts, effect: Propagated[DirectEffect]) -> bool:
        """Whether the attribute that an effect of a function sets is read later in the same trace only.

        What is added to (`self.steps += 1`), or made of what was there, lives on from call to call.
        """
        node = effect.origin.node
        if effect.origin.what != "write-attribute" or not isinstance(node, nodes.Assign):
            return False
        names = {target.attrname for target in node.targets if isinstance(target, nodes.AssignAttr)}
        if len(names) != 1 or any(each.attrname in names for each in node.value.nodes_of_class(nodes.Attribute)):
            return False
        code = self._reached(function)
        (name,) = names
        owner = effect.origin.target
        held = BOTTOM if owner is None else self._facts.objects.attribute(owner, name)
        if any(tensor.kind == "variable" for tensor in select(held, Tensor)):
            # Made at each trace: that is another fault.
            return False
        reads = self._reads.get(name, [])
        before = code.get(node.scope())
        if not reads or before is None:
            return False
        return all(_comes_after(before.path(node), code.get(each.scope()), each) for each in reads)

    def _reached(self, function: FunctionFacts) -> dict[nodes.NodeNG, Reached]:
        found = self._code.get(function.contexts)
        if found is None:
            found = self._code[function.contexts] = {}
            for each in traced_code(self._facts.graph, function.contexts):
                found.setdefault(each.context.scope, each)
        return found

    @cached_property
    def _reads(self) -> dict[str, list[nodes.Attribute]]:
        """By name: where the program reads an attribute of that name."""
        found: dict[str, list[nodes.Attribute]] = {}
        for module in self._facts.program.modules:
            for read in module.tree.nodes_of_class(nodes.Attribute):
                found.setdefault(read.attrname, []).append(read)
        return found


def _comes_after(write: Path, reached: Reached | None, read: nodes.NodeNG) -> bool:
    """Whether a read comes after an assignment, by the calls that lead to both."""
    for (_, earlier), (_, later) in zip(write, reached.path(read) if reached is not None else (), strict=False):
        if earlier is not later:
            return (later.lineno or 0, later.col_offset or 0) > (earlier.lineno or 0, earlier.col_offset or 0)
    return False
