"""What a body does with its parameters: signs that they are tensors, and that they cannot be."""

from __future__ import annotations

from dataclasses import dataclass

from astroid import nodes

from hybridize.frameworks.knowledge import Knowledge
from hybridize.program.models_by_use import models_around
from hybridize.program.scopes import ScopeNames
from hybridize.program.syntax import Spelling, spelled

_TENSOR_ONLY = frozenset(
    "numpy get_shape set_shape assign assign_add assign_sub scatter_nd_update scatter_update to_tensor "
    "sparse_read gather_nd experimental_ref".split()
)
"""Methods that in programs importing TensorFlow are called on tensors and variables alone."""
_KINDS = ("tensor", "variable", "ragged", "sparse", "keras", "tensorflow.IndexedSlices", "ndarray")
"""What tensors are; arrays among them, since `experimental_enable_numpy_behavior` gives tensors their attributes."""
_ASKING = frozenset({"isinstance", "issubclass", "hasattr", "getattr", "callable", "type"})
"""Builtins with which a body may tell tensors from other things before it uses them otherwise."""


@dataclass(slots=True)
class Usage:
    """What the body of a function does with one of its parameters."""

    as_tensor: nodes.NodeNG | None = None
    """Where it does what only a tensor allows."""
    as_object: nodes.NodeNG | None = None
    """Where it calls the parameter, or reads an attribute that no tensor has: a tensor would raise there."""
    unpacked: nodes.NodeNG | None = None
    """Where it is taken apart into several names."""
    into_model: nodes.NodeNG | None = None
    """Where something gets it as its input that is used as only a model is: a tensor, or a structure of tensors."""


def usage(names: ScopeNames, knowledge: Knowledge) -> dict[str, Usage]:
    """The usage of each parameter of a function that is used at all.

    A parameter that is bound anew, or whose type the body asks for, may be a tensor where it is used otherwise.
    """
    out: dict[str, Usage] = {}
    asked = {*names.bound_anew, *names.rebound}
    models: set[Spelling] | None = None
    for name in names.reads:
        found, parent = out.setdefault(name.name, Usage()), name.parent
        if isinstance(parent, nodes.Attribute):
            if parent.attrname in _TENSOR_ONLY:
                found.as_tensor = found.as_tensor or parent
            elif found.as_object is None and not _of_tensors(knowledge, parent.attrname):
                found.as_object = parent
        elif isinstance(parent, nodes.Call):
            if parent.func is name:
                found.as_object = found.as_object or parent
            elif isinstance(parent.func, nodes.Name) and parent.func.name in _ASKING:
                asked.add(name.name)
            elif found.into_model is None and name in parent.args[:1]:
                # It is the same for all reads of a scope, and goes through all of the class around it.
                models = models_around(parent) if models is None else models
                found.into_model = parent if spelled(parent.func) in models else None
        elif isinstance(parent, nodes.Assign) and isinstance(parent.targets[0], (nodes.Tuple, nodes.List)):
            found.unpacked = found.unpacked or parent
    for each in asked & out.keys():
        out[each].as_object = None
    return out


def _of_tensors(knowledge: Knowledge, name: str) -> bool:
    """Whether tensors or arrays have an attribute of this name."""
    if name.startswith("__"):
        return True
    return any(knowledge.attribute(kind, name) or knowledge.method(kind, name) for kind in _KINDS)
