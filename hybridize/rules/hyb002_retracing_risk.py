"""HYB002: a hybrid function that is traced again and again."""

from __future__ import annotations

from collections.abc import Iterator

from hybridize.rules.base import Rule, RuleContext, removal, where
from hybridize.rules.model import DISPLAY_ONLY, Finding, Fix
from hybridize.verdicts.model import LiteralValue, Parameter, Place, Step, Verdict

SHOWN = 4
"""Values that a message names."""
_SOME_VALUE = frozenset({"int", "float", "complex", "str", "bytes", "bool"})
"""How a value is written of which only the type is known: it may be one of the others."""


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
    (precondition P3 of the paper) is offered as an unsafe fix: the function then runs eagerly, which may be slower
    still.

    ## Options
    `boolean-literals`

    ## References
    Khatchadourian et al., section IV-A, Table II and Listing 5; Castro Velez et al., study of `tf.function` bugs;
    TensorFlow guide, "Controlling retracing"
    """

    code = "HYB002"
    name = "retracing-risk"
    yields_to = ("HYB005",)

    def check(self, verdict: Verdict, context: RuleContext) -> Iterator[Finding]:
        """One finding at the `def` for all parameters, one where the function is made anew."""
        if not verdict.hybrid:
            return
        for reason in verdict.retraces:
            message = f"`{verdict.qualname}` is traced anew: {reason.message}"
            yield self.finding(verdict, message, place=reason.place, related=reason.chain)
        changing = [parameter for parameter in verdict.parameters if _varies(parameter)]
        if not changing or any(reason.place == verdict.place for reason in verdict.retraces):
            return
        values = ", and of ".join(_values(parameter, verdict.place) for parameter in changing)
        message = f"`{verdict.qualname}` is traced anew for each value of {values}"
        sites = [
            Step(value.place, f"`{parameter.name}` is {value.value} here")
            for parameter in changing
            for value in parameter.literal_values
        ]
        names = " and ".join(f"`{parameter.name}`" for parameter in changing)
        advice = Fix(DISPLAY_ONLY, f"Pass {names} as {'tensors' if len(changing) > 1 else 'a tensor'}")
        fix = removal(verdict) if verdict.precondition == "P3" else None
        yield self.finding(verdict, message, fix=fix or advice, related=sites)


def _varies(parameter: Parameter) -> bool:
    """Whether calls differ: one value changes from call to call, or two calls pass different ones.

    What stands inside a container or an object belongs to one argument: all of it together is a value.
    """
    values = parameter.literal_values
    inside: dict[Place, set[str]] = {}
    for value in values:
        if value.inside:
            inside.setdefault(value.place, set()).add(value.value)
    different = {value.value for value in values if not value.inside} - _SOME_VALUE
    return len(different) + len({frozenset(each) for each in inside.values()}) > 1 or any(map(_changes, values))


def _changes(value: LiteralValue) -> bool:
    return value.value.endswith("…") and not value.inside


def _values(parameter: Parameter, near: Place) -> str:
    """The values with their call sites, each value once."""
    first: dict[str, Place] = {}
    for value in parameter.literal_values:
        first.setdefault(value.value, value.place)
    shown = [f"{value} ({where(place, near)})" for value, place in first.items()]
    more = [f"{len(shown) - SHOWN} more"] if len(shown) > SHOWN else []
    listed = [*shown[:SHOWN], *more]
    text = listed[0] if len(listed) == 1 else f"{', '.join(listed[:-1])} and {listed[-1]}"
    return f"`{parameter.name}`: {text}"
