# == a strong update replaces what a local held
t = tf.ones(1)
def run():
    a = t
    tensor(a)
    a = 1
    plain(a)
run()
# == branches are joined
import sys
if sys.argv:
    a = tf.ones(1)
else:
    a = 1
mixed(a)
# == a branch that returns does not reach what follows
def run(flag):
    a = tf.ones(1)
    if flag:
        return tensor(a)
    else:
        a = 2
    plain(a)
import sys
run(len(sys.argv) > 1)
# == isinstance narrows both ways
def run(a):
    if isinstance(a, (int, float)):
        plain(a)
    else:
        tensor(a)
run(1)
run(tf.ones(1))
# == isinstance with tf.Tensor and a negation
def run(a):
    if not isinstance(a, tf.Tensor):
        plain(a)
        return
    tensor(a)
run(1)
run(tf.ones(1))
# == tf.is_tensor narrows
def run(a):
    if tf.is_tensor(a):
        tensor(a)
    else:
        plain(a)
run(1)
run(tf.ones(1))
# == the number of arguments narrows both ways
def run(*values):
    if len(values) == 1:
        return values[0]
    if len(values) >= 3:
        return [value for value in values]
    return 1
tensor(run(tf.ones(1)))
plain(run(tf.ones(1), tf.ones(1)))
# == the number of arguments that nobody knows narrows nothing
import sys
def run(*values):
    if len(values) == 1:
        return values[0]
    return 1
mixed(run(*[tf.ones(1) for _ in sys.argv]))
# == is None narrows both ways
def run(a=None):
    if a is None:
        plain(a)
        a = 3
        plain_too(a)
    else:
        tensor(a)
run()
run(tf.ones(1))
# == a comparison with a number narrows both ways
LEAST = 2
def run(n, a):
    if n > 0:
        tensor(a)
        if 2 <= n:
            mixed(a if n else 1)
    else:
        unseen_below(n)
    if n < LEAST:
        unseen_least(n)
    if not n >= -1:
        unseen_negative(n)
run(3, tf.ones(1))
# == a number that grows passes the comparison in the end
def run(a):
    n = 0
    while sink():
        if n > 2:
            tensor(a)
        n += 1
run(tf.ones(1))
# == truth narrows None away
def run(a):
    if not a:
        return
    tensor(a)
run(None)
run(tf.ones(1))
# == narrowing of an attribute
class C:
    pass
c = C()
c.a = None
def run(x):
    c.a = x
    if c.a is None:
        return
    tensor(c.a)
run(tf.ones(1))
# == an assertion narrows
def run(a):
    assert a is not None
    tensor(a)
run(None)
run(tf.ones(1))
# == and narrows its right side
def run(a):
    return isinstance(a, tf.Tensor) and tensor(a)
run(1)
run(tf.ones(1))
# == or narrows its right side
def run(a):
    return isinstance(a, tf.Tensor) or plain(a)
run(1)
run(tf.ones(1))
# == a callable check narrows
def run(a):
    if callable(a):
        tensor(a())
    else:
        plain(a)
run(1)
run(lambda: tf.ones(1))
# == while with else
n = 0
while n < 3:
    n += 1
    a = 1
else:
    a = tf.ones(1)
tensor(a)
# == for with else and break
for i in range(3):
    if i == 2:
        a = tf.ones(1)
        break
else:
    a = 1
mixed(a)
# == what a loop carries around
a = 1
for i in range(3):
    mixed(a)
    a = tf.ones(1)
# == while True ends at its break
while True:
    a = tf.ones(1)
    break
tensor(a)
# == continue
for e in [tf.ones(1), None]:
    if e is None:
        continue
    tensor(e)
# == try with except, else and finally
try:
    a = tf.ones(1)
except ValueError as error:
    plain(error)
    raise
else:
    tensor(a)
finally:
    sink(a)
# == an exception handler sees every state of the body
a = 1
try:
    a = tf.ones(1)
    a = "x"
except ValueError:
    mixed(a)
# == the handler's return leaves the rest
def run():
    try:
        a = tf.ones(1)
    except ValueError:
        return 0
    return a
tensor(run())
# == with and several managers
import contextlib
class M:
    def __init__(self, v):
        self.v = v
    def __enter__(self):
        return self.v
    def __exit__(self, *rest):
        return False
with M(tf.ones(1)) as a, M(1) as b:
    tensor(a)
    plain(b)
