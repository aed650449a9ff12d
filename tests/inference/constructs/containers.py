# == elements of a list by position
xs = [tf.ones(1), 1]
tensor(xs[0])
plain(xs[1])
plain_last(xs[-1])
# == elements of a tuple by position
xs = (1, tf.ones(1))
plain(xs[0])
tensor(xs[-1])
# == elements of a dict by key
d = {"a": tf.ones(1), "b": 1, 3: "x"}
tensor(d["a"])
plain(d["b"])
plain_number(d[3])
tensor_get(d.get("a"))
plain_get(d.get("b", 0))
plain_default(d.get("zzz", 0))
# == keys set later
d = {}
d["a"] = tf.ones(1)
d["b"] = 1
tensor(d["a"])
plain(d["b"])
# == dict() with keywords and pairs
d = dict(a=tf.ones(1), b=1)
tensor(d["a"])
plain(d["b"])
e = dict([("a", tf.ones(1))])
tensor_pairs(e["a"])
# == nested containers
x = {"a": [(tf.ones(1), 1)], "b": {"c": 2}}
tensor(x["a"][0][0])
plain(x["a"][0][1])
plain_c(x["b"]["c"])
nested(x)
# == appended and extended in loops
xs, ys = [], []
for i in range(3):
    xs.append(tf.ones(i))
    ys.extend([i, i])
tensor(xs[0])
plain(ys[0])
nested(xs)
# == pairs appended in a loop
xs = []
for i in range(3):
    xs.append((i, tf.ones(i)))
for i, t in xs:
    plain(i)
    tensor(t)
# == a list built by addition
xs = [tf.ones(1)] + [1]
mixed(xs[0])
xs = []
xs += [tf.ones(1)]
tensor(xs[0])
# == a list repeated
xs = [tf.ones(1)] * 3
tensor(xs[2])
ys = [0] * 3
plain(ys[0])
# == insert, remove, pop
xs = [tf.ones(1)]
xs.insert(0, tf.ones(2))
tensor(xs.pop())
tensor_too(xs.pop(0))
# == sliced
xs = [tf.ones(1), tf.ones(2), tf.ones(3)]
tensor(xs[1:][0])
nested(xs[:-1])
ys = (1, tf.ones(1), "x")
tensor_tuple(ys[1:2][0])
plain(ys[::2][0])
# == a slice assigned
xs = [1, 2]
xs[0:1] = [tf.ones(1)]
mixed(xs[0])
# == zipped
for a, b, c in zip([tf.ones(1)], [1], ["x"]):
    tensor(a)
    plain(b)
    plain_c(c)
# == unzipped with a star
a, b = zip(*[(tf.ones(1), 1), (tf.ones(2), 2)])
tensor(a[0])
# == enumerated, with a start
for i, e in enumerate([tf.ones(1)], start=1):
    plain(i)
    tensor(e)
# == zip inside enumerate
for i, (a, b) in enumerate(zip([tf.ones(1)], [1])):
    plain(i)
    tensor(a)
    plain_b(b)
# == dict.items, keys and values
d = {"a": tf.ones(1)}
for k, v in d.items():
    plain(k)
    tensor(v)
for k in d.keys():
    plain_key(k)
for v in d.values():
    tensor_value(v)
for k in d:
    tensor_by_key(d[k])
# == items keep what belongs to a key
d = {"a": 1, "b": 2}
for k, v in sorted(d.items()):
    plain(v)
# == dict merged
d = {**{"a": tf.ones(1)}, "b": 1}
tensor(d["a"])
plain(d["b"])
e = {"b": 1} | {"a": tf.ones(1)}
tensor_or(e["a"])
# == dict update and setdefault
d = {}
d.update({"a": tf.ones(1)}, b=1)
tensor(d["a"])
plain(d["b"])
tensor_default(d.setdefault("c", tf.ones(1)))
# == dict pop and popitem
d = {"a": tf.ones(1), "b": 1}
tensor(d.pop("a"))
plain(d.pop("b", None))
# == defaultdict
import collections
d = collections.defaultdict(list)
d["a"].append(tf.ones(1))
tensor(d["a"][0])
for k, v in d.items():
    nested(v)
