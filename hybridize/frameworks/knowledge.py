"""Questions about everything outside the project: what a name is, what calling it gives back and does.

The answers come from the JSON files under `data/`, one a package, read when the first question about it is asked.
Names are canonicalised first, so that `tensorflow.keras.layers.Dense`, `tf_keras.layers.Dense` and
`tensorflow.python.keras.layers.core.Dense` are one class. A package without data is unknown: `lookup` says None, and
`policy` says in words what is assumed of it.

What a project says of its own helpers comes before the data; what installed distributions say of their packages
(`plugins`) is taken in when the first question about such a package comes.
"""

from __future__ import annotations

import json
import pkgutil
import re
import sys
import threading
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

from hybridize.frameworks.descriptions import description
from hybridize.frameworks.framework import Framework
from hybridize.frameworks.kinds import Kind, parse_kind
from hybridize.frameworks.plugins import RESERVED, Plugin, PluginError, installed
from hybridize.frameworks.traced import GRAPHS, Graphs, Traced

KIND_CLASSES: Mapping[str, str] = {
    "tensor": "tensorflow.Tensor",
    "variable": "tensorflow.Variable",
    "sparse": "tensorflow.sparse.SparseTensor",
    "ragged": "tensorflow.RaggedTensor",
    "keras": "keras.KerasTensor",
    "ndarray": "numpy.ndarray",
    "tensorarray": "tensorflow.TensorArray",
    "dataset": "tensorflow.data.Dataset",
    "iterator": "builtins.iterator",
    "tuple*": "builtins.tuple",
    "none": "builtins.NoneType",
    "globals": "builtins.dict",
    "property": "builtins.property",
    **{name: f"builtins.{name}" for name in "list set dict tuple int float str bytes bool python".split()},
}
"""The class whose methods and attributes a value of each kind has (`builtins.python`: any value that is no tensor)."""


_INHERITED = frozenset({"ndarray", "ragged", "sparse", "tensor", "tensorarray", "variable"})
"""Kinds of objects that a class has from its base: the variables of the first release are variables."""


@dataclass(frozen=True, slots=True)
class Callback:
    """The function calls one of its arguments."""

    parameter: str | int
    """Which argument is called: a name of `Symbol.parameters`, or a position."""
    arguments: tuple[Kind, ...]
    """What it is called with. `star:X`: the members of the tuple X, spread over several parameters."""
    hybrid: bool = False
    """The framework traces it."""
    structure: str = ""
    """A note on how it is called, for people."""


@dataclass(frozen=True, slots=True)
class Symbol:
    """A function, class, constant, module or method that is not the project's own."""

    name: str
    """The canonical name."""
    role: str
    """function | class | constant | module | method."""
    returns: Kind
    """What calling it gives; for a class: what instantiating gives; for a constant: its own kind."""
    effect: str = ""
    """"" = no Python side effect; output | input | random | clock | environment | file | mutates-receiver |
    configures-receiver | mutates-argument:N | switch | other | unknown."""
    parameters: tuple[str, ...] = ()
    """Their names in order, without self, as far as they are known."""
    callbacks: tuple[Callback, ...] = ()
    tags: frozenset[str] = frozenset()
    """docs/frameworks.md lists them."""
    known: bool = True
    """False: a default by the policy for its package, not an entry of its own."""
    since: str = ""
    """The first release that has it, if not all supported ones do: TensorFlow's for Keras too, NumPy's for NumPy."""
    until: str = ""
    """The last release that has it, likewise."""
    deprecated: str = ""
    """The release (or the words) with which its package deprecates it."""

    @property
    def is_gone_with_keras_3(self) -> bool:
        """Whether no release has it that brings Keras 3."""
        return bool(self.until) and tuple(int(part) for part in self.until.split(".")) <= (2, 15)