# == contextlib.contextmanager
import contextlib
@contextlib.contextmanager
def manager(v):
    yield v
with manager(tf.ones(1)) as a:
    tensor(a)
with manager(1) as b:
    plain(b)
# == a tape as a context manager
v = tf.Variable(1.0)
with tf.GradientTape() as tape:
    y = v * v
tensor(tape.gradient(y, v))
plain(tape)
# == a list comprehension with a condition
xs = [e for e in [tf.ones(1), None] if e is not None]
tensor(xs[0])
nested(xs)
# == nested comprehensions
tensor([e for row in [[tf.ones(1)]] for e in row][0])
plain([e for row in [[1]] for e in row][0])
# == dict and set comprehensions
d = {k: tf.ones(1) for k in "ab"}
tensor(d["a"])
for k in d:
    plain(k)
for e in {x for x in [1, 2]}:
    plain_too(e)
# == a comprehension does not leak its names
e = 1
xs = [e for e in [tf.ones(1)]]
plain(e)
# == a generator function
def make():
    yield tf.ones(1)
    yield tf.ones(2)
for e in make():
    tensor(e)
# == next on a generator, with a default
def make():
    yield tf.ones(1)
g = make()
tensor(next(g))
mixed(next(g, 3))
# == yield from
def inner():
    yield tf.ones(1)
def outer():
    yield from inner()
tensor(list(outer())[0])
# == a generator's return value
def inner():
    yield 1
    return tf.ones(1)
def outer():
    a = yield from inner()
    tensor(a)
list(outer())
# == send
def consumer():
    a = yield
    tensor(a)
c = consumer()
next(c)
c.send(tf.ones(1))
# == a generator expression
tensor(next(e for e in [tf.ones(1)]))
plain(sum(e for e in [1, 2]))
# == a generator of tuples
def batches():
    for i in range(3):
        yield tf.ones(i), i
for a, b in batches():
    tensor(a)
    plain(b)
# == walrus in a condition
if (a := tf.ones(1)) is not None:
    tensor(a)
# == walrus in a comprehension binds outside
xs = [a := tf.ones(1) for _ in range(3)]
tensor(a)
# == walrus in a while condition
it = iter([tf.ones(1)])
while (a := next(it, None)) is not None:
    tensor(a)
# == unpacking with stars
first, *rest, last = tf.ones(1), 1, 2, tf.ones(2)
tensor(first)
plain(rest[0])
tensor_too(last)
# == nested unpacking
(a, (b, c)), d = (tf.ones(1), (1, tf.ones(2))), 2
tensor(a)
plain(b)
tensor_too(c)
plain_too(d)
# == swapping
a, b = tf.ones(1), 1
a, b = b, a
plain(a)
tensor(b)
# == chained assignment
a = b = tf.ones(1)
tensor(a)
tensor_too(b)
# == unpacking in a for target
for i, (a, b) in enumerate([(tf.ones(1), 1)]):
    tensor(a)
    plain(b)
# == augmented assignment of a number with a tensor
a = 1
a += tf.ones(1)
tensor(a)
# == augmented assignment of an attribute and an item
class C:
    def __init__(self):
        self.n = 0.0
c = C()
c.n += tf.ones(1)
mixed(c.n)
d = {"k": 0}
d["k"] += tf.ones(1)
mixed_too(d["k"])
# == an overloaded in-place operator
class C:
    def __iadd__(self, o):
        tensor(o)
        return self
c = C()
c += tf.ones(1)
# == match on literals and captures
def run(a):
    match a:
        case "x" | "y":
            plain(a)
        case None:
            plain_too(a)
        case 1:
            plain_one(a)
        case other:
            unseen(other)
def by_text(a):
    match a:
        case "x":
            plain_text(a)
        case other:
            plain_other(other)
by_text("x")
by_text("z")
run(1)
run(None)
# == match on a class
def run(a):
    match a:
        case int():
            plain(a)
        case tf.Tensor():
            tensor(a)
run(1)
run(tf.ones(1))
# == match on a sequence
match (tf.ones(1), 1):
    case (a, b):
        tensor(a)
        plain(b)
# == match on a sequence with a star
match [1, tf.ones(1), tf.ones(2)]:
    case [a, *rest]:
        plain(a)
        tensor(rest[0])
# == match on a mapping
match {"x": tf.ones(1), "y": 1}:
    case {"x": a, "y": b, **others}:
        tensor(a)
        plain(b)
