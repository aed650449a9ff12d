"""Small programs that TensorFlow 2.15 (Keras 2) and 2.21 (Keras 3) ran eagerly and as graphs: the verdicts agree.

`hazards.json` says what was observed; the programs are in `hazards/`. `leave` = decorating the subject breaks or
changes the program somewhere, `hybridize` = it runs the same everywhere.
"""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from hybridize.inference import analyze
from hybridize.program import build
from hybridize.settings import AnalysisOptions
from hybridize.sources.project import load_project
from hybridize.verdicts.decide.verdicts import decide
from hybridize.verdicts.model.verdict import Verdict

HERE = Path(__file__).parent
ROWS: list[dict[str, Any]] = [r for r in json.loads((HERE / "hazards.json").read_text()) if r["style"] == "eager"]

TOO_CAREFUL = {
    "arg_numpy_float32.py": "an array is no tensor parameter by the paper's definition",
    "arg_numpy_float64_dense_layer.py": "an array is no tensor parameter by the paper's definition",
    "arg_star_args.py": "`**opts` receives a literal, which is always the same",
}
"""Programs that could be hybridized and are not: known, and on the safe side."""


def verdict_of(row: dict[str, Any], folder: Path, target: str | None = None) -> Verdict:
    shutil.copy(HERE / "hazards" / row["file"], folder)
    (folder / "setup.cfg").touch()
    options = AnalysisOptions(target_tensorflow=target)
    verdicts = decide(analyze(build(load_project(folder, options)), options), options)
    same = [v for v in verdicts if v.qualname == row["subject"]]
    return next((v for v in same if v.place.line == row["line"]), same[0])


@pytest.mark.parametrize("row", [r for r in ROWS if r["expected"] == "leave"], ids=lambda r: r["file"])
def test_what_a_graph_would_change_is_left_alone(row: dict[str, Any], tmp_path: Path) -> None:
    verdict = verdict_of(row, tmp_path)
    if "hybridize" not in row.get("acceptable", []):
        assert verdict.decision.transformation is None
        assert verdict.decision.failures or verdict.decision.hazards


@pytest.mark.parametrize("row", [r for r in ROWS if r["expected"] == "hybridize"], ids=lambda r: r["file"])
def test_what_runs_the_same_is_hybridized(row: dict[str, Any], tmp_path: Path) -> None:
    verdict = verdict_of(row, tmp_path)
    expected = None if row["file"] in TOO_CAREFUL else "hybridize"
    assert verdict.decision.transformation == expected or "leave" in row.get("acceptable", [])


@pytest.mark.parametrize("release, environment", [("2.15", "tf215k2"), ("2.21", "tf221k3")])
@pytest.mark.parametrize("row", [r for r in ROWS if "expected_by_env" in r], ids=lambda r: r["file"])
def test_a_target_decides_where_releases_differ(
    row: dict[str, Any], release: str, environment: str, tmp_path: Path
) -> None:
    verdict = verdict_of(row, tmp_path, release)
    said = "leave" if verdict.decision.transformation is None else verdict.decision.transformation
    careful = row["file"] == "two_models_sgd.py"  # two models through one optimizer, which few optimizers take
    assert said == ("leave" if careful else row["expected_by_env"][environment])
