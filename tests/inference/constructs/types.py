# == isinstance with abstract classes of numbers
import numbers
def run(a):
    if isinstance(a, numbers.Number):
        plain(a)
    else:
        tensor(a)
    if isinstance(a, (numbers.Integral, float)):
        plain_two(a)
    else:
        tensor_two(a)
run(1)
run(2.0)
run(True)
run(tf.ones(1))
# == isinstance with abstract containers
import collections.abc
from typing import Mapping, Sequence
def run(a):
    if isinstance(a, collections.abc.Mapping):
        tensor(a["x"])
    elif isinstance(a, (list, tuple)):
        plain(a[0])
    if isinstance(a, Sequence):
        plain_s(a[0])
    elif isinstance(a, Mapping):
        tensor_m(a["x"])
run({"x": tf.ones(1)})
run([1])
run((1, 2))
run("x")
# == isinstance of a tuple with list, a list with tuple
def run(a):
    if isinstance(a, list):
        plain(a[0])
    elif isinstance(a, tuple):
        tensor(a[0])
run([1])
run((tf.ones(1),))
# == isinstance with object, type(None), and np types
import numpy as np
def run(a):
    if isinstance(a, type(None)):
        plain(a)
    elif isinstance(a, np.ndarray):
        plain_array(a)
    elif isinstance(a, (int, np.integer)):
        plain_int(a)
    elif isinstance(a, object):
        tensor(a)
    else:
        unseen(a)
run(None)
run(np.ones(1))
run(3)
run(tf.ones(1))
# == isinstance with str and six
import six
def run(a):
    if isinstance(a, six.string_types):
        plain(a)
    else:
        tensor(a)
run("a")
run(tf.ones(1))
# == type(x) is and type(x) ==
def run(a):
    if type(a) is int:
        plain(a)
    elif type(a) == str:
        plain_text(a)
    else:
        tensor(a)
run(1)
run("s")
run(tf.ones(1))
# == issubclass and a named type tuple
TYPES = (int, float)
def run(a):
    if isinstance(a, TYPES):
        plain(a)
    else:
        tensor(a)
run(1)
run(tf.ones(1))
# == isinstance with a union
def run(a):
    if isinstance(a, int | str):
        plain(a)
    else:
        tensor(a)
run(1)
run(tf.ones(1))
# == hasattr narrows
def run(a):
    if hasattr(a, "shape"):
        tensor(a)
    else:
        plain(a)
run(1)
run(tf.ones(1))
# == tf.debugging and Keras tests
def run(a):
    if tf.keras.backend.is_keras_tensor(a):
        sink(a)
    if isinstance(a, (tf.Tensor, tf.Variable)):
        tensor(a)
    else:
        plain(a)
run(tf.ones(1))
run(1)
# == not in, in and == narrow strings
def run(mode, a):
    if mode == "x":
        tensor(a)
    elif mode in ("y", "z"):
        plain(a)
    if mode != "x":
        plain_other(a)
run("x", tf.ones(1))
run("y", 1)
# == a while condition narrows
def run(a):
    while not isinstance(a, tf.Tensor):
        plain(a)
        a = tf.ones(1)
    tensor(a)
run(1)
# == a walrus narrows, and its attribute
import re
def run(x):
    if (a := x) is not None:
        tensor(a)
    if isinstance(b := x, tf.Tensor):
        tensor_b(b)
run(None)
run(tf.ones(1))
# == narrowing of an attribute by is None and assignment
class C:
    def __init__(self):
        self.x = None
    def get(self):
        if self.x is None:
            self.x = tf.ones(1)
        tensor(self.x)
        return self.x
tensor_back(C().get())
# == narrowing of an attribute by truth and not
class C:
    def __init__(self, x=None):
        self.x = x
    def get(self):
        if not self.x:
            return tf.ones(1)
        return self.x
    def other(self):
        return self.x if self.x is not None else tf.zeros(1)
    def third(self):
        return self.x is not None and tensor_and(self.x)
tensor(C().get())
C(tf.ones(1)).other()
tensor_other(C(tf.ones(1)).other())
C().third()
C(tf.ones(1)).third()
# == narrowing of an attribute by isinstance
class C:
    def __init__(self, x):
        self.x = x
    def get(self):
        if isinstance(self.x, (int, float)):
            plain(self.x)
        else:
            tensor(self.x)
        if isinstance(self.x, int):
            self.x = tf.ones(1)
        tensor_after(self.x)
import sys
C(1 if sys.argv else tf.ones(1)).get()
# == narrowing of an attribute ends with a call that may change it
class C:
    def __init__(self):
        self.x = None
    def reset(self):
        self.x = None
    def get(self):
        if self.x is None:
            self.x = tf.ones(1)
        self.reset()
        mixed(self.x)
C().get()
# == narrowing of an attribute of an attribute and of a global
class D:
    def __init__(self):
        self.t = None
class C:
    def __init__(self):
        self.d = D()
    def get(self):
        if self.d.t is None:
            self.d.t = tf.ones(1)
        return self.d.t
tensor(C().get())
# == an assertion narrows an attribute
class C:
    def __init__(self):
        self.x = None
    def put(self):
        self.x = tf.ones(1)
    def get(self):
        assert self.x is not None
        tensor(self.x)
