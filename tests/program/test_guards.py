"""Which tests stand before a place, what they require of an attribute, and which two places are exclusive."""

from __future__ import annotations

import astroid
import pytest
from astroid import nodes

from hybridize.program import first_call_guards as tests
from hybridize.program.flow.conditions import are_exclusive, attributes_that_differ, excludes, never_both
from hybridize.program.flow.order import is_bound_between, sets_the_same
from hybridize.program.guards import of_body, parts


def method(body: str, before: str = "") -> nodes.FunctionDef:
    lines = "".join(f"        {line}\n" for line in body.split("\n"))
    found = astroid.parse(f"{before}\nclass C:\n    def f(self, x, y=None):\n{lines}").body[-1].body[0]
    assert isinstance(found, nodes.FunctionDef)
    return found


def call(inside: nodes.NodeNG, name: str) -> nodes.Call:
    found = next(each for each in inside.nodes_of_class(nodes.Call) if getattr(each.func, "name", "") == name)
    assert isinstance(found, nodes.Call)
    return found


GUARDS: dict[str, list[str]] = {
    "if self.v is None:\n    a(self.v)": ["self.v is None"],
    "if self.v:\n    pass\nelse:\n    a(self.v)": ["not self.v"],
    "if self.v is None:\n    return\na(self.v)": ["assigned", "not self.v is None"],
    "if self.v is None:\n    raise E\na(self.v)": ["assigned", "not self.v is None"],
    "for i in x:\n    if self.v is None:\n        continue\n    a(self.v)": ["assigned", "not self.v is None"],
    "assert self.v is not None\na(self.v)": ["self.v is not None"],
    "if not self.v:\n    a(self.v)": ["not self.v"],
    "if x and self.v:\n    a(self.v)": ["self.v"],
    "if x or self.v:\n    a(self.v)": [],
    "if isinstance(self.v, int) or isinstance(self.v, str):\n    a(self.v)": [
        "isinstance(self.v, int) or isinstance(self.v, str)",
    ],
    "if isinstance(self.v, int) or isinstance(self.w, str):\n    a(self.v)": [],
    "if type(self.v) is int:\n    a(self.v)": ["type(self.v) is int"],
    "if len(self.v) == 0:\n    a(self.v)": [],
    "b = self.v and a(self.v)": ["self.v"],
    "b = self.v is None or a(self.v)": ["not self.v is None"],
    "b = a(self.v) if self.v else 0": ["self.v"],
    "b = 0 if self.v else a(self.v)": ["not self.v"],
    "b = [a(self.v) for i in x if self.v]": ["self.v"],
    "while self.v:\n    a(self.v)": ["self.v"],
    "if self.v.w:\n    a(self.v.w)": ["self.v.w"],
    "if self.v:\n    self.v = x\n    a(self.v)": [],
    "if self.v:\n    y.v = x\n    a(self.v)": [],
    "if self.v:\n    self.w = x\n    a(self.v)": ["self.v"],
    "if self.v:\n    self.b()\n    a(self.v)": [],
    "if self.v:\n    b(self)\n    a(self.v)": [],
    "if self.v:\n    b(k=self)\n    a(self.v)": [],
    "if self.v:\n    b(*self)\n    a(self.v)": [],
    "if self.v:\n    b(x)\n    a(self.v)": ["self.v"],
    "if o.v:\n    b(x)\n    a(o.v)": [],
    "if self.v:\n    yield\n    a(self.v)": [],
    "if self.v:\n    self = x\n    a(self.v)": [],
    "if self.v:\n    del self.v\n    a(self.v)": [],
    "if self.v:\n    pass\na(self.v)": [],
    "if self.v:\n    b(x)\nelse:\n    self.v = x()\na(self.v)": ["assigned"],
    "if self.v is None:\n    self.v = x()\na(self.v)": ["assigned"],
    "if self.v is None:\n    self.v = x\na(self.v)": [],
    "if self.v is not None:\n    a(self.v)": ["self.v is not None"],
    "if self.v == None:\n    self.v = [x]\na(self.v)": ["assigned"],
    "if self.v:\n    for i in x:\n        self.v = i\n    a(self.v)": [],
    "if self.v:\n    for i in x:\n        a(self.v)\n        self.v = i": [],
    "if self.v:\n    for i in x:\n        pass\n    a(self.v)": ["self.v"],
    "if self.v:\n    try:\n        b(x)\n    except E:\n        pass\n    a(self.v)": ["assigned", "self.v"],
    "if self.v:\n    try:\n        self.b()\n    except E:\n        pass\n    a(self.v)": [],
    "if self.v:\n    try:\n        self.b()\n    except E:\n        a(self.v)": [],
    "if self.v:\n    try:\n        b(x)\n    finally:\n        a(self.v)": ["assigned", "self.v"],
    "if self.v:\n    with x:\n        a(self.v)": ["self.v"],
    "if self.v:\n    with self.b():\n        a(self.v)": [],
    "if self.v:\n    match x:\n        case 1:\n            self.b()\n    a(self.v)": [],
    "match x:\n    case 1 if self.v:\n        a(self.v)": ["self.v"],
    "match x:\n    case 1 if self.v:\n        pass\n    case _:\n        a(self.v)": [],
    "if self.v:\n    def g():\n        return 1\n    a(self.v)": ["self.v"],
    "if self.v is None and self.w:\n    a(self.v)": ["self.v is None"],
    "if self.v:\n    if self.v.w:\n        a(self.v)": ["self.v"],
    "if self.v:\n    if not self.v > 3:\n        a(self.v)": ["not self.v > 3", "self.v"],
}


