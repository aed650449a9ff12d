"""How many rounds a loop has, by what it goes through: Python and NumPy run what they can."""

from __future__ import annotations

import astroid
import numpy as np
import pytest
from astroid import nodes

from hybridize.program.lengths import rounds_of

RUN: dict[str, int] = {
    "[a, b, c]": 3, "(a, b)": 2, "{1, 2}": 2, "[*x]": -1, "range(7)": 7, "range(2, 9, 3)": 3, "range(9, 2, -2)": 4,
    "range(len([a, b]))": 2, "range(int(3.5))": -1, "np.arange(5)": 5, "np.arange(1, 5)": 4, "zip([a], [b, c])": 1,
    "zip([a, b, c], map(str, x), range(2))": 2, "zip(x, y)": -1, "enumerate([a, b])": 2, "sorted([a, b])": 2,
    "reversed((a, b, c))": 3, "iter([a])": 1, "list(range(3))": 3, "np.zeros(4)": 4, "np.zeros((3, 2))": 3,
    "np.zeros([3, 2])": 3, "np.ones(shape=(5, 2))": 5, "np.random.uniform(size=6)": 6,
    "np.random.normal(size=(2, 6))": 2,
    "np.random.rand(3, 9)": 3, "np.random.randn(4)": 4, "np.linspace(0, 1, 8)": 8, "np.linspace(0, 1, num=9)": 9,
    "np.linspace(0, 1)": -1, "np.array([a, b])": 2, "np.asarray((a, b))": 2, "np.zeros(4).astype(int)": 4,
    "np.zeros(4).copy()": 4, "np.zeros(10)[2:7]": 5, "np.zeros(10)[:3]": 3, "np.zeros(10)[::4]": 3,
    "np.zeros(10)[-2:]": 2,
    "np.zeros((10, 2))[1:4, 0]": 3, "np.zeros((3, 4))[..., 0]": 3, "np.zeros(4) * 2": 4, "2 * np.zeros(4)": 4,
    "np.zeros((3, 4))[0]": -1, "x[:3]": 3, "x[1:3]": -1, "x[:n]": -1, "range(2 + 3)": 5, "range(7 - 3)": 4,
    "range(2 * 3)": 6,
    "range(7 // 2)": 3, "range(len(np.zeros(4)))": 4, "range(np.zeros((4, 2)).shape[0])": 4,
    "range(np.zeros((4, 2)).shape[1])": -1, "np.empty(0)": 0, "range(3, 1)": 0, "[]": 0, "x": -1, "str(n)": -1,
}  # fmt: skip
"""-1: the program does not say it."""
NAMED: dict[str, int] = {
    "v = [1, 2]\nfor _ in v: use()": 2,
    "v = [1, 2]\nv.append(3)\nfor _ in v: use()": -1,
    "v = (1, 2)\nw = v\nfor _ in w: use()": 2,
    "v = [1]\nv = [1, 2, 3]\nfor _ in v: use()": 3,
    "v = [1]\nif n:\n    v = [1, 2]\nfor _ in v: use()": -1,
    "v = [1]\nif n:\n    v = [2]\nfor _ in v: use()": 1,
    "v = np.zeros(3)\nv += 1\nfor _ in v: use()": -1,
    "k = 4\nfor _ in range(k): use()": 4,
    "k = 4\nk = 5\nfor _ in range(k): use()": -1,
    "k = 8\nv = np.zeros((k // 2, 3))\nfor _ in range(len(v)): use()": 4,
    "k = 8\nfor _ in range(k / 2 if n else k): use()": -1,
    "def f(v):\n    for _ in v: use()\nf([1, 2])": -1,
    "v = [1, 2, 3]\ndef f():\n    for _ in v: use()\nf()": 3,
    "v = {1, 2}\nfor i in v: use()": 2,
    "v = {1, 2}\nv.add(3)\nfor i in v: use()": -1,
    "i = 0\nwhile i < 3:\n    i += 1\n    use()": -1,
}
DATA: dict[str, int | None] = {
    "Dataset.range(10)": 10, "from_tensor_slices([a, b, c])": 3, "from_tensor_slices((np.zeros(5), y))": 5,
    "from_tensor_slices(np.zeros(10)).batch(4)": 3, "from_tensor_slices(np.zeros(10)).padded_batch(batch_size=5)": 2,
    "from_tensor_slices(np.zeros(10)).take(3)": 3, "from_tensor_slices(np.zeros(2)).take(3)": 2, "data.take(3)": 3,
    "data.take(count=3)": 3, "data.take(n)": None, "data.take(-1)": None, "data.skip(3)": None,
    "from_tensor_slices(np.zeros(10)).skip(3)": 7, "from_tensor_slices(np.zeros(2)).skip(3)": 0,
    "from_tensor_slices(np.zeros(10)).repeat(3)": 30, "from_tensor_slices(np.zeros(10)).repeat()": None,
    "from_tensor_slices(np.zeros(9)).shuffle(9).map(f).prefetch(1).cache()": 9, "data.map(f)": None,
    "from_tensor_slices(np.zeros(9)).filter(f)": None, "enumerate(data.take(4).as_numpy_iterator())": 4,
    "tf.random.uniform((6, 2))": 6, "tf.constant([a, b])": 2, "tf.cast(np.zeros(3), f)": 3, "tqdm(range(8))": 8,
    "data.batch(4)": None, "from_tensor_slices(np.zeros(10)).batch(0)": None, "tf.zeros([n, 2])": None,
}  # fmt: skip


