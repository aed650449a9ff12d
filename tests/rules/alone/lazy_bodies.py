"""Changes in bodies that run later than where they stand, and only when somebody takes from them or calls them."""
# codes: HYB004 HYB006 HYB013
import contextlib
import functools
import itertools
import tensorflow as tf
scale = 1.0
def change(by=1.0):
    global scale
    scale = scale + by
    return by
@tf.function
def step(x):
    return x * scale
x = tf.ones(2)
# == a generator expression
def run():
    step(x)
    later = (change() for _ in range(2))
    step(x)
    return later
run()
# == a generator expression that is gone through
def run():
    step(x)
    later = (change() for _ in range(2))
    step(x)
    return list(later)
run()
# == a generator
def changes():
    yield change()
def run():
    step(x)
    later = changes()
    step(x)
    return later
run()
# == a generator of another one
def changes():
    yield change()
def all_changes():
    yield from changes()
def run():
    step(x)
    later = all_changes()
    step(x)
    return later
run()
# == map
def run():
    step(x)
    later = map(change, [1.0])
    step(x)
    return later
run()
# == filter
def run():
    step(x)
    later = filter(change, [1.0])
    step(x)
    return later
run()
# == a lambda
def run():
    step(x)
    later = lambda: change()
    step(x)
    return later
run()
# == a nested function
def run():
    step(x)
    def later():
        change()
    step(x)
    return later
run()
# == a partial
def run():
    step(x)
    later = functools.partial(change, 2.0)
    step(x)
    return later
run()
# == a chain of generators
def run():
    step(x)
    first = (change() for _ in range(2))
    later = itertools.chain(first, (n for n in range(3)))
    step(x)
    return later
run()
# == zip and enumerate
def run():
    step(x)
    later = enumerate(zip((change() for _ in range(2)), "ab"))
    step(x)
    return later
run()
# == iter with a sentinel
def run():
    step(x)
    later = iter(change, 2.0)
    step(x)
    return later
run()
# == a method
class Later:
    def run(self):
        change()
def run():
    step(x)
    later = Later()
    step(x)
    return later
run()
# == a property
class Later:
    @property
    def changed(self):
        return change()
def run():
    step(x)
    later = Later()
    step(x)
    return later
run()
# == a callback that is kept
callbacks = []
def run():
    step(x)
    callbacks.append(change)
    step(x)
run()
# == a context manager
@contextlib.contextmanager
def changed():
    change()
    yield
def run():
    step(x)
    later = changed()
    step(x)
    return later
run()
# == the key of a sort
def run():
    step(x)
    later = functools.partial(sorted, key=change)
    step(x)
    return later
run()
