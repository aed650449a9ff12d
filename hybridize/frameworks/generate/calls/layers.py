"""Keras layers: made with arguments drawn at random, and called with symbolic inputs."""

from __future__ import annotations

import random
import re
import sys
import time
from typing import Any, Callable, Dict, List, Tuple

from .drawing import Spec
from .values import Maker, blurred, find, plain_defaults, signature

Draw = Callable[["LayerDrawer"], Spec]
LEFT_ALONE = re.compile(
    r"initializer$|regularizer$|constraint$|^(name|weights|trainable|lora_\w+|quantization_config|seed|mask|kwargs|args"
    r"|activation|recurrent_activation|use_bias|unit_forget_bias|stateful|unroll|use_cudnn|implementation|go_backwards"
    r"|reset_after|bias_axes|flash_attention|noise_shape|renorm\w*|synchronized|virtual_batch_size|fused|adjustment)$"
)  # fmt: skip
"""What changes neither shapes nor dtypes, or wants objects."""


class LayerDrawer:
    """Draws what a layer is made with, and what it is called with."""

    def __init__(self, chance: random.Random, name: str) -> None:
        self.chance = chance
        self.name = name.rpartition(".")[2]
        found = re.search(r"(\d)D", self.name)
        self.space = int(found[1]) if found else 0
        self.first = chance.random() < 0.15
        self.rank = chance.choice([2, 2, 3, 3, 4])
        self.inputs: List[Spec] = []

    def pick(self, *choices: Any) -> Any:
        return self.chance.choice(choices)

    def length(self) -> int:
        return int(self.pick(1, 2, 3, 4, 5, 6))

    def dtype(self) -> str:
        return str(self.pick("float32", "float32", "float32", "float64", "float16", "int32"))

    def tensor(self, shape: List[int]) -> Spec:
        return ["input", self.dtype(), shape]

    def shape(self, rank: int) -> List[int]:
        return [self.length() for _ in range(rank)]

    def of_space(self, *choices: int) -> Spec:
        if not self.space or self.chance.random() < 0.5:
            return ["constant", self.chance.choice(choices)]
        return ["tuple", [["constant", self.chance.choice(choices)] for _ in range(self.space)]]

    def margins(self) -> Spec:
        way = self.chance.random()
        if way < 0.35:
            return ["constant", self.pick(1, 2)]
        pairs: List[Spec] = [
            ["tuple", [["constant", self.pick(0, 1, 2)], ["constant", self.pick(0, 1)]]] for _ in range(self.space)
        ]
        if self.space == 1:
            return pairs[0]
        return ["tuple", pairs] if way < 0.7 else ["tuple", [["constant", self.pick(0, 1)] for _ in pairs]]

    def called_with(self) -> Dict[str, Spec]:
        """The arguments of the call."""
        if re.search("Embedding", self.name):
            return {"inputs": ["input", self.pick("int32", "int64"), self.shape(self.pick(1, 2, 3))]}
        if re.search(r"^(Add|Average|Multiply|Maximum|Minimum|Subtract|Concatenate|Dot)$", self.name):
            return {"inputs": ["list", self.like(self.pick(2, 2, 3) if self.name not in ("Subtract", "Dot") else 2)]}
        if self.name in ("Attention", "AdditiveAttention"):
            batch, steps, depth = self.length(), self.length(), self.length()
            query, value = [batch, self.length(), depth], [batch, steps, depth]
            return {"inputs": ["list", [["input", "float32", query], ["input", "float32", value]]]}
        if self.name in ("MultiHeadAttention", "GroupQueryAttention"):
            batch, depth = self.length(), self.length()
            return {
                "query": ["input", "float32", [batch, self.length(), depth]],
                "value": ["input", "float32", [batch, self.length(), self.length()]],
            }
        if self.name.startswith("ConvLSTM"):
            return {"inputs": self.spatial([self.length(), self.length()])}
        if self.space:
            return {"inputs": self.spatial([self.length()])}
        if re.search(r"^(LSTM|GRU|SimpleRNN)$", self.name):
            return {"inputs": self.tensor(self.shape(3))}
        if re.search(r"^(Resizing|CenterCrop|Random\w+|Rescaling)$", self.name):
            return {"inputs": self.tensor([*self.shape(self.pick(0, 1)), 8, 9, 3])}
        if self.name == "EinsumDense":
            return {"inputs": self.tensor(self.shape(3))}
        if self.name == "RepeatVector":
            return {"inputs": self.tensor(self.shape(2))}
        return {"inputs": self.tensor(self.shape(self.rank))}

    def spatial(self, before: List[int]) -> Spec:
        space = [self.pick(6, 7, 8, 9) for _ in range(self.space)]
        channels = self.pick(1, 2, 3, 4)
        return self.tensor([*before, channels, *space] if self.first else [*before, *space, channels])

    def like(self, count: int) -> List[Spec]:
        """Inputs of the same shape, some with a 1 in it."""
        first = self.tensor(self.shape(self.rank))
        found = [first]
        for _ in range(count - 1):
            shape = list(first[2])
            if self.chance.random() < 0.3:
                shape[self.chance.randrange(1, len(shape))] = self.pick(1, self.length())
            found.append(["input", first[1] if self.chance.random() < 0.8 else self.dtype(), shape])
        return found


