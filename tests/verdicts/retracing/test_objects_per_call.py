"""Methods and properties of objects that are made at each call: a graph of each would be traced once, and used once."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.together import Together

PARTS = re.split(
    r"^### (\S+)\n", Path(__file__).with_name("objects_per_call.txt").read_text("utf-8"), flags=re.MULTILINE
)
PROGRAMS = dict(zip(PARTS[1::2], PARTS[2::2]))
SAID = Together(PROGRAMS)


@pytest.mark.parametrize("name", PROGRAMS)
def test_no_graph_is_advised_unless_the_object_is_kept(name: str) -> None:
    advised = [each.place.line for each in SAID[name].findings if each.code == "HYB001"]
    lines = enumerate(PROGRAMS[name].splitlines(), 1)
    assert advised == [number for number, line in lines if "# expect: HYB001" in line]
