# == state that is made where it is not there
import state
v = tf.Variable(1.0)
class Dense(tf.Module):
    def __init__(self, n):
        self.w = tf.Variable(tf.ones((n, n)))
class C(tf.Module):
    def __init__(self):
        self.v = None
        self.built = False
        self.ready = False
        self.first = True
        self.parts = {}
        self._warned = False
    @tf.function
    # report: codes=
    def get_or_mark(self, x):
        mark = object()
        part = self.parts.get("c", mark)
        if part is mark:
            part = Dense(3)
            self.parts["c"] = part
        return x * 2
    @tf.function
    # report: codes=
    def get_unless_mark(self, x):
        if self.parts.get("d", tf) is not tf:
            return x
        self.parts["d"] = Dense(3)
        return x * 2
    @tf.function
    # report: codes~HYB004
    def another_mark(self, x):
        part = self.parts.get("e", None)
        if x is not tf:
            self.parts["e"] = [part]
        return x * 2
    @tf.function
    # report: codes=, has_side_effects=true
    def is_none(self, x):
        if self.v is None:
            self.v = Dense(3)
        return x * 2
    @tf.function
    # report: codes=
    def not_there(self, x):
        if not self.v:
            self.v = Dense(3)
        return x * 2
    @tf.function
    # report: codes=
    def not_in(self, x, name="a"):
        if name not in self.parts:
            self.parts[name] = Dense(3)
        return x * 2
    @tf.function
    # report: codes=
    def get(self, x):
        part = self.parts.get("b")
        if part is None:
            part = self.parts["b"] = Dense(3)
        return x * 2
    @tf.function
    # report: codes=
    def has(self, x):
        if not hasattr(self, "other"):
            self.other = Dense(3)
        return x * 2
    @tf.function
    # report: codes=
    def getattr(self, x):
        if getattr(self, "another", None) is None:
            setattr(self, "another", Dense(3))
        return x * 2
    @tf.function
    # report: codes=
    def attempted(self, x):
        try:
            self.third
        except AttributeError:
            self.third = Dense(3)
        return x * 2
    @tf.function
    # report: codes=
    def attempted_item(self, x):
        try:
            part = self.parts["c"]
        except KeyError:
            part = self.parts["c"] = Dense(3)
        return x * 2
    @tf.function
    # report: codes=
    def choice(self, x):
        self.v = self.v or Dense(3)
        return x * 2
    @tf.function
    # report: codes=
    def conditional(self, x):
        self.v = Dense(3) if self.v is None else self.v
        return x * 2
    @tf.function
    # report: codes=
    def helped(self, x):
        if not self.built:
            self.build()
        return x * 2
    def build(self):
        self.v = Dense(3)
        self.built = True
    @tf.function
    # report: codes=
    def is_false(self, x):
        if self.ready is False:
            self.prepare()
        return x * 2
    @tf.function
    # report: codes=
    def is_not_true(self, x):
        if self.ready is not True:
            self.prepare()
        return x * 2
    @tf.function
    # report: codes~HYB004
    def is_true(self, x):
        if self.ready is True:
            self.parts["f"] = [x]
        return x * 2
    def prepare(self):
        self.v = Dense(3)
        self.ready = True
    @tf.function
    # report: codes=
    def flag(self, x):
        if self.first:
            self.parts["d"] = Dense(3)
            self.first = False
        return x * 2
    @tf.function
    # report: codes=
    def early(self, x):
        return self.layer() * x
    def layer(self):
        if self.v is not None:
            return 1.0
        self.v = Dense(3)
        return 2.0
    @tf.function
    # report: codes=HYB006
    def default(self, x):
        # It is kept once, and made in each trace.
        self.parts.setdefault("e", Dense(3))
        return x * 2
    @tf.function
    # report: codes=
    def warned(self, x):
        if not self._warned:
            print("first")
            self._warned = True
        return x * 2
    @tf.function
    # report: codes=
    def both(self, x, training=True):
        if training and self.v is None:
            self.v = Dense(3)
        return x * 2
