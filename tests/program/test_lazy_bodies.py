"""Where the bodies of generator expressions, of generators and of `map` run: read off the syntax."""

from __future__ import annotations

import astroid
import pytest
from astroid import nodes

from hybridize.program.lazy_bodies import running_at, waits


def call(body: str, name: str) -> nodes.Call:
    """The call of a name in the body of a function."""
    around = astroid.parse(f"def f(x):\n    {body}\n")
    return next(each for each in around.nodes_of_class(nodes.Call) if getattr(each.func, "name", "") == name)


@pytest.mark.parametrize(
    ("body", "waiting"),
    [
        ("g = (a() for i in x)", True),
        ("return (i for i in x if a())", True),
        ("g = (i for i in a())", False),
        ("g = (i for i in x for j in a())", True),
        ("y = sum(a() for i in x)", False),
        ("y = zip((a() for i in x), x)", True),
        ("for y in (a() for i in x):\n        pass", False),
        ("y = [*(a() for i in x)]", False),
        ("y = [a() for i in x]", False),
    ],
)
def test_what_waits_until_somebody_takes_from_it(body: str, waiting: bool) -> None:
    assert waits(call(body, "a")) is waiting


@pytest.mark.parametrize(
    ("body", "places"),
    [
        ("a()", ["a()"]),
        ("g = (a() for i in x)\n    y = next(g)", ["next(g)"]),
        ("g = (a() for i in x)\n    return g", []),
        ("g = (a() for i in x)\n    for y in zip(g, x):\n        b()", ["b()"]),
        ("g = (a() for i in x)\n    y = list(g)\n    z = sum(g)", ["list(g)", "sum(g)"]),
        ("first, second = (a() for i in x)", ["(first, second) = (a() for i in x)"]),
    ],
)
def test_where_a_body_runs(body: str, places: list[str]) -> None:
    assert [each.as_string() for each in running_at(call(body, "a"), generator=False)] == places


def test_where_the_body_of_a_generator_runs() -> None:
    (place,) = running_at(call("g = a()\n    y = next(g)", "a"), generator=True)
    assert place.as_string() == "next(g)"
