"""The grammar: operations in regions in places, and how a program is written from them.

A program is a tree. Its leaves are operations: a few statements about `x`, with what they need before and after them,
in the module, and between the calls. Inner nodes are regions (a condition or a loop, on a tensor or not) and places (a
helper, a method, a callback, a comprehension). Each `§` in a text becomes the number of the operation, so that names do
not meet.
"""

from __future__ import annotations

import random
import textwrap
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class Operation:
    """One construct. The statements may use `x` (a tensor of a float), `v` (three floats), `n` (an int32 of 0 to 3)."""

    name: str
    inside: str
    """What stands where the operation does."""
    before: str = ""
    """What stands at the start of its function, outside of all regions."""
    after: str = ""
    """What stands at the end of its function."""
    module: str = ""
    """What the module declares."""
    between: str = ""
    """What the caller does before each call, number `k`."""
    shown: str = ""
    """An expression that is printed after each call."""


@dataclass(frozen=True, slots=True)
class Inner:
    """A region or a place, with what stands in it."""

    kind: str
    children: tuple[Node, ...]


Node = Operation | Inner

REGIONS = {
    "if": "if x > 0.5:",
    "if-else": "if tf.reduce_sum(v) * x < 1.0:\n    x = x - 0.25\nelse:",
    "if-not": "if not x > 0.5:",
    "if-flag": "f§ = not tf.reduce_sum(v) < x\nif f§:",
    "if-counter": "c§ = 0\nif x > 0.5:\n    c§ = 1\nif c§ > 0:",
    "for": "for _ in tf.range(n):",
    "while": "i§ = tf.constant(0)\nwhile i§ < n:\n    i§ += 1",
    "rows": "for row§ in v:\n    x = x + 0.1 * row§",
    "data": "for row§ in tf.data.Dataset.from_tensor_slices([0.5, 0.25]):\n    x = x + 0.1 * row§",
    "python-for": "for j§ in range(2):",
    "python-if": "if v.shape[0] == 3:",
    "with": 'with tf.name_scope("scope"):',
    "try": "try:",
}
"""How each region begins."""
_ENDINGS = {"try": "finally:\n    x = x + 0.125"}
PLACES = {
    "helper": "x = h§(x, v, n)",
    "method": "x = H§(1.0).of(x, v, n)",
    "map": "x = tf.reduce_sum(tf.map_fn(lambda e: h§(e, v, n), v)) * 0.1 + x",
    "cond": "x = tf.cond(x > 0.25, lambda: h§(x, v, n), lambda: x)",
    "python-map": "x = sum(map(lambda e: h§(e * x, v, n), [0.5, 0.25]))",
    "comprehension": "x = sum([h§(x, v, n) for _ in range(2)]) * 0.5",
    "nested": "x = inner§(x)",
    "layer": "x = o§(x, v, n)",
    "loss": "x = tf.reduce_sum(o§(v, tf.reshape(x, [1])))",
    "metric": "x = o§(x, v, n)",
    "activation": "x = tf.reduce_sum(o§(tf.reshape(x, [1, 1])))",
    "fit": "x = x + float(o§.fit(tf.data.Dataset.from_tensors((x, v, n)), verbose=0).history['loss'][0])",
}
"""How what stands in a function of its own is called."""
_KERAS = {
    "layer": """
class H§(tf.keras.layers.Layer):
    def call(self, x, v, n):
        return h§(x, v, n)
""",
    "loss": """
class H§(tf.keras.losses.Loss):
    def call(self, v, x):
        return h§(tf.reduce_sum(x), v, tf.constant(2))
""",
    "metric": """
class H§(tf.keras.metrics.Metric):
    def __init__(self):
        super().__init__(name="last")
        self.last = self.add_weight(name="last", initializer="zeros")

    def update_state(self, x, v, n):
        self.last.assign(h§(x, v, n))

    def result(self):
        return self.last * 1.0
""",
    "activation": """
def a§(a):
    return a * 0.5 + h§(tf.reduce_sum(a), tf.constant([0.5, -0.25, 1.0]), tf.constant(2))


def H§():
    return tf.keras.layers.Activation(a§)
""",
    "fit": """
class H§(tf.keras.Model):
    def train_step(self, data):
        x, v, n = data
        return {"loss": h§(x, v, n)}
""",
}
"""What Keras calls, and runs without AutoGraph: on some releases, or on all."""
_OBJECTS = {"fit": "\n\no§ = H§()\no§.compile()"}
DEPTH = 3
"""Regions and places within each other, at most."""


class Grammar:
    """Makes programs of the operations that it is given."""

    def __init__(self, operations: Sequence[Operation]) -> None:
        self._operations = operations

    def program(self, seed: int) -> Program:
        """The program of a seed: one to four operations."""
        dice = random.Random(seed)
        count = dice.choice((1, 1, 2, 2, 3, 4))
        nodes = tuple(self._node(dice, dice.choice((0, 1, 1, 2, DEPTH))) for _ in range(count))
        return Program(f"p{seed}", nodes, dice.randrange(len(CALLS)))

    def _node(self, dice: random.Random, depth: int) -> Node:
        if depth == 0:
            return dice.choice(self._operations)
        kinds = list(PLACES if dice.random() < 0.3 else REGIONS)
        children = [self._node(dice, depth - 1)]
        if dice.random() < 0.2:
            children.append(dice.choice(self._operations))
        return Inner(dice.choice(kinds), tuple(children))


