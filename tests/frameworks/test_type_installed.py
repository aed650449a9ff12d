"""The rules of types against the installed release: calls that the rules were not made of must not contradict them."""

from __future__ import annotations

import hashlib
import sys
from pathlib import Path

import pytest

from hybridize.frameworks.generate import calling, frequency, type_rules
from hybridize.frameworks.knowledge import load
from hybridize.frameworks.tensor_types.rules import entries

SEED = 20
"""Not one that the rules were made with."""
FUNCTIONS, WRITTEN, CALLS = 70, 20, 3


@pytest.mark.slow
def test_calls_that_were_held_out_contradict_no_rule(tmp_path: Path) -> None:
    pytest.importorskip("tensorflow")

    def drawn(name: str) -> str:
        return hashlib.sha256(name.encode()).hexdigest()

    known = load()
    names = sorted((name for name in list(frequency.kept())[:400] if name in entries()), key=drawn)
    chosen = [name for name in names if not calling.is_layer(name, known)][:FUNCTIONS]
    chosen += [name for name in names if calling.is_layer(name, known)][:8]
    chosen += sorted(type_rules.read_written().keys() - set(chosen), key=drawn)[:WRITTEN]
    results = tmp_path / "calls.json"
    calling.called(Path(sys.executable), calling.tasks(chosen, known, SEED, CALLS, 0.5), results)
    seen = type_rules.Seen([results], known)
    assert sum(bool(given) for given in seen.cases.values()) >= 50
    assert not seen.check()
