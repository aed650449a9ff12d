"""What stands around a place: runs of statements, loops that are left, managers that wait for errors, names."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import cast

import astroid
import pytest
from astroid import nodes

from hybridize.program import expected
from hybridize.program.blocks import Run, bodies, bound_by, can_stand_inside, outermost_loop
from hybridize.program.estimators import knows_version_1_alone, line_of_estimator
from hybridize.program.initial import only_initializes
from hybridize.program.loops import is_in_first_round, repeated_by, starts_process, taken_of, times
from hybridize.program.model import ModuleTree
from hybridize.program.models_by_use import shows_summary
from hybridize.program.naming import is_in_name_only
from hybridize.program.own_objects import is_bound_to, is_made_new
from hybridize.program.scopes import scope_table
from hybridize.program.setters import handing_on
from hybridize.program.setting_up import called_while_made


def function(body: str, head: str = "def f(x, y):") -> nodes.FunctionDef:
    lines = "".join(f"    {line}\n" for line in body.split("\n"))
    found = astroid.parse(f"{head}\n{lines}").body[0]
    assert isinstance(found, nodes.FunctionDef)
    return found


def call(inside: nodes.NodeNG, name: str = "a") -> nodes.Call:
    found = next(each for each in inside.nodes_of_class(nodes.Call) if each.func.as_string() == name)
    assert isinstance(found, nodes.Call)
    return found


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("a = x", True), ("for i in x:\n    break", True), ("while x:\n    continue", True),
        ("if x:\n    break", False), ("continue", False),
        ("return x", False), ("y = yield", False), ("def g(): pass", False), ("class C: pass", False),
        ("import a", False), ("global a", False),
        ("try:\n    a()\nexcept E:\n    pass", False), ("assert x", False), ("a = locals()", False),
        ("a = super().b()", False), ("del a", True),
        ("del a.b", False), ("del a, b[0]", False), ("with x:\n    a()", True),
        ("for i in x:\n    if i:\n        break", True), ("a = lambda: x", True),
        ("for i in x:\n    return i", False), ("a = eval", True),
    ],
)  # fmt: skip
def test_statements_that_may_stand_in_a_function_of_their_own(code: str, expected: bool) -> None:
    (statement,) = function(code).body
    assert can_stand_inside(statement) is expected


@pytest.mark.parametrize(
    ("code", "names"),
    [
        ("a = b, c = x", ["a", "b", "c"]), ("for a in x:\n    b = a\nelse:\n    c = 1", ["a", "b", "c"]),
        ("import a.b, c as d", ["a", "d"]),
        ("def a(b):\n    c = 1", ["a"]), ("class A:\n    b = 1", ["A"]), ("x = [b for b in (c := y)]", ["x", "c"]),
        ("a = lambda b: (c := b)", ["a"]),
        ("with x as a, y as (b, c):\n    d = 1", ["a", "b", "c", "d"]), ("a.b = c[0] = 1", []),
        ("if (a := x):\n    b += 1", ["a", "b"]),
    ],
)  # fmt: skip
def test_names_that_a_statement_binds(code: str, names: list[str]) -> None:
    assert list(bound_by(function(code).body[0])) == names


def test_blocks_inside_statements() -> None:
    tried = "try:\n    e\nexcept E:\n    g\ndef h():\n    i"
    body = function(f"if x:\n    a\nelse:\n    b\nfor i in x:\n    c\nwith y:\n    d\n{tried}").body
    assert [[each.as_string() for each in block] for block in bodies(body)] == [["a"], ["b"], ["c"], ["d"]]


RUNS: list[tuple[str, tuple[int, int], tuple[str, ...], tuple[str, ...], bool]] = [
    ("for i in x:\n    a = i + y\n    b = a\n    print(b)", (0, 2), ("i",), ("b",), True),
    ("for i in x:\n    a = i + y\n    b = a\n    print(b)", (1, 3), ("a",), (), True),
    ("s = 0\nfor i in x:\n    s = s + i\nprint(s)", (0, 1), ("s", "i"), ("s",), True),
    ("for i in x:\n    if i:\n        a = 1\n    print(a)", (0, 1), ("i",), ("a",), False),
    ("for i in x:\n    a = i\n    b = lambda: a\n    print(b)", (0, 1), ("i",), ("a",), False),
    ("for i in x:\n    a = i\n    a = a + 1", (0, 2), ("i",), (), True),
    ("for i in x:\n    for j in i:\n        a = j\n    print(a)", (0, 1), ("i",), ("a",), False),
]


@pytest.mark.parametrize(("body", "part", "inputs", "results", "can_move"), RUNS)
def test_runs_of_statements(
    body: str, part: tuple[int, int], inputs: tuple[str, ...], results: tuple[str, ...], can_move: bool
) -> None:
    scope = function(body)
    loop = next(each for each in scope.body if isinstance(each, nodes.For))
    statements = tuple(loop.body[slice(*part)])
    run = Run(scope, scope_table(scope.root(), set(), set())[scope], statements, loop)
    assert (set(run.inputs), run.results, run.can_move) == (set(inputs), results, can_move)
    assert (run.first, run.last) == (statements[0].lineno, statements[-1].end_lineno)
    assert (run.anchor, run.receiver) == (loop, "")
    assert outermost_loop(statements[0]) is loop and outermost_loop(loop) is None


def test_the_receiver_of_a_run() -> None:
    module = astroid.parse("class C:\n    def f(self, x):\n        y = self.g(x)\n        return y\n")
    scope = module.body[0].body[0]
    run = Run(scope, scope_table(module, set(), set())[scope], tuple(scope.body[:1]), None)
    assert (run.receiver, run.inputs, run.results, run.anchor) == ("self", ("x",), ("y",), scope)


@pytest.mark.parametrize(
    ("body", "repeats"),
    [
        ("for i in x:\n    a()", 1), ("while True:\n    a()\n    break", 0),
        ("while True:\n    try:\n        a()\n        break\n    except E:\n        continue", 0),
        ("while True:\n    try:\n        a()\n    except E:\n        continue\n    break", 0),
        ("while True:\n    a()\n    if x:\n        break", 1),
        ("while True:\n    if a():\n        break", 1), ("for i in x:\n    while True:\n        a()\n        break", 1),
        ("for i in x:\n    for j in y:\n        a()\n    break", 1),
        ("for i in x:\n    return a()", 0), ("for i in x:\n    raise a()", 0),
        ("for i in x:\n    if i:\n        continue\n    a()\n    break", 0),
        ("while True:\n    try:\n        a()\n    finally:\n        y()\n    break", 0), ("[a() for i in x]", 1),
        ("for i in a():\n    pass", 0),
        ("for i in x:\n    with suppress(E):\n        a()\n        break", 0), ("a()", 0),
    ],
)  # fmt: skip
def test_loops_that_run_a_place_again(body: str, repeats: int) -> None:
    assert len(list(repeated_by(call(function(body))))) == repeats


@pytest.mark.parametrize(
    ("loop", "expected"),
    [
        ("for i in range(9):\n    if i == 0:\n        a()", True),
        ("for i in range(9):\n    if not i:\n        a()", True),
        ("for i in range(9):\n    if i == 1:\n        a()", False),
        ("for i in range(3, 9):\n    if i == 3:\n        a()", True),
        ("for i in range(3, 9):\n    if not i:\n        a()", False),
        ("for i in range(x, 9):\n    if i == 0:\n        a()", False),
        ("for i in range(x):\n    if i == 0:\n        a()", True),
        ("for i, j in enumerate(x):\n    if i == 0:\n        a()", True),
        ("for i, j in enumerate(x):\n    if j == 0:\n        a()", False),
        ("for i, j in enumerate(x, 1):\n    if i == 0:\n        a()", False),
        ("for i in enumerate(x):\n    if i == 0:\n        a()", False),
        ("for i in x:\n    if i == 0:\n        a()", False),
        ("for i in range(9):\n    if i != 0:\n        a()", False),
        ("for i in range(9):\n    if i == 0:\n        pass\n    else:\n        a()", False),
        ("for i in range(9):\n    if i == 0 == y:\n        a()", False),
        ("for i in range(9):\n    a()", False), ("for i in range(9):\n    if y == 0:\n        a()", False),
        ("for i in range(9):\n    if x:\n        if i == 0:\n            a()", True),
        ("while x:\n    if x == 0:\n        a()", False), ("for i in range(9):\n    if i < 1:\n        a()", False),
    ],
)  # fmt: skip
def test_places_of_the_first_round(loop: str, expected: bool) -> None:
    scope = function(loop)
    assert is_in_first_round(call(scope), scope.body[0]) is expected


@pytest.mark.parametrize(
    ("iterated", "number"),
    [
        ("x.take(3)", 3), ("x.take(count=2)", 2), ("x.take(-1)", None), ("x.take(y)", None), ("islice(x, 4)", 4),
        ("islice(x, 1, 4)", None), ("enumerate(x.take(3))", 3),
        ("tqdm(x.take(3))", 3), ("x.take(3).map(y)", 3), ("x.take(3).batch(2)", 3), ("x.take(3).repeat()", None),
        ("x", None), ("list(iter(x.take(1)))", 1), ("take(3)", None),
        ("x.take(3, 4)", None), ("enumerate(x.take(3), 1)", None), ("x.take(0)", 0), ("x.take(2.5)", None),
    ],
)  # fmt: skip
def test_elements_that_are_taken(iterated: str, number: int | None) -> None:
    assert taken_of(function(iterated).body[0].value) == number


def test_rounds_of_loops_together() -> None:
    scope = function("for i in range(3):\n    for j in range(4):\n        pass\nfor k in x:\n    pass")
    loops = list(scope.nodes_of_class(nodes.For))
    assert (times(loops[:2]), times(loops), times([])) == (12, None, 1)


@pytest.mark.parametrize(
    ("code", "starts"),
    [
        ("Process(target=x)", True), ("mp.Process(args=y, target=x)", True), ("Process(x)", False),
        ("Thread(target=x)", False), ("x", False),
    ],
)  # fmt: skip
def test_calls_that_start_a_process(code: str, starts: bool) -> None:
    assert starts_process(function(code).body[0].value) is starts


SURROUNDINGS: dict[Callable[[nodes.NodeNG], bool], tuple[list[str], list[str]]] = {
    expected.is_expected_to_fail: (
        [
            "with self.assertRaises(E):\n    a()", "with pytest.raises(E):\n    if x:\n        a()",
            "try:\n    a()\nexcept TypeError:\n    pass", "try:\n    a()\nexcept:\n    pass",
            "try:\n    a()\nexcept (E, Exception):\n    pass", "with x, raises(E):\n    a()",
        ],
        [
            "a()", "with x:\n    a()", "try:\n    a()\nexcept ValueError:\n    pass",
            "try:\n    pass\nexcept TypeError:\n    a()", "try:\n    pass\nexcept TypeError:\n    pass\nelse:\n    a()",
            "try:\n    a()\nfinally:\n    pass", "with pytest.raises(E):\n    def g():\n        a()",
            "with raises:\n    a()",
        ],
    ),
    expected.is_caught: (
        [
            "with self.assertRaises(E):\n    a()", "try:\n    a()\nexcept ValueError:\n    pass",
            "try:\n    a()\nfinally:\n    pass",
        ],
        [
            "a()", "with x:\n    a()", "try:\n    pass\nexcept E:\n    a()",
            "try:\n    def g():\n        a()\nexcept E:\n    pass",
        ],
    ),
    expected.is_passed_over: (
        [
            "try:\n    a()\nexcept Exception:\n    pass",
            "for i in x:\n    try:\n        a()\n    except AttributeError:\n        continue",
            "try:\n    a()\nexcept:\n    y = 1", "try:\n    a()\nexcept (E, AttributeError):\n    return",
        ],
        [
            "a()", "try:\n    a()\nexcept ValueError:\n    pass", "try:\n    a()\nexcept Exception:\n    print(x)",
            "try:\n    a()\nexcept Exception:\n    raise", "with raises(E):\n    a()",
        ],
    ),
    is_in_name_only: (
        [
            "tf.add(x, y, name=f'n{a()}')", "tf.add(x, name='n%d' % a())", "tf.add(x, name='n' + str(a()))",
            "tf.add(x, name='n{}'.format(a()))", "tf.name_scope('n' + a())", "n = f'{a()}'\ntf.add(x, name=n)",
            "with tf.variable_scope(f'{a()}'):\n    pass",
        ],
        [
            "tf.add(x, name=a())", "tf.add(x, f'{a()}')", "print(f'{a()}', name)", "tf.add(x, label=f'{a()}')",
            "n = f'{a()}'", "n = f'{a()}'\ntf.add(x, name=n)\nprint(n)", "tf.add(x, name=a() % 3)", "x.n = f'{a()}'",
            "tf.add(x, name=y + a())",
        ],
    ),
    only_initializes: (
        [
            "tf.Variable(a())", "tf.Variable(tf.cast(a(), y))", "v = a()\ntf.Variable(v)",
            "self.add_weight(initializer=tf.constant_initializer(a()))", "tf.Variable(a().astype(y))",
            "tf.Variable(2 * -a())", "v = np.array(a())\nw = v\ntf.Variable(w)", "self.get('w', tf.Variable, a())",
            "get_variable(k=a())",
        ],
        [
            "a()", "print(a())", "v = a()", "v = a()\ntf.Variable(v)\nprint(v)", "return a()", "x.v = a()",
            "tf.add(a(), y)", "tf.Variable(print(a()))", "v = w = a()\ntf.Variable(v)", "a().b", "a()(x)",
        ],
    ),
}  # fmt: skip


@pytest.mark.parametrize(
    ("question", "body", "holds"),
    [
        (question, body, holds)
        for question, (yes, no) in SURROUNDINGS.items()
        for body, holds in [*((each, True) for each in yes), *((each, False) for each in no)]
    ],
)
def test_what_is_around_a_place(question: Callable[[nodes.NodeNG], bool], body: str, holds: bool) -> None:
    assert question(call(function(body))) is holds


@pytest.mark.parametrize(
    ("body", "bound", "new"),
    [
        ("v = Net(x)\na(v)", True, True), ("v = Net(x)\nv = Net(y)\na(v)", False, True),
        ("if x:\n    v = Net(x)\nelse:\n    v = Net(y)\na(v)", True, True),
        ("if x:\n    v = Net(x)\nelse:\n    v = Other(y)\na(v)", False, True),
        ("v = Net(x)\nif x:\n    v = y\na(v)", False, False), ("v = Net(x)\nw = v\na(w)", False, False),
        ("if x:\n    v = Net(x)\nelse:\n    v = y\na(v)", False, False), ("v = make(x)\na(v)", False, False),
        ("a(x)\nv = Net(x)", False, False), ("v = mod.Net(x)\na(v)", False, True),
    ],
)  # fmt: skip
def test_names_of_objects_that_are_made_here(body: str, bound: bool, new: bool) -> None:
    scope = function(body)
    (name,) = call(scope).args
    made = next((each for each in scope.nodes_of_class(nodes.Call) if each.func.as_string() == "Net"), name)
    assert is_bound_to(name, made) is bound
    assert is_made_new(name) is new


CLASSES = """\
class A:
    def set_up(self):
        self.net(1)
        other.run()
    def later(me):
        me.extra()
