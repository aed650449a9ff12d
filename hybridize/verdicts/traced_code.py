"""What a trace runs: a function, and all that its calls lead to in the same graph, with the calls that lead there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from astroid import nodes

from hybridize.inference.results.call_graph import CallGraph
from hybridize.inference.results.model import Context
from hybridize.program.places import place_of
from hybridize.verdicts.model import Place, Step
from hybridize.verdicts.steps import call_steps

Path = tuple[tuple[Context, nodes.NodeNG], ...]
"""Calls from outside in, each with who calls, and what they lead to as the last one."""


@dataclass(frozen=True, slots=True)
class Reached:
    """A function that runs in a graph, by the calls that lead to it."""

    context: Context
    calls: tuple[tuple[Context, nodes.NodeNG], ...] = ()
    """From outside in: who calls, and where; none for the function that is traced."""

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


def traced_code(graph: CallGraph, contexts: Iterable[Context]) -> Iterator[Reached]:
    """The given contexts and those that run in their graph, each once, by the fewest calls.

    What the framework runs apart from the graph (`tf.py_function`, `build`) is no part of it.
    """
    found = {context: Reached(context) for context in contexts}
    queue = list(found)
    for context in queue:
        reached = found[context]
        yield reached
        for (call, callee), edge in context.summary.calls.items():
            if callee not in found and edge.effects and not graph.is_eager_only(call):
                found[callee] = Reached(callee, (*reached.calls, (context, call)))
                queue.append(callee)
