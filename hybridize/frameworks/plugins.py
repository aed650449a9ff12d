"""Models that other distributions ship: the entry points of the group `hybridize.models`.

An entry point's name is the package that it describes; its value names a JSON file beside a module
(`toy_models:toy.json`), or an object in a module (`toy_models:MODEL`), a mapping or what makes one. A file is found and
read without importing anything; to get at an object its module is imported, which therefore must not import the
framework itself. Nothing is read before the first question about the package comes.
"""

from __future__ import annotations

import importlib.util
import json
import os
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from hybridize.frameworks.descriptions import DescriptionError, model

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUP = "hybridize.models"
RESERVED = frozenset({"tensorflow", "keras", "numpy", "builtins", *sys.stdlib_module_names})
"""Packages that no plug-in describes: the analysis itself rests on them."""


class PluginError(Exception):
    """A model that cannot be used, in a sentence that names it."""


@dataclass(frozen=True)
class Plugin:
    """One entry point."""

    entry: EntryPoint

    def read(self) -> dict[str, Any]:
        """The model, checked; raises PluginError."""
        try:
            if self.entry.name in RESERVED:
                raise DescriptionError(f"describes `{self.entry.name}`, which is described by hybridize itself")
            return self._checked(self._content(self.entry.attr))
        except Exception as error:  # What a plug-in does wrong must not end a run.
            text = str(error) if isinstance(error, DescriptionError) else f"{type(error).__name__}: {error}"
            raise PluginError(f"the model `{self.entry.name} = {self.entry.value}`{self._of}: {text}") from None

    def state(self) -> list[object]:
        """What is another one whenever the model may be: the version of its distribution, and the age of its files."""
        dist = getattr(self.entry, "dist", None)
        try:
            files = sorted(path for path in self._folder().iterdir() if path.is_file())
            ages: list[object] = [[path.name, path.stat().st_mtime_ns] for path in files]
        except (OSError, DescriptionError, ImportError, ValueError):
            ages = []
        return [dist.version if dist is not None else None, *ages]

    @property
    def _of(self) -> str:
        dist = getattr(self.entry, "dist", None)
        return f" of the distribution {dist.name} is left out" if dist is not None else " is left out"

    def _content(self, attribute: str) -> object:
        if not attribute.endswith(".json"):
            made = self.entry.load()
            return made() if callable(made) else made
        return json.loads((self._folder() / attribute).read_text(encoding="utf-8"))

    def _folder(self) -> Path:
        """The folder of the module, or, for a package, the package; only `import a` of `a.b.c` is looked up."""
        top, _, rest = self.entry.module.partition(".")
        spec = importlib.util.find_spec(top)
        if spec is None or not (spec.submodule_search_locations or spec.origin):
            raise DescriptionError(f"there is no module `{top}`")
        places = list(spec.submodule_search_locations or ()) or [str(Path(spec.origin or "").parent)]
        return Path(places[0], *rest.split("."))

    def _checked(self, content: object) -> dict[str, Any]:
        out = model(content)
        for file in out.pop("files", {}).values():
            if not self.entry.attr.endswith(".json"):
                raise DescriptionError("`files` is only for models in JSON files")
            further = model(self._content(file))
            for section in ("symbols", "aliases", "hooks"):
                out[section] = {**out.get(section, {}), **further.get(section, {})}
        for section in ("symbols", "aliases", "hooks", "renamed", "moved", "policies", "frameworks"):
            for name in out.get(section, {}):
                if name.partition(".")[0] != self.entry.name:
                    raise DescriptionError(f"`{section}`: {name!r} is not in the package `{self.entry.name}`")
        return out


def installed() -> Mapping[str, Plugin]:
    """The models of the installed distributions by the package that they describe; the first of several counts."""
    found: dict[str, Plugin] = {}
    if "importlib.metadata" not in sys.modules and not any(map(_mentions_models, sys.path)):
        # Importing it takes as long as reading all the knowledge: only where there is something to find.
        return found
    from importlib.metadata import entry_points

    for entry in sorted(entry_points(group=GROUP), key=lambda entry: (entry.name, entry.value)):
        found.setdefault(entry.name, Plugin(entry))
    return found


def _mentions_models(place: str) -> bool:
    """Whether a distribution installed in a folder of `sys.path` may have an entry point of the group."""
    if not os.path.isdir(place):
        return os.path.isfile(place)  # An archive: `importlib.metadata` looks into it.
    with os.scandir(place or ".") as entries:
        infos = [entry.path for entry in entries if entry.name.endswith((".dist-info", ".egg-info", ".egg"))]
    for info in infos:
        for inner in ("entry_points.txt", os.path.join("EGG-INFO", "entry_points.txt")):
            try:
                with open(os.path.join(info, inner), "rb") as file:
                    if GROUP.encode() in file.read():
                        return True
            except OSError:
                continue
    return False
