"""What the packaging files of a project say, as each of them says it; a file that cannot be read says nothing."""

from __future__ import annotations

import ast
import configparser
import sys
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib


def table_of_pyproject(root: Path, *names: str) -> Mapping[str, Any]:
    """A table of the pyproject.toml in a folder, by the names that lead to it."""
    table: object = {}
    with suppress(OSError, ValueError):
        table = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))
    for name in names:
        table = table.get(name) if isinstance(table, Mapping) else None
    return table if isinstance(table, Mapping) else {}


def option_of_setup(root: Path, name: str) -> str:
    """An option of the section `[options]` in the setup.cfg of a folder."""
    with suppress(OSError, ValueError, configparser.Error):
        text = (root / "setup.cfg").read_text(encoding="utf-8")
        if name in text:
            parser = configparser.ConfigParser(interpolation=None)
            parser.read_string(text)
            return parser.get("options", name, fallback="")
    return ""


def arguments_of_setup(root: Path, name: str) -> Iterator[tuple[ast.expr, ast.Module]]:
    """What the setup.py of a folder passes under a name, with the module in which it stands."""
    with suppress(OSError, ValueError, SyntaxError, RecursionError, MemoryError):
        module = ast.parse((root / "setup.py").read_text(encoding="utf-8"))
        for node in ast.walk(module):
            if isinstance(node, ast.keyword) and node.arg == name:
                yield node.value, module
