"""What was run in a trace: which functions take tensors, where, and do there what they do eagerly.

A closed vocabulary: what stands in no run is not known to work. Each entry of `data/traced.json` is an expression that
was run with TensorFlow, eagerly and traced; what it covers is read off the expression itself. `x`, `y`, `n` and `v` are
tensors in it.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from enum import Enum
from typing import Any

GRAPHS = "graphs"
"""The file of what functions refuse in a graph."""
TENSORS = frozenset("xynv")
"""The names that are tensors in the runs: two floats, an integer, three floats."""
SELF = "self"
"""The receiver of a method, among its arguments."""
REST = "*"
"""All further positional arguments."""
KEYWORDS = "**"
"""Arguments by keyword, whatever their names are."""


class Stage(Enum):
    """How a call gets a tensor."""

    ITSELF = "itself"
    """The argument is one."""
    INSIDE = "inside"
    """The argument holds one, or gives one when it is iterated over."""
    VALUES = "values"
    """The argument is a dictionary that holds one; iterating over it gives its keys."""
    RESULT = "result"
    """The argument is a function, which gives one when it is called."""

    # Members are single: their identity is cheaper than what `Enum` hashes.
    __hash__ = object.__hash__


Where = tuple["int | str", Stage]


class Graphs:
    """What functions take eagerly and refuse in a graph, as `generate graphs` writes it."""

    def __init__(self, told: Mapping[str, Any]) -> None:
        self.numbers: Mapping[str, Sequence[str]] = told["numbers"]
        """Parameters at which a graph refused a number before a tensor of another dtype, which eagerly is converted."""
        self.converted: frozenset[str] = frozenset(told["converted"])
        """Functions that were seen to convert such numbers in a graph, too."""
        self.tensors: Mapping[str, Sequence[str]] = told["tensors"]
        """Parameters at which a graph refuses a tensor that works eagerly."""
        self.ranks: Mapping[str, Mapping[str, int]] = told["ranks"]
        """Parameters with the rank that a graph asks of them, where eagerly another one works."""


class Traced:
    """Asks for functions and methods by qualified name."""

    def __init__(
        self,
        runs: Mapping[str, Sequence[str]],
        attributes: Mapping[str, str],
        pure: Sequence[str],
        asking: Sequence[str],
        functions: Mapping[str, str],
        modelled: Sequence[str] = (),
    ) -> None:
        """`runs`: the expressions by name; `attributes` of tensors; `pure`: modules; `asking`: what in them is not.

        `functions`: what may be called with a function, and does the same with what `tf.function` makes of it.
        `modelled`: what an entry alone does not describe: without the code that models it nothing is known of it.
        """
        self.attributes = frozenset(attributes)
        self._runs = runs
        self.pure = frozenset(pure)
        self.asking = frozenset(asking)
        self.functions = frozenset(functions)
        self.modelled = frozenset(modelled)
        self._known: dict[str, frozenset[Where]] = {}

    def covered(self, name: str) -> frozenset[Where] | None:
        """Where a function may get tensors; None where no run says anything about it."""
        if name not in self._runs:
            return None
        found = self._known.get(name)
        if found is None:
            found = self._known[name] = frozenset(
                where for run in self._runs[name] for where in arguments(run, name)
            )
        return found

    def is_pure(self, name: str) -> bool:
        """Whether what a function gives hangs on its arguments alone."""
        prefix = name
        while prefix:
            if prefix in self.asking:
                return False
            if prefix in self.pure:
                return True
            prefix = prefix.rpartition(".")[0]
        return False


def arguments(run: str, name: str) -> Iterator[Where]:
    """Where the call of `name` in an expression gets tensors."""
    call = called(run, name)
    made = {
        each.targets[0].id: each.value
        for each in ast.walk(ast.parse(run))
        if isinstance(each, ast.Assign) and isinstance(each.targets[0], ast.Name)
    }
    if isinstance(call.func, ast.Attribute):
        receiver = call.func.value
        for stage in _stages(made.get(receiver.id, receiver) if isinstance(receiver, ast.Name) else receiver):
            yield SELF, stage
    for position, argument in enumerate(call.args):
        if isinstance(argument, ast.Starred):
            for stage in _stages_of_elements(argument.value):
                yield REST, stage
        else:
            for stage in _stages(argument):
                yield position, stage
    for keyword in call.keywords:
        if keyword.arg is not None:
            for stage in _stages(keyword.value):
                yield keyword.arg, stage
        elif isinstance(keyword.value, ast.Dict):
            for value in keyword.value.values:
                for stage in _stages(value):
                    yield KEYWORDS, stage


def called(run: str, name: str) -> ast.Call:
    """The call in an expression that is of `name`: the first of its last part, or of its class."""
    last = name.rpartition(".")[2]
    for node in ast.walk(ast.parse(run)):
        if isinstance(node, ast.Call):
            function = node.func
            written = function.id if isinstance(function, ast.Name) else getattr(function, "attr", "__call__")
            if written == last or (last == "__call__" and not isinstance(function, (ast.Name, ast.Attribute))):
                return node
    raise ValueError(f"`{run}` does not call `{name}`")


def _stages_of_elements(display: ast.expr) -> Iterator[Stage]:
    assert isinstance(display, (ast.List, ast.Tuple))
    for element in display.elts:
        yield from _stages(element)


def _stages(argument: ast.expr) -> Iterator[Stage]:
    if isinstance(argument, ast.Name):
        if argument.id in TENSORS:
            yield Stage.ITSELF
    elif isinstance(argument, ast.Lambda):
        if any(isinstance(each, ast.Name) for each in ast.walk(argument.body)):
            yield Stage.RESULT
    elif any(isinstance(each, ast.Name) and each.id in TENSORS for each in ast.walk(argument)):
        if isinstance(argument, ast.Dict):
            yield Stage.VALUES
        else:
            yield Stage.ITSELF if _is_operation(argument) else Stage.INSIDE


def _is_operation(argument: ast.expr) -> bool:
    """`x + 1.0`, `tf.reshape(v, [3])`."""
    if isinstance(argument, ast.Call):
        function = ast.unparse(argument.func)
        return function.startswith("tf.") and not function.startswith("tf.data.")
    return isinstance(argument, (ast.BinOp, ast.UnaryOp, ast.Compare))
