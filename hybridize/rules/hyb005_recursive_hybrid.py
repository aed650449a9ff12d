"""HYB005: a graph function that calls itself."""

from __future__ import annotations

from collections.abc import Iterator

from hybridize.rules.base import Rule, RuleContext
from hybridize.rules.model import Finding
from hybridize.rules.traced import in_graph
from hybridize.verdicts.evidence import sentences, words
from hybridize.verdicts.model.verdict import Verdict

SHOWN = 3
"""Calls of the cycle that a message names."""


class RecursiveHybrid(Rule):
    """A graph function with a tensor parameter that calls itself.

    ## What to do
    Write the recursion as a loop, or remove `@tf.function`. A `while` on a tensor becomes a part of the graph.

    ## What it does
    Finds graph functions that receive tensors and call themselves, directly or through other functions. What goes down
    into the members of a list that it is given ends with the list, and is no finding.

    ## Why is this bad?
    The condition that ends the recursion depends on a tensor's value, which a trace has not: tracing does not end, or
    ends with an error. Where a Python argument ends it, each level is traced anew.

    ## Example
    ```python
    import tensorflow as tf


    @tf.function
    def countdown(n):
        if n > 0:
            return countdown(n - 1)
        return n


    countdown(tf.constant(5))
    ```

    ## Use instead
    ```python
    import tensorflow as tf


    @tf.function
    def countdown(n):
        while n > 0:
            n -= 1
        return n


    countdown(tf.constant(5))
    ```

    ## Fix safety
    There is no fix: the recursion has to become a loop by hand.

    ## References
    Khatchadourian et al., sections III and IV-F; TensorFlow guide, "Recursive tf.functions are not supported"
    """

    code = "HYB005"
    name = "recursive-hybrid"

    def check(self, verdict: Verdict, context: RuleContext) -> Iterator[Finding]:
        """One finding at the `def`."""
        computation = verdict.computation
        certain = computation.is_recursive and not computation.perhaps_recursive
        if not (verdict.hybrid and certain and verdict.has_tensor_parameter):
            return
        way = " -> ".join(
            f"{sentences.step(step)} at {words.where(step.place, verdict.place)}"
            for step in computation.recursion[:SHOWN]
        )
        calls = f" ({way})" if way else ""
        message = f"{in_graph(verdict)} and calls itself{calls}: tracing it may not end"
        yield self.finding(verdict.subject, message, related=computation.recursion)