shared = None
@tf.function
# report: codes=
def of_the_module(x):
    global shared
    if shared is None:
        shared = Dense(3)
    return x * 2
c = C()
x = tf.ones(3)
c.get_or_mark(x); c.get_unless_mark(x); c.another_mark(x); print(c.parts); c.is_none(x); c.not_there(x); c.not_in(x); c.get(x); c.has(x); c.getattr(x); c.attempted(x); c.attempted_item(x)
c.choice(x); c.conditional(x); c.helped(x); c.flag(x); c.is_false(x); c.is_not_true(x); c.is_true(x); c.early(x); c.default(x); c.warned(x); c.both(x)
of_the_module(x)
# -- state.py
# == state that only looks so
import sys
class C:
    def __init__(self):
        self.mask = None
        self.count = 0
        self.quiet = len(sys.argv) > 1
        self.seen = []
    @tf.function
    # report: codes~HYB004
    def keeps_mask(self, x):
        if self.mask is None:
            self.mask = tf.ones(3)
        return x * self.mask
    @tf.function
    # report: codes~HYB004
    def another_thing(self, x):
        if self.mask is None:
            self.count += 1
        return x * 2
    @tf.function
    # report: codes~HYB004
    def option(self, x):
        if not self.quiet:
            self.log(x)
        return x * 2
    def log(self, x):
        self.seen.append(x)
    @tf.function
    # report: codes~HYB004
    def local(self, x):
        found = False
        if not found:
            self.count += 1
            found = True
        return x * 2
    @tf.function
    # report: codes~HYB004
    def local_dictionary(self, x):
        known = {}
        if "a" not in known:
            known["a"] = 1
            self.count += 1
        return x * 2
    @tf.function
    # report: codes~HYB004
    def other_branch(self, x):
        if self.mask is None:
            self.mask = 1
        else:
            self.count += 1
        return x * 2
    @tf.function
    # report: codes~HYB004
    def turned_back(self, x):
        if self.quiet:
            self.count += 1
            self.quiet = True
        return x * 2
c = C()
x = tf.ones(3)
c.keeps_mask(x); c.another_thing(x); c.option(x); c.local(x); c.local_dictionary(x); c.other_branch(x)
c.turned_back(x)
print(c.count, c.seen)
# == what runs outside of graphs only
count = 0
# report: codes=, has_side_effects=true, hazards=eager-only-call
@tf.function
def one(x):
    global count
    if tf.executing_eagerly():
        count += 1
        print(x.numpy())
    return x * 2
# report: codes=, hazards=eager-only-call
@tf.function
def two(x):
    if not tf.inside_function():
        log(x)
    return x * 2
def log(x):
    print(x.numpy())
# report: codes~HYB004
@tf.function
def three(x):
    if not tf.executing_eagerly():
        print(x)
    return x * 2
one(tf.ones(1)); two(tf.ones(1)); three(tf.ones(1))
# == taking from an iterator that is not known
import somewhere
iterator = somewhere.batches()
# report: codes=, has_side_effects=, failures~undetermined, hazards~iterator
def eager(x):
    return next(iterator) + x
# report: codes=, has_side_effects=, has_tensor_computation=true
@tf.function
def graph(x):
    return next(iterator) + x
numbers = iter([1, 2])
# report: codes~HYB010, has_side_effects=true
@tf.function
def python(x):
    return next(numbers) + x
batches = iter(tf.data.Dataset.range(3))
# report: codes=HYB018, has_side_effects=false
@tf.function
def data(x):
    return next(batches) + x
x = tf.ones(1)
eager(x); graph(x); python(x); data(x)
# == output that tells of the trace, and other output
import logging
import warnings
from absl import logging as absl_logging
# report: codes=, has_side_effects=true
@tf.function
def tracing(x):
    print("Tracing with", x.shape)
    return x * 2
# report: codes=, has_side_effects=true
@tf.function
def tracing_and_a_line(x):
    print("Tracing with", x.shape)
    print()
    return x * 2
