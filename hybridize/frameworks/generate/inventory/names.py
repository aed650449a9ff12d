"""What things are called: the public names of a module, the canonical one of several, where a thing is defined."""

from __future__ import annotations

import importlib
import importlib.util
import inspect
import re
import types
from typing import Any, List, Tuple

SETTLED = frozenset("keras.Input keras.Model keras.Sequential keras.Function tensorflow.Tensor".split())
"""Canonical names that are not the first of the package's own list."""
SHORTHAND = re.compile(r"keras\.[A-Z]\w*$")
"""`keras.Layer` for `keras.layers.Layer`: packages name the shorthand first."""


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


def type_name(found: type) -> str:
    return "{}.{}".format(found.__module__, found.__qualname__)
