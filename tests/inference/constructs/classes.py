# == properties and setters
class C:
    def __init__(self):
        self._a = None
    @property
    def a(self):
        return self._a
    @a.setter
    def a(self, value):
        tensor(value)
        self._a = value
c = C()
c.a = tf.ones(1)
tensor_read(c.a)
# == property() called
class C:
    def get(self):
        return tf.ones(1)
    def put(self, value):
        tensor(value)
    a = property(get, put)
c = C()
tensor_read(c.a)
c.a = tf.ones(1)
# == a property written with lambda
class C:
    a = property(lambda self: tf.ones(1))
tensor(C().a)
# == functools.cached_property
import functools
class C:
    @functools.cached_property
    def a(self):
        return tf.ones(1)
tensor(C().a)
# == class methods, through class and instance
class C:
    @classmethod
    def make(cls, t):
        tensor(t)
        return cls()
    def m(self):
        return 1
plain(C.make(tf.ones(1)).m())
plain_too(C().make(tf.ones(1)).m())
# == a class method of a subclass makes the subclass
class A:
    @classmethod
    def make(cls):
        return cls()
class B(A):
    def m(self):
        return tf.ones(1)
tensor(B.make().m())
# == static methods, through class and instance
class C:
    @staticmethod
    def m(t):
        return t
tensor(C.m(tf.ones(1)))
plain(C().m(1))
# == staticmethod called
class C:
    def m(t):
        tensor(t)
    m = staticmethod(m)
C().m(tf.ones(1))
# == super without arguments
class A:
    def __init__(self, t):
        self.t = t
class B(A):
    def __init__(self, t):
        super().__init__(t)
tensor(B(tf.ones(1)).t)
# == super with arguments
class A:
    def m(self, t):
        tensor(t)
class B(A):
    def m(self, t):
        super(B, self).m(t)
B().m(tf.ones(1))
# == super in a class method
class A:
    @classmethod
    def m(cls, t):
        tensor(t)
class B(A):
    @classmethod
    def m(cls, t):
        super().m(t)
B.m(tf.ones(1))
# == the base named outright
class A:
    def m(self, t):
        tensor(t)
class B(A):
    def m(self, t):
        A.m(self, t)
B().m(tf.ones(1))
# == super in __new__
class A:
    def __new__(cls, t):
        self = super().__new__(cls)
        self.t = t
        return self
tensor(A(tf.ones(1)).t)
# == super of a property
class A:
    @property
    def p(self):
        return tf.ones(1)
class B(A):
    @property
    def p(self):
        return super().p
tensor(B().p)
# == super inside a closure of a method
class A:
    def m(self, t):
        tensor(t)
class B(A):
    def m(self, t):
        def inner():
            super(B, self).m(t)
        inner()
B().m(tf.ones(1))
# == cooperative multiple inheritance
class Base:
    def m(self, t):
        plain_never = 1
class A(Base):
    def m(self, t):
        super().m(1)
class B(Base):
    def m(self, t):
        plain(t)
class C(A, B):
    def m(self, t):
        tensor(t)
        super().m(t)
C().m(tf.ones(1))
# == a mixin's attribute
class Mixin:
    def use(self):
        tensor(self.t)
class C(Mixin):
    def __init__(self):
        self.t = tf.ones(1)
C().use()
# == the overridden method is called from the base
class A:
    def run(self, t):
        self.step(t)
    def step(self, t):
        unseen(t)
class B(A):
    def step(self, t):
        tensor(t)
B().run(tf.ones(1))
# == dataclass with defaults and a factory
from dataclasses import dataclass, field
@dataclass
class P:
    a: object
    n: int = 3
    xs: list = field(default_factory=list)
p = P(tf.ones(1))
tensor(p.a)
plain(p.n)
plain_xs(p.xs)
# == dataclass with __post_init__ and inheritance
from dataclasses import dataclass
@dataclass
class A:
    a: object
@dataclass
class B(A):
    b: object = 1
    def __post_init__(self):
        tensor(self.a)
        self.c = self.a * 2
tensor_c(B(a=tf.ones(1)).c)
# == dataclasses.replace and astuple
import dataclasses
@dataclasses.dataclass(frozen=True)
class P:
    a: object
    b: object
p = dataclasses.replace(P(1, 2), a=tf.ones(1))
mixed(p.a)
plain(p.b)
# == attr.evolve leaves what it copies as it is
import attr
@attr.s
class P:
    a = attr.ib()
    b = attr.ib()
kept = P(1, 2)
p = attr.evolve(kept, a=tf.ones(1))
tensor(p.a)
plain(p.b)
plain_kept(kept.a)
# == collections.namedtuple by field, position and unpacking
import collections
P = collections.namedtuple("P", ["a", "b"])
p = P(a=tf.ones(1), b=2)
tensor(p.a)
plain(p[1])
x, y = p
tensor_x(x)
plain_y(y)
# == namedtuple with _replace and _asdict
from collections import namedtuple
P = namedtuple("P", "a, b")
p = P(1, 2)._replace(a=tf.ones(1))
mixed(p.a)
plain(p.b)
# == a subclass of a namedtuple
from collections import namedtuple
class P(namedtuple("P", "a b")):
    def first(self):
        return self.a
