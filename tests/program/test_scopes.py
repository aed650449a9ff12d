"""Which names belong to which scope: what Python's own symbol table says of the same code."""

from __future__ import annotations

import symtable
from collections.abc import Iterator

import astroid
import pytest
from astroid import nodes

from hybridize.program.scopes import Signature, default_of, mangled, scope_table

PROGRAMS = [
    "a = b\nb = 1\ndef f(c, d=a, *e, g: a = 1, **h) -> a:\n    i = c\n    return i + b",
    "def f(x):\n    y = x\n    def g():\n        nonlocal y\n        y = x\n        return y\n    return g",
    "def f():\n    x = 1\n    def g():\n        def h():\n            nonlocal x\n            x = 2\n"
    "        return h\n    return g",
    "x = 1\ndef f():\n    global x\n    x = 2\n    def g():\n        return x\n    return g",
    "def f(x):\n    class C(x):\n        y = x\n        def m(self):\n            return x, y\n    return C",
    "def f(x):\n    return lambda y, z=x: x + y + z",
    "import a, b.c, d as e\nfrom g import h, i as j\ndef f():\n    import k.l\n    from m import n as o\n"
    "    return k, o, a, h",
    "def f():\n    for a, (b, *c) in x:\n        with y as d, z as (e, g):\n            pass\n    try:\n"
    "        pass\n    except E as h:\n        pass\n    del a\n    return h",
    "def f(x):\n    if (y := x):\n        return y\n    x += 1\n    x: int = 3\n    z: int\n    match x:\n"
    "        case [a, *b] | {'c': a, **b}:\n            return a, b\n        case C(d=e) as g:\n"
    "            return e, g",
    "def f():\n    yield a\n    def g():\n        yield from b\n    async def h():\n        await c\n        return e",
    "class C:\n    x = 1\n    def f(self):\n        return x\n    y = lambda self: x",
    "@a\n@b(c)\ndef f(): pass\n@d\nclass C(e, metaclass=g): pass",
    "def f(x):\n    def g(y=x):\n        return y\n    class D:\n        x = 1\n        def h(self):\n"
    "            return x\n    return g, D",
    "def f():\n    x = 1\n    class C:\n        def g(self):\n            nonlocal x\n            x = 2\n    return C",
]


def scopes(table: symtable.SymbolTable) -> Iterator[tuple[tuple[str, int], symtable.SymbolTable]]:
    for each in table.get_children():
        if each.get_name() not in ("listcomp", "genexpr", "setcomp", "dictcomp"):
            yield (each.get_name(), each.get_lineno()), each
            yield from scopes(each)


def captured(table: symtable.SymbolTable) -> set[str]:
    """The names of a function that a scope inside it finds there."""
    own = {each.get_name() for each in table.get_symbols() if each.is_local()}
    return own & {name for each in table.get_children() for name in free(each)}


def free(table: symtable.SymbolTable) -> set[str]:
    return {each.get_name() for each in table.get_symbols() if each.is_free()}


@pytest.mark.parametrize("code", PROGRAMS)
def test_names_of_scopes(code: str) -> None:
    module = astroid.parse(code)
    table = scope_table(module, set(), set())
    by_place = {}
    for node, names in table.items():
        if node is not module:
            name = "lambda" if type(node) is nodes.Lambda else node.name
            by_place[name, node.fromlineno] = node, names
    for place, symbols in scopes(symtable.symtable(code, "main.py", "exec")):
        node, names = by_place[place]
        inside = {each.get_name() for each in symbols.get_symbols() if each.is_local()}
        assert names.bound == inside, place
        said = [set(each.names) for each in node.nodes_of_class(nodes.Global) if each.scope() is node]
        assert names.globals == set().union(*said), place
        if isinstance(symbols, symtable.Function):
            assert names.nonlocals == set(symbols.get_nonlocals()), place
            assert names.captured == captured(symbols), place
            assert names.is_generator == any(
                each.scope() is node for each in node.nodes_of_class((nodes.Yield, nodes.YieldFrom))
            )


def of(code: str, name: str = "f") -> tuple[object, ...]:
    table = scope_table(astroid.parse(code), set(), set())
    (names,) = (found for node, found in table.items() if getattr(node, "name", "") == name)
    return set(names.rebound), set(names.passed_on), set(names.used), names


@pytest.mark.parametrize(
    ("code", "rebound"),
    [
        ("def f():\n    x = 1\n    def g():\n        nonlocal x\n        x = 2", {"x"}),
        ("def f():\n    x = 1\n    def g():\n        def h():\n            nonlocal x\n            x = 2", {"x"}),
        ("def f():\n    x = 1\n    class C:\n        def h(self):\n            nonlocal x\n            x = 2", {"x"}),
        (
            "def f():\n    x = 1\n    def g():\n        x = 2\n        def h():\n            nonlocal x\n"
            "            x = 2",
            set(),
        ),
        ("def f():\n    x = 1\n    def g():\n        return x", set()),
    ],
)
def test_names_that_inner_functions_bind_again(code: str, rebound: set[str]) -> None:
    assert of(code)[0] == rebound


def test_globals_that_functions_bind_again() -> None:
    code = "x = y = z = 1\ndef f():\n    global x\n    x = 2\n"
    code += "class C:\n    def g(self):\n        global y\n        y = 3\n"
    module = astroid.parse(code)
    assert scope_table(module, set(), set())[module].rebound == {"x", "y"}


def test_what_a_scope_says_of_itself() -> None:
    code = "async def f(a, b):\n    b = a\n    if (c := a.d.e):\n        a.g = b\n"
    code += "    if a.d:\n        a.d.e\n    h = lambda: a\n"
    mentioned: set[str] = set()
    assigned: set[str] = set()
    table = scope_table(astroid.parse(code), mentioned, assigned)
    (names,) = (found for node, found in table.items() if getattr(node, "name", "") == "f")
    assert (names.is_async, names.is_generator, names.has_walrus) == (True, False, True)
    assert [(each.name, each.lineno) for each in names.reads] == [
        ("a", 2), ("a", 3), ("a", 4), ("b", 4), ("a", 5), ("a", 6)
    ]  # fmt: skip
    assert names.bound_anew == {"b"}
    assert (mentioned >= {"a", "b", "d", "e"}, assigned) == (True, {"g"})
    assert names.guards


def test_parameters() -> None:
    (function,) = astroid.parse("def f(a, b=1, /, c=2, *d, e, g=3, **h): pass").body
    assert Signature.of(function) == Signature(
        ("a", "b", "c"), ("e", "g"), "d", "h", ("a", "b", "c", "d", "e", "g", "h"), ("c", "e", "g")
    )
    defaults = {name: default_of(function, name) for name in "abcdegh"}
    assert {name: each.as_string() for name, each in defaults.items() if each is not None} == {
        "b": "1", "c": "2", "g": "3"
    }  # fmt: skip


@pytest.mark.parametrize("cls", ["C", "_C", "__C_", "_"])
@pytest.mark.parametrize("name", ["x", "_x", "__x", "__x__", "__"])
def test_private_names(cls: str, name: str) -> None:
    code = f"class {cls}:\n    {name} = 1\n    def f(self):\n        return self.{name}\n"
    names: dict[str, type] = {}
    exec(code, names)
    (read,) = astroid.parse(code).nodes_of_class(nodes.Attribute)
    assert mangled(read.attrname, read) in vars(names[cls])
    module = astroid.parse(code)
    bound = scope_table(module, set(), set())[module.body[0]].bound
    assert mangled(name, read) in bound