# == match on attributes
import dataclasses
@dataclasses.dataclass
class P:
    a: object
    b: object
match P(tf.ones(1), 1):
    case P(a=x, b=y):
        tensor(x)
        plain(y)
# == match on positions of a dataclass, with as
import dataclasses
@dataclasses.dataclass
class P:
    a: object
    b: object
match P(tf.ones(1), 1):
    case P(x, y) as p:
        tensor(x)
        plain(y)
        tensor_too(p.a)
# == match with a guard
match tf.ones(1):
    case a if a is not None:
        tensor(a)
# == a conditional expression narrows
def run(a=None):
    tensor(a if a is not None else tf.zeros(1))
run()
run(tf.ones(1))
# == or as a default
def run(a=None):
    a = a or tf.zeros(1)
    tensor(a)
run()
# == f-strings are strings
plain(f"{tf.ones(1)}")
# == a slice of a tensor, with an ellipsis and newaxis
t = tf.ones((3, 3))
tensor(t[..., 1:2])
tensor_too(t[:, tf.newaxis])
plain(t.shape[0])
# == a slice object
s = slice(0, 2)
tensor(tf.ones(3)[s])
plain(s)
# == del of a local
a = tf.ones(1)
del a
a = 1
plain(a)
# == del of an item
xs = [tf.ones(1), tf.ones(2)]
del xs[0]
tensor(xs[0])
# == globals set by a function
g = None
def init():
    global g
    g = tf.ones(1)
def use():
    tensor(g)
init()
use()
# == nonlocal
def outer():
    a = None
    def inner():
        nonlocal a
        a = tf.ones(1)
    inner()
    tensor(a)
outer()
# == late binding of a closure
def outer():
    def inner():
        tensor(a)
    a = tf.ones(1)
    inner()
outer()
# == late binding of a global function
def run():
    late(tf.ones(1))
def late(x):
    tensor(x)
run()
# == late binding in a loop of lambdas
fs = []
for e in [tf.ones(1)]:
    fs.append(lambda: e)
tensor(fs[0]())
# == a class body runs
class C:
    a = tf.ones(1)
    b = a + 1
    tensor(b)
plain(C)
# == a class body reads globals, not its own names, in methods
a = 1
class C:
    a = tf.ones(1)
    def m(self):
        plain(a)
        tensor(self.a)
C().m()
# == comparisons of tensors and chained comparisons
tensor(tf.ones(1) > 0)
plain(1 < 2 < 3)
tensor_too(tf.ones(1) == 1)
# == identity, membership and not give Booleans
t = tf.ones(1)
plain(t is None)
plain_in("a" in ["a"])
plain_not(not [t])
# == unary operators
tensor(-tf.ones(1))
plain(-1)
tensor_too(~tf.constant(True))
# == matrix multiplication and reflected operators
import numpy as np
tensor(tf.ones((2, 2)) @ tf.ones((2, 2)))
tensor_too(1.0 - tf.ones(1))
tensor_array(np.ones(1) * tf.ones(1))
# == async functions
async def make():
    return tf.ones(1)
async def run():
    tensor(await make())
import asyncio
asyncio.run(run())
# == async for and async with
class M:
    async def __aenter__(self):
        return tf.ones(1)
    async def __aexit__(self, *rest):
        pass
async def make():
    yield tf.ones(1)
async def run():
    async for e in make():
        tensor(e)
    async with M() as m:
        tensor_too(m)
import asyncio
asyncio.run(run())
# == an assignment in an unreachable branch
def run(a):
    return a
    unseen_never(a)
plain(run(1))
sink(0)
# == sorted, reversed, min and max
ts = [tf.ones(1), tf.ones(2)]
tensor(sorted(ts, key=lambda e: 1)[0])
tensor_too(next(reversed(ts)))
tensor_max(max(ts))
plain(max([1, 2]))
# == any, all, len, abs, round, sum
ts = [tf.ones(1)]
plain(len(ts))
plain_any(any([1]))
tensor(abs(tf.ones(1)))
tensor_sum(sum(ts))
# == int, float, str and bool of a tensor
t = tf.ones(())
plain(float(t))
plain_int(int(t))
plain_str(str(t))
plain_bool(bool(t))
# == chained method calls and numpy
t = tf.ones(3)
plain(t.numpy().sum())
plain_list(t.numpy().tolist())
tensor(tf.convert_to_tensor(t.numpy()))
# == type and calling it
class C:
    def m(self):
        return tf.ones(1)
