"""What callers do with the result, and which exceptions they expect, decides whether a graph gives them the same."""

from __future__ import annotations

from pathlib import Path

import pytest

import hybridize
from tests.together import analysed

HEAD = """\
import unittest

from collections import Counter, OrderedDict, defaultdict, deque

import numpy as np
import pytest
import tensorflow as tf
from pytest import raises

total = tf.Variable([0.0])
case = unittest.TestCase()


def f(x):
    {body}


"""


def kinds(folder: Path, body: str, calls: str) -> list[str]:
    (verdict,) = analysed(folder, HEAD.format(body=body) + calls + "\n").functions
    return sorted({r.kind for r in (*verdict.hazards, *verdict.assumptions)} - {"low-gain"})


NUMBER = "if x > 0:\n        return abs(x)\n    return 1"
VARIABLE = "return total.assign_add(x)"


@pytest.mark.parametrize(
    ("body", "calls", "changes"),
    [
        (NUMBER, "f(tf.constant(5))", False),
        (NUMBER, "y = f(tf.constant(5))", True),
        (NUMBER, "f(tf.constant(5))\nprint(f(tf.constant(6)))", True),
        ("return tf.abs(x), object()", "f(tf.constant(5))", True),
        ("return np.ones(3, np.int32) if x > 0 else tf.abs(x)", "y = f(tf.constant(5))", True),
        ("return [1, tf.abs(x)]", "y = f(tf.constant(5))", True),
        ("return {1, 2}, tf.abs(x)", "f(tf.constant(5))", True),
        ("return frozenset('ab'), tf.abs(x)", "f(tf.constant(5))", True),
        ("return deque([x, tf.abs(x)])", "f(tf.constant(5))", True),
        ("return Counter('a'), tf.abs(x)", "f(tf.constant(5))", True),
        ("y = defaultdict(float)\n    y['n'] = tf.abs(x)\n    return y", "y = f(tf.constant(5))", True),
        ("return OrderedDict([('n', x), ('m', tf.abs(x))])", "y = f(tf.constant(5))", False),
        ("return {'n': tf.abs(x)}.values()", "y = f(tf.constant(5))", True),
        ("return tf.abs(x), int", "y = f(tf.constant(5))", True),
        ("return tf.abs(x), tf.nn.relu", "y = f(tf.constant(5))", True),
        ("return {'n': x, 1: tf.abs(x)}", "f(tf.constant(5))", True),
        ("return {None: x, 'n': tf.abs(x)}", "y = f(tf.constant(5))", True),
        ("return {('n', 1): x, ('n', 'm'): tf.abs(x)}", "y = f(tf.constant(5))", True),
        ("return {('n', 1): x, ('m', 2): tf.abs(x)}", "y = f(tf.constant(5))", False),
        ("return {int: x, str: tf.abs(x)}", "y = f(tf.constant(5))", True),
        ("return {int: tf.abs(x)}", "y = f(tf.constant(5))", False),
        ("return {1: x, 2.5: tf.abs(x)}", "y = f(tf.constant(5))", False),
        ("return ((1,),), tf.abs(x)", "y = f(tf.constant(5))", True),
        ("return None, tf.abs(x)", "y = f(tf.constant(5))", False),
        ("return (lambda: 1), tf.abs(x)", "f(tf.constant(5))", True),
        ("return np.ones(3), tf.abs(x)", "f(tf.constant(5))", False),
        (VARIABLE, "f(tf.constant([5.0]))", False),
        (VARIABLE, "f(tf.constant([5.0]))\nprint(int(f(tf.constant([5.0]))))", False),
        (VARIABLE, "print(str(f(tf.constant([5.0]))))", True),
        (VARIABLE, "print(f(tf.constant([5.0])).name)", True),
        (VARIABLE, "print(2.0 * f(tf.constant([5.0])))\nprint(f(tf.constant([5.0])))", True),
        (NUMBER, "print(2.0 * f(tf.constant(5)))", True),
        (VARIABLE, "print(2.0 * f(tf.constant([5.0])), f(tf.constant([5.0])).numpy())", False),
        (VARIABLE, "print(float(f(tf.constant([5.0]))), tf.abs(f(tf.constant([5.0]))))", False),
        (VARIABLE, "print(f(tf.constant([5.0])))", True),
        (VARIABLE, "y = f(tf.constant([5.0]))", True),
    ],
)
def test_a_result_of_another_type_matters_where_it_is_looked_at(
    tmp_path: Path, body: str, calls: str, changes: bool
) -> None:
    assert kinds(tmp_path, body, calls) == (["changes-result-type"] if changes else [])


