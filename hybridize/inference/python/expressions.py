"""Expressions: from syntax to values."""

from __future__ import annotations

from collections.abc import Iterator

from astroid import nodes

from hybridize.inference.domain.fields import ANY_ELEMENT, KEYS, Index, Key, Slot
from hybridize.inference.domain.objects import Container, IteratorObject, TupleObject, Value
from hybridize.inference.domain.queries import has, is_staged, only, select
from hybridize.inference.domain.tensors import Tensor
from hybridize.inference.domain.values import (
    BOTTOM,
    NONE,
    OPAQUE,
    STR,
    UNKNOWN_RESULT,
    join,
    literal_of,
    text_of,
    truth,
)
from hybridize.inference.python import (
    attributes,
    calls,
    definitions,
    iteration,
    operators,
    protocols,
    raising,
    result_types,
    subscripts,
    unfit,
)
from hybridize.inference.python.dispatch import HANDLERS, evaluate
from hybridize.inference.python.frame import Env, Frame, join_envs
from hybridize.inference.python.narrowing import assume, guarded
from hybridize.program.scopes import mangled


def _const(frame: Frame, node: nodes.Const) -> Value:
    value = node.value
    if value is None:
        return NONE
    if value is Ellipsis:
        return OPAQUE
    return frame.make.constant(value)


def _name(frame: Frame, node: nodes.Name) -> Value:
    name, names = node.name, frame.names
    if name in names.bound and name not in names.rebound:
        # By far the most: a local that is bound here.
        env = frame.env
        assert env is not None
        value = env.get(name)
        if value is not None:
            log = frame.heap.log
            if log is not None and log.env.get(name) is value:
                log.names[name] = value
            return value
    return frame.read_name(name, node)


def _attribute(frame: Frame, node: nodes.Attribute) -> Value:
    name = node.attrname
    if name[:2] == "__":
        name = mangled(name, node)
    owner = evaluate(frame, node.expr)
    raising.attribute(frame, owner, node)
    if attributes.is_missing(frame, owner, name):
        frame.heap.fail()
    value = _found(frame, attributes.get(frame, owner, name, node))
    held = frame.names.guards
    return guarded(frame, value, held[node]) if held and node in held else value


def _call(frame: Frame, node: nodes.Call) -> Value:
    made = _found(frame, calls.evaluate_call(frame, node))
    if node in frame.context.summary.conversions and frame.evaluator.tracing.is_staged(frame, node):
        return frame.make.staged(made)
    return made


def _found(frame: Frame, value: Value) -> Value:
    """What an expression gives; where that is nothing (`None.x`, `None()`, `None[0]`), it raises."""
    if not value:
        frame.heap.fail()
    return value


def _subscript(frame: Frame, node: nodes.Subscript) -> Value:
    value = evaluate(frame, node.value)
    index = evaluate(frame, node.slice)
    frame.evaluator.tracing.indexed(frame, index, node)
    frame.evaluator.tracing.read_at(frame, value, index, node)
    raising.operated(frame, "[]", value, index, node)
    if only(value, Tensor) and unfit.is_refused_by_operator(frame, "getitem", value, index):
        frame.heap.fail()
    return _found(frame, subscripts.item(frame, value, index, node))


def _slice(frame: Frame, node: nodes.Slice) -> Value:
    bounds: list[Value | None] = []
    for bound in (node.lower, node.upper, node.step):
        value = evaluate(frame, bound) if bound is not None else BOTTOM
        bounds.append(value if bound is not None else None)
        protocols.converted(frame, value, node)
        if has(value, Tensor) or is_staged(value):
            frame.evaluator.tracing.indexed(frame, value, node)
            frame.analysis.events.tensors.add_slice_by_tensors(node)
    raising.sliced(frame, node, bounds)
    return OPAQUE


