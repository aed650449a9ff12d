"""Facts -> verdicts: Tables I and II of the paper, the conditions of our own, and why each does or does not hold."""

from __future__ import annotations

from astroid import nodes

from hybridize.inference.state.contexts import Context, DirectEffect
from hybridize.inference.state.events import HybridMark
from hybridize.inference.results.facts import Facts, FunctionFacts, Literals, chain
from hybridize.settings import AnalysisOptions
from hybridize.verdicts.alternatives import Alternatives
from hybridize.verdicts.arrays import array_assumptions
from hybridize.verdicts.arrivals import qualified
from hybridize.verdicts.comments import taken_off
from hybridize.verdicts.coverage import covered_functions, left_to_keras
from hybridize.verdicts.dynamic_shapes import DynamicShapes
from hybridize.verdicts.gain import MUCH, estimate
from hybridize.verdicts.hazards import SILENCING, deferred_modules, hazards, keras_call_contexts, perhaps_symbolic
from hybridize.verdicts.model import Effect, Hybridization, Place, Reason, Verdict
from hybridize.verdicts.outermost import serve
from hybridize.verdicts.parameters import implicit_parameters, parameters
from hybridize.verdicts.places import call_steps, definition_place, place_of, remembering, shorten
from hybridize.verdicts.read_axes import read_axes
from hybridize.verdicts.repetition import Often, Repetition, able, too_seldom
from hybridize.verdicts.retracing import Retracing
from hybridize.verdicts.varying import VaryingShapes

TF_FUNCTION_PARAMETERS = (
    "func", "input_signature", "autograph", "jit_compile", "reduce_retracing", "experimental_implements",
    "experimental_autograph_options", "experimental_attributes", "experimental_relax_shapes", "experimental_compile",
    "experimental_follow_type_hints",
)  # fmt: skip
"""The parameters of `tf.function` in the order in which they may be given by position (2.11 to 2.21)."""


@remembering()
def decide(facts: Facts, options: AnalysisOptions) -> list[Verdict]:
    """One verdict for each function of the project, in path and line order."""
    covered = covered_functions(facts)
    keras_runs = left_to_keras(facts, covered)
    out: dict[nodes.NodeNG, Verdict] = {}
    keras_calls = keras_call_contexts(facts, options)
    deferred = deferred_modules(facts)
    literals = Literals(facts.analysis, options.boolean_literals)
    dynamic = DynamicShapes(facts)
    graphs = covered | {function.node for function in facts.functions if function.hybrids}
    retracing = Retracing(facts, dynamic, graphs)
    alternatives = Alternatives(facts.graph)
    for function in facts.functions:
        found = _verdict(
            facts, function, covered, keras_calls, deferred, dynamic, literals, retracing, alternatives, options
        )
        found.left_to_keras = function.node in keras_runs
        if found.left_to_keras and not (found.hybrid or found.covered_by_callers) and found.has_tensor_computation:
            text = "only Keras runs it: while it builds models, and as a graph inside `fit`"
            found.hazards.append(Reason("low-gain", text, found.place))
        out[function.node] = found
    _repetition(facts, out, graphs, VaryingShapes(facts, retracing.changes))
    serve(facts, out, options)
    return sorted(out.values(), key=lambda v: (v.path, v.place.line, v.place.column))


def _repetition(
    facts: Facts, verdicts: dict[nodes.NodeNG, Verdict], graphs: set[nodes.NodeNG], varying: VaryingShapes
) -> None:
    """Say of the functions that could become graphs how often they run, and which of them too seldom for a trace."""
    repetition = Repetition(facts, graphs, able(verdicts))
    for function in facts.functions:
        verdict = verdicts[function.node]
        if verdict.transformation != "hybridize" or verdict.gain.level == "none" or verdict.left_to_keras:
            continue
        found = repetition.of(function)
        # The level counts loops, which may be those of tests.
        verdict.unprofitable = too_seldom(found, verdict.gain.runs >= MUCH)
        verdict.loop = found.loop if found.often is Often.AGAIN else None
        unpaid = Reason("low-gain", verdict.unprofitable, found.loop or verdict.place)
        reason = unpaid if verdict.unprofitable else varying.reason(function)
        if reason is not None:
            verdict.unprofitable = reason.message
            verdict.hazards.append(reason)


