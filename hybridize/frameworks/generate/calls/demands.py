"""`python demands.py OUTPUT`: which ranks and lengths the Keras layers of an installed release take.

Run by `layer_inputs` inside that release's interpreter. A layer is made with as few arguments as it needs, called with
a symbolic input of each rank, and then traced with inputs that differ from the first in one length, or in the rank.
"""

from __future__ import annotations

import json
import os
import re
import sys
from typing import Any, Dict, List, Optional, Set, Tuple

LENGTHS = (8, 9, 7, 11, 10)
"""The lengths behind the batch axis, each another one."""
TRIED: Tuple[Dict[str, Any], ...] = (
    {}, {"units": 3}, {"filters": 3, "kernel_size": 2}, {"kernel_size": 2}, {"n": 2}, {"rate": 0.1}, {"stddev": 0.1},
    {"input_dim": 10, "output_dim": 4},
)  # fmt: skip
"""What layers may have to be made with."""
WANTED = re.compile(
    r"^(Activation|ActivityRegularization|AlphaDropout|AveragePooling\dD|BatchNormalization|Conv\dD(Transpose)?"
    r"|ConvLSTM\dD|Cropping\dD|Dense|DepthwiseConv\dD|Dropout|ELU|Embedding|Flatten|GRU|Gaussian\w+|Global\w+\dD"
    r"|LSTM|LayerNormalization|LeakyReLU|LocallyConnected\dD|Masking|MaxPooling\dD|PReLU|ReLU|RepeatVector"
    r"|SeparableConv\dD|SimpleRNN|Softmax|SpatialDropout\dD|UpSampling\dD|ZeroPadding\dD)$"
)
"""The layers of one input whose demands hang on nothing but it."""


class Trial:
    """One layer class of a release."""

    def __init__(self, tf: Any, cls: Any, made: Dict[str, Any]) -> None:
        self.tf, self.cls, self.made = tf, cls, made

    def first(self, layer: Any, shape: Tuple[int, ...]) -> str:
        """What a layer says to its first input; empty where it takes it."""
        try:
            layer(self.tf.keras.Input(batch_shape=(None, *shape)))
        except Exception as error:
            return str(error)
        return ""

    def later(self, layer: Any, shape: Tuple[int, ...]) -> bool:
        """Whether it takes another input."""
        try:
            self.tf.function(lambda x: layer(x)).get_concrete_function(self.tf.TensorSpec((None, *shape)))
        except Exception:
            return False
        return True

    def demands(self) -> Optional[Dict[str, Any]]:
        """What it demands; None where it takes every rank and every length."""
        ranks: List[int] = []
        kept: Optional[Set[int]] = None
        same_rank, said = True, ""
        for count in range(len(LENGTHS) + 1):
            shape, layer = LENGTHS[:count], self.cls(**self.made)
            problem = self.first(layer, shape)
            found = re.search(r"expected ((?:min_|max_)?ndim=\d+)", problem)
            said = said or (found[1] if found else "")
            if problem:
                continue
            ranks.append(count + 1)
            wrong = set()
            for axis in range(count):
                other = list(shape)
                other[axis] += 4
                if not self.later(layer, tuple(other)):
                    wrong.add(axis - count)
            kept = wrong if kept is None else kept & wrong
            others = [(8,) * (rank - 2) + shape[-1:] for rank in range(2, len(LENGTHS) + 2) if rank != count + 1]
            same_rank = same_rank and bool(shape) and not any(self.later(layer, other) for other in others)
        if len(ranks) > len(LENGTHS) and not kept:
            return None
        words = said or ("min_ndim=%d" % ranks[0] if len(ranks) > 1 else "ndim=%d" % ranks[0])
        return {"ranks": ranks, "said": words, "kept": sorted(kept or ()), "same rank": same_rank and len(ranks) > 1}


def main(output: str) -> int:
    import tensorflow as tf

    found: Dict[str, Any] = {}
    for name in sorted(dir(tf.keras.layers)):
        cls = getattr(tf.keras.layers, name)
        if not WANTED.search(name) or name != cls.__name__:
            continue
        for made in TRIED:
            try:
                cls(**made)
            except Exception:
                continue
            said = Trial(tf, cls, made).demands()
            if said is not None:
                found["keras.layers." + name] = said
            break
    with open(output, "w") as file:
        json.dump({"release": tf.__version__, "layers": found}, file)
    return 0


if __name__ == "__main__":
    os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
    sys.exit(main(sys.argv[1]))
