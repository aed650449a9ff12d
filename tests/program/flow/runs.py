"""Every run of a small program: Python runs it once for each way in which its tests, loops and calls may come out.

In the body of a function, a call of a single letter is a place. What it gives is true or not, equals a case or not, and
has no, one or two members, as the run decides. In a `try`, or in a `with` that catches what is raised, it raises, or
not, before or after what it does. `error()` gives some exception. `x` is an ordinary name, an argument of the function.
All else means what it means in Python.
"""

from __future__ import annotations

import ast
import textwrap
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

LONGEST = 3
"""Rounds of one loop in one run, and the exceptions that calls raise in it, are fewer."""

Position = tuple[int, int]
"""The line and column of a node."""


class Event(NamedTuple):
    """Something that happens in a run."""

    kind: str
    """`reached` and `ran`: a call; `round`: a loop begins one; `began`, `ended`: a statement; `bound`, `read`: `x`."""
    where: Position
    name: str = ""
    """The letter of a call."""
    found: Position | None = None
    """What has bound the name that is read; None where nothing has."""


Run = Sequence[Event]


class Runs(NamedTuple):
    """The runs of a program."""

    runs: Sequence[Run]
    whole: bool
    """They are all: there are not too many, and no more calls raise than did in one of them."""


class _End(BaseException):
    """A run that is long enough."""


class A(Exception):
    """What a handler may name."""


class B(Exception):
    """Another one."""


class C(Exception):
    """What no handler names."""


def _error(number: int) -> Exception:
    return (A(), B(), C(), ExceptionGroup("", [A(), B()]))[number - 1]


class _Value:
    """What a call gives: the run decides what it is, whenever somebody asks."""

    def __init__(self, world: _World, bound: Position | None = None) -> None:
        self.world = world
        self.bound = bound

    def __bool__(self) -> bool:
        return bool(self.world.choose(2))

    def __eq__(self, other: object) -> bool:
        return bool(self)

    __lt__ = __eq__  # type: ignore[assignment]
    __hash__ = object.__hash__

    def __setitem__(self, key: object, value: object) -> None:
        pass

    def __call__(self, *given: object) -> _Value:
        return self

    def __iter__(self) -> Iterator[_Value]:
        for _ in range(LONGEST - 1):
            if not self:
                return
            yield _Value(self.world)

    def __enter__(self) -> _Value:
        return _Value(self.world)

    def __exit__(self, *raised: object) -> None:
        pass

    def __add__(self, other: _Value) -> _Value:
        return other


class _Catching(_Value):
    def __exit__(self, *raised: object) -> bool:
        return not isinstance(raised[1], _End)


class _World:
    """One run: it repeats the choices of an earlier one, and takes the first possibility from there on."""

    def __init__(self, choices: Sequence[int]) -> None:
        self._given = choices
        self._rounds: dict[Position, int] = {}
        self._raised = 0
        self._over = False
        self.limited = False
        """Whether another call might have raised."""
        self.taken: list[tuple[int, int]] = []
        self.events: list[Event] = []

    def choose(self, possibilities: int) -> int:
        if self._over:
            return 0
        number = len(self.taken)
        chosen = self._given[number] if number < len(self._given) else 0
        self.taken.append((chosen, possibilities))
        return chosen

    def say(self, event: Event) -> None:
        if not self._over:
            self.events.append(event)

    # What the rewritten program calls -------------------------------------------------------------------------------

    def reach(self, where: Position, name: str, tried: str) -> tuple[Position, str, str]:
        self._fail(tried)
        self.say(Event("reached", where, name))
        return where, name, tried

    def run(self, place: tuple[Position, str, str], *given: object) -> _Value:
        where, name, tried = place
        self.say(Event("ran", where, name))
        self._fail(tried)
        return _Value(self)

    def _fail(self, tried: str) -> None:
        if not tried or self._over:
            return
        if self._raised == LONGEST - 1:
            self.limited = True
        else:
            number = self.choose(5 if tried == "*" else 4)
            if number:
                self._raised += 1
                raise _error(number)

    def error(self) -> Exception:
        return _error(1 + self.choose(3))

    def begin_round(self, where: Position) -> bool:
        self.say(Event("round", where))
        number = self._rounds[where] = self._rounds.get(where, 0) + 1
        if number > LONGEST:
            self._over = True
            raise _End
        return True

    def go_through(self, where: Position, bound: Position | None, members: _Value) -> Iterator[_Value]:
        for number, _ in enumerate(members):
            if number:
                self.say(Event("round", where))
            yield self.bind(bound, None)
        self.say(Event("round", where))

    def bind(self, where: Position | None, value: object) -> _Value:
        if where is not None:
            self.say(Event("bound", where))
        return _Value(self, where)

    def made(self, where: Position) -> Callable[[Any], Any]:
        def mark(thing: Any) -> Any:
            thing.bound = where
            self.say(Event("bound", where))
            return thing

        return mark

    def read(self, where: Position, read: Callable[[], Any]) -> _Value:
        try:
            found = read().bound
        except NameError:
            found = None
        self.say(Event("read", where, "", found))
        return _Value(self)

    def delete(self, where: Position) -> None:
        self.say(Event("read", where))
        self.say(Event("bound", where))

    def begin(self, where: Position, tried: str) -> None:
        self._fail(tried)
        self.say(Event("began", where))

    def end(self, where: Position, tried: str) -> None:
        self.say(Event("ended", where))
        self._fail(tried)


