"""What a tensor `if`, `for` or `while` may do in a trace: each becomes a graph of its own.

AutoGraph carries local names, items and attributes that the statement itself assigns, as long as each keeps its
structure. Everything else fails or happens once. Each rule follows runs of TensorFlow 2.15 and 2.21 (the pairs of
programs in the tests).
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence, Set

from astroid import nodes

from hybridize.frameworks.tensor_types.dimensions import Dimension
from hybridize.inference.domain.fields import ANY_ELEMENT, is_element
from hybridize.inference.domain.objects import (
    AbstractObject,
    Container,
    Instance,
    NoneObject,
    PythonScalar,
    TupleObject,
    Value,
)
from hybridize.inference.domain.queries import has, only, select
from hybridize.inference.domain.tensors import Array, Tensor
from hybridize.inference.domain.values import BOTTOM, NONE_OBJECT, OPAQUE, TENSOR, join
from hybridize.inference.python.frame import Frame
from hybridize.inference.tracing.outcomes import (
    DTYPES,
    NO_OUTCOMES,
    OBJECT,
    ONLY_TENSORS,
    Sides,
    are_like_tensors,
    dtype_of,
    of_dtypes,
    refused,
)
from hybridize.program.flow.names import captured, is_carried, is_live_after
from hybridize.program.inside import nodes_inside
from hybridize.program.lookup import builtin_name
from hybridize.program.loops import statements_around
from hybridize.program.memory import remembered
from hybridize.program.scopes import mangled
from hybridize.program.syntax import following, last_name

Env = Mapping[str, Value]


def leaving(frame: Frame, node: nodes.If, test: Value) -> None:
    """A Python loop that is left under a condition on a tensor; `continue` is converted."""
    regions = frame.context.summary.regions
    around = next(statements_around(node), None)
    for leave in own(node, nodes.Break, nodes.Return):
        loop = around
        if isinstance(leave, nodes.Break):
            inner = next(statements_around(leave), None)
            if inner is None or inner is not around:
                continue
        breaks = isinstance(leave, nodes.Break)
        if loop is not None and loop not in regions and not (breaks and is_forever(loop)):
            word = "break" if breaks else "return"
            text = f"`{word}` leaves a Python loop under a condition on a tensor, which AutoGraph does not convert"
            frame.condition("autograph-limit", leave, text, test)
            return


def returning(frame: Frame, node: nodes.If, test: Value) -> None:
    """`return` under a condition on a tensor: each of the two sides must end in one, in the block that holds the `if`.

    AutoGraph moves the statements that follow in the same block to the side that does not return. It leaves alone what
    follows further out: behind an `if`, `with` or `try` around this one.
    """
    returns = own(node, nodes.Return)
    leave = next(iter(returns), None)
    if leave is None:
        return
    if any(_has_variable(frame.evaluator.evaluate(frame, each.value)) for each in returns if each.value is not None):
        # It can be read, and not assigned, since it is a tensor.
        frame.evaluator.tracing.uncovered(frame, leave, "a variable that is returned under a condition on a tensor")
    if any(True for _ in statements_around(node)):
        return
    sides = [node.body, node.orelse]
    ending = [always_returns(side) for side in sides]
    if all(ending):
        return
    if any(ending):
        open_side = next(side for side, ends in zip(sides, ending, strict=True) if not ends)
        missing = may_end([*open_side, *following(node)])
    else:
        missing = True
    if missing:
        text = "`return` under a condition on a tensor: nothing is returned where it does not hold"
        frame.condition("autograph-limit", leave, text, test if any(ending) else OPAQUE)


def always_returns(block: Sequence[nodes.NodeNG]) -> bool:
    """Whether AutoGraph sees that a block ends in `return`: it looks into `if` and `with`, not into `try`."""
    last = block[-1] if block else None
    if isinstance(last, nodes.If):
        return always_returns(last.body) and always_returns(last.orelse)
    return always_returns(last.body) if isinstance(last, nodes.With) else isinstance(last, nodes.Return)


def may_end(block: Sequence[nodes.NodeNG]) -> bool:
    """Whether control may come out at the end of a block."""
    last = block[-1] if block else None
    if isinstance(last, nodes.If):
        return may_end(last.body) or may_end(last.orelse)
    if isinstance(last, nodes.Try):
        return may_end(last.body) or any(may_end(handler.body) for handler in last.handlers)
    return may_end(last.body) if isinstance(last, nodes.With) else not isinstance(last, (nodes.Return, nodes.Raise))


def is_range_of_tensor(over: Value) -> bool:
    """`range(tensor)`."""
    return any(obj.type == "range" and has(obj.rest, Tensor) for obj in select(over, TupleObject))


def unpacking(frame: Frame, node: nodes.For, over: Value) -> None:
    """`for a, b in tensor`: the row is a tensor, which cannot be unpacked in a graph."""
    if isinstance(node.target, (nodes.Tuple, nodes.List)):
        text = f"AutoGraph does not unpack the rows of a tensor into `{node.target.as_string()}`"
        frame.condition("tensor-iteration", node, text, over)


def spoils_conversion(scope: nodes.FunctionDef) -> str:
    """What in a function keeps AutoGraph from converting any of it, in words; empty without such a thing.

    Assignment expressions are told apart, since only later releases mind them.
    """
    if own(scope, nodes.Yield, nodes.YieldFrom):
        return "`yield`"
    if isinstance(scope, nodes.AsyncFunctionDef):
        return "`async`"
    # What is defined inside is part of the text that AutoGraph reads.
    if any(each.orelse for kind in _LOOPS for each in nodes_inside(scope, kind)):
        return "`else` of a loop"
    if nodes_inside(scope, nodes.Yield) or nodes_inside(scope, nodes.YieldFrom):
        inner = next(scope.nodes_of_class((nodes.Yield, nodes.YieldFrom)))
        return f"the generator `{getattr(inner.scope(), 'name', 'lambda')}` inside"
    attributes = (*nodes_inside(scope, nodes.Attribute), *nodes_inside(scope, nodes.AssignAttr))
    private = [each for each in attributes if mangled(each.attrname, each) is not each.attrname]
    if private:
        first = min(private, key=lambda each: (each.lineno or 0, each.col_offset or 0))
        return f"the private name `{first.attrname}`"
    return "`match`" if nodes_inside(scope, nodes.Match) else ""


_LOOPS = (nodes.For, nodes.AsyncFor, nodes.While)
"""Loops as statements."""


def sides(frame: Frame, node: nodes.If, ends: Sequence[Env | None]) -> None:
    """Names that hold one kind of thing on one side of a tensor `if` and another kind on the other."""
    _annotated(frame, node)
    known = [end for end in ends if end is not None]
    if len(known) != 2:
        return
    for name in sorted(assigned(node)):
        one, other = (end.get(name) for end in known)
        if one and other:
            chosen(frame, node, name, one | other)
            if is_live_after(node, name):
                _no_outcome(frame, node, f"`{name}`", (one, other))
        if one and other and one is not other:
            _told_apart(frame, node, name, frame.plain(one), frame.plain(other))
            _of_one_dtype(frame, node, name, of_dtypes(frame, (one, other)))
            _note_lengths(frame, node, name, one | other)
            if (has(one, Array) and has(other, Tensor)) or (has(other, Array) and has(one, Tensor)):
                _no_array(frame, node, name)


def _no_outcome(
    frame: Frame, node: nodes.NodeNG, what: str, sides: Sides, *, loop: bool = False, certain: bool = True
) -> None:
    """What a condition or loop gives, where that cannot be, or is not known to be, what an operation gives."""
    text, sure = refused(frame, what, sides, loop=loop)
    if text and sure and certain:
        frame.condition("autograph-limit", node, f"{text}{ONLY_TENSORS}", OPAQUE)
    elif text:
        frame.evaluator.tracing.uncovered(frame, node, f"a condition or loop on a tensor after which {text}")


def returned(frame: Frame, node: nodes.Return, value: Value) -> None:
    """What is returned under a condition on a tensor, or instead of that: one operation gives it.

    AutoGraph makes an outcome of the returns in the `if` and of those that follow it in its block.
    """
    summary = frame.context.summary
    known = summary.add_returned(node, value)
    for region in summary.regions:
        inside = own(region, nodes.Return) if isinstance(region, nodes.If) else []
        alternatives = [*inside, *_returns_of(following(region))] if inside else []
        if node in alternatives:
            certain = not any(_is_chosen_in_python(each, region, summary.regions) for each in alternatives)
            ways = [known[each] for each in alternatives if known.get(each)]
            _no_outcome(frame, region, "what it returns", ways, certain=certain)


def _returns_of(block: Sequence[nodes.NodeNG]) -> list[nodes.NodeNG]:
    found = (each for statement in block for each in (statement, *own(statement, nodes.Return)))
    return [each for each in found if isinstance(each, nodes.Return)]


def _is_chosen_in_python(
    leave: nodes.NodeNG, region: nodes.NodeNG, regions: Collection[nodes.NodeNG]
) -> bool:
    """Whether a `return` stands under a condition of Python's own, in or behind a region: a trace knows which."""
    for around in leave.node_ancestors():
        if around is region or around is region.parent:
            return False
        if isinstance(around, (nodes.If, nodes.Try)) and around not in regions:
            return True
    return False


