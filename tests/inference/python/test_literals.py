"""What the value of a literal decides: branches, comparisons, operators, subscripts. Expectations are Python's own.

Each program prints what reaches `seen`; the analysis has to find the same, neither more nor less.
"""

from __future__ import annotations

import contextlib
import io

import pytest

from tests.inference.conftest import Judge

LONG = "'" + "a" * 70

BRANCHES = {
    "a Boolean equals an int": "seen('one') if True == 1 else seen('other')",
    "a parameter that is true equals 1": "def f(verbose):\n    seen('one' if verbose == 1 else 'other')\nf(True)",
    "nought equals False": "seen('one') if 0.0 == False else seen('other')",
    "the negative nought is false": "seen('one') if -0.0 else seen('other')",
    "the negative nought equals nought": "seen('one') if -0.0 == 0 else seen('other')",
    "the complex nought is false": "seen('one') if 0j else seen('other')",
    "the empty bytes are false": "def f(x):\n    seen('one' if x else 'other')\nf(b'')",
    "a name that is nought": "def f(x):\n    if x:\n        seen('one')\n    else:\n        seen('other')\nf(0j)",
    "texts that begin alike": f"seen('one') if {LONG}b' == {LONG}c' else seen('other')",
    "the text of False is true": "seen('one') if 'False' else seen('other')",
    "a number is not its text": "seen('one') if 1 == '1' else seen('other')",
    "different": "seen('one') if 1 != True else seen('other')",
    "narrowed by a Boolean": "def f(x):\n    if x == True:\n        seen('one')\n    else:\n        seen('other')\nf(1)",
    "minus True is a number": "seen('one') if -True == -1 else seen('other')",
    "twice negated": "seen('one') if -(-1) == 1 else seen('other')",
    "plus True is 1": "seen('one') if +True == 1 else seen('other')",
    "inverted": "seen('one') if ~5 == -6 else seen('other')",
    "inverted Boolean": "seen('one') if ~True == -2 else seen('other')",
    "absolute": "seen('one') if abs(-5) == 5 else seen('other')",
    "not of the negative nought": "seen('one') if not -0.0 else seen('other')",
}
PATTERNS = {
    "a Boolean for a number": "match True:\n    case 1:\n        seen('one')\n    case _:\n        seen('other')",
    "a number for another type": "match 1:\n    case 1.0:\n        seen('one')\n    case _:\n        seen('other')",
    "a singleton is no number": "match 1:\n    case True:\n        seen('one')\n    case _:\n        seen('other')",
    "a singleton of another value": "match False:\n    case True:\n        seen('one')\n    case _:\n        seen('other')",
    "the singleton": "match True:\n    case True:\n        seen('one')\n    case _:\n        seen('other')",
    "texts that begin alike": (
        f"match {LONG}b':\n    case {LONG}c':\n        seen('one')\n    case _:\n        seen('other')"
    ),
}
ELEMENTS = {
    "one key for equal numbers": "d = {1: 'a', True: 'b', 1.0: 'c', 2: 'd'}\nseen(d[2])\nd[1]",
    "a number is not the key of its text": "d = {1: 'a', '1': 'b'}\nseen(d[1])",
    "a key with quotes": "d = {\"'a'\": 'x', 'a': 'y'}\nseen(d['a'])",
    "a negative key": "d = {-1: 'x', 1: 'y'}\nseen(d[-1])",
    "a key of bytes": "d = {b'a': 'x', 'a': 'y'}\nseen(d[b'a'])",
    "keys that begin alike": f"d = {{{LONG}b': 'x', {LONG}c': 'y'}}\nseen(d[{LONG}b'])",
    "set under a float": "d = {}\nd[1.0] = 'x'\nd[2.0] = 'y'\nseen(d[1])",
    "a list by a Boolean": "seen(['x', 'y'][True])",
    "a tuple by a Boolean": "seen(('x', 'y')[True])",
    "a list from its end": "seen(['x', 'y', 'z'][-2])",
    "an index that is negated twice": "n = -2\nseen(('x', 'y', 'z')[-n])",
    "a named attribute": "class C:\n    pass\nc = C()\nsetattr(c, \"'a'\", 'x')\nc.a = 'y'\nseen(getattr(c, \"'a'\"))",
    "attributes named like anything": (
        "class C:\n    pass\nc = C()\nsetattr(c, '*', 'x')\nsetattr(c, '%keys', 'y')\nsetattr(c, '#0', 'z')\n"
        "seen(getattr(c, '%keys'))"
    ),
    "keywords from a dictionary": "def f(**given):\n    seen(given['a'])\nf(**{'a': 'x', 'b': 'y'})",
    "the dictionary of an object": "class C:\n    pass\nc = C()\nsetattr(c, '', 'x')\nc.a = 'y'\nseen(vars(c)[''])",
    "set in the dictionary of an object": "class C:\n    pass\nc = C()\nvars(c)[\"'a'\"] = 'x'\nseen(getattr(c, \"'a'\"))",
}
PROGRAMS = {**BRANCHES, **PATTERNS, **ELEMENTS}