@dataclass(frozen=True, slots=True)
class Hook:
    """A method that the framework calls on subclasses of its own classes."""

    parameters: tuple[Kind, ...]
    """The kinds of the parameters after self."""
    keywords: tuple[tuple[str, Kind], ...] = ()
    """Further parameters by name, given only to methods that declare them."""
    invoked_by: str = ""
    """What leads to it: `__call__` (the instance is called), `fit`, `__init__` …; several methods between blanks."""
    effects_discarded: bool = False
    """It runs once, beforehand: its effects are not its caller's."""


@dataclass(frozen=True, slots=True)
class Helper:
    """What a project says of a function, class or method."""

    symbol: Symbol
    returns: bool
    """It says what a call gives back; otherwise that is found out from the body."""
    effect: bool
    """It says what a call does; likewise."""


_IMPORTS = re.compile(r"^[ \t]*(?:from|import)[ \t]+(.+)", re.MULTILINE)
_ROOTS = re.compile(r"(?:^|,)[ \t]*(\w+)")
"""In what follows the first word of an import: the outermost packages."""

COMPUTING = ("tensorflow.", "keras.")
"""How the names begin of what computes with tensors."""
OF_ARRAYS = ("numpy.", "scipy.", "sklearn.", "pandas.", "matplotlib.", "cv2.", "PIL.")
"""How the names begin of what needs the values of tensors."""
ASKING_ATTRIBUTES = frozenset(
    f"numpy.{name}"
    for name in (
        "diag_indices_from", "flip", "isscalar", "iterable", "ndim", "shape", "tril_indices_from", "triu_indices_from",
    )
)  # fmt: skip
"""NumPy's functions that ask an object for its attributes, as tensors have them, or cut it: its values are not needed.

By runs of all functions of NumPy on symbolic tensors (2.15 and 2.21): the others raise, but for odd arguments.
"""


@dataclass(frozen=True)
class _Table:
    """One data file as it is written."""

    symbols: dict[str, dict[str, Any]]
    aliases: dict[str, str]
    hooks: dict[str, dict[str, Any]]

    @cached_property
    def modules(self) -> frozenset[str]:
        """Every proper prefix of a name that is no name itself."""
        prefixes: set[str] = set()
        for name in self.symbols:
            for prefix in _prefixes(name.rpartition(".")[0]):
                if prefix in prefixes:
                    break
                prefixes.add(prefix)
        return frozenset(prefixes.difference(self.symbols))


