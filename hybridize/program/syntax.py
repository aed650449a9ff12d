"""Small questions about expressions and statements, answered from the tree."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from string import Formatter

from astroid import nodes

Spelling = tuple[object, ...]
"""The parts of a dotted expression; constants in brackets are parts of their own."""
SAMENESS = frozenset({"is", "is not", "==", "!="})
"""The operators by which something is compared with a constant such as None."""


def spelled(expression: nodes.NodeNG) -> Spelling:
    """The parts of `a.b[0].c`, read or assigned: equal for two expressions that are written alike. Else empty."""
    parts: list[object] = []
    while True:
        if isinstance(expression, (nodes.Attribute, nodes.AssignAttr, nodes.DelAttr)):
            parts.append(expression.attrname)
            expression = expression.expr
        elif isinstance(expression, nodes.Subscript) and isinstance(expression.slice, nodes.Const):
            parts.append((type(expression.slice.value), expression.slice.value))
            expression = expression.value
        elif isinstance(expression, (nodes.Name, nodes.AssignName, nodes.DelName)):
            return (expression.name, *reversed(parts))
        else:
            return ()


def last_name(called: nodes.NodeNG) -> str:
    """The last name of what is called: `c` of `a.b.c(...)`; empty where something else is called."""
    return str(getattr(called, "attrname", getattr(called, "name", "")))


DISPLAYS = (nodes.List, nodes.Tuple)
"""What writes out a sequence."""


def members(display: nodes.NodeNG | None) -> Sequence[nodes.NodeNG]:
    """The members of a list or tuple that is written out; none of everything else."""
    return display.elts if isinstance(display, DISPLAYS) else ()


def user_of(member: nodes.NodeNG) -> nodes.NodeNG:
    """What uses an expression, or the lists and tuples around it of which it is a member."""
    while isinstance(member.parent, DISPLAYS):
        member = member.parent
    return member.parent


def axes_of(part: nodes.Subscript) -> Sequence[nodes.NodeNG]:
    """The indices of a subscript, axis by axis: `a` and `:b` of `x[a, :b]`; at least one."""
    written = part.slice.elts if isinstance(part.slice, nodes.Tuple) else ()
    return written or (part.slice,)


def compares_by(test: nodes.NodeNG, *operators: str) -> bool:
    """Whether an expression is a comparison in which one of some operators stands."""
    return isinstance(test, nodes.Compare) and any(operator in operators for operator, _ in test.ops)


def is_constant(expression: nodes.NodeNG | None, value: object) -> bool:
    """Whether an expression is a constant that is written there: `None`, `False`, 0."""
    if not isinstance(expression, nodes.Const):
        return False
    return type(expression.value) is type(value) and bool(expression.value == value)


def text_of(expression: nodes.NodeNG | None) -> str | None:
    """The text that is written there; None where another expression is."""
    return expression.value if isinstance(expression, nodes.Const) and isinstance(expression.value, str) else None


def is_name(expression: nodes.NodeNG | None, name: str) -> bool:
    """Whether an expression reads a name."""
    return isinstance(expression, nodes.Name) and expression.name == name


def contains(tree: nodes.NodeNG, node: nodes.NodeNG) -> bool:
    """Whether a node stands in a tree, or is it."""
    return tree is node or bool(tree.parent_of(node))


def names_read(tree: nodes.NodeNG) -> set[str]:
    """The names that are read anywhere in a tree."""
    return {each.name for each in tree.nodes_of_class(nodes.Name)}


def names_bound(tree: nodes.NodeNG) -> set[str]:
    """The names that are assigned anywhere in a tree."""
    return {each.name for each in tree.nodes_of_class(nodes.AssignName)}


def words_of(tree: nodes.NodeNG) -> set[str]:
    """The names and attributes that are read anywhere in a tree."""
    return {last_name(each) for each in tree.nodes_of_class((nodes.Name, nodes.Attribute))}


def root_of(expression: nodes.NodeNG) -> str:
    """The name that an attribute is read of, or the name itself: `a` of `a.b.c`; empty for everything else."""
    while isinstance(expression, nodes.Attribute):
        expression = expression.expr
    return str(expression.name) if isinstance(expression, nodes.Name) else ""


def parts_around(node: nodes.NodeNG) -> Iterator[tuple[nodes.NodeNG, nodes.NodeNG]]:
    """The parts of its function, class or module that hold a node, from inside out, each behind what leads to it."""
    child, around = node, node.parent
    while around is not None and not isinstance(around, (nodes.FunctionDef, nodes.Lambda, nodes.ClassDef)):
        yield child, around
        child, around = around, around.parent


def branches_around(node: nodes.NodeNG) -> Iterator[tuple[nodes.If | nodes.IfExp, bool]]:
    """The conditions around a node in its function, from inside out, and whether it stands where they are true."""
    for child, around in parts_around(node):
        if isinstance(around, (nodes.If, nodes.IfExp)) and child is not around.test:
            yield around, child in around.body if isinstance(around, nodes.If) else child is around.body


def is_lifted(node: nodes.NodeNG) -> bool:
    """Whether code stands under `with tf.init_scope():`, which leaves the graphs around it."""
    withs = (around for _, around in parts_around(node) if isinstance(around, nodes.With))
    managers = (manager for each in withs for manager, _ in each.items if isinstance(manager, nodes.Call))
    return any(last_name(each.func) == "init_scope" for each in managers)


def is_of_error(text: nodes.NodeNG) -> bool:
    """Whether a text is that of an error: people read what is raised, and what an assertion says where it fails."""
    statement, part = text.statement(), text
    if isinstance(statement, nodes.Raise):
        return True
    while part is not statement and not isinstance(part, nodes.Lambda):
        around = part.parent
        told = isinstance(part, nodes.Keyword) and part.arg in ("message", "msg")
        if isinstance(around, nodes.Call) and (told or part in around.args[2:]):
            asserts = last_name(around.func).lower().startswith("assert")
            if told or asserts:
                return asserts
        if isinstance(around, nodes.Assert):
            return part is around.fail
        part = around
    return False


def block_of(statement: nodes.NodeNG) -> list[nodes.NodeNG]:
    """The block that holds a statement, from its first statement on; empty for what stands in none.

    Parts of statements that are not statements themselves, such as the handlers of a `try`, stand in none.
    """
    for name in ("body", "orelse", "finalbody"):
        block = getattr(statement.parent, name, None)
        if isinstance(block, list) and statement in block:
            return block
    return []


def preceding(statement: nodes.NodeNG) -> list[nodes.NodeNG]:
    """The statements of the same block that come before a statement."""
    block = block_of(statement)
    return block[: block.index(statement)] if block else []


def following(statement: nodes.NodeNG) -> list[nodes.NodeNG]:
    """The statements of the same block that come after a statement."""
    block = block_of(statement)
    return block[block.index(statement) + 1 :] if block else []


def affixes(expression: nodes.NodeNG) -> tuple[str, str]:
    """What a text that is put together (`"visit_" + kind`, `f"_load_{name}"`) certainly begins and ends with."""
    if isinstance(expression, nodes.Name):
        expression = _only_value(expression) or expression
    written = text_of(expression)
    if written is not None:
        return written, written
    if isinstance(expression, nodes.JoinedStr) and expression.values:
        return affixes(expression.values[0])[0], affixes(expression.values[-1])[1]
    if isinstance(expression, nodes.BinOp) and expression.op == "+":
        return affixes(expression.left)[0], affixes(expression.right)[1]
    if isinstance(expression, nodes.BinOp) and expression.op == "%":
        return _around(expression.left, _CONVERSION)
    if isinstance(expression, nodes.Call) and isinstance(expression.func, nodes.Attribute):
        return _affixes_of_call(expression, expression.func)
    return "", ""


def _affixes_of_call(call: nodes.Call, method: nodes.Attribute) -> tuple[str, str]:
    """The same of `"visit_{}".format(kind)`, `("visit_" + kind).lower()` and `"_".join(["visit", kind])`."""
    if method.attrname == "format":
        return _around_replaced(method.expr)
    if method.attrname in _LETTER_BY_LETTER and not call.args:
        change = _LETTER_BY_LETTER[method.attrname]
        begin, end = affixes(method.expr)
        return change(begin), change(end)
    parts = members(call.args[0]) if call.args else ()
    if method.attrname == "join" and len(parts) > 1 and isinstance(method.expr, nodes.Const):
        first, last = parts[0], parts[-1]
        between = str(method.expr.value)
        # After a part that is not wholly known nobody can tell where the separator stands.
        begin = affixes(first)[0] + (between if isinstance(first, nodes.Const) else "")
        return begin, (between if isinstance(last, nodes.Const) else "") + affixes(last)[1]
    return "", ""


_LETTER_BY_LETTER: dict[str, Callable[[str], str]] = {"casefold": str.casefold, "lower": str.lower, "upper": str.upper}
"""Methods that change each letter of a text by itself."""
_CONVERSION = re.compile(r"%[^a-zA-Z%]*[a-zA-Z%]")


def _around(template: nodes.NodeNG, field: re.Pattern[str]) -> tuple[str, str]:
    """What stands before the first field of a template, and after the last one."""
    parts = field.split(text_of(template) or "")
    return parts[0], parts[-1]


def _around_replaced(template: nodes.NodeNG) -> tuple[str, str]:
    """The same of what `format` is called on: `{{` there stands for `{`."""
    texts = [""]
    try:
        for text, field, *_ in Formatter().parse(text_of(template) or ""):
            texts[-1] += text
            texts += [] if field is None else [""]
    except ValueError:
        return "", ""
    return texts[0], texts[-1]


def _only_value(name: nodes.Name) -> nodes.NodeNG | None:
    """What a local name is assigned, if it is assigned at one place."""
    bound = name.scope().locals.get(name.name, ())
    if len(bound) == 1 and isinstance(bound[0].parent, nodes.Assign) and bound[0] in bound[0].parent.targets:
        value: nodes.NodeNG = bound[0].parent.value
        return value
    return None


def is_left_to_subclasses(method: nodes.NodeNG) -> bool:
    """Whether a method is there to be overridden: it is marked as abstract, or does nothing but raise."""
    if not isinstance(method, nodes.FunctionDef):
        return False
    marks = method.decorators.nodes if method.decorators else ()
    if any(last_name(mark).startswith("abstract") for mark in marks):
        return True
    raised = method.body[0].exc if len(method.body) == 1 and isinstance(method.body[0], nodes.Raise) else None
    return last_name(raised.func if isinstance(raised, nodes.Call) else raised) == "NotImplementedError"


def starts_program(test: nodes.NodeNG) -> bool:
    """Whether it is `if __name__ == "__main__":`."""
    asked = test.test.nodes_of_class(nodes.Name) if isinstance(test, nodes.If) else ()
    return any(name.name == "__name__" for name in asked)


def is_other_in_program(function: nodes.FunctionDef) -> bool:
    """Whether a module has a function of its own under the name of one that its program defines, for itself alone.

    Whoever imports the module gets the other one: `if __name__ == "__main__":` runs for nobody else.
    """
    return _is_of_program(function) and any(
        isinstance(each, nodes.FunctionDef) and not _is_of_program(each)
        for each in function.parent.scope().locals[function.name]
    )


def _is_of_program(function: nodes.FunctionDef) -> bool:
    child, around = function, function.parent
    while isinstance(around, (nodes.If, nodes.Try, nodes.With)):
        if starts_program(around) and child in around.body:
            return True
        child, around = around, around.parent
    return False


def named_key(read: nodes.NodeNG) -> nodes.NodeNG | None:
    """The one key under which an expression is asked, or set: `d["a"]`, `d.get("a")`, `"a" in d`; None for all else."""
    around = read.parent
    if isinstance(around, nodes.Subscript) and around.value is read:
        return around.slice
    if isinstance(around, nodes.Attribute) and around.attrname in ("get", "pop"):
        call = around.parent
        return call.args[0] if isinstance(call, nodes.Call) and call.func is around and call.args else None
    if isinstance(around, nodes.Compare) and [op for op, each in around.ops if each is read] in (["in"], ["not in"]):
        return around.left
    return None