p = P(tf.ones(1), 2)
tensor(p.first())
plain(p.b)
# == typing.NamedTuple
from typing import NamedTuple
class P(NamedTuple):
    a: object
    b: int = 0
p = P(tf.ones(1))
tensor(p.a)
plain(p.b)
x, y = p
tensor_x(x)
# == enumerations
import enum
class Color(enum.Enum):
    RED = 1
    BLUE = "b"
    def describe(self):
        return self.name
plain(Color.RED)
plain_value(Color.RED.value)
plain_name(Color["RED"].describe())
for c in Color:
    plain_each(c)
# == __call__
class C:
    def __call__(self, t, scale=1):
        tensor(t)
        plain(scale)
        return t
tensor_back(C()(tf.ones(1), scale=2))
# == __getitem__ and __setitem__
class C:
    def __init__(self):
        self.d = {}
    def __getitem__(self, k):
        plain(k)
        return self.d[k]
    def __setitem__(self, k, v):
        self.d[k] = v
c = C()
c["x"] = tf.ones(1)
tensor(c["x"])
# == iteration through __getitem__
class C:
    def __len__(self):
        return 3
    def __getitem__(self, i):
        return tf.ones(1)
for e in C():
    tensor(e)
# == what derives from a dictionary gives its keys, whatever its __getitem__ gives
class C(dict):
    def __getitem__(self, k):
        plain(k)
        return super().__getitem__(k)
for k in C(a=tf.ones(1)):
    plain_key(k)
# == what derives from a list gives its elements
class C(list):
    def __getitem__(self, i):
        return 1
for e in C([tf.ones(1)]):
    tensor(e)
# == __iter__ and __next__
class C:
    def __iter__(self):
        return self
    def __next__(self):
        return tf.ones(1), 1
for a, b in C():
    tensor(a)
    plain(b)
tensor_next(next(iter(C()))[0])
# == __iter__ delegates
class C:
    def __iter__(self):
        return iter([tf.ones(1)])
tensor(list(C())[0])
a, = C()
tensor_too(a)
# == __len__ , __bool__ and __contains__
class C:
    def __len__(self):
        plain(1)
        return 1
    def __bool__(self):
        plain_bool(1)
        return True
    def __contains__(self, t):
        tensor(t)
        return True
len(C())
if C():
    tf.ones(1) in C()
# == __enter__ and __exit__
class C:
    def __enter__(self):
        return tf.ones(1), 1
    def __exit__(self, kind, error, trace):
        plain_exit(kind)
with C() as (a, b):
    tensor(a)
    plain(b)
# == arithmetic
class C:
    def __add__(self, o):
        tensor(o)
        return tf.ones(1)
    def __radd__(self, o):
        plain(o)
        return 1
    def __mul__(self, o):
        return self
    def __neg__(self):
        return tf.ones(1)
    def __matmul__(self, o):
        return tf.ones(1)
c = C()
tensor_sum(c + tf.ones(1))
plain_sum(1 + c)
tensor_neg(-(c * 2))
tensor_mat(c @ 1)
# == comparison and hashing methods
class C:
    def __eq__(self, o):
        plain_o(o)
        return True
    def __lt__(self, o):
        return tf.ones(1)
tensor(C() < 1)
plain(C() == 2)
# == __getattr__
class C:
    def __getattr__(self, name):
        plain(name)
        return tf.ones(1)
tensor(C().anything)
# == __getattr__ that delegates
class Inner:
    def m(self, t):
        tensor(t)
class Outer:
    def __init__(self, inner):
        self.inner = inner
    def __getattr__(self, name):
        return getattr(self.inner, name)
Outer(Inner()).m(tf.ones(1))
# == __setattr__ and object.__setattr__
class C:
    def __setattr__(self, name, value):
        tensor(value)
        object.__setattr__(self, name, value)
c = C()
c.a = tf.ones(1)
tensor_read(c.a)
# == __setattr__ that hands on what it is given: attributes are apart, however many there are
class Module:
    def __setattr__(self, key, value):
        if isinstance(value, Module):
            print(key)
        super().__setattr__(key, value)
class Part(Module):
    def __init__(self, n):
        self.a, self.b, self.c, self.d, self.e, self.f = n, "b", 1.0, None, 2, "f"
        self.g, self.h, self.i, self.j, self.k, self.l = 3, "h", 4.0, (), True, "l"
        self.m, self.n, self.o, self.p, self.q, self.r = 5, "n", 6.0, [], "q", "r"
        self.t = tf.ones(1)
part = Part(1)
plain_first(part.a)
plain_last(part.r)
tensor(part.t)
# == __setattr__ called by its name, and by a subclass with another name
class Base:
    def __setattr__(self, key, value):
        object.__setattr__(self, key, value)
