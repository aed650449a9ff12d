"""The constructs that programs are made of: statements and expressions about tensors, and calls of what is not TensorFlow."""

from __future__ import annotations

from collections.abc import Iterator

from benchmarks.fuzz.cells import cells
from benchmarks.fuzz.grammar import Operation

_EXPRESSIONS = """
add: x + 1.0
multiply: x * tf.tanh(x)
divide: x / (1.0 + x * x)
power: (x * x + 1.0) ** 0.5
negative: -x
absolute: abs(x)
reduce: x + tf.reduce_sum(v)
gather: x + tf.gather(v, n % 3)
item: x + v[0]
item-of-tensor: x + v[n % 3]
slice: x + tf.reduce_sum(v[:2])
last: x + v[-1]
where: tf.where(x > 0.0, x, -x)
cast: x + tf.cast(n, tf.float32)
stack: x + tf.reduce_max(tf.stack([x, x * 2.0]))
matmul: x + tf.reduce_sum(tf.reshape(v, [1, 3]) @ tf.reshape(v, [3, 1]))
shape: x + float(v.shape[0])
rank: x + float(len(v.shape))
dtype: x + (1.0 if x.dtype == tf.float32 else 2.0)
conditional-expression: x + (1.0 if x > 0.0 else 2.0)
conditional-tensors: x + (v[0] if x > 0.0 else v[1])
and: x + (1.0 if x > 0.0 and x < 1.0 else 2.0)
or: x + (1.0 if x < 0.0 or x > 1.0 else 2.0)
not: x + (1.0 if not x > 0.0 else 2.0)
chained: x + (1.0 if 0.0 < x < 1.0 else 2.0)
and-value: x + ((x > 0.0 and 1.0) or 2.0)
equal: x + (1.0 if x == 0.75 else 2.0)
not-equal: x + (1.0 if x != 0.75 else 2.0)
is-none: x + (1.0 if x is None else 2.0)
is-itself: x + (1.0 if x is x else 2.0)
in-list: x + (1.0 if x in [0.75, 0.25] else 2.0)
in-dict: x + (1.0 if "a" in {"a": x} else 2.0)
float: x + float(x)
int: x + float(int(x))
bool: x + (1.0 if bool(x > 0.0) else 2.0)
len: x + float(len(v))
round: round(x)
divmod: divmod(x, 2.0)[1]
pow: pow(x, 2)
max: max(x, v[0])
min: min(x, 0.5)
max-of-list: max([x, v[0]])
sum: sum([x, v[0], 1.0])
sum-of-tensor: x + sum(v)
sorted: sorted([x, v[0]])[0]
sorted-by-key: sorted([x, v[0]], key=lambda e: e)[0]
sorted-pairs: x + sorted([(2, x), (1, v[0])])[0][1]
any: x + (1.0 if any([x > 0.0]) else 2.0)
all: x + (1.0 if all([x > 0.0, x < 1.0]) else 2.0)
filter: x + sum(filter(lambda e: e > 0.0, [x, v[0]]))
map: x + sum(map(lambda e: e * 2.0, [x, v[0]]))
zip: x + sum(a * b for a, b in zip([x, 1.0], [2.0, v[0]]))
zip-of-tensor: x + sum(a * b for a, b in zip(v, v))
enumerate: x + sum(i * e for i, e in enumerate([x, v[0]]))
reversed: x + list(reversed([x, v[0]]))[0]
list-comprehension: x + [e * 2.0 for e in (x, v[0])][1]
comprehension-if-static: x + [e for i, e in enumerate([x, v[0]]) if i > 0][0]
comprehension-if-tensor: x + sum([e for e in [x, v[0]] if e > 0.0])
dictionary-comprehension: x + {k: e for k, e in zip("ab", (x, v[0]))}["b"]
set-of-tensors: x + float(len({x, v[0]}))
tensor-as-key: x + {x: 1.0}[x]
hash: x + float(hash(x) % 2)
id: x + float(id(x) % 1)
repr: x + float(len(repr(x)))
str: x + float(len(str(x)))
format: x + float(len(f"{x}"))
format-shape: x + float(len(f"{v.shape}"))
percent: x + float(len("%.2f" % x))
str-format: x + float(len("{}".format(x)))
join: x + float(len(",".join([str(x)])))
isinstance: x + (1.0 if isinstance(x, tf.Tensor) else 2.0)
isinstance-float: x + (1.0 if isinstance(x, float) else 2.0)
type: x + (1.0 if type(x) is float else 2.0)
hasattr: x + (1.0 if hasattr(x, "numpy") else 2.0)
getattr: x + float(len(getattr(v, "shape")))
callable: x + (1.0 if callable(x) else 2.0)
numpy: x + x.numpy()
tensor-to-numpy: x + float(v.numpy()[0])
tolist: x + v.numpy().tolist()[0]
device: x + float(len(x.device) > 3)
lambda: (lambda a, b=1.0: a + b)(x)
star: tf.add(*[x, v[0]])
star-of-tensor: tf.add(*tf.unstack(v)[:2])
star-tensor: tf.add_n([*v])
double-star: tf.add(**{"x": x, "y": v[0]})
range-of-tensor: x + sum([1.0 for _ in range(n)])
tuple-of-tensor: x + tuple(v)[0]
list-of-tensor: x + list(v)[0]
iter-next: x + next(iter([x, v[0]]))
iter-tensor: x + next(iter(v))
list-index-of-tensor: x + [1.0, 2.0, 3.0, 4.0][n]
list-index: x + [1.0, 2.0, 3.0][1]
tuple-index-of-tensor: x + (1.0, 2.0, 3.0, 4.0)[n]
list-count: x + float([1.0, 2.0].count(1.0))
list-index-method: x + float([x, v[0]].index(x))
list-times: x + ([x] * 3)[2]
list-times-tensor: x + float(len([1.0] * n))
dict-get: x + {"a": x}.get("a")
dict-default: x + {}.get("a", v[0])
dict-items: x + sum(e for _, e in {"a": x, "b": v[0]}.items())
tuple-compare: x + (1.0 if (x, 1.0) < (v[0], 2.0) else 2.0)
list-equal: x + (1.0 if [x] == [v[0]] else 2.0)
generator: x + sum(e * 2.0 for e in [x, v[0]])
unstack: x + tf.unstack(v)[1]
shape-of: x + tf.cast(tf.shape(v)[0], tf.float32)
shape-equal: x + (1.0 if v.shape == [3] else 2.0)
get-shape: x + float(v.get_shape().as_list()[0])
bytes: x + float(len(bytes(n)))
complex: x + complex(x).real
floordiv: x // 0.5
modulo: x % 0.5
shift: x + tf.cast(n << 1, tf.float32)
invert: x + tf.cast(~n, tf.float32)
index-method: x + float(n.__index__())
bool-and: x + tf.cast((x > 0.0) & (x < 1.0), tf.float32)
literal-eval: x + float("1.5")
slice-object: x + tf.reduce_sum(v[slice(0, 2)])
slice-of-tensor: x + tf.reduce_sum(v[:n])
new-axis: x + v[None, 0][0]
ellipsis: x + tf.reduce_sum(v[..., 0])
boolean-mask: x + tf.reduce_sum(v[v > 0.0])
convert: x + tf.convert_to_tensor([x, 1.0])[0]
constant: x + tf.constant([1.0, 2.0])[1]
constant-of-tensor: x + tf.constant(x)
py-function: x + tf.py_function(lambda e: e * 2.0, [x], tf.float32)
numpy-function: x + tf.numpy_function(lambda e: e * 2.0, [x], tf.float32)
map-fn: x + tf.reduce_sum(tf.map_fn(lambda e: e * x, v))
scan: x + tf.scan(lambda a, e: a + e, v)[-1]
foldl: x + tf.foldl(lambda a, e: a + e, v)
while-loop: tf.while_loop(lambda i, a: i < n, lambda i, a: (i + 1, a + 1.0), [0, x])[1]
tf-cond: tf.cond(x > 0.0, lambda: x + 1.0, lambda: x - 1.0)
tf-case: tf.case([(x > 1.0, lambda: x), (x > 0.0, lambda: -x)], default=lambda: x * 2.0)
switch: tf.switch_case(n % 2, [lambda: x, lambda: -x])
vectorized: x + tf.reduce_sum(tf.vectorized_map(lambda e: e * x, v))
custom-name: tf.add(x, 1.0, name="two words")
good-name: tf.add(x, 1.0, name="added")
executing: x + (1.0 if tf.executing_eagerly() else 2.0)
inside-function: x + (1.0 if tf.inside_function() else 2.0)
is-tensor: x + (1.0 if tf.is_tensor(x) else 2.0)
get-static: x + (1.0 if tf.get_static_value(x) is None else 2.0)
rank-static: x + float(tf.rank(v).numpy())
make-ndarray: x + float(tf.make_ndarray(tf.make_tensor_proto(1.0)))
nest: x + tf.nest.flatten({"a": x, "b": v[0]})[1]
nest-map: x + tf.nest.map_structure(lambda e: e + 1.0, [x])[0]
strings: x + tf.cast(tf.strings.length(tf.strings.as_string(n)), tf.float32)
random-stateless: x + tf.random.stateless_uniform([], seed=[1, 2])
stop-gradient: x + tf.stop_gradient(x)
identity: tf.identity(x)
dataset: x + tf.data.Dataset.from_tensor_slices(v).reduce(0.0, lambda a, e: a + e)
ragged: x + tf.reduce_sum(tf.ragged.constant([[1.0], [2.0, 3.0]]))
sparse: x + tf.sparse.reduce_sum(tf.sparse.from_dense(v))
eye: x + tf.reduce_sum(tf.eye(2))
linspace: x + tf.linspace(0.0, 1.0, 3)[1]
clip: tf.clip_by_value(x, -1.0, 1.0)
norm: x + tf.norm(v)
einsum: x + tf.einsum("i,i->", v, v)
top-k: x + tf.math.top_k(v, 2).values[0]
unique: x + tf.cast(tf.size(tf.unique(v).y), tf.float32)
keras-backend: x + tf.keras.backend.sum(v)
keras-loss: x + tf.keras.losses.MSE(v, v * 2.0)
activation: tf.keras.activations.relu(x)
timestamp: x + 0.0 * tf.cast(tf.timestamp(), tf.float32)
size-of: x + float(tf.size(v))
shape-list: x + tf.reduce_sum(tf.zeros(v.shape.as_list()))
shape-tuple: x + tf.reduce_sum(tf.ones(tuple(v.shape)))
shape-product: x + float(v.shape.num_elements())
tensor-spec: x + float(tf.TensorSpec.from_tensor(v).shape[0])
"""
_WITH_IMPORT = """
math.exp(x) + x
math.sqrt(4.0) + x
math.floor(x) + x
math.fsum([x, 1.0]) + x
math.prod([x, 2.0])
math.isnan(x) * 1.0 + x
x * math.pi
math.hypot(x, 1.0)
math.copysign(1.0, x) + x
np.exp(x)
np.sum(v) + x
np.float32(2.0) * x
x * np.float32(2.0)
np.array([1.0, 2.0], np.float32)[0] + x
x + np.ones(3, np.float32)[0]
tf.reduce_sum(v * np.ones(3, np.float32)) + x
tf.reduce_sum(np.ones(3) * v) + x
np.asarray(v)[0] + x
np.array(x) + x
np.sin(1.0) * x
np.maximum(x, 0.5)
np.shape(v)[0] + x
np.ndim(v) * 1.0 + x
np.dot(v, v) + x
np.random.RandomState(0).rand() * x
np.isscalar(x) * 1.0 + x
itertools.chain([x], [v[0]]).__next__()
sum(itertools.chain([x], [v[0]]))
sum(itertools.islice([x, v[0], 1.0], 2))
sum(itertools.takewhile(lambda e: e > 0.0, [x, v[0]])) + x
sum(itertools.dropwhile(lambda e: e > 0.0, [x, v[0]])) + x
sum(itertools.filterfalse(lambda e: e > 0.0, [x, v[0]])) + x
sum(itertools.compress([x, v[0]], [1, 0]))
sum(itertools.compress([1.0, 2.0], [x, v[0]])) + x
list(itertools.accumulate([x, v[0]]))[-1]
sum(a * b for a, b in itertools.product([x], [v[0]]))
sum(itertools.starmap(lambda a, b: a * b, [(x, 2.0)]))
sum(e for _, e in itertools.zip_longest([1], [x]))
sum(len(list(g)) for _, g in itertools.groupby([1, 1, 2])) * x
sum(len(list(g)) for _, g in itertools.groupby([x, x])) * x
sum(itertools.repeat(x, 2))
sum(a for a, _ in itertools.pairwise([x, v[0], 1.0]))
functools.reduce(lambda a, b: a + b, [x, v[0]])
functools.reduce(lambda a, b: a if a > b else b, [x, v[0]])
functools.partial(tf.add, 1.0)(x)
functools.partial(lambda a, b: a * b, x)(2.0)
functools.lru_cache(lambda a: a)(1.0) * x
functools.lru_cache(lambda a: a)(x)
functools.cmp_to_key(lambda a, b: 0)(1).obj * x
operator.add(x, 1.0)
operator.lt(x, 0.5) * 1.0 if False else x
operator.itemgetter(0)([x])
operator.itemgetter(0)(v) + x
operator.attrgetter("shape")(v)[0] + x
operator.methodcaller("numpy")(x)
operator.truth(x > 0.0) * 1.0 + x
operator.not_(x > 0.0) * 1.0 + x
operator.index(n) * 1.0 + x
operator.contains([x], x) * 1.0 + x
operator.is_(x, x) * 1.0 + x
operator.iadd(x, 1.0)
operator.concat([x], [v[0]])[1] + x
operator.countOf([1.0], 1.0) * x
operator.length_hint(v) * 1.0 + x
operator.getitem(v, 0) + x
operator.matmul(tf.reshape(v, [1, 3]), tf.reshape(v, [3, 1]))[0, 0] + x
copy.copy([x])[0]
copy.deepcopy([1.0])[0] * x
copy.deepcopy([x])[0]
copy.copy(x)
collections.deque([x, v[0]])[0]
collections.deque([x, v[0]], maxlen=1)[0]
collections.OrderedDict(a=x)["a"]
collections.defaultdict(float)["a"] + x
collections.defaultdict(lambda: x)["a"]
collections.Counter([1, 1])[1] * x
collections.Counter([x])[x] * x
collections.ChainMap({"a": x})["a"]
collections.namedtuple("P", "a b")(x, 1.0).a
collections.UserList([x])[0]
collections.UserDict(a=x)["a"]
statistics.mean([1.0, 2.0]) * x
statistics.mean([x, x])
decimal.Decimal(2).__float__() * x
float(decimal.Decimal(float(1.0))) * x
fractions.Fraction(1, 2) * 2.0 + x
float(fractions.Fraction(1, 2)) * x
fractions.Fraction(x) + x
heapq.nlargest(1, [1.0, 2.0])[0] * x
heapq.nlargest(1, [x, v[0]])[0]
heapq.merge([x], [v[0]]).__next__()
bisect.bisect([0.1, 0.2], 0.15) * x
bisect.bisect([0.1, 0.5], x) * 1.0 + x
random.Random(0).random() * x
random.Random(0).uniform(0.0, x)
json.loads("[1.0]")[0] * x
len(json.dumps({"a": 1})) * x
len(json.dumps({"a": x})) * x
len(pickle.dumps(x)) * 0.0 + x
len(pprint.pformat([x])) * 1.0 + x
len(textwrap.dedent(" a")) * x
len(string.Template("$a").substitute(a=1)) * x
len(string.Template("$a").substitute(a=x)) * x
re.match("a", "a").end() * x
struct.pack("f", x)[0] * 1.0 + x
array.array("f", [1.0])[0] * x
array.array("f", [x])[0] + x
types.SimpleNamespace(a=x).a
types.MappingProxyType({"a": x})["a"]
weakref.ref(tf.identity)() (x)
weakref.ref(x)()
inspect.isfunction(x) * 1.0 + x
numbers.Number.__instancecheck__(x) if False else x
isinstance(x, numbers.Number) * 1.0 + x
dataclasses.make_dataclass("P", ["a"])(x).a
enum.IntEnum("Color", "RED BLUE").BLUE * x
typing.cast(float, x)
contextlib.nullcontext(x).__enter__()
warnings.warn("a") or x
logging.getLogger("a").debug("%s", x) or x
logging.getLogger("a").isEnabledFor(10) * 1.0 + x
io.StringIO("1.5").read().__len__() * x
os.path.join("a", "b").__len__() * x
sys.getsizeof(x) * 0.0 + x
sys.version_info[0] * x
time.monotonic() * 0.0 + x
datetime.timedelta(seconds=2).total_seconds() * x
datetime.timedelta(seconds=x).total_seconds() + x
uuid.UUID(int=1).int * x
hashlib.md5(b"a").digest_size * x
base64.b64encode(b"a").__len__() * x
calendar.isleap(2024) * x
cmath.sqrt(4.0).real * x
colorsys.rgb_to_hls(0.5, 0.5, 0.5)[1] * x
secrets.compare_digest("a", "a") * x
zlib.crc32(b"a") * 0.0 + x
queue.Queue().qsize() * 1.0 + x
threading.current_thread().name.__len__() * 0.0 + x
locale.atof("1.5") * x
shlex.split("a b").__len__() * x
unicodedata.digit("1") * x
concurrent.futures.ThreadPoolExecutor(1).submit(lambda: 1.0).result() * x
ast.literal_eval("1.5") * x
tf.Variable(1.0) * x
tf.zeros([2])[0] + x
tf.random.set_seed(1) or x
tf.debugging.assert_greater(x, -9.0) or x
tf.debugging.assert_shapes([(v, (3,))]) or x
tf.debugging.check_numerics(x, "a")
tf.print("a", output_stream="file:///dev/null") and x or x
tf.keras.backend.floatx().__len__() * x
tf.keras.backend.get_value(x) + x
tf.keras.backend.eval(x) + x
tf.io.serialize_tensor(x) and x
tf.io.parse_tensor(tf.io.serialize_tensor(x), tf.float32)
tf.io.decode_raw(b"abcd", tf.uint8).shape[0] * x
tf.config.list_physical_devices("GPU").__len__() * x
tf.get_logger().name.__len__() * x
tf.version.VERSION.__len__() * 0.0 + x
tf.autograph.experimental.do_not_convert(lambda a: a + 1.0)(x)
tf.autograph.to_graph(tf.identity) and x
tf.function(lambda a: a + 1.0)(x)
tf.recompute_grad(lambda a: a * 2.0)(x)
tf.custom_gradient(lambda a: (a * 2.0, lambda d: d))(x)
tf.grad_pass_through(lambda a: a * 2.0)(x)
tf.no_gradient and x
tf.compat.as_str("a").__len__() * x
tf.compat.v1.get_default_graph().building_function * 1.0 + x
tf.distribute.get_strategy().num_replicas_in_sync * x
tf.distribute.get_replica_context().num_replicas_in_sync * x
tf.lookup.StaticHashTable(tf.lookup.KeyValueTensorInitializer([1], [2.0]), 0.0).lookup(n) + x
tf.data.Dataset.range(2).cardinality() and x
tf.data.Dataset.range(2).as_numpy_iterator().__next__() * 1.0 + x
next(iter(tf.data.Dataset.from_tensors(x)))
tf.nest.assert_same_structure([x], [v]) or x
tf.nest.is_nested(x) * 1.0 + x
tf.ensure_shape(v, [3])[0] + x
tf.type_spec_from_value(x).shape.rank * 1.0 + x
tf.errors.InvalidArgumentError(None, None, "a").message.__len__() * x
tf.linalg.trace(tf.eye(2)) + x
tf.signal.frame(v, 1, 1)[0, 0] + x
tf.image.rgb_to_grayscale(tf.ones([1, 1, 3]))[0, 0, 0] + x
tf.math.reduce_std(v) + x
tf.bitwise.invert(n) and x
tf.quantization.quantize(v, 0.0, 1.0, tf.quint8).output_min + x
tf.sets.size(tf.sets.intersection([[1]], [[1]]))[0] and x
tf.audio.decode_wav if x is None else x
tf.saved_model.Asset if x is None else x
tf.summary.should_record_summaries() and x or x
tf.initializers.Ones()(shape=[1])[0] + x
tf.keras.layers.ReLU()(v)[0] + x
tf.keras.utils.to_categorical([1])[0][1] * x
tf.keras.utils.normalize(v)[0][0] + x
tf.keras.preprocessing.sequence.pad_sequences([[1]])[0][0] * x
tf.keras.metrics.Mean()(v) + x
tf.Graph().building_function * 1.0 + x
tf.name_scope("a").name.__len__() * x
tf.dtypes.as_dtype("float32").size * x
tf.experimental.numpy.sum(v) + x
"""
"""Expressions that begin with a call; the modules are imported."""

