"""What changes an object between two calls of a function: the lines that Python runs there."""

from __future__ import annotations

from pathlib import Path

import astroid
import pytest
from astroid import nodes

from hybridize.inference.facts.calls_from_outside import OutsideCalls
from hybridize.inference.facts.changes import Changes, is_of_receiver
from tests.inference.facts.programs import analysed, function, lines_run

HEAD = """\
import sys
class Box:
    def __init__(self, v=0):
        self.v = v
    def put(self, v):
        self.v = v
o = Box()
d = {}
l = []
def step():
    return o.v, d, l
"""
STEP = 10
"""The line of the function."""
CONSTRUCTED = 4
"""The line on which a constructor sets an attribute: no other code has the object yet."""

PROGRAMS = {
    "before": "o.v = 1\nstep()\nstep()",
    "after": "step()\nstep()\no.v = 1",
    "between": "step()\no.v = 1\nstep()",
    "a call alone": "step()\no.v = 1",
    "no call": "o.v = 1",
    "an item": "step()\nd['a'] = 1\nstep()",
    "an item before": "d['a'] = 1\nstep()",
    "a method of a list": "step()\nl.append(1)\nstep()",
    "deleted": "d['a'] = 1\nstep()\ndel d['a']\nstep()",
    "in addition": "step()\no.v += 1\nstep()",
    "a method of a class": "step()\no.put(1)\nstep()",
    "a method before": "o.put(1)\nstep()",
    "in a loop": "for i in range(2):\n    step()\n    o.v = i",
    "in a loop, first": "for i in range(2):\n    o.v = i\n    step()",
    "behind a loop": "for i in range(2):\n    step()\no.v = 1",
    "before a loop": "o.v = 1\nfor i in range(2):\n    step()",
    "between loops": "for i in range(2):\n    step()\no.v = 1\nfor i in range(2):\n    step()",
    "while": "n = 0\nwhile n < 2:\n    step()\n    o.v = n\n    n += 1",
    "in a function": "def f():\n    step()\n    o.v = 1\nf()\nf()",
    "in a function that is called once": "def f():\n    step()\n    o.v = 1\nf()",
    "in a function, first": "def f():\n    o.v = 1\n    step()\nf()",
    "in a function, first, twice": "def f(v):\n    o.v = v\n    step()\nf(1)\nf(2)",
    "in a function behind another": "def f():\n    step()\ndef g():\n    o.v = 1\n    step()\nf()\ng()",
    "in a function before another": "def f():\n    step()\ndef g():\n    o.v = 1\n    step()\ng()\nf()",
    "in a function far behind another": (
        "def f():\n    step()\ndef g():\n    o.v = 1\n    h()\ndef h():\n    step()\ndef main():\n    f()\n    g()\n"
        "main()"
    ),
    "in a function that other ones call": (
        "def f():\n    o.v = 1\n    step()\ndef g():\n    f()\ndef h():\n    step()\n    g()\nh()"
    ),
    "in a function whose call comes before": "def f():\n    step()\n    o.v = 1\ndef g():\n    step()\nf()\ng()",
    "in a function whose call comes last": "def f():\n    step()\n    o.v = 1\ndef g():\n    step()\ng()\nf()",
    "in the last of several functions": (
        "def f():\n    for i in range(2):\n        step()\n    g()\ndef g():\n    step()\n    o.v = 1\nf()"
    ),
    "by another function": "def f():\n    o.v = 1\nstep()\nf()\nstep()",
    "by another function before": "def f():\n    o.v = 1\nf()\nstep()\nstep()",
    "by a function that is called on both sides": "def f():\n    o.v = 1\nf()\nstep()\nf()\nstep()",
    "by a function around": "def f():\n    step()\ndef g():\n    f()\n    o.v = 1\n    f()\ng()",
    "by a function of a function": "def f():\n    o.v = 1\ndef g():\n    f()\ndef h():\n    step()\nh()\ng()\nh()",
    "by what steps": "def f():\n    step()\n    g()\ndef g():\n    o.v = 1\nfor i in range(2):\n    f()",
    "a set-up": (
        "def f():\n    o.v = 1\n    d['a'] = 2\ndef main():\n    f()\n    for i in range(2):\n        step()\nmain()"
    ),
    "another object": "step()\nb = Box()\nb.v = 1\nstep()",
    "in a comprehension": "[step() for i in range(2)]\no.v = 1",
    "in what a comprehension calls": "[(step(), o.put(i)) for i in range(2)]",
    "in a lambda": "f = lambda: o.put(1)\nstep()\nf()\nstep()",
    "a lambda before": "f = lambda: o.put(1)\nf()\nstep()",
    "in a generator": "def f():\n    step()\n    o.v = 1\n    yield\nfor i in f():\n    step()",
    "recursion": "def f(n):\n    step()\n    o.v = n\n    if n:\n        f(n - 1)\nf(1)",
    "behind a call of what makes it": "def f():\n    step()\n    o.v = 1\ndef g():\n    f()\ng()\ng()",
    "in a try": "step()\ntry:\n    o.v = 1\nfinally:\n    step()",
    "in a finally": "try:\n    step()\nfinally:\n    o.v = 1",
    "in a with": "with open(__file__):\n    step()\n    o.v = 1\nstep()",
}  # fmt: skip