class Renamed(Base):
    def __setattr__(self, key, value):
        super().__setattr__("_" + key, value)
        super().__setattr__("last", value)
class Chained(Base):
    def __setattr__(self, key, value):
        super(Chained, self).__setattr__(key, value)
def fill(it):
    it.a, it.b, it.c, it.d, it.e, it.f, it.g, it.h = 1, "b", 1.0, None, 2, "f", 3, "h"
    it.i, it.j, it.k, it.l, it.m, it.n, it.o, it.p = 1, "b", 1.0, None, 2, "f", 3, "h"
base, renamed, chained = Base(), Renamed(), Chained()
fill(base)
fill(renamed)
fill(chained)
base.__setattr__("s", tf.ones(1))
Base.__setattr__(base, "t", tf.ones(1))
tensor_by_name(base.s)
tensor_of_class(base.t)
plain_beside(base.a)
renamed.x = tf.ones(1)
mixed(renamed.last)
chained.x = tf.ones(1)
tensor_chained(chained.x)
plain_chained(chained.a)
# == __dict__ and vars
class C:
    def __init__(self, **kwargs):
        self.__dict__.update(kwargs)
c = C(a=tf.ones(1))
tensor(c.a)
# == setattr in a loop over items
class C:
    def __init__(self, **kwargs):
        for k, v in kwargs.items():
            setattr(self, k, v)
tensor(C(a=tf.ones(1)).a)
# == getattr and setattr with a constant
class C:
    def m(self, t):
        tensor(t)
c = C()
setattr(c, "a", tf.ones(1))
tensor_a(getattr(c, "a"))
getattr(c, "m")(tf.ones(1))
plain(getattr(c, "nothing", 3))
# == getattr with a name from a constant list
class C:
    def one(self, t):
        tensor(t)
    def two(self, t):
        tensor_two(t)
for name in ["one", "two"]:
    getattr(C(), name)(tf.ones(1))
# == hasattr
class C:
    pass
c = C()
plain(hasattr(c, "a"))
# == class attributes, instance attributes win
class C:
    a = 1
    t = tf.ones(1)
c = C()
c.a = tf.ones(1)
mixed(c.a)
tensor(C.t)
plain(C.a)
# == class attributes set from outside
class C:
    t = None
C.t = tf.ones(1)
tensor(C().t)
# == a descriptor of the project
class D:
    def __get__(self, owner, cls=None):
        return tf.ones(1)
class C:
    a = D()
tensor(C().a)
# == a descriptor with __set__
class D:
    def __set__(self, owner, value):
        tensor(value)
class C:
    a = D()
C().a = tf.ones(1)
# == __init_subclass__ and registries
registry = {}
class A:
    def __init_subclass__(cls, **kwargs):
        registry[cls.__name__] = cls
class B(A):
    def m(self, t):
        tensor(t)
for cls in registry.values():
    cls().m(tf.ones(1))
# == subclasses in a dictionary
class A:
    def m(self, t):
        tensor(t)
class B:
    def m(self, t):
        tensor_b(t)
{"a": A, "b": B}["b"]().m(tf.ones(1))
A().m(tf.ones(1))
# == a class made in a function
def make():
    class C:
        def m(self, t):
            tensor(t)
    return C
make()().m(tf.ones(1))
# == a class made in a function closes over its tensor
def make(t):
    class C:
        def m(self):
            tensor(t)
    return C()
make(tf.ones(1)).m()
# == nested classes
class A:
    class B:
        def m(self, t):
            tensor(t)
    def run(self):
        self.B().m(tf.ones(1))
A().run()
# == a metaclass of the project
class Meta(type):
    def __call__(cls, *args, **kwargs):
        return super().__call__(*args, **kwargs)
class C(metaclass=Meta):
    def m(self, t):
        tensor(t)
C().m(tf.ones(1))
# == a metaclass for a singleton
class Meta(type):
    made = {}
    def __call__(cls, *args, **kwargs):
        if cls not in cls.made:
            cls.made[cls] = super().__call__(*args, **kwargs)
        return cls.made[cls]
class C(metaclass=Meta):
    def m(self, t):
        tensor(t)
C().m(tf.ones(1))
# == six.with_metaclass and abc
import abc
class A(abc.ABC):
    @abc.abstractmethod
    def m(self, t):
        pass
    def run(self, t):
        self.m(t)
class B(A):
    def m(self, t):
        tensor(t)
B().run(tf.ones(1))
# == a class with __slots__ and typing.Generic
from typing import Generic, TypeVar
T = TypeVar("T")
class Stack(Generic[T]):
    __slots__ = ("items",)
    def __init__(self):
        self.items = []
    def push(self, x):
        self.items.append(x)
    def pop(self):
        return self.items.pop()
s = Stack()
s.push(tf.ones(1))
tensor(s.pop())
# == a subclass of list
class L(list):
    def first(self):
        return self[0]
xs = L()
xs.append(tf.ones(1))
tensor(xs.first())
for e in xs:
    tensor_each(e)
# == a subclass of dict
class D(dict):
    pass
