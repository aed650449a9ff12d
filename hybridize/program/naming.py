"""Values that only make the names of operations: they show in a graph, and change nothing that it computes."""

from __future__ import annotations

from astroid import nodes

from hybridize.program.syntax import last_name

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
    if isinstance(parent, nodes.Assign) and all(isinstance(each, nodes.AssignName) for each in parent.targets):
        names = {each.name for each in parent.targets}
        reads = [each for each in parent.scope().nodes_of_class(nodes.Name) if each.name in names]
        return bool(reads) and all(map(_is_name, reads))
    return False
