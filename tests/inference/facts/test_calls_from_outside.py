"""What code outside of the project may call, at times that no call in the program tells."""

from __future__ import annotations

from pathlib import Path

import pytest
from astroid import nodes

from hybridize.inference.facts.calls_from_outside import OutsideCalls
from tests.inference.facts.programs import analysed

HEAD = """\
import functools, threading, unittest
import tensorflow as tf
from somewhere import keep, Known
shared = []
"""
METHOD = "class C{}:\n    def {}(self, *a):\n        shared.append(1)\nc = C()\n{}"
PROGRAMS: dict[str, tuple[str, bool]] = {
    "a function that is called": ("def f():\n    shared.append(1)\nf()", False),
    "one that nobody calls": ("def f():\n    shared.append(1)", False),
    "one that is handed over": ("def f():\n    shared.append(1)\nkeep(f)", True),
    "one that a list holds": ("def f():\n    shared.append(1)\nl = [f]", True),
    "one that is decorated": ("@keep\ndef f():\n    shared.append(1)\nf()", False),
    "one that is a decorator": ("def f(g):\n    shared.append(1)\n    return g\n@f\ndef h(): pass", False),
    "one that calls it is handed over": ("def f():\n    shared.append(1)\ndef g():\n    f()\nkeep(g)", True),
    "one that calls it is called": ("def f():\n    shared.append(1)\ndef g():\n    f()\ng()", False),
    "one with the name of an attribute": ("def f():\n    shared.append(1)\nf()\nkeep(Known.f)", True),
    "a lambda that is called": ("(lambda: shared.append(1))()", False),
    "a method": (METHOD.format("", "f", "c.f()"), False),
    "a method that is handed over": (METHOD.format("", "f", "keep(c.f)"), True),
    "a method with the name of a variable": (METHOD.format("", "f", "c.f()\nf = 1\nkeep(f)"), False),
    "a special method that is called": (METHOD.format("", "__call__", "c()"), False),
    "a special method that is written": (METHOD.format("", "__enter__", "with c: pass"), False),
    "one that nobody is seen to call": (METHOD.format("", "__call__", "keep(c)"), True),
    "a special method that Python calls": (METHOD.format("", "__hash__", "{c}"), True),
    "a hook of a framework": (METHOD.format("(tf.keras.callbacks.Callback)", "on_epoch_end", "c.on_epoch_end()"), True),
    "no hook of a framework": (METHOD.format("(tf.keras.callbacks.Callback)", "own", "c.own()"), False),
    "a method of an unknown class": (METHOD.format("(Known)", "own", "c.own()"), True),
    "a method of an exception": (METHOD.format("(Exception)", "own", "c.own()"), False),
    "a property": (
        "class C:\n    @property\n    def f(self):\n        shared.append(1)\nc = C()\nkeep(c.f)", False,
    ),
    "a setter": (
        "class C:\n    @property\n    def f(self): return 1\n    @f.setter\n    def f(self, v):\n        shared.append(1)\n"
        "c = C()\nc.f = 1", False,
    ),
    "a module body": ("shared.append(1)", False),
}  # fmt: skip


@pytest.mark.parametrize(("program", "expected"), PROGRAMS.values(), ids=PROGRAMS)
def test_what_others_may_run(program: str, expected: bool, tmp_path: Path) -> None:
    facts = analysed(tmp_path, f"{HEAD}{program}\n")
    (place,) = (
        each
        for module in facts.program.modules
        for each in module.tree.nodes_of_class(nodes.Call)
        if each.func.as_string() == "shared.append"
    )
    outside = OutsideCalls(facts, lambda *_: True)
    contexts = facts.contexts_of(place.scope())
    assert any(outside.may_run(place, each, ()) for each in contexts) is expected
    # Where the statements of its functions say what comes before and after, calls tell.
    assert not any(outside.may_run(place, each, facts.graph.contexts) for each in contexts)
    nowhere = OutsideCalls(facts, lambda *_: False)
    if expected and "class" not in program:
        assert not any(nowhere.may_run(place, each, ()) for each in contexts)


@pytest.mark.parametrize(
    ("code", "found"),
    [
        ("keep(lambda: 1)", False), ("keep(lambda: shared.append(1))", True), ("f = lambda: f.__setattr__('a', 1)", True), ("f = lambda: (x := 1)", True),
        ("f = lambda: len(shared)", False), ("f = lambda: shared.append(1)\nf()", False), ("f = 1", False),
    ],
)  # fmt: skip
def test_uncalled_lambdas_with_effects(code: str, found: bool, tmp_path: Path) -> None:
    facts = analysed(tmp_path, f"{HEAD}{code}\n")
    changing = OutsideCalls(facts, lambda *_: True).changing_lambda(())
    assert (changing is not None) is found
    assert changing is None or changing[0] == "main.py"
    assert OutsideCalls(facts, lambda *_: False).changing_lambda(()) is None
