"""Arguments of calls and decorators: added, replaced, wrapped, renamed, removed; calls replaced by what they wrap."""

from __future__ import annotations

import pytest
from fixes.editing import PATH, TF, edited, planned, reason

from hybridize.fixes.apply import plan
from hybridize.rules.model import SAFE, AddDecorator, ChangeArguments, Fix, Unwrap

TENSOR = "{tensorflow.constant}({})"


def change(
    line: int,
    column: int,
    callee: str,
    put: dict[int | str, str] | None = None,
    rename: dict[str, str] | None = None,
    remove: tuple[int | str, ...] = (),
) -> ChangeArguments:
    """The edit for the call at a place."""
    return ChangeArguments(
        PATH, line, column, callee, tuple((put or {}).items()), tuple((rename or {}).items()), remove
    )


CHANGED = {
    "a literal becomes a tensor": ("train(10)\n", change(2, 1, "train", {0: TENSOR}), "train(tf.constant(10))\n"),
    "a comment behind the call stays": (
        "train(10)  # ten\n# more\n",
        change(2, 1, "train", {0: "7"}),
        "train(7)  # ten\n# more\n",
    ),
    "a keyword becomes a tensor": (
        "train(x, steps = 10, **k)\n",
        change(2, 1, "train", {"steps": TENSOR}),
        "train(x, steps = tf.constant(10), **k)\n",
    ),
    "what is wrapped keeps its lines and comments": (
        "train(\n  (1 +  # one\n   2), y)\n",
        change(2, 1, "train", {0: TENSOR}),
        "train(\n  tf.constant((1 +  # one\n   2)), y)\n",
    ),
    "a method, behind letters that take two bytes": (
        "é = 'é'; self.net.train(é, 'é')\n",
        change(2, 10, "self.net.train", {1: TENSOR}),
        "é = 'é'; self.net.train(é, tf.constant('é'))\n",
    ),
    "one of several calls on a line": (
        "train(1); train(2); train(n=3)\n",
        change(2, 11, "train", {0: TENSOR}),
        "train(1); train(tf.constant(2)); train(n=3)\n",
    ),
    "a call of what a call gives": (
        "a.b(1).train(2)\n",
        change(2, 1, "a.b(1).train", {0: TENSOR}),
        "a.b(1).train(tf.constant(2))\n",
    ),
    "a call whose result is called": (
        "a.b(1).train(2)\n",
        change(2, 1, "a.b", {0: TENSOR}),
        "a.b(tf.constant(1)).train(2)\n",
    ),
    "a method over several lines, with other quotes": (
        "(nets['a']\n .train(2))\n",
        change(2, 2, 'nets["a"].train', {0: TENSOR}),
        "(nets['a']\n .train(tf.constant(2)))\n",
    ),
    "arguments on lines of their own": (
        "train(\n    1,\n    n=-2,\n)\n",
        change(2, 1, "train", {0: TENSOR, "n": TENSOR}),
        "train(\n    tf.constant(1),\n    n=tf.constant(-2),\n)\n",
    ),
    "a position before a star": ("train(1, *a)\n", change(2, 1, "train", {0: TENSOR}), "train(tf.constant(1), *a)\n"),
    "a conditional expression": (
        "train(1 if a else 2)\n",
        change(2, 1, "train", {0: TENSOR}),
        "train(tf.constant(1 if a else 2))\n",
    ),
    "a call in a comprehension": (
        "x = [net.train(i, lr=0.1) for i in y]\n",
        change(2, 6, "net.train", {"lr": TENSOR}),
        "x = [net.train(i, lr=tf.constant(0.1)) for i in y]\n",
    ),
    "a call in a with statement": (
        "with train(1) as t: pass\n",
        change(2, 6, "train", {0: TENSOR}),
        "with train(tf.constant(1)) as t: pass\n",
    ),
    "an argument is replaced": ("f(1, 2)\n", change(2, 1, "f", {1: "{{}}"}), "f(1, {})\n"),
    "a value with symbols": (
        "f(a, s=())\n",
        change(2, 1, "f", {"s": "[{tensorflow.TensorSpec}([None], {tensorflow.float32})]"}),
        "f(a, s=[tf.TensorSpec([None], tf.float32)])\n",
    ),
    "a keyword is added": ("f(a)\n", change(2, 1, "f", {"b": "1", "c": "2"}), "f(a, b=1, c=2)\n"),
    "a keyword is added to none": ("f()\n", change(2, 1, "f", {"b": "1"}), "f(b=1)\n"),
    "a keyword is added before a last comma": ("f(a,)\n", change(2, 1, "f", {"b": "1"}), "f(a, b=1,)\n"),
    "a keyword gets its own line": (
        "f(\r\n    a,\r\n    b,  # b\r\n)\r\n",
        change(2, 1, "f", {"c": "1"}),
        "f(\r\n    a,\r\n    b,\r\n    c=1,  # b\r\n)\r\n",
    ),
    "two keywords get lines of their own": (
        "f(\n    a,\n)\n",
        change(2, 1, "f", {"b": "1", "c": "2"}),
        "f(\n    a,\n    b=1,\n    c=2,\n)\n",
    ),
    "a keyword is renamed": (
        "@tf.function(experimental_compile=True)  # why\ndef f(x): pass\n",
        change(2, 2, "tf.function", rename={"experimental_compile": "jit_compile"}),
        "@tf.function(jit_compile=True)  # why\ndef f(x): pass\n",
    ),
    "a decorator is called": (
        "@a\n@tf.function  # why\ndef f(x): pass\n",
        change(3, 2, "tf.function", {"reduce_retracing": "True"}),
        "@a\n@tf.function(reduce_retracing=True)  # why\ndef f(x): pass\n",
    ),
    "a decorator is called with two": (
        "@tf.function\ndef f(x): pass\n",
        change(2, 2, "tf.function", {"jit_compile": "True", "autograph": "False"}),
        "@tf.function(jit_compile=True, autograph=False)\ndef f(x): pass\n",
    ),
    "a decorator of a partial": (
        "@partial(tf.function, jit_compile=True)\ndef f(x): pass\n",
        change(2, 2, "partial", {"jit_compile": "False"}),
        "@partial(tf.function, jit_compile=False)\ndef f(x): pass\n",
    ),
    "a wrapped function is reconfigured": (
        "g = tf.function(f, experimental_relax_shapes=True)\n",
        change(2, 5, "tf.function", {"autograph": "False"}, {"experimental_relax_shapes": "reduce_retracing"}),
        "g = tf.function(f, reduce_retracing=True, autograph=False)\n",
    ),
    "the first argument goes": ("f(1,  # why\n2)\n".replace("  # why", ""), change(2, 1, "f", remove=(0,)), "f(2)\n"),
    "the last argument goes": ("f(1, b=2, )\n", change(2, 1, "f", remove=("b",)), "f(1, )\n"),
    "the only argument goes": ("f( b=2, )\n", change(2, 1, "f", remove=("b",)), "f( )\n"),
    "one goes and one comes": ("f(a=1, b=2)\n", change(2, 1, "f", {"c": "3"}, remove=("a",)), "f(b=2, c=3)\n"),
    "a wrapped function is unwrapped": (
        "g = tf.function(f, jit_compile=True)\n",
        Unwrap(PATH, 2, 5, "tf.function"),
        "g = f\n",
    ),
    "a wrapped function that is called": ("tf.function(f)(1)\n", Unwrap(PATH, 2, 1, "tf.function"), "f(1)\n"),
    "a wrapped lambda that is called": (
        "y = tf.function(lambda x: x)(1)\n",
        Unwrap(PATH, 2, 5, "tf.function"),
        "y = (lambda x: x)(1)\n",
    ),
    "a wrapped function by keyword": (
        "g = tf.function(\n  autograph=False, func=self.f\n)\n",
        Unwrap(PATH, 2, 5, "tf.function"),
        "g = self.f\n",
    ),
    "an element of a list": ("g = [h, tf.function(f)]\n", Unwrap(PATH, 2, 9, "tf.function"), "g = [h, f]\n"),
}


