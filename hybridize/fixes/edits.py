"""One file under repair: each declared edit becomes splices of its text, and the result is checked against the ast."""

from __future__ import annotations

import ast
import re
from bisect import bisect_left, insort
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby

import libcst as cst

from hybridize.fixes.arguments import Site, filled
from hybridize.fixes.extraction import Extraction
from hybridize.fixes.names import Names, NewImport, parse, parse_expression
from hybridize.fixes.text import Refused, Splice, Text
from hybridize.rules.model import (
    AddDecorator,
    ChangeArguments,
    ChangeComment,
    Edit,
    ExtractFunction,
    RemoveDecorator,
    RemoveStatement,
    ReplaceCallee,
    ReplaceExpression,
    Unwrap,
)

_NOT_ABOVE = frozenset({"tensorflow.custom_gradient"})
"""Decorators that need the plain function below them: its result is a function, which a graph cannot return."""
_KEYWORDS = {"tensorflow.print": ("sep", "end")}
"""The keywords, with a string, that a replacement takes as the original does; what is not listed takes them all."""
_SUPPRESSION = re.compile(r"#\s*(?:noqa|pylint:|type:\s*ignore)", re.IGNORECASE)


class _Speller:
    """Spells symbols at one place of a file, and notes the imports that this needs."""

    def __init__(self, names: Names, place: ast.AST) -> None:
        self._names = names
        self._place = place
        self.needs: list[NewImport] = []

    def __call__(self, symbol: str) -> str:
        spelling = self._names.spell(symbol, self._place)
        self.needs += spelling.needs
        return spelling.text


@dataclass(frozen=True)
class Draft:
    """What an edit comes to: changes of the text, the same change of the ast, and the imports which it needs."""

    splices: tuple[Splice, ...]
    amend: Callable[[], object]
    needs: tuple[NewImport, ...] = ()


