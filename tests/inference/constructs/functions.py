# == positional, keyword and default arguments
def run(a, b=2, *, c=3):
    tensor(a)
    plain(b)
    tensor_c(c)
run(tf.ones(1), c=tf.ones(2))
# == positional-only parameters
def run(a, b, /, c):
    tensor(a)
    plain(b)
    plain_c(c)
run(tf.ones(1), 1, c=2)
# == a default that is a tensor
def run(a=tf.ones(1)):
    mixed(a)
run()
# == *args by position
def run(*args):
    tensor(args[0])
    plain(args[1])
    nested(args)
run(tf.ones(1), 2)
# == **kwargs by key
def run(**kwargs):
    tensor(kwargs["a"])
    plain(kwargs["b"])
    plain_get(kwargs.get("c", 3))
run(a=tf.ones(1), b=2)
# == passed through *args and **kwargs
def inner(a, b, c=None):
    tensor(a)
    plain(b)
    tensor_c(c)
def outer(*args, **kwargs):
    return inner(*args, **kwargs)
outer(tf.ones(1), 2, c=tf.ones(2))
# == a list spread
def run(a, b):
    tensor(a)
    plain(b)
args = [tf.ones(1), 2]
run(*args)
# == one of several tuples spread
def run(a, b):
    tensor(a)
    plain(b)
for given in ((tf.ones(1), 2), (tf.ones(2), 3)):
    run(*given, *())
    for both in [(*given, 4)]:
        tensor_both(both[0])
        plain_both(both[2])
# == one of several tuples of different lengths spread
def run(a, b=None):
    mixed(b)
for given in ((tf.ones(1), 2), (tf.ones(2),)):
    run(*given)
# == two spreads and more
def run(a, b, c, d=None):
    plain(a)
    tensor(b)
    plain_c(c)
    tensor_d(d)
run(1, *(tf.ones(1),), *[2], **{"d": tf.ones(1)})
# == kwargs changed on the way
def run(a, b):
    tensor(a)
    plain(b)
def outer(**kwargs):
    kwargs["a"] = tf.ones(1)
    run(**kwargs)
outer(b=1)
# == dict(kwargs, ...) and pop
def run(a, b=None):
    tensor(a)
    plain(b)
def outer(**kwargs):
    extra = kwargs.pop("extra")
    plain_extra(extra)
    run(**dict(kwargs, b=1))
outer(a=tf.ones(1), extra=3)
# == functools.partial with positions and keywords
import functools
def run(a, b, c=None):
    plain(a)
    tensor(b)
    tensor_c(c)
p = functools.partial(run, 1, c=tf.ones(1))
p(tf.ones(1))
# == partial of partial, and of a method
import functools
class C:
    def m(self, a, b):
        plain(a)
        tensor(b)
functools.partial(functools.partial(C().m, 1), tf.ones(1))()
# == functools.partialmethod
import functools
class C:
    def m(self, a, b):
        plain(a)
        tensor(b)
    n = functools.partialmethod(m, 1)
C().n(tf.ones(1))
# == functools.wraps
import functools
def log(g):
    @functools.wraps(g)
    def wrapper(*args, **kwargs):
        return g(*args, **kwargs)
    return wrapper
@log
def run(a):
    tensor(a)
    return 1
plain(run(tf.ones(1)))
# == functools.lru_cache with and without arguments
import functools
@functools.lru_cache
def one(a):
    tensor(a)
    return a
@functools.lru_cache(maxsize=None)
def two(a):
    return a
tensor_one(one(tf.ones(1)))
plain(two(1))
# == a decorator of the project without arguments
def twice(g):
    def wrapper(x):
        return g(g(x))
    return wrapper
@twice
def run(a):
    tensor(a)
    return a
tensor_back(run(tf.ones(1)))
# == a decorator with arguments
def scale(k):
    def deco(g):
        def wrapper(x):
            plain(k)
            return g(x * k)
        return wrapper
    return deco
@scale(2)
def run(a):
    tensor(a)
