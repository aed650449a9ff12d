"""What works eagerly and not, or not the same, in a trace: noted where the interpreter sees it.

Each condition follows an observed run of TensorFlow 2.15 and 2.21 (the hazard programs in the tests):
AutoGraph converts `for`, `while`, `if`, `and`, `len`, `range` and `float` on tensors, and leaves the rest alone.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from astroid import nodes

from hybridize.frameworks.knowledge import ASKING_ATTRIBUTES, COMPUTING, Symbol
from hybridize.inference.domain import queries
from hybridize.inference.domain.objects import (
    AbstractObject,
    Container,
    Dataset,
    External,
    ExternalInstance,
    TupleObject,
    Value,
)
from hybridize.inference.domain.queries import has, select
from hybridize.inference.domain.tensors import Array, Tensor
from hybridize.inference.domain.values import BOTTOM, NONE, OPAQUE, TENSOR, join, text_of
from hybridize.inference.python import iteration
from hybridize.inference.python.frame import Frame, certainty_of
from hybridize.inference.state.origins import Certainty
from hybridize.inference.tracing import (
    carried,
    functions,
    lengths,
    mixed,
    naming,
    operands,
    outside,
    regions,
    staged,
    structured,
)
from hybridize.program import scopes
from hybridize.program.flow.names import is_live_after
from hybridize.program.inside import nodes_inside
from hybridize.program.syntax import is_lifted, last_name

if TYPE_CHECKING:
    from hybridize.inference.python.arguments import Args

_PYTHON_VALUES = {
    "builtins.bool": "`bool` of a tensor needs its value, and a graph has none",
    "builtins.str": "`str()` of a tensor gives `Tensor(…)` in a graph, not its value",
    "builtins.repr": "`repr()` of a tensor gives `Tensor(…)` in a graph, not its value",
    "builtins.format": "`format()` of a tensor gives `Tensor(…)` in a graph, not its value",
    "builtins.ascii": "`ascii()` of a tensor gives `Tensor(…)` in a graph, not its value",
    "builtins.hash": "`hash()` of a tensor raises in a graph",
    "builtins.id": "`id()` of a tensor is another one in each trace",
}
_PATHS = frozenset(
    "PIL.Image.open builtins.open io.open json.loads numpy.load numpy.loadtxt os.fspath os.listdir os.makedirs "
    "os.mkdir os.path.abspath os.path.basename os.path.dirname os.path.exists os.path.getsize os.path.isdir "
    "os.path.isfile os.path.join os.path.split os.path.splitext os.remove os.stat pathlib.Path pathlib.PurePath".split()
)
"""Functions that take texts and paths, and raise `TypeError` for a tensor of a trace (2.15 and 2.21)."""
_MATHEMATICS = ("cmath.", "math.")
ARITHMETIC = frozenset({"math.prod", "math.sumprod"})
"""What of `math` multiplies and adds whatever there is."""
_TEXTS = frozenset({"builtins.ascii", "builtins.format", "builtins.repr", "builtins.str"})
_NUMBERS = frozenset({"builtins.float", "builtins.int"})
_CONVERTED = _NUMBERS | {"builtins.len", "builtins.range"}
"""Builtins that AutoGraph converts, where it converts the function around them."""
_OF_A_LOSS_FUNCTION = frozenset(
    {"tensorflow.compat.v1.train.Optimizer.minimize", "tensorflow.compat.v1.train.Optimizer.compute_gradients"}
)
_ATTRIBUTE_TESTS = frozenset({"builtins.getattr", "builtins.hasattr"})
"""What asks whether there is an attribute, or takes something else in its place."""
_OF_ONE_MODE = frozenset(
    "_handle_data _numpy numpy backing_device cpu gpu graph is_packed name op value_index __index__ __int__".split()
)
"""Attributes that `hasattr` finds at an eager tensor or at one of a trace, and not at both (2.15 and 2.21)."""
_SUMMARIES = frozenset({"scalar", "image", "histogram", "text", "audio", "write"})
_CONSTANT = "tensorflow.constant"
CONSTANTS = frozenset(
    {
        _CONSTANT,
        "keras.backend.constant",
        "tensorflow.compat.v1.constant",
        "tensorflow.constant_initializer",
        "tensorflow.make_tensor_proto",
        "tensorflow.ragged.constant",
    }
)
"""What puts numbers into a graph, and no tensors (2.15 and 2.21 raise)."""
WALRUS = "`:=` keeps AutoGraph from converting this condition on a tensor"
"""A condition only for releases after 2.15, which converts such functions (both were run)."""


def has_tensor(value: Value) -> bool:
    """Whether something may be in `value` that is a tensor in a graph."""
    return has(value, Tensor) or queries.is_staged(value)


def assigned(frame: Frame, region: nodes.NodeNG) -> Collection[str]:
    """The names that a condition or loop assigns; found once."""
    known = frame.analysis.scopes.autograph.assigned_in
    if region not in known:
        known[region] = tuple(sorted(regions.assigned(region)))
    return known[region]


def conditional(frame: Frame, test: Value, node: nodes.If | nodes.IfExp) -> None:
    """An `if` on a tensor: converted, unless something in the function keeps AutoGraph away or the branches differ."""
    if not has_tensor(test):
        return
    staged.tested(frame, test, node)
    _unconverted(frame, node, test)
    _add_region(frame, node, certainty_of(test))
    if not isinstance(node, nodes.If):
        if isinstance(node, nodes.IfExp):
            _chosen(frame, node)
        return
    regions.returning(frame, node, test)
    regions.recursive(frame, node, test)
    regions.leaving(frame, node, test)
    known = frame.analysis.scopes.autograph.limits.get(node)
    if known is None:
        known = frame.analysis.scopes.autograph.limits[node] = tuple(_limits(frame.context.scope, node))
    for where, text in known:
        # Under a further condition of Python's own, it may never be reached.
        sure = where is node or _nearest_condition(where) is node
        frame.condition("autograph-limit", where, text, test if sure else test | OPAQUE)


def _add_region(frame: Frame, node: nodes.NodeNG, certainty: Certainty) -> None:
    if node not in frame.context.summary.regions:
        # What stands in it assigns other things than was known.
        frame.context.progress.cache.clear()
    frame.context.summary.add_region(node, certainty)


def _nearest_condition(node: nodes.NodeNG) -> nodes.NodeNG | None:
    """The `if` in whose side a statement stands."""
    parent = node.parent
    while parent is not None and not isinstance(parent, (nodes.If, nodes.FunctionDef, nodes.Lambda)):
        parent = parent.parent
    return parent


def _chosen(frame: Frame, node: nodes.IfExp) -> None:
    """What a conditional expression on a tensor gives."""
    sides = [frame.evaluator.evaluate(frame, each) for each in (node.body, node.orelse)]
    target = node.parent.targets[0] if isinstance(node.parent, nodes.Assign) else None
    if isinstance(target, nodes.AssignName):
        regions.chosen(frame, node, target.name, join(sides))
    regions.expression(frame, node, *sides)
    carried.chosen(frame, node, join(sides))


def _limits(scope: nodes.NodeNG, node: nodes.If) -> Iterator[tuple[nodes.NodeNG, str]]:
    """What the text of an `if` on a tensor holds that AutoGraph cannot convert."""
    for raised in regions.own(node, nodes.Raise):
        yield raised, "`raise` under a condition on a tensor always raises in a graph"
        break
    if not isinstance(scope, nodes.FunctionDef):
        return
    returns = regions.own(scope, nodes.Return)
    inside = [r for r in returns if _within(r, node)]
    if inside and _may_fall_through(scope) and any(_gives_value(r) for r in returns):
        yield node, "it returns a value on one side of a condition on a tensor and nothing on the other"
    bound = _assigned(node.body) ^ _assigned(node.orelse)
    if bound and not inside:
        before = _bound_before(scope, node)
        for name in sorted(name for name in bound - before if is_live_after(node, name)):
            yield node, f"`{name}` is assigned on one side of a condition on a tensor only"
            break


def combined(frame: Frame, operator: str, left: Value, right: Value, node: nodes.NodeNG) -> None:
    """The operands of a binary operator."""
    operands.combined(frame, operator, left, right, node)
    staged.combined(frame, operator, left, right, node)


def decided(frame: Frame, parts: Sequence[tuple[nodes.NodeNG, Value]], node: nodes.BoolOp) -> None:
    """`a and b`, `a or b`."""
    operands.decided(frame, parts, node)
    staged.decided(frame, [value for _, value in parts], node)
    asked_for_truth(frame, join(value for _, value in parts[:-1]), node)


def asked_for_truth(frame: Frame, value: Value, node: nodes.NodeNG) -> None:
    """A value is asked whether it is true: by `not`, `assert`, `and`."""
    if has_tensor(value):
        frame.context.summary.add_conversion(node, certainty_of(value))


def loop(frame: Frame, over: Value, node: nodes.For | nodes.While) -> None:
    """A loop over a tensor or while a tensor holds."""
    forever = regions.is_forever(node)
    over |= _data_side_by_side(frame, node)
    if regions.is_range_of_tensor(over):
        # AutoGraph makes `tf.range` of it.
        over |= TENSOR
    if not forever and (has_tensor(over) or has(over, Dataset)):
        _add_region(frame, node, certainty_of(over, Dataset))
        if isinstance(node, nodes.While):
            staged.tested(frame, over, node)
        if isinstance(node, nodes.For):
            lengths.taken_from(frame, over, node.iter)
    if not has_tensor(over) and not forever:
        if has(over, Dataset):
            _left(frame, over, node, "a data set")
            _unconverted(frame, node, OPAQUE)
        return
    if not forever and isinstance(node, nodes.For):
        regions.unpacking(frame, node, over)
    if forever:
        for leave in regions.own(node, nodes.Break):
            frame.condition(
                "autograph-limit", leave, "AutoGraph does not convert a `break` on a tensor out of `while True`"
            )
            break
        return
    _unconverted(frame, node, over)
    regions.recursive(frame, node, over)
    _left(frame, over, node, "a tensor")


def _data_side_by_side(frame: Frame, node: nodes.For | nodes.While) -> Value:
    """The data sets in `enumerate(data)` and `zip(data, other)` that a loop goes over: AutoGraph converts both."""
    call = node.iter if isinstance(node, nodes.For) else None
    if not isinstance(call, nodes.Call) or last_name(call.func) not in ("enumerate", "zip"):
        return BOTTOM
    return frozenset(select(join(frame.evaluator.evaluate(frame, each) for each in call.args), Dataset))


def _left(frame: Frame, over: Value, node: nodes.For | nodes.While, what: str) -> None:
    """A `return` in a loop that AutoGraph converts."""
    for leave in regions.own(node, nodes.Return):
        text = f"AutoGraph does not convert a `return` out of a loop over {what}"
        frame.condition("autograph-limit", leave, text, over)
        break


def _unconverted(frame: Frame, node: nodes.NodeNG, test: Value) -> None:
    """AutoGraph leaves functions alone that hold a walrus or `match` or are marked, and lambdas that share a line."""
    scope = frame.context.scope
    if isinstance(scope, nodes.FunctionDef):
        known = frame.analysis.scopes.autograph.unconverted
        spoils = known.get(scope)
        if spoils is None:
            spoils = known[scope] = regions.spoils_conversion(scope)
        if spoils:
            text = f"{spoils} keeps AutoGraph from converting this condition on a tensor"
            frame.condition("autograph-limit", node, text, test)
        elif nodes_inside(scope, nodes.NamedExpr):
            frame.condition("autograph-limit", node, WALRUS, test)
        for decorator in scope.decorators.nodes if scope.decorators else ():
            if "do_not_convert" in decorator.as_string():
                text = "`do_not_convert` keeps AutoGraph from converting this condition on a tensor"
                frame.condition("autograph-limit", node, text, test)
    elif isinstance(scope, nodes.Lambda):
        module = scope.root()
        same = [n for n in module.nodes_of_class(nodes.Lambda) if n.lineno == scope.lineno and type(n) is nodes.Lambda]
        if len(same) > 1:
            frame.condition("autograph-limit", node, "AutoGraph does not convert two lambdas on one line", test)


def text(frame: Frame, value: Value, node: nodes.NodeNG) -> None:
    """A tensor in an f-string."""
    if has_tensor(value):
        operands.text_of_tensor(frame, node, value, operands.TEXT)
    operands.shown(frame, value, node)


def branches(frame: Frame, node: nodes.If, ends: Sequence[Mapping[str, Value] | None]) -> None:
    """What the two sides of an `if` leave behind."""
    if node in frame.context.summary.regions:
        regions.sides(frame, node, ends)
        regions.read_by_classes(frame, node)
        regions.asked_for(frame, node)
        carried.numbers(frame, node)


def rounds(
    frame: Frame, node: nodes.For | nodes.While, before: Mapping[str, Value], after: Mapping[str, Value]
) -> None:
    """What the names hold before a loop, and after any number of rounds."""
    if node in frame.context.summary.regions:
        regions.carried(frame, node, before, after)
        regions.read_by_classes(frame, node)
        carried.numbers(frame, node)
        if isinstance(node, nodes.For):
            over = frame.evaluator.evaluate(frame, node.iter) | _data_side_by_side(frame, node)
            if any(data.kind == "dataset" for data in select(over, Dataset)):
                regions.lists_of_data(frame, node, before, after)
        _bound_first(frame, node, before)


def _bound_first(frame: Frame, node: nodes.For | nodes.While, before: Mapping[str, Value]) -> None:
    """Names that a loop binds first, and that are read after it: functions, and whatever a loop over data binds.

    AutoGraph makes zeros to begin with, of what a loop over a tensor binds.
    """
    bound = {each.name for each in regions.own(node, nodes.FunctionDef)}
    if isinstance(node, nodes.For):
        over = frame.evaluator.evaluate(frame, node.iter) | _data_side_by_side(frame, node)
        if has(over, Dataset):
            bound.update(assigned(frame, node), (each.name for each in node.target.nodes_of_class(nodes.AssignName)))
            filled = {name for name in _filled(node) if _is_empty_dict(frame, name)}
            bound |= filled
            before = {name: value for name, value in before.items() if name not in filled}
    for name in sorted(bound):
        if not before.get(name) and is_live_after(node, name):
            operands.uncovered(frame, node, f"`{name}` is assigned first inside a loop and read after it")
            return


def _filled(loop: nodes.For) -> Iterator[str]:
    """The names of what a loop assigns items of."""
    for statement in regions.own(loop, nodes.Assign):
        for target in statement.targets:
            if isinstance(target, nodes.Subscript) and isinstance(target.value, nodes.Name):
                yield target.value.name


def _is_empty_dict(frame: Frame, name: str) -> bool:
    """Whether a name of the function is assigned `{}`."""
    values = (getattr(each.parent, "value", None) for each in frame.context.scope.locals.get(name, ()))
    return any(isinstance(each, nodes.Dict) and not each.items for each in values)


def membership(frame: Frame, operator: str, left: Value, right: Value, node: nodes.NodeNG) -> None:
    """`tensor in [...]`, `tensor is other`, tuples with tensors compared."""
    if operator not in ("is", "is not", "in", "not in"):
        staged.compared(frame, operator, left, right, node)
    told_apart = queries.is_staged(left | right) and NONE not in (left, right)
    if operator in ("is", "is not") and ((has_tensor(left) and has_tensor(right)) or told_apart):
        text = "`is` compares tensors, which are other objects in a graph"
        frame.condition("eager-only-call", node, text, left | right)
    operands.compared(frame, operator, left, right, node)
    if operator in ("in", "not in") and _finds_by_items(frame, right):
        operands.uncovered(frame, node, f"`{operator}` of an object without `__contains__`")
    elif operator in ("in", "not in") and (has_tensor(left) or has_tensor(right)):
        if any(getattr(a, "type", "") != "dict" for a in select(right, Container, TupleObject, Tensor)):
            frame.condition("eager-only-call", node, "`in` needs the value of a tensor, and a graph has none", left)
        elif has(right, Container):
            operands.hashed(frame, left, node)


def _finds_by_items(frame: Frame, container: Value) -> bool:
    """Whether an object of a framework has no `__contains__`: `key in table` asks for `table[0]`, `table[1]`, …"""
    describes = frame.analysis.knowledge.describes
    classes = {obj.cls for obj in select(container, ExternalInstance) if obj.cls.startswith(COMPUTING)}
    return any(not describes(f"{cls}.__contains__") for cls in classes)


def dropped(frame: Frame, value: Value, node: nodes.Expr) -> None:
    """A result that is thrown away although in a trace it is all there is."""
    call = node.value
    method = call.func.attrname if isinstance(call, nodes.Call) and isinstance(call.func, nodes.Attribute) else ""
    if method in _WRITING and any(obj.kind == "tensorarray" for obj in select(value, Tensor)):
        text = f"the result of `TensorArray.{method}` is dropped, and with it what was written"
        frame.condition("autograph-limit", node, text)


_WRITING = frozenset({"scatter", "split", "unstack", "write"})
"""Methods of tensor arrays that change them eagerly, and give another one in a trace."""


def is_special(name: str) -> bool:
    """Whether `external_call` has anything to say about a symbol of this name."""
    return (
        name in _PYTHON_VALUES
        or name in _NUMBERS
        or name in (_IS_TENSOR, _LIFTING)
        or name in CONSTANTS
        or name in _PATHS
        or name.startswith(_MATHEMATICS)
        or name in _OF_A_LOSS_FUNCTION
        or name in _COMPARING
        or name in _OF_TEXT
        or name in ("builtins.isinstance", "builtins.hasattr")
        or name in _READING_FILES
        or name.endswith(_ASKING)
        or name.startswith(_SUMMARY)
    )


# The interpreter is told of all conditions in one place.
is_staged = lengths.is_staged
attribute = outside.attribute
function_attribute = functions.attribute
functions_passed = functions.passed
functions_kept = functions.kept
uncovered = operands.uncovered
name_argument = naming.name_argument
is_named = naming.is_named
named = naming.named
comprehended = operands.comprehended
filtered = operands.filtered
displayed = operands.displayed
hashed = operands.hashed
signed = staged.signed
tested = staged.tested
indexed = staged.indexed
read_at = operands.read_at
written_at = operands.written_at
matched = operands.matched
caught = operands.caught
raised = operands.raised
left = operands.left
made_in_loop = operands.made_in_loop
shown = operands.shown
stored = regions.stored
returned = regions.returned
sizing = lengths.sizing
sized = lengths.called
computed = lengths.computed
found = lengths.found
taken = lengths.taken
taken_from = lengths.taken_from

_LIFTING = "tensorflow.init_scope"
_IS_TENSOR = "tensorflow.is_tensor"
"""It says True of an array that arrives at a graph, which is a tensor there."""
_READING_FILES = frozenset({"tensorflow.io.matching_files", "tensorflow.io.read_file"})
"""Operations that have no state for TensorFlow: with a name that is known in the trace they run once."""
_EXHAUSTING = frozenset(
    f"builtins.{name}" for name in "all any dict frozenset list max min set sorted sum tuple".split()
)
"""What goes through what it is given, from C code."""
_COMPARING = frozenset({"builtins.any", "builtins.all", "builtins.sorted"})
"""What asks the elements of an iterable for their truth or order."""
_OF_TEXT = ("builtins.str.format", "builtins.str.join")
_ASKING = ("executing_eagerly", "inside_function")
"""How the names of functions end that tell whether a graph is made."""
_SUMMARY = "tensorflow.summary."
_LENGTHS = frozenset({"builtins.len", "operator.length_hint"})


def outside_call(
    frame: Frame, symbol: Symbol, args: Args, node: nodes.NodeNG, receiver: AbstractObject | None
) -> None:
    """A call of what the framework data describes."""
    if symbol.effect == "output":
        naming.shown(frame, join(args.everything()), node)
    if frame.is_module:
        return
    outside.call(frame, symbol, args, node, receiver)
    structured.call(frame, symbol, args, node)
    mixed.call(frame, symbol, args, node)
    if symbol.name in _EXHAUSTING:
        operands.taken_in_python(frame, join(args.everything()), node)
    if symbol.name == "builtins.isinstance" and any(_is_not_described(frame, each) for each in args.positional[1:2]):
        operands.uncovered(frame, node, "a test for an unknown class")
    if symbol.name in _ATTRIBUTE_TESTS and any(has(value, Tensor) for value in args.positional[:1]):
        if text_of(join(args.positional[1:2])) in _OF_ONE_MODE:
            operands.uncovered(frame, node, "an attribute that tensors have only eagerly or only in a graph")
    if symbol.name in _LENGTHS and any(has(value, Dataset) for value in args.positional[:1]):
        operands.counted(frame, node, args.positional[0])
    if symbol.name in _CONVERTED:
        asked_for_truth(frame, args.positional[0] if args.positional else BOTTOM, node)


def external_call(
    frame: Frame, symbol: Symbol, args: Args, node: nodes.NodeNG, receiver: AbstractObject | None
) -> None:
    """Calls that need a tensor's value, ask for the mode, or depend on hidden Python state."""
    name = symbol.name
    reason = _PYTHON_VALUES.get(name)
    if name in _TEXTS:
        operands.shown(frame, join(args.everything()), node)
    if name in _NUMBERS and any(has_tensor(value) for value in args.positional[:1]):
        operands.made_number(frame, node, name.rpartition(".")[2], args.positional[0])
    elif reason is not None and any(has_tensor(value) for value in args.positional[:1]):
        if name in _TEXTS:
            operands.text_of_tensor(frame, node, args.positional[0], reason)
        else:
            frame.condition("eager-only-call", node, reason, args.positional[0])
    elif name in _PATHS and any(has_tensor(value) for value in args.positional):
        given = next(value for value in args.positional if has_tensor(value))
        text = f"`{name.removeprefix('builtins.')}` needs a text, and a tensor has no value in a graph"
        frame.condition("eager-only-call", node, text, given)
    elif name.startswith(_MATHEMATICS) and name not in ARITHMETIC and any(map(has_tensor, args.positional)):
        text = f"`{name}` of a tensor needs its value, and a graph has none"
        frame.condition("eager-only-call", node, text, next(filter(has_tensor, args.positional)))
    elif name == _LIFTING:
        around = node.parent
        if isinstance(around, nodes.With) and any(_assigns(call) for call in regions.own(around, nodes.Call)):
            text = "what stands under `tf.init_scope` runs only while it is traced"
            frame.condition("side-effects", node, text)
    elif name in CONSTANTS:
        given = args.positional[0] if args.positional else args.keywords.get(symbol.parameters[0], BOTTOM)
        if has_tensor(iteration.leaves(frame, given)):
            text = f"`{operands.short_name(name)}` of a tensor needs its value, and a graph has none"
            frame.condition("eager-only-call", node, text, given)
        shaped = _shape_of(frame, node) if name == _CONSTANT else BOTTOM
        if has_tensor(shaped):
            text = "`tf.constant` takes the shape of a tensor only eagerly; `tf.convert_to_tensor` takes it always"
            frame.condition("eager-only-call", node, text, shaped)
    elif name in _READING_FILES and not has_tensor(join(args.everything())):
        operands.uncovered(frame, node, f"`{name}` of a constant file name")
    elif name == _IS_TENSOR and any(has(value, Array) for value in args.positional[:1]) and _of_argument(frame, node):
        operands.uncovered(frame, node, "`tf.is_tensor` of an array, which is a tensor in a graph")
    elif name in ASKING_ATTRIBUTES and any(has_tensor(value) for value in args.positional[:1]):
        operands.uncovered(frame, node, f"`{name}` of a tensor")
    elif name in _COMPARING and len(args.positional) == 1 and _has_tensor_element(frame, args.positional[0], node):
        inner = iteration.elements(frame, args.positional[0], node, consume=False)
        text = f"`{name.rpartition('.')[2]}` of several tensors needs their values, and a graph has none"
        frame.condition("eager-only-call", node, text, inner)
    elif name in _OF_TEXT and any(has_tensor(v) for v in args.everything()):
        operands.text_of_tensor(frame, node, BOTTOM, operands.TEXT)
    elif name.endswith(_ASKING) and not is_lifted(node):
        frame.condition("eager-only-call", node, f"`{name}` gives another answer in a graph", OPAQUE)
    elif name == "builtins.isinstance" and isinstance(node, nodes.Call) and "EagerTensor" in node.as_string():
        frame.condition("eager-only-call", node, "no tensor is an `EagerTensor` in a graph")
    elif name == "builtins.hasattr" and isinstance(node, nodes.Call) and "'numpy'" in node.as_string():
        frame.condition("eager-only-call", node, "tensors have no `numpy` in a graph")
    elif name in _OF_A_LOSS_FUNCTION and any(has_tensor(value) for value in args.positional[:1]):
        frame.condition("deferred-execution", node, f"`{name}` of a tensor works only in TensorFlow 1")
    elif _is_summary(name) and args.get("step") is None and not _is_told_step(frame, node):
        frame.condition("late-binding", node, f"`{name}` without `step` keeps the step at which it was traced")