tensor(type(C())().m())
# == match on a class with __match_args__
class P:
    __match_args__ = ("b", "a")
    def __init__(self, a, b):
        self.a = a
        self.b = b
match P(tf.ones(1), 1):
    case P(x, y):
        plain(x)
        tensor(y)
# == match: __match_args__ inherited, a list, of a NamedTuple and kw_only
import dataclasses
from typing import NamedTuple
class A:
    __match_args__ = ("t", "n")
    def __init__(self, t, n):
        self.t, self.n = t, n
class B(A):
    pass
class N(NamedTuple):
    t: object
    n: int
@dataclasses.dataclass
class K:
    t: object
    n: int = dataclasses.field(default=1, kw_only=True)
    m: int = 2
def run(x):
    match x:
        case B(t, n=k):
            tensor(t)
            plain(k)
        case N(t, n):
            tensor_n(t)
            plain_n(n)
        case K(t, m):
            tensor_k(t)
            plain_m(m)
run(B(tf.ones(1), 1))
run(N(tf.ones(1), 1))
run(K(tf.ones(1)))
# == match: nested classes in sequences and mappings
import dataclasses
@dataclasses.dataclass
class P:
    a: object
    b: object
match [P(tf.ones(1), P(1, tf.ones(2)))]:
    case [P(a, P(b, c))]:
        tensor(a)
        plain(b)
        tensor_c(c)
match {"k": P(1, tf.ones(1))}:
    case {"k": P(a=x, b=y)}:
        plain_x(x)
        tensor_y(y)
# == an else of or, an elif chain, a negated and
def run(a, b):
    if a is None or b is None:
        return
    tensor(a)
    tensor_b(b)
run(None, tf.ones(1))
run(tf.ones(1), None)
run(tf.ones(1), tf.ones(1))
# == try, finally, return and nested functions in one
def run(a):
    try:
        try:
            if a is None:
                raise ValueError
            return a
        finally:
            sink(a)
    except ValueError as e:
        plain(e)
        return tf.ones(1)
tensor(run(None))
run(tf.ones(1))
# == except*, several handlers, bare except and else
def run(a):
    try:
        b = a
    except* (ValueError, TypeError) as group:
        plain(group)
        b = 1
    try:
        c = b
    except ValueError:
        c = 1
    except:
        raise
    else:
        mixed(c)
run(tf.ones(1))
# == with: the exception is swallowed, suppress, ExitStack, nullcontext, closing
import contextlib
with contextlib.suppress(ValueError):
    a = tf.ones(1)
tensor(a)
class M:
    def __enter__(self):
        return tf.ones(1)
    def __exit__(self, *e):
        return True
with contextlib.ExitStack() as stack:
    b = stack.enter_context(M())
    tensor_b(b)
with contextlib.nullcontext(tf.ones(1)) as c:
    tensor_c(c)
with contextlib.closing(open("x")) as m:
    plain(m)
# == contextmanager with try and finally, on a method, with arguments, and async
import contextlib
class C:
    @contextlib.contextmanager
    def scope(self, t):
        try:
            yield t
        finally:
            self.done = 1
    @contextlib.asynccontextmanager
    async def later(self, t):
        yield t
    async def go(self):
        async with self.later(tf.ones(1)) as t:
            tensor_async(t)
with C().scope(tf.ones(1)) as t:
    tensor(t)
import asyncio
asyncio.run(C().go())
# == a class used as contextlib.ContextDecorator
import contextlib
class M(contextlib.ContextDecorator):
    def __enter__(self):
        return self
    def __exit__(self, *e):
        return False
@M()
def run(t):
    tensor(t)
run(tf.ones(1))
# == generator: two-way, close, throw, in a for with unpacking and enumerate
def gen(n):
    for i in range(n):
        got = yield i, tf.ones(1)
        if got is not None:
            plain_got(got)
g = gen(3)
for k, (i, t) in enumerate(g):
    plain(i)
    tensor(t)
g.send(1)
g.close()
# == generator methods and properties, chained generators
class C:
    def __init__(self):
        self.data = [tf.ones(1)]
    @property
    def items(self):
        for d in self.data:
            yield d
    def __iter__(self):
        yield from self.items
for t in C():
    tensor(t)
