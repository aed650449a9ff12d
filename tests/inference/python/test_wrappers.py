"""A project's own wrapper of `tf.function`: what it makes hybrid, however often it is used."""

from __future__ import annotations

import pytest

from hybridize.inference.state.limits import SMALL
from tests.inference.conftest import Judge

TIMES = {"more often than a function has contexts": SMALL.contexts + 6, "more often than decorators are followed": SMALL.decorated + 6}
FORWARDS = "import tensorflow as tf\ndef function(*args, **kw):\n    return tf.function(*args, **kw)\n"
CHANGES = (
    "import tensorflow as tf\ndef function(*args, **kw):\n    autograph = kw.pop('autograph', False)\n"
    "    return tf.function(*args, autograph=autograph, **kw)\n"
)
FACTORY = (
    "import tensorflow as tf\ndef function(*args, **kw):\n    def wrap(f):\n        if unheard_of():\n            return f\n"
    "        return tf.function(*args, **kw)(f)\n    return wrap\n"
)
WRAPPERS = {
    "forwarded": (FORWARDS, "", "wrapper"),
    "changed options": (CHANGES, "", "wrapper"),
    "called": (FORWARDS, "(autograph=True)", "decorator"),
    "factory": (FACTORY, "()", "wrapper"),
}


@pytest.mark.parametrize("times", TIMES.values(), ids=TIMES.keys())
@pytest.mark.parametrize(("wrapper", "call", "how"), WRAPPERS.values(), ids=WRAPPERS.keys())
def test_each_decorated_function_is_hybrid_and_gets_its_own_arguments(
    judge: Judge, wrapper: str, call: str, how: str, times: int
) -> None:
    uses = "".join(
        f"@common.function{call}\ndef f{i}(x):\n    return x\nf{i}(tf.ones(1))\nf{i}({i})\n" for i in range(times)
    )
    verdicts = judge({"common.py": wrapper, "main.py": f"import tensorflow as tf\nimport common\n{uses}"})
    for i in range(times):
        verdict = verdicts[f"main.py::f{i}"]
        assert (i, verdict.hybrid) == (i, True)
        assert {each.how for each in verdict.mode.hybridized_by} == {how}
        assert [value.value for value in verdict.parameters[0].literal_values] == [str(i)]
        assert verdict.parameters[0].tensor


def test_a_decorator_that_keeps_functions_is_not_taken_to_make_them_hybrid(judge: Judge) -> None:
    times = SMALL.decorated + 6
    uses = "".join(f"@register\ndef f{i}(x):\n    return x\nf{i}(tf.ones(1))\n" for i in range(times))
    verdicts = judge(f"import tensorflow as tf\nseen = []\ndef register(f):\n    seen.append(f)\n    return f\n{uses}")
    assert [verdicts[f"f{i}"].hybrid for i in range(times)] == [False] * times


@pytest.mark.parametrize("times", [20])
def test_methods_are_replaced_by_graphs_of_themselves(judge: Judge, times: int) -> None:
    uses = "".join(
        f"class C{i}:\n    def __init__(self, graph=True):\n        if graph:\n            self.run = common.function(self.run)\n"
        f"    def run(self, x):\n        return x\nC{i}().run(tf.ones(1))\n" for i in range(times)
    )  # fmt: skip
    verdicts = judge({"common.py": FORWARDS, "main.py": f"import tensorflow as tf\nimport common\n{uses}"})
    assert [verdicts[f"main.py::C{i}.run"].hybrid for i in range(times)] == [True] * times
