"""HYB001 is silent about functions that run too seldom for a trace to pay, and names the loop of the others."""

from __future__ import annotations

from pathlib import Path

import pytest

import hybridize
from tests.together import analysed

HEAD = """\
import tensorflow as tf

weights = tf.Variable(tf.ones((3, 3)))


def forward(x):
    for _ in range(4):
        x = tf.nn.tanh(tf.matmul(x, weights) + 0.5)
    return tf.reduce_sum(x)


ones = tf.ones((2, 3))
"""
STEP = """\


def step(x, y):
    with tf.GradientTape() as tape:
        loss = forward(x) + tf.reduce_sum(y)
    weights.assign_sub(tape.gradient(loss, weights))
    return loss


"""


def write(folder: Path, program: str, name: str = "program.py") -> Path:
    """A program below the common head."""
    path = folder / name
    path.write_text(HEAD + program, encoding="utf-8")
    return path


def found(folder: Path, program: str, name: str = "program.py") -> dict[str, str]:
    """The functions with HYB001 in a program, each with the message."""
    write(folder, program, name)
    report = hybridize.analyze(folder, root=folder)
    return {each.qualname: each.message for each in report.findings if each.code == "HYB001"}


@pytest.mark.parametrize(
    "program",
    [
        "forward(ones)\n",
        "forward(ones)\nprint(forward(2 * ones))\n",
        "def main():\n    forward(ones)\n\nmain()\n",
        "for i in range(1000):\n    if i % 100 == 0:\n        forward(ones)\n",
        "n = 0\nfor i in range(1000):\n    n += 1\n    if n == 100:\n        forward(ones)\n        n = 0\n",
        "for i in range(1000):\n    if i > 5 and i % 100 == 0:\n        print(i)\n        forward(ones)\n",
        "def show(i):\n    print(i, forward(ones))\n\nfor i in range(1000):\n    if i % 100 == 0:\n        show(i)\n",
        "for i in range(int(forward(ones))):\n    print(i)\n",
        "for x in tf.data.Dataset.from_tensors(ones).repeat(99).take(1):\n    forward(x)\n",
        "for x in tf.data.Dataset.from_tensors(ones).repeat(99).take(2).prefetch(1):\n    forward(x)\n",
        "for i, x in enumerate(tf.data.Dataset.from_tensors(ones).take(count=1)):\n    print(i, forward(x))\n",
        "import itertools\nfor x in itertools.islice(iter(tf.data.Dataset.from_tensors(ones)), 2):\n    forward(x)\n",
        "frames = [0, -1, 1]\nfor frame in frames[1:]:\n    forward(ones * frame)\n",
        "frames = (0, -1, 1)\nfor frame in frames:\n    forward(ones * frame)\n",
        "pair = (ones,)\nif ones.shape[0] > 1:\n    pair = (ones, ones)\nprint([forward(x) for x in pair])\n",
        "lefts = (ones, ones)\nprint(tuple(forward(x) for x, _ in zip(lefts, range(9))))\n",
        "for i in range(1000):\n    if not i % 100:\n        forward(ones)\n",
        "for i in tf.range(1000):\n    if tf.equal(tf.math.mod(i, 100), 0):\n        forward(ones)\n",
        "for i in tf.range(1000):\n    if tf.math.floormod(i, 100) == 0:\n        forward(ones)\n",
    ],
)
def test_what_runs_once_or_now_and_then_would_not_pay(tmp_path: Path, program: str) -> None:
    assert found(tmp_path, program) == {}
    (verdict,) = [f for f in hybridize.analyze(tmp_path, root=tmp_path).functions if f.qualname == "forward"]
    assert verdict.transformation == "hybridize"
    assert [reason.kind for reason in verdict.hazards] == ["low-gain"]
    again = hybridize.analyze(tmp_path, root=tmp_path, min_gain="none")
    assert {each.qualname for each in again.findings} & {"forward", "main"}


def test_every_so_many_rounds_is_seldom_however_often_the_loop_begins_again(tmp_path: Path) -> None:
    train = """\
def show():
    print(forward(ones))


def train(rounds):
    for i in range(rounds):
        print(i)
        if i % 100 == 0:
            {call}
    {after}


"""
    for calls in ("train(1000)\n", "while True:\n    train(1000)\n"):
        for call in ("forward(ones)", "show()"):
            assert found(tmp_path, train.format(call=call, after="return") + calls) == {}
    # The call after the loop runs as often as the function does.
    assert list(found(tmp_path, train.format(call="show()", after="show()") + calls)) == ["forward"]


