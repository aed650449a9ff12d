"""Who calls whom by names, which calls seem to mean a function, and what a call passes in structures."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from hybridize.inference.domain.values import join
from hybridize.inference.facts.calls_by_name import CallsByName
from hybridize.inference.facts.structures import Arriving, Leaf, leaves, structure
from tests.inference.facts.programs import analysed, function

MEANT: dict[str, tuple[str, list[int]]] = {
    "names that are passed alike": ("def act(self, state): pass", [2]),
    "another name": ("def act(self, x): pass", []),
    "too many parameters": ("def act(self, state, reward): pass", []),
    "a default": ("def act(self, state, reward=0): pass", [2]),
    "none": ("def act(self): pass", []),
    "several of them": ("def act(self, *state): pass", [2]),
    "a function of another name": ("def react(self, state): pass", []),
    "a static method": ("@staticmethod\n    def act(state): pass", [2]),
    "only by keyword": ("def act(self, *, state): pass", []),
}


@pytest.mark.parametrize(("method", "lines"), MEANT.values(), ids=MEANT)
def test_calls_that_seem_to_mean_a_method(method: str, lines: list[int], tmp_path: Path) -> None:
    facts = analysed(tmp_path, f"def run(agent, state):\n    agent.act(state)\nclass Net:\n    {method}\n")
    name = method.partition("def ")[2].partition("(")[0]
    calls = CallsByName.of_program(facts).of(function(facts, name).node)  # type: ignore[arg-type]
    assert [each.lineno for each in calls] == lines


@pytest.mark.parametrize(
    ("code", "lines"),
    [
        ("def run(net):\n    net.act(1)\nclass Net:\n    def act(self, x): pass", []),
        ("def run(agent):\n    agent.act(1)\nclass Agent:\n    def act(self, x): pass", [2]),
        ("def run(agent):\n    agent.act(1)\nclass Net:\n    def act(self, x): pass", []),
        ("def run(agent):\n    agent.act(x=1)\nclass Net:\n    def act(self, x): pass", [2]),
        ("def run(agent):\n    agent.act(y=1)\nclass Net:\n    def act(self, x): pass", []),
        ("def run(agent):\n    agent.act(y=1)\nclass Net:\n    def act(self, **x): pass", [2]),
        ("def run(agent, a):\n    agent.act(*a)\nclass Agent:\n    def act(self, x, y): pass", [2]),
        ("def run(agent, a):\n    agent.act(**a)\nclass Agent:\n    def act(self, x, y): pass", [2]),
        ("def run(agent, x, y):\n    agent.act(x, 1, 2, y)\nclass Net:\n    def act(self, x, a, b, y): pass", [2]),
        ("def run(agent, x):\n    agent.act(x, 1, 2)\nclass Net:\n    def act(self, x, a, b): pass", []),
        ("def run(agent):\n    agent.act(agent._x)\nclass Net:\n    def act(self, x): pass", [2]),
        ("def run(agent):\n    agent.act(1)\ndef act(x): pass", []),
        ("def run(main):\n    main.act(1)\ndef act(x): pass", [2]),
        ("class Agent:\n    def act(self, x): pass\nagent = Agent()\nagent.act(1)", []),
        ("import package\npackage.module.act(1)\nclass Module:\n    def act(self, x): pass", []),
    ],
)
def test_calls_that_speak_of_the_same(code: str, lines: list[int], tmp_path: Path) -> None:
    facts = analysed(tmp_path, code)
    calls = CallsByName.of_program(facts).of(function(facts, "act").node)  # type: ignore[arg-type]
    assert [each.lineno for each in calls] == lines


NAMED = """\
import tensorflow as tf
import os.path
def f(x):
    g = lambda y: tf.matmul(y, y)
    def h():
        return len(x)
    h()
    return g(x)
class C:
    v = f(1)
    def m(self):
        return [(lambda: self.n())(), (lambda z: os.path.exists(z))('a')]
    def n(self):
        return tf.math.reduce_sum([1])
C().m()
"""


def test_who_calls_whom(tmp_path: Path) -> None:
    assert analysed(tmp_path, NAMED).calls() == {
        "main.py": {
            "main": ["main.C.m", "main.f"],
            "main.f": ["main.f.<lambda1>", "main.f.h"],
            "main.f.<lambda1>": ["tensorflow.matmul"],
            "main.f.h": ["<builtin>.len"],
            "main.C.m": ["main.C.m.<lambda1>", "main.C.m.<lambda2>"],
            "main.C.m.<lambda1>": ["main.C.n"],
            "main.C.m.<lambda2>": ["os.path.exists"],
            "main.C.n": ["tensorflow.reduce_sum"],
        }
    }


def shown(found: Arriving | None) -> Iterator[str]:
    if isinstance(found, Leaf):
        yield "+".join(sorted({kind for kind, _ in found.types}))
    elif found is not None:
        yield f"{found.type}({', '.join(f'{key}: {next(shown(member))}' for key, member in found.members)})"


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (["t"], "tensor"), (["a"], "ndarray"), (["t", "a"], "ndarray+tensor"), (["1"], None),
        (["(t, a)"], "tuple(0: tensor, 1: ndarray)"),
        (["[t, t]"], "list(0: tensor, 1: tensor)"), (["{'k': t}"], "dict('k': tensor)"),
        (["{'k': (t,)}"], "dict('k': tuple(0: tensor))"), (["(t, 1)"], None),
        (["()"], None), (["(t,)", "[t]"], None), (["(t,)", "(t, t)"], None),
        (["(t,)", "(a,)"], "tuple(0: ndarray+tensor)"), (["{'k': t}", "{'l': t}"], None),
        (["{u: t}"], None), (["{'k': t, u: t}"], None), (["[t for i in u]"], None), (["(((t,),),)"], "tuple(0: tuple(0: tuple(0: tensor)))"),
        (["((((t,),),),)"], None),
    ],
)  # fmt: skip
def test_structures_of_tensors(arguments: list[str], expected: str | None, tmp_path: Path) -> None:
    calls = "".join(f"use({each})\n" for each in arguments)
    code = f"import sys\nimport numpy as np\nimport tensorflow as tf\nu = sys.argv\nt = tf.ones(2)\na = np.ones(2)\ndef use(x): pass\n{calls}"
    facts = analysed(tmp_path, code)
    used = function(facts, "use")
    value = join([each.value for each in used.parameters[0].incoming])
    found = structure(facts.evaluator, used.contexts[0], value)
    assert next(shown(found), None) == expected


def test_what_takes_tensors_out_of_structures(tmp_path: Path) -> None:
    code = "import tensorflow as tf\nt = tf.ones(2)\ndef use(x): pass\nuse((t, {'k': [t]}))\n"
    facts = analysed(tmp_path, code)
    used = function(facts, "use")
    found = structure(facts.evaluator, used.contexts[0], used.parameters[0].value)
    assert found is not None
    assert [name for name, _ in leaves(found, "x")] == ["x[0]", "x[1]['k'][0]"]