def chosen(frame: Frame, node: nodes.NodeNG, name: str, value: Value) -> None:
    """A variable that a condition on a tensor chooses is a tensor behind it: it can be read, and not assigned."""
    if _has_variable(value) and is_live_after(node.statement(), name):
        asked = frame.context.scope.nodes_of_class(nodes.Attribute)
        if any(last_name(each.expr) == name and (each.lineno or 0) > (node.lineno or 0) for each in asked):
            text = f"`{name}` is a variable or a tensor after a condition on a tensor, which gives a tensor"
            frame.condition("autograph-limit", node, text, OPAQUE)


def _has_variable(value: Value) -> bool:
    return any(tensor.kind == "variable" for tensor in select(value, Tensor))


def expression(frame: Frame, node: nodes.IfExp, one: Value, other: Value) -> None:
    """The two sides of a conditional expression on a tensor."""
    text = _unlike(frame, node.as_string(), frame.plain(one | other), frame.plain((one | other) - (one & other)))
    dtypes = {DTYPES.get(obj.type, "") for obj in select(one | other, PythonScalar)}
    compared = of_dtypes(frame, (one, other))
    dtypes |= {obj.type.dtype.name for obj in select(compared, Tensor) if obj.type is not None and obj.type.dtype}
    _no_outcome(frame, node, f"`{node.as_string()}`", (one, other))
    if text:
        frame.condition("autograph-limit", node, text, OPAQUE)
    elif _has_variable(one | other) and isinstance(node.parent, nodes.Attribute):
        text = f"`{node.as_string()}` gives a tensor in a graph, not one of the variables"
        frame.condition("autograph-limit", node, text, OPAQUE)
    elif len(dtypes) > 1:
        words = " or ".join(sorted(dtypes))
        text = f"`{node.as_string()}` is {words}, and a graph needs one dtype"
        frame.condition("autograph-limit", node, text, OPAQUE)
    shapes = {obj.type.shape for obj in select(one | other, Tensor) if obj.type is not None}
    if len(shapes - {None}) > 1:
        frame.analysis.events.tensors.add_sized_by_values(node, True)