def between(code: str, **names: object) -> set[int]:
    """The lines that run between two calls of the function."""
    lines = lines_run(code, **names)
    # Its definition is no call.
    calls = [number for number, line in enumerate(lines) if line == STEP and lines[number + 1 :][:1] == [STEP + 1]]
    return set(lines[calls[0] : calls[-1]]) if len(calls) > 1 else set()


@pytest.mark.parametrize("body", PROGRAMS.values(), ids=PROGRAMS)
def test_changes_between_two_calls(body: str, tmp_path: Path) -> None:
    code = HEAD + body + "\n"
    facts = analysed(tmp_path, code)
    changes = Changes(facts.graph, lambda *_: False, lambda *_: True)
    contexts = function(facts, "step").contexts
    effects = [each for context in facts.graph.contexts for each in context.summary.effects.values()]
    targets = dict.fromkeys(each.target for each in effects if each.target is not None)
    written = {each.node.lineno for each in effects if each.target is not None}
    found = {each.node.lineno for target in targets for each in changes.after_first_call(target, contexts)}
    assert found == written & between(code, __file__=__file__) - {CONSTRUCTED}
    assert {each.node.lineno for target in targets for each in changes.of(target)} >= found
    assert not {each for target in targets for each in changes.at_any_time(target, contexts)}


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        # Each call finds the same.
        ("def f():\n    o.v = 1\n    step()\nf()\nf()", set()),
        # That it is the last round is not seen.
        ("while True:\n    step()\n    o.v = 1\n    break", {14}),
        # Python gives up an object that nothing refers to.
        ("class D:\n    def __del__(self):\n        o.v = 1\nstep()\nD()\nstep()", {14}),
        # `f` may or may not run.
        ("step()\nif len(sys.argv) > 9:\n    o.v = 1\nstep()", {14}),
    ],
)
def test_changes_that_runs_do_not_show(body: str, expected: set[int], tmp_path: Path) -> None:
    facts = analysed(tmp_path, f"{HEAD}{body}\n")
    changes = Changes(facts.graph, lambda *_: False, lambda *_: True)
    effects = [each for context in facts.graph.contexts for each in context.summary.effects.values()]
    targets = {each.target for each in effects if each.target is not None}
    contexts = function(facts, "step").contexts
    assert {each.node.lineno for target in targets for each in changes.after_first_call(target, contexts)} == expected


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("step()\nBox.w = 1\nstep()", {13}),
        ("Box.w = 1\nstep()", set()),
        ("step()\nBox.w = 1", set()),
        ("for i in range(2):\n    step()\n    Box.w = i", {14}),
    ],
)
def test_changes_of_what_all_share(body: str, expected: set[int], tmp_path: Path) -> None:
    facts = analysed(tmp_path, f"{HEAD}{body}\n")
    changes = Changes(facts.graph, lambda *_: False, lambda *_: True)
    contexts = function(facts, "step").contexts
    assert {each.node.lineno for each in changes.of_shared(contexts)} == expected
    assert expected == {line for line in between(f"{HEAD}{body}\n") if line > 11 and "Box.w" in body.split("\n")[line - 12]}


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("v = 0\ndef f():\n    global v\n    v = 1\nstep()\nf()\nstep()", {15}),
        ("v = 0\ndef f():\n    global v\n    v = 1\nf()\nstep()", set()),
        ("v = 0\ndef f():\n    global v\n    v += 1\n    step()\nf()\nf()", {15}),
    ],
)
def test_changes_of_globals(body: str, expected: set[int], tmp_path: Path) -> None:
    code = f"{HEAD}{body}\n"
    facts = analysed(tmp_path, code)
    changes = Changes(facts.graph, lambda *_: False, lambda *_: True)
    contexts = function(facts, "step").contexts
    assert {each.node.lineno for each in changes.of_globals(contexts, lambda names: "v" in names)} == expected
    assert not list(changes.of_globals(contexts, lambda names: "w" in names))
    assert (15 in between(code)) is bool(expected)