def test_a_loop_calls_what_it_goes_through_in_each_round(tmp_path: Path) -> None:
    """The analysis failed here with an AttributeError: the call of `__next__` is the loop itself."""
    program = """\
class Batches:
    def __iter__(self):
        return self

    def __next__(self):
        return forward(ones)


for epoch in range(9):
    for batch in Batches():
        print(batch)
"""
    assert list(found(tmp_path, program)) == ["forward"]


@pytest.mark.parametrize(
    ("program", "ends"),
    [
        ("for i in range(1000):\n    forward(ones)\n", "in the loop at line 13"),
        ("for i in range(1000):\n    if i % 2 == 1:\n        print(i)\n    forward(ones)\n", "loop at line 13"),
        ("for i in range(1000):\n    if i % 2 != 0:\n        forward(ones)\n", "loop at line 13"),
        ("for i in range(1000):\n    if i % 3 == 0:\n        forward(ones)\n", "loop at line 13"),
        ("while input():\n    print([forward(x) for x in (ones, 2 * ones, ones, ones)])\n", "in the loop at line 14"),
        (
            "for x in tf.data.Dataset.from_tensors(ones).take(1).repeat(99):\n    forward(x)\n",
            "in the loop at line 13",
        ),
        (
            "while input():\n    for x in tf.data.Dataset.from_tensors(ones).take(-1):\n        forward(x)\n",
            "in the loop at line 14",
        ),
        (
            "def a(text):\n    print(text)\n    b(text)\n\n\n"
            "def b(text):\n    c(text)\n\n\n"
            "def c(text):\n    print(forward(ones), text)\n\n\n"
            "for i in range(9):\n    a('x')\n",
            "reached from the loop at line 26",
        ),
    ],
)
def test_the_loop_that_leads_to_it_is_named_however_far_up(tmp_path: Path, program: str, ends: str) -> None:
    (message,) = found(tmp_path, program).values()
    assert message.endswith(ends)


def test_the_step_serves_what_else_is_called_only_to_show_how_things_are(tmp_path: Path) -> None:
    loop = STEP + "for i in range(1000):\n    step(ones, ones)\n"
    shown = "    if i % 100 == 0:\n        print(forward(ones))\n"
    assert list(found(tmp_path, loop)) == ["step"]
    assert list(found(tmp_path, loop + shown)) == ["step"]
    assert list(found(tmp_path, loop + shown + "print(forward(ones))\n")) == ["step"]
    assert sorted(found(tmp_path, loop + "    print(forward(ones))\n")) == ["forward", "step"]


def test_little_beside_a_step_is_served_by_it_even_if_it_is_safer(tmp_path: Path) -> None:
    program = """\
def small(x):
    return tf.nn.tanh(tf.reduce_sum(tf.square(tf.abs(tf.sin(tf.cos(x) + 1.0) * 2.0 - 1.0))))


def large(x):
    return forward(x) + small(x)


# @tf.function
def step(x):
    with tf.GradientTape() as tape:
        loss = {inner}(tf.matmul(x, weights))
    weights.assign_sub(tape.gradient(loss, weights))
    return loss


for _ in range(100):
    step(ones)
"""
    for inner, names in (("small", ["step"]), ("large", ["large", "step"])):
        findings = hybridize.analyze(write(tmp_path, program.format(inner=inner)), root=tmp_path).findings
        assert [each.qualname for each in findings] == names
        assert {each.qualname: each.fix and each.fix.applicability for each in findings}["step"] == "unsafe"


def test_a_step_that_no_program_reaches_serves_what_it_calls(tmp_path: Path) -> None:
    program = """\
class Trainer:
    def loss(self, x):
        return forward(x) + tf.reduce_sum(x)

    def train_step(self, x):
        with tf.GradientTape() as tape:
            loss = self.loss(tf.matmul(x, weights))
        weights.assign_sub(tape.gradient(loss, weights))
        return loss

    def train(self, data):
        for x in data:
            self.train_step(tf.convert_to_tensor(x))
"""
    assert list(found(tmp_path, program)) == ["Trainer.train_step"]


