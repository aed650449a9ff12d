"""What Python asks of the operands of its own constructs, where a tensor of a trace cannot answer.

A comprehension asks for a bool, a display for the elements, `%` for a text, a comparison of lists for bools, an
index of a list for an int. AutoGraph converts none of these. Each rule follows runs of TensorFlow 2.15 and 2.21: the
constructs are those of the fuzzer.
"""

from __future__ import annotations

from collections.abc import Sequence

from astroid import nodes

from hybridize.frameworks.knowledge import COMPUTING
from hybridize.frameworks.tensor_types.dtypes import is_integer
from hybridize.inference.domain.objects import (
    Bound,
    Container,
    Dataset,
    External,
    ExternalInstance,
    Function,
    Instance,
    NoneObject,
    Opaque,
    Partial,
    PythonScalar,
    TupleObject,
    Unknown,
    Value,
    python_function,
)
from hybridize.inference.domain.queries import has, is_staged, only, select
from hybridize.inference.domain.tensors import Array, Tensor
from hybridize.inference.domain.values import BOTTOM, NONE, OPAQUE, TENSOR, join, truth
from hybridize.inference.python import iteration
from hybridize.inference.python.arguments import Args
from hybridize.inference.python.frame import Frame
from hybridize.inference.state.assumptions import Because, Use
from hybridize.inference.tracing import functions, lengths, naming
from hybridize.inference.tracing.regions import is_range_of_tensor
from hybridize.program.containers import ADDING
from hybridize.program.loops import statements_around
from hybridize.program.syntax import is_of_error, last_name

_COMPARING = frozenset({"==", "!=", "<", "<=", ">", ">="})
_PYTHON_ONLY = frozenset(
    "AssertionError AttributeError FileExistsError FileNotFoundError ImportError IndexError KeyError KeyboardInterrupt "
    "ModuleNotFoundError NameError NotADirectoryError OSError PermissionError StopIteration UnicodeDecodeError "
    "UnicodeEncodeError UnicodeError ZeroDivisionError".split()
)
"""Exceptions that no operation raises, neither eagerly nor in a trace."""


def short_name(name: str) -> str:
    """A name as programs write it."""
    package, _, rest = name.partition(".")
    return f"tf.{rest}" if package == "tensorflow" else name


def uncovered(frame: Frame, node: nodes.NodeNG, what: str) -> None:
    """A construct of which no run shows that it does the same in a trace; `what` names it."""
    if not frame.is_module:
        origins = frame.analysis.events.origins
        frame.assume(origins.assumption(Use.CONSTRUCT, node, Because.NO_RUN, what))


_OF_ONE_TEXT = frozenset({"decimal.Decimal", "pathlib.Path", "uuid.UUID"})
"""Classes whose objects never change, and whose methods ask the system or the process."""


TEXT = "`str()` of a tensor gives `Tensor(…)` in a graph, not its value"


def text_of_tensor(frame: Frame, node: nodes.NodeNG, value: Value, reason: str) -> None:
    """A tensor becomes text; that of an error is read by people, if ever."""
    if is_of_error(node):
        uncovered(frame, node, "the text of an error that names a tensor")
    else:
        frame.condition("eager-only-call", node, reason, value)


def shown(frame: Frame, value: Value, node: nodes.NodeNG) -> None:
    """The text of an object of a library, which may say how that stands: how far a counter is, whether a flag is set.

    What changes an object of a class that is known to be pure is followed; the text of an error is for people. What is
    not known may be such an object.
    """
    functions.used(frame, value, node)
    naming.shown(frame, value, node)
    if is_of_error(node):
        return
    pure = frame.analysis.knowledge.traced.is_pure
    told = iteration.leaves(frame, value)
    of_libraries = (obj.cls for obj in select(told, ExternalInstance))
    if has(told, Partial, Unknown) or not all(pure(cls) or cls in _OF_ONE_TEXT for cls in of_libraries):
        uncovered(frame, node, "the text of an object of a library")
    elif any(not obj.is_typed for obj in select(told, Opaque)):
        uncovered(frame, node, "the text of an unknown object")
    elif any(_is_record_of_tensors(frame, obj) for obj in select(told, Instance)):
        uncovered(frame, node, "the text of an object that holds a tensor")
    elif not has(value, Tensor) and (has(told, Tensor) or is_staged(told)):
        uncovered(frame, node, "the text of a container that holds a tensor")


