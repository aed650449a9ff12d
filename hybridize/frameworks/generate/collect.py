"""What an installed release says about itself: run by `inventory` inside that release's interpreter, as a script.

It imports nothing of hybridize, because it runs where hybridize is not installed, on any Python from 3.9 on. The
answer is one JSON object: `releases` (package -> version), `symbols` (public name -> facts) and `operations` (name ->
definition). Every object stands under one of its public names; `names` has all of them.
"""

from __future__ import annotations

import ast
import builtins
import importlib
import importlib.util
import inspect
import json
import os
import re
import sys
import textwrap
import types
import warnings
from typing import Any, Dict, Iterator, List, Optional, Set, Tuple

ROOTS: Dict[str, Tuple[str, ...]] = {
    "numpy": ("numpy",),
    "keras": ("keras", "keras._tf_keras.keras", "keras.api._v2.keras"),
    "tensorflow": ("tensorflow", "tensorflow.compat.v1"),
}
"""Where the walk of each package begins. A package may show things of those before it under names of its own."""
SKIPPED = re.compile(
    r"^tensorflow\.(python|_api|core|compiler|include|tsl|lite\.python|lite\.tools"
    r"|keras|initializers|losses|metrics|optimizers|compat\.v2|compat\.v1\.keras|compat\.v1\.compat|compat\.v1\.flags"
    r"|compat\.v1\.app\.flags|compat\.v1\.losses\.python)(\.|$)"
    r"|^keras\.(src|api|_tf_keras|engine|utils\.legacy|protobuf|integration_test|saving\.legacy|testing_infra"
    r"|optimizers\.legacy"
    r"|layers\.(activation|attention|convolutional|core|kernelized|locally|merging|normalization|pooling"
    r"|preprocessing|regularization|reshaping|rnn|rnn_utils))(\.|$)"
    r"|^numpy\.(core|_core|tests|testing|distutils|f2py|compat|matrixlib|typing|conftest|_pyinstaller)(\.|$)"
    r"|^numpy\.(\w+\.)*tests(\.|$)"
)
"""Internal modules that are reachable as attributes, and packages that stand elsewhere under their own name."""
SETTLED = frozenset("keras.Input keras.Model keras.Sequential keras.Function tensorflow.Tensor".split())
"""Canonical names that are not the first of the package's own list."""
SHORTHAND = re.compile(r"keras\.[A-Z]\w*$")
"""`keras.Layer` for `keras.layers.Layer`: packages name the shorthand first."""
SIMPLE = (bool, int, float, complex, str, bytes, type(None))
SECTION = re.compile(r"^\s*(Returns?|Yields?)\s*:?\s*$|^\s*(Returns?|Yields?):(.*)$")


class Collector:
    """The walk over one package, and what was found."""

    def __init__(self, package: str) -> None:
        self.package = package
        self.objects: Dict[str, Any] = {}
        self.names: Dict[int, List[str]] = {}
        self.modules: Dict[int, str] = {}
        self.legacy = package == "keras" and has_module("keras.api._v2")

    def walk(self) -> None:
        for root in ROOTS[self.package]:
            path = "keras" if self.package == "keras" else root
            try:
                self.module(importlib.import_module(root), path)
            except ImportError:  # Each Keras has two of the three.
                continue

    def module(self, module: Any, path: str) -> None:
        """All public attributes of a module, and the modules among them; each module once, under its first path."""
        key = id(module)
        if key in self.modules and not path.startswith("tensorflow.compat.v1"):
            return
        self.modules[key] = path
        submodules = []
        for name in public_names(module):
            full = path + "." + name
            if SKIPPED.search(full):
                continue
            try:
                value = getattr(module, name)
                inner = isinstance(value, types.ModuleType) and self.belongs(value, full)
            except Exception:  # Lazy modules raise whatever their import raises.
                continue
            if isinstance(value, types.ModuleType):
                if inner:
                    submodules.append((value, full))
            else:
                self.add(full, value)
        for value, full in submodules:
            self.module(value, full)

    def belongs(self, module: types.ModuleType, path: str) -> bool:
        """A module of the package's public interface: not `os`, and no internal module that another one imports."""
        name = getattr(module, "__name__", "")
        if self.package == "tensorflow":
            return "_api." in name or name.startswith(("tensorflow.experimental", "tensorflow.compat.v1"))
        if self.package == "keras":
            internal = name.startswith("keras.src") or self.legacy and not name.startswith("keras.api._v2")
            return name.startswith("keras.") and not internal
        return name == path

    def add(self, name: str, value: Any) -> None:
        if self.package == "numpy" and not str(getattr(value, "__module__", "numpy")).startswith("numpy"):
            return
        self.objects[name] = value
        if not isinstance(value, SIMPLE) and not isinstance(value, (list, tuple, dict)):
            self.names.setdefault(id(value), []).append(name)


