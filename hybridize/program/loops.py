"""Loops around a place in the code, and how many rounds they have: read off the trees alone."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from astroid import nodes

from hybridize.program.calls import called_name, passed_as, passed_at
from hybridize.program.flow.graph import flow_around
from hybridize.program.inside import reads_of
from hybridize.program.lookup import assigned_once, builtin_called, constant
from hybridize.program.memory import remembered
from hybridize.program.syntax import DISPLAYS, branches_around, compares_by, is_name, last_name, names_bound

_COMPREHENSIONS = (nodes.ListComp, nodes.GeneratorExp, nodes.SetComp, nodes.DictComp)


def loop_around(node: nodes.NodeNG) -> nodes.NodeNG | None:
    """The innermost loop or comprehension, inside the same function, that runs `node` again and again."""
    return next(loops_around(node), None)


def loops_around(node: nodes.NodeNG, callee: str = "") -> Iterator[nodes.NodeNG]:
    """The loops and comprehensions, inside the same function, that run `node` again and again, from inside out.

    What a loop goes through is evaluated once, before its first round. The `__next__` of that is called in each: there
    it is the `callee`, and the node is the statement, or what the comprehension goes through.
    """
    return iter(_loops_around(node, callee))


@remembered
def _loops_around(node: nodes.NodeNG, callee: str) -> Sequence[nodes.NodeNG]:
    return tuple(_upwards(node, callee))


def _upwards(node: nodes.NodeNG, callee: str) -> Iterator[nodes.NodeNG]:
    each_round = callee in _EACH_ROUND
    if each_round and isinstance(node, nodes.For):
        yield node
    inner, child, parent = node, node, node.parent
    while parent is not None:
        kind = _AROUND.get(type(parent))
        if kind == "loop":
            if child is not getattr(parent, "iter", None) and child not in parent.orelse:
                yield parent
        elif kind == "comprehension":
            fetched = each_round and inner is node
            if fetched or child is not parent.generators[0] or inner is not child.iter:
                yield parent
        elif kind == "end" or (kind == "function" and not isinstance(child, (nodes.Decorators, nodes.Arguments))):
            # Decorators and defaults run in the scope around the function.
            return
        inner, child, parent = child, parent, parent.parent


def repeated_by(node: nodes.NodeNG, callee: str = "") -> Iterator[nodes.NodeNG]:
    """The loops around a node less those that it leaves: `while True: try: run() ... break except Busy: continue`.

    What such a loop runs once to its end it does not run again; another round comes of a failure alone.
    """
    return (loop for loop in loops_around(node, callee) if node is loop or not _is_left_after(loop, node))


def starts_process(call: nodes.NodeNG) -> bool:
    """Whether a call hands a function to a process, which runs it once, with its own traces: `Process(target=f)`."""
    return called_name(call) == "Process" and passed_as(call, "target") is not None


def _is_left_after(loop: nodes.NodeNG, node: nodes.NodeNG) -> bool:
    """Whether no other round of a loop comes after a node unless something raises."""
    if not isinstance(loop, (nodes.For, nodes.While)):
        return False
    flow = flow_around(node)
    again = 1 << flow.next_round[loop]
    spans = flow.spans(node)
    return bool(spans) and not any((1 << span.last | flow.ahead(span.last, failing=False)) & again for span in spans)


def statements_around(node: nodes.NodeNG) -> Iterator[nodes.NodeNG]:
    """The `for` and `while` statements of its function in which a node stands, from inside out.

    It may stand in what the loop goes through, or in its `else`, which no round runs.
    """
    parent = node.parent
    while parent is not None and not isinstance(parent, (nodes.FunctionDef, nodes.ClassDef)):
        if isinstance(parent, (nodes.For, nodes.While)):
            yield parent
        parent = parent.parent


_EACH_ROUND = frozenset({"__next__", "__anext__", "__getitem__"})
_AROUND: dict[type[nodes.NodeNG], str] = {
    **dict.fromkeys((nodes.Module, nodes.ClassDef), "end"),
    **dict.fromkeys((nodes.For, nodes.AsyncFor, nodes.While), "loop"),
    **dict.fromkeys(_COMPREHENSIONS, "comprehension"),
    **dict.fromkeys((nodes.FunctionDef, nodes.AsyncFunctionDef, nodes.Lambda), "function"),
}
"""What the nodes around a place mean for how often it runs."""


def targets(loop: nodes.NodeNG) -> set[str]:
    """The names of the loop variables."""
    found = [loop.target] if isinstance(loop, nodes.For) else [each.target for each in _generators(loop)]
    return {name for target in found for name in names_bound(target)}


def rounds(loop: nodes.NodeNG) -> int | None:
    """How many rounds a loop has, where the program says so with constants."""
    if isinstance(loop, nodes.For):
        return _length(loop.iter)
    generators = _generators(loop)
    return _length(generators[0].iter) if len(generators) == 1 and not generators[0].ifs else None


def is_short(number: int | None) -> bool:
    """Whether a loop of so many rounds is none to speak of: a round or two are calls one after the other."""
    return number is not None and number <= 2


def values(loop: nodes.NodeNG) -> range | None:
    """The numbers that the loop variable takes, for a loop over a `range` of constants: not over what is in a list."""
    iterated = loop.iter if isinstance(loop, nodes.For) else None
    return _range(iterated, constant) if iterated is not None else None


def is_in_first_round(node: nodes.NodeNG, loop: nodes.NodeNG) -> bool:
    """Whether a place in a loop is reached in its first round alone: `for step in range(100): if step == 0: …`."""
    inside = (each.test for each, holds in branches_around(node) if holds and loop.parent_of(each))
    return any(_asks_for_first(test, loop) for test in inside)


def _asks_for_first(test: nodes.NodeNG, loop: nodes.NodeNG) -> bool:
    """Whether a test asks whether the loop is at its first number."""
    counted, first = _counted_from(loop)
    if not isinstance(counted, nodes.AssignName) or first is None:
        return False
    if isinstance(test, nodes.UnaryOp) and test.op == "not":
        return first == 0 and is_name(test.operand, counted.name)
    if not compares_by(test, "==") or len(test.ops) != 1:
        return False
    return is_name(test.left, counted.name) and _number(test.ops[0][1]) == first


def _counted_from(loop: nodes.NodeNG) -> tuple[nodes.NodeNG | None, int | None]:
    """The variable of a loop that counts its rounds, and the number with which it begins, where that is known."""
    iterated = loop.iter if isinstance(loop, nodes.For) else None
    if not isinstance(iterated, nodes.Call):
        return None, None
    if builtin_called(iterated) == "range":
        numbers = values(loop)
        return loop.target, numbers[0] if numbers else (0 if len(iterated.args) == 1 else None)
    if builtin_called(iterated) == "enumerate" and len(iterated.args) == 1 and not iterated.keywords:
        return (loop.target.elts[0], 0) if isinstance(loop.target, nodes.Tuple) else (None, None)
    return None, None


def _generators(loop: nodes.NodeNG) -> list[nodes.Comprehension]:
    return loop.generators if isinstance(loop, _COMPREHENSIONS) else []


def _length(iterated: nodes.NodeNG) -> int | None:
    numbers = _range(iterated, _number)
    if numbers is not None:
        return len(numbers)
    if isinstance(iterated, (nodes.List, nodes.Tuple, nodes.Set)):
        return None if any(isinstance(each, nodes.Starred) for each in iterated.elts) else len(iterated.elts)
    called = builtin_called(iterated)
    if called in ("enumerate", "zip", "reversed", "sorted"):
        lengths = [_length(each) for each in iterated.args[: None if called == "zip" else 1]]
        known = [length for length in lengths if length is not None]
        return min(known) if known else None
    taken = taken_of(iterated)
    if taken is not None:
        return taken
    assigned = assigned_once(iterated)
    kept = isinstance(assigned, nodes.Tuple) or (isinstance(assigned, nodes.List) and not may_grow(iterated))
    return _length(assigned) if kept else None


def may_grow(name: nodes.NodeNG) -> bool:
    """Whether a method of what a name stands for is called anywhere, which may make a list longer."""
    return any(isinstance(each.parent, nodes.Attribute) for each in reads_of(name.root(), getattr(name, "name", "")))


def taken_of(iterated: nodes.NodeNG) -> int | None:
    """How many elements a loop takes at most of what it goes through, `data.take(1)` or `islice(data, 1)`.

    What is done with the elements of a data set on the way makes no more of them.
    """
    while isinstance(iterated, nodes.Call):
        name = last_name(iterated.func)
        if name in _COUNTED and len(iterated.args) == 1:
            (iterated,) = iterated.args
        elif name == "take" and isinstance(iterated.func, nodes.Attribute):
            count = passed_at(iterated, 0, "count") if len(iterated.args) < 2 else None
            return None if count is None else _positive(count)
        elif name == "islice":
            return _positive(iterated.args[1]) if len(iterated.args) == 2 else None
        elif name in _AS_MANY and isinstance(iterated.func, nodes.Attribute):
            iterated = iterated.func.expr
        else:
            return None
    return None


_COUNTED = frozenset({"enumerate", "iter", "list", "tqdm"})
_AS_MANY = frozenset({"map", "batch", "prefetch", "cache", "shuffle", "enumerate", "as_numpy_iterator"})
"""Methods of data sets that give no more elements than there were."""


def _positive(count: nodes.NodeNG) -> int | None:
    number = constant(count)
    return number if isinstance(number, int) and number >= 0 else None


def _range(iterated: nodes.NodeNG, number: Callable[[nodes.NodeNG], object]) -> range | None:
    plain = builtin_called(iterated) == "range" and not iterated.keywords
    return range_of(map(number, iterated.args)) if plain else None


def range_of(given: Iterable[object]) -> range | None:
    """The numbers that `range` gives for some arguments; None where one is not known."""
    numbers = list(given)
    known = [each for each in numbers if isinstance(each, int)]
    return range(*known) if 0 < len(known) == len(numbers) <= 3 and known[2:] != [0] else None


def _number(written: nodes.NodeNG) -> object:
    """A constant, or the length of what is written out: `range(len(scales))`, with `scales = [1.0, 2.0]`."""
    if builtin_called(written) == "len" and len(written.args) == 1:
        assigned = assigned_once(written.args[0])
        return _length(assigned) if isinstance(assigned, DISPLAYS) else None
    return constant(written)


def times(loops: Iterable[nodes.NodeNG]) -> int | None:
    """How often the body runs in all rounds of the loops together; None where that is not written in the program."""
    out = 1
    for loop in loops:
        known = rounds(loop)
        if known is None:
            return None
        out *= known
    return out