# == defaultdict of a function
import collections
d = collections.defaultdict(lambda: tf.ones(1))
tensor(d["x"])
# == OrderedDict and Counter
import collections
d = collections.OrderedDict([("a", tf.ones(1))])
tensor(d["a"])
c = collections.Counter(["a"])
plain(c["a"])
# == deque
import collections
q = collections.deque(maxlen=3)
q.append(tf.ones(1))
q.appendleft(tf.ones(2))
tensor(q.popleft())
tensor_index(q[0])
for e in q:
    tensor_each(e)
# == sets
s = {1, 2}
s.add(3)
for e in s:
    plain(e)
t = set([1]) | {2}
plain_union(t.pop())
# == copies
import copy
xs = [tf.ones(1)]
tensor(xs.copy()[0])
tensor_list(list(xs)[0])
tensor_slice(xs[:][0])
tensor_copy(copy.copy(xs)[0])
d = {"a": 1, "b": tf.ones(1)}
plain(d.copy()["a"])
tensor_deep(copy.deepcopy(d)["b"])
plain_dict(dict(d)["a"])
# == an alias sees the change
xs = []
ys = xs
ys.append(tf.ones(1))
tensor(xs[0])
# == a container changed by a function
def fill(xs):
    xs.append(tf.ones(1))
xs = []
fill(xs)
tensor(xs[0])
# == a container returned by a function
def make():
    return [tf.ones(1)], {"a": 1}
xs, d = make()
tensor(xs[0])
plain(d["a"])
# == containers of different calls stay apart
def box(v):
    return [v]
a = box(tf.ones(1))
b = box(1)
tensor(a[0])
plain(b[0])
# == a tuple concatenated
t = (1,) + (tf.ones(1),)
plain(t[0])
tensor(t[1])
# == sorted, reversed, min and max of containers
xs = [tf.ones(1)]
tensor(sorted(xs)[0])
tensor_rev(list(reversed(xs))[0])
tensor_max(max(xs, key=lambda e: 1))
# == sorted pairs by key
pairs = [(1, tf.ones(1))]
for n, t in sorted(pairs, key=lambda p: p[0], reverse=True):
    plain(n)
    tensor(t)
# == filter and map
xs = [tf.ones(1), None]
for e in filter(lambda e: e is not None, xs):
    tensor(e)
for e in map(lambda a, b: a * b, [tf.ones(1)], [1]):
    tensor_map(e)
for e in map(str, [1]):
    plain(e)
# == itertools.chain and islice
import itertools
for e in itertools.chain([tf.ones(1)], [tf.ones(2)]):
    tensor(e)
for e in itertools.islice([tf.ones(1)], 1):
    tensor_sliced(e)
# == chain of one, three and unpacked iterables
import itertools
for e in itertools.chain(*[[tf.ones(1)]]):
    tensor(e)
for e in itertools.chain([1], [2], [3]):
    plain(e)
for e in itertools.chain.from_iterable([[tf.ones(1)]]):
    tensor_nested(e)
# == itertools.product with repeat and three iterables
import itertools
for a, b, c in itertools.product([tf.ones(1)], [1], ["x"]):
    tensor(a)
    plain(b)
    plain_c(c)
for a, b in itertools.product([1, 2], repeat=2):
    plain_repeat(a)
# == itertools.cycle, repeat, count, groupby
import itertools
tensor(next(itertools.cycle([tf.ones(1)])))
plain(next(itertools.count()))
for e in itertools.repeat(tf.ones(1), 3):
    tensor_repeat(e)
# == functools.reduce
import functools
tensor(functools.reduce(lambda a, b: a + b, [tf.ones(1), tf.ones(2)]))
plain(functools.reduce(lambda a, b: a + b, [1, 2], 0))
# == nested lists built by comprehension
grid = [[tf.ones(1) for _ in range(2)] for _ in range(2)]
tensor(grid[0][1])
nested(grid[0])
nested_all(grid)
# == dict of lists
d = {}
for name in ("a", "b"):
    d.setdefault(name, []).append(tf.ones(1))