@pytest.mark.parametrize(
    ("body", "calls", "taken"),
    [
        ("return [0.5, tf.abs(x)]", "y = f(tf.constant(5))", True),
        ("return ['a', tf.abs(x)]", "y = f(tf.constant(5))", True),
        ("return {'n': 1, 'x': tf.abs(x)}", "y = f(tf.constant(5))", True),
        ("return {'n': np.ones(2), 'x': tf.abs(x)}", "y = f(tf.constant(5))", True),
        ("return {'n': ('a', 1.5), 'x': tf.abs(x)}", "y = f(tf.constant(5))", True),
        ("return (((1,),),), tf.abs(x)", "y = f(tf.constant(5))", True),
        ("return {'n': 1, 'x': tf.abs(x)}", "f(tf.constant(5))", False),
        ("return {'n': None, 'x': [tf.abs(x), (x, x)]}", "y = f(tf.constant(5))", False),
    ],
)
def test_numbers_and_texts_in_containers_come_back_as_tensors(
    tmp_path: Path, body: str, calls: str, taken: bool
) -> None:
    assert kinds(tmp_path, body, calls) == (["returned-tensors"] if taken else [])


CALL = "f((tf.ones((2, 3)), tf.ones((4, 5))))"
EXPECTED = f"with case.assertRaises(tf.errors.InvalidArgumentError):\n    {CALL}"
ASSERTING = "tf.debugging.assert_positive(x[0])\n    return tf.matmul(x[0], x[1])"
TEXT = f"try:\n    {CALL}\nexcept Exception as error:\n    print(error)"
CAUGHT = f"try:\n    {CALL}\nexcept tf.errors.InvalidArgumentError:\n    pass"


@pytest.mark.parametrize(
    ("body", "calls", "changes"),
    [
        ("return tf.matmul(x[0], x[1])", EXPECTED, True),
        ("return tf.matmul(x[0], x[1])", EXPECTED.replace("InvalidArgumentError", "OutOfRangeError"), False),
        ("return tf.matmul(x[0], x[1])", CAUGHT, True),
        (ASSERTING, TEXT, True),
        (ASSERTING, TEXT.replace("Exception", "tf.errors.InvalidArgumentError"), True),
        (ASSERTING, TEXT.replace("print(error)", "print(type(error), isinstance(error, ValueError))"), True),
        (ASSERTING, TEXT.replace("print(error)", "raise ValueError() from error"), False),
        (ASSERTING, TEXT.replace("print(error)", "print('positive' in str(error))"), False),
        (ASSERTING, TEXT.replace("Exception", "KeyError"), True),
        ("return tf.matmul(x[0], x[1])", TEXT, True),
        ("return tf.matmul(x[0], x[1])", CAUGHT.replace("except tf.errors.InvalidArgumentError", "except"), False),
        ("return tf.matmul(x[0], x[1])", CAUGHT.replace("tf.errors.InvalidArgumentError", "ValueError"), False),
        ("return tf.matmul(x[0], x[1])", CAUGHT.replace("except", "except KeyError:\n    raise\nexcept"), True),
        ("return tf.matmul(x[0], x[1])", EXPECTED.replace("case.assertR", "r"), True),
        ("return tf.matmul(x[0], x[1])", EXPECTED.replace("Raises", "RaisesWithPredicateMatch"), True),
        ("return tf.matmul(x[0], x[1])", EXPECTED.replace("case.assertRaises", "pytest.raises"), True),
        ("return tf.matmul(x[0], x[1])", EXPECTED.replace("assertRaises", "subTest"), False),
        ("return tf.matmul(x[0], x[1])", EXPECTED.replace("(tf.errors", "(ValueError, tf.errors"), False),
        ("tf.debugging.assert_positive(x[0])\n    return tf.matmul(x[0], x[1])", CAUGHT, False),
        ("return tf.matmul(x[0], x[1])", CALL, False),
    ],
)
def test_tracing_raises_another_exception_than_the_operation(
    tmp_path: Path, body: str, calls: str, changes: bool
) -> None:
    # That the shapes do not fit is another thing to say of it.
    assert ("changes-exception-type" in kinds(tmp_path, body, calls)) is changes


