"""Changes in bodies that run later than where they stand: when somebody takes from them or calls them."""
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
    return x * scale  # expect: HYB013
x = tf.ones(2)
# == a generator expression
def run():
    later = (change() for _ in range(2))
    step(x)
    list(later)
    step(x)
run()
# == a generator expression that is gone through
def run():
    step(x)
    for _ in (change() for _ in range(2)):
        pass
    step(x)
run()
# == a generator
def changes():
    yield change()
def run():
    later = changes()
    step(x)
    next(later)
    step(x)
run()
# == a generator of another one
def changes():
    yield change()
def all_changes():
    yield from changes()
def run():
    later = all_changes()
    step(x)
    for _ in later:
        step(x)
run()
# == map
def run():
    later = map(change, [1.0])
    step(x)
    for _ in later:
        step(x)
run()
# == filter
def run():
    later = filter(change, [1.0])
    step(x)
    for _ in later:
        step(x)
run()
# == a lambda
def run():
    later = lambda: change()
    step(x)
    later()
    step(x)
run()
# == a nested function
def run():
    def later():
        change()
    step(x)
    later()
    step(x)
run()
# == a partial
def run():
    later = functools.partial(change, 2.0)
    step(x)
    later()
    step(x)
run()
# == a chain of generators
def run():
    first = (change() for _ in range(2))
    later = itertools.chain(first, (n for n in range(3)))
    step(x)
    list(later)
    step(x)
run()
# == zip and enumerate
def run():
    later = enumerate(zip((change() for _ in range(2)), "ab"))
    step(x)
    list(later)
    step(x)
run()
# == iter with a sentinel
def run():
    later = iter(change, 2.0)
    step(x)
    next(later)
    step(x)
run()
# == a method
class Later:
    def run(self):
        change()
def run():
    later = Later()
    step(x)
    later.run()
    step(x)
run()
# == a property
class Later:
    @property
    def changed(self):
        return change()
def run():
    later = Later()
    step(x)
    later.changed
    step(x)
run()
# == a callback that is kept
callbacks = []
def run():
    callbacks.append(change)
    step(x)
    for each in callbacks:
        each()
    step(x)
run()
# == a context manager
@contextlib.contextmanager
def changed():
    change()
    yield
def run():
    later = changed()
    step(x)
    with later:
        step(x)
run()
# == the key of a sort
def run():
    step(x)
    sorted([1.0, 2.0], key=change)
    step(x)
run()
# == sum goes through a generator expression
def run():
    step(x)
    found = sum(change() for _ in range(3))
    step(x)
    return found
run()
# == a list comprehension runs at once
def run():
    step(x)
    found = [change() for _ in range(3)]
    step(x)
    return found
run()
# == a context manager that is entered where it is made
@contextlib.contextmanager
def changed():
    change()
    yield
def run():
    step(x)
    with changed():
        step(x)
run()
