"""Tests that let a graph make its variables once, in any spelling, and tests that only look like them."""
# codes: HYB006
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
net.step(tf.ones(2)); net.step(tf.ones((1, 2)))
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
net.step(tf.ones(2)); net.step(tf.ones((1, 2)))
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
net.step(tf.ones(2)); net.step(tf.ones((1, 2)))
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
net.step(tf.ones(2)); net.step(tf.ones((1, 2)))
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
net.step(tf.ones(2)); net.step(tf.ones((1, 2)))
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
net.step(tf.ones(2)); net.step(tf.ones((1, 2)))
# == len(vs) < 1
vs = []
@tf.function
def step(x):
    if len(vs) < 1:
        vs.append(tf.Variable(tf.ones(2)))
    return vs[0] * x
step(tf.ones(2)); step(tf.ones((1, 2)))
# == 1 > len(vs)
vs = []
@tf.function
def step(x):
    if 1 > len(vs):
        vs.append(tf.Variable(tf.ones(2)))
    return vs[0] * x
step(tf.ones(2)); step(tf.ones((1, 2)))
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
net.step(tf.ones(2)); net.step(tf.ones((1, 2)))
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
net.step(tf.ones(2)); net.step(tf.ones((1, 2)))
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
net.step(tf.ones(2)); net.step(tf.ones((1, 2)))
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
net.step(tf.ones(2)); net.step(tf.ones((1, 2)))
# == not in vars(self)
class Net:
    @tf.function
    def step(self, x):
        if "v" not in vars(self):
            self.v = tf.Variable(tf.ones(2))
        return self.v * x
net = Net()
net.step(tf.ones(2)); net.step(tf.ones((1, 2)))
# == not in self.__dict__
class Net:
    @tf.function
    def step(self, x):
        if "v" not in self.__dict__:
            self.v = tf.Variable(tf.ones(2))
        return self.v * x
net = Net()
net.step(tf.ones(2)); net.step(tf.ones((1, 2)))
# == self.__dict__.get
class Net:
    @tf.function
    def step(self, x):
        if self.__dict__.get("v") is None:
            self.v = tf.Variable(tf.ones(2))
        return self.v * x
net = Net()
net.step(tf.ones(2)); net.step(tf.ones((1, 2)))
# == not in a dictionary
vs = {}
@tf.function
def step(x, name):
    if name not in vs:
        vs[name] = tf.Variable(tf.ones(2))
    return vs[name] * x
step(tf.ones(2), "a"); step(tf.ones((1, 2)), "a")
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
net.step(tf.ones(2)); net.step(tf.ones((1, 2)))
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
net.make(); net.make()
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
net.step(tf.ones(2)); net.step(tf.ones((1, 2)))
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
net.step(tf.ones(2)); net.step(tf.ones((1, 2)))
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
net.step(tf.ones(2)); net.step(tf.ones((1, 2)))
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
step(tf.ones(2)); step(tf.ones((1, 2)))
# == try NameError of a global
@tf.function
def step(x):
    global v
    try:
        v
    except NameError:
        v = tf.Variable(tf.ones(2))
    return v * x
step(tf.ones(2)); step(tf.ones((1, 2)))
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
net.step(tf.ones(2)); net.step(tf.ones((1, 2)))
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
net.step(tf.ones(2)); net.step(tf.ones((1, 2)))
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
net.step(tf.ones(2)); net.step(tf.ones((1, 2)))
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
net.step(tf.ones(2)); net.step(tf.ones((1, 2)))
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
net.step(tf.ones(2)); net.step(tf.ones((1, 2)))
# == or
class Net:
    v = None
    @tf.function(autograph=False)
    def step(self, x):
        self.v = self.v if self.v is not None else tf.Variable(tf.ones(2))
        return self.v * x
net = Net()
net.step(tf.ones(2)); net.step(tf.ones((1, 2)))
# == setdefault after a test
vs = {}
@tf.function
def step(x):
    if not vs:
        vs.setdefault("a", tf.Variable(tf.ones(2)))
    return vs["a"] * x
step(tf.ones(2)); step(tf.ones((1, 2)))
# == isinstance
class Net:
    v = 0.0
    @tf.function
    def step(self, x):
        if not isinstance(self.v, tf.Variable):
            self.v = tf.Variable(tf.ones(2))
        return self.v * x
