"""Source text -> astroid trees, on a manager of our own.

astroid's manager is a Borg: every instance shares its caches, and pylint uses them. A tree built here must not turn up
there (it has had no transforms), so the builder below never touches the shared caches and never imports anything:
`from x import *` and friends are resolved by `hybridize.program.model`, not by astroid.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Container, Iterable
from typing import TypeVar

from astroid import nodes
from astroid.manager import AstroidManager
from astroid.rebuilder import TreeRebuilder

from hybridize.process import WARNINGS_IGNORED
from hybridize.program.model import ModuleTree, Program
from hybridize.program.ties import Ties, function_count, outline
from hybridize.sources.project import Project, SourceError, SourceFile

T = TypeVar("T")
_TYPE_COMMENT = re.compile(r"#\s*type:\s*(?!ignore)")


class _PrivateManager(AstroidManager):  # type: ignore[misc]
    """A manager whose caches are its own (the base class would share them with pylint)."""

    def __init__(self) -> None:
        super().__init__()
        self.astroid_cache: dict[str, nodes.Module] = {}
        self._mod_file_cache: dict[object, object] = {}
        self.lines: dict[int, int] = {}
        """The numbers of lines, each once: see `_Rebuilder`."""


class _Rebuilder(TreeRebuilder):  # type: ignore[misc]
    """astroid's, whose nodes share the numbers of their lines: else each has two of its own, a tenth of the memory."""

    def visit(self, node: ast.AST | None, parent: nodes.NodeNG) -> nodes.NodeNG | None:
        """The node of astroid's for one of `ast`."""
        if node is None:
            return None
        method = self._visit_meths.get(node.__class__)
        made = method(node, parent) if method is not None else super().visit(node, parent)
        last = made.end_lineno
        if last is not None and last > _SMALL:
            same = self._manager.lines.setdefault
            made.end_lineno = last = same(last, last)
            first = made.lineno
            made.lineno = last if first == last else same(first, first)
        return made


_SMALL = 256
"""Lines up to here are numbers of which the interpreter itself has one each."""


_UNPARSABLE = (SyntaxError, ValueError, RecursionError, MemoryError)


def parse(file: SourceFile) -> nodes.Module:
    """The tree of one file; raises SyntaxError, ValueError, RecursionError or MemoryError where there is none."""
    with WARNINGS_IGNORED:
        return _tree(_PrivateManager(), file, _parsed(file))


def build(project: Project) -> Program:
    """Parse every file of `project`; a file that cannot be parsed becomes an entry of `Program.errors`."""
    manager = _PrivateManager()
    errors: list[SourceError] = []
    modules = _made(project.files, lambda file: ModuleTree(file, _tree(manager, file, _parsed(file))), errors)
    return Program(project, modules, errors)


def build_connected(project: Project, begin: Container[str]) -> Program:
    """The program of the files with some paths, and of all that ties connect with them.

    The others are parsed as well, at a fifth of the cost: their errors are noted, and what they import is read.
    """
    manager = _PrivateManager()
    errors: list[SourceError] = []
    parsed = dict(_made(project.files, lambda file: (file.relative, _parsed(file)), errors))
    files = [file for file in project.files if file.relative in parsed]
    outlines = _made(files, lambda file: ModuleTree(file, _outline(manager, file, parsed[file.relative])), errors)
    tied = Ties(Program(project, outlines, ()), parsed.__getitem__)
    wanted = tied.connected(path for path in parsed if path in begin)
    files = [file for file in files if file.relative in wanted]
    modules = _made(files, lambda file: ModuleTree(file, _tree(manager, file, parsed.pop(file.relative))), errors)
    return Program(project, modules, errors)


def ties(project: Project) -> tuple[Ties, dict[str, int], list[SourceError]]:
    """The ties between the files of a project, how many functions each has, and what `build` would note of the others.

    No tree is kept, as a project may be very large.
    """
    manager = _PrivateManager()
    errors: list[SourceError] = []
    functions: dict[str, int] = {}

    def outlined(file: SourceFile) -> ModuleTree:
        parsed = _parsed(file)
        functions[file.relative] = function_count(parsed, file.text)
        return ModuleTree(file, _outline(manager, file, parsed))

    outlines = _made(project.files, outlined, errors)
    files = {file.relative: file for file in project.files}
    return Ties(Program(project, outlines, ()), lambda path: _parsed(files[path])), functions, errors


def syntax_errors(project: Project) -> list[SourceError]:
    """What `build` would note of files that cannot be parsed, at a fifth of its cost."""
    errors: list[SourceError] = []
    _made(project.files, _parsed, errors)
    return errors


