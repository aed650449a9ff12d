"""Changes in bodies that run later than where they stand: when somebody takes from them or calls them."""
# codes: HYB013
import functools
import itertools
import tensorflow as tf
scale = 1.0
def change(by=1.0):
    global scale
    scale = scale + by
@tf.function
def step(x):
    return x * scale  # expect: HYB013
x = tf.ones(2)
# == a generator expression is used up where it stands
def run():
    step(x)
    for _ in (change() for _ in range(2)):
        pass
    step(x)
run()
# == a generator expression is taken from before the next run
def run():
    later = (change() for _ in range(2))
    step(x)
    list(later)
    step(x)
run()
# == a generator is taken from
def changes():
    yield change()
def run():
    later = changes()
    step(x)
    next(later)
    step(x)
run()
# == map is gone through
def run():
    later = map(change, [1.0])
    step(x)
    for _ in later:
        step(x)
run()
# == a lambda is called
def run():
    later = lambda: change()
    step(x)
    later()
    step(x)
run()
# == a nested function is called
def run():
    def later():
        change()
    step(x)
    later()
    step(x)
run()
# == a partial is called
def run():
    later = functools.partial(change, 2.0)
    step(x)
    later()
    step(x)
run()
# == sum goes through a generator expression
def run():
    step(x)
    found = sum(change() is None for _ in range(3))
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
# == a method is called
class Later:
    def run(self):
        change()
def run():
    later = Later()
    step(x)
    later.run()
    step(x)
run()
