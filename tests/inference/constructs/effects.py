# == output: print, write, pprint, sys.stdout
import sys
from pprint import pprint
def one():
    print(1)  #! output
def two():
    sys.stdout.write("x")  #! output
def three():
    pprint({})  #! output
def four():
    sys.stderr.flush()  #! output
one(); two(); three(); four()
# == input
import sys
def one():
    input()  #! input
def two():
    sys.stdin.readline()  #! input
one(); two()
# == files
import json, os, pickle, shutil
import numpy as np
def one():
    open("f")  #! file
def two():
    os.remove("f")  #! file
def three():
    np.save("f", np.ones(1))  #! file
def four():
    os.makedirs("d", exist_ok=True)  #! file
def five():
    shutil.rmtree("d")  #! file
one(); two(); three(); four(); five()
# == pathlib
from pathlib import Path
def one():
    Path("f").write_text("x")  #! file
def two():
    Path("f").mkdir()  #! file
one(); two()
# == files through a handle, with
# report: has_side_effects=true
def one(t):
    with open("f", "w") as f:
        f.write("x")
# report: has_side_effects=true
def two(f):
    f.write("x")
one(1)
two(open("f"))
# == json.dump and pickle.dump
import json, pickle
# report: has_side_effects=true
def one(f):
    json.dump({}, f)
# report: has_side_effects=true
def two(f):
    pickle.dump({}, f)
one(open("f", "w")); two(open("f", "wb"))
# == logging: module, logger, warnings, absl, tf.logging
import logging
import warnings
from absl import logging as absl_logging
logger = logging.getLogger(__name__)
def one():
    logging.info("x")  #! output
def two():
    logger.warning("x")  #! output
def three():
    warnings.warn("x")  #! output
def four():
    absl_logging.info("x")  #! output
def five():
    tf.get_logger().info("x")  #! output
one(); two(); three(); four(); five()
# == progress bars and plots
# report: has_side_effects=true
def one():
    from tqdm import tqdm
    for i in tqdm(range(3)):
        pass
# report: has_side_effects=true
def two():
    import matplotlib.pyplot as plt
    plt.plot([1])
    plt.show()
one(); two()
# == random: Python, NumPy, secrets, uuid, os.urandom
import os, random, secrets, uuid
import numpy as np
def one():
    random.random()  #! random
def two():
    np.random.rand(3)  #! random
def three():
    random.shuffle([1])  #! random
def four():
    np.random.seed(1)  #! random
def five():
    uuid.uuid4()  #! random
def six():
    os.urandom(3)  #! random
one(); two(); three(); four(); five(); six()
# == a generator object of NumPy or random
import random
import numpy as np
rng = np.random.RandomState(1)
generator = np.random.default_rng(1)
r = random.Random(1)
# report: has_side_effects=true
def one():
    rng.rand(3)
# report: has_side_effects=true
def two():
    generator.normal()
# report: has_side_effects=true
def three():
    r.random()
one(); two(); three()
# == clocks
import datetime, time
def one():
    time.time()  #! clock
def two():
    time.sleep(1)  #! clock
def three():
    time.perf_counter()  #! clock
def four():
    datetime.datetime.now()  #! clock
one(); two(); three(); four()
# == the environment and the process
import os, subprocess, sys
# report: has_side_effects=true
def one():
    os.environ["A"] = "b"
# report: has_side_effects=true
def two():
    subprocess.run(["ls"])
# report: has_side_effects=true
def three():
    os.system("ls")
# report: has_side_effects=true
def four():
    sys.exit()
# report: has_side_effects=true
def five():
    os.chdir("/")
# report: has_side_effects=true
def six():
    sys.path.append("x")
# report: has_side_effects=true
def seven():
    os.environ.setdefault("A", "b")
one(); two(); three(); four(); five(); six(); seven()
# == globals: assigned, deleted, augmented, changed
n, xs, d = 0, [], {}
def one():
    global n
    n = 1  #! write-global
def two():
    global n
    n += 1  #! write-global
def three():
    xs.append(1)  #! mutate
def four():
    d["k"] = 1  #! write-item
def five():
    del d["k"]  #! mutate
def six():
    xs[:] = []  #! write-item