class File:
    """The edits of one file. Nothing is changed before `result`, and `result` may be asked for once."""

    def __init__(self, data: bytes, brought: Mapping[str, str] | None = None) -> None:
        self.text = Text.decode(data)
        self.names = Names(self.text.text, brought)
        self.drafts: dict[Edit, Draft] = {}
        """The accepted ones."""
        self._taken: list[Splice] = []
        """Theirs, in order."""

    def draft(self, edit: Edit) -> Draft:
        """Find the place of an edit; raises Refused where it cannot be made as declared."""
        if isinstance(edit, AddDecorator):
            return self._add_decorator(edit)
        if isinstance(edit, RemoveDecorator):
            return self._remove_decorator(edit)
        if isinstance(edit, ChangeArguments):
            return self._change_arguments(edit)
        if isinstance(edit, Unwrap):
            return self._unwrap(edit)
        if isinstance(edit, ReplaceExpression):
            return self._replace_expression(edit)
        if isinstance(edit, RemoveStatement):
            return self._remove_statement(edit)
        if isinstance(edit, ExtractFunction):
            return self._extract_function(edit)
        if isinstance(edit, ChangeComment):
            return self._change_comment(edit)
        return self._replace_callee(edit)

    def accept(self, edit: Edit, draft: Draft) -> None:
        """Take up a draft; its splices overlap with none that were accepted before."""
        self.drafts[edit] = draft
        for splice in draft.splices:
            insort(self._taken, splice)

    def neighbours(self, splice: Splice) -> list[Splice]:
        """The accepted splices with which one could overlap: those next to it."""
        index = bisect_left(self._taken, splice)
        return self._taken[max(index - 1, 0) : index + 1]

    def result(self) -> bytes:
        """The file with the accepted edits made; raises Refused if its ast is not the original's with the edits."""
        imports = self._imports()
        splices = [self._import_splice(list(group)) for _, group in groupby(imports, key=lambda needed: needed.index)]
        after = self.text.spliced([*splices, *(each for draft in self.drafts.values() for each in draft.splices)])
        for draft in self.drafts.values():
            draft.amend()
        for needed in reversed(imports):
            self.names.tree.body[needed.index : needed.index] = parse(needed.statement).body
        if ast.dump(parse(after)) != ast.dump(self.names.tree):
            raise Refused("the result would differ in more than the edit")
        return self.text.encode(after)

    def _change_comment(self, edit: ChangeComment) -> Draft:
        """The check of the result sees to it that nothing but a comment changes."""
        if edit.line > len(self.text.starts):
            raise Refused(f"there is no line {edit.line}")
        line = self.text.line(edit.line)
        found = line.rfind(edit.old) if edit.old else len(line.rstrip())
        if found < 0:
            raise Refused(f"line {edit.line} has no {edit.old!r}")
        start = self.text.starts[edit.line - 1] + found
        return Draft((Splice(start, start + len(edit.old), edit.new),), lambda: None)

    def _imports(self) -> list[NewImport]:
        """Each needed import once, where it serves all who need it, in the order of the text."""
        found: dict[str, NewImport] = {}
        for needed in (needed for draft in self.drafts.values() for needed in draft.needs):
            if needed.statement not in found or needed.index < found[needed.statement].index:
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
        speller = _Speller(self.names, function)
        symbol = speller(edit.symbol)
        for other in function.decorator_list:
            denoted = self.names.denoted(other, function)
            if denoted == edit.symbol or ast.unparse(other).partition("(")[0] == symbol:
                raise Refused(f"it is decorated with {edit.symbol} already")
            if denoted in _NOT_ABOVE:
                raise Refused(f"its decorator {denoted} needs a plain function")
            if isinstance(other, ast.Attribute) and other.attr == "register":
                # `functools.singledispatch` reads the annotations, which a `tf.function` does not have.
                raise Refused(f"its decorator {ast.unparse(other)} needs a plain function")
        start, _ = self._span(node)
        values = [f"{keyword}={filled(value, speller).before}" for keyword, value in edit.arguments]
        decorator = f"{symbol}({', '.join(values)})" if values else symbol
        text = f"@{decorator}{self.text.newline(edit.line)}{self.text.indentation(start)}"
        added = parse_expression(decorator)
        splice = Splice(start, start, text)
        return Draft((splice,), lambda: function.decorator_list.append(added), tuple(speller.needs))

    def _remove_decorator(self, edit: RemoveDecorator) -> Draft:
        function, node = self._function(edit)
        spans = [self._span(decorator) for decorator in node.decorators]
        lines = [self.text.line_of(start) for start, _ in spans]
        if edit.decorator_line not in lines:
            raise Refused(f"no decorator of {edit.qualname} stands at line {edit.decorator_line}")
        index = lines.index(edit.decorator_line)
        start, end = spans[index]
        last = self.text.line_of(end)
        if not self._commented.isdisjoint(range(edit.decorator_line, last + 1)):
            raise Refused("a comment stands in the decorator or behind it")
        decorator = function.decorator_list[index]
        splice = Splice(start - len(self.text.indentation(start)), self.text.starts[last], "")
        return Draft((splice,), lambda: function.decorator_list.remove(decorator))

    def _remove_statement(self, edit: RemoveStatement) -> Draft:
        """Its lines go, where nothing else stands on them and its block keeps a statement."""
        wanted = ast.dump(parse(edit.written).body[0])
        for block in self._blocks:
            for statement in block:
                if statement.lineno == edit.line and ast.dump(statement) == wanted:
                    return self._without(statement, block)
        raise Refused(f"{edit.written} does not stand at line {edit.line}")

    def _without(self, statement: ast.stmt, block: list[ast.stmt]) -> Draft:
        first, last = statement.lineno, statement.end_lineno or statement.lineno
        others = [each for each in block if each is not statement]
        if not others:
            raise Refused("nothing else stands in its block")
        if any(each.lineno <= last and first <= (each.end_lineno or each.lineno) for each in others):
            raise Refused("another statement stands on its line")
        if not self._commented.isdisjoint(range(first, last + 1)):
            raise Refused("a comment stands in it or behind it")
        end = self.text.starts[last] if last < len(self.text.starts) else len(self.text.text)
        return Draft((Splice(self.text.starts[first - 1], end, ""),), lambda: block.remove(statement))

    def _extract_function(self, edit: ExtractFunction) -> Draft:
        found = Extraction.find(self.text, edit, self._blocks)
        speller = _Speller(self.names, found.anchor)
        anchors = {each.anchor for each in self.drafts if isinstance(each, ExtractFunction)}
        splices, amend = found.changed(speller, edit.anchor in anchors)
        return Draft(splices, amend, tuple(speller.needs))

    @cached_property
    def _blocks(self) -> list[list[ast.stmt]]:
        """The statements of each block."""
        fields = (value for node in ast.walk(self.names.tree) for _, value in ast.iter_fields(node))
        return [each for each in fields if isinstance(each, list) and each and isinstance(each[0], ast.stmt)]

    @cached_property
    def _commented(self) -> frozenset[int]:
        """The lines with comments."""
        return frozenset(at.start.line for node, at in self.text.positions.items() if isinstance(node, cst.Comment))

    @cached_property
    def _calls(self) -> dict[int, list[cst.Call]]:
        """By the line on which what is called begins."""
        calls: dict[int, list[cst.Call]] = {}
        for node in self.text.positions:
            if isinstance(node, cst.Call):
                calls.setdefault(self.text.positions[node.func].start.line, []).append(node)
        return calls

    def _call(self, line: int, column: int, callee: str) -> tuple[ast.Call, cst.Call]:
        """The call whose callee is written `callee` and stands there; raises Refused if there is none."""
        wanted = ast.dump(parse_expression(callee))
        found = []
        for node in self._calls.get(line, []):
            start, end = self._span(node.func)
            octets = self._octets(start)
            call = self.names.calls.get((line, octets, self.text.line_of(end), self._octets(end)))
            # Columns may count characters, or bytes as ast does; in most lines that is the same.
            here = column - 1 in (start - self.text.starts[line - 1], octets)
            # The file may write it with other quotes, or over several lines.
            if call and here and ast.dump(call.func) == wanted:
                found.append((call, node))
        if len(found) != 1:
            raise Refused(f"{callee} is not called at line {line}, column {column}")
        if _SUPPRESSION.search(self.text.line(line)):
            raise Refused("its line carries a suppression")
        return found[0]

    def _octets(self, offset: int) -> int:
        """How many bytes stand before an offset on its line, as ast counts columns."""
        start = self.text.starts[self.text.line_of(offset) - 1]
        return len(self.text.text[start:offset].encode())

    def _replace_callee(self, edit: ReplaceCallee) -> Draft:
        call, node = self._call(edit.line, edit.column, edit.old)
        self._check_keywords(call, edit.symbol)
        spelling = self.names.spell(edit.symbol, call)
        callee = parse_expression(spelling.text)
        splice = Splice(*self._span(node.func), spelling.text)
        return Draft((splice,), lambda: setattr(call, "func", callee), spelling.needs)

    def _replace_expression(self, edit: ReplaceExpression) -> Draft:
        wanted = ast.dump(parse_expression(edit.old))
        for node in ast.walk(self.names.tree):
            if isinstance(node, ast.expr) and node.lineno == edit.line and ast.dump(node) == wanted:
                start = self._begin(node)
                here = edit.column - 1 in (start - self.text.starts[edit.line - 1], node.col_offset)
                if here and not self._commented.isdisjoint(range(node.lineno, (node.end_lineno or 0))):
                    raise Refused("a comment stands in it")
                if here:
                    speller = _Speller(self.names, node)
                    text = filled(edit.new, speller).before
                    new = parse_expression(text)
                    splice = Splice(start, self._end(node), text)
                    return Draft((splice,), lambda: self.names.replace(node, new), tuple(speller.needs))
        raise Refused(f"{edit.old} does not stand at line {edit.line}, column {edit.column}")

    def _change_arguments(self, edit: ChangeArguments) -> Draft:
        bare = self._bare_decorator(edit)
        if bare is not None:
            call, node, end = ast.Call(bare, [], []), None, self._end(bare)
        else:
            call, node = self._call(edit.line, edit.column, edit.callee)
            end = self._span(node)[1]
        speller = _Speller(self.names, call if bare is None else bare)
        splices, amend = Site(self.text, call, node, end, self._span).changed(edit, speller)

        def amend_all() -> None:
            if bare is not None:
                self.names.replace(bare, call)
            amend()

        return Draft(tuple(splices), amend_all, tuple(speller.needs))

    def _unwrap(self, edit: Unwrap) -> Draft:
        call, node = self._call(edit.line, edit.column, edit.callee)
        splices, wrapped = Site(self.text, call, node, self._span(node)[1], self._span).unwrapped()
        return Draft(tuple(splices), lambda: self.names.replace(call, wrapped))

    def _bare_decorator(self, edit: ChangeArguments) -> ast.expr | None:
        """The decorator without parentheses that the edit means, if it means one."""
        wanted = ast.dump(parse_expression(edit.callee))
        for decorator in self.names.bare_decorators.get(edit.line, ()):
            characters = len(self.text.line(edit.line).encode()[: decorator.col_offset].decode())
            here = edit.column - 1 in (characters, decorator.col_offset)
            if here and ast.dump(decorator) == wanted:
                return decorator
        return None

    def _begin(self, node: ast.expr) -> int:
        """The offset at which an expression begins."""
        before = self.text.line(node.lineno).encode()[: node.col_offset]
        return self.text.starts[node.lineno - 1] + len(before.decode())

    def _end(self, node: ast.expr) -> int:
        """The offset at which an expression ends."""
        assert node.end_lineno is not None and node.end_col_offset is not None
        before = self.text.line(node.end_lineno).encode()[: node.end_col_offset]
        return self.text.starts[node.end_lineno - 1] + len(before.decode())

    @staticmethod
    def _check_keywords(call: ast.Call, symbol: str) -> None:
        for keyword in call.keywords if symbol in _KEYWORDS else ():
            string = isinstance(keyword.value, ast.Constant) and isinstance(keyword.value.value, str)
            if keyword.arg not in _KEYWORDS[symbol] or not string:
                raise Refused(f"{symbol} does not take its argument {keyword.arg or '**'}")
