"""Tests that let a graph make its variables once, in any spelling, and tests that only look like them."""
# codes: HYB004 HYB006 HYB013
import contextlib
import enum
import functools
import tensorflow as tf
# == is None, the body makes it
class Net:
    v = None
    @tf.function
    def step(self, x):
        if self.v is None:
            self.v = tf.Variable(tf.ones(2))
        return self.v * x
net = Net()
net.step(tf.ones(2)); net.step(tf.ones((1, 2))); net.step(tf.ones(2))
# == match None
class Net:
    def __init__(self):
        self.v = None
    @tf.function(autograph=False)
    def step(self, x):
        match self.v:
            case None:
                self.v = tf.Variable(tf.ones(2))
        return self.v * x
net = Net()
net.step(tf.ones(2)); net.step(tf.ones((1, 2))); net.step(tf.ones(2))
# == match, the other case returns
class Net:
    def __init__(self):
        self.v = None
    @tf.function(autograph=False)
    def step(self, x):
        match self.v:
            case tf.Variable():
                return self.v * x
            case _:
                self.v = tf.Variable(tf.ones(2))
        return self.v * x
net = Net()
net.step(tf.ones(2)); net.step(tf.ones((1, 2))); net.step(tf.ones(2))
# == while is None
class Net:
    def __init__(self):
        self.v = None
    @tf.function(autograph=False)
    def step(self, x):
        while self.v is None:
            self.v = tf.Variable(tf.ones(2))
        return self.v * x
net = Net()
net.step(tf.ones(2)); net.step(tf.ones((1, 2))); net.step(tf.ones(2))
# == a method that says it is missing
class Net:
    def __init__(self):
        self.v = None
    def missing(self):
        return self.v is None
    @tf.function
    def step(self, x):
        if self.missing():
            self.v = tf.Variable(tf.ones(2))
        return self.v * x
net = Net()
net.step(tf.ones(2)); net.step(tf.ones((1, 2))); net.step(tf.ones(2))
# == a property that says it is there
class Net:
    def __init__(self):
        self.v = None
    @property
    def ready(self):
        return self.v is not None
    @tf.function
    def step(self, x):
        if not self.ready:
            self.v = tf.Variable(tf.ones(2))
        return self.v * x
net = Net()
net.step(tf.ones(2)); net.step(tf.ones((1, 2))); net.step(tf.ones(2))
# == len(vs) < 1
vs = []
@tf.function
def step(x):
    if len(vs) < 1:
        vs.append(tf.Variable(tf.ones(2)))
    return vs[0] * x
step(tf.ones(2)); step(tf.ones((1, 2))); step(tf.ones(2))
# == 1 > len(vs)
vs = []
@tf.function
def step(x):
    if 1 > len(vs):
        vs.append(tf.Variable(tf.ones(2)))
    return vs[0] * x
step(tf.ones(2)); step(tf.ones((1, 2))); step(tf.ones(2))
# == vs == []
class Net:
    def __init__(self):
        self.vs = []
    @tf.function
    def step(self, x):
        if self.vs == []:
            self.vs.append(tf.Variable(tf.ones(2)))
        return self.vs[0] * x
net = Net()
net.step(tf.ones(2)); net.step(tf.ones((1, 2))); net.step(tf.ones(2))
# == walrus
class Net:
    def __init__(self):
        self.v = None
    @tf.function(autograph=False)
    def step(self, x):
        if (v := self.v) is None:
            v = self.v = tf.Variable(tf.ones(2))
        return v * x
net = Net()
net.step(tf.ones(2)); net.step(tf.ones((1, 2))); net.step(tf.ones(2))
# == a local test
class Net:
    def __init__(self):
        self.v = None
    @tf.function
    def step(self, x):
        fresh = self.v is None
        if fresh:
            self.v = tf.Variable(tf.ones(2))
        return self.v * x
net = Net()
net.step(tf.ones(2)); net.step(tf.ones((1, 2))); net.step(tf.ones(2))
# == a local copy
class Net:
    def __init__(self):
        self.v = None
    @tf.function
    def step(self, x):
        v = self.v
        if v is None:
            v = tf.Variable(tf.ones(2))
            self.v = v
        return v * x
net = Net()
net.step(tf.ones(2)); net.step(tf.ones((1, 2))); net.step(tf.ones(2))
# == not in vars(self)
class Net:
    @tf.function
    def step(self, x):
        if "v" not in vars(self):
            self.v = tf.Variable(tf.ones(2))
        return self.v * x
net = Net()
net.step(tf.ones(2)); net.step(tf.ones((1, 2))); net.step(tf.ones(2))
# == not in self.__dict__
class Net:
    @tf.function
    def step(self, x):
        if "v" not in self.__dict__:
            self.v = tf.Variable(tf.ones(2))
        return self.v * x
net = Net()
net.step(tf.ones(2)); net.step(tf.ones((1, 2))); net.step(tf.ones(2))
# == self.__dict__.get
class Net:
    @tf.function
    def step(self, x):
        if self.__dict__.get("v") is None:
            self.v = tf.Variable(tf.ones(2))
        return self.v * x
net = Net()
net.step(tf.ones(2)); net.step(tf.ones((1, 2))); net.step(tf.ones(2))
# == not in a dictionary
vs = {}
@tf.function
def step(x, name):
    if name not in vs:
        vs[name] = tf.Variable(tf.ones(2))
    return vs[name] * x
step(tf.ones(2), "a"); step(tf.ones((1, 2)), "a"); step(tf.ones(2), "a")
# == a number of the dictionary
class Net:
    def __init__(self):
        self.vs = {}
    @tf.function
    def step(self, x):
        if self.vs.get("a") is None:
            self.vs["a"] = tf.Variable(tf.ones(2))
        return self.vs["a"] * x
