"""How a call is written: what it calls, on what, and what it passes; and the call that takes an expression."""

from __future__ import annotations

from astroid import nodes

from hybridize.program.syntax import last_name


def called_by(node: nodes.NodeNG) -> nodes.NodeNG:
    """What a call calls; everything else as it is, as a decorator that is written without arguments."""
    called: nodes.NodeNG = node.func if isinstance(node, nodes.Call) else node
    return called


def called_name(node: nodes.NodeNG | None) -> str:
    """The last name of what a call calls: `c` of `a.b.c(x)`; empty for what is no call."""
    return last_name(node.func) if isinstance(node, nodes.Call) else ""


def method_name(node: nodes.NodeNG | None) -> str:
    """The name of the method that a call calls: `f` of `x.f()`; empty for everything else."""
    called = node.func if isinstance(node, nodes.Call) else None
    return str(called.attrname) if isinstance(called, nodes.Attribute) else ""


def receiver_of(node: nodes.NodeNG | None) -> nodes.NodeNG | None:
    """What a method is called on: `x` of `x.f()`; None for everything else."""
    called = node.func if isinstance(node, nodes.Call) else None
    return called.expr if isinstance(called, nodes.Attribute) else None


def passed_by(call: nodes.NodeNG) -> list[nodes.NodeNG]:
    """All that a call passes, by position and by name; nothing where it is none."""
    return [*call.args, *(each.value for each in call.keywords)] if isinstance(call, nodes.Call) else []


def is_written_out(node: nodes.NodeNG) -> bool:
    """Whether it is a call that passes one thing after the other, without `*` and `**`."""
    if not isinstance(node, nodes.Call) or any(isinstance(each, nodes.Starred) for each in node.args):
        return False
    return all(each.arg is not None for each in node.keywords)


def constants_passed(call: nodes.NodeNG | None) -> dict[str, object]:
    """The constants that a call passes by name."""
    keywords = call.keywords if isinstance(call, nodes.Call) else ()
    return {each.arg: each.value.value for each in keywords if isinstance(each.value, nodes.Const)}


def passed_as(call: nodes.NodeNG | None, *names: str) -> nodes.NodeNG | None:
    """What a call passes by one of some names; None where it does not, or is no call."""
    keywords = call.keywords if isinstance(call, nodes.Call) else ()
    return next((each.value for each in keywords if each.arg in names), None)


def passed_at(call: nodes.Call, position: int, *names: str) -> nodes.NodeNG | None:
    """What a call passes by one of some names, or at a position; None where it is left out, or unpacked with `*`."""
    named = passed_as(call, *names)
    if named is not None or any(isinstance(each, nodes.Starred) for each in call.args[: position + 1]):
        return named
    return call.args[position] if position < len(call.args) else None


def call_of(expression: nodes.NodeNG) -> nodes.Call | None:
    """The call that calls an expression: `f(x)` of `f`; None where nothing calls it there."""
    around = expression.parent
    return around if isinstance(around, nodes.Call) and around.func is expression else None


def taker_of(expression: nodes.NodeNG) -> nodes.Call | None:
    """The call to which an expression is passed as it is, by position or by name; None where it is not."""
    around = expression.parent
    call = around.parent if isinstance(around, nodes.Keyword) else around
    return call if isinstance(call, nodes.Call) and call.func is not expression else None
