"""Special methods that builtins, operators and packages call on objects: `__str__`, `__lt__`, `__hash__`, `__array__` …

Those of the project's own objects run. What those of objects do that cannot be seen is assumed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from astroid import nodes

from hybridize.frameworks.knowledge import Symbol
from hybridize.inference.domain.objects import (
    AbstractObject,
    Bound,
    ClassObject,
    Container,
    External,
    ExternalInstance,
    Function,
    Hybrid,
    Instance,
    MethodKind,
    Partial,
    TupleObject,
    Unknown,
    Value,
)
from hybridize.inference.domain.queries import has, select
from hybridize.inference.domain.values import BOTTOM, INT, STR, UNKNOWN_RESULT, join
from hybridize.inference.python import iteration
from hybridize.inference.python.arguments import Args
from hybridize.inference.python.frame import Frame
from hybridize.inference.state.assumptions import Use

TEXT = ("__str__", "__repr__")
"""What `str` calls: the first that the class has."""
FORMAT = ("__format__", *TEXT)
"""What an f-string and `str.format` call."""
_CALLED: Mapping[str, Sequence[str]] = {
    "builtins.str": TEXT,
    "builtins.print": TEXT,
    "builtins.repr": ("__repr__",),
    "builtins.format": FORMAT,
    "builtins.int": ("__int__", "__index__", "__trunc__"),
    "builtins.float": ("__float__", "__index__"),
    "builtins.complex": ("__complex__", "__float__"),
    "builtins.bytes": ("__bytes__", "__index__", "__iter__"),
    "builtins.dict": ("keys", "__iter__"),
    "builtins.hex": ("__index__",),
    "builtins.oct": ("__index__",),
    "builtins.divmod": ("__divmod__",),
    "builtins.pow": ("__pow__",),
    "builtins.hasattr": ("__getattr__",),
    "builtins.round": ("__round__",),
    "builtins.hash": ("__hash__",),
    "builtins.dir": ("__dir__",),
    "math.floor": ("__floor__",),
    "math.ceil": ("__ceil__",),
    "math.trunc": ("__trunc__",),
    "os.fspath": ("__fspath__",),
    "copy.copy": ("__copy__", "__reduce__"),
    "copy.deepcopy": ("__deepcopy__", "__reduce__"),
}
"""The special methods that functions call on their arguments; of several the first that the class has."""
_INSIDE: Mapping[str, Sequence[str]] = {
    **dict.fromkeys(("builtins.str", "builtins.repr", "builtins.format"), ("__repr__",)),
    **dict.fromkeys(("builtins.dict", "builtins.frozenset", "builtins.set"), ("__hash__",)),
}
"""The special methods that functions call on what is in the lists and dictionaries that they are given."""
_CONVERTING = (
    "math.", "numpy.", "operator.", "scipy.", "tensorflow.", "builtins.bin", "builtins.chr", "builtins.range"
)  # fmt: skip
"""How the names of functions begin that convert whatever they get."""
_CONVERSIONS = ("__tf_tensor__", "__array__", "__float__", "__index__")
"""The special methods by which an object becomes a tensor, an array or a number."""
_SPECIFIERS = {"%s": TEXT, "%r": ("__repr__",), "%d": ("__int__", "__index__"), "%f": ("__float__",)}
_WITH_ARGUMENT = frozenset({"__deepcopy__", "__divmod__", "__format__", "__getattr__", "__pow__"})
"""Special methods that take something beside their object."""
_HASHING = frozenset({"Counter", "OrderedDict", "defaultdict", "dict", "frozenset", "set"})
"""Containers that find what is sought by its hash: what is in them was asked for its own when it came in."""
_EXCEPTIONS = ("Error", "Exception", "Warning")
"""How the names of Python's exceptions end."""
_OF_NUMBERS = ("keras.", "numpy.", "scipy.", "tensorflow.")
_METHODS_OF_TENSORS = ("tensorflow.Tensor.", "tensorflow.Variable.", "numpy.ndarray.")
"""How the names of functions, and of methods, begin that make tensors or arrays of what they are given."""
_NO_OPERANDS = frozenset({"dtype", "name"})
"""Parameters that say what a result is, and are no operands."""


