"""Tests of TensorFlow's version: all supported releases are some 2.x, so a test of the major one is decided."""

from __future__ import annotations

import operator
from collections.abc import Callable

from astroid import nodes

from hybridize.inference.python import hints
from hybridize.inference.python.frame import Frame
from hybridize.program.syntax import last_name

_MAJOR = 2
_VERSIONS = {"__version__": "tensorflow", "VERSION": "tensorflow.version"}
"""The attributes that hold the text of the version, and the modules that have them."""
_PARSERS = frozenset({"LooseVersion", "StrictVersion", "Version", "parse", "parse_version"})
"""What makes of a text a version that compares by numbers."""
_COMPARING: dict[str, Callable[[int, int], bool]] = {
    "==": operator.eq, "!=": operator.ne, "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge,
}  # fmt: skip


def decided(frame: Frame, test: nodes.NodeNG) -> bool | None:
    """How a test of the major version comes out; None for another test, and for one of a minor version."""
    if isinstance(test, nodes.UnaryOp) and test.op == "not":
        outcome = decided(frame, test.operand)
        return None if outcome is None else not outcome
    if isinstance(test, nodes.Call):
        return _starts(frame, test)
    if not isinstance(test, nodes.Compare) or len(test.ops) != 1 or test.ops[0][0] not in _COMPARING:
        return None
    spelled, right = test.ops[0]
    compare = _COMPARING[spelled]
    if _is_major(frame, test.left):
        number = _number(right)
        return None if number is None else compare(_MAJOR, number)
    whole = _whole(_unparsed(right)) if _is_version(frame, _unparsed(test.left)) else None
    # Every supported release comes after 2.0; so does its text, character by character.
    return None if whole is None else compare(_MAJOR, whole - (whole == _MAJOR))


def _starts(frame: Frame, call: nodes.Call) -> bool | None:
    """`tf.__version__.startswith("1.")`."""
    called = call.func
    asks = isinstance(called, nodes.Attribute) and called.attrname == "startswith" and len(call.args) == 1
    if not asks or not isinstance(call.args[0], nodes.Const) or not _is_version(frame, called.expr):
        return None
    text = call.args[0].value
    if not isinstance(text, str) or not text:
        return None
    return True if text in (f"{_MAJOR}", f"{_MAJOR}.") else None if text[0] == f"{_MAJOR}" else False


def _is_major(frame: Frame, node: nodes.NodeNG) -> bool:
    """`tf.__version__[0]`, `tf.__version__.split(".")[0]`, or the number that `int` makes of it."""
    if isinstance(node, nodes.Call) and last_name(node.func) == "int" and len(node.args) == 1:
        (node,) = node.args
    if not isinstance(node, nodes.Subscript) or not isinstance(node.slice, nodes.Const) or node.slice.value != 0:
        return False
    whole = node.value
    if isinstance(whole, nodes.Call) and isinstance(whole.func, nodes.Attribute) and whole.func.attrname == "split":
        whole = whole.func.expr
    return _is_version(frame, whole)


def _is_version(frame: Frame, node: nodes.NodeNG) -> bool:
    if not isinstance(node, nodes.Attribute) or node.attrname not in _VERSIONS:
        return False
    return hints.qualified(frame, node.expr) == _VERSIONS[node.attrname]


def _unparsed(node: nodes.NodeNG) -> nodes.NodeNG:
    """The text of which a version is made."""
    parsed = isinstance(node, nodes.Call) and len(node.args) == 1 and last_name(node.func) in _PARSERS
    return node.args[0] if parsed else node


def _number(node: nodes.NodeNG) -> int | None:
    """A number that is written, or the text of one."""
    value = node.value if isinstance(node, nodes.Const) else None
    if isinstance(value, str):
        return int(value) if value.isdecimal() else None
    return value if isinstance(value, int) else None


def _whole(node: nodes.NodeNG) -> int | None:
    """The major version that a text names: `"2.0.0"`, `"1.15"`; None for a minor one of the releases of today."""
    text = node.value if isinstance(node, nodes.Const) else None
    parts = text.split(".") if isinstance(text, str) else []
    if not parts or not all(part.isdecimal() for part in parts):
        return None
    major, *minor = map(int, parts)
    return None if major == _MAJOR and any(minor) else major
