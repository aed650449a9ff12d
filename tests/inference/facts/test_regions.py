"""What conditions and loops on tensors break: changes that no graph carries out of them, errors of the side that does
not run, and conditions in functions that AutoGraph does not reach. Each piece of code is run by TensorFlow elsewhere, in
its kind (`tests/verdicts/pairs`, `tests/verdicts/decide/hazards`); here are its neighbours.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.inference.facts.programs import analysed, function

HEAD = """\
import collections, functools
import tensorflow as tf
class Box:
    def __init__(self): self.v = tf.constant(0.0)
    def put(self, v): self.v = v
    def asks(self, x): return x if x > 0 else -x
    @property
    def size(self): return self.v if self.v > 0 else -self.v
    def __enter__(self): return self.asks(self.v)
    def __exit__(self, *e): pass
    def __add__(self, x): return self.asks(x)
class Asking:
    def __init__(self, x): self.v = x if x > 0 else -x
class Short:
    def __init__(self, x): self.v = x
    size = property(lambda self: self.v if self.v > 0 else -self.v)
shared, table, box, n = [], {}, Box(), 0
def fails(): raise ValueError
def gives(x): return x
def perhaps(x):
    if x is None: raise ValueError
    return x
def add(l, x): l.append(x)
def asks(x, y=0): return x if x > 0 else -x
def again(x): return again(x - 1) if x > 0 else x
def wrapped(f):
    def g(x): return f(x)
    return g
@functools.lru_cache
def cached(x): return x if x > 0 else -x
@wrapped
def under(x): return x if x > 0 else -x
def many(x):
    yield x if x > 0 else -x
