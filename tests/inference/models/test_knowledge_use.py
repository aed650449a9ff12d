"""The engine asks the knowledge everywhere: methods, operators and attributes of everything that frameworks make."""

from __future__ import annotations

import pytest

from tests.inference.conftest import Judge
from tests.together import Together

SETUP = """import numpy as np
import tensorflow as tf
t = tf.ones((2, 3))
v = tf.Variable(t)
s = tf.sparse.from_dense(t)
r = tf.ragged.constant([[1], [2, 3]])
a = np.ones((2, 3))
d = tf.data.Dataset.from_tensor_slices(a)
pairs = tf.data.Dataset.from_tensor_slices((a, a))
class Layer(tf.keras.layers.Layer):
    def build(self, shape):
        self.kernel = self.add_weight(name="kernel", shape=(3, 3))
    def call(self, x):
        return x @ self.kernel
class Model(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.dense = tf.keras.layers.Dense(2)
    def call(self, x):
        return self.dense(x)
class Own(Model):
    pass
layer, model, own = Layer(), Model(), Own()
dense = tf.keras.layers.Dense(2)
optimizer = tf.keras.optimizers.Adam()
metric = tf.keras.metrics.Mean()
loss = tf.keras.losses.MeanSquaredError()
"""

TENSORS = """
t + 1|1 - t|t @ t|-t|abs(t)|~(t > 1)|t ** 2|2 ** t|t // 2|t % 2|t / t|t > 1|(t > 1) & (t < 2)|t == t|t[0]|t[..., None]
t[0:1, 1]|v + 1|v @ t|-v|v[0]|v > t|v.assign(t)|v.assign_add(t)|v.read_value()|v.value()|v.scatter_nd_update([[0]], [1.])
tf.identity(v)|s.values|s.indices|s.dense_shape|tf.sparse.to_dense(s)|tf.sparse.sparse_dense_matmul(s, t)|s * 2
r.values|r.flat_values|r.row_splits|r.to_tensor()|r.row_lengths()|r + 1|r[0]|r.to_sparse()|r.nested_row_splits[0]
a + t|t + a|a @ t|np.float32(2) * t|t.__add__(1)|tf.stack([t, t])[0]|tf.unstack(t)[0]|tf.split(t, 2)[1]
tf.linalg.svd(t)[0]|tf.nn.moments(t, 0)[0]|tf.math.top_k(t).values|tf.math.top_k(t)[0]|tf.unique(t)[0]|tf.unique(t).y
next(iter(d))|list(d)[0]|next(iter(d.batch(2)))|next(iter(d.map(lambda e: e * 2)))|iter(d).get_next()
[e for e in d.take(1)][0]|next(iter(pairs))[1]|[y for x, y in pairs][0]|d.reduce(0., lambda x, y: x + y)|next(iter(d.enumerate()))[0]
next(iter(next(iter(d.window(2)))))|next(iter(pairs.shuffle(3).repeat().prefetch(1)))[0]|d.cardinality()
dense(t)|layer(t)|model(t)|own(t)|own.dense(t)|own.call(t)|layer.kernel|layer.weights[0]|model.trainable_variables[0]|own.variables[0]
own.non_trainable_weights[0]|dense.kernel|dense.bias|layer.losses[0]|model.trainable_weights[0]|own.get_layer("x")(t)
optimizer.iterations|optimizer.variables[0]|metric.result()|metric(t)|metric.variables[0]|loss(t, t)|loss.call(t, t)|model.layers[0](t)
tf.keras.Sequential([dense])(t)|tf.keras.Model.__call__(model, t)|tf.GradientTape().gradient(t, [v])[0]|tf.GradientTape().gradient(t, v)
tf.keras.backend.sum(t)|tf.keras.losses.mse(t, t)|tf.keras.activations.get("relu")(t)|tf.keras.initializers.Zeros()((2, 2))
tf.while_loop(lambda i: i < 3, lambda i: [i + 1], [t])[0]|tf.cond(t > 1, lambda: t, lambda: t)|tf.map_fn(lambda e: e, t)
tf.nest.map_structure(tf.square, {"a": t})["a"]|tf.random.Generator.from_seed(1).normal((2,))|tf.TensorArray(tf.float32, 1).stack()
tf.TensorArray(tf.float32, 1).write(0, t).read(0)|tf.lookup.StaticHashTable(i, 0).lookup(t)|tf.io.read_file("a")|tf.shape(t)[0]|tf.shape(x=t)
tf.random.normal((2,)) * 2
tf.Variable(1.0).initialized_value()|tf.keras.layers.LSTM(2, return_state=True)(t)[0]|tf.keras.layers.Embedding(2, 3).embeddings
(lambda x=t: x)()|max(t, t)|sum([t, t])|tf.one_hot([1], 2)
"""

