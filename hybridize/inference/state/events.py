"""Events: what the analysis sees while it evaluates, kept for the results. Records are added, never taken back."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from astroid import nodes

from hybridize.inference.domain.objects import (
    AbstractObject,
    Container,
    External,
    ExternalMethod,
    Function,
    Hybrid,
    Value,
    python_function,
)
from hybridize.inference.domain.values import BOTTOM
from hybridize.inference.state.assumptions import Assumption
from hybridize.inference.state.contexts import Context
from hybridize.inference.state.origins import Origins
from hybridize.program.scopes import parameter_names


@dataclass(slots=True)
class IncomingArguments:
    """What calls pass to the parameters of one function."""

    explicit: dict[tuple[nodes.NodeNG, Context], tuple[Value | None, ...]] = field(default_factory=dict)
    """By call site and calling context, in the order of the signature; None for what a call leaves out."""
    default: dict[str, Value] = field(default_factory=dict)
    """What those parameters hold that some call leaves out."""


@dataclass(frozen=True, slots=True)
class GraphCall:
    """One call of what `tf.function` gave: who calls what, and how the arguments are written."""

    site: nodes.NodeNG
    """Where the function is made hybrid."""
    bound: bool
    """A bound method was made hybrid: its receiver is not among the arguments."""
    call: nodes.NodeNG
    caller: Context
    keywords: tuple[str, ...]
    positional: int
    open: bool
    """Further arguments may follow, by `*` or `**`."""


Keywords = tuple[tuple[str, Value], ...]
"""Arguments by keyword, sorted by name."""


@dataclass(frozen=True, slots=True)
class HybridMark:
    """That a function is made hybrid, where and how."""

    how: str
    """`decorator`, `call`, or `wrapper`: by code that is handed the function."""
    node: nodes.NodeNG
    arguments: nodes.Call | None
    """The call that carries the arguments of `tf.function`."""
    context: Context
    written_in: Context | None = None
    """Who makes that call, where it is another one: `jitted = tf.function(jit_compile=True)`."""
    handed_on: bool = False
    """That call is one of the program's own decorator, which may hand on what it is given, or keep it."""
    among_others: bool = False
    """The function is one of several for which the value stands that is made hybrid: perhaps it is another one."""


class CallEvents:
    """Who calls what, with which arguments, and what is handed to code that cannot be seen."""

    def __init__(self) -> None:
        self.arguments: dict[nodes.NodeNG, IncomingArguments] = {}
        """By function."""
        self.callees: dict[nodes.NodeNG, tuple[str, ...]] = {}
        """By call: the qualified names outside the project, without builtins, for which what is called stands."""
        self.called_functions: dict[nodes.NodeNG, set[nodes.NodeNG]] = {}
        """By call: the functions of the project for which what is called stands, itself and not by a construct."""
        self.bound_to_nothing: dict[nodes.NodeNG, set[nodes.NodeNG]] = {}
        """By function: the calls of what is bound to no object, as `Base.call(self, x)` takes it from the class."""
        self.called_methods: dict[nodes.NodeNG, set[str]] = {}
        """By call: the methods outside the project that are called, each after the kind or class that has it."""
        self.outside_calls: dict[nodes.NodeNG, set[str]] = {}
        """By scope: the qualified names outside the project that it calls."""
        self.handed_over: dict[nodes.NodeNG, set[nodes.NodeNG]] = {}
        """Functions that calls pass to what cannot be seen, which may call them, each with the functions that do so."""
        self.decorators: dict[nodes.NodeNG, dict[nodes.NodeNG, Assumption]] = {}
        """What is assumed of the decorators of a function that cannot be seen: each of its calls goes through them."""
        self.wrappers: dict[nodes.NodeNG, set[str]] = {}
        """Functions that are called through what something outside gives for them, each with the names of that."""

    def add_arguments(
        self,
        function: Function,
        names: tuple[str, ...],
        values: dict[str, Value],
        explicit: set[str],
        node: nodes.NodeNG,
        caller: Context,
    ) -> None:
        """Record what a call passes to each parameter; `names` is the signature."""
        known = self.arguments.get(function.node)
        if known is None:
            known = self.arguments[function.node] = IncomingArguments()
        row = tuple([values.get(name, BOTTOM) if name in explicit else None for name in names])
        if len(explicit) < len(names):
            for name in names:
                if name not in explicit:
                    value, old = values.get(name, BOTTOM), known.default.get(name, BOTTOM)
                    if value is not old and not value <= old:
                        known.default[name] = old | value if old else value
        key = (node, caller)
        before = known.explicit.get(key)
        if before is None:
            known.explicit[key] = row
        elif before != row:
            both = zip(before, row, strict=True)
            known.explicit[key] = tuple([b if not a or a == b else a | b if b else a for a, b in both])

    def add_callee(self, call: nodes.NodeNG, called: Value) -> None:
        """Record what the called expression of a call, or a decorator, stands for outside the project."""
        for each in called:
            function = each.project_function
            if function is not None:
                self.called_functions.setdefault(call, set()).add(function.node)
                if python_function(each) is function:
                    self.bound_to_nothing.setdefault(function.node, set()).add(call)
            elif type(each) is ExternalMethod:
                self.called_methods.setdefault(call, set()).add(f"{each.owner}.{each.name}")
            if type(each) is External and not each.name.startswith("builtins."):
                known = self.callees.get(call, ())
                if each.name not in known:
                    self.callees[call] = (*known, each.name)

    def add_outside_call(self, context: Context, name: str) -> None:
        """Record a call of something outside the project, by its qualified name."""
        self.outside_calls.setdefault(context.scope, set()).add(name)

    def add_handed_over(self, given: Iterable[AbstractObject], by: nodes.NodeNG) -> None:
        """Record the functions among what a call in the function or module `by` passes to unseen code."""
        for each in given:
            function = each.project_function
            if function is not None:
                self.handed_over.setdefault(function.node, set()).add(by)

    def add_decorator(self, function: nodes.FunctionDef, assumption: Assumption) -> None:
        """Record what is taken for granted of a decorator of a function."""
        self.decorators.setdefault(function, {})[assumption.node] = assumption

    def add_wrapper(self, function: nodes.NodeNG, name: str) -> None:
        """Record that a function is handed to what gives another one that calls it."""
        self.wrappers.setdefault(function, set()).add(name)