def _verdict(
    facts: Facts,
    function: FunctionFacts,
    covered: set[nodes.NodeNG],
    keras_calls: dict[Context, Context],
    deferred: dict[str, Reason],
    dynamic: DynamicShapes,
    literals: Literals,
    retracing: Retracing,
    alternatives: Alternatives,
    options: AnalysisOptions,
) -> Verdict:
    node, path = function.node, function.module.file.relative
    place = definition_place(path, node)
    verdict = Verdict(path, function.module.file.module, function.site.qualname, place, node.end_lineno or place.line)
    verdict.called = function.called
    verdict.nested = isinstance(node.parent.frame(), nodes.FunctionDef)
    _hybridization(function, verdict)
    verdict.parameters = parameters(function, literals, retracing.changes, options)
    verdict.implicit_parameters = implicit_parameters(function)
    verdict.effects = _effects(facts, function)
    # Joined contexts cost precision only: what was left out has left an unknown behind.
    undecided = function.budget not in ("", "contexts") or bool(function.failure) or not function.contexts
    verdict.has_side_effects = True if verdict.effects else (None if undecided else False)
    verdict.is_recursive = bool(function.recursion) or (None if undecided else False)
    verdict.recursion = call_steps(function.recursion)
    verdict.has_tensor_computation = function.operations > 0 or (None if undecided else False)
    verdict.covered_by_callers = node in covered
    verdict.gain = estimate(facts, function, alternatives)
    if verdict.hybrid:
        arguments = verdict.tf_function_arguments or {}
        verdict.retraces = retracing.reasons(function, arguments)
        verdict.traces = retracing.traces(function, arguments)
    verdict.hazards = hazards(facts, function, keras_calls, deferred, dynamic, options) + _benefits(verdict)
    for effect in verdict.effects:
        if effect.what in ("clock", "iterator"):
            verdict.hazards.append(Reason(effect.what, effect.message, effect.place, effect.chain))
    if not verdict.hybrid and not verdict.effects and verdict.has_tensor_parameter:
        verdict.hazards += retracing.as_hybrid(function)
    verdict.assumptions = _assumptions(facts, function, verdict, options)
    verdict.framework, verdict.hybrid_decorator = function.framework.title, function.framework.decorator
    verdict.fixable = not (function.is_async or function.is_generator)
    _preconditions(facts, function, verdict, undecided, options)
    verdict.proven = _proven(function, verdict, options)
    return verdict


# Hybrid or not -------------------------------------------------------------------------------------------------------


def _hybridization(function: FunctionFacts, verdict: Verdict) -> None:
    for mark in function.hybrids:
        verdict.hybrid = True
        where = mark.context.module_path
        verdict.hybridized_by += (Hybridization(mark.how, place_of(where, mark.node)),)
    if verdict.hybrid:
        verdict.tf_function_arguments = {}
        for mark in function.hybrids:
            verdict.tf_function_arguments |= _arguments(mark)
        decorators = [m for m in function.hybrids if m.how == "decorator"]
        if len(function.hybrids) == 1 and decorators:
            mark = decorators[0]
            verdict.decorator = place_of(verdict.path, mark.node)
            called = mark.node.func if isinstance(mark.node, nodes.Call) else mark.node
            verdict.decorator_symbol = called.as_string()


def _arguments(mark: HybridMark) -> dict[str, str]:
    """The arguments of `tf.function` that were written, by name."""
    call = mark.arguments
    if call is None:
        return {}
    out: dict[str, str] = {}
    positional = list(call.args)
    names = list(TF_FUNCTION_PARAMETERS)
    if isinstance(call.func, nodes.NodeNG) and call.func.as_string().endswith("partial"):
        positional = positional[1:]
    for name, argument in zip(names, positional, strict=False):
        out[name] = argument.as_string()
    for keyword in call.keywords:
        if keyword.arg is not None:
            out[keyword.arg] = keyword.value.as_string()
    return out


# Effects and conditions ----------------------------------------------------------------------------------------------


