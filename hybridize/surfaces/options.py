"""The analysis options as users write them: one table for the command line, pyproject.toml, flake8 and pylint."""

from __future__ import annotations

import difflib
import os
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from hybridize.settings import AnalysisOptions, Gain

SUPPORTED_MINORS = range(9, 22)
"""The minor releases of TensorFlow 2 whose rules are known."""


class OptionError(Exception):
    """A value that an option cannot have, in a sentence that a user understands."""


@dataclass(frozen=True)
class Option:
    """One analysis option."""

    name: str
    """With hyphens: a key of `[tool.hybridize]`; `--NAME` on the command line; `hybridize-NAME` in a host."""
    kind: str
    """`flag`, `text` or `list`."""
    help: str
    choices: tuple[str, ...] = ()
    metavar: str | None = None

    @property
    def field(self) -> str:
        """The name of the field of `AnalysisOptions`."""
        return self.name.replace("-", "_")

    @property
    def default(self) -> object:
        """What holds if nobody says anything."""
        value = getattr(AnalysisOptions(), self.field)
        return value.value if isinstance(value, Gain) else value


ANALYSIS_OPTIONS = (
    Option("boolean-literals", "flag", "a Boolean argument counts as a literal argument"),
    Option("follow-type-hints", "flag", "a parameter annotated as a tensor is a tensor parameter"),
    Option("speculative", "flag", "names and context decide where dataflow and annotations say nothing"),
    Option("test-entry-points", "flag", "pytest and unittest functions are callers"),
    Option("include-tests", "flag", "report findings inside test files too"),
    Option("input-signatures", "flag", "infer `input_signature`"),
    Option("closed-world", "flag", "nobody outside the project calls its functions"),
    Option("min-gain", "text", "the least gain for which HYB001 speaks", tuple(g.value for g in Gain)),
    Option("src", "list", "source root for absolute imports (repeatable)", metavar="DIR"),
    Option("target-tensorflow", "text", "the release whose rules apply, as 2.15", metavar="X.Y"),
)


def as_flag(value: object) -> bool:
    """A Boolean as TOML, INI files or hosts give it; raises OptionError."""
    if isinstance(value, bool):
        return value
    raise OptionError(f"must be true or false, not {value!r}")


def as_text(value: object) -> str:
    """A string; raises OptionError."""
    if isinstance(value, str):
        return value
    raise OptionError(f"must be a string, not {value!r}")


def as_list(value: object) -> tuple[str, ...]:
    """A list of strings, or one string with commas; raises OptionError."""
    if isinstance(value, str):
        return tuple(part for part in re.split(r"[,\s]+", value) if part)
    if isinstance(value, (list, tuple)) and all(isinstance(item, str) for item in value):
        return tuple(value)
    raise OptionError(f"must be a list of strings, not {value!r}")


def as_models(value: object) -> dict[str, object]:
    """Described helpers by name, as TOML gives them; raises OptionError for the first that is wrong."""
    if not isinstance(value, Mapping):
        raise OptionError(f"must be a table of names and what they are, not {value!r}")
    # Imported late: few projects describe helpers.
    from hybridize.frameworks.descriptions import DescriptionError, description

    found = unnested(value)
    for name, given in found.items():
        try:
            description(name, given)
        except DescriptionError as error:
            raise OptionError(f"`{name}` {error}") from None
    return found


def unnested(table: Mapping[str, object], prefix: str = "") -> dict[str, object]:
    """Descriptions by name: TOML makes tables in tables of names that are written without quotes."""
    out: dict[str, object] = {}
    for name, given in table.items():
        if isinstance(given, Mapping) and given and all(isinstance(each, Mapping) for each in given.values()):
            out.update(unnested(given, f"{prefix}{name}."))
        else:
            out[f"{prefix}{name}"] = given
    return out


def as_option(option: Option, value: object) -> object:
    """The value of an analysis option as `AnalysisOptions` holds it; raises OptionError."""
    if option.kind == "flag":
        return as_flag(value)
    if option.kind == "list":
        return as_list(value)
    text = as_text(value)
    if option.choices and text not in option.choices:
        known, meant = ", ".join(option.choices), did_you_mean(text, option.choices)
        raise OptionError(f"must be one of {known}, not {text!r}{meant}")
    if option.name == "min-gain":
        return Gain(text)
    match = re.fullmatch(r"([1-9]\d*\.\d+)(\.\w+)*", text)
    if match is None:
        raise OptionError(f"must be a release as 2.15, not {text!r}")
    major, minor = match[1].split(".")
    if major != "2" or int(minor) not in SUPPORTED_MINORS:
        first, last = f"2.{SUPPORTED_MINORS[0]}", f"2.{SUPPORTED_MINORS[-1]}"
        raise OptionError(f"must be one of the supported releases, {first} to {last}, not {text!r}")
    return match[1]


def did_you_mean(text: str, known: Iterable[str]) -> str:
    """`; did you mean 'X'?` with what is nearest to a text, whatever the case; empty if nothing is near."""
    near = _nearest(text, known)
    return f"; did you mean {near!r}?" if near else ""


def function_meant(name: str, qualnames: Iterable[str]) -> str:
    """The same for a function: by its qualified name, or by the end of that."""
    known = {each: each for each in qualnames}
    known = {each.rpartition(".")[2]: each for each in reversed(known)} | known
    near = name if name in known else _nearest(name, known)
    return f"; did you mean {known[near]!r}?" if near else ""


def _nearest(text: str, known: Iterable[str]) -> str:
    """What is nearest to a text: a code by its number (HYB001 by HYB01), all else by its letters."""
    wanted, best, found = text.lower().replace("_", "-"), _NEAR, ""
    number = re.match(r"hyb0*([1-9]\d*)", wanted)
    for each in known:
        if number is not None and each == f"HYB{int(number[1]):03}":
            return each
        likeness = difflib.SequenceMatcher(a=wanted, b=each.lower().replace("_", "-")).ratio()
        if likeness >= best:
            best, found = likeness, each
    return found


_NEAR = 0.6
"""How much alike a text and what may be meant by it are, at least."""


def analysis_options(*layers: Mapping[str, object]) -> AnalysisOptions:
    """The options from several layers of values by field, the first that has one wins; None = not said."""
    fields: dict[str, object] = {}
    for option in ANALYSIS_OPTIONS:
        for layer in layers:
            if layer.get(option.field) is not None:
                fields[option.field] = layer[option.field]
                break
    fields["newest_tensorflow"] = next((each for layer in layers if (each := layer.get("newest_tensorflow"))), None)
    fields["models"] = next((layer["models"] for layer in layers if layer.get("models")), {})
    return AnalysisOptions(**fields)  # type: ignore[arg-type]


def relative_source_roots(folders: tuple[str, ...], root: Path) -> tuple[str, ...]:
    """Folders named on a command line (relative to where it runs) as seen from the root; raises OptionError."""
    out = []
    for folder in folders:
        path = Path(os.path.abspath(folder))
        if not path.is_dir():
            path = root / folder
        if not path.is_dir():
            raise OptionError(f"there is no folder {folder!r}")
        out.append(os.path.relpath(path, root).replace(os.sep, "/"))
    return tuple(out)
