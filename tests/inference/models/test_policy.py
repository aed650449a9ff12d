"""The policy for code that cannot be seen, asked without a project: what each use of each sort of object comes to."""

from __future__ import annotations

import astroid
import pytest

from hybridize.frameworks.knowledge import Knowledge, load
from hybridize.inference.domain.objects import (
    AbstractObject,
    ClassObject,
    External,
    ExternalInstance,
    ExternalMethod,
    Instance,
    Value,
)
from hybridize.inference.domain.values import (
    OPAQUE,
    TENSOR,
    UNKNOWN_ATTRIBUTE,
    UNKNOWN_EXTERNAL,
    UNKNOWN_FOREIGN,
    UNKNOWN_RESULT,
    new_interner,
)
from hybridize.inference.models.policy import HARMLESS, Outcome, Ruling, judge
from hybridize.inference.state.assumptions import Because, Use
from tests.inference.conftest import Judge

EVERY_USE = list(Use)
make = new_interner()


def only(value: Value) -> AbstractObject:
    (obj,) = value
    return obj


STATEMENT = astroid.extract_node("class Own: pass")


def instance(cls: str) -> AbstractObject:
    return make(ExternalInstance, cls, STATEMENT, None)


def method(owner: str, name: str, receiver: AbstractObject) -> AbstractObject:
    return make(ExternalMethod, owner, name, receiver)


def assumed(because: Because, name: str = "") -> Ruling:
    return Ruling(Outcome.ASSUMPTION, because, name)


@pytest.fixture(scope="module")
def knowledge() -> Knowledge:
    return load()


@pytest.mark.parametrize("use", EVERY_USE)
def test_every_use_of_an_object_of_an_undescribed_class_is_an_assumption(knowledge: Knowledge, use: Use) -> None:
    assert judge(knowledge, use, instance("somelib.Meter"), "tick") == assumed(Because.UNDESCRIBED, "somelib.Meter")


@pytest.mark.parametrize("value", [UNKNOWN_FOREIGN, UNKNOWN_EXTERNAL])
@pytest.mark.parametrize("use", EVERY_USE)
def test_what_an_undescribed_package_gave_is_its_code(knowledge: Knowledge, use: Use, value: Value) -> None:
    assert judge(knowledge, use, only(value), "tick") == assumed(Because.UNKNOWN_OBJECT)


@pytest.mark.parametrize("value", [UNKNOWN_RESULT, UNKNOWN_ATTRIBUTE])
@pytest.mark.parametrize("use", EVERY_USE)
def test_of_other_unknown_values_only_calls_matter(knowledge: Knowledge, use: Use, value: Value) -> None:
    called = use in (Use.CALL, Use.METHOD, Use.DECORATOR)
    assert judge(knowledge, use, only(value), "tick") == (assumed(Because.UNKNOWN_OBJECT) if called else HARMLESS)


@pytest.mark.parametrize("use", [use for use in EVERY_USE if use is not Use.ATTRIBUTE])
def test_every_use_of_an_undescribed_name_is_an_assumption(knowledge: Knowledge, use: Use) -> None:
    assert judge(knowledge, use, make(External, "somelib.tick"), "+") == assumed(Because.UNDESCRIBED, "somelib.tick")


def test_a_name_inside_a_package_is_another_name(knowledge: Knowledge) -> None:
    assert judge(knowledge, Use.ATTRIBUTE, make(External, "somelib"), "tick") == HARMLESS


@pytest.mark.parametrize("operator", ["[]", "|"])
def test_an_undescribed_class_in_an_annotation_is_a_type(knowledge: Knowledge, operator: str) -> None:
    assert judge(knowledge, Use.OPERATOR, make(External, "somelib.Meter"), operator) == HARMLESS
    assert judge(knowledge, Use.OPERATOR, make(External, "somelib.meter"), operator).outcome is Outcome.ASSUMPTION