class GraphEvents:
    """What is made hybrid, and how it is used and called."""

    def __init__(self) -> None:
        self.hybrids: dict[nodes.NodeNG, dict[nodes.NodeNG, HybridMark]] = {}
        """By function, then by the place where it is made hybrid."""
        self.kept_arguments: dict[Keywords, tuple[nodes.Call, Context]] = {}
        """By the arguments that a decorator waits with: the call that says them, and who makes it."""
        self.waiting: set[nodes.NodeNG] = set()
        """The calls of `tf.function` that give a decorator which waits for its function."""
        self.object_uses: set[nodes.NodeNG] = set()
        """Functions whose `tf.function` object is used as such (`get_concrete_function`, `saved_model.save`)."""
        self.function_uses: dict[nodes.NodeNG, dict[nodes.NodeNG, str]] = {}
        """Functions that are used as objects: the places (`f.__code__`, `pickle.dumps(f)`), each with its module."""
        self.graph_calls: set[nodes.NodeNG] = set()
        """Calls of what `tf.function` or its kin gave."""
        self.perhaps_eager: set[nodes.NodeNG] = set()
        """Functions that a call calls as they are, or as graphs: what it calls may be either."""
        self.graph_arguments: dict[nodes.NodeNG, dict[GraphCall, tuple[Value, ...]]] = {}
        """By function: what such calls pass, with types; the positional arguments, then those by keyword."""
        self.left_by_keras: set[nodes.NodeNG] = set()
        """Functions that Keras calls as Python on all releases: activations, regularizers, constraints, schedules."""
        self.decorated: dict[nodes.NodeNG, dict[nodes.NodeNG, None]] = {}
        """By function or class of the project that is called as a decorator: the functions that it is put on."""

    def add_left_by_keras(self, called: Value) -> None:
        """Record what Keras calls as Python, whatever runs it: the functions among some objects."""
        self.left_by_keras.update(each.project_function.node for each in called if each.project_function is not None)

    def add_hybrid(self, function: nodes.NodeNG, mark: HybridMark) -> None:
        """Record that a function is made hybrid; the first mark at a place counts, before that the first sure one."""
        marks = self.hybrids.setdefault(function, {})
        if mark.node not in marks or (marks[mark.node].among_others and not mark.among_others):
            marks[mark.node] = mark

    def add_decorated(self, decorator: nodes.NodeNG, function: nodes.NodeNG) -> None:
        """Record that a function or class of the project is put on a function as a decorator."""
        self.decorated.setdefault(decorator, {})[function] = None

    def add_wrapped(self) -> None:
        """Record that functions are made hybrid whose decorator makes a graph that calls them, at once or when called.

        A decorator of the project may make the graph of the very function, or of one of its own that calls it.
        """
        for made, marks in list(self.hybrids.items()):
            for mark in list(marks.values()):
                for around in mark.node.node_ancestors():
                    wrapped = self.decorated.get(around, {})
                    if made in wrapped and mark.how == "call":
                        marks[mark.node] = replace(mark, how="wrapper")
                    elif wrapped and around.parent_of(made) and _calls_parameter(made, around):
                        for function in wrapped:
                            self.add_hybrid(function, replace(mark, how="wrapper", arguments=None, written_in=None))

    def keep_arguments(self, keywords: Keywords, call: nodes.NodeNG, context: Context) -> None:
        """Record which call gave a decorator of `tf.function` its arguments; the first one counts."""
        self.waiting.add(call)
        if keywords and isinstance(call, nodes.Call):
            self.kept_arguments.setdefault(keywords, (call, context))

    def add_hybrids_of(self, example: Hybrid, function: Function) -> None:
        """Record that a function is made hybrid in the way of another one."""
        target = example.project_function
        marks = self.hybrids.get(target.node, {}) if target is not None else {}
        if example.site in marks:
            self.add_hybrid(function.node, marks[example.site])

    def add_object_use(self, obj: AbstractObject) -> None:
        """Record that the `tf.function` object itself is used: its decorator must stay."""
        function = obj.project_function
        if function is not None:
            self.object_uses.add(function.node)

    def add_function_use(self, function: nodes.NodeNG, node: nodes.NodeNG, path: str) -> None:
        """Record a place in a module that uses a function as an object."""
        self.function_uses.setdefault(function, {})[node] = path

    def add_graph_call(self, call: nodes.NodeNG) -> None:
        """Record the call of what `tf.function` or its kin gave."""
        self.graph_calls.add(call)

    def add_perhaps_eager(self, function: nodes.NodeNG) -> None:
        """Record that a call may call a function as it is, or what `tf.function` gave for it."""
        self.perhaps_eager.add(function)

    def add_graph_arguments(self, function: nodes.NodeNG, called: GraphCall, values: tuple[Value, ...]) -> None:
        """Record what such a call passes."""
        known = self.graph_arguments.setdefault(function, {})
        before = known.get(called)
        known[called] = values if before is None else tuple([b | v for b, v in zip(before, values, strict=True)])