_UNSEEN = frozenset({External, ExternalInstance, Instance, Unknown})
"""Kinds of objects of which some have special methods that cannot be seen."""
_LOOKED_AT = _UNSEEN | {Container, TupleObject}
"""The same, and what may hold such objects."""
_HOLDING_FUNCTIONS = frozenset(
    {Bound, ClassObject, Container, Function, Hybrid, Instance, MethodKind, Partial, TupleObject}
)
"""Kinds of objects that may be functions of the project, or hold some."""
_PASSING_ON = frozenset(
    f"builtins.{name}"
    for name in "isinstance issubclass type id callable super object list tuple iter next enumerate zip map filter"
    " reversed print property classmethod staticmethod getattr setattr delattr vars list.append list.extend list.insert"
    " list.__setitem__ dict.update dict.__setitem__".split()
) | frozenset(
    "collections.deque collections.deque.append collections.deque.appendleft collections.deque.extend"
    " collections.namedtuple collections.OrderedDict dataclasses.field dataclasses.replace functools.partial"
    " functools.partialmethod functools.update_wrapper functools.wraps tensorflow.Module tensorflow.function"
    " tensorflow.is_tensor types.MethodType types.SimpleNamespace typing.NamedTuple typing.cast".split()
)
"""Functions that ask what they are given for nothing: they keep it, give it back, or look at what it is."""
_PASSING_PREFIXES = ("contextlib.", "itertools.", "queue.", "tensorflow.nest.", "threading.", "typing.NamedTuple.")
_DECORATING = frozenset({"decorator-factory", "hybridizes", "passthrough-decorator"})
_KEY_ALONE = frozenset({"builtins.dict.get", "builtins.dict.pop", "builtins.dict.setdefault"})
"""Methods that ask their first argument alone."""


def asked(frame: Frame, value: Value, node: nodes.NodeNG) -> None:
    """Something asks objects to convert, compare, hash or print themselves: nobody knows what unseen ones do then."""
    for obj in value:
        if type(obj) in _UNSEEN:
            frame.evaluator.unseen(frame, Use.PROTOCOL, obj, node)


def spread(frame: Frame, value: Value, node: nodes.NodeNG) -> None:
    """`f(**value)`: a mapping is asked for its keys, and for what stands under each."""
    asked(frame, value, node)
    run(frame, value, ("keys",), Args(), node)
    run(frame, value, ("__getitem__",), Args([STR]), node)


def equal(frame: Frame, left: Value, right: Value, node: nodes.NodeNG) -> None:
    """`[a] == [b]`: what stands in the two is compared."""
    if has(left, Container, TupleObject) and has(right, Container, TupleObject):
        asked_inside(frame, left | right, node)
        inside = members_of(frame, left | right)
        run(frame, inside, ("__eq__",), Args([inside]), node)


def matched(frame: Frame, value: Value, pattern: nodes.NodeNG) -> None:
    """A pattern looks at an object: one with a value compares it."""
    asked(frame, value, pattern)
    if isinstance(pattern, nodes.MatchValue):
        run(frame, value, ("__eq__",), Args([UNKNOWN_RESULT]), pattern)


def converted(frame: Frame, value: Value, node: nodes.NodeNG) -> None:
    """A tensor, an array or a number is made of an object."""
    asked(frame, value, node)
    run(frame, value, _CONVERSIONS, Args(), node)


def asked_inside(frame: Frame, value: Value, node: nodes.NodeNG) -> None:
    """The same of all that lists, tuples and dictionaries hold."""
    asked(frame, value, node)
    if has(value, Container, TupleObject):
        asked(frame, members_of(frame, value), node)


