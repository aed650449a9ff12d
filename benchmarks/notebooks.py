"""Whether notebooks that others wrote are read, and whether fixes change their source lines and nothing else.

    python -m benchmarks.notebooks FOLDER [FOLDER ...] [--python PYTHON-WITH-TENSORFLOW --seconds 300]

Each folder is copied. Once all fixes are made that there are (`--fix --unsafe-fixes --preview`), and once a comment is
written before each function of each notebook. After both every notebook must be what it was, byte for byte, but for
the sources of its code cells: exit status 1 otherwise. With `--python`, the cells of each notebook that fixes changed
run as one program before and after, without magics: what does not get through without the fixes tells nothing.
"""

from __future__ import annotations

import argparse
import json
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from hybridize.sources.notebooks import NotebookError, parse_notebook

_STRING = re.compile(r'"(?:[^"\\]|\\.)*"', re.DOTALL)
_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[][{}:,]|[^][{}:,"\s]+', re.DOTALL)


@dataclass
class Outcome:
    """What became of the notebooks of one folder."""

    notebooks: int = 0
    cells: int = 0
    unread: int = 0
    """Notebooks that are no JSON, or have cells that are no Python."""
    fixed: int = 0
    """Notebooks that fixes changed."""
    harmed: list[str] | None = None
    """Notebooks of which something else than source was changed."""
    same: int = 0
    """Notebooks that run, and say the same after the fixes."""
    different: int = 0
    """Notebooks that run before the fixes, and fail or say something else after them."""


def without_sources(text: str) -> str:
    """The text of a notebook without what stands in the sources of its code cells.

    An implementation of its own: it walks over the tokens, and knows nothing of how hybridize finds the cells.
    """
    out: list[str] = []
    position = 0
    for start, end in _sources(text):
        out += [text[position:start], "SOURCE"]
        position = end
    return "".join([*out, text[position:]])


def _sources(text: str) -> Iterator[tuple[int, int]]:
    """Where the values of `source` (of old formats `input`) of code cells begin and end."""
    open_objects: list[dict[str, tuple[int, int]]] = []
    found: list[tuple[int, int]] = []
    brackets: list[tuple[str, int]] = []
    key: str | None = None
    keys: list[str | None] = []
    expects_key = False
    for token in _TOKEN.finditer(text):
        word = token[0]
        if word in "[{":
            brackets.append((word, token.start()))
            keys.append(key)
            if word == "{":
                open_objects.append({})
            expects_key, key = word == "{", None
        elif word in "]}":
            bracket, start = brackets.pop()
            key = keys.pop()
            if bracket == "{":
                members = open_objects.pop()
                kind = members.get("cell_type")
                if kind is not None and text[slice(*kind)] == '"code"':
                    found += [members[name] for name in ("source", "input") if name in members]
            if key is not None and open_objects and brackets[-1][0] == "{":
                open_objects[-1][key] = (start, token.end())
        elif word == ",":
            expects_key = bool(brackets) and brackets[-1][0] == "{"
        elif word == ":":
            expects_key = False
        elif expects_key and _STRING.fullmatch(word):
            key = json.loads(word, strict=False)
        elif key is not None and brackets and brackets[-1][0] == "{":
            open_objects[-1][key] = token.span()
    yield from sorted(found)


def _notebooks(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob("*.ipynb") if path.is_file() and not path.is_symlink())


def _texts(folder: Path) -> dict[Path, str]:
    return {path: path.read_bytes().decode("utf-8", "surrogateescape") for path in _notebooks(folder)}


def _commented(text: str) -> str:
    """A notebook with a comment before each function, written by the way that fixes take."""
    notebook = parse_notebook(text)
    return notebook.rewritten(re.sub(r"(?m)^([ \t]*)(?=(?:async )?def )", r"\1# A comment.\n\1", notebook.program))


def look_at(folder: Path, python: str | None, seconds: int) -> Outcome:
    """Read and fix the notebooks of a folder, in a copy."""
    outcome = Outcome(harmed=[])
    assert outcome.harmed is not None
    with tempfile.TemporaryDirectory() as name:
        original, copy = Path(name).resolve() / "original", Path(name).resolve() / "fixed"
        for place in (original, copy):
            shutil.copytree(folder, place, symlinks=True, ignore=shutil.ignore_patterns(".git"))
            (place / ".git").mkdir(exist_ok=True)
        before = _texts(copy)
        for path, text in before.items():
            outcome.notebooks += 1
            try:
                notebook = parse_notebook(text)
                outcome.cells += len(notebook.cells)
                outcome.unread += bool(notebook.broken)
                if without_sources(_commented(text)) != without_sources(text):
                    outcome.harmed.append(f"{path.relative_to(copy)} (comments)")
            except NotebookError:
                outcome.unread += 1
        command = [sys.executable, "-m", "hybridize", "--fix", "--unsafe-fixes", "--preview", "--no-cache", "--quiet"]
        subprocess.run([*command, str(copy)], capture_output=True, check=False)
        for path, text in _texts(copy).items():
            if text == before[path]:
                continue
            outcome.fixed += 1
            if without_sources(text) != without_sources(before[path]):
                outcome.harmed.append(str(path.relative_to(copy)))
            said = _run(original / path.relative_to(copy), before[path], python, seconds)
            if said is not None:
                again = _run(path, text, python, seconds) == said
                outcome.same += again
                outcome.different += not again
    return outcome


def _run(path: Path, text: str, python: str | None, seconds: int) -> str | None:
    """What the cells print as a program beside the notebook; None where they do not get through."""
    if python is None:
        return None
    try:
        program = parse_notebook(text).program
    except NotebookError:
        return None
    try:
        done = subprocess.run(
            [python, "-c", program], cwd=path.parent, capture_output=True, text=True, timeout=seconds, check=False
        )
    except (subprocess.TimeoutExpired, OSError, ValueError):
        return None
    return done.stdout if done.returncode == 0 else None


def main(arguments: Sequence[str] | None = None) -> int:
    """One row for each folder."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs="+", type=Path, metavar="FOLDER")
    parser.add_argument("--python", help="an interpreter with TensorFlow, which runs the notebooks")
    parser.add_argument("--seconds", type=int, default=300, help="for each run of a notebook")
    asked = parser.parse_args(arguments)
    print("| project | notebooks | code cells | not read as a whole | fixed | harmed | run the same | differ |")
    print("|---|---|---|---|---|---|---|---|")
    failed = False
    for folder in asked.folders:
        found = look_at(folder, asked.python, asked.seconds)
        numbers = (found.notebooks, found.cells, found.unread, found.fixed, len(found.harmed or ()))
        row = " | ".join(map(str, [folder.name, *numbers, found.same, found.different]))
        print(f"| {row} |", flush=True)
        for each in found.harmed or ():
            print(f"  {each}", file=sys.stderr)
        failed = failed or bool(found.harmed) or bool(found.different)
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