d = D(a=tf.ones(1))
tensor(d["a"])
d["b"] = 1
# == attribute access on a dict subclass
class AttrDict(dict):
    def __getattr__(self, name):
        return self[name]
    def __setattr__(self, name, value):
        self[name] = value
d = AttrDict()
d.a = tf.ones(1)
tensor(d.a)
# == types.SimpleNamespace
import types
n = types.SimpleNamespace(a=tf.ones(1), b=2)
tensor(n.a)
plain(n.b)
# == argparse.Namespace
import argparse
args = argparse.ArgumentParser().parse_args()
plain(args.batch_size)
# == a method stored in an attribute
class C:
    def __init__(self):
        self.go = self.m
    def m(self, t):
        tensor(t)
C().go(tf.ones(1))
# == a method assigned to a class from outside
class C:
    pass
def m(self, t):
    tensor(t)
C.m = m
C().m(tf.ones(1))
# == a function assigned to an instance
class C:
    pass
c = C()
c.m = lambda t: tensor(t)
c.m(tf.ones(1))
# == types.MethodType
import types
class C:
    pass
def m(self, t):
    tensor(t)
c = C()
c.m = types.MethodType(m, c)
c.m(tf.ones(1))
# == an alias of a method in a class body
class C:
    def m(self, t):
        tensor(t)
    n = m
C().n(tf.ones(1))
# == chained methods that return self
class C:
    def a(self):
        return self
    def b(self, t):
        tensor(t)
C().a().a().b(tf.ones(1))
# == instances of one class keep their attributes apart
class C:
    def __init__(self, v):
        self.v = v
a = C(tf.ones(1))
b = C(1)
tensor(a.v)
plain(b.v)
# == fields filled by a helper function
class C:
    pass
def fill(c, v):
    c.v = v
c = C()
fill(c, tf.ones(1))
tensor(c.v)
# == operator module
import operator
class C:
    def __init__(self):
        self.t = tf.ones(1)
tensor(operator.attrgetter("t")(C()))
tensor_item(operator.itemgetter(0)([tf.ones(1)]))
tensor_add(operator.add(tf.ones(1), 1))
# == weak references and copies of objects
import copy
class C:
    def __init__(self):
        self.t = tf.ones(1)
tensor(copy.copy(C()).t)
tensor_deep(copy.deepcopy(C()).t)
# == an exception carries a tensor
class Stop(Exception):
    def __init__(self, t):
        self.t = t
try:
    raise Stop(tf.ones(1))
except Stop as stop:
    tensor(stop.t)
# == exception arguments
try:
    raise ValueError("x")
except (ValueError, TypeError) as error:
    plain(error)
    plain_text(str(error))
# == special methods taken over from a builtin
class D(dict):
    __getattr__ = dict.__getitem__
    __setattr__ = dict.__setitem__
d = D()
d.a = tf.ones(1)
d["b"] = 1
tensor(d.a)
plain(d.b)
# == methods of builtins called by their names
d = {"a": tf.ones(1)}
tensor(d.__getitem__("a"))
dict.__setitem__(d, "b", tf.ones(1))
tensor_too(d["b"])
# == an attribute that only some of the objects have
class A:
    pass
class B:
    n = 3
import sys
for c in (A(), B()):
    if sys.argv:
        plain(c.n)
# == class bodies: loops, conditions, comprehensions, locals() and a metaclass attribute
class C:
    table = {}
    for name in ("a", "b"):
        table[name] = 1
    if name:
        t = tf.ones(1)
    else:
        t = None
    sizes = [n for n in range(3)]
    del name
plain(C.table["a"])
mixed(C.t)
plain_s(C.sizes[0])
# == __call__ chosen by the class, on a class attribute, through super, and stored
class A:
    def __call__(self, t):
        tensor_a(t)
        return t
class B(A):
    def __call__(self, t, *rest):
        tensor_b(t)
        return super().__call__(t)
class Holder:
    step = B()
    def __init__(self):
        self.fn = A()
h = Holder()
tensor(h.step(tf.ones(1)))
tensor_two(h.fn(tf.ones(1)))
list(map(A(), [tf.ones(1)]))
# == __getitem__ of a class, __class_getitem__, and inherited
class A:
    def __class_getitem__(cls, k):
        return cls
    def m(self, t):
        tensor(t)
A[int]().m(tf.ones(1))
class B:
    def __getitem__(self, k):
        return tf.ones(1)
class C(B):
    pass
tensor_c(C()[0])
a, b = C()[0], C()["x"]
tensor_d(b)
# == __iter__ as a generator, __reversed__, __next__ raising, iter with a sentinel
class C:
    def __iter__(self):
        for i in range(3):
            yield i, tf.ones(1)
    def __reversed__(self):
        yield tf.ones(1)
for i, t in C():
    plain(i)
    tensor(t)
for t in reversed(C()):
    tensor_r(t)
for t in iter(lambda: tf.ones(1), None):
    tensor_s(t)