def taken_in_python(frame: Frame, source: Value, node: nodes.NodeNG) -> None:
    """A data set that Python itself goes through: in a trace that has no end, since an operation gives each element."""
    if has(source, Dataset):
        text = "while it is traced, a data set that no `for` statement goes through has no end"
        frame.condition("eager-only-call", node, text, BOTTOM if only(source, Dataset) else TENSOR | source)


def comprehended(frame: Frame, source: Value, node: nodes.NodeNG) -> None:
    """What a comprehension goes over."""
    taken_in_python(frame, source, node)
    if (has(source, Tensor) or is_range_of_tensor(source)) and not has(source, Unknown):
        text = "AutoGraph does not convert a comprehension over a tensor"
        taken = iteration.may_be_several(frame, node, source)
        bound = bound_of_range(frame, node)
        frame.condition("tensor-iteration", node, text, OPAQUE if taken else bound or source)


def bound_of_range(frame: Frame, call: nodes.NodeNG) -> Value:
    """A tensor that says how far a `range` goes, as the call writes it; nothing where it is no such call."""
    if not isinstance(call, nodes.Call) or last_name(call.func) != "range":
        return BOTTOM
    bounds = [frame.evaluator.evaluate(frame, each) for each in call.args]
    return next((each for each in bounds if has(each, Tensor)), BOTTOM)


def filtered(frame: Frame, condition: Value, node: nodes.NodeNG) -> None:
    """A condition in a comprehension."""
    if has(condition, Tensor):
        text = "AutoGraph does not convert a condition on a tensor in a comprehension"
        frame.condition("tensor-iteration", node, text, condition)


def displayed(frame: Frame, value: Value, node: nodes.NodeNG) -> None:
    """`[*value]`: its elements in a display."""
    taken_in_python(frame, value, node)
    if has(value, Tensor):
        text = "AutoGraph does not convert `*` on a tensor in a list or tuple"
        frame.condition("tensor-iteration", node, text, value)


_WITHOUT_HASH = frozenset({"tensor", "variable", "ragged"})
"""Kinds of tensors that have no hash: sparse ones and those of a Keras model under construction have one."""
_UNHASHABLE_TYPES = frozenset({"dict", "list", "set"})
_UNHASHABLE = "a tensor is a key or a member of a set, which raises in a graph (`TypeError`)"


def hashed(frame: Frame, value: Value, node: nodes.NodeNG) -> None:
    """A key of a dictionary, a member of a set, an argument of a function that keeps its results.

    Eagerly it raises where it is reached, but a trace reaches both sides of a condition on a tensor.
    """
    if value and all(obj.builtin_type in _UNHASHABLE_TYPES for obj in value):
        frame.heap.fail()
    for part in (value, *(each for obj in select(value, TupleObject) for each in iteration.held(frame, obj))):
        if any(tensor.kind in _WITHOUT_HASH for tensor in select(part, Tensor)):
            frame.condition("eager-only-call", node, _UNHASHABLE, part)
            return
    if any(_is_record_of_tensors(frame, obj) for obj in select(value, Instance)):
        uncovered(frame, node, "the hash of an object that holds a tensor")


def combined(frame: Frame, operator: str, left: Value, right: Value, node: nodes.NodeNG) -> None:
    """`text % tensor`, `list * tensor`, and what tensors have no operator for."""
    lengths.computed(frame, Args([left, right]), node)
    if operator in ("<<", ">>") and has(left | right, Tensor):
        uncovered(frame, node, f"`{operator}` of a tensor")
    if has(left, Array) and any(tensor.kind in lengths.COMPOSITE for tensor in select(right, Tensor)):
        uncovered(frame, node, "an array meets a sparse or ragged tensor, which NumPy takes for an object")
    texts = [obj for obj in left if obj.builtin_type in ("str", "bytes")]
    if operator == "%" and texts:
        shown(frame, join([right, *(item for obj in select(right, TupleObject) for item in obj.items)]), node)
        if has(right, Tensor) or (
            has(right, TupleObject, Container) and iteration.contains_tensor(frame, right, 0)
        ):
            text_of_tensor(frame, node, right, TEXT)
    elif operator == "*":
        # `n * [1.0]` is a list so many times where the tensor cannot be multiplied by it.
        if has(right, TupleObject, Container) and any(_may_count(each) for each in select(left, Tensor)):
            uncovered(frame, node, "a list times a tensor of integers")
        for one, other in ((left, right), (right, left)):
            if has(other, Tensor) and _is_sequence(one):
                text = "a list or a text is repeated by a tensor, which has no value in a graph"
                # Who multiplies by a tensor what may be a text mostly has a number there.
                frame.condition("eager-only-call", node, text, other if _is_text(one) else left | right)