OPEN = """\
import numpy as np
import tensorflow as tf
from somewhere import load, keep
class Box: pass
u, a, b, d = load(), np.ones(3), Box(), {}
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
def step():
    return u, a, b
step()
"""
SORTS: dict[str, str] = {
    "u.v = 1": "unknown",
    "u['a'] = 1": "in unknown, arrays",
    "u.append(1)": "in unknown",
    "u.other()": "",
    "u.other(b)": "handed",
    "keep(b)": "handed",
    "keep(x=b)": "handed",
    "keep(1)": "",
    "keep()": "",
    "a[0] = 1": "arrays",
    "a.fill(1)": "arrays",
    "a += 1": "arrays",
    "load().v = 1": "unknown",
    "load()['a'] = 1": "in unknown, arrays",
    "model.layers[0].trainable = False": "layers",
    "model.trainable = False": "",
    "model.get_layer('a').trainable = False": "layers",
    "u.__setattr__('a', 1)": "unknown, in unknown",
    "exec('a = 1')": "anything",
    "np.unknown(a)": "anything",
    "np.copyto(a, 1)": "arrays",
    "b.other()": "",
    "b.v = 1": "",
    "d['a'] = 1": "",
    "d.update(a=1)": "",
    "getattr(u, 'v').w = 1": "unknown",
    "bytearray(3)[0] = 1": "arrays",
    "tf.keras.unknown(b)": "",
}
"""Statements between two calls, with what they may change of which less is known than of an object of the program."""


@pytest.mark.parametrize(("statement", "expected"), SORTS.items())
def test_changes_of_what_is_not_known(statement: str, expected: str, tmp_path: Path) -> None:
    facts = analysed(tmp_path, f"{OPEN}{statement}\nstep()\n")
    changes = Changes(facts.graph, lambda *_: False, lambda *_: True)
    contexts = function(facts, "step").contexts
    found = {
        "unknown": changes.of_unknown(contexts, lambda _: True), "in unknown": changes.in_unknown(contexts),
        "layers": changes.of_layers(contexts), "arrays": changes.of_arrays(contexts),
        "handed": changes.of_handed(contexts, [("main.py", each) for each in "uabd"]),
        "receivers": changes.of_receivers(contexts, lambda _: True), "anything": changes.of_anything(contexts),
        "shared": changes.of_shared(contexts),
    }  # fmt: skip
    first = OPEN.count("\n") + 1
    assert ", ".join(word for word, each in found.items() if first in [one.node.lineno for one in each]) == expected
    assert not list(changes.of_unknown(contexts, lambda _: False))
    # It comes before all calls of another function, which nothing follows.
    last = analysed(tmp_path, f"{OPEN}{statement}\ndef other(): pass\nother()\n")
    changes = Changes(last.graph, lambda *_: False, lambda *_: True)
    assert not [*changes.of_anything(function(last, "other").contexts)]


def test_names_that_calls_of_unknown_code_are_passed(tmp_path: Path) -> None:
    code = f"{OPEN}keep(b)\ndef f(c):\n    keep(x=c)\n    keep(d)\nf(1)\n"
    facts = analysed(tmp_path, code)
    changes = Changes(facts.graph, lambda *_: False, lambda *_: True)
    scope = function(facts, "f").node
    passed = {(at, name) for at in ("main.py", scope) for name in "abcdu" if changes.is_handed((at, name))}
    assert passed == {("main.py", "b"), ("main.py", "d"), (scope, "c"), (scope, "d")}


