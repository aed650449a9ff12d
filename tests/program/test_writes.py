"""What statements write, what they put back, and what nobody reads before it is replaced."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import astroid
import pytest
from astroid import nodes

from hybridize.program import syntax, writes
from hybridize.program.always import Bound, Demanded, Unpacked, Used, steps
from hybridize.program.one_way_flags import turns_name_for_good
from hybridize.program.overwritten import overwritten_items
from hybridize.program.trees import parse
from hybridize.settings import AnalysisOptions
from hybridize.sources.project import load_project


def function(body: str, head: str = "def f(x, part):") -> nodes.FunctionDef:
    lines = "".join(f"    {line}\n" for line in body.split("\n"))
    found = astroid.parse(f"{head}\n{lines}").body[0]
    assert isinstance(found, nodes.FunctionDef)
    return found


def statement(code: str) -> nodes.NodeNG:
    found = function(code).body[0]
    return found.value if isinstance(found, nodes.Expr) else found


def call(inside: nodes.NodeNG, name: str) -> nodes.Call:
    found = next(each for each in inside.nodes_of_class(nodes.Call) if each.func.as_string() == name)
    assert isinstance(found, nodes.Call)
    return found


YES_NO: dict[Callable[[nodes.NodeNG], bool], tuple[list[str], list[str]]] = {
    writes.only_tidies: (
        [
            "x.p = list(x.p)", "x.p = [e for e in x.p if isinstance(e, P)]", "x.p = {e for e in x.p if e is not None}",
            "x.p = sorted(x.p)", "x.p = [e for e in x.p if callable(e)]", "x.p = [e for e in x.p]",
        ],
        [
            "x.p = list(x.q)", "x.p = list(x.p, x.p)", "x.p = f(x.p)", "x.p = x.q = list(x.p)",
            "x.p = [g(e) for e in x.p]", "x.p += list(x.p)", "x.p = [e for e in x.q]",
            "x.p = [e for e in x.p if e > 3]", "x.p = [e for e in x.p for i in e]", "x.p = list()",
            "x.p = [e for e in x.p if g(e)]", "f().p = list(f().p)", "x.p = [d for e in x.p]",
        ],
    ),
    writes.sets_item: (
        ["x[0] = 1", "x.a, x[1] = 1", "del x[0]", "x[0] += 1", "x[0]: int = 1"],
        ["x.a = 1", "x = 1", "f(x[0])"],
    ),
    writes.sets_part_of_array: (
        ["x[1:2, 0] = 1", "x[x > 0] = 1", "x[:, 1] += 1"],
        ["x[0] = 1", "x[1:2] = 1", "x[0, 1] = 1", "x[a] = 1", "x.a = 1", "x[0] = x[:, 0] = 1"],
    ),
    writes.names_special_method: (
        ["x.__setattr__('a', 1)", "methodcaller('__setattr__', 'a')(x)", "super().__init__()"],
        ["x.set('__a__')", "setattr(x, 'a', 1)", "methodcaller('set', 'a')(x)", "x.__a()", "x = 1", "x.a__()"],
    ),
    writes.hides_name: (
        [
            "setattr(x, part, 1)", "delattr(x, part)", "x.__setattr__(part, 1)", "object.__setattr__(x, part, 1)",
            "x.__delattr__(part)",
        ],
        [
            "setattr(x, 'a', part)", "delattr(x, 'a')", "setattr(x)", "f(x, part, 1)", "x.a = part",
            "object.__setattr__(x, 'a', 1)",
        ],
    ),
    writes.keeps_variables: (
        [
            "x.w = net.trainable_variables", "x.w: list = net.weights", "x.s = tf.compat.v1.train.get_global_step()",
            "x.iterations = part.iterations", "x._iterations = part.iterations",
        ],
        ["x.w = net.layers", "x.w += net.weights", "x.s = tf.get_step()", "x.count = part.iterations", "x.w = 1"],
    ),
}  # fmt: skip


@pytest.mark.parametrize(
    ("question", "code", "expected"),
    [
        (question, code, holds)
        for question, (yes, no) in YES_NO.items()
        for code, holds in [*((each, True) for each in yes), *((each, False) for each in no)]
    ],
)
def test_what_a_statement_does(question: Callable[[nodes.NodeNG], bool], code: str, expected: bool) -> None:
    assert question(statement(code)) is expected


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("x.a = 1", {"a"}), ("x.a, x.b = 1", {"a", "b"}), ("del x.a", {"a"}), ("x['k'] = 1", {"k"}),
        ("x[part] = 1", None), ("x[0] = 1", set()),
        ("x['k'].a += 1", {"k", "a"}), ("x.a: int = 1", {"a"}), ("setattr(x, 'a', 1)", {"a"}),
        ("setattr(x, part, 1)", None), ("x.pop('k')", {"k"}),
        ("x.setdefault('k', 'd')", {"k", "d"}), ("x.pop(part)", None), ("x.update(a=1, b=2)", {"a", "b"}),
        ("x.update(part)", None),
        ("x.update(**part)", None), ("x.append(part)", None), ("x.clear()", set()),
    ],
)  # fmt: skip
def test_names_that_are_written(code: str, expected: set[str] | None) -> None:
    found = writes.names_written(statement(code))
    assert found == expected and (found is None) is (expected is None)


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("x.a, x.b = 1", {"a", "b"}), ("del x.a", {"a"}), ("setattr(x, 'a', 1)", {"a"}), ("x.update(c=1)", {"c"}),
        ("x.other(c=1)", set()),
        ("x.compile()", set(writes.SET_BY_COMPILE)), ("x.update(**part)", set()), ("x.a = 'b'", {"a"}),
        ("y = 'b'", {"b"}),
    ],
)  # fmt: skip
def test_attributes_that_are_written(code: str, expected: set[str]) -> None:
    assert writes.written_attributes(statement(code)) == expected


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("x.append(1)", "x"), ("f(1)", "f"), ("x.a[0] = 1", "x.a"), ("x.a = 1", "x.a"), ("x[0] += 1", "x"),
        ("del x[0]", "x"),
    ],
)
def test_what_is_changed(code: str, expected: str) -> None:
    assert writes.changed_expression(statement(code)).as_string() == expected


ARRAYS: dict[str, bool] = {
    "v = np.zeros(3)\nv[0] = 1": True,
    "v = np.zeros(3)\nv += 1": True,
    "v = 0\nv += x": True,
    "v = x\nv[0] = 1": False,
    "x[0] = 1": False,
    "v = np.zeros(3)\nx.a = v\nv[0] = 1": False,
    "v = np.zeros(3)\nx.append(v)\nv[0] = 1": False,
    "v = np.zeros(3)\nKeep(v)\nv[0] = 1": False,
    "v = np.zeros(3)\nlook(v)\nv[0] = 1": True,
    "v = np.zeros(3)\nw = v.T\nx.a = w\nv[0] = 1": False,
    "v = np.zeros(3)\nw = v.reshape(1)\nw[0] = 1\nv[0] = 1": True,
    "v = np.zeros(3)\nw = np.reshape(v, 1)\nx.append(w)\nv[0] = 1": False,
    "v = np.zeros(3)\nx.a = v.sum()\nv[0] = 1": True,
    "v = np.zeros(3)\nx.a = np.sum(v)\nv[0] = 1": True,
    "v = np.zeros(3)\nx.a = v + 1\nv[0] = 1": True,
    "v = np.zeros(3)\nx.a = v[1:]\nv[0] = 1": False,
    "v = np.zeros(3)\nx.a = [v]\nv[0] = 1": False,
    "v = np.zeros(3)\nreturn_(v)\nv[0][1] = 1": True,
    "v = np.zeros(3)\nw, u = v, 1\nv[0] = 1": False,
    "v = np.zeros(3)\nv = x\nv[0] = 1": False,
    "read = np.zeros(3)\nread[0] = 1": False,
    "v = np.zeros(3)\nread = v\nv[0] = 1": False,
    "v = np.zeros(3)\nnp.add(1, 2, out=v)": True,
    "v = np.zeros(3)\nnp.add(x, 2, out=v)": False,
    "v = np.zeros(3)\nnp.random.seed(3)": False,
    "v = np.zeros(3)\nnp.add(v, 2, out=v)": True,
    "v = np.zeros(3)\nv.sort()": True,
    "v = np.zeros(3)\nnp.fill_diagonal(v, 1)": True,
    "v = x.copy()\nv.fill(0)": True,
}


@pytest.mark.parametrize(("body", "expected"), ARRAYS.items())
def test_arrays_that_only_the_function_has(body: str, expected: bool) -> None:
    scope = function(body)
    last = scope.body[-1]
    written = last.value if isinstance(last, nodes.Expr) else last
    assert writes.changes_own_array(written, scope, {"read"}) is expected


@pytest.mark.parametrize(
    ("code", "expected"), [("y = 1", True), ("x.a = 1", False), ("x[0] = 1", False), ("nonlocal y; y = 1", False)]
)
def test_local_names(code: str, expected: bool) -> None:
    outer = function(f"y = 0\ndef g():\n    {code}")
    (written,) = (each for each in outer.body[-1].nodes_of_class(nodes.Assign))
    assert writes.is_local_name(written.targets[0]) is expected


OVERWRITTEN: dict[str, tuple[str, list[str], list[str]]] = {
    "an item": ("d['a'] = f()", [], ["1"]),
    "a constant": ("d['a'] = 3", ["1"], ["1"]),
    "a position": ("d[0] = 3", [], []),
    "an inner item": ("d['b']['c'] = 3", ["2"], ["2"]),
    "all of an inner one": ("d['b'] = 3", ["{'c': 2}"], ["{'c': 2}"]),
    "an item of what was replaced": ("d['b'] = x\nd['b']['c'] = 3", ["{'c': 2}"], ["{'c': 2}"]),
    "update": ("d.update({'a': 3})", ["1"], ["1"]),
    "update by name": ("d.update({'a': 3}, b=4)", [], []),
    "update of an inner one": ("d['b'].update({'c': 3})", ["2"], ["2"]),
    "read before": ("y = d['a']\nd['a'] = 3", [], []),
    "called before": ("f()\nd['a'] = 3", [], ["1"]),
    "something else before": ("y = 1\nd['a'] = 3", ["1"], ["1"]),
    "an attribute before": ("x.y = 1\nd['a'] = 3", [], ["1"]),
    "handed on before": ("f(d)\nd['a'] = 3", [], []),
    "by itself": ("d['a'] = d['b']", [], []),
    "under a condition": ("if x:\n    d['a'] = 3", [], []),
    "under another key": ("d[x] = 3\nd['a'] = 3", [], []),
    "bound again": ("d = x\nd['a'] = 3", [], []),
    "a lambda": ("d['a'] = lambda: 1", ["1"], ["1"]),
    "a lambda with a default": ("d['a'] = lambda y=f(): 1", [], ["1"]),
    "a list": ("d['a'] = [1, x]", ["1"], ["1"]),
    "a dictionary": ("d['a'] = {'k': x}", ["1"], ["1"]),
    "two of them": ("d['a'] = 3\nd['b'] = 4", ["1", "{'c': 2}"], ["1", "{'c': 2}"]),
    "pass": ("pass\nd['a'] = 3", ["1"], ["1"]),
}  # fmt: skip


@pytest.mark.parametrize(("body", "public", "private"), OVERWRITTEN.values(), ids=OVERWRITTEN)
def test_items_that_nobody_reads(body: str, public: list[str], private: list[str]) -> None:
    scope = function(f"d = {{'a': 1, 'b': {{'c': 2}}}}\n{body}")
    shown = scope.body[0].value
    for expected, alone in ((public, False), (private, True)):
        assert sorted(each.as_string() for each in overwritten_items(shown, alone)) == expected


def test_items_of_lists_that_nobody_reads() -> None:
    shown = function("d = [1, [2, 3], 4]\nd[0] = 5\nd[1][1] = 6").body[0].value
    assert sorted(each.as_string() for each in overwritten_items(shown, False)) == ["1", "3"]
    for body in ("d = [1, *x]\nd[0] = 5", "d = y = [1]\nd[0] = 5", "f([1])\nd[0] = 5", "d = {'a': 1, **x}\nd['a'] = 5"):
        first = function(body).body[0].value
        assert not overwritten_items(getattr(first, "args", [first])[0], True)
    tried = function("try:\n    d = [1]\n    d[0] = f()\nexcept E:\n    pass").body[0].body[0].value
    assert not overwritten_items(tried, True)
    (last,) = overwritten_items(function("d = {'a': 1, 'a': 2}\nd['a'] = 5").body[0].value, False)
    assert last.as_string() == "2"


ALWAYS: dict[str, list[str]] = {
    "a(b())": ["b()", "a(b())"],
    "y = a()": ["a()", "y = a()"],
    "y = z = a()": ["a()", "y = a()", "z = a()"],
    "y, z = a()": ["a()", "2 of a()", "y = ?", "z = ?"],
    "y, *z = a()": ["a()", "y = ?", "z = ?"],
    "y: int = a()": ["a()", "y = a()"],
    "y: int": ["y = ?"],
    "y += a()": ["a()", "y += a()", "y = y += a()"],
    "x.y = a()": ["a()"],
    "if a():\n    b()": ["a()"],
    "if a():\n    y = b()": ["a()", "y = ?"],
    "if x != 1:\n    raise E": ["x != 1", "x == 1"],
    "if x != 1:\n    raise E\nelse:\n    y = 1": ["x != 1", "y = ?"],
    "if x == 1:\n    raise E": ["x == 1"],
    "assert x == a()": ["x == a()"],
    "assert x != a()": [],
    "if a():\n    return\nb()": ["a()"],
    "return a()": ["a()"],
    "return": [],
    "for y in a():\n    b()\nc()": ["a()", "y = ?", "c()"],
    "for y in a():\n    return\nc()": ["a()", "y = ?"],
    "while a():\n    y = b()\nc()": ["y = ?", "c()"],
    "with a() as y:\n    b()\nc()": ["a()", "y = ?", "b()", "c()"],
    "with a():\n    return b()\nc()": ["a()", "b()"],
    "with suppress(E):\n    y = b()\nc()": ["y = ?", "c()"],
    "try:\n    y = a()\nexcept E:\n    pass\nb()": ["y = ?", "b()"],
    "a() if b() else c()": ["b()"],
    "a() and b()": ["a()"],
    "a() < b() < c()": ["a()", "b()", "a() < b() < c()"],
    "[a() for i in b()]": ["b()"],
    "(a() for i in b())": [],
    "lambda: a()": [],
    "(y := a())": ["a()", "y = ?"],
    "x[a()] + -b()": ["a()", "x[a()]", "b()", "-b()", "x[a()] + -b()"],
    "def g():\n    return 1\na()": ["a()"],
    "del x": ["x = ?"],
}


def told(step: Used | Bound | Unpacked | Demanded) -> str:
    match step:
        case Used():
            return str(step.node.as_string())
        case Bound():
            return f"{step.name} = {'?' if step.value is None else step.value.as_string()}"
        case Unpacked():
            return f"{step.count} of {step.value.as_string()}"
    return f"{step.left.as_string()} == {step.right.as_string()}"


@pytest.mark.parametrize(("body", "expected"), ALWAYS.items())
def test_what_each_call_does(body: str, expected: list[str]) -> None:
    assert list(map(told, steps(function(body)))) == expected


def test_what_each_call_of_other_functions_does() -> None:
    assert list(map(told, steps(astroid.extract_node("lambda: a(b)")))) == ["a(b)"]
    assert not steps(function("a()\nyield"))
    assert not steps(function("a()", "async def f():"))


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("def o():\n    v = False\n    def g():\n        nonlocal v\n        v = True", True),
        ("def o():\n    v = False\n    def g():\n        nonlocal v\n        v = True\n    v = False", False),
        (
            "def o():\n    v = False\n    def g():\n        nonlocal v\n        v = True\n    def h():\n"
            "        nonlocal v\n        v = False",
            False,
        ),
        (
            "def o():\n    for i in x:\n        v = False\n        def g():\n            nonlocal v\n"
            "            v = True",
            False,
        ),
        ("def o():\n    v = x\n    def g():\n        nonlocal v\n        v = True", False),
        ("v = False\ndef g():\n    global v\n    v = True", True),
        ("v = False\ndef g():\n    global v\n    v = True\nv = False", False),
        ("v = True\ndef g():\n    global v\n    v = True", True),
    ],
)
def test_names_that_are_turned_for_good(code: str, expected: bool) -> None:
    (bound,) = (
        each
        for each in astroid.parse(code).nodes_of_class(nodes.AssignName)
        if each.name == "v" and getattr(each.frame(), "name", "") == "g"
    )
    assert turns_name_for_good(bound, True) is expected


COMMENTS = [
    ("def f(a, b):\n    # type: (int, str) -> None\n    pass", "def f(a: int, b: str): pass"),
    (
        "def f(a, b=1, *c, **e):\n    # type: (int, str, *x, **z) -> None\n    pass",
        "def f(a: int, b: str=1, *c: x, **e: z): pass",
    ),
    (
        "def f(a,  # type: int\n      b,  # type: str\n      ):\n    # type: (...) -> None\n    pass",
        "def f(a: int, b: str): pass",
    ),
    ("def f(a, b: x):\n    # type: (int, str) -> None\n    pass", "def f(a: int, b: x): pass"),
    ("def f(a, b):\n    # type: (int) -> None\n    pass", "def f(a, b): pass"),
    (
        "class C:\n    def f(self, a):\n        # type: (int) -> None\n        pass",
        "class C:\n    def f(self, a: int): pass",
    ),
    (
        "class C:\n    def f(self, a):\n        # type: (x, int) -> None\n        pass",
        "class C:\n    def f(self: x, a: int): pass",
    ),
    ("def f(a, /, b, *, c):\n    # type: (x, y, z) -> None\n    pass", "def f(a: x, /, b: y, *, c: z): pass"),
    ("def f(a):  # type: ignore\n    pass", "def f(a): pass"),
    ("x = [  # type: int\n    1]\ndef f(a):\n    # type: (int) -> None\n    pass", "def f(a): pass"),
]  # fmt: skip


@pytest.mark.parametrize(("code", "annotated"), COMMENTS)
def test_types_in_comments_are_annotations(code: str, annotated: str, tmp_path: Path) -> None:
    found = []
    for name, text in (("main", code), ("other", annotated)):
        (tmp_path / name).mkdir()
        (tmp_path / name / "main.py").write_text(text)
        (file,) = load_project(tmp_path / name, AnalysisOptions()).files
        (made,) = parse(file).nodes_of_class(nodes.FunctionDef)
        found.append(made.args.as_string())
    assert found[0] == found[1]


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("raise E('t')", True), ("assert x, 't'", True), ("assert 't'", False), ("self.assertEqual(x, y, 't')", True),
        ("self.assertEqual('t', y)", False), ("assert_equal(x, y, message='t')", True), ("f(x, y, 't')", False),
        ("f(msg='t')", False),
        ("tf.debugging.assert_equal(x, y, message=f(a, b, 't'))", True), ("x = 't'", False),
        ("y = lambda: self.assertEqual(x, y, 't')", True),
        ("self.assertEqual(x, y, lambda: 't')", False),
    ],
)  # fmt: skip
def test_texts_of_errors(code: str, expected: bool) -> None:
    (text,) = (each for each in function(code).nodes_of_class(nodes.Const) if each.value == "t")
    assert syntax.is_of_error(text) is expected


@pytest.mark.parametrize(
    "text",
    [
        "'a'", "f'a{x}b'", "f'{x}b'", "'a' + x", "x + 'b'", "x + 'a' + x", "'a%sb' % x", "'%d of %s' % (3, x)",
        "'a{}b'.format(x)", "'{0}b'.format(x)",
        "('A' + x).lower()", "('a' + x).upper()", "'_'.join(['a', x])", "'_'.join([x, 'b'])", "'_'.join((x, x))", "x",
        "x.lower()", "'a'.strip(x)",
        "'a{{b'.format(x)", "y", "'-'.join(['a', 'b', x, 'c'])",
    ],
)  # fmt: skip
def test_how_texts_begin_and_end(text: str) -> None:
    scope = function(f"y = 'a' + x\nz = {text}")
    begin, end = syntax.affixes(scope.body[-1].value)
    for x in ("", "Part", "_", "7"):
        names: dict[str, Any] = {"x": x, "y": f"a{x}"}
        exec(f"z = {text}", names)
        made = names["z"]
        assert made.startswith(begin) and made.endswith(end), (made, begin, end)
    assert (begin, end) == AFFIXES[text]


AFFIXES = {
    "'a'": ("a", "a"), "f'a{x}b'": ("a", "b"), "f'{x}b'": ("", "b"), "'a' + x": ("a", ""), "x + 'b'": ("", "b"),
    "x + 'a' + x": ("", ""),
    "'a%sb' % x": ("a", "b"), "'%d of %s' % (3, x)": ("", ""), "'a{}b'.format(x)": ("a", "b"),
    "'{0}b'.format(x)": ("", "b"),
    "('A' + x).lower()": ("a", ""), "('a' + x).upper()": ("A", ""), "'_'.join(['a', x])": ("a_", ""),
    "'_'.join([x, 'b'])": ("", "_b"),
    "'_'.join((x, x))": ("", ""), "x": ("", ""), "x.lower()": ("", ""), "'a'.strip(x)": ("", ""),
    "'a{{b'.format(x)": ("a{b", "a{b"), "y": ("a", ""),
    "'-'.join(['a', 'b', x, 'c'])": ("a-", "-c"),
}  # fmt: skip
