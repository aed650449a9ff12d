"""HYB015: deprecated or unknown arguments of `tf.function`."""

from __future__ import annotations

import re
from collections.abc import Iterator

from hybridize.rules.base import Rule, RuleContext, named
from hybridize.rules.model import SAFE, ChangeArguments, Finding, Fix
from hybridize.verdicts.model.verdict import Verdict

RENAMED = {
    "experimental_relax_shapes": ("reduce_retracing", (2, 9)),
    "experimental_compile": ("jit_compile", (2, 5)),
}
"""The new names, and the release that brought each."""
UNREAD_FROM = (2, 15)
"""The first release known to read nothing in `experimental_follow_type_hints`."""
KNOWN = frozenset(
    "func input_signature autograph jit_compile reduce_retracing experimental_implements"
    " experimental_autograph_options experimental_attributes".split()
)
"""The arguments of TensorFlow 2.15 to 2.21 that are as they should be."""
_SINGLE = re.compile(r"[\w.]*TensorSpec\(|\{")
"""A signature that is one specification, or a dictionary of them."""


class HybridArgument(Rule):
    """Deprecated or unknown arguments of `tf.function`.

    ## What to do
    Rename or delete the argument.

    ## What it does
    Finds arguments of `tf.function` that were renamed (`experimental_relax_shapes` is `reduce_retracing`,
    `experimental_compile` is `jit_compile`), that nothing reads any more
    (`experimental_follow_type_hints`), and that no release has; an `input_signature` that is no list or tuple, and one
    that is given by position, where the function belongs.

    ## Why is this bad?
    A renamed argument warns, and ends in `TypeError` in the release that drops it; one that nothing reads misleads.

    ## Example
    ```python
    import tensorflow as tf


    @tf.function(experimental_relax_shapes=True)
    def total(x):
        return tf.reduce_sum(x)


    total(tf.ones(2))
    ```

    ## Use instead
    ```python
    import tensorflow as tf


    @tf.function(reduce_retracing=True)
    def total(x):
        return tf.reduce_sum(x)


    total(tf.ones(2))
    ```

    ## Fix safety
    A renamed argument gets its new name, which all supported releases know: that is safe. A project that asks for an
    older TensorFlow, which knows the old name alone, gets no finding; nor does a program that imports
    `tensorflow.python.keras`, most of which is gone. The others have no fix.

    ## References
    TensorFlow API documentation of `tf.function`, sections "Args" and "Deprecated"
    """

    code = "HYB015"
    name = "hybrid-argument"
    of_what_is_written = True
    of_lambdas = True

    def check(self, verdict: Verdict, context: RuleContext) -> Iterator[Finding]:
        """At the `def`, one finding for each argument."""
        for name, written in verdict.mode.arguments.items():
            fix = None
            if name in RENAMED:
                new, since = RENAMED[name]
                old = context.options.is_before(*since) or verdict.mode.of_old_program
                if old or new in verdict.mode.arguments:
                    # The program asks for the release, and makes the function with either name.
                    continue
                said = f"`{name}` of `tf.function` is called `{new}` now"
                fix = _renaming(verdict, name, new)
            elif name == "experimental_follow_type_hints":
                if context.options.is_before(*UNREAD_FROM):
                    continue
                said = f"`{name}` of `tf.function` does nothing any more"
            elif name == "input_signature" and _SINGLE.match(written.text):
                said = "`input_signature` of `tf.function` must be a list or tuple: it raises `TypeError`"
            elif name == "func" and verdict.mode.decorator is not None and written.text.startswith("["):
                said = "the first argument of `tf.function` is the function, not the signature: it raises `TypeError`"
            elif name not in KNOWN:
                said = f"`tf.function` has no argument `{name}`: it raises `TypeError`"
            else:
                continue
            yield self.finding(verdict.subject, f"{said} (of {named(verdict)})", fix=fix)


def _renaming(verdict: Verdict, name: str, new: str) -> Fix | None:
    """The keyword under its new name, in a decorator that does not have that already."""
    decorator = verdict.mode.decorator
    if decorator is None or not decorator.has_arguments:
        return None
    place = decorator.place
    edit = ChangeArguments(place.path, place.line, place.column, decorator.symbol, rename=((name, new),))
    return Fix(SAFE, f"Rename it to `{new}`", (edit,))