_STATEMENTS = {
    "assign": "a§ = x * 2.0\nx = a§ + 1.0",
    "augmented": "x += 1.0\nx *= 0.5",
    "annotated": "a§: tf.Tensor = x + 1.0\nx = a§ * 2.0",
    "unpack-pair": "a§, b§ = x, x + 1.0\nx = a§ * b§",
    "unpack-tensor": "a§, b§, c§ = v\nx = x + a§",
    "unpack-unstacked": "a§, b§, c§ = tf.unstack(v)\nx = x + a§",
    "star-target": "a§, *b§ = [x, v[0], v[1]]\nx = x + b§[0]",
    "chained-assignment": "a§ = b§ = x + 1.0\nx = a§ + b§",
    "walrus": "x = x + (a§ := x * 2.0) + a§",
    "match-value": "match v.shape[0]:\n    case 3:\n        x = x + 1.0\n    case _:\n        x = x + 2.0",
    "match-tensor": "match x:\n    case 0.75:\n        x = x + 1.0\n    case _:\n        x = x + 2.0",
    "match-sequence": "match [x, v[0]]:\n    case [a§, b§]:\n        x = a§ + b§",
    "match-class": "match x:\n    case tf.Tensor():\n        x = x + 1.0\n    case _:\n        x = x + 2.0",
    "match-mapping": 'match {"a": x}:\n    case {"a": a§}:\n        x = a§ + 1.0',
    "match-guard": "match 1:\n    case _ if x > 0.0:\n        x = x + 1.0\n    case _:\n        x = x + 2.0",
    "assert-static": "assert v.shape[0] == 3",
    "assert-tensor": "assert x > -100.0",
    "raise-static": 'if v.shape[0] == 9:\n    raise ValueError("nine")',
    "raise-tensor": 'if x > 100.0:\n    raise ValueError("large")',
    "raise-caught": 'try:\n    raise ValueError("a")\nexcept ValueError:\n    x = x + 1.0',
    "except-shape": "try:\n    x = x + tf.reduce_sum(tf.reshape(v, [2, 2]))\n"
    "except tf.errors.InvalidArgumentError:\n    x = x + 1.0",
    "except-key": 'try:\n    x = x + {"a": x}["b"]\nexcept KeyError:\n    x = x + 1.0',
    "except-type": "try:\n    x = x + float(len(x))\nexcept TypeError:\n    x = x + 1.0",
    "except-any": "try:\n    x = x + x.numpy()\nexcept Exception:\n    x = x + 1.0",
    "except-attribute": "try:\n    x = x + x.numpy()\nexcept AttributeError:\n    x = x - 1.0",
    "except-else": "try:\n    a§ = x + 1.0\nexcept ValueError:\n    x = x + 2.0\nelse:\n    x = x + a§",
    "finally": "try:\n    x = x + 1.0\nfinally:\n    x = x * 0.5",
    "with-tape": "with tf.GradientTape() as tape§:\n    tape§.watch(x)\n    y§ = x * x\nx = x + tape§.gradient(y§, x)",
    "with-device": 'with tf.device("/CPU:0"):\n    x = x + 1.0',
    "with-init-scope": "with tf.init_scope():\n    a§ = tf.constant(1.0)\nx = x + a§",
    "with-control": "with tf.control_dependencies([x]):\n    x = x + 1.0",
    "with-suppress": "import contextlib\nwith contextlib.suppress(ValueError):\n    x = x + 1.0",
    "delete": "a§ = x\ndel a§",
    "pass": "pass",
    "docstring": '"text"',
    "ellipsis-statement": "...",
    "expression": "tf.reduce_sum(v)",
    "import-inside": "import math as m§\nx = x + m§.pi",
    "nested-function": "def g§(a):\n    return a + x\nx = g§(x)",
    "nested-default": "def g§(a, b=x):\n    return a + b\nx = g§(1.0)",
    "nested-generator": "def g§():\n    yield x\n    yield v[0]\nx = x + sum(g§())",
    "nested-class": "class C§:\n    a = 1.0\nx = x + C§.a",
    "nested-class-tensor": "class C§:\n    a = x\nx = x + C§.a",
    "nested-nonlocal": "a§ = x\ndef g§():\n    nonlocal a§\n    a§ = a§ + 1.0\ng§()\nx = x + a§",
    "python-while": "i§ = 0\nwhile i§ < 3:\n    x = x + 0.5\n    i§ += 1",
    "python-break": "for i§ in range(4):\n    x = x + 0.5\n    if i§ > 1:\n        break",
    "tensor-break": "for i§ in tf.range(4):\n    x = x + 0.5\n    if x > 1.0:\n        break",
    "mixed-break": "for i§ in range(4):\n    x = x + 0.5\n    if x > 1.0:\n        break",
    "mixed-continue": "for i§ in range(4):\n    if x > 1.0:\n        continue\n    x = x + 0.5",
    "tensor-continue": "for i§ in tf.range(4):\n    if i§ > n:\n        continue\n    x = x + 0.5",
    "mixed-return": "for i§ in range(4):\n    x = x + 0.5\n    if x > 1.0:\n        return x",
    "tensor-return": "if x > 1.0:\n    return x * 2.0",
    "both-return": "if x > 9.0:\n    return x * 2.0\nelse:\n    x = x + 1.0",
    "return-none": "if x > 99.0:\n    return None",
    "for-else": "for i§ in range(2):\n    x = x + 0.5\nelse:\n    x = x + 1.0",
    "while-else": "i§ = 0\nwhile i§ < 2:\n    i§ += 1\nelse:\n    x = x + 1.0",
    "while-true": "while True:\n    x = x + 1.0\n    break",
    "while-true-tensor": "while True:\n    x = x + 1.0\n    if x > 2.0:\n        break",
    "while-tensor": "while x < 1.0:\n    x = x + 0.7",
    "for-tensor": "for e§ in v:\n    x = x + e§",
    "for-enumerate-tensor": "for i§, e§ in enumerate(v):\n    x = x + e§",
    "for-zip-tensor": "for a§, b§ in zip(v, v):\n    x = x + a§ * b§",
    "for-dataset": "for e§ in tf.data.Dataset.range(3):\n    x = x + tf.cast(e§, tf.float32)",
    "for-target-after": "for i§ in tf.range(3):\n    x = x + 0.5\nx = x + tf.cast(i§, tf.float32)",
    "for-items": 'for k§, e§ in {"a": x, "b": v[0]}.items():\n    x = x + e§',
    "for-list": "for e§ in [x, v[0]]:\n    x = x + e§",
    "bound-one-side": "if x > 0.0:\n    a§ = x\nelse:\n    a§ = v[0]\nx = x + a§",
    "bound-one-side-only": "if x > 0.0:\n    a§ = x\n    x = a§ + 1.0",
    "bound-before": "a§ = x\nif x > 0.0:\n    a§ = x * 2.0\nx = x + a§",
    "bound-in-loop": "for _ in tf.range(3):\n    a§ = x * 0.5\n    x = a§ + 1.0",
    "elif": "if x > 1.0:\n    x = x + 1.0\nelif x > 0.0:\n    x = x + 2.0\nelse:\n    x = x + 3.0",
    "dtype-of-sides": "a§ = 1\nif x > 0.0:\n    a§ = 2.0\nx = x + float(a§)",
    "type-of-sides": 'a§ = "a"\nif x > 0.0:\n    a§ = "b"\nx = x + (1.0 if a§ == "a" else 2.0)',
    "int-counter": "c§ = 0\nfor _ in tf.range(n):\n    c§ += 1\nx = x + tf.cast(c§, tf.float32)",
    "int-counter-float": "c§ = 0\nfor _ in tf.range(n):\n    c§ += 1\nx = x + float(c§)",
    "int-counter-index": "c§ = 0\nfor _ in tf.range(n):\n    c§ += 1\nx = x + [0.0, 1.0, 2.0, 3.0][c§]",
    "counter-format": 'c§ = 0\nif x > 0.0:\n    c§ += 1\nx = x + float(len("%d" % c§))',
    "list-in-loop": "a§ = []\nfor _ in tf.range(n):\n    a§.append(x)\nx = x + float(len(a§))",
    "list-in-python-loop": "a§ = []\nfor i§ in range(3):\n    a§.append(x * i§)\nx = x + tf.add_n(a§)",
    "tensor-array": "a§ = tf.TensorArray(tf.float32, 0, True)\nfor i§ in tf.range(2):\n"
    "    a§ = a§.write(i§, x)\nx = x + tf.reduce_sum(a§.stack())",
    "tensor-array-dropped": "a§ = tf.TensorArray(tf.float32, 2)\na§.write(0, x)\na§.write(1, x)\n"
    "x = x + tf.reduce_sum(a§.stack())",
    "concat-in-loop": "a§ = v\nfor _ in tf.range(n):\n    a§ = tf.concat([a§, v], 0)\nx = x + tf.reduce_sum(a§)",
    "reshape-in-branch": "a§ = v\nif x > 0.0:\n    a§ = a§[:2]\nx = x + tf.reduce_sum(a§)",
    "slice-in-loop": "a§ = v\nfor _ in tf.range(n):\n    a§ = a§[1:]\nx = x + tf.reduce_sum(a§)",
    "dictionary": 'd§ = {"a": x}\nd§["b"] = x * 2.0\nx = d§["a"] + d§["b"]',
    "dictionary-union": 'd§ = {"a": x} | {"b": v[0]}\nx = x + d§["b"]',
    "dictionary-pop": 'd§ = {"a": x, "b": v[0]}\nx = x + d§.pop("b")',
    "list-sort": "l§ = [2.0, 1.0]\nl§.sort()\nx = x + l§[0]",
    "list-sort-tensors": "l§ = [x, v[0]]\nl§.sort()\nx = x + l§[0]",
    "list-sort-key": "l§ = [x, v[0]]\nl§.sort(key=lambda e: e)\nx = x + l§[0]",
    "list-remove": "l§ = [x, v[0]]\nl§.remove(x)\nx = x + l§[0]",
    "list-pop-tensor": "l§ = [1.0, 2.0, 3.0, 4.0]\nx = x + l§.pop(n)",
    "list-insert-tensor": "l§ = [1.0, 2.0]\nl§.insert(n, 3.0)\nx = x + l§[0]",
    "list-extend-tensor": "l§ = [1.0]\nl§.extend(v)\nx = x + l§[1]",
    "list-augmented": "l§ = [x]\nl§ += [v[0]]\nx = x + l§[1]",
    "list-slice-assign": "l§ = [x, x]\nl§[:] = [v[0], v[1]]\nx = x + l§[0]",
    "list-item-tensor-index": "l§ = [1.0, 2.0, 3.0, 4.0]\nl§[n] = 5.0\nx = x + l§[0]",
    "set-update": "s§ = set()\ns§.add(1.0)\nx = x + sum(s§)",
    "set-of-refs": "s§ = set()\ns§.add(x.ref())\nx = x + float(len(s§))",
    "setattr": 'o§ = type("O", (), {})()\nsetattr(o§, "v", x)\nx = x + o§.v',
    "try-iterator": "i§ = iter([x])\nnext(i§)\ntry:\n    next(i§)\nexcept StopIteration:\n    x = x + 1.0",
    "variable-guarded": "x = x + 1.0",
    "numpy-item": "import numpy as np\na§ = np.zeros(3, np.float32)\na§[0] = 1.0\nx = x + a§[0]",
    "numpy-item-tensor": "import numpy as np\na§ = np.zeros(3, np.float32)\na§[0] = x\nx = x + a§[0]",
    "numpy-loop": "import numpy as np\na§ = np.zeros(3)\nfor _ in tf.range(n):\n    a§ = a§ + 1.0\n"
    "x = x + tf.cast(tf.reduce_sum(a§), tf.float32)",
    "print": 'print("text")',
    "print-tensor": "print(x)",
    "tf-print": 'tf.print("text", output_stream="file:///dev/null")',
    "locals": 'x = x + locals()["x"]',
    "eval": 'x = x + eval("1.0 + 1.0")',
    "exec": "exec('a = 1')",
    "eval-tensor": 'x = x + eval("x")',
    "gradient-of-variable": "pass",
    "yield-from-helper": "x = x + sum(e for e in (y for y in [x, v[0]]))",
    "decorated-helper": "import functools\n@functools.wraps(tf.sin)\ndef g§(a):\n    return a + 1.0\nx = g§(x)",
    "cached-helper": "import functools\n@functools.lru_cache(None)\ndef g§(a):\n    return a + 1.0\nx = x + g§(1.0)",
    "recursion-static": "def g§(a, k):\n    return a if k == 0 else g§(a + 1.0, k - 1)\nx = g§(x, 3)",
    "recursion-tensor": "def g§(a, k):\n    return a if k <= 0 else g§(a + 1.0, k - 1)\nx = g§(x, n)",
    "string-building": 's§ = ""\nfor i§ in range(3):\n    s§ += str(i§)\nx = x + float(len(s§))',
    "global-function": "import builtins\nx = x + builtins.sum([x, 1.0])",
    "set-shape": "a§ = tf.identity(v)\na§.set_shape([3])\nx = x + a§[0]",
    "property-of-numbers": "x = x + (1.5).real",
    "conjugate": "x = x + tf.math.real(tf.complex(x, x).conj()) if False else x + 1.0",
    "lambda-in-loop": "g§ = [lambda a, i=i: a + i for i in range(2)]\nx = g§[1](x)",
    "late-lambda": "g§ = []\nfor i§ in range(2):\n    g§.append(lambda a: a + float(i§))\nx = g§[0](x)",
    "try-return": "try:\n    y§ = x * 2.0\nfinally:\n    pass\nx = y§",
    "swap": "a§, b§ = x, v[0]\na§, b§ = b§, a§\nx = a§ - b§ * 0.5",
    "swap-in-branch": "a§, b§ = x, v[0]\nif x > 0.0:\n    a§, b§ = b§, a§\nx = a§ - b§ * 0.5",
    "function-swap": "g§ = tf.sin\nif x > 0.0:\n    g§ = tf.cos\nx = g§(x)",
    "function-choice": "g§ = tf.sin if v.shape[0] == 3 else tf.cos\nx = g§(x)",
    "object-swap": 'o§ = type("O", (), {"v": 1.0})()\nif x > 0.0:\n    o§ = type("O", (), {"v": 2.0})()\nx = x + o§.v',
    "none-swap": "a§ = None\nif x > 0.0:\n    a§ = x\nif a§ is not None:\n    x = x + a§",
    "bool-flag": "f§ = False\nif x > 0.0:\n    f§ = True\nif f§:\n    x = x + 1.0",
    "tuple-in-branch": "t§ = (x, x)\nif x > 0.0:\n    t§ = (v[0], v[1])\nx = x + t§[0]",
    "dict-in-branch": 'd§ = {"a": x}\nif x > 0.0:\n    d§ = {"a": v[0]}\nx = x + d§["a"]',
    "dict-other-keys": 'd§ = {"a": x}\nif x > 0.0:\n    d§ = {"b": v[0]}\nx = x + list(d§.values())[0]',
    "string-method": 'x = x + float("a,b".split(",")[1] == "b")',
    "negative-step": "x = x + v[::-1][0]",
    "global-read-late": "x = x + float(__name__ == '__main__')",
}