def carried(frame: Frame, node: nodes.For | nodes.While, before: Env, after: Env) -> None:
    """Names that hold another kind of thing after a round of a tensor loop than before it."""
    _annotated(frame, node)
    for name in sorted(assigned(node)):
        start, end = before.get(name), after.get(name)
        if start and end:
            chosen(frame, node, name, start | end)
            if is_carried(node, name):
                _no_outcome(frame, node, f"`{name}`", (start, end), loop=True)
        if start and end and start is not end:
            _of_one_dtype(frame, node, name, start | end)
            _of_one_shape(frame, node, name, start, end)
            start, end = frame.plain(start), frame.plain(end)
            if start != end:
                _told_apart(frame, node, name, start, end.difference(start))
        if start and end and has(start, Array) and has(end, Tensor):
            _no_array(frame, node, name)
        if start and end and any(tensor.kind == "sparse" for tensor in select(start, Tensor)):
            text = f"`{name}` is a sparse tensor, which a loop on a tensor does not take"
            frame.condition("autograph-limit", node, text, OPAQUE)
    sized = frame.analysis.events.tensors.sized_by_values
    for statement in own(node, nodes.Assign):
        if sized and any(each in sized for each in statement.value.nodes_of_class((nodes.Call, nodes.Subscript))):
            for target in statement.targets:
                name = getattr(target, "name", "")
                if has(before.get(name, ()), Tensor) and is_carried(node, name):
                    text = f"`{name}` gets an unknown shape in a loop on a tensor"
                    frame.condition("autograph-limit", statement, text, OPAQUE)
        elif sized and _may_be_sized_below(frame, statement, before, after):
            frame.evaluator.tracing.uncovered(frame, statement, "a loop that carries a tensor of unknown shape")
        resized = _resized(frame, statement, before)
        if resized:
            text = f"`{resized}` gets another shape in each round of a loop on a tensor"
            # It may be told what becomes of the shape, or not know it to begin with.
            frame.condition("autograph-limit", statement, text, OPAQUE)


