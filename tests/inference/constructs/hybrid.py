# == the bare decorator
# report: hybrid=true, hybridized_by=decorator, tf_function_arguments=
@tf.function
def run(a):
    tensor(a)
run(tf.ones(1))
# == the decorator called without arguments
# report: hybrid=true, hybridized_by=decorator, tf_function_arguments=
@tf.function()
def run(a):
    tensor(a)
run(tf.ones(1))
# == the decorator with keyword arguments
# report: hybrid=true, hybridized_by=decorator, tf_function_arguments=jit_compile autograph
@tf.function(jit_compile=True, autograph=False)
def run(a):
    return a
# == the decorator with arguments by position
# report: hybrid=true, hybridized_by=decorator, tf_function_arguments=func input_signature
@tf.function(None, [tf.TensorSpec(None)])
def run(a):
    return a
# == a decorator that is made with its arguments before
jitted = tf.function(jit_compile=True, autograph=False)
plain = tf.function
# report: hybrid=true, hybridized_by=decorator, tf_function_arguments=jit_compile autograph
@jitted
def run(a):
    tensor(a)
# report: hybrid=true, hybridized_by=decorator, tf_function_arguments=
@plain
def walk(a):
    tensor(a)
# report: hybrid=true, hybridized_by=decorator, tf_function_arguments=reduce_retracing
@tf.function(reduce_retracing=True)
def jump(a):
    tensor(a)
run(tf.ones(1)), walk(tf.ones(1)), jump(tf.ones(1))
# == a decorator that is made with its arguments by functools.partial
from functools import partial
jitted = partial(tf.function, jit_compile=True)
# report: hybrid=true, hybridized_by=decorator, tf_function_arguments=jit_compile
@jitted
def run(a):
    tensor(a)
run(tf.ones(1))
# == arguments from a dictionary
options = {"jit_compile": True}
# report: hybrid=true, hybridized_by=decorator
@tf.function(**options)
def run(a):
    return a
# == tf.function called on a function
# report: hybrid=true, hybridized_by=call
def run(a):
    tensor(a)
graph = tf.function(run)
graph(tf.ones(1))
# == tf.function called with arguments, then with the function
# report: hybrid=true, hybridized_by=call
def run(a):
    tensor(a)
tf.function(autograph=False)(run)(tf.ones(1))
# == tf.function of a lambda
graph = tf.function(lambda a: tensor(a))
graph(tf.ones(1))
# == the same name again
# report: hybrid=true, hybridized_by=call
def run(a):
    tensor(a)
run = tf.function(run)
run(tf.ones(1))
# == both eager and through a graph
# report: hybrid=true, hybridized_by=call
def run(a):
    tensor(a)
run(tf.ones(1))
tf.function(run)(tf.ones(1))
# == a bound method in the constructor
class C:
    def __init__(self):
        self.step = tf.function(self.step)
    # report: hybrid=true, hybridized_by=call
    def step(self, a):
        tensor(a)
C().step(tf.ones(1))
# == a bound method from outside
class C:
    # report: hybrid=true, hybridized_by=call
    def step(self, a):
        tensor(a)
c = C()
c.step = tf.function(c.step)
c.step(tf.ones(1))
# == a method of a class
class C:
    # report: hybrid=true, hybridized_by=call
    def step(self, a):
        tensor(a)
C.step = tf.function(C.step)
C().step(tf.ones(1))
# == in the class body
class C:
    # report: hybrid=true, hybridized_by=call
    def step(self, a):
        tensor(a)
    graph = tf.function(step)
C().graph(tf.ones(1))
# == a callable object
class C:
    # report: hybrid=true, hybridized_by=call
    def __call__(self, a):
        tensor(a)
tf.function(C())(tf.ones(1))
# == a Keras model
class M(tf.keras.Model):
    # report: hybrid=true, hybridized_by=call
    def call(self, a):
        tensor(a)
        return a
tf.function(M())(tf.ones(1))
# == model.call
class M(tf.keras.Model):
    # report: hybrid=true, hybridized_by=call
    def call(self, a):
        tensor(a)
        return a
m = M()
m.call = tf.function(m.call)
m(tf.ones(1))
# == functools.partial of tf.function as decorator
import functools
# report: hybrid=true, hybridized_by=decorator, tf_function_arguments=autograph
@functools.partial(tf.function, autograph=False)
def run(a):
    tensor(a)
run(tf.ones(1))
# == a partial of tf.function with a name
import functools
graph = functools.partial(tf.function, jit_compile=True)
# report: hybrid=true
@graph
def run(a):
    tensor(a)
run(tf.ones(1))
# == tf.function of a partial
import functools
# report: hybrid=true, hybridized_by=call
def run(n, a):
    tensor(a)
