"""HYB011: python randomness or a clock inside a graph function."""

from __future__ import annotations

from collections.abc import Iterator

from hybridize.rules.base import RuleContext
from hybridize.rules.model import UNSAFE, Fix, ReplaceExpression
from hybridize.rules.traced import Cause, FrozenEffect
from hybridize.verdicts.model.parts import Effect, Place, WrittenCall
from hybridize.verdicts.model.verdict import Verdict


class HybridPythonRandom(FrozenEffect):
    """Python randomness or a clock inside a graph function.

    ## What to do
    Draw with `tf.random`, or draw (or read the clock) where the function is called and pass the value. A
    `tf.random.Generator` that is made once works in graphs, too.

    ## What it does
    Finds calls of `random`, NumPy's random numbers, `time`, `uuid`, `secrets` and `tf.random.set_seed` in hybrid
    functions and in what they call.

    ## Why is this bad?
    The number is drawn, or the clock read, while the function is traced. The graph holds that one value, and each call
    computes with it again. What is called for what it does, as `time.sleep` and `np.random.seed` are, happens while the
    function is traced, and no more.

    ## Example
    ```python
    import random

    import tensorflow as tf


    @tf.function
    def flip(image):
        if random.random() < 0.5:
            return tf.reverse(image, [0])
        return image


    flip(tf.constant([1.0, 2.0]))
    ```

    ## Use instead
    ```python
    import tensorflow as tf


    @tf.function
    def flip(image):
        if tf.random.uniform([]) < 0.5:
            return tf.reverse(image, [0])
        return image


    flip(tf.constant([1.0, 2.0]))
    ```

    ## Fix safety
    `random.random`, `random.uniform`, `np.random.uniform`, `np.random.normal`, `np.random.rand` and `np.random.randn`
    become `tf.random`. It is unsafe: other numbers are drawn, and they are `float32` tensors. Where an array or a
    number is needed - for NumPy, for `tf.constant`, as an index - or tensors of another dtype are beside them, no edit
    is made.

    ## References
    TensorFlow guide, "Better performance with tf.function", section "Executing Python side effects"
    """

    code = "HYB011"
    name = "hybrid-python-random"
    kinds = frozenset({"random", "clock"})
    yields_to = ("HYB006",)
    consequence = "each call computes with that value"

    def is_told(self, verdict: Verdict, effect: Effect, context: RuleContext) -> bool:
        """The effects of its kinds, and the seed of all that draws, which is a switch."""
        return super().is_told(verdict, effect, context) or effect.seeds

    def ending(self, effect: Effect) -> str:
        """What a graph keeps, or does not do again."""
        if effect.seeds:
            return "later calls do not restart the random numbers"
        return "later calls do not do it again" if effect.unused else super().ending(effect)

    def causes(self, verdict: Verdict, context: RuleContext) -> Iterator[Cause]:
        """The calls, with `tf.random` in their place."""
        fixes = {
            effect.cause: _repair(effect.place, effect.call)
            for effect in verdict.computation.effects
            if effect.call is not None
        }
        for cause in super().causes(verdict, context):
            yield cause._replace(fix=fixes.get(cause.origin))


_BETWEEN = {
    "random.random": "uniform", "random.uniform": "uniform", "numpy.random.random": "uniform",
    "numpy.random.uniform": "uniform", "numpy.random.normal": "normal",
}  # fmt: skip
"""What draws between bounds, or around a mean; a shape comes last."""
_OF_SHAPE = {"numpy.random.rand": "uniform", "numpy.random.randn": "normal"}
_PARAMETERS = {"numpy.random.uniform": ("low", "high", "size"), "numpy.random.normal": ("loc", "scale", "size")}


def _repair(place: Place, call: WrittenCall) -> Fix | None:
    """The call of `tf.random`: the shape comes first there."""
    if call.name in _OF_SHAPE:
        kind, numbers, shape = _OF_SHAPE[call.name], "", ", ".join(call.positional)
        if call.keywords:
            return None
        shape = f"[{shape}]"
    elif call.name in _BETWEEN:
        given = dict(zip(_PARAMETERS.get(call.name, ("a", "b", "c")), call.positional)) | dict(call.keywords)
        kind, shape = _BETWEEN[call.name], given.pop("size", "[]")
        numbers = "".join(f", {each}" for each in given.values())
        if len(given) not in (0, 2) or (call.name == "numpy.random.random" and given):
            return None
    else:
        return None
    new = f"({shape}{numbers})".replace("{", "{{").replace("}", "}}")
    edit = ReplaceExpression(place.path, place.line, place.column, call.text, f"{{tensorflow.random.{kind}}}{new}")
    return Fix(UNSAFE, f"Draw with `tf.random.{kind}`", (edit,))
