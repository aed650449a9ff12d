"""HYB002: a graph function that is traced again and again."""

from __future__ import annotations

from collections.abc import Iterator

from hybridize.rules.base import Rule, RuleContext, named, passing_tensors, removal
from hybridize.rules.model import DISPLAY_ONLY, UNSAFE, ChangeArguments, Finding, Fix
from hybridize.verdicts.evidence import sentences, words
from hybridize.verdicts.evidence.retracing import NewObject, Remedy, Retrace
from hybridize.verdicts.model.parts import LiteralValue, Parameter, Place, Safety, Step, StepKind, Traces
from hybridize.verdicts.model.verdict import Verdict

SHOWN = 4
"""Values that a message names."""
SHOWN_PLACES = 2
"""Values that it names with their places."""


class RetracingRisk(Rule):
    """A graph function that is traced again and again.

    ## What to do
    Pass numbers that change as tensors: `train(tf.constant(n))`. Make functions and objects once, before the loop.
    Give tensors one shape, or write `reduce_retracing=True`.

    ## What it does
    Finds graph functions with a parameter that receives two or more different Python numbers or strings, one that
    changes from call to call (a loop variable, a counter, a length, a formatted text, the time), objects or
    functions made for each call, a list that grows or holds what a loop collects, a dictionary that gets another
    number under a key, or tensors of more than two shapes or dtypes; methods of objects that are made in the loop
    that calls them; and `tf.function` objects that are made anew in a loop. Up to three of these, in a loop over
    alternatives, are none. The message says which values come from where, and how many traces that makes in one run,
    as far as the loops are written with constants.

    ## Why is this bad?
    A tensor argument is matched by dtype and shape, a Python value by the value itself: each new one is traced, which
    takes hundreds of times as long as a call. TensorFlow warns only from the fifth trace on and does not say which
    argument it was. Of the performance bugs in the study of Castro Velez et al., 45 % are in functions that had the
    decorator already.

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
    The fix passes tensors at the call sites. It is safe where the function hands the number on to what takes either (a
    loop over `tf.range`, `tf.cast` to a float, `tf.print` of an integer) and no trace does or reads anything that tells
    it from another. It is unsafe where a body prints or counts while it is traced, where the dtype may matter
    (`x * n`), where a shape may follow from the number, and where Python's control flow reads it. Where the number
    serves as a shape, a key or an option, no edit is made: Python needs it as it is. Nor
    is one made where numbers arrive that TensorFlow takes for one, as `1` and `1.0`: they share the trace, and with
    it the dtype, of whichever comes first, and as tensors they would not. Against many shapes
    `reduce_retracing=True` is offered as an unsafe fix, since the function then sees axes of unknown length, and
    removing the decorator where nothing else can be edited: the function then runs
    eagerly, which may be slower still. A graph that is made together with the model that it runs, and called again and
    again with that, is made as often as it must be, and so is that of another model in each round of a loop; and a loop
    that begins again only where a round has failed repeats
    nothing. Parts of one size, of which the last is what is left (`n = min(size, total - done)`), are two numbers, and
    a method that a constructor calls belongs to the making of its object. Two values of a flag, up to three texts
    (`"train"`, `"eval"`), or `None` and a tensor, are so many traces and not reported, nor are the last, smaller
    batch of a data set, what an `input_signature` makes tensors of, and the numbers that are written in another graph
    function: it passes them while it is traced itself, and never again. What tests pass shows how a function may be
    called, and is not counted.

    ## Limits
    The number of traces is an estimate: values that come from files, options or the environment are not known, and a
    number that is computed is taken to differ only where a loop changes it. Shapes are known where the call that makes
    the tensor writes them; a data set whose batches differ in length is not seen. A function that others call, too, is
    judged by the calls in the project: one value there may be many elsewhere.

    ## Options
    `boolean-literals`

    ## References
    Khatchadourian et al., section IV-A, Table II (precondition P3) and Listing 5; Castro Velez et al., study of
    `tf.function` bugs; TensorFlow guide, "Controlling retracing"
    """

    code = "HYB002"
    name = "retracing-risk"
    of_lambdas = True
    yields_to = ("HYB009", "HYB016")

    def check(self, verdict: Verdict, context: RuleContext) -> Iterator[Finding]:
        """One finding at the `def` for all parameters, one for what else has a remedy of its own."""
        if not verdict.hybrid or verdict.callers.switched_off is not None:
            return
        retracing = verdict.retracing
        told = set()
        for reason in retracing.reasons:
            if (reason.place, reason.remedy) not in told:
                told.add((reason.place, reason.remedy))
                yield self.finding(
                    verdict.subject,
                    f"{named(verdict)} is traced {_count(retracing.traces, 'about {} times') or 'again and again'}: "
                    + sentences.message(reason),
                    place=reason.place,
                    fix=_repair(verdict, reason),
                    related=reason.chain,
                )
        changing = [parameter for parameter in verdict.parameters if parameter.name in retracing.changing]
        if not changing:
            return
        about = "about " if any(value.loop for each in changing for value in each.literal_values) else ""
        message = (
            f"{named(verdict)} is traced again for each new Python {_kind(changing)} in {_names(changing)}"
            + _count(retracing.traces, f": {about}{{}} times in all")
            + f" ({_places(changing, verdict.place)})"
        )
        sites = [
            _arrival(parameter, value)
            for parameter in changing
            for value in parameter.literal_values
            if value.traced
        ]
        off = removal(verdict) if verdict.decision.precondition == "P3" else None
        fix = _conversion(changing, retracing.passing_tensors) or off or _advice(changing)
        yield self.finding(verdict.subject, message, fix=fix, related=sites)


