"""What is changed under a tensor `if`, `for` or `while` by other means than the assignments that AutoGraph carries."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Set
from dataclasses import dataclass

from astroid import nodes

from hybridize.inference.domain.known import module_of
from hybridize.inference.domain.objects import AbstractObject, Container
from hybridize.inference.domain.queries import has
from hybridize.inference.domain.tensors import Array
from hybridize.inference.facts.loop_changes import LoopChanges
from hybridize.inference.facts.names import Callees
from hybridize.inference.facts.summary_tags import MAKING, SummaryTags
from hybridize.inference.facts.visibility import Visibility
from hybridize.inference.state.contexts import Context, context_of
from hybridize.inference.state.events import Events
from hybridize.inference.state.origins import MAY_RAISE, Certainty, Condition, DirectEffect
from hybridize.inference.tracing.regions import may_end, own
from hybridize.program.containers import ADDING
from hybridize.program.first_call_guards import is_guarded
from hybridize.program.flow.order import may_run_before, runs_before
from hybridize.program.loops import statements_around
from hybridize.program.own_objects import made_here
from hybridize.program.second_run import is_for_a_while
from hybridize.program.syntax import last_name
from hybridize.program.writes import changed_object, members_of, targets_of

CHANGES = frozenset({"mutate", "write-item", "write-attribute", "write-global", "write-nonlocal"})
"""Effects that change what other statements read."""
_CHOICES = (nodes.BoolOp, nodes.IfExp)
"""Expressions of which one operand decides whether another one is reached."""


@dataclass(frozen=True)
class _Around:
    """What calls of a function reach: those that may run before a region of it, and those inside of it."""

    before: Mapping[Context, Context]
    inside: Mapping[Context, Context]


class Regions:
    """Answers for each context, callees first."""

    def __init__(
        self,
        events: Events,
        callees: Callees,
        visibility: Visibility,
        reached: Callable[[Iterable[Context]], Mapping[Context, Context]],
        failing: Set[Context],
        tags: SummaryTags,
    ) -> None:
        """`reached`: contexts, and all that calls lead to from them; `failing`: those that lead to what raises."""
        self._events = events
        self._origins = events.origins
        self._changes = LoopChanges(callees)
        self._visibility = visibility
        self._reached = reached
        self._failing = failing
        self.tags = tags
        self._last_around: tuple[Context | None, dict[nodes.NodeNG, _Around]] = (None, {})
        self._making = frozenset(node for node, name in events.tensors.operations.items() if name in MAKING)

    def of(self, context: Context, effects: Mapping[Context, Iterable[DirectEffect]]) -> Iterator[Condition]:
        """What is lost or raises under the regions of a context.

        `effects` are those of its callees on what they are handed.
        """
        summary = context.summary
        choices = ((node, told) for node, told in summary.conversions.items() if isinstance(node, nodes.BoolOp))
        for side, certainty in (*summary.regions.items(), *choices):
            yield from self._raising(side, certainty, context)
        for region, certainty in summary.regions.items():
            for effect in summary.effects.values():
                own = self._arrives_at_graph(effect, context)
                if not own and _within(effect.node, region) and self._leaves_a_change(effect, region, context):
                    carried = _is_carried(effect, region) or _is_unread(effect, region)
                    if not carried and not self._changes.are_alike(effect, region, context):
                        lost, certain = _not_carried(effect, region), _doubting(effect, certainty)
                        if lost:
                            yield self._origins.condition("autograph-limit", effect.node, lost, certain)
                        else:
                            yield self._condition(effect.node, effect.message, region, certain)
            for (node, callee), edge in summary.calls.items():
                if not (edge.effects and _within(node, region)):
                    # What the framework runs once and apart (`build`) leaves nothing under the region.
                    continue
                for effect in effects.get(callee, ()):
                    own = _changes_own(effect) or self._is_of_graph(effect, context, node, callee)
                    if not own and self._leaves_a_change(effect, region, context):
                        message = f"`{_shown(node)}` {effect.message}"
                        yield self._condition(node, message, region, _doubting(effect, certainty))
                        break

    def _raising(self, region: nodes.NodeNG, certainty: Certainty, context: Context) -> Iterator[Condition]:
        """What raises in every trace, and eagerly only where the condition holds.

        A call that never returns raises for certain. Elsewhere, what is read may be set by code that is not seen.
        """
        summary = context.summary
        called: dict[nodes.NodeNG, list[Context]] = {}
        first = region.values[0] if isinstance(region, nodes.BoolOp) else None
        for node, callee in summary.calls:
            if _within(node, region) and not (first is not None and (node is first or _within(node, first))):
                called.setdefault(node, []).append(callee)
        raising = [node for node, callees in called.items() if all(map(_never_returns, callees))]
        for node in raising:
            text = f"`{_shown(node)}` raises under a condition on a tensor, which happens in every trace"
            yield self._origins.condition("autograph-limit", node, text, certainty)
        for node in summary.failing:
            inside = _within(node, region) or (isinstance(region, _CHOICES) and _within(region, node))
            if inside and not any(node is each or _within(each, node) for each in raising):
                text = f"this {MAY_RAISE}"
                yield self._origins.condition("autograph-limit", node, text, Certainty.DOUBTFUL)
        for node in _may_raise(region):
            shown = _shown(node) if isinstance(node, nodes.Call) else node.as_string()
            text = f"`{shown}` {MAY_RAISE}"
            yield self._origins.condition("autograph-limit", node, text, Certainty.DOUBTFUL)
        yield from self._seem_to_raise(
            (node, callee) for node, callees in called.items() if node not in raising for callee in callees
        )

    def _seem_to_raise(self, calls: Iterable[tuple[nodes.NodeNG, Context]]) -> Iterator[Condition]:
        """Calls under a condition on a tensor, or of what a condition or loop of TensorFlow is given."""
        for node, callee in calls:
            if callee in self._failing:
                text = f"`{_shown(node)}` {MAY_RAISE}"
                yield self._origins.condition("autograph-limit", node, text, Certainty.DOUBTFUL)

    def handed_in(self, context: Context, effects: Mapping[Context, Iterable[DirectEffect]]) -> Iterator[Condition]:
        """What is lost or raises in the functions that `tf.while_loop` and its kin are given.

        They may change what the function has made itself. Eagerly that happens in each round. In a graph it happens
        once, and nobody else may use their tensors.
        """
        if self._making.isdisjoint(context.summary.operations):
            return
        calls = context.summary.calls
        yield from self._seem_to_raise((node, callee) for node, callee in calls if node in self._making)
        for (node, callee), edge in calls.items():
            if node not in self._making or not edge.effects:
                continue
            for effect in effects.get(callee, ()):
                target = effect.target
                own = type(target) is Container and _is_made_by(target, context)
                if own and effect.what in CHANGES and _is_read_apart(effect, context.scope):
                    text = f"`{_shown(node)}` {effect.message} only while it is traced"
                    yield self._origins.condition("autograph-limit", node, text, _doubting(effect, Certainty.SEEN))
                    break

    def recursion(self, call: nodes.NodeNG, callee: Context) -> Condition:
        """A call of what calls itself under a condition on a tensor: a trace takes both sides, and never ends."""
        text = f"`{_shown(call)}` calls itself under a condition on a tensor: tracing does not end"
        return self._origins.condition("autograph-limit", call, text, most_certain(callee))

    def _leaves_a_change(self, effect: DirectEffect, region: nodes.NodeNG, context: Context) -> bool:
        """Whether other statements may find the change when the region has run."""
        if effect.what not in CHANGES or is_for_a_while(effect.node):
            return False
        return not _made_in(effect.target, region) and not self._is_made_below(effect.target, region, context)

    def _arrives_at_graph(self, effect: DirectEffect, context: Context) -> bool:
        """Whether an array that arrives at a graph is changed: the graph has a tensor in its place."""
        passed_in = type(effect.target) is Array and effect.target.owner is None
        if not passed_in or context.scope not in self._events.graphs.hybrids:
            return False
        return any(has(arrived, Array) for arrived in context.arguments.values())

    def _is_of_graph(self, effect: DirectEffect, context: Context, call: nodes.NodeNG, callee: Context) -> bool:
        """The same for a change by a callee: that is a graph, or is handed nothing but what has arrived at one."""
        if self._arrives_at_graph(effect, callee):
            return True
        if not self._arrives_at_graph(effect, context) or not isinstance(call, nodes.Call):
            return False
        handed = [*call.args, *(each.value for each in call.keywords)]
        return all(isinstance(each, nodes.Name) and each.name in context.arguments for each in handed)

    def _is_made_below(self, target: AbstractObject | None, region: nodes.NodeNG, context: Context) -> bool:
        """Whether an object is made by what is called in the region: by nothing before, and nobody has handed it in.

        Where calls are joined, a callee may name what it has made for another caller: this function has none of it.
        """
        if target is None or target.made_by is None:
            return False
        made_by = context_of(target.made_by)
        if made_by is context:
            return False
        around = self._around(region, context)
        if made_by in around.before:
            return False
        if made_by in around.inside:
            return True
        # Past a limit, what many calls of a function make is one object, of one of them.
        alike = any(each.scope is made_by.scope for each in around.before)
        return not alike and not self._visibility.sees(context, target, certainly=True)

    def _around(self, region: nodes.NodeNG, context: Context) -> _Around:
        """What the calls of a context reach; the regions of one context after another are asked for, each by many."""
        if self._last_around[0] is not context:
            self._last_around = (context, {})
        known = self._last_around[1]
        if region not in known:
            calls = context.summary.calls
            known[region] = _Around(
                self._reached(callee for node, callee in calls if _may_come_before(node, region)),
                self._reached(callee for node, callee in calls if _within(node, region)),
            )
        return known[region]

    def _condition(
        self, node: nodes.NodeNG, message: str, region: nodes.NodeNG, certainty: Certainty
    ) -> Condition:
        if isinstance(region, (nodes.If, *_CHOICES)):
            text = f"it {message} under a condition on a tensor: in every trace, whichever side runs"
        else:
            word = "while" if isinstance(region, nodes.While) else "over"
            text = f"it {message} in a loop {word} a tensor: after the loop its tensors are out of scope"
        return self._origins.condition("autograph-limit", node, text, certainty)


def _asserts(call: nodes.Call) -> bool:
    """`tf.debugging.assert_equal(...)`, which raises while it is traced where its operands are known then."""
    name = last_name(call.func)
    return name == "Assert" or name.startswith("assert_")


def _may_raise(region: nodes.NodeNG) -> Iterator[nodes.NodeNG]:
    """What may raise by what it is: assertions, exceptions in bodies of loops, imports, tapes that are asked again."""
    yield from filter(_asserts, region.nodes_of_class(nodes.Call))
    yield from _asked_again(region)
    if isinstance(region, (nodes.For, nodes.While)):
        yield from (each for each in region.body if isinstance(each, nodes.Raise))
    for each in region.nodes_of_class((nodes.Import, nodes.ImportFrom)):
        missing = {name for name in _packages(each) if not _is_there(name)}
        if missing - _imported(each.root()) or (isinstance(each, nodes.ImportFrom) and _has_not(each)):
            yield each


def _asked_again(region: nodes.NodeNG) -> Iterator[nodes.Call]:
    """`tape.gradient(...)` of a tape that gives one gradient, where another one is asked of it as well.

    Eagerly one side asks; a trace takes both.
    """
    function = region.frame()
    made: dict[str, list[nodes.With]] = {}
    for block in function.nodes_of_class(nodes.With):
        for manager, target in block.items:
            if isinstance(target, nodes.AssignName) and last_name(getattr(manager, "func", manager)) == "GradientTape":
                made.setdefault(target.name, []).append(block if not manager.keywords else region)
    for name, blocks in made.items():
        if len(blocks) == 1 and blocks[0] is not region and not region.parent_of(blocks[0]):
            calls = [each for each in function.nodes_of_class(nodes.Call) if _is_gradient_of(name, each)]
            yield from [each for each in calls if region.parent_of(each)][-1:] if len(calls) > 1 else ()


def _is_gradient_of(name: str, call: nodes.Call) -> bool:
    method = call.func
    asked = isinstance(method, nodes.Attribute) and method.attrname in ("gradient", "jacobian", "batch_jacobian")
    return asked and isinstance(method.expr, nodes.Name) and method.expr.name == name


def _packages(node: nodes.Import | nodes.ImportFrom) -> set[str]:
    names = [node.modname] if isinstance(node, nodes.ImportFrom) else [name for name, _ in node.names]
    return {name.partition(".")[0] for name in names}


def _has_not(node: nodes.ImportFrom) -> bool:
    module = module_of(node.modname)
    return module is not None and not all(name == "*" or hasattr(module, name) for name, _ in node.names)


def _is_there(package: str) -> bool:
    return package in sys.stdlib_module_names or package in ("", "numpy", "tensorflow")


def _imported(module: nodes.Module) -> set[str]:
    """The packages without which the module itself cannot be imported."""
    imports = (each for each in module.body if isinstance(each, (nodes.Import, nodes.ImportFrom)))
    return set().union(*map(_packages, imports))


def _never_returns(context: Context) -> bool:
    """Whether a function gives nothing on any way through it: it always raises."""
    inner = context.scope
    gives = context.summary.result or not context.progress.evaluated or not isinstance(inner, nodes.FunctionDef)
    return not gives and not inner.is_generator() and not may_end(inner.body)


def most_certain(context: Context) -> Certainty:
    """How certain it is that some condition or loop of a context hangs on a tensor."""
    found = context.summary.regions.values()
    return next((each for each in (Certainty.SEEN, Certainty.UNSEEN) if each in found), Certainty.DOUBTFUL)


def _doubting(effect: DirectEffect, certainty: Certainty) -> Certainty:
    """What is changed may be made there, where nothing is known of it, or too much is changed to tell it apart.

    Behind a test that lets it happen once, the trace does it, as the first round would.
    """
    if effect.unguarded is not None or effect.stands_for_others or is_guarded(effect.node):
        return Certainty.DOUBTFUL
    if effect.target is not None and effect.target.is_nondescript:
        return Certainty.DOUBTFUL
    if effect.what == "write-attribute" and isinstance(effect.node, nodes.Assign) and certainty is Certainty.SEEN:
        # What is made of what was there lives on; else the same side may set it before anybody reads it.
        read = {each.attrname for each in effect.node.value.nodes_of_class(nodes.Attribute)}
        return certainty if effect.name in read else Certainty.UNSEEN
    return certainty


def _is_carried(effect: DirectEffect, region: nodes.NodeNG) -> bool:
    """Whether it is an assignment to an item or attribute, which AutoGraph carries if it was there before."""
    node = effect.node
    if effect.what not in _PLACES or not isinstance(node, _ASSIGNMENTS) or _not_carried(effect, region):
        return False
    if effect.what == "write-attribute":
        return True
    if isinstance(effect.target, Array):
        return False
    return not isinstance(region, (nodes.If, nodes.IfExp)) or not _is_new_key(effect, node, region)


_ASSIGNMENTS = (nodes.Assign, nodes.AnnAssign, nodes.AugAssign)
_PLACES = {"write-attribute": nodes.AssignAttr, "write-item": nodes.Subscript}
"""What an effect assigns to."""


def _not_carried(effect: DirectEffect, region: nodes.NodeNG) -> str:
    """Why AutoGraph does not carry what a statement assigns out of a region, in words; empty where it does.

    It names such a place by its text, made of names, attributes, and indices that are names or literals, and takes the
    name for the same place before the region, in it and behind it. Other places it does not see.
    """
    kind = _PLACES.get(effect.what)
    if kind is None or not isinstance(effect.node, _ASSIGNMENTS):
        return ""
    bound = own(region, nodes.AssignName, nodes.FunctionDef)
    word = "condition" if isinstance(region, (nodes.If, nodes.IfExp)) else "loop"
    for place in (each for target in targets_of(effect.node) for each in members_of(target) if isinstance(each, kind)):
        names = _names_in(place)
        text = f"`{place.as_string()}` is not carried out of the {word} on a tensor"
        if names is None:
            indexed = isinstance(place, nodes.Subscript) or any(place.nodes_of_class(nodes.Subscript))
            return f"{text}: " + ("its index is no name and no plain literal" if indexed else "its owner has no name")
        # What is bound behind the assignment is carried itself, a list with all its items.
        first = [each for each in bound if each.name in names and (each.name != names[0] or runs_before(each, place))]
        if first:
            return f"{text}, which binds `{first[0].name}` itself"
    return ""


def _names_in(place: nodes.NodeNG) -> list[str] | None:
    """The names in the text of an item or attribute, that of its owner first; None where AutoGraph has none for it."""
    if isinstance(place, (nodes.Name, nodes.AssignName)):
        return [place.name]
    if isinstance(place, (nodes.Attribute, nodes.AssignAttr)):
        return _names_in(place.expr)
    if isinstance(place, nodes.Subscript):
        owner = _names_in(place.value)
        index = [] if isinstance(place.slice, nodes.Const) else _names_in(place.slice)
        return None if owner is None or index is None else owner + index
    return None


def _is_unread(effect: DirectEffect, region: nodes.NodeNG) -> bool:
    """Whether a container of the function is read nowhere but under the condition, or is only filled in the loop.

    The condition or loop itself is in no other loop, whose next round would find what this one has left.
    """
    target, function = effect.target, region.frame()
    if not isinstance(target, Container) or not isinstance(function, nodes.FunctionDef):
        return False
    made = target.site.statement() if target.site.frame() is function else None
    if not isinstance(made, nodes.Assign) or made.value is not target.site or next(statements_around(region), None):
        return False
    names = [each.name for each in made.targets if isinstance(each, nodes.AssignName)]
    if len(names) != 1 or len(made.targets) != 1 or len(function.locals.get(names[0], ())) != 1:
        return False
    reads = [each for each in function.nodes_of_class(nodes.Name) if each.name == names[0]]
    if not all(region.parent_of(each) and each.frame() is function for each in reads):
        return False
    if isinstance(region, nodes.If):
        return all(isinstance(each.parent, (nodes.Attribute, nodes.Subscript)) for each in reads)
    return all(_only_fills(each) for each in reads)


def _only_fills(read: nodes.Name) -> bool:
    """`values.append(x)`, whose result is dropped."""
    method = read.parent
    call = method.parent
    filling = isinstance(method, nodes.Attribute) and method.attrname in ADDING and isinstance(call, nodes.Call)
    return filling and call.func is method and isinstance(call.parent, nodes.Expr)


def _is_new_key(effect: DirectEffect, node: nodes.Assign | nodes.AugAssign, region: nodes.NodeNG) -> bool:
    """Whether an assignment to a dictionary under an `if` makes a key: nothing in the function has made it before."""
    target = effect.target
    if not isinstance(target, Container) or target.type != "dict" or not isinstance(node, nodes.Assign):
        return False
    if target.site.frame() is not node.frame():
        # It comes from elsewhere, and has the keys that it was given there.
        return False
    for written in node.targets:
        if isinstance(written, nodes.Subscript) and isinstance(written.slice, nodes.Const):
            key = written.slice.as_string()
            made = target.site
            if isinstance(made, nodes.Dict) and any(each.as_string() == key for each, _ in made.items):
                return False
            same = written.as_string()
            for other in node.frame().nodes_of_class(nodes.Assign):
                if any(each.as_string() == same for each in other.targets) and not _within(other, region):
                    return not runs_before(other, region)
            return isinstance(made, nodes.Dict)
    return False


def _made_in(target: AbstractObject | None, region: nodes.NodeNG) -> bool:
    """Whether an object is made anew wherever the region runs."""
    return target is not None and target.made_at is not None and _within(target.made_at, region)


def _is_made_by(target: Container, context: Context) -> bool:
    """Whether an activation has made a container, or holds its own names there."""
    return target.site is context.scope or (target.owner is not None and context_of(target.owner) is context)


def _is_read_apart(effect: DirectEffect, function: nodes.NodeNG) -> bool:
    """Whether the text of a function reads elsewhere what an effect changes by a name."""
    node = effect.node
    changed = [changed_object(node)] if effect.what != "write-nonlocal" else getattr(node, "targets", [node])
    names = {getattr(each, "name", "") for each in changed}
    reads = function.nodes_of_class(nodes.Name)
    return any(each.name in names and each.scope() is not node.scope() for each in reads)


def _changes_own(effect: DirectEffect) -> bool:
    """Whether a callee changes a part of what it has written out itself, of which nothing more is known."""
    if effect.target is None or not effect.target.is_nondescript:
        return False
    changed = changed_object(effect.node)
    return changed is not None and made_here(changed, calls=False)


def _may_come_before(node: nodes.NodeNG, region: nodes.NodeNG) -> bool:
    """Whether a call outside of a region may run before it, in this round or in one before."""
    return not _within(node, region) and may_run_before(node, region)


def _within(node: nodes.NodeNG, region: nodes.NodeNG) -> bool:
    return bool(region.parent_of(node))


def _shown(call: nodes.NodeNG) -> str:
    return f"{call.func.as_string()}(...)" if isinstance(call, nodes.Call) else "it"
