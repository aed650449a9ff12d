"""Small programs: what the analysis finds out about them, and what they do when Python runs them."""

from __future__ import annotations

import sys
import textwrap
from collections.abc import Iterator
from pathlib import Path
from types import FrameType
from typing import Any

from astroid import nodes

from hybridize.inference import analyze
from hybridize.inference.facts.facts import Facts, FunctionFacts
from hybridize.program import build
from hybridize.settings import AnalysisOptions
from hybridize.sources.project import load_project


def analysed(folder: Path, code: str) -> Facts:
    """What the analysis finds out about a program of one file."""
    (folder / "main.py").write_text(textwrap.dedent(code), encoding="utf-8")
    (folder / "setup.cfg").touch()
    settings = AnalysisOptions()
    facts = analyze(build(load_project(folder, settings)), settings)
    assert not facts.errors
    return facts


def function(facts: Facts, name: str) -> FunctionFacts:
    """The function of a name."""
    (found,) = (each for each in facts.functions if each.node.name == name)
    return found


def calls_of(facts: Facts, name: str) -> Iterator[nodes.Call]:
    """The calls of a function, as they are written."""
    for module in facts.program.modules:
        for call in module.tree.nodes_of_class(nodes.Call):
            if getattr(call.func, "name", "") == name:
                yield call


def lines_run(code: str, **names: Any) -> list[int]:
    """The lines of a program in the order in which they run; a call of a function stands for its `def` line."""
    lines: list[int] = []

    def trace(frame: FrameType, event: str, argument: object) -> Any:
        if frame.f_code.co_filename != "<program>":
            return None
        if event == "line" or (event == "call" and frame.f_code.co_name != "<module>"):
            lines.append(frame.f_lineno)
        return trace

    compiled = compile(textwrap.dedent(code), "<program>", "exec")
    before = sys.gettrace()
    sys.settrace(trace)
    try:
        exec(compiled, {"__name__": "main", **names})
    finally:
        sys.settrace(before)
    return lines