_WITH_MODULE = (
    Operation("class-property", "x = x + o§.double", module="""
class C§:
    def __init__(self, v):
        self.v = v

    @property
    def double(self):
        return self.v * 2.0


o§ = C§(1.5)"""),
    Operation("class-call", "x = o§(x)", module="""
class C§:
    def __call__(self, a):
        return a * 2.0


o§ = C§()"""),
    Operation("class-operators", "x = (o§ + x) * 0.5", module="""
class C§:
    def __add__(self, other):
        return other + 1.0


o§ = C§()"""),
    Operation("class-getattr", "x = x + o§.anything", module="""
class C§:
    def __getattr__(self, name):
        return 1.5


o§ = C§()"""),
    Operation("class-getitem", "x = x + o§[0] + len(o§)", module="""
class C§:
    def __getitem__(self, i):
        return 1.5

    def __len__(self):
        return 2


o§ = C§()"""),
    Operation("class-bool", "x = x + (1.0 if C§(x) else 2.0)", module="""
class C§:
    def __init__(self, a):
        self.a = a

    def __bool__(self):
        return bool(self.a > 0.0)"""),
    Operation("class-equality", "x = x + (1.0 if C§(x) == C§(v[0]) else 2.0)", module="""
class C§:
    def __init__(self, a):
        self.a = a

    def __eq__(self, other):
        return self.a > other.a

    __hash__ = None"""),
    Operation("class-iteration", "for e§ in C§(x):\n    x = x + e§", module="""
class C§:
    def __init__(self, a):
        self.a = a

    def __iter__(self):
        return iter([self.a, self.a])"""),
    Operation("class-context", "with C§(x) as a§:\n    x = x + a§", module="""
class C§:
    def __init__(self, a):
        self.a = a

    def __enter__(self):
        return self.a

    def __exit__(self, *rest):
        return False"""),
    Operation("class-swallowing", "with C§():\n    x = x + float(tf.reshape(v, [2, 2])[0, 0])", module="""
class C§:
    def __enter__(self):
        return self

    def __exit__(self, kind, error, trace):
        return kind is not None and kind.__name__ == "InvalidArgumentError\""""),
    Operation("metaclass-call", "x = C§(x)", module="""
class M§(type):
    def __call__(cls, a):
        return a + 1.0 if a > 0.0 else a


class C§(metaclass=M§):
    pass"""),
    Operation("descriptor", "x = x + C§().d", module="""
class D§:
    def __get__(self, owner, cls=None):
        return 1.5


class C§:
    d = D§()"""),
    Operation("dataclass", "x = x + C§(x, 1.0).a", module="""
import dataclasses


@dataclasses.dataclass
class C§:
    a: float
    b: float"""),
    Operation("frozen-dataclass", "x = x + dataclasses.replace(c§, a=2.0).a", module="""
import dataclasses


@dataclasses.dataclass(frozen=True)
class C§:
    a: float


c§ = C§(1.0)"""),
    Operation("named-tuple", "x = x + P§(x, 1.0)._replace(b=2.0).b", module="""
import typing


class P§(typing.NamedTuple):
    a: float
    b: float"""),
    Operation("enumeration", "x = x * (2.0 if m§ is E§.A else 1.0)", module="""
import enum


class E§(enum.Enum):
    A = 1
    B = 2


m§ = E§.A""", between="m§ = E§.A if k % 2 else E§.B"),
    Operation("generator-function", "for e§ in g§(x):\n    x = x + e§", module="""
def g§(a):
    yield a
    yield a * 2.0"""),
    Operation("context-generator", "with g§(x) as a§:\n    x = x + a§", module="""
import contextlib


@contextlib.contextmanager
def g§(a):
    yield a * 2.0"""),
    Operation("cached-function", "x = x + g§(2.0)", module="""
import functools


@functools.lru_cache(maxsize=None)
def g§(a):
    return a * 2.0"""),
    Operation("cached-of-tensor", "x = x + g§(x)", module="""
import functools


@functools.lru_cache(maxsize=None)
def g§(a):
    return 1.0"""),
    Operation("cached-tensor-made", "x = x + g§(2.0)", module="""
import functools


@functools.lru_cache(maxsize=None)
def g§(a):
    return tf.constant(a) * 2.0"""),
    Operation("cached-property", "x = x + o§.made", module="""
import functools


class C§:
    @functools.cached_property
    def made(self):
        return tf.constant(2.0)


o§ = C§()"""),
    Operation("dispatched", "x = g§(x)", module="""
import functools


@functools.singledispatch
def g§(a):
    return a + 1.0


@g§.register
def _(a: int):
    return a + 2.0"""),
    Operation("decorated", "x = g§(x)", module="""
import functools


def log§(f):
    @functools.wraps(f)
    def inner(*args, **keywords):
        return f(*args, **keywords) + 1.0

    return inner


@log§
def g§(a):
    return a * 2.0"""),
    Operation("counting-decorator", "x = g§(x)", module="""
count§ = [0]


def counted§(f):
    def inner(*args):
        count§[0] += 1
        return f(*args)

    return inner


@counted§
def g§(a):
    return a * 2.0""", shown="count§"),
    Operation("inheritance", "x = C§().of(x)", module="""
class B§:
    def of(self, a):
        return a * 2.0


class C§(B§):
    def of(self, a):
        return super().of(a) + 1.0"""),
    Operation("static-and-class-methods", "x = C§.one(x) + C§.two(x)", module="""
class C§:
    scale = 0.5

    @staticmethod
    def one(a):
        return a * 2.0

    @classmethod
    def two(cls, a):
        return a * cls.scale"""),
    Operation("private-attribute", "x = C§().of(x)", module="""
class C§:
    def __init__(self):
        self.__scale = 2.0

    def of(self, a):
        return a * self.__scale"""),
    Operation("private-with-condition", "x = C§().of(x)", module="""
class C§:
    def __init__(self):
        self.__scale = 2.0

    def of(self, a):
        if a > 0.0:
            a = a * self.__scale
        return a"""),
    Operation("slots", "o§ = C§()\no§.a = x\nx = x + o§.a", module="""
class C§:
    __slots__ = ("a",)"""),
    Operation("keyword-only", "x = g§(x, scale=2.0)", module="""
def g§(a, /, *, scale=1.0):
    return a * scale"""),
    Operation("variadic", "x = g§(x, 1.0, b=2.0)", module="""
def g§(*a, **b):
    return a[0] + a[1] * b["b"]"""),
    Operation("mutable-default", "x = g§(x)", module="""
def g§(a, kept=[]):
    kept.append(1)
    return a + float(len(kept))"""),
    Operation("callback-table", 'x = t§["b"](x)', module='t§ = {"a": tf.sin, "b": tf.cos}'),
    Operation("callback-changed", "x = t§[0](x)", module="t§ = [tf.sin]", between="t§[0] = tf.cos if k % 2 else tf.sin"),
    Operation("global-list-appended", "s§.append(1)\nx = x + 1.0", module="s§ = []", shown="s§"),
    Operation("tensor-kept", "s§.append(x)\nx = x + 1.0", module="s§ = []", shown="[float(e) for e in s§]"),
    Operation("object-keeps-tensor", "o§.last = x\nx = x + 1.0", module="class C§:\n    last = 0.0\n\n\no§ = C§()",
              shown="float(o§.last)"),
    Operation("variable-assigned", "w§.assign_add(x)\nx = x + w§", module="w§ = tf.Variable(1.0)", shown="w§.numpy()"),
    Operation("variable-read-twice", "a§ = w§.read_value()\nw§.assign(x)\nx = a§ + w§",
              module="w§ = tf.Variable(1.0)", shown="w§.numpy()"),
    Operation("variable-augmented", "w§ = o§[0]\nw§.assign_sub(0.5)\nx = x + w§", module="o§ = [tf.Variable(1.0)]",
              shown="o§[0].numpy()"),
    Operation("variable-value-kept", "a§ = w§\nw§.assign(2.0)\nx = x + a§", module="w§ = tf.Variable(1.0)",
              between="w§.assign(float(k))"),
    Operation("variable-condition", "if w§ > 1.0:\n    x = x + 1.0", module="w§ = tf.Variable(1.0)",
              between="w§.assign(float(k))"),
    Operation("variable-swapped", "x = x + w§", module="w§ = tf.Variable(1.0)", between="w§ = tf.Variable(float(k))"),
    Operation("variable-shape", "x = x + float(w§.shape[0])", module="w§ = tf.Variable([1.0, 2.0])"),
    Operation("variable-numpy", "x = x + w§.numpy()", module="w§ = tf.Variable(1.0)", between="w§.assign(float(k))"),
    Operation("variable-float", "x = x + float(w§)", module="w§ = tf.Variable(1.0)", between="w§.assign(float(k))"),
    Operation("variable-int-index", "x = x + [1.0, 2.0, 3.0][int(w§) % 3]", module="w§ = tf.Variable(1.0)",
              between="w§.assign(float(k))"),
    Operation("variable-made-once", "if h§.w is None:\n    h§.w = tf.Variable(1.0)\nh§.w.assign_add(1.0)\nx = x + h§.w",
              module="class C§:\n    w = None\n\n\nh§ = C§()"),
    Operation("optimizer-rate", "x = x * o§.learning_rate", module="o§ = tf.keras.optimizers.SGD(0.5)",
              between="o§.learning_rate = float(k)"),
    Operation("optimizer-momentum", "x = x * o§.momentum", module="o§ = tf.keras.optimizers.SGD(0.5, momentum=0.5)",
              between="o§.momentum = k * 0.1"),
    Operation("layer-attribute", "x = x * l§.scale", module="l§ = tf.keras.layers.Layer()\nl§.scale = 1.0",
              between="l§.scale = float(k)"),
    Operation("layer-trainable", "x = x + float(l§.trainable)", module="l§ = tf.keras.layers.Layer()",
              between="l§.trainable = bool(k % 2)"),
    Operation("layer-name", "x = x + float(len(l§.name) > 0)", module="l§ = tf.keras.layers.Layer()"),
    Operation("layer-called", "x = x + tf.reduce_sum(l§(tf.reshape(v, [1, 3])))",
              module='l§ = tf.keras.layers.Dense(1, kernel_initializer="ones")\nl§.build((None, 3))'),
    Operation("layer-weights", "x = x + tf.add_n([tf.reduce_sum(w) for w in l§.weights])",
              module='l§ = tf.keras.layers.Dense(1, kernel_initializer="ones")\nl§.build((None, 3))'),
    Operation("floatx", "x = x + float(len(tf.keras.backend.floatx()))",
              between='tf.keras.backend.set_floatx("float32" if k % 2 else "float16")'),
    Operation("environment", 'x = x + float(os.environ.get("FUZZ", "0"))', module="import os",
              between='os.environ["FUZZ"] = str(k)'),
    Operation("environment-written", 'os.environ["FUZZ"] = "1"', module="import os", shown='os.environ.get("FUZZ")'),
    Operation("recursion-limit", "x = x + float(sys.getrecursionlimit() % 7)", module="import sys",
              between="sys.setrecursionlimit(3000 + k)"),
    Operation("logging-level", "x = x + float(log§.level)", module='import logging\n\nlog§ = logging.getLogger("fuzz§")',
              between="log§.setLevel(k * 10)"),
    Operation("random-state", "x = x + r§.random()", module="import random\n\nr§ = random.Random(0)"),
    Operation("random-module", "random.seed(1)\nx = x + random.random()", module="import random"),
    Operation("numpy-random", "x = x + np.random.rand() * 0.0", module="import numpy as np"),
    Operation("clock", "x = x + time.time() * 0.0", module="import time"),
    Operation("file-written", 'f§.write("a")', module="import io\n\nf§ = io.StringIO()", shown="f§.getvalue()"),
    Operation("counter-object", "c§.update([1])\nx = x + 1.0", module="import collections\n\nc§ = collections.Counter()",
              shown="c§"),
    Operation("next-of-global", "x = x + next(i§)", module="import itertools\n\ni§ = itertools.count(1.0)"),
    Operation("dataset-iterator", "x = x + next(i§)",
              module="i§ = iter(tf.data.Dataset.from_tensor_slices([1.0, 2.0, 3.0]).repeat())"),
    Operation("queue", "q§.put(1)\nx = x + 1.0", module="import queue\n\nq§ = queue.Queue()", shown="q§.qsize()"),
    Operation("thread", "t§ = threading.Thread(target=s§.append, args=(1,))\nt§.start()\nt§.join()",
              module="import threading\n\ns§ = []", shown="s§"),
    Operation("atexit", "atexit.unregister(print)", module="import atexit"),
    Operation("warning-filter", 'warnings.simplefilter("ignore")', module="import warnings"),
    Operation("partial-changed", "x = p§(x)", module="import functools\n\np§ = functools.partial(tf.add, y=1.0)",
              between='p§.keywords["y"] = float(k)'),
    Operation("module-attribute", "x = x + m§.v", module='import types\n\nm§ = types.ModuleType("m")\nm§.v = 1.0',
              between="m§.v = float(k)"),
    Operation("function-attribute", "x = x + g§.v", module="def g§():\n    pass\n\n\ng§.v = 1.0", between="g§.v = float(k)"),
    Operation("function-rebound", "x = g§(x)", module="def g§(a):\n    return a + 1.0",
              between="if k == 1:\n    g§ = tf.sin"),
    Operation("method-rebound", "x = o§.of(x)",
              module="class C§:\n    def of(self, a):\n        return a + 1.0\n\n\no§ = C§()", between="if k == 1:\n    o§.of = tf.sin"),
    Operation("class-rebound", "x = C§().of(x)", module="class C§:\n    def of(self, a):\n        return a + 1.0",
              between="if k == 1:\n    C§.of = lambda self, a: a - 1.0"),
    Operation("loss-object", "x = x + l§(v, v * 2.0)", module="l§ = tf.keras.losses.MeanSquaredError()"),
    Operation("metric-updated", "m§.update_state(x)\nx = x + m§.result()", module="m§ = tf.keras.metrics.Mean()",
              shown="m§.result().numpy()"),
    Operation("hash-table", "x = x + t§.lookup(n)", module="t§ = tf.lookup.StaticHashTable(\n"
              "    tf.lookup.KeyValueTensorInitializer([1, 2], [2.0, 3.0]), 0.0)"),
    Operation("mutable-table", "t§.insert(n, x)\nx = x + t§.lookup(n)",
              module="t§ = tf.lookup.experimental.MutableHashTable(tf.int32, tf.float32, 0.0)", shown="t§.size().numpy()"),
    Operation("captured-tensor", "x = x + a§", module="a§ = tf.constant(2.0)"),
    Operation("captured-array", "x = x + tf.reduce_sum(a§)", module="import numpy as np\n\na§ = np.ones(3, np.float32)"),
    Operation("captured-array-changed", "x = x + tf.reduce_sum(a§)", module="import numpy as np\n\na§ = np.ones(3, np.float32)",
              between="a§[0] = float(k)"),
    Operation("tensor-rebound", "x = x + a§", module="a§ = tf.constant(2.0)", between="a§ = tf.constant(float(k))"),
)  # fmt: skip

