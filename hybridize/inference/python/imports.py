"""Import statements and `importlib.import_module`."""

from __future__ import annotations

from astroid import nodes

from hybridize.inference.domain.objects import External, ModuleObject, NamespaceObject, Value
from hybridize.inference.domain.values import UNKNOWN_ATTRIBUTE
from hybridize.inference.python import attributes
from hybridize.inference.python.frame import Frame
from hybridize.program import ModuleTree


def import_module(frame: Frame, name: str, alias: str | None, node: nodes.Import) -> None:
    """`import name as alias`."""
    scopes, modules = frame.analysis.scopes, frame.analysis.modules
    importer = scopes.trees[frame.context.module_path]
    first, _, rest = name.partition(".")
    top = scopes.program.find(importer, first)
    modules.add_import(importer, scopes.program.find(importer, name))
    if top is None and _is_bound_anew(frame, alias or first, node):
        return
    if top is None:
        frame.write_name(
            alias or first,
            frame.make(External, frame.analysis.knowledge.canonical(name if alias else first)).single,
            node,
        )
        return
    value = modules.value(top)
    found: ModuleTree | str | None = top
    dotted = first
    for part in rest.split(".") if rest else ():
        dotted += f".{part}"
        found = scopes.program.child(found, part) if found is not None else None
        found = found or scopes.program.find(importer, dotted)
        if found is not None and not isinstance(found, str):
            modules.run(found.file.relative)
    if alias:
        value = modules.value(found) if found is not None else UNKNOWN_ATTRIBUTE
    frame.write_name(alias or first, value, node)


def _is_bound_anew(frame: Frame, name: str, node: nodes.Import | nodes.ImportFrom) -> bool:
    """Whether another import binds a name of a module again, before anything reads it: `import numpy as tf` by mistake.

    Imports of the project may read the names of the module that imports them.
    """
    body = node.parent.body if isinstance(node.parent, nodes.Module) else []
    if len(node.root().locals.get(name, ())) < 2 or node not in body:
        return False
    for later in body[body.index(node) + 1 :]:
        if not isinstance(later, (nodes.Import, nodes.ImportFrom)) or not _is_outside(frame, later):
            return False
        if any((alias or bound.partition(".")[0]) == name for bound, alias in later.names):
            return isinstance(later, nodes.ImportFrom) or all(alias for _, alias in later.names)
    return False


def _is_outside(frame: Frame, node: nodes.Import | nodes.ImportFrom) -> bool:
    """Whether all that a statement imports is no part of the project."""
    scopes = frame.analysis.scopes
    importer = scopes.trees[frame.context.module_path]
    if isinstance(node, nodes.ImportFrom):
        return scopes.program.find(importer, node.modname or "", node.level or 0) is None
    return all(scopes.program.find(importer, name.partition(".")[0]) is None for name, _ in node.names)


def module_named(frame: Frame, name: str, package: str | None) -> Value:
    """`importlib.import_module(name, package)`."""
    scopes, modules = frame.analysis.scopes, frame.analysis.modules
    importer = scopes.trees[frame.context.module_path]
    level = len(name) - len(name.lstrip("."))
    dotted = name.lstrip(".")
    if level == 1 and package:
        dotted, level = f"{package}.{dotted}", 0
    found = scopes.program.find(importer, dotted, level)
    modules.add_import(importer, found)
    if found is not None:
        return modules.value(found)
    return UNKNOWN_ATTRIBUTE if level else frame.make(External, frame.analysis.knowledge.canonical(dotted)).single


def import_names(frame: Frame, node: nodes.ImportFrom) -> None:
    """`from module import names`."""
    scopes, modules = frame.analysis.scopes, frame.analysis.modules
    importer = scopes.trees[frame.context.module_path]
    found = scopes.program.find(importer, node.modname or "", node.level or 0)
    modules.add_import(importer, found)
    for name, alias in node.names:
        if name == "*":
            _import_star(frame, found, node)
            continue
        if found is None and _is_bound_anew(frame, alias or name, node):
            continue
        if found is None:
            value = _external_name(frame, node, name)
        elif isinstance(found, str):
            value = modules.namespace_attribute(frame.make(NamespaceObject, found), name) or frame.heap.missing(
                frame.context
            )
        else:
            value = imported_name(frame, frame.make(ModuleObject, found.file.relative), name, node)
        frame.write_name(alias or name, value, node)


def imported_name(frame: Frame, module: ModuleObject, name: str, node: nodes.ImportFrom) -> Value:
    """`from module import name`: an attribute, else a submodule, else what the module's `__getattr__` makes of it.

    While a package's own body runs it may not have bound the name yet: then the submodule is imported, by the very
    statement that binds the name (`from . import part` in `__init__`) or by a module that is imported meanwhile.
    """
    modules = frame.analysis.modules
    value = modules.attribute(module, name, frame.context)
    if not value and modules.context(module.path).progress.running:
        value = modules.submodule(module, name)
    return value or attributes.from_module_getattr(frame, module, name, node) or frame.heap.missing(frame.context)


def _external_name(frame: Frame, node: nodes.ImportFrom, name: str) -> Value:
    if node.level:
        return frame.heap.missing(frame.context)
    return attributes.external(frame, f"{node.modname}.{name}", node)


def _import_star(frame: Frame, found: ModuleTree | str | None, node: nodes.ImportFrom) -> None:
    scopes, modules = frame.analysis.scopes, frame.analysis.modules
    here = frame.context.module_path
    if found is None:
        if not node.level:
            modules.add_star_import(here, node.modname)
        return
    if isinstance(found, str):
        return
    path = found.file.relative
    modules.run(path)
    module = frame.make(ModuleObject, path)
    names = sorted({*scopes.names(found.tree).bound, *frame.heap.attribute_names(module)})
    exported = _exported(found.tree, names)
    for name in names:
        if name in exported if exported is not None else not name.startswith("_"):
            value = frame.heap.read(module, name, frame.context)
            if value:
                frame.write_name(name, value, node)
    for name in sorted(exported or ()):
        # `__all__` of a package may name its submodules.
        child = scopes.program.child(found, name) if name not in names else None
        if child is not None:
            frame.write_name(name, modules.value(child), node)
    modules.pass_on_star_imports(path, here)


def _exported(module: nodes.Module, names: list[str]) -> set[str] | None:
    """The names in `__all__`, None without one; where it is put together from others', all public names, too."""
    found: set[str] | None = None
    for statement in module.body:
        if isinstance(statement, nodes.Assign):
            parts = [statement.value] if any(_is_all(target) for target in statement.targets) else []
        elif isinstance(statement, nodes.AugAssign):
            parts = [statement.value] if _is_all(statement.target) else []
        elif isinstance(statement, nodes.Expr) and isinstance(statement.value, nodes.Call):
            function = statement.value.func
            changes = isinstance(function, nodes.Attribute) and _is_all(function.expr)
            parts = list(statement.value.args) if changes else []
        else:
            continue
        for part in parts:
            found = found or set()
            found |= {c.value for c in part.nodes_of_class(nodes.Const) if isinstance(c.value, str)}
            if any(True for _ in part.nodes_of_class((nodes.Name, nodes.Attribute))):
                found |= {name for name in names if not name.startswith("_")}
    return found


def _is_all(node: nodes.NodeNG) -> bool:
    return isinstance(node, (nodes.AssignName, nodes.Name)) and node.name == "__all__"
