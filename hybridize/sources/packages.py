"""Folders that are imported under another name than their own: as the packaging says, or as the files themselves do."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Collection, Iterable, Iterator
from contextlib import suppress
from pathlib import Path, PurePosixPath

from hybridize.sources.packaging_files import arguments_of_setup, option_of_setup, table_of_pyproject

INSTALLED = frozenset(
    "tensorflow keras tf_keras tensorflow_probability tensorflow_addons tf_agents sonnet numpy scipy pandas sklearn "
    "matplotlib cv2 PIL torch torchvision jax flax mxnet theano gym gymnasium ray horovod".split()
)
"""What programs of this kind install, and mean when they import it: `pkg.tensorflow` is the part of a program for
TensorFlow, and the folder `tensorflow` holds those of its programs."""

_IMPORT = re.compile(r"^[ \t]*(?:from[ \t]+([\w.]+)[ \t]+import[ \t(]*(\w*)|import[ \t]+([\w.]+))", re.MULTILINE)
_ENOUGH = 0.75
"""The least part of the modules imported under a name that must lie in the folder for the name to be the folder's."""


def declared_packages(root: Path) -> dict[str, str]:
    """What `package_dir` says in setup.py, setup.cfg or pyproject.toml: folders, relative to the root, by dotted names.

    The empty name stands for the folder in which all other packages lie. Files that cannot be read say nothing.
    """
    found: dict[str, str] = {}
    for name, folder in _declared(root):
        plain = "/".join(part for part in folder.replace("\\", "/").split("/") if part not in ("", "."))
        if plain.startswith("..") or not (root / plain).is_dir() or plain == name.replace(".", "/"):
            continue
        found.setdefault(name, plain)
    return found


def _declared(root: Path) -> Iterator[tuple[str, str]]:
    with suppress(AttributeError, TypeError):
        yield from table_of_pyproject(root, "tool", "setuptools", "package-dir").items()
    for line in re.split(r"[\n,]", option_of_setup(root, "package_dir")):
        name, is_pair, folder = line.partition("=")
        if is_pair:
            yield name.strip(), folder.strip()
    for value, _ in arguments_of_setup(root, "package_dir"):
        if isinstance(value, ast.Dict):
            for key, folder_of in zip(value.keys, value.values, strict=True):
                if isinstance(key, ast.Constant) and isinstance(folder_of, ast.Constant):
                    yield str(key.value), str(folder_of.value)


def name_of_root(root_name: str, files: Collection[str], texts: Iterable[str]) -> str | None:
    """The name under which the files of a root that is itself a package import each other; None if they do not.

    `files` are the paths relative to the root. Of a name that is not the folder's own two modules must be found: `from
    absl import flags` beside a flags.py of the project means nothing.
    """
    imported: dict[str, dict[str, bool]] = {}
    known = {str(each) for file in files for each in (_stem(file), *_stem(file).parents)}
    taken = {part for stem in known for part in stem.split("/")} | sys.stdlib_module_names
    for text in texts:
        for module, member, plain in _IMPORT.findall(text):
            first, _, rest = (module or plain).partition(".")
            if not first or first in taken:
                continue
            inside = rest or member
            if inside:
                imported.setdefault(first, {})[inside] = inside.replace(".", "/") in known
    counts = [(sum(targets.values()), len(targets), name) for name, targets in imported.items()]
    fitting = [
        (found, name) for found, all_, name in counts
        if found >= (1 if name == root_name else 2) and found >= _ENOUGH * all_
    ]  # fmt: skip
    return max(fitting)[1] if fitting else None


def _stem(file: str) -> PurePosixPath:
    path = PurePosixPath(file)
    return path.parent if path.stem == "__init__" else path.with_suffix("")