def _tuple(frame: Frame, node: nodes.Tuple) -> Value:
    if len(node.elts) > iteration.MAX_POSITIONS:
        return frame.make(TupleObject, (), join([evaluate(frame, e) for e in node.elts]), "tuple").single
    items: list[Value] = []
    rest = BOTTOM
    for element in node.elts:
        if isinstance(element, nodes.Starred):
            inner = evaluate(frame, element.value)
            frame.evaluator.tracing.displayed(frame, inner, element)
            fixed = iteration.positions_of_all(frame, inner) if not rest else None
            if fixed is not None and len(items) + len(fixed) <= iteration.MAX_POSITIONS:
                items.extend(fixed)
            else:
                rest |= iteration.elements(frame, inner, element)
        elif rest:
            rest |= evaluate(frame, element)
        else:
            items.append(evaluate(frame, element))
    return frame.make(TupleObject, tuple(items), rest, "tuple").single


def _list(frame: Frame, node: nodes.List | nodes.Set) -> Value:
    container = iteration.new_container(frame, "list" if isinstance(node, nodes.List) else "set", node)
    joined = len(node.elts) > iteration.MAX_POSITIONS or isinstance(node, nodes.Set)
    overwritten = _overwritten(frame, node)
    position = 0
    for element in node.elts:
        if isinstance(element, nodes.Starred):
            inner = evaluate(frame, element.value)
            frame.evaluator.tracing.displayed(frame, inner, element)
            fixed = iteration.positions_of_all(frame, inner) if not joined else None
            if fixed is None or position + len(fixed) > iteration.MAX_POSITIONS:
                joined = True
                fixed = [iteration.elements(frame, inner, element)]
        else:
            fixed = [evaluate(frame, element)]
            if not joined and (element in overwritten or not fixed[0]):
                # Of what nothing is known yet there is a place all the same: it tells how long the list is.
                frame.heap.cell(container, Index(position))
                position += 1
                continue
        for value in fixed:
            if isinstance(node, nodes.Set):
                frame.evaluator.tracing.hashed(frame, value, element)
                protocols.hashed(frame, value, element)
            frame.heap.write(container, ANY_ELEMENT if joined else Index(position), value)
            position += 1
    return container.single


def _dict(frame: Frame, node: nodes.Dict) -> Value:
    container = iteration.new_container(frame, "dict", node)
    many = len(node.items) > iteration.MAX_POSITIONS
    overwritten = _overwritten(frame, node)
    for key_node, value_node in node.items:
        value = evaluate(frame, value_node)
        if isinstance(key_node, nodes.DictUnpack):
            for obj in value:
                if isinstance(obj, Container):
                    for name in list(frame.heap.fields(obj)):
                        frame.heap.write(container, name, frame.heap.read(obj, name, frame.context))
                else:
                    frame.heap.write(container, ANY_ELEMENT, UNKNOWN_RESULT)
            continue
        key = evaluate(frame, key_node)
        frame.evaluator.tracing.hashed(frame, key, key_node)
        protocols.hashed(frame, key, key_node)
        constant = None if many else literal_of(key)
        if value_node not in overwritten or constant is None:
            frame.heap.write(container, iteration.element_field(container, constant), value)
        frame.heap.write(container, KEYS, key)
    return container.single


def _overwritten(frame: Frame, node: nodes.Dict | nodes.List | nodes.Set) -> frozenset[nodes.NodeNG]:
    """The items of a display that are replaced before anything can read them."""
    around = node.parent
    if isinstance(node, nodes.Set) or not isinstance(around, (nodes.Assign, nodes.Dict, nodes.List)):
        return frozenset()
    return frame.analysis.scopes.overwritten(node)


def _binary(frame: Frame, node: nodes.BinOp) -> Value:
    left = evaluate(frame, node.left)
    right = evaluate(frame, node.right)
    frame.evaluator.tracing.combined(frame, node.op, left, right, node)
    raising.operated(frame, node.op, left, right, node)
    if NONE in (left, right):
        frame.heap.fail()
    return staged_as(frame, operators.binary(frame, node.op, left, right, node), left, right)


def staged_as(frame: Frame, value: Value, *operands: Value) -> Value:
    """What an operator gives: of what is a tensor in a graph, something that is one there."""
    return frame.make.staged(value) if any(map(is_staged, operands)) else value


