"""The types of parameters: what the report says of programs, and what TensorFlow makes of the same programs."""

from __future__ import annotations

import contextlib
import io
import itertools
from pathlib import Path
from typing import Any

import pytest

import hybridize
from tests.together import analysed

HEAD = """\
import numpy as np
import tensorflow as tf


def probe(x):
    return x


"""
BATCH = None
"""A length that no type tells, and that is a number in each run."""
CALLS: dict[str, tuple[str, tuple[int | None, ...] | None]] = {
    "probe(tf.ones((2, 3)))": ("float32", (2, 3)),
    "class M(tf.keras.layers.Layer):\n    def build(self, shape):\n"
    "        self.k = self.add_weight(name='k', shape=[7, shape[0][-1], 9])\n"
    "    def call(self, given):\n        probe(self.k)\n        return given[0]\n"
    "M()([tf.ones((2, 5))] * 2)": ("float32", (7, BATCH, 9)),
    "probe(tf.constant([[1, 2], [3, 4]]))": ("int32", (2, 2)),
    "probe(tf.Variable(np.zeros(3)))": ("float64", (3,)),
    "probe(tf.reduce_sum(tf.ones((2, 3)), axis=1))": ("float32", (2,)),
    "probe(tf.ones((2, 3)) @ tf.ones((3, 4)))": ("float32", (2, 4)),
    "probe(2 * tf.ones((2, 1)) + np.ones((1, 5), np.float32))": ("float32", (2, 5)),
    "probe(tf.ones((2, 3))[:, 1:])": ("float32", (2, 2)),
    "probe(tf.ones((2, 3))[0, tf.newaxis, ...])": ("float32", (1, 3)),
    "probe(-tf.constant([1, 2])[0])": ("int32", ()),
    "probe(tf.ones((2, 3)) > 0)": ("bool", (2, 3)),
    "probe(np.arange(6).reshape(2, 3).astype('float32').T)": ("float32", (3, 2)),
    "probe(np.ones(4) / 2)": ("float64", (4,)),
    "probe(tf.cast([1, 2], float))": ("float32", (2,)),
    "probe(np.zeros(2, dtype=float))": ("float64", (2,)),
    "probe(np.ones(3, np.float32).astype(int))": ("int64", (3,)),
    "probe(tf.keras.utils.pad_sequences([[1, 2], [1]], 5, dtype='float'))": ("float64", (2, 5)),
    "probe(tf.keras.backend.sum(tf.ones((2, 3)), axis=-1))": ("float32", (2,)),
    "probe(tf.keras.backend.mean(tf.ones((2, 3)) > 0))": ("float32", ()),
    "probe(tf.keras.backend.argmax(tf.ones((2, 3))))": ("int64", (2,)),
    "probe(tf.nn.max_pool2d(tf.ones((1, 4, 4, 3)), 2, 2, 'SAME'))": ("float32", (1, 2, 2, 3)),
    "probe(tf.nn.max_pool2d(np.ones((1, 4, 4, 3)), 2, 2, 'SAME'))": (None, (1, 2, 2, 3)),
    "probe(tf.scatter_nd([[1]], [2.0], (4,)))": ("float32", (4,)),
    "probe(tf.linalg.svd(tf.ones((2, 3)))[1])": ("float32", (2, BATCH)),
    "probe(tf.random.Generator.from_seed(1).normal((2, 3)))": ("float32", (2, 3)),
    "probe(tf.repeat(3, 2, axis=0))": ("int32", (2,)),
    "probe(np.random.default_rng(0).gamma(1.0, size=(2, 3)))": ("float64", (2, 3)),
    "probe(np.column_stack([np.ones(3), np.ones((3, 2))]))": ("float64", (3, 3)),
    "probe(np.argwhere(np.ones((2, 3))))": ("int64", (BATCH, 2)),
    "x = tf.ones((4, 5, 6))\nprobe(tf.reshape(x, (x.shape[0], -1)))": ("float32", (4, 30)),
    "x = tf.ones((4, 5, 6))\na, b, c = x.shape\nprobe(tf.zeros((c, a * b)))": ("float32", (6, 20)),
    "x = tf.ones((4, 5, 6))\nprobe(tf.reshape(x, x.shape.as_list()[:2] + [6, 1]))": ("float32", (4, 5, 6, 1)),
    "x = np.ones((4, 5, 6))\nprobe(np.zeros(x.shape[1:]))": ("float64", (5, 6)),
    "x = np.ones((4, 5, 6))\nprobe(x.reshape(len(x), np.prod(x.shape[1:])))": ("float64", (4, 30)),
    "size = 3 * 4\nprobe(tf.zeros([size, size // 5]))": ("float32", (12, 2)),
    "for x in tf.ones((2, 3), tf.int64):\n    probe(x)": ("int64", (3,)),
    "for x in tf.data.Dataset.range(2):\n    probe(x)": ("int64", ()),
    "for x in tf.data.Dataset.from_tensor_slices(np.ones((6, 2), np.float32)).batch(3):\n    probe(x)": (
        "float32", (BATCH, 2),
    ),
    "d = tf.data.Dataset.from_tensor_slices((tf.ones((6, 2)), [1] * 6)).batch(3, drop_remainder=True)\n"
    "for x, y in d:\n    probe(x)": ("float32", (3, 2)),
    "for x in tf.data.Dataset.from_tensor_slices({'a': np.ones((6, 2))}):\n    probe(x['a'])": ("float64", (2,)),
    "for x in tf.data.Dataset.from_tensor_slices({'a': np.ones((6, 2))}).batch(3):\n    probe(x['a'])": (
        "float64", (BATCH, 2),
    ),
    "d = tf.data.Dataset.range(6).map(lambda n: (n, {'a': n})).batch(3)\nfor _, x in d:\n    probe(x['a'])": (
        "int64", (BATCH,),
    ),
    "d = tf.data.Dataset.from_tensor_slices({'a': np.ones((6, 2))}).batch(3).unbatch()\n"
    "for x in d:\n    probe(x['a'])": ("float64", (2,)),
    "m = tf.keras.Sequential([tf.keras.layers.Dense(4)])\nm.build((2, 3))\nprobe(m.call(tf.ones((2, 3))))": (
        "float32", (2, 4),
    ),
    "probe(np.random.RandomState(0).rand(2, 3))": ("float64", (2, 3)),
    "probe(np.ones((2, 3), np.float32).copy())": ("float32", (2, 3)),
    "x = tf.keras.Input((3,))\nm = tf.keras.Model(x, tf.keras.layers.Dense(4)(x))\n"
    "probe(m.predict(np.ones((2, 3), np.float32), verbose=0))": ("float32", (2, 4)),
    "x = tf.keras.Input((3,))\nm = tf.keras.Model(x, tf.keras.layers.Dense(4)(x))\n"
    "n = tf.keras.Model(m.input, tf.keras.layers.Dense(2)(m.output))\nprobe(n(tf.ones((5, 3))))": ("float32", (5, 2)),
    "m = tf.keras.applications.MobileNetV2(include_top=False, weights=None, input_shape=(32, 32, 3))\n"
    "probe(m(tf.ones((2, 32, 32, 3))))": ("float32", (BATCH, BATCH, BATCH, BATCH)),
    "m = tf.keras.applications.MobileNetV2(weights=None, pooling='avg', include_top=False)\n"
    "probe(m(tf.ones((2, 32, 32, 3))))": ("float32", (BATCH, BATCH)),
    "m = tf.keras.applications.MobileNetV2(weights=None, classes=7)\nprobe(m(tf.ones((2, 224, 224, 3))))": (
        "float32", (BATCH, 7),
    ),
    "probe(tf.image.resize([tf.ones((4, 4, 3))], [2, 2], method=tf.image.ResizeMethod.BICUBIC)[0])": (
        "float32", (2, 2, 3),
    ),
    "probe(tf.image.resize(tf.ones((4, 4, 3), tf.int32), [2, 2], tf.image.ResizeMethod.NEAREST_NEIGHBOR))": (
        "int32", (2, 2, 3),
    ),
    "probe(tf.keras.layers.StringLookup(vocabulary=['a'], mask_token=None)(tf.constant(['a', 'b'])))": ("int64", (2,)),
    "m = tf.keras.Sequential([tf.keras.layers.StringLookup(vocabulary=['a']), tf.keras.layers.Embedding(3, 5)])\n"
    "probe(m(tf.constant(['a', 'b'])))": ("float32", (2, 5)),
    "probe(tf.keras.layers.StringLookup(vocabulary=['a'], invert=True)(tf.constant([1])))": ("string", (1,)),
    "probe(tf.keras.layers.StringLookup(vocabulary=['a'], output_mode='one_hot')(tf.constant(['a'])))": (BATCH, BATCH),
    "probe(tf.keras.layers.IntegerLookup(vocabulary=[3])(tf.constant([[1, 2]])))": ("int64", (1, 2)),
    "probe(tf.keras.layers.Hashing(3)(tf.constant([['a'], ['b']])))": ("int64", (2, 1)),
    "x = tf.keras.layers.TextVectorization(9, output_sequence_length=4)\nx.adapt(['a b'])\n"
    "probe(x(tf.constant(['a', 'b'])))": ("int64", (BATCH, 4)),
    "probe(tf.keras.layers.Discretization([0.0, 1.0])(tf.constant([[1.0, 2.0]])))": (BATCH, (1, 2)),
    "probe(tf.keras.layers.Rescaling(1 / 255)(tf.ones((2, 8, 8, 3), tf.uint8)))": ("float32", (2, 8, 8, 3)),
    "probe(tf.keras.layers.Resizing(4, 5)(tf.ones((2, 8, 8, 3))))": ("float32", (2, 4, 5, 3)),
    "probe(tf.keras.layers.Resizing(4, 5)(tf.ones((8, 8, 3), tf.uint8)))": (BATCH, (4, 5, 3)),
    "probe(tf.keras.layers.CenterCrop(4, 5)(tf.ones((8, 8, 3), tf.uint8)))": ("float32", (4, 5, 3)),
    "probe(tf.keras.layers.RandomCrop(4, 5)(tf.ones((2, 8, 8, 3)), training=True))": ("float32", (2, 4, 5, 3)),
    "probe(tf.keras.layers.RandomRotation(0.1)(tf.ones((8, 8, 3), tf.uint8), training=True))": ("float32", (8, 8, 3)),
    "probe(tf.keras.layers.RandomBrightness(0.1)(tf.ones((8, 8, 3), tf.uint8), training=True))": (BATCH, (8, 8, 3)),
    "probe(tf.data.Dataset.range(3).cardinality())": ("int64", ()),
    "probe(tf.signal.hann_window(5))": ("float32", (BATCH,)),
    "probe(tf.signal.hamming_window(5, dtype=tf.float64))": ("float64", (BATCH,)),
    "class Layer(tf.keras.layers.Layer):\n    def call(self, x):\n        return tf.cast(x, self.dtype)\n"
    "probe(Layer()(tf.constant([1, 2])))": ("float32", (2,)),
    "class Layer(tf.keras.layers.Layer):\n    def build(self, shape):\n"
    "        self.w = self.add_weight(shape=(2, 3), dtype=self.dtype)\n"
    "    def call(self, x):\n        return self.w + tf.cast(x, self.variable_dtype)\n"
    "probe(Layer()(tf.constant([1, 2, 3])))": ("float32", (2, 3)),
    "x = tf.keras.Input((3,))\ny = tf.ones((2, 3))\nfor _ in range(2):\n    y = tf.concat([y, y], 0)\nprobe(y)": (
        "float32", (BATCH, 3),
    ),
    "d = tf.data.Dataset.from_generator(lambda: iter([1]), output_signature=tf.TensorSpec((), tf.int32))\n"
    "for x in d:\n    probe(x)": ("int32", ()),
    "probe(tf.keras.layers.Dense(7)(tf.ones((2, 3))))": ("float32", (2, 7)),
    "probe(tf.keras.Sequential([tf.keras.layers.Dense(4), tf.keras.layers.Dense(5)])(tf.ones((2, 3))))": (
        "float32", (2, 5),
    ),
    "m = tf.keras.Sequential()\nm.add(tf.keras.layers.Dense(4))\nm.add(tf.keras.layers.Dense(5))\n"
    "probe(m(tf.ones((2, 3))))": ("float32", (2, 5)),
    "i = tf.keras.Input((3,))\nm = tf.keras.Model(i, tf.keras.layers.Dense(5)(i))\nprobe(m(tf.ones((2, 3))))": (
        "float32", (2, 5),
    ),
    "w = tf.Variable(tf.ones((2, 3)))\nwith tf.GradientTape() as t:\n    y = tf.reduce_sum(w)\n"
    "probe(t.gradient(y, [w])[0])": ("float32", (2, 3)),
    "x = tf.ones((1, 3))\nfor _ in range(5):\n    x = tf.concat([x, x], 0)\nprobe(x)": ("float32", (BATCH, 3)),
    "def helper(x):\n    return tf.transpose(x)\n\n\nprobe(helper(tf.ones((2, 3))))": ("float32", (3, 2)),
    "sizes = tf.ones((2, 3)).shape.as_list()\nsizes.append(4)\nprobe(tf.zeros(sizes))": ("float32", None),
    "tell = tf.keras.losses.MeanSquaredError()\nprobe(tell(tf.ones((3, 1)), tf.ones((3, 1))))": ("float32", ()),
    "tell = tf.keras.losses.CategoricalCrossentropy(reduction='none')\n"
    "probe(tell(tf.ones((3, 4)), tf.ones((3, 4))))": ("float32", (BATCH,)),
    "mean = tf.keras.metrics.Mean()\nmean(3.0)\nprobe(mean.result())": ("float32", ()),
    "probe(tf.keras.metrics.SparseCategoricalAccuracy()(tf.ones((3,)), tf.ones((3, 4))))": ("float32", ()),
    "probe(tf.zeros((2,), tf.keras.backend.floatx()))": ("float32", (2,)),
    "probe(tf.keras.activations.get('relu')(tf.ones((2, 3))))": ("float32", (2, 3)),
    "probe(tf.keras.layers.Lambda(lambda x: tf.reduce_sum(x, 1))(tf.ones((2, 3))))": ("float32", (2,)),
    "rnn = tf.keras.layers.LSTM(4, return_sequences=True)\n"
    "probe(tf.keras.layers.Bidirectional(rnn)(tf.ones((2, 5, 3))))": ("float32", (2, 5, 8)),
    "gru = tf.keras.layers.GRU(4)\nboth = tf.keras.layers.Bidirectional(gru, merge_mode='sum')\n"
    "probe(both(tf.ones((2, 5, 3))))": ("float32", (2, 4)),
    "probe(tf.keras.layers.TimeDistributed(tf.keras.layers.Dense(4))(tf.ones((2, 5, 3))))": ("float32", (2, 5, 4)),
    "probe(tf.keras.layers.RNN(tf.keras.layers.LSTMCell(4))(tf.ones((2, 5, 3))))": ("float32", (2, 4)),
    "cell = tf.keras.layers.GRUCell(4)\nprobe(cell(tf.ones((2, 3)), tf.zeros((2, 4)))[0])": ("float32", (2, 4)),
    "probe(tf.map_fn(lambda x: x * 2, tf.ones((3, 4))))": ("float32", (BATCH, 4)),
    "probe(tf.map_fn(lambda x: tf.cast(x, tf.int32), tf.ones((3, 4)), fn_output_signature=tf.int32))": (
        "int32", (BATCH, 4),
    ),
    "i, x = tf.while_loop(lambda i, x: i < 3, lambda i, x: (i + 1, x * 2), (tf.constant(0), tf.ones((3,))))\n"
    "probe(x)": ("float32", (BATCH,)),
    "one, other = tf.py_function(lambda x: (x, x), [tf.ones(3)], [tf.float32, tf.float32])\nprobe(one)": (
        "float32", None,
    ),
    "parts = 3\nfor part in tf.split(tf.ones((4, 6)), parts, axis=1):\n    probe(part)": ("float32", (4, 2)),
    "model = tf.keras.Sequential()\nfor _ in range(3):\n    model.add(tf.keras.layers.Dense(5))\n"
    "probe(model(tf.ones((2, 7))))": ("float32", (2, BATCH)),
    "one, other = tf.keras.Input((7,)), tf.keras.Input((3,))\n"
    "model = tf.keras.Model([one, other], tf.keras.layers.concatenate([one, other]))\n"
    "probe(model([tf.ones((2, 7)), tf.ones((2, 3))]))": ("float32", (2, 10)),
    "given = tf.keras.Input((7,))\n"
    "model = tf.keras.Model(given, [tf.keras.layers.Dense(5)(given), tf.keras.layers.Dense(6)(given)])\n"
    "one, other = model(tf.ones((2, 7)))\nprobe(other)": ("float32", (2, 6)),
    "def loss(y_true, y_pred):\n    probe(y_pred)\n    return tf.reduce_mean(tf.square(y_pred - y_true))\n\n\n"
    "model = tf.keras.Sequential([tf.keras.layers.Dense(2)])\nmodel.compile('sgd', loss, run_eagerly=True)\n"
    "model.fit(np.ones((10, 3)), np.ones((10, 2)), verbose=0)": ("float32", (BATCH, 2)),
    "def loss(y_true, y_pred):\n    probe(y_true)\n    return tf.reduce_mean(y_pred - y_true)\n\n\n"
    "given = tf.keras.Input((3,))\nmodel = tf.keras.Model(given, tf.keras.layers.Dense(2)(given))\n"
    "model.compile('sgd', loss=loss, run_eagerly=True)\n"
    "model.fit(np.ones((10, 3)), np.ones((10, 2)), verbose=0)": ("float32", (BATCH, 2)),
    "class Twice(tf.keras.layers.Layer):\n    def call(self, x):\n        probe(x)\n        return x * 2\n\n\n"
    "model = tf.keras.Sequential()\nmodel.add(tf.keras.layers.Dense(4))\nmodel.add(Twice())\nmodel(tf.ones((2, 3)))": (
        "float32", (2, 4),
    ),
    "s = tf.sparse.from_dense(tf.ones((2, 3)))\nprobe(s.values)": ("float32", (BATCH,)),
    "s = tf.sparse.from_dense(tf.ones((2, 3)))\nprobe(s.indices)": ("int64", (BATCH, 2)),
    "s = tf.sparse.from_dense(tf.ones((2, 3)))\nprobe(s.dense_shape)": ("int64", (2,)),
    "r = tf.ragged.constant([[1, 2], [3]])\nprobe(r.flat_values)": ("int32", (BATCH,)),
    "import json\nprobe(tf.shape(json.loads('[[1, 2]]')))": ("int32", (BATCH,)),
    "import json\nprobe(tf.shape(json.loads('[[1, 2]]'))[-1])": ("int32", ()),
    "layer = tf.keras.layers.Lambda(lambda x: tf.squeeze(x, 2), output_shape=lambda s: (s[0], s[1]))\n"
    "probe(layer(tf.ones((2, 3, 1))))": ("float32", (2, 3)),
    "layers = [tf.keras.Input((2, 3)), tf.keras.layers.Flatten(), tf.keras.layers.Dense(4)]\n"
    "probe(tf.keras.Sequential(layers)(tf.ones((5, 2, 3))))": ("float32", (5, 4)),
    "x = tf.reshape(tf.ones((2, 3, 4)), [int(each) for each in '234'])\n"
    "probe(tf.einsum('bij,bkj->bik', x, x))": ("float32", (BATCH, BATCH, BATCH)),
    "class Layer(tf.keras.layers.Layer):\n    def call(self, inputs):\n        return 2.0 * inputs\n\n\n"
    "layer = Layer()\nlayer(tf.keras.Input((3,)))\nprobe(layer(tf.ones((2, 3))))": ("float32", (2, 3)),
    "class Model(tf.keras.Model):\n    def __init__(self):\n        super().__init__()\n"
    "        self.dense = tf.keras.layers.Dense(3)\n\n    def call(self, x):\n        return self.dense(x)\n\n\n"
    "probe(Model().predict(np.ones((4, 2)), verbose=0))": ("float32", (BATCH, 3)),
}  # fmt: skip


