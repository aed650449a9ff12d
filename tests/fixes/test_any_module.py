"""Any module that Python parses survives: generated ones (hypothesmith), with the checks of `benchmarks.forced`."""

from __future__ import annotations

import importlib
import tokenize

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from benchmarks.forced import Wrong, additions, check_additions, check_calls, check_file, force, parsed, tokens


def generated(kind: str) -> st.SearchStrategy[str]:
    """What hypothesmith generates. To import it and to read its grammar takes a second: that is left to slow tests."""
    return st.deferred(lambda: getattr(importlib.import_module("hypothesmith"), f"from_{kind}")())


GRAMMAR, NODES = generated("grammar"), generated("node")
SOURCES = {"grammar": GRAMMAR, "nodes": NODES}
examples = settings(max_examples=25, suppress_health_check=list(HealthCheck))


def readable(text: str) -> bytes:
    """The text as a file; texts that Python's compiler or tokenizer refuses are left out."""
    try:
        data = text.encode()
        parsed(data)
        tokens(data)
    except (SyntaxError, ValueError, tokenize.TokenError):
        assume(False)
    return data


@pytest.mark.slow
@pytest.mark.parametrize("source", SOURCES)
def test_generated_modules_survive_all_edits(source: str) -> None:
    @examples
    @given(SOURCES[source])
    def survive(text: str) -> None:
        check_file(readable(text))

    survive()


@pytest.mark.slow
@examples
@given(NODES, st.sampled_from(["\n", "\r\n", "\r"]), st.sampled_from([b"", b"\xef\xbb\xbf"]))
def test_generated_modules_between_functions(text: str, newline: str, mark: bytes) -> None:
    head, tail = "import tensorflow as tf\ndef first(x): return print(x)\n", "\ndef last(x):\n\tprint(x)\n\treturn x"
    lines = readable(head + text + tail).decode().replace("\r\n", "\n").replace("\r", "\n")
    data = mark + lines.replace("\n", newline).encode()
    counts = check_file(data)
    assert counts["edits made"] >= 4


def test_a_file_whose_first_line_ends_otherwise_than_the_others() -> None:
    counts = check_file(b"with '':\\\r \n pass\ndef first(x): return x\n")
    assert counts["edits made"] >= 2


BEFORE = b"import tensorflow as tf\n\ndef f(x):\n    return g(print(x))  # why\n"


@pytest.mark.parametrize(
    "after",
    [
        BEFORE,
        BEFORE.replace(b"def f", b"@tf.function\n@tf.function\ndef f"),
        BEFORE.replace(b"def f", b"@other\ndef f"),
        BEFORE.replace(b"def f", b"@tf.function\ndef f").replace(b"  # why", b""),
        BEFORE.replace(b"def f", b"@tf.function\ndef f").replace(b"return g", b"return  g"),
        BEFORE.replace(b"def f", b"@tf.function\ndef f") + b"x = 1\n",
        BEFORE.replace(b"import tensorflow as tf\n", b"").replace(b"def f", b"@tf.function\ndef f"),
    ],
)
def test_the_check_of_decorators_sees_what_is_wrong(after: bytes) -> None:
    check_additions(BEFORE, BEFORE.replace(b"def f", b"@tf.function\ndef f"), 1)
    with pytest.raises(Wrong):
        check_additions(BEFORE, after, 1)


@pytest.mark.parametrize(
    "after",
    [
        BEFORE.replace(b"print(x)", b"tf.print()"),
        BEFORE.replace(b"print(x)", b"tf.print(x, x)"),
        BEFORE.replace(b"print(x)", b"tf.print((x))"),
        BEFORE.replace(b"print(x)", b"tf.print(x)").replace(b"return", b"yield"),
    ],
)
def test_the_check_of_calls_sees_what_is_wrong(after: bytes) -> None:
    check_calls(BEFORE, BEFORE.replace(b"print(x)", b"tf.print(x)"), 1, 0)
    with pytest.raises(Wrong):
        check_calls(BEFORE, after, 1, 0)


def test_every_function_of_a_module_is_forced() -> None:
    made = force(BEFORE, additions(parsed(BEFORE)))
    assert [change.after for change in made.changes] == [BEFORE.replace(b"def f", b"@tf.function\ndef f")]
    # `print` becomes `tf.print`; wrapping it at the same place has to wait for the next run.
    assert check_file(BEFORE)["edits made"] == 3


def test_both_imports_are_added_where_the_short_name_means_something_else_in_a_function() -> None:
    source = b"import keras\n\n\ndef f(x): pass\n\n\ndef g(tf):\n    def h(x):\n        return x\n\n    return h\n"
    (change,) = force(source, additions(parsed(source))).changes
    assert change.after.startswith(b"import keras\nimport tensorflow as tf\nimport tensorflow\n")
    check_additions(source, change.after, 3)
    with pytest.raises(Wrong):
        check_additions(source, change.after.replace(b"as tf\n", b"as tf\nimport tensorflow as tf\n"), 3)