def _may_count(tensor: Tensor) -> bool:
    dtype = None if tensor.type is None else tensor.type.dtype
    return dtype is not None and is_integer(dtype)


def _is_text(value: Value) -> bool:
    return all(obj.builtin_type in ("str", "bytes") for obj in value)


def _is_sequence(value: Value) -> bool:
    return any(obj.builtin_type in ("str", "bytes") for obj in value)


def compared(frame: Frame, operator: str, left: Value, right: Value, node: nodes.NodeNG) -> None:
    """Lists and tuples that hold tensors, compared with each other."""
    structures = has(left, TupleObject, Container) and has(right, TupleObject, Container)
    if operator in ("==", "!="):
        _compared_as_wholes(frame, left, right, node)
    if operator in _COMPARING and structures:
        for container in select(left | right, Container):
            # The context is told when there are more.
            iteration.container_elements(frame, container)
        if _compares_members(frame, left, right) and any(
            iteration.contains_tensor(frame, each, 1) for each in (left, right)
        ):
            text = "comparing lists needs the values of the tensors in them, and a graph has none"
            frame.condition("eager-only-call", node, text, _compared_first(frame, left, right))
    elif operator in _COMPARING and any(_is_record_of_tensors(frame, obj) for obj in select(left, Instance)):
        text = "comparing objects needs the values of the tensors in them, and a graph has none"
        frame.condition("eager-only-call", node, text)


def _compared_as_wholes(frame: Frame, left: Value, right: Value, node: nodes.NodeNG) -> None:
    """`==` of tensors that are no plain ones.

    Sparse ones and tensor arrays are compared as objects. A ragged one is not equal to what does not fit it, eagerly.
    """
    objects = any(tensor.kind in ("sparse", "tensorarray") for tensor in select(left | right, Tensor))
    if objects and NONE not in (left, right):
        uncovered(frame, node, "a comparison of tensors as objects")
    for ragged, other in ((left, right), (right, left)):
        numbers = all(obj.builtin_type in ("int", "NoneType") for obj in other)
        if any(tensor.kind == "ragged" for tensor in select(ragged, Tensor)) and not numbers and other != NONE:
            uncovered(frame, node, "a comparison of a ragged tensor with something of another shape")
            return


def _compares_members(frame: Frame, left: Value, right: Value) -> bool:
    """Whether Python comes to the members: two structures of one kind are compared, and neither is empty.

    `found == []` asks no member, nor does a list that is compared with a tuple.
    """
    return any(
        one.builtin_type == other.builtin_type and all(any(iteration.held(frame, each)) for each in (one, other))
        for one in select(left, TupleObject, Container)
        for other in select(right, TupleObject, Container)
    )


def _compared_first(frame: Frame, left: Value, right: Value) -> Value:
    """A member that is certainly a tensor wherever there is one; else what all members may be."""
    members = [held for obj in left | right for held in iteration.held(frame, obj)]
    return next((held for held in members if held and only(held, Tensor)), join(members))


def _is_record_of_tensors(frame: Frame, obj: Instance) -> bool:
    """Whether it is an object of a dataclass, which compares the tuples of its fields, and one of these is a tensor."""
    fields = frame.analysis.classes.fields(obj.cls) if frame.analysis.classes.is_dataclass(obj.cls) else ()
    return any(has(frame.heap.read(obj, each.name, frame.context), Tensor) for each in fields)


def raised(frame: Frame, exception: Value, node: nodes.NodeNG) -> None:
    """`raise Error(x)` with an error of the project: AutoGraph raises another one in its place, made of texts."""
    given = node.args if isinstance(node, nodes.Call) else ()
    if has(exception, Instance) and any(has(frame.evaluator.evaluate(frame, each), Tensor) for each in given):
        uncovered(frame, node, "an exception that carries a tensor")