def types(folder: Path, program: str) -> list[dict[str, Any]]:
    """What the report says of `probe`."""
    functions = analysed(folder, HEAD + program + "\n").to_json()["functions"]
    (found,) = [each for each in functions if each["qualname"] == "probe"]
    said: list[dict[str, Any]] = found["parameters"][0]["types"]
    return said


@pytest.mark.parametrize("program", CALLS, ids=range(len(CALLS)))
def test_the_type_of_what_arrives(program: str, tmp_path: Path) -> None:
    dtype, shape = CALLS[program]
    (found,) = types(tmp_path, program)
    assert (found["dtype"], found["shape"]) == (dtype, None if shape is None else list(shape))


@pytest.mark.slow
def test_what_runs_is_what_the_types_say() -> None:
    pytest.importorskip("tensorflow")
    for program, (dtype, shape) in CALLS.items():
        seen: list[Any] = []
        names: dict[str, Any] = {}
        exec(HEAD, names)
        names["probe"] = seen.append
        with contextlib.redirect_stdout(io.StringIO()):
            exec(program, names)
        assert seen, program
        for each in seen:
            assert dtype is None or str(getattr(each.dtype, "name", each.dtype)) == dtype, program
            ran = tuple(each.shape)
            assert shape is None or len(ran) == len(shape), program
            assert shape is None or all(said in (None, length) for said, length in zip(shape, ran)), program