net = Net()
net.step(tf.ones(2)); net.step(tf.ones((1, 2)))
# == type
class Net:
    v = 0.0
    @tf.function
    def step(self, x):
        if type(self.v) is float:
            self.v = tf.Variable(tf.ones(2))
        return self.v * x
net = Net()
net.step(tf.ones(2)); net.step(tf.ones((1, 2)))
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
net.step(tf.ones(2)); net.step(tf.ones((1, 2)))
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
net.step(tf.ones(2)); net.step(tf.ones((1, 2)))
# == setattr
class Net:
    @tf.function
    def step(self, x):
        if not hasattr(self, "v"):
            setattr(self, "v", tf.Variable(tf.ones(2)))
        return self.v * x
net = Net()
net.step(tf.ones(2)); net.step(tf.ones((1, 2)))
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
net.step(tf.ones(2)); net.step(tf.ones((1, 2)))
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
net.step(tf.ones(2)); net.step(tf.ones((1, 2)))
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
net.step(tf.ones(2)); net.step(tf.ones((1, 2)))
# == no guard: a test of the argument
@tf.function
def step(x, v=None):
    if v is None:
        v = tf.Variable(tf.ones(2))  # expect: HYB006
    return v * x
step(tf.ones(2)); step(tf.ones((1, 2)))
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
net.step(tf.ones(2)); net.step(tf.ones((1, 2)))
# == no guard: len(vs) < 3 holds thrice
vs = []
@tf.function
def step(x):
    if len(vs) < 3:
        vs.append(tf.Variable(tf.ones(2)))  # expect: HYB006
    return vs[0] * x
step(tf.ones(2)); step(tf.ones((1, 2)))
# == no guard: the list is cleared
vs = []
@tf.function
def step(x):
    if not vs:
        vs.append(tf.Variable(tf.ones(2)))  # expect: HYB006
    y = vs[0] * x
    vs.clear()
    return y
step(tf.ones(2)); step(tf.ones((1, 2)))
# == no guard: the text of the test is what is written
class Net:
    def __init__(self):
        self.state = "new"
    @tf.function
    def step(self, x):
        if self.state == "new":
            self.v = tf.Variable(tf.ones(2))  # expect: HYB006
            self.state = "new"
        return self.v * x
net = Net()
net.step(tf.ones(2)); net.step(tf.ones((1, 2)))
# == no guard: another key
vs = {}
@tf.function
def step(x):
    if "a" not in vs:
        vs["b"] = tf.Variable(tf.ones(2))  # expect: HYB006
    return vs["b"] * x
step(tf.ones(2)); step(tf.ones((1, 2)))
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
net.step(tf.ones(2)); net.step(tf.ones((1, 2)))
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
net.step(tf.ones(2)); net.step(tf.ones((1, 2)))
# == no guard: a while that makes it each time
class Net:
    def __init__(self):
        self.v = None
    @tf.function(autograph=False)
    def step(self, x):
        self.v = None
        while self.v is None:
            self.v = tf.Variable(tf.ones(2))  # expect: HYB006
        return self.v * x
net = Net()
net.step(tf.ones(2)); net.step(tf.ones((1, 2)))
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
net.step(tf.ones(2)); net.step(tf.ones((1, 2)))
# == no guard: the counter stands still
class Net:
    def __init__(self):
        self.traces = 0
    @tf.function
    def step(self, x):
        if self.traces == 0:
            self.v = tf.Variable(tf.ones(2))  # expect: HYB006
        self.traces += 0
        return self.v * x
net = Net()
net.step(tf.ones(2)); net.step(tf.ones((1, 2)))
# == no guard: an object of the call holds it
class Box:
    v = None
@tf.function
def step(x):
    box = Box()
    if box.v is None:
        box.v = tf.Variable(tf.ones(2))  # expect: HYB006
    return box.v * x
step(tf.ones(2)); step(tf.ones((1, 2)))
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
net.step(tf.ones(2)); net.step(tf.ones((1, 2)))
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
net.step(tf.ones(2)); net.step(tf.ones((1, 2)))
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
net.step(tf.ones(2)); net.step(tf.ones((1, 2)))
