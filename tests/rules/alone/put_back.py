"""What a function puts back, however it is written, and what it leaves otherwise."""
# codes: HYB004 HYB006 HYB013
import contextlib
import contextvars
import tensorflow as tf
class Settings:
    mode = "train"
    rate = 1.0
settings = Settings()
table = {"mode": "train", "depth": 0}
stack = []
def scaled(x):
    return x * (2.0 if settings.mode == "test" else 3.0)
# == setattr
@tf.function
def step(x):
    old = settings.mode
    settings.mode = "test"
    y = scaled(x)
    setattr(settings, "mode", old)
    return y
for _ in range(3):
    print(step(tf.ones(2)), settings.mode)
# == setattr both
@tf.function
def step(x):
    old = getattr(settings, "mode")
    setattr(settings, "mode", "test")
    y = scaled(x)
    setattr(settings, "mode", old)
    return y
for _ in range(3):
    print(step(tf.ones(2)), settings.mode)
# == append and pop
@tf.function
def step(x):
    stack.append(2.0)
    y = x * stack[-1]
    stack.pop()
    return y
for _ in range(3):
    print(step(tf.ones(2)), stack)
# == append and pop of self
class Net:
    def __init__(self):
        self.stack = []
    @tf.function
    def step(self, x):
        self.stack.append(2.0)
        y = x * self.stack[-1]
        self.stack.pop()
        return y
net = Net()
for _ in range(3):
    print(net.step(tf.ones(2)), net.stack)
# == append and del of the last
@tf.function
def step(x):
    stack.append(2.0)
    y = x * stack[-1]
    del stack[-1]
    return y
for _ in range(3):
    print(step(tf.ones(2)), stack)
# == up and down
@tf.function
def step(x):
    table["depth"] += 1
    y = x * float(table["depth"])
    table["depth"] -= 1
    return y
for _ in range(3):
    print(step(tf.ones(2)), table)
# == up and down, attribute
@tf.function
def step(x):
    settings.rate += 1
    y = x * settings.rate
    settings.rate -= 1
    return y
for _ in range(3):
    print(step(tf.ones(2)), settings.rate)
# == up and down, finally
@tf.function
def step(x):
    table["depth"] += 1
    try:
        return x * float(table["depth"])
    finally:
        table["depth"] -= 1
for _ in range(3):
    print(step(tf.ones(2)), table)
# == global
depth = 0
@tf.function
def step(x):
    global depth
    depth += 1
    y = x * float(depth)
    depth -= 1
    return y
for _ in range(3):
    print(step(tf.ones(2)), depth)
# == global, kept
depth = 0
@tf.function
def step(x):
    global depth
    old = depth
    depth = 2
    y = x * float(depth)
    depth = old
    return y
for _ in range(3):
    print(step(tf.ones(2)), depth)
# == wrong: setattr of another name
@tf.function
def step(x):
    old = settings.mode
    settings.mode = "test"
    y = scaled(x)
    setattr(settings, "rate", old)  # expect: HYB004
    return y
for _ in range(3):
    print(step(tf.ones(2)), settings.mode, settings.rate)
# == wrong: pop of another list
others = [1.0, 2.0, 3.0]
@tf.function
def step(x):
    stack.append(2.0)  # expect: HYB004
    y = x * stack[-1]
    others.pop()  # expect: HYB004
    return y
for _ in range(3):
    print(step(tf.ones(2)), stack, others)
# == wrong: pop of the first
stack = [5.0, 6.0]
@tf.function
def step(x):
    stack.append(2.0)  # expect: HYB004
    y = x * stack[-1]
    stack.pop(0)  # expect: HYB004
    return y
for _ in range(3):
    print(step(tf.ones(2)), stack)
# == wrong: two appended, one popped
@tf.function
def step(x):
    stack.append(2.0)  # expect: HYB004
    stack.append(3.0)  # expect: HYB004
    y = x * stack[-1]
    stack.pop()  # expect: HYB004
    return y
for _ in range(3):
    print(step(tf.ones(2)), stack)
# == wrong: popped under a condition
@tf.function
def step(x, last):
    stack.append(2.0)  # expect: HYB004
    y = x * stack[-1]
    if last:
        stack.pop()  # expect: HYB004
    return y
for n in range(3):
    print(step(tf.ones(2), n == 2), stack)
# == wrong: two up, one down
@tf.function
def step(x):
    table["depth"] += 2  # expect: HYB004
    y = x * float(table["depth"])
    table["depth"] -= 1  # expect: HYB004
    return y
for _ in range(3):
    print(step(tf.ones(2)), table)
# == wrong: another key goes down
table["other"] = 0
@tf.function
def step(x):
    table["depth"] += 1  # expect: HYB004
    y = x * float(table["depth"])
    table["other"] -= 1  # expect: HYB004
    return y
for _ in range(3):
    print(step(tf.ones(2)), table)
# == wrong: popped before it is appended
stack = [1.0]
@tf.function
def step(x):
    y = x * stack.pop()  # expect: HYB004
    stack.append(2.0)  # expect: HYB004
    return y
for _ in range(3):
    print(step(tf.ones(2)), stack)
# == wrong: down before it goes up, under a condition
@tf.function
def step(x, big):
    table["depth"] += 1  # expect: HYB004
    y = x * float(table["depth"])
    if big:
        return y
    table["depth"] -= 1  # expect: HYB004
    return y
for n in range(3):
    print(step(tf.ones(2), n < 2), table)
# == a number that is negated
@tf.function
def step(x):
    old = settings.rate
    settings.rate = -old + 1.5
    y = x * settings.rate
    settings.rate = old
    return y
for _ in range(3):
    print(step(tf.ones(2)), settings.rate)