tensor(d["a"][0])
for name, ts in d.items():
    nested(ts)
# == tuple keys and number keys
d = {(0, 1): tf.ones(1), (1, 0): tf.ones(2)}
tensor(d[0, 1])
e = {0: tf.ones(1), 1: 5}
tensor_zero(e[0])
plain(e[1])
# == unpacking a dict's values and keys
d = {"a": tf.ones(1)}
(v,) = d.values()
tensor(v)
k, = d
plain(k)
# == list of a dict and of a generator
d = {"a": tf.ones(1)}
plain(list(d)[0])
tensor(list(d.values())[0])
tensor_gen(tuple(t for t in [tf.ones(1)])[0])
# == a dataset of a dict
ds = tf.data.Dataset.from_tensor_slices({"a": [1, 2], "b": [3, 4]})
for e in ds:
    tensor(e["a"])
    nested(e)
# == del, clear and reverse keep the elements
xs = [tf.ones(1), tf.ones(2)]
xs.reverse()
del xs[0]
tensor(xs[0])
# == a string is iterated by characters
for c in "abc":
    plain(c)
plain_joined(",".join(["a"]))
plain_split("a b".split()[0])
# == starred list displays
xs = [tf.ones(1)]
ys = [*xs, tf.ones(2)]
tensor(ys[0])
zs = (*xs, 1)
plain(zs[1])
# == starred display in the middle
zs = [1, *["x"], tf.ones(1)]
tensor(zs[-1])
# == tuple of known length in a loop
for name, t in (("a", tf.ones(1)), ("b", tf.ones(2))):
    plain(name)
    tensor(t)
# == a list of records
rows = [{"x": tf.ones(1), "n": 1}]
for row in rows:
    tensor(row["x"])
    plain(row["n"])
# == tf.nest and tf.stack over containers
tensor(tf.nest.flatten([tf.ones(1), [tf.ones(2)]])[0])
tensor_stack(tf.stack([tf.ones(1)]))
tensor_map(tf.nest.map_structure(lambda t: t * 2, {"a": tf.ones(1)})["a"])
# == range and its elements
for i in range(10):
    plain(i)
plain_list(list(range(3))[0])
# == array.tolist and numpy indexing
import numpy as np
plain(np.ones(3).tolist()[0])
plain_row(np.ones((3, 3))[0])
# == memory views of a heterogenous list
xs = [1, tf.ones(1)]
for e in xs:
    mixed(e)
# == list index, count and in
xs = [1, 2]
plain(xs.index(1))
plain_in(1 in xs)
# == del and len of dicts
d = {"a": tf.ones(1)}
plain(len(d))
del d["a"]
# == a tensor array
ta = tf.TensorArray(tf.float32, size=3)
ta = ta.write(0, tf.ones(1))
tensor(ta.stack())
tensor_read(ta.read(0))
# == an empty dictionary that is replaced
config = {}
config = dict([("size", 3), ("name", "x")])
def run():
    plain(config["size"])
run()
# == iterators: map with several, filter None, zip_longest, starmap, accumulate, pairwise, tee, takewhile, groupby
import itertools
for a, b in itertools.zip_longest([tf.ones(1)], [1]):
    tensor(a)
    plain(b)
for t in itertools.starmap(lambda a, n: a * n, [(tf.ones(1), 2)]):
    tensor_s(t)
for t in itertools.accumulate([tf.ones(1), tf.ones(1)]):
    tensor_a(t)
for a, b in itertools.pairwise([tf.ones(1), tf.ones(2)]):
    tensor_p(a)
x, y = itertools.tee([tf.ones(1)])
tensor_t(next(x))
for t in itertools.takewhile(lambda t: True, [tf.ones(1)]):
    tensor_w(t)
for k, group in itertools.groupby([(1, tf.ones(1))], key=lambda p: p[0]):
    for n, t in group:
        tensor_g(t)
