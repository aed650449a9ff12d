"""The grammar of kind expressions."""

from __future__ import annotations

import pytest

from hybridize.frameworks.kinds import Kind, parse_kind

TENSOR = Kind("tensor")


@pytest.mark.parametrize(
    ("expression", "kind"),
    [
        ("tensor", TENSOR),
        ("list(tensor)", Kind("list", (TENSOR,))),
        ("list", Kind("list")),
        ("tuple()", Kind("tuple")),
        ("tuple(tensor, int)", Kind("tuple", (TENSOR, Kind("int")))),
        ("tuple*(tensor)", Kind("tuple*", (TENSOR,))),
        ("tensor|none", Kind("union", (TENSOR, Kind("none")))),
        ("tensor | none | tensor", Kind("union", (TENSOR, Kind("none")))),
        ("tensor|tensor", TENSOR),
        ("dataset(self.element)", Kind("dataset", (Kind("self.element"),))),
        ("dataset(slices:0)", Kind("dataset", (Kind("slices", text="0"),))),
        ("arg:name", Kind("arg", text="name")),
        ("star:self.element", Kind("star", text="self.element")),
        ("star:element:1", Kind("star", text="element:1")),
        ("instance:keras.Model", Kind("instance", text="keras.Model")),
        ("dict(list(int)|none)", Kind("dict", (Kind("union", (Kind("list", (Kind("int"),)), Kind("none"))),))),
    ],
)
def test_expressions(expression: str, kind: Kind) -> None:
    assert parse_kind(expression) == kind


@pytest.mark.parametrize(
    "expression",
    ["tensor", "list(tensor)", "tuple*(int)", "tensor|none", "dataset(tuple(tensor, self.element))", "instance:a.B"],
)
def test_a_kind_prints_as_it_was_written(expression: str) -> None:
    assert str(parse_kind(expression)) == expression


@pytest.mark.parametrize(
    "expression",
    ["", "tensr", "list(", "list(int", "int)", "list(int, int)", "tensor:0", "arg", "|tensor", "list(int int)", "?"],
)
def test_malformed_expressions_are_refused_by_name(expression: str) -> None:
    with pytest.raises(ValueError, match="malformed kind") as error:
        parse_kind(expression)
    assert repr(expression) in str(error.value)
