"""One file under repair: each declared edit becomes splices of its text, and the result is checked against the ast."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby

import libcst as cst

from hybridize.fixes.names import Names, NewImport, parse
from hybridize.fixes.text import Refused, Splice, Text
from hybridize.rules.model import AddDecorator, Edit, RemoveDecorator, ReplaceCallee

_NOT_ABOVE = frozenset({"tensorflow.custom_gradient"})
"""Decorators that need the plain function below them: its result is a function, which a graph cannot return."""
_KEYWORDS = {"tensorflow.print": ("sep", "end")}
"""The keywords, with a string, that a replacement takes as the original does; what is not listed takes them all."""
_SUPPRESSION = re.compile(r"#\s*(?:noqa|pylint:|type:\s*ignore)", re.IGNORECASE)


@dataclass(frozen=True)
class Draft:
    """What an edit comes to: a change of the text, the same change of the ast, and the import which it needs."""

    splice: Splice
    amend: Callable[[], object]
    needs: NewImport | None = None


class File:
    """The edits of one file. Nothing is changed before `result`, and `result` may be asked for once."""

    def __init__(self, data: bytes) -> None:
        self.text = Text.decode(data)
        self.names = Names(self.text.text)
        self.drafts: dict[Edit, Draft] = {}
        """The accepted ones."""

    def draft(self, edit: Edit) -> Draft:
        """Find the place of an edit; raises Refused where it cannot be made as declared."""
        if isinstance(edit, AddDecorator):
            return self._add_decorator(edit)
        if isinstance(edit, RemoveDecorator):
            return self._remove_decorator(edit)
        return self._replace_callee(edit)

    def result(self) -> bytes:
        """The file with the accepted edits made; raises Refused if its ast is not the original's with the edits."""
        imports = self._imports()
        splices = [self._import_splice(list(group)) for _, group in groupby(imports, key=lambda needed: needed.index)]
        after = self.text.spliced([*splices, *(draft.splice for draft in self.drafts.values())])
        for draft in self.drafts.values():
            draft.amend()
        for needed in reversed(imports):
            self.names.tree.body[needed.index : needed.index] = parse(needed.statement).body
        if ast.dump(parse(after)) != ast.dump(self.names.tree):
            raise Refused("the result would differ in more than the edit")
        return self.text.encode(after)

    def _imports(self) -> list[NewImport]:
        """Each needed import once, where it serves all who need it, in the order of the text."""
        found: dict[str, NewImport] = {}
        for draft in self.drafts.values():
            needed = draft.needs
            if needed and (needed.statement not in found or needed.index < found[needed.statement].index):
                found[needed.statement] = needed
        return sorted(found.values(), key=lambda needed: needed.index)

    def _import_splice(self, imports: list[NewImport]) -> Splice:
        """The imports of one place, with blank lines around them where no import is their neighbour."""
        after, following = imports[0].after, self.names.tree.body[imports[0].index]
        line = self._first_line() if after is None else (after.end_lineno or 0) + 1
        newline = self.text.newline(max(line - 1, 1))
        text = "".join(needed.statement + newline for needed in imports)
        if after is None or isinstance(after, ast.Expr) or getattr(after, "module", "") == "__future__":
            definition = isinstance(following, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef))
            above = line > 1 and self.text.line(line - 1).strip() != ""
            below = self.text.line(line).strip() != ""
            text = newline * above + text + newline * (below * (1 + definition))
        start = self.text.starts[line - 1]
        return Splice(start, start, text)

    def _first_line(self) -> int:
        """Where an import goes in a file that has neither docstring nor imports: above the first statement.

        Above its comments too, unless they are the head of the file (`#!`, the encoding, the licence).
        """
        first = self.names.tree.body[0]
        decorators: list[ast.expr] = getattr(first, "decorator_list", [])
        line = min([first.lineno, *(decorator.lineno for decorator in decorators)])
        comments = line
        while comments > 1 and self.text.line(comments - 1).lstrip().startswith("#"):
            comments -= 1
        return comments if comments > 1 else line

    @cached_property
    def _functions(self) -> dict[int, cst.FunctionDef]:
        """By the line of `def`."""
        return {at.start.line: node for node, at in self.text.positions.items() if isinstance(node, cst.FunctionDef)}

    def _function(self, edit: AddDecorator | RemoveDecorator) -> tuple[ast.FunctionDef, cst.FunctionDef]:
        function, node = self.names.functions.get(edit.line), self._functions.get(edit.line)
        if function is None or node is None or self.names.qualname(function) != edit.qualname:
            raise Refused(f"{edit.qualname} is not defined at line {edit.line}")
        if isinstance(function, ast.AsyncFunctionDef):
            raise Refused("it is an async function")
        return function, node

    def _span(self, node: cst.CSTNode) -> tuple[int, int]:
        at = self.text.positions[node]
        return self.text.offset(at.start.line, at.start.column), self.text.offset(at.end.line, at.end.column)

    def _add_decorator(self, edit: AddDecorator) -> Draft:
        function, node = self._function(edit)
        spelling = self.names.spell(edit.symbol, function)
        for decorator in function.decorator_list:
            denoted = self.names.denoted(decorator, function)
            if denoted == edit.symbol or ast.unparse(decorator).partition("(")[0] == spelling.text:
                raise Refused(f"it is decorated with {edit.symbol} already")
            if denoted in _NOT_ABOVE:
                raise Refused(f"its decorator {denoted} needs a plain function")
        start, _ = self._span(node)
        text = f"@{spelling.text}{self.text.newline(edit.line)}{self.text.indentation(start)}"
        added = ast.parse(spelling.text, mode="eval").body
        return Draft(Splice(start, start, text), lambda: function.decorator_list.append(added), spelling.needs)

    def _remove_decorator(self, edit: RemoveDecorator) -> Draft:
        function, node = self._function(edit)
        spans = [self._span(decorator) for decorator in node.decorators]
        lines = [self.text.line_of(start) for start, _ in spans]
        if edit.decorator_line not in lines:
            raise Refused(f"no decorator of {edit.qualname} stands at line {edit.decorator_line}")
        index = lines.index(edit.decorator_line)
        start, end = spans[index]
        last = self.text.line_of(end)
        comments = (at.start.line for each, at in self.text.positions.items() if isinstance(each, cst.Comment))
        if any(edit.decorator_line <= line <= last for line in comments):
            raise Refused("a comment stands in the decorator or behind it")
        decorator = function.decorator_list[index]
        splice = Splice(start - len(self.text.indentation(start)), self.text.starts[last], "")
        return Draft(splice, lambda: function.decorator_list.remove(decorator))

    def _replace_callee(self, edit: ReplaceCallee) -> Draft:
        line = self.text.line(edit.line) if edit.line <= len(self.text.starts) else ""
        found = []
        for node, at in self.text.positions.items():
            if not isinstance(node, cst.Call) or at.start.line != edit.line:
                continue
            start, end = self._span(node.func)
            characters = start - self.text.starts[edit.line - 1]
            octets = len(line[:characters].encode())
            call = self.names.calls.get((edit.line, octets))
            # Columns may count characters, or bytes as ast does; in most lines that is the same.
            if call and edit.column - 1 in (characters, octets) and self.text.text[start:end] == edit.old:
                found.append((start, end, call))
        if len(found) != 1:
            raise Refused(f"{edit.old} is not called at line {edit.line}, column {edit.column}")
        if _SUPPRESSION.search(line):
            raise Refused("its line carries a suppression")
        start, end, call = found[0]
        self._check_keywords(call, edit.symbol)
        spelling = self.names.spell(edit.symbol, call)
        callee = ast.parse(spelling.text, mode="eval").body
        return Draft(Splice(start, end, spelling.text), lambda: setattr(call, "func", callee), spelling.needs)

    @staticmethod
    def _check_keywords(call: ast.Call, symbol: str) -> None:
        for keyword in call.keywords if symbol in _KEYWORDS else ():
            string = isinstance(keyword.value, ast.Constant) and isinstance(keyword.value.value, str)
            if keyword.arg not in _KEYWORDS[symbol] or not string:
                raise Refused(f"{symbol} does not take its argument {keyword.arg or '**'}")