@pytest.mark.parametrize(("before", "edit", "after"), CHANGED.values(), ids=CHANGED)
def test_changes_just_the_argument(before: str, edit: ChangeArguments | Unwrap, after: str) -> None:
    assert edited(TF + before, edit).decode() == TF + after


REFUSED = {
    "no such position": ("f(1)\n", change(2, 1, "f", {1: "2"}), "no argument 1"),
    "a position behind a star": ("f(*a, 1)\n", change(2, 1, "f", {1: "2"}), "no argument 1"),
    "nothing to wrap": ("f(1)\n", change(2, 1, "f", {"x": TENSOR}), "no argument x"),
    "what stars may hold": ("f(*a)\n", change(2, 1, "f", {0: TENSOR}), "no argument 0"),
    "what two stars may hold": ("f(**k)\n", change(2, 1, "f", {"x": TENSOR}), "no argument x"),
    "an addition to what two stars may hold": ("f(**k)\n", change(2, 1, "f", {"x": "1"}), "already, by **"),
    "a tensor already": ("f(tf.constant(1))\n", change(2, 1, "f", {0: TENSOR}), "it is tf.constant(…) already"),
    "nothing to rename": ("f(a=1)\n", change(2, 1, "f", rename={"b": "c"}), "no argument b"),
    "a name that is taken": ("f(a=1, b=2)\n", change(2, 1, "f", rename={"a": "b"}), "has an argument b already"),
    "nothing to remove": ("f(1)\n", change(2, 1, "f", remove=("a",)), "no argument a"),
    "a comment in what is removed": ("f(1,  # why\n  2)\n", change(2, 1, "f", remove=(0,)), "comment"),
    "a comment in what is replaced": ("f(1 +  # why\n  2)\n", change(2, 1, "f", {0: "3"}), "comment"),
    "a comment before the equals sign": ("f(a  # why\n  =2)\n", change(2, 1, "f", {"a": TENSOR}), "comment"),
    "a value that is none": ("f(1)\n", change(2, 1, "f", {0: "1 +"}), "cannot be parsed"),
    "the old value twice": ("f(1)\n", change(2, 1, "f", {0: "{} + {}"}), "only once"),
    "another call": ("g(1)\n", change(2, 1, "f", {0: "2"}), "not called at line 2"),
    "a suppression": ("f(1)  # noqa\n", change(2, 1, "f", {0: "2"}), "suppression"),
    "two neighbours at the end": ("f(1, 2, 3)\n", change(2, 1, "f", remove=(1, 2)), "the same place"),
    "an addition where the last goes": ("f(a=1)\n", change(2, 1, "f", {"b": "1"}, remove=("a",)), "another is removed"),
    "a generator takes no second argument": ("f(x for x in y)\n", change(2, 1, "f", {"b": "1"}), "syntax error"),
    "nothing wrapped": ("g = tf.function(autograph=False)\n", Unwrap(PATH, 2, 5, "tf.function"), "no argument func"),
    "a comment in the wrapping": (
        "g = tf.function(f,  # why\n  autograph=False)\n",
        Unwrap(PATH, 2, 5, "tf.function"),
        "comment",
    ),
}


