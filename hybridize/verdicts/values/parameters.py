"""Parameters: tensor, container, literal - with evidence, values and call sites (paper, sections IV-C and IV-D)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from typing import NamedTuple

from astroid import nodes

from hybridize.frameworks.tensor_types.types import TensorType as InferredType
from hybridize.inference.domain.objects import (
    Container,
    Dataset,
    ExternalInstance,
    Instance,
    IteratorObject,
    PythonScalar,
    TupleObject,
    Unknown,
    Value,
)
from hybridize.inference.domain.queries import has, only, select
from hybridize.inference.domain.tensors import Array, Tensor
from hybridize.inference.domain.values import UNKNOWN_BUDGET, UNKNOWN_EXTERNAL, UNKNOWN_OBJECT
from hybridize.inference.facts.facts import CallSiteArgument, Facts, FunctionFacts, ParameterFacts
from hybridize.inference.facts.literals import Literals
from hybridize.inference.facts.model import Context
from hybridize.inference.facts.provenance import DEPTH, Provenance, argument_of
from hybridize.inference.facts.repetition import Loop, times
from hybridize.program.calls import constants_passed
from hybridize.program.lookup import free_bindings
from hybridize.program.places import place_of, shorten
from hybridize.program.scopes import default_of
from hybridize.settings import AnalysisOptions
from hybridize.verdicts.model.parts import ImplicitParameter, LiteralValue, Parameter, StepKind, TensorType
from hybridize.verdicts.model.steps import step_of
from hybridize.verdicts.project.merged_contexts import is_mixed, may_lead_elsewhere
from hybridize.verdicts.project.programs import ANY, Programs
from hybridize.verdicts.shapes.agreed_types import agreed
from hybridize.verdicts.values.conversion import conversion


def runs_graph(facts: Facts, function: FunctionFacts, call: nodes.NodeNG) -> bool:
    """Whether a call runs the graph: a function that is not decorated may be called as it is, too."""
    decorated = any(mark.how != "call" for mark in function.hybrids)
    return decorated or not function.hybrids or facts.runs_graph(call)


def shows_traces(facts: Facts, function: FunctionFacts, call: nodes.NodeNG, caller: Context) -> bool:
    """Whether a call runs the graph of a function, and of no other one, and shows how often."""
    shows = facts.shows_how_often(function, caller.module_path)
    # A wrapper of many functions: what arrives may be meant for another one.
    return shows and runs_graph(facts, function, call) and not may_lead_elsewhere(facts, [(caller, call)])


MAX_SOURCES = 20
"""Call sites listed for one parameter."""


class ParameterSearch:
    """Finds out what arrives at the parameters of functions."""

    def __init__(
        self,
        facts: Facts,
        provenance: Provenance,
        graphs: Collection[nodes.NodeNG],
        programs: Programs,
        options: AnalysisOptions,
    ) -> None:
        """`graphs` run as graphs whoever calls them."""
        self._facts = facts
        self._graphs = graphs
        self._provenance = provenance
        self._options = options
        self._literals_in = Literals(facts, options.boolean_literals)
        self._compared_in = Literals(facts, options.boolean_literals, compared=True)
        self._programs = programs

    def of(self, function: FunctionFacts) -> list[Parameter]:
        """The report's parameters of a function."""
        return [self._parameter(function, parameter) for parameter in function.parameters]

    def kinds_of(self, function: FunctionFacts) -> list[Parameter]:
        """The parameters of a function, told no more of than whether tensors arrive."""
        out: list[Parameter] = []
        for found in function.parameters:
            parameter = Parameter(found.name, found.index, found.kind)
            if not found.receiver:
                kind = _tensor_kind(function, found, self._options)
                parameter = replace(parameter, tensor=kind.tensor, container=kind.container)
            out.append(parameter)
        return out

    def _parameter(self, function: FunctionFacts, found: ParameterFacts) -> Parameter:
        if found.receiver:
            return Parameter(found.name, found.index, found.kind)
        kind = _tensor_kind(function, found, self._options)
        values = self._literals(function, found)
        # The calls that certainly pass a tensor come first.
        passing = [a for a in found.incoming if has(a.value, Tensor)]
        passing += [a for a in found.incoming if has(a.value, *_STRUCTURED)]
        sources = [place_of(a.caller.module_path, a.node) for a in passing]
        possible = _types(found, not self._facts.has_all_types(function.node))
        return Parameter(
            found.name,
            found.index,
            found.kind,
            kind.tensor,
            kind.container,
            bool(values),
            has(found.value, Array) or (None if found.unknown else False),
            has(found.value, Dataset) or (None if found.unknown else False),
            kind.evidence,
            kind.assumed_plain,
            types=tuple(sorted(agreed(possible), key=_in_order)),
            possible=possible,
            literal_values=tuple(values),
            conversion=conversion(self._facts.callees, function, found) if values and function.hybrids else None,
            sources=tuple(dict.fromkeys(sources))[:MAX_SOURCES],
            chain=tuple(
                step_of(a.caller.module_path, a.node, StepKind.CALLED_AS) for a in found.incoming[:MAX_SOURCES]
            ),
        )

    def _literals(self, function: FunctionFacts, found: ParameterFacts) -> list[LiteralValue]:
        out: _Told = {}
        # Those of tests come last: only so many values are listed.
        for passed in sorted(found.incoming, key=lambda each: each.caller.module_path in self._facts.tests):
            values = self._literals_in.of(passed.value)
            if not function.hybrids and _is_anything(passed.value):
                # What belongs together was lost on the way: only what is written somewhere is there for sure.
                values = tuple(scalar for scalar in values if scalar.literal is not None)
            if values:
                self._tell(function, found, passed, values, out)
            if len(out) >= MAX_SOURCES:
                break
        return list(out.values())[:MAX_SOURCES]

    def _tell(
        self,
        function: FunctionFacts,
        found: ParameterFacts,
        passed: CallSiteArgument,
        values: Sequence[PythonScalar],
        out: _Told,
    ) -> None:
        """Add the values that one call passes."""
        place = place_of(passed.caller.module_path, passed.node)
        argument = argument_of(passed.node, found, function)
        loops: tuple[Loop, ...] = ()
        some = any(scalar.literal is None for scalar in values)
        if some or (function.hybrids and len(values) > 1):
            # Where a number comes from matters to hybrid functions alone.
            depth = DEPTH if function.hybrids else 0
            loops = self._provenance.changes_of(argument, passed, depth)
            if not loops and argument is None:
                loops, argument = self._provenance.changes_of_packed(found, function, passed, depth)
        if function.hybrids:
            # The loop of a test shows what may be passed, and not how often.
            loops = tuple(loop for loop in loops if self._facts.shows_how_often(function, loop.place.path))
        traced = self._counts(function, passed, argument, bool(loops))
        if loops and some:
            source = passed.node if argument is None else argument
            # What stands in `*args` is an argument of its own.
            inside = not found.is_star and not any(scalar in passed.value for scalar in values)
            number = next(scalar for scalar in values if scalar.literal is None)
            # Where anything else may arrive as well, the number is but one of many possibilities.
            several = has(passed.value, Array, Tensor, Unknown)
            counts = traced and not several and number in self._compared_in.of(passed.value)
            alternatives = all(loop.numbers is None for loop in loops)
            rounds, written = times(loops), shorten(source)
            collected = self._collects_numbers(source, passed)
            changing = LiteralValue(
                number.type, None, place, inside, written, loops[0].place, rounds, alternatives, collected, counts
            )
            out.setdefault(changing, changing)
            return
        # What a graph passes while it is traced, it passes then and never again.
        traced = traced and (bool(loops) or passed.caller.scope not in self._graphs)
        # What no loop changes is one of several in each run: `1.0 if small else 2.0`, kept in an attribute.
        one_of_several = not (some or loops or passed.caller.wide)
        told = False
        compared = frozenset(self._compared_in.of(passed.value))
        for scalar in values:
            inside = scalar not in passed.value
            counts = traced and scalar in compared and not (one_of_several and told and not inside)
            told = told or not inside
            key = (scalar, passed.node, inside, counts)
            known = out.get(key)
            if known is None:
                by = self._programs.of(passed.caller) if counts and function.hybrids else ANY
                rounds = times(loops) if loops and not inside else None
                out[key] = LiteralValue(
                    scalar.type, scalar.literal, place, inside, rounds=rounds, traced=counts, programs=by
                )
            elif known.programs:
                by = self._programs.of(passed.caller)
                out[key] = replace(known, programs=known.programs | by if by else ANY)

    def _collects_numbers(self, argument: nodes.NodeNG, passed: CallSiteArgument) -> bool:
        """Whether a call passes a list of nothing but numbers, to which a loop around the call adds."""
        if not isinstance(argument, nodes.Name) or not only(passed.value, Container):
            return False
        objects = self._facts.objects
        held = [value for each in select(passed.value, Container) for value in objects.held(each)]
        return self._provenance.collects(argument, passed.node) and all(only(value, PythonScalar) for value in held)

    def _counts(
        self, function: FunctionFacts, passed: CallSiteArgument, argument: nodes.NodeNG | None, changes: bool
    ) -> bool:
        """Whether what a call passes counts for the traces of a graph; `changes`: a loop changes it."""
        facts, caller = self._facts, passed.caller
        if is_mixed(passed) or not shows_traces(facts, function, passed.node, caller):
            return False
        if function.hybrids and caller not in facts.used:
            # What a test handed to the caller is handed on.
            return changes or isinstance(argument, nodes.Const) or function.module.file.relative in facts.tests
        return True


