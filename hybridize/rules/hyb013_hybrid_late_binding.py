"""HYB013: python state that a graph function reads and that changes after it was traced."""

from __future__ import annotations

from collections.abc import Iterator

from hybridize.rules.base import RuleContext
from hybridize.rules.traced import Cause, TracedHazard
from hybridize.verdicts.evidence.safety import FrozenRead
from hybridize.verdicts.model.parts import Step, StepKind
from hybridize.verdicts.model.verdict import Verdict


class HybridLateBinding(TracedHazard):
    """Python state that a graph function reads and that changes after it was traced.

    ## What to do
    Pass what changes as an argument, or make it a `tf.Variable` and assign to that.

    ## What it does
    Finds what a graph function reads from a module, a class, the function around it or an attribute, and that the
    program changes between its calls: a name that is bound again to another number, tensor, optimizer, layer, function
    or other object, a list, dictionary or array that is changed in place, and the trained weights of a model of which
    layers are frozen or unfrozen. The change stands for certain between two calls that find the same trace. All steps
    of one `fit` are one graph: what a callback changes behind each batch or epoch (`self.model.beta = ...`) is found
    as well. A name that is bound again to the object that it held, and modes that are set to one and the same before
    each call of a graph, are no finding. Nor are variables that are assigned to, such as the learning rate of an
    optimizer.

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
