"""The layers that are called with symbolic tensors: who knows of them, and hands that on."""

from __future__ import annotations

from hybridize.inference.domain.fields import Slot
from tests.inference.state.parts import context, source


def test_what_is_known_flows_on_whenever_it_comes() -> None:
    module = source("class Early: pass\nclass Late: pass\nclass Model: pass\n")
    symbolic, heap = module.analysis.symbolic, module.analysis.heap
    maker, caller = context(1), context(2)
    early, late, model = (module.instance(name, maker) for name in ("Early", "Late", "Model"))
    symbolic.add(maker, early.single)
    symbolic.lead(maker, caller)
    symbolic.lead(caller, model)
    assert heap.read(model, Slot.SYMBOLIC, caller) == early.single
    symbolic.add(maker, late.single)
    assert heap.read(model, Slot.SYMBOLIC, caller) == early.single | late.single
    assert symbolic.leads(maker, caller) and not symbolic.leads(caller, maker)


def test_functions_that_hand_on_to_each_other_come_to_an_end() -> None:
    module = source("class Layer: pass\nclass Model: pass\n")
    symbolic, heap = module.analysis.symbolic, module.analysis.heap
    one, other = context(1), context(2)
    layer, model = module.instance("Layer", one), module.instance("Model", one)
    symbolic.lead(one, other)
    symbolic.lead(other, one)
    symbolic.lead(one, model)
    symbolic.add(other, layer.single)
    assert heap.read(model, Slot.SYMBOLIC, one) == layer.single


def test_only_who_reads_a_model_is_evaluated_again() -> None:
    module = source("class Layer: pass\nclass Model: pass\n")
    symbolic, heap, worklist = module.analysis.symbolic, module.analysis.heap, module.analysis.worklist
    maker, between, calling = context(1), context(2), context(3)
    model = module.instance("Model", maker)
    heap.read(model, Slot.SYMBOLIC, calling)
    symbolic.lead(maker, between)
    symbolic.lead(between, model)
    symbolic.add(maker, module.instance("Layer", maker).single)
    assert worklist.take() is calling
    assert not worklist
