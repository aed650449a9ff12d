"""A fixture that runs the analysis, up to the verdicts, over a project written as strings."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from hybridize.inference import analyze
from hybridize.inference.driver.fixpoint import Fixpoint
from hybridize.program import build
from hybridize.settings import AnalysisOptions
from hybridize.sources.project import load_project
from hybridize.verdicts.decide.verdicts import decide
from hybridize.verdicts.model.verdict import Verdict

Judge = Callable[..., dict[str, Verdict]]


@pytest.fixture(autouse=True)
def errors_surface() -> Iterator[None]:
    """Errors of the engine end a test instead of costing one function's verdict."""
    Fixpoint.strict = True
    yield
    Fixpoint.strict = False


@pytest.fixture
def judge(tmp_path: Path) -> Judge:
    """`judge(code)` or `judge({path: code}, closed_world=True)` -> verdicts by qualified name (`path::name` if several files)."""

    def run(code: str | dict[str, str], **options: object) -> dict[str, Verdict]:
        files = {"main.py": code} if isinstance(code, str) else code
        for name, text in files.items():
            path = tmp_path / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(textwrap.dedent(text), encoding="utf-8")
        (tmp_path / "setup.cfg").touch()
        settings = AnalysisOptions(**options)  # type: ignore[arg-type]
        program = build(load_project(tmp_path, settings))
        facts = analyze(program, settings)
        assert not facts.errors
        single = len(files) == 1
        return {v.qualname if single else f"{v.path}::{v.qualname}": v for v in decide(facts, settings)}

    return run