def is_called_like_function(frame: Frame, obj: AbstractObject) -> bool:
    """Whether it is a function or class of the project, or an object with a `__call__` of the project."""
    if obj.project_function is not None or type(obj) is ClassObject:
        return True
    return type(obj) is Instance and frame.analysis.classes.binder(obj.cls, "__call__") is not None


def handed_functions(frame: Frame, symbol: Symbol, args: Args) -> Value:
    """The functions of the project that a call is given, and of which nothing tells whether it calls them."""
    if not any(type(obj) in _HOLDING_FUNCTIONS for value in args.everything() for obj in value):
        return BOTTOM
    if symbol.name in frame.analysis.knowledge.traced.modelled or _is_passing_on(symbol):
        return BOTTOM
    called = {each.parameter for each in symbol.callbacks}
    # What computes takes lists of tensors.
    inside = "computes" not in symbol.tags
    found = {
        obj
        for names, value in _named(symbol, args)
        if called.isdisjoint(names)
        for obj in (value | members_of(frame, value) if inside else value)
        if is_called_like_function(frame, obj)
    }
    return frozenset(found)


def _is_passing_on(symbol: Symbol) -> bool:
    name = symbol.name
    return name in _PASSING_ON or name.startswith(_PASSING_PREFIXES) or not symbol.tags.isdisjoint(_DECORATING)


def _named(symbol: Symbol, args: Args) -> list[tuple[set[int | str], Value]]:
    """What a call is given, with the names and positions of its parameters."""
    given: list[tuple[set[int | str], Value]] = [
        ({place, *symbol.parameters[place : place + 1]}, value) for place, value in enumerate(args.positional)
    ]
    return given + [({key}, value) for key, value in args.keywords.items()]


def asked_by_call(frame: Frame, symbol: Symbol, args: Args, node: nodes.NodeNG) -> None:
    """A function outside the project may ask all that it is given, unless it is known to ask nothing."""
    name = symbol.name
    if not any(type(obj) in _LOOKED_AT for value in args.everything() for obj in value):
        return
    if _is_passing_on(symbol):
        return
    if name.startswith("keras.") and (symbol.role == "class" or "computes" not in symbol.tags):
        # Layers, optimizers and models keep what they are made with.
        return
    called = {each.parameter for each in symbol.callbacks}
    given = _named(symbol, args)
    given = given[:1] if name in _KEY_ALONE else given
    for names, value in given:
        if called.isdisjoint(names) and _NO_OPERANDS.isdisjoint(names):
            asked_inside(frame, value, node)
            _run_inside(frame, name, value, node)


def _run_inside(frame: Frame, function: str, value: Value, node: nodes.NodeNG) -> None:
    """What a function calls of objects of the project that it is given, in lists and dictionaries too."""
    if function in _KEY_ALONE:
        run(frame, value, ("__hash__",), Args(), node)
        return
    if function.startswith("builtins.") and function.endswith(_EXCEPTIONS):
        # Whoever shows the exception asks for it.
        run(frame, value, TEXT, Args(), node)
        return
    names = _INSIDE.get(function) or (_CONVERSIONS if function.startswith(_OF_NUMBERS) else ())
    if names and has(value, Container, TupleObject):
        run(frame, members_of(frame, value), names, Args(), node)
    elif names and function.startswith(_METHODS_OF_TENSORS):
        run(frame, value, names, Args(), node)


def members_of(frame: Frame, value: Value) -> Value:
    """What stands in lists, tuples and dictionaries, however deep."""
    nested = frozenset(select(value, Container, TupleObject))
    return frame.once((iteration.leaves, nested), lambda: iteration.leaves(frame, nested)) if nested else BOTTOM


def run(frame: Frame, value: Value, names: Sequence[str], args: Args, node: nodes.NodeNG) -> None:
    """Call, of each object of the project in `value`, the first method among `names` that its class has."""
    for name in names:
        methods: list[Value] = []
        others: list[Value] = []
        for obj in select(value, Instance):
            method = frame.evaluator.method(frame, obj, name)
            (methods if method else others).append(method or obj.single)
        if methods:
            frame.evaluator.call(frame, join(methods), args, node)
        value = join(others)
        if not value:
            return


