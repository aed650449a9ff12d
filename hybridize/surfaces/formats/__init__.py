"""How findings are printed: one module for each format of `--output-format`."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hybridize.surfaces.formats.view import View

FORMATS = ("text", "concise", "grouped", "json", "json-lines", "github", "gitlab", "sarif", "junit", "rdjson")


def renderer(name: str) -> Callable[[View], str]:
    """The function that turns findings into text, which is empty or ends with a line end."""
    render: Callable[[View], str] = import_module(f"{__name__}.{name.replace('-', '_')}").render
    return render
