"""How often a hybrid function is traced, and what makes it be traced again.

A trace is kept for a combination of arguments: tensors count by dtype and shape, Python numbers and texts by their
value, objects and functions by identity, containers by what they hold. So each call gives the combinations that its
arguments can make, a loop variable as many as the loop has rounds; the traces are the different ones over all calls.
"""

from __future__ import annotations

import itertools
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass

from astroid import nodes

from hybridize.inference.results.model import Context, HybridMark, context_of
from hybridize.inference.results.facts import CallSiteArgument, Facts, FunctionFacts, ParameterFacts
from hybridize.program.scopes import parameter_names
from hybridize.inference.domain.literals import Literal, LiteralType
from hybridize.inference.domain.objects import (
    AbstractObject,
    Container,
    ExternalInstance,
    Function,
    Hybrid,
    Instance,
    IteratorObject,
    NoneObject,
    Opaque,
    Partial,
    PythonScalar,
    TupleObject,
    Unknown,
    Value,
    python_function,
)
from hybridize.inference.domain.queries import has, select
from hybridize.inference.domain.tensors import Array, Tensor
from hybridize.inference.results.provenance import Provenance, argument_of
from hybridize.inference.results.repetition import Loops, Repetition
from hybridize.program.lookup import builtin_name, made_by
from hybridize.verdicts.dynamic_shapes import DynamicShapes
from hybridize.program.loops import loop_around, loops_around, times, values
from hybridize.verdicts.evidence import (
    ChangingShape,
    Evidence,
    GrowingArgument,
    LengthByValue,
    Lengths,
    MadeAtEachCall,
    MadeInLoop,
    ManyDtypes,
    ManyShapes,
    NewFunction,
    NewObject,
    NewReceiver,
    Retrace,
    RetracedArgument,
)
from hybridize.verdicts.model import GraphMode, LiteralValue, Parameter, Place, Step, StepKind, Traces
from hybridize.verdicts.parameters import runs_graph
from hybridize.verdicts.places import call_steps, definition_place, place_of, statement_of, step_of
from hybridize.verdicts.specs import Spec, Specs

MOST = 1000
"""Combinations that are told apart."""
MOST_METHODS = 20
"""Methods that are looked at between one that is called and what makes its object."""
USUAL = 2
"""Shapes or dtypes of one tensor that are nothing special: those of training and of evaluation, or of a last batch."""

MODES = 3
"""Texts for one parameter that are no more than its modes."""

Key = tuple[object, ...]


@dataclass(frozen=True)
class Option:
    """What TensorFlow may see at one parameter in one call; with loops, something new in each of their rounds."""

    key: Key
    loops: tuple[nodes.NodeNG, ...] = ()
    argument: nodes.NodeNG | None = None