def test_what_a_wrapper_is_given_runs_as_often_as_it_is_given(tmp_path: Path) -> None:
    program = """\
def other(x):
    for _ in range(9):
        x = tf.nn.relu(tf.matmul(x, weights) - 0.5)
    return tf.reduce_sum(x)


def timed(function, x):
    print("again")
    return function(x)


timed(other, ones)
for _ in range(100):
    print(timed(forward, ones))
"""
    assert list(found(tmp_path, program)) == ["forward"]


@pytest.mark.parametrize(("decorator", "names"), [("@tf.function\n", []), ("", ["step"])])
def test_what_graphs_alone_hand_to_unseen_code_runs_in_them(tmp_path: Path, decorator: str, names: list[str]) -> None:
    program = f"""\
import somewhere

strategy = somewhere.strategy()


def step(x):
    with tf.GradientTape() as tape:
        loss = forward(tf.matmul(x, weights))
    weights.assign_sub(tape.gradient(loss, weights))
    return loss


{decorator}def everywhere(x):
    return strategy.run(step, args=(x,))


for _ in range(100):
    everywhere(ones)
"""
    assert [name for name in found(tmp_path, program) if name != "everywhere"] == names


@pytest.mark.parametrize(("in_test", "names"), [(True, ["step"]), (False, [])])
def test_the_optimizers_of_tests_are_not_those_of_the_program(tmp_path: Path, in_test: bool, names: list[str]) -> None:
    (tmp_path / "setup.cfg").touch()
    step = """\


def step(x, optimizer):
    with tf.GradientTape() as tape:
        loss = forward(tf.matmul(x, weights))
    optimizer.apply_gradients([(tape.gradient(loss, weights), weights)])
    return loss
"""
    (tmp_path / "steps.py").write_text(HEAD + step, encoding="utf-8")
    use = "from steps import step, ones\nimport tensorflow as tf\n\n\n"
    loop = "optimizer = tf.keras.optimizers.{}()\nfor _ in range(100):\n    step(ones, optimizer)\n"
    (tmp_path / "main.py").write_text(use + loop.format("Adam"), encoding="utf-8")
    text = "def test_step():\n    step(ones, tf.keras.optimizers.SGD())\n" if in_test else loop.format("SGD")
    (tmp_path / ("test_steps.py" if in_test else "again.py")).write_text(use + text, encoding="utf-8")
    report = hybridize.analyze(tmp_path, root=tmp_path, select=["HYB001"])
    assert [each.qualname for each in report.findings if each.qualname == "step"] == names


def test_a_decorator_serves_through_callers_that_cannot_have_one(tmp_path: Path) -> None:
    program = """\
def scaled(x, factor):
    return factor * forward(x)


def outer(x):
    return scaled(x, 2.0) + scaled(x, 3.0)


for _ in range(1000):
    outer(ones)
"""
    assert list(found(tmp_path, program)) == ["outer"]


CALLED_BY_TESTS = "from program import forward, ones\n\n\ndef test_it():\n    {}forward(ones)\n"
BODIES = {
    "a loop of Python": ("    for _ in range(19):\n        x = tf.nn.tanh(tf.matmul(x, weights) + 0.5)\n", False),
    "for each row": ("    for row in x:\n        x += sum(tf.nn.tanh(row * i + 0.5) for i in range(40))\n", True),
    "while a tensor says so": (
        "    while tf.reduce_sum(x) < 90.0:\n"
        + 10 * "        x = tf.nn.tanh(tf.matmul(x, weights) + 0.5)\n"
        + "        x *= 2.0\n",
        True,
    ),
    "a loop in a helper": ("    x = helper(x)\n", True),
    "a map in a helper": ("    x = mapped(x)\n", True),
    "a short map": ("    x = tf.map_fn(tf.nn.tanh, x) + 1.0\n", False),
    "a map once a call, in a graph of its own": ("    x = decorated(x)\n", False),
}
"""What a call does, and whether it goes through the elements of a tensor in Python and runs much."""
HELPERS = """\
def helper(x):
    for row in x:
        x += steps(row)
    return x


def steps(x):
    for _ in range(19):
        x = tf.nn.tanh(x * 2.0 + 0.5)
    return x


def mapped(x):
    return tf.map_fn(steps, x) + steps(x)


@tf.function
def decorated(x):
    return tf.map_fn(steps, x) + steps(x)


"""