def has_module(name: str) -> bool:
    try:
        return importlib.util.find_spec(name) is not None
    except ImportError:
        return False


def public_names(module: Any) -> List[str]:
    """What `from module import *` or a reader of the reference would see."""
    try:
        names = set(dir(module)) | set(getattr(module, "__all__", ()))
    except ImportError:  # A lazy module whose package is not installed.
        return []
    found = sorted(name for name in names if not name.startswith("_"))
    return [name for name in found if name not in ("absolute_import", "division", "print_function", "annotations")]


def preferred(value: Any, names: List[str]) -> str:
    """The name that the package itself calls the canonical one, else the shortest."""
    exported = []
    unwrapped = value
    try:
        from tensorflow.python.util import tf_decorator, tf_export

        unwrapped = tf_decorator.unwrap(value)[1] if callable(value) else value
        exported = ["tensorflow." + name for name in tf_export.get_v2_names(unwrapped)]
        exported += ["tensorflow.compat.v1." + name for name in tf_export.get_v1_names(unwrapped)]
    except Exception:
        pass
    own = vars(value) if isinstance(value, type) else getattr(value, "__dict__", {})
    path = own.get("_api_export_path") or own.get("_keras_api_names") or ()
    exported = ([path] if isinstance(path, str) else list(path)) + exported
    for unwelcome in (".compat.v1.", ".experimental."):
        names = [name for name in names if unwelcome not in name] or names
    for name in names:
        if name in SETTLED or name.rpartition(".")[2] == getattr(value, "name", ""):
            return name
    if names[0].startswith("keras."):
        path = full_name(value).split(".")
        return min(
            names,
            key=lambda name: (
                bool(SHORTHAND.match(name)),
                name.rpartition(".")[2] != path[-1],
                name.split(".")[1] not in path,
                name.count("."),
                position(name, exported),
            ),
        )
    return min(names, key=lambda name: (position(name, exported), shortest_first(name)))


def position(name: str, order: List[str]) -> int:
    return order.index(name) if name in order else len(order)


def shortest_first(name: str) -> Tuple[int, int, str]:
    return name.count("."), len(name), name


def role(value: Any) -> str:
    if inspect.isclass(value):
        return "class"
    if isinstance(value, (types.FunctionType, types.BuiltinFunctionType, types.MethodType)) or callable(value):
        return "function"
    return "constant"


def full_name(value: Any) -> str:
    """Where a thing is defined."""
    try:
        from tensorflow.python.util import tf_decorator

        value = tf_decorator.unwrap(value)[1] if callable(value) and not inspect.isclass(value) else value
    except Exception:
        pass
    value = inspect.unwrap(value) if inspect.isfunction(value) else value
    module = getattr(value, "__module__", None)
    name = getattr(value, "__qualname__", None) or getattr(value, "__name__", None)
    return "{}.{}".format(module, name) if isinstance(module, str) and isinstance(name, str) else ""


def signature(value: Any) -> Optional[List[List[str]]]:
    """`[name, kind, default]` of every parameter, without self; None where Python cannot tell."""
    try:
        parameters = list(inspect.signature(value).parameters.values())
    except (TypeError, ValueError):
        return None
    found = []
    for each in parameters:
        default = "" if each.default is each.empty else re.sub(r" at 0x[0-9a-f]+", "", repr(each.default))[:60]
        found.append([each.name, each.kind.name, default])
    return found


def annotation(value: Any) -> str:
    """The return annotation as text."""
    try:
        found = inspect.signature(value).return_annotation
    except (TypeError, ValueError):
        return ""
    if found is inspect.Signature.empty:
        return ""
    if isinstance(found, str):
        return found
    if isinstance(found, type) and not isinstance(found, type(List[int])):
        return "{}.{}".format(found.__module__, found.__qualname__)
    return re.sub(r"typing\.|NoneType", lambda m: "None" if m[0] == "NoneType" else "", str(found))


def returns_section(value: Any) -> str:
    """The text under `Returns:` (or `Yields:`) of a docstring, in one line."""
    lines = (inspect.getdoc(value) or "").splitlines()
    for number, line in enumerate(lines):
        match = SECTION.match(line)
        if match is None:
            continue
        if set("".join(lines[number + 1 : number + 2]).strip()) == {"-"}:
            return underlined(lines[number + 2 :])
        indent = len(line) - len(line.lstrip())
        text = [match.group(3) or ""]
        for following in lines[number + 1 :]:
            here = len(following) - len(following.lstrip())
            if following.strip() and here <= indent:
                break
            text.append(following)
        words = " ".join(" ".join(text).split())
        return ("Yields: " if (match.group(1) or match.group(2)).startswith("Y") else "") + words[:400]
    return ""


