"""What each edit makes of a file: placement, spelling, imports, bytes, and what is refused."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from fixes.editing import PATH, TF, edited, planned, reason

from hybridize.fixes.apply import plan
from hybridize.fixes.text import Splice, Text
from hybridize.rules.model import (
    SAFE,
    AddDecorator,
    ChangeComment,
    Edit,
    Fix,
    RemoveDecorator,
    RemoveStatement,
    ReplaceCallee,
    ReplaceExpression,
)


def add(line: int, qualname: str = "f") -> AddDecorator:
    """The decorator on the function at a line."""
    return AddDecorator(PATH, line, qualname)


def remove(line: int, decorator_line: int, qualname: str = "f") -> RemoveDecorator:
    """The decorator at one line off the function at another."""
    return RemoveDecorator(PATH, line, qualname, decorator_line)


def comment(line: int, old: str, new: str) -> ChangeComment:
    """Another comment on a line."""
    return ChangeComment(PATH, line, old, new)


def graph_print(line: int, column: int) -> ReplaceCallee:
    """`tf.print` in place of the `print` at a place."""
    return ReplaceCallee(PATH, line, column, "print", "tensorflow.print")


ADDED = {
    "function": (
        "import tensorflow as tf\n\n\ndef f(x):\n    return x\n",
        add(4),
        "import tensorflow as tf\n\n\n@tf.function\ndef f(x):\n    return x\n",
    ),
    "method, below all other decorators": (
        "import tensorflow as tf\nclass A:\n    @property\n    @staticmethod  # why\n    def f(x): return x\n",
        add(5, "A.f"),
        "import tensorflow as tf\nclass A:\n    @property\n    @staticmethod  # why\n"
        "    @tf.function\n    def f(x): return x\n",
    ),
    "comments and blank lines between decorator and def stay above": (
        "import tensorflow as tf\n@a(\n  1)\n\n# one\n  # two\ndef f(x): pass\n",
        add(7),
        "import tensorflow as tf\n@a(\n  1)\n\n# one\n  # two\n@tf.function\ndef f(x): pass\n",
    ),
    "nested": (
        "import tensorflow as tf\ndef outer():\n\tif outer:\n\t\tdef f(x): pass\n\treturn f\n",
        add(4, "outer.f"),
        "import tensorflow as tf\ndef outer():\n\tif outer:\n\t\t@tf.function\n\t\tdef f(x): pass\n\treturn f\n",
    ),
    "last line without a newline": (
        "import tensorflow as tf\r\ndef f(x): pass",
        add(2),
        "import tensorflow as tf\r\n@tf.function\r\ndef f(x): pass",
    ),
    "the newline of the def line": (
        "import tensorflow as tf\ndef f(x):\r\n    pass\n",
        add(2),
        "import tensorflow as tf\n@tf.function\r\ndef f(x):\r\n    pass\n",
    ),
    "in a branch, the second of its name": (
        "import tensorflow as tf\nif a:\n    def f(x): pass\nelse:\n    def f(x): pass\n",
        add(5),
        "import tensorflow as tf\nif a:\n    def f(x): pass\nelse:\n    @tf.function\n    def f(x): pass\n",
    ),
    "below a decorator that is no name": (
        "import tensorflow as tf\n@hooks['a'].run(1)\ndef f(x): pass\n",
        add(3),
        "import tensorflow as tf\n@hooks['a'].run(1)\n@tf.function\ndef f(x): pass\n",
    ),
    "in a try statement": (
        "import tensorflow as tf\ntry:\n  def f(x): pass\nfinally:\n  pass\n",
        add(3),
        "import tensorflow as tf\ntry:\n  @tf.function\n  def f(x): pass\nfinally:\n  pass\n",
    ),
    "behind semicolons, lines after lines": (
        "import tensorflow as tf; a = 1; b = 2;\n\n\n\n\ndef f(x): a = x; return a;\n\n\n\n",
        add(6),
        "import tensorflow as tf; a = 1; b = 2;\n\n\n\n\n@tf.function\ndef f(x): a = x; return a;\n\n\n\n",
    ),
    "old Macintosh newlines": (
        "import tensorflow as tf\rdef f(x):\r  pass\r",
        add(2),
        "import tensorflow as tf\r@tf.function\rdef f(x):\r  pass\r",
    ),
    "a form feed of its own": (
        "import tensorflow as tf\n\f\ndef f(x): pass\n",
        add(3),
        "import tensorflow as tf\n\f\n@tf.function\ndef f(x): pass\n",
    ),
    "a form feed before def stays before the decorator": (
        "import tensorflow as tf\n  \fdef f(x): pass\n",
        add(2),
        "import tensorflow as tf\n  \f@tf.function\ndef f(x): pass\n",
    ),
    "a form feed and line separators in strings count as no lines": (
        "import tensorflow as tf\ns = '''a\f\x0b\u2028\x1cb\n\fc'''\ndef f(x): pass\n",
        add(4),
        "import tensorflow as tf\ns = '''a\f\x0b\u2028\x1cb\n\fc'''\n@tf.function\ndef f(x): pass\n",
    ),
    "blanks that libcst loses elsewhere": (
        "import tensorflow as tf\ntry: pass\nexcept OSError :pass\ndef f(x): pass\n",
        add(4),
        "import tensorflow as tf\ntry: pass\nexcept OSError :pass\n@tf.function\ndef f(x): pass\n",
    ),
}


@pytest.mark.parametrize(("before", "edit", "after"), ADDED.values(), ids=ADDED)
def test_adds_the_decorator_directly_above_def(before: str, edit: Edit, after: str) -> None:
    assert edited(before, edit) == after.encode()


@pytest.mark.slow
def test_very_long_files_and_lines() -> None:
    row = "X = [" + "'é', " * 3_000 + "]; print(1)\n"
    source = "import tensorflow as tf\ndef f(x): pass\n" + "y = 1  # one of many\n" * 3_000 + row + "def g(x): pass"
    after = source.replace("def f", "@tf.function\ndef f").replace("def g", "@tf.function\ndef g")
    after = after.replace("print(", "tf.print(")
    edits = add(3_004, "g"), graph_print(3_003, row.encode().index(b"print") + 1), add(2)
    assert edited(source, *edits) == after.encode()


@pytest.mark.parametrize(
    "data",
    [
        b"\xef\xbb\xbfimport tensorflow as tf\ndef f(x): return '\xc3\xa9'\n",
        b"# coding: latin-1\nimport tensorflow as tf\ndef f(x): return '\xe9\xff'\n",
        b"# -*- coding: shift_jis -*-\nimport tensorflow as tf\ndef f(x): return '\x83\x5c'\n",
    ],
    ids=["byte order mark", "latin-1", "shift_jis"],
)
def test_encodings_are_kept(data: bytes) -> None:
    assert edited(data, add(data[: data.index(b"def")].count(b"\n") + 1)) == data.replace(b"def", b"@tf.function\ndef")


SPELLED = {
    "import tensorflow as tf": "tf.function",
    "import tensorflow": "tensorflow.function",
    "import tensorflow.keras.layers": "tensorflow.function",
    "import tensorflow as tf2": "tf2.function",
    "import tensorflow.compat.v2 as tf": "tf.function",
    "import tensorflow.compat.v1 as tf": "tf.function",
    "from tensorflow.compat import v2 as tf": "tf.function",
    "from tensorflow import function": "function",
    "from tensorflow import function as graph": "graph",
    "import tensorflow as tf; from tensorflow import function": "function",
    "from tensorflow import *": "function",
    "with quiet():\n    import tensorflow as tf": "tf.function",
    "try:\n    import tensorflow.compat.v2 as tf\nexcept ImportError:\n    import tensorflow as tf": "tf.function",
    "try:\n    import tensorflow as tf\nexcept ImportError:\n    raise SystemExit('no TensorFlow')": "tf.function",
    "try:\n    import tensorflow as tf\nexcept ImportError:\n    sys.exit(1)": "tf.function",
    "if new:\n    import tensorflow as tf\nelse:\n    import tensorflow.compat.v2 as tf": "tf.function",
    "import tensorflow as tf\ndef g(tf): pass\nclass A: tf = 1": "tf.function",
    "from tensorflow import function\nfrom other import *": "function",
}


@pytest.mark.parametrize(("imports", "spelling"), SPELLED.items(), ids=SPELLED)
def test_spells_as_the_file_does(imports: str, spelling: str) -> None:
    before, after = f"{imports}\ndef f(x): pass\n", f"{imports}\n@{spelling}\ndef f(x): pass\n"
    assert edited(before, add(imports.count("\n") + 2)) == after.encode()


def test_uses_the_import_of_an_enclosing_function_or_block() -> None:
    lazily = "def outer():\n    import tensorflow as tf\n    def f(x): pass\n"
    assert edited(lazily, add(3, "outer.f")) == lazily.replace("    def", "    @tf.function\n    def").encode()
    guarded = "if FOUND:\n    import tensorflow as tf\n    class A:\n        def f(x): pass\n"
    assert edited(guarded, add(4, "A.f")) == guarded.replace("    def", "    @tf.function\n        def").encode()


def test_an_import_below_serves_a_function_body_but_no_decorator() -> None:
    source = "def f(x):\n    print(x)\n\nimport tensorflow as tf\n"
    assert edited(source, graph_print(2, 5)) == source.replace("print", "tf.print").encode()
    assert edited(source, add(1)) == b"import tensorflow as tf\n\n\n@tf.function\n" + source.encode()


IMPORTED = {
    "empty file": ("def f(x): pass\n", TF + "\n\n@tf.function\ndef f(x): pass\n"),
    "one line without a newline": ("def f(x): pass", TF + "\n\n@tf.function\ndef f(x): pass"),
    "an import below that nothing delays": (
        "X = {}\ndef f(x): pass\nY: int\nimport tensorflow as tf\n",
        TF + "\nX = {}\n@tf.function\ndef f(x): pass\nY: int\n" + TF,
    ),
    "header": (
        "#!/usr/bin/python\n# licence\n\ndef f(x): pass\n",
        "#!/usr/bin/python\n# licence\n\n" + TF + "\n\n@tf.function\ndef f(x): pass\n",
    ),
    "header directly above": (
        "# licence\ndef f(x): pass\n",
        "# licence\n\n" + TF + "\n\n@tf.function\ndef f(x): pass\n",
    ),
    "comment of the first statement": (
        "# licence\n\n# about f\n@g\ndef f(x): pass\n",
        "# licence\n\n" + TF + "\n\n# about f\n@g\n@tf.function\ndef f(x): pass\n",
    ),
    "docstring": (
        '"""Doc.\n\nMore."""\n\n\ndef f(x): pass\n',
        '"""Doc.\n\nMore."""\n\n' + TF + "\n\n@tf.function\ndef f(x): pass\n",
    ),
    "docstring without a blank line": (
        '"""Doc."""\nX = 1\ndef f(x): pass\n',
        '"""Doc."""\n\n' + TF + "\nX = 1\n@tf.function\ndef f(x): pass\n",
    ),
    "future": (
        '"""Doc."""\r\nfrom __future__ import annotations\r\ndef f(x): pass\r\n',
        '"""Doc."""\r\nfrom __future__ import annotations\r\n\r\nimport tensorflow as tf\r\n\r\n\r\n'
        "@tf.function\r\ndef f(x): pass\r\n",
    ),
    "after the last import at the top": (
        "import os\n\nos.environ['A'] = '1'\nimport numpy as np  # c\n# d\n"
        "def g(): pass\nimport late\ndef f(x): pass\n",
        "import os\n\nos.environ['A'] = '1'\nimport numpy as np  # c\n" + TF + "# d\ndef g(): pass\n"
        "import late\n@tf.function\ndef f(x): pass\n",
    ),
    "semicolons": (
        "import os; import sys; X = 1  # c\n\ndef f(x): pass\n",
        "import os; import sys; X = 1  # c\n" + TF + "\n@tf.function\ndef f(x): pass\n",
    ),
    "beside another import of TensorFlow": (
        "from tensorflow import (\n    keras)\nimport os\ndef f(x): pass\n",
        "from tensorflow import (\n    keras)\n" + TF + "import os\n@tf.function\ndef f(x): pass\n",
    ),
    "beside an import from the inside of TensorFlow": (
        "from tensorflow.python.eager import function\nfrom tensorflow.python.ops.math_ops import *\ndef f(x): pass\n",
        "from tensorflow.python.eager import function\n" + TF + "from tensorflow.python.ops.math_ops import *\n"
        "@tf.function\ndef f(x): pass\n",
    ),
    "for type checkers only": (
        "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import tensorflow as tf\ndef f(x): pass\n",
        "from typing import TYPE_CHECKING\n" + TF + "if TYPE_CHECKING:\n    import tensorflow as tf\n"
        "@tf.function\ndef f(x): pass\n",
    ),
    "a name of TensorFlow that is bound again": (
        "import tensorflow as tf\ntf = wrap(tf)\ndef f(x): pass\n",
        "import tensorflow as tf\nimport tensorflow\ntf = wrap(tf)\n@tensorflow.function\ndef f(x): pass\n",
    ),
    "bound again by a declaration in a function": (
        "import tensorflow as tf\ndef g():\n    global tf\n    tf = 1\ndef f(x): pass\n",
        "import tensorflow as tf\nimport tensorflow\ndef g():\n    global tf\n    tf = 1\n"
        "@tensorflow.function\ndef f(x): pass\n",
    ),
    "tf is something else": (
        "import transform as tf\ndef f(x): pass\n",
        "import transform as tf\nimport tensorflow\n@tensorflow.function\ndef f(x): pass\n",
    ),
    "tf comes from a star import": (
        "from helpers import *\ny = tf.ones(1)\ndef f(x): pass\n",
        "from helpers import *\nimport tensorflow\ny = tf.ones(1)\n@tensorflow.function\ndef f(x): pass\n",
    ),
    "two star imports": (
        "from tensorflow import *\nfrom helpers import *\ndef f(x): pass\n",
        "from tensorflow import *\n" + TF + "from helpers import *\n@tf.function\ndef f(x): pass\n",
    ),
}


@pytest.mark.parametrize(("before", "after"), IMPORTED.values(), ids=IMPORTED)
def test_imports_tensorflow_where_no_import_serves(before: str, after: str) -> None:
    line = next(number for number, text in enumerate(before.split("\n"), 1) if text.startswith("def f"))
    assert edited(before, add(line)) == after.encode()


def test_a_class_attribute_shadows_the_import() -> None:
    source = TF + "class A:\n    tf = 1\n    def f(x): pass\n"
    after = TF + "import tensorflow\nclass A:\n    tf = 1\n    @tensorflow.function\n    def f(x): pass\n"
    assert edited(source, add(4, "A.f")) == after.encode()


BOUND = {
    "exception": "try:\n    pass\nexcept OSError as tf:\n    pass\n",
    "walrus in a comprehension": "y = [(tf := x) for x in ()]\n",
    "match": "match 1:\n    case {'a': [*_], **tf}:\n        pass\n",
    "loop": "for tf in ():\n    pass\n",
    "class": "class tf:\n    pass\n",
    "deleted": "del tf\n",
    "relative import": "from . import tf\n",
}


@pytest.mark.parametrize("binding", BOUND.values(), ids=BOUND)
def test_a_name_that_anything_else_binds_is_not_used(binding: str) -> None:
    after = TF + "import tensorflow\n" + binding + "@tensorflow.function\ndef f(x): pass\n"
    assert edited(TF + binding + "def f(x): pass\n", add(binding.count("\n") + 2)) == after.encode()


def test_declarations_lead_to_the_scope_that_owns_the_name() -> None:
    source = "def outer():\n    import tensorflow as tf\n    def middle():\n        nonlocal tf\n"
    source += "        def inner():\n            nonlocal tf\n            tf = 1\n        def f(x): pass\n"
    assert "late or under a condition" in reason(source, add(8, "outer.middle.f"))
    source = source.replace("tf = 1", "print(tf)")
    after = source.replace("        def f", "        @tf.function\n        def f")
    assert edited(source, add(8, "outer.middle.f")) == after.encode()
    source = TF + "def outer(tf):\n    class A:\n        global tf\n        def f(x): pass\n"
    after = source.replace("        def f", "        @tf.function\n        def f")
    assert edited(source, add(5, "outer.A.f")) == after.encode()


def test_one_import_serves_two_edits() -> None:
    source = "import os\ndef f(x): pass\ndef g(x):\n    print(x)\n"
    after = "import os\n" + TF + "@tf.function\ndef f(x): pass\n@tf.function\ndef g(x):\n    tf.print(x)\n"
    assert edited(source, add(3, "g"), add(2), graph_print(4, 5)) == after.encode()


def test_a_decorator_that_may_be_another_one_is_none_that_is_known() -> None:
    head = "import tensorflow as tf\nif FAST:\n    from tensorflow import function as g\nelse:\n    from own import g\n"
    after = f"{head}@g\n@tf.function\ndef f(x): pass\n"
    assert edited(f"{head}@g\ndef f(x): pass\n", add(7)) == after.encode()


BROUGHT = {
    "called": "from .common import *\ntf.config.set_soft_device_placement(True)\n",
    "assigned": "from .common import *\nFLOAT = tf.float32\n",
    "a base": "from .common import *\nclass Net(tf.Module): pass\n",
    "a decorator of a class": "from .common import *\n@tf.keras.utils.register_keras_serializable()\nclass Net: pass\n",
}


@pytest.mark.parametrize("source", BROUGHT.values(), ids=BROUGHT)
def test_a_name_that_a_star_import_brings_serves_once_the_module_has_read_it(source: str) -> None:
    edit = add(source.count("\n") + 1)
    (change,) = planned(f"{source}def f(x): pass\n", edit, brought={"tf": "tensorflow"}).changes
    assert change.after == f"{source}@tf.function\ndef f(x): pass\n".encode()


def test_a_name_that_a_star_import_brings_does_not_serve_where_it_means_something_else() -> None:
    before = "from .common import *\ntf.ones(1)\ndef f(tf): print(tf)\n"
    (change,) = planned(before, graph_print(3, 12), brought={"tf": "tensorflow"}).changes
    after = before.replace("\ntf", "\nimport tensorflow\ntf", 1).replace("print", "tensorflow.print")
    assert change.after.decode() == after


NOT_BROUGHT = {
    "read nowhere": ("", "", "tensorflow as tf"),
    "read below": ("", "tf.ones(1)\n", "tensorflow"),
    "read in a function": ("def g(): return tf.ones(1)\n", "", "tensorflow"),
    "read when a lambda is called": ("g = lambda: tf.ones(1)\n", "", "tensorflow"),
    "perhaps read by a comprehension": ("ones = [tf.ones(n) for n in SIZES]\n", "", "tensorflow"),
    "another name is read": ("np.ones(1)\n", "", "tensorflow as tf"),
}


@pytest.mark.parametrize(("above", "below", "imported"), NOT_BROUGHT.values(), ids=NOT_BROUGHT)
def test_a_name_that_a_star_import_may_not_bring_does_not_serve(above: str, below: str, imported: str) -> None:
    star = "from .common import *\n"
    edit = add(above.count("\n") + 2)
    (change,) = planned(f"{star}{above}def f(x): pass\n{below}", edit, brought={"tf": "tensorflow"}).changes
    name = imported.split()[-1]
    after = f"{star}import {imported}\n{above}@{name}.function\ndef f(x): pass\n{below}"
    assert change.after.decode() == after


REMOVED = {
    "function": ("@tf.function\ndef f(x): pass\n", remove(2, 1), "def f(x): pass\n"),
    "a call over several lines": (
        "class A:\n    @tf.function(\n        jit_compile=True,\n    )  \n    def f(x): pass\n",
        remove(5, 2, "A.f"),
        "class A:\n    def f(x): pass\n",
    ),
    "from between others, with their comments": (
        "@a  # a\n# b\n@tf.function\n\n# c\n@d\ndef f(x): pass\n",
        remove(7, 3),
        "@a  # a\n# b\n\n# c\n@d\ndef f(x): pass\n",
    ),
    "behind a form feed": ("\f@tf.function\ndef f(x): pass\n", remove(2, 1), "\fdef f(x): pass\n"),
}


@pytest.mark.parametrize(("before", "edit", "after"), REMOVED.values(), ids=REMOVED)
def test_removes_the_lines_of_the_decorator(before: str, edit: Edit, after: str) -> None:
    assert edited(before, edit) == after.encode()


PRINTS = {
    "import tensorflow as tf\nprint ('a', end='')\n": (graph_print(2, 1), "print (", "tf.print ("),
    "from tensorflow import print as show\nprint('a')\n": (graph_print(2, 1), "\nprint", "\nshow"),
    "import tensorflow as tf\né = 'é'; print(1)\n": (graph_print(2, 10), "print", "tf.print"),
    "import tensorflow as tf\né = 'ë'; print(1)\n": (graph_print(2, 12), "print", "tf.print"),
    "import tensorflow as tf\nf = lambda tf: print(tf)\n": (
        graph_print(2, 16),
        "\nf = lambda tf: print",
        "\nimport tensorflow\nf = lambda tf: tensorflow.print",
    ),
    "import tensorflow as tf\nf'{print(1)}'\n": (graph_print(2, 4), "print", "tf.print"),
    "import tensorflow as tf\n[print(x) for x in y]; print(3)\n": (graph_print(2, 24), "print(3)", "tf.print(3)"),
    # The names of a comprehension, and the parameters of a function, hold inside it only.
    "import tensorflow as tf\n[tf for tf in y]; print(3)\n": (graph_print(2, 19), "print", "tf.print"),
    "import tensorflow as tf\n@log(print(1))\ndef f(tf): pass\n": (graph_print(2, 6), "print", "tf.print"),
    "import tensorflow as tf\ndef f(tf, y=print(1)): pass\n": (graph_print(2, 13), "print", "tf.print"),
}


@pytest.mark.parametrize(("source", "case"), PRINTS.items(), ids=PRINTS)
def test_replaces_what_is_called(source: str, case: tuple[Edit, str, str]) -> None:
    edit, old, new = case
    assert edited(source, edit) == source.replace(old, new).encode()


COMMENTS = {
    "at the end of a line": ("a = 1\nb = 2\n", comment(2, "", "  # noqa: HYB001"), "a = 1\nb = 2  # noqa: HYB001\n"),
    "before blanks at the end": ("a = 1 \t\r\nb = 2\r\n", comment(1, "", "  # c"), "a = 1  # c \t\r\nb = 2\r\n"),
    "the last text like it": ("a = 1\nb = '# x'  # x\n", comment(2, "# x", "# yz"), "a = 1\nb = '# x'  # yz\n"),
    "a comment that goes": ("a = 1\nb = 2  # x\nc = 3\n", comment(2, "  # x", ""), "a = 1\nb = 2\nc = 3\n"),
}


@pytest.mark.parametrize(("before", "edit", "after"), COMMENTS.values(), ids=COMMENTS)
def test_changes_a_comment(before: str, edit: Edit, after: str) -> None:
    assert edited(before, edit) == after.encode()


REFUSED = {
    "a comment on no line": ("a = 1\n", comment(3, "", "# x"), "there is no line 3"),
    "another comment": ("a = 1  # x\n", comment(1, "# y", "# z"), "line 1 has no '# y'"),
    "no comment": ("a = '# x'\n", comment(1, "# x", "# z"), "would differ in more than the edit"),
    "already decorated": (TF + "@tf.function\ndef f(x): pass\n", add(3), "decorated with tensorflow.function already"),
    "already decorated, spelled otherwise": (
        "import tensorflow as t\nfrom tensorflow import function as g\n@t.function(jit_compile=True)\ndef f(x): pass\n",
        add(4),
        "decorated with tensorflow.function already",
    ),
    "already decorated by a star import": (
        "from tensorflow import *\n@function(jit_compile=True)\ndef f(x): pass\n",
        add(3),
        "decorated with tensorflow.function already",
    ),
    "custom gradient": (TF + "@tf.custom_gradient\ndef f(x): pass\n", add(3), "needs a plain function"),
    "async": (TF + "async def f(x): pass\n", add(2), "async"),
    "another function": (TF + "def g(x): pass\n", add(2), "f is not defined at line 2"),
    "another class": (TF + "class A:\n    def f(x): pass\n", add(3, "B.f"), "B.f is not defined"),
    "no such line": (TF, add(99), "f is not defined at line 99"),
    "TensorFlow is optional": (
        "try:\n    import tensorflow as tf\nexcept ImportError:\n    tf = None\ndef f(x): pass\n",
        add(5),
        "late or under a condition",
    ),
    "TensorFlow is perhaps not there": (
        "from contextlib import suppress\nwith suppress(ImportError):\n    import tensorflow as tf\ndef f(x): pass\n",
        add(4),
        "late or under a condition",
    ),
    "TensorFlow is imported in functions": (
        "def g():\n    import tensorflow as tf\ndef f(x): pass\n",
        add(3),
        "late or under a condition",
    ),
    "the environment is set up first": (
        "import os\ndef f(x): pass\nos.environ['A'] = '1'\nimport tensorflow as tf\n",
        add(2),
        "late or under a condition",
    ),
    "all names are taken": ("tf = tensorflow = 1\ndef f(x): pass\n", add(2), "no name is free"),
    "a symbol of an unknown package": (
        "def f(x): pass\n",
        AddDecorator(PATH, 1, "f", "elsewhere.traced"),
        "no name is free",
    ),
    "a comment behind the decorator": ("@tf.function  # keep\ndef f(x): pass\n", remove(2, 1), "a comment"),
    "a comment in the decorator": ("@tf.function(\n # keep\n)\ndef f(x): pass\n", remove(4, 1), "a comment"),
    "no decorator there": ("@tf.function\ndef f(x): pass\n", remove(2, 2), "no decorator of f stands at line 2"),
    "print to a file": (TF + "print(1, file=log)\n", graph_print(2, 1), "does not take its argument file"),
    "print with a separator that may be None": (TF + "print(1, sep=s)\n", graph_print(2, 1), "its argument sep"),
    "print with keywords": (TF + "print(1, **s)\n", graph_print(2, 1), "its argument **"),
    "another call": (TF + "show(print)\n", graph_print(2, 1), "print is not called at line 2, column 1"),
    "a call on no line": (TF, graph_print(99, 1), "print is not called at line 99"),
    "a suppression on the line": (TF + "print(1)  # noqa: T201\n", graph_print(2, 1), "carries a suppression"),
    "blanks on the line that libcst loses": (
        TF + "try: pass\nexcept OSError : print(1)\n",
        graph_print(3, 18),
        "libcst does not give line 3 back unchanged",
    ),
    "characters and bytes disagree": (
        TF + "é = 'ééééé'; print(print(1))\n",
        graph_print(2, 20),
        "print is not called at line 2, column 20",
    ),
    "a registered overload, by its annotation": (
        TF + "@g.register\ndef f(x: int): pass\n",
        add(3),
        "its decorator g.register needs a plain function",
    ),
    "broken": ("def f(x:\n", add(1), "the file has a syntax error"),
    "unknown encoding": (b"# coding: klingon\ndef f(x): pass\n", add(2), "cannot be decoded"),
    "not in its encoding": (b"def f(x): '\xff'\n", add(1), "cannot be decoded"),
    "an encoding that does not come back": (b"# coding: utf-7\ndef f(x): '+AGE-'\n", add(2), "loses bytes"),
    "a notebook": ('{"cells": [], "nbformat": 4}\n', add(1), "f is not defined at line 1"),
    "an indentation that the line before begins": (
        TF + "if f:\n    \\\n  def f(x): pass\n",
        add(4),
        "libcst cannot parse the file",
    ),
}


@pytest.mark.parametrize(("source", "edit", "said"), REFUSED.values(), ids=REFUSED)
def test_refuses_what_it_cannot_do_as_declared(source: str | bytes, edit: Edit, said: str) -> None:
    assert said in reason(source, edit)


def test_a_second_run_changes_nothing() -> None:
    once = edited(TF + "def f(x):\n    print(x)\n", add(2), graph_print(3, 5))
    again = planned(once, add(3), graph_print(4, 5))
    assert again.changes == ()
    assert len(again.refused) == 2


def test_the_same_edit_of_two_fixes_is_made_once() -> None:
    source = TF + "def f(x):\n    print(x)\n"
    fixes = [Fix(SAFE, "one", (graph_print(3, 5),)), Fix(SAFE, "both", (graph_print(3, 5), add(2)))]
    made = plan({PATH: source.encode()}, fixes)
    assert made.refused == ()
    assert made.changes[0].after == (TF + "@tf.function\ndef f(x):\n    tf.print(x)\n").encode()
    assert made.changes[0].fixes == tuple(fixes)


def test_contending_fixes_leave_the_place_to_the_first() -> None:
    source = "import tensorflow as tf\ndef f(x): pass\n"
    other = AddDecorator(PATH, 2, "f", "tensorflow.autograph.experimental.do_not_convert")
    made = planned(source, add(2), other)
    assert made.changes[0].after == b"import tensorflow as tf\n@tf.function\ndef f(x): pass\n"
    assert [refusal.reason for refusal in made.refused] == ["another fix changes the same place"]


def test_a_fix_is_made_whole_or_not_at_all() -> None:
    sources = {"a.py": (TF + "def f(x): pass\n").encode(), "b.py": b"def f(x:\n"}
    fix = Fix(SAFE, "both", (AddDecorator("a.py", 2, "f"), AddDecorator("b.py", 1, "f")))
    made = plan(sources, [fix])
    assert made.changes == ()
    assert [(refusal.path, refusal.reason) for refusal in made.refused] == [("b.py", "the file has a syntax error")]


@pytest.mark.parametrize("slip", ["\nslipped = 1\n", "\nslipped = (\n"], ids=["something else", "a syntax error"])
def test_a_file_in_doubt_is_left_and_takes_its_fixes_out_of_other_files(
    monkeypatch: pytest.MonkeyPatch, slip: str
) -> None:
    spliced = Text.spliced

    def slipping(text: Text, splices: Sequence[Splice]) -> str:
        return spliced(text, splices) + slip * ("DOUBTFUL" in text.text)

    monkeypatch.setattr(Text, "spliced", slipping)
    source = TF + "def f(x): pass\n"
    sources = {"a.py": source.encode(), "b.py": (source + "DOUBTFUL = 1\n").encode()}
    both = Fix(SAFE, "both", (AddDecorator("a.py", 2, "f"), AddDecorator("b.py", 2, "f")))
    alone = Fix(SAFE, "alone", (AddDecorator("a.py", 2, "f"),))
    made = plan(sources, [both, alone])
    assert [(change.path, change.fixes) for change in made.changes] == [("a.py", (alone,))]
    assert [(refusal.fix, refusal.path) for refusal in made.refused] == [(both, "b.py")]


def test_fixes_without_edits_and_files_that_were_not_read_are_refused() -> None:
    made = plan({}, [Fix(SAFE, "nothing"), Fix(SAFE, "unread", (add(1),))])
    assert made.changes == ()
    assert [refusal.reason for refusal in made.refused] == ["it has no edits", "the file was not read"]


def without(line: int, written: str, column: int = 1) -> RemoveStatement:
    """A statement taken away."""
    return RemoveStatement(PATH, line, column, written)


@pytest.mark.parametrize(
    ("source", "edit", "after"),
    [
        (TF + "tf.a(True)\nx = 1\n", without(2, "tf.a(True)"), TF + "x = 1\n"),
        (TF + "def f():\n    tf.a(\n        True)\n    return 1\n", without(3, "tf.a(True)", 5),
         TF + "def f():\n    return 1\n"),
        (TF + "x = 1\nm.run_eagerly = True", without(3, "m.run_eagerly = True"), TF + "x = 1\n"),
    ],
)  # fmt: skip
def test_a_statement_goes_with_its_lines(source: str, edit: RemoveStatement, after: str) -> None:
    assert edited(source, edit).decode() == after


@pytest.mark.parametrize(
    ("source", "edit", "said"),
    [
        (TF + "if x:\n    tf.a(True)\n", without(3, "tf.a(True)", 5), "nothing else stands in its block"),
        (TF + "tf.a(True); x = 1\n", without(2, "tf.a(True)"), "another statement stands on its line"),
        (TF + "tf.a(True)  # why\nx = 1\n", without(2, "tf.a(True)"), "a comment stands in it or behind it"),
        (TF + "tf.a(False)\nx = 1\n", without(2, "tf.a(True)"), "tf.a(True) does not stand at line 2"),
    ],
)
def test_a_statement_stays_where_more_would_go(source: str, edit: RemoveStatement, said: str) -> None:
    assert reason(source, edit) == said


def test_an_expression_is_replaced_where_it_stands() -> None:
    length = ReplaceExpression(PATH, 2, 14, "é.shape[0]", "{tensorflow.shape}(é)[0]")
    assert edited(TF + "n = (é.size, é.shape[0])\n", length).decode() == TF + "n = (é.size, tf.shape(é)[0])\n"


def test_an_expression_that_is_another_one_stays() -> None:
    length = ReplaceExpression(PATH, 2, 5, "x.shape[0]", "{tensorflow.shape}(x)[0]")
    assert reason(TF + "n = x.shape[1]\n", length) == "x.shape[0] does not stand at line 2, column 5"
    assert reason(TF + "n = x.shape[  # first\n    0]\n", length) == "a comment stands in it"
