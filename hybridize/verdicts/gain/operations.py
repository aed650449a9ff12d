"""What hybridizing may bring: operations a call, and the loops around the calls."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Set

from astroid import nodes

from hybridize.inference.domain.objects import Bound, Function, Partial
from hybridize.inference.domain.queries import has
from hybridize.inference.facts.facts import Facts, FunctionFacts
from hybridize.inference.facts.model import Assumption, Context, Use
from hybridize.inference.facts.repetition import OPTIMIZER_STEPS, Often, Repetition
from hybridize.program.calls import called_name
from hybridize.program.loops import loops_around, rounds
from hybridize.program.places import place_of, source_of
from hybridize.program.syntax import is_name
from hybridize.settings import Gain
from hybridize.verdicts.evidence.assumptions import TakenForNet
from hybridize.verdicts.gain.alternatives import Alternatives
from hybridize.verdicts.gain.thresholds import BREAK_EVEN, HIGH, MEDIUM
from hybridize.verdicts.model.steps import steps_down
from hybridize.verdicts.model.verdict import GainEstimate

MUCH = 2 * HIGH
"""What a call must run where nobody tells how often there are calls: then a few pay for the trace."""
MAX_LOOPS = 5
_LEVELS = 2
"""Calls up to which loops are looked for: those of the function, and of its callers."""
_SEVERAL = (
    "tensorflow.random.Generator.", "tensorflow.while_loop", "tensorflow.map_fn", "tensorflow.scan",
    "tensorflow.compat.v1.losses.",
)  # fmt: skip
_SEVERAL_OF_KERAS = ("__call__", "update_state")
"""What runs several operations in one call, by the beginning of its name, and for Keras by the end."""
UPDATING = frozenset(f"keras.optimizers.Optimizer.{name}" for name in ("apply", "apply_gradients", "minimize"))
"""What updates variables, one by one."""
USING_GRADIENTS = OPTIMIZER_STEPS | {"apply", "assign", "assign_add", "assign_sub"}
"""What makes use of gradients: methods of optimizers and of variables."""
_WEIGHTS, _EACH = 100, 15
"""What an optimizer runs for the weights of a model, and for each variable that is written there, in operations.

Counted eagerly for six variables: 28 and 55 with SGD, 88 and 91 with RMSprop, 151 and 178 with Adam (2.21 and 2.15).
"""
_OF_SONNET = tuple(f"sonnet.{name}.__call__" for name in "RNNCore DeepRNN LSTM GRU Sequential nets.MLP".split())
"""Those of Sonnet."""
_DISTRIBUTION = "tensorflow_probability.distributions."
_OF_DISTRIBUTIONS = tuple(
    f".{name}"
    for name in "sample log_prob prob cdf log_cdf entropy cross_entropy kl_divergence".split()
)
"""What distributions compute with several operations, by the end of its name.