def _is_summary(name: str) -> bool:
    return name.startswith(_SUMMARY) and name.rpartition(".")[2] in _SUMMARIES


def _is_told_step(frame: Frame, call: nodes.NodeNG) -> bool:
    """Whether a `with writer.as_default(step=step)` of the function itself says the step, which comes with each call.

    A tensor is read by each run of the graph, and each Python number has a trace of its own.
    """
    around = call.parent
    while around is not None and not isinstance(around, (nodes.FunctionDef, nodes.Lambda, nodes.Module)):
        for opened, _ in around.items if isinstance(around, nodes.With) else ():
            if isinstance(opened, nodes.Call) and last_name(opened.func) == "as_default":
                told = [*opened.args, *(each.value for each in opened.keywords if each.arg == "step")]
                return len(told) == 1 and _is_parameter(frame, told[0])
        around = around.parent
    return False


def _is_parameter(frame: Frame, expression: nodes.NodeNG) -> bool:
    """Whether an expression is a parameter that the body leaves alone, or `tf.cast(n, tf.int64)` of one."""
    if isinstance(expression, nodes.Call) and expression.args:
        expression = expression.args[0]
    if not isinstance(expression, nodes.Name) or expression.name not in frame.context.arguments:
        return False
    bound = frame.context.scope.locals.get(expression.name, ())
    return all(isinstance(each.parent, nodes.Arguments) for each in bound)