def _unary(frame: Frame, node: nodes.UnaryOp) -> Value:
    value = evaluate(frame, node.operand)
    if node.op == "not":
        known = truth(value)
        if known is not None:
            return frame.make.constant(not known)
        frame.evaluator.tracing.asked_for_truth(frame, value, node)
        frame.evaluator.tracing.tested(frame, value, node)
        made = operators.unary(frame, node.op, value, node)
        return frame.make.staged(made) if has(value, Tensor) else staged_as(frame, made, value)
    frame.evaluator.tracing.signed(frame, node.op, value, node)
    return staged_as(frame, operators.unary(frame, node.op, value, node), value)


def _boolean(frame: Frame, node: nodes.BoolOp) -> Value:
    out: list[Value] = []
    before = frame.env
    last = len(node.values) - 1
    parts: list[tuple[nodes.NodeNG, Value]] = []
    for position, part in enumerate(node.values):
        value = evaluate(frame, part)
        parts.append((part, value))
        decided = truth(value)
        if position == last or decided is (node.op == "or"):
            out.append(value)
            break
        if decided is None:
            # What is handed on can only be what ends the evaluation here.
            out.append(_of_truth(value, node.op == "or"))
            operators.asked_for_truth(frame, value, node)
        assert frame.env is not None
        frame.env = dict(frame.env)
        if not assume(frame, part, node.op == "and"):
            break
    frame.env = join_envs([before, frame.env]) if frame.names.has_walrus else before
    frame.evaluator.tracing.decided(frame, parts, node)
    return join(out)


def _of_truth(value: Value, outcome: bool) -> Value:
    return frozenset(obj for obj in value if truth(obj.single) is not (not outcome))


def _compare(frame: Frame, node: nodes.Compare) -> Value:
    left = evaluate(frame, node.left)
    out = BOTTOM
    for operator, right_node in node.ops:
        right = evaluate(frame, right_node)
        out |= staged_as(frame, operators.compare(frame, operator, left, right, node), left, right)
        frame.evaluator.tracing.membership(frame, operator, left, right, node)
        left = right
    return out


def _conditional(frame: Frame, node: nodes.IfExp) -> Value:
    test = evaluate(frame, node.test)
    frame.evaluator.tracing.conditional(frame, test, node)
    operators.asked_for_truth(frame, test, node)
    decided = truth(test)
    before = frame.env
    if before is None:
        return BOTTOM
    out: list[Value] = []
    ends: list[Env | None] = []
    for outcome, part in ((True, node.body), (False, node.orelse)):
        if decided is (not outcome):
            continue
        frame.env = dict(before)
        possible = assume(frame, node.test, outcome)
        out.append(evaluate(frame, part))
        ends.append(frame.env if possible else None)
    # What the test told of its names no longer matters, unless only one of its outcomes is left.
    frame.env = before if None not in ends and not frame.names.has_walrus else join_envs(ends) or before
    return frame.make.staged(join(out)) if node in frame.context.summary.regions else join(out)


def _lambda(frame: Frame, node: nodes.Lambda) -> Value:
    frame.evaluator.tracing.made_in_loop(frame, node)
    return definitions.define_lambda(frame, node).single


def _joined(frame: Frame, node: nodes.JoinedStr) -> Value:
    for part in node.values:
        if isinstance(part, nodes.FormattedValue):
            value = evaluate(frame, part.value)
            frame.evaluator.tracing.text(frame, value, node)
            raising.formatted(frame, part, value)
            protocols.formatted(frame, value, node, _CONVERSIONS.get(part.conversion, protocols.FORMAT))
    return STR


_CONVERSIONS = {ord("s"): protocols.TEXT, ord("r"): ("__repr__",), ord("a"): ("__repr__",)}
"""What `!s`, `!r` and `!a` in an f-string call."""


def _walrus(frame: Frame, node: nodes.NamedExpr) -> Value:
    value = evaluate(frame, node.value)
    frame.write_name(node.target.name, value, node)
    return value


def _starred(frame: Frame, node: nodes.Starred) -> Value:
    value = evaluate(frame, node.value)
    raising.iterated(frame, value, node.value)
    return iteration.elements(frame, value, node)


def _yield(frame: Frame, node: nodes.Yield) -> Value:
    frame.exits.yielded |= evaluate(frame, node.value) if node.value is not None else NONE
    return frame.heap.read(frame.context, Slot.SENT, frame.context) or UNKNOWN_RESULT