tf.function(functools.partial(run, 1))(tf.ones(1))
# == an alias of tf.function
graph = tf.function
# report: hybrid=true, hybridized_by=decorator
@graph
def run(a):
    tensor(a)
run(tf.ones(1))
# == tf.function with its arguments under a name
graph = tf.function(autograph=False)
# report: hybrid=true, hybridized_by=decorator
@graph
def run(a):
    tensor(a)
run(tf.ones(1))
# == a wrapper of the project
def graph(g):
    return tf.function(g)
# report: hybrid=true, hybridized_by=wrapper
@graph
def run(a):
    tensor(a)
run(tf.ones(1))
# == a wrapper of the project with arguments
def graph(jit):
    def deco(g):
        return tf.function(g, jit_compile=jit)
    return deco
# report: hybrid=true, hybridized_by=wrapper
@graph(True)
def run(a):
    tensor(a)
run(tf.ones(1))
# == a wrapper that decides
import functools
def graph(g, flag=True):
    if flag:
        return tf.function(g)
    return g
# report: hybrid=true, hybridized_by=wrapper
@graph
def run(a):
    tensor(a)
run(tf.ones(1))
# == a wrapper that decides against it
def graph(g, flag=False):
    if flag:
        return tf.function(g)
    return g
# report: hybrid=false
@graph
def run(a):
    tensor(a)
run(tf.ones(1))
# == a conditional decorator
import sys
graph = tf.function if sys.argv else lambda g: g
# report: hybrid=true
@graph
def run(a):
    tensor(a)
run(tf.ones(1))
# == a function inside the wrapper is hybrid
def graph(g):
    # report: hybrid=true, hybridized_by=decorator
    @tf.function
    def inner(*args):
        return g(*args)
    return inner
# report: hybrid=true, hybridized_by=wrapper
@graph
def run(a):
    tensor(a)
run(tf.ones(1))
# == stacked under another decorator
import functools
def log(g):
    @functools.wraps(g)
    def wrapper(*args):
        return g(*args)
    return wrapper
# report: hybrid=true, hybridized_by=decorator
@log
@tf.function
def run(a):
    tensor(a)
run(tf.ones(1))
# == stacked over another decorator
import functools
def log(g):
    # report: hybrid=true, hybridized_by=wrapper
    @functools.wraps(g)
    def wrapper(*args):
        return g(*args)
    return wrapper
# report: hybrid=true
@tf.function
@log
def run(a):
    tensor(a)
run(tf.ones(1))
# == on a static method, both ways
class C:
    # report: hybrid=true, hybridized_by=decorator
    @staticmethod
    @tf.function
    def m(a):
        tensor(a)
    # report: hybrid=true, hybridized_by=decorator
    @tf.function
    def n(self, a):
        tensor_n(a)
C.m(tf.ones(1))
C().n(tf.ones(1))
# == on a class method and a property
class C:
    # report: hybrid=true, hybridized_by=decorator
    @classmethod
    @tf.function
    def m(cls, a):
        tensor(a)
    # report: hybrid=true, hybridized_by=decorator
    @property
    @tf.function
    def p(self):
        return tf.ones(1)
C.m(tf.ones(1))
tensor_p(C().p)
# == on an inner function
def outer(t):
    # report: hybrid=true, hybridized_by=decorator
    @tf.function
    def inner(a):
        tensor(a)
    inner(t)
outer(tf.ones(1))
# == do_not_convert keeps a function eager code inside graphs
# report: hybrid=false
@tf.autograph.experimental.do_not_convert
def run(a):
    tensor(a)
run(tf.ones(1))
# == do_not_convert with parentheses, under tf.function
# report: hybrid=true, hybridized_by=decorator
@tf.function
@tf.autograph.experimental.do_not_convert()
def run(a):
    tensor(a)
run(tf.ones(1))
# == run_functions_eagerly changes no mark
tf.config.run_functions_eagerly(True)
# report: hybrid=true, hybridized_by=decorator
@tf.function
def run(a):
    tensor(a)
run(tf.ones(1))
# == python_function gives the function back
# report: hybrid=true
@tf.function
def run(a):
    tensor(a)
run.python_function(tf.ones(1))
# == get_concrete_function
# report: hybrid=true
@tf.function
def run(a):
    tensor(a)
run.get_concrete_function(tf.TensorSpec([1]))
# == tf.py_function and numpy_function are not hybrid
# report: hybrid=false
def run(a):
    tensor(a)
    return a
tf.py_function(run, [tf.ones(1)], tf.float32)
# == a function handed to map is not marked hybrid
# report: hybrid=false
def run(a):
    tensor(a)
    return a