def written_at(frame: Frame, obj_value: Value, index: Value, value: Value, node: nodes.NodeNG) -> None:
    """`obj[index] = value`, `del obj[index]`."""
    if has(index, Tensor) and has(obj_value, Container):
        told = index if only(obj_value, Container) else index | obj_value
        text = "a tensor is the index of a Python list or dictionary, and has no value in a graph"
        frame.condition("eager-only-call", node, text, told)
    if has(obj_value, Array) and has(value, Tensor):
        text = "a tensor is put into an array, which needs its value; a graph has none"
        told = value if only(obj_value, Array) else value | obj_value
        frame.condition("numpy-on-tensor", node, text, told)


def read_at(frame: Frame, value: Value, index: Value, node: nodes.NodeNG) -> None:
    """`value[index]`, with a tensor in the index or as a bound of a slice. Lists are told of indices elsewhere."""
    if not isinstance(node, nodes.Subscript):
        return
    parts = node.slice.elts if isinstance(node.slice, nodes.Tuple) else [node.slice]
    bounded = not frame.analysis.events.tensors.slices_by_tensors.isdisjoint(parts)
    inside = join([index, *(item for obj in select(index, TupleObject) for item in obj.items)])
    if not bounded and not has(inside, Tensor) and not is_staged(inside):
        return
    if bounded and has(value, Container, TupleObject):
        told = TENSOR if only(value, Container, TupleObject) else TENSOR | value
        text = "a tensor bounds the slice of a Python list, and has no value in a graph"
        frame.condition("eager-only-call", node, text, told)
    elif has(value, PythonScalar, Opaque) or (bounded and has(value, Instance, ExternalInstance)):
        uncovered(frame, node, "a tensor in the index of a Python object")
    elif has(value, Array) and isinstance(node.value, nodes.Attribute):
        text = "a tensor in the index of an array, which needs its value"
        frame.condition("numpy-on-tensor", node, text, TENSOR if only(value, Array) else TENSOR | value)
    elif has(value, Array) and not _is_parameter(frame, node.value):
        uncovered(frame, node, "a tensor in the index of an array")


def _is_parameter(frame: Frame, expression: nodes.NodeNG) -> bool:
    return isinstance(expression, nodes.Name) and expression.name in frame.context.arguments


def matched(frame: Frame, value: Value, pattern: nodes.NodeNG) -> None:
    """`case 1.0:` on a tensor, which asks for a bool."""
    if is_staged(value):
        uncovered(frame, pattern, "`match` compares a value that is a tensor in a graph")
    if has(value, Tensor) and isinstance(pattern, nodes.MatchValue):
        frame.condition("eager-only-call", pattern, "`match` compares a tensor, and a graph has no values", value)
    elif has(value, Tensor) and isinstance(pattern, (nodes.MatchSequence, nodes.MatchMapping, nodes.MatchClass)):
        uncovered(frame, pattern, "`match` unpacks a tensor")


def decided(frame: Frame, parts: Sequence[tuple[nodes.NodeNG, Value]], node: nodes.BoolOp) -> None:
    """`a and b`: where one is a tensor, AutoGraph makes a condition of it, both sides of which are Booleans.

    What stands before the first tensor Python decides alone.
    """
    first = next((at for at, (_, value) in enumerate(parts[:-1]) if has(value, Tensor) and truth(value) is None), None)
    if first is None:
        return
    parts = parts[first:]
    for part, value in parts:
        other = any(obj.builtin_type != "bool" for obj in select(value, PythonScalar))
        if other or has(value, NoneObject, TupleObject, Container):
            text = f"`{node.op}` of a tensor and a value that is no Boolean cannot be one condition of a graph"
            tensors = join(held for _, held in parts if has(held, Tensor))
            frame.condition("autograph-limit", node, text, tensors)
            return
    unsure = [value for part, value in parts if has(value, Tensor) and not is_boolean(frame, part, value)]
    numbers = next((value for value in unsure if _are_numbers(value)), None)
    if numbers is not None:
        text = f"`{node.op}` of a tensor that is no Boolean is refused in a graph"
        frame.condition("conflicting-dtypes", node, text, numbers)
    elif unsure:
        uncovered(frame, node, f"`{node.op}` of tensors that may be no Booleans")