# report: codes=, has_side_effects=true
@tf.function
def given(x):
    (images, _), _ = tf.keras.datasets.mnist.load_data()
    return x * images.shape[0]
# report: codes~HYB004
@tf.function
def fetched(x):
    tf.keras.utils.get_file("data.csv", "https://example.org/data.csv")
    return x * 2
# report: codes=, has_side_effects=true
@tf.function
def warned(x):
    warnings.warn("the old algorithm is used", UserWarning)
    return x * 2
# report: codes=, has_side_effects=true
@tf.function
def logged(x):
    logging.info("computing gradients")
    absl_logging.warning("one" "two")
    return x * 2
# report: codes~HYB004
@tf.function
def value_logged(x):
    logging.info("loss %s", x)
    return x * 2
# report: codes~HYB004
@tf.function
def printed(x):
    print("loss computed")
    return x * 2
x = tf.ones(1)
tracing(x); tracing_and_a_line(x); given(x); fetched(x); warned(x); logged(x); value_logged(x); printed(x)
# == strategies run and update what they are told to
weights = [tf.Variable(1.0)]
others = [tf.Variable(1.0)]
# report: codes=, has_side_effects=false, has_tensor_computation=true
@tf.function
def swap_all():
    def add(a, b):
        tensor(a)
        tensor(b)
        return a.assign_add(b)
    def swap(strategy, a, b):
        plain(strategy)
        for one, other in zip(a, b):
            strategy.extended.update(one, add, args=(other,))
    context = tf.distribute.get_replica_context()
    return context.merge_call(swap, args=(weights, others))
swap_all()
# == objects of a class that are not told apart are new to their constructor
class Config(dict):
    def __init__(self, *args):
        self._nested = dict(*args)
        super().__init__(self._nested)
    def part(self, name):
        return Config(self._nested[name])
class Normal:
    def __init__(self, loc):
        self._loc = loc
        self.set_up(loc)
    def set_up(self, loc):
        self._scale = loc * 2
    def mode(self):
        return self._loc
config = Config({"a": {"b": 1}})
# report: has_side_effects=false
@tf.function
def step(x):
    Config({}); Config({}); Config({}); Config({}); Config({}); Config({}); Config({}); Config({}); Config({})
    Config({}); Config({}); Config({}); Config({}); Config({}); Config({}); Config({}); Config({}); Config({})
    Normal(x); Normal(x); Normal(x); Normal(x); Normal(x); Normal(x); Normal(x); Normal(x); Normal(x); Normal(x)
    Normal(x); Normal(x); Normal(x); Normal(x); Normal(x); Normal(x); Normal(x); Normal(x); Normal(x); Normal(x)
    return Normal(x).mode() * config.part("a")["b"]
step(tf.ones(1))
# == an iterator over what is not known
import somewhere
from typing import NamedTuple
class Learner:
    def __init__(self, data):
        self.iterator = iter(data)
    # report: codes=, has_side_effects=
    @tf.function
    def step(self):
        return next(self.iterator) * 2
class Numbers:
    def __iter__(self):
        return iter([1, 2])
class Batches:
    def __iter__(self):
        return iter(tf.data.Dataset.range(3))
learner = Learner(somewhere.Data())
learner.step()
numbers = iter(Numbers())
# report: codes~HYB010
@tf.function
def python(x):
    return x * next(numbers)
batches = iter(Batches())
# report: has_side_effects=false
@tf.function
def graph(x):
    return x * next(batches)
python(tf.ones(1))
graph(tf.ones(1))
# == generators that repeat themselves
import random
import numpy as np
# report: codes=, has_side_effects=false, hazards=
@tf.function
def seeded(x):
    rng = np.random.RandomState(7)
    other = np.random.default_rng(seed=3)
    r = random.Random(1)
    return x + rng.rand() + other.normal() + r.random()
def draw(rng):
    return rng.rand()
