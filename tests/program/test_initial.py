"""What does nothing but initialize variables."""

from __future__ import annotations

import astroid
import pytest
from astroid import nodes

from hybridize.program.initial import only_initializes

PROGRAMS: dict[str, bool] = {
    "tf.Variable(a())": True,
    "tf.Variable(initial_value=a())": True,
    "self.add_weight('w', a())": True,
    "self.get('w', tf.Variable, a())": True,
    "self.get('w', a())": False,
    "tf.Variable(a().astype('float32'))": True,
    "tf.Variable(a().shape)": False,
    "tf.Variable(np.array(a()))": True,
    "tf.Variable(g(a()))": False,
    "tf.Variable(a() + 1)": True,
    "tf.Variable(-a())": True,
    "v = a()\ntf.Variable(v)": True,
    "v = a()\ntf.Variable(v)\nprint(v)": False,
    "v = a()": False,
    "v = a() * 2\nw = v\ntf.Variable(w)": True,
    "v = a()\nw = v\nprint(w)": False,
    "v = a()\nv = v + 1\ntf.Variable(v)": False,
    "v = w = a()\ntf.Variable(v)": False,
    "self.v = a()": False,
    "v = a()\nw = v\nx = w\ny = x\ntf.Variable(y)": True,
    "v = a()\nw = v\nx = w\ny = x\nz = y\ntf.Variable(z)": False,
    "print(a())": False,
    "a()": False,
    "a()()": False,
}


@pytest.mark.parametrize(("code", "expected"), PROGRAMS.items())
def test_values_that_only_initialize(code: str, expected: bool) -> None:
    function = astroid.parse("def f(self):\n" + "".join(f"    {line}\n" for line in code.split("\n"))).body[0]
    (value,) = (each for each in function.nodes_of_class(nodes.Call) if each.as_string() == "a()")
    assert only_initializes(value) is expected
