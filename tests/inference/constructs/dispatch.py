# == functools.singledispatch: the registered functions are reached by the argument's type
import functools
@functools.singledispatch
def run(x, n):
    plain_other(x)
    return x
@run.register(int)
def _(x, n):
    plain_int(x)
    plain_n(n)
    return tf.ones(1)
@run.register
def _text(x: str, n):
    plain_text(x)
    return 1
@run.register(tf.Tensor)
def _tensor(x, n):
    tensor(x)
    return x
tensor_back(run(1, 2))
plain_back(run("a", 2))
tensor_same(run(tf.ones(1), 2))
run(None, 1)
# == singledispatch: registered with two arguments, stacked, of a class of the project and a union
from functools import singledispatch
class A:
    pass
class B(A):
    pass
@singledispatch
def run(x, t):
    unseen(t)
def for_lists(x, t):
    tensor_list(t)
run.register(list, for_lists)
@run.register(float)
@run.register(A)
def _(x, t):
    tensor(t)
@run.register
def _u(x: bytes | None, t):
    tensor_union(t)
run(B(), tf.ones(1))
run([1], tf.ones(1))
run(None, tf.ones(1))
# == singledispatch: an argument of unknown type reaches all
import functools, unheard_of
@functools.singledispatch
def run(x, t):
    tensor_base(t)
@run.register(int)
def _(x, t):
    tensor_int(t)
@run.register(A := type("A", (), {}))
def _a(x, t):
    tensor_a(t)
run(unheard_of.make(), tf.ones(1))
# == singledispatch: dispatch() and registry
import functools
@functools.singledispatch
def run(x):
    return 1
@run.register(int)
def _(x):
    return tf.ones(1)
mixed(run.dispatch(int)(3))
# == singledispatchmethod
import functools
class C:
    @functools.singledispatchmethod
    def run(self, x, t):
        unseen(t)
    @run.register(int)
    def _(self, x, t):
        tensor(t)
        return t
    @run.register
    def _text(self, x: str, t):
        plain(t)
        return t
tensor_back(C().run(1, tf.ones(1)))
plain_back(C().run("a", 1))
# == singledispatch from another module
from lib import run
import more
tensor(run(1))
# -- lib.py
from functools import singledispatch
@singledispatch
def run(x):
    return x
# -- more.py
import tensorflow as tf
from lib import run
@run.register
def run_int(x: int):
    return tf.ones(1)
# == getattr: a name of which the beginning or the end is known
import sys
class C:
    def load_a(self, x):
        tensor_a(x)
    def load_b(self, x):
        tensor_b(x)
    def save_b(self, x):
        unseen_save(x)
    def run_json(self, x):
        tensor_json(x)
    def run(self, name, x):
        getattr(self, "load_" + name)(x)
        getattr(self, f"load_{name}", None)(x)
        getattr(self, "%s_json" % name)(x)
C().run(sys.argv[1], tf.ones(1))
# == getattr: a name that is put together before
import sys
class C:
    def visit_a(self, x):
        tensor_a(x)
    def other(self, x):
        unseen_other(x)
    def run(self, x):
        name = "visit_{}".format(sys.argv[1])
        getattr(self, name)(x)
C().run(tf.ones(1))
# == getattr: a name whose letters are made small, and one that is joined
import sys
class C:
    def visit_a(self, x):
        tensor_small_letters(x)
    def load_b_json(self, x):
        tensor_joined(x)
    def load_json(self, x):
        tensor_joined_whole(x)
    def other_json(self, x):
        unseen_unlike(x)
    def run(self, x):
        name = "Visit_{kind}".format(kind=sys.argv[1])
        getattr(self, name.lower())(x)
        getattr(self, "_".join(["load", sys.argv[2], "json"]))(x)
        getattr(self, "_".join(("load", "json")))(x)
C().run(tf.ones(1))
# == getattr: functions of a module of the project
import models, sys
getattr(models, "build_" + sys.argv[1])(tf.ones(1))
# -- models.py
from probes import *
def build_small(x):
    tensor_small(x)
def make_small(x):
    unseen_small(x)
# == a function of a package has no methods
import numpy as np
class Layer:
    def get_shape(self):
        return 1
def use(thing):
    plain(thing.get_shape())
use(tf.nn.relu)
use(Layer())
plain_sum(np.add.reduce([1, 2]))