_HELD = (
    "s§, k§, b§, t§, d§, m§ = [x, v[0]], 1, B§(), [1], {'a': x, (0, 1): v[0]}, [[x], [v[0]]]\n"
    "b§.v, b§.h, b§.k, l§ = x, [x, v[1]], 1, s§"
)
"""What holds tensors before the items and attributes of `_PLACES` are assigned."""
_READ = "x = x + tf.add_n([*s§, b§.v, *b§.h, *d§.values(), *m§[0], *m§[1]]) * 0.25"
_PLACES = """
s§[0]
s§[-1]
s§[True]
s§[k§]
s§[k§ - 1]
s§[len(s§) - 1]
s§[t§[0]]
s§[b§.k]
l§[1]
d§["a"]
d§[0, 1]
b§.v
b§.h[0]
b§.h[-1]
m§[0][0]
m§[k§][0]
m§[-1][0]
""".split("\n")[1:-1]
"""Items and attributes, in each way in which an index is written."""
_ASSIGNING = {
    "inner-loop": "for j§ in range(2):\n    s§[j§] = s§[j§] * 0.5 + x",
    "enumerated": "for j§, e§ in enumerate(s§):\n    s§[j§] = e§ * 0.5 + x",
    "keys": "for j§, e§ in d§.items():\n    d§[j§] = e§ * 0.5 + x",
    "each-object": "for c§ in [b§, b§]:\n    c§.v = c§.v * 0.5 + x",
    "each-list": "for c§ in m§:\n    c§[0] = c§[0] * 0.5 + x",
    "index-set": "j§ = 1\ns§[j§] = s§[j§] * 0.5 + x",
    "index-set-behind": "s§[k§] = s§[k§] * 0.5 + x\nk§ = 0",
    "another-name": "u§ = s§\nu§[0] = u§[0] * 0.5 + x",
    "slice": "s§[1:2] = [s§[1] * 0.5 + x]",
    "pair": "s§[0], s§[1] = s§[1] * 0.5, s§[0] + x",
    "this-round": "for j§ in range(2):\n    s§[j§] = x * 0.5\nx = x + s§[0] * s§[1]",
    "next-round": "x = x + s§[0] * s§[1]\nfor j§ in range(2):\n    s§[j§] = x * 0.5",
    "update": "d§.update(a=d§['a'] * 0.5 + x)",
    "set-attribute": 'setattr(b§, "v", b§.v * 0.5 + x)',
    "list-rebuilt": "s§ = [e * 0.5 + x for e in s§]",
    "list-rebuilt-enumerated": "s§ = [e * float(j + 1) + x for j, e in enumerate(s§)]",
    "list-rebuilt-cut": "s§ = [e * 0.5 + x for e in s§[:1]]",
    "list-rebuilt-filtered": "s§ = [e * 0.5 + x for j, e in enumerate(s§) if j < 2]",
    "list-rebuilt-of-others": "s§ = [x * 0.5 for _ in range(3)]",
    "list-rebuilt-side-by-side": "s§ = [e * f + x for e, f in zip(s§, [0.5, 0.25])]",
    "list-rebuilt-wider": "s§ = [tf.reduce_sum(e) + v * 0.5 for e in s§]",
    "list-rebuilt-then-item": "s§ = [e * 0.5 + x for e in s§]\ns§[-1] = s§[-1] + x",
    "list-written-out": "s§ = [s§[0] * 0.5 + x, s§[1]]",
    "tuple-rebuilt": "s§ = tuple(e * 0.5 + x for e in s§)",
    "dictionary-rebuilt": "d§ = {j: e * 0.5 + x for j, e in d§.items()}",
}
"""Statements that assign items, attributes and whole structures in further ways."""


