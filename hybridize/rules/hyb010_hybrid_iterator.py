"""HYB010: python iterators and generators consumed inside a graph function."""

from __future__ import annotations

from hybridize.rules.traced import FrozenEffect


class HybridIterator(FrozenEffect):
    """Python iterators and generators consumed inside a graph function.

    ## What to do
    Take the element where the function is called, and pass it. Or loop over a `tf.data.Dataset` here.

    ## What it does
    Finds statements of graph functions that take elements from a Python iterator or generator that was made outside.
    Lists, ranges, data sets and their iterators are none.

    ## Why is this bad?
    The element is taken while the function is traced. The graph holds that one element, and each call computes with
    it again.

    ## Example
    ```python
    import tensorflow as tf

    numbers = iter([1.0, 2.0, 3.0])


    @tf.function
    def step(x):
        return x * next(numbers)


    step(tf.constant(1.0))
    ```

    ## Use instead
    ```python
    import tensorflow as tf

    numbers = iter(tf.data.Dataset.from_tensor_slices([1.0, 2.0, 3.0]))


    @tf.function
    def step(x):
        return x * next(numbers)


    step(tf.constant(1.0))
    ```

    ## Fix safety
    There is no fix: the elements have to come from a data set, or as an argument.

    ## References
    TensorFlow guide, "Better performance with tf.function", section "Using Python iterators and generators"
    """

    code = "HYB010"
    name = "hybrid-iterator"
    preview = True
    kinds = frozenset({"iterator"})
    yields_to = ("HYB006",)
    consequence = "each call computes with that element"