def lists_of_data(frame: Frame, node: nodes.For, before: Env, after: Env) -> None:
    """Lists that a loop over a data set carries: TensorFlow makes one tensor of each, and a tensor is no list.

    That fails where the list comes back into its name, whatever it holds (2.15 and 2.21). Tuples, dictionaries, and
    items that are assigned one by one are carried as they are.
    """
    for name in sorted(assigned(node)):
        value = before.get(name, BOTTOM) | after.get(name, BOTTOM)
        holding = frozenset(obj for obj in value if _holds_list(frame, obj))
        if holding and is_carried(node, name):
            text = f"`{name}` is a list, which a loop over a data set cannot carry: take a tuple"
            frame.condition("autograph-limit", node, text, BOTTOM if holding == value else OPAQUE)


def _holds_list(frame: Frame, obj: AbstractObject, depth: int = 3) -> bool:
    """Whether an object is a list, or a tuple or dictionary with one inside."""
    if type(obj) is Container and obj.type == "list":
        return True
    inside = type(obj) is TupleObject or (type(obj) is Container and obj.type == "dict")
    return inside and depth > 0 and any(_holds_list(frame, each, depth - 1) for each in _held(frame, obj))


def _may_be_sized_below(frame: Frame, statement: nodes.Assign, before: Env, after: Env) -> bool:
    """Whether a name that a loop carries gets what a function gives in which a shape is lost, and perhaps that one."""
    names = [each.name for each in statement.targets if isinstance(each, nodes.AssignName)]
    shapeless = [
        name
        for name in names
        if has(before.get(name, ()), Tensor)
        and any(each.type is None or each.type.shape is None for each in select(after.get(name, ()), Tensor))
        and is_carried(statement, name)
    ]
    if not shapeless:
        return False
    sized = {node.scope() for node in frame.analysis.events.tensors.sized_by_values}
    queue = [callee for node, callee in frame.context.summary.calls if statement.parent_of(node)]
    seen = set(queue)
    for context in queue:
        if context.scope in sized:
            return True
        more = {callee for _, callee in context.summary.calls} - seen
        seen |= more
        queue += more
    return False