run(tf.ones(1))
# == a decorator with optional arguments
def deco(g=None, *, flag=False):
    if g is None:
        return lambda h: deco(h, flag=flag)
    def wrapper(x):
        return g(x)
    return wrapper
@deco
def one(a):
    tensor(a)
@deco(flag=True)
def two(a):
    tensor_two(a)
one(tf.ones(1))
two(tf.ones(1))
# == stacked decorators
def first(g):
    def wrapper(x):
        return g(x, 1)
    return wrapper
def second(g):
    def wrapper(x, n):
        plain(n)
        return g(x)
    return wrapper
@first
@second
def run(a):
    tensor(a)
run(tf.ones(1))
# == a decorator that is a class
class Deco:
    def __init__(self, g):
        self.g = g
    def __call__(self, *args):
        return self.g(*args)
@Deco
def run(a):
    tensor(a)
run(tf.ones(1))
# == a decorator that is an object
class Registry:
    def __init__(self):
        self.known = {}
    def register(self, name):
        def deco(g):
            self.known[name] = g
            return g
        return deco
registry = Registry()
@registry.register("run")
def run(a):
    tensor(a)
registry.known["run"](tf.ones(1))
# == a decorator that registers and returns nothing special
registry = []
def register(g):
    registry.append(g)
    return g
@register
def run(a):
    tensor(a)
for g in registry:
    g(tf.ones(1))
# == a decorator from an unknown library
import unheard_of
@unheard_of.trace(name="x")
def run(a):
    tensor(a)
run(tf.ones(1))
# == a decorator on a method
def deco(g):
    def wrapper(self, *args, **kwargs):
        return g(self, *args, **kwargs)
    return wrapper
class C:
    @deco
    def m(self, a):
        tensor(a)
C().m(tf.ones(1))
# == a decorator class on a method
import functools
class Deco:
    def __init__(self, g):
        self.g = g
    def __get__(self, owner, cls):
        return functools.partial(self.g, owner)
class C:
    @Deco
    def m(self, a):
        tensor(a)
C().m(tf.ones(1))
# == lambdas with defaults
f = lambda a, n=1: (tensor(a), plain(n))
f(tf.ones(1))
# == a lambda in an argument
def apply(g, x):
    return g(x)
tensor(apply(lambda t: t * 2, tf.ones(1)))
plain(apply(lambda t: t, 1))
# == closures over parameters
def make(t):
    def inner(n):
        plain(n)
        return t
    return inner
tensor(make(tf.ones(1))(1))
# == closures of different calls stay apart
def make(t):
    return lambda: t
a, b = make(tf.ones(1)), make(1)
tensor(a())
plain(b())
# == closures three deep
def one(t):
    def two():
        def three():
            tensor(t)
        three()
    two()
one(tf.ones(1))
# == callables in containers and attributes
def run(a):
    tensor(a)
table = {"run": run}
table["run"](tf.ones(1))
class C:
    g = [run]
C.g[0](tf.ones(1))
# == a function in an attribute is no method of it
def run(a):
    tensor(a)
class C:
    def __init__(self, g):
        self.g = g
C(run).g(tf.ones(1))
# == a callable chosen by a condition
def one(a):
    tensor(a)
def two(a):
    tensor_two(a)
import sys
(one if sys.argv else two)(tf.ones(1))
# == a callable from globals and from a module
def run(a):
    tensor(a)
globals()["run"](tf.ones(1))
# == a method of a class passed as a function
class C:
    def m(self, a):
        tensor(a)
g = C.m
g(C(), tf.ones(1))
# == a bound method passed on
class C:
    def m(self, a):
        tensor(a)
def apply(g):
    g(tf.ones(1))
apply(C().m)
# == recursion over a structure
def walk(x):
    if isinstance(x, list):
        for e in x:
            walk(e)
    else:
        mixed(x)
walk([tf.ones(1), [tf.ones(2), 3]])
# == mutual recursion ends
def even(n, t):
    return t if n == 0 else odd(n - 1, t)