ELSE = """
t.shape|t.shape[0]|t.dtype|t.dtype.name|t.shape.as_list()|t.shape.as_list()[0]|t.shape.rank|t.get_shape()|t.name|t.device|len(t)
t.numpy()|t.numpy()[0]|v.numpy()|v.shape|v.dtype|v.trainable|v.name|s.shape|r.shape|float(t)|int(t)|bool(t)|str(t)
d.element_spec|d.as_numpy_iterator()|next(d.as_numpy_iterator())|optimizer.get_config()|metric.name
model.summary()|model.fit(d)|model.fit(d).history|model.fit(d).history["loss"][0]|model.fit(d).epoch|model.evaluate(d)|model.predict(d)
model.name|model.get_weights()[0]|model.layers|model.layers[0]|model.input_shape|model.to_json()|model.count_params()|own.get_config()
model.save_weights("a")|model.built|layer.trainable|layer.dtype|layer.name|model.optimizer|tf.float32|tf.float32.as_numpy_dtype|tf.TensorShape([1])
a + 1|a @ a|a.T|a.shape|a.shape[0]|a.sum()|a.mean(axis=0)|a.astype("int")|a.tolist()|a.dtype|a[0]|a[a > 1]|a.reshape(-1)|np.sum(a)
np.random.rand(2)|np.arange(3)[0]|np.linalg.norm(a)|"a".upper()|"a b".split()[0]|"{}".format(1)|{"a": 1}.items()|[1].index(1)|",".join(["a"])
tf.__version__|tf.executing_eagerly()|tf.config.list_physical_devices("GPU")|tf.is_tensor(t)|tf.get_static_value(t)|tf.io.gfile.exists("a")
tf.train.latest_checkpoint("a")|tf.keras.utils.to_categorical([1])|tf.keras.datasets.mnist.load_data()[0][0]|tf.keras.backend.floatx()
"""


def expressions(text: str) -> list[str]:
    return [each for line in text.split("\n") for each in line.split("|") if each]


def passed(text: str) -> str:
    """A program that passes each of the expressions to a function of its own."""
    named = enumerate(expressions(text))
    return SETUP + "".join(f"def f{number}(x): pass\nf{number}({each})\n" for number, each in named)


SAID = Together({text: passed(text) for text in (TENSORS, ELSE)}, at_once=1)


@pytest.mark.parametrize("expression", expressions(TENSORS))
def test_it_is_a_tensor(expression: str) -> None:
    number = expressions(TENSORS).index(expression)
    assert SAID[TENSORS].of(f"f{number}").verdict.parameters[0].tensor is True


@pytest.mark.parametrize("expression", expressions(ELSE))
def test_it_is_known_and_no_tensor(expression: str) -> None:
    number = expressions(ELSE).index(expression)
    assert SAID[ELSE].of(f"f{number}").verdict.parameters[0].tensor is False


