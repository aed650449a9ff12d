"""Which bindings of a name reach a place, and which names are live after one: read before they are bound again."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence

from astroid import nodes

from hybridize.program.flow.graph import FRAMES, Flow, flow_around, flow_of, frame_of
from hybridize.program.inside import nodes_inside
from hybridize.program.memory import remembered
from hybridize.program.syntax import contains

_INNER = (nodes.FunctionDef, nodes.Lambda, nodes.ClassDef)
_Points = dict[int, list[int]]
"""The numbers of steps in blocks, in their order."""


class NameUses:
    """The steps of a scope that bind each name, and those that read it."""

    def __init__(self, flow: Flow) -> None:
        self.bound: dict[str, _Points] = defaultdict(dict)
        self.read: dict[str, _Points] = defaultdict(dict)
        self.captured: dict[str, list[tuple[int, int]]] = defaultdict(list)
        """Where inner functions and classes are made that read it."""
        self.found_inside: dict[str, tuple[set[nodes.NodeNG], bool]] = {}
        """The bindings that these may find, and whether they may find the argument; filled as it is needed."""
        for block, steps in enumerate(flow.steps):
            for number, node in enumerate(steps):
                for name in _names_read(node):
                    self.read[name].setdefault(block, []).append(number)
                    if isinstance(node, _INNER):
                        self.captured[name].append((block, number))
                for name in _names_bound(node):
                    self.bound[name].setdefault(block, []).append(number)


@remembered
def _uses_in(flow: Flow) -> NameUses:
    return NameUses(flow)


def bindings_reaching(place: nodes.NodeNG, name: str) -> tuple[Sequence[nodes.NodeNG], bool]:
    """What may have bound a name of the scope last where a place is reached, in the order of the text.

    And whether the place may be reached with none of that: the name is an argument there, or not bound yet. What
    deletes the name is among the bindings.
    """
    flow = flow_around(place)
    found, past = _last_bindings(flow, name, [(span.first, span.start) for span in flow.spans(place)], ())
    return sorted(found, key=lambda each: (each.fromlineno, each.col_offset or 0)), past


def values_before(name: nodes.Name) -> Sequence[nodes.NodeNG]:
    """The values that a name may have where it is read, by the assignments that reach it; empty if one is not known.

    `data = load()`, `if small: data = data.take(9)`, and then `data.batch(8)`: both are given.
    """
    found, past = bindings_reaching(name, name.name)
    bound = name.scope().locals.get(name.name, ())
    if past and any(isinstance(each.parent, nodes.Arguments) for each in bound):
        return ()
    if not all(isinstance(each.parent, nodes.Assign) for each in found):
        return ()
    return [each.parent.value for each in found]


def is_found_inside(binding: nodes.NodeNG | None, name: str, frame: nodes.NodeNG) -> bool:
    """Whether an inner function or class may find under a name of a scope what a statement or part of one binds.

    None stands for the arguments. Nobody does where all of these are made behind another binding of the name: `x = []`,
    `x = tf.concat(x, 0)`, and then a `def` that reads `x`.
    """
    flow = flow_of(frame)
    uses = _uses_in(flow)
    if name not in uses.found_inside:
        uses.found_inside[name] = _bindings_for_inner(flow, uses, name)
    found, past = uses.found_inside[name]
    if binding is None:
        return past
    if isinstance(binding.scope(), nodes.ComprehensionScope):
        # The target of a comprehension, which is bound for what it makes.
        return True
    return any(contains(binding, each) or each.parent_of(binding) for each in found)


def _bindings_for_inner(flow: Flow, uses: NameUses, name: str) -> tuple[set[nodes.NodeNG], bool]:
    found: set[nodes.NodeNG] = set()
    passed = False
    for block, number in uses.captured.get(name, ()):
        before, past = _last_bindings(flow, name, [(block, number)], ())
        found, passed = found | before, passed or past
        ahead = flow.ahead(block)
        for other, numbers in uses.bound.get(name, {}).items():
            later = (each for each in numbers if ahead >> other & 1 or (other == block and each >= number))
            found.update(flow.steps[other][each] for each in later)
    return found, passed


def is_as_it_came(read: nodes.Name, function: nodes.NodeNG) -> bool:
    """Whether a name is still what a function was passed, or what the one binding of a name of its own gave it."""
    bound = [each for each in nodes_inside(function, nodes.AssignName) if each.name == read.name]
    if len(bound) <= 1:
        return True
    return frame_of(read) is function and not bindings_reaching(read, read.name)[0]


def binds_surely(statements: Sequence[nodes.NodeNG], name: str) -> bool:
    """Whether some statements of a block have bound a name once they have come to their end, whatever tests give."""
    flow = flow_around(statements[0])
    starts = {(span.first, span.start) for span in flow.spans(statements[0])}
    ends = [(span.last, span.end) for span in flow.spans(statements[-1])]
    found, past = _last_bindings(flow, name, ends, starts)
    return not past and not any(isinstance(each, nodes.DelName) for each in found)


def _last_bindings(
    flow: Flow, name: str, places: Iterable[tuple[int, int]], until: Iterable[tuple[int, int]]
) -> tuple[set[nodes.NodeNG], bool]:
    """What has bound a name last before some steps; and whether a way there from the entry, or `until`, has not."""
    bound = _uses_in(flow).bound.get(name, {})
    limits = dict(until)
    found: set[nodes.NodeNG] = set()
    past = False
    pending, seen = list(places), set[int]()
    while pending:
        block, step = pending.pop()
        limit = limits.get(block, -1) if limits.get(block, -1) <= step else -1
        numbers = bound.get(block, [])
        last = bisect_left(numbers, step) - 1
        if last >= 0 and numbers[last] >= limit:
            found.add(flow.steps[block][numbers[last]])
        elif limit >= 0 or block == flow.entry:
            past = True
        else:
            for each in flow.before[block]:
                if each not in seen:
                    seen.add(each)
                    pending.append((each, len(flow.steps[each])))
    return found, past


def is_live_after(node: nodes.NodeNG, name: str) -> bool:
    """Whether a name of its scope may be read after a statement, before something binds it.

    AutoGraph carries a name out of a condition or loop on a tensor where it is live after it, by the same rules.
    """
    flow = flow_around(node)
    ends = [(span.last, span.end) for span in flow.spans(node) if flow.is_reached(span.last)]
    return any(_reads(flow, name, ends, flow.after.__getitem__))


def is_carried(statement: nodes.NodeNG, name: str) -> bool:
    """Whether the value that a name has after an `if` or loop is read: behind it, or in the next round of a loop."""
    flow = flow_around(statement)
    again = [(flow.next_round[statement], 0)] if statement in flow.next_round else []
    return is_live_after(statement, name) or any(_reads(flow, name, again, flow.after.__getitem__))


def reads_first(statements: Sequence[nodes.NodeNG], name: str) -> bool:
    """Whether some statements of a block may read a name of their scope before they bind it."""
    flow = flow_around(statements[0])
    ends = {span.last: span.end for span in flow.spans(statements[-1])}
    again = {block for loop, block in flow.next_round.items() if not any(contains(each, loop) for each in statements)}

    def following(block: int) -> Sequence[int]:
        # The next round of a loop around them is another run of these statements.
        return () if block in ends or block in again else flow.after[block]

    starts = [(span.first, span.start) for span in flow.spans(statements[0])]
    found = _reads(flow, name, starts, following)
    return any(any(contains(each, read) for each in statements) for read in found)


def _reads(
    flow: Flow, name: str, places: Iterable[tuple[int, int]], following: Callable[[int], Sequence[int]]
) -> Iterator[nodes.NodeNG]:
    """What reads a name on the ways from some steps before it is bound."""
    uses = _uses_in(flow)
    read, bound = uses.read.get(name, {}), uses.bound.get(name, {})
    pending, seen = list(places), set[int]()
    while pending and read:
        block, step = pending.pop()
        reading, binding = _next(read, block, step), _next(bound, block, step)
        if reading is not None and (binding is None or reading <= binding):
            yield flow.steps[block][reading]
        elif binding is None:
            fresh = [each for each in following(block) if each not in seen]
            seen.update(fresh)
            pending += [(each, 0) for each in fresh]


def _next(points: _Points, block: int, step: int) -> int | None:
    numbers = points.get(block, [])
    position = bisect_right(numbers, step - 1)
    return numbers[position] if position < len(numbers) else None


def _names_bound(step: nodes.NodeNG) -> Iterator[str]:
    """The names of the scope that a step binds or deletes."""
    match step:
        case nodes.AssignName() | nodes.DelName():
            if not isinstance(step.scope(), nodes.ComprehensionScope):
                yield step.name
        case nodes.FunctionDef() | nodes.ClassDef():
            yield step.name
        case nodes.Import() | nodes.ImportFrom():
            for module, alias in step.names:
                yield alias or module.partition(".")[0]


def _names_read(step: nodes.NodeNG) -> Iterator[str]:
    """The names of the scope that a step reads, be it by an inner function that it makes."""
    match step:
        case nodes.Name() | nodes.DelName():
            if not _is_own_of_comprehension(step):
                yield step.name
        case nodes.AssignName(parent=nodes.AugAssign()):
            yield step.name
        case nodes.FunctionDef() | nodes.Lambda() | nodes.ClassDef():
            yield from captured(step)


def _is_own_of_comprehension(read: nodes.NodeNG) -> bool:
    """Whether a name is the target of a comprehension around it; what that goes through first is evaluated outside."""
    inner, child, around = read, read, read.parent
    while around is not None and not isinstance(around, FRAMES):
        if isinstance(around, nodes.ComprehensionScope) and read.name in around.locals:
            first = around.generators[0]
            if child is not first or inner is not first.iter:
                return True
        inner, child, around = child, around, around.parent
    return False


def captured(definition: nodes.NodeNG) -> set[str]:
    """The names that the body of an inner function or class reads and may find in the scope around it."""
    body = definition.body if isinstance(definition.body, list) else [definition.body]
    found: set[str] = set()
    pending = list(body)
    while pending:
        node = pending.pop()
        if isinstance(node, (nodes.Name, nodes.DelName)):
            if not _is_own_of_comprehension(node):
                found.add(node.name)
            continue
        if isinstance(node, (nodes.FunctionDef, nodes.Lambda, nodes.ClassDef)):
            found |= captured(node)
            parts = [*node.bases, *node.keywords] if isinstance(node, nodes.ClassDef) else [node.args]
            parts += [getattr(node, name, None) for name in ("decorators", "returns")]
            pending += [each for each in parts if each is not None]
        else:
            pending += node.get_children()
    if isinstance(definition, nodes.ClassDef):
        # Its methods do not see its names, and it reads names of the scope before it binds its own.
        return found
    shared = {name for each in nodes_inside(definition, nodes.Nonlocal) for name in each.names}
    return found - (set(definition.locals) - shared)
