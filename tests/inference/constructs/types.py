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