@pytest.mark.parametrize(("source", "edit", "said"), REFUSED.values(), ids=REFUSED)
def test_refuses_what_it_cannot_do_as_declared(source: str, edit: ChangeArguments | Unwrap, said: str) -> None:
    assert said in reason(TF + source, edit)


def test_a_decorator_with_arguments_and_the_import() -> None:
    edit = AddDecorator(PATH, 1, "f", arguments=(("input_signature", "[{tensorflow.TensorSpec}(None)]"),))
    assert edited("def f(x): pass\n", edit).decode() == (
        "import tensorflow as tf\n\n\n@tf.function(input_signature=[tf.TensorSpec(None)])\ndef f(x): pass\n"
    )


def test_a_value_brings_its_import() -> None:
    assert edited("import os\ntrain(1)\n", change(2, 1, "train", {0: TENSOR})).decode() == (
        "import os\nimport tensorflow as tf\ntrain(tf.constant(1))\n"
    )


@pytest.mark.parametrize(
    ("head", "spelled"),
    [
        ("import tensorflow", "tensorflow.constant"),
        ("import tensorflow as tf2", "tf2.constant"),
        ("import tensorflow.compat.v2 as tf", "tf.constant"),
        ("from tensorflow import constant", "constant"),
        ("from tensorflow import constant as c", "c"),
        ("from tensorflow import *", "constant"),
        ("try:\n    import tensorflow as tf\nexcept ImportError:\n    raise", "tf.constant"),
    ],
)
def test_a_call_site_spells_it_as_its_file_does(head: str, spelled: str) -> None:
    line = head.count("\n") + 2
    after = f"{head}\ntrain({spelled}(1))\n"
    assert edited(f"{head}\ntrain(1)\n", change(line, 1, "train", {0: TENSOR})).decode() == after


def test_a_call_site_where_a_star_import_no_longer_means_it() -> None:
    head = "from tensorflow import *\n"
    after = f"{head}{TF}def constant(x): pass\ntrain(tf.constant(1))\n"
    source = f"{head}def constant(x): pass\ntrain(1)\n"
    assert edited(source, change(3, 1, "train", {0: TENSOR})).decode() == after


def test_several_edits_of_nested_calls() -> None:
    source = f"{TF}g = tf.function(f)\ntrain(g(1), h(2))\n"
    edits = [Unwrap(PATH, 2, 5, "tf.function"), change(3, 7, "g", {0: TENSOR}), change(3, 1, "train", {1: TENSOR})]
    after = f"{TF}g = f\ntrain(g(tf.constant(1)), tf.constant(h(2)))\n"
    assert edited(source, *edits).decode() == after


def test_two_additions_to_one_call_contend() -> None:
    made = planned(f"{TF}f(1)\n", change(2, 1, "f", {"a": "1"}), change(2, 1, "f", {"b": "1"}))
    assert [refusal.reason for refusal in made.refused] == ["another fix changes the same place"]


def test_edits_of_several_files_are_made_together() -> None:
    fix = Fix(SAFE, "both", (Unwrap("a.py", 1, 1, "w"), ChangeArguments("b.py", 1, 1, "f", ((0, "2"),))))
    assert [c.after for c in plan({"a.py": b"w(f)\n", "b.py": b"f(1)\n"}, [fix]).changes] == [b"f\n", b"f(2)\n"]
    assert plan({"a.py": b"w(f)\n", "b.py": b"g(1)\n"}, [fix]).changes == ()
