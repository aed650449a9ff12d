"""From what releases say about themselves to entries of the data files, with the source that decided each kind.

The sources, the surest first: operation definitions, annotations, probes (what came back), docstrings, bodies. The
overlay comes last and decides over all of them; `Decision.source` says who did.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from hybridize.frameworks.generate import evidence, probing

SOURCES = ("operation", "annotation", "probe", "docstring", "body")
"""In the order in which they are believed."""
PLAIN_LINEAGE = re.compile(
    r"google\..*Message|enum\.\w*Enum|builtins\.(tuple|Exception|BaseException|str|int|dict)|^enum\."
)
"""Classes whose instances are certainly no tensors and hold none."""
CONSTANTS: Mapping[str, str] = {
    "builtins.str": "str", "builtins.int": "int", "builtins.float": "float", "builtins.bool": "bool",
    "builtins.bytes": "bytes", "builtins.NoneType": "none", "numpy.ndarray": "ndarray",
}  # fmt: skip
TENSOR_WORDS = re.compile(r"(?<![:.\w])(tensor|sparse|ragged|keras)\b")


@dataclass
class Decision:
    """The kind of one symbol: what each source says, and what came of it."""

    kind: str = ""
    source: str = ""
    said: dict[str, str] = field(default_factory=dict)


class Derivation:
    """All entries of one inventory, before the overlay."""

    def __init__(
        self, inventory: Mapping[str, Any], probes: Mapping[str, list[str]], instances: Mapping[str, str] | None = None
    ) -> None:
        """`instances`: what instantiating a class gives, where people decided it."""
        self.instances = INSTANCES | dict(instances or {})
        self.symbols: Mapping[str, dict[str, Any]] = inventory["symbols"]
        self.operations = inventory["operations"]
        self.bodies = inventory["bodies"]
        self.inventory, self.probes = inventory, probes
        self.classes = self._classes()
        self.probed = probing.settled(probes, self.classes, self.symbols)
        self.operation_paths = {
            self.symbols[f"tensorflow.raw_ops.{name}"]["path"]: definition
            for name, definition in self.operations.items()
            if f"tensorflow.raw_ops.{name}" in self.symbols
        }
        self.decisions = {name: self._sources(name, facts) for name, facts in self.symbols.items()}
        self._settle()

    def _classes(self) -> dict[str, str]:
        """Public class names by the path of the class, and by its bare name where only one class bears it."""
        found: dict[str, str] = {}
        bare: dict[str, list[str]] = {}
        for name, facts in self.symbols.items():
            if facts["role"] == "class":
                found[facts["path"]] = name
                bare.setdefault(facts["path"].rpartition(".")[2], []).append(name)
        found.update({last: names[0] for last, names in bare.items() if len(names) == 1})
        return found

    def _sources(self, name: str, facts: dict[str, Any]) -> Decision:
        decision = Decision()
        if facts["role"] in ("class", "alias"):
            return decision
        if facts["role"] in ("constant", "attribute"):
            decision.said["annotation"] = CONSTANTS.get(facts["type"], "python")
            return decision
        package = name.partition(".")[0]
        operation = self.operation_paths.get(facts["path"])
        said = {
            "operation": evidence.from_operation(operation) if operation else "",
            "annotation": evidence.from_annotation(facts.get("annotation", ""), self.classes),
            "probe": self.probed.get(name, ""),
            "docstring": evidence.from_docstring(facts.get("returns", ""), package) if facts.get("returns") else "",
        }
        if facts.get("context"):
            said["annotation"] = "python"
        if facts.get("returns") and not said["docstring"]:
            said["docstring"] = self._named_class(facts["returns"])
        given = [f"arg:{parameter}" for parameter, _, _ in facts.get("signature", ())]
        if len(facts.get("body", ())) == 1 and facts["body"][0] in given:
            said["probe"] = f"arg:{given.index(facts['body'][0])}"
        if self._holds_what_is_given(name) and TENSOR_WORDS.search(said["probe"]):
            said["probe"] = ""
        tensors = TENSOR_WORDS.search(said["probe"]) and not said["probe"].startswith("dict")
        plain = said["probe"] and not tensors and "none" not in said["probe"]
        if plain and "none" in facts.get("body", ()) and len(facts["body"]) > 1:
            said["probe"] += "|none"  # There is a `return None` that the arguments did not lead to.
        if package == "numpy" and said["docstring"] == "ndarray" and said["probe"] in ("int", "float", "bool"):
            said["probe"] = "ndarray"  # Which has scalars, too.
        decision.said = {source: self._returned_instance(kind) for source, kind in said.items() if kind}
        return decision

    def _holds_what_is_given(self, name: str) -> bool:
        """A property that shows an argument of the constructor, which `probe` chose as it liked."""
        facts, owner = self.symbols[name], self.symbols.get(name.rpartition(".")[0], {})
        shown = {name.rpartition(".")[2], *(word.removeprefix("attr:").lstrip("_") for word in facts.get("body", ()))}
        given = shown & {parameter for parameter, _, _ in owner.get("signature", ())}
        field = facts.get("summary", "").startswith("Alias for field number")
        return facts["role"] == "property" and bool(given or field) and ".linalg." not in name

    def _named_class(self, text: str) -> str:
        """The instance that a docstring names: "A `tf.distribute.DistributedDataset`"."""
        pattern = (
            r"(?:[Aa]n? |[Tt]he )?(?:new )?`?(?:tf\.|keras\.)?([\w.]*\b[A-Z]\w+)`?(?: (?:object|instance)|\.? |\.?$)"
        )
        match = re.match(pattern, text)
        name = match[1] if match else ""
        known = self.classes.get(name.rpartition(".")[2], "")
        return f"instance:{known}" if known else ""

    def _returned_instance(self, kind: str) -> str:
        """`instance:` of a class whose instances have a kind of their own is that kind."""
        if kind.startswith("instance:"):
            return self.instance(kind.removeprefix("instance:"))
        return kind

    def instance(self, name: str) -> str:
        """What instantiating a class gives."""
        facts = self.symbols.get(name, {})
        if name in self.instances:
            return self.instances[name]
        if "tensorflow.data.Dataset" in self.ancestors(name):
            return "dataset(unknown)"
        if any(PLAIN_LINEAGE.search(base) for base in facts.get("lineage", ())):
            return "python"
        return f"instance:{name}"

    def _settle(self) -> None:
        """Decide everything; bodies say more with each round, for they lead to what was decided before."""
        by_path = {
            facts["path"]: self.instance(name) for name, facts in self.symbols.items() if facts["role"] == "class"
        }
        by_path.update({path: evidence.from_operation(each) for path, each in self.operation_paths.items()})
        for _ in range(4):
            for name, facts in self.symbols.items():
                decision = self.decisions[name]
                if "body" in facts and "body" not in decision.said:
                    body = [self._method(name, word) for word in facts["body"]]
                    said = evidence.from_body(body, by_path, self.bodies)
                    if said and not (said == "none" and facts.get("returns")):
                        decision.said["body"] = said
                decision.source = next((source for source in SOURCES if source in decision.said), "")
                decision.kind = decision.said.get(decision.source, "")
                if facts["role"] in ("function", "method", "property"):
                    by_path.setdefault(facts["path"], decision.kind)

    def _method(self, name: str, word: str) -> str:
        """`method:f` and `attr:x` of a member's body: what its class says of `f` and `x`."""
        sort, _, member = word.partition(":")
        if sort not in ("method", "attr"):
            return word
        owner = name.rpartition(".")[0]
        for ancestor in self.ancestors(owner):
            decision = self.decisions.get(f"{ancestor}.{member}")
            if decision is not None and decision.kind in evidence.WORDS.values():
                return next(word for word, kind in evidence.WORDS.items() if kind == decision.kind)
        return word

    def ancestors(self, name: str) -> list[str]:
        """A class and its public bases, nearest first."""
        found = [name]
        for each in found:
            found += [base for base in self.symbols.get(each, {}).get("bases", ()) if base not in found]
        return found

    def entry(self, name: str, kind: str = "") -> dict[str, Any]:
        """The entry of a symbol as far as it can be derived; without a kind where no source knows it.

        `kind`: what people decided, in place of what the sources say.
        """
        facts, kind = self.symbols[name], kind or self.decisions[name].kind
        entry: dict[str, Any] = {}
        if facts["role"] == "class":
            entry["class"] = " ".join(facts["bases"])
        elif facts["role"] in ("constant", "attribute", "property"):
            owner = self.symbols.get(name.rpartition(".")[0], {})
            key = "attribute" if owner.get("role") == "class" else "constant"
            if kind:
                entry[key] = kind
        parameters = self.parameters(name)
        if parameters:
            entry["parameters"] = " ".join(parameters)
        if facts["role"] == "class":
            instance = self.instance(name)
            if instance != f"instance:{name}":
                entry["returns"] = instance
        elif facts["role"] in ("function", "method") and kind:
            entry["returns"] = kind
        tags = self.tags(name, entry.get("returns", ""))
        if tags:
            entry["tags"] = tags
        return entry

    def parameters(self, name: str) -> list[str]:
        """Names in order; `*args` keeps its star, `**kwargs` is left out."""
        facts = self.symbols[name]
        if facts["role"] == "class" and self.instance(name) == "python":
            return []
        found = []
        for parameter, kind, _ in facts.get("signature", ()):
            if kind != "VAR_KEYWORD":
                found.append(f"*{parameter}" if kind == "VAR_POSITIONAL" else parameter)
        return [] if found == ["*args"] else found

    def tags(self, name: str, returns: str) -> str:
        facts = self.symbols[name]
        found = []
        if facts.get("static"):
            found.append("static")
        if facts["role"] == "class":
            return " ".join(found)
        stateful = self.operation_paths.get(facts["path"], {}).get("stateful") and ".raw_ops." in name
        if TENSOR_WORDS.search(returns) and "iterator" not in returns or ".raw_ops." in name:
            found.append("computes")
        if stateful:
            found.append("stateful")
        if facts.get("context"):
            found.append("context")
        return " ".join(found)


INSTANCES: dict[str, str] = {
    "tensorflow.Tensor": "tensor",
    "tensorflow.Variable": "variable",
    "tensorflow.sparse.SparseTensor": "sparse",
    "tensorflow.RaggedTensor": "ragged",
    "tensorflow.TensorArray": "tensorarray",
    "tensorflow.data.Dataset": "dataset(unknown)",
    "keras.KerasTensor": "keras",
    "numpy.ndarray": "ndarray",
}
"""Classes whose instances have a kind of their own."""
