"""All function definitions of a module, in source order, with their qualified names."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from astroid import nodes


@dataclass(frozen=True)
class FunctionSite:
    """A `def` (or `async def`) and the name that a report gives it (`Class.method`, `outer.inner`)."""

    node: nodes.FunctionDef
    qualname: str
    owner: nodes.ClassDef | None
    """The class whose body holds the `def`, for methods."""

    @property
    def line(self) -> int:
        """The line of `def`, below the decorators."""
        place = self.node.position
        return (place.lineno if place is not None else self.node.lineno) or 1


def function_sites(module: nodes.Module) -> Iterator[FunctionSite]:
    """Every function definition of `module`, nested ones too, by line."""
    stack: list[tuple[nodes.NodeNG, str, nodes.ClassDef | None]] = [(module, "", None)]
    found: list[FunctionSite] = []
    while stack:
        node, prefix, owner = stack.pop()
        for child in node.get_children():
            if isinstance(child, nodes.FunctionDef):
                found.append(FunctionSite(child, prefix + child.name, owner))
                stack.append((child, f"{prefix}{child.name}.", None))
            elif isinstance(child, nodes.ClassDef):
                stack.append((child, f"{prefix}{child.name}.", child))
            elif child.is_statement or isinstance(child, nodes.MatchCase):
                # Nothing can be defined inside an expression.
                stack.append((child, prefix, owner))
    return iter(sorted(found, key=lambda site: (site.node.lineno or 0, site.node.col_offset or 0)))