c = C()
c.put()
c.get()
# == an early return narrows an attribute
class C:
    def __init__(self):
        self.x = None
    def get(self):
        if self.x is not None:
            return self.x
        self.x = tf.ones(1)
        return self.x
tensor(C().get())
# == narrowing of an item of a dictionary
d = {"a": None}
d["a"] = tf.ones(1)
if d["a"] is not None:
    tensor(d["a"])
# == a guarded attribute: loops, with, try and nested tests
class C:
    def __init__(self, x):
        self.x = x
    def run(self):
        for i in range(3):
            if isinstance(self.x, int):
                with open("f") as f:
                    try:
                        plain(self.x)
                    except ValueError:
                        plain_handler(self.x)
                    finally:
                        plain_finally(self.x)
        while isinstance(self.x, int):
            plain_while(self.x)
            self.x = tf.ones(1)
        if isinstance(self.x, int) and plain_and(self.x):
            pass
        ys = [plain_comp(self.x) for _ in range(3) if isinstance(self.x, int)]
        return plain_if(self.x) if isinstance(self.x, int) else tensor(self.x)
import sys
C(1 if sys.argv else tf.ones(1)).run()
# == a guarded attribute: what ends the guard
class D:
    pass
def change(o):
    o.x = tf.ones(1)
class C:
    def __init__(self, x):
        self.x = x
    def one(self, other):
        if isinstance(self.x, int):
            other.x = tf.ones(1)
            mixed_alias(self.x)
    def two(self):
        if isinstance(self.x, int):
            change(self)
            mixed_call(self.x)
    def three(self):
        if isinstance(self.x, int):
            for i in range(2):
                mixed_loop(self.x)
                self.reset()
    def four(self):
        if isinstance(self.x, int):
            yield 1
            mixed_yield(self.x)
    def five(self, other):
        if isinstance(self.x, int):
            self = other
            mixed_other(self.x)
    def six(self):
        if isinstance(self.x, int):
            pass
        mixed_after(self.x)
    def seven(self):
        if isinstance(self.x, int) or self.x is None:
            plain_or(self.x)
    def eight(self):
        if isinstance(self.x, int):
            def later():
                mixed_later(self.x)
            return later
    def reset(self):
        self.x = tf.ones(1)
import sys
c = C(1 if sys.argv else tf.ones(1))
c.one(c)
c.two()
c.three()
list(c.four())
c.five(c)
c.six()
c.seven()
c.eight()()
# == a guarded attribute: of a global, of a module, of a class, at module level
import settings
class C:
    x = None
if sys if (sys := input()) else None:
    C.x = tf.ones(1)
else:
    C.x = 1
if isinstance(settings.x, int):
    plain(settings.x)
if C.x is not None and isinstance(C.x, (int, float)):
    plain_c(C.x)
def run():
    if isinstance(settings.x, int):
        return
    tensor(settings.x)
run()
# -- settings.py
import tensorflow as tf
x = 1 if input() else tf.ones(1)
# == a guarded attribute: type(), hasattr, callable, == and truth
class C:
    def __init__(self, x, mode, f):
        self.x, self.mode, self.f = x, mode, f
    def run(self):
        if type(self.x) is int:
            plain(self.x)
        elif hasattr(self.x, "shape"):
            tensor(self.x)
        if self.mode == "a":
            sink(self.mode)
        if callable(self.f):
            tensor_f(self.f())
        if not self.f:
            plain_f(self.f)
import sys
C(1 if sys.argv else tf.ones(1), "a" if sys.argv else tf.ones(1), (lambda: tf.ones(1)) if sys.argv else None).run()
# == isinstance tells tensors, variables and sparse tensors apart
def run(x):
    if isinstance(x, tf.Variable):
        plain_v(None if x is None else 1)
        tensor_v(x)
    elif isinstance(x, tf.SparseTensor):
        unseen(x)
    else:
        tensor_t(x)
run(tf.Variable(1.0))
run(tf.ones(3))
# == of tensors alone, what is done with variables only is not done
def run(x):
    if isinstance(x, tf.Variable):
        unseen(x)
    tensor(x)
run(tf.ones(3))
# == True is an int, and of no other type of numbers
def run(a):
    if isinstance(a, int):
        plain(a)
    else:
        unseen(a)
    if isinstance(a, float):
        unseen_float(a)
    if type(a) is int:
        unseen_exactly(a)
run(True)
# == None and a text are not equal
def run(mode):
    if mode == "train":
        unseen(mode)
    if mode != "train":
        plain(mode)
run(None)
# == a text is equal to itself and to no other
def run(mode):
    if mode == "train":
        plain(mode)
    if mode != "train":
        unseen(mode)
    if mode == "test":
        unseen_test(mode)
    if mode != "test":
        plain_not_test(mode)
run("train")
# == None or a text: either branch may be taken
def run(mode):
    if mode == "train":
        plain(mode)
    else:
        plain_else(mode)
run("train" if input() else None)
# == a comparison keeps the texts that are equal, and those that are not
for mode in ("train", "test"):
    if mode == "train":
        sink(mode)  #: 'train'
    else:
        sink(mode)  #: 'test'
    if mode != "train":
        sink(mode)  #: 'test'
    else:
        sink(mode)  #: 'train'
