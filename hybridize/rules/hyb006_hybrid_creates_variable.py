"""HYB006: variables, layers or optimizers made inside a graph function."""

from __future__ import annotations

from collections.abc import Iterator

from hybridize.rules.base import RuleContext
from hybridize.rules.model import DISPLAY_ONLY, Fix
from hybridize.rules.traced import Cause, TracedHazard
from hybridize.verdicts.model.verdict import Verdict


class HybridCreatesVariable(TracedHazard):
    """Variables, layers or optimizers made inside a graph function.

    ## What to do
    Make it once, before the first call, and use it here. That is in `__init__`, in `build`, or at the level of the
    module.

    ## What it does
    Finds statements of graph functions, and of what they call, that make variables at each trace: `tf.Variable`,
    layers and metrics with weights, optimizers. What is made behind a guard (`if self.v is None`, `if not self.built`)
    is made once, and is as it should be.

    ## Why is this bad?
    A second trace would make the variables again. TensorFlow raises `ValueError: tf.function only supports singleton
    tf.Variables created on the first call`.

    ## Example
    ```python
    import tensorflow as tf


    @tf.function
    def smooth(x):
        average = tf.Variable(0.0)
        average.assign(0.9 * average + 0.1 * x)
        return average.read_value()


    smooth(tf.constant(1.0))
    ```

    ## Use instead
    ```python
    import tensorflow as tf

    average = tf.Variable(0.0)


    @tf.function
    def smooth(x):
        average.assign(0.9 * average + 0.1 * x)
        return average.read_value()


    smooth(tf.constant(1.0))
    ```

    ## Fix safety
    The fix is shown and never made: where the variable belongs is for its author to say.

    ## References
    TensorFlow guide, "Better performance with tf.function", section "Creating tf.Variables"
    """

    code = "HYB006"
    name = "hybrid-creates-variable"
    kinds = frozenset({"creates-variable"})
    consequence = "the second trace raises `ValueError`"

    def causes(self, verdict: Verdict, context: RuleContext) -> Iterator[Cause]:
        """The statements, with what to do: a model that is made together with its layers is one cause."""
        causes = list(super().causes(verdict, context))
        for cause in causes:
            if not any(other is not cause and other.origin.holds(cause.origin) for other in causes):
                yield cause._replace(fix=Fix(DISPLAY_ONLY, "Make it once, before the first call, and use it here"))