def test_several_types_are_told_apart_and_many_are_joined(tmp_path: Path) -> None:
    few = types(tmp_path, "for shape in (1,):\n    probe(tf.ones((2, 3)))\n    probe(tf.ones((4, 3), tf.int32))")
    assert [(each["dtype"], each["shape"]) for each in few] == [("float32", [2, 3]), ("int32", [4, 3])]
    many = types(tmp_path, "\n".join(f"probe(tf.ones(({count}, 3)))" for count in range(1, 7)))
    assert [(each["dtype"], each["shape"]) for each in many] == [("float32", [None, 3])]


def test_what_is_not_known_has_no_type(tmp_path: Path) -> None:
    (found,) = types(tmp_path, "import somewhere\nprobe(tf.abs(somewhere.load()))")
    assert (found["dtype"], found["shape"]) == (None, None)


def test_what_a_layer_gives_of_tensors_is_not_symbolic_since_other_calls_pass_symbolic_ones(tmp_path: Path) -> None:
    calls = "".join(f"Layer({number})(tf.keras.Input(({number},)))\n" for number in range(1, 40))
    program = (
        "class Layer(tf.keras.layers.Layer):\n    def __init__(self, number):\n        super().__init__()\n"
        "        self.number = number\n\n    def call(self, inputs):\n        return self.number * inputs\n\n\n"
        f"{calls}probe(Layer(40)(tf.ones((2, 40))))"
    )
    found = types(tmp_path, program)
    assert {each["kind"] for each in found} == {"tensor"} and [2, 40] in [each["shape"] for each in found]


