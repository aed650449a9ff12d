"""The documentation as a site: it is built strictly, its links lead somewhere, its commands run, nothing is missing."""

from __future__ import annotations

import json
import re
import shlex
import subprocess
import sys
from dataclasses import fields
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import urldefrag

import pytest
import yaml
from surfaces.conftest import Command, command, project

from hybridize.rules.names import rule_names
from hybridize.surfaces.addresses import DOCUMENTATION, rule_address
from hybridize.surfaces.config import Config, load_config
from hybridize.surfaces.options import ANALYSIS_OPTIONS

__all__ = ["command", "project"]
ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"


class Links(HTMLParser):
    """The links and the anchors of a page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.links: set[str] = set()
        self.anchors: set[str] = set()
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note where the tag leads, and what it is called."""
        for name, value in attrs:
            if name == "href" and value is not None and tag == "a":
                self.links.add(value)
            if name == "id" and value is not None:
                self.anchors.add(value)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site, built as strictly as can be."""
    folder = tmp_path_factory.mktemp("site")
    build = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--site-dir", str(folder)]
    done = subprocess.run(build, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return folder


@pytest.mark.slow
def test_links_lead_somewhere(site: Path) -> None:
    pages = {path: Links(path.read_text("utf-8")) for path in site.rglob("*.html") if path.name == "index.html"}
    wrong = []
    for path, page in pages.items():
        for link in page.links:
            target, anchor = urldefrag(link)
            if "://" in target or target.startswith("mailto:"):
                continue
            found = (path.parent / target).resolve() if target else path
            found = found / "index.html" if found.is_dir() else found
            if target.startswith("../tests/") and (DOCS / target).exists():
                # Programs of the checkout, which belong to no site.
                continue
            if not found.is_file() or (anchor and found in pages and anchor not in pages[found].anchors):
                wrong.append((path.relative_to(site).as_posix(), link))
    assert len(pages) > len(rule_names()) + 8
    assert wrong == []


@pytest.mark.slow
def test_each_rule_has_a_page_at_its_address(site: Path) -> None:
    for code, name in rule_names().items():
        page = site / rule_address(code).removeprefix(f"{DOCUMENTATION}/") / "index.html"
        assert name in page.read_text("utf-8")


def blocks(name: str, language: str) -> list[str]:
    """The fenced blocks of one language in a page."""
    return re.findall(rf"^```{language}\n(.*?)^```", (DOCS / name).read_text("utf-8"), re.DOTALL | re.MULTILINE)


def commands() -> list[str]:
    """All commands that pages show, in scripts and in the files of services."""
    lines = [line for page in DOCS.glob("*.md") for block in blocks(page.name, "sh") for line in block.splitlines()]
    for block in blocks("ci.md", "yaml"):
        lines += re.findall(r"(?:- run:|- )\s*(hybridize .*)", block)
    return sorted({line for line in lines if line.startswith("hybridize ")})


@pytest.mark.slow
@pytest.mark.parametrize("line", commands())
def test_the_commands_run(line: str, project: Path, command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    (project / "train.py").write_text((project / "step.py").read_text("utf-8"), encoding="utf-8")
    (project / "known.json").write_text(json.dumps({"version": 1, "findings": []}), encoding="utf-8")
    git = ["git", "-c", "user.name=t", "-c", "user.email=t@example.org"]
    for each in (["init", "-q"], ["commit", "-q", "--allow-empty", "-m", "none"]):
        subprocess.run([*git, *each], cwd=project, check=True)
    if " - " in f"{line} ":
        with (project / "train.py").open("rb") as text:
            done = subprocess.run(
                [sys.executable, "-m", *shlex.split(line)], stdin=text, cwd=project, capture_output=True, text=True,
                env={"PYTHONPATH": str(ROOT)},
            )  # fmt: skip
        assert (done.returncode, done.stdout.startswith("train.py:4:1: HYB001")) == (1, True)
    else:
        result = command(*shlex.split(line)[1:])
        assert result.status in (0, 1), result.err
        assert "error" not in result.err


def test_the_files_of_services_are_valid() -> None:
    loaded = [yaml.safe_load(block) for block in blocks("ci.md", "yaml")]
    assert len(loaded) == 3 and all(loaded)
    (task,) = map(json.loads, blocks("editors.md", "json"))
    pattern = task["tasks"][0]["problemMatcher"]["pattern"]["regexp"]
    assert re.match(pattern, "train.py:6:1: HYB001 [*] `f` runs eagerly")


def test_the_configuration_page_misses_nothing(tmp_path: Path) -> None:
    text = (DOCS / "configuration.md").read_text("utf-8")
    rows = re.findall(r"^\| `([\w-]+)` \| (\S+) \|", text, re.MULTILINE)
    assert [name for name, _ in rows] == [option.name for option in ANALYSIS_OPTIONS]
    shown = {"flag": {True: "on", False: "off"}}
    for (_, default), option in zip(rows, ANALYSIS_OPTIONS, strict=True):
        if option.kind == "flag":
            assert default == shown["flag"][bool(option.default)]
    keys = {each.name.replace("_", "-") for each in fields(Config)} - {"analysis", "file", "errors"}
    assert {key for key in keys if f"`{key}`" not in text} == set()
    (tmp_path / "pyproject.toml").write_text(blocks("configuration.md", "toml")[0], encoding="utf-8")
    assert load_config(tmp_path).errors == ()
