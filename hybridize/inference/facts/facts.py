"""What the analysis found out, function by function: the input of the verdicts."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field
from functools import cached_property

from astroid import nodes

from hybridize.frameworks.framework import TENSORFLOW, Framework
from hybridize.frameworks.knowledge import Knowledge
from hybridize.frameworks.tensor_types.dtype_rules import DEFAULT
from hybridize.frameworks.tensor_types.types import TensorType
from hybridize.inference.domain.objects import (
    AbstractObject,
    Activation,
    External,
    ExternalInstance,
    Instance,
    ModuleObject,
    Value,
)
from hybridize.inference.domain.queries import select
from hybridize.inference.domain.tensors import Tensor, dtype_name
from hybridize.inference.domain.values import BOTTOM, join
from hybridize.inference.facts.accesses import Accesses
from hybridize.inference.facts.call_graph import CallGraph, Propagated
from hybridize.inference.facts.callers import Call
from hybridize.inference.facts.keras_models import KerasModels
from hybridize.inference.facts.named_calls import named_calls
from hybridize.inference.facts.names import Callees
from hybridize.inference.facts.objects import Objects
from hybridize.inference.facts.usage import Usage
from hybridize.inference.python import declared
from hybridize.inference.python.evaluator import Evaluator
from hybridize.inference.state.analysis import Analysis
from hybridize.inference.state.assumptions import Assumption
from hybridize.inference.state.contexts import Context
from hybridize.inference.state.events import HybridMark
from hybridize.inference.state.functions import Hint
from hybridize.inference.state.observations import ArrayMet, RefusedOperation
from hybridize.inference.state.origins import Condition, DirectEffect
from hybridize.program import FunctionSite, ModuleTree, Program
from hybridize.program.estimators import line_of_estimator
from hybridize.program.scopes import ScopeNames
from hybridize.sources.project import SourceError


@dataclass(slots=True)
class CallSiteArgument:
    """What one call passes to one parameter."""

    node: nodes.NodeNG
    caller: Context
    value: Value


_UNUSED = Usage()
_CASTING = frozenset({"enable_numpy_behavior", "experimental_enable_numpy_behavior"})
"""Functions that let operations of tensors cast dtypes."""


@dataclass(slots=True)
class ParameterFacts:
    """What arrives at one parameter, over all calls."""

    name: str
    index: int
    kind: str
    receiver: bool = False
    """It is `self` or `cls`."""
    written_in: Set[nodes.NodeNG] = frozenset()
    """The calls that write `self` among the arguments: `Base.call(self, x)`."""
    value: Value = BOTTOM
    """Everything that arrives, defaults included."""
    typed: Value = BOTTOM
    """The same with types, but for what arrives in calls alone that are there to fail."""
    incoming: tuple[CallSiteArgument, ...] = ()
    tensors: dict[str, set[str]] = field(default_factory=dict)
    """Kind of tensor -> origins (empty = dataflow)."""
    types: tuple[tuple[str, TensorType | None], ...] = ()
    """The possible types of the tensors and arrays, with their kind; None: of an unknown one."""
    contained: set[str] | None = None
    """Origins of tensors that arrive inside containers."""
    unknown: frozenset[str] = frozenset()
    """Reasons why something that arrives is not known."""
    hint: Hint | None = None
    usage: Usage = field(default_factory=lambda: _UNUSED)
    """What the body does with it."""
    declared_plain: bool = False
    """What arrives is not known, and the annotation names what is no tensor."""

    @property
    def is_star(self) -> bool:
        """Whether it is `*args` or `**kwargs`."""
        return self.kind in ("var-positional", "var-keyword")


@dataclass(frozen=True, slots=True)
class Gaps:
    """What the analysis does not know of a function."""

    budget: str = ""
    """Which budget its contexts used up."""
    failure: str = ""
    """The message of an error of the analysis itself."""
    assumptions: tuple[Propagated[Assumption], ...] = ()
    """What is taken for granted of unseen code, here and in what it calls."""

    @property
    def is_given_up(self) -> bool:
        """Whether its evaluation was not carried to the end; calls that are judged together cost precision only."""
        return self.budget not in ("", "contexts")


@dataclass(frozen=True, slots=True)
class Computation:
    """What a framework computes in a function and in what it calls."""

    operations: int = 0
    framework: Framework = TENSORFLOW
    """What the operations belong to: what would run the function as a graph."""
    unseen: bool = False
    """Something that cannot be seen is used, here or in what it calls, which may compute as well."""
    with_state: bool = False
    """Of a hybrid function: it computes with what it is not given as a tensor, as weights or a captured variable."""


@dataclass(frozen=True, slots=True)
class UsesAsObject:
    """What the program does with a function beside calling it."""

    as_graph: bool = False
    """Its `tf.function` object is used as such (`get_concrete_function`, `saved_model.save`)."""
    looked_at: tuple[tuple[nodes.NodeNG, str], ...] = ()
    """Where the program uses it as an object, as it may not use what `tf.function` makes of it: places with modules."""
    handed_over: bool = False
    """Some call passes it to what cannot be seen, which may call it."""
    handed_over_in_graphs: bool = False
    """Such calls are there, but in hybrid functions alone: `strategy.run(step)`."""


@dataclass(slots=True, eq=False)
class FunctionFacts:
    """One function of the project."""

    module: ModuleTree
    site: FunctionSite
    contexts: tuple[Context, ...] = ()
    parameters: list[ParameterFacts] = field(default_factory=list)
    implicit: dict[str, tuple[str, Value]] = field(default_factory=dict)
    effects: tuple[Propagated[DirectEffect], ...] = ()
    conditions: tuple[Propagated[Condition], ...] = ()
    computation: Computation = Computation()
    hybrids: tuple[HybridMark, ...] = ()
    recursion: tuple[tuple[Context, nodes.NodeNG], ...] = ()
    callers: tuple[Call, ...] = ()
    """Its calls, but for those in functions that neither a module body nor a test leads to."""
    bases: tuple[str, ...] = ()
    """The framework classes from which the method's class derives."""
    names: ScopeNames = field(default_factory=ScopeNames)
    """The names of its scope; they tell generators and coroutines, too."""
    uses: UsesAsObject = UsesAsObject()
    gaps: Gaps = Gaps()

    @property
    def node(self) -> nodes.FunctionDef | nodes.Lambda:
        """The `def` or `lambda`."""
        return self.site.node

    @property
    def called(self) -> bool:
        """Some module body, test or called function of the project calls it."""
        return bool(self.callers)

    @property
    def is_perhaps_another(self) -> bool:
        """Whether all that makes it hybrid may be given another function in its place."""
        return _are_among_others(self.hybrids)


