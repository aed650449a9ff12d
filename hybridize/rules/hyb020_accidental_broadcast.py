"""HYB020: labels and predictions that are broadcast against each other."""

from __future__ import annotations

from hybridize.rules.mismatching import MismatchRule
from hybridize.verdicts.model.parts import Mismatching


class AccidentalBroadcast(MismatchRule):
    """Labels and predictions that are broadcast against each other: no error, and a wrong number.

    ## What to do
    Give labels and predictions the same shape: change the number of outputs, or use `tf.squeeze`.

    ## What it does
    Finds losses that compare labels with predictions of another shape, where both are broadcast: `(n,)` with `(n, 1)`
    gives `(n, n)`. That holds for `fit` and its kin with the loss that `compile` was given, unless Keras itself makes
    the ranks equal, as it does for `(n,)` with `(n, 1)`.

    ## Why is this bad?
    Each label is compared with predictions that are not its own. Nothing raises, and the model learns something else.

    ## Example
    ```python
    import numpy as np
    import tensorflow as tf

    model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
    model.compile(optimizer="adam", loss="mean_squared_error")
    model.fit(np.random.rand(100, 20), np.random.rand(100, 5))
    ```

    ## Use instead
    ```python
    import numpy as np
    import tensorflow as tf

    model = tf.keras.Sequential([tf.keras.layers.Dense(5)])
    model.compile(optimizer="adam", loss="mean_squared_error")
    model.fit(np.random.rand(100, 20), np.random.rand(100, 5))
    ```

    ## Fix safety
    There is no fix: only you know which of the two shapes is meant.

    ## Limits
    Only shapes that follow from the program count, and only where the ranks are certain.

    ## References
    NumPy user guide, "Broadcasting"; Keras API documentation of `Model.compile`
    """

    code = "HYB020"
    name = "accidental-broadcast"
    preview = True
    what = Mismatching.BROADCAST
    consequence = "computes a wrong number"
