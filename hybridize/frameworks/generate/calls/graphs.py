"""`python -m calls.graphs TASKS RESULTS FIRST`: which calls of functions work eagerly, and raise in a graph.

Run by `graphs` inside a release's interpreter. Calls that work eagerly are made again in a graph, whose arguments are
the tensors of the call; and with a number in place of an argument that stands before a tensor of another dtype.
"""

from __future__ import annotations

import json
import os
import re
import sys
import threading
import time
from typing import Any, Callable, Dict, Iterator, List, Optional

from .drawing import Spec
from .functions import Caller
from .values import Maker, Rest, loaded

SECONDS = 5.0
"""Processor time for one function."""
HANGING = 60.0
"""Seconds after which a function is taken to hang."""
TRIED = 60
ENOUGH = 8
"""So many calls that work eagerly tell enough."""
NUMBERS = ((3, "float32"), (1.5, "float64"), (True, "float32"), (3, "int64"))
"""Numbers, each with a dtype that is not its own, for the tensors beside it."""
RANK = re.compile(r"must be rank (\d) but is rank")
"""What an error says where the shape function of a graph asks for more than what computes."""
NEEDING = re.compile(
    "OperatorNotAllowedInGraphError|Expected (bool|float|int|list)|symbolic|SymbolicTensor|Dimension value must|"
    "must be a sequence"
)
"""What an error says where a graph lacks the value of a tensor, or its elements."""


class Graphs:
    """Calls of one function, eagerly and in a graph."""

    def __init__(self, maker: Maker, task: Dict[str, Any]) -> None:
        self.maker, self.caller = maker, Caller(maker, {**task, "seed": 7})

    def found(self) -> Dict[str, Any]:
        """Parameters: tensors in `refused` and `taken`; numbers before tensors in `unconverted` and `converted`.

        `ranks` are those that a graph asks of parameters which eagerly may have another one.
        """
        end, count = time.process_time() + SECONDS, 0
        told: Dict[str, Any] = {"refused": [], "taken": [], "unconverted": [], "converted": [], "ranks": {}}
        for _ in range(TRIED):
            if count >= ENOUGH or time.process_time() > end:
                break
            drawn = self.caller.arguments()
            if not self.eagerly(drawn):
                continue
            count += 1
            tensors = [name for name in self.caller.names if name in drawn and drawn[name][0] == "tensor"]
            error = self.in_graph(drawn)
            if error is None:
                told["taken"].append(tensors)
            elif NEEDING.search(error):
                told["refused"].append(tensors)
            for name in self.before_tensors(drawn):
                self.with_numbers(drawn, name, told)
            for name in drawn:
                self.with_other_ranks(drawn, name, told)
                self.with_tensor(drawn, name, told)
        return told

    def with_tensor(self, drawn: Dict[str, Spec], name: str, told: Dict[str, Any]) -> None:
        if is_number(drawn[name]):
            dtype = "int32" if isinstance(drawn[name][1], int) else "float32"
            call = {**drawn, name: ["value", dtype, drawn[name][1]]}
            if self.eagerly(call):
                error = self.in_graph(call)
                if error is None or NEEDING.search(error):
                    told["taken" if error is None else "refused"].append([name])

    def with_other_ranks(self, drawn: Dict[str, Spec], name: str, told: Dict[str, Any]) -> None:
        for other in other_ranks(drawn[name]):
            call = {**drawn, name: other}
            found = RANK.search((self.in_graph(call) or "") if self.eagerly(call) else "")
            if found is not None:
                told["ranks"][name] = int(found.group(1))

    def before_tensors(self, drawn: Dict[str, Spec]) -> Iterator[str]:
        """The arguments that may be numbers, and stand before a tensor."""
        given = [name for name in self.caller.names if name in drawn]
        for at, name in enumerate(given):
            later = any(drawn[each][0] == "tensor" for each in given[at + 1 :])
            if later and drawn[name][0] in ("tensor", "array", "constant") and not isinstance(drawn[name][1], bool):
                yield name

    def with_numbers(self, drawn: Dict[str, Spec], name: str, told: Dict[str, Any]) -> None:
        for number, dtype in NUMBERS:
            numeric = {
                each: ["tensor", dtype, spec[2]] if spec[0] == "tensor" and spec[1] not in ("string", "bool") else spec
                for each, spec in drawn.items()
            }
            call = {**numeric, name: ["constant", number]}
            # With a tensor of its own dtype it works: it is the number that is refused.
            whole = {**numeric, name: ["tensor", dtype, []]}
            if self.eagerly(call):
                error = self.in_graph(call)
                if error is None:
                    told["converted"].append(name)
                elif NEEDING.search(error) is None and self.in_graph(whole) is None:
                    told["unconverted"].append(name)

    def eagerly(self, arguments: Dict[str, Spec]) -> bool:
        self.maker.eager = True
        try:
            self.caller.called(arguments)
        except Exception:
            return False
        finally:
            self.maker.eager = False
        return True

    def in_graph(self, arguments: Dict[str, Spec]) -> Optional[str]:
        """The error of the call in a graph that gets its tensors; None where it works."""
        maker = self.maker
        specs = [spec for name in self.caller.names if name in arguments for spec in tensors_of(arguments[name])]
        maker.eager = True
        given = [maker.make(spec) for spec in specs]
        maker.eager = False

        def body(*arrived: Any) -> int:
            left = iter(arrived)
            made = {name: replaced(arguments[name], left, maker) for name in self.caller.names if name in arguments}
            self.caller.with_values(made)
            return 0

        try:
            maker.tf.function(body, autograph=False)(*given)  # noqa: HYB002 - each call is to be traced anew
        except Exception as error:
            return f"{type(error).__name__}: {error}"
        return None


