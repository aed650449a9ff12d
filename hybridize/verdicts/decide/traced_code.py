"""What a trace runs: a function, and all that its calls lead to in the same graph, with the calls that lead there."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from astroid import nodes

from hybridize.inference.facts.call_graph import CallGraph
from hybridize.inference.facts.model import Context
from hybridize.inference.facts.reached import Holds
from hybridize.program.first_call_guards import is_eager_only
from hybridize.program.places import place_of
from hybridize.verdicts.model.parts import Place, Step
from hybridize.verdicts.model.steps import call_steps, last_code

Path = tuple[tuple[Context, nodes.NodeNG], ...]
"""Calls from outside in, each with who calls, and what they lead to as the last one."""


class Reached:
    """A function that runs in a graph, by the calls that lead to it."""

    __slots__ = ("_call", "_caller", "context")

    def __init__(self, context: Context, caller: Reached | None = None, call: nodes.NodeNG | None = None) -> None:
        self.context = context
        self._caller = caller
        self._call = call

    @property
    def calls(self) -> Path:
        """From outside in: who calls, and where; none for the function that is traced."""
        found: list[tuple[Context, nodes.NodeNG]] = []
        reached = self
        while reached._caller is not None:
            found.append((reached._caller.context, reached._call))
            reached = reached._caller
        return tuple(reversed(found))

    def path(self, node: nodes.NodeNG) -> Path:
        """The calls that lead to something in this function, and that itself."""
        return (*self.calls, (self.context, node))

    def place(self, node: nodes.NodeNG) -> Place:
        """Where the function that is traced shows something in this one: there, or at the call that leads here."""
        context, first = self.path(node)[0]
        return place_of(context.module_path, first)

    def chain(self, node: nodes.NodeNG) -> tuple[Step, ...]:
        """The calls from that place to the thing itself, which is the last one; none where it is there."""
        return call_steps(self.path(node)[1:])


def traced_code(graph: CallGraph, contexts: Iterable[Context]) -> Sequence[Reached]:
    """The given contexts and those that run in their graph, each once, by the fewest calls.

    What the framework runs apart from the graph (`tf.py_function`, `build`) is no part of it.
    """
    key = tuple(contexts)
    # One function after another is asked for, each by many.
    last = last_code()
    code: Sequence[Reached] | None = last.get(key)
    if code is None:
        last.clear()
        code = last[key] = _traced_code(graph, key)
    return code


def traced_where(graph: CallGraph, contexts: Iterable[Context], holds: Holds) -> Sequence[Reached]:
    """What `traced_code` gives, as far as something holds of it."""
    if not graph.reached(contexts).any(holds):
        return ()
    return [each for each in traced_code(graph, contexts) if holds(each.context)]


def _traced_code(graph: CallGraph, contexts: Iterable[Context]) -> list[Reached]:
    found = {context: Reached(context) for context in contexts}
    queue = list(found)
    for context in queue:
        reached = found[context]
        for (call, callee), edge in context.summary.calls.items():
            if callee not in found and edge.effects and not is_eager_only(call):
                found[callee] = Reached(callee, reached, call)
                queue.append(callee)
    return list(found.values())
