"""What layers, models and losses of Keras refuse: by the rules, and by the installed release."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path

import pytest

from hybridize.frameworks.generate import layer_inputs
from hybridize.frameworks.keras_shapes.layers import Layer, declared, output, refused
from hybridize.frameworks.keras_shapes.losses import Comparison, comparison, unfit
from hybridize.frameworks.keras_shapes.models import Chain, Functional, Refused, built, takes
from hybridize.frameworks.keras_shapes.releases import Keras, possible
from hybridize.frameworks.tensor_types.arguments import Argument, Constant, Items, integers
from hybridize.frameworks.tensor_types.dimensions import Dimension, Symbol
from hybridize.frameworks.tensor_types.dtypes import FLOAT32
from hybridize.frameworks.tensor_types.interpreter import Refusal, apply
from hybridize.frameworks.tensor_types.rules import rule
from hybridize.frameworks.tensor_types.types import TensorKind, TensorType
from tests.tensorflow_runs import TENSORFLOW_PYTHON, needs_tensorflow

HERE = Path(__file__).parent
both = pytest.mark.parametrize("keras", list(Keras))


def layer(name: str, **made: object) -> Layer:
    """A layer made with numbers, texts and shapes."""
    given: dict[str, Argument] = {}
    for key, value in made.items():
        given[key] = integers(value) if isinstance(value, tuple) else Constant(value)  # type: ignore[arg-type]
    return Layer(f"keras.layers.{name}", given)


def tensor(*shape: Dimension) -> TensorType:
    return TensorType(TensorKind.TENSOR, FLOAT32, shape)


def test_samples_are_split_into_shares() -> None:
    def split(*arrays: TensorType, **given: object) -> object:
        found = rule("sklearn.model_selection.train_test_split")
        assert found is not None
        arguments: dict[str, Argument] = {}
        for name, value in given.items():
            arguments[name] = Constant(value)  # type: ignore[arg-type]
        result = apply(found, {"arrays": Items(arrays), **arguments})
        return [each.shape for each in result if isinstance(each, TensorType)] if isinstance(result, tuple) else result

    assert split(tensor(10, 4), tensor(10)) == [(7, 4), (3, 4), (7,), (3,)]
    assert split(tensor(10, 4), test_size=0.5) == [(5, 4), (5, 4)]
    assert split(tensor(10, 4), test_size=4) == [(6, 4), (4, 4)]
    assert split(tensor(10, 4), train_size=0.5) == [(None, 4), (None, 4)]
    assert split(tensor(None, 4), TensorType()) == [(None, 4), (None, 4), None, None]


def test_images_have_the_size_that_is_asked_for() -> None:
    found = rule("keras.preprocessing.image.ImageDataGenerator.flow_from_directory")
    assert found is not None

    def read(**given: Argument) -> object:
        result = apply(found, given)
        return [each.shape for each in result if isinstance(each, TensorType)] if isinstance(result, tuple) else result

    assert read(target_size=integers((20, 30))) == [(None, 20, 30, 3), (None, None)]
    assert read(color_mode=Constant("grayscale"), class_mode=Constant("binary")) == [(None, 256, 256, 1), (None,)]
    classes = Items((Constant("cat"), Constant("dog")))
    assert read(classes=classes) == [(None, 256, 256, 3), (None, 2)]


def test_the_release_follows_from_the_target() -> None:
    assert possible(None) == (Keras.TWO, Keras.THREE)
    assert possible("2.15") == possible("2.9") == (Keras.TWO,)
    assert possible("2.16") == (Keras.THREE,)


@both
def test_a_layer_refuses_a_rank(keras: Keras) -> None:
    found = refused(layer("Conv2D", filters=8, kernel_size=3), (None, 8, 8), keras)
    assert found is not None and "expected min_ndim=4, found ndim=3. Full shape received: (None, 8, 8)" in found.reason
    assert refused(layer("Conv2D", filters=8, kernel_size=3), (None, 8, 8, 1), keras) is None
    assert refused(layer("Conv2D", filters=8, kernel_size=3), None, keras) is None
    assert refused(layer("Flatten"), (None,), keras) is None


def test_keras_2_takes_further_batch_axes_of_a_convolution() -> None:
    conv = layer("Conv2D", filters=8, kernel_size=3)
    assert refused(conv, (None, 5, 8, 8, 1), Keras.TWO) is None
    assert output(conv, tensor(None, 5, 8, 8, 1), Keras.TWO) is None
    assert refused(conv, (None, 5, 8, 8, 1), Keras.THREE) is not None


@both
def test_weights_are_made_for_one_length(keras: Keras) -> None:
    dense = layer("Dense", units=3)
    found = refused(dense, (None, 5), keras, first=(None, 4))
    assert found is not None and "expected axis -1 of input shape to have value 4" in found.reason
    assert refused(dense, (None, 7, 4), keras, first=(None, 4)) is None
    assert refused(dense, (None, None), keras, first=(None, 4)) is None
    normal = layer("BatchNormalization")
    assert refused(normal, (None, 7, 4), keras, first=(None, 4)) is not None
    assert refused(layer("BatchNormalization", axis=1), (None, 5), keras, first=(None, 4)) is None
    channels = layer("Conv2D", filters=8, kernel_size=3, data_format="channels_first")
    assert refused(channels, (None, 3, 8, 9), keras, first=(None, 3, 8, 8)) is None


@both
def test_wrappers_ask_the_layer_in_them(keras: Keras) -> None:
    each = Layer("keras.layers.TimeDistributed", {}, layer("Dense", units=3))
    assert output(each, tensor(None, 7, 5), keras) == tensor(None, 7, 3)
    ways = Layer("keras.layers.Bidirectional", {}, layer("LSTM", units=3, return_sequences=True))
    assert output(ways, tensor(None, 7, 5), keras) == tensor(None, 7, 6)
    assert isinstance(output(ways, tensor(None, 5), keras), Refusal)
    unknown = Layer("keras.layers.TimeDistributed", {}, None)
    assert output(unknown, tensor(None, 7, 5), keras) is None


@both
def test_the_first_layer_says_what_it_expects(keras: Keras) -> None:
    def shape(made: Layer) -> object:
        found = declared(made, keras)
        return None if found is None else found.shape

    assert shape(layer("Dense", units=3, input_shape=(5,))) == (None, 5)
    assert shape(layer("Dense", units=3, input_dim=5)) == (None, 5)
    assert shape(layer("Dense", units=3, batch_input_shape=(2, 5))) == (2, 5)
    assert shape(layer("Dense", units=3)) is None
    assert shape(layer("InputLayer", shape=(5,))) == (None, 5)
    words = layer("Embedding", input_dim=10, output_dim=4, input_length=7)
    assert shape(words) == ((None, 7) if keras is Keras.TWO else None)


@both
def test_a_model_refuses_layers_and_data(keras: Keras) -> None:
    small = Chain((layer("Dense", units=3, input_shape=(5,)), layer("LSTM", units=3)))
    last = built(small, keras)[-1]
    assert isinstance(last, Refused) and last.index == 1
    model = Chain((layer("Dense", units=3),), tensor(None, 5))
    assert takes(model, (tensor(8, 5),), keras) == (tensor(8, 3),)
    assert takes(model, (tensor(8, 5, 1),), keras) == (tensor(8, 3),)
    assert isinstance(takes(model, (tensor(8, 4),), keras), Refused)
    assert isinstance(takes(model, (tensor(5),), keras), Refused)
    assert takes(model, (TensorType(),), keras) is None
    open_model = Chain((layer("Dense", units=3),))
    assert takes(open_model, (tensor(8, 5),), keras) == (tensor(8, 3),)
    assert takes(Chain((None,), tensor(None, 5)), (tensor(8, 5),), keras) is None


@both
def test_a_functional_model_hands_on_the_batch(keras: Keras) -> None:
    batch = Symbol("batch")
    model = Functional((tensor(batch, 5),), (tensor(batch, 3),))
    assert takes(model, (tensor(8, 5),), keras) == (tensor(8, 3),)
    assert isinstance(takes(model, (tensor(8, 4),), keras), Refused)
    assert takes(model, (tensor(8, 5), tensor(8, 5)), keras) is None


def test_losses_are_known_by_name() -> None:
    assert comparison("keras.losses.MeanSquaredError") is Comparison.ELEMENTWISE
    assert comparison("keras.losses.categorical_crossentropy") is Comparison.EQUAL
    assert comparison("keras.losses.ctc") is None
    assert comparison("project.losses.categorical_crossentropy") is None


@both
def test_a_length_that_is_not_known_refutes_nothing(keras: Keras) -> None:
    batch = Symbol("batch")
    for how in Comparison:
        labels = (batch,) if how is Comparison.SPARSE else (batch, None)
        assert unfit(how, labels, (batch, 3), keras) is None
    found = unfit(Comparison.ELEMENTWISE, (batch, 3), (batch, 1), keras)
    assert found is not None and found.broadcast
    assert unfit(Comparison.ELEMENTWISE, (batch,), (batch, 1), keras) is None


def test_the_activation_decides_in_keras_2() -> None:
    wide, single = (6, 3), (6, 1)
    strict = unfit(Comparison.BINARY, wide, single, Keras.TWO, "sigmoid")
    assert strict is not None and not strict.broadcast
    loose = unfit(Comparison.BINARY, wide, single, Keras.TWO, "")
    assert loose is not None and loose.broadcast
    assert unfit(Comparison.BINARY, wide, single, Keras.TWO, None) is None


@needs_tensorflow
def test_the_installed_release_demands_what_the_data_say() -> None:
    said = layer_inputs.together([layer_inputs.asked(Path(TENSORFLOW_PYTHON))])
    kept = json.loads((layer_inputs.DATA / f"{layer_inputs.FILE}.json").read_text("utf-8"))["layers"]
    for name, releases in said["layers"].items():
        for release, demands in releases.items():
            assert kept[name][release] == demands, name


@needs_tensorflow
def test_the_installed_release_refuses_labels_as_the_rules_say() -> None:
    command = [TENSORFLOW_PYTHON, str(HERE / "fit_losses.py")]
    environment = {**os.environ, "TF_CPP_MIN_LOG_LEVEL": "3", "CUDA_VISIBLE_DEVICES": "-1"}
    done = subprocess.run(command, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    answer = json.loads(done.stdout.splitlines()[-1])
    (keras,) = possible(".".join(answer["release"].split(".")[:2]))
    for loss, activation, labels, predictions, raised in answer["fits"]:
        how = comparison(f"keras.losses.{loss}")
        assert how is not None
        found = unfit(how, tuple(labels), tuple(predictions), keras, activation)
        assert (found is not None and not found.broadcast) == raised, (loss, activation, labels, predictions)