for a, b in itertools.combinations([tf.ones(1), tf.ones(2)], 2):
    tensor_c(b)
for t in filter(None, [tf.ones(1), None]):
    tensor_f(t)
# == containers: heapq, bisect, array, queue, ChainMap, UserDict, MappingProxyType, deque rotations
import collections, heapq, queue, types
h = []
heapq.heappush(h, (1, tf.ones(1)))
n, t = heapq.heappop(h)
plain(n)
tensor(t)
q = queue.Queue()
q.put(tf.ones(1))
tensor_q(q.get())
m = collections.ChainMap({"a": tf.ones(1)}, {"b": 1})
sink(m["a"])
p = types.MappingProxyType({"a": tf.ones(1)})
tensor_p(p["a"])
d = collections.deque([tf.ones(1)], maxlen=2)
d.rotate(1)
d.extendleft([tf.ones(2)])
tensor_d(d[-1])
# == containers: nested defaultdicts, setdefault chains, dict comprehension over items, inverted, sorted by value
import collections
d = collections.defaultdict(lambda: collections.defaultdict(list))
d["a"]["b"].append(tf.ones(1))
tensor(d["a"]["b"][0])
e = {}
e.setdefault("x", {}).setdefault("y", []).append(tf.ones(1))
tensor_e(e["x"]["y"][0])
f = {k.upper(): v * 2 for k, v in {"a": tf.ones(1)}.items()}
tensor_f(f["A"])
g = dict(sorted({"a": tf.ones(1)}.items(), key=lambda kv: kv[0]))
tensor_g(g["a"])
h = dict(zip(["a", "b"], [tf.ones(1), tf.ones(2)]))
tensor_h(h["a"])
i = dict.fromkeys(["a"], tf.ones(1))
tensor_i(i["a"])
# == containers: list of lists appended through an alias, sliced and copied, extended with itself, reversed in place
grid = [[] for _ in range(3)]
row = grid[0]
row.append(tf.ones(1))
tensor(grid[0][0])
xs = [tf.ones(1)]
xs.extend(xs[:])
xs[len(xs):] = [tf.ones(2)]
ys = list(reversed(xs))
tensor_y(ys[-1])
zs = xs + ys * 2
tensor_z(zs[0])
xs.sort(key=lambda t: 0)
tensor_x(xs[0])
m = [*range(3)]
m.insert(0, 5)
plain(m[0])
a = b = []
a.append(tf.ones(1))
tensor_b(b[0])
# == containers: enumerate of zip of dict items; nested unpacking with stars in comprehension
d = {"a": (1, tf.ones(1))}
for i, (k, (n, t)) in enumerate(d.items(), 1):
    plain(i)
    plain_k(k)
    plain_n(n)
    tensor(t)
ts = [t for _, (_, t) in d.items()]
tensor_t(ts[0])
xs = [x for (x, *_) in [(tf.ones(1), 1)]]
tensor_x(xs[0])
# == containers: sets of tuples, frozenset, membership, set algebra and comprehension keep what is inside
s = {("a", 1)}
for k, n in s | {("b", 2)}:
    plain(k)
    plain_n(n)
f = frozenset([1]) & {1}
plain_f(next(iter(f)))
# == containers: copy keeps elements apart from the original, deepcopy of nested, dict(d), list(zip())
import copy
a = {"x": [1]}
b = copy.deepcopy(a)
b["x"].append(tf.ones(1))
plain(a["x"][0])
mixed(b["x"][0])
c = a.copy()
c["y"] = tf.ones(1)
tensor(c["y"])
pairs = list(zip([1], [tf.ones(1)]))
plain_p(pairs[0][0])
tensor_p(pairs[0][1])
# == containers: iterating while a helper fills, a cache by tuple key, a matrix of dicts
cache = {}
def get(n, k):
    if (n, k) not in cache:
        cache[n, k] = {"t": tf.ones(n)}
    return cache[n, k]["t"]