@pytest.mark.parametrize(("body", "expected"), GUARDS.items())
def test_what_is_known_of_an_attribute_where_it_is_read(body: str, expected: list[str]) -> None:
    function = method(body)
    (read,) = call(function, "a").args
    guards = of_body(function.body, {"self", "x", "y", "i", "b"}).get(read, frozenset())
    written = [
        "assigned" if each.test is None else ("" if each.outcome else "not ") + each.test.as_string() for each in guards
    ]
    assert sorted(written) == expected


@pytest.mark.parametrize(
    ("test", "outcome", "expected"),
    [
        ("a", True, ["a"]), ("not a", True, ["-a"]), ("a and b", True, ["a", "b"]), ("a and b", False, []),
        ("a or b", False, ["-a", "-b"]), ("a or b", True, []), ("a and not (b or c)", True, ["a", "-b", "-c"]),
        ("a == 1 or a == 2", True, ["a == 1 or a == 2"]), ("not (a is 1 and a is 2)", True, ["-a is 1 and a is 2"]),
    ],
)  # fmt: skip
def test_the_parts_of_a_test(test: str, outcome: bool, expected: list[str]) -> None:
    found = parts(astroid.extract_node(test), outcome)
    assert [("" if each.outcome else "-") + each.test.as_string() for each in found if each.test] == expected


BEFORE: dict[str, list[str]] = {
    "if x:\n    a()": ["x"],
    "if x:\n    pass\nelif y:\n    a()": ["y", "-x"],
    "if a():\n    pass": [],
    "if x:\n    return\na()": ["-x"],
    "if x:\n    raise E\na()": ["-x"],
    "for i in y:\n    if x:\n        continue\n    a()": ["-x"],
    "if x:\n    return\nelse:\n    pass\na()": [],
    "if x:\n    b()\na()": [],
    "b = x and a()": ["x"],
    "b = x or y or a()": ["-x", "-y"],
    "b = a() and x": [],
    "b = a() if x else y": ["x"],
    "b = y if x else a()": ["-x"],
    "t = x and not y\nif t:\n    a()": ["t", "x", "-y"],
    "t = x\nt = y\nif t:\n    a()": ["t"],
    "if x:\n    def g():\n        a()": [],
    "if x:\n    b = lambda: a()": [],
}


@pytest.mark.parametrize(("body", "expected"), BEFORE.items())
def test_the_tests_before_a_place(body: str, expected: list[str]) -> None:
    found = [("" if holds else "-") + test.as_string() for test, holds in tests.tests_before(call(method(body), "a"))]
    assert found == expected