def _yield_from(frame: Frame, node: nodes.YieldFrom) -> Value:
    source = evaluate(frame, node.value)
    frame.exits.yielded |= iteration.elements(frame, source, node)
    iterators = [frame.widening.variants.plain_object(obj) for obj in select(source, IteratorObject)]
    returned = [frame.heap.read(each, Slot.RETURNED, frame.context) for each in iterators]
    return join(returned) or UNKNOWN_RESULT


def _await(frame: Frame, node: nodes.Await) -> Value:
    return evaluate(frame, node.value)


def _passes(frame: Frame, condition: nodes.NodeNG) -> bool:
    """Go on where a condition of a comprehension holds; whether it can."""
    asked = evaluate(frame, condition)
    frame.evaluator.tracing.filtered(frame, asked, condition)
    operators.asked_for_truth(frame, asked, condition)
    return assume(frame, condition, True)


def _comprehension(frame: Frame, node: nodes.ListComp | nodes.SetComp | nodes.DictComp | nodes.GeneratorExp) -> Value:
    before = frame.env
    assert before is not None
    frame.env = dict(before)
    passing = True
    for clause in node.generators:
        source = evaluate(frame, clause.iter)
        raising.iterated(frame, source, clause.iter)
        element = iteration.elements(frame, source, clause.iter)
        frame.evaluator.tracing.comprehended(frame, source, clause.iter)
        assign(frame, clause.target, element, clause)
        passing = all(_passes(frame, condition) for condition in clause.ifs)
        if not passing:
            break
    result: Value
    if isinstance(node, nodes.DictComp):
        container = iteration.new_container(frame, "dict", node)
        for key, value in _items_of(frame, node):
            if value:
                frame.heap.write(container, iteration.element_field(container, literal_of(key)), value)
            frame.heap.write(container, KEYS, key)
            frame.evaluator.tracing.hashed(frame, key, node.key)
        result = container.single
    else:
        value = evaluate(frame, node.elt)
        if isinstance(node, nodes.GeneratorExp):
            result = frame.make(IteratorObject, value, node, frame.owner).single
        else:
            kind = "list" if isinstance(node, nodes.ListComp) else "set"
            if kind == "set":
                frame.evaluator.tracing.hashed(frame, value, node.elt)
            result = iteration.new_container(frame, kind, node, value).single
    after = frame.env if passing else None
    frame.env = before
    if after is not None and frame.names.has_walrus:
        # A walrus inside a comprehension binds a name of the function.
        for walrus in node.nodes_of_class(nodes.NamedExpr):
            if walrus.target.name in after:
                before[walrus.target.name] = after[walrus.target.name]
    return result


def _items_of(frame: Frame, node: nodes.DictComp) -> Iterator[tuple[Value, Value]]:
    """The keys of a comprehension with their values; each by itself where it goes over a dictionary of known keys."""
    clause = node.generators[0]
    known = _known_items(frame, clause.iter) if len(node.generators) == 1 and not clause.ifs else []
    for pair in known:
        assign(frame, clause.target, pair.single, clause)
        key, written = evaluate(frame, node.key), _written_text(frame, node.key)
        yield (key if written is None else frame.make.constant(written)), evaluate(frame, node.value)
    if not known:
        yield evaluate(frame, node.key), evaluate(frame, node.value)


def _written_text(frame: Frame, node: nodes.NodeNG) -> str | None:
    """The text that is put together of known parts: `"train_" + name`, `f"{name}_loss"`."""
    if isinstance(node, nodes.BinOp) and node.op == "+":
        parts = [node.left, node.right]
    elif isinstance(node, nodes.JoinedStr):
        parts = list(node.values)
    elif isinstance(node, nodes.FormattedValue):
        parts = [node.value] if node.conversion < 0 and node.format_spec is None else []
    else:
        return text_of(evaluate(frame, node))
    texts = [_written_text(frame, each) for each in parts]
    known = [each for each in texts if each is not None]
    return "".join(known) if known and len(known) == len(texts) else None


