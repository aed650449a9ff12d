"""Which functions run inside a graph already, because all their callers do, and which only Keras runs."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence, Set
from functools import cached_property

from astroid import nodes

from hybridize.inference.facts.callers import Call, Way
from hybridize.inference.facts.facts import Facts, FunctionFacts
from hybridize.inference.facts.model import Context
from hybridize.inference.facts.repetition import is_symbolic
from hybridize.program.calls import called_name, method_name, receiver_of
from hybridize.program.components import closure
from hybridize.program.first_call_guards import is_eager_only
from hybridize.program.inside import nodes_inside
from hybridize.program.memory import remembered
from hybridize.program.places import place_of
from hybridize.verdicts.model.parts import CALLED_BY_KERAS, KERAS_STEPS, Step, StepKind
from hybridize.verdicts.project.merged_contexts import may_lead_elsewhere


class Coverage:
    """Which functions run inside a graph already, by what is asked about: the calls that count, and what is a graph."""

    def __init__(self, facts: Facts) -> None:
        self._facts = facts
        lambdas = {context.scope for context in facts.graph.contexts if type(context.scope) is nodes.Lambda}
        self._of_lambdas = {each: tuple(facts.graph.callers.of(*facts.contexts_of(each))) for each in lambdas}
        """A lambda runs where those run that call it."""

    @cached_property
    def by_programs(self) -> set[nodes.NodeNG]:
        """The functions that only graphs call, by the calls that some program makes."""
        return self.of({function.node: function.callers for function in self._facts.functions})

    @cached_property
    def in_unrun_code(self) -> set[nodes.NodeNG]:
        """The same, with the calls in code that no program runs, where the function itself is no graph."""
        calls = known_calls(self._facts, lambda function: bool(function.hybrids))
        return self.of(without_idle_callers(self._facts, calls))

    def of(
        self,
        known: Mapping[nodes.NodeNG, tuple[Call, ...]],
        graphs: Collection[nodes.NodeNG] = (),
        for_sure: bool = False,
    ) -> set[nodes.NodeNG]:
        """Functions all of whose known calls come from hybrid code, directly or through covered functions.

        A least fixpoint: two functions that call only each other are not covered. Functions without known callers are
        not. `graphs`: functions that count as graphs besides. `for_sure`: what is a graph in some cases is none.
        """
        facts, callers = self._facts, {node: each for node, each in known.items() if each}
        for scope, calls in self._of_lambdas.items():
            callers[scope] = (*callers.get(scope, ()), *calls)
        waiting = {
            node: calls
            for node, calls in callers.items()
            if not any(_runs_python(self._facts, call.node) for call in calls)
        }

        def in_a_graph(call: Call, covered: set[nodes.NodeNG]) -> bool:
            caller, _, traced = call
            hybrid = facts.is_hybrid(caller.scope) and not (for_sure and facts.is_perhaps_eager(caller.scope))
            return traced or hybrid or caller.scope in covered or caller.scope in graphs

        return _least_fixpoint(waiting, in_a_graph)


def known_calls(facts: Facts, left_out: Callable[[FunctionFacts], bool]) -> dict[nodes.NodeNG, tuple[Call, ...]]:
    """The known calls of each function: those that a program makes, else those that stand in code which none runs.

    The latter not of functions that are `left_out`.
    """
    return {
        each.node: each.callers if left_out(each) else tuple(facts.known_calls(each)) for each in facts.functions
    }


def without_idle_callers(
    facts: Facts, calls: Mapping[nodes.NodeNG, tuple[Call, ...]]
) -> dict[nodes.NodeNG, tuple[Call, ...]]:
    """The calls without those that nothing leads to, where others are left: they tell of no eager run.

    A function is idle that nobody calls, or idle functions alone.
    """
    plain = {function.node: calls[function.node] for function in facts.functions if not function.hybrids}

    def from_idle(call: Call, idle: set[nodes.NodeNG]) -> bool:
        return not call[2] and call[0].scope in idle

    idle = _least_fixpoint(plain, from_idle)
    return {node: tuple(each for each in known if not from_idle(each, idle)) or known for node, known in calls.items()}


def _least_fixpoint(
    waiting: Mapping[nodes.NodeNG, Sequence[Call]], holds: Callable[[Call, set[nodes.NodeNG]], bool]
) -> set[nodes.NodeNG]:
    """The functions for all of whose calls something holds that may follow from the functions found so far."""
    calling: dict[nodes.NodeNG | None, list[nodes.NodeNG]] = {}
    for node, calls in waiting.items():
        for scope in {each for caller, _, _ in calls for each in (caller.scope, function_of(caller))}:
            calling.setdefault(scope, []).append(node)
    found: set[nodes.NodeNG] = set()
    queue = list(waiting)
    for node in queue:
        if node not in found and all(holds(call, found) for call in waiting[node]):
            found.add(node)
            # Of these alone it may hold now.
            queue += calling.get(node, ())
    return found


@remembered
def _runs_python(facts: Facts, call: nodes.NodeNG) -> bool:
    """Whether a call runs its function as Python even inside a graph, as `tf.py_function` does."""
    name = facts.operation(call)
    symbol = facts.knowledge.lookup(name) if name else None
    return symbol is not None and "py-function" in symbol.tags


def _traced(facts: Facts) -> Iterator[tuple[Context, nodes.NodeNG, Context]]:
    """Who calls, where, and the context that the framework traces itself for that call.

    What `compile` is given is traced by what trains or evaluates models, if anything does.
    """
    training: Set[str] | None = None
    for caller in facts.graph.contexts:
        for call, callee, edge in caller.summary.edges():
            if edge.hybrid and edge.effects and not _runs_python(facts, call):
                if called_name(call) == "compile":
                    training = _training(facts) if training is None else training
                    if training.isdisjoint(facts.program.together(caller.module_path)):
                        continue
                yield caller, call, callee


def _training(facts: Facts) -> Set[str]:
    """The modules that train or evaluate a model by a method of Keras, or something of which nothing is known."""
    path_of = facts.analysis.scopes.path_of
    found = {path_of(call) for call, _ in facts.calls_of_models(dict.fromkeys(_TRAINING, 1))}
    known = facts.analysis.events.calls
    return found.union(
        module.file.relative
        for module, call in facts.program.calls_of(*_TRAINING)
        if method_name(call)
        and not (facts.callees.of(call) or known.called_functions.get(call) or known.called_methods.get(call))
    )


_TRAINING = ("fit", "fit_generator", "evaluate", "evaluate_generator", "train_on_batch", "test_on_batch")
"""Methods of models that run the losses and metrics which `compile` was given."""


def traced_functions(facts: Facts) -> set[nodes.NodeNG]:
    """Functions that TensorFlow or Keras traces itself: what `dataset.map` and its kin, and `fit`, call.

    A lambda that is traced stands for what it calls. What Keras runs once and apart from the graph (`build`) is none.
    Tests do not show that the program lets a function be traced.
    """
    traced = _traced_by_program(facts)
    found = {context.scope for context in traced if type(context.scope) is not nodes.Lambda}
    for each in _lambdas(facts, traced):
        for call, callee, _ in each.summary.edges():
            if type(callee.scope) is nodes.Lambda or _in_test_alone(facts, each, callee):
                continue
            if may_lead_elsewhere(facts, [(each, call)]):
                continue
            if not _runs_python(facts, call):
                found.add(callee.scope)
    return found


def tracing_call(facts: Facts, function: FunctionFacts) -> Step | None:
    """The first call that lets TensorFlow or Keras trace a function: `dataset.map(f)`, `model.fit(…)`."""

    def judge(way: Way) -> tuple[bool, Step | None] | None:
        of_lambda, call, traced = type(way.caller.scope) is nodes.Lambda, way.node, way.traced
        made = next(iter(facts.analysis.events.graphs.hybrids.get(way.caller.scope, ())), None)
        if of_lambda and made is not None:
            call, traced = made, True
        if traced and isinstance(call, nodes.Call):
            place = place_of(way.caller.module_path, call)
            return called_name(call) == "compile", Step(place, StepKind.CALLER, call.func.as_string())
        # A lambda that is traced stands for what it calls.
        return None if of_lambda else (True, None)

    ends = facts.graph.callers.ends(facts.graph.callers.of(*function.contexts), judge)
    found = ((by_compile, step) for by_compile, step in ends if step is not None)
    return min(found, key=lambda each: (each[0], each[1].place), default=(False, None))[1]


def traced_lambdas(facts: Facts) -> set[nodes.NodeNG]:
    """Lambdas that TensorFlow or Keras traces itself, or that `tf.function` takes."""
    return {context.scope for context in _lambdas(facts, _traced_by_program(facts))}


def _lambdas(facts: Facts, traced: Iterable[Context]) -> Iterator[Context]:
    yield from (context for context in traced if type(context.scope) is nodes.Lambda)
    own = (each for each in facts.graph.contexts if type(each.scope) is nodes.Lambda)
    yield from (each for each in own if facts.is_hybrid(each.scope))


def _traced_by_program(facts: Facts) -> dict[Context, None]:
    """The contexts that the framework traces itself for a call, but where a test alone shows that, or objects differ.

    What one call hands to the framework need not be what another one does.
    """
    return {
        callee: None
        for caller, call, callee in _traced(facts)
        if not (may_lead_elsewhere(facts, [(caller, call)]) or _in_test_alone(facts, caller, callee))
    }


def _in_test_alone(facts: Facts, caller: Context, callee: Context) -> bool:
    return caller.module_path in facts.tests and callee.module_path not in facts.tests


def contexts_in_graphs(facts: Facts) -> Set[Context]:
    """The contexts that run in a graph: of hybrid functions, of what the framework traces, and of what these call."""
    graph = facts.graph
    found = {context for context in graph.contexts if facts.is_hybrid(context.scope)}
    found.update(callee for _, _, callee in _traced(facts))

    def run_with(context: Context) -> Iterator[Context]:
        for call, callee, edge in context.summary.edges():
            if edge.effects and not is_eager_only(call) and not _runs_python(facts, call):
                yield callee

    return set(closure(found, run_with))


def function_of(caller: Context) -> nodes.FunctionDef | None:
    """The function in whose text a call stands, perhaps in a lambda."""
    scope = caller.scope
    while isinstance(scope, nodes.Lambda) and not isinstance(scope, nodes.FunctionDef):
        scope = scope.parent.scope()
    return scope if isinstance(scope, nodes.FunctionDef) else None


def left_to_keras(facts: Facts, covered: set[nodes.NodeNG]) -> set[nodes.NodeNG]:
    """Functions that only Keras runs: with symbolic tensors while a model is built, and as graphs inside `fit`.

    A decorator on them brings nothing. Without known callers they are the `call` methods of Keras, with callers what is
    called with symbolic tensors only, from graphs, or from functions of which the same holds. That a test calls a hook
    does not show that anybody else does, nor does it for what else applies layers, unless it trains: a part of a model.
    """
    graphs = covered | {function.node for function in facts.functions if function.hybrids}
    waiting: dict[nodes.NodeNG, list[Call]] = {}
    for function in facts.functions:
        known = set(function.callers)
        contexts = [each for each in function.contexts if not is_symbolic(facts.objects, each)]
        eager = [call for call in facts.graph.callers.of(*contexts) if call in known and not call.traced]
        hook = _is_hook(facts, function)
        if hook or applies_layers(facts, function):
            eager = [call for call in eager if call[0].module_path not in facts.tests]
        if function.callers or hook:
            waiting[function.node] = eager

    def left(call: Call, found: set[nodes.NodeNG]) -> bool:
        function = function_of(call[0])
        return function in graphs or function in found

    return _least_fixpoint(waiting, left)


def _is_hook(facts: Facts, function: FunctionFacts) -> bool:
    bases = ("keras.layers.Layer", "keras.losses.Loss", "keras.metrics.Metric")
    return function.node.name in ("call", "update_state", "result") and facts.derives(function.bases, *bases)


def is_part_of_step(facts: Facts, function: FunctionFacts) -> bool:
    """Whether a method is one that steps of training run, in their graph, whoever calls it eagerly besides.

    Layers within models, metrics and schedules are read eagerly now and then, to show how things are. `fit` runs the
    steps that a model defines itself, unless the project calls them, perhaps in code that no program here runs; and
    so it does what these steps alone call.
    """
    return _is_step_of_keras(facts, function) or _serves_steps(facts, function)


def _is_step_of_keras(facts: Facts, function: FunctionFacts) -> bool:
    name, bases = function.node.name, function.bases
    if name in KERAS_STEPS:
        return _is_run_by_fit(facts, function)
    layer = facts.derives(bases, "keras.layers.Layer") and not facts.derives(bases, "keras.Model")
    of_layer = name == "call" and layer
    of_metric = name in ("update_state", "result") and facts.derives(bases, "keras.metrics.Metric")
    return of_layer or of_metric or (name == "__call__" and facts.derives(bases, _SCHEDULE))


def _is_run_by_fit(facts: Facts, function: FunctionFacts) -> bool:
    traced = all(traced for _, _, traced in function.callers)
    of_model = function.node.name in KERAS_STEPS and facts.derives(function.bases, "keras.Model")
    return of_model and traced and not has_own_loop(facts, function)


def _serves_steps(facts: Facts, function: FunctionFacts) -> bool:
    """Whether no program here runs a function, and all that would call it are such steps, or serve them."""

    def above(scope: nodes.NodeNG | None) -> Collection[nodes.NodeNG | None]:
        each = None if scope is None else facts.function_of(scope)
        if each is None or each.called:
            return [None]
        if each is not function and _is_run_by_fit(facts, each):
            return []
        callers = facts.graph.callers.of(*each.contexts)
        found = {function_of(caller) or caller.scope for caller, _, _ in callers}
        return found or set(_methods_that_call(each.node)) or [None]

    return None not in closure([function.node], above)


def _methods_that_call(function: nodes.FunctionDef) -> Iterator[nodes.FunctionDef]:
    """The methods of its class that call a private method on their object, perhaps where no run comes to."""
    around, name = function.parent, function.name
    if not isinstance(around, nodes.ClassDef) or not name.startswith("_") or name.endswith("__"):
        return
    for method in around.mymethods():
        calls = nodes_inside(method, nodes.Call)
        if any(method_name(each) == name and isinstance(receiver_of(each), nodes.Name) for each in calls):
            yield method


def has_own_loop(facts: Facts, function: FunctionFacts) -> bool:
    """Whether a method `train_step` or the like is called by other code than what Keras calls itself."""
    if function.node.name not in KERAS_STEPS:
        return False
    scopes = {function_of(caller) for caller, _, traced in facts.graph.callers.of(*function.contexts) if not traced}
    return any(scope is not None and scope.name not in CALLED_BY_KERAS for scope in scopes)


_SCHEDULE = "keras.optimizers.schedules.LearningRateSchedule"


def applies_layers(facts: Facts, function: FunctionFacts) -> bool:
    """Whether a function calls layers of Keras itself, and neither it nor what it calls computes gradients."""
    own = {node for context in function.contexts for node in context.summary.operations}
    if not any(_LAYER.fullmatch(facts.operation(node)) for node in own):
        return False
    graph = facts.graph
    reached = {node for context in function.contexts for node in graph.operations.get(context, ())}
    return not any(facts.operation(node).endswith(".gradient") for node in reached)


_LAYER = re.compile(r"keras\.layers\.\w+\.__call__")
