"""What share of a round of a loop a function runs: beside much more, nobody notices that it became faster."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Set
from dataclasses import dataclass
from itertools import takewhile

from astroid import nodes

from hybridize.inference.facts.callers import Call, Way
from hybridize.inference.facts.facts import Facts, FunctionFacts
from hybridize.inference.facts.model import Context
from hybridize.inference.facts.repetition import OPTIMIZER_STEPS, is_periodic
from hybridize.inference.facts.shown_calls import goes_through_data
from hybridize.program.calls import called_name
from hybridize.program.components import strong_components
from hybridize.program.loops import loops_around, rounds
from hybridize.program.places import place_of
from hybridize.verdicts.gain.operations import (
    GRADIENTS,
    MOST_TIMES,
    UPDATING,
    opens_tape,
    rounds_around,
    runs_of_optimizer,
    weight_of,
)
from hybridize.verdicts.gain.thresholds import MEDIUM
from hybridize.verdicts.model.parts import Place

_MOST = float(MOST_TIMES * MOST_TIMES)
_LITTLE, _LITTLE_OF_SHOWN, _LITTLE_OF_FEW = 12, 4, 3
"""How many times as much a round must run beside a function so that nobody notices what becomes of that.

Less for what graphs run as well: those are the work, and the eager calls show how things are. Less still for what runs
few operations, and gains some tenth of a millisecond at most.
"""
_FASTER = 8
"""How many times as fast a graph runs what it holds, about."""
_SELDOM = 20
"""Rounds of a loop for one of what runs with every so many of them, about."""
_HEAVY = {
    "predict": 1500, "fit": 1500, "evaluate": 1400, "predict_on_batch": 50, "train_on_batch": 100,
    "tensorflow.lite.Interpreter.invoke": 1500, "tensorflow.lite.Interpreter.get_signature_runner": 1500,
}  # fmt: skip
"""What methods of Keras models run, in operations: `predict` makes a data set of what it gets, and more.

Measured with a model of one layer: 1768 and 1778 for `predict` (2.21 and 2.15), 1435 and 2194 for `evaluate`. An
interpreter runs a whole model, mostly of images, on a CPU.
"""
_DRAWING, _RENDERING = 10, 3000
"""What a call of Matplotlib takes, in operations, and one that makes a picture of all that was drawn.

Measured: 0.2 to 0.3 milliseconds for `plot` and `imshow`, 94 for `savefig`; an operation takes about 0.03.
"""
_RENDERERS = frozenset({"savefig", "show", "draw", "pause"})
_PICTURE = 200
"""What it takes to read a picture from a file, or to write or show one, in operations.

Measured with `tf.io` and a JPEG of 500 by 375: 1.2 milliseconds to read it, 1.2 to write it, 53 as PNG; 0.02 for an
operation. Photographs have some times as many pixels.
"""
_OF_PICTURES = ("cv2", "PIL", "imageio", "skimage.io", "scipy.misc", "keras.utils", "keras.preprocessing.image")
_HANDLING = frozenset(
    "imread imwrite imsave mimread mimwrite mimsave imshow waitKey read open save load_img save_img".split()
)
"""What packages for pictures call the functions and methods that read, write and show them."""
_MODEL, _LAYER = 25, 4
"""What a model runs of whose layers nothing is known, and each layer that is known.

Counted eagerly: 8 and 14 for three dense layers, 30 and 111 for ten of an image classifier (2.15 and 2.21).
"""
_CONVOLUTION = 60
_CONVOLVES = re.compile(r"^(?:keras\.layers|tensorflow\.nn)\.\w*[Cc]onv(?:LSTM)?[23][Dd]")
"""What a convolution of pictures takes, in operations: most of its time it computes.