_Told = dict[LiteralValue | tuple[PythonScalar, nodes.NodeNG, bool, bool], LiteralValue]
"""The values of a parameter: one that changes by itself, others by value, call, place in the argument and weight."""

_REPORTED_KINDS = frozenset({"tensor", "variable", "ragged", "sparse", "keras", "ndarray"})


def _types(found: ParameterFacts, given_up: bool) -> tuple[TensorType, ...]:
    """The possible types, in a fixed order; a tensor that only an annotation or a use tells of has none."""
    said = set(reported((kind, None if given_up else each) for kind, each in found.types))
    kinds = {kind for kind, _ in found.types}
    said.update(TensorType(kind) for kind in found.tensors if kind in _REPORTED_KINDS and kind not in kinds)
    return tuple(sorted(said, key=_in_order))


def _in_order(each: TensorType) -> tuple[str, str, str]:
    return each.kind, each.dtype or "", str(each.shape)


def reported(types: Iterable[tuple[str, InferredType | None]]) -> tuple[TensorType, ...]:
    """Kinds and types as reports have them, in a fixed order."""
    said = {_type(kind, each) for kind, each in types if kind in _REPORTED_KINDS}
    # `tf.ragged.constant` gives a ragged tensor or an ordinary one, as the lists are nested.
    ragged = {(each.dtype, each.shape) for each in said if each.kind == "ragged" and each.ragged_rank}
    said = {
        each
        for each in said
        if not (each.kind == "ragged" and each.ragged_rank == 0)
        and not (each.kind == "tensor" and (each.dtype, each.shape) in ragged)
    }
    return tuple(sorted(said, key=_in_order))


