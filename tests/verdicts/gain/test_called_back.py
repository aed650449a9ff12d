"""What code outside of the project calls in each round of its own: optimizers, samplers, integrators."""

from __future__ import annotations

from pathlib import Path

import pytest

from hybridize.surfaces.report import FunctionReport
from hybridize.verdicts.model.parts import Action
from tests.together import analysed

HEAD = """\
import scipy.optimize
import tensorflow as tf
import tensorflow_probability as tfp

x = tf.random.normal((100, 3))


def density(w):
    error = tf.square(tf.tanh(tf.linalg.matvec(x, w))) + tf.reduce_sum(tf.abs(w)) * 0.1
    return tf.reduce_sum(tf.exp(error) + tf.sin(error) * tf.cos(error)) - 0.5


"""
OPTIMIZED = """\
def both(w):
    with tf.GradientTape() as tape:
        tape.watch(w)
        found = density(w)
    return found, tape.gradient(found, w)


def arrays(w):
    found, gradient = both(tf.constant(w, tf.float32))
    return found.numpy(), gradient.numpy()


"""
SAMPLER = "sampler = tfp.mcmc.HamiltonianMonteCarlo(density, step_size=0.1, num_leapfrog_steps=3)\n"
CHAIN = "tfp.mcmc.sample_chain(num_results=500, current_state={start}, kernel={sampler}, trace_fn=None)"


def reported(tmp_path: Path, text: str) -> dict[str, FunctionReport]:
    return {each.qualname: each for each in analysed(tmp_path, HEAD + text).functions}


def advised(tmp_path: Path, text: str) -> set[str]:
    found = reported(tmp_path, text).items()
    return {name for name, each in found if each.verdict.recommendation.action is Action.HYBRIDIZE}


@pytest.mark.parametrize(
    "call",
    [
        "scipy.optimize.minimize(arrays, [0.0, 0.0, 0.0], jac=True)",
        "scipy.optimize.fmin_l_bfgs_b(arrays, [0.0, 0.0, 0.0])",
        "tfp.optimizer.lbfgs_minimize(both, initial_position=tf.zeros(3))",
    ],
)
def test_what_an_optimizer_calls_runs_again_and_again(tmp_path: Path, call: str) -> None:
    assert advised(tmp_path, OPTIMIZED + call) == {"both"}


def test_the_message_names_who_calls_it(tmp_path: Path) -> None:
    text = HEAD + OPTIMIZED + "scipy.optimize.minimize(arrays, [0.0, 0.0, 0.0], jac=True)\n"
    (finding,) = analysed(tmp_path, text).findings
    assert "in each round of `scipy.optimize.minimize` at line 25" in finding.message


@pytest.mark.parametrize(
    "call", ["both(tf.zeros(3))", "print(both(tf.zeros(3)))", "tfp.math.value_and_gradient(density, tf.zeros(3))"]
)
def test_what_is_called_once_does_not(tmp_path: Path, call: str) -> None:
    assert advised(tmp_path, OPTIMIZED + call) == set()


def test_a_chain_pays_for_its_trace_in_one_call(tmp_path: Path) -> None:
    chain = CHAIN.format(start="start", sampler="sampler")
    text = f"def run(start):\n    {SAMPLER}    return {chain}\n\n\nrun(tf.zeros(3))\n"
    # The fix of `density` would be safe, that of `run` is not: but the graph of `run` holds what `density` runs.
    assert advised(tmp_path, text) == {"run"}


@pytest.mark.parametrize(
    ("calls", "advice"),
    [("sampled(3)\nsampled(5)\n", True), ("for n in range(9):\n    sampled(n)\n", False)],
    ids=["few", "in a loop"],
)
def test_a_chain_pays_for_a_few_traces(tmp_path: Path, calls: str, advice: bool) -> None:
    chain = CHAIN.format(start="start", sampler="sampler")
    inner = f"    def run(start):\n        return {chain}\n"
    text = f"def sampled(n):\n    {SAMPLER}\n{inner}\n    print(run(tf.zeros(n)))\n\n\n"
    assert ("sampled.run" in advised(tmp_path, text + calls)) is advice


def test_a_density_is_advised_where_what_runs_the_chain_cannot_be_a_graph(tmp_path: Path) -> None:
    chain = CHAIN.format(start="start", sampler="sampler")
    text = f"def run(start):\n    {SAMPLER}    print('runs')\n    print({chain}.numpy())\n\n\nrun(tf.zeros(3))\n"
    assert advised(tmp_path, text) == {"density"}


def test_a_density_runs_in_the_graph_that_runs_the_chain(tmp_path: Path) -> None:
    chain = CHAIN.format(start="tf.zeros(3)", sampler="sampler")
    text = f"{SAMPLER}\n\n@tf.function\ndef run():\n    return {chain}\n\n\nrun()\n"
    assert advised(tmp_path, text) == set()
    assert reported(tmp_path, text)["density"].verdict.callers.covered


@pytest.mark.parametrize(
    ("head", "advice"),
    [("class Trainer:\n", {"Trainer.build"}), ("class Trainer(tf.keras.layers.Layer):\n", set())],
)
def test_only_keras_calls_what_is_named_build(tmp_path: Path, head: str, advice: set[str]) -> None:
    text = f"{head}    def build(self, w):\n        return density(w)\n\n\ntrainer = Trainer()\nfor _ in range(100):\n"
    found = advised(tmp_path, f"{text}    trainer.build(tf.zeros(3))\n")
    assert found - {"density"} == advice


NUMBERS = """\
def integrand(v):
    found = tf.reduce_sum(x) * v
    return tf.tanh(found) + tf.sin(found) * tf.cos(found) - tf.exp(-tf.square(found)) + tf.square(found) * 0.1


"""


def test_each_number_that_an_integrator_passes_would_be_a_trace(tmp_path: Path) -> None:
    text = HEAD.replace("scipy.optimize", "scipy.integrate") + NUMBERS + "scipy.integrate.quad(integrand, 0.0, 1.0)\n"
    assert analysed(tmp_path, text).findings == ()


def test_a_graph_is_traced_for_each_number_that_an_integrator_passes(tmp_path: Path) -> None:
    text = HEAD.replace("scipy.optimize", "scipy.integrate") + "@tf.function\n" + NUMBERS
    (finding,) = analysed(tmp_path, text + "scipy.integrate.quad(integrand, 0.0, 1.0)\n").findings
    assert finding.code == "HYB002" and "each new Python number in `v`" in finding.message


def test_a_graph_takes_the_arrays_that_an_optimizer_passes(tmp_path: Path) -> None:
    text = HEAD.replace("def density", "@tf.function\ndef density") + "scipy.optimize.minimize(density, [0.0, 0.0])\n"
    assert analysed(tmp_path, text).findings == ()