ARGUMENT = (0, 0)
"""What has bound the name where the caller did."""


def all_runs(body: str, most: int = 20_000) -> Runs:
    """The runs of a function with a body, at most so many."""
    tree = ast.parse(source(body))
    code = compile(ast.fix_missing_locations(_Rewriting().visit(tree)), "<program>", "exec")
    found: list[Run] = []
    choices: list[int] = []
    limited = False
    while len(found) < most:
        world = _World(choices)
        names: dict[str, Any] = {"world": world, "A": A, "B": B, "suppress": lambda *_: _Catching(world)}
        exec(code, names)
        try:
            names["f"](_Value(world, ARGUMENT))
        except (A, B, C, AssertionError, _End, ExceptionGroup):
            pass
        found.append(world.events)
        taken = world.taken
        while taken and taken[-1][0] + 1 == taken[-1][1]:
            taken.pop()
        limited |= world.limited
        if not taken:
            return Runs(found, not limited)
        choices = [chosen for chosen, _ in taken]
        choices[-1] += 1
    return Runs(found, False)


def source(body: str) -> str:
    """The text of the function."""
    return "def f(x):\n" + textwrap.indent(textwrap.dedent(body).strip("\n"), "    ") + "\n"


def _position(node: Any) -> Position:
    return node.lineno, node.col_offset


def _binding(target: ast.expr) -> Position | None:
    return _position(target) if isinstance(target, ast.Name) and target.id == "x" else None


