# == from tensors and slices
for x in tf.data.Dataset.from_tensor_slices([1, 2]):
    tensor(x)
for x in tf.data.Dataset.from_tensors(tf.ones(1)):
    tensor_t(x)
for x, y in tf.data.Dataset.from_tensor_slices(([1, 2], [3, 4])):
    tensor_x(x); tensor_y(y)
for d in tf.data.Dataset.from_tensor_slices({"a": [1, 2]}):
    nested(d); tensor_a(d["a"])
# == slices of arrays
import numpy as np
for x, y in tf.data.Dataset.from_tensor_slices((np.zeros(3), np.zeros(3))).shuffle(10).batch(2).prefetch(1):
    tensor(x); tensor_y(y)
# == range, list_files, TextLineDataset, TFRecordDataset, random
for x in tf.data.Dataset.range(3):
    tensor(x)
for x in tf.data.Dataset.list_files("*.x"):
    tensor_f(x)
for x in tf.data.TextLineDataset(["a"]):
    tensor_l(x)
for x in tf.data.TFRecordDataset("a"):
    tensor_r(x)
for x in tf.data.Dataset.random(seed=1).take(2):
    tensor_q(x)
# == csv
for features, label in tf.data.experimental.make_csv_dataset("f", 3, label_name="y"):
    tensor(label); tensor_f(features["a"])
# == a generator of the project
def gen():
    for i in range(3):
        yield i, [i]
for x, y in tf.data.Dataset.from_generator(gen, output_types=(tf.int32, tf.int32)):
    tensor(x); tensor_y(y)
for x in tf.data.Dataset.from_generator(lambda: iter([1]), output_signature=tf.TensorSpec(())):
    tensor_s(x)
# == a generator with arguments
def gen(n):
    plain(n)
    yield n
for x in tf.data.Dataset.from_generator(gen, tf.int32, args=(tf.constant(3),)):
    tensor(x)
# == map
def f(x, y):
    tensor(x); tensor_y(y)
    return x, y, x
for a, b, c in tf.data.Dataset.from_tensor_slices(([1], [2])).map(f, num_parallel_calls=tf.data.AUTOTUNE):
    tensor_a(a); tensor_c(c)
# == map of dictionaries, to dictionaries
def f(d):
    nested(d)
    tensor(d["a"])
    return {"b": d["a"], **d}
for d in tf.data.Dataset.from_tensor_slices({"a": [1]}).map(f):
    tensor_b(d["b"])
# == map with a lambda and a partial
import functools
def f(x, size, flag=False):
    tensor(x); plain(size); plain_flag(flag)
    return x
ds = tf.data.Dataset.range(3)
ds.map(lambda x: f(x, 3))
ds.map(functools.partial(f, size=3, flag=True))
# == map of a nested structure
def f(pair, z):
    a, b = pair
    tensor(a); tensor_b(b); tensor_z(z)
    return a
tf.data.Dataset.from_tensor_slices((([1], [2]), [3])).map(f)
# == numbers that a mapped function gives are tensors afterwards
for x, n in tf.data.Dataset.range(3).map(lambda x: (x, 3)):
    tensor(x); tensor_n(n)
# == filter, take_while, take, skip, repeat, cache, shard
ds = tf.data.Dataset.range(3).filter(lambda x: tensor(x) > 1).take_while(lambda x: tensor_w(x) < 3)
for x in ds.take(2).skip(1).repeat().cache().shard(2, 0).with_options(tf.data.Options()):
    tensor_x(x)
# == interleave and flat_map
def files(name):
    tensor(name)
    return tf.data.TextLineDataset(name)
for line in tf.data.Dataset.list_files("*").interleave(files, cycle_length=2):
    tensor_line(line)
for line in tf.data.Dataset.list_files("*").flat_map(lambda f: files(f)):
    tensor_flat(line)
# == zip, concatenate
a, b = tf.data.Dataset.range(3), tf.data.Dataset.range(3)
for x, y in tf.data.Dataset.zip((a, b)):
    tensor(x); tensor_y(y)