def test_calls_of_described_names_follow_the_description(knowledge: Knowledge) -> None:
    assert judge(knowledge, Use.CALL, make(External, "math.sqrt")) == HARMLESS
    assert judge(knowledge, Use.CALL, make(External, "builtins.eval")) == assumed(Because.UNKNOWN_EFFECT, "builtins.eval")
    unlisted = make(External, "tensorflow.no_such_function")
    assert judge(knowledge, Use.CALL, unlisted) == assumed(Because.NO_ENTRY, "tensorflow.no_such_function")
    assert judge(knowledge, Use.OPERATOR, unlisted, "+") == HARMLESS


def test_methods_of_described_classes_follow_the_description(knowledge: Knowledge) -> None:
    model = instance("keras.Model")
    assert judge(knowledge, Use.METHOD, method("keras.Model", "fit", model), "fit") == HARMLESS
    assert judge(knowledge, Use.METHOD, method("keras.Model", "nope", model), "nope") == assumed(
        Because.NO_ENTRY, "keras.Model"
    )
    assert judge(knowledge, Use.ITERATION, model) == HARMLESS


def test_objects_of_the_project_are_unseen_where_their_bases_are(knowledge: Knowledge) -> None:
    own = make(Instance, make(ClassObject, STATEMENT, None), STATEMENT, None)
    for use in EVERY_USE:
        assert judge(knowledge, use, own, "log") == HARMLESS
        for bases in (["somelib.Log"], ["keras.Model", "somelib.Log"]):
            assert judge(knowledge, use, own, "log", bases) == assumed(Because.UNDESCRIBED, "somelib.Log")
    assert judge(knowledge, Use.METHOD, own, "fit", ["keras.Model"]) == HARMLESS
    assert judge(knowledge, Use.METHOD, own, "log", ["keras.Model"]) == assumed(Because.NO_ENTRY, "keras.Model")


def test_a_method_that_a_builtin_object_lacks_raises_or_is_missing_in_the_data(knowledge: Knowledge) -> None:
    lacking = method("str", "no_such_method", only(TENSOR))
    assert judge(knowledge, Use.METHOD, lacking, "no_such_method") == assumed(Because.NO_ENTRY, "builtins.str")
    assert judge(knowledge, Use.METHOD, method("str", "upper", only(TENSOR)), "upper") == HARMLESS


def test_an_object_of_unknown_make_is_changed_by_methods_that_say_so(knowledge: Knowledge) -> None:
    handle = only(OPAQUE)
    assert judge(knowledge, Use.METHOD, method("python", "append", handle), "append").outcome is Outcome.EFFECT
    assert judge(knowledge, Use.METHOD, method("python", "as_list", handle), "as_list") == HARMLESS
    assert judge(knowledge, Use.METHOD, method("python", "send", handle), "send") == assumed(Because.UNKNOWN_OBJECT)
    assert judge(knowledge, Use.CALL, handle) == assumed(Because.UNKNOWN_OBJECT)
    assert judge(knowledge, Use.ITERATION, handle) == HARMLESS


def test_tensors_are_no_unseen_code(knowledge: Knowledge) -> None:
    assert [judge(knowledge, use, only(TENSOR), "+") for use in EVERY_USE] == [HARMLESS] * len(EVERY_USE)


NAMES = {"tensorflow_addons": True, "tf_agents": True, "keras_cv": True, "gpflow": True, "lib": False, "portfolio": False}


@pytest.mark.parametrize(("package", "related"), NAMES.items())
def test_a_package_is_related_to_a_framework_by_a_word_of_its_name(
    knowledge: Knowledge, package: str, related: bool
) -> None:
    assert knowledge.is_related(package) is related


PACKAGES = """import tensorflow as tf
import {package}
def step(x):
    return tf.sin(x)
step({package}.load())
"""


@pytest.mark.parametrize("package", ["portfolio", "netflix", "tfoot", "fastensor"])
def test_a_package_whose_name_merely_contains_the_letters_gives_no_tensors(judge: Judge, package: str) -> None:
    assert judge(PACKAGES.format(package=package))["step"].parameters[0].tensor is False


@pytest.mark.parametrize("package", ["tf_agents", "my_keras", "gpflow", "mesh_tensorflow"])
def test_a_package_that_works_with_tensors_may_give_some(judge: Judge, package: str) -> None:
    assert judge(PACKAGES.format(package=package))["step"].parameters[0].tensor is None
