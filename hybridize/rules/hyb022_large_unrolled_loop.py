"""HYB022: a Python loop of many rounds in a graph."""

from __future__ import annotations

from collections.abc import Iterator

from hybridize.rules.base import RuleContext
from hybridize.rules.model import UNSAFE, Fix, ReplaceCallee
from hybridize.rules.traced import Cause, TracedHazard
from hybridize.verdicts.evidence.safety import UnrolledLoop
from hybridize.verdicts.model.verdict import Verdict


class LargeUnrolledLoop(TracedHazard):
    """A Python loop of many rounds inside a graph.

    ## What to do
    Loop over `tf.range(n)` in place of `range(n)`, or compute all rounds at once.

    ## What it does
    Finds Python loops of 500 rounds or more in traced code that compute with tensors: over a `range` of numbers that
    the program tells, or a list that is written out, nested loops together. Loops over tensors (`tf.range`) and data
    sets are one operation of the graph, whatever their length.

    ## Why is this bad?
    A trace runs the loop in Python, and the graph holds the operations of each round. Tracing takes seconds or minutes,
    and the graph much memory.

    ## Example
    ```python
    import tensorflow as tf


    @tf.function
    def decay(x):
        for _ in range(1000):
            x = x * 0.99 + 0.01
        return x


    decay(tf.ones(3))
    ```

    ## Use instead
    ```python
    import tensorflow as tf


    @tf.function
    def decay(x):
        for _ in tf.range(1000):
            x = x * 0.99 + 0.01
        return x


    decay(tf.ones(3))
    ```

    ## Fix safety
    `range` becomes `tf.range`. It is unsafe: the loop variable is a tensor then, and what the rounds hand on must keep
    its shape and dtype.

    ## References
    TensorFlow guide, "Better performance with tf.function", section "AutoGraph transformations: loops"
    """

    code = "HYB022"
    name = "large-unrolled-loop"
    preview = True
    kinds = frozenset({UnrolledLoop.named})
    consequence = "tracing takes long"

    def causes(self, verdict: Verdict, context: RuleContext) -> Iterator[Cause]:
        """The loops, with `tf.range` where that is all there is to change."""
        fixes = {
            fault.cause: Fix(UNSAFE, "Loop over `tf.range`", (_tensor_range(fault),))
            for fault in verdict.faults
            if isinstance(fault, UnrolledLoop) and fault.ranges is not None
        }
        for cause in super().causes(verdict, context):
            yield cause._replace(fix=fixes.get(cause.origin))


def _tensor_range(fault: UnrolledLoop) -> ReplaceCallee:
    assert fault.ranges is not None
    return ReplaceCallee(fault.ranges.path, fault.ranges.line, fault.ranges.column, "range", "tensorflow.range")
