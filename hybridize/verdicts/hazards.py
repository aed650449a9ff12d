"""Safety and benefit conditions beyond the paper's table: why a function must not, or need not, become a graph.

Each kind is named in CONTRACT.md. What the engine noticed while it ran (`Condition`) is reported here with its chain of
calls; what can be read off the definition and the results is decided here.
"""

from __future__ import annotations

from astroid import nodes

from hybridize.inference.facts import Arrived, Facts, FunctionFacts, chain
from hybridize.inference.values import (
    Array,
    ClassAtom,
    Dataset,
    ExternalInstance,
    Function,
    Hybrid,
    Instance,
    IteratorAtom,
    Opaque,
    Scalar,
    Tensor,
    TupleAtom,
    Value,
)
from hybridize.settings import AnalysisOptions
from hybridize.verdicts.model import Reason
from hybridize.verdicts.places import call_steps, definition_place, place_of

_INFORMATIVE = frozenset({"eager-switch"})
"""Conditions that concern other rules, not the safety of the function."""
SILENCING = frozenset({"low-gain", "covered-by-callers", "no-tensor-computation"})
"""Benefit conditions: the function could become a graph, it would not gain."""


def hazards(facts: Facts, function: FunctionFacts, options: AnalysisOptions) -> list[Reason]:
    """The safety conditions that do not hold for a function."""
    path = function.module.file.relative
    here = definition_place(path, function.node)
    out: list[Reason] = []
    for arrived in function.conditions:
        if arrived.origin.kind in _INFORMATIVE:  # type: ignore[union-attr]
            continue
        out.append(_from_condition(facts, function, arrived))
    node = function.node
    if function.is_async:
        out.append(Reason("not-a-plain-function", "a coroutine cannot be traced", here))
    elif function.is_generator:
        out.append(Reason("not-a-plain-function", "a generator cannot be traced", here))
    if node.name in _RESULT_IS_PYTHON:
        out.append(Reason("not-a-plain-function", f"Python calls `{node.name}` itself and expects a Python result", here))
    if any("keras" in p.tensors for p in function.parameters) and not _keras_call(facts, function):
        text = "it receives a symbolic Keras tensor, which `tf.function` does not take"
        out.append(Reason("keras-symbolic-argument", text, here))
    if not function.hybrids:
        out += _result_type(function, here)
        out += _keras_build(facts, function, options, here)
        out += _autograph(function, path)
        out += _receiver(function, here)
        out += _stale_state(function, path)
    return list({(r.kind, r.place): r for r in out}.values())


def _from_condition(facts: Facts, function: FunctionFacts, arrived: Arrived) -> Reason:
    origin = arrived.origin
    path = function.module.file.relative
    steps = call_steps(chain(arrived, facts.graph))
    return Reason(origin.kind, origin.message, place_of(path, arrived.via), steps)  # type: ignore[union-attr]


_RESULT_IS_PYTHON = frozenset(
    "__init__ __new__ __len__ __bool__ __str__ __repr__ __hash__ __iter__ __next__ __contains__ __index__ __int__ "
    "__float__ __enter__ __exit__ __del__ __setattr__ __delattr__ __getattr__ __getattribute__ __format__ "
    "__init_subclass__ __class_getitem__ __post_init__ build get_config from_config compute_output_shape".split()
)


def _result_type(function: FunctionFacts, here: object) -> list[Reason]:
    """Python numbers, arrays and variables come back as tensors; other objects raise."""
    found: dict[str, None] = {}
    for context in function.contexts:
        _python_results(context.result, found, 3)
    if not found:
        return []
    return [Reason("changes-result-type", f"it returns {', '.join(found)}, which a graph cannot return as such", here)]  # type: ignore[arg-type]


def _python_results(value: Value, found: dict[str, None], depth: int) -> None:
    for atom in sorted(value, key=lambda a: a.serial):
        if isinstance(atom, Scalar):
            found[f"a Python {atom.type}"] = None
        elif isinstance(atom, Array):
            found["a NumPy array"] = None
        elif isinstance(atom, Tensor) and atom.kind == "variable":
            found["a variable"] = None
        elif isinstance(atom, (Instance, ExternalInstance, Function, Hybrid, ClassAtom, Opaque, IteratorAtom, Dataset)):
            found["a Python object"] = None
        elif isinstance(atom, TupleAtom) and depth:
            for item in (*atom.items, atom.rest):
                _python_results(item, found, depth - 1)


