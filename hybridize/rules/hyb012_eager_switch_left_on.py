"""HYB012: a switch that makes graphs run eagerly, left on."""

from __future__ import annotations

from collections.abc import Iterator

from hybridize.rules.base import Rule, RuleContext
from hybridize.rules.model import UNSAFE, ChangeArguments, Finding, Fix, RemoveStatement
from hybridize.verdicts.model.parts import EagerSwitch, Switched


class EagerSwitchLeftOn(Rule):
    """A switch that makes graphs run eagerly, left on.

    ## What to do
    Remove the switch, or put it under a test (`if debug:`).

    ## What it does
    Finds `tf.config.run_functions_eagerly(True)` and its older name, `tf.data.experimental.enable_debug_mode()`,
    `compile(run_eagerly=True)` and `model.run_eagerly = True`, in functions and at the level of modules. Tests, values
    that are computed, what stands under a test (`if debug:`) and what the module switches back are left alone.

    ## Why is this bad?
    They are for debugging: every `@tf.function` of the program, or all that Keras runs of the model, runs as Python, at
    a fraction of the speed. Nothing fails and nothing warns.

    ## Example
    ```python
    import tensorflow as tf

    tf.config.run_functions_eagerly(True)


    @tf.function
    def total(x):
        return tf.reduce_sum(x)


    total(tf.ones(2))
    ```

    ## Use instead
    ```python
    import tensorflow as tf


    @tf.function
    def total(x):
        return tf.reduce_sum(x)


    total(tf.ones(2))
    ```

    ## Fix safety
    The fix removes the statement, or the argument. It is unsafe: what has only run eagerly may fail as a graph.

    Where a function that it makes run eagerly does what a graph does not do (`.numpy()`, Python side effects), there is
    no fix: the message names the place. Where none of these functions computes, there is no finding.

    ## Limits
    HYB001 and HYB002 are silent about functions that only run in programs with a switch for all functions: decorated or
    not, they run as Python.

    ## References
    TensorFlow API documentation of `tf.config.run_functions_eagerly`; Keras API documentation of `Model.compile`
    """

    code = "HYB012"
    name = "eager-switch-left-on"
    yields_to = ("HYB006", "HYB007", "HYB010", "HYB011", "HYB021")

    def check_project(self, context: RuleContext) -> Iterator[Finding]:
        """One finding at each switch."""
        for switch in context.switches:
            message = f"`{switch.written}` {_CONSEQUENCES[switch.what]}"
            needed = switch.needed
            if needed is None:
                yield self.finding(switch.subject, message, place=switch.place, fix=_removal(switch))
            elif switch.gains:
                where = f"line {needed.line} of {needed.path}"
                message += f", which {where} needs: a graph would not do there what Python does"
                yield self.finding(switch.subject, message, place=switch.place)


_CONSEQUENCES = {
    Switched.FUNCTIONS: "makes every `tf.function` of the program run eagerly, and nothing switches it back",
    Switched.MODEL: "makes Keras run all steps of the model eagerly",
    Switched.DATASETS: "makes `tf.data` run all functions of data sets eagerly",
}


def _removal(switch: EagerSwitch) -> Fix | None:
    place = switch.place
    if switch.callee:
        argument = ChangeArguments(place.path, place.line, place.column, switch.callee, remove=("run_eagerly",))
        return Fix(UNSAFE, "Remove `run_eagerly=True`", (argument,))
    if not switch.alone:
        return None
    statement = RemoveStatement(place.path, place.line, place.column, switch.written)
    return Fix(UNSAFE, f"Remove `{switch.written}`", (statement,))
