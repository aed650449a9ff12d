# == a helper that only hybrid code calls
# report: covered_by_callers=true
def helper(x):
    return x + 1
@tf.function
def run(x):
    return helper(x)
run(tf.ones(1))
# == a helper that eager code calls, too
# report: covered_by_callers=false
def helper(x):
    return x + 1
@tf.function
def run(x):
    return helper(x)
run(tf.ones(1))
helper(tf.ones(1))
# == through another helper
# report: covered_by_callers=true
def inner(x):
    return x + 1
# report: covered_by_callers=true
def outer(x):
    return inner(x)
@tf.function
def run(x):
    return outer(x)
run(tf.ones(1))
# == two that call each other and nobody else
# report: covered_by_callers=false
def a(x):
    return b(x)
# report: covered_by_callers=false
def b(x):
    return a(x)
# == two that call each other, one of them from a hybrid one: each waits for the other
# report: covered_by_callers=false
def a(x, n):
    return b(x, n - 1) if n else x
# report: covered_by_callers=false
def b(x, n):
    return a(x, n)
@tf.function
def run(x):
    return a(x, 3)
run(tf.ones(1))
# == dataset.map
# report: covered_by_callers=true
def parse(x):
    return helper(x)
# report: covered_by_callers=true
def helper(x):
    return x + 1
tf.data.Dataset.range(3).map(parse)
# == dataset.map with a lambda
# report: covered_by_callers=true
def helper(x):
    return x + 1
tf.data.Dataset.range(3).map(lambda x: helper(x))
# == fit
import numpy as np
class M(tf.keras.Model):
    # report: covered_by_callers=true
    def call(self, x):
        return self.helper(x)
    # report: covered_by_callers=true
    def helper(self, x):
        return x + 1
m = M()
m.compile("sgd", "mse")
m.fit(np.zeros((4, 2)), np.zeros((4, 1)))
# == fit, run eagerly
import numpy as np
class M(tf.keras.Model):
    # report: covered_by_callers=false
    def call(self, x):
        return x + 1
m = M()
m.compile("sgd", "mse", run_eagerly=True)
m.fit(np.zeros((4, 2)), np.zeros((4, 1)))
# == losses and metrics of fit
import numpy as np
# report: covered_by_callers=true
def loss(y, p):
    return tf.reduce_mean(y - p)
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile(loss=loss)
model.fit(np.zeros((4, 2)), np.zeros((4, 1)))
# == a model called by hand
class M(tf.keras.Model):
    # report: covered_by_callers=false
    def call(self, x):
        return x + 1
M()(tf.ones(1))
# == a model called in a hybrid function
class M(tf.keras.Model):
    # report: covered_by_callers=true
    def call(self, x):
        return x + 1
m = M()
@tf.function
def run(x):
    return m(x)
run(tf.ones(1))
# == strategy.run inside a hybrid function
strategy = tf.distribute.get_strategy()
# report: covered_by_callers=true
def step(x):
    return x + 1
@tf.function
def run(x):
    return strategy.run(step, args=(x,))
run(tf.ones(1))
# == strategy.run in eager code
strategy = tf.distribute.get_strategy()
# report: covered_by_callers=false
def step(x):
    return x + 1
strategy.run(step, args=(tf.ones(1),))
# == map_fn in eager code
# report: covered_by_callers=false
def step(x):
    return x + 1
tf.map_fn(step, tf.ones(3))
# == vectorized_map in eager code
# report: covered_by_callers=true
def step(x):
    return x + 1
tf.vectorized_map(step, tf.ones(3))
# == py_function inside a graph runs eagerly
# report: covered_by_callers=false
def f(x):
    return x + 1
@tf.function
def run(x):
    return tf.py_function(f, [x], tf.float32)
run(tf.ones(1))
# == never called
# report: covered_by_callers=false
def f(x):
    return x + 1
# == a method of a hybrid class method
class C:
    # report: covered_by_callers=false
    @tf.function
    def step(self, x):
        return self.helper(x)
    # report: covered_by_callers=true
    def helper(self, x):
        return x + 1
C().step(tf.ones(1))
# == an inner function of a hybrid one
@tf.function
def run(x):
    # report: covered_by_callers=true
    def inner(y):
        return y + 1
    return inner(x)
run(tf.ones(1))
# == a callback handed to a hybrid function
# report: covered_by_callers=true
def f(x):
    return x + 1
@tf.function
def run(g, x):
    return g(x)
run(f, tf.ones(1))
# == every round is not every so many rounds
n, m = 1, 10
def body(x):
    for _ in range(5):
        x = tf.tanh(x @ x) + tf.reduce_mean(x) * tf.reduce_max(x) - tf.sigmoid(x)
    return tf.reduce_sum(x)
# report: codes~HYB001
def always(x):
    return body(x)
# report: codes=, hazards~low-gain
def seldom(x):
    return body(x * 2)
for step in range(1000):
    if step % n == 0:
        always(tf.ones((2, 2)))
    if step % m == 0:
        seldom(tf.ones((2, 2)))
# == choices between numbers that are operands of each other
# report: precondition=P1
def both(x, y):
    return (1.0 if x > 0 else 2.0) + (3.0 if y > 0 else 4.0)
# report: precondition=P1
def arguments(x, y):
    return tf.add(1.0 if x > 0 else 2.0, 3.0 if y > 0 else 4.0)
# report: precondition=P1
def beside(x, y):
    x = x + (1.0 if x > 0 and y > 0 else 2.0)
    return x
both(tf.ones(()), tf.ones(())); arguments(tf.ones(()), tf.ones(())); beside(tf.ones(()), tf.ones(()))
