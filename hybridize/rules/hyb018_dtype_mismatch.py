"""HYB018: operands whose dtypes TensorFlow refuses."""

from __future__ import annotations

from hybridize.rules.mismatching import MismatchRule
from hybridize.verdicts.model.parts import Mismatching


class DtypeMismatch(MismatchRule):
    """An operation whose operands have dtypes that TensorFlow refuses.

    ## What to do
    Convert one of the two (`tf.cast(x, y.dtype)`), or make it with the other's dtype.

    ## What it does
    Finds operations on tensors of different dtypes (`float32` and `float64`, `float32` and `int32`), in functions and
    at the level of modules, where every type that may arrive is refused. Python numbers and arrays take the dtype of
    the tensor that they meet, so they are left alone, but for a Python float that meets a tensor of integers:
    `counts * 0.5` and `counts < 2.0` raise.

    ## Why is this bad?
    TensorFlow does not promote as NumPy does. The operation raises, in a graph (`Input 'y' of 'Mul' Op has type float64
    that does not match type float32 of argument 'x'`) and eagerly (`cannot compute Mul as input #1(zero-based) was
    expected to be a float tensor but is a double tensor`).

    ## Example
    ```python
    import tensorflow as tf

    weights = tf.ones((2, 3))
    counts = tf.constant([1, 2, 3])
    weighted = weights * counts
    ```

    ## Use instead
    ```python
    import tensorflow as tf

    weights = tf.ones((2, 3))
    counts = tf.constant([1, 2, 3])
    weighted = weights * tf.cast(counts, weights.dtype)
    ```

    ## Fix safety
    There is no fix: only you know which dtype is meant.

    ## Limits
    Only dtypes that follow from the program count: nothing is said of what comes from files or other libraries, or
    where one of the possible types would do. Code that expects an error, or that asks for a dtype first, is left alone.

    ## References
    TensorFlow guide, "Introduction to Tensors"; API documentation of `tf.cast`
    """

    code = "HYB018"
    name = "dtype-mismatch"
    preview = True
    severity = "error"
    what = Mismatching.DTYPES
    consequence = "raises"
