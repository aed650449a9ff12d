"""For findings alone fewer functions are judged to the end. The findings are the same, and so is what is counted."""

from __future__ import annotations

from pathlib import Path

import pytest

from hybridize.settings import AnalysisOptions, Gain
from hybridize.surfaces.analysis import Analysis, analyze_files, read_project

ROOT = Path(__file__).resolve().parents[2]


def analysed(folder: Path, whole: bool, options: AnalysisOptions) -> Analysis:
    analysis = read_project(folder, options, whole=whole)
    return analyze_files(analysis, keep=True)


@pytest.mark.slow
@pytest.mark.parametrize("gain", list(Gain), ids=lambda gain: gain.value)
def test_the_findings_are_the_same(gain: Gain) -> None:
    for folder in (ROOT / "benchmarks" / "programs", ROOT / "tests" / "cases" / "projects", ROOT / "tests" / "rules"):
        options = AnalysisOptions(include_tests=True, min_gain=gain)
        whole, alone = (analysed(folder, asked, options) for asked in (True, False))
        assert whole.findings == alone.findings
        assert whole.findings
        assert whole.statistics == alone.statistics
