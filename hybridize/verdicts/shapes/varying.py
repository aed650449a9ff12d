"""Tensors that have another shape at nearly every call: images as they are, pyramids, what shrinks or is collected.

A plain `tf.function` is traced for each shape, which takes as long as hundreds of eager calls. What is said here is
read off the expressions, back through assignments, the functions of the project and the calls that lead there. It
speaks only of what it recognizes: an image read from a file and not resized to one size, a size that changes with a
loop, a name from which a loop takes parts or to which it adds, parts of a batch put end to end, the rows that a mask
selects; and, off the types, batches that are padded to their longest member, and what a generator gives whose lengths
are left open; and sizes that are drawn at random.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from astroid import nodes

from hybridize.frameworks.tensor_types.dimensions import Symbol
from hybridize.inference.domain.objects import Value
from hybridize.inference.domain.queries import select
from hybridize.inference.domain.tensors import Tensor
from hybridize.inference.facts.facts import CallSiteArgument, Facts, FunctionFacts, ParameterFacts
from hybridize.inference.facts.provenance import Position, Provenance, argument_of, calls_of
from hybridize.program.calls import called_name, method_name, passed_as, passed_at, passed_by, receiver_of
from hybridize.program.containers import ADDING
from hybridize.program.flow.order import surely_runs_before
from hybridize.program.inside import nodes_inside
from hybridize.program.lookup import (
    Assignment,
    assignment_of,
    assignments,
    builtin_called,
    constant,
    made_by,
    mentions,
    unpacked,
)
from hybridize.program.loops import targets
from hybridize.program.places import place_of
from hybridize.program.syntax import DISPLAYS, axes_of, is_name, last_name, members
from hybridize.verdicts.evidence.gain import VaryingShape

_READERS = frozenset(
    "PIL.Image.open cv2.imread imageio.imread skimage.io.imread matplotlib.pyplot.imread matplotlib.image.imread"
    " keras.utils.load_img"
    " tensorflow.io.decode_image tensorflow.io.decode_jpeg tensorflow.io.decode_png tensorflow.io.decode_bmp".split()
)
"""Functions that give an image as large as it is."""
_LOADING = frozenset({"keras.utils.load_img"})
"""Those of them that can be told a size."""
_SIZED = {
    "cv2.resize": (1, "dsize"), "tensorflow.image.resize": (1, "size"), "skimage.transform.resize": (1, "output_shape"),
    "tensorflow.broadcast_to": (1, "shape"), "tensorflow.image.crop_and_resize": (3, "crop_size"),
    "tensorflow.image.random_crop": (1, "size"), "tensorflow.image.resize_with_crop_or_pad": (1, "target_height"),
    "tensorflow.image.resize_with_pad": (1, "target_height"), "tensorflow.image.stateless_random_crop": (1, "size"),
    "tensorflow.math.top_k": (1, "k"), "tensorflow.slice": (2, "size"),
}  # fmt: skip
"""What gives an image, or a tensor, of a size, and the parameter that says which."""
_INDEXING = {
    "numpy.take": (1, "indices"), "tensorflow.gather": (1, "indices"), "tensorflow.gather_nd": (1, "indices"),
    "tensorflow.nn.embedding_lookup": (1, "ids"),
}  # fmt: skip
"""What gives as many rows as it is given indices, and the parameter for these."""
_JOINING = frozenset({"tensorflow.concat", "numpy.concat", "numpy.vstack", "numpy.hstack"})
_SELECTING = frozenset(
    f"tensorflow.{name}" for name in ("boolean_mask", "unique", "image.non_max_suppression", "ragged.boolean_mask")
) | frozenset(f"numpy.{name}" for name in ("argwhere", "flatnonzero", "nonzero", "unique"))
"""What gives as many rows as the values of a tensor say."""
_RAGGED = ("tensorflow.RaggedTensor.from_", "tensorflow.ragged.")
"""How the names begin of what gives rows of several lengths."""
_PADDING = {
    "keras.utils.pad_sequences": (1, "maxlen"), "ragged.to_tensor": (2, "shape"),
}  # fmt: skip
"""What makes all members as long as the longest, and the parameter that says another length."""
_STACKING = frozenset(
    "tensorflow.stack tensorflow.constant tensorflow.convert_to_tensor numpy.array numpy.asarray numpy.stack".split()
)
"""What makes one tensor or array of a list, as long as that is."""
_FILLING = {"cv2.copyMakeBorder": 4, "numpy.pad": 1, "tensorflow.pad": 1}
"""What adds to the edges of an image or tensor, and how many arguments behind it say how much."""
_COUNTING = frozenset({"numpy.arange", "tensorflow.range"})
"""What makes as many numbers as its only argument says."""
_DRAWING = frozenset(
    "numpy.random.Generator.integers numpy.random.RandomState.randint numpy.random.randint "
    "numpy.random.random_integers random.Random.randint random.Random.randrange random.randint random.randrange".split()
)
"""What draws a whole number."""
_SIZING = ("size", "shape", "dims", "num", "num_rows", "depth", "repeats", "multiples", "N")
"""How functions call the parameter that says how large the result is."""
_FIXED = frozenset({"int", "float", "len", "bool", "str", "range"})
_REDUCING = frozenset({"sum", "mean", "max", "min", "prod", "argmax", "argmin", "any", "all", "norm", "stack"})
"""The last word of functions whose result is as large for every argument, or mostly."""
_TESTS = (nodes.Compare, nodes.BoolOp)
_WITHIN = 2
"""Structures within structures whose tensors are looked at."""
MOST = 150
"""Expressions that are looked at for one argument."""
DEEPEST = 40
"""And how far into each other."""


class _Spent(Exception):
    """Enough was looked at for one argument."""


def varying_shape(facts: Facts, provenance: Provenance, function: FunctionFacts) -> VaryingShape | None:
    """Why a trace would serve a call or two, if a parameter is of this kind: arrays become tensors there."""
    for parameter in function.parameters:
        found = None if parameter.receiver else _varying_call(facts, provenance, function, parameter)
        if found is None and _is_of_data(facts, parameter.typed, _WITHIN):
            found = next(iter(parameter.incoming), None)
        if found is not None:
            return VaryingShape(place_of(found.caller.module_path, found.node), parameter.name)
    return None


def changing_call(
    facts: Facts, provenance: Provenance, function: FunctionFacts, parameter: ParameterFacts
) -> CallSiteArgument | None:
    """A call in a loop that certainly passes another shape in each round, not only where values happen to differ."""
    for passed in calls_of(parameter):
        argument, here = argument_of(passed.node, parameter, function), Position(passed.caller, passed.node)
        if argument is not None and here.loop is not None and _Search(facts, provenance).varies(argument, here):
            return passed
    return None


def growing_call(
    facts: Facts, provenance: Provenance, function: FunctionFacts, parameter: ParameterFacts
) -> CallSiteArgument | None:
    """A call in a loop that passes `*args` what a list holds to which the loop adds: more in each round."""
    for passed in calls_of(parameter) if parameter.kind == "var-positional" else ():
        given = passed.node.args if isinstance(passed.node, nodes.Call) else ()
        here = Position(passed.caller, passed.node)
        unpacked = [each.value for each in given if isinstance(each, nodes.Starred)]
        if here.loop is not None and any(_Search(facts, provenance).grows(each, here) for each in unpacked):
            return passed
    return None


def _is_of_data(facts: Facts, value: Value, depth: int) -> bool:
    """Whether a value is, or holds, a tensor of a data set that has another length each time."""
    types = [obj.type for obj in select(value, Tensor)]
    if any(isinstance(axis, Symbol) and axis.varies for each in types if each is not None for axis in each.shape or ()):
        return True
    return depth > 0 and any(_is_of_data(facts, part, depth - 1) for part in facts.objects.members(value))


def _varying_call(
    facts: Facts, provenance: Provenance, function: FunctionFacts, parameter: ParameterFacts
) -> CallSiteArgument | None:
    """A call that passes such a tensor; where that is only likely, all calls must that may run again."""
    likely: list[CallSiteArgument] = []
    steady = False
    for passed in calls_of(parameter):
        argument, here = argument_of(passed.node, parameter, function), Position(passed.caller, passed.node)
        search = _Search(facts, provenance)
        if argument is not None and search.varies(argument, here):
            return passed
        if search.likely:
            likely.append(passed)
        else:
            steady = steady or here.loop is not None or isinstance(here.scope, nodes.FunctionDef)
    return likely[0] if likely and not steady else None


class _Search:
    """The search for what makes one argument vary."""

    def __init__(self, facts: Facts, provenance: Provenance) -> None:
        self._facts = facts
        self._provenance = provenance
        self._left, self._depth = MOST, 0
        self.likely = False
        """Something was met that may yet have one size: images of a folder, parts put end to end."""
        self._entered: set[tuple[nodes.NodeNG, Position]] = set()
        self._cut = 0
        """How many cuts to so many rows are around what is looked at: then it may have any number of these."""

    def varies(self, argument: nodes.NodeNG, here: Position) -> bool:
        """Whether an argument has another shape at nearly every call, as far as the search goes."""
        try:
            return self._varies(argument, here)
        except _Spent:
            return False

    def _spend(self) -> None:
        self._left -= 1
        if self._left < 0:
            raise _Spent

    # Shapes ----------------------------------------------------------------------------------------------------------

    def _varies(self, expression: nodes.NodeNG, here: Position) -> bool:
        self._spend()
        if self._depth > DEEPEST or (expression, here) in self._entered:
            return False
        self._entered.add((expression, here))
        self._depth += 1
        found = self._expression_varies(expression, here)
        self._depth -= 1
        return found

    def _expression_varies(self, expression: nodes.NodeNG, here: Position) -> bool:
        if isinstance(expression, nodes.Name):
            return self._name_varies(expression, here)
        if isinstance(expression, nodes.Call):
            return self._call_varies(expression, here)
        if isinstance(expression, nodes.Subscript):
            # `x[i]` is one row; `x[0]` may be a member of what is no tensor.
            whole = not isinstance(expression.slice, (nodes.Name, nodes.BinOp, nodes.Call))
            # `x[x > 0]` has as many rows as the values say.
            self._note_rows(_is_test(expression.slice, here))
            if self._cut_varies(expression, here):
                return True
            return whole and self._within(_cuts_rows(expression), expression.value, here)
        if isinstance(expression, nodes.BinOp):
            repeated = {expression.left: expression.right, expression.right: expression.left}
            if expression.op == "*" and any(isinstance(each, DISPLAYS) for each in repeated):
                # `[0.0] * n`
                return any(self._counts(repeated[each], here) for each in repeated if isinstance(each, DISPLAYS))
            return self._varies(expression.left, here) or self._varies(expression.right, here)
        if isinstance(expression, nodes.ListComp):
            return self._varies(expression.elt, here)
        if isinstance(expression, nodes.IfExp):
            return self._varies(expression.body, here) or self._varies(expression.orelse, here)
        return isinstance(expression, nodes.UnaryOp) and self._varies(expression.operand, here)

    def _note_rows(self, any_number: bool) -> None:
        """What is looked at may have any number of rows."""
        self.likely = self.likely or (any_number and not self._cut)

    def _within(self, cut: bool, expression: nodes.NodeNG, here: Position) -> bool:
        """Whether an expression varies of which so many rows are taken, or which is taken whole."""
        self._cut += cut
        found = self._varies(expression, here)
        self._cut -= cut
        return found

    def _name_varies(self, name: nodes.Name, here: Position) -> bool:
        loop = here.loop
        assigned = list(self._provenance.assigned(name.name, here))
        settled = next((each for each in assigned if self._settles(each, assigned, here)), None)
        if settled is not None:
            return self._varies(settled.value, here)
        shrinking = (_takes_from_itself(self._facts, each.value, name.name, here) for each in assigned)
        if loop is not None and not self._cut and any(shrinking):
            if all(mentions(each.value, name.name) for each in assigned):
                return True
        if any(self._member_varies(each.value, each.member, here) for each in assigned):
            return True
        if loop is not None and not assigned and name.name in targets(loop):
            if isinstance(loop, nodes.For) and isinstance(loop.target, nodes.AssignName):
                # Each row of a ragged tensor has its own length.
                self.likely = self.likely or self._facts.callees.of(made_by(loop.iter)).startswith(_RAGGED)
            return any(self._member_varies(*brought) for brought in self._brought(loop, name.name, here))
        if loop is not None and assigned:
            return False
        return any(self._varies(argument, outer) for argument, outer in self._provenance.passed(name.name, here))

    def _settles(self, last: Assignment, assigned: Sequence[Assignment], here: Position) -> bool:
        """Whether what is assigned to a name last, and in any case, is an image or tensor of a size of its own."""
        call = last.value
        if last.member or not isinstance(call, nodes.Call) or not surely_runs_before(last.node, here.at):
            return False
        symbol = self._facts.callees.of(call)
        sized = symbol in _SIZED or _is_filled(call, _FILLING.get(symbol, 0))
        return sized and all(each is last or surely_runs_before(each.node, last.node) for each in assigned)

    def _brought(
        self, loop: nodes.NodeNG, name: str, here: Position
    ) -> Iterator[tuple[nodes.NodeNG, tuple[int, ...], Position]]:
        """What a generator of the project yields to the rounds of a loop, with where in it the name's value is."""
        callee = self._provenance.callee(loop.iter) if isinstance(loop, nodes.For) else None
        bound = [each for each in here.scope.locals.get(name, ()) if loop.parent_of(each)]
        found = assignment_of(bound[0]) if callee is not None and len(bound) == 1 else None
        if callee is None or found is None or found.node is not loop:
            return
        for each in nodes_inside(callee.scope, nodes.Yield):
            if each.value is not None and each.frame() is callee.scope:
                yield each.value, found.member, Position(callee, each, loop.iter, here)

    def _member_varies(self, value: nodes.NodeNG, member: tuple[int, ...], here: Position) -> bool:
        """The same of one of the members that a value is unpacked to."""
        value, member = unpacked(value, member)
        if not member:
            return self._varies(value, here)
        results = list(self._provenance.returned(value, here)) if isinstance(value, nodes.Call) else []
        if any(isinstance(result, nodes.Tuple) for result, _ in results):
            return any(
                self._member_varies(result, member, inner)
                for result, inner in results
                if isinstance(result, nodes.Tuple)
            )
        return self._varies(value, here)

    def _call_varies(self, call: nodes.Call, here: Position) -> bool:
        symbol = self._facts.callees.of(call)
        method = last_name(call.func)
        if symbol in _LOADING and passed_at(call, 3, "target_size") is not None:
            return False
        collected = symbol in _JOINING and call.args and self._is_collected(call.args[0], here)
        selected = symbol == "tensorflow.where" and len(call.args) == 1
        if symbol in _READERS:
            self.likely = True
            return False
        padding = _PADDING.get(self._called(call))
        if padding is not None and passed_at(call, *padding) is None and self._is_another_part(call, here):
            self.likely = True
            return False
        if collected or selected or symbol in _SELECTING:
            self._note_rows(True)
            return False
        if symbol in _STACKING | _JOINING and call.args and not self._cut and self._grows(call.args[0], here):
            return True
        if symbol in _SIZED or (not symbol and method == "resize"):
            size = passed_at(call, *_SIZED.get(symbol, (0, "size")))
            return size is not None and self._counts(size, here)
        if _is_filled(call, _FILLING.get(symbol, 0)):
            return False
        if symbol in _INDEXING and passed_as(call, "axis", "batch_dims") is None:
            indices = passed_at(call, *_INDEXING[symbol])
            return indices is not None and self._varies(indices, here)
        made = self._made_size(call)
        # `tf.reshape(x, (-1, 3))` is as long as what it is given.
        if made is not None and all(constant(each) != -1 for each in members(made) or [made]):
            return self._counts(made, here)
        if method in _FIXED or method.rpartition("_")[2] in _REDUCING:
            return False
        results = list(self._provenance.returned(call, here))
        if results:
            return any(self._varies(result, inner) for result, inner in results)
        receiver = receiver_of(call) if not symbol else None
        given = passed_by(call) if receiver is None else [receiver, *passed_by(call)]
        parts = [part for each in given for part in (each.elts if isinstance(each, DISPLAYS) else [each])]
        return any(self._varies(each, here) for each in parts)

    def _is_another_part(self, call: nodes.Call, here: Position) -> bool:
        """Whether a call is given something else in each round: `pad_sequences(rows[k : k + 4])`."""
        given = [each for each in (receiver_of(call), *passed_by(call)) if each is not None]
        return here.loop is not None and any(self._provenance.changes_here(each, here) for each in given)

    def _called(self, call: nodes.Call) -> str:
        """The function or method outside the project that a call calls, if it is one."""
        names = {self._facts.callees.of(call), *self._facts.called_methods(call)} - {""}
        return names.pop() if len(names) == 1 else ""

    def _made_size(self, call: nodes.Call) -> nodes.NodeNG | None:
        """How large NumPy or TensorFlow makes what a call gives: `np.zeros(shape)`, `rng.normal(size=(n, 3))`."""
        symbol = self._called(call)
        if symbol in _COUNTING:
            return call.args[0] if len(call.args) == 1 and passed_as(call, "limit", "stop") is None else None
        known = self._facts.knowledge.lookup(symbol) if symbol.startswith(("numpy.", "tensorflow.")) else None
        parameters = enumerate(known.parameters if known is not None else ())
        place = next((each for each in parameters if each[1] in _SIZING), None)
        return None if place is None else passed_at(call, *place)

    def _cut_varies(self, cut: nodes.Subscript, here: Position) -> bool:
        """`x[:n]`, `x[0:n]` or `x[::n]`, where `n` is another number in each round."""
        cuts = [axis for axis in axes_of(cut) if isinstance(axis, nodes.Slice)]
        if any(axis.step is not None and self._counts(axis.step, here) for axis in cuts):
            return True
        bounds = [(_open(axis.lower), axis.upper) for axis in cuts]
        return any(self._counts(first or last, here) for first, last in bounds if (first is None) != (last is None))

    def _is_collected(self, parts: nodes.NodeNG, here: Position) -> bool:
        """Whether a list holds one thing for each that a loop brings with a round: together they have some length."""
        if isinstance(parts, nodes.Name):
            found = assignments(here.scope, parts.name)
            return any(self._is_collected(each.value, here) for each in found if each.plain)
        if not isinstance(parts, nodes.ListComp):
            return False
        iterated, at = parts.generators[0].iter, here
        while isinstance(iterated, nodes.Name) and at.outer is not None:
            passed = list(self._provenance.passed(iterated.name, at))
            if not passed:
                return False
            iterated, at = passed[0]
        return isinstance(iterated, nodes.Name) and at.loop is not None and iterated.name in targets(at.loop)

    def _grows(self, parts: nodes.NodeNG, here: Position) -> bool:
        """Whether a list is longer in each round of a loop around, which adds to it and does not begin it anew."""
        self._spend()
        loop = here.loop
        if not isinstance(parts, nodes.Name):
            return False
        if loop is None or not _adds_to(loop, parts.name):
            return any(self._grows(argument, outer) for argument, outer in self._provenance.passed(parts.name, here))
        made = [each for each in assignments(here.scope, parts.name) if each.plain]
        return not any(loop.parent_of(each.node) or _is_bounded(each.value) for each in made)

    def grows(self, parts: nodes.NodeNG, here: Position) -> bool:
        """Whether a list that is unpacked into a call is longer in each round, as far as the search goes."""
        try:
            return self._grows(parts, here)
        except _Spent:
            return False

    # Sizes -----------------------------------------------------------------------------------------------------------

    def _counts(self, size: nodes.NodeNG, here: Position) -> bool:
        """Whether a size is another one in each round, or for each image."""
        self._spend()
        if self._depth > DEEPEST:
            return False
        self._depth += 1
        found = self._a_name_counts(size, here)
        self._depth -= 1
        return found

    def _is_list(self, name: nodes.Name, here: Position) -> bool:
        """Whether a loop makes a list of its own in each round: that has another length each time."""
        assigned = self._provenance.assigned(name.name, here) if here.loop is not None else ()
        return any(_makes_list(each.value) for each in assigned)

    def _a_name_counts(self, size: nodes.NodeNG, here: Position) -> bool:
        calls = size.nodes_of_class(nodes.Call)
        if _is_repeated(here) and any(self._called(call) in _DRAWING for call in calls):
            return True
        for name in size.nodes_of_class(nodes.Name):
            parent = name.parent
            if isinstance(parent, nodes.Call) and parent.func is name or (name, here) in self._entered:
                continue
            self._entered.add((name, here))
            loop = here.loop
            if _is_measured(self._facts, name) and not self._is_list(name, here):
                # The first look at the name at this position was for its value.
                self._entered.discard((name, here))
                if self._varies(name, here) or self._grows(name, here):
                    return True
                continue
            if self._provenance.changes_here(name, here):
                return True
            if any(self._counts(each.value, here) for each in self._provenance.assigned(name.name, here)):
                return True
            if loop is None or here.outer is not None:
                if any(self._counts(argument, outer) for argument, outer in self._provenance.passed(name.name, here)):
                    return True
        return False


