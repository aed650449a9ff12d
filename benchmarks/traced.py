"""Runs a program and writes down who called whom: the truth that a call graph can be compared with.

    python traced.py GRAPH.json PROJECT -m MODULE [ARGUMENT ...]
    python traced.py GRAPH.json PROJECT FILE [ARGUMENT ...]

A script of its own: it is run by interpreters that need not have this project. GRAPH.json has the calls between the
functions of PROJECT in the form of `hybridize --report callgraph`; names begin at PROJECT. A function that a library
calls, which a function of the project called, counts as called by that function. Generators are left out as callees:
when their code runs depends on who asks for the next element.
"""

from __future__ import annotations

import ast
import inspect
import json
import runpy
import sys
import threading
from collections.abc import Iterator, Sequence
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

Key = tuple[str, int, str]
"""The file of a code object, its first line, and its name."""
_NO_CALLEES = frozenset({"<listcomp>", "<setcomp>", "<dictcomp>", "<genexpr>", "<module>"})
"""Code objects that no call names: those that belong to the function around them, and what an import runs."""


class Recorder:
    """Keeps book of the calls between functions of a project."""

    def __init__(self, project: Path) -> None:
        self.graph: dict[str, set[str]] = {}
        self._names: dict[Key, str] = {}
        self._known: dict[int, tuple[CodeType, str | None]] = {}
        """By identity, since comparing code objects takes long; they are kept, so that no other takes their place."""
        for path in sorted(project.rglob("*.py")):
            module = ".".join(path.relative_to(project).with_suffix("").parts).removesuffix(".__init__")
            try:
                tree = ast.parse(path.read_bytes())
            except SyntaxError:
                continue
            self._names.update({(str(path), *key): name for key, name in names_of(tree, module)})

    def __call__(self, frame: FrameType, event: str, argument: Any) -> None:
        """The profile function of `sys.setprofile`."""
        code = frame.f_code
        if event != "call" or code.co_name in _NO_CALLEES or code.co_flags & inspect.CO_GENERATOR:
            return
        callee = self._name(code)
        if callee is None:
            return
        around = frame.f_back
        while around is not None:
            caller = self._name(around.f_code)
            if caller is not None:
                self.graph.setdefault(caller, set()).add(callee)
                return
            around = around.f_back

    def _name(self, code: CodeType) -> str | None:
        known = self._known.get(id(code))
        if known is None:
            path = str(Path(code.co_filename).resolve()) if not code.co_filename.startswith("<") else ""
            name = self._names.get((path, code.co_firstlineno, code.co_name))
            known = self._known[id(code)] = (code, name)
        return known[1]


def names_of(tree: ast.Module, module: str) -> Iterator[tuple[tuple[int, str], str]]:
    """The functions, lambdas and comprehensions of a module by first line and name, and the module itself.

    A comprehension has the name of what is around it. Of two lambdas on one line the last counts.
    """
    yield (1, "<module>"), module
    yield (0, "<module>"), module
    lambdas: dict[str, int] = {}
    stack: list[tuple[ast.AST, str]] = [(child, module) for child in ast.iter_child_nodes(tree)][::-1]
    while stack:
        node, around = stack.pop()
        inside = around
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            inside = f"{around}.{node.name}"
            yield (min([node.lineno, *(each.lineno for each in node.decorator_list)]), node.name), inside
        elif isinstance(node, ast.Lambda):
            lambdas[around] = lambdas.get(around, 0) + 1
            inside = f"{around}.<lambda{lambdas[around]}>"
            yield (node.lineno, "<lambda>"), inside
        elif isinstance(node, ast.ClassDef):
            inside = f"{around}.{node.name}"
        elif isinstance(node, (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)):
            kind = {"ListComp": "listcomp", "SetComp": "setcomp", "DictComp": "dictcomp"}.get(type(node).__name__)
            yield (node.lineno, f"<{kind or 'genexpr'}>"), around
        stack += [(child, inside) for child in ast.iter_child_nodes(node)][::-1]


def run(arguments: Sequence[str]) -> None:
    """Run the program; it may end with an exception or by `sys.exit`."""
    if arguments[0] == "-m":
        sys.argv = [arguments[1], *arguments[2:]]
        sys.path.insert(0, "")
        runpy.run_module(arguments[1], run_name="__main__", alter_sys=True)
    else:
        sys.argv = list(arguments)
        sys.path.insert(0, str(Path(arguments[0]).resolve().parent))
        runpy.run_path(arguments[0], run_name="__main__")


def main() -> None:
    """Record the calls of one run."""
    output, project, *arguments = sys.argv[1:]
    recorder = Recorder(Path(project).resolve())
    threading.setprofile(recorder)
    sys.setprofile(recorder)
    try:
        run(arguments)
    finally:
        sys.setprofile(None)
        graph = {caller: sorted(called) for caller, called in sorted(recorder.graph.items())}
        Path(output).write_text(json.dumps(graph, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
