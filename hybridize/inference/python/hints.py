"""Type hints: which parameters are declared as tensors, alone or inside containers (paper, section IV-C1)."""

from __future__ import annotations

import ast

from astroid import nodes
from astroid.manager import AstroidManager
from astroid.rebuilder import TreeRebuilder

from hybridize.frameworks.kinds import TENSOR_KINDS
from hybridize.frameworks.tensor_types.declared import from_jaxtyping, from_nptyping
from hybridize.frameworks.tensor_types.types import TensorKind, TensorType
from hybridize.inference.domain.objects import ClassObject, External, ModuleObject, PythonScalar, Value
from hybridize.inference.domain.queries import select
from hybridize.inference.domain.variants import KINDS
from hybridize.inference.python.frame import Frame
from hybridize.inference.state.functions import Hint
from hybridize.program import ModuleTree

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


NO_HINT = Hint()


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
    return Hint(found.kind, False, True) if found.kind else NO_HINT


def hint(frame: Frame, node: nodes.NodeNG, depth: int = 12) -> Hint:
    """What an annotation says."""
    if depth == 0:
        return NO_HINT
    if isinstance(node, nodes.Const):
        if not isinstance(node.value, str):
            return NO_HINT
        parsed = parse(node.value, node)
        return hint(frame, parsed, depth - 1) if parsed is not None else NO_HINT
    if isinstance(node, nodes.BinOp) and node.op == "|":
        return _any(hint(frame, node.left, depth - 1), hint(frame, node.right, depth - 1))
    if isinstance(node, (nodes.Tuple, nodes.List)):
        return _any(*(hint(frame, element, depth - 1) for element in node.elts))
    if isinstance(node, nodes.Subscript):
        name = qualified(frame, node.value)
        found = hint(frame, node.slice, depth - 1)
        if kind := _tensor_kind(frame, name):
            return Hint(kind, True)
        if name.startswith(_JAXTYPING):
            said = jaxtyping(frame, node)
            return Hint(found.kind, found.alone, found.inside, said) if found.alone else NO_HINT
        if name in _OPEN:
            return found
        if name in ("typing.Callable", "collections.abc.Callable", "typing.Literal", "typing.Type", "builtins.type"):
            return NO_HINT
        return _inside(found)
    if isinstance(node, (nodes.Name, nodes.Attribute)):
        name = qualified(frame, node)
        if kind := _tensor_kind(frame, name):
            return Hint(kind, True)
        fields = _fields(frame, node)
        if fields:
            return _inside(_any(*(hint(frame, field, depth - 1) for field in fields)))
        return _any(*_aliases(frame, node.root(), node, depth - 1))
    return NO_HINT


def _any(*found: Hint) -> Hint:
    kind = next((f.kind for f in found if f.kind), "")
    types = {f.type for f in found if f.kind}
    type_ = types.pop() if len(types) == 1 else None
    return Hint(kind, any(f.alone for f in found), any(f.inside for f in found), type_)


def jaxtyping(frame: Frame, node: nodes.Subscript) -> TensorType | None:
    """What `Float32[tf.Tensor, "batch 28"]` says; None where that is no annotation of jaxtyping."""
    name, parts = qualified(frame, node.value), node.slice.elts if isinstance(node.slice, nodes.Tuple) else []
    if not name.startswith(_JAXTYPING) or len(parts) != 2 or not isinstance(parts[1], nodes.Const):
        return None
    kind = KINDS.get(hint(frame, parts[0]).kind, TensorKind.NDARRAY)
    return from_jaxtyping(name.removeprefix(_JAXTYPING), str(parts[1].value), kind, _scope(node))


def nptyping(frame: Frame, node: nodes.Subscript) -> TensorType | None:
    """What `NDArray[Shape["Batch, 28"], Float32]` says; None where that is no annotation of nptyping."""
    parts = node.slice.elts if isinstance(node.slice, nodes.Tuple) else []
    if qualified(frame, node.value) != "nptyping.NDArray" or len(parts) != 2:
        return None
    shape, word = parts[0], qualified(frame, parts[1]).removeprefix("nptyping.")
    written = shape.slice if isinstance(shape, nodes.Subscript) else None
    return from_nptyping(str(written.value), word, _scope(node)) if isinstance(written, nodes.Const) else None


def _scope(node: nodes.NodeNG) -> str:
    """The function whose annotation it is: a name of a length means the same throughout it."""
    return f"{node.root().name}.{node.frame().name}:{node.frame().lineno}"


