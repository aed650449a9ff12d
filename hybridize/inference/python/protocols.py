"""Special methods that builtins and operators call on objects of the project: `__str__`, `__lt__`, `__hash__` …"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from astroid import nodes

from hybridize.inference.domain.objects import Container, Instance, TupleObject, Value
from hybridize.inference.domain.queries import has, select
from hybridize.inference.domain.values import INT, STR, join
from hybridize.inference.python import iteration
from hybridize.inference.python.arguments import Args
from hybridize.inference.python.frame import Frame

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
    "builtins.bytes": ("__bytes__",),
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
_CONVERTING = (
    "math.", "numpy.", "operator.", "scipy.", "tensorflow.", "builtins.bin", "builtins.chr", "builtins.range"
)  # fmt: skip
"""How the names of functions begin that convert whatever they get."""
_CONVERSIONS = ("__tf_tensor__", "__array__", "__float__", "__index__")
"""The special methods by which an object becomes a tensor, an array or a number."""
_SPECIFIERS = {"%s": TEXT, "%r": ("__repr__",), "%d": ("__int__", "__index__"), "%f": ("__float__",)}


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
            takes = names[0] in ("__format__", "__deepcopy__")
            run(frame, value, names, Args([STR]) if takes else Args(), node)


def used_as_index(frame: Frame, index: Value, node: nodes.NodeNG) -> None:
    """`items[index]`: a sequence asks for the number that the index stands for, a dictionary for its hash."""
    if has(index, Instance):
        run(frame, index, ("__index__", "__hash__"), Args(), node)


def formatted(frame: Frame, value: Value, node: nodes.NodeNG, names: Sequence[str] = FORMAT) -> None:
    """`f"{value}"`, `"{}".format(value)`."""
    if has(value, Instance):
        run(frame, value, names[:1], Args([STR] if names[0] == "__format__" else []), node)
        plain = [obj.single for obj in select(value, Instance) if not frame.evaluator.method(frame, obj, names[0])]
        run(frame, join(plain), names[1:], Args(), node)


def interpolated(frame: Frame, template: str, value: Value, node: nodes.NodeNG) -> None:
    """`template % value`."""
    inside = [each for obj in select(value, TupleObject) for each in obj.items]
    every = join([value, *inside])
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
    if not has(sought, Instance):
        return
    for obj in container:
        if isinstance(obj, Container) and obj.type not in ("list", "deque"):
            run(frame, sought, ("__hash__",), Args(), node)
        if isinstance(obj, (Container, TupleObject)):
            run(frame, sought, ("__eq__",), Args([iteration.elements(frame, obj.single, node, consume=False)]), node)


def added(frame: Frame, elements: Value, node: nodes.NodeNG) -> None:
    """`sum`: the first element is added to a number, the others to what came before."""
    if has(elements, Instance):
        run(frame, elements, ("__radd__",), Args([INT]), node)
        run(frame, elements, ("__add__",), Args([elements]), node)