CALLS = (
    ((0.75, 2), (0.25, 0), (-0.5, 1), (1.5, 3), (0.75, 2)),
    ((0.25, 0), (1.5, 1), (-1.0, 2), (0.75, 3)),
    ((-0.5, 3), (0.75, 0), (0.75, 1)),
    ((1.5, 1), (-1.0, 1), (0.25, 2), (1.5, 0), (0.6, 2), (-0.5, 3)),
)
"""The values of `x` and `n` in the calls of a program: they flip the conditions and vary the rounds."""


@dataclass(frozen=True, slots=True)
class Program:
    """A tree with a name, and which calls are made."""

    name: str
    nodes: tuple[Node, ...]
    calls: int = 0

    def source(self) -> str:
        """The text of the program."""
        return Writer().write(self)

    def operations(self) -> list[str]:
        """The names of the operations, as they stand."""
        return [each.name for node in self.nodes for each in _leaves(node)]

    def outline(self) -> str:
        """The tree on one line."""
        return " ; ".join(map(_outline, self.nodes))

    def smaller(self) -> Iterator[Program]:
        """Programs with one operation, region or place less."""
        for position, node in enumerate(self.nodes):
            rest = self.nodes[:position], self.nodes[position + 1:]
            if len(self.nodes) > 1:
                yield replace(self, nodes=(*rest[0], *rest[1]))
            for less in _smaller(node):
                yield replace(self, nodes=(*rest[0], *less, *rest[1]))


def _leaves(node: Node) -> Iterator[Operation]:
    if isinstance(node, Operation):
        yield node
    else:
        for child in node.children:
            yield from _leaves(child)


def _outline(node: Node) -> str:
    if isinstance(node, Operation):
        return node.name
    return f"{node.kind}({', '.join(map(_outline, node.children))})"


def _smaller(node: Node) -> Iterator[tuple[Node, ...]]:
    if isinstance(node, Operation):
        return
    yield node.children
    for position, child in enumerate(node.children):
        if len(node.children) > 1:
            yield (replace(node, children=(*node.children[:position], *node.children[position + 1:])),)
        for less in _smaller(child):
            yield (replace(node, children=(*node.children[:position], *less, *node.children[position + 1:])),)


_RESULT = "tf.reduce_sum(tf.stack([x * 1.0, tf.tanh(x), tf.sin(x) * tf.cos(x)]))"
"""What a program gives: enough operations for a graph to pay."""


class Writer:
    """Writes one program."""

    def __init__(self) -> None:
        self._number = 0
        self.module: list[str] = []
        """What the module declares."""
        self.between: list[str] = []
        """What the caller does before each call."""
        self.shown: list[str] = []
        """What is printed after each call."""

    def write(self, program: Program) -> str:
        """The text."""
        body = self._function("subject", "x, v, n", program.nodes)
        body[-1] = f"    return {_RESULT}"
        lines = ["import tensorflow as tf", *self.module, "", "", *body, "", ""]
        calls = ", ".join(f"({x}, {n})" for x, n in CALLS[program.calls])
        lines.append(f"for k, (value, rounds) in enumerate([{calls}]):")
        for text in self.between:
            lines += _indented(text)
        arguments = "tf.constant(value), tf.constant([0.5, -0.25, 1.0]), tf.constant(rounds)"
        lines.append(f"    print(subject({arguments}).numpy())")
        lines += [f"    print({text})" for text in self.shown]
        return "\n".join(lines) + "\n"

    def _function(self, name: str, parameters: str, nodes: Sequence[Node]) -> list[str]:
        before: list[str] = []
        after: list[str] = []
        body = [line for node in nodes for line in self.statements(node, before, after)]
        before.sort(key=lambda text: not text.startswith("global "))
        whole = [line for text in (*before, "\n".join(body), *after) for line in text.splitlines()]
        return [f"def {name}({parameters}):", *_indented("\n".join(whole)), "    return x"]

    def statements(self, node: Node, before: list[str], after: list[str]) -> list[str]:
        """The lines of a node; what it needs around them goes to the lists."""
        self._number += 1
        number = str(self._number)
        if isinstance(node, Operation):
            for text, texts in (
                (node.before, before), (node.after, after), (node.module, self.module),
                (node.between, self.between), (node.shown, self.shown),
            ):  # fmt: skip
                if text:
                    texts.append(text.replace("§", number))
            return node.inside.replace("§", number).splitlines()
        if node.kind in PLACES:
            return self._place(node, number)
        lines = REGIONS[node.kind].replace("§", number).splitlines()
        for child in node.children:
            lines += _indented("\n".join(self.statements(child, before, after)))
        return lines + _ENDINGS.get(node.kind, "").splitlines()

    def _place(self, node: Inner, number: str) -> list[str]:
        call = PLACES[node.kind].replace("§", number)
        if node.kind == "nested":
            return [*self._function(f"inner{number}", "x", node.children), call]
        if node.kind == "method":
            method = self._function("of", "self, x, v, n", node.children)
            made = [f"class H{number}:", "    def __init__(self, scale):", "        self.scale = scale", ""]
            self.module.append("\n".join(["", "", *made, *_indented("\n".join(method))]))
        else:
            self.module.append("\n".join(["", "", *self._function(f"h{number}", "x, v, n", node.children)]))
        if node.kind in _KERAS:
            text = _KERAS[node.kind] + _OBJECTS.get(node.kind, "\n\no§ = H§()")
            self.module.append("\n" + text.replace("§", number))
        return call.splitlines()


def _indented(text: str) -> list[str]:
    return textwrap.indent(text, "    ").splitlines()
