"""HYB016: a graph `call` that Keras 3 traces while it builds the model."""

from __future__ import annotations

from collections.abc import Iterator

from hybridize.rules.base import Rule, RuleContext, named
from hybridize.rules.model import Finding
from hybridize.verdicts.evidence.safety import CalledByKeras, KerasBuildTrace
from hybridize.verdicts.model.verdict import Verdict


class HybridKerasCall(Rule):
    """A graph `call` (or a helper of one) that Keras 3 traces while it builds the model.

    ## What to do
    Move `@tf.function` from `call` to the training step. Or build the model before it is called (`model.build(shape)`).

    ## What it does
    Finds `call` methods of Keras models and layers that are decorated with `@tf.function`, and graph functions that
    such methods lead to, where the object has sub-layers with weights that nothing has built before. A `build` that
    builds the sub-layers, a call of `model.build(shape)`, layers that know their input shape, and layers without
    weights are left alone. So are a model with a `build` of its own that is trained or called with tensors, and a layer
    with one that is no part of a model: what is called with tensors makes the weights of its parts then.

    ## Why is this bad?
    Keras 3 (TensorFlow 2.16 and later) builds such an object by running `call` once with symbolic inputs, in which each
    variable stands for its initial value. The graph that is traced there is kept: it computes with the initial weights
    for ever, silently. `set_weights`, loading and training have no effect, and gradients are None ("No gradients
    provided for any variable"). Keras 2 builds otherwise.

    ## Example
    ```python
    import tensorflow as tf


    class Net(tf.keras.Model):
        def __init__(self):
            super().__init__()
            self.dense = tf.keras.layers.Dense(1)

        @tf.function
        def call(self, x):
            return self.dense(x)


    net = Net()
    for _ in range(3):
        net(tf.ones((1, 2)))
    ```

    ## Use instead
    ```python
    import tensorflow as tf


    class Net(tf.keras.Model):
        def __init__(self):
            super().__init__()
            self.dense = tf.keras.layers.Dense(1)

        def call(self, x):
            return self.dense(x)


    net = Net()
    predict = tf.function(net)
    for _ in range(3):
        predict(tf.ones((1, 2)))
    ```

    ## Fix safety
    There is no fix: the decorator belongs on the step outside of the model.

    ## Limits
    With a target before TensorFlow 2.16 it is silent.

    ## Options
    `target-tensorflow`

    ## References
    Keras API documentation of `Layer.build`; Keras guide, "Writing a training loop from scratch in TensorFlow"
    """

    code = "HYB016"
    name = "hybrid-keras-call"

    def check(self, verdict: Verdict, context: RuleContext) -> Iterator[Finding]:
        """One finding at the `def`."""
        for fault in verdict.faults if verdict.hybrid else ():
            if isinstance(fault, KerasBuildTrace):
                traced = "while it builds the model"
                if isinstance(fault, CalledByKeras):
                    traced = f"while it builds the model by its `{fault.method}`"
                message = (
                    f"Keras 3 traces {named(verdict)} {traced}: the graph silently keeps the initial weights, "
                    "and gradients are None"
                )
                yield self.finding(verdict.subject, message, related=fault.chain)
                return