YES_NO = {
    tests.is_eager_only: (
        [
            "if tf.executing_eagerly():\n    a()", "if not tf.inside_function():\n    a()",
            "if tf.inside_function():\n    return\na()", "b = executing_eagerly() and a()",
            "if x and tf.executing_eagerly():\n    a()",
        ],
        [
            "if not tf.executing_eagerly():\n    a()", "if tf.inside_function():\n    a()", "if x:\n    a()", "a()",
            "if x or tf.executing_eagerly():\n    a()", "if executing_eagerly:\n    a()",
            "if tf.executing_eagerly():\n    def g():\n        a()",
        ],
    ),
    tests.is_for_debugging: (
        [
            "if self.debug:\n    a()", "if p['run_eagerly']:\n    a()", "if self.c.debug_mode:\n    a()",
            "if DEBUG:\n    a()", "if debugging and x:\n    a()",
        ],
        [
            "if not self.debug:\n    a()", "if self.no_debug:\n    a()", "if self.disable_eager:\n    a()",
            "if self.bug:\n    a()", "if self.non_debug:\n    a()", "if debug():\n    a()", "a()",
        ],
    ),
    tests.is_for_arrays: (
        ["if not tf.is_tensor(x):\n    a()", "if is_tensor(x):\n    return\na()"],
        ["if tf.is_tensor(x):\n    a()", "if not x:\n    a()", "a()"],
    ),
    tests.is_kept_in_file: (
        [
            "if not os.path.exists(p):\n    np.save(p, a())", "if os.path.isfile(p):\n    b(p)\nelse:\n    c(p, a())",
            "if not p.exists():\n    p.write(a())", "if not exists(p):\n    np.save(b, k=p)\n    a()",
            "if os.path.exists(p):\n    a()\nelse:\n    np.save(p)",
        ],
        [
            "if os.path.exists(p):\n    np.save(p, a())", "if not os.path.exists(p):\n    np.save(q, a())",
            "if x:\n    np.save(x, a())", "a()", "if not os.path.lexists(p):\n    np.save(p, a())",
        ],
    ),
    tests.is_behind_variable: (
        ["if not self.d:\n    a()\n    self.d.assign(True)", "if d:\n    a()\n    d.assign(False)"],
        [
            "if not self.d:\n    a()\n    self.d.assign(False)", "if not self.d:\n    a()\n    self.e.assign(True)",
            "if not self.d:\n    a()\n    self.d.assign(x)", "if not self.d:\n    a()\n    self.d.assign_add(True)",
            "if d:\n    pass\nelse:\n    a()\n    d.assign(False)", "if d:\n    a()\nd.assign(False)", "a()",
            "if d:\n    a()\n    d.assign(True)", "if d:\n    a()\n    d.assign(False, x)",
        ],
    ),
    tests.is_guarded: (
        [
            "self.v = self.v or a()", "self.v = a() if self.v is None else self.v",
            "self.v = self.v if self.v is not None else a()", "self.v.setdefault(x, a())",
            "if x in self.d:\n    raise E\nself.d[x] = a()", "if self.v is None:\n    self.v = a()",
            "if tf.executing_eagerly():\n    a()",
        ],
        [
            "self.v = a()", "self.v = self.w or a()", "self.v = a() if x else self.v", "v = v or a()",
            "self.v = x or self.v or a()", "self.l += [a()]", "if x in self.d:\n    pass\nself.d[x] = a()",
            "if x in self.e:\n    raise E\nself.d[x] = a()", "if x in self.d:\n    raise E\nself.v = a()",
            "if x in self.d.keys():\n    if y:\n        raise E\nself.d[x] = a()",
            "if self.v is None:\n    del self.v[a()]", "self.v = self.v and a()",
        ],
    ),
    tests.casts_itself: (
        ["self.v = tf.cast(self.v, a())", "self.v = tf.convert_to_tensor(self.v, dtype=a())"],
        [
            "self.v = tf.cast(self.w, a())", "self.v = tf.reshape(self.v, a())", "self.v = a()",
            "self.v = self.w = tf.cast(self.v, a())", "self.v += tf.cast(self.v, a())",
        ],
    ),
}  # fmt: skip
OF_STATEMENT = (tests.is_guarded, tests.casts_itself)


