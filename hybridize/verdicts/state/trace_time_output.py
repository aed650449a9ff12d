"""Output that is meant for the trace, or of no interest a second time: that a graph does not repeat it is no fault."""

from __future__ import annotations

from astroid import nodes

from hybridize.inference.domain.objects import Container, NoneObject, PythonScalar, TupleObject
from hybridize.inference.domain.queries import only, select
from hybridize.inference.facts.call_graph import Propagated, chain
from hybridize.inference.facts.facts import Facts
from hybridize.inference.facts.model import DirectEffect
from hybridize.program.flow.order import ends_in_failure, runs_before
from hybridize.program.lookup import assignment_of, bindings, builtin_name
from hybridize.program.loops import loops_around, targets
from hybridize.program.scopes import parameter_names
from hybridize.program.setting_up import constructs
from hybridize.program.syntax import last_name, spelled


def calls_print(node: nodes.NodeNG) -> bool:
    """Whether a statement calls the builtin `print`."""
    return isinstance(node, nodes.Call) and isinstance(node.func, nodes.Name) and node.func.name == "print"


def tells_of_trace(
    facts: Facts, propagated: Propagated[DirectEffect], said_to_nobody: bool, traced: bool
) -> bool:
    """Whether an effect is meant to happen with each trace, or is of no interest a second time.

    `print("Tracing")` marks the trace on purpose. A log entry or a warning of constants alone, and of what is known
    while tracing (shapes, dtypes, names, and texts, of which each has a trace of its own), says it all the first time.
    What happens before an exception, or the end of the program, happens in a trace that fails. What reads a file, or
    asks for one, changes nothing, and once may be enough. `said_to_nobody`: what is printed counts for no more than a
    log entry. `traced`: something makes the function a graph. What it prints of shapes and dtypes tells of the trace,
    and so does a constant text behind a test of settings or shapes.
    """
    effect = propagated.origin
    node = effect.node
    if any(ends_in_failure(call) for call in (propagated.via, *(each for _, each in chain(propagated, facts.graph)))):
        return True
    if effect.what == "file" and _only_reads(facts, node):
        return True
    if effect.what != "output" or not isinstance(node, nodes.Call):
        return False
    given = [*node.args, *(keyword.value for keyword in node.keywords)]
    if any(_is_caught(name) for value in given for name in value.nodes_of_class(nodes.Name)):
        return True
    texts = [each.value for value in given for each in value.nodes_of_class(nodes.Const)]
    if any(isinstance(text, str) and any(word in text.lower() for word in _OF_TRACES) for text in texts):
        return True
    if spelled(node.func) == ("warnings", "warn") or last_name(node.func) == "log_first_n":
        # It is shown once for each place, or as often as is asked for.
        return True
    shown = [value for value in given if not last_name(value).endswith("Warning")]
    if not shown:
        # An empty line between what a trace prints says nothing.
        return traced and calls_print(node)
    if calls_print(node) and not said_to_nobody:
        if not traced or not (any(map(_is_static, shown)) or _tells_of_settings(facts, node)):
            return False
    return all(_is_known(facts, each) for each in shown)


def _tells_of_settings(facts: Facts, output: nodes.NodeNG) -> bool:
    """Whether tests stand before some output that come out alike in all calls which one trace serves.

    `if mask.shape != image.shape: print("the mask is ignored")`, `if mode == "fast": print("fast mode")`: who reads it
    once knows it. A test on a tensor is none of these, nor is one of what the program changes later.
    """
    contexts = facts.contexts_of(output.frame())
    tests: list[nodes.NodeNG] = []
    parent = output.parent
    while parent is not None and not isinstance(parent, (nodes.FunctionDef, nodes.Lambda, nodes.Module)):
        if any(parent in context.summary.regions for context in contexts):
            return False
        if isinstance(parent, nodes.If):
            tests.append(parent.test)
        parent = parent.parent
    return bool(tests) and all(_is_settled(facts, test) for test in tests)


def _is_settled(facts: Facts, asked: nodes.NodeNG, depth: int = 2) -> bool:
    """Whether an expression holds nothing but arguments, shapes, names bound once, and what constructors set."""
    for each in asked.nodes_of_class((nodes.Name, nodes.Attribute, nodes.Subscript, nodes.Call)):
        if isinstance(each, nodes.Name):
            if not all(_is_bound_alike(facts, bound, each, depth) for bound in bindings(each)):
                return False
        elif isinstance(each, nodes.Attribute):
            if each.attrname not in _SPECIFIED and not _is_set_by_constructors(facts, each):
                return False
        elif isinstance(each, nodes.Call):
            if builtin_name(each.func) not in _ASKING:
                return False
        elif not isinstance(each.value, nodes.Attribute) or each.value.attrname not in _SPECIFIED:
            return False
    return True