class ObjectEvents:
    """What is written to objects of the project and to containers."""

    def __init__(self) -> None:
        self.mutations: dict[AbstractObject, set[nodes.NodeNG]] = {}
        """Where containers are changed in place."""
        self.fills: dict[AbstractObject, dict[nodes.NodeNG, Context]] = {}
        """Where an item of a dictionary is read that puts one there if it is missing, and by whom."""
        self.parts: dict[AbstractObject, set[Container]] = {}
        """Dictionaries inside callables that the program asks for (`f.__kwdefaults__`), by what is called."""
        self.weight_lists: set[Container] = set()
        """Lists of the variables of a subclassed model: what they hold depends on when they were asked for."""
        self.trained: dict[AbstractObject, Context] = {}
        """Models made of symbolic tensors, by what trains them first: the calls of their layers are kept with that."""

    def add_mutation(self, container: Container, node: nodes.NodeNG) -> None:
        """Record a change of a container in place."""
        self.mutations.setdefault(container, set()).add(node)

    def add_fill(self, container: AbstractObject, node: nodes.NodeNG, context: Context) -> None:
        """Record that reading an item may put one there."""
        self.fills.setdefault(container, {})[node] = context

    def trains_first(self, model: AbstractObject, context: Context) -> bool:
        """Whether no other context trains a model. Tests do not tell what is a graph."""
        return not context.of_tests and self.trained.setdefault(model, context) is context

    def add_part(self, called: AbstractObject, container: Container) -> None:
        """Record a dictionary inside a callable."""
        self.parts.setdefault(called, set()).add(container)

    def add_weight_lists(self, lists: Iterable[Container]) -> None:
        """Record lists of the variables of a model."""
        self.weight_lists.update(lists)


