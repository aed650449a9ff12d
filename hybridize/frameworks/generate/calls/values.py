"""Arguments from their descriptions, and descriptions of what calls give."""

from __future__ import annotations

import importlib
import inspect
import os
import random
import warnings
from typing import Any, Callable, Dict, List, Optional, Tuple

from .drawing import Spec


class Rest:
    """The values of `*arguments`."""

    def __init__(self, values: List[Any]) -> None:
        self.values = values


class Maker:
    """Makes arguments of their descriptions, and descriptions of results."""

    def __init__(self) -> None:
        import numpy

        self.np = numpy
        self.tf: Any = None
        self.keras: Any = None
        self.eager = False
        """Whether tensors are made with values in them, in place of placeholders."""

    def load(self) -> None:
        import keras
        import tensorflow

        self.tf, self.keras = tensorflow, keras

    def make(self, spec: Spec) -> Any:
        sort, rest = spec[0], spec[1:]
        if sort == "constant":
            return rest[0]
        if sort == "list":
            return [self.make(each) for each in rest[0]]
        if sort == "tuple":
            return tuple(self.make(each) for each in rest[0])
        if sort == "rest":
            return Rest([self.make(each) for each in rest[0]])
        if sort == "text":
            return rest[0]
        if sort == "dtype":
            return getattr(self.tf or self.np, "bool_" if rest[0] == "bool" and self.tf is None else rest[0])
        if sort == "array":
            return self.array(*rest)
        if sort == "elements":
            return self.tf.constant(rest[1], getattr(self.tf, rest[0]), shape=[len(rest[1])])
        if sort == "value":
            return self.tf.constant(rest[1], rest[0])
        if sort == "lengths":
            return self.tf.TensorShape(rest[0])
        if sort in self.receivers:
            return self.receivers[sort](*rest)
        if self.eager:
            return self.tf.constant(self.array(*rest), rest[0])
        if sort == "input":
            return self.keras.Input(batch_shape=rest[1], dtype=rest[0])
        return self.tf.compat.v1.placeholder(rest[0], rest[1])

    @property
    def receivers(self) -> Dict[str, Callable[[str, List[int]], Any]]:
        """What makes objects that have methods, of a dtype and for a shape."""
        tf = self.tf
        return {
            "variable": lambda dtype, shape: tf.Variable(self.array(dtype, shape), dtype=dtype),
            "ragged": lambda dtype, shape: tf.RaggedTensor.from_row_splits(self.three(dtype), [0, 1, 3]),
            "sparse": lambda dtype, shape: tf.SparseTensor([[0, 0], [0, 1], [1, 1]], self.three(dtype), [2, 2]),
            "slices": lambda dtype, shape: tf.IndexedSlices(
                self.make(["tensor", dtype, shape]), tf.range(shape[0]) if shape else tf.constant([0])
            ),
            "tensor array": lambda dtype, shape: tf.TensorArray(dtype, 3),
        }

    def three(self, dtype: str) -> Any:
        return self.make(["tensor", dtype, [3]])

    def array(self, dtype: str, shape: List[int]) -> Any:
        np = self.np
        if dtype == "string":
            return np.full(shape, "a")
        whole = np.arange(int(np.prod(shape))).reshape(shape)
        if len(shape) > 1 and shape[-1] == shape[-2] and dtype.startswith("float"):
            return (np.eye(shape[-1]) * 3 + 0.1 * (whole % 2)).astype(dtype)
        return (whole % 2).astype(dtype)

    def describe(self, value: Any) -> Spec:
        np, tf = self.np, self.tf
        if isinstance(value, np.ndarray):
            return ["array", self.array_dtype(value.dtype), list(value.shape)]
        if isinstance(value, np.generic):
            return ["array", self.array_dtype(value.dtype), []]
        if isinstance(value, (list, tuple)):
            return ["list", [self.describe(each) for each in value]]
        if value is None or isinstance(value, (bool, int, float, complex, str)):
            return ["python", type(value).__name__]
        if tf is not None:
            if isinstance(value, tf.RaggedTensor):
                return ["ragged", value.dtype.name, self.dimensions(value.shape), value.ragged_rank]
            if isinstance(value, tf.SparseTensor):
                return ["sparse", value.dtype.name, self.dimensions(value.shape)]
            if isinstance(value, tf.Variable):
                return ["variable", value.dtype.name.replace("_ref", ""), self.dimensions(value.shape)]
            if isinstance(value, tf.Tensor):
                return ["tensor", value.dtype.name, self.dimensions(value.shape)]
            if type(value).__name__ == "KerasTensor":
                dtype = getattr(value.dtype, "name", value.dtype)
                return ["keras", dtype, self.dimensions(tf.TensorShape(value.shape))]
        return ["other", type(value).__name__]

    def array_dtype(self, dtype: Any) -> str:
        return {"U": "string", "S": "string", "O": "object"}.get(dtype.kind) or str(dtype.name)

    def dimensions(self, shape: Any) -> Optional[List[Optional[int]]]:
        return None if shape.rank is None else [None if each is None else int(each) for each in shape.as_list()]