def underlined(lines: List[str]) -> str:
    """The types in NumPy's form of the section: `out : ndarray` at its margin; several are separated by `; `."""
    found = []
    for number, line in enumerate(lines):
        if set("".join(lines[number + 1 : number + 2]).strip()) == {"-"}:
            break
        if line.strip() and not line.startswith(" "):
            found.append(line.strip())
    return "; ".join(found)[:400]


def summary(value: Any) -> str:
    """The first paragraph of a docstring, in one line."""
    return " ".join((inspect.getdoc(value) or "").partition("\n\n")[0].split())[:200]


def deprecation(value: Any) -> str:
    """What the docstring says about deprecation."""
    match = re.search(r"(?:\(deprecated[^)]*\)|Deprecated[:.])[^\n]*(?:\n[^\n]+)*", inspect.getdoc(value) or "")
    if match is None:
        return ""
    text = re.search(r"(?:THIS FUNCTION IS|SOME ARGUMENTS ARE) DEPRECATED[^\n]*\n?[^\n]*", inspect.getdoc(value) or "")
    return " ".join((text or match)[0].split())[:200]


def describe(value: Any) -> Dict[str, Any]:
    """The facts about one object."""
    facts: Dict[str, Any] = {"role": role(value), "path": full_name(value)}
    if facts["role"] == "constant":
        facts["type"] = type_name(type(value))
        return facts
    for key, found in (
        ("signature", signature(value)),
        ("annotation", annotation(value) if facts["role"] != "class" else ""),
        ("returns", returns_section(value) if facts["role"] != "class" else ""),
        ("summary", summary(value)),
        ("deprecated", deprecation(value)),
        ("body", body(value) if facts["role"] != "class" else []),
        ("context", is_context_manager(value)),
    ):
        if found not in (None, "", False, []):
            facts[key] = found
    return facts


def is_context_manager(value: Any) -> bool:
    """Made by `contextlib.contextmanager`, or a class that can stand in a `with` statement."""
    if inspect.isclass(value):
        return hasattr(value, "__enter__")
    inner = getattr(value, "__wrapped__", None)
    code = getattr(value, "__code__", None)
    return inner is not None and code is not None and code.co_filename.endswith("contextlib.py")


def body(value: Any) -> List[str]:
    """What the `return` statements of a function give, in words that `bodies` understands; empty where it is hidden."""
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


BODIES: Dict[str, List[str]] = {}
"""What the functions give that others' `return` statements call, public or not."""


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


def type_name(found: type) -> str:
    return "{}.{}".format(found.__module__, found.__qualname__)


def members(owner: type) -> Iterator[Tuple[str, type, Any, Any]]:
    """Public members of a class and those special methods that programs lead to: name, definer, raw, bound."""
    special = set("__call__ __enter__ __exit__ __getitem__ __iter__ __len__ __bool__ __array__ __next__".split())
    for name in sorted(set(dir(owner))):
        if name.startswith("_") and name not in special and not OPERATOR.match(name):
            continue
        for definer in owner.__mro__:
            if name in vars(definer):
                break
        else:
            continue
        if definer.__module__ in (
            "builtins",
            "typing",
            "abc",
            "enum",
            "collections",
            "collections.abc",
            "unittest.case",
        ):
            continue
        try:
            yield name, definer, vars(definer)[name], getattr(owner, name)
        except Exception:
            continue


OPERATOR = re.compile(
    r"__r?(add|sub|mul|matmul|truediv|floordiv|mod|pow|and|or|xor)__$|__(neg|pos|abs|invert|lt|le|gt|ge|eq|ne)__$"
)


def describe_member(raw: Any, value: Any) -> Dict[str, Any]:
    if isinstance(raw, (staticmethod, classmethod)) and not inspect.isclass(value):
        facts = describe(value)
        facts["role"] = "method"
        facts["static"] = True
        return facts
    if isinstance(raw, property) or inspect.isdatadescriptor(raw) or type(raw).__name__ == "cached_property":
        getter = getattr(raw, "fget", None) or getattr(raw, "func", None)
        facts = {"role": "property", "path": full_name(getter) if getter else ""}
        for key, found in (
            ("body", body(getter) if getter else []),
            ("annotation", annotation(getter) if getter else ""),
            ("returns", returns_section(raw) or (returns_section(getter) if getter else "")),
            ("summary", summary(raw)),
        ):
            if found:
                facts[key] = found
        return facts
    if inspect.isclass(raw) or inspect.isclass(value):
        return {"role": "attribute", "type": "builtins.type", "path": type_name(raw)}
    if callable(value):
        facts = describe(value)
        facts["role"] = "method"
        if facts.get("signature"):
            facts["signature"] = facts["signature"][1:]
        return facts
    return {"role": "attribute", "type": type_name(type(value)), "path": ""}