def odd(n, t):
    return t if n == 0 else even(n - 1, t)
tensor(even(4, tf.ones(1)))
# == functions redefined under one name
def run(a):
    plain(a)
run(1)
def run(a):
    tensor(a)
run(tf.ones(1))
# == conditional definitions
import sys
if sys.version_info > (3,):
    def run(a):
        tensor(a)
else:
    def run(a):
        tensor_else(a)
run(tf.ones(1))
# == a function defined in try and except
try:
    from unheard_of import run
except ImportError:
    def run(a):
        tensor(a)
run(tf.ones(1))
# == a function defined in a loop
fs = []
for i in range(3):
    def run(a):
        tensor(a)
        plain(i)
    fs.append(run)
fs[0](tf.ones(1))
# == several results
def run():
    return tf.ones(1), 1, {"a": tf.ones(2)}
a, b, c = run()
tensor(a)
plain(b)
tensor_c(c["a"])
# == results of several returns
def run(n):
    if n:
        return tf.ones(1)
    return None
tensor(run(1))
# == a function without a result
def run():
    tf.ones(1)
plain(run())
# == one helper with several types
def same(x):
    return x
tensor(same(tf.ones(1)))
plain(same(1))
nested(same([tf.ones(1)]))
# == a method called on different objects
class C:
    def __init__(self, v):
        self.v = v
    def get(self):
        return self.v
tensor(C(tf.ones(1)).get())
plain(C(1).get())
# == a callback stored and called later
class Trainer:
    def __init__(self):
        self.hooks = []
    def on_step(self, g):
        self.hooks.append(g)
    def run(self):
        for g in self.hooks:
            g(tf.ones(1))
def hook(a):
    tensor(a)
t = Trainer()
t.on_step(hook)
t.run()
# == keyword arguments named like the parameter of the wrapper
def wrapper(g, **kwargs):
    return g(**kwargs)
def run(a, b):
    tensor(a)
    plain(b)
wrapper(run, a=tf.ones(1), b=1)
# == threads and executors
import threading
from concurrent.futures import ThreadPoolExecutor
def run(a):
    tensor(a)
threading.Thread(target=run, args=(tf.ones(1),)).start()
# == an executor's submit and map
from concurrent.futures import ThreadPoolExecutor
def run(a):
    tensor(a)
    return a
with ThreadPoolExecutor() as pool:
    tensor_result(pool.submit(run, tf.ones(1)).result())
# == argument evaluation order and nested calls
def one(a):
    return a
tensor(one(one(one(tf.ones(1)))))
# == a nested function called before it captures
def outer():
    def inner():
        return t
    t = tf.ones(1)
    return inner
tensor(outer()())
# == star arguments of unknown length
def run(a, *rest):
    tensor(a)
    tensor_rest(rest[0])
xs = [tf.ones(i) for i in range(3)]
run(*xs)
# == a class as a callable argument
class C:
    def __init__(self, a):
        tensor(a)
def make(cls, a):
    return cls(a)
make(C, tf.ones(1))
# == exec-free dynamic dispatch over a dictionary of classes
class A:
    def run(self, a):
        tensor(a)
class B:
    def run(self, a):
        tensor_b(a)
table = dict(a=A, b=B)
for name in table:
    table[name]().run(tf.ones(1))
# == default arguments bind early in loops
fs = [lambda i=i: plain(i) for i in range(3)]
fs[0]()
# == generators as coroutines of data
def batches(n):
    while True:
        yield tf.ones(n)
for step, batch in zip(range(3), batches(2)):
    plain(step)
    tensor(batch)
# == contextlib helpers
import contextlib
with contextlib.ExitStack() as stack, contextlib.suppress(ValueError):
    tensor(tf.ones(1))
with contextlib.nullcontext(tf.ones(1)) as a:
    tensor_null(a)
# == map over several functions
def one(a):
    return a
for g in (one, lambda a: a):
    tensor(g(tf.ones(1)))
