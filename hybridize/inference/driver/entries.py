"""Where programs start: module bodies, tests, and - for libraries - every function that nobody calls.

The last are run with parameters known only by annotation, by what the framework passes to a method of that name, or by
speculation on names (paper, section IV-C2); each such tensor carries its origin, so that nobody takes it for a fact.
"""

from __future__ import annotations

import re
from itertools import islice

from astroid import nodes

from hybridize.frameworks.kinds import Kind
from hybridize.inference.domain.objects import (
    AbstractObject,
    ClassObject,
    Function,
    Instance,
    NoneObject,
    PythonScalar,
    TupleObject,
    Value,
)
from hybridize.inference.domain.queries import select
from hybridize.inference.domain.tensors import Tensor
from hybridize.inference.domain.values import BOOL, BOTTOM, OPAQUE, UNKNOWN_PARAMETER, join
from hybridize.inference.driver.fixpoint import Fixpoint
from hybridize.inference.driver.roots import uncalled_roots
from hybridize.inference.driver.testing import run_tests
from hybridize.inference.python import attributes, declared, iteration
from hybridize.inference.python.evaluator import Evaluator
from hybridize.inference.python.frame import Frame
from hybridize.inference.state.analysis import Analysis
from hybridize.inference.state.contexts import Context
from hybridize.inference.state.functions import Hint
from hybridize.program.scopes import parameter_names
from hybridize.settings import AnalysisOptions

SPECULATIVE_NAMES = re.compile(r".*(train|test|training|testing|validation)\w*_step$|^run_model$|.*inference$")
"""Names that in this field belong to functions of tensors (paper, section IV-C2, after Zhou et al.)."""
ORDERED_ROUNDS = 12
"""Rounds in which those functions are run that none of the others calls; then all that are left, in any order."""
MAX_RECEIVERS = 4
"""Objects on which a method that nobody calls is run."""
MAX_ROUNDS = 16
"""Rounds of looking for functions that are still not called; nested functions appear a level a round."""


def run_program(fixpoint: Fixpoint, options: AnalysisOptions) -> None:
    """Evaluate everything: modules, tests, and then what nobody calls."""
    analysis, evaluator = fixpoint.analysis, fixpoint.evaluator
    analysis.scopes.prepare()
    analysis.budget.begin()
    for path in sorted(analysis.scopes.trees):
        analysis.modules.run(path)
    fixpoint.run()
    if options.test_entry_points:
        for path in sorted(analysis.scopes.trees):
            module = analysis.scopes.trees[path]
            if module.file.is_test:
                with analysis.budget.working_at(module.tree):
                    run_tests(evaluator, path)
        fixpoint.run()
    for attempt in range(MAX_ROUNDS):
        waiting = _uncalled(analysis)
        if not waiting:
            break
        for function in uncalled_roots(analysis, waiting) if attempt < ORDERED_ROUNDS else waiting:
            if not analysis.contexts.by_scope.get(function.node):
                with analysis.budget.working_at(function.node):
                    _run_uncalled(evaluator, function, options)
        fixpoint.run()
    fixpoint.run_types()
    analysis.finish()


def _uncalled(analysis: Analysis) -> list[Function]:
    """Functions that were defined and never run, by place."""
    out: list[Function] = []
    for node, functions in analysis.functions.definitions.items():
        if isinstance(node, nodes.FunctionDef) and not analysis.contexts.by_scope.get(node):
            out.append(next(iter(functions)))
    return sorted(out, key=lambda f: (analysis.scopes.path_of(f.node), f.node.lineno or 0, f.node.col_offset or 0))


def _run_uncalled(evaluator: Evaluator, function: Function, options: AnalysisOptions) -> None:
    analysis = evaluator.analysis
    definition = analysis.functions.definitions[function.node][function]
    owner = definition.cls
    names = parameter_names(function.node)
    values: dict[str, Value] = {}
    bases: list[str] = []
    kind = _method_kind(function.node)
    if owner is not None:
        bases = analysis.classes.external_bases(owner)
        if names and kind == "":
            values[names[0]] = _receivers(evaluator, owner, definition)
        elif names and kind == "class":
            values[names[0]] = owner.single
    is_method = bool(values)
    hook = analysis.classes.hook(bases, function.node.name) if owner is not None else None
    frame = Frame(evaluator, definition)
    if hook is None and owner is not None and function.node.name == "__call__":
        # A functor (paper, section IV-C2): its parameters are what the `call` of its base would get.
        hook = analysis.classes.hook(bases, "call")
    kinds: dict[str, Kind] = dict(hook.keywords) if hook is not None else {}
    if hook is not None:
        kinds |= dict(zip(names[1:], hook.parameters, strict=False))
    hints = analysis.functions.hints.get(function.node, {}) if options.follow_type_hints else {}
    guess = options.speculative and bool(SPECULATIVE_NAMES.match(function.node.name))
    own = names[1:] if is_method else names
    for name in own:
        values[name] = _assumed(frame, function, name, hints.get(name), kinds.get(name), guess, options)
    for mark in analysis.events.graphs.hybrids.get(function.node, {}).values():
        values.update(zip(own, declared.from_signature(evaluator, mark), strict=False))
    signature = function.node.args
    if signature.vararg:
        values[signature.vararg] = frame.make(
            TupleObject, (), values.get(signature.vararg, UNKNOWN_PARAMETER), "tuple"
        ).single
    if signature.kwarg:
        values[signature.kwarg] = iteration.new_container(frame, "dict", function.node, UNKNOWN_PARAMETER).single
    with analysis.contexts.without_types(True):
        context = analysis.contexts.for_arguments(function, values)
    context.start.entry = "framework" if hook is not None else "uncalled"
    context.start.assumed = True
    analysis.worklist.schedule(context)