@pytest.mark.parametrize(
    ("question", "body", "expected"),
    [
        (question, body, holds)
        for question, (yes, no) in YES_NO.items()
        for body, holds in [*((each, True) for each in yes), *((each, False) for each in no)]
    ],
)
def test_what_stands_before_a_place(question, body: str, expected: bool) -> None:  # type: ignore[no-untyped-def]
    place: nodes.NodeNG = call(method(body), "a")
    if question in OF_STATEMENT:
        place = place.statement()
        if isinstance(place, nodes.Expr):
            place = place.value
    assert question(place) is expected


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ("if self.p:\n    a()", "if not self.p:\n    a()", True),
        ("if self.p:\n    a()", "if self.p:\n    return\na()", True),
        ("if self.p:\n    a()", "if self.p:\n    a()", False),
        ("if self.p:\n    a()", "if not self.q:\n    a()", False),
        ("if G:\n    a()", "if not G:\n    a()", True),
        ("if x:\n    a()", "if not x:\n    a()", False),
        ("if self.p:\n    a()\n    self.p = False", "if not self.p:\n    a()", False),
        ("a()", "if not self.p:\n    a()", False),
        ("if f():\n    a()", "if not f():\n    a()", False),
        ("if f():\n    a()", "if not g():\n    a()", False),
        ("if self.p > 1:\n    a()", "if not self.q > 1:\n    a()", False),
        ("if 1:\n    a()", "if not 1:\n    a()", False),
    ],
)
def test_places_of_two_methods_that_exclude_each_other(one: str, other: str, expected: bool) -> None:
    lines = ["G = f()", "class C:"]
    for name, body in (("one", one), ("other", other)):
        lines += [f"    def {name}(self, x):", *(f"        {line}" for line in body.split("\n"))]
    first, second = (each for each in astroid.parse("\n".join(lines)).body[1].body)
    assert are_exclusive(call(first, "a"), call(second, "a")) is expected


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("if x:\n    def g(): pass\nelse:\n    def g(): pass\nif x:\n    g()", [False, True]),
        ("if not x:\n    def g(): pass\nelse:\n    def g(): pass\nif x:\n    g()", [True, False]),
        ("if x is not y:\n    def g(): pass\nelse:\n    def g(): pass\nif x is y:\n    g()", [True, False]),
        ("if x:\n    def g(): pass\nelse:\n    def g(): pass\ng()", [False, False]),
        ("if x:\n    def g(): pass\nelse:\n    def g(): pass\nif y:\n    g()", [False, False]),
        ("def g(): pass\nif x:\n    g()", [False]),
    ],
)
def test_definitions_that_a_call_does_not_mean(body: str, expected: list[bool]) -> None:
    function = method(body)
    made = [each for each in function.nodes_of_class(nodes.FunctionDef) if each.name == "g"]
    assert [excludes(each, call(function, "g")) for each in made] == expected


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ("if self.k == 'p':\n    a()", "if self.k == 'q':\n    a()", {"k"}),
        ("if self.k == 'p':\n    a()", "if self.k == 'p':\n    a()", set()),
        ("if self.k == 0:\n    a()", "if self.k == False:\n    a()", {"k"}),
        ("if self.k == 'p':\n    a()", "if self.m == 'q':\n    a()", set()),
        ("if self.k == 'p':\n    a()", "if self.k != 'q':\n    a()", set()),
        ("if self.k == 'p':\n    a()", "if x.k == 'q':\n    a()", set()),
        ("if self.k == 'p':\n    pass\nelse:\n    a()", "if self.k == 'q':\n    a()", set()),
        ("b = a() if self.k == 'p' else 0", "if self.k == 'q':\n    a()", {"k"}),
        ("b = 0 if self.k == 'p' else a()", "if self.k == 'q':\n    a()", set()),
        ("a()", "if self.k == 'q':\n    a()", set()),
    ],
)
def test_attributes_by_which_two_places_differ(one: str, other: str, expected: set[str]) -> None:
    assert attributes_that_differ(call(method(one), "a"), call(method(other), "a")) == expected


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("v(a())\nv = x()\nv(b())", True),
        ("v(a())\nv(b())", False),
        ("v(a())\nif x:\n    v = x()\nv(b())", False),
        ("v = x()\nv(a())\nv(b())", False),
        ("v(a())\nv(b())\nv = x()", False),
        ("w(a())\nv = x()\nv(b())", False),
        ("v(a())\nv = v(b())", False),
    ],
)
def test_names_that_are_bound_between_two_calls(body: str, expected: bool) -> None:
    function = method(body)
    assert is_bound_between(call(function, "a").parent, call(function, "b").parent) is expected


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("for i in x:\n    v = i()\n    v(a())", True),
        ("v = x()\nfor i in x:\n    v(a())", False),
        ("for j in x:\n    v = j()\n    for i in x:\n        v(a())", False),
        ("for i in x:\n    v(a())\n    v = i()", False),
        ("for i in x:\n    if i:\n        v = i()\n    v(a())", False),
        ("for i in x:\n    self.v(a())", False),
    ],
)
def test_names_that_are_bound_between_two_rounds(body: str, expected: bool) -> None:
    place = call(method(body), "a").parent
    assert is_bound_between(place, place) is expected


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("self.v = 1\na()\nb()", True),
        ("self.v: int = 1\na()\nb()", True),
        ("a()\nself.v = 1\nb()", False),
        ("if x:\n    self.v = 1\na()\nb()", False),
        ("if x:\n    self.v = 1\n    a()\n    b()", True),
        ("self.v = x\na()\nb()", False),
        ("self.v += 1\na()\nb()", False),
    ],
)
def test_what_all_calls_find_set_alike(body: str, expected: bool) -> None:
    function = method(body)
    (written,) = function.nodes_of_class(nodes.AssignAttr)
    calls = [call(function, name) for name in "ab"]
    assert sets_the_same(written, calls) is expected
    assert not sets_the_same(written, [])