# == a function called with a keyword for a positional-only parameter's twin
def run(a, /, **kwargs):
    plain(a)
    tensor(kwargs["a"])
run(1, a=tf.ones(1))
# == decorators: with state in attributes, retry loops, timing, memo in a dict, a class with __call__ and __get__
import functools
import time
def counted(f):
    @functools.wraps(f)
    def inner(*a, **k):
        inner.calls += 1
        return f(*a, **k)
    inner.calls = 0
    return inner
def retry(times=3):
    def deco(f):
        def inner(*a, **k):
            for i in range(times):
                try:
                    return f(*a, **k)
                except ValueError:
                    time.sleep(1)
        return inner
    return deco
def memo(f):
    cache = {}
    def inner(x):
        if x not in cache:
            cache[x] = f(x)
        return cache[x]
    return inner
@counted
@retry(times=2)
def run(t, n=1):
    tensor(t)
    plain(n)
    return t
tensor_back(run(tf.ones(1), n=2))
plain_c(run.calls)
@memo
def sq(n):
    plain_n(n)
    return tf.ones(n)
tensor_s(sq(2))
class Bind:
    def __init__(self, f):
        self.f = f
    def __get__(self, o, cls=None):
        return self if o is None else functools.partial(self, o)
    def __call__(self, *a):
        return self.f(*a)
class C:
    @Bind
    def m(self, t):
        tensor_m(t)
C().m(tf.ones(1))
# == a decorator as a method of the class it decorates, and one kept in a dictionary
class Server:
    def __init__(self):
        self.routes = {}
    def route(self, path, **options):
        def deco(f):
            self.routes[path] = f
            return f
        return deco
    def call(self, path, *a):
        return self.routes[path](*a)
server = Server()
@server.route("/x", method="GET")
def x(t):
    tensor(t)
    return t
tensor_back(server.call("/x", tf.ones(1)))
decos = {"id": lambda f: f}
@decos["id"]
def y(t):
    tensor_y(t)
y(tf.ones(1))
@(lambda f: lambda t: f(t, 1))
def z(t, n):
    tensor_z(t)
    plain(n)
z(tf.ones(1))
# == stacked library decorators: contextmanager, staticmethod, property, lru_cache, abstractmethod, override
import abc, functools, contextlib, typing
class C:
    @staticmethod
    @functools.lru_cache(None)
    def a(n):
        return tf.ones(n)
    @property
    @functools.lru_cache()
    def b(self):
        return tf.ones(1)
    @classmethod
    @contextlib.contextmanager
    def c(cls, t):
        yield t
    @typing.final
    @typing.no_type_check
    def d(self, t):
        tensor_d(t)
tensor(C.a(1))
tensor_b(C().b)
with C.c(tf.ones(1)) as t:
    tensor_c(t)
C().d(tf.ones(1))
# == *args and **kwargs on both sides, mixed with names, forwarded twice, edited on the way
def last(a, b, *rest, k=None, **more):
    tensor(a)
    plain(b)
    tensor_r(rest[0])
    plain_k(k)
    tensor_m(more["z"])
def middle(*args, **kwargs):
    kwargs.setdefault("k", 1)
    args = args[:2] + (tf.ones(2),)
    return last(*args, **kwargs)
def first(a, *args, **kwargs):
    kwargs.update(z=tf.ones(1))
    middle(a, *args, **kwargs)
first(tf.ones(1), 2)
# == keyword arguments from dict(), merged with |, zip and items; positional from a generator and split
def run(a, b=None, c=None):
    tensor(a)
    plain(b)
    sink(c)
run(**dict(a=tf.ones(1)), **{"b": 1})
run(**({"a": tf.ones(1)} | {"b": 2}))
def gen():
    yield tf.ones(1)
def run2(a):
    tensor_two(a)
run2(*gen())
# == defaults: expressions, of an outer variable, sentinel objects, None replaced in the body, mutable
_MISSING = object()
n = 3
def run(a=None, b=n * 2, c=_MISSING, d=[]):
    if a is None:
        a = tf.ones(1)
    if c is _MISSING:
        c = tf.ones(2)
    tensor(a)
    plain(b)
    tensor_c(c)
    d.append(a)
    tensor_d(d[0])
