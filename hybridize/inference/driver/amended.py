"""What an analysis comes to when functions are decorated with `tf.function`, without analysing it again.

To the analysis a hybrid function is its function: the same arguments, contexts and results, wherever it is called,
bound, kept, passed on or counted. So the fixpoint of the decorated program is the one at hand with `Hybrid(f)` in the
place of `f`, and what remains is to mark the functions and to read the contexts once more. That holds unless the
program looks at the function object itself; where it may, `unaffected` says so, and the program has to be analysed
anew.
"""

from __future__ import annotations

from collections.abc import Mapping

from astroid import nodes

from hybridize.inference.domain.values import TF_FUNCTION
from hybridize.inference.python.evaluator import Evaluator
from hybridize.inference.python.frame import Frame
from hybridize.inference.state.analysis import Analysis
from hybridize.inference.state.events import HybridMark
from hybridize.inference.state.heap import Heap
from hybridize.program import Program

_SHARED = frozenset({"__name__", "__qualname__", "__module__", "__doc__"})
"""Attributes that are the same for a function and the `tf.function` made of it."""
Decorated = Mapping[nodes.FunctionDef, nodes.NodeNG]
"""Functions, each with the decorator `tf.function`, without arguments, that it is given."""


def unaffected(analysis: Analysis, functions: set[nodes.FunctionDef]) -> bool:
    """Whether nothing in the program tells the functions from what `tf.function` would make of them."""
    hybrids = analysis.events.graphs.hybrids
    if any(not analysis.functions.definitions.get(node) or hybrids.get(node) for node in functions):
        return False
    return not _looked_at(analysis.heap, functions)


def hybridize(evaluator: Evaluator, program: Program, decorated: Decorated) -> bool:
    """Mark functions as decorated in the state of an analysis; False where the outcome takes a new analysis.

    The trees of the program have taken the places (`program.grafting`) of those after the change. `program` has the
    same trees and the new files.
    """
    analysis = evaluator.analysis
    for node, decorator in decorated.items():
        if not _mentioned(analysis, decorator):
            return False
        for context in analysis.functions.definitions[node].values():
            if evaluator.evaluate(Frame(evaluator, context), decorator) != TF_FUNCTION:
                return False
    analysis.scopes.replace(program)
    for node, decorator in decorated.items():
        for context in analysis.functions.definitions[node].values():
            analysis.events.graphs.add_hybrid(node, HybridMark("decorator", decorator, None, context))
    return True


def _mentioned(analysis: Analysis, decorator: nodes.NodeNG) -> bool:
    """Whether the names in a decorator mean nothing new to functions that nobody calls: see `entries`."""
    defined = {getattr(node, "name", "") for node in analysis.functions.definitions}
    return all(name in analysis.scopes.mentioned or name not in defined for name in decorator.as_string().split("."))


def _looked_at(heap: Heap, functions: set[nodes.FunctionDef]) -> bool:
    """Whether some code reads attributes of the function objects; what is only written makes no difference."""
    for owner in heap.callables():
        function = owner.project_function
        if function is not None and function.node in functions:
            cells = heap.fields(owner).items()
            if any(cell.readers and (name not in _SHARED or cell.value) for name, cell in cells):
                return True
    return False