tensor_l([t * 2 for t in C().items][0])
first, *_ = C()
tensor_f(first)
# == generator in map, filter, zip, any, sum, dict, max with default
def gen():
    yield "a", tf.ones(1)
d = dict(gen())
tensor(d["a"])
for (k, t), n in zip(gen(), range(3)):
    plain(k)
    tensor_z(t)
    plain_n(n)
tensor_max(max((t for _, t in gen()), default=None, key=lambda t: 1))
# == async generator, await of a gather and a task
import asyncio
async def make():
    return tf.ones(1)
async def stream():
    for i in range(3):
        yield tf.ones(i)
async def main():
    a, b = await asyncio.gather(make(), make())
    tensor(a)
    t = asyncio.create_task(make())
    tensor_t(await t)
    async for x in stream():
        tensor_x(x)
    xs = [x async for x in stream()]
    tensor_xs(xs[0])
asyncio.run(main())
# == walrus in comprehension conditions, lambdas and default arguments
xs = [y for x in [tf.ones(1)] if (y := x * 2) is not None]
tensor(xs[0])
f = lambda: (z := tf.ones(1), tensor_z(z))
f()
print(n := 10)
plain(n)
# == star unpacking: in the middle, of a string, of a generator, in a for and a call
def gen():
    yield tf.ones(1)
    yield tf.ones(2)
a, *b, c = gen()
tensor(a)
tensor_b(b[0])
tensor_c(c)
for first, *rest in [(1, tf.ones(1), tf.ones(2))]:
    plain(first)
    tensor_rest(rest[0])
[x, [y, *z]] = [1, [tf.ones(1), 2]]
tensor_y(y)
plain_z(z[0])
# == unpacking to attributes and items
class C:
    pass
c, d = C(), {}
c.a, d["b"], (c.e, *d["f"]) = tf.ones(1), 1, (tf.ones(2), 3, 4)
tensor(c.a)
plain(d["b"])
tensor_e(c.e)
plain_f(d["f"][0])
# == for targets: attributes, items, starred pairs, dict items
class C:
    pass
c = C()
d = {}
for c.x in [tf.ones(1)]:
    tensor(c.x)
for d["k"] in [1]:
    plain(d["k"])
for k, (a, *b) in {"k": (1, tf.ones(1))}.items():
    plain_k(k)
    plain_a(a)
    tensor_b(b[0])
# == augmented assignment in all its forms
xs = []
xs += [tf.ones(1)]
tensor(xs[0])
d = {}
d["n"] = 1
d["n"] += 1
plain(d["n"])
d |= {"t": tf.ones(1)}
tensor_t(d["t"])
class C:
    total = 0
    def __init__(self):
        self.xs = []
        self.xs += [tf.ones(1)]
        self.n = 0
        self.n += 1
        C.total += 1
c = C()
tensor_c(c.xs[0])
plain_n(c.n)
plain_total(C.total)
n = 2
n **= 2
n //= 3
n <<= 1
plain_s(n)
t = tf.ones((2, 2))
t @= t
tensor_mat(t)
s = "a"
s += "b"
s *= 2
plain_text(s)
# == del of names, slices, attributes, globals; rebinding after
x = tf.ones(1)
del x
try:
    x
except NameError:
    x = 1
plain(x)
xs = [1, 2, tf.ones(1)]
del xs[0:2], xs[-1]
class C:
    pass
c = C()
c.a = 1
del c.a
c.b = 1
plain_c(c.b)
# == slices: with names, steps, negative, of lists of lists, of strings, slice() in __getitem__
xs = [[1, tf.ones(1)], [2, tf.ones(2)]]
n = 1
tensor(xs[:n][0][1])
plain(xs[::-1][0][0])
plain_text("abc"[1:])
class C:
    def __getitem__(self, k):
        if isinstance(k, slice):
            plain_start(k.start)
            return [tf.ones(1)]
        if isinstance(k, tuple):
            plain_k(k[0])
        return tf.ones(1)
tensor_s(C()[1:2][0])
tensor_k(C()[1, 2])
tensor_e(C()[..., 0])
# == f-strings with formats, nested, =, !r, and str.format, % and join
n = 3
plain(f"{n!r:>{n}} {n=}")
plain_two("{} {a}".format(1, a=2))
plain_three("%s %d" % ("a", 1))
plain_four(" ".join(f"{x}" for x in range(3)))
# == conditional expressions nested, in arguments, in comprehensions, in defaults
flag = input()
a = tf.ones(1) if flag else (tf.zeros(1) if not flag else tf.ones(2))
tensor(a)
xs = [tf.ones(1) if i else tf.zeros(1) for i in range(3)]
tensor_x(xs[0])
def run(t=None if flag else 1):
    plain(t)
