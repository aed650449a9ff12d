"""Which files belong to a project."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from hybridize.settings import AnalysisOptions
from hybridize.sources.discovery import Exclusions
from hybridize.sources.project import Project, find_root, load_project


def write(root: Path, *names: str, **texts: str) -> None:
    """Create empty files, and files with a text (`__` in a keyword stands for a dot)."""
    for name in names:
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
    for name, text in texts.items():
        (root / name.replace("__", ".")).write_text(text, encoding="utf-8")


def load(root: Path, *paths: str, exclusions: Exclusions | None = None) -> Project:
    return load_project(root, AnalysisOptions(), exclusions, paths=[root / path for path in paths])


def names(project: Project) -> list[str]:
    return [file.relative for file in project.files]


def test_environments_caches_and_build_results_are_left_out(tmp_path: Path) -> None:
    write(tmp_path, "pyproject.toml", "a.py", "pkg/b.py", "pkg/c.pyw", "notes.txt", "env/gym.py")
    for folder in (".venv", "venv", "build", "dist", "node_modules", ".tox", ".git", "__pycache__", "x.egg-info"):
        write(tmp_path, f"{folder}/x.py", f"pkg/{folder}/x.py")
    write(tmp_path, "myenv/pyvenv.cfg", "myenv/lib/x.py")
    assert names(load(tmp_path)) == ["a.py", "env/gym.py", "pkg/b.py", "pkg/c.pyw"]


def test_gitignore_holds_at_every_level(tmp_path: Path) -> None:
    write(tmp_path, "setup.py", "a.py", "gen/x.py", "pkg/gen/x.py")
    write(tmp_path, "pkg/made_a.py", "pkg/made_b.py", "pkg/sub/made_b.py")
    (tmp_path / ".gitignore").write_text("/gen/\nmade_*.py\n", encoding="utf-8")
    (tmp_path / "pkg" / ".gitignore").write_text("!made_b.py\n", encoding="utf-8")
    (tmp_path / "pkg" / "sub" / ".gitignore").write_text("*\n", encoding="utf-8")
    assert names(load(tmp_path)) == ["a.py", "pkg/gen/x.py", "pkg/made_b.py", "setup.py"]
    assert "gen/x.py" in names(load(tmp_path, exclusions=Exclusions(gitignore=False)))


def test_gitignore_of_the_repository_around_the_project_holds_too(tmp_path: Path) -> None:
    write(tmp_path, ".git/HEAD", "one/pyproject.toml", "one/a.py", "one/made.py", "two/pyproject.toml", "two/a.py")
    (tmp_path / ".gitignore").write_text("made.py\ntwo/\n", encoding="utf-8")
    assert names(load(tmp_path / "one")) == ["a.py"]
    # A whole project that is ignored was still meant, if it is what the user asks about.
    assert names(load(tmp_path / "two")) == ["a.py"]


def test_named_files_and_folders_are_read_though_excluded(tmp_path: Path) -> None:
    write(tmp_path, "pyproject.toml", "a.py", "build/x.py", "build/deep/y.py", "venv/lib/z.py", "script")
    assert names(load(tmp_path, "build")) == ["a.py", "build/deep/y.py", "build/x.py"]
    assert names(load(tmp_path, "venv/lib/z.py", "script")) == ["a.py", "script", "venv/lib/z.py"]


def test_own_patterns_are_relative_to_the_root_wherever_the_walk_starts(tmp_path: Path) -> None:
    write(tmp_path, "pyproject.toml", "pkg/a.py", "pkg/old/b.py", "old/c.py")
    exclusions = Exclusions().extended(["/pkg/old"])
    assert names(load(tmp_path, exclusions=exclusions)) == ["old/c.py", "pkg/a.py"]
    assert names(load(tmp_path, "pkg", exclusions=exclusions)) == ["old/c.py", "pkg/a.py"]


def test_links_in_circles_end_and_dangling_links_are_named(tmp_path: Path) -> None:
    write(tmp_path, "pyproject.toml", "pkg/a.py")
    try:
        (tmp_path / "pkg" / "again").symlink_to(tmp_path, target_is_directory=True)
        (tmp_path / "gone.py").symlink_to("nowhere")
        (tmp_path / ".#a.py").symlink_to("user@host")
    except OSError:
        pytest.skip("no symbolic links here")
    project = load(tmp_path)
    assert names(project) == ["pkg/a.py"]
    assert [(error.path, error.kind) for error in project.errors] == [("gone.py", "not-found")]


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="needs a user that is refused")
def test_unreadable_files_and_folders_are_named(tmp_path: Path) -> None:
    write(tmp_path, "pyproject.toml", "a.py", "shut/b.py", "c.py")
    (tmp_path / "c.py").chmod(0)
    (tmp_path / "shut").chmod(0)
    try:
        project = load(tmp_path)
    finally:
        (tmp_path / "shut").chmod(0o700)
    assert names(project) == ["a.py"]
    assert [(error.path, error.kind) for error in project.errors] == [("c.py", "unreadable"), ("shut", "unreadable")]


def test_without_a_marker_only_the_package_around_the_path_is_read(tmp_path: Path) -> None:
    write(tmp_path, "site/one/__init__.py", "site/one/sub/__init__.py", "site/one/sub/a.py", "site/two/__init__.py")
    path = tmp_path / "site" / "one" / "sub"
    root = find_root([path])
    assert root == tmp_path / "site"
    assert names(load(root, "one/sub")) == ["one/__init__.py", "one/sub/__init__.py", "one/sub/a.py"]


def test_without_a_marker_a_lone_script_is_read_with_its_neighbours(tmp_path: Path) -> None:
    write(tmp_path, "a.py", "b.py", "pkg/__init__.py", "other/c.py")
    root = find_root([tmp_path / "a.py"])
    assert root == tmp_path
    assert names(load(root, "a.py")) == ["a.py", "b.py", "pkg/__init__.py"]


def test_an_overlay_replaces_and_adds_texts(tmp_path: Path) -> None:
    write(tmp_path, "pyproject.toml", a__py="x = 1\n")
    overlay = {tmp_path / "a.py": "x = 2\n", tmp_path / "new.py": "y = 1\n", tmp_path.parent / "out.py": ""}
    project = load_project(tmp_path, AnalysisOptions(), overlay=overlay)
    assert [(file.relative, file.text) for file in project.files] == [("a.py", "x = 2\n"), ("new.py", "y = 1\n")]


def test_digests_ignore_what_buffers_lose(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_bytes(b"\xef\xbb\xbfx = 1\r\ny = 2\r\n")
    (tmp_path / "b.py").write_bytes(b"x = 1\ny = 2\n")
    (tmp_path / "c.py").write_bytes(b"x = 1\ny = 3\n")
    one, two, three = load(tmp_path).files
    assert one.digest == two.digest != three.digest
    assert one.lines == two.lines == ("x = 1", "y = 2", "")
    assert one.line_count == 2


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("tests/model.py", True),
        ("pkg/test/x.py", True),
        ("test_model.py", True),
        ("pkg/model_test.py", True),
        ("pkg/model_tests.py", True),
        ("pkg/conftest.py", True),
        ("pkg/testing.py", False),
        ("contest.py", False),
        ("latest/model.py", False),
    ],
)
def test_test_files_are_known_by_their_names(tmp_path: Path, name: str, expected: bool) -> None:
    write(tmp_path, name)
    assert [file.is_test for file in load(tmp_path).files] == [expected]