@pytest.mark.parametrize(
    ("body", "argument", "conflict"),
    [
        ("return weights * x", "np.array([1.5, 2.5])", True),
        ("return x + tf.ones(2)", "np.zeros(2)", True),
        ("return weights * x", "np.array([1.5, 2.5], dtype='float32')", False),
        ("return tf.cast(x, tf.float32) * weights", "np.array([1.5, 2.5])", False),
        ("x = tf.cast(x, tf.float32)\n    return x * weights", "np.array([1.5, 2.5])", False),
        ("return x * x", "np.array([1.5, 2.5])", False),
    ],
)
def test_an_array_of_another_dtype_meets_a_tensor(tmp_path: Path, body: str, argument: str, conflict: bool) -> None:
    calls = f"weights = tf.Variable([1.0, 2.0])\ndata = {argument}\nf(data)"
    kinds(tmp_path, body, calls)
    (verdict,) = hybridize.analyze(tmp_path, root=tmp_path).functions
    assert ("conflicting-dtypes" in {reason.kind for reason in verdict.hazards}) is conflict


def test_a_call_that_may_pass_a_symbolic_tensor_is_an_assumption(tmp_path: Path) -> None:
    calls = "symbolic = tf.keras.Input((4,))\n"
    mixed = "given = tf.ones((2, 4)) if tf.executing_eagerly() else symbolic\nf(given)"
    for program, reasons in ((mixed, "assumptions"), ("f(symbolic)", "hazards")):
        assert kinds(tmp_path, "return tf.abs(x)", calls + program) == ["keras-symbolic-argument"]
        (verdict,) = hybridize.analyze(tmp_path, root=tmp_path).functions
        assert "keras-symbolic-argument" in {reason.kind for reason in getattr(verdict, reasons)}


@pytest.mark.parametrize(
    ("returned", "changes"),
    [
        ("model", True),
        ("loss, [model]", True),
        ("optimizer", True),
        ("loss", False),
        ("model(x)", False),
        ("x", False),
        ("state", False),
    ],
)
def test_a_graph_returns_no_model_that_comes_as_an_argument(tmp_path: Path, returned: str, changes: bool) -> None:
    """Nobody calls it: what arrives is known by what the body does with it."""
    program = f"""\
import tensorflow as tf


class Trainer:
    def train_step(self, model, optimizer, x, state):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.square(model(x)) + state.scale)
        gradients = tape.gradient(loss, model.trainable_variables)
        optimizer.apply_gradients(zip(gradients, model.trainable_variables))
        return {returned}
"""
    (verdict,) = analysed(tmp_path, program).functions
    assert ("changes-result-type" in {each.kind for each in verdict.hazards}) == changes


@pytest.mark.parametrize(
    ("calls", "asked"),
    [
        ("x = tf.ones(3)\nprint(f(x) is x)", True),
        ("x = tf.ones(3)\ny = f(x)\nprint(y is not x)", True),
        ("x = tf.ones(3)\ny = f(x)\nprint(id(y) == id(x))", True),
        ("x = tf.ones(3)\ny = f(x)\nprint(y.ref() == x.ref())", True),
        ("x = tf.ones(3)\ny = f(x)\nprint(y is None, y == x)", False),
        ("x = tf.ones(3)\ny = f(x)\nprint(y.shape, x is None, len(y))", False),
    ],
)
def test_a_graph_gives_other_objects(tmp_path: Path, calls: str, asked: bool) -> None:
    assert ("changes-result-type" in kinds(tmp_path, "return tf.abs(x)", calls)) is asked
