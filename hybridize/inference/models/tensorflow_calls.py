"""Callables of TensorFlow and its data sets whose results depend on more than a kind expression can say."""

from __future__ import annotations

from dataclasses import replace

from astroid import nodes

from hybridize.frameworks.tensor_types import data_sets
from hybridize.frameworks.tensor_types.types import TensorType
from hybridize.inference.domain.fields import ANY_ELEMENT, KEYS, Index, Key
from hybridize.inference.domain.literals import Literal
from hybridize.inference.domain.objects import (
    AbstractObject,
    Bound,
    Container,
    Dataset,
    External,
    ExternalInstance,
    ExternalMethod,
    Function,
    Hybrid,
    Instance,
    IteratorObject,
    NoneObject,
    Partial,
    PythonScalar,
    TupleObject,
    Unknown,
    Value,
)
from hybridize.inference.domain.queries import has, only, select
from hybridize.inference.domain.tensors import Tensor
from hybridize.inference.domain.values import BOTTOM, NONE, OPAQUE, TENSOR, join, literal_of, text_of, truth
from hybridize.inference.models.builtin_calls import Special
from hybridize.inference.python import dataset_types, iteration, result_types
from hybridize.inference.python.arguments import Args
from hybridize.inference.python.evaluator import Methods
from hybridize.inference.python.frame import Frame
from hybridize.program.syntax import is_lifted

_OUTSIDE_FUNCTIONS = "tensorflow.compat.v1.executing_eagerly_outside_functions"
_TAKING_AWAY = {"disable_eager_execution", "disable_v2_behavior"}
"""Functions that take eager execution away from a program."""


def _from_generator(frame: Frame, args: Args, node: nodes.NodeNG) -> Value | None:
    """`Dataset.from_generator(f, types, args=...)`: the structure of the types; the generator gets NumPy values."""
    given = Args(args.positional, args.keywords, args.star, args.double_star, _FROM_GENERATOR)
    generator = given.get("generator")
    if generator is None:
        return None
    passed = given.get("args")
    count = [len(a.items) for a in select(passed or (), TupleObject)]
    # The generator runs as Python where elements are taken, in a graph as well: at each run, and never in the trace.
    with frame.apart():
        passed_on = Args([frame.array] * max(count, default=0))
        made = frame.evaluator.call(frame, generator, passed_on, node, effects=False)
    types = join(each for each in (given.get("output_types"), given.get("output_signature")) if each)
    types = types - NONE
    if not types or has(types, Unknown):
        return frame.make(Dataset, "dataset", TENSOR | frame.make(TupleObject, (), TENSOR, "tuple").single).single
    plain = iteration.tensors_like(frame, types, node)
    shapes = given.get("output_shapes") or BOTTOM
    element = dataset_types.declared_elements(frame, types, shapes, node)
    if element is not None and not shapes:
        yielded = join([each.element for each in select(made, IteratorObject)])
        element = dataset_types.with_shapes_of(frame, element, yielded)
    same = element is not None and frame.plain(element) == plain
    return frame.make(Dataset, "dataset", element if element is not None and same else plain).single


_FROM_GENERATOR = ("generator", "output_types", "output_shapes", "args", "output_signature")


def _scan(frame: Frame, receiver: Dataset, args: Args, node: nodes.NodeNG) -> Value | None:
    """`Dataset.scan(state, f)`: `f(state, element)` gives the next state and what the new data set holds."""
    given = Args(args.positional, args.keywords, args.star, args.double_star, ("initial_state", "scan_func"))
    state, function = given.get("initial_state"), given.get("scan_func")
    if not state or not function:
        return None
    state = iteration.tensors_like(frame, state, node)
    made = frame.evaluator.call(frame, function, Args([state, receiver.element]), node, hybrid=True)
    pairs = [obj.items[1] for obj in select(made, TupleObject) if len(obj.items) == 2]
    return frame.make(Dataset, "dataset", iteration.tensors_like(frame, join(pairs), node)).single if pairs else None


def _branches(name: str) -> Special:
    """`tf.case`, `tf.switch_case`: one of the functions in a list, in pairs or in a dictionary is called."""

    def choose(frame: Frame, args: Args, node: nodes.NodeNG) -> Value | None:
        symbol = frame.analysis.knowledge.lookup(name)
        if symbol is None:
            return None
        made: list[Value] = []
        given = Args(args.positional, args.keywords, args.star, args.double_star, symbol.parameters)
        for which in ("pred_fn_pairs", "branch_fns", "default"):
            leaves = iteration.leaves(frame, given.get(which) or BOTTOM)
            functions = frozenset(select(leaves, *_CALLABLE))
            if functions:
                made.append(frame.evaluator.call(frame, functions, Args(), node))
        otherwise = frame.evaluator.apply(frame, symbol, args, node, None)
        return join(made) if made else otherwise

    return choose


_CALLABLE = (Function, Bound, Hybrid, Partial, External, ExternalMethod, ExternalInstance, Instance)