def constant(*values: Any) -> Draw:
    return lambda drawer: ["constant", drawer.chance.choice(values)]


def target_shape(drawer: LayerDrawer) -> Spec:
    whole = 1
    for each in drawer.inputs[0][2][1:]:
        whole *= each
    divisors = [each for each in range(1, whole + 1) if whole % each == 0]
    part = drawer.chance.choice(divisors)
    found = drawer.pick([whole], [-1], [part, whole // part], [part, -1], [-1, part], [1, part, -1])
    return ["tuple", [["constant", each] for each in found]]


def order(drawer: LayerDrawer) -> Spec:
    found = list(range(1, len(drawer.inputs[0][2])))
    drawer.chance.shuffle(found)
    return ["tuple", [["constant", each] for each in found]]


def axis(drawer: LayerDrawer) -> Spec:
    given = drawer.inputs[0][1][0] if drawer.inputs[0][0] == "list" else drawer.inputs[0]
    return ["constant", drawer.pick(-1, -1, *range(1, len(given[2])))]


BY_PARAMETER: List[Tuple[str, Draw]] = [
    (r"^(units|filters|n|depth_multiplier|key_dim|num_heads|output_dim|value_dim|head_dim|height|width|num_\w+heads)$",
     constant(1, 2, 3, 4, 6)),
    (r"^(input_dim|num_bins|num_tokens|max_tokens)$", constant(10, 20)),
    (r"^(kernel_size|pool_size)$", lambda drawer: drawer.of_space(1, 2, 3)),
    (r"^(strides|dilation_rate)$", lambda drawer: drawer.of_space(1, 1, 2)),
    (r"^size$", lambda drawer: drawer.of_space(1, 2, 3)),
    (r"^(cropping)$", LayerDrawer.margins),
    (r"^data_format$", lambda drawer: ["constant", "channels_first" if drawer.first else "channels_last"]),
    (r"^(keepdims|return_sequences|return_state|mask_zero|antialias|center|scale)$", constant(True, False)),
    (r"^groups$", constant(1, 1, 2)),
    (r"^(rate|stddev|alpha|factor|\w+_factor|negative_slope|scale|max_value|l1|l2)$", constant(0.1, 0.25)),
    (r"^dtype$", constant("float32", "float64", "float16", "mixed_float16")),
    (r"^axis$", axis),
    (r"^axes$", constant(1, 2, -1)),
    (r"^target_shape$", target_shape),
    (r"^dims$", order),
    (r"^equation$", constant("abc,cd->abd", "abc,bcde->ade", "abc,cde->abde", "...x,xy->...y", "abc,cd->ad")),
    (r"^output_shape$", lambda drawer: drawer.pick(["constant", 4], ["tuple", [["constant", None], ["constant", 4]]],
                                                   ["tuple", [["constant", 2], ["constant", 3]]],
                                                   ["tuple", [["constant", None], ["constant", 2], ["constant", 3]]])),
    (r"^merge_mode$", constant("concat", "sum")),
    (r"^score_mode$", constant("dot")),
    (r"^activation$", constant("relu", "softmax", "tanh")),
    (r"^interpolation$", constant("nearest", "bilinear")),
]  # fmt: skip


class LayerCaller:
    """Makes one layer again and again, and calls it."""

    def __init__(self, maker: Maker, task: Dict[str, Any]) -> None:
        self.maker, self.task, self.name = maker, task, task["name"]
        self.cls = find(task.get("path", self.name))
        self.chance = random.Random(f"{self.name} {task.get('seed', 0)}")
        self.parameters, self.defaults = signature(self.cls, task["parameters"])

    def drawn(self) -> Tuple[Dict[str, Spec], Dict[str, Spec]]:
        """What the layer is made with, and what it is called with."""
        drawer = LayerDrawer(self.chance, self.name)
        calls = drawer.called_with()
        drawer.inputs = list(calls.values())
        made: Dict[str, Spec] = {}
        for name in dict.fromkeys([*self.parameters, "dtype"]):
            if (
                LEFT_ALONE.search(name)
                and name in self.defaults
                or name == "output_shape"
                and self.name.endswith("Attention")
            ):
                continue
            if name == "padding":
                if "Padding" in self.name:
                    made[name] = drawer.margins()
                elif self.chance.random() < 0.6:
                    made[name] = ["constant", drawer.pick("same", "valid")]
                continue
            draw = next((way for pattern, way in BY_PARAMETER if re.search(pattern, name)), None)
            optional = name in self.defaults or name == "dtype"
            if (
                draw is None
                or optional
                and name != "data_format"
                and self.chance.random() < (0.85 if name == "dtype" else 0.45)
            ):
                continue
            if name == "data_format" and not drawer.first and self.chance.random() < 0.8:
                continue
            made[name] = draw(drawer)
        return made, calls

    def call(self, made: Dict[str, Spec], calls: Dict[str, Spec]) -> Spec:
        maker = self.maker
        layer = self.cls(**{name: maker.make(spec) for name, spec in made.items()})
        given = {name: maker.make(spec) for name, spec in calls.items()}
        result = layer(given["inputs"]) if "inputs" in given else layer(**given)
        return maker.describe(result)

    def run(self) -> Dict[str, Any]:
        wanted, end = self.task.get("wanted", 50), time.process_time() + self.task.get("seconds", 8)
        calls: List[Dict[str, Any]] = []
        errors: Dict[str, int] = {}
        tried = 0
        while len(calls) < wanted and time.process_time() < end:
            made, inputs = self.drawn()
            tried += 1
            try:
                result = self.call(made, inputs)
            except Exception as error:
                said = f"{type(error).__name__}: {error}"[:160]
                errors[said] = errors.get(said, 0) + 1
                continue
            found: Dict[str, Any] = {"arguments": {**made, **inputs}, "result": result, "blurred": [], "eager": result}
            less = {name: blurred(spec, self.chance) for name, spec in inputs.items()}
            try:
                found["blurred"].append({"arguments": {**made, **less}, "result": self.call(made, less)})
            except Exception:
                errors["with less known"] = errors.get("with less known", 0) + 1
            calls.append(found)
            if len(calls) % 20 == 0:
                self.maker.keras.backend.clear_session()
        common = sorted(errors, key=lambda each: -errors[each])[:3]
        return {
            "name": self.name, "tried": tried, "calls": calls, "failed": [], "errors": common,
            "defaults": plain_defaults(self.defaults, sys.modules["numpy"]),
        }  # fmt: skip
