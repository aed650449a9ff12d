"""`[tool.hybridize]` of pyproject.toml."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from hybridize.sources.model import SourceError
from hybridize.surfaces.options import (
    ANALYSIS_OPTIONS,
    OptionError,
    as_flag,
    as_list,
    as_models,
    as_option,
    as_text,
    did_you_mean,
    unnested,
)
from hybridize.surfaces.selection import selectors

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib


@dataclass(frozen=True)
class Config:
    """What the configuration says; what it does not mention is None or empty."""

    analysis: Mapping[str, object] = field(default_factory=dict)
    """Values by field of `AnalysisOptions`."""
    select: tuple[str, ...] | None = None
    ignore: tuple[str, ...] = ()
    extend_select: tuple[str, ...] = ()
    preview: bool = False
    exclude: tuple[str, ...] | None = None
    extend_exclude: tuple[str, ...] = ()
    force_exclude: bool = False
    baseline: str | None = None
    """A file name, relative to the root."""
    per_file_ignores: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    extend_safe_fixes: tuple[str, ...] = ()
    extend_unsafe_fixes: tuple[str, ...] = ()
    file: str = ""
    """The file that was read."""
    errors: tuple[SourceError, ...] = ()
    """What is wrong with the file; the keys concerned are left out."""


def load_config(root: Path, explicit: Path | None = None) -> Config:
    """The configuration of a project, from `pyproject.toml` in its root or from the file that the user names.

    Another file than a pyproject.toml may hold the keys without the table around them. Never raises: what is wrong
    is in `Config.errors`, and everything else of the file counts.
    """
    path = explicit or root / "pyproject.toml"
    if explicit is None and not os.path.isfile(path):
        return Config()
    reader = _Reader(path, root)
    table = reader.table()
    return reader.config(table)


_QUOTES = r"[\s\"']"


class _Reader:
    def __init__(self, path: Path, root: Path) -> None:
        self._path = path
        self._text = ""
        try:
            self._name = path.resolve().relative_to(root.resolve()).as_posix()
        except ValueError:
            self._name = str(path)
        self._errors: list[SourceError] = []

    def table(self) -> Mapping[str, object]:
        try:
            self._text = self._path.read_text(encoding="utf-8")
            document = tomllib.loads(self._text)
        except tomllib.TOMLDecodeError as error:
            match = re.search(r"\(at line (\d+)", str(error))
            line = int(match[1]) if match else self._text.count("\n") + 1
            self._error(f"is not valid TOML: {error}", line)
            return {}
        except (OSError, UnicodeDecodeError, RecursionError) as error:
            self._error(f"cannot be read: {getattr(error, 'strerror', None) or error}")
            return {}
        table: object = document
        if "tool" in document or self._path.name == "pyproject.toml":
            tool = document.get("tool", {})
            table = tool.get("hybridize", {}) if isinstance(tool, dict) else {}
        if not isinstance(table, dict):
            self._error("`tool.hybridize` must be a table", self._line("hybridize"))
            return {}
        return table

    def config(self, table: Mapping[str, object]) -> Config:
        readers: dict[str, Callable[[object], object]] = {
            "select": _codes, "ignore": _codes, "extend-select": _codes, "preview": as_flag,
            "exclude": as_list, "extend-exclude": as_list, "force-exclude": as_flag, "baseline": as_text,
            "per-file-ignores": _per_file_ignores,
            "extend-safe-fixes": _codes, "extend-unsafe-fixes": _codes,
        }  # fmt: skip
        options = {option.name: option for option in ANALYSIS_OPTIONS}
        values: dict[str, object] = {}
        analysis: dict[str, object] = {}
        for key, value in table.items():
            try:
                if key == "models":
                    analysis["models"] = self._models(value)
                elif key in options:
                    analysis[options[key].field] = as_option(options[key], value)
                elif key in readers:
                    values[key.replace("-", "_")] = readers[key](value)
                else:
                    self._unknown(key, [*options, *readers, "models"])
            except OptionError as error:
                self._error(f"`tool.hybridize.{key}` {error}", self._line(key))
        return Config(analysis, file=self._name, errors=tuple(self._errors), **values)  # type: ignore[arg-type]

    def _models(self, value: object) -> dict[str, object]:
        """The described helpers; those with mistakes are told, with their line, and left out."""
        if not isinstance(value, dict):
            return as_models(value)
        out: dict[str, object] = {}
        for name, given in unnested(value).items():
            try:
                out |= as_models({name: given})
            except OptionError as error:
                self._error(f"`tool.hybridize.models`: {error}", self._line("models", name))
        return out

    def _unknown(self, key: str, known: list[str]) -> None:
        hint = did_you_mean(key, known)
        self._error(f"`tool.hybridize.{key}` is no option of hybridize{hint}", self._line(key))

    def _error(self, message: str, line: int = 1) -> None:
        self._errors.append(SourceError(self._name, line, "config-error", message))

    def _line(self, key: str, inner: str = "") -> int:
        """The line where a key of our table, or a key inside it, is set (TOML readers keep no positions)."""
        wanted = {f"{prefix}{key}" for prefix in ("", "tool.", "tool.hybridize.")}
        if inner:
            wanted = {f"{each}.{re.sub(_QUOTES, '', inner)}" for each in wanted}
        table = ""
        for number, line in enumerate(self._text.splitlines(), 1):
            header = re.match(r"\s*\[+([^\]]+)\]", line)
            name = header[1] if header else f"{table}{line.partition('=')[0]}"
            name = re.sub(_QUOTES, "", name)
            if name in wanted or any(name.startswith(each + ".") for each in wanted):
                return number
            if header:
                table = f"{name}."
        return 1


def _per_file_ignores(value: object) -> dict[str, tuple[str, ...]]:
    if not isinstance(value, dict):
        raise OptionError(f"must be a table of file patterns and codes, not {value!r}")
    return {pattern: _codes(codes) for pattern, codes in value.items()}


def _codes(value: object) -> tuple[str, ...]:
    return selectors(as_list(value))
