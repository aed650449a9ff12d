"""HYB011: python randomness or a clock inside a hybrid function."""

from __future__ import annotations

from hybridize.rules.traced import FrozenEffect


class HybridPythonRandom(FrozenEffect):
    """Python randomness or a clock inside a hybrid function.

    ## What it does
    Finds calls of `random`, NumPy's random numbers, `time`, `uuid`, `secrets` and `tf.random.set_seed` in hybrid
    functions and in what they call.

    ## Why is this bad?
    The number is drawn, or the clock read, while the function is traced. The graph holds that one value, and each call
    computes with it again.

    ## Example
    ```python
    import random

    import tensorflow as tf


    @tf.function
    def flip(image):
        if random.random() < 0.5:
            return tf.reverse(image, [0])
        return image


    flip(tf.constant([1.0, 2.0]))
    ```

    ## Use instead
    ```python
    import tensorflow as tf


    @tf.function
    def flip(image):
        if tf.random.uniform([]) < 0.5:
            return tf.reverse(image, [0])
        return image


    flip(tf.constant([1.0, 2.0]))
    ```

    ## Fix safety
    There is no fix yet: `tf.random` draws other numbers, and makes tensors.

    ## References
    TensorFlow guide, "Better performance with tf.function", section "Executing Python side effects"
    """

    code = "HYB011"
    name = "hybrid-python-random"
    preview = True
    kinds = frozenset({"random", "clock"})
    yields_to = ("HYB006",)
    consequence = "the graph keeps the value that it was traced with"