def _is_repeated(here: Position) -> bool:
    """Whether a place is reached in each round of a loop, there or around the calls that were followed to it."""
    return here.loop is not None or (here.outer is not None and _is_repeated(here.outer))


def _makes_list(value: nodes.NodeNG) -> bool:
    """`[row for row in rows if row]`, `text.split()`: as long as it happens to be."""
    return called_name(value) in ("filter", "list", "sorted", "split") or isinstance(value, nodes.ListComp)


def _takes_from_itself(facts: Facts, value: nodes.NodeNG, name: str, here: Position) -> bool:
    """`x = x[x > 0]`, `x = tf.concat([x, more], 0)`: each round leaves another number of rows."""
    if isinstance(value, nodes.Call) and facts.callees.of(value) in _JOINING and value.args:
        return any(mentions(each, name) for each in members(value.args[0]))
    return isinstance(value, nodes.Subscript) and is_name(value.value, name) and _is_test(value.slice, here)


def _is_test(selected: nodes.NodeNG, here: Position) -> bool:
    """Whether a subscript is a comparison, or a name for one."""
    if isinstance(selected, nodes.Name):
        found = [each.value for each in assignments(here.scope, selected.name) if each.plain]
        return bool(found) and all(isinstance(each, _TESTS) for each in found)
    return isinstance(selected, _TESTS)


