"""Changes in bodies that run later than where they stand, and only when somebody takes from them or calls them."""
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
    return x * scale
x = tf.ones(2)
# == a generator expression that nobody takes from
def run():
    step(x)
    later = (change() for _ in range(2))
    step(x)
    return later
run()
# == a generator expression that is gone through behind the runs
def run():
    step(x)
    later = (change() for _ in range(2))
    step(x)
    return list(later)
run()
# == a generator that nobody takes from
def changes():
    yield change()
def run():
    step(x)
    later = changes()
    step(x)
    return later
run()
# == map that nobody takes from
def run():
    step(x)
    later = map(change, [1.0])
    step(x)
    return later
run()
# == a lambda that nobody calls
def run():
    step(x)
    later = lambda: change()
    step(x)
    return later
run()
# == a nested function that nobody calls
def run():
    step(x)
    def later():
        change()
    step(x)
    return later
run()
# == a partial that nobody calls
def run():
    step(x)
    later = functools.partial(change, 2.0)
    step(x)
    return later
run()
# == a chain of generators that nobody takes from
def run():
    step(x)
    first = (change() for _ in range(2))
    later = itertools.chain(first, (n for n in range(3)))
    step(x)
    return later
run()
# == a method that nobody calls
class Later:
    def run(self):
        change()
def run():
    step(x)
    later = Later()
    step(x)
    return later
run()