def _known_items(frame: Frame, iterated: nodes.NodeNG) -> list[TupleObject]:
    """What `d.items()` gives, where the keys of `d` are known and few."""
    called = iterated.func if isinstance(iterated, nodes.Call) and not iterated.args else None
    if not isinstance(called, nodes.Attribute) or called.attrname != "items":
        return []
    value = evaluate(frame, called.expr)
    if not only(value, Container):
        return []
    found: list[TupleObject] = []
    for held in select(value, Container):
        if held.type != "dict" or frame.heap.has(held, ANY_ELEMENT):
            return []
        frame.heap.read(held, ANY_ELEMENT, frame.context)
        for field in [each for each in frame.heap.fields(held) if type(each) is Key]:
            item = frame.heap.read(held, field, frame.context)
            found.append(frame.make(TupleObject, (frame.make.constant(field.literal.value), item), BOTTOM, "tuple"))
    return found if len(found) <= iteration.MAX_POSITIONS else []


def _goes_through_tensor(frame: Frame, node: nodes.NodeNG) -> bool:
    """Whether a loop or comprehension goes through a tensor: that its rows cannot be unpacked is said there."""
    return isinstance(node, (nodes.For, nodes.Comprehension)) and has(evaluate(frame, node.iter), Tensor)


def assign(frame: Frame, target: nodes.NodeNG, value: Value, node: nodes.NodeNG) -> None:
    """Bind `target` (a name, attribute, item, tuple or list of targets) to `value`."""
    if frame.env is None:
        return
    if isinstance(target, nodes.AssignName):
        frame.write_name(target.name, value, node)
    elif isinstance(target, (nodes.Tuple, nodes.List)):
        star = next((i for i, e in enumerate(target.elts) if isinstance(e, nodes.Starred)), None)
        raising.unpacked(frame, value, target, node)
        parts = iteration.unpack(frame, value, len(target.elts), star, node)
        if star is None:
            parts = result_types.unpacked(frame, value, parts)
        if has(value, Tensor) and not _goes_through_tensor(frame, node):
            # What is taken for a tensor without being seen is the less one for being unpacked.
            source = node.value if isinstance(node, nodes.Assign) else None
            taken = iteration.may_be_several(frame, source, value)
            text = "AutoGraph does not convert the unpacking of a tensor"
            at = target if isinstance(node, nodes.Comprehension) else node
            frame.condition("tensor-iteration", at, text, OPAQUE if taken else value)
        for each, part in zip(target.elts, parts, strict=True):
            assign(frame, each.value if isinstance(each, nodes.Starred) else each, part, node)
    elif isinstance(target, nodes.AssignAttr):
        name = mangled(target.attrname, target)
        owners = evaluate(frame, target.expr)
        value = frame.make.staged(value) if frame.place.in_region else value
        for obj in owners:
            attributes.set_attribute(frame, obj, name, value, node, target)
        frame.evaluator.tracing.stored(frame, target, owners, value)
    elif isinstance(target, nodes.Subscript):
        container = evaluate(frame, target.value)
        index = evaluate(frame, target.slice)
        protocols.used_as_index(frame, index, target)
        frame.evaluator.tracing.written_at(frame, container, index, value, node)
        for obj in container:
            frame.evaluator.set_item(frame, obj, index, value, node, target)
        frame.evaluator.tracing.stored(frame, target, container, value, index)
    elif isinstance(target, nodes.Starred):
        assign(frame, target.value, value, node)


HANDLERS.update(
    {
        nodes.Const: _const,
        nodes.Name: _name,
        nodes.Attribute: _attribute,
        nodes.Call: _call,
        nodes.Subscript: _subscript,
        nodes.Slice: _slice,
        nodes.Tuple: _tuple,
        nodes.List: _list,
        nodes.Set: _list,
        nodes.Dict: _dict,
        nodes.BinOp: _binary,
        nodes.UnaryOp: _unary,
        nodes.BoolOp: _boolean,
        nodes.Compare: _compare,
        nodes.IfExp: _conditional,
        nodes.Lambda: _lambda,
        nodes.JoinedStr: _joined,
        nodes.NamedExpr: _walrus,
        nodes.Starred: _starred,
        nodes.Yield: _yield,
        nodes.YieldFrom: _yield_from,
        nodes.Await: _await,
        nodes.ListComp: _comprehension,
        nodes.SetComp: _comprehension,
        nodes.DictComp: _comprehension,
        nodes.GeneratorExp: _comprehension,
    }
)
