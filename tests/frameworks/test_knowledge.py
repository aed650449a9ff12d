"""What the knowledge answers: aliases, policies, inheritance, and a table of truths."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from functools import partial
from types import GeneratorType

import pytest

from hybridize.frameworks.kinds import Kind, parse_kind
from hybridize.frameworks.knowledge import Symbol, load
from hybridize.inference.python.attributes import WITH_ALL_METHODS

KNOWLEDGE = load()


def lookup(name: str) -> Symbol:
    found = KNOWLEDGE.lookup(name)
    assert found is not None, name
    return found


@pytest.mark.parametrize(
    ("written", "canonical"),
    [
        ("tensorflow.keras.layers.Dense", "keras.layers.Dense"),
        ("tensorflow.python.keras.layers.Dense", "keras.layers.Dense"),
        ("tensorflow.python.keras.layers.core.Dense", "keras.layers.Dense"),
        ("keras.src.layers.core.dense.Dense", "keras.layers.Dense"),
        ("tf_keras.layers.Dense", "keras.layers.Dense"),
        ("keras.models.Model", "keras.Model"),
        ("keras.engine.training.Model", "keras.Model"),
        ("tensorflow.keras.layers.AvgPool2D", "keras.layers.AveragePooling2D"),
        ("tensorflow.keras.layers.experimental.preprocessing.Rescaling", "keras.layers.Rescaling"),
        ("tensorflow.keras.losses.MSE", "keras.losses.mean_squared_error"),
        ("tensorflow.keras.metrics.mse", "keras.losses.mean_squared_error"),
        ("tensorflow.keras.optimizers.legacy.Adam", "keras.optimizers.Adam"),
        ("tensorflow.keras.utils.Sequence", "keras.utils.PyDataset"),
        ("tensorflow.optimizers.Adam", "keras.optimizers.Adam"),
        ("tensorflow.losses.MeanSquaredError", "keras.losses.MeanSquaredError"),
        ("tensorflow.initializers.GlorotUniform", "keras.initializers.GlorotUniform"),
        ("tensorflow.add", "tensorflow.math.add"),
        ("tensorflow.matmul", "tensorflow.linalg.matmul"),
        ("tensorflow.compat.v2.function", "tensorflow.function"),
        ("tensorflow.python.eager.def_function.function", "tensorflow.function"),
        ("tensorflow.python.data.ops.dataset_ops.DatasetV2.map", "tensorflow.data.Dataset.map"),
        ("tensorflow.python.framework.ops.EagerTensor", "tensorflow.Tensor"),
        ("tensorflow.compat.v1.nn.relu", "tensorflow.nn.relu"),
        ("tensorflow.placeholder", "tensorflow.compat.v1.placeholder"),
        ("tensorflow.train.AdamOptimizer", "tensorflow.compat.v1.train.AdamOptimizer"),
        ("tensorflow.app.flags.DEFINE_string", "absl.flags.DEFINE_string"),
        ("tensorflow.Variable.assign", "tensorflow.Variable.assign"),
        ("tensorflow.keras.Sequential.fit", "keras.Model.fit"),
        ("tensorflow.data.TFRecordDataset.batch", "tensorflow.data.Dataset.batch"),
        ("tqdm.std.tqdm", "tqdm.tqdm"),
        ("tqdm.auto.tqdm", "tqdm.tqdm"),
        ("numpy.core.zeros", "numpy.zeros"),
        ("keras.layers.NewLayer.add", "keras.layers.NewLayer.add"),
        ("somewhere.else", "somewhere.else"),
        ("tensorflow", "tensorflow"),
        ("tensorflow.nn", "tensorflow.nn"),
    ],
)
def test_every_spelling_has_one_name(written: str, canonical: str) -> None:
    assert KNOWLEDGE.canonical(written) == canonical
    assert KNOWLEDGE.canonical(canonical) == canonical


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("tensorflow.add", "tensor"),
        ("tensorflow.shape", "tensor"),
        ("tensorflow.rank", "tensor"),
        ("tensorflow.TensorShape", "python"),
        ("tensorflow.split", "list(tensor)"),
        ("tensorflow.unstack", "list(tensor)"),
        ("tensorflow.meshgrid", "list(tensor)"),
        ("tensorflow.gradients", "list(tensor)"),
        ("tensorflow.nn.moments", "tuple(tensor, tensor)"),
        ("tensorflow.math.top_k", "tuple(tensor, tensor)"),
        ("tensorflow.unique", "tuple(tensor, tensor)"),
        ("tensorflow.linalg.svd", "tuple(tensor, tensor, tensor)"),
        ("tensorflow.clip_by_global_norm", "tuple(list(tensor), tensor)"),
        ("tensorflow.while_loop", "structure:2"),
        ("tensorflow.map_fn", "stacked:0"),
        ("tensorflow.cond", "result:1|result:2"),
        ("tensorflow.Variable", "variable"),
        ("tensorflow.sparse.from_dense", "sparse"),
        ("tensorflow.RaggedTensor.from_row_splits", "ragged"),
        ("tensorflow.TensorArray", "tensorarray"),
        ("tensorflow.float32", "python"),
        ("tensorflow.executing_eagerly", "bool"),
        ("tensorflow.GradientTape", "instance:tensorflow.GradientTape"),
        ("tensorflow.GradientTape.gradient", "structure:1"),
        ("tensorflow.data.Dataset.from_tensor_slices", "dataset(slices:0)"),
        ("tensorflow.data.Dataset.range", "dataset(tensor)"),
        ("tensorflow.data.Dataset.zip", "dataset(zipped:0)"),
        ("tensorflow.data.Dataset.map", "dataset(result:0)"),
        ("tensorflow.data.Dataset.enumerate", "dataset(tuple(tensor, self.element))"),
        ("tensorflow.data.Dataset.shuffle", "self"),
        ("tensorflow.data.TFRecordDataset", "dataset(tensor)"),
        ("tensorflow.io.parse_single_example", "dict(tensor)"),
        ("tensorflow.raw_ops.Unique", "tuple(tensor, tensor)"),
        ("tensorflow.raw_ops.AddV2", "tensor"),
        ("tensorflow.keras.Input", "keras"),
        ("tensorflow.keras.Sequential", "instance:keras.Sequential"),
        ("tensorflow.keras.activations.relu", "tensor"),
        ("tensorflow.keras.losses.mean_squared_error", "tensor"),
        ("tensorflow.keras.Model.fit", "instance:keras.callbacks.History"),
        ("tensorflow.keras.Model.predict", "ndarray"),
        ("tensorflow.keras.layers.Layer.get_weights", "list(ndarray)"),
        ("tensorflow.keras.layers.Layer.add_weight", "variable"),
        ("tensorflow.keras.datasets.mnist.load_data", "tuple(tuple(ndarray, ndarray), tuple(ndarray, ndarray))"),
        ("tensorflow.keras.applications.ResNet50", "instance:keras.Model"),
        ("tensorflow.keras.utils.to_categorical", "ndarray"),
        ("keras.ops.matmul", "tensor"),
        ("keras.ops.shape", "python"),
        ("keras.backend.mean", "tensor"),
        ("keras.backend.int_shape", "python"),
        ("numpy.mean", "ndarray"),
        ("numpy.prod", "ndarray"),
        ("numpy.float32", "ndarray"),
        ("numpy.shape", "tuple*(int)"),
        ("numpy.pi", "float"),
        ("builtins.len", "int"),
        ("builtins.sorted", "list(element:0)"),
        ("builtins.open", "instance:io.TextIOWrapper"),
        ("math.sqrt", "float"),
        ("math.floor", "int"),
        ("os.path.join", "str"),
        ("copy.deepcopy", "arg:0"),
        ("json.loads", "dict(python)|list(python)"),
        ("pathlib.Path", "instance:pathlib.Path"),
        ("tqdm.tqdm", "arg:0|instance:tqdm.tqdm"),
        ("tqdm.notebook.trange", "list(int)|instance:tqdm.tqdm"),
        ("sklearn.model_selection.train_test_split", "list(ndarray)"),
    ],
)
def test_results(name: str, kind: str) -> None:
    found = lookup(name)
    assert (found.returns, found.known) == (parse_kind(kind), True)


@pytest.mark.parametrize(
    ("name", "effect"),
    [
        ("builtins.print", "output"),
        ("builtins.input", "input"),
        ("builtins.open", "file"),
        ("builtins.next", "mutates-argument:0"),
        ("builtins.list.append", "mutates-receiver"),
        ("builtins.dict.update", "mutates-receiver"),
        ("builtins.set.add", "mutates-receiver"),
        ("builtins.dict.get", ""),
        ("builtins.str.join", ""),
        ("random.shuffle", "random"),
        ("random.random", "random"),
        ("numpy.random.rand", "random"),
        ("numpy.random.RandomState.normal", "random"),
        ("numpy.random.Generator.normal", "random"),
        ("numpy.ndarray.sort", "mutates-receiver"),
        ("numpy.ndarray.sum", ""),
        ("numpy.savetxt", "file"),
        ("time.time", "clock"),
        ("time.sleep", "clock"),
        ("datetime.datetime.now", "clock"),
        ("os.getenv", "environment"),
        ("os.makedirs", "file"),
        ("os.path.join", ""),
        ("logging.info", "output"),
        ("logging.Logger.warning", "output"),
        ("warnings.warn", "output"),
        ("sys.stdout", ""),
        ("pickle.dump", "file"),
        ("heapq.heappush", "mutates-argument:0"),
        ("threading.Thread.start", "environment"),
        ("matplotlib.pyplot.plot", "output"),
        ("matplotlib.pyplot.savefig", "file"),
        ("absl.logging.info", "output"),
        ("tqdm.tqdm", "output"),
        ("tensorflow.print", ""),
        ("tensorflow.Variable.assign_add", ""),
        ("tensorflow.summary.scalar", ""),
        ("tensorflow.random.normal", ""),
        ("tensorflow.random.set_seed", "switch"),
        ("tensorflow.config.run_functions_eagerly", "switch"),
        ("tensorflow.io.gfile.makedirs", "file"),
        ("tensorflow.io.write_file", ""),
        ("tensorflow.debugging.assert_equal", ""),
        ("tensorflow.saved_model.save", "file"),
        ("keras.optimizers.Optimizer.apply_gradients", ""),
        ("keras.Model.summary", "output"),
    ],
)
def test_effects(name: str, effect: str) -> None:
    assert lookup(name).effect == effect


@pytest.mark.parametrize(
    ("name", "tag"),
    [
        ("tensorflow.function", "hybridizes"),
        ("tensorflow.matmul", "computes"),
        ("tensorflow.Variable", "creates-variable"),
        ("tensorflow.keras.layers.Conv2D", "creates-variable"),
        ("tensorflow.keras.optimizers.Adam", "creates-variable"),
        ("tensorflow.keras.metrics.Mean", "creates-variable"),
        ("tensorflow.Tensor.numpy", "eager-only"),
        ("tensorflow.keras.Model.fit", "runs-graph"),
        ("tensorflow.keras.Model.fit", "eager-only"),
        ("tensorflow.compat.v1.Session", "deferred"),
        ("tensorflow.Session", "deferred"),
        ("tensorflow.Graph.as_default", "deferred"),
        ("tensorflow.compat.v1.disable_eager_execution", "deferred"),
        ("tensorflow.estimator.Estimator", "deferred"),
        ("tensorflow.contrib.slim.conv2d", "deferred"),
        ("tensorflow.config.run_functions_eagerly", "eager-switch"),
        ("tensorflow.config.experimental_run_functions_eagerly", "eager-switch"),
        ("tensorflow.random.set_seed", "frozen-random"),
        ("tensorflow.random.Generator", "frozen-random"),
        ("tensorflow.random.Generator.from_seed", "frozen-random"),
        ("numpy.random.uniform", "python-random"),
        ("random.choice", "python-random"),
        ("tensorflow.autograph.experimental.do_not_convert", "do-not-convert"),
        ("tensorflow.custom_gradient", "passthrough-decorator"),
        ("absl.app.run", "calls-main"),
        ("tensorflow.data.Dataset.from_tensors", "static"),
    ],
)
def test_tags(name: str, tag: str) -> None:
    assert tag in lookup(name).tags


def test_losses_create_no_variables() -> None:
    assert "creates-variable" not in lookup("keras.losses.MeanSquaredError").tags


def test_methods_of_kinds_and_of_derived_classes() -> None:
    for owner, name, canonical in [
        ("tensor", "numpy", "tensorflow.Tensor.numpy"),
        ("tuple*", "index", "builtins.tuple.index"),
        ("dataset", "map", "tensorflow.data.Dataset.map"),
        ("keras.Sequential", "predict", "keras.Model.predict"),
        ("tensorflow.keras.optimizers.SGD", "minimize", "keras.optimizers.Optimizer.minimize"),
        ("tensorflow.distribute.MirroredStrategy", "run", "tensorflow.distribute.Strategy.run"),
        ("unittest.TestCase", "assertEqual", "unittest.TestCase.assertEqual"),
        ("tensorflow.test.TestCase", "assertEqual", "unittest.TestCase.assertEqual"),
    ]:
        method = KNOWLEDGE.method(owner, name)
        assert method is not None and (method.name, method.role) == (canonical, "method")
    assert KNOWLEDGE.method("tensor", "no_such_method") is None
    assert KNOWLEDGE.method("tensor", "shape") is None, "an attribute is no method"


@pytest.mark.parametrize(
    ("owner", "name", "kind"),
    [
        ("tensor", "shape", "python"),
        ("tensor", "dtype", "python"),
        ("ndarray", "T", "ndarray"),
        ("keras.Model", "trainable_variables", "list(variable)"),
        ("keras.Sequential", "layers", "list(instance:keras.layers.Layer)"),
        ("keras.optimizers.Adam", "learning_rate", "variable"),
        ("dataset", "element_spec", "python"),
        ("sparse", "values", "tensor"),
    ],
)
def test_attributes(owner: str, name: str, kind: str) -> None:
    assert KNOWLEDGE.attribute(owner, name) == parse_kind(kind)


def test_what_is_no_attribute() -> None:
    assert KNOWLEDGE.attribute("tensor", "numpy") is None
    assert KNOWLEDGE.attribute("tensor", "no_such_attribute") is None


@pytest.mark.parametrize(
    "owner",
    ["keras.layers.Dense", "keras.layers.LSTM", "keras.Model", "keras.losses.Huber", "keras.metrics.Mean",
     "keras.initializers.Zeros", "keras.regularizers.L2", "keras.optimizers.schedules.ExponentialDecay"],
)  # fmt: skip
def test_calling_an_instance_gives_a_tensor(owner: str) -> None:
    called = KNOWLEDGE.call(owner)
    assert called is not None and called.returns == Kind("tensor") and "computes" in called.tags


def test_what_cannot_be_called() -> None:
    assert KNOWLEDGE.call("keras.optimizers.Adam") is None


def test_subclasses() -> None:
    assert KNOWLEDGE.is_subclass("tensorflow.keras.Sequential", "keras.layers.Layer")
    assert KNOWLEDGE.is_subclass("keras.Model", "tensorflow.keras.models.Model")
    assert not KNOWLEDGE.is_subclass("keras.layers.Layer", "keras.Model")
    assert KNOWLEDGE.bases("keras.Sequential") == ("keras.Model",)
    assert KNOWLEDGE.bases("nowhere.Known") == ()


def test_callbacks_name_what_they_are_called_with() -> None:
    (mapped,) = lookup("tensorflow.data.Dataset.map").callbacks
    assert (mapped.parameter, mapped.hybrid) == ("map_func", True)
    assert mapped.arguments == (Kind("star", text="self.element"),)
    (run,) = lookup("tensorflow.distribute.Strategy.run").callbacks
    given = (Kind("star", text="args"), Kind("keywords", text="kwargs"))
    assert (run.parameter, run.arguments, run.hybrid) == ("fn", given, False)
    assert lookup("tensorflow.distribute.TPUStrategy.run").callbacks == (run,)
    assert [each.parameter for each in lookup("tensorflow.while_loop").callbacks] == ["cond", "body"]


def test_hooks_are_inherited() -> None:
    call = KNOWLEDGE.hook("keras.Sequential", "call")
    assert call is not None
    assert (call.parameters, call.invoked_by) == ((Kind("tensor"),), "__call__")
    assert dict(call.keywords)["training"] == Kind("bool")
    build = KNOWLEDGE.hook("keras.layers.Dense", "build")
    assert build is not None and build.effects_discarded
    loss = KNOWLEDGE.hook("tensorflow.keras.losses.Loss", "call")
    assert loss is not None and loss.parameters == (Kind("tensor"), Kind("tensor"))
    step = KNOWLEDGE.hook("keras.Model", "train_step")
    assert step is not None and step.invoked_by == "fit"
    assert KNOWLEDGE.hook("keras.Model", "no_such_hook") is None


def test_a_package_without_entries_is_unknown_or_has_a_policy() -> None:
    assert KNOWLEDGE.lookup("nobody.knows") is None
    assert "`nobody`" in KNOWLEDGE.policy("nobody.knows")
    for name, role, kind in [
        ("tensorflow.new_operation", "function", "tensor"),
        ("tensorflow.NewClass", "class", "unknown"),
        ("keras.layers.NewLayer", "class", "instance:keras.layers.Layer"),
        ("tensorflow_addons.optimizers.NewOptimizer", "class", "instance:keras.optimizers.Optimizer"),
        ("numpy.new_function", "function", "ndarray"),
        ("math.new_function", "function", "unknown"),
        ("tensorflow.NEW_CONSTANT", "constant", "python"),
    ]:
        found = lookup(name)
        assert (found.role, found.returns, found.known) == (role, parse_kind(kind), False)


def test_a_class_known_by_policy_has_its_base_s_members() -> None:
    assert KNOWLEDGE.is_subclass("keras.layers.NewLayer", "keras.layers.Layer")
    assert KNOWLEDGE.method("tensorflow_probability.distributions.Normal", "sample") is not None


def test_modules() -> None:
    for name in ["tensorflow", "tensorflow.keras", "tensorflow.nn", "numpy.random", "os.path", "keras.layers"]:
        assert lookup(name).role == "module", name


@pytest.mark.slow
def test_only_what_is_asked_for_is_read_and_no_framework_is_imported() -> None:
    program = (
        "import sys\n"
        "from hybridize.frameworks.knowledge import load\n"
        "knowledge = load()\n"
        "knowledge.lookup('numpy.random.rand'), knowledge.method('list', 'append')\n"
        "print(sorted(knowledge._tables), sorted({'tensorflow', 'keras', 'numpy'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "['builtins', 'numpy'] []"


@pytest.mark.parametrize("name", ["keras.backend", "tensorflow.keras.backend", "keras.models", "tensorflow.layers"])
def test_a_module_is_not_taken_for_a_function_of_its_name(name: str) -> None:
    assert KNOWLEDGE.canonical(name) == name.replace("tensorflow.keras", "keras")


def test_classes_have_what_every_object_has() -> None:
    for owner in ("keras.layers.Layer", "keras.Model", "tensorflow.Module", "keras.losses.Loss"):
        constructor = KNOWLEDGE.method(owner, "__init__")
        assert constructor is not None and constructor.returns == Kind("none")


@pytest.mark.parametrize(
    ("name", "returns", "since", "until", "deprecated"),
    [
        ("numpy.product", "ndarray", "", "1.26", "1.25"),
        ("numpy.cumproduct", "ndarray", "", "1.26", "1.25"),
        ("numpy.sometrue", "ndarray", "", "1.26", "1.25"),
        ("numpy.in1d", "ndarray", "", "2.3", "2.0"),
        ("numpy.trapz", "ndarray", "", "2.3", ""),
        ("numpy.asscalar", "int|float", "", "1.22", "1.21"),
        ("numpy.find_common_type", "python", "", "1.26", "1.25"),
        ("numpy.NaN", "float", "", "1.26", ""),
        ("numpy.astype", "ndarray", "2.0", "", ""),
        ("numpy.matvec", "ndarray", "2.2", "", ""),
        ("keras.utils.to_ordinal", "ndarray", "2.12", "2.15", ""),
        ("keras.layers.LocallyConnected1D.call", "tensor", "", "2.15", ""),
        ("keras.ops.relu", "tensor", "2.16", "", ""),
        ("tensorflow.executing_eagerly", "bool", "", "", ""),
    ],
)
def test_releases_that_have_a_symbol(name: str, returns: str, since: str, until: str, deprecated: str) -> None:
    symbol = lookup(name)
    assert symbol.known
    assert (str(symbol.returns), symbol.since, symbol.until, symbol.deprecated) == (returns, since, until, deprecated)


@pytest.mark.parametrize(
    ("former", "present"),
    [
        ("numpy.float_", "numpy.float64"),
        ("numpy.complex_", "numpy.complex128"),
        ("numpy.unicode_", "numpy.str_"),
        ("numpy.lib.function_base.trapz", "numpy.trapz"),
        ("numpy.linalg.linalg.norm", "numpy.linalg.norm"),
        ("numpy.lib.scimath.sqrt", "numpy.emath.sqrt"),
        ("numpy.core.defchararray.upper", "numpy.char.upper"),
        ("tf_keras.optimizers.experimental.Adam", "keras.optimizers.Adam"),
        ("tf_keras.mixed_precision.LossScaleOptimizer.loss_scale", "keras.optimizers.LossScaleOptimizer.loss_scale"),
    ],
)
def test_former_names_lead_to_present_ones(former: str, present: str) -> None:
    assert KNOWLEDGE.canonical(former) == KNOWLEDGE.canonical(present)
    assert lookup(former).known


METHODS_OF: dict[str, Callable[[], type]] = {
    **{each.__name__: partial(type, each()) for each in (bool, bytes, dict, float, int, list, set, str, tuple)},
    "dataset": lambda: pytest.importorskip("tensorflow").data.Dataset,
    "iterator": lambda: GeneratorType,
    "ndarray": lambda: pytest.importorskip("numpy").ndarray,
    "ragged": lambda: pytest.importorskip("tensorflow").RaggedTensor,
    "sparse": lambda: pytest.importorskip("tensorflow").SparseTensor,
    "tensor": lambda: type(pytest.importorskip("tensorflow").constant(1.0)),
}
"""The classes of the kinds that are described wholly."""
OF_TENSORFLOW = {"dataset", "ragged", "sparse", "tensor"}


def test_the_kinds_that_are_described_wholly() -> None:
    assert set(METHODS_OF) == WITH_ALL_METHODS


@pytest.mark.parametrize(
    "kind", [pytest.param(each, marks=[pytest.mark.slow] if each in OF_TENSORFLOW else []) for each in METHODS_OF]
)
def test_every_method_of_a_kind_that_is_described_wholly_has_an_entry(kind: str) -> None:
    cls = METHODS_OF[kind]()
    methods = [name for name in dir(cls) if not name.startswith("_") and callable(getattr(cls, name))]
    assert len(methods) > 1
    assert not [name for name in methods if KNOWLEDGE.method(kind, name) is None]