tf.data.Dataset.range(3).map(run)
# == tf.compat.v1 and other spellings
import tensorflow.compat.v2 as tf2
from tensorflow import function as fn
# report: hybrid=true
@tf2.function
def one(a):
    return a
# report: hybrid=true
@fn
def two(a):
    return a
# == tensorflow.python's def_function
from tensorflow.python.eager import def_function
# report: hybrid=true
@def_function.function
def run(a):
    return a
# == tf.contrib.eager.defun and tfe
# report: hybrid=false
@tf.custom_gradient
def run(a):
    return a, lambda dy: dy
run(tf.ones(1))
# == attributes named function elsewhere
import unheard_of
# report: hybrid=false
@unheard_of.function
def run(a):
    return a
# == a list of functions made hybrid in a loop
# report: hybrid=true, hybridized_by=call
def one(a):
    tensor(a)
# report: hybrid=true, hybridized_by=call
def two(a):
    tensor_two(a)
for g in [tf.function(f) for f in (one, two)]:
    g(tf.ones(1))
# == a dictionary of functions made hybrid
# report: hybrid=true, hybridized_by=call
def one(a):
    tensor(a)
graphs = {}
graphs["one"] = tf.function(one)
graphs["one"](tf.ones(1))
# == an async or generator function is no hybrid for being called in one
# report: hybrid=false
def helper(a):
    return a
# report: hybrid=true
@tf.function
def run(a):
    return helper(a)
run(tf.ones(1))
# == setattr with tf.function
class C:
    # report: hybrid=true, hybridized_by=call
    def step(self, a):
        tensor(a)
c = C()
setattr(c, "step", tf.function(c.step))
c.step(tf.ones(1))
# == a decorator chosen in a class body
class C:
    graph = tf.function
    # report: hybrid=true
    @graph
    def step(self, a):
        tensor(a)
C().step(tf.ones(1))
# == returned from a factory
def make(flag):
    # report: hybrid=true, hybridized_by=call
    def step(a):
        tensor(a)
    return tf.function(step) if flag else step
make(True)(tf.ones(1))
# == autograph.to_graph and tf.Module
class M(tf.Module):
    # report: hybrid=true, hybridized_by=decorator
    @tf.function(input_signature=[tf.TensorSpec([None])])
    def __call__(self, a):
        tensor(a)
M()(tf.ones(1))
# == tf.function through functools.partial with arguments, in a class body, and applied later
import functools
jit = functools.partial(tf.function, jit_compile=True)
class C:
    fast = functools.partial(tf.function, autograph=False)
    # report: hybrid=true, hybridized_by=decorator
    @jit
    def a(self, t):
        tensor(t)
        return t
    # report: hybrid=true
    @fast
    def b(self, t):
        tensor_b(t)
        return t
c = C()
c.a(tf.ones(1))
c.b(tf.ones(1))
# == a project's wrapper: with options, optional parentheses, a class, from another module
from lib import graph, maybe, Graph
# report: hybrid=true, hybridized_by=wrapper
@graph
def a(t):
    tensor(t)
# report: hybrid=true, hybridized_by=wrapper
@graph(jit=True)
def b(t):
    tensor_b(t)
# report: hybrid=true, hybridized_by=wrapper
@maybe(True)
def c(t):
    tensor_c(t)
# report: hybrid=true, hybridized_by=wrapper
@Graph
def d(t):
    tensor_d(t)
a(tf.ones(1)); b(tf.ones(1)); c(tf.ones(1)); d(tf.ones(1))
# -- lib.py
import functools
import tensorflow as tf
def graph(f=None, *, jit=False):
    if f is None:
        return functools.partial(graph, jit=jit)
    return tf.function(f, jit_compile=jit)
def maybe(flag):
    def deco(f):
        return tf.function(f) if flag else f
    return deco
class Graph:
    def __init__(self, f):
        self.f = tf.function(f)
    def __call__(self, *a):
        return self.f(*a)
# == self.step = tf.function(self.step) under a condition, in setup, in a base class, and by name
class Base:
    def __init__(self, eager=False):
        if not eager:
            self.step = tf.function(self.step)
        for name in ("one", "two"):
            setattr(self, name, tf.function(getattr(self, name)))
    # report: hybrid=true, hybridized_by=call
    def one(self, t):
        tensor_one(t)
    # report: hybrid=true, hybridized_by=call
    def two(self, t):
        tensor_two(t)
class C(Base):
    # report: hybrid=true, hybridized_by=call
    def step(self, t):
        tensor(t)
