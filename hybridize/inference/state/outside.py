"""What names outside the project mean to this analysis, looked up once for each name."""

from __future__ import annotations

from astroid import nodes

from hybridize.frameworks.knowledge import Helper, Knowledge, Symbol
from hybridize.frameworks.tensor_types.dtype_rules import DEFAULT, Setting, settings_of
from hybridize.frameworks.tensor_types.interpreter import Refusal
from hybridize.frameworks.tensor_types.types import Typed
from hybridize.inference.domain.objects import ClassObject, External
from hybridize.inference.state.scopes import Scopes

_SAVING = (".save(", "save_model", "to_json", "get_config", "from_config", "serialize", "ModelCheckpoint", "Backup")


class Outside:
    """Answers of the framework data, and of the configuration about helpers of the project, by name."""

    def __init__(self, knowledge: Knowledge, scopes: Scopes) -> None:
        self.knowledge = knowledge
        self.names: dict[str, tuple[str, External, Symbol | None]] = {}
        """What a qualified name stands for, with the symbol where it is a constant: see `attributes.external`."""
        self.watched: dict[str, tuple[Symbol, bool, bool, tuple[str, ...], bool]] = {}
        """Of each symbol that is called: whether it computes, whether a trace has to do with it, and which parameters
        say how long its result is: see `symbols`."""
        self.keras_roles: dict[str, str] = {}
        """What sort of Keras object each described class makes: see `keras_objects`."""
        self.instance_tests: dict[tuple[ClassObject, str], bool | None] = {}
        """Whether objects of a class of the project are instances of a class outside, as far as its bases are known."""
        self.result_types: dict[object, Typed | Refusal] = {}
        """What the rules say of calls, by function and arguments: see `python.result_types`."""
        texts = {module.file.relative: module.file.text for module in scopes.program.modules}
        self.hooks_reads: bool = any("def __getattribute__" in text for text in texts.values())
        """Whether a class of the program runs code whenever an attribute is read."""
        self._setting = {path: text for path, text in texts.items() if settings_of([text]) != (DEFAULT,)}
        self._saving = frozenset(path for path, text in texts.items() if any(word in text for word in _SAVING))
        self._settings: dict[str, tuple[Setting, ...]] = {}
        self._scopes = scopes
        self._helpers: dict[nodes.NodeNG, Helper | None] = {}

    def settings(self, path: str) -> tuple[Setting, ...]:
        """What a program that loads a module may have set of Keras' dtypes."""
        if not self._setting:
            return (DEFAULT,)
        if path not in self._settings:
            loaded = self._scopes.program.together(path)
            self._settings[path] = settings_of([text for each, text in self._setting.items() if each in loaded])
        return self._settings[path]

    def saves_models(self, path: str) -> bool:
        """Whether a program that loads a module may write down how a model of Keras is made."""
        return bool(self._saving) and not self._saving.isdisjoint(self._scopes.program.together(path))

    def helper(self, node: nodes.FunctionDef | nodes.Lambda | nodes.ClassDef) -> Helper | None:
        """What the configuration says of a function or class of the project."""
        if not self.knowledge.has_helpers or isinstance(node, nodes.Lambda) and not isinstance(node, nodes.FunctionDef):
            return None
        if node not in self._helpers:
            module = node.root()
            qualname = node.qname().removeprefix(f"{module.name}.")
            names = self._scopes.program.names(self._scopes.trees[self._scopes.path_of(node)])
            found = (self.knowledge.helper(f"{name}.{qualname}") for name in names)
            self._helpers[node] = next((each for each in found if each is not None), None)
        return self._helpers[node]
