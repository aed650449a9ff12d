"""Functions, classes and methods that `frameworks` describes: what calling one does and gives."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from astroid import nodes

from hybridize.frameworks import kinds
from hybridize.frameworks.kinds import Kind, parse_kind
from hybridize.frameworks.knowledge import ASKING_ATTRIBUTES, COMPUTING, OF_ARRAYS, Callback, Symbol
from hybridize.frameworks.tensor_types.declared import SPECS
from hybridize.frameworks.tensor_types.dtypes import FLOAT32
from hybridize.frameworks.tensor_types.interpreter import Refusal
from hybridize.frameworks.tensor_types.refusals import compared, is_certain
from hybridize.frameworks.tensor_types.rules import rule
from hybridize.frameworks.tensor_types.types import TensorKind, TensorType, Typed
from hybridize.inference.domain.fields import Slot
from hybridize.inference.domain.objects import (
    AbstractObject,
    Container,
    Dataset,
    External,
    ExternalInstance,
    Instance,
    NoneObject,
    PythonScalar,
    TupleObject,
    Unknown,
    Value,
)
from hybridize.inference.domain.queries import has, only, select
from hybridize.inference.domain.tensors import Array, Tensor, dtype_name
from hybridize.inference.domain.values import BOTTOM, OPAQUE, UNKNOWN_EXTERNAL, join
from hybridize.inference.models import keras_objects, layer_types, policy
from hybridize.inference.models.materialize import materialize
from hybridize.inference.python import (
    calls, dataset_types, iteration, protocols, result_types, structures, symbolic, unfit, views
)  # fmt: skip
from hybridize.inference.python.arguments import Args
from hybridize.inference.python.evaluator import TraceConditions
from hybridize.inference.python.fitting import fitting_callback, takes_fewer
from hybridize.inference.python.frame import Frame
from hybridize.inference.state.assumptions import Use
from hybridize.inference.state.observations import Operands
from hybridize.inference.state.origins import CONFIGURE, SEED_STATE, UNTIL_KERAS_3, WITH_KERAS_2


def apply(
    frame: Frame, symbol: Symbol, args: Args, node: nodes.NodeNG, receiver: AbstractObject | None
) -> Value:
    """What a described function or method does: effects, conditions, callbacks, result."""
    args = Args(args.positional, args.keywords, args.star, args.double_star, symbol.parameters)
    if any(not value for value in args.positional) and not frame.context.progress.settled:
        frame.heap.wait(frame.context)
        return BOTTOM
    if symbol.effect:
        note_effect(frame, symbol, args, node, receiver)
    _conditions(frame, symbol, args, node, receiver)
    results: dict[str, Value] = {}
    later = symbol.name in _RUN_LATER or frame.context.is_unsaid
    for callback in symbol.callbacks:
        with frame.analysis.contexts.without_types(later):
            got = _run_callback(frame, symbol, callback, args, node, receiver)
        if got is not None:
            results[str(callback.parameter)] = got
            if isinstance(callback.parameter, int):
                if callback.parameter < len(symbol.parameters):
                    results[symbol.parameters[callback.parameter]] = got
            elif callback.parameter in symbol.parameters:
                results[str(symbol.parameters.index(callback.parameter))] = got
    if frame.following is None:
        if unfit.is_refused(frame, symbol, args, receiver) or structures.is_refused(frame, symbol.name, args):
            frame.heap.fail()
    types = _types(frame, symbol, args, node, receiver)
    # What is computed from symbolic Keras tensors is symbolic.
    returned = kinds.symbolic(symbol.returns)
    if returned != symbol.returns and not symbolic.is_symbolic(frame, args):
        returned = symbol.returns
    value = materialize(frame, _drawn(symbol, args) or returned, node, args, receiver, results, types)
    value = views.of_call(frame, symbol.name, value, args, receiver)
    if policy.is_missing(symbol):
        # It is taken for what a package gave that nobody described: whatever is done with it may do anything.
        value = UNKNOWN_EXTERNAL
    elif symbol.returns.name == "unknown":
        value = policy.given_by(frame, symbol.name)
    for obj in select(value, ExternalInstance):
        if symbol.role != "class" or not keras_objects.role_of(frame, obj.cls):
            frame.heap.write(obj, Slot.KEPT, protocols.handed_functions(frame, symbol, args))
    if symbol.role == "class":
        for obj in select(value, ExternalInstance):
            if symbol.name == "builtins.slice":
                frame.heap.write(obj, Slot.ELEMENTS, join(args.positional))
            if "keeps-arguments" in symbol.tags:
                _keep(frame, obj, symbol.parameters, args)
            keras_objects.hold(frame, obj, obj.cls, args)
            layer_types.remember(frame, obj, symbol.parameters, args)
            layer_types.observe(frame, obj, "__init__", args, node)
    if symbol.name == "tensorflow.Variable":
        keras_objects.constrain(frame, args.keywords.get("constraint", BOTTOM))
    if symbol.name in _GETTING:
        # What is no text is given back as it is.
        identifier = args.get("identifier") or BOTTOM
        found = frozenset([obj for obj in identifier if protocols.is_called_like_function(frame, obj)])
        value = found if found == identifier and found else value | found
    if symbol.name.startswith(layer_types.APPLICATIONS):
        for obj in select(value, ExternalInstance):
            layer_types.remember_application(frame, obj, symbol.parameters, args)
    if symbol.name in _PREDICTING and receiver is not None:
        return layer_types.predicted(frame, receiver, args, value)
    if symbol.name == "keras.config.floatx":
        return result_types.default_float(frame, value)
    if symbol.name in SPECS:
        return result_types.specification(frame, symbol.name, value, args)
    if symbol.name == "tensorflow.TensorShape" and args.positional:
        return result_types.holding(frame, value, result_types.single(frame, args.positional[0]))
    if symbol.name == "builtins.int" and args.positional:
        return result_types.as_int(frame, value, args.positional[0])
    if isinstance(receiver, Dataset) and dataset_types.has_types(receiver):
        return dataset_types.of_method(frame, symbol.name, value, args, node)
    return value


def _drawn(symbol: Symbol, args: Args) -> Kind | None:
    """What a function of `numpy.random` gives that is not told how many numbers to draw: one of Python, no array.

    Run with NumPy 1.26 and 2.4: `uniform()`, `randint(9)`, `choice(9)` and the like. Of an array, of a list, or of a
    dtype they give NumPy's own, and so does `Generator.integers`.
    """
    name = symbol.name.rpartition(".")[2]
    if not symbol.name.startswith("numpy.random.") or "python-random" not in symbol.tags or name in _DRAWING_ARRAYS:
        return None
    size = args.get("size")
    rest = [value for value in args.everything() if value is not size]
    if (size and not only(size, NoneObject)) or args.get("dtype") or not all(only(each, PythonScalar) for each in rest):
        return None
    if name in ("rand", "randn") and rest:
        return None
    return parse_kind("int" if name in _DRAWING_INTEGERS else "float")


_DRAWING_ARRAYS = frozenset(
    "bytes dirichlet integers multinomial multivariate_hypergeometric multivariate_normal permutation permuted seed "
    "set_state shuffle spawn".split()
)
_DRAWING_INTEGERS = frozenset(
    "binomial choice geometric hypergeometric logseries negative_binomial poisson randint random_integers zipf".split()
)
_GETTING = frozenset(
    f"keras.{each}.get"
    for each in "activations constraints initializers losses metrics optimizers regularizers".split()
)
_PREDICTING = frozenset({"keras.Model.predict", "keras.Sequential.predict"})
_RUN_LATER = frozenset({"keras.Model.compile"})
"""What keeps functions, and calls them later: only then it is known which tensors they get."""


def _keep(frame: Frame, made: ExternalInstance, names: Sequence[str], args: Args) -> None:
    """Remember what an object was made with, under the names of the parameters: they are attributes of it."""
    for name, value in [*zip(names, args.positional, strict=False), *args.keywords.items()]:
        frame.heap.write(made, name, value)


def _types(
    frame: Frame, symbol: Symbol, args: Args, node: nodes.NodeNG, receiver: AbstractObject | None
) -> Typed:
    """What the rules say of the result: of a call of a layer the rule of its class."""
    if isinstance(receiver, ExternalInstance) and symbol.name != _OF_FUNCTION:
        # A model hands on to its layers what its `call` is given; a layer's own `call` casts nothing.
        if symbol.name.endswith(".__call__") or symbol.name.endswith(".call") and receiver.cls in layer_types.MODELS:
            given = layer_types.of_call(frame, receiver, args, node)
            # Several outputs of a model are no tensor with their types.
            several = isinstance(given, tuple) and receiver.cls in layer_types.MODELS
            return None if several or isinstance(given, Refusal) else given
        if symbol.name == _OF_METRIC:
            made = result_types.made_with(frame, receiver)
            given = result_types.by_rule(frame, receiver.cls, made, TensorKind.TENSOR)
            return None if isinstance(given, Refusal) else given
    if symbol.role == "class" and symbol.returns.name in ("self", "instance"):
        return None
    if symbol.name == _OF_FUNCTION and len(args.positional) != 1:
        # It is no activation: losses and metrics are such functions, too.
        return None
    types = result_types.of_call(frame, symbol.name, symbol.parameters, args, receiver)
    if symbol.name.startswith(COMPUTING):
        _meet(frame, symbol, args, node, receiver, types is not None and not isinstance(types, Refusal))
    written_there = frame.following is None
    if written_there and receiver is None and symbol.name.startswith("tensorflow."):
        operands = Operands(symbol.name, args.positional, args.keywords, symbol.parameters)
        frame.analysis.observations.compute(node, frame.context, operands)
    if isinstance(types, Refusal):
        if written_there:
            frame.analysis.observations.refuse(node, frame.context, symbol.name, types)
            frame.heap.fail()
        return types.instead
    if written_there:
        frame.analysis.observations.accept(node, frame.context)
    return layer_types.with_batch(types, node) if symbol.name == "keras.Input" else types


_OF_METRIC = "keras.metrics.Metric.result"
_OF_FUNCTION = "keras._TensorFunction.__call__"


def _meet(
    frame: Frame, symbol: Symbol, args: Args, node: nodes.NodeNG, receiver: AbstractObject | None, has_rule: bool
) -> None:
    """An operation is given arrays: a graph takes those that arrive for tensors of their own dtypes."""
    observations = frame.analysis.observations
    observations.begin(node, frame.context)
    values = list(args.everything())
    inside = [value for value in values if has(value, TupleObject, Container)]
    met = [obj for value in (*values, *(iteration.members(frame, each) for each in inside)) for obj in value]
    if has(met, Unknown):
        observations.meet(node, frame.context, None, None)
    arrays = {dtype_name(obj) for obj in select(met, Array)}
    if not arrays:
        return
    dtypes = {dtype_name(obj) for obj in select(met, Array, Tensor)}
    known = has_rule and None not in dtypes
    demanded = _DEMANDED.get(symbol.name)
    refusing = True
    if demanded is not None and not arrays <= demanded:
        dtypes = dtypes | {_ANOTHER}
    elif inside and symbol.name not in _COMPARING:
        refusing = known and _compares_members(frame, symbol, args)
    elif known and len(dtypes) > 1 and symbol.name not in _COMPARING:
        tensors = result_types.with_tensors(frame, args)
        refused = result_types.of_call(frame, symbol.name, symbol.parameters, tensors, receiver)
        dtypes = dtypes if isinstance(refused, Refusal) else set()
    elif has_rule and None in dtypes and not inside and arrays <= _INTEGERS:
        # What has no known dtype is mostly of floats: what takes one dtype alone refuses integers beside it.
        tensors = result_types.with_tensors(frame, args, _FLOATS)
        refused = result_types.of_call(frame, symbol.name, symbol.parameters, tensors, receiver)
        if isinstance(refused, Refusal) or symbol.name in _COMPARING:
            dtypes, known, refusing = {"float32"}, True, False
    for own in arrays:
        # Where nothing is refused, arrays of these dtypes may meet as they are.
        others = (dtypes - {own} or {own}) if known else {None}
        for other in others:
            observations.meet(node, frame.context, own, other, refusing)


def _compares_members(frame: Frame, symbol: Symbol, args: Args) -> bool:
    """Whether an operation refuses members of two dtypes, and gets such in the lists that it compares."""
    found = rule(symbol.name)
    if found is None or not is_certain(symbol.name, Refusal("", of_dtypes=True)):
        return False
    given = dict(zip(symbol.parameters, args.positional, strict=False)) | args.keywords
    values = [given[name] for name in compared(found, "dtype") if name in given]
    members = [obj for value in values for obj in (*value, *iteration.members(frame, value))]
    return len({dtype_name(obj) for obj in select(members, Array, Tensor)}) > 1


_FLOATS = TensorType(TensorKind.TENSOR, FLOAT32)
_ANOTHER = "another dtype"
"""That which a function demands."""
_COMPARING = frozenset({"tensorflow.math.equal", "tensorflow.math.not_equal"})
"""What takes two tensors of one dtype, which does not show in its result."""
_BOOLEANS = frozenset({"bool"})
_INTEGERS = frozenset({"int32", "int64", "uint8", "int8"})
_DEMANDED = {
    "tensorflow.math.logical_and": _BOOLEANS,
    "tensorflow.math.logical_not": _BOOLEANS,
    "tensorflow.math.logical_or": _BOOLEANS,
    "tensorflow.math.reduce_all": _BOOLEANS,
    "tensorflow.math.reduce_any": _BOOLEANS,
    "tensorflow.one_hot": _INTEGERS,
}
"""What converts arrays to the dtype that it demands, but no tensors (run on 2.15 and 2.21)."""


def _run_callback(
    frame: Frame, symbol: Symbol, callback: Callback, args: Args, node: nodes.NodeNG, receiver: AbstractObject | None
) -> Value | None:
    """Call the argument that a library function calls; None when it was not given."""
    function = _called_back(frame, callback.parameter, args, receiver)
    if function is None:
        return None
    effects = "py-function" not in symbol.tags
    if not effects:
        # What packages do there (`tf.numpy_function(np.load, …)`) is not the caller's, and has no body to look at.
        function = function.difference(select(function, External))
    made = Args()
    for kind in callback.arguments:
        if kind.name == "star":
            # `dataset.map(lambda x, y: ...)`: the members of a tuple are spread over the parameters.
            inner = (
                frame.evaluator.materialize(frame, parse_kind(kind.text), node, args, receiver)
                if ":" in kind.text or "." in kind.text
                else args.get(kind.text)
            )
            if inner is not None:
                _spread_element(frame, made, inner)
            continue
        if kind.name == "keywords":
            calls.spread_keywords(frame, made, args.get(kind.text) or BOTTOM)
            continue
        if kind.name == "rest":
            made.positional += args.positional[int(kind.text) :]
            made.star |= args.star
            made.double_star |= args.double_star
            made.keywords.update({name: value for name, value in args.keywords.items() if name not in args.names})
            continue
        if kind.name == "each":
            made.star |= frame.evaluator.materialize(frame, parse_kind(kind.text), node, args, receiver)
            continue
        made.positional.append(frame.evaluator.materialize(frame, kind, node, args, receiver))
    counted = _SEVERAL.isdisjoint(kind.name for kind in callback.arguments) and symbol.name.startswith("tensorflow.")
    if effects and counted and takes_fewer(function, len(made.positional)):
        frame.heap.fail()
    made = fitting_callback(frame, function, made)
    hybrid = callback.hybrid and not keras_objects.passes_run_eagerly(args)
    if effects:
        return frame.evaluator.call(frame, function, made, node, hybrid=hybrid)
    # What runs as Python inside a graph (`tf.py_function`) runs at each call: its effects are no reason to stay eager.
    with frame.apart():
        return frame.evaluator.call(frame, function, made, node, hybrid=hybrid, effects=False)


_SEVERAL = frozenset({"each", "keywords", "rest", "star"})
"""Kinds of arguments of callbacks that may be none or several."""


def _called_back(
    frame: Frame, parameter: str | int, args: Args, receiver: AbstractObject | None
) -> Value | None:
    """The function that is called back: an argument, or what an object keeps that is an argument or the receiver.

    What an object wraps stands for it: the sampler inside of `SimpleStepSizeAdaptation(sampler)`.
    """
    owner, _, name = str(parameter).partition(":")
    if not name:
        return args.get(parameter)
    holders = (receiver.single if receiver is not None else None) if owner == "self" else args.get(owner)
    found = BOTTOM
    for _ in range(_NESTED):
        objects = select(holders or BOTTOM, ExternalInstance)
        found |= join([frame.heap.read(each, name, frame.context) for each in objects])
        holders = join([frame.heap.read(each, "inner_kernel", frame.context) for each in objects])
    return found or None


_NESTED = 3
"""Objects inside of each other in which is looked for what is called back."""


def _spread_element(frame: Frame, made: Args, value: Value) -> None:
    """`args=(x, y)`, or a tuple element of a data set, as several arguments.

    Of tuples that are as long - a data set was mapped by one function or another - each place holds what any has there.
    """
    tuples = select(value, TupleObject)
    if len(value) > 1 and len(tuples) == len(value) and len({len(each.items) for each in tuples}) == 1:
        if not any(each.rest for each in tuples):
            made.positional.extend(map(join, zip(*(each.items for each in tuples), strict=True)))
            return
    if len(value) == 1:
        (obj,) = value
        handler = _SPREAD.get(type(obj))
        if handler is not None and handler(frame, made, obj):
            return
    made.positional.append(value)


def _spread_tuple(frame: Frame, made: Args, obj: TupleObject) -> bool:
    made.positional.extend(obj.items)
    made.star |= obj.rest
    return True


def _spread_container(frame: Frame, made: Args, obj: Container) -> bool:
    fixed = iteration.positions(frame, obj)
    made.positional.extend(fixed or ())
    return fixed is not None


_SPREAD: dict[type[AbstractObject], Callable[[Frame, Args, Any], bool]] = {
    TupleObject: _spread_tuple,
    Container: _spread_container,
}
"""Adds the elements of a structure to the arguments; False where it cannot tell them apart."""


def note_effect(
    frame: Frame, symbol: Symbol, args: Args, node: nodes.NodeNG, receiver: AbstractObject | None
) -> None:
    """Record the side effect that a described function or method has."""
    if not symbol.effect:
        return
    what, _, position = symbol.effect.partition(":")
    short = symbol.name.removeprefix("builtins.")
    if what == "mutates-receiver":
        if receiver is not None:
            frame.evaluator.mutate(frame, receiver, node, f"changes its receiver with `{short.rpartition('.')[2]}`")
    elif what == "configures-receiver":
        if receiver is not None:
            frame.effect(CONFIGURE, node, f"sets up its receiver with `{short.rpartition('.')[2]}`", receiver)
    elif what == "mutates-argument":
        given = args.get(position) or BOTTOM
        if symbol.name.startswith("operator.i") and has(given, Array, Container):
            # As with `a *= b`: where arrays or lists arrive, it is these that the operator changes.
            given = given.difference(select(given, ExternalInstance))
        for obj in given:
            frame.evaluator.mutate(frame, obj, node, f"changes an argument with `{short}`")
    elif what == "unknown":
        policy.met(frame, Use.CALL, frame.make(External, symbol.name), node)
    else:
        # A generator that is made with a constant seed gives the same numbers each time: only its state is changed.
        target = receiver if what == "random" and _is_seeded(receiver) else None
        # A log that shows no tensor says nothing else the next time that somebody waits for.
        certain = "logging" not in symbol.name.split(".") or any(has(given, Tensor) for given in args.everything())
        words = "" if "seed" in short else _EFFECT_WORDS.get(what, "")
        frame.effect(what, node, f"calls `{short}`{f' ({words})' if words else ''}", target, certain)
        if what == "random" and symbol.returns.name == "none":
            # `random.shuffle(x)` gives nothing: it changes what it is given.
            for obj in select(join(args.positional), Container, Array):
                frame.evaluator.mutate(frame, obj, node, f"changes an argument with `{short}`")


def _is_seeded(generator: AbstractObject | None) -> bool:
    """Whether a generator of random numbers is made with a seed that is written there: `RandomState(7)`."""
    if not isinstance(generator, ExternalInstance) or not isinstance(generator.site, nodes.Call):
        return False
    given = [*generator.site.args, *(keyword.value for keyword in generator.site.keywords)]
    return any(isinstance(each, nodes.Const) and each.value is not None for each in given)


_EFFECT_WORDS = {
    "environment": "reads or changes the environment",
    "file": "reads or writes files",
    "switch": "changes a global switch",
    "other": "a Python side effect",
}
"""What names of functions do not tell."""


_CONDITIONAL = frozenset(
    "eager-only eager-only-until-2.15 runs-graph creates-variable deferred python-random frozen-random "
    "eager-switch seed-state".split()
)


def _watch(symbol: Symbol, tracing: TraceConditions) -> tuple[bool, bool, tuple[str, ...], bool]:
    """Whether a symbol computes with tensors, may matter to a trace else, what sizes it, and whether it is named."""
    computes = "computes" in symbol.tags and not symbol.name.startswith("numpy.")
    special = bool(symbol.tags & _CONDITIONAL) or symbol.name.startswith(OF_ARRAYS) or _gives_array(symbol)
    return computes, special or tracing.is_special(symbol.name), tracing.sizing(symbol), tracing.is_named(symbol.name)


def _gives_array(symbol: Symbol) -> bool:
    """Whether a function of Keras gives an array: most need NumPy for it, in one of the releases at least."""
    return symbol.returns.name == "ndarray" and symbol.name.startswith(COMPUTING)


_SCOPES = frozenset({"tensorflow.name_scope", "tensorflow.compat.v1.name_scope"})


def _conditions(frame: Frame, symbol: Symbol, args: Args, node: nodes.NodeNG, receiver: AbstractObject | None) -> None:
    short = symbol.name
    watched = frame.analysis.outside.watched
    known = watched.get(short)
    if known is None or known[0] is not symbol:
        known = watched[short] = (symbol, *_watch(symbol, frame.evaluator.tracing))
    _, computes, special, sizing, named = known
    if named:
        frame.evaluator.tracing.named(frame, symbol.name, args, node)
    if sizing:
        frame.evaluator.tracing.sized(frame, sizing, args, node)
    if symbol.returns.name == "none" and short.startswith(COMPUTING):
        # What gives nothing may be an operation all the same: `tf.print`, `queue.enqueue`, `metric.reset_state`.
        frame.context.summary.note_may_compute()
    if computes:
        frame.computes(node, short)
        frame.evaluator.tracing.computed(frame, args, node)
    if (computes or short in _SCOPES) and args.get("name") is not None:
        frame.evaluator.tracing.name_argument(frame, symbol, args, node)
    if not special:
        return
    tags = symbol.tags
    if short.startswith("numpy."):
        is_given = "out" in args.keywords or "out" in symbol.parameters[: len(args.positional)]
        for obj in (args.get("out") or BOTTOM) if is_given else BOTTOM:
            # A ufunc with several results takes a tuple of arrays.
            for each in join([*obj.items, obj.rest]) if type(obj) is TupleObject else (obj,):
                frame.evaluator.mutate(frame, each, node, f"writes to an array with `{short}`")
    if "eager-only-until-2.15" in tags:
        frame.condition("eager-only-call", node, f"`{short}` {UNTIL_KERAS_3}")
        # Where it can be, the graph runs the step of the model.
        frame.context.summary.note_may_compute()
    elif "eager-only" in tags or "runs-graph" in tags:
        frame.condition("eager-only-call", node, f"`{short}` works only eagerly")
    frame.evaluator.tracing.external_call(frame, symbol, args, node, receiver)
    if "seed-state" in tags:
        frame.condition("creates-variable", node, f"`{short}` {SEED_STATE}", OPAQUE)
    elif symbol.name in _FILLED and _tensors_inside(frame, args.positional[0] if args.positional else BOTTOM):
        frame.evaluator.tracing.uncovered(frame, node, f"`{short}` makes a variable where the shape is known")
    elif "creates-variable" in tags and "weightless" not in tags and not _wraps_weightless(frame, symbol, args):
        frame.condition("creates-variable", node, f"`{short}` makes variables")
    if "deferred" in tags:
        frame.condition("deferred-execution", node, f"`{short}` works only in TensorFlow 1")
    if "python-random" in tags or "frozen-random" in tags:
        kind = "seed-sequence" if short.endswith(".set_seed") else "python-random"
        own = isinstance(receiver, ExternalInstance) and receiver.owner is frame.owner
        if not own or not _is_seeded(receiver):
            frame.condition(kind, node, f"`{short}` runs only while it is traced")
    if "eager-switch" in tags:
        frame.condition("eager-switch", node, f"`{short}` switches graphs on or off for the whole program")
    if _gives_array(symbol):
        _array_of(frame, symbol, args, node)
    if short.startswith(OF_ARRAYS):
        for value in args.everything():
            if (has(value, Tensor) and short not in ASKING_ATTRIBUTES) or _tensors_inside(frame, value):
                text = f"`{short}` needs the value of a tensor, and a graph has none"
                frame.condition("numpy-on-tensor", node, text, value)
                break


def _array_of(frame: Frame, symbol: Symbol, args: Args, node: nodes.NodeNG) -> None:
    """A function of Keras makes an array of what may be a tensor: `pad_sequences(x)`, `to_categorical(y, 10)`.

    Run on 2.15 and 2.21: each needs the value. Two take tensors from Keras 3 on, `to_categorical` with a number alone.
    """
    given = next((each for each in args.everything() if has(each, Tensor) or _tensors_inside(frame, each)), None)
    if given is None:
        return
    short = symbol.name
    if short not in _OF_TENSORS_IN_KERAS_3 or (short.endswith("to_categorical") and args.get("num_classes") is None):
        text = f"`{short}` needs the value of a tensor, and a graph has none"
        frame.condition("numpy-on-tensor", node, text, given if has(given, Tensor) else BOTTOM)
        return
    frame.condition("numpy-on-tensor", node, f"`{short}` {WITH_KERAS_2}", given if has(given, Tensor) else BOTTOM)
    frame.evaluator.tracing.uncovered(frame, node, f"`{short}` of a tensor works in a graph from TensorFlow 2.16 on")


_OF_TENSORS_IN_KERAS_3 = frozenset({"keras.utils.normalize", "keras.utils.to_categorical"})


_FILLED = frozenset({"keras.backend.ones", "keras.backend.zeros"})
"""Functions that make a variable, but a tensor in a graph that does not know the shape."""


def _wraps_weightless(frame: Frame, symbol: Symbol, args: Args) -> bool:
    """Whether a call makes a layer around layers of the project that have no weights, and adds none of its own."""
    if symbol.name not in _WRAPPERS:
        return False
    wrapped = args.keywords.get(_WRAPPERS[symbol.name]) or (args.positional[0] if args.positional else BOTTOM)
    own = select(wrapped, Instance)
    return bool(own) and len(own) == len(wrapped) and not any(keras_objects.weighted_base(frame, o.cls) for o in own)


_WRAPPERS = {"keras.layers.RNN": "cell", "keras.layers.TimeDistributed": "layer"}
"""Layers that have the weights of the layer around which they are made, and the name of that argument."""


def _tensors_inside(frame: Frame, value: Value) -> bool:
    return has(value, TupleObject, Container) and iteration.contains_tensor(frame, value, 1)
