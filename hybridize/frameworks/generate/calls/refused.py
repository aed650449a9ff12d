"""`python -m calls.refused TASKS RESULTS FIRST`: which kinds of arguments functions of a release never take.

Run by `arguments` inside that release's interpreter. Calls that a graph takes are made again with one argument of
another kind: a tensor of another dtype or sort, a text, None, a dictionary, a number, any object, lists of texts and of
numbers. Of texts it is asked which are taken.
"""

from __future__ import annotations

import inspect
import re
import sys
import time
from functools import cached_property
from typing import Any, Dict, Iterator, List, Optional, Set

from .drawing import Spec
from .functions import Caller
from .graphs import answer
from .values import Maker, find

SECONDS = 1.5
"""Processor time for one function."""
TRIED = 40
ENOUGH = 8
"""So many calls that work tell enough."""
LEAST = 2
"""So many must work."""
DTYPES = ("bool", "complex64", "float32", "float64", "int32", "int64", "string")
RARE = ("bool", "complex64", "string", "int32")
"""Dtypes that few draws have, and some functions ask for."""
VALUES: Dict[str, List[Any]] = {
    "None": [None], "above": [1.5, 2.5, 4.0, 1e3], "below": [-0.5, -1.5, -4.0, -1e3], "bool": [True, False],
    "complex": [1j], "dict": [{}, {"a": 1}], "float": [0.5, 1.5, 0.0, 4.0],
    "function": [lambda *values, **named: None], "int": [1, 2, 0, 3, 5], "minus": [-1, -2, -7],
    "mixed": [["zz", 1], [1, "zz"], ["zz", 0.5], [[1, "zz"]]], "object": [object()], "str": ["zz"], "zero": [0],
}  # fmt: skip
"""Values of each kind: it is refused where all of them are."""
LISTS: Dict[str, List[Any]] = {"fractions": [0.5], "nones": [None], "texts": ["zz"], "wholes": [1, 0, 2]}
"""What lists hold that are as long as the argument in whose place they stand."""
SORTS = {"dense": "tensor", "ragged": "ragged", "sparse": "sparse"}
"""Tensors of other sorts."""
WITH_DTYPE = ("tensor", "array", "variable", "ragged", "slices", "sparse", "tensor array")
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
        self.maker, self.caller = maker, Caller(maker, {"seed": 7, **task})
        self.taken: Dict[str, Set[str]] = {}
        self.tried: Dict[str, int] = {}
        self.lists: Dict[str, int] = {}
        self.tensors: Dict[str, int] = {}
        self.sorts: Dict[str, int] = {}
        self.words: Dict[str, Set[str]] = {}

    def found(self) -> Dict[str, Any]:
        """By parameter: kinds that no call took, and words that one took where others were refused."""
        if GETTERS.match(self.caller.name):
            return {"refused": {"identifier": ["str"]}, "words": {"identifier": self.names()}, **self.bound()}
        end, count = time.process_time() + SECONDS, 0
        for _ in range(TRIED):
            if count >= ENOUGH or time.process_time() > end:
                break
            drawn = self.working(self.caller.arguments())
            if drawn is None:
                continue
            count += 1
            for name in drawn:
                self.with_others(drawn, name)
            for name, value in self.caller.defaults.items():
                spec = ["dtype", value.name] if hasattr(value, "as_numpy_dtype") else ["constant", value]
                plain = spec[0] == "dtype" or value is None or isinstance(value, (bool, int, float, str))
                few = isinstance(value, str) or self.tried.get(name, 0) < LEAST
                if plain and few and name not in drawn and name in self.caller.names:
                    self.with_others({**drawn, name: spec}, name)
        refused = {
            name: sorted(self.counted(name) - self.taken[name])
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

    def counted(self, name: str) -> Set[str]:
        """The kinds that were tried often enough at a parameter."""
        lists, dtypes = (found.get(name, 0) >= LEAST for found in (self.lists, self.tensors))
        values = {*VALUES, *(LISTS if lists else ())} if name != "self" else set()
        return {*values, *(DTYPES if dtypes else ()), *(SORTS if self.sorts.get(name, 0) >= LEAST else ())}

    def working(self, drawn: Dict[str, Spec]) -> Optional[Dict[str, Spec]]:
        """Arguments that are taken: these, or the same with tensors of another dtype. None where neither is."""
        if self.works(drawn):
            return drawn
        for dtype in RARE:
            other = {name: with_dtype(spec, dtype) for name, spec in drawn.items()}
            if other != drawn and self.works(other):
                return other
        return None

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
        parameters = parameters[1:] if self.caller.names[:1] == ["self"] else parameters
        kinds = {each.kind for each in parameters}
        if inspect.Parameter.VAR_POSITIONAL in kinds or inspect.Parameter.VAR_KEYWORD in kinds:
            return {}
        required = [each.name for each in parameters if each.default is inspect.Parameter.empty]
        most = sum(each.kind is not inspect.Parameter.KEYWORD_ONLY for each in parameters)
        return {"required": required, "names": [each.name for each in parameters], "most": most}

    def with_others(self, drawn: Dict[str, Spec], name: str) -> None:
        taken, spec = self.taken.setdefault(name, set()), drawn[name]
        self.tried[name] = self.tried.get(name, 0) + 1
        # Something else than a tensor has methods of its own.
        for kind, values in VALUES.items() if name != "self" else ():
            if kind not in taken and any(self.works({**drawn, name: ["constant", value]}) for value in values):
                taken.add(kind)
        other = filled(spec, None)
        self.lists[name] = self.lists.get(name, 0) + (bool(other[1]) and name != "self")
        for kind, held in LISTS.items() if other[1] and name != "self" else ():
            if kind not in taken and any(self.works({**drawn, name: filled(spec, each)}) for each in held):
                taken.add(kind)
        dense = one_tensor(spec)
        if name != "self" and dense is not None and self.caller.package != "numpy":
            self.sorts[name] = self.sorts.get(name, 0) + 1
            for kind, sort in SORTS.items():
                # Where it takes a dense tensor, it may take others, of a shape that fits.
                calls = [*with_sort(drawn, name, sort, dense)] if taken.isdisjoint({"dense", kind}) else []
                if any(self.works(each) or self.caller.eagerly(each) is not None for each in calls):
                    taken.add(kind)
        # What an array holds is converted.
        of_tensor = spec[0] in WITH_DTYPE and (spec[0] != "array" or self.caller.package == "numpy")
        self.tensors[name] = self.tensors.get(name, 0) + of_tensor
        for dtype in DTYPES if of_tensor else ():
            if dtype in taken:
                continue
            alone = {**drawn, name: with_dtype(spec, dtype)}
            alike = {each: with_dtype(other, dtype) for each, other in alone.items()}
            # Indices keep their dtype beside what they point into.
            kin = {each: alike[each] if other[1:2] == spec[1:2] else other for each, other in drawn.items()}
            if self.works(alone) or self.works(alike) or self.works(kin):
                taken.add(dtype)
        of_words = spec[0] in ("constant", "text") and (isinstance(spec[1], str) or spec[1] is None)
        if spec[0] == "dtype" or of_words and "str" not in taken:
            known = self.words.setdefault(name, set())
            # A function that makes texts of no numbers may make them of texts.
            texts = {each: with_texts(other) for each, other in drawn.items()}
            if isinstance(spec[1], str) and spec[0] != "dtype":
                known.add(spec[1])
            for word in NAMES if spec[0] == "dtype" or name.endswith("dtype") else self.candidates:
                if word not in known and any(self.works({**each, name: ["constant", word]}) for each in (drawn, texts)):
                    known.add(word)

    @cached_property
    def candidates(self) -> List[str]:
        """Words of the documentation and the program of the function."""
        function: Optional[Any] = inspect.unwrap(self.caller.function)
        texts: List[str] = [inspect.getdoc(each) or "" for each in (self.caller.function, function)]
        try:
            texts.append(inspect.getsource(function))  # type: ignore[arg-type]
        except (OSError, TypeError):
            pass
        found = {word for text in texts for word in WORD.findall(text)}
        return sorted({*found, *map(str.lower, found), *map(str.upper, found)})[:150]

    def works(self, arguments: Dict[str, Spec]) -> bool:
        """Whether a graph takes the call."""
        try:
            self.caller.call(arguments)
        except Exception:
            return False
        return True


def with_dtype(spec: Spec, dtype: str) -> Spec:
    """The same tensor of another dtype; what is no tensor stays."""
    return [spec[0], dtype, spec[2]] if spec[0] in WITH_DTYPE else spec


def with_sort(drawn: Dict[str, Spec], name: str, sort: str, dense: Spec) -> Iterator[Dict[str, Spec]]:
    """Calls with a tensor of another sort, beside what was drawn, tensors of that sort and numbers."""
    others = {each: one_tensor(other) for each, other in drawn.items()}
    alike = {each: drawn[each] if other is None else [sort, *other[1:]] for each, other in others.items()}
    numbers = {each: drawn[each] if other is None else ["tensor", other[1], []] for each, other in others.items()}
    for shape in (dense[2], [2, 2], [3, 4], [3]):
        for dtype in (dense[1], "int64"):
            for others_drawn in (drawn, alike, numbers):
                yield {**others_drawn, name: [sort, dtype, shape]}


def with_texts(spec: Spec) -> Spec:
    """The same with texts in place of numbers."""
    if spec[0] in WITH_DTYPE:
        return with_dtype(spec, "string")
    number = spec[0] == "constant" and isinstance(spec[1], (int, float)) and not isinstance(spec[1], bool)
    nested = spec[0] in ("list", "tuple")
    return ["constant", "zz"] if number else [spec[0], list(map(with_texts, spec[1]))] if nested else spec


def one_tensor(spec: Spec) -> Optional[Spec]:
    """A dense tensor of what a tensor is, or of what tensors of one shape in a list are together."""
    if spec[0] in WITH_DTYPE:
        return ["tensor", spec[1], spec[2]]
    inside = [each[1:3] for each in spec[1] if each[0] in WITH_DTYPE] if spec[0] in ("list", "tuple") else []
    if not inside or len(inside) < len(spec[1]) or any(each != inside[0] for each in inside):
        return None
    return ["tensor", inside[0][0], [len(inside), *inside[0][1]]]


def filled(spec: Spec, held: Any) -> Spec:
    """A list of the same lengths that holds something else."""
    leaf = ["constant", held]
    if spec[0] in ("list", "tuple"):
        return [spec[0], [filled(each, held) if each[0] in ("list", "tuple") else leaf for each in spec[1]]]
    if spec[0] == "elements":
        return ["list", [leaf] * len(spec[2])]
    if spec[0] in WITH_DTYPE:
        return nested(spec[2] or [1], held)
    return ["list", [leaf]]


def nested(lengths: List[int], held: Any) -> Spec:
    """Lists in lists."""
    inner = nested(lengths[1:], held) if lengths[1:] else ["constant", held]
    return ["list", [inner] * lengths[0]]


if __name__ == "__main__":
    sys.exit(answer(Refused, *sys.argv[1:]))
