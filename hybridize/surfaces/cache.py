"""Results of analyses, kept by the contents of all their inputs: an unchanged project is answered at once.

A result is data without code, and is read as such: a cache may lie in a checkout that somebody else has made. Whatever
is damaged, foreign or not to be read counts as not there, and whatever cannot be written is left out.
"""

from __future__ import annotations

import gc
import hashlib
import io
import json
import os
import pickle
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import is_dataclass
from enum import Enum
from functools import lru_cache
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from hybridize.inference.domain.literals import Literal
from hybridize.sources.roots import has_marker

if TYPE_CHECKING:
    from hybridize.surfaces.analysis import Analysis
    from hybridize.verdicts.model.verdict import Verdict

VARIABLE = "HYBRIDIZE_CACHE_DIR"
"""The environment variable that names another folder; empty = nothing is kept."""
FOLDER = ".hybridize_cache"
MAX_BYTES = 64 * 1024 * 1024
"""When a folder holds more, the results that were not asked for longest go."""
_SUFFIX = ".result"
_RECORD = ".project"
"""In a folder that projects share, each has a file that lists its results."""
_DIGEST = 32
_KEPT = ("findings", "errors", "statistics", "seconds", "regions")
"""What is kept of an analysis, before its verdicts, which are many: they are there if some run has asked for them."""


def cache_folder(root: Path) -> Path | None:
    """Where the results for a project are kept: in its root; in the user's cache where that is no place to write to.

    None where nothing is to be kept.
    """
    # A folder that nothing marks as a project is nobody's to write to.
    if VARIABLE not in os.environ and has_marker(root) and os.access(root, os.W_OK):
        return root / FOLDER
    return shared_folder()


def shared_folder() -> Path | None:
    """The folder that projects share: the one that the environment names, else that of the user's cache."""
    named = os.environ.get(VARIABLE)
    if named is not None:
        return Path(named) if named else None
    from platformdirs import user_cache_path

    return user_cache_path("hybridize")


def recall(analysis: Analysis) -> bool:
    """Fill in what is known of a project whose files were read; whether there is something."""
    path = _path(analysis)
    if path is None:
        return False
    try:
        data = path.read_bytes()
        if hashlib.sha256(data[_DIGEST:]).digest() != data[:_DIGEST]:
            return False
        if not unpack(analysis, data[_DIGEST:]):
            # Those runs asked for findings alone.
            return False
    except Exception:  # Whatever is wrong with it, it is not there.
        return False
    with suppress(OSError):
        os.utime(path)
        _record(path, analysis.project.root)
    return True


def _read_verdicts(data: bytes, analysis: Analysis) -> list[Verdict]:
    """The verdicts that were kept with the rest; where these are damaged, those of a new analysis."""
    # What is read stays: looking for garbage meanwhile would take longer than reading.
    enabled = gc.isenabled()
    gc.disable()
    try:
        verdicts: list[Verdict] = _Reader(io.BytesIO(data)).load()
        return verdicts
    except Exception:
        from hybridize.surfaces.analysis import verdicts_anew

        return verdicts_anew(analysis)
    finally:
        if enabled:
            gc.enable()


def packed(analysis: Analysis) -> bytes:
    """The results of an analysis as bytes, for the cache or another process; with the verdicts if it is `whole`."""
    kept = {name: getattr(analysis, name) for name in _KEPT}
    return pickle.dumps(kept, protocol=5) + (pickle.dumps(analysis.verdicts, protocol=5) if analysis.whole else b"")


def unpack(analysis: Analysis, payload: bytes) -> bool:
    """Restore packed results. False if they lack the verdicts that a `whole` analysis needs.

    Raises the error of the reader if the data are damaged.
    """
    stream = io.BytesIO(payload)
    values = _Reader(stream).load()
    rest = payload[stream.tell() :]
    if analysis.whole and not rest:
        return False
    for name in _KEPT:
        setattr(analysis, name, values[name])
    analysis.decided = lambda: _read_verdicts(rest, analysis)
    return True


def remember(analysis: Analysis, payload: bytes | None = None) -> None:
    """Keep what was found out, unless something failed: that may be another time. `payload`: it is packed already."""
    if analysis.failed or any(error.kind == "internal-error" for error in analysis.errors):
        return
    path = _path(analysis)
    if path is None:
        return
    payload = packed(analysis) if payload is None else payload
    with suppress(OSError):
        _prepare(path.parent)
        handle, part = tempfile.mkstemp(suffix=".part", dir=path.parent)
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(hashlib.sha256(payload).digest() + payload)
            # Who may read the folder may read it: temporary files are for their owner alone.
            os.chmod(part, path.parent.stat().st_mode & 0o666)
            os.replace(part, path)
        except BaseException:
            with suppress(OSError):
                os.unlink(part)
            raise
        _record(path, analysis.project.root)
        _shrink(path.parent)


def clean(root: Path) -> Path | None:
    """Remove what is kept for a project, and nothing of others; the folder from which something was removed, if any."""
    folder = cache_folder(root)
    if folder is None or not folder.is_dir():
        return None
    if folder == root / FOLDER:
        shutil.rmtree(folder, ignore_errors=True)
        return folder
    record = _record_of(folder, root)
    return _emptied(folder, [record, *(folder / f"{key}{_SUFFIX}" for key in _recorded(record))])


def clean_shared() -> Path | None:
    """Remove what is kept for every project in the folder that they share; the folder, if there was something."""
    folder = shared_folder()
    if folder is None:
        return None
    return _emptied(folder, [*_results(folder), *folder.glob("*.part"), *folder.glob(f"*{_RECORD}")])


