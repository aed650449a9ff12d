"""HYB013: python state that a graph function reads and that changes after it was traced."""

from __future__ import annotations

from collections.abc import Iterator

from hybridize.rules.base import RuleContext
from hybridize.rules.traced import Cause, TracedHazard
from hybridize.verdicts.evidence import FrozenRead
from hybridize.verdicts.model import Step, StepKind, Verdict


class HybridLateBinding(TracedHazard):
    """Python state that a graph function reads and that changes after it was traced.

    ## What to do
    Pass what changes as an argument, or make it a `tf.Variable` and assign to that.

    ## What it does
    Finds numbers, tensors, lists, dictionaries, arrays and objects of libraries that a graph function reads
    from the module, from the function around it or from an attribute, and that the program changes between its calls:
    in one function that calls the graph, changes what it reads, and calls it again, on the same object for certain.
    Modes that are set to one and the same before each call of a graph are no finding.

    ## Why is this bad?
    The graph holds what was there while it was traced. Later calls compute with the old value, silently.

    ## Example
    ```python
    import tensorflow as tf

    scale = 1.0


    @tf.function
    def weighted(x):
        return x * scale


    for epoch in range(3):
        weighted(tf.constant(2.0))
        scale = 0.5 * (epoch + 1)
    ```

    ## Use instead
    ```python
    import tensorflow as tf

    scale = tf.Variable(1.0)


    @tf.function
    def weighted(x):
        return x * scale


    for epoch in range(3):
        weighted(tf.constant(2.0))
        scale.assign(0.5 * (epoch + 1))
    ```

    ## Fix safety
    There is no fix: a `tf.Variable` or an argument has to take the place of the Python value.

    ## References
    TensorFlow guide, "Better performance with tf.function", section "Depending on Python global and free variables"
    """

    code = "HYB013"
    name = "hybrid-late-binding"
    preview = True
    kinds = frozenset({"late-binding"})
    consequence = "the graph keeps the old value"
    yields_to = ("HYB006", "HYB007", "HYB010", "HYB011", "HYB021")

    def causes(self, verdict: Verdict, context: RuleContext) -> Iterator[Cause]:
        """The reads, each with the change that comes later."""
        reads = (fault for fault in verdict.faults if isinstance(fault, FrozenRead))
        changes = {[fault.place, *[step.place for step in fault.chain]][-1]: fault.written for fault in reads}
        for cause in super().causes(verdict, context):
            change = changes.get(cause.origin)
            yield cause if change is None else cause._replace(chain=(*cause.chain, Step(change, StepKind.CHANGE)))