Counted in graphs of Categorical, Normal, Independent and MultivariateNormalDiag: 8 to 16 for `sample`, 2 to 34 for
`log_prob`, 4 to 26 for `entropy`, 9 to 37 for `kl_divergence`.
"""
_MANY = {"tensorflow.nn.nce_loss": 67, "tensorflow.nn.sampled_softmax_loss": 81, "tensorflow.nn.ctc_loss": 400}
"""Losses that are programs of their own, and what they run; counted eagerly, 552 for `ctc_loss` with both releases."""
CHAINS = frozenset(
    {"tensorflow_probability.mcmc.sample_chain", "tensorflow_probability.mcmc.sample_annealed_importance_chain"}
)
"""Chains of Monte Carlo: each step runs the density with its gradient several times, and what proposes and accepts."""
_SCHEDULES = "keras.optimizers.schedules."
_WEIGHT, _OF_SCHEDULE = 8, 4
_MOST_UNSEEN = 2
_CALLS = frozenset({Use.CALL, Use.METHOD})
GRADIENTS = frozenset(
    {
        "tensorflow.GradientTape.batch_jacobian", "tensorflow.GradientTape.gradient",
        "tensorflow.GradientTape.jacobian", "tensorflow.gradients",
    }
)  # fmt: skip
"""They run about as many operations again as led to the loss."""
_PER_ELEMENT = frozenset(
    f"tensorflow.{name}" for name in ("map_fn", "vectorized_map", "while_loop", "scan", "foldl", "foldr")
)
"""Eagerly they run a function of Python, or trace it, in each call: mostly once for each element of a tensor."""
_ROUNDS = 5
"""The rounds of a loop in the body for which no number is written."""
_MOST_ROUNDS = 20
MOST_TIMES = _MOST_ROUNDS * _MOST_ROUNDS


class Gains:
    """Estimates what hybridizing brings."""

    def __init__(self, facts: Facts, repetition: Repetition) -> None:
        self._facts = facts
        self._repetition = repetition
        self._alternatives = Alternatives(facts.graph, facts.is_hybrid)
        self._weights: dict[nodes.NodeNG, int] = {}
        """What an operation counts in one call of its function."""
        self._gradients: set[nodes.NodeNG] = set()
        """Those operations that run the ones before them again."""
        self._updating: set[nodes.NodeNG] = set()
        """Those that update variables."""
        self._per_element = facts.operations_of(_PER_ELEMENT)

    def of(self, function: FunctionFacts) -> GainEstimate:
        """The gain of a function. The operations are the expressions that compute; the level weighs what they run.

        The loops of tests show nothing of what a function that is none of them gains, nor does a loop that calls a
        graph show anything of what runs in that.
        """
        silent = self._facts.silent_about(function)
        calls = [each for each in function.callers if function.hybrids or not self._facts.is_hybrid(each[0].scope)]
        runs = self._repetition.of_calls(calls, function.node.name, silent, _LEVELS)
        loops = sorted(loop.place for loop in runs.loops if not loop.is_short)[:MAX_LOOPS]
        cost, operations = self._cost(function)
        assumed = () if function.hybrids or cost >= BREAK_EVEN else self._assumed(function)
        cost += _WEIGHT * min(len(assumed), _MOST_UNSEEN)
        operations += len(assumed)
        return GainEstimate(level_of(cost, bool(loops)), operations, tuple(loops), round(cost), assumed=assumed)

    def _assumed(self, function: FunctionFacts) -> tuple[TakenForNet, ...]:
        """The calls that pass tensors to what is not known, which is taken to compute with them."""
        path, graph = function.module.file.relative, self._facts.graph
        found: dict[nodes.NodeNG, TakenForNet] = {}
        for each in function.gaps.assumptions:
            call = each.origin.node
            if isinstance(call, nodes.Call) and self._facts.is_unknown_net(call) and _is_held(call.func):
                net = TakenForNet(place_of(path, each.via), source_of(call.func), chain=steps_down(each, graph))
                found.setdefault(call, net)
        return tuple(sorted(found.values(), key=lambda each: each.place))

    def is_slow(self, function: FunctionFacts, gain: GainEstimate) -> bool:
        """Whether each call of a function runs much eagerly, and goes through the elements of a tensor in Python.

        What takes functions is traced for each of them: nobody can tell what it gains.
        """
        takes_functions = any(has(each.value, Function, Bound, Partial) for each in function.parameters)
        return gain.runs >= MUCH and not takes_functions and self._repeats(function)

    def _repeats(self, function: FunctionFacts) -> bool:
        """Whether one call goes through the elements of a tensor in Python, in the function or in what it calls."""
        operations = self._facts.graph.operations
        if any(not self._per_element.isdisjoint(operations.get(context, ())) for context in function.contexts):
            return True
        pending = list(function.contexts)
        seen = set(pending)
        for context in pending:
            computing = set(context.summary.operations)
            for call, callee, edge in context.summary.edges():
                if not edge.effects or edge.hybrid or self._facts.is_hybrid(callee.scope):
                    continue
                if operations.get(callee):
                    computing.add(call)
                if callee not in seen:
                    seen.add(callee)
                    pending.append(callee)
            loops = {each for each in context.summary.regions if isinstance(each, (nodes.For, nodes.While))}
            if loops and any(loop in loops for node in computing for loop in loops_around(node)):
                return True
        return False

    def _cost(self, function: FunctionFacts) -> tuple[float, int]:
        """What one call runs in the graph, about, and its operations: of the call that runs most.

        Another call may lead to other methods: they do not add up.
        """
        first: dict[frozenset[nodes.NodeNG], Context] = {}
        assumed = [each.origin for each in function.gaps.assumptions]
        unseen = len({each.node for each in assumed if isinstance(each, Assumption) and each.use in _CALLS})
        for context in function.contexts:
            first.setdefault(self._facts.graph.operations.get(context, frozenset()), context)
        most, operations = 0.0, 0
        for run, context in first.items():
            cost, count = self._cost_of(dict.fromkeys(run, 1.0)), float(len(run))
            here: Collection[nodes.NodeNG] = run
            if cost >= BREAK_EVEN:
                shares = self._alternatives.of(context)
                # What a graph runs that is called is no operation of its caller.
                cost, count, here = self._cost_of(shares), sum(shares.values()), shares
            if any(each in self._gradients for each in here):
                # What computes gradients and calls what nobody sees has its model there.
                cost += 2 * _WEIGHT * min(unseen, _MOST_UNSEEN)
            most, operations = max((most, operations), (cost, round(count)))
        return most, operations

    def _cost_of(self, shares: Mapping[nodes.NodeNG, float]) -> float:
        self._weigh(shares)
        weights = self._weights
        total = sum([share * weights[node] for node, share in shares.items()])
        if self._gradients.isdisjoint(shares):
            return total
        # No gradient leads through what an optimizer does.
        return 2 * total - sum([share * weights[node] for node, share in shares.items() if node in self._updating])

    def _weigh(self, operations: Iterable[nodes.NodeNG]) -> None:
        """Weigh those that have not been."""
        for node in [each for each in operations if each not in self._weights]:
            name = self._facts.operation(node)
            self._weights[node] = _weight(node, name)
            if name in GRADIENTS:
                self._gradients.add(node)
            if name in UPDATING:
                self._updating.add(node)


def _is_held(called: nodes.NodeNG) -> bool:
    """Whether a function calls what its object or the module holds; not a method of that, nor what it has itself.

    What takes functions is traced for each of them, and what another call gave may make objects.
    """
    held = called.value if isinstance(called, nodes.Subscript) else called
    if isinstance(held, nodes.Attribute):
        return is_name(held.expr, "self")
    return isinstance(held, nodes.Name) and isinstance(held.lookup(held.name)[0], nodes.Module)


def leading_to_operations(facts: Facts, wanted: Callable[[str], bool]) -> Set[Context]:
    """The contexts that run operations of some names, or lead to one.

    Of many operations the call graph carries up a part, which is enough to tell what a function gains.
    """
    names, graph = facts.operation, facts.graph
    return graph.callers.leading_to(
        context for context in graph.contexts if any(wanted(names(node)) for node in context.summary.operations)
    )


def runs_chain(facts: Facts, function: FunctionFacts) -> bool:
    """Whether one call of a function goes through so many rounds with operations that it pays for its trace.

    Sixty steps of Hamiltonian Monte Carlo take 9 s eagerly, and 2 s as a graph with its trace.
    """
    chains, operations = facts.operations_of(CHAINS), facts.graph.operations
    return any(not chains.isdisjoint(operations.get(context, ())) for context in function.contexts)


def opens_tape(statement: nodes.With) -> bool:
    """Whether it is `with tf.GradientTape():`."""
    return any(called_name(manager) == "GradientTape" for manager, _ in statement.items)


def level_of(cost: float, looped: bool) -> Gain:
    """The level of what a call runs, one more where a loop is around its calls."""
    if cost < BREAK_EVEN:
        return Gain.NONE
    level = Gain.HIGH if cost >= HIGH else Gain.MEDIUM if cost >= MEDIUM else Gain.LOW
    return list(Gain)[level.rank + 1] if looped and level is not Gain.HIGH else level


def too_seldom(often: Often, step: bool, slow: Callable[[], bool], loop: Callable[[], bool]) -> bool:
    """Whether a function that runs so often would not pay for its trace.

    One that goes through a `loop` with operations pays for it in one call. Where nobody tells how often it is called,
    as in a library, its calls must be so `slow` that few of them pay for the trace. A step of training, or of what else
    changes variables, is taken to be called often.
    """
    if often is Often.PER_ITERATION or (often is not Often.NEVER and loop()):
        return False
    if often in (Often.UNKNOWN, Often.TESTED):
        return not (step or slow())
    return not (step and often is Often.SELDOM)


def _weight(node: nodes.NodeNG, name: str) -> int:
    """What an operation runs in one call of its function, about."""
    weight = runs_of_optimizer(node) if name in UPDATING else weight_of(name)
    return min(weight * rounds_around(node), MOST_TIMES)


def runs_of_optimizer(call: nodes.NodeNG) -> int:
    """What an optimizer runs in a call, about: it goes through the variables one by one."""
    written = next((each for each in call.nodes_of_class(nodes.List) if each.elts), None)
    return _WEIGHTS if written is None else min(_EACH * len(written.elts), _WEIGHTS)


def weight_of(name: str) -> int:
    """What an operation of the name runs, about."""
    if name.startswith(_SCHEDULES):
        return _OF_SCHEDULE
    if name in CHAINS:
        return MUCH
    if name in _MANY:
        return _MANY[name]
    several = name.startswith("keras.") and name.endswith(_SEVERAL_OF_KERAS)
    several = several or (name.startswith(_DISTRIBUTION) and name.endswith(_OF_DISTRIBUTIONS))
    return _WEIGHT if several or name.startswith((*_SEVERAL, *_OF_SONNET)) else 1


def rounds_around(node: nodes.NodeNG, within: nodes.NodeNG | None = None) -> int:
    """How often a place runs in one call of its function, about, or in one round of a loop there."""
    found = 1
    for loop in loops_around(node):
        if loop is within:
            break
        found *= min(rounds(loop) or _ROUNDS, _MOST_ROUNDS)
    return min(found, MOST_TIMES)
