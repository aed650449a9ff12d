"""HYB002: a hybrid function that is traced again and again."""

from __future__ import annotations

from collections.abc import Iterator

from hybridize.rules.base import Rule, RuleContext
from hybridize.rules.model import UNSAFE, Finding, Fix, RemoveDecorator
from hybridize.verdicts.model import Parameter, Step, Verdict

SHOWN = 4
"""Values that a message names."""


class RetracingRisk(Rule):
    """A hybrid function that is traced again and again.

    ## What it does
    Finds hybrid functions with a parameter that receives two or more different Python numbers or strings, or one that
    changes from call to call (a loop variable, a counter), and `tf.function` objects that are made anew in a loop.

    ## Why is this bad?
    A tensor argument is matched by dtype and shape, a Python value by the value itself: each new one is traced, which
    takes hundreds of times as long as a call. TensorFlow warns only from the fifth trace on and does not say why.

    ## Example
    ```python
    import tensorflow as tf

    total = tf.Variable(0)


    @tf.function
    def train(num_steps):
        for _ in tf.range(num_steps):
            total.assign_add(1)


    train(10)
    train(20)
    train(tf.constant(10))
    ```

    ## Use instead
    ```python
    import tensorflow as tf

    total = tf.Variable(0)


    @tf.function
    def train(num_steps):
        for _ in tf.range(num_steps):
            total.assign_add(1)


    train(tf.constant(10))
    train(tf.constant(20))
    train(tf.constant(10))
    ```

    ## Fix safety
    The repair to prefer is passing tensors at the call sites that the finding names. Removing the decorator
    (precondition P3 of the paper) is offered as an unsafe fix: the function then runs eagerly, which may be slower still.

    ## Options
    `boolean-literals`

    ## References
    Khatchadourian et al., section IV-A, Table II and Listing 5; Castro Velez et al., study of `tf.function` bugs;
    TensorFlow guide, "Controlling retracing"
    """

    code = "HYB002"
    name = "retracing-risk"

    def check(self, verdict: Verdict, context: RuleContext) -> Iterator[Finding]:
        """One finding at the `def` for the parameters, one where the function is made anew."""
        if not verdict.hybrid:
            return
        for reason in verdict.retraces:
            message = f"`{verdict.qualname}` is traced anew: {reason.message}"
            yield self.finding(verdict, message, place=reason.place, related=reason.chain)
        changing = [p for p in verdict.parameters if _varies(p)]
        if not changing or verdict.retraces:
            return
        parts = []
        for parameter in changing:
            seen = [f"{text} (line {line})" if line else text for text, line in _values(parameter)]
            more = f" and {len(seen) - SHOWN} more" if len(seen) > SHOWN else ""
            parts.append(f"`{parameter.name}` = {', '.join(seen[:SHOWN])}{more}")
        message = f"`{verdict.qualname}` is traced anew for each value of {'; '.join(parts)}: pass a tensor"
        fix = None
        if verdict.precondition == "P3" and verdict.transformation == "dehybridize" and verdict.decorator is not None:
            edit = RemoveDecorator(verdict.path, verdict.place.line, verdict.qualname, verdict.decorator.line)
            fix = Fix(UNSAFE, "Remove the decorator", (edit,))
        related = tuple(
            Step(value.place, f"`{parameter.name}` is {value.value} here")
            for parameter in changing
            for value in parameter.literal_values
        )
        yield self.finding(verdict, message, fix=fix, related=related)


def _varies(parameter: Parameter) -> bool:
    """Two or more known values, or one that changes from call to call (written with `…`)."""
    texts = {v.value for v in parameter.literal_values}
    known = {t for t in texts if t not in ("int", "float", "str", "bytes", "complex", "bool")}
    return len(known) > 1 or any("…" in t for t in texts)


def _values(parameter: Parameter) -> list[tuple[str, int]]:
    """The values with the lines of their call sites, each value once."""
    found: dict[str, int] = {}
    for value in parameter.literal_values:
        found.setdefault(value.value, value.place.line)
    return list(found.items())