class B(A):
    def __init__(this, x):
        this.set_up()
        this.a.b()
        x.c()
    def unused(self):
        self.never()
"""


def test_what_an_object_calls_while_it_is_made() -> None:
    first, second = astroid.parse(CLASSES).body
    assert called_while_made([second, first]) == {"__init__", "set_up", "net"}
    assert called_while_made([first]) == {"__init__"}


@pytest.mark.parametrize(
    ("code", "count"),
    [
        ("def __setattr__(self, name, value):\n    super().__setattr__(name, value)", 1),
        ("def __setattr__(self, n, v):\n    object.__setattr__(self, n, v)", 1),
        ("def __setattr__(self, n, v):\n    super().__setattr__(v, n)", 0),
        ("def __setattr__(self, n, v):\n    n = n + '_'\n    super().__setattr__(n, v)", 0),
        ("def set(self, n, v):\n    super().__setattr__(n, v)", 0),
        ("def __setattr__(self, n, v):\n    super().__setattr__(n, value=v)", 0),
        ("def __setattr__(self, n, v):\n    super().set(n, v)", 0),
        ("def __setattr__(self, n, v):\n    super().__setattr__(n, v())", 0),
        (
            "def __setattr__(self, n, v):\n    if v:\n        super().__setattr__(n, v)\n    else:\n"
            "        object.__setattr__(self, n, v)",
            2,
        ),
        ("def __setattr__(self, n):\n    super().__setattr__(n)", 0),
    ],
)  # fmt: skip
def test_setters_that_hand_on(code: str, count: int) -> None:
    lines = code.split("\n")
    assert len(handing_on(function("\n".join(line[4:] for line in lines[1:]), lines[0]))) == count


@pytest.mark.parametrize(
    ("body", "shows"),
    [
        ("x.summary()\nx.trainable_variables", True), ("x.summary()\ny.trainable_variables", False),
        ("print(x.summary())\nx.trainable_variables", False), ("x.show()\nx.trainable_variables", False),
        ("x.summary()", False), ("self.m.summary()\nself.m.trainable_weights", True),
    ],
)  # fmt: skip
def test_models_that_show_what_they_are_made_of(body: str, shows: bool) -> None:
    scope = function(body)
    first = scope.body[0].value
    assert shows_summary(first.args[0] if first.args else first) is shows


def module(text: str) -> ModuleTree:
    return cast(ModuleTree, SimpleNamespace(file=SimpleNamespace(text=text)))


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("import tensorflow as tf\ne = tf.estimator.Estimator()", 2), ("from tensorflow import estimator", 1),
        ("from tensorflow import keras, estimator", 1), ("import tensorflow_estimator as e", 1),
        ("import tensorflow.estimator", 1), ("e = tf.compat.v1.estimator.EstimatorSpec()", 1),
        ("from sklearn import estimators", None), ("e = tf.estimator.Estimator()\nGradientTape", None), ("", None),
        ("x\n\ne = tf1.estimator.tpu_EstimatorSpec()", 3),
    ],
)  # fmt: skip
def test_modules_with_estimators(text: str, line: int | None) -> None:
    assert line_of_estimator(module(text)) == line


@pytest.mark.parametrize(
    ("text", "old"),
    [
        ("import tensorflow.compat.v1 as tf\n", True), ("from tensorflow.compat import v1 as tf\n", True),
        ("import tensorflow as tf\n", False), ("import tensorflow.compat.v1 as tf\nimport tensorflow as tf2\n", False),
        ("import tensorflow.compat.v1 as tf\ntf.enable_eager_execution()\n", False),
        ("import tensorflow.compat.v1 as tf\ntf.GradientTape()\n", False),
        ("import tensorflow.compat.v2 as tf\n", False),
    ],
)  # fmt: skip
def test_modules_of_version_1(text: str, old: bool) -> None:
    assert knows_version_1_alone(module(text)) is old