# report: has_side_effects=false
@tf.function
def handed(x):
    return x + draw(np.random.RandomState(7))
# report: codes~HYB011, has_side_effects=true
@tf.function
def unseeded(x):
    return x + np.random.RandomState().rand()
shared = np.random.RandomState(7)
# report: codes~HYB011, has_side_effects=true, hazards~python-random
@tf.function
def from_around(x):
    return x + shared.rand()
x = tf.ones(1)
seeded(x); handed(x); unseeded(x); from_around(x)
# == copies of what is not known are new
import copy, json
# report: has_side_effects=false
def one(data):
    data = data.copy()
    data["a"] = tf.ones(1)
    return data
# report: has_side_effects=false
def two(data):
    other = copy.deepcopy(data)
    other["a"] = tf.ones(1)
    return other
# report: has_side_effects=true
def three(data):
    if data is None:
        data = data.copy()
    data["a"] = tf.ones(1)
    return data
# report: has_side_effects=false
def four(text):
    data = json.loads(text)
    data["a"] = 1
    return data
# == one call of a method that stands for many changes one object
class Meter:
    def __init__(self, n):
        self.n = 0
        self.set("n", n)
    def set(self, name, value):
        self.values = {name: value}
        self.n = value
shared = Meter(1)
# report: has_side_effects=true
def outside(x):
    shared.set("a", x)
    return x
# report: has_side_effects=false
def inside(x):
    Meter(x).set("b", x)
    return x
values = [Meter(1), Meter(2), Meter(3), Meter(4), Meter("a"), Meter("b"), Meter(None), Meter(2.0), Meter([]), Meter({})]
outside(tf.ones(1))
outside(1); outside("a"); outside(None); outside(2.0); outside([]); outside({}); outside((1, 2)); outside(b"")
inside(tf.ones(1))
# == functions whose results are kept
import functools
table = {}
@functools.lru_cache(maxsize=None)
def known(n):
    table[n] = n
    return n
class C:
    @functools.cached_property
    def size(self):
        table["size"] = 1
        return 1
# report: codes=, has_side_effects=true
@tf.function
def step(x):
    return x * known(3) * C().size
step(tf.ones(1))
# == a method that makes what its object says is missing
class Normalizer:
    def __init__(self):
        self.mean = None
        self.count = 0
        self.quiet = False
    @property
    def ready(self):
        return self.mean is not None
    def init(self):
        self.mean = tf.Variable(1.0)
    def tick(self):
        self.count += 1
class Agent:
    def __init__(self):
        self.normalizer = Normalizer()
    # report: codes=
    @tf.function
    def step(self, x):
        if not self.normalizer.ready:
            self.normalizer.init()
        return x * 2
    # report: codes~HYB004
    @tf.function
    def other(self, x):
        if not self.normalizer.quiet:
            self.normalizer.tick()
        return x * 2
agent = Agent()
agent.step(tf.ones(1))
agent.other(tf.ones(1))
print(agent.normalizer.count)
# == a copy under a condition, and a log of what a trace knows
import logging
# report: has_side_effects=false
def cut(data):
    if data:
        part = data.copy()
        del part["a"]
        for key in ["b", "c"]:
            part[key] = 1
    return data
# report: codes=
@tf.function
def logged(x):
    logging.warning("slow for %s", x.shape)
    return x * 2
logged(tf.ones(1))
# == a list that is made where there is none or an empty one
class Net:
    def __init__(self):
        self._weights = None
        self._layers = None
    @property
    def weights(self):
        if self._weights is not None and len(self._weights) > 0:
            pass
        else:
            self._weights = []
            for _ in range(2):
                self._weights.extend([1.0])
        return self._weights
    @property
    def layers(self):
        if self._layers is not None and len(self._layers) > 0:
            return self._layers
        self._layers = []
        self._layers.append("a")
        return self._layers
net = Net()
# report: codes=, has_side_effects=true
@tf.function
def step(x):
    net.layers
    return x * net.weights[0]
step(tf.ones(1))
