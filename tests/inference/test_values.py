"""Which values reach which parameters: one small program for each construct of the language."""

from __future__ import annotations

import pytest

from tests.inference.conftest import Judge

TENSOR_REACHES = {
    "direct call": "f(tf.constant(1.0))",
    "keyword": "f(x=tf.ones(3))",
    "operator": "f(tf.ones(3) * 2 + 1)",
    "left operand is a number": "f(2 / tf.ones(3))",
    "comparison": "f(tf.ones(3) > 0)",
    "method of a tensor": "v = tf.Variable(1.0)\nf(v.assign_add(1.0))",
    "indexing": "f(tf.ones((3, 3))[0, :])",
    "unpacking": "a, b = tf.ones(3), 1\nf(a)",
    "starred unpacking": "first, *rest = [tf.ones(1), tf.ones(2), tf.ones(3)]\nf(rest[0])",
    "conditional expression": "import sys\nf(tf.ones(1) if sys.argv else 1)",
    "loop over a data set": "for e in tf.data.Dataset.range(3):\n    f(e)",
    "batched and mapped data set": "for e in tf.data.Dataset.range(3).map(lambda i: i + 1).batch(2):\n    f(e)",
    "enumerated data set": "for i, e in enumerate(tf.data.Dataset.range(3)):\n    f(e)",
    "iterator of a data set": "it = iter(tf.data.Dataset.range(3))\nf(next(it))",
    "tuple elements of a data set": (
        "import numpy as np\n" "for a, b in tf.data.Dataset.from_tensor_slices((np.ones(3), np.zeros(3))):\n    f(b)"
    ),
    "zipped data sets": "d = tf.data.Dataset.range(3)\nfor a, b in tf.data.Dataset.zip((d, d)):\n    f(b)",
    "loop over a list": "for e in [tf.ones(1), tf.ones(2)]:\n    f(e)",
    "appended in a loop": "items = []\nfor i in range(3):\n    items.append(tf.ones(i))\nf(items[0])",
    "dictionary value": "d = {'a': tf.ones(1), 'b': 2}\nf(d['a'])",
    "dictionary items": "for k, v in {'a': tf.ones(1)}.items():\n    f(v)",
    "comprehension": "f([t * 2 for t in [tf.ones(1)]][0])",
    "generator": "def g():\n    yield tf.ones(1)\nfor e in g():\n    f(e)",
    "behind a set of frozen sets": "assert len({frozenset([1]), frozenset([2])}) == 2\nf(tf.ones(1))",
    "zip": "for a, b in zip([1], [tf.ones(1)]):\n    f(b)",
    "enumerate": "for i, e in enumerate([tf.ones(1)]):\n    f(e)",
    "map builtin": "list(map(f, [tf.ones(1)]))",
    "partial": "import functools\nfunctools.partial(f)(tf.ones(1))",
    "star arguments": "args = (tf.ones(1),)\nf(*args)",
    "double-star arguments": "kwargs = {'x': tf.ones(1)}\nf(**kwargs)",
    "lambda": "g = lambda y: f(y)\ng(tf.ones(1))",
    "closure": "def outer(t):\n    def inner():\n        return f(t)\n    return inner\nouter(tf.ones(1))()",
    "returned function": "def pick():\n    return f\npick()(tf.ones(1))",
    "function in a dictionary": "{'f': f}['f'](tf.ones(1))",
    "attribute": "class C:\n    pass\nc = C()\nc.t = tf.ones(1)\nf(c.t)",
    "attribute set in the constructor": (
        "class C:\n    def __init__(self, t):\n        self.t = t\n    def run(self):\n        f(self.t)\nC(tf.ones(1)).run()"
    ),
    "property": "class C:\n    @property\n    def t(self):\n        return tf.ones(1)\nf(C().t)",
    "static method": "class C:\n    @staticmethod\n    def m(t):\n        f(t)\nC.m(tf.ones(1))",
    "class method": "class C:\n    @classmethod\n    def m(cls, t):\n        f(t)\nC.m(tf.ones(1))",
    "inherited method": "class A:\n    def m(self, t):\n        f(t)\nclass B(A):\n    pass\nB().m(tf.ones(1))",
    "super": (
        "class A:\n    def m(self, t):\n        f(t)\nclass B(A):\n    def m(self, t):\n        super().m(t)\nB().m(tf.ones(1))"
    ),
    "call operator": "class C:\n    def __call__(self, t):\n        f(t)\nC()(tf.ones(1))",
    "overloaded operator": "class C:\n    def __add__(self, o):\n        f(o)\nC() + tf.ones(1)",
    "subscript operator": "class C:\n    def __getitem__(self, i):\n        return tf.ones(1)\nf(C()[0])",
    "iteration protocol": "class C:\n    def __iter__(self):\n        yield tf.ones(1)\nfor e in C():\n    f(e)",
    "context manager": "class C:\n    def __enter__(self):\n        return tf.ones(1)\n    def __exit__(self, *a):\n        pass\nwith C() as t:\n    f(t)",
    "keras layer": "f(tf.keras.layers.Dense(1)(tf.ones((1, 1))))",
    "keras call": ("class M(tf.keras.Model):\n    def call(self, inputs):\n        return f(inputs)\nM()(tf.ones(1))"),
    "keras casts arrays": (
        "import numpy as np\nclass M(tf.keras.Model):\n    def call(self, inputs):\n        return f(inputs)\nM()(np.ones(1))"
    ),
    "gradient tape": "v = tf.Variable(1.0)\nwith tf.GradientTape() as tape:\n    y = v * v\nf(tape.gradient(y, v))",
    "gradients in a list": (
        "v = tf.Variable(1.0)\nwith tf.GradientTape() as tape:\n    y = v * v\nfor g in tape.gradient(y, [v]):\n    f(g)"
    ),
    "strategy run": "tf.distribute.get_strategy().run(f, args=(tf.ones(1),))",
    "map_fn": "tf.map_fn(f, tf.ones(3))",
    "decorator of the project": (
        "import functools\ndef deco(g):\n    @functools.wraps(g)\n    def wrapper(*a, **k):\n        return g(*a, **k)\n    return wrapper\n"
        "@deco\ndef h(t):\n    f(t)\nh(tf.ones(1))"
    ),
    "walrus": "if (t := tf.ones(1)) is not None:\n    f(t)",
    "try and except": "try:\n    t = tf.ones(1)\nexcept ValueError:\n    t = None\nf(t)",
    "named tuple": "import collections\nP = collections.namedtuple('P', 'a b')\nf(P(tf.ones(1), 2).a)",
    "dataclass": "import dataclasses\n@dataclasses.dataclass\nclass P:\n    a: object\nf(P(tf.ones(1)).a)",
    "global set by a function": "g = None\ndef init():\n    global g\n    g = tf.ones(1)\ninit()\nf(g)",
    "getattr with a constant": "class C:\n    def m(self, t):\n        f(t)\ngetattr(C(), 'm')(tf.ones(1))",
    "rebound builtin name": "list = list()\nlist.append(tf.ones(1))\nfor e in list:\n    f(e)",
    "match": "match tf.ones(1):\n    case t:\n        f(t)",
    "script entry": "def main():\n    f(tf.ones(1))\nif __name__ == '__main__':\n    main()",
}


