"""The generator: what the sources say, how they are weighed, and that what it wrote is what it would write."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from hybridize.frameworks.generate import evidence, probing, releases, write
from hybridize.frameworks.generate.derive import Derivation
from hybridize.frameworks.generate.overlay import FOLDER, Overlay
from hybridize.frameworks.kinds import parse_kind
from hybridize.frameworks.knowledge import load

JUDGED = json.loads((Path(__file__).parent / "drawn_symbols.json").read_text("utf-8"))
"""Symbols drawn at random, each looked at by a person: see its `about`."""


@pytest.mark.parametrize(
    ("outputs", "kind"),
    [
        ([], "none"),
        ([["y", False, "", "T"]], "tensor"),
        ([["ys", True, "", "T"]], "list(tensor)"),
        ([["values", False, "", "T"], ["indices", False, "", "I"]], "tuple(tensor, tensor)"),
    ],
)
def test_operations(outputs: list[list[Any]], kind: str) -> None:
    assert evidence.from_operation({"outputs": outputs}) == kind


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("None", "none"),
        ("builtins.bool", "bool"),
        ("Annotated[Any, ~TV_Add_T]", "tensor"),
        ("tensorflow.python.framework.tensor.Tensor", "tensor"),
        ("Optional[int]", "int|none"),
        ("Dict[str, tensorflow.python.framework.tensor.Tensor]", "dict(tensor)"),
        ("Tuple[int, str]", "tuple(int, str)"),
        ("some.module.Thing", "instance:package.Thing"),
        ("some.module.Other", ""),
    ],
)
def test_annotations(text: str, kind: str) -> None:
    assert evidence.from_annotation(text, {"some.module.Thing": "package.Thing"}) == kind


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("A `Tensor`. Has the same type as `x`.", "tensor"),
        ("A tuple of `Tensor` objects (values, indices).", "tuple(tensor, tensor)"),
        ("A list of `Tensor` objects.", "list(tensor)"),
        ("A `SparseTensor` with the same shape.", "sparse"),
        ("The created Operation.", "none"),
        ("A Keras model instance.", "instance:keras.Model"),
        ("`True` if it is a tensor.", "bool"),
        ("Output boolean tensor.", "tensor"),
        ("A JSON-serializable Python dict.", "dict(python)"),
        ("The directory as string.", ""),
    ],
)
def test_docstrings(text: str, kind: str) -> None:
    assert evidence.from_docstring(text, "tensorflow") == kind


def test_docstrings_of_numpy_have_types_at_their_margin() -> None:
    assert evidence.from_docstring("out : ndarray or scalar", "numpy") == "ndarray"
    assert evidence.from_docstring("Q : ndarray; R : ndarray", "numpy") == "tuple(ndarray, ndarray)"


def test_bodies_lead_to_what_they_call() -> None:
    bodies = {"inner": ["call:known"], "endless": ["call:endless"]}
    assert evidence.from_body(["call:inner", "none"], {"known": "tensor"}, bodies) == "tensor|none"
    assert evidence.from_body(["call:endless"], {}, bodies) == ""
    assert evidence.from_body(["none", "?"], {}, bodies) == ""


@pytest.mark.parametrize(
    ("results", "kind"),
    [
        (["tensor", "tensor"], "tensor"),
        (["list", "list(tensor)"], "list(tensor)"),
        (["tuple(ndarray)", "tuple(ndarray, ndarray)"], "tuple*(ndarray)"),
        (["arg:0", "int"], ""),
        (["tensor", "sparse", "ragged"], ""),
        (["tuple(str, int, none)"], "python"),
    ],
)
def test_results_of_probes_become_one_kind(results: list[str], kind: str) -> None:
    assert probing.together(results, "tensorflow") == kind


def test_surer_sources_are_believed() -> None:
    facts = {"role": "function", "path": "p.f", "annotation": "builtins.int", "returns": "A `Tensor`.", "body": ["str"]}
    inventory = {"symbols": {"tensorflow.f": facts}, "operations": {}, "bodies": {}}
    decision = Derivation(inventory, {"tensorflow.f": ["float"]}).decisions["tensorflow.f"]
    assert (decision.kind, decision.source) == ("int", "annotation")
    assert decision.said == {"annotation": "int", "probe": "float", "docstring": "tensor", "body": "str"}


def test_an_overlay_that_repeats_the_sources_is_needless(tmp_path: Path) -> None:
    (tmp_path / "some.json").write_text('{"symbols": {"a.f": {"returns": "int", "effect": "clock"}}}', "utf-8")
    assert list(Overlay(tmp_path).needless("a.f", {"returns": "int"}, "int")) == ["a.f: returns"]
    assert not list(Overlay(tmp_path).needless("a.f", {"returns": "int"}, "tensor"))


def test_releases_are_told_apart() -> None:
    def release(version: str, **symbols: dict[str, Any]) -> releases.Release:
        found = {f"tensorflow.{name}": facts for name, facts in symbols.items()}
        return releases.Release({"releases": {"tensorflow": version}, "symbols": found})

    facts: dict[str, Any] = {"role": "function"}
    all_three = [release("2.9.3", a=facts, b=facts), release("2.12.1", a=facts, c=facts), release("2.13.0", c=facts)]
    assert releases.span(facts, "tensorflow.a", all_three) == {"until": "2.12"}
    assert releases.span(facts, "tensorflow.c", all_three) == {"since": "2.12"}
    assert set(releases.gone(all_three)) == {"tensorflow.a", "tensorflow.b"}


@pytest.mark.parametrize("file", sorted(FOLDER.glob("*.json")), ids=lambda file: file.name)
def test_the_overlay_is_written_the_one_way(file: Path) -> None:
    content = json.loads(file.read_text("utf-8"))
    assert file.read_text("utf-8") == write.text(content)
    for section in content.values():
        assert list(section) == sorted(section)
    for kind in content.get("kinds", {}):
        parse_kind(kind)


@pytest.mark.parametrize("name", sorted(JUDGED["symbols"]))
def test_drawn_symbols_have_the_kind_that_was_found_right(name: str) -> None:
    known = load()
    owner, _, member = name.rpartition(".")
    found = known.lookup(name)
    assert found is not None
    method, attribute = known.method(owner, member), known.attribute(owner, member)
    kind = method.returns if method else attribute or found.returns
    assert str(kind) == JUDGED["symbols"][name]["kind"]
