"""HYB007: what cannot be traced, inside a graph function."""

from __future__ import annotations

from collections.abc import Iterator

from hybridize.rules.base import RuleContext
from hybridize.rules.model import UNSAFE, Fix, ReplaceCallee
from hybridize.rules.traced import Cause, TracedHazard
from hybridize.verdicts.evidence.safety import Observed
from hybridize.verdicts.model.verdict import Verdict


class HybridEagerOnly(TracedHazard):
    """What cannot be traced, inside a graph function.

    ## What to do
    Use the function of TensorFlow (`tf.exp` in place of `np.exp`), or do this where the function is called, on what it
    returns.

    ## What it does
    Finds statements of graph functions, and of what they call, that need the value of a tensor while Python runs:
    `.numpy()`, NumPy on a tensor, `bool`, `max` and f-strings of tensors, tensors as keys, iteration and unpacking that
    AutoGraph does not convert; conditions and loops on tensors that change lists, make keys, leave Python loops,
    or that AutoGraph leaves alone; what a graph refuses and eager execution converts: shapes that are numbers
    (`tf.reshape(x, -1)`), numbers before a tensor of another dtype (`tf.where(x > 0, 0, x)`), conditions that are no
    Booleans; conditions on tensors in what Keras calls as Python, on all releases (activations, regularizers,
    constraints, schedules) or from Keras 3 on (layers, losses, metrics); weights of Keras 3 that are passed and changed
    (the last two with a target); and tensors where it needs numbers (`tf.TensorShape(n)`). NumPy arrays that callers
    pass are tensors in the graph: `np.sqrt(x)`, `x.max()`, `x.dtype.kind` and `x[0] = 1.0` raise there. It is silent
    where the program may run all functions eagerly: where it calls `tf.config.run_functions_eagerly` with anything
    but a constant `False`; and behind a flag that asks for debugging or eager execution by its name (`if
    self.debug_mode: ...`, `if config.run_eagerly: ...`).

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
    NumPy's functions of single elements become TensorFlow's (`np.exp` -> `tf.exp`), `max` and `min` of two tensors
    become `tf.maximum` and `tf.minimum`. Both are unsafe: the results are tensors, whose dtypes TensorFlow does not
    mix. Other statements have no fix.

    ## References
    TensorFlow guide, "Better performance with tf.function", section "Limitations"; AutoGraph reference, "Limitations"
    """

    code = "HYB007"
    name = "hybrid-eager-only"
    kinds = frozenset({
        "eager-only-call", "numpy-on-tensor", "tensor-iteration", "autograph-limit", "refused-rank",
        "conflicting-dtypes", "receiver-not-held", "unusable-argument",
    })  # fmt: skip
    consequence = ""
    yields_to = ("HYB006", "HYB010", "HYB011")

    def causes(self, verdict: Verdict, context: RuleContext) -> Iterator[Cause]:
        """The statements, with what TensorFlow has in their place; none where the program may run them eagerly."""
        if verdict.callers.perhaps_eager:
            return
        observed = (fault for fault in verdict.faults if isinstance(fault, Observed) and not fault.chain)
        fixes = {fault.place: _repair(fault) for fault in observed if fault.kind in self.kinds}
        for cause in super().causes(verdict, context):
            yield cause._replace(fix=fixes.get(cause.origin))


_ELEMENTWISE = frozenset("abs ceil cos exp floor log1p maximum minimum sign sin sqrt square tan tanh".split())
"""Functions that NumPy and TensorFlow have under the same name, with the same arguments."""
_IN_MATH = {"log": "math.log", "isnan": "math.is_nan", "expm1": "math.expm1"}
_OF_TWO = {"builtins.max": "maximum", "builtins.min": "minimum"}


def _repair(fault: Observed) -> Fix | None:
    call, place = fault.call, fault.place
    if call is None or call.keywords:
        return None
    package, _, short = call.name.rpartition(".")
    name = ""
    if package == "numpy":
        name = short if short in _ELEMENTWISE else _IN_MATH.get(short, "")
    elif len(call.positional) == 2:
        name = _OF_TWO.get(call.name, "")
    if name:
        callee = ReplaceCallee(place.path, place.line, place.column, call.callee, f"tensorflow.{name}")
        return Fix(UNSAFE, f"Call `tf.{name}`", (callee,))
    return None
