"""Facts about a project and its functions, made of what an analysis leaves."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from astroid import nodes

from hybridize.frameworks.framework import TENSORFLOW, Framework
from hybridize.frameworks.tensor_types.types import TensorType
from hybridize.inference.domain.objects import (
    ClassObject,
    Container,
    Dataset,
    ExternalInstance,
    Instance,
    IteratorObject,
    TupleObject,
    Unknown,
    Value,
)
from hybridize.inference.domain.queries import has, select
from hybridize.inference.domain.tensors import Array, Tensor
from hybridize.inference.domain.values import BOTTOM, join
from hybridize.inference.facts.call_graph import CallGraph, Propagated, step
from hybridize.inference.facts.demands import Demands
from hybridize.inference.facts.facts import (
    CallSiteArgument,
    Computation,
    Facts,
    FunctionFacts,
    Gaps,
    ParameterFacts,
    UsesAsObject,
)
from hybridize.inference.facts.names import Callees
from hybridize.inference.facts.usage import usage
from hybridize.inference.facts.visibility import Visibility
from hybridize.inference.python import declared, iteration
from hybridize.inference.python.evaluator import Evaluator
from hybridize.inference.python.frame import Frame
from hybridize.inference.state.analysis import Analysis
from hybridize.inference.state.assumptions import Assumption
from hybridize.inference.state.contexts import Context
from hybridize.inference.state.origins import Condition, DirectEffect
from hybridize.program import FunctionSite, ModuleTree, Program, function_sites
from hybridize.program.expected import is_expected_to_fail
from hybridize.program.first_call_guards import is_guarded
from hybridize.program.functions import decorators_of, lambda_site
from hybridize.program.scopes import parameter_names
from hybridize.sources.project import SourceError


def _run_once(analysis: Analysis, program: Program) -> set[nodes.NodeNG]:
    """Functions under a decorator that runs them once, and keeps what they gave: `functools.cache`, `snt.once`.

    Or under one of the project whose wrapper calls what it wraps once for an object.
    """
    calls, lookup = analysis.events.calls, analysis.knowledge.lookup
    own = {each for module in program.modules for each in module.tree.body if _calls_once(each)}
    once = [each for each, functions in calls.called_functions.items() if not own.isdisjoint(functions)]
    for decorator, names in calls.callees.items():
        if any(symbol is not None and "runs-once" in symbol.tags for symbol in map(lookup, names)):
            once.append(decorator)
    around = (each.parent if isinstance(each.parent, nodes.Decorators) else each.parent.parent for each in once)
    return {each.parent for each in around if isinstance(each, nodes.Decorators)}


def _calls_once(definition: nodes.NodeNG) -> bool:
    """Whether a function defines one that calls what it is handed in no other way than behind such a test."""
    inner = definition.body if isinstance(definition, nodes.FunctionDef) else []
    for wrapper in inner:
        if isinstance(wrapper, nodes.FunctionDef):
            handed = {*parameter_names(definition), *parameter_names(wrapper)}
            calls = [
                each
                for each in wrapper.nodes_of_class(nodes.Call)
                if isinstance(each.func, nodes.Name) and each.func.name in handed
            ]
            if calls and all(is_guarded(each) or _is_noted(each) for each in calls):
                return True
    return False


def _is_noted(call: nodes.Call) -> bool:
    """Whether a set that was read from an object tells that a call has been made: `if key not in seen: …`."""
    around = call.statement().parent
    test = around.test if isinstance(around, nodes.If) else None
    if not isinstance(test, nodes.Compare) or test.ops[0][0] != "not in":
        return False
    held = test.ops[0][1].as_string()
    return any(
        isinstance(each.func, nodes.Attribute) and each.func.attrname == "add" and each.func.expr.as_string() == held
        for statement in around.body
        for each in statement.nodes_of_class(nodes.Call)
    )


def _framework(analysis: Analysis, operations: Iterable[nodes.NodeNG]) -> Framework | None:
    """The framework of operations: TensorFlow if they belong to several, None if to none."""
    symbols = analysis.events.tensors.operations
    names = {symbols[node].partition(".")[0] for node in operations if node in symbols}
    found = {f for name in names if (f := analysis.knowledge.framework(name)) is not None}
    return None if not found else found.pop() if len(found) == 1 else TENSORFLOW


def collect(program: Program, evaluator: Evaluator) -> Facts:
    """Read the contexts and make a row for every function."""
    analysis = evaluator.analysis
    analysis.events.graphs.add_wrapped()
    live = [c for c in analysis.contexts if c.progress.evaluated or c.start.entry]
    defaults = analysis.functions.all_defaults()
    visibility = Visibility(analysis.heap, analysis.contexts.behind, defaults)
    once = _run_once(analysis, program)
    graph = CallGraph(live, analysis.events, visibility, Callees(analysis.events.calls.callees), once)
    # What a module body or a test leads to: what really runs, as far as the project tells.
    seen = set(graph.reached(c for c in live if c.start.entry in ("module", "test") or c.cls is not None))
    usual = _framework(analysis, analysis.events.tensors.operations) or TENSORFLOW
    shared = _Shared(evaluator, graph)
    functions: list[FunctionFacts] = []
    errors: list[SourceError] = []
    for module in program.modules:
        for site in function_sites(module.tree):
            functions.append(_function(evaluator, graph, module, site, seen, usual, shared))
    sites = _traced_lambdas(program, analysis, live)
    lambdas = [_function(evaluator, graph, module, site, seen, usual, shared) for module, site in sites]
    for node, message in analysis.events.failures.items():
        path = analysis.scopes.path_of(node)
        name = getattr(node, "name", "") or "a lambda"
        errors.append(
            SourceError(path, node.lineno or 1, "internal-error", f"the analysis of `{name}` failed: {message}")
        )
    errors += [SourceError(".", 1, "config-error", problem) for problem in analysis.knowledge.problems]
    statistics = {"budgets_hit": len(analysis.budget.hits), "contexts": len(live)}
    errors.sort(key=lambda each: (each.path, each.line))
    return Facts(program, evaluator, graph, functions, lambdas, errors, statistics)


def _traced_lambdas(
    program: Program, analysis: Analysis, live: Iterable[Context]
) -> Iterator[tuple[ModuleTree, FunctionSite]]:
    """The lambdas that `tf.function` takes, or that the framework traces itself, by line."""
    scopes = {callee.scope for context in live for _, callee, edge in context.summary.edges() if edge.hybrid}
    wanted = {scope for scope in scopes.union(analysis.events.graphs.hybrids) if type(scope) is nodes.Lambda}
    modules = {module.tree: module for module in program.modules}
    for scope in sorted(wanted, key=lambda each: (each.lineno, each.col_offset)):
        # What stands in a text that is given to `eval` is in no module.
        if scope.root() in modules:
            yield modules[scope.root()], lambda_site(scope)


class _Shared:
    """What many functions of one analysis have in common."""

    def __init__(self, evaluator: Evaluator, graph: CallGraph) -> None:
        self.inside = iteration.TensorsInside()
        self.demands = Demands(evaluator, graph)
        self._reasons: dict[frozenset[str], frozenset[str]] = {}

    def reasons(self, reasons: frozenset[str]) -> frozenset[str]:
        """One object for equal ones: few reasons are given for very many parameters."""
        return self._reasons.setdefault(reasons, reasons)


def _function(
    evaluator: Evaluator,
    graph: CallGraph,
    module: ModuleTree,
    site: FunctionSite,
    seen: set[Context],
    usual: Framework,
    shared: _Shared,
) -> FunctionFacts:
    analysis, node = evaluator.analysis, site.node
    facts = FunctionFacts(module, site)
    facts.contexts = tuple([c for c in analysis.contexts.by_scope.get(node, ()) if c.progress.evaluated])
    facts.names = analysis.scopes.names(node)
    graphs = analysis.events.graphs
    looked_at = sorted(graphs.function_uses.get(node, {}).items(), key=lambda each: (each[1], each[0].lineno or 0))
    handing = analysis.events.calls.handed_over.get(node, set())
    handed_over = any(each not in graphs.hybrids for each in handing)
    in_graphs = bool(handing) and not handed_over
    facts.uses = UsesAsObject(node in graphs.object_uses, tuple(looked_at), handed_over, in_graphs)
    marks = graphs.hybrids.get(node, {}).values()
    facts.hybrids = tuple(sorted(marks, key=lambda m: (m.node.lineno or 0, m.how)))
    if site.owner is not None:
        for cls in analysis.classes.made_by(site.owner):
            facts.bases += tuple([b for b in analysis.classes.external_bases(cls) if b not in facts.bases])
    operations: set[nodes.NodeNG] = set()
    effects: dict[tuple[str, nodes.NodeNG, nodes.NodeNG, bool], Propagated[DirectEffect]] = {}
    conditions: dict[tuple[str, nodes.NodeNG, nodes.NodeNG], Propagated[Condition]] = {}
    assumptions: dict[tuple[Assumption, nodes.NodeNG], Propagated[Assumption]] = {}
    # What the program passes counts, before what tests pass besides.
    by_tests = any(not context.of_tests for context in facts.contexts)
    in_order = sorted(facts.contexts, key=lambda each: each.of_tests)
    for context in in_order:
        of_tests = by_tests and context.of_tests
        operations |= graph.operations.get(context, frozenset())
        for effect, link in graph.effects.get(context, {}).items():
            via, below = step(effect, link)
            key = (effect.what, effect.node, via, effect.unguarded is None)
            if key not in effects:
                effects[key] = Propagated(effect, via, below, of_tests)
        for condition, link in graph.conditions.get(context, {}).items():
            via, below = step(condition, link)
            if (condition.kind, condition.node, via) not in conditions:
                conditions[condition.kind, condition.node, via] = Propagated(condition, via, below, of_tests)
        for name, (scope, value) in context.summary.implicit_reads.items():
            old = facts.implicit.get(name)
            facts.implicit[name] = (scope, value if old is None else old[1] | value)
        for assumption, link in graph.assumptions.get(context, {}).items():
            via, below = step(assumption, link)
            if (assumption, via) not in assumptions:
                assumptions[assumption, via] = Propagated(assumption, via, below)
    facts.callers = tuple([call for call in graph.callers.of(*in_order) if call.caller in seen])
    budget, failure = analysis.budget.hits.get(node, ""), analysis.events.failures.get(node, "")
    facts.gaps = Gaps(budget, failure, tuple(assumptions.values()))
    facts.recursion = tuple(graph.recursion(facts.contexts))
    facts.effects = tuple(effects.values())
    facts.conditions = tuple(conditions.values())
    facts.parameters = _parameters(evaluator, facts, graph, shared)
    facts.computation = Computation(
        len(operations),
        _framework(analysis, operations) or usual,
        any(context in graph.may_compute for context in facts.contexts),
        bool(facts.hybrids) and bool(operations) and _reads_state(graph, facts),
    )
    return facts


def _reads_state(graph: CallGraph, facts: FunctionFacts) -> bool:
    """Whether tensors may reach a function otherwise than as tensors that are passed to it.

    Arrays are converted at the call. A receiver, an object that is passed, an object or a container from around the
    function, or around one that it calls, may hold models, variables and iterators.
    """
    if facts.site.owner is not None or any(has(each.value, Array, *_OBJECTS) for each in facts.parameters):
        return True
    read = (value for each in graph.reached(facts.contexts) for _, value in each.summary.implicit_reads.values())
    return any(has(value, *_STATE) for value in read)


_OBJECTS = (Instance, ExternalInstance, Dataset, IteratorObject, Unknown)
_STATE = (Tensor, Array, Container, *_OBJECTS)
"""What may be, or hold, something that a graph computes with."""


def _arriving(context: Context, name: str) -> Value:
    return context.types.get(name) or context.arguments.get(name, BOTTOM)


def _is_to_fail(context: Context, graph: CallGraph) -> bool:
    """Whether all calls that lead to a context wait for an exception."""
    calls = graph.callers.of(context)
    return bool(calls) and all(is_expected_to_fail(call.node) for call in calls)


def _parameters(
    evaluator: Evaluator, facts: FunctionFacts, graph: CallGraph, shared: _Shared
) -> list[ParameterFacts]:
    analysis, node = evaluator.analysis, facts.node
    arguments = node.args
    kinds = (
        ["positional-only"] * len(arguments.posonlyargs)
        + ["positional-or-keyword"] * len(arguments.args or [])
        + (["var-positional"] if arguments.vararg else [])
        + ["keyword-only"] * len(arguments.kwonlyargs)
        + (["var-keyword"] if arguments.kwarg else [])
    )
    names = parameter_names(node)
    out: list[ParameterFacts] = []
    frame = Frame(evaluator, facts.contexts[0]) if facts.contexts else None
    works = [each for each in facts.contexts if not _is_to_fail(each, graph)]
    recorded = analysis.events.calls.arguments.get(node)
    for index, (name, kind) in enumerate(zip(names, kinds, strict=True)):
        parameter = ParameterFacts(name, index, kind)
        parameter.hint = analysis.functions.hints.get(node, {}).get(name)
        if recorded is not None:
            arriving = [recorded.default.get(name, BOTTOM)]
            incoming: list[CallSiteArgument] = []
            for (call, caller), row in recorded.explicit.items():
                value = row[index]
                if value is not None:
                    arriving.append(value)
                    incoming.append(CallSiteArgument(call, caller, value))
            parameter.value = join(arriving)
            incoming.sort(key=lambda a: (a.caller.module_path, a.node.lineno or 0, a.node.col_offset or 0))
            parameter.incoming = tuple(incoming)
        for context in facts.contexts:
            if context.start.assumed or context.start.entry == "test":
                # Nobody in the program calls it so: what a framework passes, or what is assumed.
                parameter.value |= context.arguments.get(name, BOTTOM)
        if index == 0 and facts.site.owner is not None and not _is_static(node):
            # `Class.f(x)` on a `def f(x)` without self is a plain function in a class body.
            parameter.receiver = name in ("self", "cls", "mcs") or has(parameter.value, Instance, ClassObject)
            parameter.written_in = analysis.events.calls.bound_to_nothing.get(node, frozenset())
        if frame is not None and not parameter.receiver:
            _classify(frame, parameter, shared)
            parameter.types = _types(frame, parameter, facts.contexts, shared.demands)
            parameter.typed = join([_arriving(each, name) for each in works] or [parameter.value])
        out.append(parameter)
    _signatures(evaluator, facts, [p for p in out if not p.receiver], shared)
    used = usage(analysis.scopes.names(node), analysis.knowledge)
    for parameter in out:
        parameter.usage = used.get(parameter.name, parameter.usage)
        if parameter.unknown and not parameter.tensors:
            parameter.declared_plain = _declared_plain(evaluator, node, parameter.name)
    return out


def _declared_plain(evaluator: Evaluator, node: nodes.FunctionDef, name: str) -> bool:
    """Whether the annotation of a parameter says all that may arrive, and none of it is or holds a tensor."""
    annotation = declared.annotation_of(node, name)
    definition = next(iter(evaluator.analysis.functions.definitions.get(node, {}).values()), None)
    if annotation is None or definition is None:
        return False
    frame = Frame(evaluator, definition)
    said = declared.annotated(frame, annotation, lambda cls: frame.make(Instance, cls, cls.node, definition).single)
    if said is None or has(said, Tensor, Unknown):
        return False
    return not iteration.contains_tensor(frame, said)


def _signatures(evaluator: Evaluator, facts: FunctionFacts, parameters: list[ParameterFacts], shared: _Shared) -> None:
    """`tf.function` makes a tensor of what arrives where its signature says so, whatever that is."""
    for mark in facts.hybrids:
        for parameter, value in zip(parameters, declared.from_signature(evaluator, mark), strict=False):
            if parameter.unknown and not parameter.tensors:
                parameter.value = value
                _classify(Frame(evaluator, mark.context), parameter, shared)


def _types(
    frame: Frame, parameter: ParameterFacts, contexts: Sequence[Context], demands: Demands
) -> tuple[tuple[str, TensorType | None], ...]:
    """The types of the tensors and arrays that arrive, over all contexts; few of each kind.

    What is not known of them is what the body demands.
    """
    if not has(parameter.value, Tensor, Array):
        return ()
    name = parameter.name
    # What is assumed to arrive has no type, and says nothing of what does arrive.
    seen = [each for each in contexts if name in each.types or not each.is_unsaid]
    said = [each for each in seen if not each.is_unsaid]
    arriving = join([demands.filled(context, name, _arriving(context, name)) for context in said])
    assumed = join([_arriving(context, name) for context in seen or contexts if context.is_unsaid or not seen])
    known = select(arriving, Tensor, Array)
    assumed = frozenset([each for each in select(assumed, Tensor, Array) if each.type is not None or not known])
    arriving |= frame.widening.variants.not_less_said(assumed, arriving)
    owned = frozenset([frame.widening.variants.array(None, each.type) for each in select(arriving, Array)])
    tensors = frozenset(select(arriving, Tensor)) or select(parameter.value, Tensor)
    found = [(each.kind, each.type) for each in select(frame.widening.variants.settled(frozenset(tensors)), Tensor)]
    found += [("ndarray", each.type) for each in select(frame.widening.variants.settled(owned), Array)]
    return tuple(found)


def _is_static(node: nodes.FunctionDef) -> bool:
    return any(each.as_string() == "staticmethod" for each in decorators_of(node))


def _classify(frame: Frame, parameter: ParameterFacts, shared: _Shared) -> None:
    star = parameter.is_star
    for tensor in select(parameter.value, Tensor):
        parameter.tensors.setdefault(tensor.kind, set()).add(tensor.origin)
    unknown = {each.reason for each in select(parameter.value, Unknown)}
    for structure in select(parameter.value, TupleObject, Container, Instance):
        found = shared.inside.of(frame, structure)
        if found:
            parameter.contained = (parameter.contained or set()) | found
        for inner in iteration.held(frame, structure) if star else ():
            unknown |= {each.reason for each in select(inner, Unknown)}
    if unknown:
        parameter.unknown = shared.reasons(parameter.unknown | unknown)