def _of_argument(frame: Frame, call: nodes.NodeNG) -> bool:
    """Whether a call asks about a parameter, and not only to convert it: `if not f(x): x = tf.convert_to_tensor(x)`."""
    given = call.args[0] if isinstance(call, nodes.Call) and call.args else None
    if not isinstance(given, nodes.Name) or given.name not in frame.context.arguments:
        return False
    test = call.parent if isinstance(call.parent, nodes.UnaryOp) else call
    branch = test.parent.body if isinstance(test.parent, nodes.If) else ()
    return not branch or not all(_converts(statement, given.name) for statement in branch)


def _converts(statement: nodes.NodeNG, name: str) -> bool:
    made = statement.value if isinstance(statement, nodes.Assign) else None
    return (
        isinstance(made, nodes.Call)
        and last_name(made.func) in ("cast", "constant", "convert_to_tensor")
        and [target.as_string() for target in statement.targets] == [name]
    )


def _shape_of(frame: Frame, call: nodes.NodeNG) -> Value:
    """The tensor whose `shape`, or a slice of it, is the first argument of a call."""
    given = call.args[0] if isinstance(call, nodes.Call) and call.args else None
    if isinstance(given, nodes.Subscript) and isinstance(given.slice, nodes.Slice):
        given = given.value
    if isinstance(given, nodes.Attribute) and given.attrname == "shape":
        return frame.evaluator.evaluate(frame, given.expr)
    return BOTTOM


