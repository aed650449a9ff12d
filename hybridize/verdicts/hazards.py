"""Safety and benefit conditions beyond the paper's table: why a function must not, or need not, become a graph.

Each kind is named in CONTRACT.md. What the engine noticed while it ran (`Condition`) is reported here with its chain of
calls; what can be read off the definition and the results is decided here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from astroid import nodes

from hybridize.inference.state.contexts import Condition, Context
from hybridize.inference.results.facts import Facts, FunctionFacts, ParameterFacts, chain
from hybridize.inference.python.frame import Frame
from hybridize.inference.results.call_graph import Propagated
from hybridize.inference.python.iteration import contains_tensor
from hybridize.inference.tracing.conditions import WALRUS
from hybridize.inference.domain.objects import (
    AbstractObject,
    Container,
    ExternalInstance,
    Instance,
    PythonScalar,
    Value,
)
from hybridize.inference.domain.queries import has, select
from hybridize.inference.domain.tensors import Array, Tensor
from hybridize.settings import AnalysisOptions
from hybridize.verdicts.anew import made_anew
from hybridize.verdicts.arrays import array_hazards, dtype_conflicts
from hybridize.verdicts.arrivals import argument_of
from hybridize.verdicts.dynamic_shapes import DynamicShapes
from hybridize.verdicts.loops import loop_around
from hybridize.verdicts.evidence import (
    AxisOfValues,
    CalledByKeras,
    CalledByPython,
    ChangingObject,
    Coroutine,
    EarlyVariables,
    Evidence,
    ForEachVariable,
    Generator,
    GrowingTensors,
    KerasCall,
    Observed,
    OptimizerVariables,
    ReassignedAttribute,
    ReassignedName,
    ReceiverWithoutHash,
    ReceiverWithSlots,
    SymbolicArgument,
    TensorOfTrace,
    VariablesFromElsewhere,
)
from hybridize.verdicts.model import Place
from hybridize.verdicts.objects import unusable_arguments
from hybridize.verdicts.places import call_steps, definition_place, place_of, source_of
from hybridize.verdicts.results import expected_exception, result_type

_INFORMATIVE = frozenset({"eager-switch"})
"""Conditions that concern other rules, not the safety of the function."""
_STEPS = frozenset({"apply_gradients", "minimize"})
_FOR_EACH_VARIABLE = frozenset({"_resource_apply_dense", "_resource_apply_sparse", "update_step"})


def keras_call_contexts(facts: Facts, options: AnalysisOptions) -> dict[Context, Context]:
    """What the Keras `call` methods lead to that Keras 3 would trace while it builds a model, each with its `call`."""
    if _is_before_keras_3(options):
        return {}
    return facts.graph.reached(c for f in facts.functions if _keras_call(facts, f) for c in f.contexts)


def deferred_modules(facts: Facts) -> dict[str, Evidence]:
    """Modules that switch eager execution off while they are imported, with the place: nothing in them runs eagerly.

    What a program's main module switches off is off in the modules that it imports, too.
    """
    switched: dict[str, Evidence] = {}
    imported: dict[str, set[str]] = {}
    for context in facts.graph.contexts:
        if context.entry != "module":
            continue
        for condition in facts.graph.conditions.get(context, ()):
            if condition.kind == "deferred-execution" and "disable" in condition.message:
                place = place_of(context.module_path, condition.node)
                switched.setdefault(context.module_path, Observed(place, condition.kind, condition.message))
        imported[context.module_path] = facts.analysis.modules.imports.get(context.module_path, set())
    queue = list(switched)
    for path in queue:
        for other in sorted(imported.get(path, ())):
            if other not in switched:
                switched[other] = switched[path]
                queue.append(other)
    return switched


def hazards(
    facts: Facts,
    function: FunctionFacts,
    keras_calls: dict[Context, Context],
    deferred: dict[str, Evidence],
    dynamic: DynamicShapes,
    options: AnalysisOptions,
) -> list[Evidence]:
    """The safety conditions that do not hold for a function; `keras_calls` and `deferred` as the functions above."""
    path = function.module.file.relative
    here = definition_place(path, function.node)
    out: list[Evidence] = [deferred[path]] if path in deferred else []
    for propagated in function.conditions:
        assert isinstance(propagated.origin, Condition)
        if propagated.origin.kind in _INFORMATIVE:
            continue
        if propagated.origin.message == WALRUS and _is_before_keras_3(options):
            continue
        out.append(_from_condition(facts, function, propagated))
    node = function.node
    if function.names.is_async:
        out.append(Coroutine(here))
    elif function.names.is_generator:
        out.append(Generator(here))
    if node.name in _RESULT_IS_PYTHON:
        out.append(CalledByPython(here, node.name))
    for parameter in function.parameters:
        if "keras" in parameter.tensors and not _keras_call(facts, function) and not perhaps_symbolic(parameter):
            out.append(SymbolicArgument(here))
    if not function.hybrids:
        if node.name in _FOR_EACH_VARIABLE and any(
            facts.knowledge.is_subclass(base, "keras.optimizers.Optimizer") for base in function.bases
        ):
            out.append(ForEachVariable(here))
        out += dtype_conflicts(facts.callees, function, options.input_signatures)
        out += result_type(facts, function, here)
        out += expected_exception(facts, function)
        out += _keras_build(facts, function, keras_calls, here)
        out += _receiver(function, here)
        if function.effects or not any(_may_be_tensor(p) for p in function.parameters):
            # Not to be hybridized in any case: what follows is the costly part.
            return list({(r.kind, r.place): r for r in out}.values())
        out += _stale_state(facts, function, path, here)
        out += made_anew(facts, function, here)
        out += unusable_arguments(facts, function, here)
        out += _dynamic_axes(facts, function, dynamic)
        out += array_hazards(facts.callees, function)
    return list({(r.kind, r.place): r for r in out}.values())


def perhaps_symbolic(parameter: ParameterFacts) -> bool:
    """Whether each call that may pass a symbolic Keras tensor may as well pass another: which, its own branches say."""
    kinds = [{a.kind for a in select(passed.value, Tensor)} for passed in parameter.incoming]
    symbolic = [found for found in kinds if "keras" in found]
    return bool(symbolic) and all(len(found) > 1 for found in symbolic)


def _dynamic_axes(facts: Facts, function: FunctionFacts, dynamic: DynamicShapes) -> list[Evidence]:
    """Python numbers here or in a callee that a trace does not know."""
    for context in facts.graph.reached(function.contexts):
        read = dynamic.read_in(context.scope)
        if read is not None:
            return [AxisOfValues(place_of(context.module_path, read), source_of(read))]
    return []


def _may_be_tensor(parameter: ParameterFacts) -> bool:
    hinted = parameter.hint is not None and parameter.hint.kind
    return bool(parameter.tensors or parameter.contained or parameter.usage.as_tensor or hinted)


def _from_condition(facts: Facts, function: FunctionFacts, propagated: Propagated) -> Observed:
    origin = propagated.origin
    path = function.module.file.relative
    steps = call_steps(chain(propagated, facts.graph))
    place = place_of(path, propagated.via)
    return Observed(place, origin.kind, origin.message, chain=steps)  # type: ignore[union-attr]


_RESULT_IS_PYTHON = frozenset(
    "__init__ __new__ __len__ __bool__ __str__ __repr__ __hash__ __iter__ __next__ __contains__ __index__ __int__ "
    "__float__ __enter__ __exit__ __del__ __setattr__ __delattr__ __getattr__ __getattribute__ __format__ "
    "__init_subclass__ __class_getitem__ __post_init__ build get_config from_config compute_output_shape".split()
)


def _keras_build(
    facts: Facts, function: FunctionFacts, keras_calls: dict[Context, Context], here: Place
) -> list[Evidence]:
    """Keras 3 runs `call` symbolically while it builds a model; a function first traced there keeps frozen weights."""
    if not keras_calls:
        return []
    if _keras_call(facts, function):
        return [KerasCall(here)]
    if not _touches_layers(facts, function):
        return []
    for own in function.contexts:
        if own in keras_calls:
            return [CalledByKeras(here, _name(keras_calls[own].scope))]
    return []


def _name(scope: nodes.NodeNG) -> str:
    parent = scope.parent
    owner = f"{parent.name}." if isinstance(parent, nodes.ClassDef) else ""
    return owner + str(getattr(scope, "name", "call"))


def _is_before_keras_3(options: AnalysisOptions) -> bool:
    """Whether only releases up to 2.15 count."""
    return options.target_tensorflow is not None and _release(options.target_tensorflow) < (2, 16)


def _release(text: str) -> tuple[int, int]:
    major, _, rest = text.partition(".")
    minor = rest.partition(".")[0]
    return (int(major), int(minor) if minor.isdigit() else 0)


def _keras_call(facts: Facts, function: FunctionFacts) -> bool:
    return function.node.name in ("call", "__call__") and any(
        facts.knowledge.is_subclass(base, "keras.layers.Layer") for base in function.bases
    )


def _touches_layers(facts: Facts, function: FunctionFacts) -> bool:
    """Whether the function can reach weights: a method of a layer, or one that is handed or reads layers."""
    knowledge = facts.knowledge
    if any(knowledge.is_subclass(base, "keras.layers.Layer") for base in function.bases):
        return True
    values = [p.value for p in function.parameters] + [value for _, value in function.implicit.values()]
    for value in values:
        for obj in value:
            if isinstance(obj, ExternalInstance) and knowledge.is_subclass(obj.cls, "keras.layers.Layer"):
                return True
            if isinstance(obj, Instance):
                return True
            if isinstance(obj, Tensor) and obj.kind == "variable":
                return True
    return False


def _receiver(function: FunctionFacts, here: Place) -> list[Evidence]:
    """Objects that `tf.function` cannot hold weakly or hash."""
    owner = function.site.owner
    if owner is None:
        return []
    if "__eq__" in owner.locals and "__hash__" not in owner.locals:
        return [ReceiverWithoutHash(here, owner.name)]
    if "__slots__" in owner.locals:
        return [ReceiverWithSlots(here, owner.name)]
    return []


def _stale_state(facts: Facts, function: FunctionFacts, path: str, here: Place) -> list[Evidence]:
    """Python state that is read here or in a callee and assigned again elsewhere: a graph keeps that of its trace."""
    out: list[Evidence] = []
    reached = facts.graph.reached(function.contexts)
    inside = {c.scope for c in reached}
    for context in reached:
        for name, (scope, value) in sorted(context.summary.implicit_reads.items()):
            owner, bindings = _bindings(context.scope, name, scope)
            if owner in inside or _is_constant(value):
                continue
            if not any(_is_frozen(a) for a in value) or all(_keeps(a) for a in value):
                continue
            traced = [n for n in bindings if n.frame() in facts.analysis.events.hybrids]
            if traced and has(value, Tensor):
                out.append(TensorOfTrace(place_of(context.module_path, traced[0]), name))
            elif len(bindings) > 1 or any(loop_around(n) is not None for n in bindings):
                out.append(ReassignedName(place_of(context.module_path, bindings[-1]), name))
        for owner, name in sorted(context.summary.attribute_reads, key=lambda r: (r[0].serial, r[1])):
            for node, writer in facts.analysis.events.attribute_writes.get((owner, name), {}).items():
                if _constructs(writer.scope) or writer.scope in inside:
                    continue
                out.append(ReassignedAttribute(place_of(writer.module_path, node), name))
                break
    for value in [p.value for p in function.parameters] + [v for _, v in function.implicit.values()]:
        for obj in value:
            if isinstance(obj, Container) and obj in facts.analysis.events.weight_lists and obj.owner not in reached:
                out.append(VariablesFromElsewhere(here))
            changes = facts.analysis.events.mutations.get(obj, ()) if isinstance(obj, Container) else ()
            if _grows_between_calls(function, changes) and _holds_tensors(facts, function, obj):
                out.append(GrowingTensors(here))
    return out + _early_weights(facts, reached) + _shared_optimizer(facts, function, here)


def _early_weights(facts: Facts, reached: dict[Context, Context]) -> list[Evidence]:
    """`weights = net.trainable_variables` before the call that builds `net`: empty in the first trace, and so on."""
    out: list[Evidence] = []
    for container in sorted(facts.analysis.events.weight_lists, key=lambda b: b.serial):
        site = container.site
        if container.owner not in reached or not isinstance(site, nodes.Attribute):
            continue
        model = site.expr.as_string()
        calls = _calls_of(facts, container.owner, model)
        if calls and min(calls) > (site.lineno or 0):
            out.append(EarlyVariables(place_of(container.owner.module_path, site), source_of(site), model))
    return out


def _calls_of(facts: Facts, context: Context, model: str) -> list[int]:
    """The lines of a function on which an object is called, there or by what is called there."""
    known = facts.lines_of_calls.get((context, model))
    if known is None:
        named = _named_calls(facts, model.rpartition(".")[2])
        # Methods of its owner may call an attribute by another name for the owner.
        found = {
            c for c in named if c.func.as_string() == model or ("." in model and isinstance(c.func, nodes.Attribute))
        }
        own = [call for call in found if call.frame() is context.scope]
        # Who leads to the others: from there upwards, which is cheaper than to look below every call.
        scopes = {call.frame() for call in found} - {context.scope}
        queue = [each for each in facts.graph.contexts if each.scope in scopes] if scopes else []
        above = set(queue)
        for each in queue:
            callers = sorted({caller for caller, _, _ in facts.graph.callers.get(each, ())} - above)
            above.update(callers)
            queue += callers
        own += [node for node, callee, _ in context.summary.edges() if callee in above]
        known = facts.lines_of_calls[context, model] = [node.lineno or 0 for node in own]
    return known


def _named_calls(facts: Facts, name: str) -> Iterator[nodes.Call]:
    """All calls of the program of what is called by this last name."""
    for module in facts.program.modules:
        if name in module.file.text:
            known = facts.named_calls.get(module.file.relative)
            if known is None:
                known = facts.named_calls[module.file.relative] = {}
                for call in module.tree.nodes_of_class(nodes.Call):
                    called = getattr(call.func, "attrname", getattr(call.func, "name", ""))
                    known.setdefault(called, []).append(call)
            yield from known.get(name, ())


def _grows_between_calls(function: FunctionFacts, changes: Iterable[nodes.NodeNG]) -> bool:
    """Whether one loop both changes the container and calls the function."""
    loops = [loop for loop in map(loop_around, changes) if loop is not None]
    calls = [call for _, call, _ in function.callers]
    return any(loop is call or loop.parent_of(call) for loop in loops for call in calls)


def _holds_tensors(facts: Facts, function: FunctionFacts, obj: AbstractObject) -> bool:
    """Whether a container holds tensors."""
    frame = Frame(facts.evaluator, function.contexts[0])
    return contains_tensor(frame, obj.single)


def _is_constant(value: Value) -> bool:
    """One known number or text, however often it is assigned."""
    return len(value) == 1 and all(isinstance(a, PythonScalar) and a.literal is not None for a in value)


def _bindings(scope: nodes.NodeNG, name: str, kind: str) -> tuple[nodes.NodeNG | None, list[nodes.NodeNG]]:
    """The scope that binds a free name of `scope`, and where it is assigned there."""
    around = scope.parent
    while around is not None:
        if isinstance(around, nodes.Module) or (kind == "closure" and isinstance(around, nodes.FunctionDef)):
            if name in around.locals:
                return around, [n for n in around.locals[name] if isinstance(n, nodes.AssignName)]
        around = around.parent
    return None, []


def _is_frozen(obj: AbstractObject) -> bool:
    return isinstance(obj, (PythonScalar, Array, Tensor))


def _keeps(obj: AbstractObject) -> bool:
    """A variable is read anew each time the graph runs."""
    return isinstance(obj, Tensor) and obj.kind == "variable"


def _constructs(scope: nodes.NodeNG) -> bool:
    return getattr(scope, "name", "") in ("__init__", "build", "__post_init__", "__new__", "setUp")


def _different_variables(facts: Facts, function: FunctionFacts, parameter: ParameterFacts) -> bool:
    """Whether more than one variable may arrive: from several places, or from a caller that runs more than once."""
    incoming = [a for a in parameter.incoming if any(x.kind == "variable" for x in select(a.value, Tensor))]
    names = {getattr(argument_of(a.node, parameter, function), "name", a.node) for a in incoming}
    if len(names) > 1:
        return True
    for passed in incoming:
        if isinstance(passed.caller.scope, nodes.FunctionDef):
            runs = {call for _, call, _ in facts.graph.callers.get(passed.caller, [])}
            runs |= {
                c
                for other in facts.analysis.contexts.by_scope[passed.caller.scope]
                for _, c, _ in facts.graph.callers.get(other, [])
            }
            if len(runs) > 1 or any(loop_around(call) is not None for call in runs):
                return True
    return False


def _shared_optimizer(facts: Facts, function: FunctionFacts, here: Place) -> list[Evidence]:
    """One training step for several models, optimizers or variables: each needs new variables in its own first call."""
    if facts.analysis.scopes.mentioned.isdisjoint(_STEPS):
        return []
    if not any(a.attrname in _STEPS for a in function.node.nodes_of_class(nodes.Attribute)):
        return []
    for parameter in function.parameters:
        if not parameter.receiver and _different_variables(facts, function, parameter):
            return [OptimizerVariables(here, parameter.name)]
        objects = select(parameter.value, Instance, ExternalInstance)
        if not parameter.receiver and (len(objects) > 1 or any(loop_around(a.site) is not None for a in objects)):
            return [ChangingObject(here, parameter.name)]
    return []