Measured with 32 channels and kernels of 3 by 3, in time of the processor: 0.8 milliseconds for one picture of 28 by 28,
1.8 for 64 by 64, and 3.4 and 14 for 16 of these, where a dense layer takes 0.4 and an operation 0.01.
"""


@dataclass(frozen=True)
class _Way:
    """The way to a function."""

    leading: Set[Context]
    """What leads to it."""
    known: dict[Context, float]
    """What these run, on the way to it."""


class Shares:
    """Compares functions with what runs beside them."""

    def __init__(self, facts: Facts, graphs: Collection[nodes.NodeNG]) -> None:
        """`graphs` are the functions that run as graphs, or shall."""
        self._facts = facts
        self._graphs = graphs
        self._known: dict[Context, float] = {}
        self._heavy: dict[nodes.NodeNG, list[tuple[nodes.NodeNG, int]]] = {}
        """By function: its calls of such methods, each with what it runs."""
        steps = ((call, runs_of_optimizer(call)) for call in facts.calls_of_optimizers(OPTIMIZER_STEPS))
        drawn = facts.calls_into("matplotlib")
        drawing = ((call, _RENDERING if called_name(call) in _RENDERERS else _DRAWING) for call in drawn)
        pictures = (
            (call, _PICTURE)
            for package in _OF_PICTURES
            for call in facts.calls_into(package)
            if called_name(call) in _HANDLING
        )
        for call, weight in (*facts.calls_of_models(_HEAVY), *steps, *drawing, *pictures):
            self._heavy.setdefault(call.frame(), []).append((call, weight))
        self._models = {
            call: sum(_CONVOLUTION if _CONVOLVES.search(each) else _LAYER for each in layers) or _MODEL
            for call, layers in facts.keras_models.layers_called().items()
        }
        """What the calls of models run."""
        for call, layers in facts.keras_models.layers_by_themselves().items():
            if any(map(_CONVOLVES.search, layers)):
                self._models[call] = _CONVOLUTION

    def loop_beside(self, function: FunctionFacts, runs: float, in_graphs: bool) -> Place | None:
        """A loop by which a function is called, if in each such loop others run much more than its `runs`.

        `in_graphs`: graphs of the program run the function as well.
        """
        calls: dict[nodes.NodeNG, list[Call]] = {}
        for call in self._calls(function):
            calls.setdefault(call.node, []).append(call)
        leading = self._facts.graph.callers.leading_to(function.contexts)
        way = _Way(leading, {})
        runs = self.runs(function, runs)
        little = _LITTLE_OF_FEW if runs < MEDIUM else _LITTLE_OF_SHOWN if in_graphs else _LITTLE
        loops: dict[nodes.NodeNG, Context] = {}
        counts: Counter[nodes.NodeNG] = Counter()
        """The calls that each loop leads to in a round: what graphs call is no part of it."""
        for each in calls.values():
            times: dict[nodes.NodeNG, int] = {}
            for loop, context, count in self._loops(each):
                loops[loop] = context
                times[loop] = max(times.get(loop, 0), count)
            counts.update(times)
        if any(self._parts(loops[loop], loop, way) < little * runs * count for loop, count in counts.items()):
            return None
        return next((place_of(context.module_path, loop) for loop, context in loops.items()), None)

    def runs(self, function: FunctionFacts, runs: float) -> float:
        """What a call of a function runs if the models in it weigh as much as those beside it; at least its `runs`."""
        return max([runs, *(self._parts(context, None, _Way(frozenset(), {})) for context in function.contexts)])

    def _calls(self, function: FunctionFacts) -> list[Call]:
        """Who calls a function, and where; of one that no program reaches, those that would."""
        silent = self._facts.silent_about(function)
        return [call for call in self._facts.known_calls(function) if call.caller.module_path not in silent]

    def _loops(
        self, calls: Iterable[Call]
    ) -> Iterator[tuple[nodes.NodeNG, Context, int]]:
        """The innermost loops around the calls of a function and of its callers.

        Each comes with who runs it, and how often a round comes to the call, about: a loop within what a tape records
        is a part of one step, and so is a comprehension that goes through members.
        """
        times: dict[Way | None, int] = {None: 1}

        def judge(way: Way) -> tuple[nodes.NodeNG, Context, int] | bool | None:
            caller, call = way.caller, way.node
            if caller.scope in self._graphs:
                return False
            step = _taped(call)
            step = _collected(call, caller) if step is call else step
            around = (each for each in loops_around(call) if each is not step and not step.parent_of(each))
            loop = next((each for each in around if rounds(each) != 1), None)
            times[way] = min(times[way.below] * (rounds_around(call, loop) if step is not call else 1), MOST_TIMES)
            return None if loop is None else (loop, caller, times[way])

        ends = self._facts.graph.callers.ends(calls, judge)
        return (each for each in ends if isinstance(each, tuple))

    def _of(self, context: Context, way: _Way) -> float:
        leads = context in way.leading
        known = way.known if leads else self._known

        def open_callees(caller: Context) -> list[Context]:
            callees = (callee for _, callee, _ in caller.summary.edges())
            return [each for each in callees if each not in known and (each in way.leading) is leads]

        for component in strong_components([] if context in known else [context], open_callees):
            # Of mutually recursive functions each runs what all of them run, once.
            known.update(dict.fromkeys(component, 0.0))
            most: dict[nodes.NodeNG, float] = {}
            for each in component:
                most[each.scope] = max(most.get(each.scope, 0.0), self._parts(each, None, way))
            known.update(dict.fromkeys(component, min(sum(most.values()), _MOST)))
        return known[context]

    def _parts(self, context: Context, loop: nodes.NodeNG | None, way: _Way) -> float:
        """What a call of a context runs, or a round of a loop in it, beside the functions that are graphs, or shall be,
        and a part of what those run.

        A call that leads to the function does not lead to the methods of other classes, which have work of their own.
        """
        total, twice = 0.0, False
        around = context.scope if loop is None else loop

        def share(node: nodes.NodeNG) -> float:
            """How often a place runs in a call or round, about: what waits for every so many rounds runs seldom."""
            return rounds_around(node, loop) / (_SELDOM if is_periodic(node, around) else 1)

        for node in context.summary.operations:
            name = self._facts.operation(node)
            if name not in UPDATING and (loop is None or loop.parent_of(node)):
                weight = _CONVOLUTION if _CONVOLVES.search(name) else weight_of(name)
                total += max(weight, self._models.get(node, 0)) * share(node)
                twice = twice or name in GRADIENTS
        called: dict[nodes.NodeNG, float] = {}
        edges = list(context.summary.edges())
        on_the_way = {call for call, callee, _ in edges if callee in way.leading}
        for call, callee, edge in edges:
            if not edge.effects or not (loop is None or loop.parent_of(call)):
                continue
            if call in on_the_way and callee not in way.leading:
                continue
            cost = self._of(callee, way)
            if edge.hybrid or callee.scope in self._graphs or self._facts.is_hybrid(callee.scope):
                cost /= _FASTER
            called[call] = max(called.get(call, 0.0), cost)
        total += sum(cost * share(call) for call, cost in called.items())
        total *= 2 if twice else 1
        for call, weight in self._heavy.get(context.scope, ()):
            if loop is None or loop.parent_of(call):
                total += weight * share(call)
        return min(total, _MOST)


def _taped(node: nodes.NodeNG) -> nodes.NodeNG:
    """The outermost `with tf.GradientTape()` around a place in its function; the place itself where there is none."""
    around = takewhile(lambda each: not isinstance(each, nodes.LocalsDictNodeNG), node.node_ancestors())
    tapes = [each for each in around if isinstance(each, nodes.With) and opens_tape(each)]
    return tapes[-1] if tapes else node


def _collected(node: nodes.NodeNG, caller: Context) -> nodes.NodeNG:
    """The outermost comprehension around a place that collects what it gives for members, not for data.

    The place itself where there is none.
    """
    found = node
    for each in loops_around(node):
        if not isinstance(each, nodes.ComprehensionScope) or goes_through_data(each, caller):
            break
        found = each
    return found