"""
SHORT = {
    "under a condition on a tensor: in every trace, whichever side runs": "(if)",
    "in a loop while a tensor: after the loop its tensors are out of scope": "(while)",
    "in a loop over a tensor: after the loop its tensors are out of scope": "(for)",
    "may raise under a condition on a tensor: tracing runs both sides": "(may raise)",
    "raises under a condition on a tensor, which happens in every trace": "(raises)",
    "a function with a condition on a tensor, which AutoGraph then does not convert": "(python)",
}
"""How messages end, in short."""


def found(folder: Path, body: str, parameters: str, arguments: str) -> list[str]:
    """What is noted of AutoGraph in a function, with how certain it is."""
    lines = body.replace("\n", "\n    ")
    facts = analysed(folder, f"{HEAD}def f({parameters}):\n    {lines}\nf({arguments})\n")
    out = []
    for each in function(facts, "f").conditions:
        if each.origin.kind == "autograph-limit":
            message = each.origin.message
            for whole, short in SHORT.items():
                message = message.replace(whole, short)
            out.append(f"{each.origin.certainty.name.lower()}: {message}")
    return out


CHANGES: dict[str, list[str]] = {
    "if x > 0:\n    kept.append(x)": ["seen: it changes a list with `append` (if)"],
    "if x > 0:\n    shared.append(x)": ["seen: it changes a list with `append` (if)"],
    "if x > 0:\n    d['a'] = x": [],
    "if x > 0:\n    d['b'] = x": ["seen: it assigns `d['b']` (if)"],
    "if x > 0:\n    kept[0] = x": [],
    "if x > 0:\n    box.v = x": [],
    "if x > 0:\n    box.v = box.v + x": [],
    "if x > 0:\n    box.put(x)": ["unseen: it `box.put(...)` assigns `self.v` (if)"],
    "if x > 0:\n    add(kept, x)": ["seen: it `add(...)` changes a list with `append` (if)"],
    "if x > 0:\n    add([], x)": [],
    "if x > 0:\n    l = []; l.append(x)": [],
    "if x > 0:\n    l = Box(); l.put(x)": [],
    "if x > 0:\n    fails()": ["seen: `fails(...)` (raises)"],
    "if x > 0:\n    gives(fails())": ["seen: `fails(...)` (raises)"],
    "if x > 0:\n    perhaps(x)": [],
    "if x > 0:\n    raise ValueError": ["seen: `raise` under a condition on a tensor always raises in a graph"],
    "if x > 0:\n    tf.debugging.assert_equal(x, 1.0)": ["doubtful: `tf.debugging.assert_equal(...)` (may raise)"],
    "if x > 0:\n    tf.Assert(x > 0, [x])": ["doubtful: `tf.Assert(...)` (may raise)"],
    "if x > 0:\n    import json": [],
    "if x > 0:\n    import unknown_package": ["doubtful: `import unknown_package` (may raise)"],
    "if x > 0:\n    import json, unknown_package": ["doubtful: `import json, unknown_package` (may raise)"],
    "if x > 0:\n    from json import nothing": ["doubtful: `from json import nothing` (may raise)"],
    "if x > 0:\n    from json import *": [],
    "if x > 0:\n    from json import dumps": [],
    "if x > 0:\n    import numpy": [],
    "if x > 0:\n    global n; n = 1": ["seen: it assigns the global `n` (if)"],
    "if x > 0:\n    d[x] = x": [],
    "if x > 0:\n    d[i] = x": [],
    "if x > 0:\n    d[i + 1] = x": [
        "seen: `d[i + 1]` is not carried out of the condition on a tensor: its index is no name and no plain literal",
    ],
    "if x > 0:\n    gives(box).v = x": [
        "unseen: `gives(box).v` is not carried out of the condition on a tensor: its owner has no name",
    ],
    "if x > 0:\n    gives(d)['a'] = x": [
        "seen: `gives(d)['a']` is not carried out of the condition on a tensor: its index is no name and no plain literal",
    ],
    "if x > 0:\n    box.v, kept[0] = x, x": [],
    "if x > 0:\n    del d['a']": ["seen: it deletes `d['a']` (if)"],
    "if x > 0:\n    kept.clear()": ["seen: it changes a list with `clear` (if)"],
    "if x > 0:\n    i = 1; d[i] = x": [
        "seen: `d[i]` is not carried out of the condition on a tensor, which binds `i` itself",
    ],
    "if x > 0:\n    other = kept; other.append(x)": ["seen: it changes a list with `append` (if)"],
    "if x > 0:\n    print(x)": [],
    "while x > 0:\n    kept.append(x)": ["seen: it changes a list with `append` (while)"],
    "for e in y:\n    kept.append(x)": ["seen: it changes a list with `append` (for)"],
    "while x > 0:\n    d['b'] = x": [],
    "for e in y:\n    d['b'] = x": [],
    "while x > 0:\n    add(kept, x)": ["seen: it `add(...)` changes a list with `append` (while)"],
    "for e in y:\n    add(kept, x)": ["seen: it `add(...)` changes a list with `append` (for)"],
    "while x > 0:\n    box.put(x)": ["unseen: it `box.put(...)` assigns `self.v` (while)"],
    "for e in y:\n    box.put(x)": ["unseen: it `box.put(...)` assigns `self.v` (for)"],
    "while x > 0:\n    raise ValueError": ["doubtful: `raise ValueError` (may raise)"],
    "for e in y:\n    raise ValueError": ["doubtful: `raise ValueError` (may raise)"],
    "while x > 0:\n    l = []; l.append(x)": [],
    "for e in y:\n    l = []; l.append(x)": [],
    "while x > 0:\n    i = 1; d[i] = x": [
        "seen: `d[i]` is not carried out of the loop on a tensor, which binds `i` itself",
    ],
    "for e in y:\n    i = 1; d[i] = x": [
        "seen: `d[i]` is not carried out of the loop on a tensor, which binds `i` itself",
    ],
    "while x > 0:\n    d[i + 1] = x": [
        "seen: `d[i + 1]` is not carried out of the loop on a tensor: its index is no name and no plain literal",
    ],
    "for e in y:\n    d[i + 1] = x": [
        "seen: `d[i + 1]` is not carried out of the loop on a tensor: its index is no name and no plain literal",
    ],
    "z = x if x > 0 else fails()": ["seen: `fails(...)` (raises)"],
    "again(x)": ["seen: `again(...)` calls itself under a condition on a tensor: tracing does not end"],
    "if x > 0:\n    d['c'] = x\nd['c'] = x": ["seen: it assigns `d['c']` (if)"],
    "d['c'] = x\nif x > 0:\n    d['c'] = x": [],
    "if x > 0:\n    pass\nelse:\n    kept.append(x)": ["seen: it changes a list with `append` (if)"],
    "if i:\n    kept.append(x)": [],
    "if x > 0:\n    if i:\n        kept.append(x)": [],
    "if x > 0:\n    if not shared:\n        shared.append(x)": ["doubtful: it changes a list with `append` (if)"],
    "asks(x)": [],
    "functools.reduce(asks, [x, x])": ["seen: `functools.reduce` calls (python)"],
    "list(map(asks, [x]))": ["seen: `map` calls (python)"],
    "sorted([x], key=asks)": ["seen: `sorted` calls (python)"],
    "max([x], key=lambda e: asks(e))": [],
    "box.asks(x)": [],
    "box.size": ["mixed: Python calls by itself, as `size`, (python)"],
    "box + x": ["unseen: Python calls by itself, as `__add__`, (python)"],
    "with box: pass": ["unseen: Python calls by itself, as `__enter__`, (python)"],
    "Asking(x)": ["seen: Python calls by itself, as `__init__`, (python)"],
    "Short(x).size": ["unseen: Python calls by itself, as `<lambda>`, (python)"],
    "tf.map_fn(asks, y)": [],
    "tf.cond(x > 0, lambda: asks(x), lambda: x)": [],
    "tf.function(asks)(x)": [],
    "(lambda z: asks(z))(x)": [],
    "cached(x)": ["seen: `functools.lru_cache` calls (python)"],
    "under(x)": [],
    "asks(z := x)": ["seen: `:=` keeps AutoGraph from converting this condition on a tensor"],
    "collections.defaultdict(lambda: asks(x))['a']": [],
    "tf.while_loop(lambda i: i < 3, lambda i: (kept.append(i), i + 1)[1], [0])": [
        "seen: `tf.while_loop(...)` changes a list with `append` only while it is traced",
    ],
    "tf.map_fn(lambda e: kept.append(e) or e, y)": [
        "seen: `tf.map_fn(...)` changes a list with `append` only while it is traced",
    ],
    "tf.map_fn(lambda e: shared.append(e) or e, y)": [],
    "tf.map_fn(lambda e: [].append(e) or e, y)": [],
    "l = []\ntf.map_fn(lambda e: l.append(e) or e, y)": [],
    "l = []\ntf.map_fn(lambda e: l.append(e) or e, y)\nprint(l)": [
        "seen: `tf.map_fn(...)` changes a list with `append` only while it is traced",
    ],
    "def g(e):\n    nonlocal i\n    i = 1\n    return e\ntf.map_fn(g, y)": [],
    "def g(e):\n    nonlocal i\n    i = 1\n    return e\ntf.map_fn(g, y)\nprint(i)": [
        "seen: `tf.map_fn(...)` assigns `i` of the function around it only while it is traced",
    ],
    "tf.cond(x > 0, lambda: fails(), lambda: x)": ["doubtful: `tf.cond(...)` (may raise)"],
    "tf.cond(x > 0, lambda: perhaps(x), lambda: x)": [],
    "with tf.GradientTape() as t:\n    t.watch(x)\nif x > 0:\n    t.gradient(x, x)\nelse:\n    t.gradient(x, x)": [
        "doubtful: `t.gradient(...)` (may raise)",
    ],
    "with tf.GradientTape(persistent=True) as t:\n    t.watch(x)\nif x > 0:\n    t.gradient(x, x)\nelse:\n    t.gradient(x, x)": [
    ],
    "with tf.GradientTape() as t:\n    t.watch(x)\nif x > 0:\n    t.gradient(x, x)": [],
    "if x > 0:\n    with tf.GradientTape() as t:\n        t.watch(x)\n    t.gradient(x, x)\n    t.gradient(x, x)": [],
}  # fmt: skip
"""Bodies of a function of a tensor `x` and a vector `y`, which has made a list, a dictionary and a number."""


@pytest.mark.parametrize(("body", "expected"), CHANGES.items())
def test_what_breaks_under_conditions_on_tensors(body: str, expected: list[str], tmp_path: Path) -> None:
    body = f"kept = [x]\nd = {{'a': x}}\ni = 0\n{body}\nreturn kept, d"
    assert found(tmp_path, body, "x, y", "tf.constant(1.0), tf.constant([1.0, 2.0])") == expected


ALIKE: dict[str, list[str]] = {
    "kept = []\nwhile x > 0:\n    kept.append(x)": [],
    "kept = []\nwhile x > 0:\n    kept.append(x)\n    x = kept[-1]": [],
    "kept = []\nwhile x > 0:\n    kept.append(x)\n    x = kept[0]": ["seen: it changes a list with `append` (while)"],
    "kept = []\nwhile x > 0:\n    kept.append(x)\n    x = kept[-2]": ["seen: it changes a list with `append` (while)"],
    "kept = []\nwhile x > 0:\n    kept.append(x)\n    x = kept[-1]\n    kept[-1] = x": [
        "seen: `kept[-1]` is not carried out of the loop on a tensor: its index is no name and no plain literal",
    ],
    "kept = []\nwhile x > 0:\n    x = kept[-1]\n    kept.append(x)": ["mixed: it changes a list with `append` (while)"],
    "kept = []\nwhile x > 0:\n    kept.append(x)\n    x = kept[-1]\n    if i: break": [
        "doubtful: this (may raise)",
        "seen: it changes a list with `append` (while)",
    ],
    "kept = []\nwhile x > 0:\n    kept.append(x)\n    x = kept[-1]\nprint(kept)": [
        "seen: it changes a list with `append` (while)",
    ],
    "kept = []\nwhile x > 0:\n    kept.append(x)\nreturn kept": ["seen: it changes a list with `append` (while)"],
    "kept = []\nfor e in tf.range(3):\n    kept.clear()\nreturn kept": [],
    "kept = []\nfor e in tf.range(0):\n    kept.clear()\nreturn kept": ["seen: it changes a list with `clear` (for)"],
    "kept = []\nfor e in tf.range(1, 3):\n    kept.clear()\nreturn kept": [
        "seen: it changes a list with `clear` (for)",
    ],
    "kept = []\nfor e in tf.range(3):\n    kept.clear()\n    break\nreturn kept": [
        "seen: it changes a list with `clear` (for)",
    ],
    "kept = []\nfor e in tf.range(3):\n    kept.reverse()\nreturn kept": [
        "seen: it changes a list with `reverse` (for)",
    ],
    "kept = []\nfor e in tf.range(3):\n    kept.sort()\nreturn kept": [],
    "kept = []\nfor e in tf.range(3):\n    kept.sort(key=len)\nreturn kept": [
        "seen: it changes a list with `sort` (for)",
    ],
    "kept = []\nfor e in n:\n    kept.clear()\nreturn kept": [],
    "kept = []\nfor e in tf.range(tf.shape(n)[0]):\n    kept.clear()\nreturn kept": [],
    "kept = []\nfor e in tf.range(tf.shape(n)[5]):\n    kept.clear()\nreturn kept": [
        "doubtful: this (may raise)",
        "seen: it changes a list with `clear` (for)",
    ],
    "kept = []\nfor e in tf.range(x):\n    kept.clear()\nreturn kept": ["seen: it changes a list with `clear` (for)"],
    "kept = []\nfor e in tf.range(3):\n    if n is not None:\n        kept.clear()\nreturn kept": [
        "seen: it changes a list with `clear` (for)",
    ],
    "kept = []\ni = 0\nwhile i < tf.shape(n)[0]:\n    kept.clear()\n    i += 1\nreturn kept": [],
    "kept = []\ni = tf.constant(0)\nwhile i < 3:\n    kept.clear()\n    i += 1\nreturn kept": [],
    "kept = []\ni = tf.constant(5)\nwhile i < 3:\n    kept.clear()\n    i += 1\nreturn kept": [
        "seen: it changes a list with `clear` (while)",
    ],
    "kept = []\ni = tf.constant(0)\nwhile i > 3:\n    kept.clear()\n    i += 1\nreturn kept": [
        "seen: it changes a list with `clear` (while)",
    ],
    "kept = []\ni = tf.constant(0)\nwhile i < 0:\n    kept.clear()\n    i += 1\nreturn kept": [
        "seen: it changes a list with `clear` (while)",
    ],
    "kept = []\nfor e in tf.range(3):\n    kept.clear()\n    print(kept)\nreturn kept": [
        "seen: it changes a list with `clear` (for)",
    ],
    "kept = []\nother = kept\nfor e in tf.range(3):\n    kept.clear()\nreturn kept": [],
    "d = {}\nfor e in tf.range(3):\n    d.pop('a', None)\nreturn d": [],
    "d = {}\nfor e in tf.range(3):\n    d.pop('a')\nreturn d": [
        "doubtful: this (may raise)",
        "seen: it changes a dict with `pop` (for)",
    ],
    "d = {}\nfor e in tf.range(3):\n    d.pop(e, None)\nreturn d": ["seen: it changes a dict with `pop` (for)"],
    "s = set()\nfor e in tf.range(3):\n    s.add('a')\nreturn s": [],
    "s = set()\nz = 'a'\nfor e in tf.range(3):\n    s.add(z)\nreturn s": [],
    "s = set()\nfor e in tf.range(3):\n    z = str(s)\n    s.add(z)\nreturn s": [
        "seen: it changes a set with `add` (for)",
    ],
    "s = set()\nfor e in tf.range(3):\n    s.discard('a')\nreturn s": [],
    "s = {}\nfor e in tf.range(3):\n    s[len('a')] = e\n    z = s[1] + tf.add_n(s)": [],
    "s = {}\nfor e in tf.range(3):\n    z = len(s)\n    s[len('a')] = e": [
        "seen: `s[len('a')]` is not carried out of the loop on a tensor: its index is no name and no plain literal",
    ],
    "s = {}\nfor e in tf.range(3):\n    s[len('a')] = e\nreturn s": [
        "seen: `s[len('a')]` is not carried out of the loop on a tensor: its index is no name and no plain literal",
    ],
    "s = {}\nfor e in tf.range(3):\n    for j in range(2):\n        s[j + 1] = e\n    z = len(s)": [],
    "s = {}\nfor e in tf.range(3):\n    if y is None:\n        s[1 + 1] = e\n    z = len(s)": [],
    "s = {}\nfor e in tf.range(3):\n    s[1 + 1] = e\n    add(s, 1)": [
        "doubtful: `add(...)` (may raise)",
        "seen: `s[1 + 1]` is not carried out of the loop on a tensor: its index is no name and no plain literal",
    ],
    "def g():\n    kept = []\n    for e in tf.range(3):\n        kept.append(e)\ng()": [],
    "kept = []\nfor _ in range(3):\n    for e in tf.range(3):\n        kept.append(e)": [
        "seen: it changes a list with `append` (for)",
    ],
    "kept = []\nif x > 0:\n    kept.append(x)": [],
    "kept = []\nif x > 0:\n    kept.append(x)\n    x = kept[0]": [],
    "kept = []\nif x > 0:\n    add(kept, x)": ["seen: it `add(...)` changes a list with `append` (if)"],
    "kept = []\nkept = [x]\nif x > 0:\n    kept.append(x)": ["seen: it changes a list with `append` (if)"],
    "kept = other = []\nif x > 0:\n    kept.append(x)": ["seen: it changes a list with `append` (if)"],
    "kept = []\nif x > 0:\n    x = kept.append(x)": [],
    "kept = []\nfor e in n:\n    z = kept.append(e)": ["seen: it changes a list with `append` (for)"],
    "kept = []\nfor e in n:\n    kept.append(e)\n    kept.extend([e])": [],
    "kept = []\nfor e in n:\n    kept.append(e)\n    kept.pop()": [
        "seen: it changes a list with `append` (for)",
        "seen: it changes a list with `pop` (for)",
    ],
}  # fmt: skip
"""Changes of containers that a trace, which runs the body of a loop once, makes as all rounds do, and their neighbours."""


@pytest.mark.parametrize(("body", "expected"), ALIKE.items())
def test_changes_that_all_rounds_make_alike(body: str, expected: list[str], tmp_path: Path) -> None:
    arguments = "tf.constant(1.0), tf.constant([1.0, 2.0]), tf.ones((3, 2))"
    assert found(tmp_path, body, "x, y, n", arguments) == expected


STAYS: dict[str, tuple[bool, bool]] = {
    # In a function that Keras runs without AutoGraph: whether what is called stays Python on all releases, and with
    # Keras 3.
    "asks(x)": (True, True),
    "box.asks(x)": (True, True),
    "box.size": (True, True),
    "list(map(asks, [x]))": (True, True),
    "tf.cond(x > 0, asks, asks)": (True, True),
    "tf.map_fn(asks, y)": (False, True),
    "tf.data.Dataset.from_tensors(x).map(asks)": (False, False),
    "tf.keras.layers.Lambda(asks)(x)": (True, True),
    "metric.update_state(x)": (False, True),
    "metric.own(x)": (True, True),
}
METRIC = """\
class Metric(tf.keras.metrics.Metric):
    def update_state(self, x): return x if x > 0 else -x
    def own(self, x): return x if x > 0 else -x
metric = Metric()
"""


@pytest.mark.parametrize(("call", "stays"), STAYS.items())
def test_what_stays_python_where_keras_runs_python(call: str, stays: tuple[bool, bool], tmp_path: Path) -> None:
    code = f"{HEAD}{METRIC}def f(x, y):\n    return {call}\nf(tf.constant(1.0), tf.constant([1.0, 2.0]))\n"
    facts = analysed(tmp_path, code)
    (context,) = function(facts, "f").contexts
    names = ("asks", "update_state", "own", "size")
    edges = [(node, each) for node, each, _ in context.summary.edges() if getattr(each.scope, "name", "") in names]
    converted = facts.graph.converted
    found = {
        tuple(converted.stays_python(context, node, callee, keras_3) for keras_3 in (False, True))
        for node, callee in edges
    }
    assert found == {stays}