def _are_numbers(value: Value) -> bool:
    """Whether the tensors among what is asked are of known dtypes, none of which is Boolean."""
    types = [tensor.type for tensor in select(value, Tensor)]
    return all(each is not None and each.dtype is not None and each.dtype.name != "bool" for each in types)


def is_boolean(frame: Frame, part: nodes.NodeNG, value: Value) -> bool:
    """Whether the tensors of an expression are Booleans, by their types or else by what makes them."""
    types = [tensor.type.dtype if tensor.type is not None else None for tensor in select(value, Tensor)]
    if None not in types:
        return all(dtype is not None and dtype.name == "bool" for dtype in types)
    return _may_be_boolean(frame, part)


def _may_be_boolean(frame: Frame, part: nodes.NodeNG) -> bool:
    if isinstance(part, nodes.BinOp):
        return part.op in ("&", "|", "^") and _may_be_boolean(frame, part.left) and _may_be_boolean(frame, part.right)
    if isinstance(part, nodes.UnaryOp):
        return part.op == "not" or (part.op == "~" and _operand_may_be_boolean(frame, part.operand))
    if isinstance(part, nodes.Call):
        called = frame.analysis.events.calls.callees.get(part, ())
        known = (*called, frame.analysis.events.tensors.operations.get(part, ""))
        methods = frame.analysis.events.calls.called_methods.get(part, ())
        operations = {name.rpartition(".")[2] for name in (*known, *methods) if name.startswith(_OF_TENSORS)}
        if operations and operations <= _GIVING_BACK and part.args:
            return _operand_may_be_boolean(frame, part.args[0])
        return all(map(_gives_boolean, operations))
    if isinstance(part, nodes.Name) and part.name not in frame.context.arguments:
        return all(_may_be_boolean(frame, each) for each in _bound_to(frame, part.name))
    if isinstance(part, (nodes.Attribute, nodes.Subscript)) and _is_of_framework(frame, part):
        # What a generator or an optimizer holds is numbers, and a table gives the values that it was made for.
        return False
    return not isinstance(part, nodes.Subscript) or isinstance(part.value, (nodes.Name, nodes.Attribute))


def _is_of_framework(frame: Frame, part: nodes.Attribute | nodes.Subscript) -> bool:
    """Whether an attribute or item is one of an object of TensorFlow or Keras."""
    owner = frame.evaluator.evaluate(frame, part.expr if isinstance(part, nodes.Attribute) else part.value)
    return bool(owner) and only(owner, ExternalInstance)


def _bound_to(frame: Frame, name: str) -> list[nodes.Call]:
    """The calls whose results a name of the function is."""
    bound = (each.parent for each in frame.context.scope.locals.get(name, ()) if isinstance(each, nodes.AssignName))
    return [each.value for each in bound if isinstance(each, nodes.Assign) and isinstance(each.value, nodes.Call)]


def _operand_may_be_boolean(frame: Frame, part: nodes.NodeNG) -> bool:
    tensors = frozenset(select(frame.evaluator.evaluate(frame, part), Tensor))
    return is_boolean(frame, part, tensors) if tensors else _may_be_boolean(frame, part)


_OF_TENSORS = (*COMPUTING, "builtins.sum", "dataset.", "tensor.", "variable.")
"""How the names of functions and methods begin that may give tensors."""


def _gives_boolean(name: str) -> bool:
    return name in _BOOLEAN or name in _GIVING_BACK or name.startswith(("is_", "logical_", "reduce_a"))


_BOOLEAN = frozenset(
    "equal not_equal less less_equal greater greater_equal cast constant bool Variable has_value executing_eagerly "
    "inside_function regex_full_match in_top_k All Any LogicalAnd LogicalNot LogicalOr cond case switch_case where "
    "while_loop map_fn scan py_function numpy_function get_next read_value value".split()
)
"""TensorFlow's functions that give Booleans, or whatever a program gives them to do."""
_GIVING_BACK = frozenset("convert_to_tensor gather identity reshape squeeze stop_gradient".split())
"""TensorFlow's functions that give back what they are given."""


