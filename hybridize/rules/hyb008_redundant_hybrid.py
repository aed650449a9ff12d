"""HYB008: a graph function that only runs in graphs."""

from __future__ import annotations

from collections.abc import Iterator

from hybridize.rules.base import Rule, RuleContext, named
from hybridize.rules.model import UNSAFE, Finding, Fix, RemoveDecorator
from hybridize.verdicts.model.parts import Parameter, Redundancy, TracedBy
from hybridize.verdicts.model.verdict import Verdict


class RedundantHybrid(Rule):
    """A graph function that only runs inside of other graphs, and costs something there.

    ## What to do
    Remove `@tf.function`: the graph around it holds the function already.

    ## What it does
    Finds functions decorated with `@tf.function` all of whose callers are graphs: graph functions and what only they
    call, `dataset.map` and its kin, and the methods that Keras calls from its own steps (`train_step`, `test_step`, the
    `call` of a loss, `update_state` of a metric); or what only methods call that Keras runs in its graphs, as helpers
    of a layer. Functions that anybody calls eagerly are left alone, tests included, and so are those that a package
    exports, whose decorator has arguments, whose graph is used as an object, those that a graph calls in a Python
    loop, where the decorator keeps the graph small, and those that Keras calls and that have a condition or loop on a
    tensor: what Keras calls, it leaves to Python, and the decorator converts it.
    It speaks where the inner graph costs something: each Python value that is passed to it makes a trace of its own,
    and there are more than three or a caller hands on what it is passed itself; each trace of the function around
    makes it again; or it hides a step, loss or metric of Keras, and whoever trains the model does so under a strategy
    or names `run_eagerly`, or nobody in the project does.

    ## Why is this bad?
    The outer trace calls the inner function while it is made, so nothing runs faster; the inner one is traced apart,
    for each Python value again, where the outer graph would just grow. In the methods of Keras it hides the body from
    strategies and from `run_eagerly`.

    ## Example
    ```python
    import tensorflow as tf


    @tf.function
    def encode(x, scale):
        return tf.nn.relu(x * scale)


    @tf.function
    def loss(x):
        return tf.reduce_mean(encode(x, 1.0) + encode(x, 2.0) + encode(x, 4.0) + encode(x, 8.0))


    for _ in range(3):
        loss(tf.ones(3))
    ```

    ## Use instead
    ```python
    import tensorflow as tf


    def encode(x, scale):
        return tf.nn.relu(x * scale)


    @tf.function
    def loss(x):
        return tf.reduce_mean(encode(x, 1.0) + encode(x, 2.0) + encode(x, 4.0) + encode(x, 8.0))


    for _ in range(3):
        loss(tf.ones(3))
    ```

    ## Fix safety
    Removing the decorator is unsafe: who is not seen to call the function may call it eagerly, and numbers that it
    returns are tensors while it is there.

    ## Limits
    Where nobody in the project calls a method of Keras, Keras is taken to be the only one.

    ## References
    TensorFlow guide, "Better performance with tf.function"; Keras guide, "Customizing what happens in `fit()`"
    """

    code = "HYB008"
    name = "redundant-hybrid"
    preview = True
    yields_to = ("HYB002", "HYB009", "HYB016")

    def check(self, verdict: Verdict, context: RuleContext) -> Iterator[Finding]:
        """One finding at the `def`."""
        redundant, decorator = verdict.callers.redundant, verdict.mode.decorator
        if redundant is None or decorator is None:
            return
        cost = _cost(verdict, redundant)
        if not cost:
            return
        edit = RemoveDecorator(verdict.path, verdict.place.line, verdict.qualname, decorator.place.line)
        yield self.finding(
            verdict.subject,
            f"{named(verdict)} {_REASONS[redundant.by]}: its `@{decorator.symbol}` {cost}",
            fix=Fix(UNSAFE, f"Remove `@{decorator.symbol}`", (edit,)),
            related=redundant.calls,
        )


def _cost(verdict: Verdict, redundant: Redundancy) -> str:
    """What the inner graph costs; empty where it is a call in the graph around and no more."""
    several = next((each for each in verdict.parameters if _has_many_values(each, redundant)), None)
    if several is not None:
        return f"traces it again for each Python value of `{several.name}`"
    if redundant.made_in_trace == verdict.qualname.rpartition(".")[2]:
        return "is made again in each trace of the function around it"
    if redundant.made_in_trace:
        return f"traces it again for each object at `{redundant.made_in_trace}`, which each trace makes"
    if redundant.hides:
        return "hides it from strategies and from `run_eagerly`"
    return ""


_MODES = 3
"""Values for one parameter that are no more than its modes, where all are written: a trace for each, no more."""


def _has_many_values(parameter: Parameter, redundant: Redundancy) -> bool:
    if parameter.tensor or parameter.array:
        # Graphs pass tensors: the Python values are for calls outside of them, or were met by chance.
        return False
    values = parameter.literal_values
    number = len({value.trace_key for value in values})
    usual = 1 if parameter.name in redundant.handed_on else _MODES
    return any(value.changing for value in values) or number > usual


_REASONS = {
    TracedBy.CALLERS: "is called by graphs only",
    TracedBy.FRAMEWORK: "is handed to what traces it",
    TracedBy.KERAS: "runs in a graph that Keras makes",
}