tensor(get(1, 2))
work = [tf.ones(1)]
while work:
    t = work.pop()
    tensor_w(t)
    if t is not None:
        work.append(tf.ones(2))
# == json, yaml, pickle, struct, csv and argparse give no tensors
import argparse, csv, json, pickle
config = json.loads("{}")
plain(config["a"]["b"])
with open("x") as f:
    plain_j(json.load(f)["n"])
    for row in csv.reader(f):
        plain_r(row[0])
args = argparse.ArgumentParser().parse_args()
plain_a(args.n)
plain_v(vars(args)["n"])
# == items that are replaced before anybody reads them
one, ones = 1, tf.ones(1)
d = {"a": one, "b": {"c": one}, "e": one, "f": one}
d["a"] = ones
d["b"]["c"] = ones
d.update({"e": ones})
tensor(d["a"])
tensor_nested(d["b"]["c"])
tensor_updated(d["e"])
d["f"] = ones
mixed_late(d["f"])  #: 1
ls = [1, 2]
ls[0] = None
ls[1] = ones
plain_list(ls[0])
tensor_list(ls[1])
def go():
    d = {"a": 1, "b": 2}
    ls = [3]
    d["a"] = tf.ones(1)
    ls[0] = tf.ones(1)
    tensor_local(d["a"])
    tensor_local(ls[0])
    try:
        d = {"a": 4}
        d["a"] = tf.ones(1)
    except ValueError:
        mixed_tried(d["a"])  #: 4
go()
# == items that somebody may read before they are replaced
d = {"a": tf.ones(1)}
def use():
    tensor(d["a"])  #: 1
def make():
    return 1
d["a"] = make()
use()
mixed(d["a"])  #: 1
def go():
    d = {"a": 1}
    def use():
        mixed_inner(d["a"])  #: 1, 2
    use()
    d["a"] = tf.ones(1)
    d = {"a": 2}
    sink(d)  #: 2
    d["a"] = tf.ones(1)
go()
# == slices of lists between numbers
ls = [tf.ones(1), 1, 2, tf.ones(1)]
part = ls[1:3]
plain(part[0])  #: 1
plain_end(part[-1])  #: 2
tensor(ls[:1][0])
tensor_last(ls[-1:][0])
plain_step(ls[1::2][0])  #: 1
def go(n):
    mixed(ls[n:][0])  #: 1, 2
go(len(ls))  #: int
# == a tuple of another length is not what is unpacked
def make(n):
    return (tf.ones(1), 1) if n > 1 else (2, tf.ones(1), 3)
x, y = make(len(open("a").read()))
tensor_x(x)
plain_y(y)
a, b, c = make(len(open("b").read()))
plain_a(a)
tensor_b(b)
# == a dict comprehension over the items of a dictionary keeps them apart
d = {"a": tf.ones(1), "b": 1}
d["c"] = tf.ones(2)
same = {key: value for key, value in d.items()}
tensor(same["a"])
plain(same["b"])
tensor_late(same["c"])
named = {"x_" + key: (value, 0) for key, value in d.items()}
tensor_named(named["x_a"][0])
plain_named(named["x_b"][0])
plain_absent(named.get("a", 0))
both = {**{f"{key}_1": value for key, value in d.items()}, **{key + "_2": 0 for key in d}}
tensor_both(both["a_1"])
plain_both(both["b_1"])
# == a dict comprehension over what is not known key by key joins the values
d = {"a": tf.ones(1), "b": 1}
some = {key: value for key, value in d.items() if key != sink()}
mixed(some["a"])
turned = {value: key for key, value in {"a": 1, "b": 2}.items()}
plain(turned[1])
upper = {key.upper(): value for key, value in d.items()}
mixed_upper(upper["A"])
for name in ("c", sink()):
    d[name] = tf.ones(1)
grown = {key: value for key, value in d.items()}
tensor_grown(grown["zzz"])
# == a tuple of another length alone is what nobody unpacks: its members do not go to the names
def triple():
    return tf.ones(1), 1, 2
sink(7)  #: 7
a, b = triple()
sink(a)
sink(b)