run()
# == keyword-only without default, positional-only with default, and the same name in kwargs
def run(a, b=1, /, *, c, **kw):
    tensor(a)
    plain(b)
    tensor_c(c)
    plain_kw(kw["b"])
run(tf.ones(1), c=tf.ones(1), b="x")
# == recursion: with accumulators, mutual with three, over dicts, generators, closures and Y-combinators
def fold(xs, acc):
    if not xs:
        return acc
    return fold(xs[1:], acc + xs[0])
tensor(fold([tf.ones(1), tf.ones(1)], tf.zeros(1)))
def tree(d):
    for k, v in d.items():
        if isinstance(v, dict):
            yield from tree(v)
        else:
            yield k, v
for k, v in tree({"a": {"b": tf.ones(1)}}):
    plain(k)
    tensor_v(v)
def outer(n, t):
    def inner(k):
        return t if k == 0 else inner(k - 1)
    return inner(n)
tensor_i(outer(3, tf.ones(1)))
# == functions redefined: in branches, by assignment, by a decorator of the same name, by del, by import
def run(t):
    unseen(t)
def run(t):
    tensor(t)
run(tf.ones(1))
try:
    from missing_package import helper
except ImportError:
    def helper(t):
        tensor_h(t)
helper(tf.ones(1))
def g(t):
    unseen_g(t)
g = lambda t: tensor_g(t)
g(tf.ones(1))
# == conditional definitions of functions and classes by platform, version and flag
import sys
import platform
if sys.platform == "win32":
    class Impl:
        def m(self, t):
            tensor_a(t)
elif platform.system() == "Linux":
    class Impl:
        def m(self, t):
            tensor_b(t)
else:
    class Impl:
        def m(self, t):
            tensor_c(t)
Impl().m(tf.ones(1))
# == functools.partial: of classes, of builtins, keywords overridden, as a decorator, in a table, func and args
import functools
class C:
    def __init__(self, t, n=1):
        self.t, self.n = t, n
make = functools.partial(C, n=2)
c = make(tf.ones(1))
tensor(c.t)
plain(c.n)
table = {"x": functools.partial(lambda a, b: a * b, 2)}
tensor_x(table["x"](tf.ones(1)))
p = functools.partial(C, tf.ones(1), n=5)
tensor_f(p.func(*p.args).t)
@functools.partial(lambda n, f: f, 3)
def run(t):
    tensor_r(t)
run(tf.ones(1))
add = functools.partial(tf.add, tf.ones(1))
tensor_add(add(1))
# == lambdas: in dict, default, immediately called, returning lambdas, in sorted and max, with star
table = {"id": lambda t: t, "pair": lambda *a: a}
tensor(table["id"](tf.ones(1)))
tensor_p(table["pair"](1, tf.ones(1))[1])
tensor_c((lambda x: lambda y: x * y)(2)(tf.ones(1)))
xs = sorted([(2, tf.ones(1))], key=lambda p: p[0])
tensor_s(xs[0][1])
# == closures that count, that keep a list, a factory of pairs of functions, over a loop variable of a comprehension
def counter():
    n = 0
    seen = []
    def put(t):
        nonlocal n
        n += 1
        seen.append(t)
    def get():
        return n, seen[-1]
    return put, get
put, get = counter()
put(tf.ones(1))
n, t = get()
plain(n)
tensor(t)
fs = [lambda x, k=k: x * k for k in range(3)]
tensor_f(fs[0](tf.ones(1)))
# == callables in containers: lists of pairs, nested dicts, by index, popped, star-unpacked, in attributes of objects
def run(t):
    tensor(t)
    return t
pipeline = [("a", run), ("b", lambda t: t * 2)]
t = tf.ones(1)
for name, f in pipeline:
    plain(name)
    t = f(t)