def slow(body: str) -> str:
    """The head of a program, in which `forward` has that body."""
    before, _, after = HEAD.partition("def forward(x):\n")
    return f"{before}{HELPERS}def forward(x):\n{body}{after[after.index('    return'):]}"


@pytest.mark.parametrize("loop", ["", "for _ in range(50):\n        "])
@pytest.mark.parametrize(("body", "many"), BODIES.values(), ids=BODIES)
def test_what_only_tests_call_must_be_slow(tmp_path: Path, loop: str, body: str, many: bool) -> None:
    (tmp_path / "setup.cfg").touch()
    (tmp_path / "test_program.py").write_text(CALLED_BY_TESTS.format(loop), encoding="utf-8")
    findings = analysed(tmp_path, slow(body)).findings
    assert [(each.qualname, each.fix and each.fix.applicability) for each in findings] == many * [("forward", "unsafe")]


@pytest.mark.parametrize(("body", "many"), BODIES.values(), ids=BODIES)
def test_what_is_called_by_what_nobody_calls_must_be_slow(tmp_path: Path, body: str, many: bool) -> None:
    findings = analysed(tmp_path, slow(body) + "\n\ndef outer():\n    print(forward(ones))\n").findings
    assert ("forward" in {each.qualname for each in findings}) is many


def test_what_takes_functions_is_traced_for_each_that_others_pass(tmp_path: Path) -> None:
    program = """\
import tensorflow as tf


def several(x, f=tf.nn.tanh):
    for _ in range(19):
        x = tf.map_fn(f, x) + 0.5
    return x


def outer():
    print(several(tf.ones((2, 3)){}))
"""
    given = {"": ["several"], ", lambda x: x * x": []}
    for argument, names in given.items():
        report = analysed(tmp_path, program.format(argument))
        assert [each.qualname for each in report.findings] == names


@pytest.mark.parametrize(("user", "names"), [("main", ["forward"]), ("test_it", []), ("graph", [])])
def test_a_loop_counts_where_a_program_runs_it(tmp_path: Path, user: str, names: list[str]) -> None:
    (tmp_path / "setup.cfg").touch()
    users = {
        "main": "def main():\n    each()\n\n\nmain()\n",
        "test_it": "def test_it():\n    each()\n",
        "graph": "@tf.function\ndef graph():\n    each()\n\n\ngraph()\n",
    }
    loop = "\n\ndef each():\n    for _ in range(100):\n        print(forward(ones))\n"
    (tmp_path / "program.py").write_text(HEAD + loop, encoding="utf-8")
    text = f"import tensorflow as tf\nfrom program import each\n\n\n{users[user]}"
    (tmp_path / ("test_program.py" if user == "test_it" else "use.py")).write_text(text, encoding="utf-8")
    report = hybridize.analyze(tmp_path, root=tmp_path, select=["HYB001"])
    assert [each.qualname for each in report.findings] == names


def test_going_through_a_few_objects_is_no_loop(tmp_path: Path) -> None:
    assert found(tmp_path, "for x in (ones, 2 * ones):\n    print(forward(x))\n") == {}
    more = "for x in (ones, 2 * ones, 3 * ones, 4 * ones):\n    print(forward(x))\n"
    assert found(tmp_path, more) == {}
    again = "while input():\n    for x in (ones, 2 * ones):\n        print(forward(x))\n"
    assert list(found(tmp_path, again)) == ["forward"]


def test_how_often_others_call_a_function_that_they_are_given_is_not_known(tmp_path: Path) -> None:
    assert list(found(tmp_path, "import somewhere\n\nsomewhere.minimize(forward, ones)\nforward(ones)\n")) == []
    given = "def run(f):\n    return f(ones)\n\n\nrun(forward)\n"
    assert found(tmp_path, given) == {}
    (finding,) = analysed(tmp_path, slow(BODIES["for each row"][0]) + given).findings
    assert finding.qualname == "forward"


def test_the_loop_of_a_caller_that_nobody_calls_counts(tmp_path: Path) -> None:
    program = "def train(data):\n    for x in data:\n        print(forward(tf.reshape(x, (2, 3))))\n"
    assert found(tmp_path, program)["forward"].endswith("reached from the loop at line 14")


