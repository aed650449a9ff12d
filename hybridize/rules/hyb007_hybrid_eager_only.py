"""HYB007: what cannot be traced, inside a hybrid function."""

from __future__ import annotations

from hybridize.rules.traced import TracedHazard


class HybridEagerOnly(TracedHazard):
    """What cannot be traced, inside a hybrid function.

    ## What it does
    Finds statements of hybrid functions, and of what they call, that need the value of a tensor while Python runs:
    `.numpy()`, NumPy on a tensor, `bool`, `max` and f-strings of tensors, tensors as keys, iteration and unpacking that
    AutoGraph does not convert; conditions and loops on tensors that change lists, make keys, leave Python loops,
    or that AutoGraph leaves alone.

    ## Why is this bad?
    A tensor has no value while a function is traced. TensorFlow raises an error at the first call, or Python goes on
    with the symbolic tensor and the graph silently does something else.

    ## Example
    ```python
    import numpy as np
    import tensorflow as tf


    @tf.function
    def boltzmann(energy):
        return np.exp(-energy)


    boltzmann(tf.constant([1.0, 2.0]))
    ```

    ## Use instead
    ```python
    import tensorflow as tf


    @tf.function
    def boltzmann(energy):
        return tf.exp(-energy)


    boltzmann(tf.constant([1.0, 2.0]))
    ```

    ## Fix safety
    There is no fix yet.

    ## References
    TensorFlow guide, "Better performance with tf.function", section "Limitations"; AutoGraph reference, "Limitations"
    """

    code = "HYB007"
    name = "hybrid-eager-only"
    preview = True
    kinds = frozenset({"eager-only-call", "numpy-on-tensor", "tensor-iteration", "autograph-limit"})
    consequence = "a trace has no values"
    yields_to = ("HYB006", "HYB010", "HYB011")
