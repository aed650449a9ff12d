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
