"""The evaluator: the handlers of all constructs, wired to one another and to the fixpoint."""

from __future__ import annotations

from collections.abc import Callable

from hybridize.inference.domain.objects import Value
from hybridize.inference.models import framework_classes, outside_calls, policy, symbols
from hybridize.inference.models.materialize import materialize
from hybridize.inference.python import attributes, calls, changes, dispatch, operators, records, subscripts
from hybridize.inference.python.evaluator import TraceConditions
from hybridize.inference.state.analysis import Analysis
from hybridize.inference.state.contexts import Context
from hybridize.inference.tracing import conditions


class Interpreter:
    """The operations of the language (see `Evaluator`), each by the function that does it."""

    tracing: TraceConditions = conditions
    evaluate = staticmethod(dispatch.evaluate)
    call = staticmethod(calls.call)
    attribute = staticmethod(attributes.get)
    set_attribute = staticmethod(attributes.set_attribute)
    method = staticmethod(attributes.find_method)
    class_attribute = staticmethod(attributes.class_lookup)
    bind = staticmethod(attributes.bind)
    contents = staticmethod(attributes.contents)
    members = staticmethod(records.enum_members)
    item = staticmethod(subscripts.item)
    set_item = staticmethod(changes.set_item)
    compare = staticmethod(operators.compare)
    truth = staticmethod(operators.asked_for_truth)
    mutate = staticmethod(changes.mutate)
    call_outside = staticmethod(outside_calls.call)
    call_framework = staticmethod(framework_classes.call)
    construct = staticmethod(framework_classes.construct)
    note_construction = staticmethod(framework_classes.note_construction)
    apply = staticmethod(symbols.apply)
    materialize = staticmethod(materialize)
    note_effect = staticmethod(symbols.note_effect)
    unseen = staticmethod(policy.met)
    unseen_decorator = staticmethod(policy.decorated)
    unseen_class_decorator = staticmethod(policy.decorated_class)
    given_by = staticmethod(policy.given_by)

    def __init__(
        self, analysis: Analysis, run: Callable[[Context], None], result_of: Callable[[Context, Context], Value]
    ) -> None:
        self.analysis = analysis
        self.run = run
        self.result_of = result_of