def _keras_build(facts: Facts, function: FunctionFacts, options: AnalysisOptions, here: object) -> list[Reason]:
    """Keras 3 runs `call` symbolically while it builds a model; a function first traced there keeps frozen weights."""
    if options.target_tensorflow is not None and _release(options.target_tensorflow) < (2, 16):
        return []
    if _keras_call(facts, function):
        text = "Keras 3 traces `call` while it builds the model: a graph made there keeps its initial weights for ever"
        return [Reason("keras-build-trace", text, here)]  # type: ignore[arg-type]
    if not _touches_layers(facts, function):
        return []
    keras_calls = {c for f in facts.functions if _keras_call(facts, f) for c in f.contexts}
    for context in sorted(keras_calls):
        if any(facts.graph.reaches(context, own) for own in function.contexts):
            text = f"it is called from the Keras method `{_name(context.scope)}`, which Keras 3 traces while it builds"
            return [Reason("keras-build-trace", text, here)]  # type: ignore[arg-type]
    return []


def _name(scope: nodes.NodeNG) -> str:
    parent = scope.parent
    owner = f"{parent.name}." if isinstance(parent, nodes.ClassDef) else ""
    return owner + str(getattr(scope, "name", "call"))


def _release(text: str) -> tuple[int, int]:
    major, _, rest = text.partition(".")
    minor = rest.partition(".")[0]
    return (int(major), int(minor) if minor.isdigit() else 0)


def _keras_call(facts: Facts, function: FunctionFacts) -> bool:
    return function.node.name in ("call", "__call__") and any(
        facts.knowledge.is_subclass(base, "keras.layers.Layer") for base in function.bases
    )


def _touches_layers(facts: Facts, function: FunctionFacts) -> bool:
    """Whether the function can reach weights: a method of a layer, or one that is handed or reads layers."""
    knowledge = facts.knowledge
    if any(knowledge.is_subclass(base, "keras.layers.Layer") for base in function.bases):
        return True
    values = [p.value for p in function.parameters] + [value for _, value in function.implicit.values()]
    for value in values:
        for atom in value:
            if isinstance(atom, ExternalInstance) and knowledge.is_subclass(atom.cls, "keras.layers.Layer"):
                return True
            if isinstance(atom, Instance):
                return True
            if isinstance(atom, Tensor) and atom.kind == "variable":
                return True
    return False


def _autograph(function: FunctionFacts, path: str) -> list[Reason]:
    """Constructs that AutoGraph leaves unconverted, where there is tensor-dependent control flow to convert."""
    out: list[Reason] = []
    for kind, name in ((nodes.NamedExpr, "a walrus"), (nodes.Match, "`match`")):
        for node in function.node.nodes_of_class(kind):
            if _has_control_flow(function.node):
                text = f"{name} keeps AutoGraph from converting the function's `if`, `for` and `while`"
                out.append(Reason("autograph-limit", text, place_of(path, node)))
                break
    return out


def _has_control_flow(node: nodes.FunctionDef) -> bool:
    return any(True for _ in node.nodes_of_class((nodes.If, nodes.For, nodes.While, nodes.IfExp, nodes.Match)))


def _receiver(function: FunctionFacts, here: object) -> list[Reason]:
    """Objects that `tf.function` cannot hold weakly or hash."""
    owner = function.site.owner
    if owner is None:
        return []
    if "__eq__" in owner.locals and "__hash__" not in owner.locals:
        return [Reason("unusable-receiver", f"`{owner.name}` defines `__eq__` without `__hash__`", here)]  # type: ignore[arg-type]
    if "__slots__" in owner.locals:
        return [Reason("unusable-receiver", f"`{owner.name}` has `__slots__`", here)]  # type: ignore[arg-type]
    return []


def _stale_state(function: FunctionFacts, path: str) -> list[Reason]:
    """A global Python value that is assigned more than once: a graph keeps the one of its trace."""
    out: list[Reason] = []
    module = function.module.tree
    for name, (scope, value) in sorted(function.implicit.items()):
        if scope != "global" or not any(isinstance(a, (Scalar, Array, Tensor)) for a in value):
            continue
        bindings = [n for n in module.locals.get(name, []) if isinstance(n, nodes.AssignName)]
        rebound = len(bindings) > 1 or any(_in_loop(n) for n in bindings)
        variable = all(isinstance(a, Tensor) and a.kind == "variable" for a in value)
        if rebound and not variable:
            place = place_of(path, bindings[-1])
            out.append(Reason("late-binding", f"it reads the global `{name}`, which is assigned again later", place))
    return out


def _in_loop(node: nodes.NodeNG) -> bool:
    parent = node.parent
    while parent is not None and not isinstance(parent, (nodes.FunctionDef, nodes.Module, nodes.ClassDef)):
        if isinstance(parent, (nodes.For, nodes.While)):
            return True
        parent = parent.parent
    return False