c = C()
c.step(tf.ones(1))
c.one(tf.ones(1))
c.two(tf.ones(1))
# == stacked decorators with tf.function above and below, and twice
import functools
def log(f):
    @functools.wraps(f)
    def inner(*a):
        return f(*a)
    return inner
# report: hybrid=true, hybridized_by~decorator
@tf.function
@tf.function
def a(t):
    tensor(t)
# report: hybrid=true, hybridized_by=decorator
@log
@tf.function
@log
def b(t):
    tensor_b(t)
a(tf.ones(1))
b(tf.ones(1))
# == do_not_convert in all its forms
# report: hybrid=false
@tf.autograph.experimental.do_not_convert
def a(t):
    return t
# report: hybrid=false
@tf.autograph.experimental.do_not_convert()
def b(t):
    return t
# report: hybrid=false
def c(t):
    return t
d = tf.autograph.experimental.do_not_convert(c)
# report: hybrid=true, hybridized_by=decorator
@tf.function
def run(t):
    tensor(d(t))
    return a(t) + b(t)
run(tf.ones(1))
# == tf.function on a nested def in a loop, on a lambda in a dict, in a comprehension, returned
def make(n):
    # report: hybrid=true, hybridized_by=decorator
    @tf.function(reduce_retracing=True)
    def step(t):
        tensor(t)
        return t
    return step
steps = [make(n) for n in range(3)]
steps[0](tf.ones(1))
table = {"x": tf.function(lambda t: tensor_x(t))}
table["x"](tf.ones(1))
# == singledispatch and tf.function together
import functools
@functools.singledispatch
def run(x):
    return x
# report: hybrid=true, hybridized_by=decorator
@run.register(tf.Tensor)
@tf.function
def _run(x):
    tensor(x)
    return x
run(tf.ones(1))
# == a descriptor that binds a graph
class graph:
    def __init__(self, function):
        self.function = function
    def __get__(self, owner, cls=None):
        return tf.function(self.function).__get__(owner, cls)
class C:
    @graph
    # report: hybrid=true
    def run(self, x):
        tensor(x)
        return x
C().run(tf.ones(1))
# == tests show how a graph may be called, not with which values
from library import scale, fit, cell
scale(tf.ones(1), 2)
# -- library.py
import tensorflow as tf
# report: literal_parameters=factor, codes=
@tf.function
def scale(x, factor):
    return x * factor
# report: codes=
@tf.function
def cell(x, factor):
    return x * factor
def layer(x, factor):
    return cell(x, factor)
# report: codes~HYB002
@tf.function
def step(x, n):
    return x * n
def fit(x):
    for n in range(10):
        x = step(x, n)
    return x
# -- tests/test_library.py
import tensorflow as tf
from library import scale, layer, fit
def test_scale():
    for factor in range(20):
        scale(tf.ones(1), factor)
    scale(tf.ones(1), 4)
    layer(tf.ones(1), 4)
    layer(tf.ones(1), 5)
    fit(tf.ones(1))
# report: codes~HYB002
@tf.function
def own(x, n):
    return x * n
def test_own():
    own(tf.ones(1), 1)
    own(tf.ones(1), 2)
# == graphs that are made in a loop and kept
import somewhere
class Host:
    pass
v = tf.Variable(1.0)
def serve(hosts, server):
    for host in hosts:
        # report: codes=
        @tf.function
        def pending():
            return v + 1
        host.pending = pending
        # report: codes=
        @tf.function(input_signature=[])
        def served():
            return v + 1
        server.append(served.get_concrete_function())
        # report: codes=
        @tf.function
        def captured():
            return v + 1
        def call():
            return captured()
        server.append(call)
        # report: codes~HYB002
        @tf.function
        def lost():
            return v + 1
        lost()
def make():
    # report: codes=
    @tf.function
    def inner(x):
        return x + 1
    def outer(x):
        return inner(x)
    return outer
serve([Host(), Host()], [])
made = [make() for _ in range(3)]
made[0](tf.ones(1))
# == graphs that are made while a graph is traced
# report: hybrid=true
@tf.function
def train(x):
    for i in range(3):
        x = epoch(x)
    return x
def epoch(x):
    # report: codes=
    @tf.function
    def minibatch(x):
        return x + 1
    return minibatch(x)
train(tf.ones(1))
# == a named tuple is a structure, not an object
from typing import NamedTuple
class State(NamedTuple):
    value: tf.Tensor
    step: tf.Tensor
class Box:
    def __init__(self, value):
        self.value = value
# report: codes=
@tf.function
def update(state):
    return state.value + 1.0
# report: codes~HYB002
@tf.function
def unboxed(box):
    return box.value + 1.0
for i in range(10):
    update(State(tf.ones(1), tf.ones(1)))
    unboxed(Box(tf.ones(1)))
