"""Statements that make what should be a graph run eagerly - a debugging aid - and that nothing takes back.

`tf.config.run_functions_eagerly(True)` holds for all functions of the process, so a program with one that stands has
no graphs. `compile(run_eagerly=True)` and `model.run_eagerly = True` hold for one model.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence, Set
from functools import cached_property

from astroid import nodes

from hybridize.inference.domain.objects import AbstractObject, ExternalInstance, Instance, PythonScalar
from hybridize.inference.domain.queries import only, select
from hybridize.inference.domain.values import BOTTOM
from hybridize.inference.facts.facts import Facts, FunctionFacts
from hybridize.inference.facts.model import Certainty, Context
from hybridize.inference.facts.provenance import Provenance
from hybridize.inference.facts.repetition import Repetition
from hybridize.program.calls import called_name, method_name, passed_as, passed_at
from hybridize.program.components import closure
from hybridize.program.places import place_of, shorten
from hybridize.program.syntax import following, is_constant, parts_around, preceding, starts_program, text_of
from hybridize.verdicts.decide.traced_code import traced_code
from hybridize.verdicts.model.parts import EagerSwitch, Place, Switched
from hybridize.verdicts.model.steps import subject_of
from hybridize.verdicts.shapes.dynamic_shapes import DynamicShapes
from hybridize.verdicts.shapes.static_axes import StaticAxes

_FUNCTIONS = frozenset(
    {"tensorflow.config.run_functions_eagerly", "tensorflow.config.experimental_run_functions_eagerly"}
)
_DATASETS = "tensorflow.data.experimental.enable_debug_mode"
_ARGUMENT = "run_eagerly"
"""The parameter and the attribute by which all of them are told."""
_LAYER = "keras.Layer"
_MODEL = "keras.Model"
_OF_MODELS = frozenset("fit evaluate predict train_on_batch test_on_batch predict_on_batch".split())
"""The methods that run the steps of a model."""
_NEEDING = frozenset({"eager-only-call", "numpy-on-tensor", "tensor-iteration", "autograph-limit", "creates-variable"})
"""What a graph refuses."""
_TESTS = (nodes.If, nodes.IfExp, nodes.While, nodes.BoolOp, nodes.ExceptHandler, nodes.Match)
"""What lets a statement run only sometimes."""


class EagerSwitches:
    """Finds the switches of a project that stand, and the functions that never are graphs because of them."""

    def __init__(self, facts: Facts) -> None:
        self._facts = facts
        self._modules = {module.tree: module for module in facts.program.modules}
        self._whole = self._of_all_functions()
        """The calls that switch all functions of a program, where nothing takes them back."""

    def found(self) -> tuple[EagerSwitch, ...]:
        """All that stand, by place; those of tests are as they should be."""
        calls = [(call, Switched.FUNCTIONS) for call in self._whole]
        calls += [(call, Switched.DATASETS) for call in self._facts.callees.calls({_DATASETS}) if self._stands(call)]
        calls += [(call, Switched.MODEL) for call in self._compilations()]
        calls += [(assigned, Switched.MODEL) for assigned in self._assignments()]
        return tuple(sorted(self._made(*each) for each in calls))

    def leaves_no_graph(self, function: FunctionFacts) -> Place | None:
        """The switch by which a function runs eagerly in every program that calls it; None where there is none."""
        return self._off(function, self._whole, self._switched) if self._whole else None

    def may_leave_no_graph(self, function: FunctionFacts) -> bool:
        """Whether all programs that call a function may make it run eagerly: by a flag, or in a debugging mode."""
        return bool(self._perhaps) and self._off(function, self._perhaps, self._perhaps_switched) is not None

    def _off(
        self, function: FunctionFacts, calls: Sequence[nodes.Call], switched: Mapping[Context, Place]
    ) -> Place | None:
        """The first switch of all programs that call a function; None where one has none of these."""
        programs = [each for each in self._programs if not self._below[each].isdisjoint(function.contexts)]
        found = [switched.get(each) for each in programs]
        if not programs:
            in_modules = {(place := self._place(call)).path: place for call in reversed(calls)}
            found = [in_modules.get(function.module.file.relative)]
        return None if None in found else found[0]

    # What stands -----------------------------------------------------------------------------------------------------

    def _of_all_functions(self) -> list[nodes.Call]:
        calls = list(self._facts.callees.calls(_FUNCTIONS))
        on = [call for call in calls if is_constant(passed_at(call, 0, _ARGUMENT), True)]
        back = {call.root() for call in calls if call not in on}
        return [call for call in on if call.root() not in back and self._stands(call)]

    @cached_property
    def _perhaps(self) -> list[nodes.Call]:
        """The calls that may switch all functions of a program, outside of tests."""
        calls = self._facts.callees.calls(_FUNCTIONS)
        return [call for call in calls if not self._modules[call.root()].file.is_test and self._may_be_true(call)]

    def _may_be_true(self, call: nodes.Call) -> bool:
        given = passed_at(call, 0, _ARGUMENT)
        if isinstance(given, nodes.Const):
            return bool(given.value)
        if not isinstance(given, nodes.Name):
            return True
        held = [each.arguments.get(given.name, BOTTOM) for each in self._facts.contexts_of(call.frame())]
        known = [select(value, PythonScalar) for value in held]
        return not all(
            value and only(value, PythonScalar) and all(each.truth is False for each in scalars)
            for value, scalars in zip(held, known, strict=True)
        ) or not held

    def _compilations(self) -> Iterator[nodes.Call]:
        """Calls of `compile(run_eagerly=True)` on models."""
        for _, call in self._facts.program.calls_of("compile"):
            if method_name(call) and is_constant(passed_as(call, _ARGUMENT), True) and self._stands(call):
                yield call

    def _assignments(self) -> Iterator[nodes.Assign]:
        """Statements `model.run_eagerly = True`."""
        found: dict[nodes.NodeNG, bool] = {}
        for context in self._facts.graph.contexts:
            for effect in context.summary.effects.values():
                node = effect.node
                if isinstance(node, nodes.Assign) and is_constant(node.value, True) and effect.target is not None:
                    if all(isinstance(t, nodes.AssignAttr) and t.attrname == _ARGUMENT for t in node.targets):
                        found[node] = found.get(node, True) and self._is_model(effect.target)
        back = {node.root() for node in self._cleared()} if found else set()
        for node, of_model in found.items():
            if of_model and node.root() not in back and self._stands(node):
                yield node

    def _cleared(self) -> Iterator[nodes.Assign]:
        for module in self._modules.values():
            if _ARGUMENT in module.file.text:
                for assigned in module.all_of(nodes.AssignAttr):
                    statement = assigned.parent
                    if assigned.attrname == _ARGUMENT and isinstance(statement, nodes.Assign):
                        if not is_constant(statement.value, True):
                            yield statement

    def _is_model(self, owner: AbstractObject) -> bool:
        if isinstance(owner, ExternalInstance):
            return self._facts.knowledge.is_subclass(owner.cls, _MODEL)
        if not isinstance(owner, Instance):
            return False
        return self._facts.derives(self._facts.objects.class_facts(owner.cls).bases, _MODEL)

    def _stands(self, node: nodes.NodeNG) -> bool:
        """Whether a statement runs in every run of what holds it, as far as its text and that of its callers tells."""
        if self._modules[node.root()].file.is_test or _is_conditional(node) or _is_announced(node):
            return False
        scope = node.frame()
        if not isinstance(scope, nodes.FunctionDef):
            return True
        callers = self._facts.graph.callers.of(*self._facts.contexts_of(scope))
        real = [call for caller, call, _ in callers if caller.module_path not in self._facts.tests]
        return not real or not all(map(_is_conditional, real))

    # Programs --------------------------------------------------------------------------------------------------------

    @cached_property
    def _programs(self) -> list[Context]:
        """The bodies of modules that lead to functions: what is run, or imported first."""
        return [
            each
            for each in self._facts.graph.contexts
            if isinstance(each.scope, nodes.Module) and each.module_path not in self._facts.tests
        ]

    @cached_property
    def _below(self) -> dict[Context, Set[Context]]:
        """What the body of each module leads to."""
        return {each: self._facts.graph.reached([each]).keys() for each in self._programs}

    @cached_property
    def _switched(self) -> dict[Context, Place]:
        """The programs that switch, in what they run or in a module that they import."""
        return self._switched_by(self._whole)

    @cached_property
    def _perhaps_switched(self) -> dict[Context, Place]:
        """The programs that may switch."""
        return self._switched_by(self._perhaps)

    def _switched_by(self, calls: Sequence[nodes.Call]) -> dict[Context, Place]:
        found: dict[Context, Place] = {}
        inside = {program.module_path: self._switch_below(self._below[program], calls) for program in self._programs}
        for program in self._programs:
            for path in self._imported(program.module_path):
                place = inside.get(path)
                if place is not None:
                    found.setdefault(program, place)
        return found

    def _switch_below(self, contexts: Collection[Context], calls: Sequence[nodes.Call]) -> Place | None:
        scopes = {context.scope for context in contexts}
        return next((self._place(call) for call in calls if call.frame() in scopes), None)

    def _imported(self, path: str) -> Iterable[str]:
        """A module and all that importing it imports."""
        return closure([path], lambda each: sorted(self._facts.imports(each)))

    # Results ---------------------------------------------------------------------------------------------------------

    def _place(self, node: nodes.NodeNG) -> Place:
        return place_of(self._modules[node.root()].file.relative, node)

    def _made(self, node: nodes.NodeNG, what: Switched) -> EagerSwitch:
        place, file = self._place(node), self._modules[node.root()].file
        subject = subject_of(file, self._facts.function_of(node.frame()))
        statement = node.statement()
        written = shorten(node)
        callee = node.func.as_string() if isinstance(node, nodes.Call) and what is Switched.MODEL else ""
        alone = not callee and statement.as_string() == written
        affected = self._affected(node, what)
        needed = next(filter(None, [self._needs_values(each, what) for each in affected]), None)
        gains = what is Switched.MODEL or not affected or any(each.computation.operations for each in affected)
        return EagerSwitch(place, subject, what, written, callee, alone, needed, gains)

    # What runs eagerly -----------------------------------------------------------------------------------------------

    def _affected(self, switch: nodes.NodeNG, what: Switched) -> list[FunctionFacts]:
        """The functions that a switch makes run eagerly in its programs, less those that they call in turn."""
        inside: dict[Context, None] = {}
        for program in self._programs:
            below = self._below[program]
            if any(each.scope is switch.frame() for each in below):
                inside.update(dict.fromkeys(below))
        run = {
            callee.scope
            for context in inside
            for call, callee in context.summary.calls
            if self._runs_under(what, call)
            or (what is Switched.FUNCTIONS and self._facts.is_hybrid(callee.scope))
        }
        if what is Switched.MODEL and not run:
            # A model of which nothing is known but that the program calls these, be it to make a model of symbols.
            run = {context.scope for context in inside if self._is_call_of_layer(context)}
        return [each for each in (*self._facts.functions, *self._facts.lambdas) if each.node in run]

    def _is_call_of_layer(self, context: Context) -> bool:
        """Whether Keras runs a method of the program as the body of a layer or model."""
        function = self._facts.function_of(context.scope)
        return function is not None and function.node.name == "call" and self._facts.derives(function.bases, _LAYER)

    def _runs_under(self, what: Switched, call: nodes.NodeNG) -> bool:
        """Whether a call of a method runs functions of the program as graphs, but for a switch."""
        for name in self._facts.called_methods(call):
            owner, _, method = name.rpartition(".")
            if what is not Switched.DATASETS and method in _OF_MODELS and self._facts.derives([owner], _MODEL):
                return True
            if what is Switched.DATASETS and owner == "dataset":
                return True
        return False

    def _needs_values(self, function: FunctionFacts, what: Switched) -> Place | None:
        """Where a function does what a graph does not do, or does while it is traced alone."""
        path = function.module.file.relative
        found = [
            place_of(path, each.via)
            for each in function.conditions
            if each.origin.kind in _NEEDING and each.origin.certainty in (Certainty.SEEN, Certainty.UNSEEN)
        ]
        found += [place_of(path, each.via) for each in function.effects]
        # Without the switch a framework hands it batches of any size.
        found += [each.place for each in self._static_axes(function).of(function)]
        if what is Switched.MODEL:
            # Keras converts no condition on a tensor.
            for reached in traced_code(self._facts.graph, function.contexts):
                summary = reached.context.summary
                found += map(reached.place, (*summary.regions, *summary.conversions))
        return min(found, default=None)

    def _static_axes(self, function: FunctionFacts) -> StaticAxes:
        """What asks for axes that a graph of the function does not know."""
        provenance = Provenance(self._facts, Repetition(self._facts.graph))
        dynamic = DynamicShapes(self._facts, provenance)
        return StaticAxes(self._facts, provenance, dynamic, {function.node}, switched=True)


def _is_announced(node: nodes.NodeNG) -> bool:
    """Whether the program warns of it beside the statement: `warnings.warn("TF is set to run eagerly, since …")`."""
    statement = node.statement()
    block = [*preceding(statement), *following(statement)]
    calls = (each.value for each in block if isinstance(each, nodes.Expr))
    warned = (each for each in calls if called_name(each) in ("warn", "warning"))
    return any("eager" in (text_of(each) or "").lower() for call in warned for each in call.nodes_of_class(nodes.Const))


def _is_conditional(node: nodes.NodeNG) -> bool:
    """Whether a test stands before a place in its function or module that may come out otherwise."""
    return any(
        isinstance(parent, _TESTS) and child is not getattr(parent, "test", None) and not starts_program(parent)
        for child, parent in parts_around(node)
    )