NEW: dict[str, list[set[str]]] = {
    # The calls that lead to a place, and which parameters of the functions that they call get a new object each time.
    "def g(x, y):\n    a()\ndef f(v):\n    g(Made(), v)": [set(), {"x"}],
    "def g(x, y):\n    a()\ndef f(v):\n    g([], y={})": [set(), {"x", "y"}],
    "def g(x, y):\n    a()\ndef f(v):\n    g(v, 1)": [set(), set()],
    "def g(x, y):\n    a()\ndef f(v):\n    w = Made()\n    g(w, **v)": [set(), {"x"}],
    "def h(z):\n    a()\ndef g(x, y):\n    h(y)\ndef f(v):\n    g(1, Made())": [set(), {"y"}, {"z"}],
    "def h(z):\n    a()\ndef g(x, y):\n    h(x)\ndef f(v):\n    g(1, Made())": [set(), {"y"}, set()],
    "class C:\n    def g(self, x):\n        a()\ndef f(v):\n    C().g(1)": [set(), {"self"}],
    "class C:\n    def g(self, x):\n        a()\ndef f(v):\n    v.g([])": [set(), {"x"}],
}


@pytest.mark.parametrize(("code", "expected"), NEW.items())
def test_parameters_that_get_a_new_object_in_each_call(code: str, expected: list[set[str]]) -> None:
    module = astroid.parse(code)
    functions = [each for each in module.nodes_of_class(nodes.FunctionDef)]
    names = [each.name for each in functions[::-1]]
    calls = [each for each in module.nodes_of_class(nodes.Call)]

    def named(name: str) -> nodes.Call:
        return next(each for each in calls if each.func.as_string().rpartition(".")[2] == name)

    way = [named(name) for name in [*names[1:], "a"]]
    assert [set(each) for each in tests.new_arguments(way)] == expected


