"""NumPy arrays that meet tensors: eagerly they take the tensor's dtype, in a graph they are tensors of their own."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Set
from itertools import chain

from astroid import nodes

from hybridize.inference.domain.objects import Container, TupleObject, Unknown, Value
from hybridize.inference.domain.queries import has, only, select
from hybridize.inference.domain.tensors import A_NUMBER, Array, Tensor, dtype_name
from hybridize.inference.domain.values import BOTTOM
from hybridize.inference.facts.facts import Facts, FunctionFacts, ParameterFacts
from hybridize.inference.facts.model import Context
from hybridize.inference.facts.provenance import argument_of
from hybridize.inference.tracing.conditions import CONSTANTS
from hybridize.program.calls import call_of, method_name, passed_at, passed_by, taker_of
from hybridize.program.containers import DESCRIBING
from hybridize.program.flow.names import is_as_it_came
from hybridize.program.inside import nodes_inside, reads_of
from hybridize.program.lookup import assigned_values, builtin_called
from hybridize.program.memory import remembered
from hybridize.program.places import definition_place, place_of, source_of
from hybridize.program.recursion import Recursive
from hybridize.program.scopes import default_of, receiver_name
from hybridize.program.syntax import DISPLAYS, contains, is_name, last_name, members, spelled
from hybridize.verdicts.evidence.assumptions import ArrayDtype, UnseenCode
from hybridize.verdicts.evidence.base import Evidence
from hybridize.verdicts.evidence.safety import (
    ArrayAsTensor,
    ArrayConverted,
    ArrayHandedOn,
    ArrayInPlace,
    ArrayMeets,
    ArrayMeetsNumber,
    ArrayMethod,
    ArrayRefused,
    ArrayToNumPy,
    ArrayUnusable,
    ArrayValues,
    ConflictingDtypes,
    UnknownToNumPy,
    WideArrayMeets,
)
from hybridize.verdicts.model.parts import Place
from hybridize.verdicts.project.unknown_code import uncovered
from hybridize.verdicts.shapes.specs import written_dtype
from hybridize.verdicts.values.asked_arrays import TAKES_NO_POSITIONS, asking, makes_number, picked_of

_INTEGER = "int64"
_WIDE = frozenset({"float64", _INTEGER})
"""What NumPy makes of Python numbers."""
_DEEPEST = 4
"""Calls that are followed to where a wide array meets a tensor."""
_USUAL = frozenset({"float32", "bool"})
"""What an array is made to be that conflicts with nothing in most programs: floats are mostly of this dtype."""
_USUAL_ARGUMENTS = _USUAL | {"int32"}
"""The same for what calls are given: labels are mostly of this dtype, and converted where they are not."""
_COLLECTING = frozenset({"array", "asarray"})
"""Functions of NumPy that make an array of a list, in the dtype that NumPy has for its elements."""
_CONVERTING = frozenset({"cast", "convert_to_tensor", "constant", "Variable", "shape", "size", "rank", "len", "print"})
_KEEPING_DTYPE = "convert_to_tensor"
"""It makes a tensor of an array in the dtype that it is told, and refuses a tensor of another one."""
_OF_ARRAYS = frozenset(
    {"astype", "copy", "reshape", "sum", "mean", "max", "min", "tolist", "item", "flatten", "any", "all"}
)
"""Methods of arrays that tensors lack."""
_OF_STRUCTURES = frozenset({"copy"})
"""Those of them that lists and dictionaries have as well."""
_OF_ITERABLES = frozenset({"all", "any", "frozenset", "list", "max", "min", "set", "sum", "tuple"})
"""Builtins that go through what they are given, and that AutoGraph leaves as they are."""
_VALUES = ("value", "values", "pylist")
"""How functions that make constants call what they are given first."""
_DTYPE = ("dtype", "dtype_hint")
"""The parameters of `convert_to_tensor` that take a dtype."""
_DEPTH = 4
"""Assignments that are followed back to where an array is made."""


_Kept = tuple[nodes.NodeNG, str]
"""An attribute of the objects of a class."""
_Arrival = tuple[Context, FunctionFacts, str]
"""Where an array arrives: in which context, of which function, at which parameter."""
_Meeting = tuple[nodes.NodeNG, Context]
"""An operation that combines an array with something, and the context that evaluates it."""
_Taker = tuple[nodes.NodeNG, Context, FunctionFacts, str]
"""A call that hands an array on, what it calls, and the parameter at which the array arrives."""


class Arrays:
    """What becomes of NumPy arrays that arrive at functions."""

    def __init__(self, facts: Facts) -> None:
        self._facts = facts
        self._callees = facts.callees
        self._needing: Recursive[tuple[Context, str], tuple[nodes.NodeNG, ArrayAsTensor] | None] = Recursive(None)

    def assumptions(self, function: FunctionFacts, here: Place) -> list[Evidence]:
        """That arrays have the dtype of the tensors with which they are combined, where nothing says so."""
        out: list[Evidence] = []
        for parameter in function.parameters:
            incoming = [passed for passed in parameter.incoming if self._holds_array(passed.value)]
            default = computed_default(function.node, parameter.name) if has(parameter.value, Array) else None
            arrives = bool(incoming) or default is not None
            if not arrives:
                continue
            found = self._meetings_of(function, parameter.name, function.contexts)
            meetings = chain(self._meetings_in_lambdas(function), found)
            unlike = [(node, context) for node, context in meetings if not self._facts.arrays_fit(node, [context])]
            if not unlike:
                continue
            arguments = [argument_of(passed.node, parameter, function) for passed in incoming]
            arguments += [default] if default is not None else []
            usual = _USUAL_ARGUMENTS if all(isinstance(node, nodes.Call) for node, _ in unlike) else _USUAL
            said = all(each is not None and self._says_dtype(each, _DEPTH) & usual for each in arguments)
            if not said or any(map(self._differ, unlike)):
                out.append(ArrayDtype(here, parameter.name))
        return out

    def _differ(self, place: _Meeting) -> bool:
        """Whether an operation combines an array with something of another dtype."""
        return any(None not in met and met.array != met.other for met in self._facts.arrays_met(place[0], place[1:]))

    def _holds_array(self, value: Value) -> bool:
        """Whether an array is among the objects, or in a structure that is."""
        return any(has(each, Array) for each in (value, *self._members(value)))

    def _are_beside_tensors(self, value: Value) -> bool:
        """Whether structures hold arrays and tensors: what makes one tensor of both lets them meet."""
        members = self._members(value)
        return any(has(each, Array) for each in members) and any(has(each, Tensor) for each in members)

    def _holds_nothing_else(self, value: Value) -> bool:
        """Whether arrays and tensors are all that structures hold: then NumPy gets one of these, whatever it gets."""
        return all(only(each, Array, Tensor, Container, TupleObject) for each in self._members(value) if each)

    def _members(self, value: Value) -> list[Value]:
        """What the structures of a value hold, and what structures in these do."""
        members = [*self._facts.objects.members(value)]
        return members + [each for member in members for each in self._facts.objects.members(member)]

    def _meetings_of(
        self, function: FunctionFacts, parameter: str, contexts: Iterable[Context], itself: bool = False
    ) -> Iterator[_Meeting]:
        """The operations that combine what arrives, a part of it or what is made of it, here or in what gets it.

        With `itself`, calls hand it on at the parameters whose arguments it is written in, and at no others.
        """
        for arrival in self._arrivals(function, parameter, contexts, itself):
            yield from self._meetings_in(*arrival, itself)

    def _arrivals(
        self, function: FunctionFacts, parameter: str, contexts: Iterable[Context], itself: bool = False
    ) -> Iterator[_Arrival]:
        """Where an array comes to that arrives at a parameter: there, then in what gets it of that, call by call."""
        waiting = [(context, function, parameter) for context in contexts][::-1]
        seen: set[_Arrival] = set()
        while waiting:
            arrival = waiting.pop()
            if arrival not in seen:
                seen.add(arrival)
                yield arrival
                taken = self._handing_on(*arrival, itself)
                waiting += [(callee, below, name) for _, callee, below, name in reversed(taken)]

    def _handing_on(
        self, context: Context, function: FunctionFacts, parameter: str, itself: bool
    ) -> list[_Taker]:
        takers = self._takers_of(context, function, parameter)
        made = self._made_from(function.node, parameter) if itself and takers else ()
        return [each for each in takers if _is_written_for(each, made)] if itself else takers

    @remembered
    def _meetings_in(
        self, context: Context, function: FunctionFacts, parameter: str, itself: bool
    ) -> list[_Meeting]:
        takers = self._handing_on(context, function, parameter, itself)
        taken_by = {call for call, *_ in takers}
        # What a call gives back is an array as well; what it becomes in there is not followed.
        given = [call for call, callee, *_ in takers if self._holds_array(callee.summary.result)]
        reads = [*self._made_from(function.node, parameter), *given, *self._followed(function.node, given)]
        together = self._are_beside_tensors(context.arguments.get(parameter, BOTTOM))
        found: list[_Meeting] = []
        for operation in _combining(reads):
            place = (operation, context)
            without = operation in context.summary.operations and not self._facts.arrays_met(operation, [context])
            alone = _is_alone(operation) and not together and not self._differ(place)
            if not without and not alone and operation not in taken_by:
                found.append(place)
        return found

    def _meetings_in_lambdas(self, function: FunctionFacts) -> Iterator[_Meeting]:
        """What lambdas combine arrays with: where these come from is not followed."""
        for reached in self._facts.graph.reached(function.contexts):
            if self._facts.function_of(reached.scope) is None:
                yield from ((operation, reached) for operation in self._facts.operations_on_arrays(reached))

    def asked(self, function: FunctionFacts) -> Iterator[UnseenCode]:
        """The first place where an array that arrives is asked for its value, here or in what it is handed to, and
        where a tensor may do as well.
        """
        for reader, place, _, refused in self._askings(function):
            if not refused:
                yield uncovered(reader.module.file.relative, place, "a NumPy value that is a tensor in a graph")
                return

    def _askings(self, function: FunctionFacts) -> Iterator[tuple[FunctionFacts, nodes.NodeNG, str, bool]]:
        """Those places, with the function around them and the parameter; and whether a tensor is refused there."""
        for parameter in function.parameters:
            itself = has(parameter.value, Array)
            contexts = function.contexts if self._holds_array(parameter.value) else ()
            for arrival in self._arrivals(function, parameter.name, contexts):
                for place, refused in self._asking(*arrival):
                    yield arrival[1], place, parameter.name, refused and itself

    @remembered
    def _asking(
        self, context: Context, function: FunctionFacts, parameter: str
    ) -> list[tuple[nodes.NodeNG, bool]]:
        whole = self._made_from(function.node, parameter)
        uses = [use for use in whole if not self._is_structure(use, function, parameter)]
        uses += [use.parent for use in whole if use not in uses and isinstance(use.parent, nodes.Subscript)]
        found = list(asking(self._facts.knowledge, self._callees, uses))
        return found + [(each, True) for each in map(_indexed_by, whole) if self._is_of_python(each, context)]

    def _is_of_python(self, indexed: nodes.Subscript | None, context: Context) -> bool:
        """Whether what is indexed is no tensor in a graph: a list or an array that is not passed, or a part of that."""
        base = indexed.value if indexed is not None else None
        parts = isinstance(base, nodes.Subscript)
        while isinstance(base, nodes.Subscript):
            base = base.value
        if base is None or (isinstance(base, nodes.Name) and base.name in context.arguments):
            return False
        if isinstance(base, (nodes.Dict, nodes.List, nodes.Tuple)):
            return True
        held = self._facts.objects.held_by(base, context)
        return bool(held) and (only(held, Array) if parts else only(held, Array, Container, TupleObject))

    def without_dtype(self, function: FunctionFacts, collected: bool = False) -> list[Evidence]:
        """Arrays of no known dtype that TensorFlow's own operations combine with something: eagerly they take a dtype.

        Layers, losses and metrics of Keras convert what they get, as a graph or not. With `collected`, only those that
        NumPy makes of what Python has collected: they are of 64 bits mostly, and so are no tensors of most programs.
        """
        out: list[Evidence] = []
        path = function.module.file.relative
        if collected and self._facts.sets_floatx(path):
            return out
        for assumed in self.assumptions(function, definition_place(path, function.node)):
            assert isinstance(assumed, ArrayDtype)
            arrives = next(each for each in function.parameters if each.name == assumed.parameter)
            if not has(arrives.value, Array) or (collected and not self._is_collected(function, arrives)):
                continue
            for name in reads_of(function.node, assumed.parameter):
                again = assumed.parameter in function.names.bound_again
                operation = _meeting(name)
                if again or operation is None or _is_alone(operation):
                    continue
                if collected and isinstance(operation, nodes.Call):
                    # Functions demand the dtype that such arrays have, too: `tf.one_hot(actions, 3)`.
                    continue
                if self._is_operation(name) and not self._facts.arrays_fit(operation, function.contexts):
                    out.append(ArrayMeets(place_of(path, name), assumed.parameter))
        return out[:1]

    def _is_collected(self, function: FunctionFacts, parameter: ParameterFacts) -> bool:
        """Whether NumPy makes an array that arrives of a list or the like, and nothing says its dtype."""
        passed = [argument_of(each.node, parameter, function) for each in parameter.incoming]
        said = [_dtype_words(each, _DEPTH) for each in passed if each is not None]
        return any(not _COLLECTING.isdisjoint(each) and _USUAL_ARGUMENTS.isdisjoint(each) for each in said)

    def converted(self, function: FunctionFacts) -> list[Evidence]:
        """The first array that arrives and becomes a tensor of another dtype, here or in what the function calls.

        Eagerly `convert_to_tensor` makes it of the dtype that it is told, in a graph it gets a tensor and refuses it.
        """
        for parameter in function.parameters if not function.hybrids else ():
            if not has(parameter.value, Array) or not self._may_be_of_another_dtype(function, parameter):
                continue
            dtypes = {each for each in _dtypes(parameter.typed) if each is not None}
            for context in function.contexts:
                call = self._converting_call(context, function, parameter.name, dtypes, set())
                if call is not None:
                    found = place_of(function.module.file.relative, call)
                    return [ArrayConverted(found, parameter.name)]
        return []

    def _may_be_of_another_dtype(self, function: FunctionFacts, parameter: ParameterFacts) -> bool:
        """Whether nothing that is passed says a dtype that TensorFlow's numbers have."""
        passed = [each for each in parameter.incoming if self._holds_array(each.value)]
        arguments = [argument_of(each.node, parameter, function) for each in passed]
        return not all(each is not None and self._says_dtype(each, _DEPTH) for each in arguments)

    def _converting_call(
        self,
        context: Context,
        function: FunctionFacts,
        name: str,
        dtypes: Set[str],
        seen: set[tuple[Context, str]],
    ) -> nodes.NodeNG | None:
        """Where a parameter itself is converted to a dtype that arrays of `dtypes` are not of, or handed on to that."""
        if (context, name) in seen:
            return None
        seen.add((context, name))
        uses = [each for each in reads_of(function.node, name) if is_as_it_came(each, function.node)]
        for use in uses:
            call = use.parent
            if isinstance(call, nodes.Call) and use in call.args[:1] and passed_at(call, 1, *_DTYPE) is not None:
                if self._callees.inside(call, "tensorflow") == _KEEPING_DTYPE and _is_other(call, dtypes):
                    return call
        for taker in self._takers(context, uses):
            call, callee, below, taken = taker
            if _argument_for(taker) in uses:
                if self._converting_call(callee, below, taken, dtypes, seen) is not None:
                    return call
        return None

    def _is_operation(self, name: nodes.Name) -> bool:
        """Whether what combines a name is an operator or an operation of TensorFlow."""
        node = name.parent
        while isinstance(node, (nodes.Subscript, nodes.Attribute, nodes.Keyword, *DISPLAYS)):
            node = node.parent
        return not isinstance(node, nodes.Call) or bool(self._callees.inside(node, "tensorflow"))

    def dtype_conflicts(self, function: FunctionFacts, pinned: bool) -> list[Evidence]:
        """Arrays that meet a tensor of another dtype: eagerly they are converted, in a graph the operation raises.

        With `pinned`, an input signature converts them, where all that they meet outside of the arguments is of one
        dtype.
        """
        out: list[Evidence] = []
        for parameter in function.parameters:
            own = set().union(*map(_dtypes, (parameter.typed, *self._members(parameter.typed))))
            if len(own) != 1 or None in own:
                continue
            (dtype,) = own
            met = self._meetings(function, parameter) if has(parameter.value, Array) else {}
            met = {other: found for other, found in met.items() if other != dtype}
            numbers = met.pop(A_NUMBER, None)
            with_parameters = any(partner for _, partner in met.values())
            path = function.module.file.relative
            if numbers is not None:
                out.append(ArrayMeetsNumber(place_of(path, numbers[0]), parameter.name, str(dtype)))
            elif met and not (pinned and len(met) == 1 and not with_parameters):
                other, (operation, _) = next(iter(met.items()))
                out.append(ConflictingDtypes(place_of(path, operation), parameter.name, str(dtype), other))
            elif not pinned:
                out += self._refusing(function, parameter.name, str(dtype))
        return out

    def _refusing(self, function: FunctionFacts, parameter: str, dtype: str) -> list[Evidence]:
        """The first place at which an array of a dtype meets what takes no tensor of it, here or in what gets it."""
        for operation, reached in self._meetings_of(function, parameter, function.contexts, itself=True):
            reader = self._facts.function_of(reached.scope)
            met = [each for each in self._facts.arrays_met(operation, [reached]) if each.array == dtype]
            if reader is not None and any(each.refused for each in met):
                place = place_of(reader.module.file.relative, operation)
                return [ArrayRefused(place, parameter, dtype, source_of(operation))]
        return []

    def met_dtype(self, function: FunctionFacts, parameter: ParameterFacts) -> str | None:
        """The dtype of the tensors that operators combine with an array; None without such, and for several."""
        if not has(parameter.value, Array):
            return None
        met = self._meetings(function, parameter)
        if len(met) != 1 or A_NUMBER in met or any(partner for _, partner in met.values()):
            return None
        return next(iter(met))

    def _meetings(
        self, function: FunctionFacts, parameter: ParameterFacts
    ) -> dict[str, tuple[nodes.NodeNG, bool]]:
        """By dtype, or `A_NUMBER`: the operator that combines a parameter with it, and whether it is an argument."""
        names = nodes_inside(function.node, nodes.AssignName)
        assigned = {each.name for each in names if each.parent is not function.node.args}
        parameters = {each.name for each in function.parameters} - assigned
        met: dict[str, tuple[nodes.NodeNG, bool]] = {}
        for operation, other in _combined(function.node, parameter.name) if parameter.name in parameters else ():
            partner = isinstance(other, nodes.Name) and other.name in parameters
            others = {pair.other for pair in self._facts.arrays_met(operation, function.contexts)}
            for dtype in sorted(each for each in others if each is not None):
                known = met.setdefault(dtype, (operation, False))
                met[dtype] = (known[0], known[1] or partner)
        return met

    def hazards(self, function: FunctionFacts) -> list[ArrayAsTensor]:
        """What is done with an array that arrives and cannot be done with the tensor that a graph makes of it."""
        out: list[ArrayAsTensor] = []
        for parameter in function.parameters:
            if has(parameter.value, Array):
                out += self._needs(function, parameter.name)
            elif self._holds_array(parameter.value) and self._holds_nothing_else(parameter.value):
                out += self._needed_by(function, self._made_from(function.node, parameter.name), parameter.name)
            else:
                continue
            if not out:
                out += self._needed_below(function, parameter.name)
        refusing = (each for each in self._askings(function) if each[-1] and not out)
        for reader, place, parameter_name, _ in refusing:
            asker = _asker(place)
            out.append(ArrayValues(place_of(reader.module.file.relative, place), parameter_name, asker))
        return out

    def not_known(self, function: FunctionFacts, parameter: ParameterFacts) -> UnknownToNumPy | None:
        """Where NumPy gets what arrives, or a part of it, and nobody can tell what that is."""
        whole = parameter.value
        if has(whole, Array) or not any(has(each, Unknown) for each in (whole, *self._facts.objects.members(whole))):
            return None
        for need in self._needed_by(function, self._made_from(function.node, parameter.name), parameter.name):
            if isinstance(need, ArrayToNumPy):
                return UnknownToNumPy(need.place, parameter.name)
        return None

    def _needs(self, function: FunctionFacts, parameter: str) -> Iterator[ArrayAsTensor]:
        """Where the body itself needs an array of a parameter."""
        for changed in nodes_inside(function.node, nodes.AugAssign):
            if spelled(changed.target) == (parameter,):
                yield ArrayInPlace(place_of(function.module.file.relative, changed), parameter)
        yield from self._needed_by(function, self._made_from(function.node, parameter), parameter)

    def _needed_by(
        self, function: FunctionFacts, uses: Iterable[nodes.NodeNG], parameter: str
    ) -> Iterator[ArrayAsTensor]:
        """Which of the places that read an array need one."""
        path = function.module.file.relative
        for use in uses:
            for part in picked_of(use):
                if self._facts.picks(part, function.contexts):
                    yield ArrayUnusable(place_of(path, part), parameter, TAKES_NO_POSITIONS)
            parent, in_display = _made_of(use)
            whole = self._is_structure(use, function, parameter)
            if whole and builtin_called(parent) in ("list", "tuple"):
                parent, in_display = _made_of(parent)[0], True
            if self._callees.inside(parent, "numpy") and use is not parent.func:
                yield ArrayToNumPy(place_of(path, parent), parameter)
            elif not in_display and _calls_array_method(parent) and not (
                whole and parent.expr is use and parent.attrname in _OF_STRUCTURES
            ):
                yield ArrayMethod(place_of(path, parent), parameter, parent.attrname)
            elif self._takes_values(parent, use, in_display) and not (whole and use in parent.args):
                yield ArrayValues(place_of(path, parent), parameter, source_of(parent.func))
            elif not in_display and _asks_for_member(parent, use):
                yield ArrayValues(place_of(path, parent), parameter, "in")

    def _is_structure(self, use: nodes.NodeNG, function: FunctionFacts, parameter: str) -> bool:
        """Whether a list, tuple or dictionary that arrives is read, which has methods of its own."""
        return is_name(use, parameter) and any(
            has(each.value, Container, TupleObject) for each in function.parameters if each.name == parameter
        )

    def _needed_below(self, function: FunctionFacts, parameter: str) -> Iterator[ArrayHandedOn]:
        """The first call by which an array comes to where it is needed."""
        path = function.module.file.relative
        for context in function.contexts:
            found = self._needing_call(context, function, parameter)
            if found is not None:
                yield ArrayHandedOn(place_of(path, found[0]), parameter, found[1].place)
                return
            for call, attribute in self._kept(context, function, parameter, set()):
                need = next(self._needing_readers(context, attribute), None)
                if need is not None:
                    yield ArrayHandedOn(place_of(path, call), parameter, need.place)
                    return

    def _needing_call(
        self, context: Context, function: FunctionFacts, parameter: str
    ) -> tuple[nodes.NodeNG, ArrayAsTensor] | None:
        """The call that hands an array on, and what needs it there or further below."""
        key = (context, parameter)
        # Functions may call each other in a circle.
        return self._needing.of(
            key, lambda: next(self._needing_calls(self._takers_of(context, function, parameter)), None)
        )

    def _needing_calls(self, takers: Iterable[_Taker]) -> Iterator[tuple[nodes.NodeNG, ArrayAsTensor]]:
        for call, callee, below, taken in takers:
            yield from ((call, need) for need in self._needs(below, taken))
            deeper = self._needing_call(callee, below, taken)
            if deeper is not None:
                yield call, deeper[1]

    @remembered
    def _takers_of(self, context: Context, function: FunctionFacts, parameter: str) -> list[_Taker]:
        """The calls that hand on the array of a parameter."""
        return list(self._takers(context, self._made_from(function.node, parameter)))

    def _takers(self, context: Context, uses: Iterable[nodes.NodeNG]) -> Iterator[_Taker]:
        """The calls that hand an array on: what is called, and the parameter at which it arrives."""
        used = map(_made_of, uses)
        calls = {node for node, in_display in used if not in_display and not self._callees.of(node)}
        for call, callee in context.summary.calls if calls else ():
            below = self._facts.function_of(callee.scope) if call in calls else None
            if below is None or below.hybrids:
                continue
            for taken in below.parameters:
                argument = argument_of(call, taken, below)
                if argument is not None and self._holds_array(callee.arguments.get(taken.name, BOTTOM)):
                    yield call, callee, below, taken.name

    def _kept(
        self, context: Context, function: FunctionFacts, parameter: str, seen: set[tuple[Context, str]]
    ) -> Iterator[tuple[nodes.NodeNG, _Kept]]:
        """The attributes of `self` that keep an array, here or in what it is handed to, with the place here."""
        if (context, parameter) in seen:
            return
        seen.add((context, parameter))
        uses = self._made_from(function.node, parameter)
        owner = function.node.parent
        for statement in (_made_of(use)[0] for use in uses):
            for target in statement.targets if isinstance(statement, nodes.Assign) else ():
                if isinstance(target, nodes.AssignAttr) and is_name(target.expr, receiver_name(function.node)):
                    yield statement, (owner, target.attrname)
        for call, callee, below, taken in self._takers_of(context, function, parameter):
            yield from ((call, attribute) for _, attribute in self._kept(callee, below, taken, seen))

    def _needing_readers(self, context: Context, attribute: _Kept) -> Iterator[ArrayAsTensor]:
        """What needs the array in an attribute: methods of its class that are called, and what they hand it to."""
        owner, name = attribute
        for reached in self._facts.graph.reached([context]):
            reader = self._facts.function_of(reached.scope)
            if reader is None or reader.hybrids or reader.node.parent is not owner:
                continue
            reads, receiver = nodes_inside(reader.node, nodes.Attribute), receiver_name(reader.node)
            held = [read for read in reads if read.attrname == name and is_name(read.expr, receiver)]
            uses = [*held, *self._followed(reader.node, held)]
            yield from self._needed_by(reader, uses, name)
            yield from (need for _, need in self._needing_calls(self._takers(reached, uses)))

    def _takes_values(self, parent: nodes.NodeNG, use: nodes.NodeNG, in_display: bool) -> bool:
        """Whether a call needs the numbers of what it is given first."""
        if self._callees.of(parent) in CONSTANTS:
            first = passed_at(parent, 0, *_VALUES)
            return first is not None and contains(first, use)
        return not in_display and builtin_called(parent) in _OF_ITERABLES

    @remembered
    def _made_from(self, function: nodes.FunctionDef, parameter: str) -> list[nodes.NodeNG]:
        """The places that read a parameter, or a name for a part of it or for what operators make of it."""
        uses = reads_of(function, parameter)
        return [*uses, *self._followed(function, uses, parameter)]

    def _followed(
        self, function: nodes.FunctionDef, reads: Iterable[nodes.NodeNG], parameter: str = ""
    ) -> list[nodes.NodeNG]:
        """The places that read the names to which what is read is assigned, or something made of it by operators."""
        names, waiting = {parameter}, list(reads)
        found: list[nodes.NodeNG] = []
        while waiting:
            for target in _bound_to(_made_of(waiting.pop())[0]):
                if target.name not in names:
                    names.add(target.name)
                    found += reads_of(function, target.name)
                    waiting += reads_of(function, target.name)
        return found

    def _says_dtype(self, expression: nodes.NodeNG, depth: int) -> frozenset[str]:
        """The dtypes that the expression, or an assignment of a name in it, says of an array."""
        return _dtype_words(expression, depth) & _USUAL_ARGUMENTS


