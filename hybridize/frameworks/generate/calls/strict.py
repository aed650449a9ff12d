"""`python strict.py TASKS OUTPUT`: which functions of an installed release refuse arguments that do not go together.

Run by `refusals` inside that release's interpreter. A rule that says the same dtype of two arguments may only say what
came back for calls that worked; here they are called with two dtypes, and with two shapes.
"""

from __future__ import annotations

import json
import os
import sys
from itertools import combinations
from typing import Any, Dict, List


def find(tf: Any, name: str) -> Any:
    """The function of that qualified name."""
    found = tf
    for part in name.split(".")[1:]:
        found = getattr(found, part)
    return found


def works(function: Any, arguments: Dict[str, Any]) -> bool:
    try:
        function(**arguments)
    except Exception:
        return False
    return True


def refuses(tf: Any, function: Any, names: List[str], others: List[Any], first: Any) -> bool:
    """Whether it takes the same argument for all, and no other one for any of them."""
    if not works(function, dict.fromkeys(names, first)):
        return False
    for other in others:
        if not works(function, dict.fromkeys(names, other)):
            continue
        for one, two in combinations(names, 2):
            if any(works(function, {**dict.fromkeys(names, first), each: other}) for each in (one, two)):
                return False
    return True


def main(tasks: str, output: str) -> int:
    import tensorflow as tf

    with open(tasks) as file:
        wanted = json.load(file)
    found: Dict[str, List[str]] = {"dtypes": [], "shapes": []}
    first = tf.ones((4, 4))
    for what, others in (
        ("dtypes", [tf.ones((4, 4), "float64"), tf.ones((4, 4), "int32")]),
        ("shapes", [tf.ones((3, 3))]),
    ):
        for name, parameters in wanted[what].items():
            for start in (first, tf.ones((4, 4), "int32"), tf.ones((4, 4), "bool")):
                try:
                    function = find(tf, name)
                except AttributeError:
                    break
                rest = [tf.cast(each, start.dtype) if what == "shapes" else each for each in others]
                if refuses(tf, function, parameters, rest, start):
                    found[what].append(name)
                    break
    with open(output, "w") as file:
        json.dump(found, file)
    return 0


if __name__ == "__main__":
    os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
    sys.exit(main(*sys.argv[1:]))