def loop(code: str) -> nodes.NodeNG:
    (found,) = astroid.parse(code).nodes_of_class((nodes.For, nodes.While))
    return found


def counted(code: str) -> int:
    """The rounds that the loop has when the program runs."""
    rounds: list[None] = []
    names = {"np": np, "a": 1, "b": 2, "c": 3, "n": 2, "x": [1, 2, 3, 4], "y": (1, 2)}
    exec(code, {**names, "use": lambda: rounds.append(None)})
    return len(rounds)


@pytest.mark.parametrize(
    ("code", "expected"), [*((f"for _ in {each}: use()", rounds) for each, rounds in RUN.items()), *NAMED.items()]
)
def test_rounds(code: str, expected: int) -> None:
    assert rounds_of(loop(code)) == (None if expected == -1 else expected)
    if expected != -1:
        assert counted(code) == expected


@pytest.mark.parametrize(("iterated", "expected"), DATA.items(), ids=DATA)
def test_rounds_over_data(iterated: str, expected: int | None) -> None:
    assert rounds_of(loop(f"for _ in {iterated}: use()")) == expected


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("(x, y), (v, w) = mnist.load_data()\nfor _ in x: use()", 60000),
        ("(x, y), (v, w) = mnist.load_data()\nfor _ in w: use()", 10000),
        ("(x, y), (v, w) = tf.keras.datasets.boston_housing.load_data()\nfor _ in v: use()", 102),
        ("(x, y), (v, w) = other.load_data()\nfor _ in x: use()", None),
        ("(x, y), z, (v, w) = mnist.load_data()\nfor _ in v: use()", None),
        ("(x, y), (v, w) = mnist.read()\nfor _ in x: use()", None),
        ("(x, y), (v, w) = mnist.load_data()\nfor _ in Dataset.from_tensor_slices((x, y)).batch(64): use()", 938),
    ],
)
def test_rounds_over_loaded_data(code: str, expected: int | None) -> None:
    assert rounds_of(loop(code)) == expected


def test_numbers_that_callers_pass() -> None:
    def number(written: nodes.NodeNG) -> object:
        return 4 if getattr(written, "name", "") == "n" else getattr(written, "value", None)

    assert rounds_of(loop("for _ in range(n + 1): use()"), number) == 5
    assert rounds_of(loop("for _ in np.zeros((n, 2))[:3]: use()"), number) == 3
    assert rounds_of(loop("for _ in range(m): use()"), number) is None
