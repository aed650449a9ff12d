"""`[tool.hybridize.models]`: a project says what its own helpers, and packages that nobody described, do."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from hybridize import FunctionReport, Report, analyze
from hybridize.surfaces.cli import main

TF = "import tensorflow as tf\nfrom mypkg import ops\n"


def run(root: Path, models: str, files: dict[str, str]) -> Report:
    (root / "pyproject.toml").write_text(f"[tool.hybridize.models]\n{models}\n", encoding="utf-8")
    for name, text in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text, encoding="utf-8")
    made = analyze(root)
    assert made.errors == ()
    return made


def verdicts(root: Path, models: str, files: dict[str, str]) -> dict[str, FunctionReport]:
    return {verdict.qualname: verdict for verdict in run(root, models, files).functions}


@pytest.mark.parametrize("folder", ["mypkg", "src/mypkg"])
@pytest.mark.parametrize("name", ["mypkg.ops.load", "mypkg.ops.*", "mypkg.*"])
def test_a_result_is_what_the_description_says(tmp_path: Path, folder: str, name: str) -> None:
    files = {
        f"{folder}/__init__.py": "",
        f"{folder}/ops.py": "import native\ndef load(n):\n    return native.load(n)\n",
    }
    files["src/main.py" if "src" in folder else "main.py"] = TF + "def f(x):\n    return x * x\nf(ops.load(3))\n"
    assert verdicts(tmp_path, "", files)["f"].parameters[0].tensor is not True
    (tmp_path / "pyproject.toml").unlink()
    found = verdicts(tmp_path, f'"{name}" = {{ returns = "tensor" }}', files)
    assert found["f"].parameters[0].tensor is True
    assert found["load"].parameters[0].literal is True, "the calls of the helper itself are seen all the same"


@pytest.mark.parametrize(
    ("models", "what"),
    [
        ('"main.helper" = { pure = true }', []),
        ('"main.helper" = { effect = "" }', []),
        ('"main.helper" = { returns = "tensor" }', ["output"]),
        ('"main.helper" = { effect = "file" }', ["file"]),
        ('"main.helper" = { pure = false }', ["other"]),
        ("[tool.hybridize.models.main]\nhelper = { pure = true }", []),
        ("main.helper.pure = true", []),
    ],
)
def test_the_description_of_effects_wins_over_the_body(tmp_path: Path, models: str, what: list[str]) -> None:
    code = "import tensorflow as tf\ndef helper(x):\n    print(1)\n    return x\n"
    code += "def f(x):\n    return helper(x)\nf(tf.ones(1))\n"
    found = verdicts(tmp_path, models, {"main.py": code})
    assert [effect.what for effect in found["f"].verdict.computation.effects] == what
    assert found["f"].has_side_effects is bool(what)
    own = found["helper"].verdict.computation.effects
    assert [effect.what for effect in own] == ["output"], "its own body is what it is"


def test_parameters_callbacks_and_arguments(tmp_path: Path) -> None:
    models = """
"main.apply" = { parameters = ["fn", "x"], returns = "result:fn", callbacks = [CALL] }
"native.keep" = { parameters = ["x", "times"], returns = "list(arg:x)", effect = "mutates-argument:times" }
""".replace("CALL", '{ parameter = "fn", arguments = ["arg:x"] }')
    code = """import native, ctypes
import tensorflow as tf
def apply(fn, x): return ctypes.call(fn, x)
def double(x): return x * 2
def f(x): return x
def g(x): return x
def changes(x, times): return native.keep(x, times)
f(apply(double, tf.ones(1)))
g(native.keep(tf.ones(1), [])[0])
changes(tf.ones(1), [])
"""
    found = verdicts(tmp_path, models, {"main.py": code})
    for name in ("f", "g", "double"):
        assert found[name].parameters[0].tensor is True, name
    assert found["changes"].has_side_effects is True


def test_methods_and_bases_of_classes(tmp_path: Path) -> None:
    models = """
"main.Reader.read" = { returns = "tensor", pure = true }
"main.Reader.shared" = { returns = "arg:0" }
"main.Block" = { class = "keras.layers.Layer" }
"native.Block" = { class = ["keras.Model"] }
"native.Block.extra" = { returns = "list(tensor)" }
"native.Block.state" = { attribute = "tensor" }
"""
    code = """import native, hidden
import tensorflow as tf
class Reader:
    def read(self, n):
        print(n)
        return hidden.read(n)
    @staticmethod
    def shared(x):
        return hidden.read(x)
class Block(hidden.base()):
    def call(self, x):
        return x
class Net(native.Block):
    def call(self, x):
        return x + self.extra()[0]
