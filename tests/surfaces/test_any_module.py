"""Runs of the command over any modules that Python parses: where nothing is to be fixed no byte changes."""

from __future__ import annotations

import tempfile
from pathlib import Path

import pytest
from fixes.test_any_module import GRAMMAR, NODES, readable
from fixes.test_properties import modules
from hypothesis import HealthCheck, given, settings
from surfaces.conftest import written

from hybridize.surfaces.cli import main

SOURCES = {"layout": modules(), "grammar": GRAMMAR, "nodes": NODES}


@pytest.mark.slow
@pytest.mark.parametrize("source", SOURCES)
def test_any_module_survives_a_run_without_findings(source: str, capfd: pytest.CaptureFixture[str]) -> None:
    @settings(max_examples=15, suppress_health_check=list(HealthCheck))
    @given(SOURCES[source])
    def survive(module: str | bytes) -> None:
        data = module if isinstance(module, bytes) else readable(module)
        with tempfile.TemporaryDirectory() as name:
            (Path(name) / "pyproject.toml").touch()
            (Path(name) / "module.py").write_bytes(data)
            before = written(Path(name))
            status = main(["--fix", "--unsafe-fixes", "--no-cache", "--root", name, name])
            assert (status, capfd.readouterr().out) == (0, "")
            assert written(Path(name)) == before

    survive()
