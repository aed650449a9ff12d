"""HYB021: a number is needed where a graph has `None`."""

from __future__ import annotations

from collections.abc import Iterator

from hybridize.rules.base import RuleContext
from hybridize.rules.model import UNSAFE, Fix, ReplaceExpression
from hybridize.rules.traced import Cause, TracedHazard
from hybridize.verdicts.evidence.safety import UnknownAxis
from hybridize.verdicts.model.verdict import Verdict


class UnknownStaticAxis(TracedHazard):
    """A static axis or rank used as a Python number where the graph has `None`.

    ## What to do
    Use the length that the graph computes: `tf.shape(x)[0]` in place of `x.shape[0]`.

    ## What it does
    Finds `x.shape`, `x.shape[i]`, `x.shape.rank` and their kin in traced code where an `input_signature`, the batches
    of a data set, `fit`, a picture that is decoded, or an operation that filters (`tf.where`, `tf.boolean_mask`,
    `tf.unique`) leaves the length or rank open, and the program needs a number: in `range`, in a shape
    (`tf.zeros(x.shape)`), as the bound of a slice, in arithmetic, in a comparison, in `min`, `max`, `sum` or
    `np.prod`, also by way of a function that it is passed to.

    ## Why is this bad?
    The static shape has `None` there. Tracing raises (`'NoneType' object cannot be interpreted as an integer`), or a
    comparison is silently false, and `y[:None]` is all of `y`. Eagerly the same line works, since there each tensor
    knows its shape.

    ## Example
    ```python
    import tensorflow as tf


    @tf.function(input_signature=[tf.TensorSpec([None, 3], tf.float32)])
    def with_bias(x):
        return tf.concat([x, tf.ones((x.shape[0], 1))], axis=1)


    with_bias(tf.ones((2, 3)))
    ```

    ## Use instead
    ```python
    import tensorflow as tf


    @tf.function(input_signature=[tf.TensorSpec([None, 3], tf.float32)])
    def with_bias(x):
        return tf.concat([x, tf.ones((tf.shape(x)[0], 1))], axis=1)


    with_bias(tf.ones((2, 3)))
    ```

    ## Fix safety
    `x.shape[i]` becomes `tf.shape(x)[i]`, and `x.shape` `tf.shape(x)`. It is unsafe: that is an `int32` tensor, which
    Python's own functions do not take, and which does not mix with floats: there is no fix for these, nor for a loop
    that fills a list.

    ## Limits
    What other libraries, files or the environment leave open is not known.

    ## References
    TensorFlow guide, "Introduction to tensor slicing" and "Better performance with tf.function"
    """

    code = "HYB021"
    name = "unknown-static-axis"
    preview = True
    kinds = frozenset({UnknownAxis.named})
    yields_to = ("HYB006", "HYB010", "HYB011")
    consequence = "a graph does not know it"

    def causes(self, verdict: Verdict, context: RuleContext) -> Iterator[Cause]:
        """The reads, with what to ask instead where they stand in the function itself."""
        fixes = {
            fault.cause: Fix(UNSAFE, "Use `tf.shape` for the length", (_dynamic_length(fault),))
            for fault in verdict.faults
            if isinstance(fault, UnknownAxis) and fault.tensor
        }
        for cause in super().causes(verdict, context):
            yield cause._replace(fix=fixes.get(cause.origin))


def _dynamic_length(fault: UnknownAxis) -> ReplaceExpression:
    place = fault.chain[-1].place if fault.chain else fault.place
    tensor, axis = (text.replace("{", "{{").replace("}", "}}") for text in (fault.tensor, fault.axis))
    length = f"{{tensorflow.shape}}({tensor})" + (f"[{axis}]" if axis else "")
    return ReplaceExpression(place.path, place.line, place.column, fault.read, length)
