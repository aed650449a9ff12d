# == itself, tail and not
# report: is_recursive=true
def one(n):
    return one(n - 1) if n else 0
# report: is_recursive=true
def two(n):
    return n * two(n - 1) if n else 1
one(3); two(3)
# == through two others
# report: is_recursive=true
def a(n):
    return b(n)
# report: is_recursive=true
def b(n):
    return c(n)
# report: is_recursive=true
def c(n):
    return a(n - 1) if n else 0
# report: is_recursive=false
def outside(n):
    return a(n)
outside(3)
# == a method, a class method and a static method
class C:
    # report: is_recursive=true
    def m(self, n):
        return self.m(n - 1) if n else 0
    # report: is_recursive=true
    @classmethod
    def c(cls, n):
        return cls.c(n - 1) if n else 0
    # report: is_recursive=true
    @staticmethod
    def s(n):
        return C.s(n - 1) if n else 0
C().m(1); C.c(1); C.s(1)
# == a method of a child object of the same class
class Node:
    def __init__(self, children):
        self.children = children
    # report: is_recursive=true
    def total(self):
        return sum(child.total() for child in self.children)
Node([Node([])]).total()
# == a nested function
def outer(n):
    # report: is_recursive=true
    def inner(k):
        return inner(k - 1) if k else 0
    return inner(n)
outer(3)
# == a lambda under its name
# report: is_recursive=false
def run(n):
    f = lambda k: f(k - 1) if k else 0
    return f(n)
run(3)
# == through a callback
# report: is_recursive=true
def run(xs):
    return list(map(run, xs)) if isinstance(xs, list) else xs
run([[1]])
# == through a property
class C:
    # report: is_recursive=true
    @property
    def p(self):
        return self.p
# == through a decorated name
import functools
def log(g):
    @functools.wraps(g)
    def wrapper(*args):
        return g(*args)
    return wrapper
# report: is_recursive=true
@log
def run(n):
    return run(n - 1) if n else 0
run(3)
# == through lru_cache
import functools
# report: is_recursive=true
@functools.lru_cache(maxsize=None)
def fib(n):
    return fib(n - 1) + fib(n - 2) if n > 1 else n
fib(5)
# == a hybrid one
# report: is_recursive=true, hybrid=true
@tf.function
def run(n):
    return run(n - 1) if n > 0 else n
run(3)
# == super is none, nor another class's method of the name
class A:
    # report: is_recursive=false
    def m(self):
        return 1
class B(A):
    # report: is_recursive=false
    def m(self):
        return super().m() + A().m()
B().m()
# == a layer that calls its sublayer
class L(tf.keras.layers.Layer):
    def __init__(self, inner=None):
        super().__init__()
        self.inner = tf.keras.layers.Dense(1)
    # report: is_recursive=false
    def call(self, x):
        return self.inner(x)
L()(tf.ones((1, 1)))
# == a layer that holds a layer of the project
class Inner(tf.keras.layers.Layer):
    # report: is_recursive=false
    def call(self, x):
        return x
class Outer(tf.keras.layers.Layer):
    def __init__(self):
        super().__init__()
        self.inner = Inner()
    # report: is_recursive=false
    def call(self, x):
        return self.inner(x)
Outer()(tf.ones((1, 1)))
# == passing oneself on is none
# report: is_recursive=false
def run(n):
    return [run]
run(1)
# == a wrapper called for several functions is none
def twice(g):
    # report: is_recursive=false
    def wrapper(x):
        return g(x)
    return wrapper
@twice
def one(x):
    return x
@twice
def two(x):
    return one(x)
two(1)
# == a helper called by itself's argument is none
# report: is_recursive=false
def same(x):
    return x
same(same(same(1)))
# == the same helper in a dispatch table
# report: is_recursive=false
def one(x):
    return x
# report: is_recursive=false
def two(x):
    return one(x)
table = {"one": one, "two": two}
for name in table:
    table[name](1)
# == an infinite mutual recursion between classes
class A:
    # report: is_recursive=true
    def m(self, b):
        return b.m(self)
class B:
    # report: is_recursive=true
    def m(self, a):
        return a.m(self)
A().m(B())
# == __getattr__ that falls back on itself is not looked up without end
class C:
    # report: is_recursive=false
    def __getattr__(self, name):
        return getattr(tf, name)
C().anything