ALIASES = """
import tensorflow.compat.v2 as tf2|tf2.add(1, 2)
import tensorflow.compat.v1 as tf1|tf1.add(1, 2)
from tensorflow.python.ops import math_ops|math_ops.add(1, 2)
from tensorflow.python.ops import array_ops|array_ops.concat([], 0)
from tensorflow.python.ops import nn_ops|nn_ops.relu(1)
from tensorflow.python.ops import nn|nn.relu(1)
from tensorflow.python.ops import gen_math_ops|gen_math_ops.add(1, 2)
from tensorflow.python.framework import ops|ops.convert_to_tensor(1)
from tensorflow.python.framework import constant_op|constant_op.constant(1)
from tensorflow.python.ops import random_ops|random_ops.random_normal((2,))
from tensorflow.python.ops.math_ops import reduce_sum|reduce_sum(1)
import tensorflow.python.ops.math_ops as m|m.reduce_mean(1)
from tensorflow.python.ops.variables import Variable|Variable(1)
from tensorflow.keras import backend as K|K.mean(1)
from tensorflow.keras import backend as K|K.variable(1)
import tensorflow.keras.backend as K|K.zeros((2,))
from keras import backend as K|K.dot(1, 2)
from keras import ops|ops.matmul(1, 2)
from keras import layers|layers.Dense(1)(layers.Input((1,)))
from tensorflow.keras.layers import Dense, Input|Dense(1)(Input((1,)))
from tensorflow.python.keras.layers import Dense|Dense(1)(K)
from keras.src import ops|ops.add(1, 2)
from keras.src.layers.core.dense import Dense|Dense(1)(tf.ones(1))
import keras.src.backend as K|K.convert_to_tensor(1)
from tensorflow.keras.layers import *|Dense(1)(tf.ones(1))
from tensorflow import math as m|m.square(1)
from tensorflow import *|ones(1)
import tensorflow.experimental.numpy as tnp|tnp.ones(1)
from tensorflow.python.ops import linalg_ops|linalg_ops.matmul(1, 2)
from tensorflow.linalg import matmul|matmul(1, 2)
from tensorflow.python.eager import context, backprop|backprop.GradientTape().gradient(1, tf.Variable(1))
from tensorflow.python.ops import resource_variable_ops as rv|rv.ResourceVariable(1)
import tensorflow.python.keras.backend as K|K.sum(1)
import tf_keras|tf_keras.layers.Dense(1)(tf.ones(1))
import tensorflow.math|tensorflow.math.add(1, 2)
import tensorflow.nn as nn, tensorflow as x|nn.relu(1) + x.nn.relu(2)
"""


def imported(line: str) -> str:
    """A program that passes what is imported under another name."""
    statement, expression = line.split("|")
    return f"import tensorflow as tf\n{statement}\ndef f(x): pass\nf({expression})\n"


SAID_OF_ALIASES = Together({line: imported(line) for line in ALIASES.split("\n") if line})


@pytest.mark.parametrize("line", [line for line in ALIASES.split("\n") if line])
def test_modules_are_known_by_all_their_names(line: str) -> None:
    assert SAID_OF_ALIASES[line].of("f").verdict.parameters[0].tensor is True


