"""HYB017: a run of statements in an eager loop that could be a graph, if it were a function."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from hybridize.rules.base import Rule, RuleContext
from hybridize.rules.model import DISPLAY_ONLY, ExtractFunction, Finding, Fix
from hybridize.verdicts.evidence import sentences, words
from hybridize.verdicts.model.parts import Block, Safety, Step, StepKind
from hybridize.verdicts.model.verdict import JudgedBlock


class ExtractableStep(Rule):
    """A step in an eager loop that could run as a graph, if it were a function.

    ## What to do
    Move the statements into a function under `@tf.function` above the loop, and call it in their place (`--fix` does
    so). The finding names what the function takes and returns.

    ## What it does
    Finds, in loops that run eagerly and in functions that such a loop calls, the longest run of consecutive statements
    that a graph could keep: a gradient tape up to `apply_gradients`, mostly. Statements that print, ask for `.numpy()`,
    write to a list, step an environment or draw numbers with NumPy stay outside, and so does what only makes tensors of
    the data. What changes with the rounds becomes an argument; models, optimizers, variables and settings that stay the
    same are read from around the loop. Names that are read later, in the next round too, are returned. A Python number
    that changes is passed as a tensor.

    The function that a block would be is judged as any other: see HYB001. Blocks of few operations (without a tape they
    have to be more), in loops of few rounds, or inside what HYB001 reports or a graph runs already, are left alone: the
    rounds of all loops together have to take longer than a trace, 0.05 to 0.5 seconds, where their number is known.
    What is a graph already counts as one operation of a block that calls it.

    A step of training that one statement alone keeps from being a graph, such as a `print` under the tape, is listed
    by `--near-misses`, with what to do about it. The report has a row for each block, under `regions`.

    ## Why is this bad?
    Each operation of an eager loop goes through Python. A decorator needs a function, and in many programs the step has
    none: the loop holds it. Programs of this kind ran 1.5 to 5 times as fast with the step in a function.

    ## Example
    ```python
    import tensorflow as tf

    weights = tf.Variable(tf.ones((3, 1)))
    optimizer = tf.keras.optimizers.SGD(0.1)
    batches = tf.data.Dataset.from_tensor_slices((tf.ones((64, 3)), tf.zeros((64, 1)))).batch(8, True)

    for features, labels in batches.repeat(20):
        with tf.GradientTape() as tape:
            errors = tf.matmul(features, weights) - labels
            loss = tf.reduce_mean(tf.square(errors)) + 0.01 * tf.reduce_sum(tf.abs(weights))
        gradients = tape.gradient(loss, [weights])
        optimizer.apply_gradients(zip(gradients, [weights]))
        print(float(loss))
    ```

    ## Use instead
    ```python
    import tensorflow as tf

    weights = tf.Variable(tf.ones((3, 1)))
    optimizer = tf.keras.optimizers.SGD(0.1)
    batches = tf.data.Dataset.from_tensor_slices((tf.ones((64, 3)), tf.zeros((64, 1)))).batch(8, True)


    @tf.function
    def train_step(features, labels):
        with tf.GradientTape() as tape:
            errors = tf.matmul(features, weights) - labels
            loss = tf.reduce_mean(tf.square(errors)) + 0.01 * tf.reduce_sum(tf.abs(weights))
        gradients = tape.gradient(loss, [weights])
        optimizer.apply_gradients(zip(gradients, [weights]))
        return loss


    for features, labels in batches.repeat(20):
        loss = train_step(features, labels)
        print(float(loss))
    ```

    ## Fix safety
    The fix moves the statements with their comments, and changes nothing else in the file. It is safe where a decorator
    on the new function would be (see HYB001) and the shapes of all its inputs are known. It is unsafe where that rests
    on an assumption, which the finding names, where a number, or an array of another dtype than the tensors that it
    meets, is passed as a tensor, where a batch may have another shape, and where the function around the loop is called
    again and again, so that each call traces anew. Where something else has to change first, as an object that each
    round makes or an array of no known dtype, the finding says so and there is no edit.

    ## Limits
    A block in a `try`, or with `return`, `break`, `continue` or `yield` out of it, is no candidate, nor is one whose
    names other functions read. How often a loop runs is known of constants, what callers pass, and the sizes of arrays
    and data sets; where it is not known, it is taken to run often.

    ## Options
    `min-gain`, `speculative`, `follow-type-hints`, `closed-world`, `target-tensorflow`

    ## References
    TensorFlow guide, "Better performance with tf.function"; Khatchadourian et al., "Speculative Automated Refactoring
    of Imperative Deep Learning Programs to Graph Execution"
    """

    code = "HYB017"
    name = "extractable-step"
    preview = True

    def check_project(self, context: RuleContext) -> Iterator[Finding]:
        """One finding for each block."""
        return map(self._finding, context.blocks)

    def _finding(self, found: JudgedBlock) -> Finding:
        block = found.block
        place = block.place
        title = found.framework.title
        noun = "operation" if title == "TensorFlow" else f"{title} operation"
        several = place.end_line not in (None, place.line)
        lines = f"lines {place.line}-{place.end_line}" if several else f"line {place.line}"
        shown = block.signature if len(block.signature) <= _SHOWN else block.name
        can = "could" if found.safety is not Safety.SAFE else "can"
        message = f"{lines} {'run' if several else 'runs'} about {words.counted(_rounded(found.runs), noun)} one by one"
        message += f" in each round of the loop at {words.where(block.loop, place)}"
        if block.rounds is not None:
            message += f", {_rounded(block.rounds):,} times in all"
        message += f"; as `{shown}` they {can} be one graph"
        if found.obstacle is not None:
            message += "; one thing is in the way"
        made = self.finding(
            block.subject,
            message,
            place=place,
            fix=_fix(found),
            related=[Step(block.loop, StepKind.CALLING_LOOP)],
            assumptions=found.assumptions,
        )
        return replace(made, inputs=block.inputs, results=block.results)


def _rounded(number: int) -> int:
    """A number of two digits and noughts: the others are not known."""
    digits = len(str(number)) - _DIGITS
    return round(number, -digits) if digits > 0 else number


_DIGITS = 2
_SHOWN = 34
"""Characters of the longest signature that a message shows whole."""


def _fix(found: JudgedBlock) -> Fix:
    if found.safety is Safety.DISPLAY_ONLY:
        made = f"Make the statements a function `{found.block.signature}`"
        if found.obstacle is None:
            return Fix(DISPLAY_ONLY, made)
        said, help_ = sentences.message(found.obstacle), sentences.remedy(found.obstacle)
        return Fix(DISPLAY_ONLY, f"{made}; but {said}. {help_}")
    block = found.block
    return Fix(
        found.safety.value,
        f"Make the statements a function `{block.signature}`, decorated with `tf.function`",
        (extraction(block),),
    )


def extraction(block: Block, symbol: str = "tensorflow.function") -> ExtractFunction:
    """The edit that makes a function of a block; `symbol` is its decorator, if it gets one."""
    place = block.place
    return ExtractFunction(
        place.path,
        place.line,
        place.end_line or place.line,
        block.anchor,
        block.name,
        block.inputs,
        block.results,
        block.receiver,
        block.numbers,
        symbol,
    )