def test_loops_through_layers_are_a_part_of_one_call(tmp_path: Path) -> None:
    program = """\
def layer(x, w):
    for _ in range(4):
        x = tf.nn.tanh(tf.matmul(x, w) + 0.5)
    return x


def network(x):
    for w in (weights, 2.0 * weights):
        x = layer(x, w)
    return x


for i in range(1000):
    if i % 100 == 0:
        print(network(ones))
"""
    assert found(tmp_path, program) == {}
    assert list(found(tmp_path, program.replace("in (weights, 2.0 * weights)", "in 1000 * [weights]"))) == []
    changed = program.replace("w in (weights, 2.0 * weights)", "_ in range(1000)").replace(
        "layer(x, w)\n", "layer(x, weights)\n"
    )
    assert list(found(tmp_path, changed)) == ["layer"]


@pytest.mark.parametrize(
    "call",
    [
        "forward(tf.ones((i + 1, 3)))",
        "forward(tf.boolean_mask(ones, ones[:, 0] > i))",
        "forward(ones[ones[:, 0] > i])",
        "Kept(ones).forward(ones)",
    ],
)
def test_what_would_be_traced_in_each_round_is_left_alone(tmp_path: Path, call: str) -> None:
    program = f"""
class Kept:
    def __init__(self, kept):
        self.kept = kept

    def forward(self, x):
        return forward(x) + tf.reduce_sum(self.kept)


def main():
    for i in range(100):
        print({call})


main()
"""
    assert found(tmp_path, program) == {} or "Kept" in call
    name = "Kept.forward" if "Kept" in call else "forward"
    (verdict,) = [f for f in hybridize.analyze(tmp_path, root=tmp_path).functions if f.qualname == name]
    assert (verdict.precondition, verdict.published_precondition) == (None, "P1")
    assert [reason.kind for reason in verdict.hazards] == ["retracing"]


def test_what_an_optimizer_calls_for_each_variable_is_left_alone(tmp_path: Path) -> None:
    program = """
class Own(tf.keras.optimizers.Optimizer):
    def update_step(self, gradient, variable, learning_rate=None):
        for _ in range(9):
            gradient = tf.nn.tanh(gradient * 0.5 + 0.1)
        variable.assign_sub(gradient)


optimizer = Own("own")
for _ in range(100):
    optimizer.apply_gradients([(ones, weights)])
"""
    (verdict,) = [f for f in analysed(tmp_path, HEAD + program).functions if f.qualname == "Own.update_step"]
    assert "retracing" in {reason.kind for reason in verdict.hazards}


MADE = """\
def make(scale):
    def scaled(x):
        return forward(x * scale)

    return scaled


made = [make(tf.constant(0.5)), make(tf.constant(2.0))]
"""

EACH = "def all_of(functions):\n    for each in functions:\n        print(each(ones))\n\n"


@pytest.mark.parametrize(
    ("loop", "again"),
    [
        ("for each in made:\n    print(each(ones))\n", False),
        ("print([each(x) for x, each in zip([ones, ones], made)])\n", False),
        ("for i in range(2):\n    print(made[i](ones))\n", False),
        ("for each in made:\n    for _ in range(9):\n        print(each(ones))\n", True),
        ("for _ in range(9):\n    for each in made:\n        print(each(ones))\n", True),
        ("while input():\n    for each in 4 * made:\n        print(made[0](ones))\n", True),
        (EACH + "for _ in range(9):\n    all_of(made)\n", True),
        (EACH + "def step():\n    all_of([make(ones), make(ones)])\n\nfor _ in range(9):\n    step()\n", False),
    ],
)
def test_a_loop_over_functions_calls_each_once(tmp_path: Path, loop: str, again: bool) -> None:
    assert ("make.scaled" in found(tmp_path, MADE + loop)) is again


def test_classes_of_tests_in_several_files_call_what_they_inherit(tmp_path: Path) -> None:
    (tmp_path / "test_common.py").write_text(
        "import unittest\nimport tensorflow as tf\nclass Common(unittest.TestCase):\n    @classmethod\n"
        "    def setUpClass(cls):\n        cls.x = tf.ones(1)\n"
        "    def test_x(self):\n        return tf.square(self.x)\n"
    )
    (tmp_path / "test_other.py").write_text(
        "from test_common import Common\nclass Other(Common):\n    def test_y(self):\n        self.test_x()\n"
    )
    report = hybridize.analyze(tmp_path, root=tmp_path)
    assert report.errors == ()
    assert next(row for row in report.functions if row.qualname == "Common.setUpClass").verdict.callers.called