@pytest.mark.parametrize("body", TENSOR_REACHES.values(), ids=TENSOR_REACHES.keys())
def test_a_tensor_reaches_the_parameter(judge: Judge, body: str) -> None:
    parameter = judge("import tensorflow as tf\ndef f(x=None):\n    return x\n" + body)["f"].parameters[0]
    assert parameter.tensor is True
    assert parameter.evidence == ("dataflow",)


NO_TENSOR = {
    "number": "f(1)",
    "array": "import numpy as np\nf(np.ones(3))",
    "value of a tensor": "f(tf.ones(1).numpy())",
    "shape": "f(tf.ones(1).shape)",
    "dtype": "f(tf.float32)",
    "list of tensors is a container": "f([tf.ones(1)])",
    "layer": "f(tf.keras.layers.Dense(1))",
    "element beside a tensor": "a, b = tf.ones(3), 1\nf(b)",
    "key beside a tensor": "d = {'a': tf.ones(1), 'b': 2}\nf(d['b'])",
    "narrowed by isinstance": "def g(y):\n    if isinstance(y, int):\n        f(y)\ng(1)\ng(tf.ones(1))",
    "other function of the same name": "class C:\n    def f(self, x):\n        pass\nC().f(tf.ones(1))\nf(1)",
    "helper called with both": "def same(y):\n    return y\nsame(tf.ones(1))\nf(same(1))",
    "overwritten before the call": "t = tf.ones(1)\nt = 1\nf(t)",
}


