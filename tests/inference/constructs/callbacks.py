# == map, filter and sorted
xs = [tf.ones(1)]
for y in map(lambda x: tensor(x), xs):
    tensor_y(y)
for y in filter(lambda x: tensor_f(x), xs):
    tensor_g(y)
sorted(xs, key=lambda x: tensor_k(x))
max(xs, key=tensor_m)
xs.sort(key=lambda x: tensor_s(x))
# == threads and timers
import threading
def work(x, n=1):
    tensor(x); plain(n)
threading.Thread(target=work, args=(tf.ones(1),), kwargs={"n": 2}).start()
def named(*, y):
    tensor_y(y)
threading.Thread(target=named, kwargs={"y": tf.ones(1)}).start()
threading.Timer(1.0, lambda: tensor_t(tf.ones(1))).start()
# == a subclass of Thread
import threading
class T(threading.Thread):
    def __init__(self, x):
        super().__init__()
        self.x = x
    def run(self):
        tensor(self.x)
T(tf.ones(1)).start()
# == executors
from concurrent.futures import ThreadPoolExecutor
def work(x):
    tensor(x)
    return x
with ThreadPoolExecutor(4) as pool:
    f = pool.submit(work, tf.ones(1))
    tensor_r(f.result())
    for y in pool.map(work, [tf.ones(1)]):
        tensor_y(y)
    pool.submit(lambda a, *, b: plain(b), tf.ones(1), b=3)
# == multiprocessing
import multiprocessing
def work(n):
    plain(n)
    return n
p = multiprocessing.Process(target=work, args=(3,))
with multiprocessing.Pool(2) as pool:
    pool.map(work, [1, 2])
# == atexit
import atexit
def bye(x):
    tensor(x)
atexit.register(bye, tf.ones(1))
atexit.register(lambda: tensor_l(tf.ones(1)))
# == an event table
handlers = {}
def on(name, handler):
    handlers.setdefault(name, []).append(handler)
def fire(name, *args):
    for handler in handlers[name]:
        handler(*args)
def seen(x):
    tensor(x)
on("batch", seen)
fire("batch", tf.ones(1))
# == an event table of defaultdict
from collections import defaultdict
handlers = defaultdict(list)
handlers["a"].append(lambda x: tensor(x))
for h in handlers["a"]:
    h(tf.ones(1))
# == a registry filled by a decorator
REGISTRY = {}
def register(name):
    def deco(f):
        REGISTRY[name] = f
        return f
    return deco
@register("one")
def one(x):
    tensor(x)
    return x
tensor_out(REGISTRY["one"](tf.ones(1)))
REGISTRY.get("one")(tf.ones(1))
# == a registry of classes filled by a decorator
MODELS = {}
def register(cls):
    MODELS[cls.__name__] = cls
    return cls
@register
class M(tf.keras.Model):
    def call(self, x):
        tensor(x)
        return x
MODELS["M"]()(tf.ones(1))
# == a registry class
class Registry:
    def __init__(self):
        self._items = {}
    def register(self, f):
        self._items[f.__name__] = f
        return f
    def get(self, name):
        return self._items[name]
losses = Registry()
@losses.register
def mse(x):
    tensor(x)
losses.get("mse")(tf.ones(1))
# == strategies in a dictionary
def add(x):
    tensor(x)
    return x
def mul(x):
    tensor_m(x)
    return x
OPS = dict(add=add)
OPS.update({"mul": mul})
def run(name, x):
    return OPS[name](x)
run("add", tf.ones(1)); run("mul", tf.ones(1))
# == strategies by getattr
class Ops:
    def add(self, x):
        tensor(x)
    def mul(self, x):
        tensor_m(x)
for name in ("add", "mul"):
    getattr(Ops(), name)(tf.ones(1))
# == strategies by globals
def add(x):
    tensor(x)
globals()["add"](tf.ones(1))
# == absl
from absl import app, flags
flags.DEFINE_float("rate", 0.1, "r")
FLAGS = flags.FLAGS
def main(argv):
    plain(argv)
    plain_flag(FLAGS.rate)
    tensor(tf.ones(1))
if __name__ == "__main__":
    app.run(main)
# == tf.compat.v1.app
def main(_):
    tensor(tf.ones(1))
tf.compat.v1.app.run(main)
# == argparse
import argparse
def train(args):
    plain(args.rate)
    tensor(tf.ones(1) * args.rate)