BLOCKS = """\
class Block:
    def __init__(self):
        self.w = tf.Variable(tf.ones((3, 3)))

    def run(self, x):
        for _ in range(4):
            x = tf.nn.tanh(tf.matmul(x, self.w) + 0.5)
        return x

    __call__ = run


blocks = [Block() for _ in range(6)]
"""


@pytest.mark.parametrize(
    ("loop", "names"),
    [
        ("for block in blocks:\n    ones = block.run(ones)\n", []),
        ("for block in blocks:\n    ones = block(ones)\n", []),
        ("for i in range(6):\n    ones = blocks[i].run(ones)\n", []),
        ("for epoch in range(9):\n    for block in blocks:\n        ones = block.run(ones)\n", ["Block.run"]),
        ("for block in blocks:\n    for _ in range(9):\n        ones = block.run(ones)\n", ["Block.run"]),
        ("for i in range(6):\n    ones = blocks[0].run(ones)\n", ["Block.run"]),
        ("for each in 3 * [Block]:\n    made = each()\n    made.run(ones)\n", []),
        ("for i in range(9):\n    made = blocks[0]\n    made.run(ones)\n", ["Block.run"]),
        ("made = Block()\nfor i in range(9):\n    made.run(ones * i)\n", ["Block.run"]),
        ("while input():\n    for x in tf.ones((9, 2, 3)):\n        blocks[0].run(x)\n", ["Block.run"]),
    ],
)
def test_a_loop_through_objects_calls_each_of_them_once(tmp_path: Path, loop: str, names: list[str]) -> None:
    assert list(found(tmp_path, BLOCKS + loop)) == names


def test_the_loops_of_tests_tell_nothing_of_the_gain(tmp_path: Path) -> None:
    used = "from program import step, ones\n\n\ndef test_step():\n    for _ in range(3):\n        step(ones, ones)\n"
    (tmp_path / "test_program.py").write_text(used, encoding="utf-8")
    (message,) = found(tmp_path, STEP).values()
    assert "loop" not in message
    (tmp_path / "again.py").write_text(used.replace("test_step", "main") + "\n\nmain()\n", encoding="utf-8")
    (message,) = found(tmp_path, STEP).values()
    assert message.endswith("in the loop at again.py:5")


LOOP = """
def train({taken}):
    for i, batch in enumerate(data):
        if i % 5 == 0:
            step(batch, 2 * batch)
        print(weights.numpy())
"""


@pytest.mark.parametrize(
    ("definition", "loop", "names"),
    [
        (STEP, LOOP, ["step"]),
        (STEP, LOOP.replace("step(batch, 2 * batch)", "print(forward(batch))"), []),
        (STEP, LOOP.replace("print(weights.numpy())", "pass"), []),
        ("", LOOP.replace("step(batch, 2 * batch)", "print(forward(batch))"), []),
    ],
)
def test_a_step_that_a_loop_runs_now_and_then_is_called_whoever_calls_the_loop(
    tmp_path: Path, definition: str, loop: str, names: list[str]
) -> None:
    assert list(found(tmp_path, definition + loop.format(taken="data"))) == names


@pytest.mark.parametrize(
    "program",
    [
        "frames = [0]\nfor i in range(99):\n    frames.append(i)\n    for frame in frames:\n"
        "        forward(ones * frame)\n",
        "frames = [0, 1, 2, 3]\nwhile input():\n    for frame in frames:\n        forward(ones * frame)\n",
        "for i in range(1000):\n    if i % 100:\n        forward(ones)\n",
        "for i in range(1000):\n    if not i % 2:\n        forward(ones)\n",
        "for i in tf.range(1000):\n    if tf.equal(i, 100):\n        forward(ones)\n",
    ],
)
def test_what_only_looks_as_if_it_ran_now_and_then(tmp_path: Path, program: str) -> None:
    assert list(found(tmp_path, program)) == ["forward"]