_RESIZING = frozenset(
    "boolean_mask concat pad ragged.boolean_mask raw_ops.Concat repeat tile unique".split()
)
"""TensorFlow's functions whose result has another shape than what they are given."""


def _resized(frame: Frame, assigned: nodes.Assign, before: Env) -> str:
    """The name that a loop carries, if it is assigned a piece of what it was, or more than that."""
    (target, *others) = assigned.targets
    if others or not isinstance(target, nodes.AssignName) or not has(before.get(target.name, ()), Tensor):
        return ""
    value = assigned.value
    if isinstance(value, nodes.Subscript):
        sliced = isinstance(value.slice, nodes.Slice) and isinstance(value.value, nodes.Name)
        return target.name if sliced and value.value.name == target.name else ""
    if not isinstance(value, nodes.Call):
        return ""
    called = frame.analysis.events.calls.callees.get(value, ())
    if not any(name.partition(".")[2] in _RESIZING for name in called):
        return ""
    return target.name if any(each.name == target.name for each in value.nodes_of_class(nodes.Name)) else ""


def _no_array(frame: Frame, node: nodes.NodeNG, name: str) -> None:
    """An array of which a condition or loop makes a tensor keeps its own dtype, unlike in eager operations."""
    if not _is_float32(frame, name):
        text = f"`{name}` is an array before a loop on a tensor, and a tensor of perhaps another dtype in it"
        frame.condition("conflicting-dtypes", node, text, TENSOR)


def _is_float32(frame: Frame, name: str) -> bool:
    """Whether the array that a name starts with says that it is of the dtype that TensorFlow uses by itself."""
    scope = frame.context.scope
    made = [each.parent for each in scope.locals.get(name, ()) if isinstance(each.parent, nodes.Assign)]
    return any("float32" in each.value.as_string() for each in made)


def _told_apart(frame: Frame, node: nodes.NodeNG, name: str, one: Value, other: Value) -> None:
    text = ""
    if (only(one, NoneObject) and has(other, Tensor)) or (only(other, NoneObject) and has(one, Tensor)):
        text = f"`{name}` is None or a tensor{ONLY_TENSORS}"
    lengths = {len(obj.items) for obj in select(one | other, TupleObject) if not obj.rest}
    if len(lengths) > 1:
        text = f"`{name}` is a tuple of {min(lengths)} or {max(lengths)} elements, and a graph needs one length"
    for obj in select(one | other, Instance):
        if node.parent_of(obj.site) and not frame.analysis.classes.is_named_tuple(obj.cls):
            text = f"`{name}` is a new object{ONLY_TENSORS}"
    carries = is_carried(node, name)
    if not text and carries:
        if _is_rebuilt(node, name):
            text = _unlike_members(frame, node, name, one | other)
        else:
            text = _unlike(frame, name, one | other, (one | other) - (one & other))
            if not text and any(_is_of_unknown_form(frame, obj) for obj in one | other):
                what = f"a condition or loop on a tensor after which `{name}` may be of another length"
                frame.evaluator.tracing.uncovered(frame, node, what)
    elif not carries:
        text = ""
    if text:
        # What was found may come from other calls than those with a tensor.
        frame.condition("autograph-limit", node, text, OPAQUE)


def _is_of_unknown_form(frame: Frame, obj: AbstractObject) -> bool:
    """Whether a tuple or list may be of any length, or a dictionary have any keys."""
    if type(obj) is TupleObject:
        return bool(obj.rest)
    return type(obj) is Container and obj.type in ("list", "dict") and frame.heap.has(obj, ANY_ELEMENT)


def _is_rebuilt(node: nodes.NodeNG, name: str) -> bool:
    """Whether all that a condition or loop assigns to a name is made of its own members, one of each."""
    bound = [each for each in own(node, nodes.AssignName, nodes.FunctionDef) if each.name == name]
    made = [each.parent.value for each in bound if isinstance(each.parent, nodes.Assign)]
    return len(made) == len(bound) and all(_is_made_of_each(each, name) for each in made)


