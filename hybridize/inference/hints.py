"""Type hints: which parameters are declared as tensors, alone or inside containers (paper, section IV-C1)."""

from __future__ import annotations

import ast

from astroid import nodes
from astroid.manager import AstroidManager
from astroid.rebuilder import TreeRebuilder

from hybridize.inference.frame import Frame
from hybridize.inference.values import ClassAtom, External, Scalar, Value

_TENSOR_NAMES = {
    "tensorflow.Tensor": "tensor",
    "tensorflow.Variable": "variable",
    "tensorflow.RaggedTensor": "ragged",
    "tensorflow.sparse.SparseTensor": "sparse",
    "tensorflow.SparseTensor": "sparse",
    "tensorflow.IndexedSlices": "tensor",
    "tensorflow.TensorArray": "tensorarray",
    "tensorflow.experimental.numpy.ndarray": "tensor",
    "keras.KerasTensor": "keras",
    "tensorflow.types.experimental.TensorLike": "tensor",
    "tensorflow.types.experimental.Tensor": "tensor",
    "tensorflow.types.experimental.GenericTensor": "tensor",
}
_OPEN = {"typing.Optional", "typing.Union", "typing.Annotated", "typing.Final", "typing.ClassVar", "types.UnionType"}


Hint = tuple[str, bool]
"""The kind of tensor (empty = no tensor), and whether it is inside a container."""


def read(frame: Frame, node: nodes.FunctionDef) -> dict[str, Hint]:
    """The hints of a function's parameters that have annotations."""
    arguments = node.args
    pairs = [
        *zip(arguments.posonlyargs, arguments.posonlyargs_annotations, strict=False),
        *zip(arguments.args or [], arguments.annotations, strict=False),
        *zip(arguments.kwonlyargs, arguments.kwonlyargs_annotations, strict=False),
    ]
    out = {argument.name: hint(frame, annotation) for argument, annotation in pairs if annotation is not None}
    if arguments.vararg and arguments.varargannotation is not None:
        out[arguments.vararg] = _inside(hint(frame, arguments.varargannotation))
    if arguments.kwarg and arguments.kwargannotation is not None:
        out[arguments.kwarg] = _inside(hint(frame, arguments.kwargannotation))
    return out


def _inside(found: Hint) -> Hint:
    return (found[0], bool(found[0]))


def hint(frame: Frame, node: nodes.NodeNG, depth: int = 6) -> Hint:
    """What an annotation says."""
    if depth == 0:
        return ("", False)
    if isinstance(node, nodes.Const):
        if not isinstance(node.value, str):
            return ("", False)
        parsed = _parse(node.value, node)
        return hint(frame, parsed, depth - 1) if parsed is not None else ("", False)
    if isinstance(node, nodes.BinOp) and node.op == "|":
        return _first(hint(frame, node.left, depth - 1), hint(frame, node.right, depth - 1))
    if isinstance(node, (nodes.Tuple, nodes.List)):
        return _first(*(hint(frame, element, depth - 1) for element in node.elts))
    if isinstance(node, nodes.Subscript):
        name = _name(frame, node.value)
        found = hint(frame, node.slice, depth - 1)
        if name in _TENSOR_NAMES:
            return (_TENSOR_NAMES[name], False)
        if name in _OPEN:
            return found
        if name in ("typing.Callable", "collections.abc.Callable", "typing.Literal", "typing.Type", "builtins.type"):
            return ("", False)
        return _inside(found)
    if isinstance(node, (nodes.Name, nodes.Attribute)):
        name = _name(frame, node)
        if name in _TENSOR_NAMES:
            return (_TENSOR_NAMES[name], False)
        alias = _alias(node)
        return hint(frame, alias, depth - 1) if alias is not None else ("", False)
    return ("", False)


def _first(*found: Hint) -> Hint:
    return next((f for f in found if f[0]), ("", False))


def _name(frame: Frame, node: nodes.NodeNG) -> str:
    """The qualified name that an annotation's name stands for; empty for classes of the project and unknown names."""
    if not isinstance(node, (nodes.Name, nodes.Attribute)):
        return ""
    for atom in _value(frame, node):
        if isinstance(atom, External):
            return atom.name
        if isinstance(atom, ClassAtom):
            for base in frame.engine.external_bases(atom):
                if base in _TENSOR_NAMES:
                    return base
    return ""


def _value(frame: Frame, node: nodes.NodeNG) -> Value:
    from hybridize.inference import attributes

    if isinstance(node, nodes.Name):
        return frame.read_name(node.name, node)
    assert isinstance(node, nodes.Attribute)
    inner = _value(frame, node.expr) if isinstance(node.expr, (nodes.Name, nodes.Attribute)) else frozenset()
    return attributes.get(frame, frozenset(a for a in inner if not isinstance(a, Scalar)), node.attrname, node)


def _alias(node: nodes.NodeNG) -> nodes.NodeNG | None:
    """`TensorLike = Union[tf.Tensor, np.ndarray]` at module level: the right-hand side."""
    if not isinstance(node, nodes.Name):
        return None
    module = node.root()
    for binding in module.locals.get(node.name, []) if isinstance(module, nodes.Module) else []:
        statement = binding.parent
        if isinstance(statement, (nodes.Assign, nodes.AnnAssign)) and statement.value is not None:
            value = statement.value
            if isinstance(value, nodes.Call):
                # TypeVar("T", bound=tf.Tensor), NewType("Image", tf.Tensor)
                bound = [k.value for k in value.keywords if k.arg == "bound"] + list(value.args[1:])
                return bound[0] if bound else None
            return value
    return None


def _parse(text: str, node: nodes.NodeNG) -> nodes.NodeNG | None:
    """A string annotation as a tree that hangs in the place of the string."""
    try:
        parsed = ast.parse(text, mode="exec")
    except (SyntaxError, ValueError):
        return None
    if len(parsed.body) != 1 or not isinstance(parsed.body[0], ast.Expr):
        return None
    module = TreeRebuilder(AstroidManager(), text).visit_module(parsed, "", "", False)
    statement = module.body[0]
    assert isinstance(statement, nodes.Expr)
    expression = statement.value
    expression.parent = node.parent
    return expression
