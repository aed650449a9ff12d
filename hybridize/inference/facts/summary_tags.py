"""Summaries that a graph writes under another tag: TensorFlow puts the scope of names before it.

In a graph a condition or loop on a tensor, and the functions that `tf.cond`, `tf.map_fn` and their kin are handed, run
in a scope of their own: `tf.summary.scalar("loss", …)` writes `cond/loss` or `while/loss` there, and `loss` eagerly. A
loop over a data set has none (2.15 and 2.21).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence, Set

from astroid import nodes

from hybridize.inference.facts.names import Callees
from hybridize.inference.state.assumptions import Assumption, Because, Use
from hybridize.inference.state.contexts import Context
from hybridize.inference.state.origins import Origins

MAKING = frozenset(
    f"tensorflow.{name}" for name in ("cond", "case", "switch_case", "while_loop", "map_fn", "scan", "foldl", "foldr")
)
"""What runs the functions that it is given, again and again or one of them: in a graph each is traced, once."""
_WRITING = frozenset(f"tensorflow.summary.{name}" for name in "audio graph histogram image scalar text write".split())
_WHAT = "a summary under a condition or loop on a tensor, where a graph puts `cond/` or `while/` before its tag"


class SummaryTags:
    """Answers for each context."""

    def __init__(
        self,
        contexts: Sequence[Context],
        origins: Origins,
        callees: Callees,
        leading_to: Callable[[Iterable[Context]], Set[Context]],
    ) -> None:
        """`leading_to`: some contexts, and all that lead to them by calls."""
        self._origins = origins
        self._callees = callees
        self._written: dict[nodes.NodeNG, list[nodes.NodeNG]] = {}
        for call in callees.calls(_WRITING):
            self._written.setdefault(call.frame(), []).append(call)
        writing = [context for context in contexts if context.scope in self._written]
        self._leading = leading_to(writing) if writing else frozenset[Context]()

    def of(self, context: Context) -> Iterator[Assumption]:
        """The summaries of a context, and the calls that lead to some, which a graph runs in a scope of names."""
        if context not in self._leading:
            return
        summary = context.summary
        choices = [each for each in summary.conversions if isinstance(each, nodes.BoolOp)]
        scopes = [*(each for each in summary.regions if each not in summary.passes), *choices]
        led = [node for node, callee in summary.calls if callee in self._leading]
        for node in dict.fromkeys((*self._written.get(context.scope, ()), *led)):
            if any(scope.parent_of(node) for scope in scopes) or self._callees.of(node) in MAKING:
                yield self._origins.assumption(Use.CONSTRUCT, node, Because.NO_RUN, _WHAT)
