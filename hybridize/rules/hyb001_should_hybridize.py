"""HYB001: an eager function that could be a graph."""

from __future__ import annotations

from collections.abc import Iterator

from hybridize.rules.base import Rule, RuleContext, named, passing_tensors
from hybridize.rules.model import AddDecorator, Finding, Fix
from hybridize.verdicts.evidence import sentences, words
from hybridize.verdicts.evidence.assumptions import DecoratorTakenOff
from hybridize.verdicts.gain.thresholds import BREAK_EVEN
from hybridize.verdicts.model.parts import Action, Safety, Step, StepKind
from hybridize.verdicts.model.verdict import Verdict


class ShouldHybridize(Rule):
    """An eager function that would run the same as a graph, and faster.

    ## What to do
    Put `@tf.function` above the function. What it calls runs in the same graph.

    ## What it does
    Finds functions that run eagerly although they could be decorated with `@tf.function`: a parameter receives
    tensors, none receives a Python number or text that changes, the function has no Python side effects, does not
    call itself, and nothing in it fails or changes when it is traced. Of functions that call each other the outermost
    is reported: one decorator on the training step serves all that it calls. Functions of fewer than about eight
    operations are left alone, and so are those that run in a graph already, since all their callers do or only `fit`
    calls them, and those that run too seldom for a trace to pay: once, a few times in the
    `__main__` of a module that others import, every so many rounds of a loop (`if step % 100 == 0`), once an epoch
    after the loop that trains, or on tensors of another shape at nearly every call (images as they are, the levels of a
    pyramid, boxes that a loop sorts out, batches that are padded to their longest member). So is what trains nothing
    and is called in one pass through something: files, the members of a list, some elements of a data set.
    What is a small part of a round of its loop - a loss beside the models, the gradients and what the optimizer does
    with them, anything beside pictures that are read, drawn and saved - is left alone, too.
    Where the project does not tell how often a function runs - nobody calls it, or what calls it, or tests alone do -
    it is left alone as well, unless it trains, or takes tensors and goes through their
    elements in Python (`tf.map_fn`, `tf.while_loop`, a `for` over a tensor), some forty operations or more: few calls
    pay for the trace then. What takes functions is no such case: it is traced for each. A loop in what only tests or
    graphs run says nothing. What an optimizer of SciPy, or a sampler or optimizer of TensorFlow Probability, calls in
    each round of its own runs as in a loop; a function that runs a chain (`tfp.mcmc.sample_chain`) is reported also
    where it is called once. `min-gain = "none"` shows all of these.

    The tables of the paper ask for a tensor parameter and forbid literals; TensorFlow asks something else. A step that
    reads captured models, variables and iterators, gets NumPy arrays or takes from a data set is converted as well, and
    Python arguments of few values (two modes, an option) cost a trace each. Such a step is reported with an unsafe fix,
    and the message lists what is assumed. It is not reported where each call would be a trace: a counter, an object or
    a model made for each call or each task, by a helper too. A method that computes gradients and applies them is taken
    for a step of training, although nobody in the project calls it. Modules that use names of TensorFlow 1, or
    `tf.compat.v1` for sessions and collections, are left alone.

    ## Why is this bad?
    Each operation of an eager function goes through Python. Measured on small tensors, a graph runs at the eager speed
    with seven operations a call, at twice that with 8 to 12, four to five times with 13 to 20, fifteen times with 21 to
    40. The first call traces the function, which takes as long as some hundred calls: what is called once is no faster.
    The message says how many operations a call has (and, where these are few, what the layers and gradients among them
    run), and which loop calls it. The study of Khatchadourian et al. measured an average of 2.16 times the speed after
    refactoring, with negligible differences in what the models learned.

    ## Example
    ```python
    import tensorflow as tf

    weights = tf.Variable(tf.ones((3, 1)))


    def loss(features, labels):
        errors = tf.matmul(features, weights) - labels
        return tf.reduce_mean(tf.square(errors)) + 0.01 * tf.reduce_sum(tf.abs(weights))


    for _ in range(100):
        loss(tf.ones((8, 3)), tf.zeros((8, 1)))
    ```

    ## Use instead
    ```python
    import tensorflow as tf

    weights = tf.Variable(tf.ones((3, 1)))


    @tf.function
    def loss(features, labels):
        errors = tf.matmul(features, weights) - labels
        return tf.reduce_mean(tf.square(errors)) + 0.01 * tf.reduce_sum(tf.abs(weights))


    for _ in range(100):
        loss(tf.ones((8, 3)), tf.zeros((8, 1)))
    ```

    ## Fix safety
    The fix adds the decorator, and the import where it is missing. It is safe when every premise was seen in the data
    flow from callers inside the project, and unsafe when one rests on an annotation, a name, a package that nobody
    described, when nobody in the project calls the function, or when its decorator is commented out above it: somebody
    took it off. Where calls pass a float that is another one each time, as a learning rate that decays, the fix makes
    them pass a tensor of it as well, `tf.constant(rate)`, which is unsafe: that is right for tensors of float32.
    A `call` of a Keras model or layer is not reported unless Keras 2 is the target: Keras 3 traces it
    while it builds the model, and the weights of that trace stay.

    ## Limits
    The gain is counted, not measured: on large tensors, or on a GPU that is busy all the time, Python costs less than
    said here, and a function may gain little. Shapes are seldom known: where batches differ in length, each length is
    traced once, and the first rounds are slower. How often a loop runs is not known, nor how others use a library.
    What runs with `tf.config.run_functions_eagerly(True)` gains nothing. `hybridize explain` says why a function is
    not reported.

    ## Options
    `min-gain`, `speculative`, `follow-type-hints`, `boolean-literals`, `closed-world`, `target-tensorflow`

    ## References
    Khatchadourian et al., "Speculative Automated Refactoring of Imperative Deep Learning Programs to Graph Execution",
    section IV-A, Table I (precondition P1); TensorFlow guide, "Better performance with tf.function"
    """

    code = "HYB001"
    name = "should-hybridize"

    def check(self, verdict: Verdict, context: RuleContext) -> Iterator[Finding]:
        """One finding at the `def`."""
        gain, advised = verdict.gain, verdict.recommendation
        if advised.action is not Action.HYBRIDIZE:
            return
        assumptions = (*verdict.decision.assumptions, *advised.granted)
        message = (
            f"{named(verdict)} runs eagerly and {'can' if advised.fix is Safety.SAFE else 'could'} be a graph: "
            f"{words.counted(gain.operations, _noun(verdict))} a call"
        )
        if gain.operations < min(BREAK_EVEN, gain.runs):
            # Layers, losses and gradients are one call each here, and many operations in the graph.
            message += f" (about {gain.runs} in the graph)"
        if gain.loops:
            message += f", in the loop at {words.where(gain.loops[0], verdict.place)}"
        elif gain.leading_loop is not None and gain.iterator:
            where = words.where(gain.leading_loop, verdict.place)
            message += f", in each round of `{gain.iterator}` at {where}"
        elif gain.leading_loop is not None:
            message += f", reached from the loop at {words.where(gain.leading_loop, verdict.place)}"
        for assumption in assumptions:
            if isinstance(assumption, DecoratorTakenOff):
                message += f"; {sentences.message(assumption)} (line {assumption.place.line})"
        sources = [
            Step(source, StepKind.TENSOR, parameter.name)
            for parameter in verdict.parameters
            for source in parameter.sources[: int(bool(parameter.tensor or parameter.container))]
        ]
        loops = [Step(loop, StepKind.CALLING_LOOP) for loop in gain.loops]
        if gain.leading_loop is not None and not loops:
            kind = StepKind.ITERATOR if gain.iterator else StepKind.LEADING_LOOP
            loops = [Step(gain.leading_loop, kind)]
        fix = None if advised.fix is None else _fix(verdict, advised.fix)
        yield self.finding(
            verdict.subject, message, fix=fix, related=(*sources, *loops), assumptions=assumptions
        )


def _noun(verdict: Verdict) -> str:
    title = verdict.framework.title
    return "operation" if title == "TensorFlow" else f"{title} operation"


def _fix(verdict: Verdict, safety: Safety) -> Fix:
    symbol = verdict.framework.decorator
    signature = verdict.input_signature if symbol == "tensorflow.function" else None
    arguments = () if signature is None else (("input_signature", signature.template),)
    edit = AddDecorator(verdict.path, verdict.place.line, verdict.qualname, symbol, arguments)
    said = "" if signature is None else " and an `input_signature`"
    converted = verdict.recommendation.conversions
    if converted:
        names = " and ".join(f"`{name}`" for name, _ in converted)
        said += f", and pass {names} as {'tensors' if len(converted) > 1 else 'a tensor'}"
    passing = passing_tensors(conversion for _, conversion in converted)
    return Fix(safety.value, f"Decorate it with `{symbol.replace('tensorflow.', 'tf.')}`{said}", (edit, *passing))
