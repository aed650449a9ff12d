"""What a function puts back, however it is written, and what it leaves otherwise."""
# codes: HYB004 HYB006 HYB013
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
