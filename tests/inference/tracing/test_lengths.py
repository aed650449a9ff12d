"""Whether a tensor is in what a call is given: each structure is looked into once."""

from __future__ import annotations

from collections import Counter
from types import SimpleNamespace
from typing import Any, cast

import pytest
from astroid import nodes

from hybridize.inference.domain.objects import AbstractObject, Container, Value
from hybridize.inference.domain.values import TENSOR, new_interner
from hybridize.inference.python import iteration
from hybridize.inference.python.arguments import Args
from hybridize.inference.python.frame import Frame
from hybridize.inference.state.events import Events
from hybridize.inference.tracing import lengths


@pytest.mark.pure("puts another function in the place of one of a compiled module")
@pytest.mark.parametrize("inside, found", [(frozenset(), False), (TENSOR, True)])
def test_dictionaries_that_hold_one_another(monkeypatch: pytest.MonkeyPatch, inside: Value, found: bool) -> None:
    make = new_interner()
    tables = [make(Container, "dict", nodes.Const(number), None) for number in range(60)]
    asked: Counter[AbstractObject] = Counter()

    def held(frame: Frame, obj: AbstractObject) -> list[Value]:
        asked[obj] += 1
        return [*(each.single for each in tables), *([inside] if obj is tables[-1] else [])]

    monkeypatch.setattr(iteration, "held", held)
    events = Events()
    frame = cast(Frame, SimpleNamespace(analysis=SimpleNamespace(events=events)))
    call: Any = nodes.Const(0)
    lengths.called(frame, ("dims",), Args([], {"dims": tables[0].single}), call)
    assert (call in events.tensors.sized_by_values) is found
    assert max(asked.values()) == 1
