"""Force edits on every function of every Python file below some folders, and see that nothing else changes.

    python -m benchmarks.forced FOLDER ... [--sample N] [--skip N]

Each plain function is decorated, each call of `print` becomes `tf.print`, each first argument that stands by position
is wrapped; then the decorators are taken off again. What the engine refuses is left out and counted by its reason.
Wrong is: a crash, a result that Python cannot parse, tokens other than the declared ones, a line that was not kept, or
bytes that differ once the decorators are off. Nothing is written. The exit status is 1 if anything was wrong.
Files come in an order that is drawn at random and always the same, equal ones once; Ctrl-C ends the run with the counts
so far, and `--skip` goes on from there.
"""

from __future__ import annotations

import argparse
import ast
import gc
import hashlib
import io
import random
import sys
import time
import tokenize
import traceback
import warnings
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from pathlib import Path

from hybridize.fixes import text as fixed_text
from hybridize.fixes.apply import FixPlan, plan
from hybridize.rules.model import SAFE, AddDecorator, ChangeArguments, Edit, Fix, RemoveDecorator, ReplaceCallee

LAYOUT = {tokenize.ENCODING, tokenize.INDENT, tokenize.DEDENT, tokenize.NL, tokenize.ENDMARKER}
PATH = "module.py"
COLLECTED = 50
"""After so many files the garbage is collected."""
IMPORTS = ["import", "tensorflow", "as", "tf", "\n"], ["import", "tensorflow", "\n"]
"""What an edit may bring along, once in a file."""


class Wrong(Exception):
    """The result is not what was declared; the message says in which way."""


def tokens(data: bytes) -> list[str]:
    """The tokens of a file that mean something, comments included, by Python's own tokenizer."""
    # The tokenizer reads carriage returns as Python's compiler does only from Python 3.12 on.
    lines = io.BytesIO(data.replace(b"\r\n", b"\n").replace(b"\r", b"\n"))
    found = tokenize.tokenize(lines.readline)
    return ["\n" if each.type == tokenize.NEWLINE else each.string for each in found if each.type not in LAYOUT]


