"""Models that other distributions ship: a toy framework with a hybrid decorator of its own, and broken ones."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from hybridize import Report, analyze
from hybridize.frameworks import knowledge
from hybridize.frameworks.plugins import PluginError, installed
from hybridize.surfaces.config import load_config

TOY = Path(__file__).with_name("toy.json").read_text(encoding="utf-8")
PROGRAM = """\
import toy
from toy.math import add

weights = toy.ones(3)


@toy.jit
def traced(x):
    return add(x, weights)


@toy.compiler.jit(fast=True)
def compiled(x):
    return x * 2


def eager(x):
    y = toy.add(x, weights).cuda()
    return toy.sin(y) * y + y - toy.sin(x) * x


def noisy(x):
    toy.inspect(x)
    return toy.add(x, x)


def hinted(x: toy.Tensor):
    return toy.add(x, x)


class Net(toy.Module):
    def forward(self, x):
        return toy.add(x, self.weights[0])


net = Net()
for _ in range(10):
    traced(weights), compiled(weights), noisy(net(weights))
    eager(traced(weights))
"""


Install = Callable[..., Path]


@pytest.fixture
def distribution(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Install]:
    """`distribution(entry_points, {file: text})` installs a distribution for this test."""
    knowledge._load.cache_clear()
    site = tmp_path / "site"

    def install(entry_points: dict[str, str], files: dict[str, str], name: str = "toy-models") -> Path:
        info = site / f"{name.replace('-', '_')}-1.0.dist-info"
        info.mkdir(parents=True)
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n", encoding="utf-8")
        lines = ["[hybridize.models]", *(f"{key} = {value}" for key, value in entry_points.items())]
        (info / "entry_points.txt").write_text("\n".join(lines), encoding="utf-8")
        for file, text in files.items():
            (site / file).parent.mkdir(parents=True, exist_ok=True)
            (site / file).write_text(text, encoding="utf-8")
        return site

    monkeypatch.syspath_prepend(str(site))
    yield install
    knowledge._load.cache_clear()
    for module in ("toy_models", "file_models", "code_models"):
        sys.modules.pop(module, None)


def report(folder: Path, text: str = PROGRAM, **options: object) -> Report:
    folder.mkdir(exist_ok=True)
    (folder / "main.py").write_text(text, encoding="utf-8")
    return analyze(folder / "main.py", root=folder, **options)


def test_a_toy_framework_is_analysed_like_tensorflow(tmp_path: Path, distribution: Install) -> None:
    distribution(
        {"toy": "toy_models:toy.json"}, {"toy_models/__init__.py": "raise SystemExit", "toy_models/toy.json": TOY}
    )
    made = report(tmp_path / "project")
    assert made.errors == ()
    verdicts = {verdict.qualname: verdict for verdict in made.functions}
    assert {name for name, verdict in verdicts.items() if verdict.hybrid} == {"traced", "compiled"}
    for name in ("traced", "compiled", "eager", "noisy"):
        (parameter,) = verdicts[name].parameters
        assert (parameter.tensor, parameter.evidence) == (True, ("dataflow",)), name
    assert verdicts["hinted"].parameters[0].evidence == ("type-hint",)
    assert verdicts["Net.forward"].parameters[1].tensor is True
    assert [effect.what for effect in verdicts["noisy"].verdict.computation.effects] == ["output"]
    found = {finding.qualname: finding for finding in made.findings if finding.code == "HYB001"}
    assert "eager" in found and "noisy" not in found
    assert "8 Toy operations a call" in found["eager"].message
    assert found["eager"].fix.description == "Decorate it with `toy.jit`"
    assert "what `toy` does not describe computes" in found["eager"].assumptions[0].message


@pytest.mark.slow
def test_the_fix_writes_the_decorator_of_the_framework(tmp_path: Path, distribution: Install) -> None:
    site = distribution({"toy": "toy_models:toy.json"}, {"toy_models/__init__.py": "", "toy_models/toy.json": TOY})
    folder = tmp_path / "project"
    report(folder)
    command = [sys.executable, "-m", "hybridize", "--fix", "--unsafe-fixes", "--select", "HYB001", "main.py"]
    subprocess.run(command, cwd=folder, env={"PYTHONPATH": f"{site}:{Path.cwd()}"}, timeout=600, check=False)
    assert "@toy.jit\ndef eager(x):" in (folder / "main.py").read_text(encoding="utf-8")


def test_a_model_can_be_an_object_and_span_files(tmp_path: Path, distribution: Install) -> None:
    content = json.loads(TOY)
    symbols = content.pop("symbols")
    code = f"def model():\n    return {{**{content!r}, 'symbols': {symbols!r}}}\n"
    main = json.dumps({**content, "files": {"toy": "more.json"}})
    files = {"code_models.py": code, "file_models/__init__.py": "", "file_models/toy.json": main}
    files["file_models/more.json"] = json.dumps({"symbols": symbols})
    distribution({"toy": "file_models:toy.json", "zoo": "code_models:model"}, files)
    assert knowledge.load().lookup("toy.math.add").tags == {"computes"}
    entry = installed()["zoo"]
    with pytest.raises(PluginError, match="not in the package `zoo`"):
        entry.read()
    assert {"code_models", "file_models"} & set(sys.modules) == {"code_models"}, "files are read without an import"


def test_nothing_is_read_before_a_question_about_the_package(distribution: Install) -> None:
    distribution({"toy": "toy_models:missing.json"}, {"toy_models/__init__.py": ""})
    known = knowledge.load()
    assert known.lookup("numpy.zeros").known and known.lookup("tensorflow.ones").known
    assert known.problems == []
    assert known.lookup("toy.ones") is None
    assert len(known.problems) == 1


BROKEN = {
    "no file": (None, "FileNotFoundError"),
    "no JSON": ("{", "JSONDecodeError"),
    "list": ("[]", "must hold one table"),
    "section": ('{"symbol": {}}', "no section `symbol`"),
    "kind": ('{"symbols": {"toy.f": {"returns": "tensr"}}}', "`symbols`: 'toy.f' `returns`: malformed kind 'tensr'"),
    "tag": ('{"symbols": {"toy.f": {"tags": "fast"}}}', "there is no tag `fast`"),
    "key": ('{"symbols": {"toy.f": {"return": "tensor"}}}', "has no key `return`"),
    "stranger": ('{"symbols": {"numpy.f": {"returns": "tensor"}}}', "'numpy.f' is not in the package `toy`"),
    "policy": ('{"policies": {"toy": {"functions": "tensor"}}}', "`policies`: 'toy' has no key `functions`"),
    "hook": ('{"hooks": {"toy.M.f": {"parameters": ["x"]}}}', "`hooks`: 'toy.M.f'"),
    "framework": ('{"frameworks": {"toy": {"name": "Toy"}}}', "`frameworks`: 'toy'"),
}


@pytest.mark.parametrize(("text", "message"), BROKEN.values(), ids=BROKEN.keys())
def test_a_broken_model_is_told_and_left_out(
    tmp_path: Path, distribution: Install, text: str | None, message: str
) -> None:
    files = {"toy_models/__init__.py": ""} | ({} if text is None else {"toy_models/toy.json": text})
    distribution({"toy": "toy_models:toy.json"}, files)
    made = report(tmp_path / "project")
    (error,) = made.errors
    assert (error.kind, error.path) == ("config-error", ".")
    assert "`toy = toy_models:toy.json` of the distribution toy-models is left out" in error.message
    assert message in error.message
    assert len(made.functions) == 6


@pytest.mark.parametrize("value", ["nowhere:toy.json", "nowhere:MODEL", "toy_models:MODEL"])
def test_an_entry_point_that_leads_nowhere_is_told(distribution: Install, value: str) -> None:
    distribution({"toy": value}, {"toy_models/__init__.py": ""})
    known = knowledge.load()
    known.lookup("toy.ones")
    assert len(known.problems) == 1 and value in known.problems[0]


def test_nobody_else_describes_tensorflow(distribution: Install) -> None:
    distribution({"tensorflow": "toy_models:toy.json"}, {"toy_models/__init__.py": "", "toy_models/toy.json": TOY})
    known = knowledge.load()
    assert known.lookup("tensorflow.ones").known
    assert known.problems == []
    with pytest.raises(PluginError, match="which is described by hybridize itself"):
        installed()["tensorflow"].read()


def test_the_examples_of_the_page_work(tmp_path: Path, distribution: Install) -> None:
    page = Path(__file__).parents[2].joinpath("docs", "frameworks.md").read_text(encoding="utf-8")
    content = re.findall(r"```json\n(.*?)```", page.partition("hybridize.models")[2], re.DOTALL)[-1]
    helpers, entry = re.findall(r"```toml\n(.*?)```", page, re.DOTALL)
    (tmp_path / "pyproject.toml").write_text(helpers, encoding="utf-8")
    config = load_config(tmp_path)
    assert config.errors == () and len(config.analysis["models"]) == helpers.count("\n") - 1
    name, value = re.findall(r'^(\w+) = "(.*)"', entry, re.MULTILINE)[0]
    distribution({name: value}, {"toy_models/__init__.py": "", "toy_models/toy.json": content})
    known = knowledge.load()
    assert known.method("tensor", "cuda") is None, "the model is read when the package is asked about"
    jit = known.lookup("toy.compiler.jit")
    assert known.problems == []
    assert jit.tags == {"hybridizes"}
    assert known.method("tensor", "cuda").name == "toy.Tensor.cuda"
    assert known.framework("toy.add").decorator == "toy.jit"
    assert known.problems == []


def test_threads_that_ask_at_once_all_get_the_model(monkeypatch: pytest.MonkeyPatch) -> None:
    begun, go_on = threading.Event(), threading.Event()
    model = {"symbols": {"toy.f": {"returns": "tensor"}}, "hooks": {}, "policies": {}}
    reads: list[str] = []

    class Slow:
        """A plug-in whose model takes its time."""

        class entry:
            name = "toy"

        def read(self) -> dict[str, object]:
            reads.append("toy")
            begun.set()
            assert go_on.wait(10)
            return model

    known = knowledge.Knowledge({}, lambda: {"toy": Slow()})  # type: ignore[dict-item, return-value]
    with ThreadPoolExecutor(3) as pool:
        answers = [pool.submit(known.lookup, "toy.f") for _ in range(3)]
        assert begun.wait(10)
        go_on.set()
        found = [answer.result(10) for answer in answers]
    assert reads == ["toy"]
    assert [symbol is not None and symbol.returns.name for symbol in found] == ["tensor"] * 3