def _is_made_of_each(made: nodes.NodeNG, name: str) -> bool:
    """`[2 * v for v in name]`, `tuple(n * v for n, v in enumerate(name))`, `{k: 2 * v for k, v in name.items()}`."""
    if isinstance(made, nodes.Call) and builtin_name(made.func) in ("list", "tuple") and len(made.args) == 1:
        made = made.args[0]
    if not isinstance(made, nodes.ComprehensionScope) or len(made.generators) != 1 or made.generators[0].ifs:
        return False
    over = made.generators[0].iter
    if isinstance(made, nodes.DictComp):
        target = made.generators[0].target
        key = target.elts[0] if isinstance(target, nodes.Tuple) else target
        if getattr(key, "name", "") != getattr(made.key, "name", None):
            return False
        if isinstance(over, nodes.Call) and last_name(over.func) == "items" and isinstance(over.func, nodes.Attribute):
            over = over.func.expr
    elif isinstance(over, nodes.Call) and builtin_name(over.func) == "enumerate" and over.args:
        over = over.args[0]
    return isinstance(over, nodes.Name) and over.name == name


def _unlike_members(frame: Frame, node: nodes.NodeNG, name: str, either: Value) -> str:
    """Why the members of what is rebuilt cannot be carried, in words; where that is not known, it is noted."""
    kinds = {getattr(obj, "type", "tuple") for obj in either}
    held = join(_held(frame, obj) for obj in either)
    dtypes = {dtype_of(each) for each in select(held, Tensor)} - {""}
    shapes = _shapes(held) if isinstance(node, (nodes.For, nodes.While)) else set()
    if len(kinds) > 1 or len(dtypes) > 1 or (len(shapes) > 1 and all(map(_is_known, shapes))):
        return f"`{name}` gets members of another kind, dtype or shape"
    if not (only(held, Tensor, PythonScalar) and are_like_tensors(held, isinstance(node, (nodes.For, nodes.While)))):
        what = f"a condition or loop on a tensor after which the members of `{name}` may be of another dtype or shape"
        frame.evaluator.tracing.uncovered(frame, node, what)
    return ""


def _held(frame: Frame, obj: AbstractObject) -> Value:
    """All that a tuple, list or dictionary holds."""
    if type(obj) is TupleObject:
        return join([*obj.items, obj.rest])
    if type(obj) is not Container:
        return OPAQUE
    return join(frame.heap.read(obj, field, frame.context) for field in frame.heap.fields(obj) if is_element(field))


def stored(
    frame: Frame, target: nodes.NodeNG, owners: Value, value: Value, index: Value | None = None
) -> None:
    """An attribute or item that is assigned under a condition on a tensor: AutoGraph carries it as it does names.

    It does so whether or not it is read later, for an owner that was made before.
    """
    regions = frame.context.summary.regions
    region = next((each for each in target.node_ancestors() if each in regions), None) if regions else None
    if region is None or region.scope() is not frame.context.scope:
        return
    older = [obj for obj in select(owners, Container, Instance) if not region.parent_of(obj.site)]
    if not older:
        return
    if index is None:
        held = [frame.heap.read(obj, target.attrname, frame.context) for obj in older]
    else:
        held = [frame.evaluator.item(frame, frozenset(older), index, target)]
    either = frame.plain(value | join(held))
    made = any(region.parent_of(obj.site) for obj in select(value, Instance))
    text = "" if only(either, NoneObject) else _unlike(frame, target.as_string(), either, either)
    if not only(value, NoneObject):
        _no_outcome(frame, target, f"`{target.as_string()}`", (value, *filter(None, held)))
    if _has_variable(value) and not text:
        text = f"`{target.as_string()}` is a variable, and becomes a tensor under a condition on a tensor"
    if made and not text:
        text = f"`{target.as_string()}` is a new object{ONLY_TENSORS}"
    if text:
        frame.condition("autograph-limit", target, text, OPAQUE)