def _type(kind: str, found: InferredType | None) -> TensorType:
    """The type as it is reported: of a length that only has a name, nothing is said."""
    if found is None:
        return TensorType(kind)
    dtype = found.dtype.name if found.dtype is not None and not found.dtype.weak else None
    shape = None if found.shape is None else tuple(each if isinstance(each, int) else None for each in found.shape)
    return TensorType(kind, dtype, shape, found.ragged_rank if kind == "ragged" else None)


class _TensorKind(NamedTuple):
    """Whether tensors arrive, alone or inside containers, and how that is known."""

    tensor: bool | None
    container: bool | None
    evidence: tuple[str, ...] = ()
    assumed_plain: bool = False


def _tensor_kind(function: FunctionFacts, found: ParameterFacts, options: AnalysisOptions) -> _TensorKind:
    said = _follows_hints(function)
    hint = found.hint if (options.follow_type_hints if said is None else said) else None
    origins = {o for each in found.tensors.values() for o in each} | (found.contained or set())
    tensor = bool(found.tensors) or bool(hint and hint.alone) or found.usage.as_tensor is not None
    container = found.contained is not None or bool(hint and hint.inside)
    if not tensor and not container and (found.unknown or not function.contexts):
        kind = _undecided(function, found, options)
        star = found.is_star
        return kind._replace(container=None) if star and kind.tensor is None else kind
    evidence = {
        "dataflow": "" in origins,
        "type-hint": bool(hint and hint.kind) or "type-hint" in origins,
        "usage": found.usage.as_tensor is not None,
        "speculative": "speculative" in origins,
    }
    return _TensorKind(tensor, container, tuple(word for word, holds in evidence.items() if holds))