def tensors_of(spec: Spec) -> Iterator[Spec]:
    """The tensors in an argument."""
    if spec[0] in ("list", "tuple", "rest"):
        for each in spec[1]:
            yield from tensors_of(each)
    elif spec[0] in ("tensor", "value"):
        yield spec


def is_number(spec: Spec) -> bool:
    return spec[0] == "constant" and isinstance(spec[1], (int, float)) and not isinstance(spec[1], bool)


def other_ranks(spec: Spec) -> Iterator[Spec]:
    """An argument with one axis more or less: a list of a number, the number of a list, a tensor of another rank."""
    if is_number(spec):
        yield ["list", [spec]]
    elif spec[0] in ("list", "tuple") and spec[1] and spec[1][0][0] == "constant":
        yield spec[1][0]
    elif spec[0] == "tensor" and len(spec[2]) <= 1:
        yield ["tensor", spec[1], [] if spec[2] else [1]]


def replaced(spec: Spec, arrived: Iterator[Any], maker: Maker) -> Any:
    """An argument with what a graph gets in place of its tensors."""
    if spec[0] in ("list", "tuple", "rest"):
        values = [replaced(each, arrived, maker) for each in spec[1]]
        return values if spec[0] == "list" else tuple(values) if spec[0] == "tuple" else Rest(values)
    if spec[0] in ("tensor", "value"):
        return next(arrived)
    maker.eager = True
    try:
        return maker.make(spec)
    finally:
        maker.eager = False


def watch(begun: List[float]) -> None:
    """End the process where one function hangs: `calling` starts another one behind it."""
    while True:
        time.sleep(2)
        if time.time() - begun[0] > HANGING:
            os._exit(3)


def answer(asking: Callable[[Maker, Any], Any], tasks: str, results: str, first: str) -> int:
    """Write down what `asking(maker, task).found()` says of each task."""
    maker = loaded()
    with open(tasks) as file:
        wanted = json.load(file)
    begun = [time.time()]
    threading.Thread(target=watch, args=(begun,), daemon=True).start()
    with open(results, "a") as output:
        for task in wanted[int(first) :]:
            begun[0] = time.time()
            try:
                found = asking(maker, task).found()
            except (AttributeError, ImportError):
                found = {}
            output.write(json.dumps({"name": task["name"], **found}) + "\n")
            output.flush()
    return 0


if __name__ == "__main__":
    sys.exit(answer(Graphs, *sys.argv[1:]))
