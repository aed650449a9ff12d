"""What the names of one file stand for, so that an edit can spell a symbol as the file does.

Only imports count: a name that anything else binds too is not used. libcst's own scope analysis costs several times the
parse; this one runs on the ast of the same text, which costs a tenth of it.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from hybridize.fixes.text import Refused
from hybridize.frameworks.knowledge import load
from hybridize.process import WARNINGS_IGNORED

_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)
_COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
_DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
_IMPORTS = (ast.Import, ast.ImportFrom)
_INERT = (*_DEFINITIONS, *_IMPORTS, ast.Pass)
_NEW_IMPORTS = {
    "tensorflow": (("tf", "import tensorflow as tf"), ("tensorflow", "import tensorflow")),
}
"""How a package is imported where the file has no usable import: the name and the statement, in order of preference."""

Test = Callable[[ast.stmt], bool]


@dataclass(eq=False)
class Scope:
    """The names that one module, class, function, lambda or comprehension binds."""

    node: ast.AST
    parent: Scope | None = None
    bound: dict[str, list[str | None]] = field(default_factory=dict)
    """What each binding of a name imports, as a qualified name; None for every other binding."""
    stars: list[str] = field(default_factory=list)
    """The modules that are imported with `*`; "" for a relative one."""
    elsewhere: dict[str, Scope | None] = field(default_factory=dict)
    """Names declared global or nonlocal, and whose they are."""

    def bind(self, name: str, denoted: str | None = None) -> None:
        """Note a binding."""
        self.bound.setdefault(name, []).append(denoted)


@dataclass(frozen=True)
class NewImport:
    """An import that the file needs: the statement, and the top-level statement that it follows (None: none)."""

    statement: str
    after: ast.stmt | None
    index: int
    """Its index in the body of the module."""


@dataclass(frozen=True)
class Spelling:
    """How a symbol is written at a place, and the import which that needs where the file has none that serves."""

    text: str
    needs: tuple[NewImport, ...] = ()


def parse(text: str) -> ast.Module:
    """The ast of a file, without the warnings about its contents; raises Refused where there is none."""
    try:
        with WARNINGS_IGNORED:
            return ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        raise Refused("the file has a syntax error") from error


def parse_expression(source: str) -> ast.expr:
    """The ast of an expression of ours; raises Refused where there is none."""
    try:
        return ast.parse(f"({source})", mode="eval").body
    except (SyntaxError, ValueError) as error:
        raise Refused(f"{source} cannot be parsed") from error


def extent(node: ast.expr) -> tuple[int, int, int, int]:
    """Where an expression begins and ends, as ast counts."""
    return node.lineno, node.col_offset, node.end_lineno or 0, node.end_col_offset or 0


class Names:
    """The scopes of one file."""

    def __init__(self, text: str, brought: Mapping[str, str] | None = None) -> None:
        """`brought` holds what the star imports of project modules bring: names and what they stand for."""
        self.tree = parse(text)
        self.functions: dict[int, ast.FunctionDef | ast.AsyncFunctionDef] = {}
        """By the line of `def`."""
        self.calls: dict[tuple[int, int, int, int], ast.Call] = {}
        """By where what is called begins and ends: lines and columns as ast counts them."""
        self.bare_decorators: dict[int, list[ast.expr]] = {}
        """Decorators without parentheses by line."""
        self._parents: dict[ast.AST, ast.AST] = {}
        self._scopes: dict[ast.AST, Scope] = {}
        self._loads: list[ast.Name] = []
        self._imports: list[ast.Import | ast.ImportFrom] = []
        self._module = Scope(self.tree)
        self._brought = brought or {}
        self._collect()

    def qualname(self, node: ast.AST) -> str:
        """The dotted name of a definition inside the file."""
        names = [node, *self._ancestors(node)]
        return ".".join(reversed([each.name for each in names if isinstance(each, _DEFINITIONS)]))

    def replace(self, old: ast.AST, new: ast.AST) -> None:
        """Put another node in the place of one in the tree."""
        parent = self._parents[old]
        for name, value in ast.iter_fields(parent):
            if value is old:
                setattr(parent, name, new)
            elif isinstance(value, list) and old in value:
                value[value.index(old)] = new

    def denoted(self, expression: ast.expr, place: ast.AST) -> str | None:
        """The canonical qualified name of a dotted expression (or of what it calls) at a place, if imports say it."""
        parts: list[str] = []
        node = expression.func if isinstance(expression, ast.Call) else expression
        while isinstance(node, ast.Attribute):
            parts.insert(0, node.attr)
            node = node.value
        scope = self._resolve(node.id, place) if isinstance(node, ast.Name) else None
        if scope is None or not isinstance(node, ast.Name):
            return None
        meanings = {meaning and load().canonical(".".join([meaning, *parts])) for meaning in scope.bound[node.id]}
        return meanings.pop() if len(meanings) == 1 else None

    def spell(self, symbol: str, place: ast.AST) -> Spelling:
        """How to write `symbol` where the statement or call `place` is evaluated; raises Refused if it cannot be."""
        found = sorted(self._spellings(symbol, place), key=lambda spelling: spelling.count("."))
        return Spelling(found[0]) if found else self._with_import(symbol, place)

    def _collect(self) -> None:
        stack: list[tuple[ast.AST, Scope]] = [(self.tree, self._module)]
        while stack:
            node, scope = stack.pop()
            self._scopes[node] = scope
            self._note(node, scope)
            for child, inner in self._children(node, scope):
                self._parents[child] = node
                stack.append((child, inner))
        for scope in dict.fromkeys(self._scopes.values()):
            for name in scope.elsewhere:
                meanings = scope.bound.pop(name, [])
                owner = scope.elsewhere[name] = self._owner(name, scope)
                if owner is not None and meanings:
                    owner.bound.setdefault(name, []).extend(meanings)

    def _owner(self, name: str, scope: Scope) -> Scope | None:
        """Whose a declared name is: the module's (`global`), or the nearest function's that binds it (`nonlocal`)."""
        if scope.elsewhere[name] is self._module:
            return self._module

        def owns(outer: Scope) -> bool:
            return name in outer.bound and name not in outer.elsewhere and not isinstance(outer.node, ast.ClassDef)

        outer = scope.parent
        while outer is not None and not owns(outer):
            outer = outer.parent
        return outer

    @staticmethod
    def _children(node: ast.AST, scope: Scope) -> Iterator[tuple[ast.AST, Scope]]:
        inner = scope
        if isinstance(node, (*_FUNCTIONS, ast.ClassDef, *_COMPREHENSIONS)):
            inner = Scope(node, scope)
        if isinstance(node, _FUNCTIONS):
            for argument in ast.walk(node.args):
                if isinstance(argument, ast.arg):
                    inner.bind(argument.arg)
        inside = node.body if isinstance(node, (*_FUNCTIONS, ast.ClassDef)) else None
        for child in ast.iter_child_nodes(node):
            is_inside = inside is None or child is inside or (isinstance(inside, list) and child in inside)
            yield child, inner if is_inside else scope

    def _note(self, node: ast.AST, scope: Scope) -> None:
        """Note what a node binds or reads."""
        if isinstance(node, ast.Name):
            if isinstance(node.ctx, ast.Load):
                self._loads.append(node)
                return
            while isinstance(scope.node, _COMPREHENSIONS) and isinstance(self._parents[node], ast.NamedExpr):
                assert scope.parent is not None
                scope = scope.parent
            scope.bind(node.id)
        elif isinstance(node, _DEFINITIONS):
            scope.bind(node.name)
            if not isinstance(node, ast.ClassDef):
                self.functions[node.lineno] = node
            for decorator in node.decorator_list:
                if not isinstance(decorator, ast.Call):
                    self.bare_decorators.setdefault(decorator.lineno, []).append(decorator)
        elif isinstance(node, ast.Call):
            self.calls[extent(node.func)] = node
        elif isinstance(node, _IMPORTS):
            self._imports.append(node)
            for name, denoted in _bindings(node):
                scope.bind(name, denoted)
            if isinstance(node, ast.ImportFrom) and node.names[0].name == "*":
                scope.stars.append("" if node.level else node.module or "")
        elif isinstance(node, (ast.Global, ast.Nonlocal)):
            owner = self._module if isinstance(node, ast.Global) else None
            scope.elsewhere.update(dict.fromkeys(node.names, owner))
        else:
            bound = getattr(node, "name", None) or getattr(node, "rest", None)  # except … as, case … as, case {**rest}
            if isinstance(bound, str) and not isinstance(node, ast.alias):
                scope.bind(bound)

    def _ancestors(self, node: ast.AST) -> Iterator[ast.AST]:
        while node in self._parents:
            node = self._parents[node]
            yield node

    def _resolve(self, name: str, place: ast.AST) -> Scope | None:
        """The scope whose binding a name read at a place sees; None if the file binds it nowhere in sight."""
        first = scope = self._scopes[place]
        while True:
            if name in scope.elsewhere:
                owner = scope.elsewhere[name]
                return owner if owner is not None and name in owner.bound else None
            if name in scope.bound and (scope is first or not isinstance(scope.node, ast.ClassDef)):
                return scope
            if scope.parent is None:
                return None
            scope = scope.parent

    def _spellings(self, symbol: str, place: ast.AST) -> Iterator[str]:
        """Every way to write a symbol with the imports that are certain to have run."""
        package, *rest = symbol.split(".")
        scope: Scope | None = self._scopes[place]
        while scope is not None:
            for name, meanings in scope.bound.items():
                if not all(meaning and _public(meaning, package) for meaning in meanings):
                    continue
                if self._resolve(name, place) is scope and self._settled(scope, place, _binds(name)):
                    yield from _written(name, [meaning or "" for meaning in meanings], symbol)
            scope = scope.parent
        stars = self._module.stars
        if (
            stars
            and all(_public(star, package) and _is_same(f"{star}.{rest[-1]}", symbol) for star in stars)
            and self._resolve(rest[-1], place) is None
            and self._settled(self._module, place, _is_star)
        ):
            yield rest[-1]
        for name, meaning in self._brought.items():
            if _public(meaning, package) and self._resolve(name, place) is None and self._is_read_above(name, place):
                yield from _written(name, [meaning], symbol)

    def _is_read_above(self, name: str, place: ast.AST) -> bool:
        """Whether the module cannot be imported up to a place without reading a name."""
        for statement in self.tree.body:
            if statement.lineno > getattr(place, "lineno", 0):
                break
            read: list[ast.expr] = []
            if isinstance(statement, ast.ClassDef):
                read = [*statement.bases, *statement.decorator_list]
            elif isinstance(statement, (ast.Assign, ast.Expr)):
                read = [statement.value]
            within = [node for expression in read for node in ast.walk(expression)]
            if any(isinstance(node, ast.Name) and node.id == name for node in within):
                if not any(isinstance(node, (ast.Lambda, *_COMPREHENSIONS)) for node in within):
                    return True
        return False

    def _settled(self, scope: Scope, place: ast.AST, test: Test) -> bool:
        """Whether a statement of `scope` that passes the test has run whenever `place` is evaluated."""
        late = False
        node = place
        for parent in self._ancestors(place):
            if self._scopes[node] is scope:
                for block in _blocks(parent):
                    if node in block and _certain(block if late else block[: block.index(node)], test):
                        return True
            # A body runs after everything around its function; decorators and defaults do not.
            late = late or (isinstance(parent, _FUNCTIONS) and self._scopes[node].node is parent)
            node = parent
        return False

    def _with_import(self, symbol: str, place: ast.AST) -> Spelling:
        package, *rest = symbol.split(".")
        after = self._anchor(package, place)
        if after is not None:
            # Statements behind a semicolon share its line.
            after = [each for each in self.tree.body if each.lineno <= (after.end_lineno or 0)][-1]
        index = 0 if after is None else self.tree.body.index(after) + 1
        framework = ((package, f"import {package}"),) if load().framework(package) else ()
        for name, statement in _NEW_IMPORTS.get(package, framework):
            if self._free(name, package, place):
                return Spelling(".".join([name, *rest]), (NewImport(statement, after, index),))
        raise Refused(f"no name is free for importing {package}")

    def _free(self, name: str, package: str, place: ast.AST) -> bool:
        """Whether the module may bind `name` to the package without changing what anything in the file reads."""
        if self._resolve(name, place) not in (None, self._module):
            return False
        if name in self._module.bound:
            return all(meaning and load().canonical(meaning) == package for meaning in self._module.bound[name])
        return not any(read.id == name and self._resolve(name, read) is None for read in self._loads)

    def _anchor(self, package: str, place: ast.AST) -> ast.stmt | None:
        """The top-level statement after which the package is to be imported; raises Refused if that may change things.

        A file that imports the package late or under a condition has a reason: it is optional there, or the
        environment is set up first. `if TYPE_CHECKING` is no such reason.
        """

        def imports(statement: ast.stmt) -> bool:
            return package in {(denoted or "").split(".")[0] for denoted in _modules(statement)}

        body = self.tree.body
        outermost = [place, *self._ancestors(place)][-2]
        before = body[: next(index for index, each in enumerate(body) if each is outermost)]
        for statement in before:
            if _certain([statement], imports):
                return statement
        top: list[ast.stmt] = []
        for statement in before:
            if isinstance(statement, _DEFINITIONS):
                break
            top.append(statement)
        anchor: ast.stmt | None = next((each for each in reversed(top) if isinstance(each, _IMPORTS)), None)
        if anchor is None and body and ast.get_docstring(self.tree, clean=False) is not None:
            anchor = body[0]
        start = 0 if anchor is None else body.index(anchor) + 1
        for each in self._imports:
            if not imports(each) or any(map(_type_checking, self._ancestors(each))):
                continue
            if each not in body or not all(map(_inert, body[start : body.index(each)])):
                raise Refused(f"the file imports {package} late or under a condition")
        return anchor


def _written(name: str, meanings: Sequence[str], symbol: str) -> Iterator[str]:
    """The ways to write a symbol with a name that stands for something above it, by whatever path that exports it."""
    parts = symbol.split(".")
    for length in range(len(parts)):
        tail = parts[len(parts) - length :]
        spelled = [".".join([meaning, *tail]) for meaning in meanings]
        # `tensorflow.log` is understood, since TensorFlow 1 had it, and is no name of today's.
        today = all(load().is_written_so(each) for each in spelled if ".compat." not in each)
        if today and all(_is_same(each, symbol) for each in spelled):
            yield ".".join([name, *tail])


def _is_same(name: str, symbol: str) -> bool:
    """Whether two qualified names are public names of one thing: `tensorflow.exp`, `tensorflow.math.exp`."""
    return load().canonical(name) == load().canonical(symbol)


def _public(name: str, package: str) -> bool:
    """Whether a qualified name lies in the public part of a package: what is said of its inside is guessed."""
    first, *rest = name.split(".")
    return first == package and not any(part == "python" or part.startswith("_") for part in rest)


def _bindings(statement: ast.Import | ast.ImportFrom) -> Iterator[tuple[str, str | None]]:
    """The names that an import binds, and what they denote (None for a relative import)."""
    for alias in statement.names:
        if isinstance(statement, ast.Import):
            yield alias.asname or alias.name.split(".")[0], alias.name if alias.asname else alias.name.split(".")[0]
        elif alias.name != "*":
            yield alias.asname or alias.name, None if statement.level else f"{statement.module}.{alias.name}"


def _modules(statement: ast.stmt) -> Iterator[str | None]:
    """What an import loads, as far as the first component is concerned."""
    if isinstance(statement, ast.Import):
        yield from (alias.name for alias in statement.names)
    elif isinstance(statement, ast.ImportFrom) and not statement.level:
        yield statement.module


def _binds(name: str) -> Test:
    """The test for an import that binds a name."""
    return lambda statement: isinstance(statement, _IMPORTS) and name in dict(_bindings(statement))


def _is_star(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.ImportFrom) and statement.names[0].name == "*"


def _blocks(node: ast.AST) -> Iterator[list[ast.stmt]]:
    for name in ("body", "orelse", "finalbody"):
        block = getattr(node, name, None)
        if isinstance(block, list):
            yield block


def _certain(statements: Sequence[ast.stmt], test: Test) -> bool:
    """Whether a statement that passes the test has run once control is past these statements."""
    return any(test(statement) or _certain_within(statement, test) for statement in statements)


def _certain_within(statement: ast.stmt, test: Test) -> bool:
    if isinstance(statement, (ast.With, ast.AsyncWith)):
        swallows = any("suppress" in ast.dump(item.context_expr) for item in statement.items)
        return not swallows and _certain(statement.body, test)
    if isinstance(statement, ast.If):
        return all(_certain(block, test) or _leaves(block) for block in (statement.body, statement.orelse))
    if isinstance(statement, ast.Try):
        handlers = [handler.body for handler in statement.handlers]
        return _certain(statement.finalbody, test) or (
            _certain([*statement.body, *statement.orelse], test)
            and all(_certain(block, test) or _leaves(block) for block in handlers)
        )
    return False


def _leaves(block: Sequence[ast.stmt]) -> bool:
    """Whether control never gets past the block."""
    last = block[-1] if block else None
    if isinstance(last, ast.Expr) and isinstance(last.value, ast.Call):
        return ast.unparse(last.value.func) in ("exit", "quit", "sys.exit", "os._exit")
    return isinstance(last, (ast.Raise, ast.Return, ast.Continue, ast.Break))


def _type_checking(node: ast.AST) -> bool:
    """Whether the node is `if TYPE_CHECKING:`."""
    return isinstance(node, ast.If) and ast.unparse(node.test).split(".")[-1] == "TYPE_CHECKING"


def _inert(statement: ast.stmt) -> bool:
    """Whether running a top-level statement cannot matter to an import that is moved across it."""
    if isinstance(statement, (ast.Assign, ast.AnnAssign, ast.Expr)):
        return not any(isinstance(node, (ast.Call, ast.Subscript, ast.Attribute)) for node in ast.walk(statement))
    return isinstance(statement, _INERT) or _type_checking(statement)