def _unlike(frame: Frame, name: str, either: Value, changed: Value) -> str:
    """Why values of what is carried cannot be the outcomes of a condition; `changed` is what not all of them are."""
    if NONE_OBJECT in changed:
        return f"`{name}` is None or something else{ONLY_TENSORS}"
    for obj in changed:
        if isinstance(obj, NO_OUTCOMES):
            return f"`{name}` {OBJECT}{ONLY_TENSORS}"
    types = {obj.type for obj in select(either, PythonScalar)}
    if len(types) > 1:
        return f"`{name}` is {' or '.join(sorted(types))}{ONLY_TENSORS}"
    shapes = {_structure(frame, obj) for obj in select(either, Container)}
    if len(shapes) > 1:
        return f"`{name}` is a list or dictionary with other members{ONLY_TENSORS}"
    kinds = {type(obj) for obj in select(either, Container, TupleObject, Tensor, PythonScalar, Instance)}
    if len(kinds - {Tensor, PythonScalar}) > 1 or (len(kinds) > 1 and kinds - {Tensor, PythonScalar}):
        return f"`{name}` is a structure or something else{ONLY_TENSORS}"
    return ""


def _annotated(frame: Frame, node: nodes.NodeNG) -> None:
    """`a: T = ...` of a name that is carried: the annotation is evaluated where the name is not bound."""
    for statement in own(node, nodes.AnnAssign):
        name = getattr(statement.target, "name", "")
        if statement.value is not None and name and is_carried(node, name):
            text = f"`{name}` is assigned with an annotation, which AutoGraph overlooks"
            frame.condition("autograph-limit", statement, text, OPAQUE)


def recursive(frame: Frame, node: nodes.NodeNG, test: Value) -> None:
    """A function that is defined under a condition on a tensor and calls itself: AutoGraph carries it, and cannot."""
    for inner in own(node, nodes.FunctionDef):
        if any(each.name == inner.name for each in inner.nodes_of_class(nodes.Name)):
            text = f"`{inner.name}`, which calls itself, is defined under a condition or loop on a tensor"
            frame.condition("autograph-limit", inner, text, test)


def _of_one_dtype(frame: Frame, node: nodes.NodeNG, name: str, value: Value) -> None:
    """A name must keep its dtype: a Python number is of the dtype that TensorFlow gives it."""
    if not has(value, Tensor) or not is_carried(node, name):
        return
    found = {DTYPES.get(obj.type, "") for obj in select(value, PythonScalar)}
    unknown = False
    for obj in select(value, Tensor):
        dtype = obj.type.dtype if obj.type is not None else None
        if dtype is None or dtype.weak:
            unknown = True
        else:
            found.add(dtype.name)
    if len(found) > 1 or (unknown and "int32" in found and has(value, PythonScalar)):
        words = " or ".join(sorted(filter(None, found))) + (" or of another dtype" if unknown else "")
        text = f"`{name}` is {words}, and a graph needs one dtype"
        frame.condition("autograph-limit", node, text, OPAQUE)


def asked_for(frame: Frame, node: nodes.If) -> None:
    """What a condition on a tensor assigns is a tensor then: a `while` that has begun in Python cannot ask for it."""
    for loop in statements_around(node):
        if isinstance(loop, nodes.While) and loop not in frame.context.summary.regions and not is_forever(loop):
            asked = {name.name for name in loop.test.nodes_of_class(nodes.Name)}
            for name in sorted(asked & assigned(node)):
                text = f"`{name}` becomes a tensor inside this `while`, which began in Python"
                frame.condition("autograph-limit", loop, text, OPAQUE)