class _Rewriting(ast.NodeTransformer):
    """Lets a program say what it does."""

    def __init__(self) -> None:
        self._tried = ""

    def _call(self, name: str, *given: Any) -> ast.Call:
        arguments = [each if isinstance(each, ast.AST) else ast.parse(repr(each), mode="eval").body for each in given]
        return ast.Call(ast.Attribute(ast.Name("world", ast.Load()), name, ast.Load()), arguments, [])

    def _deferred(self, value: ast.expr) -> ast.Lambda:
        nothing = ast.arguments(posonlyargs=[], args=[], kwonlyargs=[], kw_defaults=[], defaults=[])
        return ast.Lambda(nothing, value)

    def _body(self, statements: list[ast.stmt], tried: str | None = None) -> list[ast.stmt]:
        before, self._tried = self._tried, self._tried if tried is None else tried
        out: list[ast.stmt] = []
        for each in statements:
            where = _position(each)
            # Before it has done anything, a statement that calls something raises there.
            calls = any(isinstance(part, ast.Call) for part in ast.walk(each))
            begin = ast.Expr(self._call("begin", where, "" if calls else self._tried))
            out += [begin, self.visit(each), ast.Expr(self._call("end", where, self._tried))]
        self._tried = before
        return out

    def visit_Call(self, node: ast.Call) -> ast.AST:
        name = getattr(node.func, "id", "")
        given = [self.visit(each) for each in node.args]
        if name == "error":
            return self._call("error")
        if len(name) != 1:
            return ast.Call(node.func, given, [])
        return self._call("run", self._call("reach", _position(node), name, self._tried), *given)

    def visit_Name(self, node: ast.Name) -> ast.AST:
        if node.id != "x" or not isinstance(node.ctx, ast.Load):
            return node
        return self._call("read", _position(node), self._deferred(node))

    def visit_Assign(self, node: ast.Assign) -> ast.AST:
        value = self._call("bind", _binding(node.targets[0]), self.visit(node.value))
        return ast.Assign([self.visit(each) for each in node.targets], value)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST:
        if node.value is None:
            return node
        value = self._call("bind", _binding(node.target), self.visit(node.value))
        return ast.AnnAssign(node.target, node.annotation, value, node.simple)

    def visit_AugAssign(self, node: ast.AugAssign) -> ast.AST:
        where = _position(node.target)
        value = ast.Name(node.target.id, ast.Load())  # type: ignore[union-attr]
        read = self._call("read", where, self._deferred(value))
        added = self._call("bind", where, ast.Tuple([self.visit(node.value), read], ast.Load()))
        return ast.Assign([node.target], added)

    def visit_NamedExpr(self, node: ast.NamedExpr) -> ast.AST:
        return ast.NamedExpr(node.target, self._call("bind", _binding(node.target), self.visit(node.value)))

    def visit_Delete(self, node: ast.Delete) -> ast.AST:
        said = ast.Expr(self._call("delete", _position(node.targets[0])))
        gone = ast.Try([node], [ast.ExceptHandler(ast.Name("NameError", ast.Load()), None, [ast.Pass()])], [], [])
        return ast.If(ast.Constant(True), [said, gone], [])

    def visit_If(self, node: ast.If) -> ast.AST:
        return ast.If(self.visit(node.test), self._body(node.body), self._body(node.orelse))

    def visit_While(self, node: ast.While) -> ast.AST:
        test = ast.BoolOp(ast.And(), [self._call("begin_round", _position(node)), self.visit(node.test)])
        return ast.While(test, self._body(node.body), self._body(node.orelse))

    def visit_For(self, node: ast.For) -> ast.AST:
        members = self._call("go_through", _position(node), _binding(node.target), self.visit(node.iter))
        return ast.For(node.target, members, self._body(node.body), self._body(node.orelse))

    def _comprehension(self, node: Any) -> ast.AST:
        for generator in node.generators:
            members = self.visit(generator.iter)
            generator.iter = self._call("go_through", _position(node), None, members)
            generator.ifs = [self.visit(each) for each in generator.ifs]
        for part in ("elt", "key", "value"):
            if hasattr(node, part):
                setattr(node, part, self.visit(getattr(node, part)))
        return node  # type: ignore[no-any-return]

    visit_ListComp = visit_SetComp = visit_DictComp = visit_GeneratorExp = _comprehension

    def visit_With(self, node: ast.With) -> ast.AST:
        catching = any("suppress" in ast.dump(each.context_expr) for each in node.items)
        items = []
        for item in node.items:
            items.append(ast.withitem(self.visit(item.context_expr), item.optional_vars))
        body = self._body(node.body, "with" if catching else None)
        bound = [ast.Assign([item.optional_vars], self._call("bind", _binding(item.optional_vars), None))
                 for item in node.items if item.optional_vars is not None]  # fmt: skip
        return ast.With(items, [*bound, *body])

    def _try(self, node: Any) -> ast.AST:
        around = self._tried or ("try" if node.finalbody else "")
        handlers = []
        for each in node.handlers:
            body = self._body(each.body, around)
            if each.name is not None:
                # Not the exception itself: Python deletes its name when the handler ends.
                bound = self._call("bind", _position(each), None)
                body.insert(0, ast.Assign([ast.Name(each.name, ast.Store())], bound))
            handlers.append(ast.ExceptHandler(each.type, None, body))
        body = self._body(node.body, "*" if isinstance(node, ast.TryStar) else "try")
        return type(node)(body, handlers, self._body(node.orelse, around), self._body(node.finalbody))

    visit_Try = visit_TryStar = _try

    def visit_Match(self, node: ast.Match) -> ast.AST:
        cases = []
        for each in node.cases:
            guard = None if each.guard is None else self.visit(each.guard)
            cases.append(ast.match_case(each.pattern, guard, self._body(each.body)))
        return ast.Match(self.visit(node.subject), cases)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        if node.name == "f":
            node.body = self._body(node.body)
            return node
        marks = [self.visit(each) for each in node.decorator_list]
        if node.name == "x":
            marks.insert(0, self._call("made", _position(node)))
        node.decorator_list = marks
        node.args.defaults = [self.visit(each) for each in node.args.defaults]
        return node

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.AST:
        node.decorator_list = [self._call("made", _position(node))]
        return node

    def visit_Lambda(self, node: ast.Lambda) -> ast.AST:
        node.args.defaults = [self.visit(each) for each in node.args.defaults]
        return node