class RetracingSearch:
    """Finds what makes the hybrid functions of a project be traced again."""

    def __init__(
        self,
        facts: Facts,
        repetition: Repetition,
        provenance: Provenance,
        dynamic: DynamicShapes,
        graphs: Collection[nodes.NodeNG],
    ) -> None:
        """`graphs` run as graphs, where a length that depends on values is no more than an unknown length."""
        self._facts = facts
        self._repetition = repetition
        self._provenance = provenance
        self._dynamic = dynamic
        self._graphs = graphs
        self._specs_of = Specs(facts.callees)

    def traces(self, function: FunctionFacts, mode: GraphMode) -> Traces:
        """How often a hybrid function is traced in one run of the program, as far as the program says."""
        made = self._repetition.makings(function.hybrids)
        if mode.has_signature:
            return Traces(made, made is None)
        weights: dict[tuple[Key, ...], int | None] = {}
        for row in self._rows(function, mode.relaxes_shapes):
            for options in itertools.islice(itertools.product(*row), MOST):
                loops = dict.fromkeys(loop for option in options for loop in option.loops)
                # From the second shape on an axis is relaxed.
                few = all(option.key == ("relaxed",) for option in options if option.loops)
                weights[tuple(option.key for option in options)] = USUAL if loops and few else times(loops)
        known = sum(weight for weight in weights.values() if weight is not None)
        if made is None or None in weights.values():
            return Traces(known * made if made else None, True)
        return Traces(known * made, False)

    # Reasons ---------------------------------------------------------------------------------------------------------

    def reasons(self, function: FunctionFacts, mode: GraphMode) -> list[Retrace]:
        """Why the function is traced again where no number or text says so: what a finding is made of."""
        out = self._made_anew(function)
        here = definition_place(function.module.file.relative, function.node)
        if not function.hybrids or mode.has_signature:
            return out
        for parameter in function.parameters:
            out += self._objects(function, parameter, here)
            out += self._lengths(function, parameter, here)
            if not mode.relaxes_shapes and not parameter.receiver:
                out += self._specs(function, parameter, here)
        return out

    def as_hybrid(self, function: FunctionFacts) -> list[Evidence]:
        """Why an eager function would be traced at each call: objects that are made for it, shapes that change."""
        here = definition_place(function.module.file.relative, function.node)
        for parameter in function.parameters:
            found = self._objects(function, parameter, here)
            if not found and not parameter.receiver:
                found = self._changing_specs(function, parameter, here) or self._lengths_by_value(
                    function, parameter, here
                )
            if found:
                return [RetracedArgument(each.place, each, chain=each.chain) for each in found]
        return []

    def _objects(self, function: FunctionFacts, parameter: ParameterFacts, here: Place) -> list[Retrace]:
        if parameter.receiver:
            return self._instances(function, parameter, here)
        return self._new_each_time(function, parameter, here)

    def _made_anew(self, function: FunctionFacts) -> list[Retrace]:
        """A `tf.function` made anew in a loop, or by a function that is called in one (bug study, anti-pattern 1)."""
        out: list[Retrace] = []
        for mark in function.hybrids:
            if _kept(function, mark):
                continue
            place = place_of(mark.context.module_path, statement_of(mark.node))
            if isinstance(statement_of(mark.node), nodes.FunctionDef):
                place = definition_place(mark.context.module_path, function.node)
            loop = loop_around(mark.node)
            if loop is not None:
                out.append(MadeInLoop(place, place_of(mark.context.module_path, loop)))
                continue
            scope = mark.context.scope
            if not isinstance(scope, nodes.FunctionDef):
                continue
            for caller, call in self._repetition.looping_calls(mark.context):
                if self._facts.shows_how_often(function, caller.module_path):
                    out.append(MadeAtEachCall(place, scope.name, chain=call_steps([(caller, call)])))
                    break
        return out

    def _new_each_time(self, function: FunctionFacts, parameter: ParameterFacts, here: Place) -> list[Retrace]:
        """Objects and functions that are made for each call, and containers that grow between the calls."""
        for passed in self._incoming(function, parameter):
            argument = argument_of(passed.node, parameter, function)
            for obj in map(python_function, passed.value):
                loops = self._made_for_call(obj, passed) or self._made_where_passed(obj, argument, passed)
                if not loops:
                    continue
                made = {Container: GrowingArgument, Function: NewFunction}.get(type(obj), NewObject)
                return [made(here, parameter.name, _first(loops), chain=_called_as(passed))]
        return []

    def _instances(self, function: FunctionFacts, receiver: ParameterFacts, here: Place) -> list[Retrace]:
        """A method of objects that are made in the very loop that calls it: each has traces of its own."""
        for passed in self._incoming(function, receiver):
            for obj in sorted(passed.value, key=lambda a: a.serial):
                loops = self._made_for_call(obj, passed)
                if loops:
                    return [NewReceiver(here, _first(loops), chain=_called_as(passed))]
        return []

    def _lengths(self, function: FunctionFacts, parameter: ParameterFacts, here: Place) -> list[Retrace]:
        """`*values` of more than two lengths."""
        found: dict[int, Step] = {}
        for passed in self._incoming(function, parameter) if parameter.kind == "var-positional" else ():
            for obj in select(passed.value, TupleObject):
                if not obj.rest:
                    found.setdefault(len(obj.items), step_of(passed.caller.module_path, passed.node))
        if len(found) <= USUAL:
            return []
        return [Lengths(here, parameter.name, tuple(sorted(found)), chain=tuple(found.values()))]

    def _specs(self, function: FunctionFacts, parameter: ParameterFacts, here: Place) -> list[Retrace]:
        """Tensors of more shapes or dtypes than the usual two."""
        changing = self._changing_specs(function, parameter, here)
        if changing:
            return changing
        found: dict[Spec, Step] = {}
        for passed in self._incoming(function, parameter):
            spec = self._spec(function, parameter, passed)
            if spec is not None:
                where = place_of(passed.caller.module_path, passed.node)
                found.setdefault(spec, Step(where, StepKind.SPEC, parameter.name, str(spec)))
        if len(found) <= USUAL:
            return []
        many = ManyShapes if len({spec.shape for spec in found}) > USUAL else ManyDtypes
        return [many(here, parameter.name, tuple(map(str, found)), chain=tuple(found.values()))]

    def _changing_specs(self, function: FunctionFacts, parameter: ParameterFacts, here: Place) -> list[Retrace]:
        """A tensor whose shape a loop changes."""
        for passed in self._incoming(function, parameter):
            spec = self._spec(function, parameter, passed)
            loops = self._spec_loops(spec, passed) if spec is not None and spec.varying else {}
            if loops:
                step = step_of(passed.caller.module_path, passed.node)
                return [ChangingShape(here, parameter.name, _first(loops), chain=(step,))]
        return []

    def _lengths_by_value(self, function: FunctionFacts, parameter: ParameterFacts, here: Place) -> list[Retrace]:
        """A tensor as long as values happen to be: what `tf.boolean_mask` or `tf.where` found, in an eager caller."""
        for passed in self._incoming(function, parameter):
            argument = argument_of(passed.node, parameter, function)
            if argument is None or passed.caller.scope in self._graphs:
                continue
            if self._dynamic.gives(passed.caller.scope, argument):
                return [LengthByValue(here, parameter.name, chain=_called_as(passed))]
        return []

    # Calls -----------------------------------------------------------------------------------------------------------

    def _incoming(self, function: FunctionFacts, parameter: ParameterFacts) -> list[CallSiteArgument]:
        """What arrives with the calls that run the graph, and that show how often."""
        return [passed for passed in parameter.incoming if self._counts(function, passed.node, passed.caller)]

    def _counts(self, function: FunctionFacts, call: nodes.NodeNG, caller: Context) -> bool:
        shows = self._facts.shows_how_often(function, caller.module_path)
        return shows and runs_graph(self._facts, function, call)

    def _rows(self, function: FunctionFacts, relaxed: bool) -> Iterator[list[list[Option]]]:
        """For each call what may arrive at each parameter."""
        calls: dict[tuple[nodes.NodeNG, Context], dict[str, CallSiteArgument]] = {
            (call, caller): {} for caller, call, _ in function.callers if self._counts(function, call, caller)
        }
        for parameter in function.parameters:
            for passed in self._incoming(function, parameter):
                calls.setdefault((passed.node, passed.caller), {})[parameter.name] = passed
        for by_name in calls.values():
            row = []
            for parameter in function.parameters:
                given = by_name.get(parameter.name)
                if given is None:
                    row.append([Option(_default(function, parameter))])
                else:
                    row.append(self._options(function, parameter, given, relaxed))
            yield _enumerated(row)

    def _options(
        self, function: FunctionFacts, parameter: ParameterFacts, passed: CallSiteArgument, relaxed: bool
    ) -> list[Option]:
        argument = argument_of(passed.node, parameter, function)
        out: dict[Option, None] = {}
        # What is not known is taken to be one of those that are.
        objects = [obj for obj in passed.value if not isinstance(obj, Unknown)] or list(passed.value)
        open_numbers = any(obj.literal is None for obj in select(objects, PythonScalar))
        loops: Loops = {}
        if argument is not None and open_numbers:
            loops = self._provenance.changing_loops(argument, passed.node, passed.caller)
        for obj in map(python_function, sorted(objects, key=lambda a: a.serial)):
            if isinstance(obj, PythonScalar) and loops and obj.type != "bool":
                shown = argument.as_string() if argument is not None else ""
                out[Option(("changes", shown, *loops), tuple(loops), argument)] = None
                continue
            new = self._made_for_call(obj, passed) or self._made_where_passed(obj, argument, passed)
            if new:
                out[Option(("new", obj), tuple(new))] = None
            elif isinstance(obj, Tensor) and not parameter.receiver:
                out[self._tensor(function, parameter, passed, obj, relaxed)] = None
            else:
                out[Option(_key(self._facts, obj, 3))] = None
        return list(out)

    def _tensor(
        self, function: FunctionFacts, parameter: ParameterFacts, passed: CallSiteArgument, obj: Tensor, relaxed: bool
    ) -> Option:
        spec = self._spec(function, parameter, passed)
        if spec is not None and spec.varying:
            loops = self._spec_loops(spec, passed)
            # The second shape makes TensorFlow relax the axis.
            return Option(("relaxed",) if relaxed else ("shapes",), tuple(loops)[:1])
        return Option(("tensor", obj.kind if obj.kind in ("sparse", "ragged") else "", None if relaxed else spec))

    def _spec(self, function: FunctionFacts, parameter: ParameterFacts, passed: CallSiteArgument) -> Spec | None:
        argument = argument_of(passed.node, parameter, function)
        return self._specs_of.of(argument) if argument is not None else None

    def _spec_loops(self, spec: Spec, passed: CallSiteArgument) -> Loops:
        loops: Loops = {}
        for dimension in spec.varying:
            loops |= self._provenance.changing_loops(dimension, passed.node, passed.caller)
        return loops

    def _made_for_call(self, obj: object, passed: CallSiteArgument) -> Loops:
        """The loop in whose rounds an object is made, and passed before the next one is made."""
        around = list(loops_around(passed.node))
        path = passed.caller.module_path
        if isinstance(obj, Container):
            changes = self._facts.objects.changes(obj)
            if around and _is_guarded(passed.node, around[0]):
                return {}
            growing = [loop for change in changes for loop in around if loop.parent_of(change)]
            inside = any(loop.parent_of(obj.site) for loop in growing)
            return {} if inside or not growing else {growing[0]: path}
        if isinstance(obj, Function) and isinstance(obj.node, (nodes.Lambda, nodes.FunctionDef)):
            site: nodes.NodeNG = obj.node
        elif isinstance(obj, (Instance, ExternalInstance)) and not _compares(obj):
            site = obj.site
        else:
            return {}
        if around and around[0].parent_of(site):
            return {around[0]: path}
        if isinstance(obj, (Instance, ExternalInstance)) and obj.owner is not None and not around:
            owner = context_of(obj.owner)
            if owner is passed.caller or self._is_made_above(obj, owner, passed.caller):
                return self._repetition.leading_loops(owner)
        return {}

    def _made_where_passed(self, obj: object, argument: nodes.NodeNG | None, passed: CallSiteArgument) -> Loops:
        """The same of objects that have no place of their own: iterators, partial functions, plain objects.

        They are made by the call that is the argument, or that is assigned to it in the same round or function.
        """
        maker = None if argument is None else made_by(argument)
        if maker is None or not self._gives_a_new_one(obj, maker, passed.caller):
            return {}
        return self._evaluated_for_call(maker, passed)

    def _evaluated_for_call(self, maker: nodes.NodeNG, passed: CallSiteArgument) -> Loops:
        """The loop that evaluates an expression anew for each call to which its value is passed."""
        loop = loop_around(passed.node)
        if loop is not None:
            return {loop: passed.caller.module_path} if loop.parent_of(maker) else {}
        return self._repetition.leading_loops(passed.caller) if maker.frame() is passed.node.frame() else {}

    def may_be_new(self, function: FunctionFacts, parameter: ParameterFacts) -> bool:
        """Whether something that nobody knows is made for each call: perhaps another object each time."""
        for passed in self._incoming(function, parameter):
            argument = argument_of(passed.node, parameter, function)
            maker = None if argument is None else made_by(argument)
            if isinstance(maker, nodes.Call) and has(passed.value, Unknown):
                if self._evaluated_for_call(maker, passed):
                    return True
        return False

    def _gives_a_new_one(self, obj: object, maker: nodes.NodeNG, caller: Context) -> bool:
        """Whether each evaluation of an expression gives another object that is equal to no other."""
        if isinstance(obj, IteratorObject):
            return (
                isinstance(maker, nodes.GeneratorExp)
                or _builtin(maker) in _MAKING_ITERATORS
                or any(
                    call is maker and callee.names.is_generator for call, callee, _ in caller.summary.edges()
                )
            )
        name = self._facts.callees.of(maker)
        if isinstance(obj, Partial):
            return name == "functools.partial"
        if not isinstance(obj, Opaque):
            return False
        symbol = self._facts.knowledge.lookup(name) if name else None
        made = symbol is not None and symbol.role == "class" and not _is_value(name)
        return made or _builtin(maker) == "object"

    def _is_made_above(self, instance: Instance | ExternalInstance, owner: Context, method: Context) -> bool:
        """Whether a method of an object is what `owner`, which makes the object, calls, perhaps by other methods."""
        pending = [method]
        for each in pending:
            names = parameter_names(each.scope) if isinstance(each.scope, nodes.FunctionDef) else []
            if not names or instance not in each.arguments.get(names[0], ()) or len(pending) > MOST_METHODS:
                continue
            for caller, call, _ in self._facts.graph.callers.get(each, ()):
                if loop_around(call) is not None:
                    continue
                if caller is owner:
                    return True
                if caller not in pending:
                    pending.append(caller)
        return False


