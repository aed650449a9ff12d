"""What callers get from a function that becomes a graph: other types of results, other exceptions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Set
from functools import cached_property
from itertools import islice

from astroid import nodes

from hybridize.inference.domain.fields import Field, Index, Key, Slot, is_element
from hybridize.inference.domain.objects import (
    AbstractObject,
    Bound,
    ClassObject,
    Container,
    Dataset,
    Dispatcher,
    External,
    ExternalInstance,
    ExternalMethod,
    Function,
    Hybrid,
    Instance,
    IteratorObject,
    ModuleObject,
    NamedTupleClass,
    Opaque,
    Partial,
    PythonScalar,
    TupleObject,
    Unknown,
    Value,
)
from hybridize.inference.domain.queries import has, select
from hybridize.inference.domain.tensors import Array, Tensor
from hybridize.inference.facts.facts import Facts, FunctionFacts
from hybridize.inference.facts.model import Context
from hybridize.inference.facts.objects import Objects
from hybridize.inference.facts.provenance import returned_values
from hybridize.program.calls import called_name
from hybridize.program.expected import awaiting_error
from hybridize.program.inside import nodes_inside
from hybridize.program.lookup import assigned_values, builtin_called, constant
from hybridize.program.memory import remembered
from hybridize.program.places import place_of
from hybridize.program.syntax import DISPLAYS, compares_by, contains, last_name, names_bound, words_of
from hybridize.verdicts.evidence.assumptions import ReturnsTensors
from hybridize.verdicts.evidence.base import Evidence
from hybridize.verdicts.evidence.safety import (
    CachedTensor,
    CaughtInside,
    ComparedResult,
    EndOfData,
    ErrorText,
    ExceptionType,
    FunctionInspected,
    ResultType,
    Returned,
)
from hybridize.verdicts.model.parts import Place
from hybridize.verdicts.project.unknown_code import uncovered
from hybridize.verdicts.values.objects import has_unsorted_keys

_RESULTS: dict[type[AbstractObject], Returned] = {
    **dict.fromkeys(
        (
            Instance, ExternalInstance, Function, Hybrid, ClassObject, Opaque, IteratorObject, Dataset, Bound,
            Dispatcher, ExternalMethod, ModuleObject, NamedTupleClass, Partial,
        ),
        Returned.OBJECT,
    ),  # fmt: skip
    Array: Returned.ARRAY,
}
"""What a graph cannot return as such, by the kind of object."""
_Catching = tuple[nodes.NodeNG, list[nodes.NodeNG | None]]
"""A statement that catches errors, and their types; None: all errors."""
_INVALID, _STOP = "InvalidArgumentError", "StopIteration"
_FETCHING = ("next", "get_next")


def result_type(facts: Facts, function: FunctionFacts, here: Place) -> list[Evidence]:
    """Python numbers, arrays and variables come back as tensors; other objects raise, or come back as others.

    Where every call drops the result nobody sees what became of a number, and of a variable that is read at once nobody
    sees that it was a tensor.
    """
    found = _results(facts, function)
    found.pop(Returned.HELD, None)
    return [ResultType(here, tuple(found), all(found.values()))] if found else []


def taken_for_tensors(facts: Facts, function: FunctionFacts, here: Place) -> list[Evidence]:
    """Numbers, texts and arrays in containers are mostly settings that pass by; who reads them gets tensors, though."""
    return [ReturnsTensors(here)] if Returned.HELD in _results(facts, function) else []


def _results(facts: Facts, function: FunctionFacts) -> dict[Returned | str, bool]:
    """What comes back that is no tensor and that callers see, with whether a tensor may come back wherever it does."""
    found: dict[Returned | str, bool] = {}
    search = _Search(facts)
    for context in function.contexts:
        _add(found, search.of(context.summary.result, 3))
        if _makes_symbolic(facts.objects, context):
            _add(found, {Returned.OBJECT: True})
    if any(call in facts.giving_nothing for call in _returned_calls(function)):
        _add(found, {Returned.OBJECT: True})
    if _returns_model(function):
        found[Returned.OBJECT] = False
    calls = [call for _, call, _ in function.callers]
    if calls and all(_is_dropped(call) for call in calls):
        raising = (Returned.OBJECT, Returned.KEYS)
        found = {what: mixed for what, mixed in found.items() if what in raising}
    elif calls and all(_is_dropped(call) or _is_read_at_once(facts, call) for call in calls):
        found.pop(Returned.VARIABLE, None)
    elif Returned.VARIABLE in found and calls and not any(
        Returned.VARIABLE in search.of(item, 3) for item in _taken(function, calls)
    ):
        # `loss = step(x)[0]`: nobody takes the rate that stands behind it.
        found.pop(Returned.VARIABLE)
    return found


def _taken(function: FunctionFacts, calls: Iterable[nodes.NodeNG]) -> Iterator[Value]:
    """What callers take of the tuples that a function returns: `f(x)[0]`, `f(x)[:2]`; all where they do not say."""
    for context in function.contexts:
        result = context.summary.result
        tuples = select(result, TupleObject)
        for call in calls:
            taken = _items(call)
            if taken is None or len(tuples) != len(result):
                yield result
                continue
            for each in tuples:
                yield from each.items[taken]
                if each.rest:
                    yield each.rest


def _items(call: nodes.NodeNG) -> slice | None:
    """The items of a tuple that are taken of what a call gives, where constants say which."""
    parent = call.parent
    if not isinstance(parent, nodes.Subscript) or parent.value is not call:
        return None
    taken = parent.slice
    if isinstance(taken, nodes.Slice):
        written = (taken.lower, taken.upper, taken.step)
        bounds = [None if each is None else constant(each) for each in written]
        said = all(each is None or isinstance(bound, int) for each, bound in zip(written, bounds, strict=True))
        return slice(*bounds) if said else None
    number = constant(taken)
    return slice(number, number + 1 or None) if isinstance(number, int) else None


def _makes_symbolic(objects: Objects, context: Context) -> bool:
    """Whether a function gives back a symbolic tensor of Keras and nothing else, and is not given one.

    A layer that models call too gives tensors as well: its calls with symbolic ones are not told apart.
    """
    kinds = objects.tensor_kinds(context.summary.result)
    return kinds == {"keras"} and not any(
        "keras" in objects.tensor_kinds(value) for value in context.arguments.values()
    )


def _returned_calls(function: FunctionFacts) -> Iterator[nodes.Call]:
    """The calls whose results a function returns, by themselves or as members of a display."""
    stack = returned_values(function.node)
    if isinstance(function.node, nodes.Lambda) and not isinstance(function.node, nodes.FunctionDef):
        stack.append(function.node.body)
    while stack:
        value = stack.pop()
        if isinstance(value, nodes.Call):
            yield value
        elif isinstance(value, nodes.Name):
            stack += (each for each in assigned_values(value) if isinstance(each, nodes.Call))
        elif isinstance(value, (nodes.Tuple, nodes.List, nodes.Dict, nodes.IfExp)):
            stack += value.get_children()


def _returns_model(function: FunctionFacts) -> bool:
    """Whether a function gives back a parameter of which its body shows that it is a model or an optimizer.

    Of what nobody passes no more may be known, or it is taken for a tensor by the function's name.
    """
    for returned in function.names.reads:
        part = returned
        while isinstance(part.parent, DISPLAYS):
            part = part.parent
        if isinstance(part.parent, nodes.Return) and returned.name not in function.names.bound_anew:
            uses = (each.parent for each in function.names.reads if each.name == returned.name)
            if any(isinstance(use, nodes.Attribute) and use.attrname in _OF_MODELS for use in uses):
                return True
    return False


_OF_MODELS = frozenset(
    {"trainable_variables", "trainable_weights", "non_trainable_variables", "apply_gradients", "get_weights"}
)
"""Attributes of models and optimizers that name them as such."""


class _Search:
    """What values hold that is no tensor, down to a depth. Each is searched once: containers hold each other."""

    def __init__(self, facts: Facts) -> None:
        self._facts = facts
        self._known: dict[tuple[Value, int], Mapping[Returned | str, bool]] = {}

    def of(self, value: Value, depth: int) -> Mapping[Returned | str, bool]:
        """Each kind of what is there, with whether a tensor may stand wherever it does."""
        known = self._known.get((value, depth))
        if known is None:
            known = self._known[value, depth] = self._find(value, depth)
        return known

    def _find(self, value: Value, depth: int) -> Mapping[Returned | str, bool]:
        objects = self._facts.objects
        mixed = has(value, Unknown) or any(tensor.kind != "variable" for tensor in select(value, Tensor))
        found: dict[Returned | str, bool] = {}

        def note(what: Returned | str) -> None:
            _add(found, {what: mixed})

        for obj in sorted(value, key=lambda a: a.serial):
            said = _RESULTS.get(type(obj))
            if type(obj) is Instance and objects.class_facts(obj.cls).is_named_tuple:
                for item in objects.attributes(obj) if depth else ():
                    _add(found, self.of(item, depth - 1))
            elif type(obj) is Instance and objects.class_facts(obj.cls).is_composite:
                note(Returned.HELD)
            elif said is not None:
                note(said)
            elif type(obj) is External:
                symbol = self._facts.knowledge.lookup(obj.name)
                # What nobody described may be a tensor, too.
                note(Returned.OBJECT if symbol is not None and symbol.known else Returned.HELD)
            elif type(obj) is PythonScalar:
                note(obj.type)
            elif type(obj) is Tensor and obj.kind == "variable":
                note(Returned.VARIABLE)
            elif type(obj) is Tensor and obj.kind == "tensorarray":
                note(Returned.OBJECT)
            elif type(obj) is TupleObject and obj.type == "view":
                note(Returned.OBJECT)
            elif type(obj) is Container and _is_made_anew(objects, obj):
                note(Returned.OBJECT)
            elif type(obj) is Container and has_unsorted_keys(objects, obj):
                note(Returned.KEYS)
            elif type(obj) in (TupleObject, Container) and not depth:
                note(Returned.HELD)
            elif type(obj) is TupleObject:
                for item in (*obj.items, obj.rest):
                    _add(found, self.of(item, depth - 1))
            elif type(obj) is Container:
                _add(found, self._of_container(obj, depth - 1))
        return found

    def _of_container(self, container: Container, depth: int) -> Mapping[Returned | str, bool]:
        """Variables, objects and, of a list, integers; other numbers in containers are mostly settings that pass by.

        What no display names may have been put there by whoever got the container: an object there is a doubt.
        """
        found: dict[Returned | str, bool] = {}
        for field, held in self._facts.objects.fields(container):
            if not is_element(field):
                continue
            inside = self.of(held, depth)
            for what in _SERIOUS:
                if what in inside:
                    _add(found, {what: inside[what] or not _is_displayed(container.site, field)})
            if container.type == "list" and any(number.type == "int" for number in select(held, PythonScalar)):
                found[Returned.INTEGERS] = False
            elif inside.keys() - set(_SERIOUS):
                found[Returned.HELD] = True
        return found


_SERIOUS = (Returned.VARIABLE, Returned.OBJECT, Returned.KEYS)
"""What matters in a container, too."""


def _add(found: dict[Returned | str, bool], more: Mapping[Returned | str, bool]) -> None:
    """A tensor may stand wherever something does only if that holds of all its places."""
    for what, mixed in more.items():
        found[what] = mixed and found.get(what, True)


def _is_made_anew(objects: Objects, obj: Container) -> bool:
    """Whether a graph refuses a container, or gives another one back: of a `defaultdict` one without its factory."""
    made = objects.made_with(obj)
    return obj.type in _REFUSED or made in _OTHERWISE or any(field is Slot.FACTORY for field, _ in objects.fields(obj))


_REFUSED = frozenset({"set", "frozenset", "deque"})
_OTHERWISE = frozenset(f"collections.{name}" for name in ("ChainMap", "Counter", "UserList", "defaultdict"))


def _is_displayed(display: nodes.NodeNG, field: Field) -> bool:
    """Whether a display of a list or dictionary has something at a place."""
    if isinstance(field, Index):
        return isinstance(display, nodes.List) and field.position < len(display.elts)
    if not isinstance(field, Key) or not isinstance(display, nodes.Dict):
        return False
    return any(isinstance(key, nodes.Const) and key.value == field.literal.value for key, _ in display.items)


def _is_dropped(call: nodes.NodeNG) -> bool:
    return isinstance(call.parent, nodes.Expr)


def _is_read_at_once(facts: Facts, call: nodes.NodeNG) -> bool:
    """`float(f(x))`, `2.0 * f(x)`, `tf.sqrt(f(x))`, `f(x).numpy()`."""
    parent = call.parent
    if isinstance(parent, nodes.Attribute):
        return bool(parent.attrname == "numpy")
    if isinstance(parent, nodes.Call) and call in parent.args:
        return bool(facts.callees.inside(parent, "tensorflow")) or builtin_called(parent) in ("float", "int")
    return isinstance(parent, nodes.BinOp)


def expected_exception(facts: Facts, function: FunctionFacts) -> list[Evidence]:
    """Callers that expect an exception that a graph does not raise.

    `InvalidArgumentError`: tracing finds wrong shapes and dtypes first, with a `ValueError`. What `tf.debugging`
    asserts is raised by the operations of a graph, too, with a longer text. `StopIteration` of `next`: a graph raises
    `OutOfRangeError`.
    """
    asserts: bool | None = None
    for caller, call, _ in function.callers:
        around = [*call.statement().node_ancestors()]
        expected = {name for each in around for name in _expects(each)}
        place = place_of(caller.module_path, call)
        reads = any(map(_reads_error, around))
        if asserts is None and (reads or _INVALID in expected):
            # All that it leads to is looked through, which takes its time in a large program.
            below = map(facts.callees.of, _calls_below(facts, function))
            asserts = any(each.startswith("tensorflow.debugging.") for each in below)
        if _INVALID in expected and not asserts:
            return [ExceptionType(place)]
        if asserts and reads:
            return [ErrorText(place)]
        if _STOP in expected and any(called_name(each) in _FETCHING for each in _calls_below(facts, function)):
            return [EndOfData(place)]
    return []


def compared_result(function: FunctionFacts) -> list[Evidence]:
    """Callers that ask which object a result is: a graph gives a new tensor for each result and each argument.

    `f(x) is x`, `id(f(x))`, and the same of a name for the result.
    """
    for caller, call, _ in function.callers:
        if _asks_which(call) or not _names_of_result(call).isdisjoint(_compared_by_identity(call.frame())):
            return [ComparedResult(place_of(caller.module_path, call))]
    return []


def _names_of_result(call: nodes.NodeNG) -> frozenset[str]:
    """The names that the function around a call binds to its result."""
    statement = call.statement()
    if not (isinstance(statement, nodes.Assign) and statement.value is call):
        return frozenset()
    return frozenset(name for each in statement.targets for name in names_bound(each))


@remembered
def _compared_by_identity(frame: nodes.NodeNG) -> Set[str]:
    """The names that a function or module compares by identity: `a is b`, `id(a)`."""
    return {name.name for name in nodes_inside(frame, nodes.Name) if _asks_which(name)}


def _asks_which(result: nodes.NodeNG) -> bool:
    """Whether an expression is compared by what object it is; with `None` and other constants it is not."""
    parent = result.parent
    if isinstance(parent, nodes.Compare):
        operands = (parent.left, *(operand for _, operand in parent.ops))
        return compares_by(parent, "is", "is not") and not any(isinstance(each, nodes.Const) for each in operands)
    if isinstance(parent, nodes.Attribute):
        return bool(parent.attrname == "ref")
    return called_name(parent) == "id" and result in parent.args


def _calls_below(facts: Facts, function: FunctionFacts) -> Iterator[nodes.Call]:
    scopes = facts.graph.reached(function.contexts).scopes
    return (call for scope in scopes for call in nodes_inside(scope, nodes.Call))


def _expects(block: nodes.NodeNG) -> set[str]:
    """The exceptions that a statement handles."""
    if isinstance(block, nodes.With):
        return {name for manager in awaiting_error(block) for error in manager.args[:1] for name in words_of(error)}
    if isinstance(block, nodes.Try):
        return {name for handler in block.handlers if handler.type is not None for name in words_of(handler.type)}
    return set()


def _reads_error(block: nodes.NodeNG) -> bool:
    """Whether a statement catches what operations raise, and reads more of it than its class or a part of its text."""
    for handler in block.handlers if isinstance(block, nodes.Try) else ():
        if handler.name is not None and _caught_by(handler.type):
            bound = handler.name.name
            for body in handler.body:
                for name in body.nodes_of_class(nodes.Name):
                    if name.name == bound and not _asks_class(name) and not _asks_part(name):
                        return True
    return False


def _asks_class(name: nodes.Name) -> bool:
    """`type(error)`, `isinstance(error, ...)`, `raise error`, `raise Other() from error`."""
    if isinstance(name.parent, nodes.Call):
        return getattr(name.parent.func, "name", "") in ("type", "isinstance") and name.parent.args[0] is name
    return isinstance(name.parent, nodes.Raise)


def _asks_part(name: nodes.Name) -> bool:
    """`"wanted" in str(error)`: the longer text has the same words."""
    return any(compares_by(each, "in", "not in") for each in name.node_ancestors())


_KEEPING = frozenset(
    "cached_property.cached_property cached_property.threaded_cached_property functools.cache functools.cached_property"
    " functools.lru_cache".split()
)
_INSPECTED = frozenset({"__code__", "__defaults__", "__kwdefaults__", "__globals__", "__closure__"})


class EagerResults:
    """Finds what keeps the results of an operation, catches its errors, or looks at the function itself.

    Each function of the program is read once, however many lead to it.
    """

    def __init__(self, facts: Facts) -> None:
        self._facts = facts
        self._found: dict[Context, list[Evidence]] = {}

    def of(self, function: FunctionFacts) -> list[Evidence]:
        """What stands in a function or in what it calls, at most one of a kind."""
        out: dict[type[Evidence], Evidence] = {}
        for context in self._facts.graph.reached(function.contexts).where(self._has_some):
            for each in self._found[context]:
                out.setdefault(type(each), each)
        inspected = (
            FunctionInspected(place_of(path, read), read.attrname)
            for read, path in function.uses.looked_at
            if isinstance(read, nodes.Attribute) and read.attrname in _INSPECTED
        )
        return [*out.values(), *islice(inspected, 1)]

    def _has_some(self, context: Context) -> bool:
        found = [*self._cached_tensors(context), *self._caught(context)]
        if found:
            self._found[context] = found
        return bool(found)

    def counted(self, function: FunctionFacts) -> Iterator[Evidence]:
        """Where the program asks how often a function was called that keeps its results; a graph calls no function."""
        asked = self._asked_for_count
        for context in self._facts.graph.reached(function.contexts) if asked else ():
            name = getattr(context.scope, "name", "")
            if name in asked and self._facts.graph.keeps_result(context.scope):
                loaded = self._facts.program.together(context.module_path)
                for path, read in asked[name]:
                    if path in loaded:
                        yield uncovered(path, read, "the count of the calls of a function")
                        return

    @cached_property
    def _asked_for_count(self) -> dict[str, list[tuple[str, nodes.NodeNG]]]:
        """By the name of a function: where the program reads its `cache_info`."""
        found: dict[str, list[tuple[str, nodes.NodeNG]]] = {}
        for module in self._facts.program.modules:
            for read in module.all_of(nodes.Attribute) if "cache_info" in module.file.text else ():
                if read.attrname == "cache_info":
                    found.setdefault(last_name(read.expr), []).append((module.file.relative, read))
        return found

    def _cached_tensors(self, context: Context) -> Iterator[Evidence]:
        """A function that keeps its results gives a tensor: later calls would get that of the trace."""
        scope = context.scope
        if not isinstance(scope, nodes.FunctionDef) or not scope.decorators:
            return
        if any(tensor.kind != "variable" for tensor in select(context.summary.result, Tensor)):
            for decorator in scope.decorators.nodes:
                if self._facts.callees.of(decorator) in _KEEPING:
                    yield CachedTensor(place_of(context.module_path, decorator), scope.name)

    def _caught(self, context: Context) -> Iterator[Evidence]:
        """It catches the errors of operations, which a graph raises only when it runs."""
        tries = self._catching.get(context.scope, ())
        if not tries or not isinstance(context.scope, nodes.FunctionDef):
            return
        below = self._facts.graph.operations
        computing = [*below.get(context, ()), *(call for call, callee in context.summary.calls if below.get(callee))]
        for tried, types in tries:
            caught = next(filter(None, map(_caught_by, types)), "")
            if caught and any(contains(part, each) for part in tried.body for each in computing):
                yield CaughtInside(place_of(context.module_path, tried), caught)

    @cached_property
    def _catching(self) -> dict[nodes.NodeNG, list[_Catching]]:
        """The statements that catch errors by function, each with the types: `try`, `with contextlib.suppress(…)`."""
        found: dict[nodes.NodeNG, list[_Catching]] = {}
        for module in self._facts.program.modules:
            for tried in module.all_of(nodes.Try) if "except" in module.file.text else ():
                types = [handler.type for handler in tried.handlers]
                found.setdefault(tried.frame(), []).append((tried, types))
            for entered in module.all_of(nodes.With) if "suppress" in module.file.text else ():
                managers = [each for each, _ in entered.items if isinstance(each, nodes.Call)]
                given = [each.args for each in managers if self._facts.callees.of(each) == "contextlib.suppress"]
                found.setdefault(entered.frame(), []).extend((entered, types) for types in given)
        return found


def _caught_by(type_: nodes.NodeNG | None) -> str:
    """What a handler of a type catches of the errors of operations, in words; empty for errors of Python alone."""
    if type_ is None:
        return "every exception"
    written = str(type_.as_string())
    parts = type_.elts if isinstance(type_, nodes.Tuple) else [type_]
    everything = any(last_name(each) in ("Exception", "BaseException") for each in parts)
    return written if everything or "errors." in written else ""
