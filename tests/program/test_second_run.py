"""Whether a place is reached again when its function runs once more: Python runs each program twice and decides.

`mark()` stands at the place. The answer *again* is the cautious one: of a place that the second run does not come to it
may be given, never the other way round.
"""

from __future__ import annotations

import contextlib
import textwrap

import astroid
import pytest
from astroid import nodes

from hybridize.program.second_run import comes_again

Program = tuple[str, str]
"""What the constructor does, and the body of the method that runs."""

ONCE: dict[str, Program] = {
    "is None": ("self.v = None", "if self.v is None:\n    self.v = mark()"),
    "== None": ("self.v = None", "if self.v == None:\n    self.v = mark()"),
    "not": ("self.v = None", "if not self.v:\n    self.v = mark()"),
    "not is not None": ("self.v = None", "if not self.v is not None:\n    self.v = mark()"),
    "else": ("self.v = None", "if self.v is not None:\n    pass\nelse:\n    self.v = mark()"),
    "elif": ("self.v = None", "if x == 3:\n    pass\nelif self.v is None:\n    self.v = mark()"),
    "early return": ("self.v = None", "if self.v is not None:\n    return self.v\nself.v = mark()"),
    "early exception": ("self.v = None", "if self.v is not None:\n    raise ValueError\nself.v = mark()"),
    "and": ("self.v = None", "if x and self.v is None:\n    self.v = mark()"),
    "or": ("self.v = None\nself.w = None", "if self.v is None or self.w is None:\n    self.v = self.w = mark()"),
    "in a loop": ("self.v = None", "for i in (1, 2):\n    if self.v is None:\n        self.v = mark()"),
    "while": ("self.v = None", "while self.v is None:\n    self.v = mark()"),
    "with": ("self.v = None", "with closing(Made()):\n    if self.v is None:\n        self.v = mark()"),
    "match": ("self.v = None", "match self.v:\n    case None:\n        self.v = mark()"),
    "match or": ("self.v = None", "match self.v:\n    case None | False:\n        self.v = mark()"),
    "match rest": (
        "self.v = None",
        "match self.v:\n    case None:\n        self.v = mark()\n    case _:\n        pass",
    ),
    "match value": ("self.n = 0", "match self.n:\n    case 0:\n        self.n = 1\n        mark()"),
    "match other values": (
        "self.n = 0",
        "match self.n:\n    case 1:\n        return\n    case _:\n        self.n = 1\n        mark()",
    ),
    "match class": (
        "self.v = None",
        "match self.v:\n    case Made():\n        return\n    case _:\n        mark()\n        self.v = Made()",
    ),
    "match name": ("self.v = None", "match self.v:\n    case None as v:\n        self.v = mark()"),
    "walrus": ("self.v = None", "if (v := self.v) is None:\n    self.v = mark()"),
    "local name": ("self.v = None", "v = self.v\nif v is None:\n    self.v = mark()"),
    "value or": ("self.v = None", "self.v = self.v or mark()"),
    "value and": ("self.v = None", "self.v is None and self.keep(mark())"),
    "conditional expression": ("self.v = None", "self.v = mark() if self.v is None else self.v"),
    "other way round": ("self.v = None", "self.v = self.v if self.v is not None else mark()"),
    "hasattr": ("", "if not hasattr(self, 'v'):\n    self.v = mark()"),
    "getattr": ("", "if getattr(self, 'v', None) is None:\n    self.v = mark()"),
    "setattr": ("", "if not hasattr(self, 'v'):\n    setattr(self, 'v', mark())"),
    "delattr": ("self.v = 1", "if hasattr(self, 'v'):\n    mark()\n    delattr(self, 'v')"),
    "del": ("self.v = 1", "if hasattr(self, 'v'):\n    mark()\n    del self.v"),
    "vars": ("", "if 'v' not in vars(self):\n    self.v = mark()"),
    "__dict__": ("", "if self.__dict__.get('v') is None:\n    self.v = mark()"),
    "AttributeError": ("", "try:\n    self.v\nexcept AttributeError:\n    self.v = mark()"),
    "several errors": ("", "try:\n    self.v\nexcept (TypeError, AttributeError):\n    self.v = mark()"),
    "any error": ("", "try:\n    self.v\nexcept Exception:\n    self.v = mark()"),
    "bare except": ("", "try:\n    self.v\nexcept:\n    self.v = mark()"),
    "KeyError": ("self.d = {}", "try:\n    self.d['a']\nexcept KeyError:\n    self.d['a'] = mark()"),
    "or unknown": (
        "self.o = False\nself.done = False", "if self.o or self.done:\n    return\nself.done = True\nmark()"
    ),
    "and unknown": (
        "self.o = True\nself.fresh = True", "if not (self.o and self.fresh):\n    return\nself.fresh = False\nmark()"
    ),
    "__setitem__": ("self.d = {}", "if 'a' not in self.d:\n    self.d.__setitem__('a', mark())"),
    "in": ("self.d = {}", "if 'a' not in self.d:\n    self.d['a'] = mark()"),
    "in keys": ("self.d = {}", "if 'a' not in self.d.keys():\n    self.d['a'] = mark()"),
    "get": ("self.d = {}", "if self.d.get('a') is None:\n    self.d['a'] = mark()"),
    "an argument as key": ("self.d = {}", "if x not in self.d:\n    self.d[x] = mark()"),
    "setdefault": ("self.d = {}", "if 'a' not in self.d:\n    self.d.setdefault('a', mark())"),
    "del item": ("self.d = {'a': 1}", "if 'a' in self.d:\n    mark()\n    del self.d['a']"),
    "set": ("self.d = set()", "if x not in self.d:\n    self.d.add(x)\n    mark()"),
    "update": ("self.d = {}", "if not self.d:\n    self.d.update(a=mark())"),
    "extend": ("self.l = []", "if not self.l:\n    self.l.extend([mark()])"),
    "len == 0": ("self.l = []", "if len(self.l) == 0:\n    self.l.append(mark())"),
    "0 == len": ("self.l = []", "if 0 == len(self.l):\n    self.l.append(mark())"),
    "len < 1": ("self.l = []", "if len(self.l) < 1:\n    self.l.append(mark())"),
    "len <= 0": ("self.l = []", "if len(self.l) <= 0:\n    self.l.append(mark())"),
    "1 > len": ("self.l = []", "if 1 > len(self.l):\n    self.l.append(mark())"),
    "len > 0": ("self.l = []", "if len(self.l) > 0:\n    return\nself.l.append(mark())"),
    "len >= 1": ("self.l = []", "if len(self.l) >= 1:\n    return\nself.l.append(mark())"),
    "len": ("self.l = []", "if not len(self.l):\n    self.l.append(mark())"),
    "bool": ("self.l = []", "if not bool(self.l):\n    self.l.insert(0, mark())"),
    "== []": ("self.l = []", "if self.l == []:\n    self.l.append(mark())"),
    "+=": ("self.l = []", "if not self.l:\n    self.l += [mark()]"),
    "a new list": ("self.l = []", "if not self.l:\n    self.l = [mark()]"),
    "any": ("self.v = None", "if any(each is None for each in (self.v,)):\n    self.v = mark()"),
    "all": ("self.v = None", "if not all([self.v, 1]):\n    self.v = mark()"),
    "a flag": ("self.done = False", "if not self.done:\n    self.done = True\n    mark()"),
    "a flag is True": ("self.done = False", "if self.done is True:\n    return\nself.done = True\nmark()"),
    "a flag for fresh": ("self.fresh = True", "if self.fresh:\n    self.fresh = False\n    mark()"),
    "a flag behind": ("self.done = False", "if self.done:\n    return\nif x:\n    mark()\nself.done = True"),
    "a state": ("self.s = 'new'", "if self.s == 'new':\n    self.s = 'used'\n    mark()"),
    "a count": ("self.n = 0", "self.n += 1\nif self.n == 1:\n    mark()"),
    "a count before": ("self.n = 0", "if self.n == 0:\n    mark()\nself.n += 1"),
    "a count that is less": ("self.n = 0", "if self.n < 1:\n    mark()\nself.n += 1"),
    "a count down": ("self.n = 1", "if self.n > 0:\n    mark()\nself.n -= 1"),
    "several": ("self.v = None", "if self.v is None:\n    self.v, self.w = mark(), 1"),
    "annotated": ("self.v = None", "if self.v is None:\n    self.v: int = mark()"),
    "isinstance": ("self.v = None", "if not isinstance(self.v, Made):\n    mark()\n    self.v = Made()"),
    "isinstance of several": (
        "self.v = None",
        "if not isinstance(self.v, (list, Made)):\n    mark()\n    self.v = Made()",
    ),
    "type": ("self.v = None", "if type(self.v) is not Made:\n    mark()\n    self.v = Made()"),
    "a method that asks": ("self.v = None", "if self.missing():\n    self.v = mark()"),
    "a property": ("self.v = None", "if self.lacking:\n    self.v = mark()"),
    "a static method": ("self.v = None", "if self.none(self.v):\n    self.v = mark()"),
    "a function": ("self.v = None", "if is_none(self.v):\n    self.v = mark()"),
    "a function with a default": ("self.v = None", "if equals(self.v):\n    self.v = mark()"),
    "a function with a name": ("self.v = None", "if equals(self.v, other=None):\n    self.v = mark()"),
    "a method that sets": ("self.v = None", "if self.v is None:\n    mark()\n    self.keep(3)"),
    "a method of the base": ("self.v = None", "if self.v is None:\n    mark()\n    self.put(3)"),
    "a method that raises": (
        "self.v = None",
        "if self.v is None:\n    self.keep(3)\n    mark()\nelse:\n    self.fail()",
    ),
    "built": ("self.built = False", "if not self.built:\n    mark()\n    self.build(x)"),
    "a global": ("", "global V\nif V is None:\n    V = mark()"),
    "an item of a global": ("", "if 'a' not in KEPT:\n    KEPT['a'] = mark()"),
    "a sum is no None": ("self.v = None", "if self.v is None:\n    mark()\n    self.v = x + 1"),
    "a text": ("self.d = {}", "if f'a{x}' not in self.d:\n    self.d[f'a{x}'] = mark()"),
    "a tuple as key": ("self.d = {}", "if (x, 1) not in self.d:\n    self.d[x, 1] = mark()"),
    "a name for a key": ("self.d = {}", "k = str(x)\nif k not in self.d:\n    self.d[k] = mark()"),
    "kept from elsewhere": ("self.v = None\nself.w = 3", "if self.v is None:\n    mark()\n    self.v = self.w"),
    "finally": ("self.v = None", "if self.v is None:\n    try:\n        mark()\n    finally:\n        self.v = 3"),
    "for else": (
        "self.v = None",
        "if self.v is None:\n    for i in ():\n        pass\n    else:\n        self.v = mark()",
    ),
}  # fmt: skip
AGAIN: dict[str, Program] = {
    "no test": ("", "mark()"),
    "a test of an argument": ("", "if x:\n    mark()"),
    "nothing is kept": ("self.v = None", "if self.v is None:\n    mark()"),
    "another attribute": ("self.v = None", "if self.v is None:\n    self.w = mark()"),
    "another object": ("self.v = None\nself.o = Made()", "if self.v is None:\n    self.o.v = mark()"),
    "set back": ("self.v = None", "if self.v is None:\n    self.v = mark()\n    self.v = None"),
    "None is kept": ("self.v = None", "if self.v is None:\n    mark()\n    self.v = None"),
    "what is there": ("self.v = 3", "if self.v is not None:\n    self.v = mark()"),
    "what is true": ("self.v = 3", "if self.v:\n    self.v = mark()"),
    "a flag that stays": ("self.done = False", "if not self.done:\n    mark()\n    self.done = False"),
    "a flag turned too late": ("self.done = False", "if self.done and x == 2:\n    return\nself.done = True\nmark()"),
    "a falsy value": ("self.v = None", "if not self.v:\n    mark()\n    self.v = 0"),
    "an empty list": ("self.v = None", "if not self.v:\n    mark()\n    self.v = []"),
    "an empty call": ("self.v = None", "if not self.v:\n    mark()\n    self.v = list()"),
    "another key": ("self.d = {}", "if 'a' not in self.d:\n    self.d['b'] = mark()"),
    "popped": ("self.d = {}", "if 'a' not in self.d:\n    self.d['a'] = mark()\n    self.d.pop('a')"),
    "deleted": ("self.d = {}", "if 'a' not in self.d:\n    self.d['a'] = mark()\n    del self.d['a']"),
    "cleared": ("self.l = []", "if not self.l:\n    self.l.append(mark())\n    self.l.clear()"),
    "removed": ("self.d = set()", "if x not in self.d:\n    self.d.add(x)\n    mark()\n    self.d.remove(x)"),
    "len < 2": ("self.l = []", "if len(self.l) < 2:\n    self.l.append(mark())"),
    "len <= 1": ("self.l = []", "if len(self.l) <= 1:\n    self.l.append(mark())"),
    "not len > 1": ("self.l = []", "if len(self.l) > 1:\n    return\nself.l.append(mark())"),
    "len != 2": ("self.l = []", "if len(self.l) != 2:\n    self.l.append(mark())"),
    "count < 2": ("self.n = 0", "self.n += 1\nif self.n <= 2:\n    mark()"),
    "count of two": ("self.n = 0", "if self.n != 2:\n    mark()\nself.n += 1"),
    "a missing attribute": ("", "try:\n    self.v\nexcept AttributeError:\n    self.w = mark()"),
    "a missing key": ("self.d = {}", "try:\n    self.d['a']\nexcept KeyError:\n    self.d['b'] = mark()"),
    "an error of a call": ("self.d = {}", "try:\n    int('a')\nexcept ValueError:\n    self.d['b'] = mark()"),
    "tried": ("self.v = None", "try:\n    self.v = mark()\nexcept AttributeError:\n    pass"),
    "set for another": ("self.v = None", "if self.v is None or x == 1:\n    self.v = mark()"),
    "one of two": ("self.v = None\nself.w = None", "if self.v is None or self.w is None:\n    self.v = mark()"),
    "a local name": ("", "v = None\nif v is None:\n    v = mark()"),
    "any of several": (
        "self.v = None\nself.w = None",
        "if any(e is None for e in (self.v, self.w)):\n    self.v = mark()",
    ),
    "not all": ("self.v = None\nself.w = None", "if not all([self.v, self.w]):\n    self.v = mark()"),
    "a class of another name": ("self.v = None", "if not isinstance(self.v, list):\n    mark()\n    self.v = Made()"),
    "a method that does not keep": ("self.v = None", "if self.missing():\n    self.look(mark())"),
    "a method that asks for something else": ("self.v = None", "if self.missing():\n    self.w = mark()"),
    "the other side": ("self.v = None", "if self.v is None:\n    self.v = 3\nelse:\n    pass\nmark()"),
    "match of the rest": (
        "self.v = None",
        "match self.v:\n    case 3:\n        pass\n    case _:\n        self.v = mark()",
    ),
    "match nothing kept": ("self.v = None", "match self.v:\n    case None:\n        self.w = mark()"),
    "a global that stays": ("", "if V is None:\n    mark()"),
    "an object that is kept": ("self.v = None\nself.o = Made()", "if self.v is not self.o:\n    self.v = mark()"),
    "behind a loop": ("self.v = None", "for i in (1, 2):\n    self.v = i\nmark()"),
    "in what a loop keeps": ("self.l = []", "for i in (1, 2):\n    self.l.append(mark())"),
}  # fmt: skip
CAUTIOUS: dict[str, Program] = {
    "a count that is set": ("self.n = 0", "if self.n == 0:\n    mark()\nself.n = self.n + 1"),
    "a chain": ("self.n = 0", "if 0 <= self.n < 1:\n    mark()\nself.n += 1"),
    "a guard of a case": ("self.v = None", "match x:\n    case _ if self.v is None:\n        self.v = mark()"),
    "a product": ("self.n = 1", "if self.n == 1:\n    mark()\n    self.n *= 2"),
    "a state of several": ("self.s = 'new'", "if self.s in ('new', 'old'):\n    mark()\n    self.s = 'used'"),
    "a generator": ("self.v = None", "if next(self.several()) is None:\n    self.v = mark()"),
}
"""What only the first run comes to, and is not seen to."""
MODULE = """\
V = None
KEPT = {}
def is_none(value):
    return value is None
def equals(value, other=None):
    return value is other
class Made:
    def close(self): pass
class Base:
    def put(self, value):
        self.v = value
class C(Base):
    o = None
    def __init__(self):
        pass
__init__
    @property
    def lacking(self):
        return self.v is None
    def missing(self):
        return self.v is None
    @staticmethod
    def none(value):
        return value is None
    def several(self):
        yield self.v
    def keep(self, value):
        self.v = value
    def look(self, value):
        return value
    def build(self, shape):
        self.built = True
    def fail(self):
        raise ValueError
    def run(self, x):
__run__
"""