@pytest.mark.parametrize(("imports", "names"), [("import torch", []), ("import tensorflow as torch", ["loss"])])
def test_a_program_of_another_framework_gets_the_half_that_is_written_for_it(
    tmp_path: Path, imports: str, names: list[str]
) -> None:
    program = """
def loss(x):
    return forward(x) + forward(2 * x)
"""
    package = tmp_path / "pk"
    package.mkdir()
    switch = "import os\n\nif os.environ.get('PK'):\n    from .pt import loss\nelse:\n    from .tf import loss\n"
    (package / "__init__.py").write_text(switch, encoding="utf-8")
    (package / "pt.py").write_text("def loss(x):\n    return (x * x).sum()\n", encoding="utf-8")
    main = f"{imports}\nimport pk\n\nfor i in range(99):\n    print(pk.loss(torch.ones((2, 3))))\n"
    (tmp_path / "main.py").write_text(main, encoding="utf-8")
    assert list(found(package, program, "tf.py")) == []
    report = hybridize.analyze(tmp_path, root=tmp_path)
    assert [each.qualname for each in report.findings if each.code == "HYB001"] == names


@pytest.mark.parametrize(("part", "names"), [("tf.keras.Input((3,))", []), ("tf.ones((2, 3))", ["network"])])
def test_lists_of_symbolic_tensors_build_models(tmp_path: Path, part: str, names: list[str]) -> None:
    program = f"""
def mixed(parts):
    left, right = parts
    for _ in range(9):
        left = tf.nn.tanh(left * right + 1.0)
    return left


def network(parts):
    return mixed([parts[0], parts[1]])


for _ in range(99):
    print(network(({part}, {part})))
"""
    assert list(found(tmp_path, program)) == names
    verdicts = {each.qualname: each for each in hybridize.analyze(tmp_path, root=tmp_path).functions}
    symbolic = "keras-symbolic-argument" in {each.kind for each in verdicts["mixed"].hazards}
    assert symbolic is not bool(names)


@pytest.mark.parametrize("decorator", ["@tf.function\n", ""])
def test_what_graphs_lead_to_is_slow_in_tests_alone(tmp_path: Path, decorator: str) -> None:
    (body,) = (body for body, many in BODIES.values() if many and "mapped" in body)
    calls = f"def between(x):\n    return forward(x)\n\n\n{decorator}def graph(x):\n    return between(x)\n"
    (tmp_path / "setup.cfg").touch()
    tests = "from program import *\n\n\ndef test_forward():\n    forward(ones)\n    between(ones)\n    graph(ones)\n"
    (tmp_path / "test_program.py").write_text(tests, encoding="utf-8")
    findings = analysed(tmp_path, f"{slow(body)}\n\n{calls}").findings
    assert [each.qualname for each in findings if each.code == "HYB001"] == ([] if decorator else ["graph"])


@pytest.mark.parametrize(("base", "names"), [("tf.estimator.Estimator", []), ("", ["rate"])])
def test_what_estimators_call_builds_graphs(tmp_path: Path, base: str, names: list[str]) -> None:
    rate = "\n\ndef rate(step):\n    return forward(step * ones) + forward(ones)\n"
    (tmp_path / "setup.cfg").touch()
    write(tmp_path, rate, "rates.py")
    program = f"""
import rates


class Learner({base}):
    def model(self):
        for i in range(99):
            print(rates.rate(tf.constant(float(i))))


learner = Learner()
print(learner.model())
"""
    assert list(found(tmp_path, program)) == names


@pytest.mark.parametrize(("imports", "names"), [("import torch", []), ("import tensorflow as torch", ["Trainer.step"])])
def test_a_module_of_another_framework_is_not_advised(tmp_path: Path, imports: str, names: list[str]) -> None:
    write(tmp_path, "\n\ndef loss(x):\n    return forward(x) + forward(2 * x)\n", "losses.py")
    program = f"""
{imports}
from losses import loss, weights


class Trainer:
    def step(self, x):
        value = loss(x) + loss(x * 3)
        weights.assign_sub(value)
        return value


trainer = Trainer()
for i in range(99):
    trainer.step(weights)
"""
    (tmp_path / "setup.cfg").touch()
    (tmp_path / "main.py").write_text(program, encoding="utf-8")
    report = hybridize.analyze(tmp_path, root=tmp_path)
    assert [each.qualname for each in report.findings if each.code == "HYB001"] == names