def seven():
    global n
    for n in range(3):  #! write-global
        pass
def eight():
    global n
    import math as n  #! write-global
one(); two(); three(); four(); five(); six(); seven(); eight()
# == globals through globals() and the module
import sys
import state
def one():
    globals()["n"] = 1  #! write-attribute
def two():
    state.n = 1  #! write-attribute
def three():
    state.xs.append(1)  #! mutate
one(); two(); three()
# -- state.py
n = 0
xs = []
# == a global bound only in the module is none
n = 0
# report: has_side_effects=false
def run():
    n = 1
    return n
run()
# == attributes of arguments and of self
class C:
    def __init__(self):
        self.n = 0  #! write-attribute
    def m(self):
        self.n = 1  #! write-attribute
    def k(self):
        self.n += 1  #! write-attribute
    def d(self):
        del self.n  #! write-attribute
def run(c):
    c.n = 1  #! write-attribute
c = C()
c.m(); c.k(); c.d()
run(c)
# == attributes of an object of its own are none
class C:
    def __init__(self):
        self.n = 0  #! write-attribute
    def m(self):
        self.n = 1  #! write-attribute
# report: has_side_effects=false
def run():
    c = C()
    c.m()
    c.n = 2
run()
# == effects in a constructor
count = []
class C:
    def __init__(self):
        count.append(1)  #! mutate
def run():
    return C()  #! mutate
run()
# == effects in a property and a setter
import time
class C:
    @property
    def now(self):
        return time.time()  #! clock
    @now.setter
    def now(self, v):
        print(v)  #! output
def one(c):
    return c.now  #! clock
def two(c):
    c.now = 1  #! output
one(C()); two(C())
# == a cache in a property
class C:
    def __init__(self):
        self._t = None  #! write-attribute
    @property
    def t(self):
        if self._t is None:
            self._t = tf.ones(1)  #! write-attribute
        return self._t
def run(c):
    return c.t  #! write-attribute
run(C())
# == effects in operators and special methods
class C:
    def __add__(self, o):
        print(o)  #! output
        return self
    def __getitem__(self, i):
        print(i)  #! output
        return i
    def __len__(self):
        print(1)  #! output
        return 1
    def __enter__(self):
        print(1)  #! output
    def __exit__(self, *rest):
        return None
    def __call__(self):
        print(1)  #! output
    def __contains__(self, o):
        print(o)  #! output
    def __iter__(self):
        print(1)  #! output
        return iter([1])
def one(c):
    return c + 1  #! output
def two(c):
    return c[0]  #! output
def three(c):
    return len(c)  #! output
def four(c):
    with c:  #! output
        pass
def five(c):
    c()  #! output
def six(c):
    return 1 in c  #! output
def seven(c):
    for e in c:  #! output
        pass
def eight(c):
    if c:  #! output
        pass
c = C()
one(c); two(c); three(c); four(c); five(c); six(c); seven(c); eight(c)
# == class attributes
class C:
    n = 0
    xs = []
    def m(self):
        C.n += 1  #! write-attribute
    def k(self):
        self.xs.append(1)  #! mutate
    @classmethod
    def c(cls):
        cls.n = 1  #! write-attribute
    def t(self):
        type(self).n = 1  #! write-attribute
    def u(self):
        self.__class__.n = 1  #! write-attribute
c = C()
c.m(); c.k(); C.c(); c.t(); c.u()
# == mutated defaults
def run(a, xs=[]):
    xs.append(a)  #! mutate
run(1)
# == mutated defaults of dictionaries
def run(a, d={}):
    d[a] = a  #! write-item
run("k")
# == the cells of closures
def outer():
    n = 0
    xs = []
    def inner():
        nonlocal n
        n += 1  #! write-nonlocal
        xs.append(n)  #! mutate
    return inner
outer()()
# == next on a global iterator, and a loop over one
it = iter([1, 2])
def one():
    return next(it)  #! iterator
def two():
    for e in it:  #! iterator
        return e
def three():
    return it.__next__()  #! iterator
def four():
    return list(it)  #! iterator
one(); two(); three(); four()
# == next on a generator passed in
def make():
    yield 1
def run(g):
    return next(g)  #! iterator
