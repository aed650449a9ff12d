"""What happens once for all calls, or outside of graphs only, since a test stands before it.

"If it is not there, make it" is how state is made that is kept: `if self.v is None: self.v = make()`,
`if name not in self.parts: …`, `if not hasattr(self, "v"): …`, `if not self.built: self.build()`, `try: self.v except
AttributeError: …`, `self.v = self.v or make()`, a flag that is turned, an early return. All that stands behind such a
test happens with the first call, or the first trace, and is as it is meant to be. The same holds for what only eager
code reaches: `if tf.executing_eagerly(): …`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from astroid import nodes

from hybridize.program.guards import parts
from hybridize.program.memory import remembered
from hybridize.program.own_objects import is_made_new
from hybridize.program.scopes import parameter_names
from hybridize.program.second_run import comes_again
from hybridize.program.syntax import Spelling, last_name, preceding, spelled

_LEAVING = (nodes.Return, nodes.Raise, nodes.Continue)
_SCOPES = (nodes.FunctionDef, nodes.Lambda, nodes.ClassDef, nodes.Module)


@remembered
def is_guarded(
    node: nodes.NodeNG, called: nodes.NodeNG | None = None, renewed: frozenset[str] = frozenset()
) -> bool:
    """Whether a statement or call happens once for all calls of its function, or outside of graphs only.

    `called`: the function of the project that the call leads to. `renewed`: the parameters that get another object each
    time.
    """
    return is_eager_only(node) or not comes_again(node, called, renewed)


def new_arguments(statements: Sequence[nodes.NodeNG]) -> list[frozenset[str]]:
    """For each statement the parameters of the function around it that get a new object in each call.

    `statements`: the calls that lead to a place, and what stands there.
    """
    found: list[frozenset[str]] = []
    above: frozenset[str] = frozenset()
    for call, statement in zip((None, *statements), statements, strict=False):
        function = statement.frame()
        known = isinstance(call, nodes.Call) and isinstance(function, nodes.FunctionDef)
        above = frozenset(
            name
            for name, given in (_arguments(call, function) if known else ())
            if is_made_new(given) or (isinstance(given, nodes.Name) and given.name in above)
        )
        found.append(above)
    return found


def _arguments(call: nodes.Call, function: nodes.FunctionDef) -> Iterator[tuple[str, nodes.NodeNG]]:
    receiver = [call.func.expr] if function.is_method() and isinstance(call.func, nodes.Attribute) else []
    yield from zip(parameter_names(function), (*receiver, *call.args), strict=False)
    yield from ((each.arg, each.value) for each in call.keywords if each.arg is not None)


def tests_before(node: nodes.NodeNG) -> Iterator[tuple[nodes.NodeNG, bool]]:
    """The single tests that stand before a place, with how they came out."""
    child, parent = node, node.parent
    while parent is not None and not isinstance(child, _SCOPES):
        for test, outcome in _before(child, parent):
            for single, holds in parts(test, outcome):
                if single is not None:
                    yield single, holds
                    yield from _asked_by(single, holds)
        child, parent = parent, parent.parent


def _asked_by(name: nodes.NodeNG, holds: bool) -> Iterator[tuple[nodes.NodeNG, bool]]:
    """The tests whose outcome a local name keeps: `show = self.verbose and self.first`, and then `if show: …`."""
    held = [each.parent for each in _bindings(name)] if isinstance(name, nodes.Name) else []
    if len(held) == 1 and isinstance(held[0], nodes.Assign) and len(held[0].targets) == 1:
        for single, truth in parts(held[0].value, holds):
            if single is not None:
                yield single, truth


def is_for_debugging(node: nodes.NodeNG) -> bool:
    """Whether a flag stands before a place that by its name asks for debugging, or for eager execution.

    `if self.config.debug_mode: …`, `if params["run_eagerly"]: …`: who turns it on lets the function run eagerly.
    """
    return any(holds and _names_debugging(single) for single, holds in tests_before(node))


def is_for_arrays(node: nodes.NodeNG) -> bool:
    """Whether a test before a place has found that something is no tensor: what is given an array gives one back.

    `if not tf.is_tensor(edges): edges = updated.numpy()`.
    """
    return any(
        isinstance(single, nodes.Call) and last_name(single.func) == "is_tensor" and not holds
        for single, holds in tests_before(node)
    )


def is_kept_in_file(node: nodes.NodeNG) -> bool:
    """Whether a file that is missing is written once, and read from then on, in one of two branches that hold a place.

    `if not os.path.exists(path): rows = draw(); np.save(path, rows)`, and else `rows = np.load(path)`.
    """
    child, parent = node, node.parent
    while parent is not None and not isinstance(child, _SCOPES):
        if isinstance(parent, nodes.If) and child is not parent.test:
            for single, holds in parts(parent.test, True):
                path = _asked_for(single) if single is not None else ()
                made = parent.orelse if holds else parent.body
                if path and any(_is_handed(path, call) for each in made for call in each.nodes_of_class(nodes.Call)):
                    return True
        child, parent = parent, parent.parent
    return False


def _asked_for(test: nodes.NodeNG) -> Spelling:
    """The path that a test asks whether there is something: `os.path.exists(path)`, `path.exists()`."""
    if not isinstance(test, nodes.Call) or last_name(test.func) not in _FINDING:
        return ()
    asked = test.args[0] if test.args else getattr(test.func, "expr", test)
    return spelled(asked)


def _is_handed(path: Spelling, call: nodes.Call) -> bool:
    given = (*call.args, *(keyword.value for keyword in call.keywords), getattr(call.func, "expr", None))
    return any(each is not None and spelled(each) == path for each in given)


_FINDING = frozenset({"exists", "isfile", "is_file"})
"""What asks whether there is a file at a path."""


def _names_debugging(test: nodes.NodeNG) -> bool:
    place = spelled(test)
    name = place[-1] if place else ""
    words = {word.lower() for word in str(name[1] if isinstance(name, tuple) else name).split("_")}
    return not words.isdisjoint(_DEBUGGING) and words.isdisjoint(_NEGATING)


_DEBUGGING = frozenset({"debug", "debugging", "eager", "eagerly"})
_NEGATING = frozenset({"disable", "disabled", "no", "non", "not", "without"})


def is_behind_variable(node: nodes.NodeNG) -> bool:
    """Whether a variable lets a statement or call run once, as a graph, too: `if not done: …; done.assign(True)`."""
    child, parent = node, node.parent
    while parent is not None and not isinstance(child, _SCOPES):
        if isinstance(parent, nodes.If) and child in parent.body and any(_turns(parent.test, s) for s in parent.body):
            return True
        child, parent = parent, parent.parent
    return False


def _turns(test: nodes.NodeNG, statement: nodes.NodeNG) -> bool:
    """Whether a statement assigns the Boolean variable that a test asks, so that it does not hold again."""
    negated = isinstance(test, nodes.UnaryOp) and test.op == "not"
    flag = test.operand if negated else test
    call = statement.value if isinstance(statement, nodes.Expr) else None
    if not isinstance(call, nodes.Call) or not isinstance(call.func, nodes.Attribute) or len(call.args) != 1:
        return False
    value = call.args[0].value if isinstance(call.args[0], nodes.Const) else None
    same = bool(spelled(flag)) and spelled(call.func.expr) == spelled(flag)
    return same and call.func.attrname == "assign" and value is negated


@remembered
def is_eager_only(node: nodes.NodeNG) -> bool:
    """Whether a statement or call is reached outside of graphs only: `if tf.executing_eagerly(): …`."""
    child, parent = node, node.parent
    while parent is not None and not isinstance(child, _SCOPES):
        for test, outcome in _before(child, parent):
            if any(single is not None and _runs_eagerly(single, holds) for single, holds in parts(test, outcome)):
                return True
        child, parent = parent, parent.parent
    return False


def _runs_eagerly(test: nodes.NodeNG, holds: bool) -> bool:
    return isinstance(test, nodes.Call) and _EAGERLY.get(last_name(test.func)) is holds


_EAGERLY = {"executing_eagerly": True, "inside_function": False}
"""Functions of TensorFlow that tell whether code runs eagerly, with what they answer then."""


def _before(child: nodes.NodeNG, parent: nodes.NodeNG) -> Iterator[tuple[nodes.NodeNG, bool]]:
    """The tests that stand before a part of `parent`, and how they came out."""
    if isinstance(parent, (nodes.If, nodes.IfExp)) and child is not parent.test:
        yield parent.test, child in parent.body if isinstance(parent, nodes.If) else child is parent.body
    if isinstance(parent, nodes.BoolOp) and child is not parent.values[0]:
        for value in parent.values[: parent.values.index(child)]:
            yield value, parent.op == "and"
    for earlier in preceding(child):
        if isinstance(earlier, nodes.If) and not earlier.orelse and isinstance(earlier.body[-1], _LEAVING):
            yield earlier.test, False


def _bindings(name: nodes.Name) -> list[nodes.NodeNG]:
    return list(name.scope().locals.get(name.name, ()))


def casts_itself(node: nodes.NodeNG) -> bool:
    """`self.v = tf.cast(self.v, dtype)`, which gives back the same tensor where that is its dtype already."""
    if not isinstance(node, nodes.Assign) or not isinstance(node.value, nodes.Call) or not node.value.args:
        return False
    place = spelled(node.value.args[0])
    casting = last_name(node.value.func) in ("cast", "convert_to_tensor")
    return casting and bool(place) and [spelled(target) for target in node.targets] == [place]
