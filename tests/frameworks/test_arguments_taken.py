"""Which arguments functions take: what is listed, and what the installed release does with it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from hybridize.frameworks.generate import arguments
from hybridize.frameworks.tensor_types.arguments_taken import Taken, taken
from tests.tensorflow_runs import TENSORFLOW_PYTHON, needs_tensorflow


def known(name: str) -> Taken:
    found = taken(name)
    assert found is not None
    return found


def test_kinds_that_every_call_refused() -> None:
    sine = known("tensorflow.math.sin")
    assert sine.refuses("x", "int32") and sine.refuses("x", "str") and sine.refuses("x", "None")
    assert not sine.refuses("x", "float32") and not sine.refuses("x", "float") and not sine.refuses("y", "int32")
    identity = known("tensorflow.eye")
    assert identity.refuses("num_rows", "minus") and not identity.refuses("num_rows", "int")


def test_words() -> None:
    pad = known("tensorflow.pad")
    assert pad.refuses("mode", "str", "zz") and not pad.refuses("mode", "str", "REFLECT")
    assert not pad.refuses("mode", "str"), "it may be any text"
    cast, get = known("tensorflow.cast"), known("keras.activations.get")
    assert cast.refuses("dtype", "str", "zz") and not cast.refuses("dtype", "str", "float32")
    assert get.refuses("identifier", "str", "zz") and not get.refuses("identifier", "str", "relu")
    length = known("tensorflow.strings.length")
    assert length.refuses("unit", "str", "zz") and not length.refuses("unit", "str", "UTF8_CHAR")
    # NumPy has a language for dtypes.
    assert not known("numpy.zeros").refuses("dtype", "str", "<f4")


def test_texts_are_refused_alone_where_the_dtype_of_another_argument_may_be_the_reason() -> None:
    add = known("tensorflow.math.add")
    assert add.refuses("y", "str") and not add.names_words("y")
    assert known("tensorflow.math.sin").names_words("x") and known("tensorflow.pad").names_words("mode")


def test_methods_and_operators() -> None:
    plus, minus = known("tensorflow.Tensor.__add__"), known("tensorflow.Tensor.__neg__")
    assert plus.refuses("y", "dict") and plus.refuses("y", "object") and plus.refuses("y", "function")
    assert plus.refuses("y", "nones") and not plus.refuses("y", "float") and not plus.refuses("y", "fractions")
    assert minus.refuses("self", "bool") and minus.refuses("self", "string") and not minus.refuses("self", "int32")
    assign = known("tensorflow.Variable.assign")
    assert assign.refuses("value", "None") and not assign.refuses("value", "float32")
    names = ("value", "use_locking", "name", "read_value")
    assert assign.binds(1, ["read_value"], names) and not assign.binds(1, ["zz"], names)
    assert known("tensorflow.Tensor.get_shape").binds(0, [], ())
    assert not known("tensorflow.Tensor.get_shape").binds(1, [], ())


def test_binding() -> None:
    clip = known("tensorflow.clip_by_value")
    names = ("t", "clip_value_min", "clip_value_max", "name")
    assert clip.binds(3, [], names) and clip.binds(1, ["clip_value_min", "clip_value_max"], names)
    assert not clip.binds(2, [], names) and not clip.binds(3, ["zz"], names) and not clip.binds(5, [], names)
    assert taken("tensorflow.no_such_function") is None


def test_releases_are_put_together() -> None:
    one = {"name": "f", "refused": {"x": ["int", "float", "int32", "str", "None"], "mode": ["str"]},
           "words": {"mode": ["a"]}, "required": ["x"], "names": ["x", "mode"], "most": 2}  # fmt: skip
    other = {"name": "f", "refused": {"x": ["int", "float", "int32", "str"]}, "words": {"mode": ["b"]},
             "required": ["x", "mode"], "names": ["x", "mode", "axis"], "most": 3}  # fmt: skip
    made = arguments.together([[one, {"name": "g"}], [other, {"name": "h", "refused": {"a": ["dict"]}}]])
    assert made["functions"] == {
        "f": {
            "refused": {"mode": "str", "x": "int int32 str"}, "words": {"mode": "a b"},
            "required": "x", "names": "axis mode x", "most": 3,
        },
        "h": {"refused": {"a": "dict"}},
    }  # fmt: skip


def test_a_kind_that_one_draw_took_is_not_refused() -> None:
    draws = [{"name": "f", "refused": {"x": kinds}} for kinds in (["dict", "float", "str"], ["dict", "str"])]
    assert arguments.together([draws])["functions"] == {"f": {"refused": {"x": "dict str"}}}
    assert arguments.together([draws[:1], draws[1:]])["functions"] == {"f": {"refused": {"x": "dict str"}}}


def test_numbers_that_the_dtype_of_another_argument_may_rule_out_are_not_refused() -> None:
    """`x <= 0.5` was refused of every `x` that was drawn: all were whole numbers."""
    drawn = {"name": "f", "refused": {"x": ["complex", "complex64", "dict", "float", "fractions", "string"]}}
    assert arguments.together([[drawn]])["functions"]["f"]["refused"] == {"x": "complex complex64 dict string"}
    for owner in ("Tensor", "Variable"):
        for operator in ("lt", "le", "gt", "ge", "add", "sub", "mul", "truediv", "pow", "radd", "rsub", "rmul"):
            found = known(f"tensorflow.{owner}.__{operator}__")
            for other in ("x", "y"):
                assert not any(found.refuses(other, kind) for kind in ("float", "int", "minus", "float32", "int32"))


@needs_tensorflow
@pytest.mark.slow
def test_the_installed_release_refuses_what_is_listed(tmp_path: Path) -> None:
    names = ["tensorflow.math.sin", "tensorflow.pad", "tensorflow.eye", "keras.activations.get"]
    parameters = {
        "tensorflow.math.sin": ["x", "name"], "tensorflow.eye": ["num_rows", "num_columns", "batch_shape", "dtype"],
        "tensorflow.pad": ["tensor", "paddings", "mode", "constant_values"], "keras.activations.get": ["identifier"],
    }  # fmt: skip
    wanted = [{"name": name, "parameters": parameters[name]} for name in names]
    answer = arguments.asked(Path(TENSORFLOW_PYTHON), wanted, tmp_path / "results.jsonl")
    made = json.loads(json.dumps(arguments.together([answer])))["functions"]
    for name in names:
        for parameter, kinds in known(name).refused.items():
            assert kinds <= set(made[name]["refused"].get(parameter, "").split()), (name, parameter)
