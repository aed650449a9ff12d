"""HYB004: Python side effects in a graph function."""

from __future__ import annotations

from hybridize.rules.base import RuleContext, is_certain
from hybridize.rules.model import UNSAFE, Fix, ReplaceCallee
from hybridize.rules.traced import Cause, TracedEffect, effect_at, in_graph, innermost
from hybridize.verdicts.evidence import sentences
from hybridize.verdicts.model.parts import KERAS_STEPS, Effect, Place
from hybridize.verdicts.model.verdict import Verdict


class HybridSideEffect(TracedEffect):
    """A Python side effect inside a graph function.

    ## What to do
    Return the value and keep it where the function is called, or use `tf.print`, `tf.Variable` or `tf.summary`, which
    work in graphs.

    ## What it does
    Finds statements of graph functions that write to Python objects from outside the function, print, log, read the
    clock, write files, draw Python random numbers or take from Python iterators, directly or through a callee.
    A list or dictionary that is passed to the function must not be changed at all: TensorFlow raises.
    What is made once and kept is as it should be (`if self.v is None: self.v = tf.Variable(...)`, in any spelling),
    unless it is a tensor, which belongs to the trace that made it, or a flag that lets a variable be changed until it
    is turned: the graph keeps that change, and makes it at each call. So is an attribute whose readers have all come
    through the assignment, in the same trace or call, or that is put back afterwards, and a key of a dictionary that
    only the same trace reads, behind that; a constant that alone is set to
    an attribute of a library's object (`optimizer.check = lambda: None`); what a context manager changes when its
    `with` begins, and changes back when that ends; and what tells of the trace: a text with "tracing" in it, a log
    entry or a warning that shows nothing but constants, a `print` of shapes, dtypes or the names of variables, a
    constant text behind a test of settings or shapes, output before an exception.
    So are the rate of an optimizer that is set to a tensor, which is an operation, and what stands behind a flag for
    debugging or eager execution (`if self.debug_mode: ...`).
    So is an attribute that every assignment gives the same value: a constant, or the length of a list that never
    changes.
    So is a list or dictionary that each call begins anew (`self.rows.clear()`) before anything reads it, and what
    nothing in the project reads (a counter, a list that is only filled, a key), what a flag lets happen until it is
    turned off for good, a setting of the process (`warnings.filterwarnings`), a lock in a program without threads, and
    what a `tf.function` over `__init__` gives to the new object, which is traced by itself.
    A function that TensorFlow or Keras calls by itself may change what it is given
    (`features["x"] = ...` under `dataset.map`), which is made for the trace; only `train_step` and its kin may not,
    with Keras 3 ("should not modify its Python input arguments").

    ## Why is this bad?
    Python statements of a graph function run while it is traced and not when the graph runs: most calls leave the
    counter, list or log as it was, some (those that trace) do not.

    ## Example
    ```python
    import tensorflow as tf


    @tf.function
    def double(x):
        print("doubling", x)
        return x * 2


    double(tf.constant(1.0))
    ```

    ## Use instead
    ```python
    import tensorflow as tf


    @tf.function
    def double(x):
        tf.print("doubling", x)
        return x * 2


    double(tf.constant(1.0))
    ```

    ## Fix safety
    `print` of values becomes `tf.print`, which writes to standard error at every call: unsafe, since a `print` that is
    meant to show the tracing would no longer do so. A text that Python has put together (an f-string) would show the
    tensors of the trace there, too, and a constant text tells of nothing but the trace: they, and other effects, have
    no fix.

    ## References
    Khatchadourian et al., section IV-E, Listings 3 and 4; TensorFlow guide, "Executing Python side effects"
    """

    code = "HYB004"
    name = "hybrid-side-effect"
    yields_to = ("HYB006", "HYB007", "HYB010", "HYB011", "HYB012", "HYB013", "HYB021")

    def is_told(self, verdict: Verdict, effect: Effect, context: RuleContext) -> bool:
        """What `dataset.map` hands over, and Keras to `call`, is made for the trace, and may be changed."""
        return verdict.mode.hybrid or not effect.on_arguments or _is_refused(verdict, effect, context)

    def cause(self, verdict: Verdict, effect: Effect, context: RuleContext) -> Cause:
        """What happens with each trace alone, or is refused."""
        fix = None
        if effect.print_call:
            edit = ReplaceCallee(verdict.path, effect.place.line, effect.place.column, "print", "tensorflow.print")
            fix = Fix(UNSAFE, "Print with `tf.print`", (edit,))
        place, chain = innermost(verdict, effect.place, effect.chain)
        remedy = sentences.remedy_of_effect(effect)
        happens = " only while tracing, not at each call"
        if effect.leaves_tensor:
            happens = ": a graph tensor, `out of scope` elsewhere"
        if _is_refused(verdict, effect, context):
            who = "TensorFlow" if verdict.mode.hybrid else "Keras 3"
            happens = f", which its caller passes: {who} raises `ValueError`"
            remedy = "Change a copy (`dict(x)`, `list(x)`), and return it"
        message = f"{in_graph(verdict)}: it {effect_at(effect, place, chain)}{happens}"
        return Cause(place, message, chain, _origin(verdict, effect), fix, remedy)


def _origin(verdict: Verdict, effect: Effect) -> Place:
    """Where that stands which is wrong: the statement, unless another fault comes to the same.

    That is what makes a variable, which the statement keeps, a change that AutoGraph loses, or a value that is asked
    for to be shown: `tf.print` takes the place of all of it.
    """
    if effect.what == "output":
        asked = (each for each in verdict.faults if each.kind in _ASKING and is_certain(each))
        return next((each.cause for each in asked if effect.cause.holds(each.cause)), effect.cause)
    if effect.what not in _KEEPING:
        return effect.cause
    way = {effect.place, *(step.place for step in effect.chain)}
    for fault in filter(is_certain, verdict.faults):
        made = fault.kind == "creates-variable" and any(
            effect.cause.holds(place) for place in (fault.place, *(step.place for step in fault.chain))
        )
        if made or (fault.kind == "autograph-limit" and fault.cause in way):
            return fault.cause
    return effect.cause


_ASKING = frozenset({"eager-only-call", "numpy-on-tensor"})
_KEEPING = frozenset({"write-attribute", "write-global", "write-item", "mutate"})


def _is_refused(verdict: Verdict, effect: Effect, context: RuleContext) -> bool:
    """Whether TensorFlow or Keras raises where a function has changed what it is passed."""
    if verdict.mode.hybrid or not effect.on_arguments:
        return effect.refused
    return effect.refused and _is_step(verdict) and not context.options.before_keras_3


def _is_step(verdict: Verdict) -> bool:
    """Whether Keras compiles the function itself into its graph: Keras 3 refuses changes of what it passes."""
    return verdict.qualname.rpartition(".")[2] in KERAS_STEPS