def _emptied(folder: Path, paths: Sequence[Path]) -> Path | None:
    there = [path for path in paths if path.exists()]
    for path in there:
        with suppress(OSError):
            path.unlink()
    return folder if there else None


def _record(path: Path, root: Path) -> None:
    """Note whose result this is, where the folder is not the project's own."""
    if path.parent != root / FOLDER:
        record = _record_of(path.parent, root)
        if path.stem not in _recorded(record):
            with open(record, "a", encoding="ascii") as file:
                file.write(f"{path.stem}\n")


def _record_of(folder: Path, root: Path) -> Path:
    return folder / (hashlib.sha256(os.fsencode(root)).hexdigest() + _RECORD)


def _recorded(record: Path) -> list[str]:
    """The names of the results of a project; what is damaged names none."""
    try:
        lines = record.read_text(encoding="ascii").split()
    except (OSError, UnicodeDecodeError):
        return []
    return [line for line in lines if line.isalnum()]


def _path(analysis: Analysis) -> Path | None:
    folder = cache_folder(analysis.project.root)
    return None if folder is None or analysis.failed else folder / (key(analysis) + _SUFFIX)


def key(analysis: Analysis) -> str:
    """A text that is another one whenever the results may be."""
    project = analysis.project
    inputs = {
        "program": program_state(bool(os.environ.get(VARIABLE))),
        "options": analysis.options.as_json(),
        "own": None if analysis.own is None else sorted(analysis.own),
        "blocks": analysis.blocks,
        "files": [[f.relative, f.module, f.is_package, f.is_test, f.digest] for f in project.files],
        "roots": [os.path.relpath(path, project.root) for path in project.source_roots],
        "packages": dict(project.packages),
        "links": dict(project.links),
        "nested": sorted(project.nested),
        "sizes": dict(project.sizes),
        "errors": [vars(error) for error in project.errors],
    }
    text = json.dumps(inputs, sort_keys=True, default=str)
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


@lru_cache(maxsize=2)
def program_state(anywhere: bool) -> object:
    """What analyses: the state of our code, which tells more than its version, and what it runs with.

    `anywhere`: as it is on each machine with the same program; otherwise in a twentieth of the time.
    """
    from importlib.metadata import version

    from hybridize.frameworks.plugins import installed

    home = Path(__file__).parents[1]
    code = [[os.path.relpath(path, home), *_state(path, anywhere)] for path in sorted(_files(home))]
    models = [[name, plugin.entry.value, plugin.state()] for name, plugin in sorted(installed().items())]
    return [version("astroid"), sys.version_info[:3], code, models]


def _state(path: str, anywhere: bool) -> list[object]:
    if anywhere:
        return [hashlib.sha256(Path(path).read_bytes()).hexdigest()]
    status = os.stat(path)
    return [status.st_mtime_ns, status.st_size]


def _files(folder: Path) -> Iterator[str]:
    for place, _, names in os.walk(folder):
        yield from (os.path.join(place, name) for name in names if name.endswith((".py", ".json", ".so", ".pyd")))


def _prepare(folder: Path) -> None:
    """Make a folder that version control and backups leave alone."""
    if folder.is_dir():
        return
    folder.mkdir(parents=True, exist_ok=True)
    (folder / ".gitignore").write_text("*\n", encoding="utf-8")
    tag = "Signature: 8a477f597d28d172789f06886806bc55\n# Results of hybridize, which makes them again.\n"
    (folder / "CACHEDIR.TAG").write_text(tag, encoding="utf-8")


def _results(folder: Path) -> list[Path]:
    return list(folder.glob(f"*{_SUFFIX}"))


def _shrink(folder: Path) -> None:
    """Remove the oldest results until the rest is small enough."""
    sizes: dict[Path, tuple[float, int]] = {}
    for path in _results(folder):
        with suppress(OSError):
            status = path.stat()
            sizes[path] = (status.st_mtime, status.st_size)
    total = sum(size for _, size in sizes.values())
    for path, (_, size) in sorted(sizes.items(), key=lambda item: item[1]):
        if total <= MAX_BYTES:
            return
        with suppress(OSError):
            path.unlink()
        total -= size


def _member(enumeration: object, name: str) -> Enum:
    """`getattr`, with which some releases of Python 3.11 name the members of enumerations; it gives nothing else."""
    if isinstance(enumeration, type) and issubclass(enumeration, Enum):
        return enumeration[name]
    raise pickle.UnpicklingError(f"{enumeration} is no enumeration")


_BUILTIN: dict[tuple[str, str], Callable[..., object]] = {
    ("builtins", "complex"): complex,
    ("builtins", "range"): range,
    ("builtins", "getattr"): _member,
}


class _Reader(pickle.Unpickler):
    """Reads plain data and our own classes of such. Nothing else can be named in a result, so nothing can be run."""

    def find_class(self, module: str, name: str) -> Callable[..., object]:
        """A data class, enumeration or literal of ours; raises UnpicklingError for everything else."""
        if (module, name) in _BUILTIN:
            return _BUILTIN[module, name]
        if module.partition(".")[0] == "hybridize":
            found = getattr(import_module(module), name, None)
            if found is Literal or isinstance(found, type) and (is_dataclass(found) or issubclass(found, Enum)):
                return found
        raise pickle.UnpicklingError(f"{module}.{name} is no part of a result")
