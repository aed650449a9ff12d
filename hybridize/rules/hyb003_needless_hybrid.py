"""HYB003: a graph function that gains nothing."""

from __future__ import annotations

from collections.abc import Iterator

from hybridize.rules.base import Rule, RuleContext, named, removal
from hybridize.rules.model import Finding
from hybridize.settings import Gain
from hybridize.verdicts.model.verdict import Verdict


class NeedlessHybrid(Rule):
    """A graph function without tensors, or in which TensorFlow computes nothing.

    ## What to do
    Remove `@tf.function`.

    ## What it does
    Finds functions decorated with `@tf.function` that receive no tensor, neither as a parameter nor from a closure or
    global, or in whose body TensorFlow computes nothing. An `input_signature` makes tensors of
    what arrives, and NumPy arrays are tensors to a graph anyway. A body that does nothing, or only raises, is left
    alone: others are to write it. So is a function that makes its tensors itself and computes with them, eight
    operations or more: it is faster as a graph, however plain its arguments are.

    ## Why is this bad?
    Such a function is traced for each new Python argument and has nothing that a graph could run faster.

    ## Example
    ```python
    import tensorflow as tf


    @tf.function
    def scale(width):
        return width * 2


    scale(3)
    ```

    ## Use instead
    ```python
    def scale(width):
        return width * 2


    scale(3)
    ```

    ## Fix safety
    Removing the decorator is unsafe: numbers and strings that the function returns are tensors while it is there, and
    somebody may use the function object that the decorator makes.

    ## References
    Khatchadourian et al., section IV-A, Table II (precondition P2), and precondition P6, which is ours
    """

    code = "HYB003"
    name = "needless-hybrid"
    preview = True
    yields_to = ("HYB002", "HYB008", "HYB009", "HYB016")

    def check(self, verdict: Verdict, context: RuleContext) -> Iterator[Finding]:
        """One finding at the `def`."""
        decision = verdict.decision
        if decision.precondition not in ("P2", "P3", "P6"):
            return
        if verdict.mode.has_signature or verdict.mode.served:
            # The signature makes tensors of what arrives, whatever it is; an empty one is there for whoever serves it.
            return
        if all(each.how == "wrapper" for each in verdict.mode.hybridized_by):
            # The project's own decorator makes the graph, and does more than that.
            return
        if verdict.computation.may_be_needed:
            # What takes its place, in a class that derives from this one, may compute.
            return
        if any(fault.kind in _FAULTS for fault in verdict.faults):
            # What fails while it is traced is to be mended first: it may compute then.
            return
        if verdict.computation.has_tensor_computation is False:
            why = f"only costs time: it has no {verdict.framework.title} operations"
        elif decision.precondition == "P2" and verdict.gain.level is Gain.NONE:
            why = "is not needed: no tensor comes to it, as an argument or otherwise"
        else:
            return
        decorator = verdict.mode.decorator
        symbol = verdict.framework.decorator.replace("tensorflow.", "tf.")
        mark = f"`@{decorator.symbol}`" if decorator is not None else f"`{symbol}`"
        message = f"{mark} on {named(verdict)} {why}"
        yield self.finding(
            verdict.subject, message, fix=removal(verdict), assumptions=decision.assumptions
        )


_FAULTS = frozenset(
    "creates-variable eager-only-call numpy-on-tensor tensor-iteration autograph-limit refused-rank conflicting-dtypes"
    .split()
)  # fmt: skip
"""What is said of statements of the body instead."""