def test_arrays_say_that_they_are_arrays(tmp_path: Path) -> None:
    found = types(tmp_path, "probe(np.ones(2))\nprobe(tf.ones(2))")
    assert [(each["kind"], each["dtype"]) for each in found] == [("ndarray", "float64"), ("tensor", "float32")]


FLOATS = ["bfloat16", "float16", "float32", "float64"]


def test_what_a_program_sets_of_dtypes_is_one_of_several(tmp_path: Path) -> None:
    def dtypes(setting: str, call: str) -> list[str | None]:
        (tmp_path / "program.py").write_text(f"{HEAD}{setting}\nprobe({call})\n")
        parameter = hybridize.analyze(tmp_path).functions[0].parameters[0]
        return sorted({each.dtype for each in parameter.types}, key=str)

    layer, ones = "tf.keras.layers.Dense(3)(tf.ones((2, 3)))", "tf.keras.backend.ones((2, 3))"
    assert dtypes("tf.keras.backend.set_floatx('float64')", layer) == ["float32", "float64"]
    assert dtypes("tf.keras.backend.set_floatx(input())", layer) == FLOATS
    assert dtypes("tf.keras.mixed_precision.set_global_policy('mixed_float16')", layer) == ["float16", "float32"]
    mixed = "tf.keras.mixed_precision"
    named = f"policy = {mixed}.Policy('mixed_float16')\n{mixed}.set_global_policy(policy)"
    assert dtypes(named, layer) == ["float16", "float32"]
    assert dtypes(named, f"tf.concat([{layer}, {layer}], 0)") == ["float16", "float32"]
    assert dtypes(named, f"tf.concat([{layer}, tf.cast([[1, 2, 3]], {layer}.dtype)], 0)") == ["float16", "float32"]
    assert dtypes(named, f"tf.concat([{layer}, tf.ones((2, 3))], 0)") == ["float32"]
    told = "class Layer(tf.keras.layers.Layer):\n    def call(self, x):\n        return tf.cast(x, self.dtype)\n"
    assert dtypes(told, "Layer(dtype='float64')(tf.constant([1, 2]))") == ["float32", "float64"]
    assert dtypes(told, "Layer(dtype=input())(tf.constant([1, 2]))") == [None]
    assert dtypes("tf.keras.mixed_precision.set_global_policy(input())", layer) == FLOATS
    assert dtypes("tf.keras.mixed_precision.set_global_policy(input())", ones) == ["float32"]