@remembered
def _dtype_words(expression: nodes.NodeNG, depth: int) -> frozenset[str]:
    """The dtypes and collecting functions that an expression names, or the assignments of names in it."""
    names = expression.nodes_of_class(nodes.Name) if depth else ()
    inner = (_dtype_words(value, depth - 1) for name in names for value in assigned_values(name))
    return (_USUAL_ARGUMENTS | _COLLECTING).intersection(_words(expression)).union(*inner)


def _indexed_by(use: nodes.NodeNG) -> nodes.Subscript | None:
    """What is indexed by an array that is read, or by what is made of it: `table[use]`, `table[: int(use) + 1]`."""
    node = use
    while isinstance(node.parent, (nodes.BinOp, nodes.UnaryOp, nodes.Slice, nodes.Tuple)) or makes_number(node):
        node = node.parent
    indexed = node.parent
    return indexed if isinstance(indexed, nodes.Subscript) and node is indexed.slice else None


def _combined(function: nodes.NodeNG, name: str) -> Iterator[tuple[nodes.BinOp, nodes.NodeNG]]:
    """The operators that combine what a name stands for with something, each with that."""
    for operation in nodes_inside(function, nodes.BinOp):
        for side, other in ((operation.left, operation.right), (operation.right, operation.left)):
            if is_name(side, name):
                yield operation, other


