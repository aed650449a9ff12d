"""HYB003: a hybrid function that gains nothing."""

from __future__ import annotations

from collections.abc import Iterator

from hybridize.rules.base import Rule, RuleContext
from hybridize.rules.model import UNSAFE, Finding, Fix, RemoveDecorator
from hybridize.verdicts.model import Verdict


class NeedlessHybrid(Rule):
    """A hybrid function without tensors, or in which TensorFlow computes nothing.

    ## What it does
    Finds functions decorated with `@tf.function` that receive no tensor, neither as a parameter nor from a closure or
    global (precondition P2), or in whose body TensorFlow computes nothing (P6).

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
    Khatchadourian et al., section IV-A, Table II
    """

    code = "HYB003"
    name = "needless-hybrid"
    preview = True

    def check(self, verdict: Verdict, context: RuleContext) -> Iterator[Finding]:
        """One finding at the `def`."""
        if not verdict.hybrid or verdict.precondition not in ("P2", "P6"):
            return
        why = "receives no tensor" if verdict.precondition == "P2" else "has nothing for TensorFlow to compute"
        fix = None
        if verdict.transformation == "dehybridize" and verdict.decorator is not None:
            edit = RemoveDecorator(verdict.path, verdict.place.line, verdict.qualname, verdict.decorator.line)
            fix = Fix(UNSAFE, "Remove the decorator", (edit,))
        confidence = "proven" if verdict.proven else "assumed"
        yield self.finding(
            verdict, f"`{verdict.qualname}` is hybrid but {why}", fix=fix, confidence=confidence, assumptions=tuple(verdict.assumptions)
        )