net = Net()
net.step(tf.ones(2)); net.step(tf.ones((1, 2))); net.step(tf.ones(2))
# == an early return
class Net:
    def __init__(self):
        self.v = None
    @tf.function
    def make(self):
        if self.v is not None:
            return self.v + 0.0
        self.v = tf.Variable(tf.ones(2))
        return self.v + 0.0
net = Net()
net.make(); net.make(); net.make()
# == an early return of a helper
class Net:
    def __init__(self):
        self.v = None
    def make(self):
        if self.v is not None:
            return
        self.v = tf.Variable(tf.ones(2))
    @tf.function
    def step(self, x):
        self.make()
        return self.v * x
net = Net()
net.step(tf.ones(2)); net.step(tf.ones((1, 2))); net.step(tf.ones(2))
# == try AttributeError
class Net:
    @tf.function
    def step(self, x):
        try:
            v = self.v
        except AttributeError:
            v = self.v = tf.Variable(tf.ones(2))
        return v * x
net = Net()
net.step(tf.ones(2)); net.step(tf.ones((1, 2))); net.step(tf.ones(2))
# == try AttributeError, only asked
class Net:
    @tf.function
    def step(self, x):
        try:
            self.v
        except AttributeError:
            self.v = tf.Variable(tf.ones(2))
        return self.v * x
net = Net()
net.step(tf.ones(2)); net.step(tf.ones((1, 2))); net.step(tf.ones(2))
# == try IndexError
vs = []
@tf.function
def step(x):
    try:
        v = vs[0]
    except IndexError:
        v = tf.Variable(tf.ones(2))
        vs.append(v)
    return v * x
step(tf.ones(2)); step(tf.ones((1, 2))); step(tf.ones(2))
# == try NameError of a global
@tf.function
def step(x):
    global v
    try:
        v
    except NameError:
        v = tf.Variable(tf.ones(2))
    return v * x
step(tf.ones(2)); step(tf.ones((1, 2))); step(tf.ones(2))
# == a counter
class Net:
    def __init__(self):
        self.traces = 0
    @tf.function
    def step(self, x):
        if self.traces == 0:
            self.v = tf.Variable(tf.ones(2))
        self.traces += 1
        return self.v * x
net = Net()
net.step(tf.ones(2)); net.step(tf.ones((1, 2))); net.step(tf.ones(2))
# == a counter, less than
class Net:
    def __init__(self):
        self.made = 0
    @tf.function
    def step(self, x):
        if self.made < 1:
            self.v = tf.Variable(tf.ones(2))
            self.made += 1
        return self.v * x
net = Net()
net.step(tf.ones(2)); net.step(tf.ones((1, 2))); net.step(tf.ones(2))
# == a flag that is a text
class Net:
    def __init__(self):
        self.state = "new"
    @tf.function
    def step(self, x):
        if self.state == "new":
            self.v = tf.Variable(tf.ones(2))
            self.state = "ready"
        return self.v * x
net = Net()
net.step(tf.ones(2)); net.step(tf.ones((1, 2))); net.step(tf.ones(2))
# == a flag, turned by a helper
class Net:
    def __init__(self):
        self.built = False
    def build(self):
        self.v = tf.Variable(tf.ones(2))
        self.built = True
    @tf.function
    def step(self, x):
        if not self.built:
            self.build()
        return self.v * x
net = Net()
net.step(tf.ones(2)); net.step(tf.ones((1, 2))); net.step(tf.ones(2))
# == made by a helper that returns it
class Net:
    def __init__(self):
        self.v = None
    def weights(self):
        return tf.Variable(tf.ones(2))
    @tf.function
    def step(self, x):
        if self.v is None:
            self.v = self.weights()
        return self.v * x
net = Net()
net.step(tf.ones(2)); net.step(tf.ones((1, 2))); net.step(tf.ones(2))
# == a conditional expression that keeps it
class Net:
    v = None
    @tf.function(autograph=False)
    def step(self, x):
        self.v = self.v if self.v is not None else tf.Variable(tf.ones(2))
        return self.v * x
net = Net()
net.step(tf.ones(2)); net.step(tf.ones((1, 2))); net.step(tf.ones(2))
# == setdefault after a test
vs = {}
@tf.function
def step(x):
    if not vs:
        vs.setdefault("a", tf.Variable(tf.ones(2)))
    return vs["a"] * x
step(tf.ones(2)); step(tf.ones((1, 2))); step(tf.ones(2))
# == isinstance
class Net:
    v = 0.0
    @tf.function
    def step(self, x):
        if not isinstance(self.v, tf.Variable):
            self.v = tf.Variable(tf.ones(2))
        return self.v * x
net = Net()
net.step(tf.ones(2)); net.step(tf.ones((1, 2))); net.step(tf.ones(2))
# == type
class Net:
    v = 0.0
    @tf.function
    def step(self, x):
        if type(self.v) is float:
            self.v = tf.Variable(tf.ones(2))
        return self.v * x
net = Net()
net.step(tf.ones(2)); net.step(tf.ones((1, 2))); net.step(tf.ones(2))
# == a helper function that is given the object
def lacks(net):
    return not hasattr(net, "v")
class Net:
    @tf.function
    def step(self, x):
        if lacks(self):
            self.v = tf.Variable(tf.ones(2))
        return self.v * x