def _printed(program: str) -> set[str]:
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        exec(compile(f"def seen(text):\n    print(repr(text))\n{program}\n", "program", "exec"), {})
    return set(out.getvalue().splitlines())


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
@pytest.mark.parametrize("program", PROGRAMS.values(), ids=PROGRAMS)
def test_the_analysis_finds_what_python_prints(judge: Judge, program: str) -> None:
    found = judge(f"def seen(text):\n    print(repr(text))\n{program}\n")["seen"].parameters[0]
    assert {value.value for value in found.literal_values} == _printed(program)


RAISING = {
    "an axis of a tensor": "import tensorflow as tf\naxis = -1\ntf.ones((2, 3)).shape[-axis]",
    "a step of nought": "(1, 2)[::0]",
    "a step of nought of a list": "[1, 2][::0]",
    "a float as a bound": "(1, 2)[-1.5:]",
    "a text as a bound": "(1, 2)[-'a':]",
    "a text with a sign": "-'a'\n+b'a'\n~1.5\n~'a'",
    "an attribute without a name": "class C:\n    pass\no = C()\nsetattr(o, '', 1)\nvars(o)\nvars(o).update({'': 2, 3: 4})\ngetattr(o, '')",
    "globals by what is no name": "globals()[1] = 2\nglobals()['']= 3\nglobals()[b'']",
    "keywords that are no names": "def f(**k):\n    return k\nf(**{'': 1, 'a b': 2})\nf(**{1: 2})",
    "a module without a name": "import importlib\nimportlib.import_module('.')\nimportlib.import_module('')\n__import__('.a')",
    "a path of attributes": "import operator\noperator.attrgetter('')(1)\noperator.attrgetter('a..b')(1)",
    "a member without a name": "import enum\nclass E(enum.Enum):\n    A = 1\nE['']\nE[1]",
    "products": "import itertools\nlist(itertools.product([1], repeat=-1))\nlist(itertools.product([1], repeat=True))",
    "a large number": f"def f(x):\n    return x\nf(0x{'f' * 5000})\n(1, 2)[0x{'f' * 5000}]",
    "a named tuple of nothing": "import collections\ncollections.namedtuple('P', '')()\ncollections.namedtuple('P', ',')()",
    "match on what has no name": "class C:\n    __match_args__ = ('', 1)\nmatch C():\n    case C(a, b):\n        print(a, b)",
    "a default without a sign": "import tensorflow as tf\n@tf.function\ndef f(x, n=-1, m=...):\n    return x\nf(tf.ones(1))\nf(tf.ones(1), 2)",
}


@pytest.mark.parametrize("program", RAISING.values(), ids=RAISING)
def test_what_python_refuses_is_no_error_of_the_analysis(judge: Judge, program: str) -> None:
    judge(program)


def test_a_long_number_is_shown_as_it_can_be(judge: Judge) -> None:
    (value,) = judge(f"def f(x):\n    return x\nf(0x{'f' * 5000})")["f"].parameters[0].literal_values
    assert value.value.startswith("0xfff") and value.value.endswith("...")


def test_texts_of_which_the_beginning_is_shown_are_told_apart(judge: Judge) -> None:
    values = judge(f"def f(x):\n    return x\nf({LONG}b')\nf({LONG}c')")["f"].parameters[0].literal_values
    one, other = values
    assert one.value == other.value and one.literal != other.literal


@pytest.mark.parametrize(
    ("name", "valid"), [("'a'", True), ("'a b'", False), ("''", True), ("'" + "a" * 90 + "'", True), ("b'a'", False)]
)
def test_long_names_of_operations_are_read_in_full(judge: Judge, name: str, valid: bool) -> None:
    verdict = judge(f"import tensorflow as tf\ndef f(x):\n    return tf.abs(x, name={name})\nf(tf.ones(1))")["f"]
    assert ("invalid-name-argument" not in {str(reason.kind) for reason in verdict.decision.hazards}) is valid


def test_what_a_division_leaves_is_no_number_that_was_divided(judge: Judge) -> None:
    program = "def seen(whole, rest):\n    print(whole, rest)\ndef f(n, m):\n    seen(*divmod(n, m))\nf(100, 8)\n"
    for parameter in judge(program)["seen"].parameters:
        assert {value.value for value in parameter.literal_values}.isdisjoint({"100", "8"})
