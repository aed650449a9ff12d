"""`python -m calls.refused TASKS RESULTS FIRST`: which kinds of arguments functions of a release never take.

Run by `arguments` inside that release's interpreter. Calls that a graph takes are made again with one argument of
another kind: a tensor of another dtype, a text, None, a dictionary, a number. Of texts it is asked which are taken.
"""

from __future__ import annotations

import inspect
import re
import sys
import time
from typing import Any, Dict, Iterator, List, Optional, Set

from .drawing import Spec
from .functions import Caller
from .graphs import answer
from .values import Maker, find

SECONDS = 0.6
"""Processor time for one function."""
TRIED = 40
ENOUGH = 5
"""So many calls that work tell enough."""
LEAST = 2
"""So many must work."""
DTYPES = ("bool", "complex64", "float32", "float64", "int32", "int64", "string")
VALUES: Dict[str, List[Any]] = {
    "None": [None], "bool": [True, False], "dict": [{}], "float": [0.5, 1.5, 0.0, 4.0], "int": [1, 2, 0, 3, 5],
    "minus": [-1, -2, -7], "str": ["zz"],
}  # fmt: skip
"""Values of each kind: it is refused where all of them are."""
GETTERS = re.compile(r"^keras\.\w+\.get$")
"""Functions of Keras that take the names of what their module has."""
ALSO = "acc BCE KLD MAE MAPE MSE MSLE bce ce cosine crossentropy kld l1 l1_l2 l2 linear logcosh mae mape mse".split()
NAMES = (
    *DTYPES, "bfloat16", "complex128", "double", "float16", "half", "int16", "int8", "uint16", "uint32", "uint64",
    "uint8",
)  # fmt: skip
WORD = re.compile(r"[`'\"]{1,2}([A-Za-z][\w.-]{0,30})[`'\"]{1,2}")
PLAIN = re.compile(r"[A-Za-z][\w.-]*")
"""How words are written in a docstring or a program."""


class Refused:
    """Calls of one function with one argument of another kind."""

    def __init__(self, maker: Maker, task: Dict[str, Any]) -> None:
        self.maker, self.caller = maker, Caller(maker, {**task, "seed": 7})
        self.taken: Dict[str, Set[str]] = {}
        self.tried: Dict[str, int] = {}
        self.tensors: Dict[str, int] = {}
        self.words: Dict[str, Set[str]] = {}

    def found(self) -> Dict[str, Any]:
        """By parameter: kinds that no call took, and words that one took where others were refused."""
        if GETTERS.match(self.caller.name):
            return {"refused": {"identifier": ["str"]}, "words": {"identifier": self.names()}, **self.bound()}
        end, count = time.process_time() + SECONDS, 0
        for _ in range(TRIED):
            if count >= ENOUGH or time.process_time() > end:
                break
            drawn = self.caller.arguments()
            if not self.works(drawn):
                continue
            count += 1
            for name in drawn:
                self.with_others(drawn, name)
        refused = {
            name: sorted({*VALUES, *(DTYPES if self.tensors.get(name, 0) >= LEAST else ())} - self.taken[name])
            for name, times in self.tried.items()
            if times >= LEAST
        }
        words = {name: sorted(found) for name, found in self.words.items() if "str" in refused.get(name, ())}
        for name, found in self.words.items():
            if name in words and not all(map(PLAIN.fullmatch, found)):
                # An equation, a template: there are more of them than anybody could list.
                refused[name].remove("str")
                del words[name]
        return {"refused": refused, "words": words, **self.bound()}

    def names(self) -> List[str]:
        """The names of what a function of Keras gets."""
        module = find(self.caller.name.rpartition(".")[0])
        found = {name for name in dir(module) if not name.startswith("_")}
        found |= {re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).lower() for name in found}
        names = sorted({*found, *map(str.lower, found), *ALSO})
        return [name for name in names if self.works({"identifier": ["constant", name]})]

    def bound(self) -> Dict[str, Any]:
        """How arguments are bound: the parameters without a default, all that have a name, the most by position."""
        try:
            parameters = list(inspect.signature(self.caller.function).parameters.values())
        except (TypeError, ValueError):
            return {}
        kinds = {each.kind for each in parameters}
        if inspect.Parameter.VAR_POSITIONAL in kinds or inspect.Parameter.VAR_KEYWORD in kinds:
            return {}
        required = [each.name for each in parameters if each.default is inspect.Parameter.empty]
        most = sum(each.kind is not inspect.Parameter.KEYWORD_ONLY for each in parameters)
        return {"required": required, "names": [each.name for each in parameters], "most": most}

    def with_others(self, drawn: Dict[str, Spec], name: str) -> None:
        taken, spec = self.taken.setdefault(name, set()), drawn[name]
        self.tried[name] = self.tried.get(name, 0) + 1
        for kind, values in VALUES.items():
            if kind not in taken and any(self.works({**drawn, name: ["constant", value]}) for value in values):
                taken.add(kind)
        of_tensor = spec[0] in ("tensor", "array")
        self.tensors[name] = self.tensors.get(name, 0) + of_tensor
        for dtype in DTYPES if of_tensor else ():
            if dtype in taken:
                continue
            alone = {**drawn, name: [spec[0], dtype, spec[2]]}
            alike = {
                each: [other[0], dtype, other[2]] if other[0] in ("tensor", "array") else other
                for each, other in alone.items()
            }
            if self.works(alone) or self.works(alike):
                taken.add(dtype)
        if spec[0] == "dtype" or (spec[0] in ("constant", "text") and isinstance(spec[1], str)):
            known = self.words.setdefault(name, set())
            if spec[0] != "dtype":
                known.add(spec[1])
            for word in NAMES if spec[0] == "dtype" else self.candidates():
                if word not in known and self.works({**drawn, name: ["constant", word]}):
                    known.add(word)

    def candidates(self) -> Iterator[str]:
        """Words of the documentation and the program of the function."""
        function: Optional[Any] = inspect.unwrap(self.caller.function)
        texts: List[str] = [inspect.getdoc(function) or ""]
        try:
            texts.append(inspect.getsource(function))  # type: ignore[arg-type]
        except (OSError, TypeError):
            pass
        found = {word for text in texts for word in WORD.findall(text)}
        yield from sorted({*found, *map(str.lower, found), *map(str.upper, found)})[:150]

    def works(self, arguments: Dict[str, Spec]) -> bool:
        """Whether a graph takes the call."""
        try:
            self.caller.call(arguments)
        except Exception:
            return False
        return True


if __name__ == "__main__":
    sys.exit(answer(Refused, *sys.argv[1:]))