net = Net()
net.step(tf.ones(2)); net.step(tf.ones((1, 2))); net.step(tf.ones(2))
# == any
class Net:
    def __init__(self):
        self.v = self.w = None
    @tf.function
    def step(self, x):
        if any(each is None for each in (self.v, self.w)):
            self.v = tf.Variable(tf.ones(2))
            self.w = tf.Variable(tf.ones(2))
        return self.v * x + self.w
net = Net()
net.step(tf.ones(2)); net.step(tf.ones((1, 2))); net.step(tf.ones(2))
# == setattr
class Net:
    @tf.function
    def step(self, x):
        if not hasattr(self, "v"):
            setattr(self, "v", tf.Variable(tf.ones(2)))
        return self.v * x
net = Net()
net.step(tf.ones(2)); net.step(tf.ones((1, 2))); net.step(tf.ones(2))
# == no guard: another attribute is set
class Net:
    def __init__(self):
        self.v = self.w = None
    @tf.function
    def step(self, x):
        if self.v is None:
            self.w = tf.Variable(tf.ones(2))  # expect: HYB006
        return self.w * x
net = Net()
net.step(tf.ones(2)); net.step(tf.ones((1, 2))); net.step(tf.ones(2))
# == no guard: the test asks whether it is there
class Net:
    def __init__(self):
        self.v = 1.0
    @tf.function
    def step(self, x):
        if self.v is not None:
            self.v = tf.Variable(tf.ones(2))  # expect: HYB006
        return self.v * x
net = Net()
net.step(tf.ones(2)); net.step(tf.ones((1, 2))); net.step(tf.ones(2))
# == no guard: it is taken away again
class Net:
    def __init__(self):
        self.v = None
    @tf.function
    def step(self, x):
        if self.v is None:
            self.v = tf.Variable(tf.ones(2))  # expect: HYB006
        y = self.v * x
        self.v = None
        return y
net = Net()
net.step(tf.ones(2)); net.step(tf.ones((1, 2))); net.step(tf.ones(2))
# == no guard: a test of the argument
@tf.function
def step(x, v=None):
    if v is None:
        v = tf.Variable(tf.ones(2))  # expect: HYB006
    return v * x
step(tf.ones(2)); step(tf.ones((1, 2))); step(tf.ones(2))
# == no guard: a local name is set, the attribute is not
class Net:
    def __init__(self):
        self.v = None
    @tf.function
    def step(self, x):
        v = self.v
        if v is None:
            v = tf.Variable(tf.ones(2))  # expect: HYB006
        return v * x
net = Net()
net.step(tf.ones(2)); net.step(tf.ones((1, 2))); net.step(tf.ones(2))
# == no guard: len(vs) < 3 holds thrice
vs = []
@tf.function
def step(x):
    if len(vs) < 3:
        vs.append(tf.Variable(tf.ones(2)))  # expect: HYB006
    return vs[0] * x
step(tf.ones(2)); step(tf.ones((1, 2))); step(tf.ones(2))
# == no guard: the list is cleared
vs = []
@tf.function
def step(x):
    if not vs:
        vs.append(tf.Variable(tf.ones(2)))  # expect: HYB006
    y = vs[0] * x
    vs.clear()  # expect: HYB004
    return y
step(tf.ones(2)); step(tf.ones((1, 2))); step(tf.ones(2))
# == no guard: the text of the test is what is written
class Net:
    def __init__(self):
        self.state = "new"
    @tf.function
    def step(self, x):
        if self.state == "new":
            self.v = tf.Variable(tf.ones(2))  # expect: HYB006
            self.state = "new"  # expect: HYB004
        return self.v * x
net = Net()
net.step(tf.ones(2)); net.step(tf.ones((1, 2))); net.step(tf.ones(2))
# == no guard: another key
vs = {}
@tf.function
def step(x):
    if "a" not in vs:
        vs["b"] = tf.Variable(tf.ones(2))  # expect: HYB006
    return vs["b"] * x
step(tf.ones(2)); step(tf.ones((1, 2))); step(tf.ones(2))
# == no guard: try around what never lacks
class Net:
    def __init__(self):
        self.v = None
    @tf.function(autograph=False)
    def step(self, x):
        try:
            self.v.shape
        except AttributeError:
            v = tf.Variable(tf.ones(2))  # expect: HYB006
        return v * x
net = Net()
net.step(tf.ones(2)); net.step(tf.ones((1, 2))); net.step(tf.ones(2))
# == no guard: match of another value
class Net:
    def __init__(self):
        self.mode = "train"
    @tf.function(autograph=False)
    def step(self, x):
        match self.mode:
            case "train":
                self.v = tf.Variable(tf.ones(2))  # expect: HYB006
        return self.v * x
net = Net()
net.step(tf.ones(2)); net.step(tf.ones((1, 2))); net.step(tf.ones(2))
# == no guard: a while that makes it each time
class Net:
    def __init__(self):
        self.v = None
    @tf.function(autograph=False)
    def step(self, x):
        self.v = None  # expect: HYB004
        while self.v is None:
            self.v = tf.Variable(tf.ones(2))  # expect: HYB006
        return self.v * x
net = Net()
net.step(tf.ones(2)); net.step(tf.ones((1, 2))); net.step(tf.ones(2))
# == no guard: the method that is asked says always yes
class Net:
    def __init__(self):
        self.v = None
    def missing(self):
        return True
    @tf.function
    def step(self, x):
        if self.missing():
            self.v = tf.Variable(tf.ones(2))  # expect: HYB006
        return self.v * x
net = Net()
net.step(tf.ones(2)); net.step(tf.ones((1, 2))); net.step(tf.ones(2))
# == no guard: the counter stands still
class Net:
    def __init__(self):
        self.traces = 0
    @tf.function
    def step(self, x):
        if self.traces == 0:
            self.v = tf.Variable(tf.ones(2))  # expect: HYB006
        self.traces += 0  # expect: HYB004
        return self.v * x