def _first(loops: Loops) -> Place:
    """The place of the first of some loops."""
    loop, path = next(iter(loops.items()))
    return place_of(path, loop)


def _called_as(passed: CallSiteArgument) -> tuple[Step, ...]:
    return (step_of(passed.caller.module_path, passed.node, StepKind.CALLED_AS),)


def changing(parameters: Iterable[Parameter]) -> tuple[str, ...]:
    """The names of the parameters for whose numbers and texts a hybrid function is traced again."""
    return tuple(parameter.name for parameter in parameters if _varies(parameter))


def _varies(parameter: Parameter) -> bool:
    """Whether calls differ: one value changes from call to call, or two calls pass different ones.

    What stands inside a container or an object belongs to one argument: all of it together is a value. Where only the
    type of a value is known, it may be one of the others.
    """
    values = [value for value in parameter.literal_values if value.traced]
    if all(value.is_text and value.literal is not None and not value.inside for value in values):
        # A mode: `"train"` or `"eval"`. What is made of texts at each call is known by its type alone.
        return len({value.trace_key for value in values}) > MODES
    inside: dict[Place, set[Key]] = {}
    for value in values:
        if value.inside:
            inside.setdefault(value.place, set()).add(value.trace_key)
    known = {value.trace_key for value in values if not value.inside and value.literal is not None}
    return len(known) + len({frozenset(each) for each in inside.values()}) > 1 or any(map(_changes, values))


