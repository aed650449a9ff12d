# == numbers, strings, bytes, negative and complex
sink(1)  #: 1
sink(-2.5)  #: -2.5
sink("a")  #: 'a'
sink(b"a")  #: b'a'
sink(2j)  #: 2j
# == None, Booleans and tensors are none
sink(None)  #: none
sink(True)
sink(tf.ones(1))
sink([])
# == by keyword
sink(x=3)  #: 3
# == an unused default is none, a used one is what was passed
def run(a, b=5):
    return a
run(1)  #: 1
run(2, 6)  #: 2, 6
# == through a name and a constant of the module
N = 10
n = N
sink(n)  #: 10
# == through a function's parameter
def outer(n):
    sink(n)  #: 7
outer(7)  #: 7
# == through a function's result
def make():
    return 7
sink(make())  #: 7
# == in a list, a tuple and a dict
sink([1, 2])  #: 1, 2
sink((3, "a"))  #: 3, 'a'
sink({"k": 4})  #: 4
# == the keys of a dict are none
sink({"k": tf.ones(1)})  #: none
# == nested in containers
sink([[1], {"k": (2,)}])  #: 1, 2
# == beside a tensor in a container
sink((tf.ones(1), 5))  #: 5
# == in a field of an object
class C:
    def __init__(self, n):
        self.n = n
sink(C(5))  #: 5
# == in a field set later
class C:
    pass
c = C()
c.n = 5
sink(c)  #: 5
# == in a class attribute
class C:
    n = 5
sink(C())  #: none
# == in a field of a field
class A:
    def __init__(self):
        self.n = 5
class B:
    def __init__(self, a):
        self.a = a
sink(B(A()))  #: 5
# == in a dataclass, with a default that is used
import dataclasses
@dataclasses.dataclass
class C:
    n: int
    m: int = 3
sink(C(2))  #: 2, 3
# == in a named tuple
import collections
P = collections.namedtuple("P", "a b")
sink(P(1, tf.ones(1)))  #: 1
# == at both branches
import sys
n = 1 if sys.argv else 2
sink(n)  #: 1, 2
# == two call sites
def run(n):
    return n
run(1)  #: 1
run(2)  #: 2
# == computed from literals: known by type
sink(2 * 3)  #: int
# == a loop variable
for i in range(3):
    sink(i)  #: i = …
# == a counter
n = 0
while n < 3:
    n += 1
    sink(n)  #: n = …
# == a loop over literals
for name in ["a", "b"]:
    sink(name)  #: 'a', 'b'
# == through *args and **kwargs
def run(*args, **kwargs):
    return args
run(1, n=2)  #: 1, 2
# == spread from a list and a dict
def run(a, b):
    return a
args = [1]
kwargs = {"b": 2}
run(*args, **kwargs)  #: 1, 2
# == through functools.partial
import functools
def run(a, b):
    return b
functools.partial(run, 1)(tf.ones(1))  #: 1
# == an f-string
n = 3
sink(f"{n}")  #: str
# == numbers that are computed or read are known by type
import sys
sink(int(tf.ones(())))  #: int
sink(tf.ones((2, 3)).shape[0])  #: int
sink(len([1]))  #: int
# == an enumeration member carries its value
import enum
class Color(enum.Enum):
    RED = 1
sink(Color.RED)  #: 1
# == converted to a tensor it is none
sink(tf.constant(5))  #: none
# == self is not looked into
class C:
    def __init__(self):
        self.n = 5
    def m(self, t):
        return t
C().m(tf.ones(1))  #: none
# == to a method
class C:
    def m(self, n):
        return n
C().m(5)  #: 5
# == to a constructor
class C:
    def __init__(self, n):
        self.n = n
C(5)  #: 5
# == to a callback
def run(n):
    return n
list(map(run, [1, 2]))  #: 1, 2
# == through a decorator of the project
import functools
def log(g):
    @functools.wraps(g)
    def wrapper(*args):
        return g(*args)  #: 5
    return wrapper
@log
def run(n):
    return n
run(5)  #: 5
# == appended in a loop
xs = []
for i in range(3):
    xs.append(1)
sink(xs)  #: 1
# == a long table is not listed without end
sink(list(range(100)))  #: int
# == what a library names in a dictionary has texts for names
import json
for name, value in json.loads("{}").items():
    sink(name)  #: name = …
# == features have texts for names
parsed = tf.io.parse_single_example("", {"a": tf.io.FixedLenFeature([2], tf.float32)})
for name in parsed:
    sink(name)  #: name = …