net = Net()
net.step(tf.ones(2)); net.step(tf.ones((1, 2))); net.step(tf.ones(2))
# == no guard: an object of the call holds it
class Box:
    v = None
@tf.function
def step(x):
    box = Box()
    if box.v is None:
        box.v = tf.Variable(tf.ones(2))  # expect: HYB006
    return box.v * x
step(tf.ones(2)); step(tf.ones((1, 2))); step(tf.ones(2))
# == a method has the name of a builtin function that the test calls
class Net:
    def __init__(self):
        self.v = None
    def abs(self, x):
        return tf.abs(x)
    @tf.function
    def step(self, x):
        if abs(-1) > 0 and self.v is None:
            self.v = tf.Variable(tf.ones(2))
        return self.v * self.abs(x)
net = Net()
net.step(tf.ones(2)); net.step(tf.ones((1, 2))); net.step(tf.ones(2))
# == a test that nobody knows, and one that is known
import os
class Net:
    v = None
    @tf.function
    def step(self, x):
        if os.path.exists(".") and self.v is None:
            self.v = tf.Variable(tf.ones(2))
        return self.v * x
net = Net()
net.step(tf.ones(2)); net.step(tf.ones((1, 2))); net.step(tf.ones(2))
# == either of two tests
import os
class Net:
    v = None
    @tf.function
    def step(self, x):
        if os.path.exists(".") or self.v is None:
            self.v = tf.Variable(tf.ones(2))  # expect: HYB006 - the file is still there in the second trace
        return self.v * x
net = Net()
net.step(tf.ones(2)); net.step(tf.ones((1, 2))); net.step(tf.ones(2))
# == no guard: is None, reset between the calls
class Net:
    v = None
    @tf.function
    def step(self, x):
        if self.v is None:  # expect: HYB013
            self.v = tf.Variable(tf.ones(2))
        return self.v * x
net = Net()
net.step(tf.ones(2)); net.v = None; net.step(tf.ones((1, 2))); net.v = None; net.step(tf.ones(2))
# == no guard: is None, reset by a method
class Net:
    v = None
    def reset(self):
        self.v = None
    @tf.function
    def step(self, x):
        if self.v is None:  # expect: HYB013
            self.v = tf.Variable(tf.ones(2))
        return self.v * x
net = Net()
net.step(tf.ones(2)); net.reset(); net.step(tf.ones((1, 2))); net.reset(); net.step(tf.ones(2))
# == is not None with else
class Net:
    v = None
    @tf.function
    def step(self, x):
        if self.v is not None:
            x = x + 1.0
        else:
            self.v = tf.Variable(tf.ones(2))
        return self.v * x
net = Net()
net.step(tf.ones(2)); net.step(tf.ones((1, 2))); net.step(tf.ones(2))
# == no guard: is not None with else, wrong way round
class Net:
    v = tf.constant(1.0)
    @tf.function
    def step(self, x):
        if self.v is not None:
            self.v = tf.Variable(tf.ones(2))  # expect: HYB006
        else:
            x = x + 1.0
        return self.v * x
net = Net()
net.step(tf.ones(2)); net.step(tf.ones((1, 2))); net.step(tf.ones(2))
# == not self.built
class Net:
    built = False
    @tf.function
    def step(self, x):
        if not self.built:
            self.v = tf.Variable(tf.ones(2))
            self.built = True
        return self.v * x
net = Net()
net.step(tf.ones(2)); net.step(tf.ones((1, 2))); net.step(tf.ones(2))
# == no guard: not self.built, never set
class Net:
    built = False
    @tf.function
    def step(self, x):
        if not self.built:
            self.v = tf.Variable(tf.ones(2))  # expect: HYB006
        self.made = True
        return self.v * x
net = Net()
net.step(tf.ones(2)); net.step(tf.ones((1, 2))); net.step(tf.ones(2))
# == no guard: match None, another attribute is set
class Net:
    v = None
    @tf.function(autograph=False)
    def step(self, x):
        match self.v:
            case None:
                self.w = tf.Variable(tf.ones(2))  # expect: HYB006
        return self.w * x
net = Net()
net.step(tf.ones(2)); net.step(tf.ones((1, 2))); net.step(tf.ones(2))
# == no guard: while is None, emptied at the end
class Net:
    v = None
    @tf.function(autograph=False)
    def step(self, x):
        while self.v is None:
            self.v = tf.Variable(tf.ones(2))  # expect: HYB006
        y, self.v = self.v * x, None
        return y
net = Net()
net.step(tf.ones(2)); net.step(tf.ones((1, 2))); net.step(tf.ones(2))
# == no guard: through a method, that asks for another attribute
class Net:
    v = w = None
    def missing(self):
        return self.w is None
    @tf.function
    def step(self, x):
        if self.missing():
            self.v = tf.Variable(tf.ones(2))  # expect: HYB006
        return self.v * x
net = Net()
net.step(tf.ones(2)); net.step(tf.ones((1, 2))); net.step(tf.ones(2))
# == no guard: len below one, popped behind
class Net:
    def __init__(self):
        self.vs = []
    @tf.function
    def step(self, x):
        if len(self.vs) < 1:
            self.vs.append(tf.Variable(tf.ones(2)))  # expect: HYB006
        return self.vs.pop() * x  # expect: HYB004
net = Net()
net.step(tf.ones(2)); net.step(tf.ones((1, 2))); net.step(tf.ones(2))
# == len is zero
class Net:
    def __init__(self):
        self.vs = []
    @tf.function
    def step(self, x):
        if len(self.vs) == 0:
            self.vs.append(tf.Variable(tf.ones(2)))
        return self.vs[0] * x