def _are_among_others(marks: Collection[HybridMark]) -> bool:
    """Whether all marks of a function that is hybrid may be meant for other functions."""
    return bool(marks) and all(mark.among_others for mark in marks)


_OTHERS = frozenset({"torch", "pytorch_lightning", "jax", "flax", "mxnet", "paddle"})
"""Packages of other frameworks."""


def is_foreign(module: ModuleTree) -> bool:
    """Whether a module works with another framework, and not with this one."""
    if not any(name in module.file.text for name in _OTHERS):
        return False
    names = [name for each in module.all_of(nodes.Import) for name, _ in each.names]
    names += [each.modname for each in module.all_of(nodes.ImportFrom) if not each.level]
    roots = {name.partition(".")[0] for name in names}
    ours = any("tensorflow" in name or "keras" in name for name in roots)
    return not (ours or _OTHERS.isdisjoint(roots))


@dataclass(eq=False)
class Facts:
    """Everything that the inference knows."""

    program: Program
    evaluator: Evaluator
    """Evaluates expressions in the state of the analysis."""
    graph: CallGraph
    functions: list[FunctionFacts]
    lambdas: list[FunctionFacts]
    """The lambdas that the framework runs as graphs, as far as something leads there."""
    errors: list[SourceError]
    statistics: dict[str, int]

    def home(self, node: nodes.NodeNG) -> str:
        """The folder of the project that a node is written in."""
        return self.analysis.scopes.home(node)

    def has_all_types(self, scope: nodes.NodeNG) -> bool:
        """Whether the analysis had time for all types that may arrive in a scope: there are no others than it knows."""
        given_up = self.analysis.budget.types_given_up
        return given_up.isdisjoint(self.program.projects_beside(self.analysis.scopes.path_of(scope)))

    @property
    def types_given_up(self) -> bool:
        """Whether there are scopes for which it had not."""
        return bool(self.analysis.budget.types_given_up)

    @cached_property
    def tests(self) -> frozenset[str]:
        """The files that hold tests, by their paths."""
        return frozenset(module.file.relative for module in self.program.modules if module.file.is_test)

    @cached_property
    def silent(self) -> frozenset[str]:
        """The files that do not show how often functions run eagerly: tests, other frameworks, and estimators.

        Who imports PyTorch and not TensorFlow gets the half of a package that is written for PyTorch, whichever of the
        two a name may stand for. Estimators run graphs in sessions.
        """
        modules = (m for m in self.program.modules if is_foreign(m) or line_of_estimator(m) is not None)
        return self.tests | {module.file.relative for module in modules}

    @cached_property
    def used(self) -> Set[Context]:
        """Contexts that something leads to besides tests: module bodies, and what nobody in the project calls."""
        entries = [
            c for c in self.graph.contexts if c.start.entry not in ("", "test") and c.module_path not in self.tests
        ]
        return self.graph.reached(entries).keys()

    @cached_property
    def joined_owners(self) -> Set[Activation | None]:
        """The owners of objects that stand for those of several calls."""
        contexts = self.graph.contexts
        shared = (each.owner for each in contexts if each.owner is not each)
        return {None, *shared, *(each for each in contexts if each.wide)}

    def silent_about(self, function: FunctionFacts) -> frozenset[str]:
        """The files that do not show how often a function is used, and with which values.

        Tests show how a function may be called, and no more, unless it is one of their own.
        """
        return frozenset() if function.module.file.relative in self.silent else self.silent

    def shows_how_often(self, function: FunctionFacts, path: str) -> bool:
        """Whether the code in a file shows how often a function is used, and with which values."""
        return path not in self.silent_about(function)

    def known_calls(self, function: FunctionFacts) -> Sequence[Call]:
        """The calls of a function: those that a program makes, else those that stand in code which none runs."""
        return function.callers or self.graph.callers.of(*function.contexts)

    @property
    def analysis(self) -> Analysis:
        """The state in which the analysis ended."""
        return self.evaluator.analysis

    def calls(self) -> dict[str, dict[str, list[str]]]:
        """Who calls whom, by the path of a module and by names: see `named_calls`."""
        return named_calls(self.program, self.analysis)

    def outside_calls(self, scope: nodes.NodeNG) -> Set[str]:
        """The qualified names outside the project that a function or module calls."""
        return self.analysis.events.calls.outside_calls.get(scope, frozenset())

    @cached_property
    def callees(self) -> Callees:
        """What calls call outside the project."""
        return Callees(self.analysis.events.calls.callees)

    @cached_property
    def objects(self) -> Objects:
        """What abstract objects hold, and what their classes are."""
        return Objects(self.evaluator, self.callees)

    @cached_property
    def accesses(self) -> Accesses:
        """Who reads and who writes the attributes of objects."""
        return Accesses(self.analysis.contexts, self.graph, self.objects)

    @cached_property
    def keras_models(self) -> KerasModels:
        """The models of Keras that the program makes and uses."""
        return KerasModels(self.evaluator)

    def refused_operations(self) -> Iterator[tuple[nodes.NodeNG, RefusedOperation]]:
        """Operations that the framework refuses in every context that evaluates them.

        None of a function with an `input_signature`: it decides what arrives, and not what the calls pass. Nor for the
        dtypes of a program that lets TensorFlow behave as NumPy does, and cast them.
        """
        by_node: dict[nodes.NodeNG, dict[Context, RefusedOperation]] = {}
        for place, refused in self.analysis.observations.operations.items():
            if refused is None:
                continue
            path = place.context.module_path
            if not (refused.refusal.of_dtypes and self.analysis.scopes.mentions(_CASTING, path)):
                by_node.setdefault(place.node, {})[place.context] = refused
        for node, found in by_node.items():
            scope = next(iter(found)).scope
            if all(each in found or not each.progress.evaluated for each in self.contexts_of(scope)):
                if not self._has_signature(scope):
                    yield node, next(iter(found.values()))

    def arrays_met(self, operation: nodes.NodeNG, contexts: Iterable[Context]) -> Set[ArrayMet]:
        """The dtypes of the arrays that an operation combines with something, and of that."""
        arrays = self.analysis.observations.arrays
        return frozenset().union(*(arrays[each].get(operation, ()) for each in contexts if each in arrays))

    def operations_on_arrays(self, context: Context) -> Iterable[nodes.NodeNG]:
        """The operations of a context that combine arrays with something, or what may be one."""
        return self.analysis.observations.arrays.get(context, {})

    def tensor_dtypes(self, operation: nodes.NodeNG) -> Set[str]:
        """The dtypes, as far as they are known, of the tensors that an operation is given by itself."""
        found = self.analysis.observations.operands.values()
        given = (each[operation] for each in found if operation in each)
        values = (value for each in given for value in (*each.values, *each.keywords.values()))
        dtypes = {dtype_name(tensor) for value in values for tensor in select(value, Tensor)}
        return {dtype for dtype in dtypes if dtype is not None}

    def picks(self, subscript: nodes.NodeNG, contexts: Iterable[Context], certainly: bool = False) -> bool:
        """Whether a subscript picks elements of an array by their positions, which no tensor takes."""
        picks = self.analysis.observations.picks
        found = [picks[each][subscript] for each in contexts if subscript in picks.get(each, ())]
        return any(found) if certainly else bool(found)

    def arrays_fit(self, operation: nodes.NodeNG, contexts: Iterable[Context]) -> bool:
        """Whether all that an operation combines with arrays is of their dtypes."""
        met = self.arrays_met(operation, contexts)
        return bool(met) and all(pair.array is not None and pair.array == pair.other for pair in met)

    def _has_signature(self, scope: nodes.NodeNG) -> bool:
        marks = self.analysis.events.graphs.hybrids.get(scope, {}).values()
        return any(declared.stated_specs(self.evaluator, mark) is not None for mark in marks)

    def contexts_of(self, scope: nodes.NodeNG) -> Sequence[Context]:
        """The contexts of a function or lambda."""
        return self.analysis.contexts.by_scope.get(scope, ())

    @cached_property
    def _by_node(self) -> dict[nodes.NodeNG, FunctionFacts]:
        return {function.node: function for function in (*self.functions, *self.lambdas)}

    def function_of(self, scope: nodes.NodeNG) -> FunctionFacts | None:
        """The row of a function, or of a lambda that runs as a graph; None for others, a class or a module."""
        return self._by_node.get(scope)

    def is_hybrid(self, scope: nodes.NodeNG) -> bool:
        """Whether something makes a function or lambda hybrid."""
        return scope in self.analysis.events.graphs.hybrids

    def is_decorated(self, scope: nodes.NodeNG) -> bool:
        """Whether a function is a graph for everybody, by a decorator on it: it runs in traces, and nowhere else."""
        marks = self.analysis.events.graphs.hybrids.get(scope, {}).values()
        return any(mark.how == "decorator" for mark in marks) and scope not in self.analysis.events.graphs.perhaps_eager

    def is_perhaps_eager(self, scope: nodes.NodeNG) -> bool:
        """Whether a function is hybrid in some cases alone, as far as is known.

        A decorator of the program leaves it alone in others, or what is made hybrid may be another function.
        """
        graphs = self.analysis.events.graphs
        marks = graphs.hybrids.get(scope, {}).values()
        wrapped = scope in graphs.perhaps_eager and all(mark.how == "wrapper" for mark in marks)
        return wrapped or _are_among_others(marks)

    def runs_graph(self, call: nodes.NodeNG) -> bool:
        """Whether a call calls what `tf.function` or its kin gave."""
        return call in self.analysis.events.graphs.graph_calls

    def sets_floatx(self, path: str) -> bool:
        """Whether a program that loads a module may set the type that Keras and its layers give to floats."""
        return self.analysis.outside.settings(path) != (DEFAULT,)

    def summary_steps(self, path: str) -> Value:
        """What a program that loads a module may set as the step of summaries that do not say theirs."""
        steps = self.analysis.events.tensors.summary_steps
        return join([value for each, value in steps.items() if each in self.program.together(path)])

    @property
    def giving_nothing(self) -> Collection[nodes.NodeNG]:
        """Calls of operations that give None eagerly, and an operation in a graph."""
        return self.analysis.events.tensors.giving_nothing

    @property
    def odd_names(self) -> Mapping[nodes.NodeNG, tuple[str, bool]]:
        """Where something gets a name that no graph takes for its operations, or may get one: the path of the module,
        and whether the name is known."""
        return self.analysis.events.tensors.odd_names

    @property
    def shown_variables(self) -> Mapping[nodes.NodeNG, str]:
        """Where the name or the text of a variable is read, with the path of the module."""
        return self.analysis.events.tensors.shown_variables

    def is_unknown_net(self, call: nodes.NodeNG) -> bool:
        """Whether a call passes tensors to an object of which nothing is known, as it would to a net."""
        return call in self.analysis.events.tensors.unknown_nets

    @property
    def sized_by_values(self) -> Mapping[nodes.NodeNG, bool]:
        """What gives tensors whose static shape a trace may not know, and whether it never does."""
        return self.analysis.events.tensors.sized_by_values

    @property
    def ragged_rows(self) -> Set[nodes.NodeNG]:
        """Calls that hand the rows of a ragged tensor to a function: each has a length of its own."""
        return self.analysis.events.tensors.ragged_rows

    def calls_outside(self, call: nodes.NodeNG) -> bool:
        """Whether a call may call something outside the project."""
        return call in self.analysis.events.calls.callees or call in self.analysis.events.tensors.operations

    def callbacks_of(self, call: nodes.NodeNG) -> int:
        """How many functions it runs that a call is given, where it calls such as `tf.map_fn`, `tf.cond` and `map`.

        All of them are run, or traced, so that none stands for another. Others may run them elsewhere: threads, say.
        """
        names = {*self.analysis.events.calls.callees.get(call, ()), *self.called_methods(call)}
        return min(map(self._callbacks, names), default=0)

    def iterates(self, call: nodes.NodeNG) -> str:
        """What a call runs that goes through rounds of its own and calls what it is given in each; "" for nothing.

        So do the optimizers of SciPy.
        """
        names = {*self.analysis.events.calls.callees.get(call, ()), *self.called_methods(call)}
        symbols = map(self.knowledge.lookup, sorted(names))
        return next((each.name for each in symbols if each is not None and "iterates" in each.tags), "")

    def _callbacks(self, name: str) -> int:
        symbol, root = self.knowledge.lookup(name), name.partition(".")[0]
        runs_here = root == "builtins" or self.knowledge.framework(root) is not None
        return len(symbol.callbacks) if symbol is not None and runs_here else 0

    def is_left_by_keras(self, function: nodes.NodeNG) -> bool:
        """Whether Keras calls a function as Python on all releases, as it does the activation of a layer."""
        return function in self.analysis.events.graphs.left_by_keras

    def called_methods(self, call: nodes.NodeNG) -> Set[str]:
        """The methods outside the project that a call calls, by the names of their classes and their own."""
        return self.analysis.events.calls.called_methods.get(call, frozenset())

    def calls_into(self, package: str) -> Iterator[nodes.NodeNG]:
        """The calls of what a package holds, functions and methods."""
        for called in (self.analysis.events.calls.callees, self.analysis.events.calls.called_methods):
            for call, names in called.items():
                if any(name.startswith(f"{package}.") for name in names):
                    yield call

    def calls_of_optimizers(self, methods: Set[str]) -> Iterator[nodes.NodeNG]:
        """The calls of some methods of optimizers."""
        for call, names in self.analysis.events.calls.called_methods.items():
            owners = [name.rpartition(".")[0] for name in names if name.rpartition(".")[2] in methods]
            if self.derives(owners, "keras.optimizers.Optimizer"):
                yield call

    def calls_of_models(self, methods: Mapping[str, int]) -> Iterator[tuple[nodes.NodeNG, int]]:
        """The calls of some methods of Keras models, or of what a full name says, each with what is told of it."""
        for call, names in self.analysis.events.calls.called_methods.items():
            for name in names:
                owner, _, method = name.rpartition(".")
                if name in methods:
                    yield call, methods[name]
                elif method in methods and self.derives([owner], "keras.Model"):
                    yield call, methods[method]

    def operation(self, node: nodes.NodeNG) -> str:
        """The name of what computes at a node; empty for operators, and where nothing does."""
        return self.analysis.events.tensors.operations.get(node, "")

    def operations_of(self, names: Set[str]) -> frozenset[nodes.NodeNG]:
        """Where operations of some names stand."""
        by_name = self._operations_by_name
        return frozenset().union(*[by_name[name] for name in names if name in by_name])

    @cached_property
    def _operations_by_name(self) -> Mapping[str, Sequence[nodes.NodeNG]]:
        found: dict[str, list[nodes.NodeNG]] = {}
        for node, name in self.analysis.events.tensors.operations.items():
            found.setdefault(name, []).append(node)
        return found

    def is_metric(self, obj: AbstractObject) -> bool:
        """Whether an object is a metric of Keras, which serves again once it is reset."""
        classes = {each.cls for each in select(obj.single, ExternalInstance)}
        classes = classes.union(*(self.objects.class_facts(each.cls).bases for each in select(obj.single, Instance)))
        return self.derives(classes, "keras.metrics.Metric")

    def imports(self, path: str) -> Set[str]:
        """The modules of the project that a module imports, by their paths."""
        return self.analysis.modules.imports.get(path, set())

    @property
    def knowledge(self) -> Knowledge:
        """What is known about frameworks."""
        return self.analysis.knowledge

    def derives(self, bases: Iterable[str], *classes: str) -> bool:
        """Whether one of the outside bases of a class is one of some classes, or derives from it."""
        return any(self.knowledge.is_subclass(base, each) for base in bases for each in classes)

    def brought(self, path: str) -> dict[str, str]:
        """What a module has by star imports of other modules of the project: names that stand for one symbol each."""
        found: dict[str, str] = {}
        module = self.analysis.scopes.trees.get(path)
        if module is None:
            # It was set aside: what is changed there is no code.
            return found
        bound = self.analysis.scopes.names(module.tree).bound
        for name, cell in self.analysis.heap.fields(self.analysis.make(ModuleObject, path)).items():
            symbols = [obj.name for obj in select(cell.value, External)]
            if isinstance(name, str) and name not in bound and len(symbols) == len(cell.value) == 1:
                found[name] = symbols[0]
        return found