def wide_arrays(facts: Facts, function: FunctionFacts) -> list[WideArrayMeets]:
    """The first array of 64 bits that arrives at a function, and what it meets there or in what the function calls.

    NumPy makes 64-bit numbers of nearly everything, Keras computes with floats of 32 bits: such a graph ends with its
    first trace. Where the program sets the default type of Keras, its floats may be as wide. Integers are of another
    dtype then, too, also where a bound that nobody knows may have made floats of them.
    """
    path = function.module.file.relative
    for parameter in function.parameters:
        dtypes = _dtypes(parameter.typed) if only(parameter.typed, Array) else set()
        if not dtypes or not dtypes <= _WIDE or facts.sets_floatx(path) and _INTEGER not in dtypes:
            continue
        for context in function.contexts:
            met = _met(facts, context, parameter.name, dtypes, _DEEPEST)
            if met is not None:
                place = place_of(path, met[0])
                dtype = str(next(iter(dtypes))) if len(dtypes) == 1 else "64-bit"
                return [WideArrayMeets(place, parameter.name, dtype, source_of(met[1]))]
    return []


def _met(
    facts: Facts, context: Context, name: str, dtypes: Set[str | None], depth: int
) -> tuple[nodes.NodeNG, nodes.BinOp] | None:
    """The operator that combines a parameter with a tensor, and the place in this function that leads there."""
    function = facts.function_of(context.scope)
    if function is None or name in function.names.bound_again:
        return None
    for call, callee in context.summary.calls if depth else ():
        below = facts.function_of(callee.scope)
        for parameter in below.parameters if below is not None else ():
            argument = argument_of(call, parameter, below) if below is not None else None
            if is_name(argument, name):
                met = _met(facts, callee, parameter.name, dtypes, depth - 1)
                if met is not None:
                    return call, met[1]
    for operation, other in _combined(function.node, name):
        if isinstance(other, nodes.Name):
            again = other.name in function.names.bound_again or facts.arrays_fit(operation, [context])
            if not again and _is_other_tensor(context, other.name, dtypes):
                return operation, operation
    return None