def _changes(value: LiteralValue) -> bool:
    return bool(value.changing) and not value.inside


def _enumerated(row: list[list[Option]]) -> list[list[Option]]:
    """A loop variable over a `range` that alone changes with the loop, as the numbers that it takes."""
    uses = [loop for options in row for loop in {loop for option in options for loop in option.loops}]
    out = []
    for options in row:
        new: list[Option] = []
        for option in options:
            numbers = values(option.loops[0]) if len(option.loops) == 1 else None
            bare = isinstance(option.argument, nodes.Name)
            if numbers is not None and bare and uses.count(option.loops[0]) == 1 and len(numbers) <= MOST:
                new += [Option(("value", str(number))) for number in numbers]
            else:
                new.append(option)
        out.append(new)
    return out


def _default(function: FunctionFacts, parameter: ParameterFacts) -> Key:
    """What a call that leaves a parameter out passes."""
    try:
        default = function.node.args.default_value(parameter.name)
    except Exception:  # astroid raises several kinds for a parameter without a default
        return ("none given",)
    negative = isinstance(default, nodes.UnaryOp) and default.op == "-"
    written = default.operand if negative else default
    if not isinstance(written, nodes.Const):
        return ("default",)
    if not isinstance(written.value, LiteralType):
        return ("value", None) if written.value is None else ("default",)
    literal = Literal(written.value).negated() if negative else Literal(written.value)
    return ("value", literal.trace_key) if literal is not None else ("default",)


