"""What an analysis comes to when functions are decorated with `tf.function`, without running the engine again.

To the engine a hybrid function is its function: the same arguments, contexts and results, wherever it is called,
bound, kept, passed on or counted. So the fixpoint of the decorated program is the one at hand with `Hybrid(f)` in the
place of `f`, and what remains is to mark the functions and to read the contexts once more. That holds unless the
program looks at the function object itself; where it may, `hybridized` says so, and the program has to be analysed
anew.
"""

from __future__ import annotations

from collections.abc import Mapping

from astroid import nodes

from hybridize.inference.state.contexts import Heap
from hybridize.inference.state.engine import Engine, HybridMark
from hybridize.inference.python.dispatch import evaluate
from hybridize.inference.results.facts import Facts, collect
from hybridize.inference.python.frame import Frame
from hybridize.inference.domain.values import TF_FUNCTION, AbstractObject, Bound, Function, MethodKind, Partial
from hybridize.program import Program

_SHARED = frozenset({"__name__", "__qualname__", "__module__", "__doc__"})
"""Attributes that are the same for a function and the `tf.function` made of it."""
Decorated = Mapping[nodes.FunctionDef, nodes.NodeNG]
"""Functions, each with the decorator `tf.function`, without arguments, that it is given."""


def unaffected(facts: Facts, functions: set[nodes.FunctionDef]) -> bool:
    """Whether nothing in the program tells the functions from what `tf.function` would make of them."""
    engine = facts.engine
    if any(not engine.definitions.get(node) or engine.hybrids.get(node) for node in functions):
        return False
    return not _looked_at(engine.heap, functions)


def hybridized(facts: Facts, program: Program, decorated: Decorated) -> Facts | None:
    """The facts after these functions were decorated; None where they cannot be told without a new analysis.

    `facts` are those of the program before, whose trees have taken the places (`program.grafting`) of the new ones;
    their engine goes on to the result. `program` has the same trees and the new files.
    """
    engine = facts.engine
    for node, decorator in decorated.items():
        if not _mentioned(engine, decorator):
            return None
        for context in engine.definitions[node].values():
            if evaluate(Frame(engine, context), decorator) != TF_FUNCTION:
                return None
    engine.program = program
    engine.modules = {module.file.relative: module for module in program.modules}
    for node, decorator in decorated.items():
        marks = engine.hybrids.setdefault(node, {})
        for context in engine.definitions[node].values():
            marks.setdefault(decorator, HybridMark("decorator", decorator, None, context))
    return collect(program, engine)


def _mentioned(engine: Engine, decorator: nodes.NodeNG) -> bool:
    """Whether the names in a decorator mean nothing new to functions that nobody calls: see `entries`."""
    defined = {getattr(node, "name", "") for node in engine.definitions}
    return all(name in engine.mentioned or name not in defined for name in decorator.as_string().split("."))


def _looked_at(heap: Heap, functions: set[nodes.FunctionDef]) -> bool:
    """Whether some code reads attributes of the function objects; what is only written makes no difference."""
    for owner in heap.owners():
        if isinstance(owner, (Function, Bound, MethodKind, Partial)) and _is_one(owner, functions):
            cells = heap.fields(owner).items()
            if any(cell.readers and (name not in _SHARED or cell.value) for name, cell in cells):
                return True
    return False


def _is_one(obj: AbstractObject, functions: set[nodes.FunctionDef]) -> bool:
    """Whether an object is one of the functions, bound or not."""
    while isinstance(obj, (Bound, MethodKind, Partial)):
        obj = obj.function if isinstance(obj, Bound) else obj.target
    return isinstance(obj, Function) and obj.node in functions
