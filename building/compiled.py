"""What of hybridize is compiled where `HYBRIDIZE_COMPILE=1` asks for it, and the build backend that sees to it.

Without the variable this is setuptools, which needs neither mypy nor a compiler.
"""

from __future__ import annotations

import copy
import os
import sys
from pathlib import Path
from typing import Any

from setuptools import Extension
from setuptools.build_meta import *  # noqa: F401, F403
from setuptools.command.build_ext import build_ext

MYPY = "mypy>=2.4"
ROOT = Path(__file__).parents[1] / "hybridize"
ROOMS = (
    "frameworks/tensor_types", "inference/domain", "inference/state", "inference/python", "inference/models",
    "inference/tracing", "inference/driver",
)  # fmt: skip
"""The folders that are compiled: each is an extension of its own, so that they are built side by side."""
LEFT_OUT = {
    "inference/domain/stand_ins.py": "operators that are one method by several names: mypyc drops them",
    "inference/driver/interpreter.py": "functions as attributes of a class: mypyc drops them",
    "inference/tracing/naming.py": "`match` with classes of astroid, which has no types: mypyc fails",
}
"""Modules of these that stay as they are, and why. So do packages: their `__getattr__` may run before they are filled.

The other rooms do not pay yet: with `program`, `inference/facts` and `verdicts` compiled, the verdicts on one project
took 32 seconds instead of 2, and some failed by a wrong type. They have classes with `cached_property`, which compiled
classes cannot have; those of `program/trees.py` derive from untyped ones of astroid, which ends the process.
"""


def is_wanted() -> bool:
    """Whether the environment asks for it."""
    return os.environ.get("HYBRIDIZE_COMPILE", "") not in ("", "0")


def rooms() -> dict[str, list[Path]]:
    """The modules that are compiled, by the name of their extension."""
    found = {}
    for room in ROOMS:
        modules = sorted(path for path in (ROOT / room).rglob("*.py") if path.name != "__init__.py")
        left_out = {ROOT / each for each in LEFT_OUT}
        found["hybridize_" + room.replace("/", "_")] = [path for path in modules if path not in left_out]
    return found


def extensions() -> list[Extension]:
    """The listed modules, translated to C by mypyc; empty without `HYBRIDIZE_COMPILE`."""
    if not is_wanted():
        return []
    from mypyc.build import mypycify

    found = {name: [str(path.relative_to(ROOT.parent)) for path in paths] for name, paths in rooms().items()}
    # What is missing here has no types. The settings of our own checks are not those of everybody's build.
    options = ["--config-file=", "--ignore-missing-imports", f"--cache-dir={os.devnull}"]
    made: list[Extension] = mypycify(
        [*options, *(path for paths in found.values() for path in paths)],
        opt_level=os.environ.get("HYBRIDIZE_COMPILE_LEVEL", "3"),
        debug_level="0",
        multi_file=True,
        separate=[(paths, name) for name, paths in found.items()],
    )
    if sys.platform != "win32":
        for extension in made:
            # Each file of an extension defines its table of exports, which is one.
            extension.extra_compile_args.append("-fcommon")
    return made


class BuildSideBySide(build_ext):
    """Builds extensions side by side, of which several compile the same files."""

    def build_extension(self, ext: Extension) -> None:
        own: Any = copy.copy(self)
        own.build_temp = os.path.join(self.build_temp, ext.name)
        build_ext.build_extension(own, ext)


def get_requires_for_build_wheel(_settings: dict[str, str | list[str] | None] | None = None) -> list[str]:
    """What a wheel is built with, besides setuptools."""
    return [MYPY] if is_wanted() else []


get_requires_for_build_editable = get_requires_for_build_wheel