def written(program: Program) -> str:
    begin, body = (textwrap.indent(each, " " * 8) for each in program)
    return MODULE.replace("__init__\n    @", f"{begin}\n    @").replace("__run__", body)


def twice(code: str) -> list[bool]:
    """Whether each of two runs of the method comes to the place."""
    reached: list[int] = []

    class Value:
        pass

    def mark() -> Value:
        reached[-1] += 1
        return Value()

    names = {"mark": mark, "closing": contextlib.closing}
    exec(code, names)
    made = names["C"]()  # type: ignore[operator]
    for _ in range(2):
        reached.append(0)
        with contextlib.suppress(ValueError):
            made.run(1)
    return [each > 0 for each in reached]


def place(code: str) -> nodes.Call:
    (found,) = (each for each in astroid.parse(code).nodes_of_class(nodes.Call) if each.func.as_string() == "mark")
    assert isinstance(found, nodes.Call)
    return found


@pytest.mark.parametrize("program", ONCE.values(), ids=ONCE)
def test_what_only_the_first_run_comes_to(program: Program) -> None:
    code = written(program)
    assert twice(code) == [True, False]
    assert not comes_again(place(code))


@pytest.mark.parametrize("program", CAUTIOUS.values(), ids=CAUTIOUS)
def test_what_is_not_seen_to_come_once(program: Program) -> None:
    code = written(program)
    assert twice(code) == [True, False]
    assert comes_again(place(code))


@pytest.mark.parametrize("program", AGAIN.values(), ids=AGAIN)
def test_what_each_run_comes_to(program: Program) -> None:
    code = written(program)
    assert twice(code) == [True, True]
    assert comes_again(place(code))
