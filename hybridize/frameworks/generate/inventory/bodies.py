"""What the `return` statements of functions give, in words that `evidence.from_body` understands."""

from __future__ import annotations

import ast
import builtins
import inspect
import textwrap
from typing import Any, Dict, List

from .names import full_name, type_name

BODIES: Dict[str, List[str]] = {}
"""What the functions give that others' `return` statements call, public or not."""


def body(value: Any) -> List[str]:
    """What the `return` statements of a function give, in the words of this module; empty where it is hidden."""
    try:
        from tensorflow.python.util import tf_decorator

        value = tf_decorator.unwrap(value)[1]
    except Exception:
        pass
    try:
        value = inspect.unwrap(value)
        tree = ast.parse(textwrap.dedent(inspect.getsource(value))).body[0]
    except Exception:  # Built in, or its source cannot be read alone.
        return []
    if not isinstance(tree, (ast.FunctionDef, ast.AsyncFunctionDef)):
        return []
    if getattr(value, "__isabstractmethod__", False):
        return ["abstract"]
    finder = Returns()
    for statement in tree.body:
        finder.visit(statement)
    if finder.yields:
        return ["yield"]
    words = {expression_word(each, value, tree) for each in finder.found}
    if not words and finder.raises and isinstance(tree.body[-1], ast.Raise):
        return ["abstract"]
    return sorted(words or {"none"})


class Returns(ast.NodeVisitor):
    """The returned expressions of one function, without those of functions inside it."""

    def __init__(self) -> None:
        self.found: List[Any] = []
        self.yields = False
        self.raises = False

    def visit_Return(self, node: ast.Return) -> None:
        self.found.append(node.value)

    def visit_Yield(self, node: Any) -> None:
        self.yields = True

    visit_YieldFrom = visit_Yield

    def visit_Raise(self, node: Any) -> None:
        self.raises = True

    def visit_FunctionDef(self, node: Any) -> None:
        pass

    visit_Lambda = visit_ClassDef = visit_AsyncFunctionDef = visit_FunctionDef


def expression_word(node: Any, function: Any, tree: Any) -> str:
    """One returned expression: `none`, `bool`, `self`, `arg:x`, `call:module.name`, `attr:name`, `?` …"""
    if node is None:
        return "none"
    if isinstance(node, ast.Constant):
        return type(node.value).__name__.replace("NoneType", "none")
    if isinstance(node, (ast.Compare, ast.BoolOp)) or isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        return "compare"
    if isinstance(node, ast.JoinedStr):
        return "str"
    for kind, word in ((ast.Dict, "dict"), (ast.DictComp, "dict"), (ast.List, "list"), (ast.ListComp, "list")):
        if isinstance(node, kind):
            return word
    if isinstance(node, ast.Name):
        if node.id == "self":
            return "self"
        assigned = assignments(tree, node.id)
        if len(assigned) == 1 and not isinstance(assigned[0], ast.Name):
            return expression_word(assigned[0], function, tree)
        parameters = [each.arg for each in tree.args.posonlyargs + tree.args.args]
        return "arg:" + node.id if node.id in parameters and not assigned else "?"
    if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "self":
        return "attr:" + node.attr
    if isinstance(node, ast.Call):
        if (
            isinstance(node.func, ast.Attribute)
            and isinstance(node.func.value, ast.Name)
            and node.func.value.id == "self"
        ):
            return "method:" + node.func.attr
        target = resolve(node.func, getattr(function, "__globals__", {}))
        if target is not None:
            path = full_name(target) or type_name(type(target))
            if path not in BODIES and not inspect.isclass(target):
                BODIES[path] = []
                BODIES[path] = body(target)
            return ("new:" if inspect.isclass(target) else "call:") + path
    return "?"


def assignments(tree: Any, name: str) -> List[Any]:
    """What is assigned to a local variable, where that is a plain assignment; `tree` itself for any other."""
    found = []
    for node in ast.walk(tree):
        targets = getattr(node, "targets", None) or [getattr(node, "target", None)]
        for target in targets:
            if isinstance(target, ast.Name) and target.id == name:
                found.append(node.value if isinstance(node, (ast.Assign, ast.AnnAssign)) and node.value else tree)
            elif isinstance(target, (ast.Tuple, ast.List)) and any(
                isinstance(e, ast.Name) and e.id == name for e in target.elts
            ):
                found.append(tree)
    return found


def resolve(node: Any, names: Dict[str, Any]) -> Any:
    """The object of a dotted name in a function's module; None where there is none."""
    if isinstance(node, ast.Name):
        return names.get(node.id, getattr(builtins, node.id, None))
    if isinstance(node, ast.Attribute):
        owner = resolve(node.value, names)
        try:
            return getattr(owner, node.attr, None)
        except Exception:
            return None
    return None