tensor_t(t)
reg = {"x": {"y": [run]}}
tensor_r(reg["x"]["y"][0](tf.ones(1)))
stack = [run]
tensor_s(stack.pop()(tf.ones(1)))
# == getattr and setattr with constants: on modules, classes, with f-strings of known parts, through operator
import operator
import helpers
getattr(helpers, "run")(tf.ones(1))
setattr(helpers, "state", tf.ones(1))
tensor_s(helpers.state)
class C:
    pass
for name in ("a", "b"):
    setattr(C, name, tf.ones(1))
tensor(C.a)
tensor_o(operator.attrgetter("b")(C))
if hasattr(C, "a"):
    tensor_h(getattr(C(), "a", None))
# -- helpers.py
from probes import *
state = None
def run(t):
    tensor_run(t)
# == eval, exec and compile are no trouble
x = eval("1 + 1")
exec("y = 2")
sink(x)
tensor(tf.ones(1))
# == a function as its own attribute store, __name__, __doc__ and __wrapped__
def run(t):
    run.last = t
    tensor(run.last)
    return t
run.last = None
run(tf.ones(1))
plain(run.__name__)
# == what many calls pass through comes back to each, not what all have passed
def checked(value, note=None):
    if note is None:
        print(value)
    return value
checked([0])
checked([1])
checked([2])
checked([3])
checked([4])
checked([5])
checked([6])
checked([7])
checked([8])
checked([9])
checked([10])
checked([11])
checked([12])
checked([13])
checked([14])
checked([15])
tensor(checked(tf.ones(1)))
plain(checked("x"))
plain_lambda((lambda: checked(3))())
# == of what is changed on the way, all that it may be comes back
def checked(value):
    value = value or tf.zeros(1)
    return value
checked([0])
checked([1])
checked([2])
checked([3])
checked([4])
checked([5])
checked([6])
checked([7])
checked([8])
checked([9])
checked([10])
checked([11])
checked([12])
checked([13])
checked([14])
checked([15])
mixed(checked(""))
# == a registry gives each class of many back
found = {}
def register(cls, name=None):
    found[name or cls.__name__] = cls
    return cls
@register
class C0:
    def run(self, x):
        return 0
@register
class C1:
    def run(self, x):
        return 1
@register
class C2:
    def run(self, x):
        return 2
@register
class C3:
    def run(self, x):
        return 3
@register
class C4:
    def run(self, x):
        return 4
@register
class C5:
    def run(self, x):
        return 5
@register
class C6:
    def run(self, x):
        return 6
@register
class C7:
    def run(self, x):
        return 7
@register
class C8:
    def run(self, x):
        return 8
@register
class C9:
    def run(self, x):
        return 9
@register
class C10:
    def run(self, x):
        return 10
@register
class C11:
    def run(self, x):
        return 11
@register
class C12:
    def run(self, x):
        return 12
@register
class C13:
    def run(self, x):
        return 13
@register
class C14:
    def run(self, x):
        return 14
@register
class C15:
    def run(self, x):
        return 15
@register
class C16:
    def run(self, x):
        return 16
@register
class C17:
    def run(self, x):
        return tf.abs(x)
tensor(C17().run(tf.ones(1)))
plain(C3().run(tf.ones(1)))
# == what * spreads may be too short for a parameter: its default counts as well
def run(a, b=tf.ones(1), *, c=2):
    plain_first(a)
    mixed(b)
    plain(c)
def numbers():
    return [1] * int(input())
run(*numbers())
# == what ** spreads may lack a parameter: its default counts as well
def run(a, b=tf.ones(1)):
    plain_first(a)
    mixed(b)
run(1, **dict(zip(input(), [1])))
# == a decorator of a package that may be given a name
import gin
@gin.configurable
def f(x):
    tensor_f(x)
    return x
@gin.configurable("other")
def g(x):
    tensor_g(x)
    return x
@gin.configurable(module="m")
class C:
    @gin.register
    def run(self, x):
        tensor_run(x)
f(tf.ones(1))
g(tf.ones(1))
C().run(tf.ones(1))