def _is_filled(call: nodes.Call, edges: int) -> bool:
    """Whether what is added to the edges is computed: of the size, which it makes one for all."""
    return any(True for each in call.args[1 : 1 + edges] for _ in each.nodes_of_class(nodes.Name))


def _cuts_rows(cut: nodes.Subscript) -> bool:
    """`x[:n]`, `x[-16:]`: so many rows, however many there are."""
    first = axes_of(cut)[0]
    if not isinstance(first, nodes.Slice) or first.step is not None:
        return False
    begins_at_end = isinstance(first.lower, nodes.UnaryOp)
    if first.upper is None:
        return begins_at_end
    return _open(first.lower) is None and not begins_at_end and not isinstance(first.upper, nodes.UnaryOp)


def _is_bounded(made: nodes.NodeNG) -> bool:
    """`deque(maxlen=32)` holds so many at most."""
    return called_name(made) == "deque" and passed_at(made, 1, "maxlen") is not None


def _open(bound: nodes.NodeNG | None) -> nodes.NodeNG | None:
    """The first index of a part; None where it is written: then the other one says how long the part is."""
    return None if isinstance(bound, nodes.Const) else bound


def _is_measured(facts: Facts, name: nodes.Name) -> bool:
    """`x.shape[0]`, `x.size`, `tf.shape(x)`, `len(x)`: what is asked of an array is its size."""
    parent = name.parent
    if isinstance(parent, nodes.Attribute):
        return parent.attrname in ("shape", "size", "width", "height", "get_shape")
    measuring = ("tensorflow.shape", "tensorflow.size", "numpy.shape", "numpy.size")
    return builtin_called(parent) == "len" or facts.callees.of(parent) in measuring


def _adds_to(loop: nodes.NodeNG, name: str) -> bool:
    """Whether a loop adds to a list of some name."""
    calls = loop.nodes_of_class(nodes.Call)
    return any(method_name(each) in ADDING and is_name(receiver_of(each), name) for each in calls)