def _items() -> Iterator[Operation]:
    module = "class B§:\n    v = None"
    for place in _PLACES:
        name = place.replace("§", "")
        yield Operation(f"carry {name}", f"{place} = {place} * 0.5 + x", _HELD, _READ, module)
        yield Operation(f"carry {name} +=", f"{place} += x", _HELD, _READ, module)
    for name, text in _ASSIGNING.items():
        yield Operation(f"carry {name}", text, _HELD, _READ.replace("tf.add_n([", "tf.reduce_sum([tf.reduce_sum(e) for e in [")
                        .replace("])", "]])"), module)


_MODULES = (
    "array ast base64 bisect calendar cmath collections colorsys concurrent.futures contextlib copy dataclasses datetime "
    "decimal enum fractions functools hashlib heapq inspect io itertools json locale logging math numbers operator os pickle "
    "pprint queue random re secrets shlex statistics string struct sys textwrap threading time types typing unicodedata uuid "
    "warnings weakref zlib"
).split()


def operations() -> list[Operation]:
    """All of them, in an order that stays."""
    found = []
    for line in _EXPRESSIONS.strip().splitlines():
        name, text = line.split(": ", 1)
        found.append(Operation(name, f"x = {text}"))
    for text in _WITH_IMPORT.strip().splitlines():
        imports = [f"import {name}" for name in _MODULES if f"{name}." in text]
        imports += ["import numpy as np"] if "np." in text else []
        found.append(Operation(text, f"x = {text}", module="\n".join(imports)))
    found += [Operation(name, text) for name, text in _STATEMENTS.items()]
    return [*found, *_WITH_MODULE, *cells(), *_items()]
