"""Subjects: other people's projects, whose programs run on stand-in data after a small list of edits.

A subject's file (benchmarks/subjects/NAME.json) has
    environment   variables for the runs
    files         new files, text by path: stand-ins for data and modules that are missing here
    edits         by path, a list of [old text, new text]; each old text must be there, all its occurrences change
    programs      paths, each with its arguments: what is run (from the folder of the program)
    tests         lists of arguments for pytest: the outcome of each test is compared
    timeout       seconds that a run may take, where the usual ones are too few

The edits are made to a copy; of that a second copy is fixed, and the programs of both run and are compared.
"""

from __future__ import annotations

import json
import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from benchmarks.differential import (
    ROOT,
    TIMEOUT,
    Comparison,
    changed_functions,
    compared,
    copy_tree,
    observe,
    report,
    report_calls,
)

TEST_RUNNER = ROOT / "benchmarks" / "outcomes.py"


def adapt(recipe: dict[str, Any], folder: Path) -> None:
    """Make the edits; raises ValueError where an old text is missing, since the subject is another one then."""
    if recipe.get("tests"):
        shutil.copyfile(TEST_RUNNER, folder / TEST_RUNNER.name)
    for name, text in recipe.get("files", {}).items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text if isinstance(text, str) else "\n".join(text) + "\n", encoding="utf-8")
    for name, edits in recipe.get("edits", {}).items():
        path = folder / name
        text = path.read_text(encoding="utf-8")
        for old, new in edits:
            if old not in text:
                raise ValueError(f"{name} does not contain {old!r}")
            text = text.replace(old, new)
        path.write_text(text, encoding="utf-8")


def compare_subject(
    file: Path, source: Path, change: Callable[[Path], None], python: str, calls: bool = False
) -> list[Comparison]:
    """Run the programs of a subject before and after a change of the whole project; `calls`: compare calls, too."""
    recipe = json.loads(file.read_text(encoding="utf-8"))
    results = []
    with tempfile.TemporaryDirectory(prefix="hybridize-") as name:
        before, after = Path(name).resolve() / "before", Path(name).resolve() / "after"
        copy_tree(source, before)
        adapt(recipe, before)
        copy_tree(before, after)
        change(after)
        functions = changed_functions(before, after)
        print(f"{len(functions)} functions changed in the whole project")
        runs = [*recipe.get("programs", {}).items(), *((TEST_RUNNER.name, given) for given in recipe.get("tests", []))]
        for program, arguments in runs:
            environment, timeout = recipe.get("environment", {}), recipe.get("timeout", TIMEOUT)
            old = observe(before / program, arguments, python, timeout, environment=environment)
            new = observe(after / program, arguments, python, timeout, environment=environment)
            executed = tuple(name for name in functions if name in new.functions)
            results.append(compared(" ".join([program, *arguments[:1]]), executed, old, new))
            report(results[-1])
            if calls and executed:
                report_calls(after / program, executed, arguments, python, timeout, environment=environment)
            if old.status:
                print(f"        {old.errors.strip()[-300:]}")
            if program == TEST_RUNNER.name:
                print(f"        {old.output.splitlines()[-1:]} became {new.output.splitlines()[-1:]}")
    return results