class Knowledge:
    """Answers from the data files. One instance serves all runs with the same helpers: see `load`."""

    def __init__(
        self,
        helpers: Mapping[str, object] | None = None,
        plugins: Callable[[], Mapping[str, Plugin]] | None = None,
        read: Callable[[str], dict[str, Any]] | None = None,
    ) -> None:
        """`helpers` are descriptions by name (checked before), `plugins` finds the models by package.

        `read`: where the content of a data file comes from, by its name; by default from the installed files.
        """
        self._read = read or _read
        index = self._read("index")
        self._files: dict[str, str] = index["files"]
        self._renamed: dict[str, str] = index["renamed"]
        self._moved: dict[str, list[str]] = index["moved"]
        self._policies: dict[str, dict[str, str]] = index["policies"]
        self._frameworks: dict[str, dict[str, str]] = index["frameworks"]
        self._related_packages = frozenset(index["related"]["packages"])
        self._related_words = frozenset(index["related"]["words"])
        self._find_plugins = plugins
        self._plugins: dict[str, Plugin] = {}
        self._taken: set[str] = set()
        self._lock = threading.RLock()
        """Analyses in several threads share what is known of frameworks."""
        self._kin: dict[str, list[str]] = {}
        """Further classes whose members the values of a kind's class have."""
        self.problems: list[str] = []
        """Models that could not be used, in sentences."""
        self._tables: dict[str, _Table] = {}
        self._canonical: dict[str, str] = {}
        self._symbols: dict[str, Symbol | None] = {}
        self._entries: dict[str, dict[str, Any]] = {}
        self._members: dict[tuple[str, str], str | None] = {}
        self._lineages: dict[str, list[str]] = {}
        self._helpers: dict[str, dict[str, Any]] = {}
        self._patterns: dict[str, dict[str, Any]] = {}
        """Helpers described by `prefix.*`, by prefix."""
        for name, given in (helpers or {}).items():
            entry = description(name, given)
            if name.endswith(".*"):
                self._patterns[self._canonicalise(name.removesuffix(".*"))] = entry
            else:
                self._helpers[self._canonicalise(name)] = entry
        self._forget()

    @cached_property
    def traced(self) -> Traced:
        """What was run in a trace."""
        data = self._read("traced")
        return Traced(
            data["runs"], data["attributes"], data["pure"], data["asking"], data["functions"], data["modelled"]
        )

    @cached_property
    def graphs(self) -> Graphs:
        """What functions of TensorFlow and Keras refuse in a graph."""
        return Graphs(self._read(GRAPHS))

    def asked(self) -> frozenset[str]:
        """The names of which something was asked so far."""
        return frozenset({*self._symbols, *self._entries, *self._canonical.values()})

    def canonical(self, name: str) -> str:
        """The one name of what `name` names; unchanged where nothing is known."""
        found = self._canonical.get(name)
        if found is None:
            found = self._canonical[name] = self._canonicalise(name)
        return found

    def lookup(self, name: str) -> Symbol | None:
        """What a qualified name stands for; None for a package that nobody described.

        For a described package the answer is never None: what has no entry gets its package's policy (`known=False`).
        """
        try:
            return self._symbols[name]
        except KeyError:
            found = self._symbols[name] = self._symbol(self.canonical(name))
            return found

    @property
    def has_helpers(self) -> bool:
        """Whether the project describes helpers at all."""
        return bool(self._helpers or self._patterns)

    def helper(self, name: str) -> Helper | None:
        """What the project itself says of a name; None if it says nothing."""
        entry = self._described(name)
        if entry is None:
            return None
        return Helper(self._from_entry(name, entry), "returns" in entry, "effect" in entry)

    def framework(self, name: str) -> Framework | None:
        """The framework to which a name belongs; None for what is no framework."""
        found = self._frameworks.get(self.canonical(name).partition(".")[0])
        return Framework(found["title"], found["decorator"]) if found else None

    def describes(self, name: str) -> bool:
        """Whether a name has an entry, and is not only taken for what its package's policy says."""
        symbol = self.lookup(name)
        return symbol is not None and symbol.known

    def is_written_so(self, name: str) -> bool:
        """Whether a package has a name under this very spelling, in any supported release; its modules count as names.

        `lookup` also understands what the names of older releases have become.
        """
        known = self._without_prefixes(name)
        table = self._table(known)
        if table is None or known != name or known.partition(".")[2].startswith("_"):
            return True
        return known in table.symbols or known in table.aliases or known in table.modules or known in self._files

    def is_related(self, package: str) -> bool:
        """Whether a package works with the tensors of a framework: it is known to, or its name has a framework's word.

        `tf_agents` is TF and agents; `portfolio` is one word, and has nothing to do with it.
        """
        if package in self._related_packages or package in self._frameworks:
            return True
        return not self._related_words.isdisjoint(re.findall("[a-z]+", package.lower()))

    def may_concern(self, text: str) -> bool:
        """Whether the text of a module leads to a framework: it names one, or imports a package that works with one.

        A package that an installed model describes may do so, and with what a project says of its helpers any module.
        """
        if self.has_helpers or any(name in text for name in self._frameworks):
            return True
        roots = {root for line in _IMPORTS.findall(text) for root in _ROOTS.findall(line)}
        return any(self.is_related(root) or root in self._described_by_plugins for root in roots)

    @cached_property
    def _described_by_plugins(self) -> frozenset[str]:
        """The packages that installed models describe."""
        found = self._plugins if self._find_plugins is None else self._find_plugins()
        return frozenset({*found, *self._taken})

    def method(self, owner: str, name: str) -> Symbol | None:
        """A method of a kind (`tensor`, `list` …) or of a framework class, its bases included."""
        member = self._member(owner, name)
        if member is None or "attribute" in self._entry(member):
            return None
        return self.lookup(member)

    def attribute(self, owner: str, name: str) -> Kind | None:
        """The kind of a data attribute or property of a kind or framework class, its bases included."""
        member = self._member(owner, name)
        kind = self._entry(member).get("attribute") if member else None
        return parse_kind(kind) if kind else None

    def call(self, owner: str) -> Symbol | None:
        """What calling an instance of a framework class does."""
        return self.method(owner, "__call__")

    def bases(self, name: str) -> tuple[str, ...]:
        """The direct bases of a framework class, canonical."""
        name = self._class(name)
        entry = self._entry(name)
        if entry:
            return tuple(map(self.canonical, entry.get("class", "").split()))
        symbol = self.lookup(name)
        base = symbol.returns.text if symbol is not None and symbol.role == "class" else ""
        return (base,) if base and base != name else ()

    def is_subclass(self, name: str, base: str) -> bool:
        """Whether a framework class is `base` or derives from it."""
        return self._class(base) in self._ancestors(self._class(name))

    def hook(self, owner: str, method: str) -> Hook | None:
        """How the framework calls the method `method` of a project class that derives from `owner`."""
        family = f"{method.partition('_')[0]}_*"
        for ancestor in self._ancestors(self._class(owner)):
            table = self._table(ancestor)
            hooks: Mapping[str, dict[str, Any]] = table.hooks if table else {}
            entry = hooks.get(f"{ancestor}.{method}") or hooks.get(f"{ancestor}.{family}")
            if entry is not None:
                return Hook(
                    tuple(map(parse_kind, entry.get("parameters", ()))),
                    tuple((key, parse_kind(kind)) for key, kind in entry.get("keywords", {}).items()),
                    entry.get("invoked_by", ""),
                    entry.get("effects_discarded", False),
                )
        return None

    def policy(self, name: str) -> str:
        """What is assumed of a name that has no entry, in words for the report."""
        name = self.canonical(name)
        return self._policy(name)["text"].format(package=name.partition(".")[0])

    def names(self) -> Iterator[str]:
        """Every canonical name that has an entry, in order."""
        for file in sorted(set(self._files.values())):
            yield from sorted(self._load(file).symbols)

    def aliases(self) -> Iterator[tuple[str, str]]:
        """Every alias with the name it stands for, in order."""
        for file in sorted(set(self._files.values())):
            yield from sorted(self._load(file).aliases.items())

    def _load(self, file: str) -> _Table:
        if file not in self._tables:
            content = self._read(file)
            self._tables[file] = _Table(content["symbols"], content.get("aliases", {}), content.get("hooks", {}))
        return self._tables[file]

    def _table(self, name: str) -> _Table | None:
        """The data file that describes `name`: that of its longest known prefix."""
        file = next((self._files[prefix] for prefix in _prefixes(name) if prefix in self._files), None)
        return self._load(file) if file else None

    def _described(self, name: str) -> dict[str, Any] | None:
        """The project's own description of a name."""
        found = self._helpers.get(name)
        if found is None and self._patterns:
            inside = _prefixes(name.rpartition(".")[0])
            found = next((self._patterns[prefix] for prefix in inside if prefix in self._patterns), None)
        return found

    def _entry(self, name: str) -> dict[str, Any]:
        entry = self._entries.get(name)
        if entry is None:
            entry = self._described(name)
            if entry is None:
                table = self._table(name)
                entry = table.symbols.get(name, {}) if table else {}
            self._entries[name] = entry
        return entry

    def _ask_plugins(self, package: str) -> None:
        """Take in the model of a package, if there is one; whoever asks for it meanwhile waits until it is there."""
        with self._lock:
            if self._find_plugins is not None:
                self._plugins.update(self._find_plugins())
                self._find_plugins = None
            plugin = self._plugins.get(package)
            if plugin is None or package in self._taken:
                return
            self._taken.add(package)
            self._take_in(plugin)
            del self._plugins[package]

    def _take_in(self, plugin: Plugin) -> None:
        """Add the model of a plug-in to what is known."""
        package = plugin.entry.name
        try:
            model = plugin.read()
        except PluginError as error:
            self.problems.append(str(error))
            return
        file = f"plug-in {package}"
        self._files[package] = file
        self._tables[file] = _Table(model["symbols"], model.get("aliases", {}), model["hooks"])
        self._renamed.update(model.get("renamed", {}))
        self._moved.update(model.get("moved", {}))
        self._policies.update(model["policies"])
        self._frameworks.update(model.get("frameworks", {}))
        for kind, cls in model.get("kinds", {}).items():
            self._kin.setdefault(self._class(kind), []).append(cls)
        self._forget()

    def _forget(self) -> None:
        """Answers given before may not be right any more."""
        for remembered in (self._canonical, self._symbols, self._entries, self._members, self._lineages):
            remembered.clear()

    def _canonicalise(self, name: str) -> str:
        package = name.partition(".")[0]
        if package not in RESERVED:
            if self._find_plugins is not None or package in self._plugins:
                self._ask_plugins(package)
        name = self._without_prefixes(name)
        if self._described(name) is not None:
            return name
        table = self._table(name)
        if table is None and not self._helpers and not self._patterns or table is not None and name in table.symbols:
            return name
        if table is not None and name in table.aliases:
            return table.aliases[name]
        parent, _, last = name.rpartition(".")
        if not parent:
            return name
        owner = self.canonical(parent)
        if self._is_class(owner):
            return self._member(owner, last) or f"{owner}.{last}"
        return self._elsewhere(name) if owner == parent else self.canonical(f"{owner}.{last}")

    def _without_prefixes(self, name: str) -> str:
        """Replace what packages are called by other names (`tensorflow.keras` -> `keras`), until nothing changes."""
        for prefix in _prefixes(name):
            if prefix in self._renamed:
                return self._without_prefixes(self._renamed[prefix] + name.removeprefix(prefix))
        return name

    def _elsewhere(self, name: str) -> str:
        """Names in internal modules, of TensorFlow 1 or of another Keras: looked for where the index says."""
        parent, _, last = name.rpartition(".")
        if parent.rpartition(".")[2][:1].isupper():
            return name  # A member of a class that nobody described: `last` alone says nothing.
        for prefix in _prefixes(parent):  # A prefix itself is a module: `keras.backend` is not `keras.config.backend`.
            for place in self._moved.get(prefix, ()):
                rest = name.removeprefix(prefix) if place.endswith(".*") else f".{last}"
                candidate = place.removesuffix(".*") + rest
                for each in (candidate, candidate.removesuffix("V2")):
                    table = self._table(each)
                    if each != name and table is not None and (each in table.symbols or each in table.aliases):
                        return self.canonical(each)
        return name

    def _class(self, owner: str) -> str:
        return KIND_CLASSES.get(owner) or self.canonical(owner)

    def _is_class(self, name: str) -> bool:
        return "class" in self._entry(name)

    def _ancestors(self, name: str) -> list[str]:
        """The class and its bases, transitively, nearest first."""
        found = self._lineages.get(name)
        if found is None:
            found = self._lineages[name] = [name]
            for ancestor in found:
                found += [base for base in self.bases(ancestor) if base not in found]
        return found

    def _member(self, owner: str, name: str) -> str | None:
        """The entry that describes a member: the class's own or the nearest base's."""
        key = (owner, name)
        if key not in self._members:
            cls = self._class(owner)
            classes = [*self._ancestors(cls), *(a for each in self._kin.get(cls, ()) for a in self._ancestors(each))]
            if self._is_class(cls):
                classes.append("builtins.object")
            candidates = [f"{ancestor}.{name}" for ancestor in classes]
            # Objects that exist for their attributes (`argparse.Namespace`) say `*` of what is not named.
            candidates += [f"{ancestor}.*" for ancestor in classes]
            self._members[key] = next((each for each in candidates if self._entry(each)), None)
        return self._members[key]

    def _symbol(self, name: str) -> Symbol | None:
        entry = self._entry(name)
        if entry:
            return self._from_entry(name, entry)
        table = self._table(name)
        if table is not None and name in table.modules:
            return Symbol(name, "module", Kind("python"))
        package = name.partition(".")[0]
        if table is None and package not in self._policies and package not in sys.stdlib_module_names:
            return None
        return self._from_policy(name)

    def _from_entry(self, name: str, entry: dict[str, Any]) -> Symbol:
        tags = frozenset(entry.get("tags", "").split())
        parameters = tuple(entry.get("parameters", "").split())
        if "class" in entry:
            role, default = "class", f"instance:{name}"
            for base in self.bases(name):
                inherited = self.lookup(base) if base != name else None
                tags |= inherited.tags if inherited else frozenset()
                if inherited and inherited.returns.name in _INHERITED:
                    default, parameters = str(inherited.returns), parameters or inherited.parameters
        elif "constant" in entry or "attribute" in entry:
            role, default = "constant", entry.get("constant") or entry["attribute"]
        else:
            role, default = "method" if self._is_class(name.rpartition(".")[0]) else "function", "unknown"
        callbacks = entry.get("callbacks") or (self._overridden_callbacks(name) if role == "method" else ())
        return Symbol(
            name,
            role,
            parse_kind(entry.get("returns", default)),
            entry.get("effect", ""),
            parameters,
            tuple(map(_callback, callbacks)),
            tags,
            since=entry.get("since", ""),
            until=entry.get("until", ""),
            deprecated=entry.get("deprecated", ""),
        )

    def _overridden_callbacks(self, name: str) -> list[dict[str, Any]]:
        """What the methods call that this one overrides (`TPUStrategy.run`)."""
        owner, _, member = name.rpartition(".")
        entries = (self._entry(f"{ancestor}.{member}") for ancestor in self._ancestors(owner)[1:])
        return next((entry["callbacks"] for entry in entries if "callbacks" in entry), [])

    def _from_policy(self, name: str) -> Symbol:
        """Python's habits of naming tell constants, classes and functions apart; the package's policy the rest."""
        policy = self._policy(name)
        last = name.rpartition(".")[2]
        if last == name:
            return Symbol(name, "module", Kind("python"), known=False)
        if last.isupper() and len(last) > 1:
            return Symbol(name, "constant", parse_kind(policy.get("constant", "python")), known=False)
        role = "class" if last[:1].isupper() else "function"
        returns = parse_kind(policy.get(role, "unknown"))
        tags = frozenset(policy.get(f"{role}-tags", "").split())
        return Symbol(name, role, returns, policy.get("effect", ""), tags=tags, known=False)

    def _policy(self, name: str) -> dict[str, str]:
        """The policy of the longest described prefix."""
        default = "python" if name.partition(".")[0] in sys.stdlib_module_names else ""
        return self._policies[next((prefix for prefix in _prefixes(name) if prefix in self._policies), default)]


def load(helpers: Mapping[str, object] | None = None) -> Knowledge:
    """What ships with hybridize, what the installed models add, and what a project says of its helpers."""
    return _load(json.dumps(helpers or {}, sort_keys=True))


@lru_cache(maxsize=2)
def _load(helpers: str) -> Knowledge:
    return Knowledge(json.loads(helpers), installed)


def _read(file: str) -> dict[str, Any]:
    data = pkgutil.get_data("hybridize.frameworks", f"data/{file}.json")
    if data is None:
        raise FileNotFoundError(f"data/{file}.json is not installed with hybridize")
    content: dict[str, Any] = json.loads(data)
    return content


def _prefixes(name: str) -> Iterator[str]:
    """The name itself, then what is left of it without its last component, and so on."""
    while name:
        yield name
        name = name.rpartition(".")[0]


def _callback(entry: dict[str, Any]) -> Callback:
    arguments = tuple(map(parse_kind, entry.get("arguments", ())))
    return Callback(entry["parameter"], arguments, entry.get("hybrid", False), entry.get("structure", ""))