def _is_other_tensor(context: Context, name: str, dtypes: Set[str | None]) -> bool:
    """Whether tensors arrive at a parameter, and nothing else, that are not known to be of the one dtype."""
    value = context.types.get(name) or context.arguments.get(name, BOTTOM)
    return only(value, Tensor) and (len(dtypes) > 1 or _dtypes(value, Tensor) != dtypes)


def computed_default(function: nodes.FunctionDef, parameter: str) -> nodes.NodeNG | None:
    """The default of a parameter, where it is no constant."""
    default = default_of(function, parameter)
    return None if isinstance(default, nodes.Const) else default


def _words(expression: nodes.NodeNG) -> set[str]:
    """The attributes and texts in an expression."""
    words = {node.attrname for node in expression.nodes_of_class(nodes.Attribute)}
    return words | {node.value for node in expression.nodes_of_class(nodes.Const) if isinstance(node.value, str)}


def _dtypes(value: Value, kind: type[Array] | type[Tensor] = Array) -> set[str | None]:
    """The dtypes of the arrays, or tensors, that arrive; None among them where one is not known."""
    return {dtype_name(each) for each in select(value, kind)}


def _is_written_for(taker: _Taker, reads: Iterable[nodes.NodeNG]) -> bool:
    """Whether the argument of a call for a parameter is one of the reads, or has one in it."""
    written = _argument_for(taker)
    return written is not None and any(contains(written, each) for each in reads)