def test_of_several_types_those_that_meet_are_the_ones_that_work(tmp_path: Path) -> None:
    program = """\
def add(x, y):
    probe(x + y)


add(tf.ones(3), tf.ones(3))
add(tf.ones(3, tf.float64), tf.ones(3, tf.float64))
"""
    (tmp_path / "program.py").write_text(HEAD + program)
    parameter = hybridize.analyze(tmp_path).functions[0].parameters[0]
    assert [(each.dtype, each.shape) for each in parameter.types] == [("float32", (3,)), ("float64", (3,))]


def test_what_many_calls_pass_keeps_its_types(tmp_path: Path) -> None:
    calls = [f"step(tf.ones((2, {n})), {n}, '{n}')" for n in range(1, 30)]
    calls.append("step(tf.Variable(tf.ones((2, 3))), 1, [2])")
    program = f"{HEAD}def step(x, n, rest):\n    return probe(x)\n\n\n" + "\n".join(calls) + "\n"
    (tmp_path / "program.py").write_text(program)
    said = {each.name: each for each in hybridize.analyze(tmp_path).functions[1].parameters}
    assert [(each.kind, each.dtype, each.shape) for each in said["x"].types] == [
        ("tensor", "float32", (2, None)),
        ("variable", "float32", (2, 3)),
    ]