def _python_function(name: str) -> Special:
    """`tf.py_function(f, inputs, types)`: a list of tensors where there is a list of types."""

    def run(frame: Frame, args: Args, node: nodes.NodeNG) -> Value | None:
        symbol = frame.analysis.knowledge.lookup(name)
        if symbol is None:
            return None
        made = frame.evaluator.apply(frame, symbol, args, node, None)
        given = Args(args.positional, args.keywords, args.star, args.double_star, symbol.parameters)
        out = [_results(frame, obj, node) for obj in given.get("Tout") or BOTTOM]
        return join(out) if made and out else made

    return run


def _ragged_constant(frame: Frame, args: Args, node: nodes.NodeNG) -> Value | None:
    """`tf.ragged.constant(rows)`: ragged where the rows are lists, an ordinary tensor where they are none."""
    symbol = frame.analysis.knowledge.lookup("tensorflow.ragged.constant")
    if symbol is None:
        return None
    made = frame.evaluator.apply(frame, symbol, args, node, None)
    given = Args(args.positional, args.keywords, args.star, args.double_star, symbol.parameters)
    rows = given.get("pylist")
    plain = only(given.get("ragged_rank") or NONE, NoneObject) and only(given.get("inner_shape") or NONE, NoneObject)
    if not rows or not plain or not only(rows, Container, TupleObject) or args.star or args.double_star:
        return made
    members = iteration.elements(frame, rows, node, consume=False)
    nested = select(members, Container, TupleObject)
    if len(nested) + len(select(members, PythonScalar)) < len(members):
        return made
    wrong = {"ragged"} if not nested else {"tensor"} if len(nested) == len(members) else set()
    return made.difference([tensor for tensor in select(made, Tensor) if tensor.kind in wrong])


def _results(frame: Frame, types: AbstractObject, node: nodes.NodeNG) -> Value:
    """A list of tensors where there is a list of types, else a tensor."""
    if not isinstance(types, (TupleObject, Container)):
        return result_types.told(frame, types.single)
    container = iteration.new_container(frame, "list", node)
    members = iteration.positions(frame, types) or ()
    for position, each in enumerate(members):
        frame.heap.write(container, Index(position), result_types.told(frame, each))
    if not members:
        frame.heap.write(container, ANY_ELEMENT, TENSOR)
    return container.single


def _custom_gradient(frame: Frame, args: Args, node: nodes.NodeNG) -> Value | None:
    """`@tf.custom_gradient`: of what the function gives, callers get the first part, and TensorFlow the gradient."""
    for obj in args.positional[0] if args.positional else ():
        function = obj.project_function
        if function is not None:
            frame.analysis.functions.custom_gradients.add(function.node)
    return None


def _set_step(frame: Frame, args: Args, node: nodes.NodeNG) -> Value | None:
    """`tf.summary.experimental.set_step(n)`: the step of the summaries that do not say theirs."""
    step = args.positional[0] if args.positional else args.keywords.get("step", BOTTOM)
    frame.analysis.events.tensors.add_summary_step(step, frame.context.module_path)
    return None


def _checkpoint(frame: Frame, args: Args, node: nodes.NodeNG) -> Value | None:
    """`tf.train.Checkpoint(model=m)`: what is given by keyword is an attribute."""
    made = frame.make(ExternalInstance, "tensorflow.train.Checkpoint", node, frame.owner)
    for name, value in args.keywords.items():
        frame.heap.write(made, name, value)
    return made.single


_BUILDER = "tensorflow_datasets.core.DatasetBuilder"


def _load(frame: Frame, args: Args, node: nodes.NodeNG) -> Value | None:
    """`tfds.load`: one data set or several, alone or with information about it."""
    symbol = frame.analysis.knowledge.lookup("tensorflow_datasets.load")
    if symbol is None:
        return None
    given = Args(args.positional, args.keywords, args.star, args.double_star, symbol.parameters)
    frame.evaluator.apply(frame, symbol, args, node, None)
    result = _of_splits(frame, given, node)
    out = (
        [frame.make(TupleObject, (result, OPAQUE), BOTTOM, "tuple").single]
        if _may_be(given.get("with_info"), True)
        else []
    )
    return join([*out, result] if _may_be(given.get("with_info"), False) else out)


def _as_dataset(frame: Frame, receiver: ExternalInstance, args: Args, node: nodes.NodeNG) -> Value | None:
    """`tfds.builder(name).as_dataset(…)`: what `tfds.load` gives without the information."""
    symbol = frame.analysis.knowledge.lookup(f"{_BUILDER}.as_dataset")
    if symbol is None:
        return None
    given = Args(args.positional, args.keywords, args.star, args.double_star, symbol.parameters)
    frame.evaluator.apply(frame, symbol, args, node, receiver)
    return _of_splits(frame, given, node)


