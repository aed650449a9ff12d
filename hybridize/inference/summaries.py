"""The summaries of all contexts as plain data, and back: what a cache keeps of an analysis.

Everything that evaluation leaves behind is in the contexts: results, calls, effects, conditions, operations. As data,
nodes are numbers in the preorder of their module's tree, contexts their serial numbers, and atoms rows of one table, in
which each refers to earlier rows only. Read back with trees of the same sources, they give an equal call graph.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from astroid import nodes

from hybridize.inference import values
from hybridize.inference.contexts import CallEdge, Condition, Context, DirectEffect
from hybridize.inference.scopes import ScopeNames, scope_table
from hybridize.inference.values import Atom, ModuleAtom, Value
from hybridize.program import Program

Data = dict[str, Any]
FORMAT = 1
"""Goes up when what is written changes; data of another format are not read."""
_FLAGS = ("entry", "assumed", "wide", "missing", "evaluated", "evaluations")


class _Trees:
    """The numbers of nodes, and the nodes of numbers."""

    def __init__(self, program: Program) -> None:
        self._trees = {module.file.relative: module.tree for module in program.modules}
        self._paths = {id(tree): path for path, tree in self._trees.items()}
        self._lists: dict[str, list[nodes.NodeNG]] = {}
        self._numbers: dict[str, dict[nodes.NodeNG, int]] = {}
        self._names: dict[nodes.NodeNG, ScopeNames] = {}

    def reference(self, node: nodes.NodeNG) -> tuple[str, int]:
        """The module and number of a node."""
        path = self._paths[id(node.root())]
        numbers = self._numbers.get(path)
        if numbers is None:
            numbers = self._numbers[path] = {each: number for number, each in enumerate(self._list(path))}
        return path, numbers[node]

    def node(self, path: str, number: int) -> nodes.NodeNG:
        """The node of a number."""
        return self._list(path)[number]

    def names(self, path: str, scope: nodes.NodeNG) -> ScopeNames:
        """The names of a scope."""
        if scope not in self._names:
            self._names.update(scope_table(self._trees[path], set(), set()))
        return self._names[scope]

    def _list(self, path: str) -> list[nodes.NodeNG]:
        found = self._lists.get(path)
        if found is None:
            found = self._lists[path] = []
            stack: list[nodes.NodeNG] = [self._trees[path]]
            while stack:
                node = stack.pop()
                found.append(node)
                stack.extend(reversed(list(node.get_children())))
        return found


class _Writer:
    def __init__(self, trees: _Trees) -> None:
        self.trees = trees
        self.rows: list[list[Any]] = []
        self._known: dict[Atom, int] = {}

    def part(self, part: Any) -> Any:
        """A field of an atom, with a letter for what it is."""
        if part is None or isinstance(part, str):
            return part
        if isinstance(part, Atom):
            return ["a", self.atom(part)]
        if isinstance(part, frozenset):
            return ["v", self.value(part)]
        if isinstance(part, tuple):
            return ["t", [self.part(each) for each in part]]
        if isinstance(part, Context):
            return ["c", part.serial]
        return ["n", *self.trees.reference(part)]

    def atom(self, atom: Atom) -> int:
        """The row of an atom."""
        row = self._known.get(atom)
        if row is None:
            parts = [self.part(getattr(atom, name)) for name in atom.fields]
            row = self._known[atom] = len(self.rows)
            self.rows.append([type(atom).__name__, parts])
        return row

    def value(self, value: Value) -> list[int]:
        """The rows of a value's atoms."""
        return sorted([self.atom(atom) for atom in sorted(value, key=lambda a: a.serial)])

    def context(self, context: Context) -> Data:
        """A context as data."""
        node = self.trees.reference
        return {
            "serial": context.serial,
            "scope": node(context.scope),
            "path": context.module_path,
            "parent": context.parent.serial if context.parent is not None else None,
            "owner": context.owner.serial,
            "function": self.part(context.function),
            "class": self.part(context.cls),
            "arguments": {name: self.value(value) for name, value in context.arguments.items()},
            "result": self.value(context.result),
            "element": self.value(context.element),
            "calls": [[*node(call), callee.serial, *edge] for call, callee, edge in context.edges()],
            "effects": [[e.what, *node(e.node), e.message, self.part(e.target)] for e in context.effects.values()],
            "conditions": [[c.kind, *node(c.node), c.message] for c in context.conditions.values()],
            "operations": [node(each) for each in context.operations],
            "implicit": {name: [scope, self.value(value)] for name, (scope, value) in context.implicit.items()},
            "reads": [[self.atom(atom), name] for atom, name in context.attribute_reads],
            **{flag: getattr(context, flag) for flag in _FLAGS},
        }