SUBCLASSES = {
    "layer with super().call": (
        "class L(tf.keras.layers.Dense):\n    def call(self, x):\n        y = super().call(x)\n        f(y)\n        return y\nL(1)(tf.ones(1))"
    ),
    "super().__call__": (
        "class L(tf.keras.layers.Layer):\n    def __call__(self, x):\n        y = super().__call__(x)\n        f(y)\n        return y\n"
        "    def call(self, x):\n        return x\nL()(tf.ones(1))"
    ),
    "train_step": (
        "class M(tf.keras.Model):\n    def train_step(self, data):\n        x, y = data\n        f(x)\n        return {}\n"
        "m = M()\nm.compile()\nm.fit(tf.ones(3), tf.ones(3))"
    ),
    "metric": (
        "class M(tf.keras.metrics.Metric):\n    def __init__(self):\n        super().__init__()\n"
        "        self.total = self.add_weight(name='t')\n    def update_state(self, y, p, w=None):\n        self.total.assign_add(1.)\n"
        "    def result(self):\n        return self.total\nf(M().result())"
    ),
    "inherited metric": "class M(tf.keras.metrics.Mean):\n    pass\nm = M()\nm.update_state(tf.ones(1))\nf(m.result())",
    "loss": (
        "class L(tf.keras.losses.Loss):\n    def call(self, y, p):\n        f(p)\n        return p\nL()(tf.ones(1), tf.ones(1))"
    ),
    "result of a loss": (
        "class L(tf.keras.losses.Loss):\n    def call(self, y, p):\n        return p\nf(L()(tf.ones(1), tf.ones(1)))"
    ),
    "schedule": (
        "class S(tf.keras.optimizers.schedules.LearningRateSchedule):\n    def __call__(self, step):\n        f(step)\n        return step\n"
        "tf.keras.optimizers.Adam(S()).apply_gradients([])"
    ),
    "module": (
        "class M(tf.Module):\n    def __init__(self):\n        super().__init__()\n        self.v = tf.Variable(1.)\nf(M().trainable_variables[0])"
    ),
    "weights of a subclass of a subclass": (
        "class A(tf.keras.Model):\n    pass\nclass B(A):\n    pass\nf(B().weights[0])"
    ),
    "method of a base": "class A(tf.keras.layers.Layer):\n    pass\nf(A().add_weight(shape=(1,)))",
    "super().add_weight": (
        "class A(tf.keras.layers.Layer):\n    def add_weight(self, **k):\n        w = super().add_weight(**k)\n        f(w)\n        return w\nA().add_weight()"
    ),
    "attribute through self": (
        "class A(tf.keras.Model):\n    def step(self):\n        f(self.trainable_variables[0])\nA().step()"
    ),
    "optimizer of self": (
        "class A(tf.keras.Model):\n    def step(self):\n        f(self.optimizer.iterations)\nA().step()"
    ),
    "subclass of a dict": "class D(dict):\n    pass\nd = D()\nd['a'] = tf.ones(1)\nf(d['a'])",
    "subclass of a list": "class L(list):\n    pass\nl = L()\nl.append(tf.ones(1))\nf(l[0])",
    "sequence": (
        "class S(tf.keras.utils.Sequence):\n    def __getitem__(self, i):\n        return tf.ones(1)\nf(S()[0])"
    ),
    "cell": (
        "class C(tf.keras.layers.Layer):\n    def call(self, inputs, states):\n        f(inputs)\n        return inputs, states\n"
        "tf.keras.layers.RNN(C())(tf.ones((1, 2, 3)))"
    ),
    "constraint": (
        "class C(tf.keras.constraints.Constraint):\n    def __call__(self, w):\n        f(w)\n        return w\n"
        "tf.keras.layers.Dense(1, kernel_constraint=C())(tf.ones((1, 1)))"
    ),
}


@pytest.mark.parametrize("code", SUBCLASSES.values(), ids=SUBCLASSES.keys())
def test_classes_of_the_project_inherit_what_frameworks_define(judge: Judge, code: str) -> None:
    assert judge(f"import tensorflow as tf\ndef f(x): pass\n{code}\n")["f"].parameters[0].tensor is True


def test_operations_with_several_results_have_them_by_name(judge: Judge) -> None:
    code = "def f(x, y): pass\nbest = tf.math.top_k(tf.ones(3), 2)\nf(best.values, tf.unique(tf.ones(3)).idx)\n"
    assert [p.tensor for p in judge(f"import tensorflow as tf\n{code}")["f"].parameters] == [True, True]


CALLBACKS = {
    "scipy.optimize": "import scipy.optimize as o\no.fmin_cg(f, [1.0])",
    "scipy.integrate": "from scipy.integrate import quad\nquad(f, 0, 1)",
    "pandas": "import pandas as pd\npd.DataFrame({}).apply(f)",
    "re": "import re\nre.compile('a').sub(f, 'a')",
    "signal": "import signal\nsignal.signal(signal.SIGINT, f)",
}


@pytest.mark.parametrize("code", CALLBACKS.values(), ids=CALLBACKS.keys())
def test_libraries_call_what_they_are_given(judge: Judge, code: str) -> None:
    verdict = judge(
        f"def f(*x):\n    print(x)\ndef caller():\n    {code.replace(chr(10), chr(10) + '    ')}\ncaller()\n"
    )
    assert verdict["f"].callers.called is True
    assert "output" in [effect.what for effect in verdict["caller"].computation.effects]
