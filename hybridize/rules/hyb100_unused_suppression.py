"""HYB100: a comment that suppresses nothing."""

from __future__ import annotations

from hybridize.rules.base import Rule


class UnusedSuppression(Rule):
    """A `noqa` comment for a code of hybridize that suppresses nothing.

    ## What to do
    Delete the comment.

    ## What it does
    Finds `# noqa: HYB001` (or any code of ours) on lines of which that code does not speak. Comments without codes are
    left alone: they may serve other tools. Comments for codes in preview count as used where the rule would speak.

    ## Why is this bad?
    The next finding on the line will be silenced by a comment that was meant for another one.

    ## Example
    ```python
    import tensorflow as tf

    x = tf.constant(1.0)  # noqa: HYB001
    ```

    ## Use instead
    ```python
    import tensorflow as tf

    x = tf.constant(1.0)
    ```

    ## Fix safety
    Removing the code from the comment, and the comment with its last code, is safe.

    ## References
    flake8, "Selecting and Ignoring Violations"
    """

    code = "HYB100"
    name = "unused-suppression"
    preview = True
    # Comments are no part of verdicts: the surfaces compare them with the findings.