def write(contexts: Iterable[Context], program: Program) -> Data:
    """The summaries as data that JSON can hold."""
    writer = _Writer(_Trees(program))
    written = [writer.context(context) for context in sorted(contexts)]
    return {"format": FORMAT, "atoms": writer.rows, "contexts": written}


class _Reader:
    def __init__(self, trees: _Trees, data: Data) -> None:
        self.trees = trees
        self.contexts: dict[int, Context] = {}
        self.atoms: list[Atom] = []
        for row in data["contexts"]:
            path, parent = row["path"], row["parent"]
            scope = trees.node(*row["scope"])
            above = self.contexts[parent] if parent is not None else None
            context = self.contexts[row["serial"]] = Context(row["serial"], scope, None, above, path)
            context.module = ModuleAtom.of(path)
            context.names = trees.names(path, scope)
        for name, parts in data["atoms"]:
            self.atoms.append(getattr(values, name).of(*(self.part(part) for part in parts)))

    def part(self, part: Any) -> Any:
        """A field of an atom."""
        if part is None or isinstance(part, str):
            return part
        letter, *rest = part
        if letter == "n":
            return self.trees.node(*rest)
        (inner,) = rest
        if letter == "a":
            return self.atoms[inner]
        if letter == "v":
            return self.value(inner)
        if letter == "t":
            return tuple(self.part(each) for each in inner)
        return self.contexts[inner]

    def value(self, rows: list[int]) -> Value:
        """A value from the rows of its atoms."""
        return frozenset(self.atoms[row] for row in rows)

    def fill(self, row: Data) -> None:
        """Give a context what its summary says."""
        context = self.contexts[row["serial"]]
        node = self.trees.node
        context.owner = self.contexts[row["owner"]]
        context.function = self.part(row["function"])
        context.cls = self.part(row["class"])
        context.arguments = {name: self.value(value) for name, value in row["arguments"].items()}
        context.result, context.element = self.value(row["result"]), self.value(row["element"])
        for path, number, callee, effects, hybrid in row["calls"]:
            context.calls[node(path, number), self.contexts[callee]] = CallEdge(effects, hybrid)
        for what, path, number, message, target in row["effects"]:
            effect = DirectEffect(what, node(path, number), message, self.part(target))
            context.effects[effect.node, what, effect.target] = effect
        for kind, path, number, message in row["conditions"]:
            condition = Condition(kind, node(path, number), message)
            context.conditions[kind, condition.node] = condition
        context.operations = {node(*each): None for each in row["operations"]}
        context.implicit = {name: (scope, self.value(value)) for name, (scope, value) in row["implicit"].items()}
        context.attribute_reads = {(self.atoms[atom], name): None for atom, name in row["reads"]}
        for flag in _FLAGS:
            setattr(context, flag, row[flag])


def read(data: Data, program: Program) -> list[Context]:
    """The contexts that `write` has written; `program` has trees of the same sources.

    Raises ValueError for data of another format.
    """
    if data.get("format") != FORMAT:
        raise ValueError(f"summaries of format {data.get('format')}, not {FORMAT}")
    reader = _Reader(_Trees(program), data)
    for row in data["contexts"]:
        reader.fill(row)
    return list(reader.contexts.values())
