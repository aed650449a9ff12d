"""What runs before what in one function, what is put back, and whose a changed object is: read off the syntax."""

from __future__ import annotations

import astroid
import pytest
from astroid import nodes

from hybridize.program.flow.names import values_before
from hybridize.program.flow.order import ends_in_failure, runs_before, surely_runs_before
from hybridize.program.own_objects import is_made_by_default, made_here
from hybridize.program.writes import changed_object

ORDER = {
    "one after the other": ("a()\n    b()", True),
    "the other way round": ("b()\n    a()", False),
    "under a condition": ("if x:\n        a()\n    b()", True),
    "in the other branch": ("if x:\n        a()\n    else:\n        b()", False),
    "in the test": ("if a():\n        b()", True),
    "inside one another": ("a(b())", False),
    "later in a loop": ("for i in x:\n        b()\n        a()", False),
    "other branches, then later": ("if x:\n        a()\n    else:\n        c()\n    b()", True),
    "in the other part of an expression": ("y = a() if x else b()", False),
    "in another case": ("match x:\n        case 1:\n            a()\n        case _:\n            b()", False),
    "in a guard": ("match x:\n        case 1 if a():\n            pass\n        case _:\n            b()", True),
    "in what a `match` is about": ("match a():\n        case 1:\n            b()", True),
    "one case, then later": ("match x:\n        case 1:\n            a()\n    b()", True),
    "in what a `try` tries": ("try:\n        a()\n    except ValueError:\n        b()", True),
    "in another handler": ("try:\n        c()\n    except A:\n        a()\n    except B:\n        b()", False),
    "in a handler, then `else`": ("try:\n        c()\n    except A:\n        a()\n    else:\n        b()", False),
    "tried, then `else`": ("try:\n        a()\n    except A:\n        c()\n    else:\n        b()", True),
    "in a handler, then `finally`": ("try:\n        c()\n    except A:\n        a()\n    finally:\n        b()", True),
    "handlers of a group": ("try:\n        c()\n    except* A:\n        a()\n    except* B:\n        b()", True),
    "in a decorator": ("@a()\n    def g():\n        pass\n    b()", True),
    "in a default": ("def g(y=a()):\n        pass\n    b()", True),
    "in the annotation of a result": ("def g() -> a():\n        pass\n    b()", True),
    "in a default of a lambda": ("y = lambda z=a(): z\n    b()", True),
    "in a lambda": ("y = lambda z: a()\n    b()", False),
    "in a base": ("class C(a()):\n        pass\n    b()", True),
    "in a keyword of a class": ("class C(x=a()):\n        pass\n    b()", True),
    "in another function": ("def g():\n        a()\n    b()", False),
    "before what returns": ("if x:\n        a()\n        return\n    b()", False),
    "in the last round": ("while True:\n        if x:\n            a()\n            break\n    b()", True),
    "in an earlier round": ("while True:\n        a()\n        if x:\n            break\n    b()", True),
    "in a `finally`, before a `return`": ("try:\n        return x\n    finally:\n        a()\n    b()", False),
    "in what a comprehension goes through": ("y = [b() for i in a()]", True),
    "in a part that a comprehension makes": ("y = [a() for i in b()]", False),
}


def function(body: str) -> nodes.FunctionDef:
    """A function with a body."""
    found = astroid.parse(f"def f(x, part):\n    {body}\n").body[0]
    assert isinstance(found, nodes.FunctionDef)
    return found


def call(inside: nodes.NodeNG, name: str) -> nodes.Call:
    """The call of a name."""
    return next(each for each in inside.nodes_of_class(nodes.Call) if getattr(each.func, "name", "") == name)


@pytest.mark.parametrize("body, expected", ORDER.values(), ids=ORDER)
def test_what_runs_before(body: str, expected: bool) -> None:
    around = function(body)
    assert runs_before(call(around, "a"), call(around, "b")) is expected


SURELY = {
    "one after the other": ("a()\n    b()", True),
    "later, and deeper": ("a()\n    if x:\n        b()", True),
    "under a condition": ("if x:\n        a()\n    b()", False),
    "in the same side": ("if x:\n        a()\n        b()", True),
    "in a loop": ("for i in x:\n        a()\n    b()", False),
    "in both sides": ("if x:\n        a()\n    else:\n        a()\n    b()", False),
    "behind what returns": ("if x:\n        return\n    a()\n    b()", True),
    "in a `finally`": ("try:\n        x()\n    finally:\n        a()\n    b()", True),
    "in a `with`": ("with x:\n        a()\n    b()", True),
    "in a `with` that catches": ("with suppress(x):\n        a()\n    b()", False),
    "in a `try`": ("try:\n        a()\n    except E:\n        pass\n    b()", False),
    "the other way round": ("b()\n    a()", False),
}


@pytest.mark.parametrize("body, expected", SURELY.values(), ids=SURELY)
def test_what_surely_runs_before(body: str, expected: bool) -> None:
    around = function(body)
    assert surely_runs_before(call(around, "a").statement(), call(around, "b")) is expected