def _key(facts: Facts, obj: AbstractObject, depth: int) -> Key:
    """What TensorFlow compares."""
    obj = python_function(obj)
    if isinstance(obj, PythonScalar):
        return ("value", obj.literal.trace_key) if obj.literal is not None else ("some", obj.type)
    if isinstance(obj, NoneObject):
        return ("value", None)
    if isinstance(obj, (Tensor, Array)):
        return ("tensor", "", None)
    if isinstance(obj, TupleObject) and depth:
        return ("tuple", *(_keys(facts, item, depth) for item in (*obj.items, obj.rest)))
    if isinstance(obj, Container) and depth:
        held = facts.objects.fields(obj)
        return (obj.type, frozenset((field, _keys(facts, value, depth)) for field, value in held))
    if isinstance(obj, (Instance, ExternalInstance, Function)):
        return ("object", obj)
    return (type(obj).__name__,)


def _keys(facts: Facts, value: Value, depth: int) -> frozenset[Key]:
    return frozenset(_key(facts, obj, depth - 1) for obj in value if not isinstance(obj, Unknown))


_MAKING_ITERATORS = frozenset({"iter", "enumerate", "zip", "map", "filter", "reversed"})


def _builtin(call: nodes.NodeNG) -> str:
    """The name of the builtin that is called, if one is."""
    return builtin_name(call.func) if isinstance(call, nodes.Call) else ""