def _argument_for(taker: _Taker) -> nodes.NodeNG | None:
    """What a call passes at the parameter at which an array arrives."""
    call, _, below, taken = taker
    return argument_of(call, next(each for each in below.parameters if each.name == taken), below)


def _made_of(use: nodes.NodeNG) -> tuple[nodes.NodeNG, bool]:
    """What is done with an array, its parts and what operators make of it; and whether a list or tuple holds them."""
    part, parent, in_display = use, use.parent, False
    while (
        isinstance(parent, _KEEPING)
        or (isinstance(parent, nodes.Subscript) and part is parent.value)
        or _gives(parent, part)
    ):
        in_display = in_display or isinstance(parent, DISPLAYS)
        part, parent = parent, parent.parent
    return parent, in_display


def _gives(node: nodes.NodeNG, part: nodes.NodeNG) -> bool:
    """Whether it gives what is in a structure: `data.items()`, `data.field`."""
    if isinstance(node, nodes.Attribute):
        return (node.attrname in _GIVING_MEMBERS) if call_of(node) else (node.attrname not in DESCRIBING)
    return call_of(part) is node and method_name(node) in _GIVING_MEMBERS


def _bound_to(taker: nodes.NodeNG) -> list[nodes.AssignName]:
    """The names that get what a statement or comprehension takes, or a part of it."""
    while builtin_called(taker) in _GIVING_PARTS:
        taker = taker.parent
    if isinstance(taker, nodes.Assign):
        targets = taker.targets
    else:
        targets = [taker.target] if isinstance(taker, (nodes.For, nodes.Comprehension)) else []
    return [name for target in targets for name in target.nodes_of_class(nodes.AssignName)]