def parsed(data: bytes) -> ast.Module:
    """The ast, without warnings about what the file contains."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return ast.parse(data)


def functions(tree: ast.AST, outer: str = "") -> Iterator[tuple[str, ast.FunctionDef]]:
    """Every plain function below a node with its qualified name."""
    for child in ast.iter_child_nodes(tree):
        definition = isinstance(child, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef))
        name = f"{outer}.{child.name}".lstrip(".") if definition else outer  # type: ignore[attr-defined]
        if isinstance(child, ast.FunctionDef):
            yield name, child
        yield from functions(child, name)


def additions(tree: ast.Module) -> list[Edit]:
    """A decorator for each function."""
    return [AddDecorator(PATH, node.lineno, name) for name, node in functions(tree)]


def calls(tree: ast.Module) -> list[Edit]:
    """`tf.print` for `print`, and the first argument of every other call of a plain name made a tensor.

    Not inside f-strings, which are single tokens before Python 3.12.
    """
    edits: list[Edit] = []
    inside = {id(each) for node in ast.walk(tree) if isinstance(node, ast.JoinedStr) for each in ast.walk(node)}
    for node in ast.walk(tree):
        if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Name)) or id(node) in inside:
            continue
        line, column, name = node.func.lineno, node.func.col_offset + 1, node.func.id
        if name == "print":
            edits.append(ReplaceCallee(PATH, line, column, name, "tensorflow.print"))
        elif node.args and not isinstance(node.args[0], (ast.Starred, ast.GeneratorExp)):
            edits.append(ChangeArguments(PATH, line, column, name, ((0, "{tensorflow.constant}({})"),)))
    return edits


def force(data: bytes, edits: Sequence[Edit]) -> FixPlan:
    """The plan for edits of one file, one fix for each."""
    return plan({PATH: data}, [Fix(SAFE, "forced", (edit,)) for edit in edits])


def spellings(data: bytes) -> set[str]:
    """The names by which a file may call TensorFlow and what is in it."""
    names = {"tf", "tensorflow", "function", "constant", "print"}
    for node in ast.walk(parsed(data)):
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            names |= {each.asname for each in node.names if each.asname}
    return names


def check_additions(before: bytes, after: bytes, count: int) -> None:
    """Only `count` decorators, each directly above its `def`, and imports are new, and no line is; raises Wrong."""
    old, new, names = tokens(before), tokens(after), spellings(after)
    at = decorators = 0
    imports = list(IMPORTS)
    for index, token in enumerate([*old, ""]):
        # Both stand there where `tf` means something else in some of the functions.
        while added := [each for each in imports if _begins(new, at, each) and not _begins(old, index, each)]:
            imports.remove(added[0])
            at += len(added[0])
        if token == "def" and new[at : at + 1] == ["@"]:
            end = new.index("\n", at)
            if not names.issuperset(new[at + 1 : end : 2]) or set(new[at + 2 : end : 2]) - {"."}:
                raise Wrong(f"unknown decorator {new[at:end]}")
            at, decorators = end + 1, decorators + 1
        if index < len(old) and new[at : at + 1] != [token]:
            raise Wrong(f"token {index}: {token!r} became {new[at : at + 1]}")
        at += 1
    if decorators != count or at - 1 != len(new):
        raise Wrong(f"{decorators} decorators instead of {count}, {len(new) - at + 1} tokens too many")
    kept = iter(after.splitlines(keepends=True))
    if not all(line in kept for line in before.splitlines(keepends=True)):
        raise Wrong("a line was not kept")


def _begins(tokens: Sequence[str], at: int, statement: Sequence[str]) -> bool:
    """Whether a statement stands at a place."""
    return tokens[at : at + len(statement)] == statement


def check_calls(before: bytes, after: bytes, prints: int, arguments: int) -> None:
    """Only so many `tf.` and `tf.constant(…)` and imports are new, nothing is lost; raises Wrong."""
    old, new = tokens(before), tokens(after)
    rest = iter(new)
    if not all(token in rest for token in old):
        raise Wrong("a token was lost")
    inserted = Counter(new) - Counter(old)
    for statement in IMPORTS:
        if inserted["import"]:
            inserted -= Counter(statement)
    parentheses = inserted.pop("(", 0), inserted.pop(")", 0)
    names = sum(inserted.pop(name, 0) for name in {*spellings(after), "."})
    if inserted or parentheses != (arguments, arguments) or names > 2 * prints + 3 * arguments + 2:
        raise Wrong(f"{prints} and {arguments} edits inserted {parentheses} parentheses, {names} names and {inserted}")


def check_file(data: bytes) -> Counter[str]:
    """Force all edits on one file; returns how many were made and refused, by reason. Raises Wrong."""
    counts: Counter[str] = Counter()
    tree = parsed(data)
    if force(data, ()).changes:
        raise Wrong("no edits changed the file")
    edits = additions(tree)
    after, made = _made(data, edits, counts)
    check_additions(data, after, len(made))
    if force(after, additions(parsed(after))).changes:
        raise Wrong("a second run changed the file again")
    back, _ = _made(after, _removals(parsed(after), [edit in made for edit in edits]), counts)
    check_additions(data, back, 0)
    # An import that was needed stays, with whatever ends the lines of the file.
    if len(back.splitlines()) == len(data.splitlines()) and back != data:
        raise Wrong("taking the decorators off did not give the file back")
    after, made = _made(data, calls(tree), counts)
    prints = sum(isinstance(edit, ReplaceCallee) for edit in made)
    check_calls(data, after, prints, len(made) - prints)
    return counts


def _made(data: bytes, edits: Sequence[Edit], counts: Counter[str]) -> tuple[bytes, set[Edit]]:
    """The file with all edits that can be made, and these."""
    done = force(data, edits)
    made = {fix.edits[0] for change in done.changes for fix in change.fixes}
    counts["edits made"] += len(made)
    counts.update("refused: " + _reason(refusal.reason) for refusal in done.refused)
    after = done.changes[0].after if done.changes else data
    parsed(after)
    return after, made


def _reason(text: str) -> str:
    """A refusal without names and numbers, for counting."""
    return " ".join("…" if any(c.isdigit() or c in "._" for c in word) else word for word in text.split())


def _removals(tree: ast.Module, added: Sequence[bool]) -> list[Edit]:
    """The lowest decorator off each function that was given one."""
    return [
        RemoveDecorator(PATH, node.lineno, name, node.decorator_list[-1].lineno)
        for (name, node), given in zip(functions(tree), added, strict=True)
        if given
    ]


def python_files(folders: Sequence[Path]) -> list[Path]:
    """The Python files below folders, sorted; of files with the same bytes only the first."""
    found: dict[bytes, Path] = {}
    for path in sorted(path for folder in folders for path in folder.rglob("*.py") if path.is_file()):
        found.setdefault(hashlib.sha256(path.read_bytes()).digest(), path)
    return list(found.values())


def main(arguments: Sequence[str] | None = None) -> int:
    """The command; see the module's text."""
    parser = argparse.ArgumentParser(prog="benchmarks.forced", description=(__doc__ or "").split("\n\n")[0])
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("--sample", type=int, help="so many files of all")
    parser.add_argument("--skip", type=int, default=0, help="the first of them that are not looked at again")
    options = parser.parse_args(arguments)
    files = python_files(options.folders)
    random.Random(0).shuffle(files)
    del files[len(files) if options.sample is None else options.sample :]
    start = time.perf_counter()
    counts: Counter[str] = Counter()
    # Each text is parsed twice, and a tree is large: looking for garbage in it would take as long as parsing.
    fixed_text.located = lru_cache(maxsize=2)(fixed_text.located)
    gc.disable()
    try:
        for number, path in enumerate(files[options.skip :], 1):
            _force_file(path, counts)
            if not number % COLLECTED:
                gc.collect()
                print(f"{options.skip + number} of {len(files)} files looked at", file=sys.stderr, flush=True)
    except KeyboardInterrupt:
        print("interrupted; so far:")
    wrong = counts["files gone wrong"]
    for what, number in counts.most_common():
        print(f"{number:11,}  {what}")
    print(f"{wrong} of {counts['files']:,} files went wrong ({time.perf_counter() - start:.0f} s)")
    return 1 if wrong else 0


def _force_file(path: Path, counts: Counter[str]) -> None:
    data = path.read_bytes()
    try:
        parsed(data)
        tokens(data)
    except (SyntaxError, ValueError, tokenize.TokenError):
        counts["files that Python does not read"] += 1
        return
    try:
        counts.update(check_file(data))
    except Exception as error:
        counts["files gone wrong"] += 1
        print(f"WRONG  {path}: {type(error).__name__}: {error}", flush=True)
        if not isinstance(error, Wrong):
            traceback.print_exception(error)
    counts["files"] += 1
    counts["bytes"] += len(data)


if __name__ == "__main__":
    sys.exit(main())