class TensorEvents:
    """What computes with tensors, and what a trace knows of their lengths and names."""

    def __init__(self) -> None:
        self.operations: dict[nodes.NodeNG, str] = {}
        """What computes with tensors by its own name, and that name (operators have none)."""
        self.open_structures: set[nodes.NodeNG] = set()
        """What gives tensors in the structure of something that is not known: `tape.gradient(loss, weights)`."""
        self.sized_by_values: dict[nodes.NodeNG, bool] = {}
        """What gives tensors whose static shape a trace may not know, and whether it never does: where tensors say how
        long they are, these may be lengths of others, which it knows."""
        self.slices_by_tensors: set[nodes.Slice] = set()
        """Slices with a tensor among their bounds: `:n` of `x[:n]`."""
        self.ragged_rows: set[nodes.NodeNG] = set()
        """Calls that hand the rows of a ragged tensor to a function, one after the other."""
        self.giving_nothing: set[nodes.NodeNG] = set()
        """Calls of operations that give None eagerly, and an operation in a graph."""
        self.odd_names: dict[nodes.NodeNG, tuple[str, bool]] = {}
        """Where something gets a name that no graph takes for its operations, or may get one: the path of the module,
        and whether the name is known."""
        self.shown_variables: dict[nodes.NodeNG, str] = {}
        """Where the name or the text of a variable is read, with the path of the module."""
        self.unknown_nets: set[nodes.NodeNG] = set()
        """Calls that pass tensors to an object of which nothing is known, as to a net: `self.net(x)`."""
        self.summary_steps: dict[str, Value] = {}
        """By the path of a module: what it sets as the step of summaries that do not say theirs."""

    def add_operation(self, node: nodes.NodeNG, name: str) -> None:
        """Record what computes with tensors, by its qualified name; the first name counts."""
        self.operations.setdefault(node, name)

    def add_open_structure(self, node: nodes.NodeNG) -> None:
        """Record what gives tensors in the structure of something that is not known."""
        self.open_structures.add(node)

    def add_sized_by_values(self, node: nodes.NodeNG, always: bool) -> None:
        """Record what gives a tensor whose length values decide: its own (always), or those of tensors it is given."""
        self.sized_by_values[node] = always

    def add_slice_by_tensors(self, node: nodes.Slice) -> None:
        """Record a slice with a tensor among its bounds."""
        self.slices_by_tensors.add(node)

    def add_ragged_rows(self, node: nodes.NodeNG) -> None:
        """Record a call that hands the rows of a ragged tensor to a function."""
        self.ragged_rows.add(node)

    def add_giving_nothing(self, node: nodes.NodeNG) -> None:
        """Record a call of an operation that gives None eagerly."""
        self.giving_nothing.add(node)

    def add_unknown_net(self, node: nodes.NodeNG) -> None:
        """Record a call that passes tensors to an object of which nothing is known."""
        self.unknown_nets.add(node)

    def add_odd_name(self, node: nodes.NodeNG, path: str, known: bool) -> None:
        """Record what gets a name that no graph takes; not `known`: one that may be such a name."""
        self.odd_names[node] = path, known or self.odd_names.get(node, (path, False))[1]

    def add_shown_variable(self, node: nodes.NodeNG, path: str) -> None:
        """Record where the name or the text of a variable is read."""
        self.shown_variables[node] = path

    def add_summary_step(self, value: Value, path: str) -> None:
        """Record what a module sets as the step of summaries."""
        self.summary_steps[path] = self.summary_steps.get(path, BOTTOM) | value


class Events:
    """Append-only records, by function, call site or object; only their own methods write them."""

    def __init__(self) -> None:
        self.calls = CallEvents()
        self.graphs = GraphEvents()
        self.objects = ObjectEvents()
        self.tensors = TensorEvents()
        self.origins = Origins()
        """Effects, conditions and assumptions; the summaries hold those of each context."""
        self.failures: dict[nodes.NodeNG, str] = {}
        """Scopes in which the analysis itself failed, with the message."""

    def add_failure(self, scope: nodes.NodeNG, message: str) -> None:
        """Record that the analysis itself failed in a scope."""
        self.failures[scope] = message


def _calls_parameter(inner: nodes.NodeNG, around: nodes.NodeNG) -> bool:
    """Whether a function calls what the function around it is handed."""
    handed = set(parameter_names(around))
    names = (call.func.name for call in inner.nodes_of_class(nodes.Call) if isinstance(call.func, nodes.Name))
    return not handed.difference(inner.locals).isdisjoint(names)
