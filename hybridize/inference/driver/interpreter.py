"""The evaluator: the handlers of all constructs, wired to one another and to the fixpoint."""

from __future__ import annotations

from collections.abc import Callable

from hybridize.inference.domain.objects import Value
from hybridize.inference.models import policy
from hybridize.inference.models.materialize import materialize
from hybridize.inference.python import attributes, calls, dispatch, iteration, operators, records
from hybridize.inference.state.analysis import Analysis
from hybridize.inference.state.contexts import Context


class Interpreter:
    """The operations of the language (see `Evaluator`), each by the function that does it."""

    evaluate = staticmethod(dispatch.evaluate)
    call = staticmethod(calls.call)
    attribute = staticmethod(attributes.get)
    set_attribute = staticmethod(attributes.set_attribute)
    method = staticmethod(attributes.find_method)
    class_attribute = staticmethod(attributes.class_lookup)
    bind = staticmethod(attributes.bind)
    contents = staticmethod(attributes.contents)
    members = staticmethod(records.enum_members)
    item = staticmethod(operators.subscript)
    set_item = staticmethod(calls.set_item)
    iterate = staticmethod(iteration.elements)
    operate = staticmethod(operators.binary)
    negate = staticmethod(operators.unary)
    compare = staticmethod(operators.compare)
    truth = staticmethod(operators.asked_for_truth)
    mutate = staticmethod(calls.mutate)
    apply = staticmethod(calls.apply_symbol)
    materialize = staticmethod(materialize)
    note_effect = staticmethod(calls.note_effect)
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