run(make())
# == a generator of its own is none
def make():
    yield 1
# report: has_side_effects=false
def run():
    return next(make()) + sum(make())
run()
# == itertools.count as a counter
import itertools
counter = itertools.count()
def run():
    return next(counter)  #! iterator
run()
# == unpacking an iterator
it = iter([1, 2])
def run():
    a, b = it  #! iterator
run()
# == the dictionary of keywords and the tuple of arguments are its own
# report: has_side_effects=false
def run(*args, **kwargs):
    kwargs.pop("n", None)
    kwargs["m"] = 1
    kwargs.update(k=1)
    args += (1,)
    return args
run(1, n=2)
# == a helper changes the keywords
def helper(d):
    d.pop("n", None)  #! mutate
# report: has_side_effects=false
def run(**kwargs):
    helper(kwargs)
run(n=2)
# == a list made by a helper and changed here is none
def make():
    return [1]
# report: has_side_effects=false
def run():
    xs = make()
    xs.append(2)
    return xs
run()
# == a copy is its own, a slice too
import copy
xs = [[1]]
# report: has_side_effects=false
def run():
    ys = list(xs)
    ys.append(1)
    zs = xs[:]
    zs.append(1)
    ws = xs.copy()
    ws.append(1)
    vs = copy.copy(xs)
    vs.append(1)
    sorted(xs).append(1)
run()
# == an alias is none of its own
xs = []
def run():
    ys = xs
    ys.append(1)  #! mutate
run()
# == a list handed in and given back
def run(xs):
    xs += [1]  #! mutate
    return xs
run([])
# == a number handed in and augmented is none
# report: has_side_effects=false
def run(n):
    n += 1
    return n
run(1)
# == a tensor augmented is none, nor an array of its own
import numpy as np
# report: has_side_effects=false
def one(t):
    t += 1
    return t
# report: has_side_effects=true
def two(a):
    a[0] = 1
# report: has_side_effects=false
def four():
    a = np.zeros(3)
    a[0] = 1
    a += 1
one(tf.ones(1)); two(np.ones(3)); four()
# == NumPy functions that write to an argument
import numpy as np
# report: has_side_effects=true
def one(a):
    np.add(a, 1, out=a)
# report: has_side_effects=true
def two(a):
    a.sort()
# report: has_side_effects=true
def three(a):
    a.fill(0)
# report: has_side_effects=true
def four(a):
    np.random.shuffle(a)
one(np.ones(3)); two(np.ones(3)); three(np.ones(3)); four(np.ones(3))
# == through map, filter, sorted and lambdas
log = []
def note(x):
    log.append(x)  #! mutate
    return x
def one():
    list(map(note, [1]))  #! mutate
def two():
    sorted([1], key=note)  #! mutate
def three():
    return [note(x) for x in [1]]  #! mutate
def four():
    f = lambda x: note(x)
    f(1)  #! mutate
def five():
    list(filter(lambda x: note(x), [1]))  #! mutate
one(); two(); three(); four(); five()
# == through a partial, a bound method and a decorator
import functools
def note(x):
    print(x)  #! output
def log(g):
    @functools.wraps(g)
    def wrapper(*args):
        print("x")  #! output
        return g(*args)
    return wrapper
def one():
    functools.partial(note, 1)()  #! output
@log
def two(x):
    return x
def three():
    two(1)  #! output
one(); three()
# == through library callbacks
def note(t):
    print(t)  #! output
    return t
def one():
    return tf.map_fn(note, tf.ones(1))  #! output
def two():
    return tf.data.Dataset.range(3).map(note)  #! output
def three():
    return tf.nest.map_structure(note, [tf.ones(1)])  #! output
one(); two(); three()
# == tf.py_function runs at each call
def note(t):
    print(t)  #! output
    return t
# report: has_side_effects=false
def run(t):
    return tf.py_function(note, [t], tf.float32)
run(tf.ones(1))
# == tf.cond and tf.while_loop
def note():
    print(1)  #! output
    return tf.ones(1)
def run(t):
    return tf.cond(t > 0, note, lambda: t)  #! output