@pytest.mark.parametrize("body", NO_TENSOR.values(), ids=NO_TENSOR.keys())
def test_no_tensor_reaches_the_parameter(judge: Judge, body: str) -> None:
    parameter = judge("import tensorflow as tf\ndef f(x=None):\n    return x\n" + body)["f"].parameters[0]
    assert parameter.tensor is False


@pytest.mark.parametrize(
    "argument", ["[tf.ones(1)]", "(1, tf.ones(1))", "{'a': tf.ones(1)}", "[[tf.ones(1)]]", "list([tf.ones(1)])"]
)
def test_tensors_in_containers_are_told_from_tensors(judge: Judge, argument: str) -> None:
    parameter = judge(f"import tensorflow as tf\ndef f(x):\n    return x\nf({argument})")["f"].parameters[0]
    assert (parameter.tensor, parameter.container) == (False, True)


@pytest.mark.parametrize(
    ("annotation", "expected"),
    [
        ("tf.Tensor", (True, False)),
        ("'tf.Tensor'", (True, False)),
        ("Optional[tf.Tensor]", (True, False)),
        ("Union[int, tf.Tensor]", (True, False)),
        ("tf.Tensor | None", (True, False)),
        ("tf.Variable", (True, False)),
        ("TensorLike", (True, False)),
        ("T", (True, False)),
        ("List[tf.Tensor]", (False, True)),
        ("Dict[str, tf.Tensor]", (False, True)),
        ("tuple[tf.Tensor, ...]", (False, True)),
        ("int", (False, False)),
        ("Callable[[tf.Tensor], int]", (False, False)),
    ],
)
def test_annotations_declare_tensors(judge: Judge, annotation: str, expected: tuple[bool | None, bool]) -> None:
    code = f"""
    from typing import Callable, Dict, List, Optional, TypeVar, Union
    import tensorflow as tf
    TensorLike = Union[tf.Tensor, float]
    T = TypeVar("T", bound=tf.Tensor)
    def f(x: {annotation}):
        return x
    """
    parameter = judge(code)["f"].parameters[0]
    assert (parameter.tensor, parameter.container) == expected
    if True in expected:
        assert parameter.evidence == ("type-hint",)


def test_annotations_are_left_aside_on_request(judge: Judge) -> None:
    code = "import tensorflow as tf\ndef f(x: tf.Tensor):\n    return x\n"
    assert judge(code, follow_type_hints=False)["f"].parameters[0].tensor is not True


def test_without_speculation_the_want_of_signs_decides_nothing(judge: Judge) -> None:
    code = "import tensorflow as tf\ndef f(x, *rest):\n    return tf.abs(x)\n"
    for speculative, expected in ((True, [False, False]), (False, [None, None])):
        assert [p.tensor for p in judge(code, speculative=speculative)["f"].parameters] == expected


@pytest.mark.parametrize(
    ("call", "values"),
    [
        ("f(10)", ["10"]),
        ("f(10)\nf(20)", ["10", "20"]),
        ("f('a')", ["'a'"]),
        ("f(b'a')", ["b'a'"]),
        ("f(-1.5)", ["-1.5"]),
        ("f([1, 2])", ["1", "2"]),
        ("f({'k': 3})", ["3"]),
        ("for i in range(3):\n    f(i)", ["i = …"]),
        ("n = 0\nwhile n < 3:\n    n += 1\n    f(n)", ["n = …"]),
        ("class C:\n    def __init__(self, n):\n        self.n = n\nf(C(5))", ["5"]),
        ("f(None)", []),
        ("f(True)", []),
        ("f(tf.ones(1))", []),
        ("f()", []),
    ],
)
def test_literals_are_named_with_their_values(judge: Judge, call: str, values: list[str]) -> None:
    parameter = judge(f"import tensorflow as tf\ndef f(x=1):\n    return x\n{call}")["f"].parameters[0]
    assert [v.value for v in parameter.literal_values] == values
    assert parameter.literal is bool(values)


def test_booleans_are_literals_on_request(judge: Judge) -> None:
    code = "def f(x):\n    return x\nf(True)"
    assert judge(code, boolean_literals=True)["f"].parameters[0].literal is True


def test_closure_tensors_are_implicit_parameters(judge: Judge) -> None:
    code = "import tensorflow as tf\ndef f():\n    return x ** 2 + y\nx = tf.constant([-2, -3])\ny = tf.Variable([3, -2])\nf()"
    found = {p.name: (p.scope, p.tensor) for p in judge(code)["f"].implicit_parameters}
    assert found == {"x": ("global", True), "y": ("global", True)}