net = Net()
net.step(tf.ones(2)); net.step(tf.ones((1, 2))); net.step(tf.ones(2))
# == no guard: len is zero, a new list for each call
class Net:
    def __init__(self):
        self.vs = []
    @tf.function
    def step(self, x):
        self.vs = []
        if len(self.vs) == 0:
            self.vs.append(tf.Variable(tf.ones(2)))  # expect: HYB006
        return self.vs[0] * x
net = Net()
net.step(tf.ones(2)); net.step(tf.ones((1, 2))); net.step(tf.ones(2))
# == an empty list
class Net:
    def __init__(self):
        self.vs = []
    @tf.function
    def step(self, x):
        if not self.vs:
            self.vs.append(tf.Variable(tf.ones(2)))
        return self.vs[0] * x
net = Net()
net.step(tf.ones(2)); net.step(tf.ones((1, 2))); net.step(tf.ones(2))
# == no guard: an empty list, another one is filled
class Net:
    def __init__(self):
        self.vs, self.ws = [], []
    @tf.function
    def step(self, x):
        if not self.vs:
            self.ws.append(tf.Variable(tf.ones(2)))  # expect: HYB006
        return self.ws[0] * x
net = Net()
net.step(tf.ones(2)); net.step(tf.ones((1, 2))); net.step(tf.ones(2))
# == hasattr
class Net:
    @tf.function
    def step(self, x):
        if not hasattr(self, "v"):
            self.v = tf.Variable(tf.ones(2))
        return self.v * x
net = Net()
net.step(tf.ones(2)); net.step(tf.ones((1, 2))); net.step(tf.ones(2))
# == no guard: hasattr, of another name
class Net:
    @tf.function
    def step(self, x):
        if not hasattr(self, "_v"):
            self.v = tf.Variable(tf.ones(2))  # expect: HYB006
        return self.v * x
net = Net()
net.step(tf.ones(2)); net.step(tf.ones((1, 2))); net.step(tf.ones(2))
# == getattr with a default
class Net:
    @tf.function
    def step(self, x):
        if getattr(self, "v", None) is None:
            self.v = tf.Variable(tf.ones(2))
        return self.v * x
net = Net()
net.step(tf.ones(2)); net.step(tf.ones((1, 2))); net.step(tf.ones(2))
# == no guard: getattr with a default, of the class
class Net:
    @tf.function
    def step(self, x):
        if getattr(Net, "v", None) is None:
            self.v = tf.Variable(tf.ones(2))  # expect: HYB006
        return self.v * x
net = Net()
net.step(tf.ones(2)); net.step(tf.ones((1, 2))); net.step(tf.ones(2))
# == no guard: try AttributeError, of what is never there
class Net:
    @tf.function
    def step(self, x):
        try:
            self.w
        except AttributeError:
            self.v = tf.Variable(tf.ones(2))  # expect: HYB006
        return self.v * x
net = Net()
net.step(tf.ones(2)); net.step(tf.ones((1, 2))); net.step(tf.ones(2))
# == try KeyError
class Net:
    def __init__(self):
        self.vs = {}
    @tf.function
    def step(self, x):
        try:
            v = self.vs["v"]
        except KeyError:
            v = self.vs["v"] = tf.Variable(tf.ones(2))
        return v * x
net = Net()
net.step(tf.ones(2)); net.step(tf.ones((1, 2))); net.step(tf.ones(2))
# == no guard: try KeyError, another key is set
class Net:
    def __init__(self):
        self.vs = {}
    @tf.function
    def step(self, x):
        try:
            v = self.vs["v"]
        except KeyError:
            v = self.vs["w"] = tf.Variable(tf.ones(2))  # expect: HYB006
        return v * x
net = Net()
net.step(tf.ones(2)); net.step(tf.ones((1, 2))); net.step(tf.ones(2))
# == get of a dictionary
class Net:
    def __init__(self):
        self.vs = {}
    @tf.function
    def step(self, x):
        if self.vs.get("k") is None:
            self.vs["k"] = tf.Variable(tf.ones(2))
        return self.vs["k"] * x
net = Net()
net.step(tf.ones(2)); net.step(tf.ones((1, 2))); net.step(tf.ones(2))
# == no guard: get of a dictionary, popped between the calls
class Net:
    def __init__(self):
        self.vs = {}
    @tf.function
    def step(self, x):
        if self.vs.get("k") is None:  # expect: HYB013
            self.vs["k"] = tf.Variable(tf.ones(2))
        return self.vs["k"] * x
net = Net()
net.step(tf.ones(2)); net.vs.pop("k"); net.step(tf.ones((1, 2))); net.vs.pop("k"); net.step(tf.ones(2))
# == setdefault of what is there
class Net:
    def __init__(self):
        self.vs = {}
    @tf.function
    def step(self, x):
        if not self.vs:
            self.vs.setdefault("k", tf.Variable(tf.ones(2)))
        return self.vs.setdefault("k", 1.0) * x
net = Net()
net.step(tf.ones(2)); net.step(tf.ones((1, 2))); net.step(tf.ones(2))
# == no guard: setdefault, whose argument is made each time
class Net:
    def __init__(self):
        self.vs = {}
    @tf.function
    def step(self, x):
        return self.vs.setdefault("k", tf.Variable(tf.ones(2))) * x  # expect: HYB006
net = Net()
net.step(tf.ones(2)); net.step(tf.ones((1, 2))); net.step(tf.ones(2))
# == no guard: a counter, that another round begins anew
class Net:
    n = 0
    @tf.function
    def step(self, x):
        if self.n == 0:
            self.v = tf.Variable(tf.ones(2))
        self.n += 1  # expect: HYB004
        return self.v * x