run(tf.ones(()))
# == TensorFlow's own state is none
v = tf.Variable(1.0)
opt = tf.keras.optimizers.SGD()
metric = tf.keras.metrics.Mean()
# report: has_side_effects=false
def run(x):
    v.assign_add(x)
    tf.print(x)
    opt.apply_gradients([(x, v)])
    metric.update_state(x)
    tf.summary.scalar("x", x)
    tf.random.normal([1])
    tf.debugging.assert_equal(x, x)
run(tf.ones(()))
# == tf.io writes are none of Python's
# report: has_side_effects=false
def run(x):
    tf.io.write_file("f", x)
run(tf.constant("x"))
# == transitive over three levels, recursion included
def a(n):
    return b(n)  #! output
def b(n):
    return c(n) if n else a(n - 1)  #! output
def c(n):
    print(n)  #! output
a(3)
# == an effect on what the callee got from the caller
def fill(xs):
    xs.append(1)  #! mutate
# report: has_side_effects=false
def own():
    xs = []
    fill(xs)
def others(xs):
    fill(xs)  #! mutate
own()
others([])
# == an effect on a field of what is its own
class C:
    def __init__(self):
        self.xs = []  #! write-attribute
    def add(self):
        self.xs.append(1)  #! mutate
# report: has_side_effects=false
def run():
    c = C()
    c.add()
    c.xs.append(2)
run()
# == a field that holds what is another's
xs = []
class C:
    def __init__(self, xs):
        self.xs = xs  #! write-attribute
    def add(self):
        self.xs.append(1)  #! mutate
def run():
    C(xs).add()  #! mutate
run()
# == setattr, delattr, __dict__ and vars
class C:
    pass
def one(c):
    setattr(c, "n", 1)  #! write-attribute
def two(c):
    delattr(c, "n")  #! mutate
def three(c):
    c.__dict__["n"] = 1  #! write-attribute
def four(c):
    vars(c).update(n=1)  #! write-attribute
one(C()); two(C()); three(C()); four(C())
# == an assertion and a raise are none
# report: has_side_effects=false
def run(n):
    assert n
    if n > 3:
        raise ValueError(n)
run(1)
# == a conditional effect counts
import sys
def run(debug=False):
    if debug:
        print(1)  #! output
run(bool(sys.argv))
# == an effect that cannot be reached is none
# report: has_side_effects=false
def run(debug=False):
    if debug:
        print(1)
run()
# == functions stored and called elsewhere are none of the one that stores
# report: has_side_effects=false
def make():
    def inner():
        print(1)  #! output
    return inner
make()()
# == a set and a deque of the module
import collections
s, q = set(), collections.deque()
def one():
    s.add(1)  #! mutate
def two():
    q.append(1)  #! mutate
def three():
    q.popleft()  #! mutate
one(); two(); three()
# == methods of containers that change nothing
xs, d = [1], {"a": 1}
# report: has_side_effects=false
def run():
    xs.index(1), xs.count(1), d.get("a"), d.items(), d.copy(), xs.copy(), len(xs), sorted(xs)
run()
# == strings have no changing methods
# report: has_side_effects=false
def run(s):
    return s.replace("a", "b").split(",")
run("a,b")
# == functools.lru_cache keeps state of its own
import functools
# report: has_side_effects=false
@functools.lru_cache()
def run(n):
    return n
run(1)
# == function attributes
def run():
    run.count = 1  #! write-attribute
run()
# == threads and queues
import queue, threading
q = queue.Queue()
# report: has_side_effects=true
def run():
    q.put(1)
run()
# == a walrus, a comprehension variable and an import inside are none
# report: has_side_effects=false
def run():
    import math
    if (n := math.pi) > 3:
        return [n for _ in range(3)]
run()
# == a Keras layer's state in call
class L(tf.keras.layers.Layer):
    def __init__(self):
        super().__init__()
        self.n = 0  #! write-attribute
    def call(self, x):
        self.n += 1  #! write-attribute
        return x
L()(tf.ones(1))
# == weights made in build are the framework's matter
class L(tf.keras.layers.Layer):
    def build(self, shape):
        self.w = self.add_weight()  #! write-attribute
    # report: has_side_effects=false
    def call(self, x):
        return x * self.w