FAILURES = {
    "an exception follows": ("if x:\n        a()\n        raise ValueError", True),
    "the program ends": ("a()\n    sys.exit(1)", True),
    "an assertion that fails": ("a()\n    assert False, x", True),
    "an exception elsewhere": ("if x:\n        raise ValueError\n    a()", False),
    "an exception of the block around": ("if x:\n        a()\n    raise ValueError", True),
    "an exception that is caught here": (
        "try:\n        a()\n        raise ValueError\n    except ValueError:\n        x()", False,
    ),
    "nothing": ("a()\n    return x", False),
    "another round of a loop": ("while True:\n        a()\n        if x:\n            raise ValueError", False),
    "a loop without an end": ("while True:\n        a()", False),
}  # fmt: skip


@pytest.mark.parametrize("body, expected", FAILURES.values(), ids=FAILURES)
def test_what_comes_before_a_failure(body: str, expected: bool) -> None:
    assert ends_in_failure(call(function(body), "a")) is expected


MADE = {
    "the result of a call": ("y = g(x)\n    y[0] = 1", True),
    "a part of that": ("y = g(x).rows\n    y[0] = 1", True),
    "one of its members": ("for y in g(x):\n        y[0] = 1", True),
    "a part of itself": ("y = {}\n    for k in x:\n        y = y[k]\n    y[0] = 1", True),
    "a slice of a parameter": ("x = x[:]\n    x[0] = 1", True),
    "a slice of a parameter in this branch": ("if part:\n        x = x[:]\n        x[0] = 1", True),
    "a slice of a parameter in another branch": ("if part:\n        x = x[:]\n    x[0] = 1", False),
    "a parameter": ("x[0] = 1", False),
    "a part of a parameter": ("y = x.rows\n    y[0] = 1", False),
    "out of a parameter": ("y = x.get('rows')\n    y[0] = 1", False),
    "a parameter in another branch": ("y = g(x)\n    if part:\n        y = x\n    y[0] = 1", False),
    "a global": ("rows[0] = 1", False),
}


@pytest.mark.parametrize("body, expected", MADE.values(), ids=MADE)
def test_what_a_function_has_made(body: str, expected: bool) -> None:
    (changed,) = (
        target.value
        for each in function(body).nodes_of_class(nodes.Assign)
        for target in each.targets
        if isinstance(target, nodes.Subscript)
    )
    assert made_here(changed) is expected


CHANGED = {
    "one attribute": ("x.a = 1", "x"),
    "two of one object": ("x.a, x.b = v", "x"),
    "two of two objects": ("x.a, y.b = v", None),
    "a name": ("y = 1", None),
}


@pytest.mark.parametrize("statement, expected", CHANGED.values(), ids=CHANGED)
def test_the_object_that_a_statement_changes(statement: str, expected: str | None) -> None:
    changed = changed_object(function(statement).body[0])
    assert (None if changed is None else changed.as_string()) == expected


BY_DEFAULT = {
    "a dictionary of dictionaries": ("d = defaultdict(dict)\n    d[x]['a'] = 1", True),
    "a dictionary of lists": ("d = collections.defaultdict(list)\n    d[x][0] = 1", True),
    "one that something else is put into": ("d = defaultdict(dict)\n    d[x] = part\n    d[x]['a'] = 1", False),
    "one that makes what is not known": ("d = defaultdict(part)\n    d[x]['a'] = 1", False),
    "one that begins with something": ("d = defaultdict(dict, part)\n    d[x]['a'] = 1", False),
    "one that is perhaps another": ("d = part or defaultdict(dict)\n    d[x]['a'] = 1", False),
    "a parameter": ("part[x]['a'] = 1", False),
}


@pytest.mark.parametrize("body, expected", BY_DEFAULT.values(), ids=BY_DEFAULT)
def test_items_that_a_default_dictionary_has_made(body: str, expected: bool) -> None:
    changed = changed_object(function(body).body[-1])
    assert changed is not None and is_made_by_default(changed) is expected


@pytest.mark.parametrize(
    ("code", "values"),
    [
        ("x = a()\nuse(x)", ["a()"]),
        ("x = a()\nx = x.b()\nuse(x)", ["x.b()"]),
        ("x = a()\nif c:\n    x = b()\nuse(x)", ["a()", "b()"]),
        ("if c:\n    x = a()\nelse:\n    x = b()\nuse(x)", ["a()", "b()"]),
        ("x = a()\nfor i in n:\n    use(x)\n    x = b()", ["a()", "b()"]),
        ("x = a()\nfor i in n:\n    x = b()\n    use(x)\n    x = c()", ["b()"]),
        ("x, y = a()\nuse(x)", []),
        ("x = a()\nuse(x)\nx = b()", ["a()"]),
        ("def f(x):\n    x = x.b()\n    use(x)", ["x.b()"]),
        ("def f(x):\n    use(x)", []),
    ],
)
def test_values_that_a_name_may_hold(code: str, values: list[str]) -> None:
    (read,) = (each for each in astroid.parse(code).nodes_of_class(nodes.Call) if each.func.as_string() == "use")
    assert [each.as_string() for each in values_before(read.args[0])] == values