def _effects(facts: Facts, function: FunctionFacts) -> list[Effect]:
    path = function.module.file.relative
    out: dict[tuple[str, Place], Effect] = {}
    for arrived in function.effects:
        origin = arrived.origin
        assert isinstance(origin, DirectEffect)
        place = place_of(path, arrived.via)
        direct = arrived.next is None
        is_print = direct and isinstance(origin.node, nodes.Call) and origin.node.func.as_string() == "print"
        message = origin.message
        if not direct:
            message = f"{message} (through `{shorten(arrived.via, 40)}`)"
        steps = call_steps(chain(arrived, facts.graph))
        found = Effect(origin.what, message, place, direct, steps, is_print, _makes_variable(origin))
        out.setdefault((origin.what, place), found)
    return sorted(out.values(), key=lambda e: (e.place.line, e.place.column, e.what))


def _makes_variable(effect: DirectEffect) -> bool:
    """`if self.v is None: self.v = tf.Variable(...)`: for the first trace only, as `tf.function` has it."""
    node = effect.node
    made = node.value if isinstance(node, nodes.Assign) else None
    branch = node.parent
    if not isinstance(made, nodes.Call) or qualified(made.func) != "tensorflow.Variable":
        return False
    if not isinstance(branch, nodes.If) or node not in branch.body:
        return False
    tests: set[str] = set()
    for target in node.targets:
        tests |= {f"{target.as_string()} is None", f"not {target.as_string()}"}
        if isinstance(target, nodes.AssignAttr):
            tests.add(f"not hasattr({target.expr.as_string()}, {target.attrname!r})")
    return branch.test.as_string() in tests


def _benefits(verdict: Verdict) -> list[Reason]:
    out: list[Reason] = []
    if verdict.has_tensor_computation is False:
        out.append(Reason("no-tensor-computation", f"{verdict.framework} computes nothing in it", verdict.place))
    if verdict.covered_by_callers:
        out.append(Reason("covered-by-callers", "all its callers run as graphs already", verdict.place))
    if verdict.has_tensor_computation and verdict.gain.level == "none" and not verdict.hybrid:
        count = verdict.gain.operations
        what = f"{count} {verdict.framework} {'operation' if count == 1 else 'operations'}"
        out.append(Reason("low-gain", f"{what} a call are too few for a graph to pay", verdict.place))
    return out


def _assumptions(facts: Facts, function: FunctionFacts, verdict: Verdict, options: AnalysisOptions) -> list[Reason]:
    out: list[Reason] = []
    path = verdict.path
    if not verdict.called and function.contexts and not options.closed_world:
        text = "nobody in the project calls it: its arguments are known only by annotation, use or name"
        out.append(Reason("no-known-caller", text, verdict.place))
    for parameter in verdict.parameters:
        if parameter.evidence and "dataflow" not in parameter.evidence:
            context = "what the function is for" if verdict.hybrid else "the function's name"
            why = {"type-hint": "its annotation", "usage": "how the body uses it", "speculative": context}
            text = f"`{parameter.name}` is taken for a tensor because of {why[parameter.evidence[0]]}"
            out.append(Reason(f"tensor-by-{parameter.evidence[0]}", text, verdict.place))
        elif parameter.assumed_plain:
            name = parameter.name
            text = f"`{name}` is taken for no tensor: what arrives is not known, and nothing speaks of one"
            out.append(Reason("no-sign-of-tensor", text, verdict.place))
        elif any(p.name == parameter.name and perhaps_symbolic(p) for p in function.parameters):
            text = f"what arrives at `{parameter.name}` is taken to be no symbolic Keras tensor, as one branch has it"
            out.append(Reason("keras-symbolic-argument", text, verdict.place))
        elif parameter.tensor and any(p.name == parameter.name and p.unknown for p in function.parameters):
            text = f"some calls pass to `{parameter.name}` what is not known"
            out.append(Reason("unknown-argument", text, verdict.place))
    for node, name in sorted(function.unknown_calls, key=lambda c: (c[0].lineno or 0, c[0].col_offset or 0)):
        if name:
            text = f"`{name}`: {facts.knowledge.policy(name)}"
            out.append(Reason("unknown-callee", text, place_of(path, node)))
        else:
            text = f"what `{shorten(node, 40)}` calls is not known; it is taken to have no Python side effects"
            out.append(Reason("unknown-callee", text, place_of(path, node)))
    if not verdict.hybrid:
        out += array_assumptions(function, verdict.place)
    disabled = None if verdict.hybrid else taken_off(function.module.file, function.node)
    if disabled is not None:
        out.append(disabled)
    return list({(a.kind, a.place, a.message): a for a in out}.values())