parser = argparse.ArgumentParser()
parser.add_argument("--rate", type=float, default=0.1)
sub = parser.add_subparsers()
one = sub.add_parser("train")
one.set_defaults(func=train)
args = parser.parse_args()
args.func(args)
# == fire
import fire
def train(rate=0.1):
    plain(rate)
    tensor(tf.ones(1) * rate)
class Tool:
    def run(self, n=1):
        plain_n(n)
        tensor_run(tf.ones(n))
fire.Fire(train)
fire.Fire(Tool)
# == click
import click
@click.command()
@click.option("--rate", default=0.1)
def main(rate):
    plain(rate)
    tensor(tf.ones(1) * rate)
main()
# == click: what the definition has a default for may be typed as well
import click
@click.command()
@click.option("--train", is_flag=True)
@click.option("--level", default=0)
def main(train=False, level=0):
    plain(level)
    if train:
        tensor_train(tf.ones(1))
    if level > 3:
        tensor_level(tf.ones(1))
main()
# == a click group
import click
@click.group()
def cli():
    pass
@cli.command()
@click.argument("path")
def train(path):
    plain(path)
    tensor(tf.ones(1))
cli()
# == hydra
import hydra
@hydra.main(config_path="conf", config_name="c")
def main(cfg):
    plain(cfg)
    tensor(tf.ones(1) * cfg.rate)
main()
# == typer
import typer
cli = typer.Typer()
@cli.command()
def train(rate: float = 0.1):
    plain(rate)
    tensor(tf.ones(1))
cli()
# == unittest
# -- test_a.py
import unittest
import tensorflow as tf
from probes import *
class T(unittest.TestCase):
    def setUp(self):
        self.x = tf.ones(1)
    def test_a(self):
        tensor(self.x)
        self.assertEqual(helper(self.x), 1)
def helper(x):
    tensor_h(x)
    return x
# == tf.test.TestCase
# -- test_a.py
import tensorflow as tf
from probes import *
class T(tf.test.TestCase):
    def test_a(self):
        tensor(tf.ones(1))
        plain(self.evaluate(tf.ones(1)))
        with self.session():
            pass
    def test_b(self):
        self.assertAllClose(self._run(tf.ones(1)), [1.0])
    def _run(self, x):
        tensor_r(x)
        return x
# == pytest fixtures and parametrize
# -- conftest.py
import pytest
import tensorflow as tf
@pytest.fixture
def data():
    return tf.ones(1)
# -- test_a.py
import pytest
import tensorflow as tf
from probes import *
@pytest.fixture(name="model")
def _model():
    yield tf.keras.layers.Dense(1)
@pytest.mark.parametrize("n, f", [(1, tf.nn.relu)])
def test_a(data, model, n, f):
    tensor(data)
    tensor_m(model(data))
    plain(n)
    tensor_f(f(data))
@pytest.fixture
def twice(data):
    return data * 2
class TestB:
    @pytest.fixture
    def x(self, twice):
        tensor_twice(twice)
        return tf.ones(1)
    @pytest.fixture(autouse=True)
    def prepare(self, data):
        self.ready = data
    @pytest.mark.parametrize("n", [1, 2])
    def test_b(self, x, n):
        tensor_x(x); plain_n(n)
        tensor_ready(self.ready)
# == absl's parameterized tests
# -- test_a.py
import tensorflow as tf
from absl.testing import parameterized
from probes import *
class T(tf.test.TestCase, parameterized.TestCase):
    @parameterized.parameters(tf.nn.relu, lambda x: tensor_given(x))
    def test_a(self, f):
        tensor(f(tf.ones(1)))
    @parameterized.parameters((1, "a"), (2, "b"))
    def test_b(self, n, name):
        plain_n(n); plain_name(name)
    @parameterized.named_parameters(("one", lambda x: tensor_c(x)), dict(testcase_name="two", f=lambda x: tensor_d(x)))
    def test_c(self, f):
        f(tf.ones(1))
    @parameterized.product(f=[lambda x: tensor_p(x)], n=(1, 2))
    def test_d(self, f, n):
        f(tf.ones(1))
# == a callback handed on by a class
class Loop:
    def __init__(self, step, hooks=()):
        self.step, self.hooks = step, list(hooks)
    def run(self, data):
        for x in data:
            out = self.step(x)
            for hook in self.hooks:
                hook(out)