net = Net()
for shape in ((2,), (1, 2), (2,)):
    net.n = 0
    net.step(tf.ones(shape))
# == no guard: a counter, that goes back
class Net:
    n = 0
    @tf.function
    def step(self, x):
        if self.n == 0:
            self.v = tf.Variable(tf.ones(2))  # expect: HYB006
        self.n += 1
        y = self.v * x
        self.n -= 1
        return y
net = Net()
net.step(tf.ones(2)); net.step(tf.ones((1, 2))); net.step(tf.ones(2))
# == a global
v = None
@tf.function
def step(x):
    global v
    if v is None:
        v = tf.Variable(tf.ones(2))
    return v * x
step(tf.ones(2)); step(tf.ones((1, 2))); step(tf.ones(2))
# == no guard: a global, whose name is local here
v = None
@tf.function
def step(x):
    w = v
    if w is None:
        w = tf.Variable(tf.ones(2))  # expect: HYB006
    return w * x
step(tf.ones(2)); step(tf.ones((1, 2))); step(tf.ones(2))
# == a captured name
def build():
    v = None
    @tf.function
    def step(x):
        nonlocal v
        if v is None:
            v = tf.Variable(tf.ones(2))
        return v * x
    return step
step = build()
step(tf.ones(2)); step(tf.ones((1, 2))); step(tf.ones(2))
# == an attribute of the class
class Net:
    v = None
    @tf.function
    def step(self, x):
        if Net.v is None:
            Net.v = tf.Variable(tf.ones(2))
        return Net.v * x
net = Net()
net.step(tf.ones(2)); net.step(tf.ones((1, 2))); net.step(tf.ones(2))
# == no guard: an attribute of the class, set on the object
class Net:
    v = None
    @tf.function
    def step(self, x):
        if Net.v is None:
            self.v = tf.Variable(tf.ones(2))  # expect: HYB006
        return self.v * x
net = Net()
net.step(tf.ones(2)); net.step(tf.ones((1, 2))); net.step(tf.ones(2))
# == isinstance of NoneType
class Net:
    v = None
    @tf.function
    def step(self, x):
        if isinstance(self.v, type(None)):
            self.v = tf.Variable(tf.ones(2))
        return self.v * x
net = Net()
net.step(tf.ones(2)); net.step(tf.ones((1, 2))); net.step(tf.ones(2))
# == no guard: isinstance, of a class that it never is
class Net:
    v = None
    @tf.function
    def step(self, x):
        if not isinstance(self.v, dict):
            self.v = tf.Variable(tf.ones(2))  # expect: HYB006
        return self.v * x
net = Net()
net.step(tf.ones(2)); net.step(tf.ones((1, 2))); net.step(tf.ones(2))
# == no guard: an early return, where it is missing
class Net:
    v = tf.constant(1.0)
    def make(self):
        if self.v is None:
            return
        self.v = tf.Variable(tf.ones(2))
    @tf.function
    def step(self, x):
        self.make()  # expect: HYB006
        return self.v * x
net = Net()
net.step(tf.ones(2)); net.step(tf.ones((1, 2))); net.step(tf.ones(2))
# == or
class Net:
    def __init__(self):
        self.vs = []
    @tf.function(autograph=False)
    def step(self, x):
        self.vs = self.vs or [tf.Variable(tf.ones(2))]
        return self.vs[0] * x
net = Net()
net.step(tf.ones(2)); net.step(tf.ones((1, 2))); net.step(tf.ones(2))
# == no guard: or, that is kept under another name
class Net:
    def __init__(self):
        self.vs, self.ws = [], []
    @tf.function(autograph=False)
    def step(self, x):
        self.ws = self.vs or [tf.Variable(tf.ones(2))]  # expect: HYB006
        return self.ws[0] * x
net = Net()
net.step(tf.ones(2)); net.step(tf.ones((1, 2))); net.step(tf.ones(2))
# == a conditional expression
class Net:
    v = None
    @tf.function(autograph=False)
    def step(self, x):
        self.v = tf.Variable(tf.ones(2)) if self.v is None else self.v
        return self.v * x
net = Net()
net.step(tf.ones(2)); net.step(tf.ones((1, 2))); net.step(tf.ones(2))
# == no guard: a conditional expression, the arms are exchanged
class Net:
    v = tf.constant(1.0)
    @tf.function(autograph=False)
    def step(self, x):
        self.v = self.v if self.v is None else tf.Variable(tf.ones(2))  # expect: HYB006
        return self.v * x
net = Net()
net.step(tf.ones(2)); net.step(tf.ones((1, 2))); net.step(tf.ones(2))
# == no guard: a walrus, only the local name is set
class Net:
    v = None
    @tf.function(autograph=False)
    def step(self, x):
        if (v := self.v) is None:
            v = tf.Variable(tf.ones(2))  # expect: HYB006
        return v * x
net = Net()
net.step(tf.ones(2)); net.step(tf.ones((1, 2))); net.step(tf.ones(2))
# == a property that makes it
class Net:
    _v = None
    @property
    def v(self):
        if self._v is None:
            self._v = tf.Variable(tf.ones(2))
        return self._v
    @tf.function
    def step(self, x):
        return self.v * x
net = Net()
net.step(tf.ones(2)); net.step(tf.ones((1, 2))); net.step(tf.ones(2))
# == no guard: a property that makes it, each time
class Net:
    @property
    def v(self):
        return tf.Variable(tf.ones(2))
    @tf.function
    def step(self, x):
        return self.v * x  # expect: HYB006
