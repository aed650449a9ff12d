"""The diff of a plan, and that git applies it."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from hybridize.fixes.apply import diff, plan
from hybridize.rules.model import SAFE, AddDecorator, Fix

FILES = {
    "plain.py": b"import tensorflow as tf\ndef f(x): return x\n",
    "no newline.py": b"import tensorflow as tf\ndef f(x): return x",
    "crlf.py": b"import tensorflow as tf\r\ndef f(x): return x\r\n",
    "mixed/\xe9.py": b"import tensorflow as tf\ndef f(x):\r\n  return '\f'\ry = 2\n",
    "latin.py": b"# coding: latin-1\ndef f(x): return '\xe9\xa0'\n",
    "mark.py": b"\xef\xbb\xbfdef f(x): return 1\n",
    'quoted "name\\.py': b"import tensorflow as tf\ndef f(x): return x\n",
}


def test_shows_the_changes_in_the_order_of_the_paths() -> None:
    sources = {name: FILES["plain.py"] for name in ("b.py", "a.py")}
    made = plan(sources, [Fix(SAFE, "add", (AddDecorator(name, 2, "f"),)) for name in sources])
    body = "@@ -1,2 +1,3 @@\n import tensorflow as tf\n+@tf.function\n def f(x): return x\n"
    assert diff(made) == f"--- a/a.py\n+++ b/a.py\n{body}--- a/b.py\n+++ b/b.py\n{body}"


def test_says_where_the_last_newline_is_missing() -> None:
    fix = Fix(SAFE, "add", (AddDecorator("no newline.py", 2, "f"),))
    made = plan({"no newline.py": FILES["no newline.py"]}, [fix])
    assert diff(made).endswith("+@tf.function\n def f(x): return x\n\\ No newline at end of file\n")


def test_an_empty_plan_has_an_empty_diff() -> None:
    assert diff(plan({}, [])) == ""


@pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")
def test_git_applies_it_and_takes_it_back(tmp_path: Path) -> None:
    for name, data in FILES.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(data)
    lines = {name: data[: data.index(b"def")].count(b"\n") + 1 for name, data in FILES.items()}
    made = plan(FILES, [Fix(SAFE, "add", (AddDecorator(name, line, "f"),)) for name, line in lines.items()])
    assert len(made.changes) == len(FILES)
    patch = diff(made).encode("utf-8", "surrogateescape")
    apply = ["git", "apply", "--whitespace=nowarn"]
    subprocess.run(apply, cwd=tmp_path, input=patch, check=True)
    assert {change.path: (tmp_path / change.path).read_bytes() for change in made.changes} == {
        change.path: change.after for change in made.changes
    }
    subprocess.run([*apply, "-R"], cwd=tmp_path, input=patch, check=True)
    assert {name: (tmp_path / name).read_bytes() for name in FILES} == FILES