_JAXTYPING = "jaxtyping."


def qualified(frame: Frame, node: nodes.NodeNG) -> str:
    """The qualified name that an annotation's name stands for; empty for classes of the project and unknown names."""
    if not isinstance(node, (nodes.Name, nodes.Attribute)):
        return ""
    for obj in value_of(frame, node):
        if isinstance(obj, External):
            return obj.name
        if isinstance(obj, ClassObject):
            for base in frame.analysis.classes.external_bases(obj):
                if _tensor_kind(frame, base):
                    return base
    return ""


def _tensor_kind(frame: Frame, name: str) -> str:
    """The kind of tensor that a class stands for, empty for others: the classes whose instances are tensors do."""
    if not name or name in _TENSOR_NAMES:
        return _TENSOR_NAMES.get(name, "")
    symbol = frame.analysis.knowledge.lookup(name)
    if symbol is not None and symbol.known and symbol.role == "class" and symbol.returns.name in TENSOR_KINDS:
        return symbol.returns.name
    return ""


def value_of(frame: Frame, node: nodes.NodeNG) -> Value:
    """What the name in an annotation stands for."""
    if isinstance(node, nodes.Name):
        return frame.read_name(node.name, node)
    assert isinstance(node, nodes.Attribute)
    inner = value_of(frame, node.expr) if isinstance(node.expr, (nodes.Name, nodes.Attribute)) else frozenset()
    return frame.evaluator.attribute(frame, inner.difference(select(inner, PythonScalar)), node.attrname, node)


def _fields(frame: Frame, node: nodes.NodeNG) -> list[nodes.NodeNG]:
    """The annotations of the fields, when an annotation names a `typing.NamedTuple` of the project."""
    analysis = frame.analysis
    classes = [a for a in select(value_of(frame, node), ClassObject) if analysis.classes.is_named_tuple(a)]
    return [s.annotation for cls in classes for s in cls.node.body if isinstance(s, nodes.AnnAssign)]


def _aliases(frame: Frame, module: nodes.NodeNG, node: nodes.NodeNG, depth: int) -> list[Hint]:
    """What `TensorLike = Union[tf.Tensor, np.ndarray]` at module level says, here or where it is imported from."""
    if not isinstance(module, nodes.Module) or not depth:
        return []
    analysis = frame.analysis
    name = node.name if isinstance(node, nodes.Name) else getattr(node, "attrname", "")
    if isinstance(node, nodes.Attribute):
        paths = [a.path for a in select(value_of(frame, node.expr), ModuleObject)] if _is_name(node.expr) else []
        return [each for path in paths for each in _aliases_in(analysis.scopes.trees[path], frame, node, name, depth)]
    for binding in module.locals.get(name, []):
        statement = binding if isinstance(binding, nodes.ImportFrom) else binding.parent
        if isinstance(statement, nodes.ImportFrom):
            importer = analysis.scopes.trees[frame.context.module_path]
            found = analysis.scopes.program.find(importer, statement.modname, statement.level or 0)
            original = next((n for n, alias in statement.names if (alias or n) == name), name)
            return _aliases_in(found, frame, node, original, depth) if isinstance(found, ModuleTree) else []
        if isinstance(statement, (nodes.Assign, nodes.AnnAssign)) and statement.value is not None:
            value = statement.value
            values = [value]
            if isinstance(value, nodes.Call):
                # TypeVar("T", bound=tf.Tensor), TypeVar("T", float, tf.Tensor), NewType("Image", tf.Tensor)
                values = [k.value for k in value.keywords if k.arg == "bound"] + list(value.args[1:])
            return [hint(frame, each, depth) for each in values]
    return []


def _aliases_in(module: ModuleTree, frame: Frame, node: nodes.NodeNG, name: str, depth: int) -> list[Hint]:
    """The same for `name` of another module."""
    there = Frame(frame.evaluator, frame.analysis.modules.context(module.file.relative))
    named = nodes.Name(name, node.lineno, node.col_offset, node.parent, end_lineno=None, end_col_offset=None)
    return _aliases(there, module.tree, named, depth - 1)


def _is_name(node: nodes.NodeNG) -> bool:
    return isinstance(node, (nodes.Name, nodes.Attribute))


def parse(text: str, node: nodes.NodeNG) -> nodes.NodeNG | None:
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