def test_what_is_assumed_of_unseen_callers_adds_nothing_to_what_is_known_of_others(tmp_path: Path) -> None:
    program = f"{HEAD}def unseen(x: tf.Tensor):\n    probe(tf.cast(x, tf.float32))\n\n\nprobe(tf.ones((2, 3)))\n"
    (tmp_path / "program.py").write_text(program)
    types = hybridize.analyze(tmp_path).functions[0].parameters[0].types
    assert [(each.dtype, each.shape) for each in types] == [("float32", (2, 3))]


LATE = """\
class Late(tf.keras.layers.Layer):
    def __init__(self):
        super().__init__()
        self.scale = self.table = self.kernel = None

    def build(self, shape):
        self.scale = self.add_weight(shape=(3,))
        self.kernel = self.add_weight(shape=(3, 4))
        self.table = tf.ones((5, 3))

    def call(self, x):
        probe({})
        return x


Late()(tf.ones((2, 3)))"""
"""A layer whose attributes are `None` until it is built."""


@pytest.mark.parametrize(
    ("computed", "shape"),
    [
        ("x * self.scale", [2, 3]),
        ("tf.matmul(x, self.kernel)", [2, 4]),
        ("tf.concat([x, self.table], 0)", [7, 3]),
        ("tf.nn.embedding_lookup(self.table, [[0, 1]])", [1, 2, 3]),
        ("tf.reduce_sum(self.table, axis=1)", [5]),
    ],
)
def test_what_is_none_until_it_is_built_is_no_tensor_of_any_type(
    computed: str, shape: list[int], tmp_path: Path
) -> None:
    (found,) = types(tmp_path, LATE.format(computed))
    assert (found["dtype"], found["shape"]) == ("float32", shape)


@pytest.mark.slow
def test_nothing_computes_with_none() -> None:
    tf = pytest.importorskip("tensorflow")
    layers = tf.keras.layers
    for compute in (
        lambda x: x * None,
        lambda x: None + x,
        lambda x: tf.matmul(x, None),
        lambda x: tf.concat([x, None], 0),
        lambda x: tf.stack([x, None]),
        lambda x: tf.nn.embedding_lookup(None, [0]),
        lambda x: tf.gather(None, [0]),
        lambda x: tf.reduce_sum(None),
        lambda x: layers.Dense(2)(None),
        lambda x: layers.Add()([x, None]),
        lambda x: layers.Concatenate()([x, None]),
    ):
        with pytest.raises((TypeError, ValueError)):
            compute(tf.ones((2, 2)))


@pytest.mark.parametrize(
    ("refused", "dtype", "shape"),
    [
        ("tf.concat([tf.ones((2, 3)), tf.ones((2, 4))], 0)", "float32", [None, None]),
        ("tf.ones((2, 3)) + tf.ones((2, 4))", "float32", [None, None]),
        ("tf.ones((2, 3)) @ tf.ones((2, 3))", "float32", [None, None]),
        ("tf.matmul(tf.ones((2, 3)), tf.ones((2, 3)))", "float32", [None, None]),
    ],
)
def test_what_would_be_refused_gives_what_it_would_give_if_the_lengths_fitted(
    refused: str, dtype: str, shape: list[int | None], tmp_path: Path
) -> None:
    """Nothing comes of it, or the analysis has joined what never meets: so no type is wrong."""
    (found,) = types(tmp_path, f"probe({refused})")
    assert (found["dtype"], found["shape"]) == (dtype, shape)


