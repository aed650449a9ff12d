"""Statements: how a body moves values through the environment, path by path."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

from astroid import nodes

from hybridize.inference.domain.fields import ANY_ELEMENT
from hybridize.inference.domain.objects import (
    ClassObject,
    Container,
    External,
    ModuleObject,
    ParameterReference,
    Unknown,
    Value,
    has_types,
)
from hybridize.inference.domain.queries import has, only, select
from hybridize.inference.domain.tensors import Array, Tensor
from hybridize.inference.domain.values import BOTTOM, NONE, OPAQUE, join, truth
from hybridize.inference.python import (
    attributes,
    classes,
    definitions,
    imports,
    iteration,
    major_version,
    managers,
    operators,
    patterns,
    protocols,
    raising,
    result_types,
    subscripts,
)
from hybridize.inference.python.arguments import Args
from hybridize.inference.python.caching import cached
from hybridize.inference.python.dispatch import evaluate
from hybridize.inference.python.expressions import assign, staged_as
from hybridize.inference.python.frame import Env, Frame, LoopExits, join_envs
from hybridize.inference.python.narrowing import assume
from hybridize.program.flow.graph import swallows
from hybridize.program.lookup import is_copied
from hybridize.program.loops import values
from hybridize.program.scopes import mangled
from hybridize.program.syntax import is_other_in_program

MAX_STEPS = 200_000
"""Statements executed in one evaluation of one context (nested calls apart)."""
LOOP_ROUNDS = 6
"""Rounds that a loop is evaluated at most. Values only grow, so few loops need more than three."""


WIDENING_ROUNDS = 3
"""After so many rounds, what still changes in types has none."""


class BudgetExceeded(Exception):
    """One evaluation has used up its steps."""


def execute(frame: Frame, body: list[nodes.NodeNG]) -> Env | None:
    """Run statements until control leaves the block; the environment at its end, None where control has left it."""
    for statement in body:
        if frame.env is None:
            return None
        frame.steps += 1
        if frame.steps > MAX_STEPS:
            raise BudgetExceeded
        if frame.exits.handlers:
            frame.snapshot_for_handlers()
        handler = _STATEMENTS.get(type(statement))
        if handler is not None:
            handler(frame, statement)
        else:
            frame.evaluator.tracing.uncovered(frame, statement, f"the statement `{type(statement).__name__}`")
    frame.snapshot_for_handlers()
    return frame.env


def _expression(frame: Frame, node: nodes.Expr) -> None:
    cached(frame, node, _do_expression)


def _do_expression(frame: Frame, node: nodes.Expr) -> Value:
    frame.evaluator.tracing.dropped(frame, evaluate(frame, node.value), node)
    return BOTTOM


def _assign(frame: Frame, node: nodes.Assign) -> None:
    cached(frame, node, _do_assign)


def _do_assign(frame: Frame, node: nodes.Assign) -> Value:
    value = evaluate(frame, node.value)
    for target in node.targets:
        assign(frame, target, value, node)
    return BOTTOM


def _annotated(frame: Frame, node: nodes.AnnAssign) -> None:
    if node.value is not None:
        assign(frame, node.target, cached(frame, node.value, evaluate), node)


def _augmented(frame: Frame, node: nodes.AugAssign) -> None:
    cached(frame, node, _do_augmented)


def _do_augmented(frame: Frame, node: nodes.AugAssign) -> Value:
    target = node.target
    right = evaluate(frame, node.value)
    if isinstance(target, nodes.AssignName):
        left = frame.read_name(target.name, target)
    elif isinstance(target, nodes.AssignAttr):
        left = attributes.get(frame, evaluate(frame, target.expr), mangled(target.attrname, target), node)
    else:
        left = subscripts.item(frame, evaluate(frame, target.value), evaluate(frame, target.slice), node)
    changed: list[Value] = []
    for obj in left:
        method = frame.evaluator.method(frame, obj, _IN_PLACE[node.op])
        if method:
            changed.append(frame.evaluator.call(frame, method, Args([right]), node))
            left -= obj.single
    # `total += x` changes a list where one arrives, and no number, which is likelier to be meant then.
    certain = only(left, Container)
    for container in select(left, Container):
        if node.op not in _CHANGING.get(container.type, _CHANGING["Counter"]):
            # Python raises: what arrives is another object than this one.
            continue
        # `lst += [...]` changes the object itself.
        message = f"changes the {container.type} `{target.as_string()}` in place"
        frame.evaluator.mutate(frame, container, node, message, certain)
        frame.heap.write(container, ANY_ELEMENT, iteration.elements(frame, right, node, consume=False))
    for array in select(left, Array):
        # `a *= 2` changes the array itself, which other names may share. A tensor on either side makes a new one.
        message = f"changes the array `{target.as_string()}` in place"
        frame.effect("write-item", node, message, array, only(left, Array) and not has(right, Tensor))
    if left or not changed:
        operator = node.op.rstrip("=")
        frame.evaluator.tracing.combined(frame, operator, left, right, node)
        made = staged_as(frame, operators.binary(frame, operator, left, right, node), left, right)
        changed.append(result_types.in_place(frame, left, made))
    assign(frame, target, join(changed), node)
    return BOTTOM


_CHANGING = {
    "list": frozenset({"+=", "*="}),
    "deque": frozenset({"+=", "*="}),
    "dict": frozenset({"|="}),
    "defaultdict": frozenset({"|="}),
    "set": frozenset({"|=", "&=", "-=", "^="}),
    "frozenset": frozenset(),
    "Counter": frozenset({"+=", "-=", "*=", "|=", "&=", "^="}),
}
"""What changes a container of each type in place; of types that are not listed, what changes any."""
_IN_PLACE = {f"{operator}=": f"__i{name}__" for operator, name in operators.DUNDER.items()}


def _delete(frame: Frame, node: nodes.Delete) -> None:
    for target in node.targets:
        if isinstance(target, nodes.DelName):
            if frame.env is not None:
                frame.env.pop(target.name, None)
                frame.note_bound(target.name)
            if target.name in frame.names.globals and not frame.is_module:
                frame.effect("write-global", node, f"deletes the global `{target.name}`", None)
        elif isinstance(target, nodes.DelAttr):
            for obj in evaluate(frame, target.expr):
                shared = has(obj.single, ClassObject, ModuleObject, External)
                frame.effect("write-attribute", node, f"deletes `{target.as_string()}`", None if shared else obj)
                protocols.run(frame, obj.single, ("__delattr__",), Args([frame.make.constant(target.attrname)]), node)
        elif isinstance(target, nodes.Subscript):
            index = evaluate(frame, target.slice)
            owner = evaluate(frame, target.value)
            protocols.used_as_index(frame, index, target)
            frame.evaluator.tracing.written_at(frame, owner, index, BOTTOM, node)
            for obj in owner:
                protocols.run(frame, obj.single, ("__delitem__",), Args([index]), node)
                if isinstance(obj, Unknown) and is_copied(target.value):
                    continue
                frame.evaluator.mutate(frame, obj, node, f"deletes `{target.as_string()}`")


def _return(frame: Frame, node: nodes.Return) -> None:
    returned = node.value
    if returned is None:
        value = NONE
    elif frame.context.wide and type(returned) is nodes.Name:
        value = _as_passed(frame, returned)
    else:
        value = cached(frame, returned, evaluate)
    frame.exits.returned = frame.exits.returned | value if frame.exits.returned else value
    if frame.context.summary.regions and value:
        frame.evaluator.tracing.returned(frame, node, value)
    frame.env = None


def _as_passed(frame: Frame, node: nodes.Name) -> Value:
    """The value of a returned name; where it is still the argument, each call gets back what it passed itself."""
    value, context = evaluate(frame, node), frame.context
    passed = context.types.get(node.name) or context.arguments.get(node.name)
    return frame.make(ParameterReference, node.name).single if value and value is passed else value


def _raise(frame: Frame, node: nodes.Raise) -> None:
    cached(frame, node, _do_raise)
    frame.env = None


def _do_raise(frame: Frame, node: nodes.Raise) -> Value:
    for part in (node.exc, node.cause):
        raised = evaluate(frame, part) if part is not None else BOTTOM
        classes = frozenset(obj for obj in select(raised, ClassObject))
        if classes:
            # `raise Error` makes an object of the class.
            frame.evaluator.call(frame, classes, Args(), part)
        if part is not None:
            frame.evaluator.tracing.raised(frame, raised, part)
    return BOTTOM


def _assert(frame: Frame, node: nodes.Assert) -> None:
    cached(frame, node, _do_assert)
    assume(frame, node.test, True)


def _do_assert(frame: Frame, node: nodes.Assert) -> Value:
    test = evaluate(frame, node.test)
    if truth(test) is not True and not _asks_for_shape(node.test):
        frame.heap.fail()
    operators.note_assert(frame, test, node)
    operators.asked_for_truth(frame, test, node)
    frame.evaluator.tracing.asked_for_truth(frame, test, node)
    return BOTTOM


def _asks_for_shape(test: nodes.NodeNG) -> bool:
    """Whether an assertion only says what a tensor is like: that holds wherever the code was written to run."""
    return any(each.attrname in ("dtype", "shape") for each in test.nodes_of_class(nodes.Attribute))


def _if(frame: Frame, node: nodes.If) -> None:
    test = cached(frame, node, _test)
    before = frame.env
    if before is not None:
        outcome = truth(test)
        outcome = major_version.decided(frame, node.test) if outcome is None else outcome
        around, hangs_on_tensor = frame.place.in_region, node in frame.context.summary.regions
        frame.place.in_region = around or hangs_on_tensor
        ends = _branch(frame, before, node, outcome)
        frame.place.in_region = around
        frame.evaluator.tracing.branches(frame, node, ends)
        if hangs_on_tensor:
            _stage(frame, frame.env, node)


def _test(frame: Frame, node: nodes.If) -> Value:
    test = evaluate(frame, node.test)
    frame.evaluator.tracing.conditional(frame, test, node)
    operators.asked_for_truth(frame, test, node)
    return test


def _stage(frame: Frame, env: Env | None, region: nodes.NodeNG) -> None:
    """What a condition or loop on a tensor assigns is a tensor in a graph, also where it is a number of Python."""
    if env is None:
        return
    for name in frame.evaluator.tracing.assigned(frame, region):
        if name in env:
            env[name] = frame.make.staged(env[name])
            frame.note_bound(name)


def _branch(frame: Frame, before: Env, node: nodes.If, decided: bool | None) -> list[Env | None]:
    """Evaluate both sides; what the names hold at the end of each."""
    ends: list[Env | None] = []
    for outcome, block in ((True, node.body), (False, node.orelse)):
        if decided is (not outcome):
            continue
        frame.env = dict(before)
        assume(frame, node.test, outcome)
        ends.append(execute(frame, block))
    frame.env = join_envs(ends)
    return ends


def _loop(frame: Frame, prepare: Callable[[], None], node: nodes.For | nodes.While) -> Env | None:
    """Evaluate a loop until nothing changes; what holds afterwards, with all types that one round knows."""
    exits = LoopExits()
    first: Env | None = None
    frame.exits.loops.append(exits)
    around = frame.place.in_region
    for done in range(LOOP_ROUNDS):
        start = frame.env
        if start is None:
            break
        frame.env = dict(start)
        prepare()
        hangs_on_tensor = node in frame.context.summary.regions
        frame.place.in_region = around or hangs_on_tensor
        after = join_envs([start, execute(frame, node.body), *exits.continues], exits.bound)
        if not done and after is not None:
            first = dict(after)
        if hangs_on_tensor:
            _stage(frame, after, node)
        frame.env = after
        if after is None or all(after.get(name) == start.get(name) for name in exits.bound):
            break
        if done:
            _widen_types(frame, start, after, exits.bound, done)
    frame.exits.loops.pop()
    for name in exits.bound:
        frame.note_bound(name)
    frame.place.in_region = around
    staged = bool(exits.breaks) and node in frame.context.summary.regions
    names = None if node.orelse or staged else exits.bound
    if frame.env is not None and node.orelse:
        execute(frame, node.orelse)
    frame.env = join_envs([frame.env, *exits.breaks], names)
    if staged:
        _stage(frame, frame.env, node)
    return join_envs([frame.env, first], names) if frame.env is not None else None


def _widen_types(frame: Frame, before: Env, after: Env, names: Iterable[str], done: int) -> None:
    """Lengths that changed again in a round become unknown, and in a later one whole types, so that the loop ends."""
    variants = frame.widening.variants
    for name in names:
        value = after.get(name, BOTTOM)
        if value is not before.get(name) and has_types(value):
            after[name] = variants.widened(value) if done < WIDENING_ROUNDS else variants.plain(value)


def _iterated(frame: Frame, node: nodes.NodeNG) -> Value:
    value = evaluate(frame, node)
    raising.iterated(frame, value, node)
    return value


def _for(frame: Frame, node: nodes.For) -> None:
    iterable = cached(frame, node.iter, _iterated)
    frame.evaluator.tracing.loop(frame, iterable, node)
    if not iterable:
        # Nothing to iterate over yet; the statement is evaluated again when there is.
        frame.heap.wait(frame.context)

    numbers = values(node)
    if numbers is not None and not numbers:
        # `for _ in range(0)`
        execute(frame, node.orelse)
        return

    # The element is looked up anew in each round: the body may append to what it iterates over.
    def take() -> None:
        assign(frame, node.target, iteration.elements(frame, iterable, node), node)

    before = frame.env
    after = _loop(frame, take, node)
    if before is not None and after is not None:
        frame.evaluator.tracing.rounds(frame, node, before, after)


def _while(frame: Frame, node: nodes.While) -> None:
    def test() -> None:
        value = evaluate(frame, node.test)
        frame.evaluator.tracing.loop(frame, value, node)
        operators.asked_for_truth(frame, value, node)
        assume(frame, node.test, True)

    forever = isinstance(node.test, nodes.Const) and bool(node.test.value)
    exits_before = frame.env
    after = _loop(frame, test, node)
    if exits_before is not None and after is not None:
        frame.evaluator.tracing.rounds(frame, node, exits_before, after)
    if forever and frame.env is not None and exits_before is not None and not _has_break(node):
        frame.env = None


def _has_break(loop: nodes.While) -> bool:
    stack: list[nodes.NodeNG] = list(loop.body)
    while stack:
        node = stack.pop()
        if isinstance(node, nodes.Break):
            return True
        if not isinstance(node, (nodes.While, nodes.For, nodes.FunctionDef, nodes.ClassDef, nodes.Lambda)):
            stack.extend(node.get_children())
    return False


def _break(frame: Frame, node: nodes.Break) -> None:
    if frame.exits.loops and frame.env is not None:
        frame.exits.loops[-1].breaks.append(frame.env)
    frame.env = None


def _continue(frame: Frame, node: nodes.Continue) -> None:
    if frame.exits.loops and frame.env is not None:
        frame.exits.loops[-1].continues.append(frame.env)
    frame.env = None


def _try(frame: Frame, node: nodes.Try) -> None:
    frame.exits.handlers.append([])
    execute(frame, node.body)
    raised = frame.exits.handlers.pop()
    if frame.env is not None and node.orelse:
        execute(frame, node.orelse)
    ends: list[Env | None] = [frame.env]
    if node.handlers:
        frame.evaluator.tracing.caught(frame, node)
        at_handler = join_envs(list(raised))
        for handler in node.handlers:
            if at_handler is None:
                break
            frame.env = dict(at_handler)
            caught = evaluate(frame, handler.type) if handler.type is not None else BOTTOM
            if handler.name is not None:
                assign(frame, handler.name, _caught(frame, caught), handler)
            ends.append(execute(frame, handler.body))
    end = join_envs(ends)
    if node.finalbody:
        frame.env = end if end is not None else join_envs(list(raised))
        execute(frame, node.finalbody)
        if end is None:
            frame.env = None
    else:
        frame.env = end


def _caught(frame: Frame, types: Value) -> Value:
    """What `except types as error` binds: an exception of the project where one was made, else one without a tensor."""
    known = frame.analysis.classes
    out: list[Value] = [OPAQUE]
    for obj in types:
        for cls in select([a for item in iteration.held(frame, obj) for a in item] or [obj], ClassObject):
            frame.heap.missing(frame.context)
            raised = [i for each, made in known.instances.items() if cls in known.mro(each) for i in made]
            out += [instance.single for instance in raised]
    return join(out)


def _entered(asynchronous: bool, frame: Frame, manager: nodes.NodeNG) -> Value:
    return managers.entered(frame, evaluate(frame, manager), manager.parent, asynchronous)


def _with(frame: Frame, node: nodes.With) -> None:
    asynchronous = isinstance(node, nodes.AsyncWith)
    for manager, target in node.items:
        entered = cached(frame, manager, partial(_entered, asynchronous))
        if target is not None:
            assign(frame, target, entered, node)
    if not swallows(node):
        execute(frame, node.body)
        return
    # What the body has raised ends there.
    frame.exits.handlers.append([])
    execute(frame, node.body)
    frame.env = join_envs([frame.env, *frame.exits.handlers.pop()])


def _match(frame: Frame, node: nodes.Match) -> None:
    subject = evaluate(frame, node.subject)
    before = frame.env
    assert before is not None
    name = node.subject.name if isinstance(node.subject, nodes.Name) else None
    ends: list[Env | None] = []
    left = subject
    for case in node.cases:
        frame.env = dict(before)
        taken, rest = patterns.match(frame, case.pattern, left)
        if subject and not taken:
            continue
        if name is not None and name in frame.env and name in before and frame.env[name] is before[name]:
            frame.hold(name, taken)
        if case.guard is not None:
            rest = left
            frame.evaluator.tracing.conditional(frame, evaluate(frame, case.guard), case)
            assume(frame, case.guard, True)
        ends.append(execute(frame, case.body))
        left = rest
    if left or not subject:
        frame.env = dict(before)
        if name is not None and name in frame.env and left:
            frame.hold(name, left)
        ends.append(frame.env)
    frame.env = join_envs(ends)


def _import(frame: Frame, node: nodes.Import) -> None:
    for name, alias in node.names:
        imports.import_module(frame, name, alias, node)


def _import_from(frame: Frame, node: nodes.ImportFrom) -> None:
    imports.import_names(frame, node)


def _function(frame: Frame, node: nodes.FunctionDef) -> None:
    function = cached(frame, node, definitions.define_function)
    if is_other_in_program(node):
        frame.bind_here(node.name, function)
    else:
        frame.write_name(node.name, function, node)


def _nothing(frame: Frame, node: nodes.NodeNG) -> None:
    """It does nothing when it runs."""


def _class(frame: Frame, node: nodes.ClassDef) -> None:
    frame.write_name(node.name, classes.define_class(frame, node), node)


_STATEMENTS: dict[type[nodes.NodeNG], Callable[[Frame, Any], None]] = {
    nodes.Expr: _expression,
    nodes.Assign: _assign,
    nodes.AnnAssign: _annotated,
    nodes.AugAssign: _augmented,
    nodes.Delete: _delete,
    nodes.Return: _return,
    nodes.Raise: _raise,
    nodes.Assert: _assert,
    nodes.If: _if,
    nodes.For: _for,
    nodes.AsyncFor: _for,
    nodes.While: _while,
    nodes.Break: _break,
    nodes.Continue: _continue,
    nodes.Try: _try,
    nodes.TryStar: _try,
    nodes.With: _with,
    nodes.AsyncWith: _with,
    nodes.Match: _match,
    nodes.Import: _import,
    nodes.ImportFrom: _import_from,
    nodes.FunctionDef: _function,
    nodes.AsyncFunctionDef: _function,
    nodes.ClassDef: _class,
    nodes.Pass: _nothing,
    nodes.Global: _nothing,
    nodes.Nonlocal: _nothing,
}