for x in a.concatenate(b):
    tensor_c(x)
for x, (y, z) in tf.data.Dataset.zip((a, tf.data.Dataset.zip((a, b)))):
    tensor_z(z)
# == batches and windows
ds = tf.data.Dataset.range(9)
for x in ds.padded_batch(2, padded_shapes=[]):
    tensor(x)
for x in ds.batch(2, drop_remainder=True).unbatch():
    tensor_u(x)
for w in ds.window(3):
    for x in w:
        tensor_w(x)
for x in ds.window(3).flat_map(lambda w: w.batch(3)):
    tensor_f(x)
# == reduce and scan
def add(total, x):
    tensor(total); tensor_x(x)
    return total + x
tensor_out(tf.data.Dataset.range(3).reduce(tf.constant(0, tf.int64), add))
tf.data.Dataset.range(3).reduce(0, lambda s, _: tensor_s(s) + 1)
for x in tf.data.Dataset.range(3).scan(tf.constant(0, tf.int64), lambda s, x: (s + x, s)):
    tensor_scan(x)
# == enumerate, of both kinds
ds = tf.data.Dataset.range(3)
for i, x in enumerate(ds):
    plain(i); tensor(x)
for i, x in ds.enumerate():
    tensor_i(i); tensor_x(x)
for i, (a, b) in enumerate(tf.data.Dataset.zip((ds, ds)), start=1):
    plain_start(i); tensor_b(b)
# == iter and next
it = iter(tf.data.Dataset.from_tensor_slices(([1], [2])))
x, y = next(it)
tensor(x); tensor_y(y)
tensor_n(it.get_next()[0])
# == an iterator in a field
class Feed:
    def __init__(self, ds):
        self.it = iter(ds)
    def batch(self):
        return next(self.it)
tensor(Feed(tf.data.Dataset.range(3)).batch())
# == as_numpy_iterator
for x in tf.data.Dataset.range(3).as_numpy_iterator():
    plain(x)
plain_next(next(iter(tf.data.Dataset.range(3).as_numpy_iterator())))
plain_all(list(tf.data.Dataset.range(3).as_numpy_iterator()))
# == comprehensions and list
ds = tf.data.Dataset.range(3)
for x in [x for x in ds]:
    tensor(x)
for x in list(ds.take(2)):
    tensor_l(x)
tensor_one(next(iter(ds)))
# == element_spec, cardinality, len
ds = tf.data.Dataset.range(3)
plain(ds.element_spec)
tensor(ds.cardinality())
plain_len(len(ds))
# == get_single_element
tensor(tf.data.Dataset.range(1).get_single_element())
# == apply
def twice(ds):
    return ds.repeat(2)
for x in tf.data.Dataset.range(3).apply(twice):
    tensor(x)
for x in tf.data.Dataset.range(3).apply(tf.data.experimental.ignore_errors()):
    tensor_i(x)
# == ragged, group_by_window, bucket
ds = tf.data.Dataset.range(9)
for x in ds.group_by_window(lambda x: tensor(x) % 2, lambda k, w: w.batch(2), window_size=2):
    tensor_x(x)
for x in ds.bucket_by_sequence_length(lambda x: tensor_l(x), [3], [2, 2]):
    tensor_b(x)
# == sample_from_datasets, choose_from_datasets
ds = tf.data.Dataset.range(9)
for x in tf.data.Dataset.sample_from_datasets([ds, ds]):
    tensor(x)
for x in tf.data.experimental.choose_from_datasets([ds, ds], ds):
    tensor_c(x)
# == a function that makes data sets
def make(path, batch):
    ds = tf.data.TFRecordDataset(path)
    return ds.map(parse).batch(batch)
def parse(record):
    tensor(record)
    got = tf.io.parse_single_example(record, {"x": tf.io.FixedLenFeature([], tf.int64)})
    return got["x"], got
for x, got in make("p", 2):
    tensor_x(x); tensor_got(got["x"])