BEFORE: dict[str, str] = {
    "if self.debug:\n    a()": "debugging",
    "if self.config.debug_mode:\n    a()": "debugging",
    "if x['run_eagerly']:\n    a()": "debugging",
    "if not self.debug:\n    a()": "",
    "if self.no_debug:\n    a()": "",
    "if self.debug:\n    pass\nelse:\n    a()": "",
    "if not self.debug:\n    return\na()": "debugging",
    "if x and self.debug:\n    a()": "debugging",
    "if x or self.debug:\n    a()": "",
    "shown = self.debug\nif shown:\n    a()": "debugging",
    "shown = x and self.debug\nif shown:\n    a()": "debugging",
    "shown = other = self.debug\nif shown:\n    a()": "",
    "shown = self.debug\nshown = x\nif shown:\n    a()": "",
    "a() if self.debug else 0": "debugging",
    "self.debug and a()": "debugging",
    "self.debug or a()": "",
    "a(self.debug)": "",
    "if tf.executing_eagerly():\n    a()": "eager",
    "if not tf.executing_eagerly():\n    a()": "",
    "if not tf.executing_eagerly():\n    return\na()": "eager",
    "if not tf.inside_function():\n    a()": "eager",
    "if tf.inside_function():\n    a()": "",
    "if x and tf.executing_eagerly():\n    a()": "eager",
    "for i in x:\n    if not tf.executing_eagerly():\n        continue\n    a()": "eager",
    "def g():\n    a()\nif tf.executing_eagerly():\n    g()": "",
    "if not tf.is_tensor(x):\n    a()": "arrays",
    "if tf.is_tensor(x):\n    a()": "",
    "if tf.is_tensor(x):\n    pass\nelse:\n    a()": "arrays",
    "if not os.path.exists(x):\n    np.save(x, 1)\n    a()\nelse:\n    np.load(x)": "file",
    "if os.path.exists(x):\n    np.load(x)\nelse:\n    a()\n    np.save(x, 1)": "file",
    "if not x.exists():\n    a()\n    x.write(1)": "file",
    "if not os.path.isfile(x):\n    a()\n    np.save(file=x)": "file",
    "if not os.path.exists(x):\n    a()\n    np.save(y, 1)": "",
    "if os.path.exists(x):\n    a()": "",
    "if not self.exists(x):\n    a()": "",
    "if not done:\n    a()\n    done.assign(True)": "variable",
    "if done:\n    a()\n    done.assign(False)": "variable",
    "if not self.done:\n    a()\n    self.done.assign(True)": "variable",
    "if not done:\n    a()\n    done.assign(False)": "",
    "if not done:\n    a()\n    other.assign(True)": "",
    "if not done:\n    a()\n    done.append(True)": "",
    "if not done:\n    a()": "",
    "if not done:\n    done.assign(True)\nelse:\n    a()": "",
}


@pytest.mark.parametrize(("body", "expected"), BEFORE.items())
def test_what_the_tests_before_a_place_are_about(body: str, expected: str) -> None:
    place = call(method(body), "a")
    found = {
        "debugging": tests.is_for_debugging(place), "eager": tests.is_eager_only(place),
        "arrays": tests.is_for_arrays(place), "file": tests.is_kept_in_file(place),
        "variable": tests.is_behind_variable(place),
    }  # fmt: skip
    assert " ".join(word for word, holds in found.items() if holds) == expected


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("self.v = tf.cast(self.v, x)", True), ("self.v = tf.convert_to_tensor(self.v)", True),
        ("x = tf.cast(x, 1)", True),
        ("self.v = tf.cast(self.w, x)", False), ("self.v = self.w = tf.cast(self.v, x)", False),
        ("self.v = tf.abs(self.v)", False), ("self.v = tf.cast(x + 1, x)", False), ("self.v = self.v", False),
        ("self.v = tf.cast()", False), ("tf.cast(self.v, x)", False),
    ],
)  # fmt: skip
def test_what_casts_itself(code: str, expected: bool) -> None:
    assert tests.casts_itself(method(code).body[0]) is expected


@pytest.mark.parametrize(
    ("body", "never"),
    [
        ("if x:\n    a()\nelse:\n    b()", True),
        ("if x:\n    a()\nif not x:\n    b()", True),
        ("if x:\n    a()\nif x:\n    b()", False),
        ("if x:\n    a()\n    return\nb()", True),
        ("if x:\n    a()\nb()", False),
        ("if x is None:\n    a()\nif not x is None:\n    b()", True),
        ("if x > y:\n    a()\nif not x > y:\n    b()", True),
        # What is bound again, or may give something else.
        ("if x:\n    a()\nx = y\nif not x:\n    b()", False),
        ("if self.x:\n    a()\nif not self.x:\n    b()", False),
        ("if c():\n    a()\nif not c():\n    b()", False),
        ("if x[0]:\n    a()\nif not x[0]:\n    b()", False),
        ("for i in x:\n    if i:\n        a()\n    if not i:\n        b()", False),
    ],
)
def test_places_of_which_no_run_comes_to_both(body: str, never: bool) -> None:
    function = method(body)
    assert never_both(call(function, "a"), call(function, "b")) is never
    assert never_both(call(function, "b"), call(function, "a")) is never