def test_what_is_of_many_types_keeps_its_dtypes(tmp_path: Path) -> None:
    program = """\
tf.keras.mixed_precision.set_global_policy("mixed_float16")
given = tf.keras.layers.Dense(3)(tf.keras.Input((3,)))
for x in (given, tf.keras.layers.Dense(3)(tf.ones((2, 3)))):
    weights = tf.keras.layers.Dense(4)(tf.ones((3, 3)))
    probe(tf.einsum("ij,jk->ik", x, weights))
    probe(tf.matmul(x, weights))
"""
    assert {each["dtype"] for each in types(tmp_path, program)} == {"float16", "float32"}


DATA_SETS = """\
import tensorflow_datasets as tfds

{}
"""


@pytest.mark.parametrize(
    ("program", "expected"),
    [
        ("for x, y in tfds.load('mnist', split='train', as_supervised=True): probe(x)", ("uint8", (28, 28, 1))),
        ("for x, y in tfds.load('mnist:3.0.1', split='train', as_supervised=True): probe(y)", ("int64", ())),
        ("for x in tfds.load('cifar10')['test'].batch(8): probe(x['image'])", ("uint8", (None, 32, 32, 3))),
        ("d, about = tfds.load('voc/2007', split='train', with_info=True)\nfor x in d: probe(x['objects']['bbox'])",
         ("float32", (None, 4))),
        ("(x, y), _ = tfds.load('mnist', split=['train', 'test'], batch_size=-1, as_supervised=True)\nprobe(x)",
         ("uint8", (None, 28, 28, 1))),
        ("for x in tfds.load('imdb_reviews', split='train', batch_size=4): probe(x['text'])", ("string", (None,))),
        ("for x in tfds.load('mnist', split='train', decoders=f()): probe(x['image'])", (None, None)),
        ("for x in tfds.load('of_ones_own', split='train'): probe(x['image'])", (None, None)),
    ],
)  # fmt: skip
def test_the_data_sets_that_programs_load_most_are_known(program: str, expected: object, tmp_path: Path) -> None:
    (found,) = types(tmp_path, DATA_SETS.format(program))
    assert (found["dtype"], found["shape"] and tuple(found["shape"]) if found["shape"] != [] else ()) == expected


@pytest.mark.parametrize("program", ["x * {}", "{} - x", "x ** {}", "x / {}"])
def test_what_is_combined_with_a_tensor_takes_its_dtype(program: str, tmp_path: Path) -> None:
    arguments = "import argparse\na = argparse.ArgumentParser().parse_args()\nx = tf.ones((2, 3))\n"
    (found,) = types(tmp_path, f"{arguments}probe({program.format('a.rate')})")
    assert found["dtype"] == "float32"


@pytest.mark.slow
def test_tensorflow_makes_tensors_of_the_same_dtype_or_refuses_what_it_combines_with_one() -> None:
    tf, np = pytest.importorskip("tensorflow"), pytest.importorskip("numpy")
    others = [2, 2.5, True, [1, 2], [1.5, 2.0], (1, 2), np.float64(2), np.ones(2), np.ones(2, np.int64), np.array([1j])]
    others += [tf.constant(2.0), tf.constant(2), tf.constant(2.0, tf.float64), tf.Variable(2.0)]
    for dtype, other, work in itertools.product(("float32", "float64", "int32", "int64", "uint8"), others, "+-*%"):
        tensor = tf.cast([[1, 2]], dtype)
        for one, two in ((tensor, other), (other, tensor)):
            with contextlib.suppress(Exception):
                assert eval(f"one {work} two", {"one": one, "two": two}).dtype == dtype


def test_dictionaries_that_models_get_keep_the_types_of_what_is_in_them(tmp_path: Path) -> None:
    program = "class Model(tf.keras.Model):\n    def call(self, x):\n        return probe(x['b'])\n"
    (found,) = types(tmp_path, f"{program}Model()({{'a': np.array([1, 2]), 'b': tf.ones((2, 3))}})")
    assert (found["dtype"], found["shape"]) == ("float32", [2, 3])


def test_what_a_test_runner_passes_arrives(tmp_path: Path) -> None:
    program = """\
import numpy as np
import pytest
import tensorflow as tf
from absl.testing import parameterized

SETS = [("one", np.ones(2), tf.ones(3))]


class T(parameterized.TestCase):
    @parameterized.parameters(dict(a=np.ones(2), x=tf.ones(3), n=1))
    def test_it(self, a, x, n):
        pass

    @parameterized.named_parameters(*SETS)
    def test_named(self, a, x):
        pass

    @parameterized.parameters({"a": a, "x": x} for _, a, x in SETS)
    def test_dictionaries(self, a, x):
        pass

    @parameterized.parameters([np.ones(1), np.ones(2)])
    def test_one(self, a):
        pass


@pytest.fixture
def one():
    return tf.ones((2, 3))


@pytest.mark.parametrize("a", [np.ones(2)])
def test_pair(a, one, tmp_path):
    pass
"""
    (tmp_path / "test_it.py").write_text(program)
    found = {each.qualname: each.parameters for each in hybridize.analyze(tmp_path, include_tests=True).functions}
    _, a, x, n = found["T.test_it"]
    assert (a.array, x.array, n.array) == (True, False, False)
    assert [(each.dtype, each.shape) for each in x.types] == [("float32", (3,))]
    for name in ("T.test_named", "T.test_dictionaries"):
        _, a, x = found[name]
        assert (a.array, x.array, [each.shape for each in x.types]) == (True, False, [(3,)])
    assert found["T.test_one"][1].array is True
    a, one, tmp = found["test_pair"]
    assert (a.array, one.tensor, tmp.array) == (True, True, None)
    assert [(each.dtype, each.shape) for each in one.types] == [("float32", (2, 3))]


