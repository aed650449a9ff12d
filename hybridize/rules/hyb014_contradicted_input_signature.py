"""HYB014: calls that the signature of a graph function refuses."""

from __future__ import annotations

from collections.abc import Iterator

from hybridize.inference.facts.enumerations import Misfit
from hybridize.rules.base import Rule, RuleContext, named
from hybridize.rules.model import Finding
from hybridize.verdicts.evidence import sentences, words
from hybridize.verdicts.evidence.safety import RefusedCall
from hybridize.verdicts.model.verdict import Verdict


class ContradictedInputSignature(Rule):
    """A graph function whose `input_signature` refuses a call.

    ## What to do
    Pass what the signature says, or widen the signature: `None` stands for a length that differs.

    ## What it does
    Compares the calls of graph functions with their `input_signature`, and finds those that TensorFlow refuses: a
    tensor or variable of another dtype, shape or kind (ragged, sparse), an array of another shape, a structure with
    other members, another value than the default for a parameter that the signature leaves out, too many or too few
    arguments, keywords that it does not have; and signatures with more or fewer members than the function needs.
    Precondition P5 of the published tool.

    ## Why is this bad?
    The call raises `TypeError: Binding inputs to tf.function failed`. A signature converts Python numbers, lists and
    NumPy arrays to its dtype, which is no finding, but it converts no tensor.

    ## Example
    ```python
    import tensorflow as tf

    table = tf.Variable([[0.1, 0.2], [0.3, 0.4]])


    @tf.function(input_signature=[tf.TensorSpec([None], tf.float32)])
    def look_up(ids):
        return tf.reduce_mean(tf.gather(table, tf.cast(ids, tf.int32)), axis=0)


    look_up(tf.constant([0, 1]))
    ```

    ## Use instead
    ```python
    import tensorflow as tf

    table = tf.Variable([[0.1, 0.2], [0.3, 0.4]])


    @tf.function(input_signature=[tf.TensorSpec([None], tf.int32)])
    def look_up(ids):
        return tf.reduce_mean(tf.gather(table, ids), axis=0)


    look_up(tf.constant([0, 1]))
    ```

    ## Fix safety
    There is no fix: the call may be wrong, or the signature.

    ## Limits
    A call is reported where everything that may arrive is refused. Calls in a test that expects an exception, or in a
    `try` that catches `TypeError`, are not reported.

    ## References
    Khatchadourian et al., Table II; TensorFlow API documentation of `tf.function`, section "Input Signatures"
    """

    code = "HYB014"
    name = "contradicted-input-signature"
    of_lambdas = True

    def check(self, verdict: Verdict, context: RuleContext) -> Iterator[Finding]:
        """At the `def`, one finding for each thing that is refused."""
        if not verdict.hybrid or verdict.callers.switched_off is not None:
            return
        for fault in verdict.faults:
            if isinstance(fault, RefusedCall):
                said = sentences.message(fault)
                site = f" at {words.where(fault.chain[0].place, verdict.place)}" if fault.chain else ""
                message = f"{named(verdict)} refuses the call{site} (`TypeError`): {said}"
                if not fault.chain:
                    message = f"`tf.function` refuses {named(verdict)} (`{_raised(fault)}`): {said}"
                yield self.finding(verdict.subject, message, related=fault.chain)


def _raised(fault: RefusedCall) -> str:
    if fault.misfit is Misfit.EXTRA:
        return "TypeError: input_signature contains extra type constraints"
    return f"TypeError: input_signature missing type constraint for {fault.parameter}"
