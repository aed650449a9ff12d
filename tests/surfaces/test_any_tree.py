"""Runs over random trees of files: no traceback, no silent file, no byte changed but by fixes, the same for hosts.

`pytest tests/surfaces/test_any_tree.py --trees 2000` tries many; a few with a fixed seed belong to the fast tests.
"""

from __future__ import annotations

import json
import os
import tempfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings

from hybridize.surfaces.adapter import UNCHECKED, most_specific, tables
from hybridize.surfaces.cli import main
from tests.surfaces.trees import LEFT_OUT, UNREADABLE, Entry, files, make, state, trees


def check(root: Path, tree: list[Entry], run: pytest.CaptureFixture[str]) -> None:
    """What must hold of any tree."""
    before = state(root)
    status = main(["--output-format", "json", "--no-cache", str(root)])
    said = run.readouterr()
    assert "Traceback" not in said.err and status in (0, 1, 2), said.err
    assert state(root) == before
    found = json.loads(said.out)
    concerned = {each["path"] for each in found if each["code"] == UNCHECKED}

    listed = main(["--show-files", str(root)])
    named = {os.path.realpath(root / line) for line in run.readouterr().out.splitlines()}
    assert listed in (0, 2)
    for path in files(root):
        relative = path.relative_to(root).as_posix()
        visible = path.suffix in (".py", ".ipynb") and not relative.startswith(LEFT_OUT)
        assert not visible or os.path.realpath(path) in named or relative in concerned, f"silent: {relative}"
    broken = {each.path for each in tree if each.kind == "file" and each.content in UNREADABLE}
    real = {path.relative_to(root).as_posix() for path in files(root)}
    assert {path for path in broken & real if not path.startswith(LEFT_OUT)} <= concerned

    if status != 2:
        findings = {(each["path"], each["line"], each["code"]) for each in found if each["cell"] is None}
        in_books = {(each["path"], each["code"]) for each in found if each["cell"] is not None}
        # What an inner project says of its files counts, not what the outer one does.
        nearest = {
            path: each
            for table in sorted(tables({"no_cache": True}, [root]), key=lambda table: len(table.root))
            for path, each in table.files.items()
        }
        rows = {
            (os.path.relpath(path, root), row)
            for path, each in nearest.items()
            for row in most_specific(each.findings)
        }
        run.readouterr()
        silenced = {each.path for each in tree if each.content == "silenced"}
        hosts = {
            (path, row.line, row.code) for path, row in rows if not path.endswith(".ipynb") and path not in silenced
        }
        assert {each for each in findings if each[2] != UNCHECKED and each[0] not in silenced} == {
            each for each in hosts if each[2] != UNCHECKED
        }
        assert {each[0] for each in hosts if each[2] == UNCHECKED} == {
            path for path in concerned if not path.endswith(".ipynb")
        }
        assert in_books == {(path, row.code) for path, row in rows if path.endswith(".ipynb") and row.code != UNCHECKED}

    status = main(["--fix", "--no-cache", str(root)])
    said = run.readouterr()
    assert "Traceback" not in said.err and status in (0, 1, 2)
    fixable = {each["path"] for each in found if each["fix"] and each["fix"]["applicability"] == "safe"}
    changed = {path.relative_to(root).as_posix() for path, data in state(root).items() if before.get(path) != data}
    assert changed <= fixable
    assert status == 2 or changed == fixable


@pytest.mark.slow
def test_any_tree(
    request: pytest.FixtureRequest, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    @settings(
        max_examples=request.config.getoption("--trees") or 60,
        derandomize=True,
        suppress_health_check=list(HealthCheck),
    )
    @given(trees(shut=False))
    def survives(tree: list[Entry]) -> None:
        with tempfile.TemporaryDirectory() as name:
            root = Path(name).resolve()
            monkeypatch.chdir(root)
            make(root, tree)
            check(root, tree, capfd)
            monkeypatch.chdir("/")

    survives()