@pytest.mark.parametrize(
    ("body", "lines"),
    [
        # Who calls a function that is handed over is not seen, nor when.
        ("def f():\n    o.v = 1\nstep()\nopen('a').register(f)", {13}),
        ("def f():\n    o.v = 1\nstep()\nf()", set()),
        ("def f():\n    Box.v = 1\nstep()\nopen('a').register(f)", {13}),
    ],
)
def test_changes_that_others_may_make_at_any_time(body: str, lines: set[int], tmp_path: Path) -> None:
    facts = analysed(tmp_path, f"{HEAD}{body}\n")
    outside = OutsideCalls(facts, lambda *_: True)
    changes = Changes(facts.graph, outside.may_run, lambda *_: True)
    contexts = function(facts, "step").contexts
    effects = [each for context in facts.graph.contexts for each in context.summary.effects.values()]
    targets = dict.fromkeys(each.target for each in effects if each.target is not None)
    found = [each for target in targets for each in changes.at_any_time(target, contexts)]
    found += changes.of_shared_at_any_time(contexts)
    assert {each.node.lineno for each in found} == lines


@pytest.mark.parametrize(
    ("body", "others"),
    [
        ("l.append(1)", False), ("m = []\nfor q in (l, m):\n    q.append(1)", True), ("q = l\nq.append(1)", False),
        ("m = []\nq = l if sys.argv else m\nq.append(1)", True), ("o.v = 1", False),
    ],
)  # fmt: skip
def test_changes_of_one_of_several_objects(body: str, others: bool, tmp_path: Path) -> None:
    facts = analysed(tmp_path, f"{HEAD}{body}\n")
    changes = Changes(facts.graph, lambda *_: False, lambda *_: True)
    effects = [each for context in facts.graph.contexts for each in context.summary.effects.values()]
    targets = [each.target for each in effects if each.target is not None and each.node.lineno > 11]
    assert {changes.may_be_of_another(change, each) for each in targets for change in changes.of(each)} == {others}


@pytest.mark.parametrize(
    ("body", "lines"),
    [
        # Each call of `f` makes another `local`, and drops it.
        ("def f():\n    def local():\n        return o.v\n    local()\n    o.v = 1\nf()\nf()", set()),
        ("def f():\n    def local():\n        return o.v\n    o.v = 1\n    local()\nf()\nf()", set()),
        # Its own rounds find the change, and so does who keeps it.
        ("def f():\n    def local():\n        return o.v\n    for i in l:\n        local()\n        o.v = 1\nf()\nf()", {17}),
        ("def f():\n    def local():\n        return o.v\n    local()\n    o.v = 1\n    return local\nf()\nf()", {16}),
        ("def f():\n    def local():\n        return o.v\n    local()\n    o.v = 1\n    l.append(local)\nf()\nf()", {16}),
        ("def local():\n    return o.v\ndef f():\n    local()\n    o.v = 1\nf()\nf()", {16}),
    ],
)
def test_changes_between_calls_of_what_each_call_makes(body: str, lines: set[int], tmp_path: Path) -> None:
    facts = analysed(tmp_path, f"{HEAD}{body}\n")
    changes = Changes(facts.graph, lambda *_: False, lambda *_: True)
    effects = [each for context in facts.graph.contexts for each in context.summary.effects.values()]
    targets = {each.target for each in effects if each.target is not None and each.what == "write-attribute"}
    contexts = function(facts, "local").contexts
    assert {each.node.lineno for target in targets for each in changes.after_first_call(target, contexts)} == lines


@pytest.mark.parametrize(
    ("statement", "own"),
    [
        ("self.v = 1", True), ("self.v.w = 1", True), ("self.v[0].w = 1", True), ("self[0] = 1", True), ("self.f()", True),
        ("self.f().g()", True), ("f(self)", True), ("f(x=self.v)", True), ("super().__init__()", True), ("del self.v", True),
        ("super().f().g()", True), ("x.v = 1", False), ("C.v = 1", False), ("x = 1", False), ("f(1)", False),
        ("x.f()", False), ("f(x)", False), ("[1].append(2)", False), ("x[self.v] = 1", False),
    ],
)  # fmt: skip
def test_statements_about_the_object_that_a_method_is_called_on(statement: str, own: bool) -> None:
    for name, holds in (("f", own), ("__init__", own), ("__new__", False)):
        (method,) = astroid.parse(f"class C:\n    def {name}(self, x):\n        {statement}\n").body[0].body
        node = method.body[0].value if isinstance(method.body[0], nodes.Expr) else method.body[0]
        assert is_of_receiver(node, method) is holds
    (function,) = astroid.parse(f"def f():\n    {statement}\n").body
    assert not is_of_receiver(function.body[0], function)
