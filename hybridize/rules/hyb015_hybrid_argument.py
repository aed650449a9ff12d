"""HYB015: deprecated or unknown arguments of `tf.function`."""

from __future__ import annotations

from collections.abc import Iterator

from hybridize.rules.base import Rule, RuleContext
from hybridize.rules.model import Finding
from hybridize.verdicts.model import Verdict

RENAMED = {"experimental_relax_shapes": "reduce_retracing", "experimental_compile": "jit_compile"}
KNOWN = frozenset(
    "func input_signature autograph jit_compile reduce_retracing experimental_implements"
    " experimental_autograph_options experimental_attributes".split()
)
"""The arguments of TensorFlow 2.15 to 2.21 that are as they should be."""


class HybridArgument(Rule):
    """Deprecated or unknown arguments of `tf.function`.

    ## What it does
    Finds arguments of `tf.function` that were renamed (`experimental_relax_shapes` is `reduce_retracing`,
    `experimental_compile` is `jit_compile`), that nothing reads any more
    (`experimental_follow_type_hints`), and that no release has.

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
    There is no fix yet.

    ## References
    TensorFlow API documentation of `tf.function`, sections "Args" and "Deprecated"
    """

    code = "HYB015"
    name = "hybrid-argument"
    preview = True

    def check(self, verdict: Verdict, context: RuleContext) -> Iterator[Finding]:
        """One finding at the `def`."""
        for name in verdict.mode.arguments:
            if name in RENAMED:
                said = f"`{name}` of `tf.function` is called `{RENAMED[name]}` now"
            elif name == "experimental_follow_type_hints":
                said = f"`{name}` of `tf.function` does nothing any more"
            elif name not in KNOWN:
                said = f"`tf.function` has no argument `{name}`"
            else:
                continue
            yield self.finding(verdict.subject, f"{said} (of `{verdict.qualname}`)")
            return
