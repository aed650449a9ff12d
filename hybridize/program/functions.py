"""All function definitions of a module, in source order, with their qualified names."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from astroid import nodes


@dataclass(frozen=True)
class FunctionSite:
    """A `def`, `async def` or `lambda`, and the name that a report gives it (`Class.method`, `outer.<lambda>`)."""

    node: nodes.FunctionDef | nodes.Lambda
    qualname: str
    owner: nodes.ClassDef | None
    """The class whose body holds the `def`, for methods."""

    @property
    def line(self) -> int:
        """The line of `def`, below the decorators."""
        place = self.node.position
        return (place.lineno if place is not None else self.node.lineno) or 1


def statements(node: nodes.NodeNG) -> Iterator[nodes.NodeNG]:
    """Every statement inside a module, function, class or statement, in source order, without a look at expressions."""
    for name in _BLOCKS.get(type(node), ()):
        for child in getattr(node, name):
            yield child
            if type(child) in _BLOCKS:
                yield from statements(child)


def function_sites(module: nodes.Module) -> list[FunctionSite]:
    """Every function definition of `module`, nested ones too, by line."""
    stack: list[tuple[nodes.NodeNG, str, nodes.ClassDef | None]] = [(module, "", None)]
    found: list[FunctionSite] = []
    while stack:
        node, prefix, owner = stack.pop()
        for name in _BLOCKS[type(node)]:
            for child in getattr(node, name):
                if isinstance(child, nodes.FunctionDef):
                    found.append(FunctionSite(child, prefix + child.name, owner))
                    stack.append((child, f"{prefix}{child.name}.", None))
                elif isinstance(child, nodes.ClassDef):
                    stack.append((child, f"{prefix}{child.name}.", child))
                elif type(child) in _BLOCKS:
                    stack.append((child, prefix, owner))
    return sorted(found, key=lambda site: (site.node.lineno or 0, site.node.col_offset or 0))


_BLOCKS: dict[type[nodes.NodeNG], tuple[str, ...]] = {
    nodes.Module: ("body",),
    nodes.ClassDef: ("body",),
    nodes.FunctionDef: ("body",),
    nodes.AsyncFunctionDef: ("body",),
    nodes.If: ("body", "orelse"),
    nodes.For: ("body", "orelse"),
    nodes.AsyncFor: ("body", "orelse"),
    nodes.While: ("body", "orelse"),
    nodes.With: ("body",),
    nodes.AsyncWith: ("body",),
    nodes.Try: ("body", "handlers", "orelse", "finalbody"),
    nodes.TryStar: ("body", "handlers", "orelse", "finalbody"),
    nodes.ExceptHandler: ("body",),
    nodes.Match: ("cases",),
    nodes.MatchCase: ("body",),
}
"""Where nodes hold statements (and what holds statements in turn)."""


def lambda_site(node: nodes.Lambda) -> FunctionSite:
    """A lambda, by the name of what it stands in: `outer.<lambda>`."""
    names, around = [node.name], node.parent.frame()
    while not isinstance(around, nodes.Module):
        names.append(around.name)
        around = around.parent.frame()
    return FunctionSite(node, ".".join(reversed(names)), None)


def decorators_of(function: nodes.FunctionDef | nodes.Lambda) -> Sequence[nodes.NodeNG]:
    """The decorators of a function; a lambda has none."""
    own = function.decorators if isinstance(function, nodes.FunctionDef) else None
    return own.nodes if own is not None else ()


def is_left_open(function: nodes.FunctionDef | nodes.Lambda) -> bool:
    """Whether the body says nothing: others are to write it, in a class that derives from this one, or later."""
    return isinstance(function, nodes.FunctionDef) and all(map(_says_nothing, function.body))


def _says_nothing(statement: nodes.NodeNG) -> bool:
    if isinstance(statement, (nodes.Expr, nodes.Return)):
        return statement.value is None or isinstance(statement.value, nodes.Const)
    return isinstance(statement, (nodes.Pass, nodes.Raise, nodes.Delete))