L()(tf.ones(1))
# == true effects that are easy to miss: next on an attribute, a file's write, logging through self, defaults, cells
import logging
logger = logging.getLogger(__name__)
class C:
    log = logging.getLogger("c")
    total = 0
    def __init__(self, it):
        self.it = iter(it)  #! write-attribute
    def run(self, t, seen=[]):
        next(self.it)  #! iterator
        self.log.info("x")  #! output
        seen.append(t)  #! mutate
        C.total += 1  #! write-attribute
        return t
c = C([1])
c.run(tf.ones(1))
# == effects of a constructor called inside, and of its property
made = []
class C:
    def __init__(self):
        made.append(self)  #! mutate
        self.n = 0  #! write-attribute
    @property
    def p(self):
        self.n += 1  #! write-attribute
        return self.n
def run():
    c = C()  #! mutate
    return c.p
run()
# == effects through sorted's key, a lambda in a dict, a comprehension and reduce
import functools
log = []
def note(x):
    log.append(x)  #! mutate
    return x
# report: has_side_effects=true
def one(xs):
    return sorted(xs, key=note)  #! mutate
# report: has_side_effects=true
def two(x):
    return {"f": lambda: note(x)}["f"]()  #! mutate
# report: has_side_effects=true
def three(xs):
    return [note(x) for x in xs]  #! mutate
# report: has_side_effects=true
def four(xs):
    return functools.reduce(lambda a, b: note(a), xs)  #! mutate
# report: has_side_effects=false
def five(xs):
    return lambda: note(xs)
one([1]); two(1); three([1]); four([1, 2]); five(1)
# == what is no effect: containers, generators, dataclasses, copies and strings of one's own
import collections, copy, dataclasses, io
CONFIG = {"a": {"b": [1]}}
@dataclasses.dataclass
class P:
    xs: list = dataclasses.field(default_factory=list)
# report: has_side_effects=false
def run(t, *args, **kwargs):
    kwargs["x"] = 1
    d = collections.defaultdict(list)
    d["a"].append(t)
    c = copy.deepcopy(CONFIG)
    c["a"]["b"].append(1)
    p = P()
    p.xs.append(t)
    it = iter([1])
    next(it)
    for k, v in dict(kwargs).items():
        d[k] = v
    q = [*args]
    q.sort()
    d.pop("a", None)
    return t, c, p
run(tf.ones(1))
# == a shallow copy shares what is inside
import copy
CONFIG = {"a": [1]}
# report: has_side_effects=true
def run():
    c = dict(CONFIG)
    c["a"].append(2)  #! mutate
    return c
run()
# == effects of a singledispatch function and of a registered one
import functools
log = []
@functools.singledispatch
def run(x):
    return x
@run.register
def _(x: int):
    log.append(x)  #! mutate
    return x
# report: has_side_effects=true
def go():
    return run(1)  #! mutate
# report: has_side_effects=false
def stay():
    return run("x")
go(); stay()
# == effects: random, clocks, environment and numpy.random, by import from and by alias
import os, random as rnd, time
from os import environ
from random import shuffle as mix
from time import time as now
import numpy as np
def run(xs):
    rnd.random()  #! random
    mix(xs)  #! random, mutate
    now()  #! clock
    os.environ["A"] = "1"  #! write-item
    np.random.seed(1)  #! random
    np.random.rand(3)  #! random
    return xs
run([1])
# == an effect only on one path, in a handler, in finally, in a loop's else and in a with
import contextlib
log = []
def run(x):
    try:
        y = x
    except ValueError:
        log.append(1)  #! mutate
    finally:
        log.append(2)  #! mutate
    for i in range(2):
        pass
    else:
        log.append(3)  #! mutate
    with contextlib.suppress(Exception):
        log.append(4)  #! mutate
    return y
run(1)
# == enumeration members, class attributes through cls, and a counter in a closure cell
import enum
class M(enum.Enum):
    A = 1
def make():
    n = 0
    def inc():
        nonlocal n
        n += 1  #! write-nonlocal
        return n
    return inc
class K:
    count = 0
    @classmethod
    def up(cls):
        cls.count += 1  #! write-attribute
inc = make()
inc()
K.up()
