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


def release(version: str, package: str = "tensorflow", **symbols: dict[str, Any]) -> dict[str, Any]:
    """An inventory. `symbols`: facts by name, the dots as `__`."""
    found = {f"{package}.{name.replace('__', '.')}": facts for name, facts in symbols.items()}
    return {"releases": {package: version}, "symbols": found, "operations": {}, "bodies": {}}


FUNCTION: dict[str, Any] = {"role": "function", "path": "f", "annotation": "builtins.int"}
CLASS: dict[str, Any] = {"role": "class", "path": "C", "bases": [], "lineage": []}


def test_releases_are_told_apart() -> None:
    f = FUNCTION
    inventories = [
        release("2.13.0", c=f),
        release("2.9.3", a=f, b=f),
        release("2.12.1", a=f, c=f),
        release("2.0.1", "numpy", old=f, new=f),
        release("1.26.4", "numpy", old=f, older=f),
    ]
    found = releases.history(inventories)
    assert found["releases"] == {"tensorflow": ["2.9", "2.12", "2.13"], "numpy": ["1.26", "2.0"]}
    assert found["changed"] == {"tensorflow.c": {"since": "2.12"}, "numpy.new": {"since": "2.0"}}
    assert {name: entry["until"] for name, entry in found["gone"].items()} == {
        "numpy.older": "1.26", "tensorflow.a": "2.12", "tensorflow.b": "2.9"
    }  # fmt: skip


def test_what_got_another_name_is_not_gone() -> None:
    both = CLASS | {"names": ["tensorflow.Old"]}
    inventories = [
        release("2.9.3", Old=CLASS, Old__f=FUNCTION, Old__g=FUNCTION),
        release("2.12.1", New=both, New__f=FUNCTION),
        release("2.13.0", New=CLASS, New__f=FUNCTION),
        release("2.0.1", "numpy"),
    ]
    found = releases.history(inventories)
    assert found["aliases"] == {"tensorflow.Old": "tensorflow.New"}
    assert list(found["gone"]) == ["tensorflow.New.g"], "the class has another name now, and one method less"


def test_members_of_hidden_bases_are_those_of_the_public_classes() -> None:
    inventories = [
        release("2.9.3", _Base=CLASS, _Base__f=FUNCTION, A=CLASS | {"bases": ["tensorflow._Base"]}),
        release("2.13.0", A=CLASS),
        release("2.0.1", "numpy"),
    ]
    assert list(releases.history(inventories)["gone"]) == ["tensorflow.A.f"]


def test_deprecation_is_told_where_it_lasts_to_the_end() -> None:
    warned = FUNCTION | {"deprecated": ".. deprecated:: 1.25"}
    inventories = [
        release("2.9.3"),
        release("1.24.4", "numpy", a=FUNCTION, b=warned),
        release("1.25.2", "numpy", a=warned, b=warned),
        release("1.26.4", "numpy", a=warned, b=FUNCTION),
        release("2.0.1", "numpy"),
    ]
    gone = releases.history(inventories)["gone"]
    assert gone["numpy.a"]["deprecated"] == "1.25"
    assert "deprecated" not in gone["numpy.b"]


def test_what_is_gone_has_a_kind_and_can_be_found() -> None:
    known, kept = load(), releases.kept()
    assert len(kept["gone"]) > 600
    for name, entry in kept["gone"].items():
        symbol = known.lookup(name)
        owner, _, member = name.rpartition(".")
        assert symbol is not None
        assert symbol.known or known.method(owner, member) or known.attribute(owner, member), name
        assert str(symbol.returns) or "class" in entry
    for alias, name in kept["aliases"].items():
        assert known.canonical(alias) == known.canonical(name)


@pytest.mark.parametrize("file", sorted(FOLDER.glob("*.json")), ids=lambda file: file.name)
def test_the_overlay_is_written_the_one_way(file: Path) -> None:
    content = json.loads(file.read_text("utf-8"))
    assert file.read_text("utf-8") == write.text(content)
    for section in content.values():
        assert list(section) == sorted(section)
    for kind in content.get("kinds", {}):
        parse_kind(kind)


def test_drawn_symbols_have_the_kind_that_was_found_right() -> None:
    known, wrong = load(), []
    for name, judged in JUDGED["symbols"].items():
        owner, _, member = name.rpartition(".")
        found = known.lookup(name)
        method, attribute = known.method(owner, member), known.attribute(owner, member)
        kind = method.returns if method else attribute or found and found.returns
        if found is None or str(kind) != judged["kind"]:
            wrong.append(f"{name}: {kind}, not {judged['kind']}")
    assert not wrong, "\n".join(wrong)
