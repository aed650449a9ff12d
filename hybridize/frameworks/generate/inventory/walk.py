"""The walk over the public names of a package, its classes and their members."""

from __future__ import annotations

import importlib
import re
import types
from typing import Any, Dict, Iterator, List, Set, Tuple

from .facts import describe, describe_member
from .names import has_module, preferred, public_names, type_name

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
DISGUISED = ("numpy.char", "numpy.emath", "numpy.rec")
"""Public modules that were internal ones under another name before NumPy 2."""
SIMPLE = (bool, int, float, complex, str, bytes, type(None))


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
        return name == path or path in DISGUISED

    def add(self, name: str, value: Any) -> None:
        if self.package == "numpy" and not str(getattr(value, "__module__", "numpy")).startswith("numpy"):
            return
        self.objects[name] = value
        if not isinstance(value, SIMPLE) and not isinstance(value, (list, tuple, dict)):
            self.names.setdefault(id(value), []).append(name)


OPERATOR = re.compile(
    r"__r?(add|sub|mul|matmul|truediv|floordiv|mod|pow|and|or|xor)__$|__(neg|pos|abs|invert|lt|le|gt|ge|eq|ne)__$"
)


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
