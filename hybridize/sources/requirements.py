"""Which TensorFlow a project asks for, as its packaging files say."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from packaging.requirements import InvalidRequirement, Requirement
from packaging.specifiers import Specifier, SpecifierSet
from packaging.utils import canonicalize_name
from packaging.version import InvalidVersion, Version

from hybridize.sources.packaging_files import arguments_of_setup, option_of_setup, table_of_pyproject

_DISTRIBUTIONS = {"tensorflow", "tensorflow-cpu", "tensorflow-gpu", "tensorflow-macos"}
_RELEASES = range(0, 22)
"""The minor releases of TensorFlow 2."""
_PATCHES = range(0, 6)
_MOST_NAMES = 5
"""Names that are followed to what a `setup.py` requires."""


class Releases(NamedTuple):
    """Of the releases of TensorFlow (as `2.15`) that all requirements of a project allow: those that matter."""

    only: str | None
    """The one that is allowed. None if there is no requirement, or if it leaves a choice: then only what holds on every
    release may be relied on."""
    newest: str | None
    """None where all from some on are allowed."""


def required_tensorflow(root: Path) -> Releases:
    """What a project asks for; files that cannot be read ask for nothing."""
    allowed = _allowed(root)
    only = f"2.{allowed[0]}" if len(allowed) == 1 else None
    return Releases(only, f"2.{allowed[-1]}" if allowed and allowed[-1] != _RELEASES[-1] else None)


def _allowed(root: Path) -> list[int]:
    """The minor releases of TensorFlow 2 that all requirements of the project allow; empty if there is none.

    Where its distributions are asked for in releases that exclude each other, those that one of them is asked for in.
    """
    wanted: dict[str, SpecifierSet] = {}
    for text in _requirements(root):
        with suppress(InvalidRequirement):
            requirement = Requirement(text)
            name = canonicalize_name(requirement.name)
            for each in requirement.specifier if name in _DISTRIBUTIONS else ():
                wanted[name] = wanted.get(name, SpecifierSet()) & SpecifierSet(_of_release(each))
    allowed = [set(_minors(each)) for each in wanted.values()]
    return sorted(set.intersection(*allowed) or set.union(*allowed)) if allowed else []


def _minors(wanted: SpecifierSet) -> list[int]:
    return [minor for minor in _RELEASES if any(wanted.contains(f"2.{minor}.{patch}") for patch in _PATCHES)]


def _of_release(wanted: Specifier) -> str:
    """What a specifier asks for; of `==2.0.0b1` the release that it leads to."""
    if wanted.operator in ("==", "===", "~="):
        with suppress(InvalidVersion):
            version = Version(wanted.version)
            return f"{wanted.operator}{version.base_version}" if version.is_prerelease else str(wanted)
    return str(wanted)


def _requirements(root: Path) -> Iterator[str]:
    """All requirements, with their specifiers, as they are written."""
    with suppress(AttributeError, TypeError):
        yield from table_of_pyproject(root, "project").get("dependencies", [])
    yield from option_of_setup(root, "install_requires").splitlines()
    for path in sorted(root.glob("requirements*.txt")):
        with suppress(OSError, ValueError):
            yield from (line.partition("#")[0].strip() for line in path.read_text(encoding="utf-8").splitlines())
    for path in sorted((*root.glob("environment*.yml"), *root.glob("environment*.yaml"))):
        with suppress(OSError, ValueError):
            found = (_OF_CONDA.match(line) for line in path.read_text(encoding="utf-8").splitlines())
            yield from (_as_pip_says(each["name"], each["wanted"]) for each in found if each is not None)
    for value, module in arguments_of_setup(root, "install_requires"):
        texts = (node.value for node in ast.walk(_named(value, module)) if isinstance(node, ast.Constant))
        yield from (text for text in texts if isinstance(text, str))


_OF_CONDA = re.compile(r"""\s*-\s*["']?(?:[\w-]+::)?(?P<name>tensorflow[\w-]*)\s*(?P<wanted>[^#"'\s]*)""")
"""A line of an environment of conda that asks for TensorFlow: `- tensorflow-gpu=2.4`, `- tensorflow==2.4.1`."""


def _as_pip_says(name: str, wanted: str) -> str:
    """A requirement of conda: `=2.4` asks for any 2.4, `=2.4.1=gpu_py38` for a build of 2.4.1."""
    if not wanted.startswith("=") or wanted.startswith("=="):
        return f"{name}{wanted}"
    version, _, build = wanted[1:].partition("=")
    return f"{name}=={version}" if build or version.endswith("*") else f"{name}=={version}.*"


def _named(value: ast.expr, module: ast.Module) -> ast.expr:
    """What a name of a module stands for, and an item of a dictionary that is written there; else the value itself."""
    assigned = {
        target.id: statement.value
        for statement in module.body
        if isinstance(statement, ast.Assign)
        for target in statement.targets
        if isinstance(target, ast.Name)
    }
    for _ in range(_MOST_NAMES):
        if isinstance(value, ast.Name) and value.id in assigned:
            value = assigned[value.id]
        elif isinstance(value, ast.Subscript) and isinstance(value.value, ast.Name):
            held, key = assigned.get(value.value.id), ast.dump(value.slice)
            items = zip(held.keys, held.values, strict=True) if isinstance(held, ast.Dict) else ()
            found = [item for name, item in items if name is not None and ast.dump(name) == key]
            if not found:
                break
            value = found[0]
        else:
            break
    return value
