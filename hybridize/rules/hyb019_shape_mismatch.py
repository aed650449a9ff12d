"""HYB019: shapes that an operation, a layer, a model or a loss refuses."""

from __future__ import annotations

from hybridize.rules.mismatching import MismatchRule
from hybridize.verdicts.model.parts import Mismatching


class ShapeMismatch(MismatchRule):
    """An operation, layer, model or loss that refuses the shapes that arrive.

    ## What to do
    Reshape the data, or change the layer or the loss. One of the two shapes in the message is not what you meant.

    ## What it does
    Finds operations whose operands do not go together (`Dimensions must be equal, but are 3 and 4`), layers that do not
    take what the layer before them gives (`expected min_ndim=4, found ndim=3`), models that do not take the data of
    `fit`, `predict` and `evaluate`, inputs and labels of different numbers of samples, and labels that the loss of
    `compile` does not take. `Sequential` models are followed through their constructor and `add`, functional ones from
    `Input` to `Model(inputs, outputs)`, in functions and at the level of modules.

    ## Why is this bad?
    The statement raises. For `fit` that may come after a long preparation of the data.

    ## Example
    ```python
    import numpy as np
    import tensorflow as tf

    model = tf.keras.Sequential([tf.keras.layers.Dense(10, activation="softmax")])
    model.compile(optimizer="adam", loss="categorical_crossentropy")
    model.fit(np.random.rand(100, 20), np.random.randint(0, 10, 100))
    ```

    ## Use instead
    ```python
    import numpy as np
    import tensorflow as tf

    model = tf.keras.Sequential([tf.keras.layers.Dense(10, activation="softmax")])
    model.compile(optimizer="adam", loss="sparse_categorical_crossentropy")
    model.fit(np.random.rand(100, 20), np.random.randint(0, 10, 100))
    ```

    ## Fix safety
    There is no fix: only you know which of the two shapes is meant.

    ## Limits
    Keras adds or drops a last axis of 1 in places, and Keras 2 and 3 differ; without `target-tensorflow` only what both
    refuse is found. Shapes of what comes from files or other libraries are not known, and nothing is said where one of
    the possible shapes would do. Code that expects an error, or that asks for a shape first, is left alone.

    ## Options
    `target-tensorflow`: the release, and with it the Keras, whose rules apply.

    ## References
    Keras API documentation of `Model.fit` and `Layer.input_spec`; TensorFlow guide, "Introduction to Tensors"
    """

    code = "HYB019"
    name = "shape-mismatch"
    preview = True
    severity = "error"
    what = Mismatching.SHAPES
    consequence = "raises"