d = dict(C())
tensor_v(list(d.values())[0])
# == __len__, __contains__, __bool__, __int__, __float__, __str__, __format__, __hash__, __index__ run
class C:
    def __len__(self):
        sink(tensor_len(tf.ones(1)))
        return 1
    def __contains__(self, x):
        tensor_in(x)
        return True
    def __str__(self):
        tensor_str(tf.ones(1))
        return "c"
    def __float__(self):
        tensor_float(tf.ones(1))
        return 1.0
    def __hash__(self):
        return 1
c = C()
plain(len(c))
plain_in(tf.ones(1) in c)
plain_s(str(c))
plain_p(f"{c}")
plain_f(float(c))
# == the arithmetic methods, in place and reflected, unary and comparison
class C:
    def __init__(self, t):
        self.t = t
    def __sub__(self, o):
        return C(self.t - o)
    __rsub__ = __sub__
    def __truediv__(self, o):
        return self.t / o
    def __pow__(self, o):
        return self.t ** o
    def __getattr__(self, name):
        raise AttributeError(name)
    def __invert__(self):
        return self.t
    def __abs__(self):
        return self.t
    def __gt__(self, o):
        return self.t > o
    def __and__(self, o):
        return self.t
    def __floordiv__(self, o):
        return 1
    def __imul__(self, o):
        tensor_imul(o)
        return self