def step(x):
    tensor(x)
    return x
Loop(step, [lambda y: tensor_h(y)]).run([tf.ones(1)])
# == functions in a list, composed
import functools
def compose(*fs):
    return functools.reduce(lambda f, g: lambda x: g(f(x)), fs)
def a(x):
    tensor(x)
    return x
def b(x):
    tensor_b(x)
    return x
compose(a, b)(tf.ones(1))
# == timeit and signal
import timeit
def f():
    tensor(tf.ones(1))
timeit.timeit(f, number=3)
timeit.timeit(lambda: tensor_l(tf.ones(1)), number=3)
# == asyncio
import asyncio
async def work(x):
    tensor(x)
    return x
async def main():
    tensor_r(await work(tf.ones(1)))
    await asyncio.gather(work(tf.ones(1)))
asyncio.run(main())
# == weakref, queue and signal handlers
import queue
q = queue.Queue()
q.put(lambda x: tensor(x))
q.get()(tf.ones(1))
# == joblib
from joblib import Parallel, delayed
def work(n):
    plain(n)
    return n
Parallel(n_jobs=2)(delayed(work)(i) for i in range(3))
# == scipy's optimizers call with arrays
import numpy as np
from scipy import optimize
def loss(w):
    plain(w)
    return float(tf.reduce_sum(tf.constant(w)))
optimize.minimize(loss, np.zeros(3))
# == argparse: what a sub-command is set to, and converters
import argparse
def train(options):
    tensor(options.weights(tf.ones(1)))
def number(text):
    plain_text(text)
    return float(text)
def parser():
    made = argparse.ArgumentParser()
    commands = made.add_subparsers()
    training = commands.add_parser("train")
    training.add_argument("--rate", type=number, default=0.1)
    training.set_defaults(run=train, weights=lambda x: x)
    return made
options = parser().parse_args()
options.run(options)
# == ast: a visitor
import ast
class Visitor(ast.NodeVisitor):
    def __init__(self, x):
        self.x = x
    def visit_Name(self, node):
        plain(node)
        tensor(self.x)
        self.generic_visit(node)
    def leave_Name(self, node):
        unseen(self.x)
Visitor(tf.ones(1)).visit(ast.parse("a"))
# == samplers keep their density, and call it when a chain runs
import tensorflow_probability as tfp
def density(w, b):
    tensor_w(w); tensor_b(b)
    return w
sampler = tfp.mcmc.HamiltonianMonteCarlo(target_log_prob_fn=density, step_size=0.1, num_leapfrog_steps=3)
tfp.mcmc.sample_chain(10, current_state=[tf.ones(1), tf.ones(1)], kernel=sampler)
# == a sampler inside of another
import tensorflow_probability as tfp
def density(w):
    tensor_w(w)
    return w
sampler = tfp.mcmc.NoUTurnSampler(density, 0.1)
adapted = tfp.mcmc.DualAveragingStepSizeAdaptation(inner_kernel=sampler, num_adaptation_steps=10)
adapted.one_step(tf.ones(1), adapted.bootstrap_results(tf.ones(1)))
# == a sampler that nothing runs
import tensorflow_probability as tfp
def density(w):
    return tensor_w(w)
sampler = tfp.mcmc.NoUTurnSampler(density, 0.1)
density(tf.ones(1))
# == optimizers of TensorFlow Probability
import tensorflow_probability as tfp
def objective(w):
    tensor_w(w)
    return w
def both(w):
    value, gradient = tfp.math.value_and_gradient(objective, w)
    tensor_v(value); tensor_g(gradient)
    return value, gradient
tfp.optimizer.lbfgs_minimize(both, initial_position=tf.ones(1))
def loss():
    return tensor_l(tf.ones(1))
tfp.math.minimize(loss, num_steps=10, optimizer=None)
def posterior(a, b):
    tensor_pa(a); tensor_pb(b)
tfp.vi.fit_surrogate_posterior(posterior, surrogate_posterior=None, optimizer=None, num_steps=10)
# == optimizers of SciPy, with the gradient and further arguments
import scipy.optimize
def objective(w, scale, x):
    plain(scale); tensor_x(x)
    return 1.0
def gradient(w, scale, x):
    plain_g(scale); tensor_gx(x)
    return w
scipy.optimize.minimize(objective, [0.0], args=(2, tf.ones(1)), jac=gradient)