_ASKING = frozenset({"len", "isinstance", "issubclass", "hasattr", "callable", "type"})
"""Builtins that give the same for the same objects, as far as a trace goes."""


def _is_bound_alike(facts: Facts, bound: nodes.NodeNG, name: nodes.Name, depth: int) -> bool:
    """Whether a name is an argument or a definition, or bound by a statement that gives the same in all calls."""
    if not isinstance(bound, nodes.AssignName) or isinstance(bound.parent, nodes.Arguments):
        return True
    if bound.scope() is name.scope() and not runs_before(bound, name):
        return True
    assigned = assignment_of(bound)
    if assigned is None or not assigned.plain or any(loops_around(bound)):
        return False
    if isinstance(bound.scope(), nodes.Module):
        return len(bindings(name)) == 1
    return depth > 0 and _is_settled(facts, assigned.value, depth - 1)


def _is_set_by_constructors(facts: Facts, attribute: nodes.Attribute) -> bool:
    """Whether nothing but constructors assigns an attribute, as far as is known."""
    read = facts.accesses.read_at(attribute)
    return all(constructs(writer.scope) for each in read for _, writer in facts.accesses.assignments(*each))


def _is_caught(shown: nodes.Name) -> bool:
    """Whether a name holds the error that is being handled: no run of a graph comes there, only the trace does."""
    around = shown.parent
    while around is not None and not isinstance(around, nodes.FunctionDef):
        if isinstance(around, nodes.ExceptHandler) and around.name is not None and around.name.name == shown.name:
            return True
        around = around.parent
    return False


_OF_TRACES = ("trac", "compiling", "python")
"""What texts that mark a trace on purpose have in them."""
_READING = frozenset(
    "glob.glob glob.iglob json.load os.access os.listdir os.lstat os.path.exists os.path.getatime os.path.getctime "
    "os.path.getmtime os.path.getsize os.path.isdir os.path.isfile os.path.islink os.path.lexists os.path.samefile "
    "os.readlink os.scandir os.stat os.walk pickle.load shutil.which tensorflow.io.gfile.exists "
    "tensorflow.io.gfile.glob tensorflow.io.gfile.isdir tensorflow.io.gfile.listdir tensorflow.io.gfile.stat "
    "tensorflow.io.gfile.walk".split()
)
"""Functions that tell something of files, and leave them as they are."""
_GIVEN = "keras.datasets."
"""The package whose functions give the same data each time, and keep a copy of what they fetch."""
_OPENING = frozenset({"io.open", "gzip.open", "tensorflow.io.gfile.GFile"})
_READING_METHODS = frozenset(
    "glob iterdir read read_bytes read_text readline readlines rglob seek stat __next__ close".split()
)
"""Methods of files and paths that do no more."""


def _only_reads(facts: Facts, node: nodes.NodeNG) -> bool:
    """Whether a call reads a file, or opens one to read it."""
    called = facts.callees.of(node)
    methods = facts.called_methods(node)
    if called in _READING or called.startswith(_GIVEN):
        return True
    if methods and all(each.rpartition(".")[2] in _READING_METHODS for each in methods):
        return True
    if called not in _OPENING and builtin_name(getattr(node, "func", node)) != "open":
        return False
    modes = [*(each.value for each in node.keywords if each.arg == "mode"), *node.args[1:2]]
    return all(isinstance(mode, nodes.Const) and mode.value in ("r", "rb", "rt") for mode in modes)


_SETTINGS = tuple(
    "absl.flags. absl.logging. gc. gettext. gin. keras.config. keras.utils. locale. logging. matplotlib. numpy. "
    "pandas. platform. psutil. resource.get seaborn. site. sys.getre sys.setre "
    "tensorflow.compat.v1.logging. tensorflow.config. tensorflow.debugging. tracemalloc. warnings.".split()
)
_ASKED = ("get", "uname", "times", "stat", "sched_get", "cpu_count", "path", "umask", "sysconf")


