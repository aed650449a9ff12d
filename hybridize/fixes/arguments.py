"""Changes of the arguments of one call: what they come to in the text, and the same in the ast."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import libcst as cst

from hybridize.fixes.names import parse_expression
from hybridize.fixes.text import Refused, Splice, Text
from hybridize.rules.model import ChangeArguments

_FIELD = re.compile(r"\{\{|\}\}|\{([\w.]*)\}")
_KEYWORD = re.compile(r"(\w+)(?:\s|\\)*=(?:\s|\\)*")
_OLD = "_what_the_argument_was"
_PLAIN = (ast.Name, ast.Attribute, ast.Call, ast.Subscript, ast.Constant)
"""Expressions that mean the same wherever they stand."""

Span = Callable[[cst.CSTNode], tuple[int, int]]
Speller = Callable[[str], str]


@dataclass(frozen=True)
class Value:
    """The source of a new value, before and behind what was there, or as a whole (`after` is None)."""

    before: str
    after: str | None = None

    @property
    def expression(self) -> ast.expr:
        """Its ast, in which `_OLD` stands for what was there; raises Refused if it has none."""
        return parse_expression(self.before if self.after is None else f"{self.before}{_OLD}{self.after}")


def filled(template: str, speller: Speller) -> Value:
    """A value as rules write it, with the symbols spelled; raises Refused for one that cannot be read."""
    parts, at, olds = [""], 0, 0
    for match in _FIELD.finditer(template):
        parts[-1] += template[at : match.start()]
        at = match.end()
        if match[0] in ("{{", "}}"):
            parts[-1] += match[0][0]
        elif match[1]:
            parts[-1] += speller(match[1])
        else:
            olds += 1
            parts.append("")
    parts[-1] += template[at:]
    if olds > 1:
        raise Refused("a new argument may contain the old one only once")
    return Value(parts[0], parts[1] if olds else None)


@dataclass(frozen=True)
class Site:
    """A call in the text and in the ast; `node` is None for a decorator without parentheses, which ends at `end`."""

    text: Text
    call: ast.Call
    node: cst.Call | None
    end: int
    span: Span

    def changed(self, edit: ChangeArguments, speller: Speller) -> tuple[list[Splice], Callable[[], None]]:
        """The splices, and what makes the same changes in the ast; raises Refused for an argument that is not there."""
        splices: list[Splice] = []
        amends: list[Callable[[], None]] = []
        added: list[str] = []
        for old, new in edit.rename:
            if self._find(new) is not None:
                raise Refused(f"the call has an argument {new} already")
            start = self.span(self._arg(self._index(old)))[0]
            splices.append(Splice(start, start + len(old), new))
            amends.append(_rename(self._keyword(old), new))
        for which, template in edit.put:
            value = filled(template, speller)
            if self._find(which) is not None:
                splices += self._replacing(self._index(which), value)
                amends.append(self._amend_value(which, value.expression))
            elif isinstance(which, int) or value.after is not None:
                raise Refused(f"the call has no argument {which}")
            elif any(arg.star == "**" for arg in self._args):
                raise Refused(f"the call may have an argument {which} already, by **")
            else:
                added.append(f"{which}={value.before}")
                amends.append(_append(self.call, ast.keyword(which, value.expression)))
        for which in edit.remove:
            splices.append(self._removing(self._index(which)))
            amends.append(self._amend_removal(which))
        if added:
            splices.append(self._adding(added, {self._index(which) for which in edit.remove}))

        def amend() -> None:
            for each in amends:
                each()

        return splices, amend

    def unwrapped(self) -> tuple[list[Splice], ast.expr]:
        """The splices that leave of the call what it wraps, and that in the ast."""
        which = 0 if self._find(0) is not None else "func"
        index = self._index(which)
        wrapped = self._keyword("func").value if which == "func" else self.call.args[0]
        (start, end), (first, last) = self.span(self._call), self._value_span(index)
        self._refuse_comments(start, first)
        self._refuse_comments(last, end)
        before, after = ("", "") if isinstance(wrapped, _PLAIN) else ("(", ")")
        return [Splice(start, first, before), Splice(last, end, after)], wrapped

    @property
    def _call(self) -> cst.Call:
        assert self.node is not None
        return self.node

    @property
    def _args(self) -> Sequence[cst.Arg]:
        return self.node.args if self.node is not None else ()

    def _arg(self, index: int) -> cst.Arg:
        return self._args[index]

    def _find(self, which: int | str) -> int | None:
        """Where an argument stands in the call; a position behind `*` is none."""
        for index, arg in enumerate(self._args):
            if isinstance(which, int) and (arg.star or arg.keyword):
                return None
            if which in (index, arg.keyword and arg.keyword.value):
                return index
        return None

    def _index(self, which: int | str) -> int:
        found = self._find(which)
        if found is None:
            raise Refused(f"the call has no argument {which}")
        return found

    def _keyword(self, name: str) -> ast.keyword:
        return next(keyword for keyword in self.call.keywords if keyword.arg == name)

    def _value_span(self, index: int) -> tuple[int, int]:
        """Where the value of an argument stands, with its parentheses."""
        arg = self._arg(index)
        start, end = self.span(arg)
        if arg.keyword is not None:
            match = _KEYWORD.match(self.text.text, start, end)
            if match is None:
                raise Refused("a comment stands in the argument")
            start = match.end()
        return start, end

    def _replacing(self, index: int, value: Value) -> list[Splice]:
        start, end = self._value_span(index)
        if value.after is None:
            self._refuse_comments(start, end)
            return [Splice(start, end, value.before)]
        old = self.text.text[start:end]
        if value.before and old.startswith(value.before) and old.endswith(value.after):
            raise Refused(f"it is {value.before}…{value.after} already")
        return [Splice(start, start, value.before), Splice(end, end, value.after)]

    def _removing(self, index: int) -> Splice:
        """An argument goes with the comma behind it, the last one with the comma before it."""
        start, end = self.span(self._arg(index))
        if index + 1 < len(self._args):
            end = self.span(self._arg(index + 1))[0]
        elif index:
            start = self.span(self._arg(index - 1))[1]
        else:
            end = self.span(self._call)[1] - 1
        self._refuse_comments(start, end)
        return Splice(start, end, "")

    def _adding(self, added: list[str], removed: set[int]) -> Splice:
        """Keywords go behind the last argument, on a line of their own where that has one."""
        if self.node is None:
            return Splice(self.end, self.end, f"({', '.join(added)})")
        if not self._args:
            inside = self.span(self.node)[1] - 1
            return Splice(inside, inside, ", ".join(added))
        if len(self._args) - 1 in removed:
            raise Refused("an argument cannot be added where another is removed")
        start, end = self.span(self._args[-1])
        lead = self.text.indentation(start)
        if lead.strip():
            return Splice(end, end, "".join(f", {each}" for each in added))
        newline = self.text.newline(self.text.line_of(start))
        return Splice(end, end, "".join(f",{newline}{lead}{each}" for each in added))

    def _refuse_comments(self, start: int, end: int) -> None:
        """Text that goes away must not take a comment along. (A `#` in a string is refused as well: it is rare.)"""
        if "#" in self.text.text[start:end]:
            raise Refused("a comment stands in what would be removed")

    def _amend_value(self, which: int | str, new: ast.expr) -> Callable[[], None]:
        if isinstance(which, str):
            keyword = self._keyword(which)
            return lambda: setattr(keyword, "value", _within(new, keyword.value))
        old = self.call.args[which]

        def amend() -> None:
            self.call.args[self.call.args.index(old)] = _within(new, old)

        return amend

    def _amend_removal(self, which: int | str) -> Callable[[], None]:
        if isinstance(which, int):
            argument = self.call.args[which]
            return lambda: self.call.args.remove(argument)
        keyword = self._keyword(which)
        return lambda: self.call.keywords.remove(keyword)


def _rename(keyword: ast.keyword, name: str) -> Callable[[], None]:
    return lambda: setattr(keyword, "arg", name)


def _append(call: ast.Call, keyword: ast.keyword) -> Callable[[], None]:
    return lambda: call.keywords.append(keyword)


class _Fill(ast.NodeTransformer):
    """Puts an expression in the place of `_OLD`."""

    def __init__(self, old: ast.expr) -> None:
        self._old = old

    def visit_Name(self, node: ast.Name) -> ast.expr:
        """The only name that is replaced."""
        return self._old if node.id == _OLD else node


def _within(new: ast.expr, old: ast.expr) -> ast.expr:
    filled_in = _Fill(old).visit(new)
    assert isinstance(filled_in, ast.expr)
    return filled_in
