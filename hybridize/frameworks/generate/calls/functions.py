"""Functions of TensorFlow and NumPy, called again and again."""

from __future__ import annotations

import random
import re
import time
from typing import Any, Dict, List, Optional

from .drawing import Draw, Drawer, Spec
from .draws import BY_FUNCTION, BY_PARAMETER, OPTIONAL, SKIPPED
from .values import Maker, Rest, blurred, find, plain_defaults, signature


class Caller:
    """Calls one function or layer again and again."""

    def __init__(self, maker: Maker, task: Dict[str, Any]) -> None:
        self.maker, self.task, self.name = maker, task, task["name"]
        self.package = "numpy" if self.name.startswith("numpy.") else "tensorflow"
        self.function = find(task.get("path", self.name))
        self.chance = random.Random(f"{self.name} {task.get('seed', 0)}")
        self.names = [each.lstrip("*") for each in task["parameters"]]
        self.starred = {each.lstrip("*") for each in task["parameters"] if each.startswith("*")}
        self.parameters, self.defaults = signature(self.function, task["parameters"])
        starred = next((place for place, each in enumerate(self.names) if each in self.starred), len(self.names))
        self.optional = {*self.defaults, *self.names[starred + 1 :]}
        """What may be left out: also what stands behind a star, of which functions in C tell no default."""

    def draws(self) -> Dict[str, Draw]:
        own: Dict[str, Draw] = {}
        for pattern, draws in BY_FUNCTION:
            if re.search(pattern, self.name):
                own.update(draws)
        return own

    def arguments(self) -> Dict[str, Spec]:
        """Drawn arguments for the required parameters and some of the others."""
        drawer = Drawer(self.chance, self.package, self.name)
        own, found = self.draws(), {}
        for parameter in self.parameters:
            name = parameter.lstrip("*")
            if SKIPPED.match(name) and name not in own and name in self.optional:
                continue
            draw = own.get(name) or next((way for pattern, way in BY_PARAMETER if re.search(pattern, name)), None)
            share = 0.5 if draw is not None else 0.75 if OPTIONAL.match(name) else 1.0
            if name in self.optional and drawer.maybe(share):
                continue
            if parameter.startswith("*") and draw is None:
                continue
            spec = (draw or Drawer.value)(drawer)
            if spec != ["omitted"]:
                found[name] = spec
        return found

    def call(self, arguments: Dict[str, Spec]) -> Spec:
        """The description of what a call gives. Raises whatever the call raises."""
        maker = self.maker
        if self.package == "numpy":
            return maker.describe(self.called(arguments))
        with maker.tf.Graph().as_default():
            return maker.describe(self.called(arguments))

    def eagerly(self, arguments: Dict[str, Spec]) -> Optional[Spec]:
        """The same of a call that is really made; None if that fails: shape functions do not see all mistakes."""
        self.maker.eager = True
        try:
            return self.maker.describe(self.called(arguments))
        except Exception:
            return None
        finally:
            self.maker.eager = False

    def called(self, arguments: Dict[str, Spec]) -> Any:
        return self.with_values({name: self.maker.make(arguments[name]) for name in self.names if name in arguments})

    def with_values(self, values: Dict[str, Any]) -> Any:
        """What a call gives: the arguments by position, up to the first one that is left out or behind a star."""
        positional: List[Any] = []
        keywords: Dict[str, Any] = {}
        skipped = False
        for name in self.names:
            if name not in values:
                skipped = True
            elif isinstance(values[name], Rest):
                positional += values[name].values
            elif skipped:
                keywords[name] = values[name]
            else:
                positional.append(values[name])
            skipped = skipped or name in self.starred
        if self.names[:1] != ["self"]:
            return self.function(*positional, **keywords)
        found = getattr(positional[0], self.name.rpartition(".")[2])(*positional[1:], **keywords)
        if found is NotImplemented:
            raise TypeError
        return found

    def run(self) -> Dict[str, Any]:
        """Calls that worked, each with calls of which less is known, and some that did not."""
        wanted, seconds = self.task.get("wanted", 60), self.task.get("seconds", 6)
        end, tried = time.process_time() + seconds, 0
        calls: List[Dict[str, Any]] = []
        failed: List[Dict[str, Spec]] = []
        errors: Dict[str, int] = {}
        while len(calls) < wanted and time.process_time() < end:
            arguments = self.arguments()
            tried += 1
            try:
                result = self.call(arguments)
            except Exception as error:
                eagerly = self.eagerly(arguments) if self.package != "numpy" else None
                if eagerly is not None:  # It works eagerly alone, as where a Python number comes before a tensor.
                    calls.append({"arguments": arguments, "result": eagerly, "blurred": [], "eager": eagerly})
                    continue
                failed.append(arguments)
                said = f"{type(error).__name__}: {error}"[:160]
                errors[said] = errors.get(said, 0) + 1
                continue
            found: Dict[str, Any] = {"arguments": arguments, "result": result, "blurred": []}
            if self.package != "numpy":
                found["eager"] = self.eagerly(arguments)
            for _ in range(0 if self.package == "numpy" else 2):
                less = {name: blurred(spec, self.chance) for name, spec in arguments.items()}
                try:
                    found["blurred"].append({"arguments": less, "result": self.call(less)})
                except Exception:
                    continue
            calls.append(found)
        common = sorted(errors, key=lambda each: -errors[each])[:3]
        return {
            "name": self.name,
            "tried": tried,
            "calls": calls,
            "failed": failed[:20],
            "defaults": plain_defaults(self.defaults, self.maker.np),
            "errors": common,
        }