net = Net()
net.step(tf.ones(2)); net.step(tf.ones((1, 2))); net.step(tf.ones(2))
# == a cached property
class Net:
    @functools.cached_property
    def v(self):
        return tf.Variable(tf.ones(2))
    @tf.function
    def step(self, x):
        return self.v * x
net = Net()
net.step(tf.ones(2)); net.step(tf.ones((1, 2))); net.step(tf.ones(2))
# == a cached function
@functools.lru_cache(None)
def weight():
    return tf.Variable(tf.ones(2))
@tf.function
def step(x):
    return weight() * x
step(tf.ones(2)); step(tf.ones((1, 2))); step(tf.ones(2))
# == a dictionary of flags
class Net:
    def __init__(self):
        self.flags = {"built": False}
    @tf.function
    def step(self, x):
        if not self.flags["built"]:
            self.v = tf.Variable(tf.ones(2))
            self.flags["built"] = True
        return self.v * x
net = Net()
net.step(tf.ones(2)); net.step(tf.ones((1, 2))); net.step(tf.ones(2))
# == no guard: a dictionary of flags, another one is turned
class Net:
    def __init__(self):
        self.flags = {"built": False, "ready": False}
    @tf.function
    def step(self, x):
        if not self.flags["built"]:
            self.v = tf.Variable(tf.ones(2))  # expect: HYB006
            self.flags["ready"] = True
        return self.v * x
net = Net()
net.step(tf.ones(2)); net.step(tf.ones((1, 2))); net.step(tf.ones(2))
# == an attribute of the function
def step(x):
    if not hasattr(step, "v"):
        step.v = tf.Variable(tf.ones(2))
    return step.v * x
graph = tf.function(step)
graph(tf.ones(2)); graph(tf.ones((1, 2))); graph(tf.ones(2))
# == no guard: an attribute of the function, of another one
def other():
    pass
def step(x):
    if not hasattr(other, "v"):
        step.v = tf.Variable(tf.ones(2))  # expect: HYB006
    return step.v * x
graph = tf.function(step)
graph(tf.ones(2)); graph(tf.ones((1, 2))); graph(tf.ones(2))
# == and, as a statement
class Net:
    v = None
    def make(self):
        self.v = tf.Variable(tf.ones(2))
    @tf.function(autograph=False)
    def step(self, x):
        self.v is None and self.make()
        return self.v * x
net = Net()
net.step(tf.ones(2)); net.step(tf.ones((1, 2))); net.step(tf.ones(2))
# == no guard: or, as a statement
class Net:
    v = None
    def make(self):
        self.v = tf.Variable(tf.ones(2))
    @tf.function(autograph=False)
    def step(self, x):
        self.v is not False and self.make()  # expect: HYB006
        return self.v * x
net = Net()
net.step(tf.ones(2)); net.step(tf.ones((1, 2))); net.step(tf.ones(2))
# == a set of names
class Net:
    def __init__(self):
        self.done = set()
    @tf.function
    def step(self, x):
        if "v" not in self.done:
            self.done.add("v")
            self.v = tf.Variable(tf.ones(2))
        return self.v * x
net = Net()
net.step(tf.ones(2)); net.step(tf.ones((1, 2))); net.step(tf.ones(2))
# == no guard: a set of names, discarded behind
class Net:
    def __init__(self):
        self.done = set()
    @tf.function
    def step(self, x):
        if "v" not in self.done:
            self.done.add("v")  # expect: HYB004
            self.v = tf.Variable(tf.ones(2))  # expect: HYB006
        self.done.discard("v")  # expect: HYB004
        return self.v * x
net = Net()
net.step(tf.ones(2)); net.step(tf.ones((1, 2))); net.step(tf.ones(2))
# == suppress
class Net:
    @tf.function(autograph=False)
    def step(self, x):
        with contextlib.suppress(AttributeError):
            return self.v * x
        self.v = tf.Variable(tf.ones(2))
        return self.v * x
net = Net()
net.step(tf.ones(2)); net.step(tf.ones((1, 2))); net.step(tf.ones(2))
# == no guard: suppress, of what is never there
class Net:
    @tf.function(autograph=False)
    def step(self, x):
        with contextlib.suppress(AttributeError):
            return self.w * x
        self.v = tf.Variable(tf.ones(2))  # expect: HYB006
        return self.v * x
net = Net()
net.step(tf.ones(2)); net.step(tf.ones((1, 2))); net.step(tf.ones(2))
# == a member of an enumeration
class State(enum.Enum):
    NEW = 1
    READY = 2
class Net:
    state = State.NEW
    @tf.function
    def step(self, x):
        if self.state is State.NEW:
            self.v = tf.Variable(tf.ones(2))
            self.state = State.READY
        return self.v * x
net = Net()
net.step(tf.ones(2)); net.step(tf.ones((1, 2))); net.step(tf.ones(2))
# == no guard: a member of an enumeration, set again
class State(enum.Enum):
    NEW = 1
    READY = 2
class Net:
    state = State.NEW
    @tf.function
    def step(self, x):
        if self.state is State.NEW:
            self.v = tf.Variable(tf.ones(2))  # expect: HYB006
            self.state = State.NEW  # expect: HYB004
        return self.v * x
net = Net()
net.step(tf.ones(2)); net.step(tf.ones((1, 2))); net.step(tf.ones(2))
# == the first flag
class Net:
    first = True
    @tf.function
    def step(self, x):
        if self.first:
            self.v = tf.Variable(tf.ones(2))
        self.first = False
        return self.v * x