def _made(files: Iterable[SourceFile], make: Callable[[SourceFile], T], errors: list[SourceError]) -> list[T]:
    """Something of each file that can be parsed."""
    made: list[T] = []
    with WARNINGS_IGNORED:
        for file in files:
            try:
                made.append(make(file))
            except _UNPARSABLE as error:
                errors.append(_syntax_error(file, error))
    return made


def expression_at(text: str, site: nodes.NodeNG) -> nodes.NodeNG | None:
    """The tree of an expression that the program holds as a text, at the place of `site`; None if it is none."""
    try:
        parsed = ast.parse(text.strip())
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
    body = TreeRebuilder(_PrivateManager(), text).visit_module(parsed, "", "", False).body
    if len(body) != 1 or not isinstance(body[0], nodes.Expr):
        return None
    expression: nodes.NodeNG = body[0].value
    expression.parent = site
    for node in expression.nodes_of_class(nodes.NodeNG):
        node.lineno, node.col_offset = site.lineno, site.col_offset
        node.end_lineno, node.end_col_offset = site.end_lineno, site.end_col_offset
    return expression


def _tree(manager: AstroidManager, file: SourceFile, parsed: ast.Module) -> nodes.Module:
    text = file.text.removeprefix("\ufeff")
    rebuilder = (_Rebuilder if text.count("\n") >= _SMALL else TreeRebuilder)(manager, text)
    module = rebuilder.visit_module(parsed, file.module, str(file.path), file.is_package)
    # It holds methods of its own, and with them all lines of the file: nobody collects circles while we analyse.
    rebuilder._visit_meths.clear()
    # The names that imports bind: astroid adds these in a later phase that imports the modules, which we spare.
    for statement, _ in rebuilder._import_from_nodes:
        for name, alias in statement.names:
            if name != "*" and statement.parent is not None:
                statement.parent.set_local(alias or name, statement)
    if _TYPE_COMMENT.search(text) is not None:
        for function in module.nodes_of_class(nodes.FunctionDef):
            _annotate(function)
    return module


def _outline(manager: AstroidManager, file: SourceFile, parsed: ast.Module) -> nodes.Module:
    """The tree of what tells where imports lead."""
    return _tree(manager, file, parsed if "sys.path" in file.text else outline(parsed))


def _parsed(file: SourceFile) -> ast.Module:
    text, path = file.text.removeprefix("\ufeff"), file.relative
    if _TYPE_COMMENT.search(text) is not None:
        try:
            return ast.parse(text, path, type_comments=True)
        except SyntaxError:
            # A type comment where the grammar has none is a comment like any other.
            pass
    return ast.parse(text, path)


def _annotate(function: nodes.FunctionDef) -> None:
    """Put the types that comments give (PEP 484) where annotations would be."""
    arguments = function.args
    groups = (
        (arguments.posonlyargs, arguments.posonlyargs_annotations, arguments.type_comment_posonlyargs),
        (arguments.args or [], arguments.annotations, arguments.type_comment_args),
        (arguments.kwonlyargs, arguments.kwonlyargs_annotations, arguments.type_comment_kwonlyargs),
    )
    positional = len(arguments.posonlyargs) + len(arguments.args or [])
    starred = arguments.vararg is not None
    count = positional + starred + len(arguments.kwonlyargs) + (arguments.kwarg is not None)
    stated = list(function.type_comment_args or ())
    if len(stated) == count - 1 and isinstance(function.parent, nodes.ClassDef):
        # `self` need not be mentioned. (Whether it is a method astroid would find out by inference.)
        stated.insert(0, None)
    if len(stated) != count:
        # `(...)`: the types stand beside the parameters.
        stated = [None] * count
    if starred and stated[positional] is not None:
        arguments.varargannotation = stated[positional]
    if arguments.kwarg is not None and stated[-1] is not None:
        arguments.kwargannotation = stated[-1]
    in_order = iter(stated[:positional] + stated[positional + starred :])
    for names, written, beside in groups:
        for index in range(len(names)):
            of_signature = next(in_order)
            if written[index] is None:
                written[index] = beside[index] or of_signature


def _syntax_error(file: SourceFile, error: Exception) -> SourceError:
    if isinstance(error, (RecursionError, MemoryError)):
        return SourceError(file.relative, 1, "syntax-error", "the code is nested too deeply to be parsed")
    line = getattr(error, "lineno", None) or 1
    message = getattr(error, "msg", None) or str(error)
    if message.startswith("Missing parentheses in call to 'print'") or "multiple exception types must be" in message:
        message += " (this looks like Python 2, which is not supported)"
    return SourceError(file.relative, line, "syntax-error", f"cannot be parsed: {message}")