def test_what_is_in_a_module_that_is_loaded_by_its_path_is_not_known(tmp_path: Path) -> None:
    program = """\
import importlib.util
import sys
spec = importlib.util.spec_from_file_location("m", sys.argv[1])
module = importlib.util.module_from_spec(spec)
probe(module.run(1))
"""
    (tmp_path / "m.py").write_text(HEAD + program)
    (found,) = [each for each in hybridize.analyze(tmp_path).functions if each.qualname == "probe"]
    assert found.parameters[0].array is None


def test_types_that_take_too_long_are_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = (
        "import tensorflow as tf\n\n\ndef f(x):\n    return x\n\n\ndef g(n):\n    return tf.ones([n])\n\n\n"
        "class C:\n    t = tf.ones([1])\n\n\ndef h():\n    return f(C.t)\n\n\nh()\nC.t = g(2)\nC.t = tf.ones([3, 3])\n"
    )
    known = analysed(tmp_path, text, no_cache=True).functions[0].parameters[0]
    monkeypatch.setattr("hybridize.inference.state.budget.TYPES_FREE", 0)
    monkeypatch.setattr("hybridize.inference.state.budget.TYPES_SHARE", 0.0)
    given_up = hybridize.analyze(tmp_path, root=tmp_path, no_cache=True).functions[0].parameters[0]
    assert known.tensor is given_up.tensor is True
    assert any(each.dtype for each in known.types) and not any(each.dtype for each in given_up.types)


@pytest.mark.parametrize(
    ("annotation", "expected"),
    [
        ('Float32[tf.Tensor, "batch 28 28"]', [{"dtype": "float32", "shape": [None, 28, 28], "kind": "tensor"}]),
        ('Int[tf.Tensor, "*batch 3"]', [{"dtype": None, "shape": None, "kind": "tensor"}]),
        ('Float32[np.ndarray, "n 4"]', [{"dtype": "float32", "shape": [None, 4], "kind": "ndarray"}]),
        ('NDArray[Shape["Batch, 3"], UInt8]', [{"dtype": "uint8", "shape": [None, 3], "kind": "ndarray"}]),
    ],
)
def test_annotations_say_types(annotation: str, expected: list[dict[str, object]], tmp_path: Path) -> None:
    program = (
        "import numpy as np\nimport tensorflow as tf\nfrom jaxtyping import Float32, Int\n"
        "from nptyping import NDArray, Shape, UInt8\n\n\n"
        f"def f(x: {annotation}):\n    return tf.reduce_sum(x)\n"
    )
    (row,) = analysed(tmp_path, program).to_json()["functions"]
    assert row["parameters"][0]["types"] == expected


def test_signatures_say_types_of_what_nobody_calls(tmp_path: Path) -> None:
    program = (
        "import tensorflow as tf\n\nPAIR = (tf.TensorSpec([], tf.int32), tf.TensorSpec([2]))\n\n\n"
        "@tf.function(input_signature=[tf.TensorSpec([None, 3], tf.float32), "
        "tf.RaggedTensorSpec([None, None], tf.int32), PAIR])\n"
        "def f(x, r, pair):\n    return g(pair[1])\n\n\ndef g(y):\n    return y * 2.0\n"
    )
    outer, inner = analysed(tmp_path, program).to_json()["functions"]
    types = [each["types"] for each in outer["parameters"]]
    assert types == [
        [{"dtype": "float32", "shape": [None, 3], "kind": "tensor"}],
        [{"dtype": "int32", "shape": [None, None], "kind": "ragged", "ragged_rank": 1}],
        [],
    ]
    assert inner["parameters"][0]["types"] == [{"dtype": "float32", "shape": [2], "kind": "tensor"}]


@pytest.mark.parametrize(
    ("call", "dtypes"),
    [
        ("np.clip(whole, 0, bound)", {"int64", "float64"}),
        ("whole.clip(0, bound)", {"int64", "float64"}),
        ("np.minimum(whole, bound)", {"int64", "float64"}),
        ("np.array([np.clip(whole, 0, bound) for _ in range(2)])", {"int64", "float64"}),
        ("np.clip(whole, 0, 9)", {"int64"}),
        ("np.clip(whole, 0.5, bound)", {"float64"}),
        ("np.clip(whole.astype('float32'), 0, bound)", {None}),
    ],
)
def test_bounds_that_nobody_knows_leave_integers_or_make_floats(
    tmp_path: Path, call: str, dtypes: set[str | None]
) -> None:
    text = f"{HEAD}import other\nwhole = np.zeros((2, 3), dtype=int)\nbound = other.bound()\nprobe({call})\n"
    (probe,) = analysed(tmp_path, text).functions
    assert {each.dtype for each in probe.parameters[0].types} == dtypes
