"""What calls give back: functions, methods and properties of an installed release, tried with small arguments.

Run by `probing` inside that release's interpreter, as a script, with a file of tasks. It may die of what it calls; the
parent sees from the output how far it came and starts it again behind that place. Results are kinds as text, with
classes named by where they are defined (`instance:tensorflow.python.module.Class`).
"""

from __future__ import annotations

import contextlib
import heapq
import importlib
import io
import itertools
import json
import os
import re
import resource
import signal
import sys
import tempfile
import types
import warnings
from typing import Any, Dict, Iterator, List, Optional, Tuple

ATTEMPTS, SUCCESSES, SECONDS = 300, 4, 8
"""How many combinations of arguments are tried, after how many results it is enough, and how long one task may take."""
MEMORY = 12 << 30
PLAIN = (bool, int, float, str, bytes, type(None), type)
"""Arguments that may come back by accident: every `1` is the same object."""
TENSORS = frozenset({"tensor", "variable", "sparse", "ragged", "keras", "ndarray", "unknown"})


class Prober:
    """The values that calls are tried with, and what their results are."""

    def __init__(self) -> None:
        import keras
        import numpy
        import tensorflow

        self.tf, self.keras, self.np = tensorflow, keras, numpy
        self.instances: Dict[str, Any] = {}
        self.given: Dict[int, int] = {}
        tf, np = tensorflow, numpy
        matrix = tf.constant([[4.0, 1.0], [1.0, 3.0]])
        vector, indices = tf.constant([0.5, 0.25]), tf.constant([0, 1])
        image = tf.reshape(tf.range(96.0) / 96, [2, 4, 4, 3])
        text = tf.constant(["a b", "c"])
        sparse, ragged = tf.sparse.from_dense([[1.0, 0.0], [0.0, 2.0]]), tf.ragged.constant([[1.0], [2.0, 3.0]])
        dataset = tf.data.Dataset.range(4)
        generic = [
            matrix, vector, indices, 1, 0.5, image, "a", True, [2, 2], text, [matrix, matrix], tf.constant(1), sparse,
            ragged, tf.constant([True, False]), tf.cast(matrix, tf.complex64), lambda *given: given[0], dataset, None,
            tf.float32, tf.constant([[0, 1], [1, 0]]), tf.reshape(tf.range(16.0), [2, 4, 2]), {"a": matrix}, (2, 2),
            tf.Variable(matrix), tf.cast(matrix, tf.float64), tf.constant([1, 2], tf.int64), b"a", [0, 1], ["a", "b"],
            tf.zeros([2, 2, 2, 2, 2]), tf.TensorShape([2, 2]), tf.cast(vector, tf.complex64), tf.constant("a"),
        ]  # fmt: skip
        arrays = [
            np.array([[4.0, 1.0], [1.0, 3.0]]), np.array([0.5, 0.25]), np.array([0, 1]), 1, 0.5, "a", (2, 2), [1, 2],
            np.array([True, False]), np.float32, [[1.0, 2.0], [3.0, 4.0]], "f8", ["a"], None, lambda *given: given[0],
        ]  # fmt: skip
        self.generic = {"tensorflow": generic, "keras": generic, "numpy": arrays}
        self.named: List[Tuple[str, List[Any]]] = [
            (r"^(axis|dim|batch_dims|dimension|seed|fill_value|pad_value|low|minval|start)$", [0, 1]),
            (r"axes|^perm$|permutation", [[1, 0], 1, 2]),
            (r"dtype|_type$", [tf.float32, "float32", tf.int32, np.float32]),
            (r"output_shape|^shape$|^size$|new_shape|target_shape|input_shape|dense_shape",
             [[2, 2], (2, 2), 2, [2], (4, 4, 3), (3,)]),
            (r"^(units|filters|kernel_size|pool_size|n|num\w*|k|depth|input_dim|output_dim|batch_size|count|width)$",
             [2, 1, 3, 4]),
            (r"^(height|target_height|target_width|max_\w+|block_size|num_heads|key_dim|length|window_size|rank|ndim)$",
             [2, 1, 3, 4]),
            (r"^(groups|repeats?)$", [2, 1]),
            (r"rate|^prob|factor|stddev|mean|alpha|beta|gamma|scale|delta|lower|upper|limit|epsilon|temperature",
             [0.5, 0.25, 1, vector]),
            (r"^(image|images|inputs?|x|value|tensor|a|matrix|features|logits|data|values|labels|y_true|y_pred|y)$",
             []),
            (r"ind(ex|ices)|ids$", [indices, tf.constant([[0], [1]]), 0, [0, 1]]),
            (r"fn$|func|callable|function|^op$", [lambda *given: given[0], lambda: matrix, tf.nn.relu]),
            (r"dataset", [dataset, [dataset, dataset]]),
            (r"sp_input|sparse|^sp_", [sparse]),
            (r"ragged|^rt_", [ragged]),
            (r"string|text|bytes|name$|pattern|key$|prefix", ["a", text]),
            (r"path|file|dir|fname", [os.path.join(os.getcwd(), "made")]),
            (r"strides|ksize|dilation|stride|padding", [1, "SAME", "same", [1, 1, 1, 1], [[1, 1], [1, 1]]]),
            (r"layer$|cell", [keras.layers.Dense(2), keras.layers.LSTMCell(2)]),
            (r"layers|cells", [[keras.layers.Dense(2)]]),
            (r"model", [self.model()]),
            (r"optimizer", [keras.optimizers.SGD()]),
            (r"loss", [keras.losses.MeanSquaredError(), "mse"]),
            (r"identifier", ["relu", "mse", "adam", "zeros", "l2", "float32"]),
            (r"config", [{}]),
            (r"variables?$|var_list", [tf.Variable(matrix), [tf.Variable(matrix)]]),
            (r"cond|predicate|mask|bool", [tf.constant([True, False]), True, tf.constant(True)]),
        ]  # fmt: skip

    def model(self) -> Any:
        keras = self.keras
        inputs = keras.Input((2,))
        model = keras.Model(inputs, keras.layers.Dense(2)(inputs))
        model.compile("sgd", "mse")
        return model

    def candidates(self, parameter: str, package: str) -> List[Any]:
        found: List[Any] = []
        for pattern, values in self.named:
            if re.search(pattern, parameter):
                found += values
        return found + self.generic[package]

    def combinations(self, signature: Any, package: str) -> Iterator[Tuple[List[Any], Dict[str, Any]]]:
        """Arguments for the required parameters; the likeliest first."""
        required = [(name, kind) for name, kind, default in signature if not default and not kind.startswith("VAR_K")]
        required = [(name, kind) for name, kind in required if name != "self"]
        pools = [self.candidates(name, package) for name, _ in required]
        for _, choice in zip(range(ATTEMPTS), ranked([len(pool) for pool in pools])):
            positional: List[Any] = []
            keywords: Dict[str, Any] = {}
            for (name, kind), pool, index in zip(required, pools, choice):
                if kind == "KEYWORD_ONLY":
                    keywords[name] = pool[index]
                else:
                    positional.append(pool[index])
            yield positional, keywords

    def instance(self, names: List[str], signatures: Dict[str, Any]) -> Any:
        """An object of the first of some classes that can be made."""
        for name in names:
            if name not in self.instances:
                self.instances[name] = self.make(name, signatures.get(name, []))
            if self.instances[name] is not None:
                return self.instances[name]
        return None

    def make(self, name: str, signature: Any) -> Any:
        tf, keras, np = self.tf, self.keras, self.np
        recipes = {
            "tensorflow.Tensor": lambda: tf.constant([[4.0, 1.0], [1.0, 3.0]]),
            "tensorflow.Variable": lambda: tf.Variable([[4.0, 1.0], [1.0, 3.0]]),
            "tensorflow.sparse.SparseTensor": lambda: tf.sparse.from_dense([[1.0, 0.0], [0.0, 2.0]]),
            "tensorflow.RaggedTensor": lambda: tf.ragged.constant([[1.0], [2.0, 3.0]]),
            "tensorflow.TensorArray": lambda: tf.TensorArray(tf.float32, 2).unstack([[1.0], [2.0]]),
            "tensorflow.data.Dataset": lambda: tf.data.Dataset.from_tensor_slices([[1.0, 2.0], [3.0, 4.0]]),
            "tensorflow.data.Iterator": lambda: iter(tf.data.Dataset.range(9)),
            "tensorflow.Graph": tf.Graph,
            "tensorflow.Operation": lambda: placeholder(tf).op,
            "tensorflow.random.Generator": lambda: tf.random.Generator.from_seed(1),
            "tensorflow.distribute.Strategy": lambda: tf.distribute.OneDeviceStrategy("/cpu:0"),
            "tensorflow.GradientTape": lambda: tf.GradientTape(persistent=True),
            "tensorflow.types.experimental.ConcreteFunction": lambda: traced(tf).get_concrete_function(),
            "tensorflow.types.experimental.PolymorphicFunction": lambda: traced(tf),
            "tensorflow.dtypes.DType": lambda: tf.float32,
            "tensorflow.linalg.LinearOperator": lambda: tf.linalg.LinearOperatorIdentity(2),
            "keras.KerasTensor": lambda: keras.Input((2,)),
            "keras.Model": self.model,
            "keras.Sequential": lambda: built(keras.Sequential([keras.layers.Dense(2)]), tf),
            "keras.Variable": lambda: keras.Variable([[4.0, 1.0], [1.0, 3.0]]),
            "keras.optimizers.Optimizer": lambda: applied(keras.optimizers.SGD(momentum=0.5), tf),
            "numpy.ndarray": lambda: np.array([[4.0, 1.0], [1.0, 3.0]]),
            "numpy.generic": lambda: np.float64(1.5),
            "numpy.dtype": lambda: np.dtype("f8"),
            "numpy.random.Generator": lambda: np.random.default_rng(1),
            "numpy.ma.MaskedArray": lambda: np.ma.array([[1.0, 2.0], [3.0, 4.0]], mask=[[0, 1], [0, 0]]),
        }
        if name in recipes:
            with contextlib.suppress(Exception):
                return recipes[name]()
            return None
        try:
            owner = find(name)
        except (AttributeError, ImportError):
            return None
        for positional, keywords in itertools.islice(self.combinations(signature, name.partition(".")[0]), 60):
            try:
                made = owner(*positional, **keywords)
            except Exception:
                continue
            if isinstance(made, keras.layers.Layer):
                self.build(made)
            elif isinstance(made, keras.optimizers.Optimizer):
                with contextlib.suppress(Exception):
                    applied(made, tf)
            elif isinstance(made, keras.metrics.Metric):
                with contextlib.suppress(Exception):
                    made.update_state([[0.0, 1.0]], [[0.25, 0.75]])
            return made
        return None

    def build(self, layer: Any) -> None:  # noqa: HYB001 - each call gets another layer
        """Call a layer on inputs of some rank, so that it has its variables."""
        for shape in ((2, 4), (2, 4, 4), (2, 4, 4, 3), (2, 2, 4, 4, 3), (2, 2, 4, 4, 4, 3)):
            for given in (
                self.tf.ones(shape),
                [self.tf.ones(shape), self.tf.ones(shape)],
                self.tf.ones(shape, "int32"),
            ):
                with contextlib.suppress(Exception):
                    layer(given)
                    return

    def run(self, task: Dict[str, Any]) -> List[str]:
        """The kinds of what a task gave, as often as it worked."""
        name, package = task["name"], task["name"].partition(".")[0]
        if task["role"] == "function" or task.get("static"):
            target = find(name)
        else:
            instance = self.instance(task["classes"], task["signatures"])
            if instance is None:
                return []
            target = getattr(instance, name.rpartition(".")[2])
            if task["role"] in ("property", "attribute"):
                return [self.kind(target)]
        found: List[str] = []
        for positional, keywords in self.combinations(task["signature"], package):
            try:
                result = target(*positional, **keywords)
            except TimeoutError:
                break
            except Exception:
                continue
            self.given = {id(each): number for number, each in enumerate(positional) if not isinstance(each, PLAIN)}
            found.append(self.kind(result))
            self.given = {}
            if len(found) == SUCCESSES:
                break
        return found

    def kind(self, value: Any, depth: int = 0) -> str:
        tf, keras, np = self.tf, self.keras, self.np
        if id(value) in self.given:
            return "unknown" if depth else "arg:{}".format(self.given[id(value)])
        for kind, classes in (
            ("none", type(None)), ("bool", bool), ("ndarray", (np.ndarray, np.generic)), ("int", int),
            ("float", (float, complex)), ("str", str), ("bytes", bytes), ("variable", (tf.Variable, keras.Variable)),
            ("tensor", tf.Tensor), ("sparse", tf.SparseTensor), ("ragged", tf.RaggedTensor),
            ("tensorarray", tf.TensorArray), ("keras", keras.KerasTensor),
            ("python", (type, types.ModuleType, types.FunctionType, types.MethodType, types.BuiltinFunctionType)),
            ("python", (tf.TensorShape, tf.DType, tf.TypeSpec, np.dtype)),
        ):  # fmt: skip
            if isinstance(value, classes):
                return kind
        if depth > 2:
            return "unknown"
        if isinstance(value, tf.data.Dataset):
            return "dataset({})".format(self.spec(value.element_spec))
        if isinstance(value, tuple):
            members = [self.kind(each, depth + 1) for each in value]
            if hasattr(value, "_fields") and not any(re.search(r"\b{}\b".format(t), str(members)) for t in TENSORS):
                return "python"
            if len(members) > 4 and len(set(members)) == 1:
                return "tuple*({})".format(members[0])
            return "tuple({})".format(", ".join(members)) if members else "tuple"
        if isinstance(value, (list, dict, set, frozenset)):
            members = sorted(
                {self.kind(each, depth + 1) for each in (value.values() if isinstance(value, dict) else value)}
            )
            sort = "dict" if isinstance(value, dict) else "list" if isinstance(value, list) else "set"
            if sort == "dict" and not set(members) & {"tensor", "variable", "ndarray"}:
                return "dict(python)"
            return "{}({})".format(sort, "|".join(members)) if members else sort
        if isinstance(value, (types.GeneratorType, zip, map)) or type(value).__name__.endswith("_iterator"):
            return "iterator(unknown)"
        return "instance:" + ";".join("{}.{}".format(c.__module__, c.__qualname__) for c in type(value).__mro__[:-1])

    def spec(self, value: Any) -> str:
        """The kind of a data set's elements."""
        tf = self.tf
        if isinstance(value, tuple):
            return "tuple({})".format(", ".join(map(self.spec, value)))
        if isinstance(value, dict):
            return "dict({})".format(self.spec(next(iter(value.values()))))
        for kind, spec in (("sparse", tf.SparseTensorSpec), ("ragged", tf.RaggedTensorSpec), ("tensor", tf.TensorSpec)):
            if isinstance(value, spec):
                return kind
        return "dataset(tensor)" if isinstance(value, tf.data.DatasetSpec) else "unknown"