def loaded() -> Maker:
    """A maker with the installed release, which is kept from warning of what is tried."""
    warnings.simplefilter("ignore")
    os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
    maker = Maker()
    maker.load()
    maker.tf.get_logger().setLevel("ERROR")
    return maker


def blurred(spec: Spec, chance: random.Random) -> Spec:
    """The description of an argument of which less is known."""
    sort = spec[0]
    if sort in ("list", "tuple", "rest"):
        return [sort, [blurred(each, chance) for each in spec[1]]]
    if sort in ("tensor", "input"):
        if sort == "tensor" and chance.random() < 0.12:
            return [sort, spec[1], None]
        return [sort, spec[1], [None if chance.random() < 0.3 else each for each in spec[2]]]
    if sort == "elements" and chance.random() < 0.4:
        return ["tensor", spec[1], [len(spec[2])]]
    return spec


def find(name: str) -> Any:
    """The object of a qualified name."""
    words = name.split(".")
    for cut in range(len(words), 0, -1):
        try:
            found = importlib.import_module(".".join(words[:cut]))
        except ImportError:
            continue
        for word in words[cut:]:
            found = getattr(found, word)
        return found
    raise ImportError(name)


def signature(function: Any, known: List[str]) -> Tuple[List[str], Dict[str, Any]]:
    """The parameters of a function by the names of the data files, `known`, and the defaults."""
    try:
        found = list(inspect.signature(function).parameters.values())
    except (TypeError, ValueError):
        return known, {each: None for each in known[2 if "out" in known[2:] else len(known) :]}
    defaults = {}
    for index, each in enumerate(found):
        name = each.name if each.name in known or index >= len(known) else known[index]
        if each.default is not each.empty:
            defaults[name] = each.default
    present = {each.name for each in found}
    wild = any(each.kind is each.VAR_KEYWORD for each in found)
    renamed = {index for index, each in enumerate(found) if each.name not in {name.lstrip("*") for name in known}}
    names = [name for index, name in enumerate(known) if wild or name.lstrip("*") in present or index in renamed]
    return names, defaults


def plain_defaults(defaults: Dict[str, Any], np: Any) -> Dict[str, Any]:
    """The defaults that a rule can say."""
    found = {}
    for name, value in defaults.items():
        if hasattr(value, "as_numpy_dtype") or isinstance(value, type) and issubclass(value, np.generic):
            found[name] = getattr(value, "name", None) or np.dtype(value).name
        elif isinstance(value, type) and value in (bool, int, float):
            found[name] = np.dtype(value).name
        elif repr(value) == "<no value>":
            found[name] = None
        elif value is None or isinstance(value, (bool, int, float, str)):
            found[name] = value
        elif isinstance(value, (list, tuple)) and all(isinstance(each, (int, str)) for each in value):
            found[name] = list(value)
    return found
