"""Class statements: bases, body, decorators."""

from __future__ import annotations

from astroid import nodes

from hybridize.inference.domain.objects import AbstractObject, ClassObject, External, NamedTupleClass, Unknown, Value
from hybridize.inference.domain.queries import has, select
from hybridize.inference.python import definitions
from hybridize.inference.python.arguments import Args
from hybridize.inference.python.dispatch import evaluate
from hybridize.inference.python.frame import Frame


def define_class(frame: Frame, node: nodes.ClassDef) -> Value:
    """The value that a `class` statement binds."""
    cls = frame.make(ClassObject, node, definitions.closure_of(frame))
    analysis = frame.analysis
    bases: list[AbstractObject] = []
    for base in node.bases:
        value = evaluate(frame, base)
        chosen = select(value, ClassObject, External, NamedTupleClass)
        bases.extend(chosen[:1] or select(value, Unknown)[:1])
    analysis.classes.set_bases(cls, bases)
    keywords = {k.arg: evaluate(frame, k.value) for k in node.keywords if k.arg is not None}
    _run_body(frame, cls)
    if node._metaclass is not None:  # astroid keeps it apart from the keywords.
        for metaclass in select(evaluate(frame, node._metaclass), ClassObject, External):
            analysis.classes.metaclasses[cls] = metaclass
    for base in analysis.classes.mro(cls)[1:]:
        if analysis.scopes.class_binds(base, "__init_subclass__"):
            hook = frame.heap.read(base, "__init_subclass__", frame.context)
            frame.evaluator.call(frame, hook, Args([cls.single], keywords), node)
            break
    value = cls.single
    if node.decorators:
        for decorator in reversed(node.decorators.nodes):
            made = evaluate(frame, decorator)
            if not isinstance(decorator, nodes.Call):
                analysis.events.calls.add_callee(decorator, made)
            named = made if not isinstance(decorator, nodes.Call) else evaluate(frame, decorator.func)
            if any(obj.name in _DATACLASSES for obj in select(named, External)):
                analysis.classes.dataclasses.add(cls)
                continue
            out = frame.evaluator.call(frame, made, Args([value]), decorator)
            frame.evaluator.unseen_class_decorator(frame, node, decorator, made, out)
            if has(out, ClassObject):
                value = frozenset(select(out, ClassObject))
    return value


def _run_body(frame: Frame, cls: ClassObject) -> None:
    """Execute a class body; its names become attributes of the class."""
    analysis, caller = frame.analysis, frame.context
    context = analysis.classes.contexts.get(cls)
    if context is None:
        context = analysis.contexts.new(cls.node, None, caller, caller.module_path)
        context.cls = cls
        analysis.classes.define(cls, context)
    caller.summary.add_call(cls.node, context, True, False)
    context.progress.dependents[caller] = None
    if not context.progress.running:
        context.progress.evaluations = 0
        frame.evaluator.run(context)


_DATACLASSES = frozenset(
    {"dataclasses.dataclass", "attr.s", "attr.attrs", "attr.dataclass", "attr.define", "attr.frozen", "attrs.define"}
    | {"attrs.frozen", "chex.dataclass", "flax.struct.dataclass"}
)
"""Decorators that make `__init__` from the annotated fields."""
