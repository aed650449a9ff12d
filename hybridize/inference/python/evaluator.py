"""What the handlers of Python's constructs need from one another, as one protocol.

A handler reaches the others through `frame.evaluator`, so that modules of handlers do not import each other. The driver
makes the one object behind it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol

from astroid import nodes

from hybridize.frameworks.kinds import Kind
from hybridize.frameworks.knowledge import Symbol
from hybridize.inference.domain.objects import AbstractObject, ClassObject, Instance, Value
from hybridize.inference.domain.tensors import Tensor
from hybridize.inference.python.arguments import Args
from hybridize.inference.state.analysis import Analysis
from hybridize.inference.state.assumptions import Use
from hybridize.inference.state.contexts import Context

if TYPE_CHECKING:
    from hybridize.inference.python.frame import Frame

Method = Callable[["Frame", Any, Args, nodes.NodeNG], "Value | None"]
"""What a method does, of which the receiver is given; where it gives None, the framework data says what it does."""
Methods = dict[tuple[str, str, type[AbstractObject]], Method]
"""Handlers of methods that the project does not define.

By the kind or class that has the method (empty: any), its name, and the kind of the receiver (`AbstractObject`: any).
"""


class TraceConditions(Protocol):
    """What works eagerly and not, or not the same, in a trace: each method is told of one construct."""

    def conditional(self, frame: Frame, test: Value, node: nodes.If | nodes.IfExp) -> None:
        """An `if` on `test`."""

    def loop(self, frame: Frame, over: Value, node: nodes.For | nodes.While) -> None:
        """A loop over a value, or while it holds."""

    def is_staged(self, frame: Frame, call: nodes.Call) -> bool:
        """Whether a call that AutoGraph converts gives a tensor in a graph."""

    def assigned(self, frame: Frame, region: nodes.NodeNG) -> Collection[str]:
        """The names that a condition or loop assigns."""

    def branches(self, frame: Frame, node: nodes.If, ends: Sequence[Mapping[str, Value] | None]) -> None:
        """What the names hold at the end of each side of an `if`; None where a side does not come to its end."""

    def rounds(
        self, frame: Frame, node: nodes.For | nodes.While, before: Mapping[str, Value], after: Mapping[str, Value]
    ) -> None:
        """What the names hold before a loop, and after any number of rounds."""

    def returned(self, frame: Frame, node: nodes.Return, value: Value) -> None:
        """A `return`, where a condition on a tensor has been met before."""

    def text(self, frame: Frame, value: Value, node: nodes.NodeNG) -> None:
        """A value in an f-string."""

    def shown(self, frame: Frame, value: Value, node: nodes.NodeNG) -> None:
        """The text of an object that is no tensor."""

    def membership(self, frame: Frame, operator: str, left: Value, right: Value, node: nodes.NodeNG) -> None:
        """A comparison, which may be `left in right`."""

    def dropped(self, frame: Frame, value: Value, node: nodes.Expr) -> None:
        """A result that is thrown away."""

    def name_argument(self, frame: Frame, symbol: Symbol, args: Args, node: nodes.NodeNG) -> None:
        """`name=` of an operation."""

    def is_named(self, name: str) -> bool:
        """Whether what is made under a qualified name has a name after which a graph names its operations."""

    def named(self, frame: Frame, name: str, args: Args, node: nodes.NodeNG) -> None:
        """A call that makes such an object, or initializes it."""

    def sizing(self, symbol: Symbol) -> tuple[str, ...]:
        """The parameters that say how long the result of a function is."""

    def computed(self, frame: Frame, args: Args, node: nodes.NodeNG) -> None:
        """An operation of TensorFlow."""

    def sized(self, frame: Frame, names: tuple[str, ...], args: Args, node: nodes.NodeNG) -> None:
        """A call of such a function."""

    def taken(self, frame: Frame, tensor: Tensor, index: Value, node: nodes.NodeNG) -> None:
        """`tensor[index]`."""

    def found(self, frame: Frame, cls: str, node: nodes.NodeNG) -> None:
        """`table[key]` of an object of the class `cls` of a framework."""

    def taken_from(self, frame: Frame, over: Value, node: nodes.NodeNG) -> None:
        """Elements that a loop or call at a node takes from a data set."""

    def is_special(self, name: str) -> bool:
        """Whether `external_call` has anything to say about a symbol of this name."""

    def external_call(
        self, frame: Frame, symbol: Symbol, args: Args, node: nodes.NodeNG, receiver: AbstractObject | None
    ) -> None:
        """A call of something that the framework data describes."""

    def function_attribute(self, frame: Frame, obj: AbstractObject, name: str, node: nodes.NodeNG) -> None:
        """An attribute of a function or method of the project."""

    def functions_passed(self, frame: Frame, name: str, args: Args, node: nodes.NodeNG) -> None:
        """A call of a function or class outside the project, which may get functions of the project."""

    def functions_kept(self, frame: Frame, owner: str, name: str, args: Args, node: nodes.NodeNG) -> None:
        """A call of a method that the project does not define, which may keep functions of the project."""

    def uncovered(self, frame: Frame, node: nodes.NodeNG, what: str) -> None:
        """A construct of which no run shows that it does the same in a trace; `what` names it."""

    def comprehended(self, frame: Frame, source: Value, node: nodes.NodeNG) -> None:
        """What a comprehension goes over."""

    def filtered(self, frame: Frame, condition: Value, node: nodes.NodeNG) -> None:
        """A condition in a comprehension."""

    def displayed(self, frame: Frame, value: Value, node: nodes.NodeNG) -> None:
        """The elements of a value in a display: `[*value]`."""

    def hashed(self, frame: Frame, value: Value, node: nodes.NodeNG) -> None:
        """A value of which the hash is asked: a key, a member of a set."""

    def combined(self, frame: Frame, operator: str, left: Value, right: Value, node: nodes.NodeNG) -> None:
        """The operands of a binary operator."""

    def signed(self, frame: Frame, operator: str, value: Value, node: nodes.NodeNG) -> None:
        """The operand of `-`, `+` or `~`."""

    def tested(self, frame: Frame, value: Value, node: nodes.NodeNG) -> None:
        """A condition, or an operand of `not`, `and` or `or`."""

    def indexed(self, frame: Frame, index: Value, node: nodes.NodeNG) -> None:
        """An index, or a bound of a slice."""

    def read_at(self, frame: Frame, value: Value, index: Value, node: nodes.NodeNG) -> None:
        """`value[index]`."""

    def written_at(self, frame: Frame, obj_value: Value, index: Value, value: Value, node: nodes.NodeNG) -> None:
        """`obj[index] = value`, or with no value `del obj[index]`."""

    def stored(
        self, frame: Frame, target: nodes.NodeNG, owners: Value, value: Value, index: Value | None = None
    ) -> None:
        """A value that was just assigned to an attribute of the owners, or to an item of them."""

    def matched(self, frame: Frame, value: Value, pattern: nodes.NodeNG) -> None:
        """A value that a pattern of `match` is compared with."""

    def decided(self, frame: Frame, parts: Sequence[tuple[nodes.NodeNG, Value]], node: nodes.BoolOp) -> None:
        """The operands of `and` or `or`, as far as they are evaluated."""

    def asked_for_truth(self, frame: Frame, value: Value, node: nodes.NodeNG) -> None:
        """A value of which `not` or `assert` asks whether it is true."""

    def raised(self, frame: Frame, exception: Value, node: nodes.NodeNG) -> None:
        """An exception that is raised, and how it is written."""

    def caught(self, frame: Frame, node: nodes.Try) -> None:
        """A `try` statement that has been evaluated."""

    def left(self, frame: Frame, method: Value, node: nodes.NodeNG) -> None:
        """A block ends, whose manager has an `__exit__` of the project."""

    def made_in_loop(self, frame: Frame, node: nodes.Lambda) -> None:
        """A lambda, which may be made anew in each round of a loop."""

    def attribute(self, frame: Frame, owner: str, name: str, node: nodes.NodeNG) -> None:
        """An attribute of something that the framework data describes: its class or kind, and its name."""

    def outside_call(
        self, frame: Frame, symbol: Symbol, args: Args, node: nodes.NodeNG, receiver: AbstractObject | None
    ) -> None:
        """The same, once the call is evaluated: its callbacks are known."""


class Evaluator(Protocol):
    """Evaluates contexts, and in them every operation of the language."""

    @property
    def analysis(self) -> Analysis:
        """The state that the evaluation reads and extends."""

    @property
    def tracing(self) -> TraceConditions:
        """Is told of each construct that may do another thing in a trace."""

    # Contexts

    def run(self, context: Context) -> None:
        """Evaluate the body of a context now."""

    def result_of(self, context: Context, caller: Context) -> Value:
        """The result of a context, evaluating it when it has not been; the caller depends on it."""

    # Operations

    def evaluate(self, frame: Frame, node: nodes.NodeNG) -> Value:
        """The value of an expression; BOTTOM where the code is unreachable or nothing is known yet."""

    def call(
        self, frame: Frame, callee: Value, args: Args, node: nodes.NodeNG, hybrid: bool = False, effects: bool = True
    ) -> Value:
        """Call all of `callee`. `hybrid`: the framework traces it; `effects` False: they are not the caller's."""

    def attribute(self, frame: Frame, value: Value, name: str, node: nodes.NodeNG) -> Value:
        """`value.name`."""

    def set_attribute(
        self,
        frame: Frame,
        obj: AbstractObject,
        name: str,
        value: Value,
        node: nodes.NodeNG,
        target: nodes.NodeNG | None = None,
    ) -> None:
        """`obj.name = value`."""

    def method(self, frame: Frame, obj: AbstractObject, name: str) -> Value:
        """The project's method `name` of an object, bound; BOTTOM when no class of the project defines it."""

    def class_attribute(self, frame: Frame, cls: ClassObject, name: str) -> Value:
        """The raw attribute of the first class in the MRO of `cls` that has it."""

    def bind(
        self,
        frame: Frame,
        raw: Value,
        receiver: Instance | AbstractObject | None,
        cls: ClassObject,
        node: nodes.NodeNG,
    ) -> Value:
        """What a class attribute becomes when it is read through an instance (`receiver` None: through the class)."""

    def contents(self, frame: Frame, obj: AbstractObject) -> Value:
        """The container inside an object whose class derives from `list`, `dict` or the like."""

    def members(self, frame: Frame, cls: ClassObject) -> Value:
        """The members of an enumeration."""

    def item(self, frame: Frame, value: Value, index: Value, node: nodes.NodeNG) -> Value:
        """`value[index]`."""

    def set_item(
        self,
        frame: Frame,
        obj: AbstractObject,
        index: Value,
        value: Value,
        node: nodes.NodeNG,
        target: nodes.Subscript | None,
    ) -> None:
        """`obj[index] = value`; `target` is None where it is not written as a subscript."""

    def compare(self, frame: Frame, operator: str, left: Value, right: Value, node: nodes.NodeNG) -> Value:
        """`left operator right`, giving a tensor, an array or a bool."""

    def truth(self, frame: Frame, value: Value, node: nodes.NodeNG) -> None:
        """A condition on objects of the project runs their `__bool__`, or else `__len__`."""

    def mutate(
        self, frame: Frame, obj: AbstractObject, node: nodes.NodeNG, message: str, certain: bool = True
    ) -> None:
        """Record that an object is changed in place; what cannot be changed in place is ignored.

        `certain`: nothing else arrives there that is not changed.
        """

    # What the project does not define: see `models.outside_calls`, `models.framework_classes`, `models.symbols`

    def call_outside(self, frame: Frame, obj: AbstractObject, args: Args, node: nodes.NodeNG) -> Value:
        """Call a function, a class, an instance or a method that the project does not define."""

    def call_framework(
        self, frame: Frame, instance: Instance, args: Args, node: nodes.NodeNG, hybrid: bool = False
    ) -> Value:
        """What `__call__` of a framework base class does with an instance of a project class."""

    def construct(self, frame: Frame, instance: Instance, args: Args) -> None:
        """The constructors of the framework classes that the class of an object derives from."""

    def note_construction(self, frame: Frame, cls: ClassObject, node: nodes.NodeNG) -> None:
        """Note that each new object of a class makes variables, where a framework class above it does so."""

    def apply(
        self, frame: Frame, symbol: Symbol, args: Args, node: nodes.NodeNG, receiver: AbstractObject | None
    ) -> Value:
        """The result of calling something that the framework data describes, with its effects and callbacks."""

    def materialize(
        self,
        frame: Frame,
        kind: Kind,
        node: nodes.NodeNG,
        args: Args | None,
        receiver: AbstractObject | None,
        results: dict[str, Value] | None = None,
    ) -> Value:
        """The value that the framework data describes as `kind`, made at `node`."""

    def note_effect(
        self, frame: Frame, symbol: Symbol, args: Args, node: nodes.NodeNG, receiver: AbstractObject | None
    ) -> None:
        """Record the side effect that a described function or method has."""

    # What cannot be seen: see `models.policy`

    def unseen(self, frame: Frame, use: Use, obj: AbstractObject, node: nodes.NodeNG, member: str = "") -> None:
        """Note what follows from a use of something that the project does not define; nothing where it is known."""

    def unseen_decorator(
        self, frame: Frame, function: nodes.FunctionDef, node: nodes.NodeNG, decorator: Value | None
    ) -> None:
        """Note that a decorator is taken to return the function as it is; None: one of the project, not followed."""

    def unseen_class_decorator(
        self, frame: Frame, cls: nodes.ClassDef, node: nodes.NodeNG, decorator: Value, made: Value
    ) -> None:
        """The same of a decorator of a class, which made something unknown of it."""

    def given_by(self, frame: Frame, name: str) -> Value:
        """What something outside the project gives that nothing is known of, by its qualified name."""