# == a set
names = set()
@tf.function
def step(x):
    names.add("test")
    y = x * (2.0 if "test" in names else 3.0)
    names.remove("test")
    return y
for _ in range(3):
    print(step(tf.ones(2)), names)
# == a set, discarded
names = set()
@tf.function
def step(x):
    names.add("test")
    y = x * (2.0 if "test" in names else 3.0)
    names.discard("test")
    return y
for _ in range(3):
    print(step(tf.ones(2)), names)
# == a list, by its value
names = []
@tf.function
def step(x):
    names.append("test")
    y = x * (2.0 if "test" in names else 3.0)
    names.remove("test")
    return y
for _ in range(3):
    print(step(tf.ones(2)), names)
# == wrong: another member is removed
names = {"a", "b", "c", "d"}
order = iter("abcd")
@tf.function
def step(x):
    names.add("test")  # expect: HYB004
    y = x * (2.0 if "test" in names else 3.0)
    names.remove(next(order))  # expect: HYB004
    return y
for _ in range(3):
    print(step(tf.ones(2)), sorted(names))
# == up and down, in the only round of a loop
table = {"depth": 0}
@tf.function(autograph=False)
def step(x):
    table["depth"] += 1
    while True:
        y = x * float(table["depth"])
        table["depth"] -= 1
        break
    return y
for _ in range(3):
    print(step(tf.ones(2)), table)
# == in the only round of a loop
class Settings:
    mode = "train"
settings = Settings()
@tf.function(autograph=False)
def step(x):
    old = settings.mode
    settings.mode = "test"
    while True:
        y = x * (2.0 if settings.mode == "test" else 3.0)
        settings.mode = old
        break
    return y
for _ in range(3):
    print(step(tf.ones(2)), settings.mode)
# == what it began with
class Settings:
    mode = "train"
settings = Settings()
@tf.function
def step(x):
    settings.mode = "test"
    y = x * (2.0 if settings.mode == "test" else 3.0)
    settings.mode = "train"
    return y
for _ in range(3):
    print(step(tf.ones(2)), settings.mode)
# == wrong: what it began with, which others change
class Settings:
    mode = "train"
settings = Settings()
@tf.function
def step(x):
    settings.mode = "test"  # expect: HYB004
    y = x * (2.0 if settings.mode == "test" else 3.0)
    settings.mode = "train"  # expect: HYB004
    return y
for _ in range(3):
    settings.mode = "other"
    print(step(tf.ones(2)), settings.mode)
# == wrong: in a finally, which others change
class Settings:
    mode = "train"
settings = Settings()
@tf.function
def step(x):
    try:
        settings.mode = "test"  # expect: HYB004
        return x * (2.0 if settings.mode == "test" else 3.0)
    finally:
        settings.mode = "train"  # expect: HYB004
for _ in range(3):
    settings.mode = "other"
    print(step(tf.ones(2)), settings.mode)
# == wrong: by a manager, which others change
class Settings:
    mode = "train"
settings = Settings()
@contextlib.contextmanager
def testing():
    settings.mode = "test"
    yield
    settings.mode = "train"
@tf.function
def step(x):
    with testing():  # expect: HYB004
        return x * (2.0 if settings.mode == "test" else 3.0)
for _ in range(3):
    settings.mode = "other"
    print(step(tf.ones(2)), settings.mode)
# == wrong: by a manager, at the other end
stack = [1.0, 2.0, 3.0]
@contextlib.contextmanager
def testing():
    stack.append(2.0)
    yield
    stack.pop(0)
@tf.function
def step(x):
    with testing():  # expect: HYB004
        return x * 2.0
for _ in range(3):
    print(step(tf.ones(2)), stack)
# == an item that was there first
table = {"k": 1.0}
@tf.function
def step(x):
    table["k"] = 2.0
    y = x * table["k"]
    del table["k"]
    return y
for _ in range(3):
    print(step(tf.ones(2)), table)
# == wrong: an item that others put there
table = {}
@tf.function
def step(x):
    table["k"] = 2.0
    y = x * table["k"]
    del table["k"]  # expect: HYB004
    return y
for _ in range(3):
    table["k"] = 1.0
    print(step(tf.ones(2)), table)
# == an item that is popped
table = {}
@tf.function
def step(x):
    table["k"] = 2.0
    return x * table.pop("k")
for _ in range(3):
    print(step(tf.ones(2)), table)
# == a token
v = contextvars.ContextVar("v", default=1.0)
@tf.function
def step(x):
    token = v.set(2.0)
    y = x * v.get()
    v.reset(token)
    return y
for _ in range(3):
    print(step(tf.ones(2)), v.get())
# == wrong: a token, under a condition
v = contextvars.ContextVar("v", default=1.0)
@tf.function
def step(x, last):
    token = v.set(2.0)  # expect: HYB004
    y = x * v.get()
    if last:
        v.reset(token)  # expect: HYB004
    return y
for n in range(3):
    print(step(tf.ones(2), n == 2), v.get())
    v.set(1.0)
# == under the same test
@tf.function
def step(x, test):
    if test:
        old = settings.mode
        settings.mode = "test"
    y = scaled(x)
    if test:
        settings.mode = old
    return y
for n in range(4):
    print(step(tf.ones(2), n % 2 == 0), settings.mode)
# == a manager under the same test
class Testing:
    def __init__(self, test):
        self.test = test
    def __enter__(self):
        if self.test:
            self.old = settings.mode
            settings.mode = "test"
    def __exit__(self, *error):
        if self.test:
            settings.mode = self.old
@tf.function
def step(x, test):
    with Testing(test):
        return scaled(x)
for n in range(4):
    print(step(tf.ones(2), n % 2 == 0), settings.mode)