def _count(traces: Traces, words: str) -> str:
    """The estimate in words, if there is one."""
    if traces.unbounded or traces.known is None or traces.known <= 1:
        return ""
    return words.format(f"{traces.known:,}")


def _arrival(parameter: Parameter, value: LiteralValue) -> Step:
    """The call site that passes a value."""
    if value.changing:
        return Step(value.place, StepKind.CHANGING, parameter.name, value.changing)
    return Step(value.place, StepKind.LITERAL, parameter.name, value.value)


def _kind(changing: list[Parameter]) -> str:
    """What kind of Python values these parameters receive."""
    values = [value for parameter in changing for value in parameter.literal_values if value.traced]
    if all(value.is_text for value in values):
        return "text"
    return "value" if any(value.is_text or value.type == "bool" for value in values) else "number"


def _conversion(changing: list[Parameter], safety: Safety) -> Fix | None:
    """Passing tensors at the call sites, where all of them are known and the body takes tensors."""
    if safety is Safety.DISPLAY_ONLY:
        return None
    conversions = (parameter.conversion for parameter in changing if parameter.conversion is not None)
    return Fix(safety.value, _passing(changing), passing_tensors(conversions))


def _advice(changing: list[Parameter]) -> Fix:
    """What to do where no edit can be made: texts are no use as tensors."""
    if any(value.is_text for parameter in changing for value in parameter.literal_values):
        return Fix(DISPLAY_ONLY, "Make one function for each text, or choose by a tensor")
    return Fix(DISPLAY_ONLY, _passing(changing))


def _passing(changing: list[Parameter]) -> str:
    return f"Pass {_names(changing)} as {'tensors' if len(changing) > 1 else 'a tensor'}"


def _names(changing: list[Parameter]) -> str:
    return " and ".join(f"`{parameter.name}`" for parameter in changing)


_ADVICE = {
    Remedy.RELAX_SHAPES: "Relax the shapes with `reduce_retracing=True`",
    Remedy.MAKE_FUNCTION_ONCE: "Make the `tf.function` once, outside of what is repeated",
    Remedy.MAKE_OBJECT_ONCE: "Make the object once, or pass the tensors that it holds",
    Remedy.RESET_OBJECT: "Make the metric once, before the loop, and call its `reset_state` where it is made now",
    Remedy.ONE_LENGTH: "Pass one tensor instead of them, or pad them to one length",
    Remedy.ONE_DTYPE: "Cast the tensors to one dtype before the call",
    Remedy.PASS_TENSOR_INSIDE: "Put a tensor in the place of the number",
    Remedy.PASS_TENSOR: "Pass a tensor of the numbers in the lists",
}


def _repair(verdict: Verdict, reason: Retrace) -> Fix:
    """What helps against a reason: `reduce_retracing` is an edit, all else is for people to do."""
    at = verdict.mode.decorator
    if isinstance(reason, NewObject) and reason.tensors:
        read = words.attribute_list(reason.parameter, reason.tensors, "")
        return Fix(DISPLAY_ONLY, f"Make the object once, or pass {read}")
    if reason.remedy is not Remedy.RELAX_SHAPES or at is None or verdict.framework.decorator != "tensorflow.function":
        return Fix(DISPLAY_ONLY, _ADVICE[reason.remedy])
    put = (("reduce_retracing", "True"),)
    edit = ChangeArguments(at.place.path, at.place.line, at.place.column, at.symbol, put=put)
    return Fix(UNSAFE, _ADVICE[reason.remedy], (edit,))


def _places(changing: list[Parameter], near: Place) -> str:
    """The values, and where they come from; with several parameters the values alone."""
    if len(changing) == 1:
        return _values(changing[0], near)
    return "; ".join(f"`{parameter.name}`: {_values(parameter, None)}" for parameter in changing)


def _values(parameter: Parameter, near: Place | None) -> str:
    """The values, with their call sites as seen from a place, each value once."""
    first: dict[object, LiteralValue] = {}
    for value in parameter.literal_values:
        if value.traced:
            first.setdefault(value.trace_key, value)
    shown = [_value(value, near) for value in first.values()]
    limit = SHOWN if near is None else SHOWN_PLACES
    more = f" and {len(shown) - limit} more" if len(shown) > limit else ""
    return ", ".join(shown[:limit]) + more


def _value(value: LiteralValue, near: Place | None) -> str:
    said = f"`{value.changing}`" if value.changing else value.value
    if near is None:
        return said
    if value.loop is not None:
        return f"{said} in the loop at {words.where(value.loop, near)}"
    return f"{said} at {words.where(value.place, near)}"