_GIVING_MEMBERS = frozenset({"get", "items", "pop", "values"})
_GIVING_PARTS = frozenset({"enumerate", "reversed", "zip"})
_KEEPING = (nodes.List, nodes.Tuple, nodes.BinOp, nodes.UnaryOp, nodes.IfExp, nodes.Keyword)
"""What hands on the tensor that the array becomes, or what is computed of it."""


def _asks_for_member(test: nodes.NodeNG, use: nodes.NodeNG) -> bool:
    """`number in array`."""
    return isinstance(test, nodes.Compare) and any(
        operator in ("in", "not in") and contains(side, use) for operator, side in test.ops
    )


def _calls_array_method(node: nodes.NodeNG) -> bool:
    return isinstance(node, nodes.Attribute) and node.attrname in _OF_ARRAYS and call_of(node) is not None


def _is_alone(operation: nodes.NodeNG) -> bool:
    """Whether it is a call with one argument, which has nothing else to meet."""
    given = passed_by(operation)
    return len(given) == 1 and (not isinstance(given[0], DISPLAYS) or len(members(given[0])) == 1)


def _combining(reads: Iterable[nodes.NodeNG]) -> Iterator[nodes.NodeNG]:
    """What combines arrays that are read with something, and what combines the results of operators in turn."""
    for read in reads:
        operation = _meeting(read)
        while operation is not None:
            yield operation
            operation = _meeting(operation) if isinstance(operation, nodes.BinOp) else None


