"""`python -m calls.strict TASKS OUTPUT`: which functions of a release refuse arguments that do not go together.

Run by `refusals` inside that release's interpreter. A rule that says the same dtype of two arguments may only say what
came back for calls that worked; here they are called with two dtypes, and with two shapes.
"""

from __future__ import annotations

import json
import sys
from itertools import combinations
from typing import Any, Dict, Iterator, List, Optional, Set, Tuple

from .drawing import Spec
from .functions import Caller
from .values import Maker, find, loaded

DRAWN = 1500
"""So many calls of a function are drawn to find some that work."""
ENOUGH = 8
"""So many that work tell enough, where each argument is among them."""
OTHERS = ("float64", "int32", "float32", "int64", "complex64")
"""The dtypes that are tried beside the one of a call."""

Place = Tuple[Any, ...]
"""Where an argument is: the parameter, and the places in lists inside it."""


def works(function: Any, arguments: Dict[str, Any]) -> bool:
    try:
        function(**arguments)
    except Exception:
        return False
    return True


def refuses_shapes(tf: Any, name: str, names: List[str]) -> bool:
    """Whether a function takes the same argument for all, and one of another shape for none of them."""
    try:
        function = find(name)
    except (AttributeError, ImportError):
        return False
    for dtype in ("float32", "int32", "bool"):
        one, other = (tf.cast(tf.ones((side, side)), dtype) for side in (4, 3))
        if works(function, dict.fromkeys(names, one)):
            return works(function, dict.fromkeys(names, other)) and not any(
                works(function, {**dict.fromkeys(names, one), each: other})
                for pair in combinations(names, 2)
                for each in pair
            )
    return False


class Strict:
    """Whether one function refuses tensors of two dtypes: calls that work are made again with one of them changed."""

    def __init__(self, maker: Maker, task: Dict[str, Any]) -> None:
        self.caller = Caller(maker, {**task, "seed": 7})
        self.task = task
        self.names: List[str] = task["compared"]

    def found(self) -> bool:
        """Whether it refuses each, and each parameter was tried."""
        tried: Set[str] = set()
        count = 0
        for _ in range(DRAWN):
            seen = self.tried(self.caller.arguments())
            if seen is None:
                return False
            tried |= seen
            count += bool(seen)
            if count >= ENOUGH and tried.issuperset(self.names):
                return True
        return bool(tried) and tried.issuperset(self.names)

    def tried(self, drawn: Dict[str, Spec]) -> Optional[Set[str]]:
        """The parameters for which a call with two dtypes is refused; None if one works."""
        for name in self.task["without"]:
            drawn.pop(name, None)
        given = [name for name in self.names if name in drawn]
        if len(self.names) > 1 and any(drawn[name][0] in ("list", "tuple") for name in given):
            return set()  # A list takes the dtype of a tensor beside it, whatever tensors are in it.
        places = [each for name in given for each in leaves(drawn[name], (name,))]
        if len(places) < 2:
            return set()
        first = next((spec[1] for _, spec in places if spec[0] in ("tensor", "array")), "float32")
        base = self.changed(drawn, places, first)
        if self.caller.eagerly(base) is None:
            return set()
        tried: Set[str] = set()
        for dtype in OTHERS:
            if dtype == first or self.caller.eagerly(self.changed(drawn, places, dtype)) is None:
                continue
            for place, spec in places:
                if self.works(self.changed(base, [(place, spec)], dtype)):
                    return None
                tried.add(place[0])
        return tried

    def works(self, arguments: Dict[str, Spec]) -> bool:
        """Whether a call works, eagerly or in a graph."""
        if self.caller.eagerly(arguments) is not None:
            return True
        try:
            self.caller.call(arguments)
        except Exception:
            return False
        return True

    def changed(self, arguments: Dict[str, Spec], places: List[Tuple[Place, Spec]], dtype: str) -> Dict[str, Spec]:
        """The arguments with tensors of a dtype at some places."""
        found: Dict[str, Spec] = json.loads(json.dumps(arguments))
        for place, spec in places:
            shape = spec[2] if spec[0] in ("tensor", "array") else []
            holder: Any = found
            for each in place[:-1]:
                holder = holder[each]
            holder[place[-1]] = ["tensor", dtype, shape]
        return found


def leaves(spec: Spec, place: Place) -> Iterator[Tuple[Place, Spec]]:
    """The tensors, arrays and numbers in an argument."""
    if spec[0] in ("list", "tuple", "rest"):
        for index, each in enumerate(spec[1]):
            yield from leaves(each, (*place, 1, index))
    elif spec[0] in ("tensor", "array") or spec[0] == "constant" and isinstance(spec[1], (int, float)):
        yield place, spec


def main(tasks: str, output: str) -> int:
    maker = loaded()
    with open(tasks) as file:
        wanted = json.load(file)
    found: Dict[str, List[str]] = {"dtypes": [], "shapes": []}
    for task in wanted["dtypes"]:
        try:
            strict = Strict(maker, task)
        except (AttributeError, ImportError):
            continue
        if strict.found():
            found["dtypes"].append(task["name"])
    for task in wanted["shapes"]:
        if refuses_shapes(maker.tf, task["name"], task["compared"]):
            found["shapes"].append(task["name"])
    with open(output, "w") as file:
        json.dump(found, file)
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