# Preconditions -------------------------------------------------------------------------------------------------------


def _preconditions(
    facts: Facts, function: FunctionFacts, verdict: Verdict, undecided: bool, options: AnalysisOptions
) -> None:
    tensor, literal = verdict.has_tensor_parameter, verdict.has_literal_parameter
    effects, recursive = verdict.has_side_effects, verdict.is_recursive
    here = verdict.place
    failures = verdict.failures
    if options.input_signatures:
        failures += read_axes(facts, function)
    if not verdict.hybrid:
        if tensor is True and literal is False and effects is False and recursive is False:
            verdict.published_precondition = "P1"
        if tensor is False:
            failures.append(Reason("no-tensor-parameter", "no parameter receives a tensor", here))
        if literal:
            failures.append(_literal_failure(verdict))
        if recursive:
            failures.append(Reason("recursive", "it calls itself", _recursion_place(verdict), verdict.recursion))
        blocking = [h for h in verdict.hazards if h.kind not in ("low-gain",)]
        if verdict.published_precondition == "P1" and not blocking:
            verdict.precondition = "P1"
            verdict.transformation = "hybridize"
    else:
        implicit = any(p.tensor for p in verdict.implicit_parameters) or _tensor_state(function)
        if tensor is False and effects is False:
            verdict.published_precondition = "P2"
            if not implicit or verdict.has_tensor_computation is False:
                verdict.precondition = "P2"
        elif tensor is True and literal is True and effects is False:
            verdict.published_precondition = verdict.precondition = "P3"
        if verdict.precondition is None and effects is False and verdict.has_tensor_computation is False:
            verdict.precondition = "P6"
        if tensor is True and literal is False and not verdict.failures:
            failures.append(Reason("no-literal-parameter", "no parameter receives a literal", here))
        if verdict.precondition in ("P2", "P3", "P6"):
            removable = verdict.decorator is not None and not verdict.tf_function_arguments and not function.object_use
            verdict.transformation = "dehybridize" if removable else None
    if effects:
        first = verdict.effects[0]
        failures.append(Reason("side-effects", first.message, first.place, first.chain))
    if tensor is None or effects is None or recursive is None or undecided:
        failures.append(Reason("undetermined", _why_undetermined(function, verdict), here))


def _tensor_state(function: FunctionFacts) -> bool:
    """A method that computes reads its tensors (weights, variables) from its receiver."""
    return function.site.owner is not None and function.operations > 0


def _literal_failure(verdict: Verdict) -> Reason:
    for parameter in verdict.parameters:
        if parameter.literal:
            values = list(dict.fromkeys(v.value for v in parameter.literal_values))
            shown = ", ".join(f"`{v}`" for v in values[:4]) + (" …" if len(values) > 4 else "")
            place = parameter.literal_values[0].place
            return Reason("literal-parameter", f"`{parameter.name}` receives the literal {shown}", place)
    return Reason("literal-parameter", "a parameter receives a literal", verdict.place)


def _recursion_place(verdict: Verdict) -> Place:
    return verdict.recursion[0].place if verdict.recursion else verdict.place


def _why_undetermined(function: FunctionFacts, verdict: Verdict) -> str:
    if function.failure:
        return f"the analysis failed here ({function.failure})"
    if function.budget not in ("", "contexts"):
        return f"the analysis ran out of its budget ({function.budget})"
    if not function.contexts:
        return "no way was found in which it runs"
    for found, parameter in zip(function.parameters, verdict.parameters, strict=True):
        if parameter.tensor is None:
            reasons = ", ".join(sorted(found.unknown)) or "nothing is known about it"
            return f"what arrives at `{parameter.name}` is not known: {reasons}"
    return "not everything that it does is known"


def _proven(function: FunctionFacts, verdict: Verdict, options: AnalysisOptions) -> bool:
    """Every premise rests on dataflow from known callers."""
    if not (verdict.called or options.closed_world) or verdict.assumptions:
        return False
    return all(p.tensor is not None for p in verdict.parameters) and not function.budget


__all__ = ["SILENCING", "TF_FUNCTION_PARAMETERS", "decide"]