def f(x): return x
def g(x): return x
def h(x): return x
def k(x): return x
f(Reader().read(1))
g(Reader.shared(tf.ones(1)))
Block()(tf.ones(1))
net = Net()
net(tf.ones(1))
h(net.trainable_variables[0])
k(net.state)
def pure(x): return Reader().read(x)
pure(tf.ones(1))
"""
    found = verdicts(tmp_path, models, {"main.py": code})
    for name in ("f", "g", "h", "k", "Block.call", "Net.call"):
        assert found[name].parameters[-1].tensor is True, name
    assert found["pure"].has_side_effects is False


def test_a_decorator_of_the_project_can_be_one_that_makes_functions_hybrid(tmp_path: Path) -> None:
    models = (
        '"mypkg.deco.compiled" = { tags = ["hybridizes"] }\n"mypkg.deco.logged" = { tags = "passthrough-decorator" }'
    )
    deco = "import native\ndef compiled(f=None, **k):\n    return native.wrap(f, k)\n"
    deco += "def logged(f):\n    return native.wrap(f)\n"
    code = """import tensorflow as tf
from mypkg.deco import compiled, logged
@compiled
def f(x): return x + 1
@compiled(fast=True)
def g(x): return x + 1
@logged
def h(x): return x + 1
f(tf.ones(1)), g(tf.ones(1)), h(tf.ones(1))
"""
    found = verdicts(tmp_path, models, {"mypkg/__init__.py": "", "mypkg/deco.py": deco, "main.py": code})
    assert {name for name, verdict in found.items() if verdict.hybrid} == {"f", "g"}
    assert all(found[name].parameters[0].tensor for name in "fgh")


def test_what_is_described_is_no_assumption(tmp_path: Path) -> None:
    code = "import native\nimport tensorflow as tf\ndef f(x):\n    return native.op(x)\nf(tf.ones(1))\n"
    assert [a.kind for a in verdicts(tmp_path, "", {"main.py": code})["f"].assumptions] == ["unknown-callee"]
    models = '"native.op" = { returns = "tensor", tags = "computes" }'
    found = verdicts(tmp_path, models, {"main.py": code})["f"]
    assert found.assumptions == ()
    assert found.has_tensor_computation is True


MISTAKES = {
    '"a.b" = { returns = "tensr" }': "`a.b` `returns`: malformed kind 'tensr': unknown name 'tensr'",
    '"a.b" = { return = "tensor" }': "`a.b` has no key `return`",
    '"a.b" = { pure = "yes" }': "`a.b` `pure` must be true or false, not 'yes'",
    '"a.b" = { effect = "magic" }': "`a.b` `effect`: 'magic' is no side effect that hybridize knows",
    '"a.b" = { pure = true, effect = "file" }': "`a.b` cannot be pure and have an `effect`",
    '"a.b" = { tags = ["fast"] }': "`a.b` `tags`: there is no tag `fast`",
    '"a.b" = { parameters = 3 }': "`a.b` `parameters` must be a list of strings, not 3",
    '"a.b" = { callbacks = [{ argument = 1 }] }': "`a.b` `callbacks`: each is a table",
    '"a b" = { pure = true }': "`a b` must be a name with dots",
    '"a.*.b" = { pure = true }': "`a.*.b` must be a name with dots",
    '"a.b" = "tensor"': "`a.b` must be a table",
}


@pytest.mark.parametrize(("models", "message"), MISTAKES.items(), ids=MISTAKES.keys())
def test_mistakes_are_told_with_file_line_and_key_and_the_rest_counts(
    tmp_path: Path, models: str, message: str
) -> None:
    good = '"native.op" = { returns = "tensor" }'
    (tmp_path / "pyproject.toml").write_text(f"[tool.hybridize.models]\n{good}\n{models}\n", encoding="utf-8")
    (tmp_path / "main.py").write_text("import native\ndef f(x): return x\nf(native.op())\n", encoding="utf-8")
    made = analyze(tmp_path)
    (error,) = made.errors
    assert (error.path, error.line, error.kind) == ("pyproject.toml", 3, "config-error")
    assert error.message.startswith(f"`tool.hybridize.models`: {message}")
    assert made.functions[0].parameters[0].tensor is True


def test_models_can_be_given_from_python(tmp_path: Path) -> None:
    (tmp_path / "main.py").write_text("import native\ndef f(x): return x\nf(native.op())\n", encoding="utf-8")
    made = analyze(tmp_path, models={"native.op": {"returns": "tensor"}})
    assert made.functions[0].parameters[0].tensor is True
    assert made.to_json()["options"]["models"] == {"native.op": {"returns": "tensor"}}
    with pytest.raises(ValueError, match="models `native.op` has no key `kind`"):
        analyze(tmp_path, models={"native.op": {"kind": "tensor"}})


def test_what_is_assumed_of_an_unknown_package_is_in_the_report_and_in_the_explanation(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "setup.cfg").touch()
    path = tmp_path / "main.py"
    path.write_text(
        "import native\nimport tensorflow as tf\ndef f(x):\n    return native.op(x)\nf(tf.ones(1))\n", "utf-8"
    )
    text = "`native.op`: `native` is unknown; its calls are assumed to have no Python side effects"
    main([str(path), "--report", "json"])
    (function,) = json.loads(capsys.readouterr().out)["functions"]
    (assumption,) = function["assumptions"]
    assert (assumption["kind"], assumption["line"]) == ("unknown-callee", 4)
    assert assumption["message"].startswith(text)
    main(["explain", f"{path}::f"])
    assert text in capsys.readouterr().out
