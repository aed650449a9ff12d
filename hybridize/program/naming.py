"""Values that only make the names of operations: they show in a graph, and change nothing that it computes."""

from __future__ import annotations

from astroid import nodes

from hybridize.program.inside import reads_of
from hybridize.program.syntax import last_name
from hybridize.program.writes import binds_names_alone

_SCOPES = frozenset({"name_scope", "variable_scope"})
"""Functions whose argument is the beginning of names."""
_TEXT = (nodes.JoinedStr, nodes.FormattedValue)


def is_in_name_only(read: nodes.NodeNG) -> bool:
    """Whether what is read becomes part of a text, and that a name: `tf.add(a, b, name=f"add_{self.n}")`."""
    text = _text_of(read)
    return text is not read and _is_name(text)


def _text_of(value: nodes.NodeNG) -> nodes.NodeNG:
    """The text that a value is a part of; the value itself where it is in none."""
    parent = value.parent
    while True:
        formats = isinstance(parent, nodes.BinOp) and parent.op == "%" and parent.left is not value
        called = isinstance(parent, nodes.Call) and value in parent.args and last_name(parent.func) in ("str", "format")
        joined = isinstance(parent, nodes.BinOp) and parent.op == "+" and isinstance(parent.left, nodes.Const)
        if not (formats or called or joined or isinstance(parent, _TEXT)):
            return value
        value, parent = parent, parent.parent


def _is_name(text: nodes.NodeNG) -> bool:
    parent = text.parent
    if isinstance(parent, nodes.Keyword):
        return bool(parent.arg == "name")
    if isinstance(parent, nodes.Call):
        return text in parent.args and last_name(parent.func) in _SCOPES
    if binds_names_alone(parent):
        reads = [read for each in parent.targets for read in reads_of(parent.scope(), each.name)]
        return bool(reads) and all(map(_is_name, reads))
    return False