def _undecided(function: FunctionFacts, found: ParameterFacts, options: AnalysisOptions) -> _TensorKind:
    """What arrives is not known, and neither annotations nor names say it: the use of it may, or the context."""
    objects = bool(found.unknown) and found.unknown <= _OBJECTS
    if objects or found.usage.as_object is not None or (found.declared_plain and options.follow_type_hints):
        return _TensorKind(False, False)
    if function.callers and found.usage.into_model is not None:
        return _TensorKind(True, False, ("usage",))
    if options.speculative and found.unknown and _is_for_tensors(function, found):
        container = found.usage.unpacked is not None
        return _TensorKind(not container, container, ("speculative",))
    assumed_plain = bool(found.unknown) and _nobody_says(function, found, options)
    return _TensorKind(False if assumed_plain else None, False, assumed_plain=assumed_plain)


def _is_for_tensors(function: FunctionFacts, found: ParameterFacts) -> bool:
    """Whether the function is a graph that computes, and every call fills the parameter.

    Somebody made it one; for anything but tensors it would be traced again and again. What has a default, on the other
    hand, is an option more often than a tensor.
    """
    if not function.hybrids or not function.computation.operations or found.kind.startswith("var-"):
        return False
    return default_of(function.node, found.name) is None


def _nobody_says(function: FunctionFacts, found: ParameterFacts, options: AnalysisOptions) -> bool:
    """Whether what arrives at a parameter of an eager function is not known, and nothing speaks of a tensor.

    Neither dataflow nor annotation, use, framework or name does then, and context decides: an eager function is left
    as it is. A hybrid one was made so by somebody who knows more, and where the analysis gave up it knows less than it
    could, as it does of a package that by its name has to do with tensors: there it stays undetermined.
    """
    return options.speculative and not function.hybrids and not found.unknown & _UNSEEN


_OBJECTS = {obj.reason for obj in select(UNKNOWN_OBJECT, Unknown)}
_UNSEEN = {obj.reason for obj in select(UNKNOWN_BUDGET | UNKNOWN_EXTERNAL, Unknown)}


def _follows_hints(function: FunctionFacts) -> bool | None:
    """What the decorator says with `experimental_follow_type_hints`, None when it says nothing."""
    said = (constants_passed(mark.arguments).get("experimental_follow_type_hints") for mark in function.hybrids)
    return next((bool(each) for each in said if each is not None), None)


def _is_anything(value: Value) -> bool:
    """Whether by one call a tensor may arrive, a number, a text, or what is not known."""
    scalars = {obj.type == "str" for obj in select(value, PythonScalar)}
    return len(scalars) == 2 and has(value, Unknown) and has(value, Tensor)


def implicit_parameters(function: FunctionFacts) -> list[ImplicitParameter]:
    """What the body reads from closures and globals, apart from functions, classes and modules (Listing 7)."""
    out: list[ImplicitParameter] = []
    for name in sorted(function.implicit):
        scope, value = function.implicit[name]
        tensor = has(value, Tensor)
        if has(value, *_DATA):
            _, bound = free_bindings(function.node, name, scope == "closure")
            places = (place_of(function.module.file.relative, each) for each in bound[:MAX_SOURCES])
            out.append(ImplicitParameter(name, scope, tensor, tuple(places)))
    return out


_STRUCTURED = (
    Array, Container, Dataset, ExternalInstance, Instance, IteratorObject, Tensor, TupleObject, Unknown
)  # fmt: skip
"""What is, or may hold, more than one number or text."""
_DATA = (PythonScalar, *_STRUCTURED)
"""What is no function, class or module."""