def caught(frame: Frame, node: nodes.Try) -> None:
    """`try` around operations: what is raised for wrong shapes and values differs, and so may who catches it."""
    risky = [handler for handler in node.handlers if not _catches_python_only(handler)]
    if not risky:
        return
    summary = frame.context.summary
    computing = (*summary.operations, *(call for call, _ in summary.calls), *_yields(node))
    if any(_within(each, node.body) for each in computing):
        uncovered(frame, risky[0], "`try` around operations, which raise only when the graph runs")
    elif any(_asks_tensor(frame, each) for each in node.body):
        uncovered(frame, risky[0], "`try` around what needs the value of a tensor")


def _asks_tensor(frame: Frame, statement: nodes.NodeNG) -> bool:
    """Whether a tensor is used in a statement, and not only passed on or asked for its shape or dtype."""
    used = (each for each in statement.nodes_of_class(nodes.Name) if not isinstance(each.parent, _PASSING_ON))
    return any(
        has(frame.evaluator.evaluate(frame, each), Tensor)
        for each in used
        if not (isinstance(each.parent, nodes.Attribute) and each.parent.attrname in _STATIC)
    )


_PASSING_ON = (nodes.Assign, nodes.Return, nodes.Tuple, nodes.List, nodes.Dict)
_STATIC = frozenset({"shape", "dtype"})
"""What a tensor tells of itself alike in a trace."""


def made_number(frame: Frame, call: nodes.NodeNG, function: str, value: Value) -> None:
    """`float(tensor)` or `int(tensor)`, of which AutoGraph makes a tensor again, of 32 bits.

    Where Python needs a number, that raises; of other places nothing is known. An int of 32 bits is no number of
    Python's in arithmetic either: TensorFlow lets it meet no float.
    """
    if frame.place.asks_for_place:
        # Its own statement asks; each of `float(a) + float(b) + …` asking for the others would take for ever.
        return
    frame.place.asks_for_place = True
    needs_number = _needs_number(frame, call, set())
    takes_tensor = not needs_number and function != "int" and _takes_tensor(frame, call, set())
    frame.place.asks_for_place = False
    if needs_number:
        text = f"`{function}` of a tensor gives a tensor in a graph, and Python needs a number here"
        frame.condition("eager-only-call", call, text, value)
    elif not takes_tensor:
        uncovered(frame, call, f"`{function}` of a tensor where a number is needed")


def counted(frame: Frame, call: nodes.NodeNG, data: Value) -> None:
    """`len(data)` of a data set, of which AutoGraph makes a tensor of int64; unconverted, it raises.

    No number of Python's takes its place beside other tensors: `x / len(data)` finds two dtypes.
    """
    if _needs_number(frame, call, set()):
        text = "`len` of a data set gives a tensor in a graph, and Python needs a number here"
        frame.condition("eager-only-call", call, text, data)
    else:
        uncovered(frame, call, "`len` of a data set, which is a tensor of int64 in a graph")


def _needs_number(frame: Frame, node: nodes.NodeNG, seen: set[str]) -> bool:
    """Whether something stands where nothing but a number does: an index of a list, in a text, an argument in `math`.

    Names to which it is assigned are followed.
    """
    parent = node.parent
    if isinstance(parent, nodes.Assign) and all(isinstance(each, nodes.AssignName) for each in parent.targets):
        names = {each.name for each in parent.targets} - seen
        seen |= names
        reads = (each for each in frame.context.scope.nodes_of_class(nodes.Name) if each.name in names)
        return any(_needs_number(frame, each, seen) for each in reads)
    if isinstance(parent, nodes.Slice):
        parent, node = parent.parent, parent
    if isinstance(parent, nodes.Subscript) and node is parent.slice:
        indexed = frame.evaluator.evaluate(frame, parent.value)
        return bool(indexed) and only(indexed, Container, TupleObject)
    if isinstance(parent, nodes.BinOp) and parent.op == "%" and node is parent.right:
        left = frame.evaluator.evaluate(frame, parent.left)
        return bool(left) and _is_text(left)
    if isinstance(parent, nodes.Call) and node is not parent.func:
        called = frame.evaluator.evaluate(frame, parent.func)
        of_math = all(obj.name.startswith("math.") for obj in select(called, External))
        return bool(called) and only(called, External) and of_math
    return False