# == a data set in a field, and in a dictionary
class Data:
    def __init__(self):
        self.train = tf.data.Dataset.range(3).batch(2)
        self.all = {"val": tf.data.Dataset.range(3)}
    def run(self):
        for x in self.train:
            tensor(x)
        for x in self.all["val"]:
            tensor_v(x)
Data().run()
# == TensorFlow Datasets
import tensorflow_datasets as tfds
ds = tfds.load("mnist", split="train", as_supervised=True)
for x, y in ds:
    tensor(x); tensor_y(y)
train, info = tfds.load("mnist", split="train", with_info=True)
for d in train.map(lambda d: d["image"]):
    tensor_d(d)
for x in tfds.as_numpy(ds):
    plain(x)
builder = tfds.builder("mnist", data_dir="data")
builder.download_and_prepare()
for d in builder.as_dataset(split="train", shuffle_files=True).map(lambda d: d["image"]):
    tensor_b(d)
for d in builder.as_dataset()["test"]:
    tensor_t(d["label"])
def prepared():
    def image_of(d):
        return tensor_i(d["image"])
    return image_of
builder.as_dataset("train").map(prepared())
# == a generator of the project over a data set
def batches(ds):
    for x, y in ds:
        yield x, y
for a, b in batches(tf.data.Dataset.from_tensor_slices(([1], [2]))):
    tensor(a); tensor_b(b)
# == tqdm, zip and islice around a data set
import itertools
from tqdm import tqdm
ds = tf.data.Dataset.range(3)
for x in tqdm(ds, total=3):
    tensor(x)
for x, i in zip(ds, range(3)):
    tensor_z(x); plain(i)
for x in itertools.islice(ds, 2):
    tensor_i(x)
for i, x in tqdm(enumerate(ds)):
    tensor_e(x); plain_i(i)
# == a data set subclass of the project and a Python iterable
class Loader:
    def __iter__(self):
        for x in tf.data.Dataset.range(3):
            yield x
for x in Loader():
    tensor(x)
# == a Sequence by hand
import numpy as np
class Data(tf.keras.utils.Sequence):
    def __len__(self):
        return 3
    def __getitem__(self, i):
        plain_index(i)
        return np.zeros(3), tf.ones(1)
for x, y in Data():
    plain(x); tensor(y)
data = Data()
for i in range(len(data)):
    x, y = data[i]
    plain_x(x); tensor_y(y)
# == options and distribution
strategy = tf.distribute.get_strategy()
ds = strategy.experimental_distribute_dataset(tf.data.Dataset.range(3))
it = iter(ds)
tensor(next(it))
for i, x in enumerate(ds):
    tensor_x(x); plain(i)
# == one-shot iterators of compat.v1
it = tf.compat.v1.data.make_one_shot_iterator(tf.data.Dataset.from_tensor_slices(([1], [2])))
x, y = it.get_next()
tensor(x); tensor_y(y)
# == snapshot, ragged_batch, rejection_resample, dense_to_ragged
ds = tf.data.Dataset.range(3)
for x in ds.ragged_batch(2):
    tensor(x)
for x in ds.snapshot("p"):
    tensor_s(x)
for c, x in ds.rejection_resample(lambda x: tensor_r(x), [0.5, 0.5]):
    tensor_c(c); tensor_x(x)
# == py_function inside map
import numpy as np
def load(path):
    tensor(path)
    return tf.ones(1)
def load_np(path):
    plain(path)
    return np.zeros(1)
ds = tf.data.Dataset.list_files("*")
for x in ds.map(lambda p: tf.py_function(load, [p], tf.float32)):
    tensor_x(x)
ds.map(lambda p: tf.numpy_function(load_np, [p], tf.float32))
# == mapped by one function or another
import sys
def first(x, y):
    return x, 1
def second(x, y):
    return x + 1.0, 2
def after(x, y):
    tensor(x); tensor_y(y)
    return x
f = first if len(sys.argv) > 1 else second
ds = tf.data.Dataset.from_tensor_slices((tf.ones(3), [1, 2, 3])).map(f)
for x in ds.map(after):
    tensor_x(x)
