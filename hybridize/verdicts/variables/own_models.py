"""Graphs of a model that is made together with them: another model needs another graph, however often both are made.

`for fold in folds: train(fold)`, where `train` makes a model and the step that runs it again and again.
"""

from __future__ import annotations

from collections.abc import Iterator

from astroid import nodes

from hybridize.inference.domain.objects import Allocated, ExternalInstance, Instance
from hybridize.inference.domain.queries import select
from hybridize.inference.facts.facts import Facts, FunctionFacts
from hybridize.inference.facts.model import HybridMark, context_of
from hybridize.inference.facts.provenance import argument_of, calls_of
from hybridize.program.calls import call_of
from hybridize.program.inside import reads_of
from hybridize.program.lookup import assigned_once, made_by
from hybridize.program.loops import loops_around, repeated_by, targets
from hybridize.program.syntax import names_read
from hybridize.verdicts.decide.traced_code import traced_code

_MODELS = ("keras.layers.Layer", "tensorflow.Module", "keras.optimizers.Optimizer")
"""Optimizers make variables of their own for those that they first change: another one needs another graph, too."""


def serves_own_model(facts: Facts, function: FunctionFacts, mark: HybridMark) -> bool:
    """Whether what makes a hybrid function makes a model that it runs, and calls it again and again with that."""
    # Calls in code that no program here runs, as a library has them, tell of loops, too.
    if not any(_is_in_inner_loop(call, mark.node) for _, call, _ in facts.known_calls(function)):
        return False
    below = facts.graph.reached([mark.context])
    loop = next(repeated_by(mark.node), None)
    for each in _models(facts, function):
        if loop is not None and loop.parent_of(each.site):
            return True
        if loop is None and each.owner is not None and context_of(each.owner) in below:
            return True
    return _calls_what_is_made_beside(facts, function, mark)


def wraps_own_model(facts: Facts, function: FunctionFacts, mark: HybridMark) -> bool:
    """Whether each round of a loop makes the graph of a model that it makes or takes itself.

    `for name in names: run = tf.function(make_model(name))`: another model needs another graph.
    """
    call = mark.node
    if not isinstance(call, nodes.Call) or not call.args or not facts.derives(function.bases, *_MODELS):
        return False
    wrapped = call.args[0].expr if isinstance(call.args[0], nodes.Attribute) else call.args[0]
    made, loops = made_by(wrapped), list(loops_around(call))
    if isinstance(made, nodes.Call):
        return any(loop.parent_of(made) for loop in loops)
    return any(not names_read(wrapped).isdisjoint(targets(loop)) for loop in loops)


def _calls_what_is_made_beside(facts: Facts, function: FunctionFacts, mark: HybridMark) -> bool:
    """Whether a hybrid function calls what its maker is given, which is made anew before each making.

    `network = self.make_network()`, and then `step = make_step(network)`: nothing needs to be known of the network.
    """
    maker = facts.function_of(mark.context.scope)
    if maker is None or function.node.parent.frame() is not maker.node:
        return False
    for parameter in maker.parameters:
        if any(map(call_of, reads_of(function.node, parameter.name))):
            given = [argument_of(passed.node, parameter, maker) for passed in calls_of(parameter)]
            if given and all(each is not None and _is_made_before(each) for each in given):
                return True
    return False


def _is_made_before(argument: nodes.NodeNG) -> bool:
    """Whether a call gives what a name stands for, in the same run of a function or round of a loop."""
    made, loop = assigned_once(argument), next(loops_around(argument), None)
    if not isinstance(made, nodes.Call) or made.frame() is not argument.frame():
        return False
    return loop.parent_of(made) if loop is not None else isinstance(argument.frame(), nodes.FunctionDef)


def _is_in_inner_loop(call: nodes.NodeNG, making: nodes.NodeNG) -> bool:
    return any(not loop.parent_of(making) for loop in repeated_by(call))


def _models(facts: Facts, function: FunctionFacts) -> Iterator[Allocated]:
    """The models that the graph reads of names around it, itself or in what it calls."""
    for reached in traced_code(facts.graph, function.contexts):
        for _, value in reached.context.summary.implicit_reads.values():
            for own in select(value, Instance):
                if facts.derives(facts.objects.class_facts(own.cls).bases, *_MODELS):
                    yield own
            for external in select(value, ExternalInstance):
                if any(facts.knowledge.is_subclass(external.cls, each) for each in _MODELS):
                    yield external