def read_by_classes(frame: Frame, node: nodes.NodeNG) -> None:
    """What a condition or loop assigns, and a class inside the function reads: AutoGraph does not look into classes.

    The assignment is lost if nothing else reads the name after the condition or loop. By runs with 2.15 and 2.21.
    """
    in_classes, elsewhere = _read_inside(frame.context.scope)
    for name in sorted(assigned(node) & in_classes):
        seen = "is read by a class inside the function, which AutoGraph does not see"
        text = f"`{name}` {seen}: a graph may keep its old value"
        frame.condition("autograph-limit", node, text, OPAQUE if name in elsewhere else BOTTOM)
        return


@remembered
def _read_inside(scope: nodes.NodeNG) -> tuple[Set[str], Set[str]]:
    """The names that classes inside a function read and may find in it, and those that anything else in it reads."""
    classes = scope.nodes_of_class(nodes.ClassDef)
    elsewhere = scope.nodes_of_class(nodes.Name, skip_klass=nodes.ClassDef)
    return frozenset().union(*map(captured, classes)), {each.name for each in elsewhere}


def _note_lengths(frame: Frame, node: nodes.NodeNG, name: str, value: Value) -> None:
    """What is as long as the condition says is of unknown length behind it."""
    shapes = {obj.type.shape for obj in select(value, Tensor) if obj.type is not None}
    if len(shapes - {None}) > 1:
        for statement in own(node, nodes.Assign):
            if any(getattr(target, "name", "") == name for target in statement.targets):
                frame.analysis.events.tensors.add_sized_by_values(statement.value, True)


def _of_one_shape(frame: Frame, node: nodes.NodeNG, name: str, start: Value, end: Value) -> None:
    """A loop carries tensors whose shape stays the same."""
    before, shapes = _shapes(start), _shapes(start | end)
    ranks = {len(shape) for shape in shapes}
    sizes = {tuple(size for size in shape if isinstance(size, int)) for shape in shapes}
    known = set(filter(_is_known, shapes))
    differs = len(ranks) > 1 or (len(sizes) > 1 and len(known) == len(shapes))
    loses = bool(before) and before <= known and len(known) < len(shapes)
    if not (differs or loses) or not is_carried(node, name):
        return
    if differs:
        text = f"`{name}` gets another shape in each round of a loop on a tensor"
        frame.condition("autograph-limit", node, text, OPAQUE)
    else:
        what = f"a loop on a tensor that loses the length of `{name}`"
        frame.evaluator.tracing.uncovered(frame, node, what)


def _shapes(value: Value) -> set[tuple[Dimension, ...]]:
    """The shapes of the tensors in a value, as far as their ranks are known."""
    return {obj.type.shape for obj in select(value, Tensor) if obj.type is not None and obj.type.shape is not None}


def _is_known(shape: tuple[Dimension, ...]) -> bool:
    return all(isinstance(size, int) for size in shape)


def _structure(frame: Frame, container: Container) -> tuple[str, frozenset[object]]:
    """The kind of a container and its keys or positions; a place of which somebody has only asked is none."""
    fields = frozenset(frame.heap.fields(container))
    return container.type, fields if frame.heap.has(container, ANY_ELEMENT) else fields - {ANY_ELEMENT}


def own(node: nodes.NodeNG, *kinds: type[nodes.NodeNG]) -> list[nodes.NodeNG]:
    """Nodes of some kinds inside one, those of inner functions left out, in the order of the text."""
    out: list[nodes.NodeNG] = []
    stack = list(node.get_children())
    while stack:
        child = stack.pop()
        if isinstance(child, kinds):
            out.append(child)
        if isinstance(child, (nodes.FunctionDef, nodes.Lambda, nodes.ClassDef)):
            continue
        stack.extend(child.get_children())
    return sorted(out, key=lambda n: (n.lineno or 0, n.col_offset or 0))


def assigned(node: nodes.NodeNG) -> set[str]:
    """The names that a statement assigns."""
    return {each.name for each in own(node, nodes.AssignName, nodes.FunctionDef)}


def is_forever(loop: nodes.NodeNG) -> bool:
    """`while True`, which has a condition of its own."""
    return isinstance(loop, nodes.While) and isinstance(loop.test, nodes.Const)