@pytest.mark.parametrize(
    ("name", "names"), [("optimizers.schedules.ExponentialDecay(0.1, 9, 0.9)", []), ("layers.Dense(3)", ["rate"])]
)
def test_a_schedule_runs_a_few_operations(tmp_path: Path, name: str, names: list[str]) -> None:
    function = "\n\ndef rate(step):\n    return made(step)\n\n\n"
    program = f"made = tf.keras.{name}\n{function}for i in range(99):\n    rate(ones)\n"
    assert list(found(tmp_path, program)) == names


MAPPING = """\
import tensorflow as tf
from program import forward

for each in tf.data.Dataset.from_tensors(tf.ones((int(input()), 9))).repeat(int(input())).map({mapped}):
    print(each)
"""
SHOWN = "\n\nif __name__ == '__main__':\n    for i in range({rounds}):\n        {call}\n"


@pytest.mark.parametrize(
    ("rounds", "call", "importing", "names"),
    [
        ("5", "print(forward(ones))", "from program import forward\n", []),
        ("5", "show()", "import program\n", []),
        ("5", "show()", MAPPING.format(mapped="lambda x: forward(x)"), []),
        ("5", "show()", MAPPING.format(mapped="forward"), []),
        ("5", "print(forward(ones))", "import somewhere\n", ["forward"]),
        ("50", "print(forward(ones))", "from program import forward\n", ["forward"]),
        ("int(input())", "print(forward(ones))", "from program import forward\n", ["forward"]),
        ("5", "step(ones, ones)", "from program import step\n", ["step"]),
    ],
)
def test_a_module_that_others_import_shows_how_it_is_used(
    tmp_path: Path, rounds: str, call: str, importing: str, names: list[str]
) -> None:
    """A program of its own has so many rounds since its author means it to have them."""
    (tmp_path / "user.py").write_text(importing, encoding="utf-8")
    program = STEP + "def show():\n    print(forward(ones))\n" + SHOWN.format(rounds=rounds, call=call)
    assert list(found(tmp_path, program)) == names


EPOCHS = """\
model = tf.keras.Sequential([tf.keras.layers.Dense(3)])
optimizer = tf.keras.optimizers.Adam()


def step(x):
    with tf.GradientTape() as tape:
        loss = forward(model(x))
    optimizer.apply_gradients(zip(tape.gradient(loss, model.trainable_variables), model.trainable_variables))


def figure(x):
    for _ in range(4):
        x = tf.nn.relu(tf.matmul(x, x, transpose_b=True) + 0.5)
    return tf.reduce_max(x)


def train(data):
    for epoch in range(100):
        print(epoch)
        {before}
        for x in {through}:
            {does}
        {after}


train(tf.data.Dataset.from_tensors(ones).repeat(99))
"""
CALL = "print(figure(ones))"


@pytest.mark.parametrize(
    ("change", "names"),
    [
        ({"after": CALL}, ["step"]),
        ({"after": f"for y in data:\n            {CALL}"}, ["figure", "step"]),
        ({"before": CALL}, ["figure", "step"]),
        ({"after": CALL, "does": "print(x)"}, ["figure"]),
        ({"after": CALL, "through": "range(9)", "does": "step(ones)"}, ["figure", "step"]),
    ],
)
def test_what_comes_after_the_training_of_an_epoch_runs_seldom(
    tmp_path: Path, change: dict[str, str], names: list[str]
) -> None:
    """A figure for each epoch. What is computed before, or after what does not train, may be a part of it."""
    program = EPOCHS.format_map({"before": "pass", "after": "pass", "through": "data", "does": "step(x)", **change})
    assert sorted(found(tmp_path, program)) == names


MODES = """\
@tf.function
def as_graph(x):
    return {inside}(x)


def other(x):
    return tf.reduce_sum(x)


run = as_graph if input() else forward
while input():
    for x in tf.ones((99, 2, 3)):
        print(run(x))
"""


@pytest.mark.parametrize(("inside", "names"), [("forward", []), ("other", ["forward"])])
def test_a_choice_between_a_function_and_a_graph_of_it_is_a_switch(
    tmp_path: Path, inside: str, names: list[str]
) -> None:
    """Who wants to debug a step runs it eagerly, and means to."""
    assert list(found(tmp_path, MODES.format(inside=inside))) == names