net = Net()
net.step(tf.ones(2)); net.step(tf.ones((1, 2))); net.step(tf.ones(2))
# == no guard: the first flag, set by the caller
class Net:
    first = True
    @tf.function
    def step(self, x):
        if self.first:
            self.v = tf.Variable(tf.ones(2))
        self.first = False  # expect: HYB004
        return self.v * x
net = Net()
for shape in ((2,), (1, 2), (2,)):
    net.first = True
    net.step(tf.ones(shape))
# == a helper with a default that is kept
def weight(kept=[]):
    if not kept:
        kept.append(tf.Variable(tf.ones(2)))
    return kept[0]
@tf.function
def step(x):
    return weight() * x
step(tf.ones(2)); step(tf.ones((1, 2))); step(tf.ones(2))
# == no guard: a helper with a default, that is given a new list
def weight(kept=[]):
    if not kept:
        kept.append(tf.Variable(tf.ones(2)))
    return kept[0]
@tf.function
def step(x):
    return weight([]) * x  # expect: HYB006
step(tf.ones(2)); step(tf.ones((1, 2))); step(tf.ones(2))
# == all
class Net:
    v = w = None
    @tf.function
    def step(self, x):
        if not all(hasattr(self, name) for name in ("a", "b")):
            self.a = tf.Variable(tf.ones(2))
            self.b = tf.Variable(tf.ones(2))
        return self.a * x + self.b
net = Net()
net.step(tf.ones(2)); net.step(tf.ones((1, 2))); net.step(tf.ones(2))
# == assigned by a loop of names
class Net:
    @tf.function(autograph=False)
    def step(self, x):
        for name in ("a", "b"):
            if not hasattr(self, name):
                setattr(self, name, tf.Variable(tf.ones(2)))
        return self.a * x + self.b
net = Net()
net.step(tf.ones(2)); net.step(tf.ones((1, 2))); net.step(tf.ones(2))
# == a parameter of the constructor
class Net:
    def __init__(self, v=None):
        self.v = v
    @tf.function
    def step(self, x):
        if self.v is None:
            self.v = tf.Variable(tf.ones(2))
        return self.v * x
net = Net()
net.step(tf.ones(2)); net.step(tf.ones((1, 2))); net.step(tf.ones(2))
# == no guard: a new object for each call
class Net:
    v = None
    def value(self, x):
        if self.v is None:
            self.v = tf.Variable(tf.ones(2))
        return self.v * x
@tf.function
def step(x):
    return Net().value(x)  # expect: HYB006
step(tf.ones(2)); step(tf.ones((1, 2))); step(tf.ones(2))
# == the first of a list
vs = []
@tf.function
def step(x):
    v = next(iter(vs), None)
    if v is None:
        v = tf.Variable(tf.ones(2))
        vs.append(v)
    return v * x
step(tf.ones(2)); step(tf.ones((1, 2))); step(tf.ones(2))
# == no guard: the first of a list, another one is filled
vs = []
ws = []
@tf.function
def step(x):
    v = next(iter(vs), None)
    if v is None:
        v = tf.Variable(tf.ones(2))  # expect: HYB006
        ws.append(v)
    return v * x
step(tf.ones(2)); step(tf.ones((1, 2))); step(tf.ones(2))
# == no guard: what is given, or what is there
class Net:
    v = 1.0
    @tf.function
    def step(self, x, given=None):
        self.v = given or self.v  # expect: HYB004
        return self.v * x
net = Net()
for given in (2.0, 3.0, 2.0):
    print(net.step(tf.ones(2), given), net.v)
# == __getattr__ makes it
class Net:
    def __getattr__(self, name):
        self.v = tf.Variable(tf.ones(2))
        return self.v
    @tf.function
    def step(self, x):
        return self.v * x
net = Net()
net.step(tf.ones(2)); net.step(tf.ones((1, 2))); net.step(tf.ones(2))
# == __getattr__ makes it, in __dict__
class Net:
    def __getattr__(self, name):
        if name != "v":
            raise AttributeError(name)
        made = self.__dict__[name] = tf.Variable(tf.ones(2))
        return made
    @tf.function
    def step(self, x):
        return self.v * x
net = Net()
net.step(tf.ones(2)); net.step(tf.ones((1, 2))); net.step(tf.ones(2))
# == __getattr__ makes it, by setattr
class Net:
    def __getattr__(self, name):
        made = tf.Variable(tf.ones(2))
        setattr(self, name, made)
        return made
    @tf.function
    def step(self, x):
        return self.v * x
net = Net()
net.step(tf.ones(2)); net.step(tf.ones((1, 2))); net.step(tf.ones(2))
# == no guard: __getattr__ makes another
class Net:
    def __getattr__(self, name):
        self.w = tf.Variable(tf.ones(2))
        return self.w
    @tf.function
    def step(self, x):
        return self.v * x  # expect: HYB006
net = Net()
net.step(tf.ones(2)); net.step(tf.ones((1, 2))); net.step(tf.ones(2))
# == no guard: __getattr__ makes and does not keep
class Net:
    def __getattr__(self, name):
        return tf.Variable(tf.ones(2))
    @tf.function
    def step(self, x):
        return self.v * x  # expect: HYB006
net = Net()
net.step(tf.ones(2)); net.step(tf.ones((1, 2))); net.step(tf.ones(2))
# == no guard: __getattr__ and then deleted
class Net:
    def __getattr__(self, name):
        self.v = tf.Variable(tf.ones(2))
        return self.v
    @tf.function
    def step(self, x):
        y = self.v * x  # expect: HYB006
        del self.v
        return y
net = Net()
net.step(tf.ones(2)); net.step(tf.ones((1, 2))); net.step(tf.ones(2))