def _meeting(node: nodes.NodeNG) -> nodes.NodeNG | None:
    """What combines an array with something: an operator, a display or a call."""
    parent = node.parent
    if isinstance(parent, nodes.Attribute):
        return None if parent.attrname in DESCRIBING else _meeting(parent)
    if isinstance(parent, nodes.Subscript):
        return _meeting(parent) if node is parent.value else None
    if isinstance(parent, nodes.UnaryOp):
        return _meeting(parent)
    if isinstance(parent, DISPLAYS) and isinstance(parent.parent, nodes.Call):
        return parent.parent
    call = taker_of(node)
    if call is not None:
        return call if last_name(call.func) not in _CONVERTING else None
    combines = isinstance(parent, (nodes.BinOp, nodes.AugAssign, nodes.Compare, nodes.Dict, nodes.List, nodes.Tuple))
    return parent if combines else None


def _is_other(call: nodes.Call, dtypes: Set[str]) -> bool:
    """Whether a call says another dtype than each of these; arrays of 32 bits are taken for what is not written."""
    written = written_dtype(call, 1)
    if written is None:
        return not dtypes or not dtypes.isdisjoint(_WIDE)
    return dtypes != {written}


def _asker(place: nodes.NodeNG) -> str:
    """What asks for the values there, as it is written: a loop by its head."""
    loop = place.parent
    if isinstance(loop, nodes.For) and loop.iter is place:
        return f"for {source_of(loop.target)} in {source_of(place)}"
    return source_of(place)