def ranked(lengths: List[int]) -> Iterator[Tuple[int, ...]]:
    """All choices of one index a pool, those with the smallest sum of indices first."""
    start = (0,) * len(lengths)
    heap, seen = [(0, start)], {start}
    while heap:
        total, choice = heapq.heappop(heap)
        yield choice
        for place, length in enumerate(lengths):
            after = choice[:place] + (choice[place] + 1,) + choice[place + 1 :]
            if after[place] < length and after not in seen:
                seen.add(after)
                heapq.heappush(heap, (total + 1, after))


def placeholder(tf: Any) -> Any:
    with tf.Graph().as_default():
        return tf.constant(1.0)


def traced(tf: Any) -> Any:
    function = tf.function(lambda: tf.constant(1.0))
    function()
    return function


def built(model: Any, tf: Any) -> Any:
    model(tf.ones([2, 2]))
    model.compile("sgd", "mse")
    return model


def applied(optimizer: Any, tf: Any) -> Any:
    variable = tf.Variable([1.0])
    optimizer.apply_gradients([(tf.constant([0.5]), variable)])
    return optimizer


def find(name: str) -> Any:
    """The object of a public name."""
    parts = name.split(".")
    found = importlib.import_module(parts[0])
    for count, part in enumerate(parts[1:], 2):
        try:
            found = getattr(found, part)
        except AttributeError:
            found = importlib.import_module(".".join(parts[:count]))
    return found


def alarm(number: int, frame: Optional[types.FrameType]) -> None:
    raise TimeoutError


def main(arguments: List[str]) -> None:
    """`probe.py TASKS OUTPUT FIRST`: run the tasks from number FIRST on; two lines each are appended to OUTPUT."""
    tasks = json.loads(open(arguments[0], encoding="utf-8").read())
    output = open(arguments[1], "a", encoding="utf-8", buffering=1)
    os.chdir(tempfile.mkdtemp())
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    warnings.simplefilter("ignore")
    prober = Prober()
    signal.signal(signal.SIGALRM, alarm)
    for number in range(int(arguments[2]), len(tasks)):
        output.write("{}\n".format(number))
        kinds: List[str] = []
        try:
            signal.alarm(SECONDS)
            with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
                kinds = prober.run(tasks[number])
        except BaseException:  # Whatever is called may raise whatever it likes, SystemExit too.
            kinds = []
        finally:
            signal.alarm(0)
        output.write(json.dumps([tasks[number]["name"], kinds]) + "\n")
    output.close()
    os._exit(0)


if __name__ == "__main__":
    main(sys.argv[1:])
