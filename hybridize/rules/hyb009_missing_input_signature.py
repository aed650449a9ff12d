"""HYB009: a graph function that one signature would keep from being traced anew."""

from __future__ import annotations

from collections.abc import Iterator

from hybridize.rules.base import Rule, RuleContext, named
from hybridize.rules.model import UNSAFE, ChangeArguments, Finding, Fix
from hybridize.verdicts.evidence import sentences
from hybridize.verdicts.evidence.safety import OpenTypes
from hybridize.verdicts.model.verdict import Verdict


class MissingInputSignature(Rule):
    """A graph function without a signature, where one would stop retracing.

    ## What to do
    Write a signature that covers all the shapes: `@tf.function(input_signature=[…])`.

    ## What it does
    With `--input-signatures`: finds graph functions without an `input_signature` that get tensors of several shapes,
    or arrays of several dtypes, and for which a signature can be inferred that covers all of them.
    The message says which parameter, which shapes, and from where; the last batch of a data set may be smaller than
    the others, which counts as another shape.

    ## Why is this bad?
    Each new shape is traced, and a trace takes hundreds of times as long as a call. A signature with `None` in the
    place of the length that differs makes one trace serve them all.

    ## Example
    ```python
    import tensorflow as tf


    @tf.function
    def total(x):
        return tf.reduce_sum(x * x, axis=1)


    total(tf.ones((32, 8)))
    total(tf.ones((16, 8)))
    ```

    ## Use instead
    ```python
    import tensorflow as tf


    @tf.function(input_signature=(tf.TensorSpec(shape=(None, 8), dtype=tf.float32),))
    def total(x):
        return tf.reduce_sum(x * x, axis=1)


    total(tf.ones((32, 8)))
    total(tf.ones((16, 8)))
    ```

    ## Fix safety
    The fix writes the signature, with the name that the file has for TensorFlow. It is unsafe: the function refuses
    what others pass that is not like it, and an axis that is `None` there cannot be read as a Python number. No
    signature is inferred where the function itself, or the `build` of a layer that it calls, reads such an axis.

    ## Limits
    Only types that are known count. Tensors of several dtypes have no common signature, nor have Python numbers,
    `*args` and keyword-only parameters; `reduce_retracing=True` helps against shapes, too, and is left alone.

    ## Options
    `input-signatures`

    ## References
    Khatchadourian et al., Table II (precondition P4); TensorFlow guide, "Better performance with tf.function",
    section "Controlling retracing"
    """

    code = "HYB009"
    name = "missing-input-signature"
    preview = True
    yields_to = ("HYB016",)

    def check(self, verdict: Verdict, context: RuleContext) -> Iterator[Finding]:
        """One finding at the `def`."""
        signature = verdict.input_signature
        if not verdict.hybrid or signature is None or verdict.callers.switched_off is not None:
            return
        found = [fault for fault in verdict.faults if isinstance(fault, OpenTypes)]
        if found:
            said = ", and ".join(map(sentences.message, found))
            message = f"{named(verdict)} is traced again for each new shape: {said}"
            related = [step for fault in found for step in fault.chain]
            yield self.finding(verdict.subject, message, fix=_fix(verdict, signature.template), related=related)


def _fix(verdict: Verdict, template: str) -> Fix | None:
    at = verdict.mode.decorator
    if at is None or verdict.framework.decorator != "tensorflow.function":
        return None
    put = (("input_signature", template),)
    edit = ChangeArguments(at.place.path, at.place.line, at.place.column, at.symbol, put=put)
    return Fix(UNSAFE, "Write the `input_signature`", (edit,))
