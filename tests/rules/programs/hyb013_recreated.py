"""A graph that is made anew after a change reads what is there then; one that is kept does not."""
import tensorflow as tf


class Switched:
    """Who sets the attribute makes the graphs anew."""

    def __init__(self):
        self.halved = False
        self.make()

    def make(self):
        self.step = tf.function(self._step)

    def _step(self, x):
        return x / 2.0 if self.halved else x

    def halve(self, halved):
        if self.halved == halved:
            return
        self.halved = halved
        self.make()


class Forgotten:
    """The graph is made anew under a condition only."""

    def __init__(self):
        self.halved = False
        self.make()

    def make(self):
        self.step = tf.function(self._step)

    def _step(self, x):
        return x / 2.0 if self.halved else x  # expect: HYB013 - nobody makes it anew here

    def halve(self, halved, again):
        self.halved = halved
        if again:
            self.make()


class Solver:
    """Each `fit` makes a graph of its own, and `compile` sets what it reads."""

    def compile(self, rate):
        self.rate = rate

    def fit(self, rounds):
        return fit(self, rounds)


def make_step(solver):
    @tf.function
    def step(x):
        return x * solver.rate

    return step


def fit(solver, rounds):
    step = make_step(solver)
    total = tf.constant(1.0)
    for _ in range(rounds):
        total = step(total)
    return total


aim = tf.constant(0.0)


def make_search():
    def search(x):
        return x - 0.5 * (x - aim)

    search = tf.function(search)
    search.rounds = tf.Variable(0)
    search.total = lambda: search.rounds + 1
    return search


def approach(rounds):
    """The graph takes the name of its function, has attributes, and is given up with the call."""
    search = make_search()
    search.rounds.assign(rounds)
    x = aim + 4.0
    for _ in range(search.total() - 1):
        x = search(x)
    return x


class Keeper(Solver):
    """The graph outlives the call that makes it."""

    def fit(self, rounds):
        self.step = make_kept_step(self)
        return self.go_on(rounds)

    def go_on(self, rounds):
        total = tf.constant(1.0)
        for _ in range(rounds):
            total = self.step(total)
        return total


def make_kept_step(keeper):
    @tf.function
    def step(x):
        return x * keeper.rate  # expect: HYB013 - the graph is kept, and the rate is set again

    return step


class Prepared:
    """What makes the graph goes on to set what it reads; nothing calls the graph meanwhile."""

    def __init__(self):
        self.many = False

    def prepare(self, many, graph=True):
        if graph:
            self.step = tf.function(self._step)
        else:
            self.step = self._step
        self.many = many

    def _step(self, x):
        return tf.reduce_sum(x) if self.many else x


class Late:
    """The graph is made once only, however often the attribute is set."""

    def __init__(self):
        self.many = False
        self.step = None

    def prepare(self, many):
        if self.step is None:
            self.step = tf.function(self._step)
        self.many = many

    def _step(self, x):
        return tf.reduce_sum(x) if self.many else x  # expect: HYB013 - the second call finds the graph of the first


x = tf.constant(4.0)
switched, forgotten = Switched(), Forgotten()
for halved in (False, True, False, True):
    switched.halve(halved)
    assert float(switched.step(x)) == (2.0 if halved else 4.0)
    forgotten.halve(halved, False)
    assert float(forgotten.step(x)) == 4.0

solver = Solver()
for rate in (1.0, 2.0, 3.0):
    solver.compile(rate)
    assert float(solver.fit(2)) == rate**2

for value in (1.0, 2.0, 3.0):
    aim = tf.constant(value)
    assert float(approach(2)) == value + 1.0

keeper = Keeper()
keeper.compile(1.0)
keeper.fit(2)
for rate in (1.0, 2.0, 3.0):
    keeper.compile(rate)
    assert float(keeper.go_on(2)) == 1.0

prepared, late = Prepared(), Late()
for many in (False, True, False):
    prepared.prepare(many)
    assert prepared.step(tf.ones(2)).shape == (() if many else (2,))
    late.prepare(many)
    assert late.step(tf.ones(2)).shape == (2,)