run(1 if flag else 2)
# == global at module level, in nested functions, conditional, deleted
def outer():
    def inner():
        global g
        g = tf.ones(1)
    inner()
outer()
tensor(g)
# == nonlocal two levels, in a class's method, shared by two closures
def outer():
    t = None
    n = 0
    def put():
        nonlocal t
        def deeper():
            nonlocal t, n
            t = tf.ones(1)
            n += 1
        deeper()
    def get():
        return t
    class C:
        def m(self):
            nonlocal n
            n = 2
    C().m()
    put()
    tensor(get())
    plain(n)
outer()
# == late binding in closures made in a loop, with default, partial
import functools
fs, gs, hs = [], [], []
for t in (tf.ones(1), tf.ones(2)):
    fs.append(lambda: t)
    gs.append(lambda t=t: t)
    hs.append(functools.partial(lambda x: x, t))
tensor(fs[0]())
tensor_g(gs[0]())
tensor_h(hs[0]())
# == late binding: a function that uses what is defined below, a method that uses a class below
def run():
    return helper()
class A:
    def make(self):
        return B()
def helper():
    return tf.ones(1)
class B:
    def m(self):
        return tf.ones(1)
tensor(run())
tensor_b(A().make().m())
# == while with complex conditions, nested breaks and continues
def run():
    n = 0
    t = None
    while True:
        n += 1
        if n == 1:
            continue
        for k in range(3):
            if k:
                t = tf.ones(1)
                break
        else:
            continue
        if t is not None:
            break
    tensor(t)
run()
# == try in a loop with retries
def run(f):
    for attempt in range(3):
        try:
            out = f()
        except ValueError as e:
            error = e
            continue
        return out
    raise error
tensor(run(lambda: tf.ones(1)))
# == match in a loop with or-patterns, as, guards and captured names
def run(events):
    out = None
    for e in events:
        match e:
            case ("put", t) | ("set", t):
                out = t
            case {"n": int(n) as k, **rest} if n > 0:
                plain(n)
                plain_k(k)
                tensor_rest(rest["t"])
            case [first, *others] if others:
                sink(first)
            case str() | bytes():
                plain_text(e)
            case _:
                sink(e)
    return out
tensor(run([("put", tf.ones(1)), {"n": 1, "t": tf.ones(1)}, "x"]))
# == match on None, True, numbers, negative, complex, strings and tuples of two subjects
def run(a, b):
    match a, b:
        case None, x:
            tensor(x)
        case True, x:
            plain(x)
        case -1 | 1 | 2 + 3j, x:
            plain_n(x)
        case str(s), _:
            plain_s(s)
run(None, tf.ones(1))
run(True, 1)
run("s", None)
# == match on values of an enumeration and dotted names
import enum
class Mode(enum.Enum):
    A = 1
    B = 2
def run(m, t):
    match m:
        case Mode.A:
            tensor(t)
        case Mode.B:
            plain(t)
run(Mode.A, tf.ones(1))
# == raise of a class makes an object
class Stop(Exception):
    def __init__(self):
        super().__init__()
        tensor(tf.ones(1))
class Cause(Exception):
    def __init__(self):
        plain(1)
try:
    raise Stop from Cause
except Stop:
    pass
# == eval of a text that is known
def run(a):
    tensor(a)
def go(x):
    eval("run(x)")
    plain(eval("(lambda y: y)(1)"))
    eval(input())
go(tf.ones(1))
code = "run(tf.ones(1))"
eval(code)
eval("not python at all")
# == functions that nobody calls: what a later one writes, an earlier one reads
class Store:
    pass
store = Store()
# report: has_side_effects=false
def use():
    tensor(next(store.iterator))
def fill():
    store.iterator = iter(tf.data.Dataset.from_tensors(1.0))
# == the name of a class, and texts among others
class A:
    pass
class Other:
    pass
def run(model, a):
    name = model.__class__.__name__
    if name in ("A", "C"):
        tensor(a)
    elif name not in ["D", "Other"]:
        unseen(a)
    else:
        plain(a)
    if type(model).__name__ == "A":
        tensor_too(a)
run(A(), tf.ones(1))
run(Other(), 1)