def _of_splits(frame: Frame, given: Args, node: nodes.NodeNG) -> Value:
    """Pairs or dictionaries in one data set, or in several; with a batch size of -1 all of it at once."""
    elements: list[Value] = []
    name = text_of(given.get("name") or BOTTOM)
    about = data_sets.known(name) if name and "decoders" not in given.keywords and not given.double_star else None
    batched = "batch_size" in given.keywords
    if _may_be(given.get("as_supervised"), True):
        keys = about.supervised if about is not None else ()
        parts = [_feature(frame, about.features[key], batched, node) if about else TENSOR for key in keys]
        elements.append(frame.make(TupleObject, tuple(parts) or (TENSOR, TENSOR), BOTTOM, "tuple").single)
    if _may_be(given.get("as_supervised"), False):
        if about is not None:
            elements.append(_feature(frame, about.features, batched, node))
        else:
            elements.append(iteration.new_container(frame, "dict", node, TENSOR).single)
    size = literal_of(given.keywords["batch_size"]) if batched else None
    data = join(elements)
    if size is None or size.value != -1:
        data = frame.make(Dataset, "dataset", data).single
    split = given.get("split") or NONE
    return join([_split(frame, obj, data, node) for obj in split])


def _feature(frame: Frame, feature: TensorType | data_sets.Features, batched: bool, node: nodes.NodeNG) -> Value:
    """The tensor of a feature, or a dictionary of several, which stands at a place of its own."""
    if isinstance(feature, TensorType):
        shape = (None, *feature.shape) if batched and feature.shape is not None else feature.shape
        return result_types.tensors(frame, "tensor", "", frozenset([replace(feature, shape=shape)]))
    place = next(iter(node.get_children()), node)
    made = iteration.new_container(frame, "dict", place)
    for name, each in feature.items():
        frame.heap.write(made, Key(Literal(name)), _feature(frame, each, batched, place))
        frame.heap.write(made, KEYS, frame.make.constant(name))
    return made.single


def _split(frame: Frame, split: AbstractObject, data: Value, node: nodes.NodeNG) -> Value:
    """What `tfds.load` gives for one `split`: a data set, several for a list of splits, all by name without one."""
    if split in NONE:
        named = frame.make(Container, "dict", node, frame.owner)
        frame.heap.write(named, ANY_ELEMENT, data)
        return named.single
    if isinstance(split, (TupleObject, Container)):
        count = len(iteration.positions(frame, split) or ())
        return frame.make(TupleObject, (data,) * count, BOTTOM if count else data, "tuple").single
    return data


def _may_be(flag: Value | None, wanted: bool) -> bool:
    """Whether a flag that is false where it is not given may be `wanted`."""
    if not flag:
        return not wanted
    return any(truth(obj.single) is not (not wanted) for obj in flag)


def _as_numpy(frame: Frame, args: Args, node: nodes.NodeNG) -> Value | None:
    """`tfds.as_numpy`: the same with arrays."""
    if not args.positional:
        return None
    datasets = select(args.positional[0], Dataset)
    others = args.positional[0].difference(datasets)
    out = [iteration.tensors_like(frame, others, node, leaf=frame.array)]
    for data in datasets:
        element = iteration.tensors_like(frame, data.element, node, leaf=frame.array)
        out.append(frame.make(Dataset, "dataset", element).single)
    return join(out)


def _runs_eagerly_outside(name: str) -> Special:
    """Whether code outside of all graphs runs eagerly: always, unless the program takes eager execution away.

    `tf.executing_eagerly()` asks so under `with tf.init_scope():`, which leaves the graphs. By runs on both releases.
    """

    def ask(frame: Frame, args: Args, node: nodes.NodeNG) -> Value | None:
        symbol = frame.analysis.knowledge.lookup(name)
        if symbol is None:
            return None
        made = frame.evaluator.apply(frame, symbol, args, node, None)
        lifted = name == _OUTSIDE_FUNCTIONS or is_lifted(node)
        if not made or not lifted or frame.analysis.scopes.mentions(_TAKING_AWAY, frame.context.module_path):
            return made
        return frame.make(PythonScalar, "bool", Literal(True)).single

    return ask


SPECIAL: dict[str, Special] = {
    "tensorflow.executing_eagerly": _runs_eagerly_outside("tensorflow.executing_eagerly"),
    _OUTSIDE_FUNCTIONS: _runs_eagerly_outside(_OUTSIDE_FUNCTIONS),
    "tensorflow.data.Dataset.from_generator": _from_generator,
    "tensorflow.case": _branches("tensorflow.case"),
    "tensorflow.switch_case": _branches("tensorflow.switch_case"),
    "tensorflow.py_function": _python_function("tensorflow.py_function"),
    "tensorflow.numpy_function": _python_function("tensorflow.numpy_function"),
    "tensorflow.compat.v1.py_func": _python_function("tensorflow.compat.v1.py_func"),
    "tensorflow.custom_gradient": _custom_gradient,
    "tensorflow.ragged.constant": _ragged_constant,
    "tensorflow.summary.experimental.set_step": _set_step,
    "tensorflow.train.Checkpoint": _checkpoint,
    "tensorflow_datasets.load": _load,
    "tensorflow_datasets.as_numpy": _as_numpy,
}
METHODS: Methods = {("dataset", "scan", Dataset): _scan, (_BUILDER, "as_dataset", ExternalInstance): _as_dataset}