c = C(tf.ones(1))
tensor((c - 1).t)
tensor_r((1 - c).t)
tensor_d(c / 2)
tensor_p(c ** 2)
tensor_i(~c)
tensor_a(abs(c))
tensor_g(c > 1)
tensor_n(c & 1)
plain(c // 2)
c *= tf.ones(1)
tensor_m(c.t)
# == __enter__ that gives self, with attributes; nested and parenthesised
class M:
    def __enter__(self):
        self.t = tf.ones(1)
        return self
    def __exit__(self, *e):
        pass
with (
    M() as a,
    M() as b,
):
    tensor(a.t)
with M():
    pass
m = M()
with m:
    tensor_m(m.t)
# == __getattr__ with a table, a prefix, and __getattribute__
class C:
    table = {"a": tf.ones(1)}
    def __getattr__(self, name):
        if name in self.table:
            return self.table[name]
        raise AttributeError(name)
tensor(C().a)
class D:
    def __getattribute__(self, name):
        return tf.ones(1)
tensor_d(D().x)
# == __delattr__, __delitem__, __missing__, __set_name__ and __prepare__ are no trouble
class D(dict):
    def __missing__(self, k):
        return tf.ones(1)
d = D()
tensor(d["x"])
class Field:
    def __set_name__(self, owner, name):
        self.name = name
    def __get__(self, o, cls=None):
        return o.__dict__[self.name]
    def __set__(self, o, v):
        tensor_set(v)
        o.__dict__[self.name] = v
class C:
    a = Field()
    def __delattr__(self, n):
        pass
    def __delitem__(self, n):
        pass
c = C()
c.a = tf.ones(1)
tensor_get(c.a)
del c.a, c[0]
# == properties: inherited, overridden setter, deleter, of a base, abstract, with a decorator below
import abc
import functools
def log(f):
    @functools.wraps(f)
    def inner(self):
        return f(self)
    return inner
class A(abc.ABC):
    @property
    @abc.abstractmethod
    def t(self):
        ...
    @property
    def n(self):
        return self._n
    @n.setter
    def n(self, v):
        plain_n(v)
        self._n = v
    @n.deleter
    def n(self):
        del self._n
class B(A):
    @property
    @log
    def t(self):
        return tf.ones(1)
    @A.n.setter
    def n(self, v):
        tensor_n(v)
        self._n = v
b = B()
tensor(b.t)
b.n = tf.ones(1)
tensor_read(b.n)
# == property with positional and keyword functions, and a lambda setter
class C:
    def __init__(self):
        self._x = None
    def _get(self):
        return self._x
    def _set(self, v):
        tensor_set(v)
        self._x = v
    x = property(fget=_get, fset=_set, doc="x")
c = C()
c.x = tf.ones(1)
tensor(c.x)
# == class methods as factories, in a hierarchy, through an instance, with super and stacked decorators
class A:
    def __init__(self, t):
        self.t = t
    @classmethod
    def make(cls, n):
        plain(n)
        return cls(tf.ones(n))
    @classmethod
    def other(cls, n):
        return cls.make(n)
    @staticmethod
    def helper(t):
        return t
class B(A):
    @classmethod
    def make(cls, n):
        out = super().make(n)
        out.extra = cls.helper(tf.ones(1))
        return out
tensor(B.other(1).t)
tensor_e(B.other(1).extra)
tensor_i(B(tf.ones(1)).make(2).t)
make = B.make
tensor_f(make(1).t)
# == super: in a diamond with keyword arguments, in __init_subclass__, two-argument in a nested function, __class__
class Base:
    def __init__(self, **kw):
        sink(kw)
class A(Base):
    def __init__(self, a, **kw):
        super().__init__(**kw)
        self.a = a
class B(Base):
    def __init__(self, b, **kw):
        super().__init__(**kw)
        self.b = b
class C(A, B):
    def __init__(self, c, **kw):
        super(C, self).__init__(**kw)
        self.c = c
    def get(self):
        return __class__
c = C(1, a=tf.ones(1), b=2)
tensor(c.a)
plain(c.b)
plain_c(c.c)
# == super() as an argument, assigned, in a comprehension-free lambda, of a grandparent
class A:
    def m(self, t):
        tensor(t)
        return t
class B(A):
    def m(self, t):
        unseen(t)
class C(B):
    def m(self, t):
        s = super(B, self)
        f = lambda: super(B, self).m(t)
        f()
        return s.m(t)
tensor_back(C().m(tf.ones(1)))
# == multiple inheritance: the order decides, mixins that call down, an attribute of the second base
class A:
    def who(self, t):
        tensor(t)
class B:
    shared = tf.ones(1)
    def who(self, t):
        unseen(t)
class C(A, B):
    def go(self):
        self.who(tf.ones(1))
        tensor_s(self.shared)
C().go()
class Log:
    def run(self, t):
        return super().run(t)
class Work:
    def run(self, t):
        tensor_run(t)
        return t
class Both(Log, Work):
    pass
tensor_back(Both().run(tf.ones(1)))
# == dataclasses: InitVar, ClassVar, field(init=False), kw_only, slots, order, frozen, default_factory, inheritance
import dataclasses
from dataclasses import InitVar, KW_ONLY, dataclass, field
from typing import ClassVar
@dataclass(frozen=True, order=True, slots=True)
class P:
    a: object
    b: object = None
    xs: list = field(default_factory=lambda: [tf.ones(1)])
    _: KW_ONLY
    k: int = 2
p = P(tf.ones(1), k=3)
tensor(p.a)
plain(p.b)
tensor_x(p.xs[0])
plain_k(p.k)
@dataclass
class Q:
    limit: ClassVar[int] = 3
    a: object
    scale: InitVar[object]
    c: object = field(init=False)
    def __post_init__(self, scale):
        tensor_scale(scale)
        self.c = self.a * scale
q = Q(1, tf.ones(1))
plain_a(q.a)
tensor_c(q.c)
plain_l(Q.limit)
@dataclass
class R(Q):
    d: object = 5
r = R(1, tf.ones(1), tf.ones(2))
tensor_d(r.d)
# == dataclasses: fields, asdict, astuple, replace, make_dataclass, a method that uses them, attrs
import dataclasses
@dataclasses.dataclass
class P:
    a: object
    n: int = 1
    def scaled(self):
        return dataclasses.replace(self, a=self.a * 2)
p = P(tf.ones(1))
tensor(p.scaled().a)
tensor_d(dataclasses.asdict(p)["a"])
plain_d(dataclasses.asdict(p)["n"])
for f in dataclasses.fields(p):
    sink(getattr(p, f.name))
a, n = dataclasses.astuple(p)
tensor_a(a)
plain_n(n)
import attr
@attr.s(auto_attribs=True)
class Q:
    a: object
    n: int = attr.ib(default=1)
tensor_q(Q(tf.ones(1)).a)
@attr.s
class R:
    a = attr.ib()
    n = attr.ib(default=1)
tensor_r(R(tf.ones(1)).a)
plain_r(R(tf.ones(1)).n)
# == named tuples are structures to the functions of nests, as other tuples are
from typing import NamedTuple
class N(NamedTuple):
    a: object
    b: object
class M(NamedTuple):
    n: object
    c: object
made = tf.nest.map_structure(tf.convert_to_tensor, M(N(1, 2), 3))
tensor(made.n.a)
x, y = made.n
tensor_x(x)
tensor_flat(tf.nest.flatten(M(N(tf.ones(1), 2.0), tf.ones(1)))[0])
for row in tf.data.Dataset.from_tensor_slices(N([1.0, 2.0], [3.0, 4.0])):
    tensor_row(row.b)
# == named tuples: defaults, methods, subclass with __new__, _make, _fields, in a list, nested, compared
import collections
from typing import NamedTuple
P = collections.namedtuple("P", "a b c", defaults=(None, 3))
p = P(tf.ones(1))
tensor(p.a)
plain(p.c)
q = P._make([tf.ones(1), 1, 2])
tensor_q(q.a)
plain_q(q[1])
class N(NamedTuple):
    t: object
    n: int = 1
    @property
    def double(self):
        return self.t * 2
    @classmethod
    def of(cls, t):
        return cls(t, 2)
tensor_n(N.of(tf.ones(1)).double)
class S(collections.namedtuple("S", ("x", "y"))):
    __slots__ = ()
    def __new__(cls, x, y=2):
        return super().__new__(cls, x, y)
s = S(tf.ones(1))
tensor_s(s.x)
x, y = s
plain_y(y)
rows = [P(tf.ones(1), 1, 2)]
for a, *rest in rows:
    tensor_row(a)
    plain_rest(rest[0])
tensor_i(rows[0]._asdict()["a"])
m = N._make([tf.ones(1), 3])
tensor_m(m.t)
plain_m(m._replace(t=1).t)
mixed_m(m._replace(n=tf.ones(1), t=2).n)
plain_f(N._fields[0])
F = NamedTuple("F", [("one", object), ("two", object)])
tensor_f(F(1, tf.ones(1)).two)
tensor_d(s._replace(y=tf.ones(1))._asdict()["y"])
plain_c(s.count(2))
# == ragged constants: of lists, of numbers
tensor(tf.ragged.constant([[1.0], []]))
tensor_n(tf.ragged.constant([1.0, 2.0]))
# == enumerations: auto, IntEnum, Flag, aliases, methods, lookup by value, iteration, in a match and a dict
import enum
class M(enum.Enum):
    A = enum.auto()
    B = "b"
    @classmethod
    def parse(cls, s):
        return cls(s)
    @property
    def label(self):
        return self.value
class I(enum.IntEnum):
    ONE = 1
plain(M.parse("b"))
plain_l(M.A.label)
plain_i(I.ONE + 1)
plain_n([m.name for m in M][0])
table = {M.A: tf.ones(1), M.B: 1}
mixed(table[M.A])
plain_in(M.A in table)
# == enumerations: members with functions and tuples, functional form, member methods
import enum
class Op(enum.Enum):
    ADD = ("add", 1)
    def __init__(self, label, n):
        self.label = label
        self.n = n
    def apply(self, t):
        tensor(t)
        return t
plain(Op.ADD.label)
tensor_back(Op.ADD.apply(tf.ones(1)))
Color = enum.Enum("Color", "RED GREEN")
plain_c(Color.RED)
# == __new__ that gives another class
class A:
    def __new__(cls, kind):
        return object.__new__(B)
    def who(self, t):
        unseen(t)
class B(A):
    def who(self, t):
        tensor_b(t)
A("b").who(tf.ones(1))
# == __init__ that sets by locals(), by a loop over zip, by setattr with f-strings and update
class C:
    def __init__(self, a, b):
        for k, v in zip(("x", "y"), (a, b)):
            setattr(self, k, v)
c = C(tf.ones(1), 1)
mixed(c.x)
class D:
    def __init__(self, **kw):
        self.__dict__.update(kw)
        vars(self).update(z=tf.ones(1))
d = D(a=tf.ones(1), b=1)
tensor(d.a)
plain(d.b)
tensor_z(d.z)
class E:
    def __init__(self, a):
        self.__dict__["a"] = a
tensor_e(E(tf.ones(1)).a)
# == class attributes: mutable and shared, set through cls, type(self) and the instance, counted
class C:
    shared = []
    made = 0
    best = None
    def put(self, t):
        self.shared.append(t)
        type(self).best = t
        self.__class__.made += 1
    @classmethod
    def last(cls):
        return cls.shared[-1]
C().put(tf.ones(1))
tensor(C.last())
tensor_b(C().best)
plain(C.made)
# == a class decorated by a function, by a class, by one that adds a method, by one with arguments
def register(name):
    def deco(cls):
        registry[name] = cls
        return cls
    return deco
registry = {}
def add(cls):
    def extra(self, t):
        tensor_extra(t)
    cls.extra = extra
    return cls
@register("c")
@add
class C:
    def m(self, t):
        tensor(t)
registry["c"]().m(tf.ones(1))
C().extra(tf.ones(1))
# == a singleton by __new__, by a module global, by a decorator
class S:
    _one = None
    def __new__(cls):
        if cls._one is None:
            cls._one = super().__new__(cls)
        return cls._one
    def m(self, t):
        tensor(t)
S().m(tf.ones(1))
def singleton(cls):
    made = {}
    def get(*a):
        if cls not in made:
            made[cls] = cls(*a)
        return made[cls]
    return get
@singleton
class T:
    def m(self, t):
        tensor_t(t)
T().m(tf.ones(1))
# == a builder, a visitor by getattr, a state machine of methods, a plugin list
class Visitor:
    def visit(self, kind, t):
        return getattr(self, "visit_" + kind, self.generic)(t)
    def visit_add(self, t):
        sink(t)
    def generic(self, t):
        tensor(t)
        return t
tensor_v(Visitor().visit("x", tf.ones(1)))
class Machine:
    def __init__(self):
        self.state = self.start
    def start(self, t):
        self.state = self.stop
    def stop(self, t):
        tensor_stop(t)
    def run(self):
        for _ in range(2):
            self.state(tf.ones(1))
Machine().run()
class Builder:
    def __init__(self):
        self.steps = []
    def add(self, f):
        self.steps.append(f)
        return self
    def run(self, t):
        for f in self.steps:
            t = f(t)
        return t
tensor_b(Builder().add(lambda t: t * 2).add(tf.nn.relu).run(tf.ones(1)))
# == mutually referring objects, a linked list, a tree walked by recursion
class Node:
    def __init__(self, t, next=None):
        self.t = t
        self.next = next
def total(n):
    out = 0.0
    while n is not None:
        tensor(n.t)
        out = out + n.t
        n = n.next
    return out
mixed(total(Node(tf.ones(1), Node(tf.ones(2)))))
class Tree:
    def __init__(self, t):
        self.t, self.kids = t, []
    def walk(self):
        yield self.t
        for k in self.kids:
            yield from k.walk()
root = Tree(tf.ones(1))
root.kids.append(Tree(tf.ones(2)))
for t in root.walk():
    tensor_w(t)
# == contextvars, threading.local and weakref keep what is put in
import threading
import weakref
local = threading.local()
local.t = tf.ones(1)
tensor(local.t)
class C:
    def m(self, t):
        tensor_m(t)
c = C()
r = weakref.ref(c)
r().m(tf.ones(1))
# == functools.total_ordering, cmp_to_key, cached_property, wraps on methods, update_wrapper
import functools
@functools.total_ordering
class C:
    def __init__(self, n):
        self.n = n
    def __lt__(self, o):
        plain_lt(o.n)
        return self.n < o.n
    @functools.cached_property
    def t(self):
        return tf.ones(1)
    @functools.lru_cache(maxsize=8)
    def m(self, t):
        tensor_m(t)
        return t
plain(sorted([C(1), C(2)])[0].n)
tensor(C(1).t)
tensor_back(C(1).m(tf.ones(1)))
xs = sorted([1, 2], key=functools.cmp_to_key(lambda a, b: plain_cmp(a - b)))
plain_x(xs[0])
def deco(f):
    def inner(*a):
        return f(*a)
    functools.update_wrapper(inner, f)
    return inner
@deco
def run(t):
    tensor_run(t)
run(tf.ones(1))
# == object.__setattr__ with a name that is not known
import sys
class C:
    def __setattr__(self, name, value):
        if name:
            object.__setattr__(self, name, value)
        else:
            super().__setattr__(name, value)
for name in sys.argv:
    setattr(C(), name, tf.ones(1))
c = C()
setattr(c, input(), tf.ones(1))
tensor(c.a)
# == a metaclass makes the instances
class Single(type):
    made = {}
    def __call__(cls, *args, **keywords):
        if cls not in cls.made:
            cls.made[cls] = super().__call__(*args, **keywords)
        return cls.made[cls]
class Plain(type):
    def __call__(cls, x):
        tensor_meta(x)
        return type.__call__(cls, x)
class A(metaclass=Single):
    def __init__(self, x):
        self.x = x
class B(metaclass=Plain):
    def __init__(self, x):
        tensor_b(x)
        self.x = x
class C(A):
    pass
tensor_x(A(tf.ones(1)).x)
tensor_y(B(tf.ones(1)).x)
tensor_z(C(tf.ones(1)).x)
# == what a base class does with the methods of its subclasses is told apart for each of them
def checked(call):
    def inner(x):
        return call(x)
    return inner
class Layer:
    def __init__(self):
        self.call = checked(self.call)
    def __call__(self, x):
        return self.call(x)
class L0(Layer):
    def call(self, x):
        sink(x)
class L1(Layer):
    def call(self, x):
        sink(x)
class L2(Layer):
    def call(self, x):
        sink(x)
class L3(Layer):
    def call(self, x):
        sink(x)
class L4(Layer):
    def call(self, x):
        sink(x)
class L5(Layer):
    def call(self, x):
        sink(x)
class L6(Layer):
    def call(self, x):
        sink(x)
class L7(Layer):
    def call(self, x):
        sink(x)
class L8(Layer):
    def call(self, x):
        sink(x)
class L9(Layer):
    def call(self, x):
        sink(x)
class L10(Layer):
    def call(self, x):
        sink(x)
class L11(Layer):
    def call(self, x):
        sink(x)
class L12(Layer):
    def call(self, x):
        sink(x)
class L13(Layer):
    def call(self, x):
        sink(x)
class L14(Layer):
    def call(self, x):
        sink(x)
class L15(Layer):
    def call(self, x):
        sink(x)
class L16(Layer):
    def call(self, x):
        tensor_l16(x)
class L17(Layer):
    def call(self, x):
        sink(x)
class L18(Layer):
    def call(self, x):
        plain_l18(x)
class L19(Layer):
    def call(self, x):
        sink(x)
L0()(tf.ones(1))
L1()(tf.ones(1))
L2()(tf.ones(1))
L3()(tf.ones(1))
L4()(tf.ones(1))
L5()(tf.ones(1))
L6()(tf.ones(1))
L7()(tf.ones(1))
L8()(tf.ones(1))
L9()(tf.ones(1))
L10()(tf.ones(1))
L11()(tf.ones(1))
L12()(tf.ones(1))
L13()(tf.ones(1))
L14()(tf.ones(1))
L15()(tf.ones(1))
L16()(tf.ones(1))
L17()(tf.ones(1))
L18()(2)
L19()(tf.ones(1))