def _is_not_described(frame: Frame, classes: Value) -> bool:
    """Whether some class of a framework is asked for that the data lacks: a tensor may be one or not."""
    named = classes | join(item for each in select(classes, TupleObject) for item in each.items)
    describes = frame.analysis.knowledge.describes
    return any(each.name.startswith(COMPUTING) and not describes(each.name) for each in select(named, External))


def _assigns(call: nodes.Call) -> bool:
    """Whether a call assigns a variable."""
    return isinstance(call.func, nodes.Attribute) and call.func.attrname.startswith("assign")


def _has_tensor_element(frame: Frame, value: Value, node: nodes.NodeNG) -> bool:
    """Whether a Python iterable, which is no tensor itself, has tensors as elements."""
    inner = value.difference(select(value, Tensor, Array))
    return bool(inner) and has_tensor(iteration.elements(frame, inner, node, consume=False))


def _within(node: nodes.NodeNG, ancestor: nodes.NodeNG) -> bool:
    current: nodes.NodeNG | None = node
    while current is not None and current is not ancestor:
        current = current.parent
    return current is ancestor


def _may_fall_through(scope: nodes.FunctionDef) -> bool:
    return regions.may_end(scope.body) or not all(map(_gives_value, regions.own(scope, nodes.Return)))


def _gives_value(node: nodes.Return) -> bool:
    """Whether it returns something else than None."""
    return node.value is not None and not (isinstance(node.value, nodes.Const) and node.value.value is None)


def _assigned(body: list[nodes.NodeNG]) -> set[str]:
    return {t.name for s in body for t in [s, *regions.own(s, nodes.AssignName)] if isinstance(t, nodes.AssignName)}


def _bound_before(scope: nodes.FunctionDef, node: nodes.NodeNG) -> set[str]:
    names = set(scopes.parameter_names(scope))
    return names | {t.name for t in regions.own(scope, nodes.AssignName) if (t.lineno or 0) < (node.lineno or 0)}