def _method_kind(node: nodes.FunctionDef) -> str:
    """`static` or `class` for such methods, empty for plain ones."""
    for decorator in node.decorators.nodes if node.decorators else ():
        name = decorator.as_string()
        if name == "staticmethod":
            return "static"
        if name == "classmethod":
            return "class"
    return "class" if node.name in ("__new__", "__init_subclass__", "__class_getitem__") else ""


def _receivers(evaluator: Evaluator, cls: ClassObject, definition: Context) -> Value:
    """Instances on which a method may be called: those the program makes, else one for each of some classes."""
    analysis = evaluator.analysis
    made: list[AbstractObject] = []
    for instances in analysis.classes.instances_below(cls):
        made.extend(islice(instances, 2))
    if made:
        return frozenset(made[:MAX_RECEIVERS])
    usable = analysis.classes.usable(cls) or [cls]
    usable = [each for each in usable if not analysis.scopes.in_tests(each.node)] or usable
    # The class itself comes first, if there are objects of it.
    chosen = sorted(usable, key=lambda each: each is not cls)[:MAX_RECEIVERS]
    return join([_made_by_nobody(evaluator, each, definition) for each in chosen])


def _made_by_nobody(evaluator: Evaluator, cls: ClassObject, definition: Context) -> Value:
    """An instance of a class that the program does not make, of whatever arguments."""
    analysis = evaluator.analysis
    frame = Frame(evaluator, definition)
    instance = frame.make(Instance, cls, cls.node, definition)
    analysis.classes.add_instance(instance)
    for obj in attributes.find_method(frame, instance, "__init__"):
        function = obj.project_function
        if function is not None and not analysis.contexts.by_scope.get(function.node):
            names = parameter_names(function.node)
            hints = analysis.functions.hints.get(function.node, {})
            values = {
                name: _assumed(frame, function, name, hints.get(name), None, False, AnalysisOptions())
                for name in names[1:]
            }
            if function.node.args.vararg:
                values[function.node.args.vararg] = frame.make(TupleObject, (), UNKNOWN_PARAMETER, "tuple").single
            if function.node.args.kwarg:
                container = iteration.new_container(frame, "dict", function.node, UNKNOWN_PARAMETER)
                values[function.node.args.kwarg] = container.single
            arguments = {names[0]: instance.single, **values} if names else values
            with analysis.contexts.without_types(True):
                context = analysis.contexts.for_arguments(function, arguments)
            context.start.entry = context.start.entry or "uncalled"
            context.start.assumed = True
            evaluator.result_of(context, definition)
    return instance.single


def _assumed(
    frame: Frame,
    function: Function,
    name: str,
    hint: Hint | None,
    kind: Kind | None,
    guess: bool,
    options: AnalysisOptions,
) -> Value:
    """The value of a parameter of a function that nobody calls."""
    default = frame.analysis.functions.defaults(function).get(name, BOTTOM)
    if hint is not None and hint.kind:
        tensor = frame.widening.variants.tensor(hint.kind, "type-hint", hint.type).single
        inside = iteration.new_container(frame, "list", function.node, tensor).single if hint.inside else BOTTOM
        # `x: Union[tf.Tensor, float] = 1.0`, `mask: Optional[tf.Tensor] = None`
        other = frozenset(select(frame.of_any_value(default), PythonScalar, NoneObject))
        return (inside | tensor if hint.alone else inside) | other
    if kind is not None and options.speculative:
        return _marked(frame, kind, function.node)
    annotation = declared.annotation_of(function.node, name) if hint is not None else None
    if annotation is not None:
        said = declared.annotated(frame, annotation, lambda cls: _receivers(frame.evaluator, cls, frame.context))
        if said is not None:
            return said | frozenset(select(default, NoneObject))
    if default:
        if all(obj.builtin_type == "bool" for obj in default):
            return BOOL
        plain = frame.of_any_value(default)
        return plain | UNKNOWN_PARAMETER
    if guess:
        return frame.make(Tensor, "tensor", "speculative").single
    return UNKNOWN_PARAMETER


def _marked(frame: Frame, kind: Kind, node: nodes.NodeNG) -> Value:
    """What the framework passes to a hook; its tensors are marked as assumed from the method's name and class."""
    if kind.name == "union":
        return join([_marked(frame, k, node) for k in kind.args])
    if kind.name in ("tensor", "variable", "sparse", "ragged", "keras"):
        return frame.make(Tensor, kind.name, "speculative").single
    if kind.name == "tuple":
        return frame.make(TupleObject, tuple(_marked(frame, k, node) for k in kind.args), BOTTOM, "tuple").single
    if kind.name in ("list", "tuple*", "dict", "set"):
        inner = _marked(frame, kind.args[0], node) if kind.args else UNKNOWN_PARAMETER
        if kind.name == "tuple*":
            return frame.make(TupleObject, (), inner, "tuple").single
        return iteration.new_container(frame, kind.name, node, inner).single
    if kind.name == "none":
        return frame.make(NoneObject).single
    if kind.name in ("int", "float", "str", "bool"):
        return frame.make(PythonScalar, kind.name, None).single
    return OPAQUE if kind.name == "python" else UNKNOWN_PARAMETER