def operations() -> Dict[str, Any]:
    """Outputs and statefulness of every registered operation."""
    from tensorflow.python.framework import op_def_registry

    names = dir(importlib.import_module("tensorflow").raw_ops)
    found = {}
    for name in names:
        definition = op_def_registry.get(name)
        if definition is not None:
            outputs = [
                [o.name, bool(o.number_attr or o.type_list_attr), str(o.type), o.type_attr]
                for o in definition.output_arg
            ]
            found[name] = {"outputs": outputs, "stateful": definition.is_stateful}
            if definition.HasField("deprecation"):
                found[name]["deprecated"] = definition.deprecation.explanation
    return found


def symbols(collector: Collector, canonical: Dict[int, str]) -> Dict[str, Any]:
    """All symbols of one package. `canonical` has those of the packages before, and gets these."""
    found: Dict[str, Any] = {}
    foreign = {name for key, names in collector.names.items() if key in canonical for name in names}
    for key, names in collector.names.items():
        if key not in canonical:
            canonical[key] = preferred(collector.objects[names[0]], names)
    classes = {}
    for name, value in collector.objects.items():
        main = canonical.get(id(value), name) if id(value) in collector.names else name
        if name in foreign:
            found[name] = {"role": "alias", "path": main}
            continue
        if main in found:
            continue
        facts = describe(value)
        others = sorted(set(collector.names.get(id(value), ())) - {main})
        if others:
            facts["names"] = others
        found[main] = facts
        if facts["role"] == "class":
            classes[main] = value
    shared = shared_bases(classes, canonical)
    for base in shared:
        name = canonical[id(base)] = "{}._{}".format(collector.package, base.__name__.lstrip("_"))
        found[name] = dict(describe(base), names=[])
        classes[name] = base
    for name, value in classes.items():
        found[name]["bases"] = direct(public_bases(value, canonical), canonical)
        found[name]["lineage"] = [type_name(base) for base in value.__mro__[1:-1]]
        for member, definer, raw, bound in own_members(value, canonical):
            facts = describe_member(raw, bound)
            if definer is not value:
                facts["definer"] = type_name(definer)
            found["{}.{}".format(name, member)] = facts
    return found


def public_bases(value: type, canonical: Dict[int, str]) -> List[type]:
    return [base for base in value.__mro__[1:] if id(base) in canonical and base is not object]


def own_members(value: type, canonical: Dict[int, str]) -> Iterator[Tuple[str, type, Any, Any]]:
    """The members that no public base has already."""
    public = public_bases(value, canonical)
    for member, definer, raw, bound in members(value):
        if definer is value or not any(issubclass(base, definer) for base in public):
            yield member, definer, raw, bound


def shared_bases(classes: Dict[str, type], canonical: Dict[int, str]) -> List[type]:
    """Classes without a public name that give members to several public ones, bases first."""
    users: Dict[type, Set[str]] = {}
    for name, value in classes.items():
        for _, definer, _, _ in own_members(value, canonical):
            if definer is not value:
                users.setdefault(definer, set()).add(name)
    return sorted((base for base, names in users.items() if len(names) > 2), key=lambda base: len(base.__mro__))


def direct(public: List[type], canonical: Dict[int, str]) -> List[str]:
    """The public ancestors that no other public ancestor has among its own, in order."""
    return [
        canonical[id(base)]
        for base in public
        if not any(other is not base and issubclass(other, base) for other in public)
    ]


def release(package: str) -> str:
    module = importlib.import_module(package)
    return str(getattr(module, "__version__", ""))


def main(arguments: List[str]) -> None:
    """`collect.py OUTPUT PACKAGE...`: the inventory of some packages as JSON."""
    output, packages = arguments[0], arguments[1:]
    os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
    warnings.simplefilter("ignore")
    result: Dict[str, Any] = {"releases": {}, "symbols": {}, "operations": {}}
    canonical: Dict[int, str] = {}
    for package in sorted(packages, key=list(ROOTS).index):
        collector = Collector(package)
        collector.walk()
        result["releases"][package] = release(package)
        result["symbols"].update(symbols(collector, canonical))
        if package == "tensorflow":
            result["operations"] = operations()
    result["bodies"] = BODIES
    with open(output, "w", encoding="utf-8") as stream:
        json.dump(result, stream, sort_keys=True, indent=0)


if __name__ == "__main__":
    main(sys.argv[1:])