def only_sets_or_asks(facts: Facts, effect: DirectEffect) -> bool:
    """Whether a call asks the process for something, or sets what stays as the first trace has set it.

    `warnings.filterwarnings("ignore")` leaves after one trace what it leaves after many calls. What such settings do to
    a graph is another question.
    """
    if effect.what != "environment":
        return False
    called = facts.callees.of(effect.node)
    package, _, name = called.partition(".")
    return called.startswith(_SETTINGS) or (package == "os" and name.startswith(_ASKED))


def _is_known(facts: Facts, value: nodes.NodeNG) -> bool:
    """Whether what is shown is the same in all calls that one trace serves, as it is or in a text."""
    if isinstance(value, nodes.JoinedStr):
        return all(_is_known(facts, each) for each in value.values)
    if isinstance(value, nodes.FormattedValue):
        return _is_known(facts, value.value)
    if isinstance(value, nodes.BinOp) and value.op in ("+", "%"):
        return _is_known(facts, value.left) and _is_known(facts, value.right)
    if isinstance(value, nodes.Tuple):
        return all(_is_known(facts, each) for each in value.elts)
    if isinstance(value, nodes.Starred):
        value = value.value
    known = is_known_in_trace(value) or _is_text(facts, value) or _is_setting(facts, value)
    return known or _gives_texts(facts, value)


def _is_text(facts: Facts, value: nodes.NodeNG) -> bool:
    """Whether a name holds nothing but Python texts, wherever it is read; of an argument also numbers."""
    if not isinstance(value, nodes.Name):
        return False
    scope = value.scope()
    held = [facts.objects.held_by(value, each) for each in facts.contexts_of(scope)]
    argument = value.name in parameter_names(scope)
    return bool(held) and all(
        bool(found)
        and only(found, PythonScalar)
        and (argument or all(each.type == "str" for each in select(found, PythonScalar)))
        for found in held
    )


def _gives_texts(facts: Facts, value: nodes.NodeNG) -> bool:
    """Whether a parameter holds only lists, tuples and dictionaries of texts, or empty ones: `*args`, `**options`.

    A list that is no argument may hold others at each call.
    """
    if not isinstance(value, nodes.Name) or value.name not in parameter_names(value.scope()):
        return False
    held = [facts.objects.held_by(value, each) for each in facts.contexts_of(value.scope())]
    texts = (part for found in held for part in facts.objects.members(found))
    return (
        bool(held)
        and all(bool(found) and only(found, TupleObject, Container) for found in held)
        and all(only(part, PythonScalar) and all(each.builtin_type == "str" for each in part) for part in texts)
    )


def _is_setting(facts: Facts, value: nodes.NodeNG) -> bool:
    """Whether an attribute holds a Python number or text that its constructor has set."""
    if not isinstance(value, nodes.Attribute):
        return False
    held = [facts.objects.held_by(value, each) for each in facts.contexts_of(value.frame())]
    scalars = bool(held) and all(bool(found) and only(found, PythonScalar, NoneObject) for found in held)
    return scalars and _is_set_by_constructors(facts, value)


def is_known_in_trace(value: nodes.NodeNG) -> bool:
    """Whether what is shown is a constant, or what a trace knows of a tensor: its shape, dtype or name."""
    if isinstance(value, nodes.Subscript):
        # `x.shape[0]`: a number, or None.
        value = value.value
    if isinstance(value, nodes.BinOp) and value.op == "+":
        return is_known_in_trace(value.left) and is_known_in_trace(value.right)
    if isinstance(value, nodes.JoinedStr):
        return all(map(is_known_in_trace, value.values))
    if isinstance(value, nodes.FormattedValue):
        return is_known_in_trace(value.value)
    static = isinstance(value, nodes.Attribute) and value.attrname.lstrip("_") in _STATIC
    return static or isinstance(value, nodes.Const)


def _is_static(value: nodes.NodeNG) -> bool:
    """Whether the shape or dtype of something is shown, or the name of each thing that a loop goes through."""
    return any(
        read.attrname in _SPECIFIED or (read.attrname == "name" and _is_gone_through(read.expr))
        for read in value.nodes_of_class(nodes.Attribute)
    )


def _is_gone_through(value: nodes.NodeNG) -> bool:
    """Whether it is the variable of a loop around it."""
    return isinstance(value, nodes.Name) and any(value.name in targets(loop) for loop in loops_around(value))


_SPECIFIED = frozenset({"shape", "dtype", "rank", "ndim"})
"""What each trace has another of."""
_STATIC = _SPECIFIED | {"name"}
"""What tensors know of themselves while they are traced."""
