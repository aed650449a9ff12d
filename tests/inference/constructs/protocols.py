# == objects as texts
seen = []
class P:
    def __str__(self):
        seen.append(tensor_str(tf.ones(1)))
        return "p"
class Q:
    def __format__(self, how):
        tensor_format(tf.ones(1))
        return "q"
class R:
    def __repr__(self):
        tensor_repr(tf.ones(1))
        return "r"
    def __str__(self):
        unseen_str(tf.ones(1))
        return "r"
# report: has_side_effects=true
def texts(p):
    return str(p)
texts(P())
# report: has_side_effects=true
def percent(p):
    return "%s" % (p,)
percent(P())
f"{Q()}", "{}".format(Q()), f"{R()!r}", repr(R()), "%r" % R()
# == objects are put in order, compared and added up
class P:
    def __lt__(self, other):
        tensor(self.x)
        return True
    def __eq__(self, other):
        tensor_eq(self.x)
        return False
    def __hash__(self):
        tensor_hash(self.x)
        return 1
    def __radd__(self, other):
        tensor_add(self.x)
        return 1
    def __init__(self):
        self.x = tf.ones(1)
sorted([P(), P()])
P() in [P()]
hash(P())
sum([P()])
# == sorted by a key compares keys
class P:
    def __lt__(self, other):
        unseen()
        return True
sorted([P()], key=lambda p: 1)
# == conversions, deletions and what is looked at
class P:
    def __int__(self):
        tensor_int(tf.ones(1))
        return 1
    def __copy__(self):
        tensor_copy(tf.ones(1))
        return self
    def __delitem__(self, key):
        tensor_del(tf.ones(1))
    def __bool__(self):
        tensor_bool(tf.ones(1))
        return True
    @property
    def x(self):
        tensor_x(tf.ones(1))
        return 1
import copy
int(P())
copy.copy(P())
p = P()
del p["a"]
any([p])
hasattr(p, "x")
# == a class decorator that replaces the methods it finds
def wrap(f):
    def inner(*a):
        return f(*a)
    return inner
def graphs(cls):
    for name, member in list(vars(cls).items()):
        if callable(member):
            setattr(cls, name, wrap(member))
    return cls
@graphs
class C:
    def run(self, x):
        tensor(x)
C().run(tf.ones(1))
# == callables that the standard library is given
import contextlib, json
json.dumps({}, default=lambda o: tensor_default(tf.ones(1)))
json.loads("{}", object_hook=lambda o: plain(o))
with contextlib.ExitStack() as stack:
    stack.callback(lambda x: tensor_exit(x), tf.ones(1))
# == tuples with names that the standard library fills
import os, pwd
class User:
    places = {"home": pwd.getpwuid(os.getuid())[5]}
    name, *rest = pwd.getpwuid(os.getuid())
    host = os.uname()[1]
    def run(self, x):
        plain_host(self.host)
        tensor_user(x)
User().run(tf.ones(1))