def of_call(frame: Frame, function: str, args: Args, node: nodes.NodeNG) -> None:
    """What a builtin function calls of its arguments."""
    names = _CALLED.get(function)
    if names is None:
        if function.startswith(_CONVERTING):
            for value in (*args.positional, *args.keywords.values()):
                if has(value, Instance):
                    run(frame, value, _CONVERSIONS, Args(), node)
        return
    for value in args.positional if function == "builtins.print" else args.positional[:1]:
        if has(value, Instance):
            takes = names[0] in _WITH_ARGUMENT
            run(frame, value, names, Args([STR]) if takes else Args(), node)


def used_as_index(frame: Frame, index: Value, node: nodes.NodeNG) -> None:
    """`items[index]`: a sequence asks for the number that the index stands for, a dictionary for its hash."""
    asked_inside(frame, index, node)
    if has(index, Instance):
        run(frame, index, ("__index__", "__hash__"), Args(), node)


def formatted(frame: Frame, value: Value, node: nodes.NodeNG, names: Sequence[str] = FORMAT) -> None:
    """`f"{value}"`, `"{}".format(value)`."""
    asked_inside(frame, value, node)
    if has(value, Instance):
        run(frame, value, names[:1], Args([STR] if names[0] == "__format__" else []), node)
        plain = [obj.single for obj in select(value, Instance) if not frame.evaluator.method(frame, obj, names[0])]
        run(frame, join(plain), names[1:], Args(), node)
    if has(value, Container, TupleObject):
        run(frame, members_of(frame, value), ("__repr__",), Args(), node)


def interpolated(frame: Frame, template: str, value: Value, node: nodes.NodeNG) -> None:
    """`template % value`."""
    inside = [each for obj in select(value, TupleObject) for each in obj.items]
    every = join([value, *inside])
    asked_inside(frame, every, node)
    if has(every, Instance):
        for specifier, names in _SPECIFIERS.items():
            if specifier in template:
                run(frame, every, names, Args(), node)


def ordered(frame: Frame, elements: Value, node: nodes.NodeNG) -> None:
    """`sorted`, `min` and their like compare elements."""
    if has(elements, Instance):
        run(frame, elements, ("__lt__", "__gt__"), Args([elements]), node)


def compared(frame: Frame, container: Value, sought: Value, node: nodes.NodeNG) -> None:
    """`sought in container`, `index`, `count`, `remove`: by hash, and by equality."""
    if has(container, Container, TupleObject):
        asked_inside(frame, sought, node)
        in_order = [obj for obj in select(container, Container, TupleObject) if obj.type not in _HASHING]
        inside = iteration.members(frame, frozenset(in_order))
        asked(frame, inside, node)
        run(frame, inside, ("__eq__",), Args([sought]), node)
    if not has(sought, Instance):
        return
    for obj in container:
        if isinstance(obj, Container) and obj.type in _HASHING:
            run(frame, sought, ("__hash__",), Args(), node)
        if type(obj) in (Container, TupleObject):
            run(frame, sought, ("__eq__",), Args([iteration.elements(frame, obj.single, node, consume=False)]), node)


def hashed(frame: Frame, key: Value, node: nodes.NodeNG) -> None:
    """A key of a dictionary, an element of a set."""
    asked_inside(frame, key, node)
    if has(key, Instance):
        run(frame, key, ("__hash__",), Args(), node)


def added(frame: Frame, elements: Value, node: nodes.NodeNG) -> None:
    """`sum`: the first element is added to a number, the others to what came before."""
    if has(elements, Instance):
        run(frame, elements, ("__radd__",), Args([INT]), node)
        run(frame, elements, ("__add__",), Args([elements]), node)