_VALUES = frozenset(
    "datetime decimal fractions ipaddress logging pathlib re tensorflow.DType tensorflow.TensorShape"
    " tensorflow.TensorSpec tensorflow.dtypes uuid zoneinfo".split()
)
"""Packages and classes whose objects are equal where they are made alike, or are kept and given again."""


def _is_value(name: str) -> bool:
    """Whether a class outside the project is one of these."""
    parts = name.split(".")
    return any(".".join(parts[:count]) in _VALUES for count in range(1, len(parts) + 1))


def _compares(instance: Instance | ExternalInstance) -> bool:
    """Whether objects of the class may be equal to others, as those of data classes are."""
    if isinstance(instance, ExternalInstance):
        return _is_value(instance.cls)
    node = instance.cls.node
    return bool(node.decorators) or "__eq__" in node.locals


def _is_guarded(call: nodes.NodeNG, loop: nodes.NodeNG) -> bool:
    """Whether only some rounds of the loop reach the call: the last one, every tenth."""
    parent = call.parent
    while parent is not loop:
        if isinstance(parent, nodes.If):
            return True
        parent = parent.parent
    return False


def _kept(function: FunctionFacts, mark: HybridMark) -> bool:
    """Whether the hybrid function is returned or stored, and so may outlive the call that makes it."""

    def holds(value: Iterable[object]) -> bool:
        return any(
            (
                a.site is mark.node and isinstance(a.target, Function)
                if isinstance(a, Hybrid)
                # Decorated after the analysis: see `inference.driver.amended`.
                else mark.how == "decorator" and isinstance(a, Function) and a.node is function.node
            )
            for a in value
        )

    if holds(mark.context.summary.result):
        return True
    parent = mark.node.parent
    if isinstance(parent, nodes.Keyword) or (isinstance(parent, nodes.Call) and mark.node is not parent.func):
        # Handed over: to be saved, exported, called later.
        return True
    while parent is not None and not isinstance(parent, (nodes.FunctionDef, nodes.Module)):
        if isinstance(parent, nodes.Assign):
            return any(not isinstance(t, nodes.AssignName) for t in parent.targets)
        parent = parent.parent
    return False