def _takes_tensor(frame: Frame, node: nodes.NodeNG, seen: set[str]) -> bool:
    """Whether a tensor does in the place of a number: in arithmetic, in conditions, and where TensorFlow takes it."""
    parent = node.parent
    if isinstance(parent, nodes.BinOp):
        other = parent.right if parent.left is node else parent.left
        # What stands around is looked at first: the other operand may be a long sum.
        return _takes_tensor(frame, parent, set(seen)) or only(frame.evaluator.evaluate(frame, other), Tensor)
    if isinstance(parent, nodes.UnaryOp):
        return parent.op != "not" and _takes_tensor(frame, parent, seen)
    if isinstance(parent, nodes.Compare):
        return isinstance(parent.parent, (nodes.If, nodes.IfExp, nodes.While, nodes.BoolOp))
    if isinstance(parent, nodes.Assign) and all(isinstance(each, nodes.AssignName) for each in parent.targets):
        return all(_reads_take_tensor(frame, each.name, seen) for each in parent.targets)
    if isinstance(parent, nodes.AugAssign):
        target = parent.target
        return isinstance(target, nodes.AssignName) and _reads_take_tensor(frame, target.name, seen)
    if isinstance(parent, (nodes.List, nodes.Tuple)):
        return isinstance(parent.parent, nodes.Call) and _takes_tensor(frame, parent, seen)
    if isinstance(parent, nodes.Call) and node is not parent.func:
        called = frame.evaluator.evaluate(frame, parent.func)
        names = {obj.name for obj in select(called, External)}
        return bool(names) and all(name.startswith(COMPUTING) or name in _NUMBERS for name in names)
    return isinstance(parent, (nodes.Return, nodes.Expr, nodes.IfExp))


def _reads_take_tensor(frame: Frame, name: str, seen: set[str]) -> bool:
    if name in seen:
        return True
    seen.add(name)
    reads = (each for each in frame.context.scope.nodes_of_class(nodes.Name) if each.name == name)
    return all(_takes_tensor(frame, each, seen) for each in reads)


_NUMBERS = frozenset({"builtins.float", "builtins.abs", "builtins.print"})
"""Builtins that AutoGraph converts, or that tensors define."""


def _yields(node: nodes.Try) -> list[nodes.NodeNG]:
    return list(node.nodes_of_class((nodes.Yield, nodes.YieldFrom)))


def _catches_python_only(handler: nodes.ExceptHandler) -> bool:
    caught_type = handler.type
    if caught_type is None:
        return False
    types = caught_type.elts if isinstance(caught_type, nodes.Tuple) else [caught_type]
    return all(isinstance(each, nodes.Name) and each.name in _PYTHON_ONLY for each in types)


def _within(node: nodes.NodeNG, body: list[nodes.NodeNG]) -> bool:
    return any(statement is node or statement.parent_of(node) for statement in body)


def left(frame: Frame, method: Value, node: nodes.NodeNG) -> None:
    """A block ends, whose manager has an `__exit__` of the project: where that gives True, an exception ends there."""
    for obj in map(python_function, method):
        function = obj.function if isinstance(obj, Bound) else obj
        if not isinstance(function, Function) or any(map(_may_be_true, _returns(function.node))):
            uncovered(frame, node, "a context manager that may swallow exceptions")
            return


def _returns(function: nodes.NodeNG) -> list[nodes.Return]:
    return [each for each in function.nodes_of_class(nodes.Return) if each.frame() is function]


def _may_be_true(node: nodes.Return) -> bool:
    return node.value is not None and not (isinstance(node.value, nodes.Const) and not node.value.value)


def made_in_loop(frame: Frame, node: nodes.Lambda) -> None:
    """A lambda that is kept beyond its round, and reads a name that the loop assigns again."""
    loop = next(statements_around(node), None)
    if loop is None or not _is_kept(node):
        return
    own = {argument.name for argument in node.args.nodes_of_class(nodes.AssignName)}
    assigned = {each.name for each in loop.nodes_of_class(nodes.AssignName)} - own
    if any(each.name in assigned for each in node.body.nodes_of_class(nodes.Name)):
        uncovered(frame, node, "a function that is kept and reads a variable of the loop around it")


def _is_kept(node: nodes.Lambda) -> bool:
    parent = node.parent
    if isinstance(parent, nodes.Call):
        return isinstance(parent.func, nodes.Attribute) and parent.func.attrname in ADDING
    return isinstance(parent, (nodes.List, nodes.Tuple, nodes.Dict, nodes.Assign))
